"""Reading an XML history that a stranger may have made: no DOCTYPE, no entities, our schema only."""

from __future__ import annotations

from functools import cache

from lxml import etree

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.report.xml_history import NAMESPACE
from sealion_pbem.resources import resource

__all__ = ["LIMIT", "XSD", "XmlHistory", "parse_xml", "xsd_bytes"]

LIMIT = 64 * 1024 * 1024
XSD = "history.xsd"
_SHOWN = 200


class XmlHistory:
    """A history that is sound XML and keeps to the schema."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root

    @property
    def program(self) -> str:
        """The program and version that wrote it."""
        return self._root.get("program", "")

    @property
    def digests(self) -> list[str]:
        """The digests of all entries, in the order in which they are told."""
        found = self._root.xpath("h:charter/@digest | h:log/*/@digest", namespaces={"h": NAMESPACE})
        assert isinstance(found, list), "an expression for attributes gives a list"
        return [str(digest) for digest in found]


def xsd_bytes() -> bytes:
    """Return the schema as it is shipped."""
    return resource("schemas", XSD).read_bytes()


def parse_xml(data: bytes, limit: int = LIMIT) -> XmlHistory:
    """Return a history.

    Raises:
        InvalidFileError: it is too large, no XML, has a DOCTYPE, or does not keep to the schema.
    """
    if len(data) > limit:
        raise InvalidFileError(f"it is larger than {limit} bytes")
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as error:
        raise InvalidFileError(f"it is no sound XML: {str(error)[:_SHOWN]}") from error
    if root.getroottree().docinfo.doctype or root.getroottree().docinfo.internalDTD is not None:
        raise InvalidFileError("it has a DOCTYPE, which a history never has")
    schema = _schema()
    if not schema.validate(root):
        first = schema.error_log[0]
        text = str(first.message).replace(f"{{{NAMESPACE}}}", "")
        raise InvalidFileError(f"line {first.line}: {text[:_SHOWN]}")
    return XmlHistory(root)


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.fromstring(xsd_bytes(), _parser()))
