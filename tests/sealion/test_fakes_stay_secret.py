"""14.6  Nobody can see which parachutists are real before they are shown."""

import secrets
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from unittest.mock import patch

from benchmarks.campaigns import write_campaign
from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.cli.audit import paragraph
from sealion_pbem.engine.canon import canonical
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.report.story import asked, story
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from sealion_pbem.rulesets.sealion.veil import SEALS
from sealion_pbem.umpire import founding, record
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.drafts import check_draft, new_draft, own_seals
from sealion_pbem.umpire.exhibition import Exhibition
from tests.leaks import files_below, leaks, secrets_of
from tests.parachutists import PAIRS
from tests.twins import (
    NAME,
    OPTIONS,
    Public,
    founded,
    played,
    played_otherwise,
    seed_without_digest,
)

# What differs between two campaigns because something before it does.
CHAINED = ("prev", "nonce", "turn", "state", "signatures")


def test_the_campaign_has_something_to_hide():
    """Counters whose identity nobody knows are on the map when it is looked at."""
    public, sealed = played()
    state = public.match.record.game.state
    hexes = state.table.board.hexes
    down = [n for n in state.units if state.units[n].place in hexes and state.is_doubtful(n)]
    real = {value for _, value in sealed.values()}
    assert real & set(down)
    assert set(down) - real
    assert set(sealed) == {SEALS + key for key in PAIRS}


def test_two_campaigns_that_differ_in_what_is_real_are_alike_in_every_public_byte():
    """Entries, positions, questions: all equal but for the seals and the digests that follow."""
    first, second = played()[0], played_otherwise()
    assert list(map(_without_chain, first.entries)) == list(map(_without_chain, second.entries))
    assert first.states == second.states
    assert first.told == second.told
    digests = [_seals(public) for public in (first, second)]
    assert len(digests[0]) == 4
    assert not set(digests[0]) & set(digests[1]), "only the seals differ"


def _without_chain(entry: Entry) -> bytes:
    body = {name: value for name, value in entry.unsigned.items() if name not in CHAINED}
    for order in body.get("orders", ()):
        if order["kind"] == "seal":
            body = body | {
                "orders": [o | {"digest": ""} if "digest" in o else o for o in body["orders"]]
            }
    return canonical(body)


def _seals(public: Public) -> list[str]:
    return [
        order["digest"]
        for entry in public.entries
        for order in entry.unsigned.get("orders", ())
        if order["kind"] == "seal"
    ]


def _received(public: Public, tmp_path: Path) -> Iterator[tuple[str, bytes]]:
    """Every byte the British have of a campaign that goes on: files, archive, texts."""
    folder = write_campaign(tmp_path / NAME, public.entries)
    export(Folder(folder), tmp_path / "campaign.zip")
    yield "archive", (tmp_path / "campaign.zip").read_bytes()
    verdict = audit_folder(folder)
    yield "audit", (paragraph(verdict) + repr(verdict)).encode()
    yield from files_below(folder).items()
    yield from ((f"text {number}", text.encode()) for number, text in enumerate(public.told))
    yield from ((f"state {number}", data) for number, data in enumerate(public.states))
    fresh = founded().match.record
    for entry in public.entries[1:]:
        outcome = fresh.admit(entry).outcome
        if outcome:
            lines = [*story(fresh.ruleset, outcome), asked(outcome), repr(outcome.events)]
            yield f"story of {entry.file_name}", "\n".join(lines).encode()


def test_no_byte_that_the_british_receive_holds_the_secret(tmp_path: Path):
    """Entries, archive, audit, story, board: no salt, no sealed value."""
    public, sealed = played()
    with patch.object(record, "seed_of", seed_without_digest):
        received = dict(_received(public, tmp_path))
    assert len(received) > 50
    assert leaks(received, secrets_of(sealed)) == []


def test_the_search_finds_what_is_there(tmp_path: Path):
    """A salt in a zip, in base64, in raw bytes, a value in plain words."""
    _, sealed = played()
    salt, value = sealed[SEALS + "sturm"]
    wanted = secrets_of(sealed)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inside.txt", f"xx{salt}xx")
    assert leaks(files_below(tmp_path), wanted)
    for data in (bytes.fromhex(salt), salt.upper().encode(), f"so {value} is real".encode()):
        assert leaks([b"before " + data + b" after"], wanted)
    assert leaks([b"aGVsbG8gd29ybGQgaGVsbG8gd29ybGQh" + b"\n"], ["hello world"])
    assert not leaks([b"nothing"], wanted)


def desks(root: Path) -> Exhibition:
    """Two desks with a charter; what is drawn at random is counted, and the dice chains are short."""
    numbers = count()

    def token_hex(size: int = 32) -> str:
        return sha256(f"{next(numbers)}".encode()).hexdigest()[: 2 * size]

    seats: tuple[str, ...] = (GERMAN, BRITISH)
    keys = {seat: (seat, key_from_seed(sha256(seat.encode()).digest())) for seat in seats}
    with patch.object(secrets, "token_hex", token_hex), patch.object(founding, "LENGTH", 64):
        game = Exhibition(root, keys, b"seed", "2024-02-29T12:00:00Z")
        game.found("sealion-deluxe", OPTIONS)
    return game


def test_what_a_desk_sends_holds_no_secret(tmp_path: Path):
    """Through drafts and private files: the salts are in the German's private file and nowhere else."""
    game = desks(tmp_path)
    for sent in game.play(1):
        if sent.entry.kind == "receipt" and sent.record.game.seals.get(GERMAN):
            break
    sealed = game.commanders[GERMAN].sealed
    assert len(sealed) == 4
    own, other = (own_seals(game.desks[seat], sent.record, GERMAN) for seat in (GERMAN, BRITISH))
    assert own == {name: value for name, (_, value) in sealed.items()}
    assert other == {}
    lines = leaks(files_below(tmp_path), secrets_of(sealed))
    assert {line.rpartition(" in ")[2].partition(":")[0] for line in lines} == {
        "german/private/german.json"
    }
    export(Folder(tmp_path / GERMAN), tmp_path / "german.zip")
    assert leaks([(tmp_path / "german.zip").read_bytes()], secrets_of(sealed)) == []


def test_a_slip_of_the_pen_does_not_become_a_breach(tmp_path: Path):
    """A draft that seals what makes no sense is refused, with the values that do."""
    game = desks(tmp_path)
    for sent in game.play(1):
        decision = sent.record.decision
        if decision is not None and decision.kind == "seal_parachutists":
            draft = new_draft(sent.record, GERMAN)
            break
    draft["orders"] = [{"kind": "seal", "name": "parachutists/sturm", "value": "de_sturm_c"}]
    (refused,) = check_draft(game.desks[GERMAN], draft).refused
    assert "one of 'de_sturm_a', 'de_sturm_b'" in refused.text
    assert refused.at == "/orders/0/value"
    draft["orders"][0]["value"] = "de_sturm_b"
    assert not check_draft(game.desks[GERMAN], draft).refused
