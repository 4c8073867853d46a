"""The board picture of War at Sea: the zone that the die chose, counters, loads, smoke, marks."""

from pathlib import Path

import pytest

from sealion_pbem.engine.picture import as_it_lies
from sealion_pbem.errors import UsageError
from sealion_pbem.report import drawing
from sealion_pbem.report.drawing.layout import layout
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.style import STYLE
from sealion_pbem.umpire.vassal_kit import module_of
from tests.table import Table
from tests.war_at_sea import at, attack, unit_of

CHART = WAR_AT_SEA.chart()


def grounds(state):
    chart = as_it_lies(CHART, WAR_AT_SEA.supplement(state))
    return {space.name: space.ground for space in chart.spaces if space.outline}


def piece_of(state, words):
    name = unit_of(words)[0]
    (found,) = (piece for piece in WAR_AT_SEA.pieces(state) if piece.id == name)
    return found


def test_before_the_die_every_sector_is_open_sea():
    """1.1.2, the zone is not known: an empty sea with all its sectors."""
    state = Table("war-at-sea", "standard").state
    assert grounds(state) == dict.fromkeys(data.sectors(), "open")
    assert WAR_AT_SEA.pieces(state) == ()


@pytest.mark.parametrize("zone", data.zones())
def test_the_zone_lies_on_the_map(zone):
    """1.1.2, each zone: islands, shoals and weather where the sheet has them, three objectives."""
    state = at("sea_move", "axis-de_bismarck 0101", "allied-uk_hood 1008", zone=zone).state
    painted = grounds(state)
    lying = data.zones()[zone]
    assert {s: painted[s] for s in lying.features} == dict(lying.features)
    goals = {sector for sector, kind in WAR_AT_SEA.supplement(state).signs if kind == "objective"}
    assert goals == set(lying.objectives)
    drawn = drawing.svg(WAR_AT_SEA, state)
    assert drawn.count('class="objective"') == 3


def test_neighbours_share_a_side():
    """1.1, the grid of the sheet: sectors that touch on paper are those that are neighbours."""
    rings = {space.name: set(space.outline) for space in CHART.spaces if space.outline}
    touching = {(a, b) for a in rings for b in rings if len(rings[a] & rings[b]) == 2}
    listed = set()
    for line in (line.split(",") for line in _sheet()):
        listed |= {(line[0], other) for other in line[7].split()}
    assert touching == listed


def _sheet():
    return Path(data.folder(), "sectors.csv").read_text("utf-8").splitlines()[1:]


def test_counters_tell_hull_points_and_state():
    """6.1, 6.2, 7.2: hull points left of all, a stripe on the damaged, A and R on aborted and rearming."""
    state = at(
        "surface_attack", "axis-de_bismarck 0304 hull=3", "allied-uk_hood 0306",
        "axis-de_ju87b 0306 aborted", "axis-de_bf109e base=airbase rearming",
    ).state  # fmt: skip
    bismarck, hood = piece_of(state, "axis-de_bismarck"), piece_of(state, "allied-uk_hood")
    full = data.cards()["de_bismarck"].hull
    assert (bismarck.values, bismarck.is_reduced) == (f"3/{full}", True)
    assert not hood.is_reduced
    assert bismarck.shape != hood.shape
    assert piece_of(state, "axis-de_ju87b").note == "A"
    based = piece_of(state, "axis-de_bf109e")
    assert (based.note, based.place) == ("R", "airbase west")


def test_who_is_aboard_lies_with_the_carrier():
    """7.1: an Aircraft aboard is drawn under its Carrier, in its sector."""
    state = at("sea_move", "axis-jp_akagi 0304", "axis-jp_a6m2_zero base=axis-jp_akagi-1",
               "allied-uk_hood 0306").state  # fmt: skip
    zero = piece_of(state, "axis-jp_a6m2_zero")
    assert (zero.place, zero.aboard) == ("0304", "axis-jp_akagi-1")
    laid = [one.piece.id for one in layout(CHART, WAR_AT_SEA.pieces(state)) if one.piece]
    assert laid.index("axis-jp_a6m2_zero-1") < laid.index("axis-jp_akagi-1")


def test_claims_are_held_and_smoke_is_drawn():
    """1.3.3, 8.12: a claimed objective has no marker and is tinted; smoke lies in its sector."""
    state = at("surface_attack", "axis-de_bismarck 0304", "allied-uk_hood 0306",
               zone=1, claims={"0602": "axis"}, smoke=["0405"]).state  # fmt: skip
    assert WAR_AT_SEA.held(state) == {"held": ("0602",)}
    assert set(WAR_AT_SEA.supplement(state).signs) == {
        ("0505", "objective"), ("0608", "objective"), ("0405", "smoke"),
    }  # fmt: skip
    assert grounds(state)["0602"] == "objective"


def test_attacks_are_marked_where_the_target_is():
    """5.2, a ship fires at another: one fight, in the sector of the target."""
    table = at("surface_attack", "axis-de_bismarck 0304", "allied-uk_hood 0306")
    before = table.state.copy()
    faces = data.cards()["de_bismarck"].main[2]
    result = table.dice(*[1] * faces).orders(
        attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="main")
    )
    marks = WAR_AT_SEA.marks(result.events, before)
    assert [(mark.kind, mark.places, mark.number) for mark in marks] == [("fight", ("0306",), 1)]


def test_every_card_can_be_drawn():
    """2.1: a symbol and colours for each card, and a label that fits on a counter."""
    for card in data.cards().values():
        side = card.side if card.side in WAR_AT_SEA.seats else "axis"
        for left in range(card.hull, 0, -1):
            piece = WAR_AT_SEA.piece(f"{side}-{card.id}-2", left)
            assert piece.symbol in STYLE.figures, card.id
            assert (piece.shape, piece.arm) in STYLE.colours
            assert 1 <= len(piece.label) <= 15


def test_a_module_for_vassal_is_refused():
    """Fleets are secret, so the counters of a game are not known beforehand; the refusal says so."""
    with pytest.raises(UsageError, match="not known before"):
        module_of(WAR_AT_SEA)
