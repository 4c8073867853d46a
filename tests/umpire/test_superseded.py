"""What stood in a place before an entry cannot vanish: every entry cites it, and the audit demands it."""

import shutil
from pathlib import Path

import pytest

from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.errors import ChainError, PbemError
from sealion_pbem.pbem.entry import Entry, sign_entry
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.umpire.audit import audit_folder
from tests.campaigns import TIME, Table, key_of, make_campaign
from tests.umpire.attack import assert_refused, offer, other

ILLEGAL = [{"kind": "march", "unit": "red-1", "path": ["0707"]}]
NEW = key_from_seed(b"n" * 32)


def rule(table: Table, **more: object) -> Entry:
    """A ruling in the place of the turn that waits, by whoever may rule."""
    desks = [table.desk_of(seat) for seat in table.record.ledger.players]
    if "referee" in table.record.ledger.keys:
        desks = [table.desk_of("referee")]
    document = desks[0].propose_ruling({"text": "again, please", **more}, instead=True)
    entry = None
    for desk in (*desks, *desks):
        if entry is None:
            document, entry = desk.sign_ruling(document)
    assert entry is not None
    return table.send(entry)


def rekey(table: Table) -> Entry:
    """The referee gives the seat of a turn that waits to another key."""
    seat = table.record.ledger.pending.by
    change = table.rekey(seat, "referee", NEW, "gone")
    table.desk_of(seat).keys[seat] = NEW
    return change


def audited(table: Table, without: Entry) -> str:
    """Why an audit of a copy without one file fails; "" if it does not."""
    copy = table.root / f"without-{without.digest[:8]}"
    shutil.copytree(table.path, copy)
    (copy / "entries" / without.file_name).unlink()
    verdict = audit_folder(copy)
    export(Folder(copy), table.root / "copy.zip")
    assert audit_folder(table.root / "copy.zip").exit_code == verdict.exit_code
    assert verdict.exit_code == (7 if verdict.failure else 0)
    return verdict.failure.reason if verdict.failure else ""


@pytest.mark.parametrize(
    ("mode", "supersede"), [("referee", rule), ("peer", rule), ("both", rekey)]
)
def test_a_superseded_turn_is_cited_and_cannot_be_removed(tmp_path: Path, mode, supersede):
    """Ruling, turn, ruling in its place: the turn's file deleted, the audit says what is missing."""
    table = make_campaign(tmp_path, mode, turns=3, folders="each")
    turn = table.sign()
    instead = supersede(table)
    assert (instead.seq, instead.prev, instead.after) == (turn.seq, turn.prev, turn.digest)
    again = table.sign()
    assert again.seq == turn.seq + 1
    table.play(3)
    for desk in table.desks.values():
        assert audit_folder(desk.folder.path).exit_code == 0
        assert not desk.store.evidence()

    reason = audited(table, turn)

    assert f"cites {turn.digest[:12]}…" in reason


def test_what_was_rejected_stays_behind_a_ruling(tmp_path: Path):
    """Two rejected versions, then a ruling in that place: it cites the last, and so all of them."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    tries = []
    for _ in range(2):
        tries += [table.sign(ILLEGAL), table.answer()]
    desk = table.desk_of("referee")
    _, ruling = desk.sign_ruling(desk.propose_ruling({"text": "enough"}))
    table.send(ruling)
    table.play(2)

    assert ruling.after == tries[-1].digest
    assert audit_folder(table.path).exit_code == 0
    for entry in tries:
        assert audited(table, entry), entry.file_name


def test_a_withdrawn_turn_stays_behind_the_one_that_counts(tmp_path: Path):
    """With a delay a turn is taken back and written anew: neither file can be removed."""
    table = make_campaign(tmp_path, "referee", turns=1, folders="each", delay_hours=24)
    seat = table.record.decision.seat
    turn = table.sign()
    withdrawal = table.send(table.desks[seat].withdraw())
    table.sign()
    table.answer()

    assert audit_folder(table.path).exit_code == 0
    for entry in (turn, withdrawal):
        assert audited(table, entry), entry.file_name


def test_a_list_of_versions_takes_no_more_room_than_one(tmp_path: Path):
    """However often a turn was rejected, the next version has the same size."""
    table = make_campaign(tmp_path, turns=2)
    sizes = []
    for _ in range(12):
        sizes.append(len(table.sign(ILLEGAL).data))
        assert table.answer().kind == "rejection"

    assert len(set(sizes[1:])) == 1
    table.sign()
    assert table.answer().kind == "receipt"
    assert audit_folder(table.path).exit_code == 0


@pytest.mark.parametrize("kind", ["turn", "ruling"])
def test_an_invented_digest_is_refused(tmp_path: Path, kind: str):
    """An entry that cites what never was could not be proved by anybody: nobody takes it."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    ledger = table.record.ledger
    by = table.owes if kind == "turn" else "referee"
    facts = {"text": "x"} if kind == "ruling" else {**table.turn_body(), "nonce": "12" * 32}
    body = {
        "format": "sealion-pbem/1", "kind": kind, "campaign": ledger.campaign, "by": by,
        "seq": ledger.next_seq, "prev": ledger.head, "after": "ab" * 32, **facts,
    }  # fmt: skip
    entry = sign_entry(body, {by: key_of(by)})

    assert_refused(table, entry, ChainError, "cites abababababab… in its place, but nothing stood")


def test_what_is_cited_comes_first(tmp_path: Path):
    """The correction alone is refused and changes nothing; with what it cites it is taken."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    seat = table.owes
    referee, author = table.desk_of("referee"), table.desk_of(seat)
    bad = author.sign_turn(table.turn_body(ILLEGAL))
    referee.receive([("bad", bad.data)])
    rejection = referee.witness(TIME).entry
    author.receive([("no", rejection.data)])
    good = author.sign_turn(table.turn_body(None, author.read().record))
    opponent = table.desk_of(other(seat))

    assert_refused(table, good, ChainError, "cites", other(seat))
    late = opponent.receive([(e.file_name, e.data) for e in (good, rejection, bad)])
    assert {received.status for received in late} == {"accepted"}
    assert opponent.read().record.ledger.pending.digest == good.digest


def test_a_ruling_that_did_not_know_the_turn_wins_its_place(tmp_path: Path):
    """The referee ruled before the turn arrived: it is signed anew, and its author keeps the first."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    seat = table.owes
    desk = table.desk_of("referee")
    _, ruling = desk.sign_ruling(desk.propose_ruling({"text": "fog"}))
    turn = table.desk_of(seat).sign_turn(table.turn_body())
    table.send(ruling)

    assert [entry.digest for entry in table.desk_of(seat).read().beside] == [turn.digest]
    assert offer(table, turn, "referee").status == "beside"
    assert table.desk_of("referee").read().record.ledger.head == ruling.digest
    table.play(2)
    for place in table.desks.values():
        assert audit_folder(place.folder.path).exit_code == 0


def test_a_referee_cannot_bring_an_anchor_of_his_own_will(tmp_path: Path):
    """Whoever is not to write could say that his anchor came before a turn he has read."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    with pytest.raises(PbemError, match="the anchor is not referee's to write now"):
        table.desk_of("referee").new_anchor("referee")
