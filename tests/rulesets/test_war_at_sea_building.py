"""Fleets and flight plans that players make themselves: in words, with what will count against them."""

from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.war_at_sea import data, sample
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.exhibition import Exhibition
from sealion_pbem.umpire.papers import read_paper
from sealion_pbem.umpire.rehearsal import rehearse
from sealion_pbem.umpire.template import comments
from tests.campaigns import key_of
from tests.war_at_sea import at

AXIS, ALLIED = WAR_AT_SEA.seats
START = WAR_AT_SEA.setup("standard", {})


def in_the_air() -> Any:
    """Return a state in which the Axis seals its flights."""
    units = (
        "axis-jp_a6m2_zero",
        "axis-jp_d3a1_val",
        "axis-jp_d3a1_val-2 rearming",
        "axis-jp_tone 0505",
    )
    return at("flights", *units, "allied-us_fletcher 0507", "allied-uk_hood 0508").state


@pytest.mark.parametrize("fleet", data.fleets(), ids=lambda fleet: fleet.name)
def test_a_fleet_in_words_is_read_as_itself(fleet: Any):
    """Names with numbers before them mean the cards; so does the name of the ready fleet."""
    seat, cards = Seat(fleet.side), [*fleet.cards]
    said = WAR_AT_SEA.say_secret(START, seat, "fleet", cards)
    assert sorted(WAR_AT_SEA.read_secret(START, seat, "fleet", said)) == sorted(cards)
    assert "_" not in said, "no ids"
    assert WAR_AT_SEA.read_secret(START, seat, "fleet", fleet.name) == cards


def test_a_plan_in_words_is_read_as_itself():
    """P.3  Every plan that is offered, said and read again."""
    state = in_the_air()
    for plan in sample.secrets(state)["flights"]:
        said = WAR_AT_SEA.say_secret(state, AXIS, "flights", plan)
        assert WAR_AT_SEA.read_secret(state, AXIS, "flights", said) == plan
    said = "A6M2 Zero to Fletcher, 0404; D3A1 Val 1 to Hood"
    assert WAR_AT_SEA.read_secret(state, AXIS, "flights", said) == [
        ["axis-jp_a6m2_zero-1", "allied-us_fletcher-1", "0404"],
        ["axis-jp_d3a1_val-1", "allied-uk_hood-1"],
    ]


@pytest.mark.parametrize(
    ("said", "doubts"),
    [
        ("Bismarck, 2 U-66", []),
        ("Bismrak", ["did you mean Bismarck (de_bismarck)"]),
        ("Bismarck, Yamato", ["costs 128 points, at most 100"]),
        ("HMS Hood", ["HMS Hood is on the allied side"]),
        ("16 S-Boat", ["16 units, at most 15"]),
        ("nonsense", ["no card is called 'nonsense'"]),
        ("", ["the fleet is empty"]),
        ("6 Messerschmitt Bf 109E, S-Boat", ["6 Aircraft"]),
    ],
)
def test_its_owner_is_told_what_a_fleet_will_come_to(said: str, doubts: list[str]):
    """R-11  Nobody else can know it, so nobody refuses it: he is told before he seals."""
    value = WAR_AT_SEA.read_secret(START, AXIS, "fleet", said)
    found = WAR_AT_SEA.doubts(START, AXIS, "fleet", value)
    assert len(found) == len(doubts), found
    for text, doubt in zip(found, doubts, strict=True):
        assert text.startswith("opened, this fleet loses the game (R-11): ")
        assert doubt in text


@pytest.mark.parametrize(
    ("value", "doubt"),
    [
        ({"no": "plan"}, "counts as empty: it is no list of missions"),
        ([["axis-jp_a6m2_zero-1"]], "counts as empty: a mission has one to four places"),
        ([["axis-jp_a6m2_zro-1", "0404"]], "no unit is called 'axis-jp_a6m2_zro-1'"),
        ([["axis-jp_d3a1_val-2", "0404"]], "is rearming"),
        ([["axis-jp_a6m2_zero-1", "0401"]], "neither a sector of the map nor a unit"),
        ([["allied-uk_hood-1", "0404"]], "is not yours"),
    ],
)
def test_its_owner_is_told_what_of_a_plan_is_not_flown(value: Any, doubt: str):
    """P.3  A plan that cannot be read is empty; a mission that cannot be flown is skipped."""
    (found,) = WAR_AT_SEA.doubts(in_the_air(), AXIS, "flights", value)
    assert doubt in found
    assert "(rule " in found


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """The desk of the Axis in a campaign that has just been founded."""
    keys = {str(seat): (str(seat), key_of(seat)) for seat in WAR_AT_SEA.seats}
    exhibition = Exhibition(tmp_path, keys, b"building", "2026-01-01T00:00:00Z")
    exhibition.found("war-at-sea", {"zone": 2})
    return exhibition.desks[AXIS]


def draft(desk: Desk, value: Any) -> dict[str, Any]:
    record = desk.read().record
    orders = [{"kind": "seal", "name": "fleet", "value": value}]
    return {**new_draft(record, AXIS), "orders": orders}


def test_a_fleet_of_ones_own_is_checked_and_sealed(desk: Desk):
    """2.2  Cards that no ready fleet has together: no doubt, and what is kept are the cards."""
    own = draft(desk, "Yamato, Fubuki")
    assert rehearse(desk, own).dangers == ()
    entry = sign_draft(desk, own)
    assert "Yamato" not in entry.data.decode()
    assert "jp_yamato" not in entry.data.decode()


def test_an_unlawful_fleet_is_told_before_it_is_sealed(desk: Desk):
    """R-11  `turn check` and the review before signing say what it costs; the file is legal."""
    rehearsal = rehearse(desk, draft(desk, ["de_bismarck", "de_bismarck"]))
    assert not rehearsal.refused
    (note,) = rehearsal.notes(lambda at: at)
    assert note.startswith("opened, this fleet loses the game (R-11): the fleet costs 102 points")
    assert rehearsal.document["dangers"] == [note]


def test_a_sheet_offers_fleets_in_words(desk: Desk):
    """A new sheet shows ready fleets by names, and such a line is taken as it stands."""
    record = desk.read().record
    assert record.decision is not None
    lines = [line.strip() for line in comments(record, record.decision, {})]
    offered = [line for line in lines if line.startswith("seal fleet = ")]
    assert (
        "seal fleet = Bismarck, Prinz Eugen, Z20 Karl Galster, U-47, Focke-Wulf Fw 200, S-Boat"
        in offered
    )
    place = f"orders: entry 1 of axis, fleet, campaign {record.ledger.campaign[:16]}"
    for line in offered:
        paper = read_paper(record, f"{place}\n{line}\n".encode())
        assert rehearse(desk, paper.draft).dangers == ()


def test_a_fleet_is_opened_and_set_up_by_names(tmp_path: Path):
    """1.1.4  In the file that opens it only its owner knows the units: `Hood` is the first of them."""
    keys = {str(seat): (str(seat), key_of(seat)) for seat in WAR_AT_SEA.seats}
    exhibition = Exhibition(tmp_path, keys, b"names", "2026-01-01T00:00:00Z")
    exhibition.found("war-at-sea", {"zone": 2})
    played = exhibition.play(1)
    for _ in range(4):
        next(played)
    record = exhibition._record()
    assert record.decision is not None
    assert record.decision.kind == "open_fleet"
    names = lexicon_of(WAR_AT_SEA, record.game.state)
    card, seat = ("uk_hood", "allied") if record.decision.seat == "allied" else ("de_u47", "axis")
    assert names.meant_by(data.cards()[card].name.removeprefix("HMS ")) == f"{seat}-{card}-1"
