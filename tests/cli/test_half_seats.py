"""A charter draft goes through many hands: whatever somebody left out or put in, it is refused in words."""

import json
import shutil
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.campaign.keyring import save_key
from sealion_pbem.pbem.charter import Share, join
from sealion_pbem.umpire.founding import draft_for
from tests.campaigns import TIME, key_of

MEMBERS = ("key", "nonce", "anchor", "standing_orders")
SUBSETS = list(chain.from_iterable(combinations(MEMBERS, size) for size in range(5)))
MODES = {"peer": 2, "referee": 3, "both": 3, "solo": 2}
STANDING = [{"when": "defend", "do": "stand"}]


def seats_of(mode: str) -> list[str]:
    return ["red", "blue", "referee"][: MODES[mode]]


@cache
def complete_draft(mode: str) -> str:
    """A draft in which every seat has said everything, anchors and standing orders included."""
    draft = draft_for("hill", ruleset="skirmish", mode=mode, created=TIME)
    for _, seat in product(range(2), seats_of(mode)):
        share = Share(seat.encode().hex().ljust(64, "0"), b"5" * 32, 8)
        draft = join(draft, seat, key_of(seat), share)
    for seat in seats_of(mode):
        draft["seats"][seat].setdefault("anchor", {"tip": "7" * 64, "length": 8})
        draft["seats"][seat]["standing_orders"] = STANDING
    draft["signatures"] = {}
    return json.dumps(draft)


def draft_with(mode: str, seat: str, members: tuple[str, ...], others: tuple[str, ...]) -> Any:
    """A draft in which one seat has just these members, and every other seat those."""
    draft = json.loads(complete_draft(mode))
    for name, facts in draft["seats"].items():
        wanted = members if name == seat else others
        draft["seats"][name] = {member: facts[member] for member in wanted}
    return draft


def is_lawful(draft: Any) -> bool:
    """Section 5 of the protocol: key and nonce together, anchors when every nonce is there."""
    opens_dice = ["referee"] if draft["mode"] == "referee" else list(draft["seats"])
    shares = draft["seats"].values()
    return all(
        not facts
        or (
            {"key", "nonce"} <= set(facts)
            and (
                "anchor" not in facts
                or (seat in opens_dice and all("nonce" in one for one in shares))
            )
        )
        for seat, facts in draft["seats"].items()
    )


@pytest.fixture
def tried(sealion, home: Path, monkeypatch):
    """Join a draft as a seat in a new folder; return exit code and words. It never ends in a traceback."""
    for name in ("red", "blue", "referee", "hill-red", "hill-blue"):
        save_key(name, key_of(name.removeprefix("hill-")), None)
    # Growing a dice chain of the usual length takes longer than all the rest.
    monkeypatch.setattr("sealion_pbem.umpire.founding.LENGTH", 8)

    def join_as(draft: Any, seat: str) -> tuple[int, str]:
        from click.testing import CliRunner

        from sealion_pbem.cli.root import cli

        shutil.rmtree(home / "b", ignore_errors=True)
        (home / "draft.json").write_text(json.dumps(draft))
        words = ["campaign", "join", "draft.json", "--seat", seat, "--key", seat, "-C", "b"]
        result = CliRunner().invoke(cli, words)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.output

    return join_as


@pytest.mark.parametrize("others", [(), ("key", "nonce"), MEMBERS], ids=["free", "taken", "ready"])
@pytest.mark.parametrize("mode", MODES)
def test_every_half_seat_is_refused_in_words(tried, home: Path, mode, others):
    """All subsets of a seat's members, for every seat, by its owner and by everybody else.

    What is half there ends with 3 and names the seat and what it lacks, before anything is written.
    """
    for seat, members, own in product(seats_of(mode), SUBSETS, seats_of(mode)):
        draft = draft_with(mode, seat, members, others)
        code, said = tried(draft, own)
        what = f"{seat} with {members} joined by {own}: {said}"
        if is_lawful(draft):
            assert code in (0, 3, 4), what
            assert "changed on its way" not in said, what
            continue
        assert code == 3, what
        assert "ask who sent it" in said, what
        assert not (home / "b").exists(), what
        if members and not {"key", "nonce"} <= set(members):
            lacking = [name for name in ("key", "nonce") if name not in members]
            assert f"/seats/{seat}: {seat} has " in said, what
            assert all(f"no {name}" in said for name in lacking), what


def test_a_lawful_seat_is_taken(tried):
    """An empty seat beside an empty or a taken one: what the tests above refuse is not everything."""
    for others in ((), ("key", "nonce"), ("key", "nonce", "standing_orders")):
        code, said = tried(draft_with("peer", "red", (), others), "red")
        assert (code, "still missing" in said) == (0, True), said


def test_a_signature_too_early_or_of_nobody(tried):
    """Somebody signed what was not complete, or has no seat at all: named, and nothing else happens."""
    draft = draft_with("peer", "red", (), ("key", "nonce"))
    for signer, words in {
        "blue": "blue has signed without key and nonce of red",
        "green": "green has signed, but has no seat",
    }.items():
        code, said = tried({**draft, "signatures": {signer: "0" * 128}}, "red")
        assert (code, words in said) == (3, True), said
    del draft["signatures"]
    code, said = tried(draft, "red")
    assert (code, "'signatures' is missing" in said) == (3, True), said


@pytest.mark.parametrize("members", [("key",), ("nonce",), ("standing_orders",), ("key", "anchor")])
def test_a_half_seat_in_the_draft_of_the_folder(sealion, tried, home: Path, members):
    """The draft that a folder keeps is no better than one that came by mail: join and invite say so."""
    good = draft_with("peer", "blue", (), ())
    assert tried(good, "red")[0] == 0
    kept = json.loads((home / "b" / "draft.json").read_text())
    full = json.loads(complete_draft("peer"))["seats"]["blue"]
    bad = {**kept, "seats": {**kept["seats"], "blue": {name: full[name] for name in members}}}
    (home / "good.json").write_text(json.dumps(kept))
    (home / "b" / "draft.json").write_text(json.dumps(bad))

    for words in (
        ("campaign", "join", "good.json", "-C", "b"),
        ("mail", "invite", "blue", "-C", "b"),
        ("mail", "invite", "red", "-C", "b"),
    ):
        refused = sealion(*words, code=3)
        assert "/seats/blue: blue has" in refused.output


def test_a_refused_key_does_not_stay_in_the_settings(sealion, tried, home: Path):
    """Red tries his seat with another's key: refused, and the next command uses the right one."""
    assert tried(draft_with("peer", "blue", (), ()), "red")[0] == 0
    before = (home / "b" / "campaign.json").read_bytes()
    refused = sealion(
        "campaign", "join", "b/draft.json", "--seat", "red", "--key", "blue", "-C", "b", code=4
    )
    assert "taken by another key" in refused.output
    assert (home / "b" / "campaign.json").read_bytes() == before
    sealion("campaign", "join", "b/draft.json", "-C", "b")


def test_secrets_that_are_elsewhere_are_not_made_anew(sealion, tried, home: Path):
    """Red goes on in another folder than the one in which he sat down: told where his secrets are."""
    assert tried(draft_with("peer", "blue", (), ()), "red")[0] == 0
    words = ("campaign", "join", "b/draft.json", "--seat", "red", "--key", "red", "-C", "c")
    refused = sealion(*words, code=3)
    assert "work in the folder in which you joined" in refused.output
    assert not (home / "c").exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scenario": "kent"}, "the draft: "),
        ({"options": {"rain": True}}, "the draft: "),
        ({"ruleset": {"id": "chess", "revision": 1}}, "chess"),
        ({"seats": {"red": {}, "green": {}}}, "is played by red, blue"),
        ({"seats": {"red": {}, "blue": {}, "referee": {}}}, "in mode peer Skirmish is played by"),
        ({"mode": "both"}, "is played by red, blue, referee"),
    ],
)
def test_a_game_that_nobody_here_can_play(sealion, tried, home: Path, changes, words):
    """Unknown scenario, option, ruleset or seat: said before a seat is taken, and before inviting."""
    bad = {**draft_with("peer", "red", (), ()), **changes}
    code, said = tried(bad, "red")
    assert (code in (2, 3, 4), words in said) == (True, True), said
    assert not (home / "b").exists()

    assert tried(draft_with("peer", "red", (), ()), "red")[0] == 0
    (home / "b" / "draft.json").write_text(json.dumps(bad))
    seat = list(bad["seats"])[1]
    assert words in sealion("mail", "invite", seat, "-C", "b", code=code).output
