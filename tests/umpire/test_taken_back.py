"""Turns that were answered are taken back by all players together, until dice have fallen."""

from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from sealion_pbem.engine.game import digest_of
from sealion_pbem.errors import CampaignError, ChainError
from sealion_pbem.pbem.body import ReceiptBody, RulingBody
from sealion_pbem.pbem.entry import Entry, is_of
from sealion_pbem.report.pages import Pages
from sealion_pbem.report.statistics import gather
from sealion_pbem.report.xml_history import NAMESPACE
from sealion_pbem.report.xml_reading import parse_xml
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import MOST_TAKEN_BACK
from sealion_pbem.umpire.standpoint import standpoint
from tests.campaigns import Table, make_campaign
from tests.histories import files_of, xml_of


def ruled(table: Table, number: int) -> Entry:
    """The ruling of all who rule that takes back a turn, sent to everybody."""
    ruling = RulingBody("once more", takes_back=number)
    instead = table.record.ledger.pending is not None
    document = table.desk.propose_ruling(ruling, instead=instead)
    entry = None
    for desk in (*table.desks.values(), *table.desks.values()):
        if entry is None:
            document, entry = desk.sign_ruling(document)
    return table.send(entry)


def entries_of(table: Table) -> list[Entry]:
    """The log of the first desk."""
    return [*map(table.desk.store.load, table.desk.store.names())]


def played_without_dice(tmp_path: Path, mode: str = "peer", folders: str = "each") -> Table:
    """A campaign in which no die fell in the last two turns."""
    table = make_campaign(tmp_path, mode, 2, folders=folders)
    while len(table.record.revocable) < 2:
        table.play(1)
    return table


@pytest.mark.parametrize("mode", ["peer", "solo"])
def test_the_game_goes_on_from_before_the_turn(tmp_path, mode):
    """The position before it is back, its seat is asked, the next link of dice is a new one; it audits."""
    table = played_without_dice(tmp_path, mode)
    turn = table.record.revocable[1]
    receipts = [entry for entry in entries_of(table) if is_of(entry, ReceiptBody)]
    before = next(entry for entry in reversed(receipts) if entry.seq < turn.seq)
    number = ruled(table, turn.seq).seq
    record = table.record
    assert digest_of(record.ruleset, record.game) == before.body.state
    assert record.decision is not None
    assert (record.decision.seat, record.decision.kind) == (turn.by, turn.body.decision)
    assert record.ledger.next_seq == number + 1
    assert turn not in record.revocable
    table.play(4)
    assert audit_folder(table.path).failure is None
    links = [
        (entry.by, entry.body.link.number)
        for entry in entries_of(table)
        if is_of(entry, ReceiptBody)
    ]
    assert len(links) == len(set(links))


def test_a_turn_that_waits_gives_way(tmp_path):
    """The next turn is signed and unanswered: the ruling takes its place, and the game goes back."""
    table = played_without_dice(tmp_path)
    turn = table.record.revocable[0]
    waiting = table.sign()
    ruling = ruled(table, turn.seq)
    assert (ruling.seq, ruling.after) == (waiting.seq, waiting.digest)
    assert table.record.ledger.pending is None
    assert table.record.decision.seat == turn.by
    assert audit_folder(table.path).failure is None


def test_dice_that_have_fallen_stand(tmp_path):
    """A roll ends it for the turn in which it fell and for all before; nothing is written."""
    table = played_without_dice(tmp_path)
    turn = table.record.revocable[0]
    while table.record.revocable:
        table.play(1)
    assert table.record.stands.startswith(("dice fell in turn", "a seal was opened in turn"))
    entries = table.entries
    with pytest.raises(CampaignError, match=f"turn {turn.seq} cannot be taken back: "):
        ruled(table, turn.seq)
    assert table.entries == entries


@pytest.mark.parametrize("number", [0, 2, 9999])
def test_only_turns_can_be_taken_back(tmp_path, number):
    """The number of the charter, of a receipt and of nothing: refused, with those that can be."""
    table = played_without_dice(tmp_path)
    with pytest.raises(CampaignError) as refused:
        ruled(table, number)
    can = ", ".join(str(turn.seq) for turn in table.record.revocable)
    assert refused.value.hint.endswith(can)


def test_a_seal_that_was_opened_stands(tmp_path):
    """The last turns of a skirmish open what was sealed: nobody goes back to before he has seen it."""
    table = make_campaign(tmp_path, "peer", 0, options={"turns": 1})
    table.play(99)
    assert table.record.result
    assert not table.record.revocable
    assert table.record.stands


def test_where_there_is_a_referee_an_answered_turn_stands(tmp_path):
    """He alone signs rulings there, and no player could object."""
    table = played_without_dice(tmp_path, "referee", "one")
    with pytest.raises(ChainError, match="where there is a referee"):
        ruled(table, table.record.revocable[0].seq)


def test_no_more_than_some_turns_are_kept(tmp_path, monkeypatch):
    """Positions take room: older ones are forgotten, and say so like any that cannot be taken back."""
    monkeypatch.setattr("sealion_pbem.umpire.record.MOST_TAKEN_BACK", 1)
    table = make_campaign(tmp_path, "peer", 2, folders="each")
    while not table.record.revocable:
        table.play(1)
    first = table.record.revocable[0]
    table.play(1)
    if table.record.revocable:
        with pytest.raises(CampaignError):
            ruled(table, first.seq)
    assert len(table.record.revocable) <= 1
    assert MOST_TAKEN_BACK > 1


def test_histories_tell_it_and_count_no_loss_twice(tmp_path):
    """XML keeps to its schema and its positions add up; pages and numbers leave out what was taken back."""
    table = played_without_dice(tmp_path)
    lost = _lost(table)
    turn = table.record.revocable[-1]
    ruled(table, turn.seq)
    data = xml_of(files_of(table.path))
    parse_xml(data)
    root: Any = etree.fromstring(data)
    at = {}
    for element in root.iter(f"{{{NAMESPACE}}}start", f"{{{NAMESPACE}}}position"):
        at[element.get("piece")] = (
            element.get("place"), int(element.attrib["left"]), element.get("aboard", "")
        )  # fmt: skip
    record: Any = table.record
    assert at == record.ruleset.whereabouts(record.game.state)
    (ruling,) = root.iter(f"{{{NAMESPACE}}}ruling")
    assert ruling.get("takesBack") == str(turn.seq)
    assert _lost(table) == lost
    subject, passages = chronicle(Log(files_of(table.path)))
    pages = Pages(subject)
    for passage in passages:
        pages.take(passage)
    text = "".join(page for _, page in pages.pages())
    assert f"turn {turn.seq} and all that followed it is taken back" in text
    standing = standpoint(Log(files_of(table.path)))
    assert record.ruleset.whereabouts(standing.state) == at


def _lost(table: Table) -> dict[int, Any]:
    subject, passages = chronicle(Log(files_of(table.path)))
    found = gather(subject, passages)
    return {number: dict(turn.lost) for number, turn in found.turns.items()}
