"""What arrives is proved before it costs anything: a forged file makes nobody replay a campaign."""

from collections import Counter
from pathlib import Path

import pytest

from sealion_pbem.errors import SignatureError
from sealion_pbem.pbem.entry import Entry, entry_from, sign_entry
from sealion_pbem.umpire import log, receiving
from sealion_pbem.umpire.receiving import MOST_VERSIONS
from tests.campaigns import Table, key_of, make_campaign
from tests.umpire.attack import offer, other


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game between two desks, in the middle, nobody's turn pending."""
    return make_campaign(tmp_path, turns=4, folders="each")


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often a log is read while something is received."""
    counted: Counter[str] = Counter()

    def read_log(*files, **more):
        counted["replays"] += 1
        return log.read_log(*files, **more)

    monkeypatch.setattr(receiving, "read_log", read_log)
    return counted


def version(turn: Entry, nonce: int, seat: str) -> Entry:
    """Another version of a turn, signed by the key of some seat."""
    body = {**turn.unsigned, "nonce": f"{nonce:064x}"}
    signed = sign_entry(body, {turn.by: key_of(seat)})
    return entry_from({**body, "signatures": signed.signatures})


def test_forged_versions_are_refused_without_a_replay(table: Table, replays: Counter[str]):
    """Fifty versions that the author never signed: each costs its signature, and no replay."""
    turn = table.sign()
    forged = [version(turn, n, other(turn.by)) for n in range(50)]
    replays.clear()

    results = table.desk_of(other(turn.by)).receive(
        [(f"{n}", e.data) for n, e in enumerate(forged)]
    )

    assert {type(result.error) for result in results} == {SignatureError}
    assert replays["replays"] == 0


def test_signed_versions_are_kept_up_to_a_few(table: Table, replays: Counter[str]):
    """The author signs version after version: some are kept with proofs, the rest is refused."""
    turn = table.sign()
    versions = [version(turn, n, turn.by) for n in range(30)]
    replays.clear()

    results = table.desk_of(other(turn.by)).receive(
        [(f"{n}", e.data) for n, e in enumerate(versions)]
    )

    assert [result.status for result in results].count("evidence") == MOST_VERSIONS - 1
    assert [result.status for result in results].count("refused") == 30 - MOST_VERSIONS + 1
    assert replays["replays"] <= MOST_VERSIONS
    again = table.desk_of(other(turn.by)).receive([("x", versions[0].data)])
    assert {result.status for result in again} <= {"known", "refused"}


def test_what_is_known_is_answered_by_its_file(table: Table):
    """An entry is known because its file is there; if the file is lost it is taken again."""
    turn = table.sign()
    desk = table.desk_of(other(turn.by))
    assert offer(table, turn, other(turn.by)).status == "known"
    (desk.folder.entries / turn.file_name).unlink()
    assert offer(table, turn, other(turn.by)).status == "accepted"
    assert desk.read().record.ledger.pending.digest == turn.digest
