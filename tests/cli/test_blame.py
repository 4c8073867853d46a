"""Who is blamed for two entries in one place, by commands alone: whoever signed both, and nobody else."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sealion_pbem.cli import given
from sealion_pbem.pbem.entry import parse_entry, sign_entry
from sealion_pbem.pbem.evidence import check_proof, read_proof
from tests.campaigns import key_of, make_campaign
from tests.umpire.attack import other

Sealion = Callable[..., Result]


@pytest.fixture
def table(tmp_path: Path, home: Path, sealion: Sealion):
    """Two players in the middle of a game, with key files; nobody's turn is pending."""
    from sealion_pbem.campaign.folder import Folder, Settings
    from sealion_pbem.pbem.keys import write_key

    made = make_campaign(tmp_path / "game", turns=4, folders="each")
    for seat in ("red", "blue"):
        write_key(home / seat, key_of(seat), None, seat)
        Folder(made.desks[seat].folder.path).write_settings(
            Settings("war", {seat: str(home / seat)})
        )
    return made


def clock(monkeypatch: pytest.MonkeyPatch, time: str) -> None:
    """Let the commands believe that it is this time."""
    for module in ("cli.given", "cli.witness"):
        monkeypatch.setattr(f"sealion_pbem.{module}.utc_now", lambda: time, raising=False)
    assert given.utc_now() == time


def sign(sealion: Sealion, table, seat: str) -> Path:
    """Write what a random commander would, and sign it with the command."""
    folder = table.desks[seat].folder.path
    record = table.desks[seat].read().record
    body = table.turn_body(None, record)
    name = folder / f"turn-{record.ledger.next_seq}.json"
    draft = {
        "kind": "orders", "campaign": record.ledger.campaign, "seq": record.ledger.next_seq,
        "seat": seat, "decision": body["decision"], "orders": body["orders"],
    }  # fmt: skip
    name.write_text(json.dumps(draft))
    signed = sealion("turn", "sign", str(name), "-C", str(folder), "--json", "--yes")
    return Path(json.loads(signed.stdout)["file"])


def witness(sealion: Sealion, table, seat: str) -> Path:
    """Answer the pending turn with the command."""
    folder = table.desks[seat].folder.path
    before = set((folder / "entries").iterdir())
    sealion("witness", "-C", str(folder))
    made: Path
    (made,) = set((folder / "entries").iterdir()) - before
    return made


def give(sealion: Sealion, table, seat: str, *files: Path) -> str:
    """Let a seat receive files; return what the command says."""
    folder = str(table.desks[seat].folder.path)
    return sealion("receive", *map(str, files), "-C", folder).output


def audits(sealion: Sealion, table) -> str:
    return sealion("audit", *(str(desk.folder.path) for desk in table.desks.values())).output


class Fork:
    """A receipt that its author could go on from, and what both folders held before it was made."""

    def __init__(self, sealion: Sealion, table, monkeypatch: pytest.MonkeyPatch) -> None:
        self._sealion, self._table, self._monkeypatch = sealion, table, monkeypatch
        self.first = self._answered()
        while table.desks[self.author].read().record.ledger.owes != self.author:
            self.first = self._answered()

    def _answered(self) -> Path:
        table = self._table
        self.author = table.record.ledger.owes
        self.keeper = other(self.author)
        give(self._sealion, table, self.keeper, sign(self._sealion, table, self.author))
        shutil.rmtree(table.root / "backup", ignore_errors=True)
        for seat, desk in table.desks.items():
            shutil.copytree(desk.folder.path, table.root / "backup" / seat)
        clock(self._monkeypatch, "2026-03-01T10:00:00Z")
        made = witness(self._sealion, table, self.keeper)
        give(self._sealion, table, self.author, made)
        return Path(shutil.copy(made, table.root / made.name))

    def restore(self, *seats: str) -> Path:
        """Put back what seats had before the receipt; return the receipt that is then made again."""
        table = self._table
        for seat in seats:
            shutil.rmtree(table.desks[seat].folder.path)
            shutil.copytree(table.root / "backup" / seat, table.desks[seat].folder.path)
        clock(self._monkeypatch, "2026-03-02T10:00:00Z")
        again = witness(self._sealion, table, self.keeper)
        assert again.name != self.first.name
        return again


def test_a_receipt_made_again_after_a_restore_convicts_nobody(
    sealion: Sealion, table, monkeypatch: pytest.MonkeyPatch
):
    """The witness lost his receipt and made it again; the other has gone on from the first: it counts."""
    fork = Fork(sealion, table, monkeypatch)
    following = sign(sealion, table, fork.author)
    again = fork.restore(fork.keeper)
    keeper = table.desks[fork.keeper]
    assert keeper.read().record.ledger.head != parse_entry(fork.first.read_bytes()).digest

    give(sealion, table, fork.author, again)
    give(sealion, table, fork.keeper, fork.first, following)

    assert keeper.read().record.ledger.pending.file_name == following.name
    for desk in table.desks.values():
        assert not desk.store.evidence()
    give(sealion, table, fork.author, witness(sealion, table, fork.keeper))
    assert "proved" in audits(sealion, table)


def test_the_author_who_signs_again_after_a_forked_receipt_is_not_convicted(
    sealion: Sealion, table, monkeypatch: pytest.MonkeyPatch
):
    """Both receipts were answered, each by a turn of its own: neither turn is a second version."""
    fork = Fork(sealion, table, monkeypatch)
    one = sign(sealion, table, fork.author)
    seen = Path(shutil.copy(one, table.root / one.name))
    give(sealion, table, fork.author, fork.restore(fork.author, fork.keeper))
    two = sign(sealion, table, fork.author)
    assert seen.name[:4] == two.name[:4]

    give(sealion, table, fork.keeper, two)
    give(sealion, table, fork.keeper, fork.first, seen)

    for desk in table.desks.values():
        assert not desk.store.evidence()
    answer = witness(sealion, table, fork.keeper)
    give(sealion, table, fork.author, fork.first, seen, answer)
    heads = {desk.read().record.ledger.head for desk in table.desks.values()}
    assert heads == {parse_entry(answer.read_bytes()).digest}
    assert "proved" in audits(sealion, table)


def test_a_witness_who_signs_two_receipts_is_the_one_that_the_evidence_names(
    sealion: Sealion, table
):
    """One says what the rules give, the other takes a roll away: the proof names the witness."""
    author = table.record.ledger.owes
    keeper = other(author)
    give(sealion, table, keeper, sign(sealion, table, author))
    true = witness(sealion, table, keeper)
    receipt = parse_entry(true.read_bytes())
    false = sign_entry(
        {**receipt.unsigned, "stands": receipt.unsigned["stands"] + 1}, {keeper: key_of(keeper)}
    )
    forged = table.root / false.file_name
    forged.write_bytes(false.data)
    give(sealion, table, author, true)

    said = give(sealion, table, author, forged)

    assert "evidence" in said
    desk = table.desks[author]
    assert false.file_name not in desk.store.names()
    (name,) = desk.store.evidence()
    proof = read_proof(desk.store.read_evidence(name))
    assert proof["seat"] == keeper
    check_proof(proof, [key_of(keeper).public])
    audit = sealion("audit", str(desk.folder.path)).output
    assert f"{keeper} signed two versions of receipt {receipt.seq}" in " ".join(audit.split())
    status = sealion("campaign", "status", "-C", str(desk.folder.path)).output
    assert "EVIDENCE" in status
