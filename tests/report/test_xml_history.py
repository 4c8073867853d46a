"""The XML history: valid, deterministic, complete, and harmless to read."""

from dataclasses import replace
from io import BytesIO

import orjson
import pytest
from lxml import etree

from sealion_pbem.engine.chronicle import KeepsStatistics
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.report.xml_history import NAMESPACE, unescaped, write_xml
from sealion_pbem.report.xml_reading import parse_xml, xsd_bytes
from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from tests.campaigns import make_campaign
from tests.histories import HOSTILE, files_of, sealion_files, storied, xml_of

NS = {"h": NAMESPACE}
LAUGHS = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]><x>&c;&c;&c;</x>'
)


def value_of(element):
    """The JSON value that an element with a type holds."""
    match element.get("type"):
        case "number":
            return int(element.text)
        case "boolean":
            return element.text == "true"
        case "nothing":
            return None
        case "list":
            return [value_of(item) for item in element]
        case "object":
            return {member.get("name"): value_of(member) for member in element}
        case _:
            text = element.text or ""
            return unescaped(text) if element.get("escaped") else text


def order_of(element):
    """An order as it stood in the turn."""
    return {"kind": element.get("kind")} | {m.get("name"): value_of(m) for m in element}


@pytest.mark.parametrize("mode", ["peer", "referee", "both", "solo"])
def test_a_skirmish_keeps_to_the_schema(tmp_path, mode):
    """Every mode: the schema accepts it, and every entry is told once."""
    files = files_of(make_campaign(tmp_path, mode=mode).path)
    history = parse_xml(xml_of(files))
    assert [digest[:16] for digest in history.digests] == [name[-21:-5] for name, _ in files]


@pytest.mark.parametrize("ruleset", ["sealion-deluxe", "sealion-2016"])
def test_both_editions_of_sealion_keep_to_the_schema(ruleset):
    """The beginning of a game: the schema accepts it, and the same log gives the same bytes."""
    first, second = (xml_of(sealion_files(ruleset)) for _ in range(2))
    assert parse_xml(first).digests
    assert first == second


def test_every_order_and_every_die_stands_in_it(tmp_path):
    """Orders, rolls, digests and states read back from the XML are those of the JSON entries."""
    files = files_of(make_campaign(tmp_path, turns=12).path)
    root = etree.fromstring(xml_of(files))
    bodies = [orjson.loads(data) for _, data in files]
    turns = [body for body in bodies if body["kind"] == "turn"]
    receipts = [body for body in bodies if body["kind"] == "receipt"]
    told = root.findall("h:log/h:turn", NS)
    assert [[order_of(o) for o in turn.findall("h:order", NS)] for turn in told] == [
        body["orders"] for body in turns
    ]
    answers = root.findall("h:log/h:receipt", NS)
    assert [answer.get("state") for answer in answers] == [body["state"] for body in receipts]
    for answer, body in zip(answers, receipts, strict=True):
        rolls = [
            (
                roll.find("h:label", NS).text,
                [int(die.text or "") for die in roll.findall("h:die", NS)],
            )
            for roll in answer.findall("h:roll", NS)
        ]
        assert rolls == [(roll["label"], roll["values"]) for roll in body["rolls"]]
    assert any(body["rolls"] for body in receipts)


def test_positions_add_up_to_the_last_one(tmp_path):
    """From the start in the charter, position by position, to where the record says units are."""
    table = make_campaign(tmp_path, turns=12)
    root = etree.fromstring(xml_of(files_of(table.path)))
    at = {}
    for element in root.iter(f"{{{NAMESPACE}}}start", f"{{{NAMESPACE}}}position"):
        at[element.get("piece")] = (
            element.get("place"), int(element.attrib["left"]), element.get("aboard", "")
        )  # fmt: skip
    record = table.record
    assert isinstance(record.ruleset, KeepsStatistics)
    assert at == record.ruleset.whereabouts(record.game.state)


def test_everything_that_can_stand_in_a_log_is_told(tmp_path):
    """Rejection, ruling, superseded turn, key change, anchor, resignation, each with its words."""
    table = storied(tmp_path)
    data = xml_of(files_of(table.path))
    parse_xml(data)
    root = etree.fromstring(data)
    log = root.find("h:log", NS)
    kinds = {etree.QName(element).localname for element in log}
    assert kinds == {
        "turn", "opening", "receipt", "rejection", "ruling", "keyChange", "anchor", "resignation",
    }  # fmt: skip
    assert log.find("h:ruling/h:text", NS).text == HOSTILE
    assert log.find("h:turn/h:message", NS).text == HOSTILE
    assert log.find("h:rejection/h:violation/h:text", NS).text
    ruling = log.find("h:ruling", NS)
    assert ruling.getprevious().get("digest") == ruling.get("after")
    assert ruling.find("h:forfeit", NS).attrib == {"seat": "red", "seal": "objective"}
    assert root.find("h:end/h:result", NS).text.endswith(" has resigned")
    assert root.find("h:end", NS).get("head") == table.record.ledger.head


def test_a_withdrawn_turn_is_told(tmp_path):
    """It names the turn that it takes back, keeps to the schema, and the chain goes on before it."""
    table = make_campaign(tmp_path, "referee", 1, folders="each", delay_hours=24)
    seat = table.record.decision.seat
    head = table.record.ledger.head
    turn = table.sign()
    withdrawal = table.send(table.desks[seat].withdraw())
    data = xml_of(files_of(table.path))
    parse_xml(data)
    root = etree.fromstring(data)
    terms = {term.get("name"): term.text for term in root.findall("h:charter/h:term", NS)}
    assert terms["delay_hours"] == "24"
    assert root.find("h:log/h:withdrawal", NS).get("answers") == turn.digest
    assert root.find("h:log/h:withdrawal", NS).get("digest") == withdrawal.digest
    assert root.find("h:end", NS).get("head") == head


def test_characters_that_xml_cannot_hold_come_back(tmp_path):
    """Control characters, half surrogates and backslashes survive; a plain backslash stays plain."""
    subject, passages = chronicle(Log(files_of(make_campaign(tmp_path, turns=1).path)))
    odd = "a\x00b\x1b[31m\ud800\ufffe\r\\u0041\\"
    stream = BytesIO()
    write_xml(replace(subject, title=odd), passages, stream)
    parse_xml(stream.getvalue())
    title = etree.fromstring(stream.getvalue()).find("h:charter/h:ruleset", NS)
    assert title.get("escaped") == "true"
    assert unescaped(title.text or "") == odd
    assert b"\x00" not in stream.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "DOCTYPE"),
        (b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>', "DOCTYPE"),
        (LAUGHS, "DOCTYPE"),
        (b"<x>", "sound XML"),
        (b"", "sound XML"),
        (b"\x00\x01", "sound XML"),
        (b"<x/>", "line 1"),
        (b"<a>" * 3000, "sound XML"),
    ],
)
def test_a_hostile_document_is_refused_with_a_reason(data, reason):
    """DOCTYPE, entities, cut short, no XML, another document, nested without end."""
    with pytest.raises(InvalidFileError, match=reason):
        parse_xml(data)


def test_a_document_that_is_too_large_is_not_parsed():
    """The size is looked at first."""
    with pytest.raises(InvalidFileError, match="larger than 10 bytes"):
        parse_xml(b"<x>          </x>", limit=10)


def test_the_schema_names_the_line(tmp_path):
    """A digest with a letter that is none: the message says where."""
    data = xml_of(files_of(make_campaign(tmp_path, turns=1).path))
    wrong = data.replace(b' state="', b' state="x', 1)
    with pytest.raises(InvalidFileError, match=r"line \d+: .*state"):
        parse_xml(wrong)


def test_the_schema_explains_itself():
    """Every named complex type that is not a plain word has a documentation of its own."""
    schema = etree.fromstring(xsd_bytes())
    xs = {"xs": "http://www.w3.org/2001/XMLSchema"}
    plain = {"Text", "Value", "Member", "Worded"}
    for kind in schema.findall("xs:complexType", xs):
        if kind.get("name") not in plain:
            assert kind.find("xs:annotation/xs:documentation", xs) is not None, kind.get("name")
