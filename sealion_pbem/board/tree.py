"""Drawings as trees of JSON: the page builds elements from them and never reads markup."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from lxml import etree

from sealion_pbem.engine.words import Json

__all__ = ["Tree", "tree_of"]

Tree: TypeAlias = Json
"""An element of SVG: its name, its attributes, then its children or its text."""

_SPACE = re.compile(r"\{[^}]*\}")


def tree_of(drawing: str) -> Tree:
    """Return a part of an SVG drawing as a tree, in a group."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return _tree(etree.fromstring(f"<g>{drawing}</g>", parser))


def _tree(element: Any) -> Tree:
    children = [element.text] if element.text else []
    for child in element:
        children.append(_tree(child))
        if child.tail:
            children.append(child.tail)
    return [_SPACE.sub("", element.tag), dict(element.attrib), *children]
