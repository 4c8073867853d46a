"""The board picture of A World at War: map, walls, who holds what, wings that lost factors, marks."""

import re

from sealion_pbem.report import drawing
from sealion_pbem.report.drawing.geometry import centre, corners, side
from sealion_pbem.report.drawing.ground import ground
from sealion_pbem.report.drawing.layout import layout
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from sealion_pbem.rulesets.world_at_war.style import STYLE
from sealion_pbem.umpire.vassal_kit import module_of

CHART = WORLD_AT_WAR.chart()


def begun(scenario="france-1940"):
    return WORLD_AT_WAR.setup(scenario, {})


def test_every_hex_of_the_pack_is_on_the_map():
    """R-6, R-10: hexes in play and closed ones, with terrain, capitals, objectives and ports."""
    cells = {cell.number: cell for cell in CHART.cells}
    assert set(cells) == set(data.hexes())
    assert cells["0906"].terrain == {"capital"}
    assert {site.kind for site in cells["0906"].sites} == {"capital"}
    assert {site.kind for site in cells["1112"].sites} == {"objective", "port"}
    assert {site.kind for site in cells["1104"].sites} == {"fort"}
    assert cells["0213"].terrain == {"closed"}


def test_walls_stand_inside_the_hex_that_they_protect():
    """15.32E, 15.32F: the Maginot Line and the West Wall between the same hexes are told apart."""
    walls = {(s.a, s.b, *s.features): s.protects for s in CHART.sides if s.protects}
    assert walls["1305", "1306", "fortress"] == "1306"
    assert walls["1305", "1306", "fortification"] == "1305"
    drawn = ground(CHART, is_plain=False)
    ink = STYLE.inks["fortress"]
    (d, *_) = re.findall(rf'd="([^"]+)"[^>]*stroke="{ink}"', drawn)
    points = [tuple(map(float, pair.split(","))) for pair in re.findall(r"[\d.]+,[\d.]+", d)]
    assert len(points) == 2 * sum("fortress" in s.features for s in CHART.sides)
    (ax, ay), (bx, by) = side("1305", "1306")
    middle = (ax + bx) / 2, (ay + by) / 2
    ends = zip(points[::2], points[1::2], strict=True)
    near = [((px + qx) / 2, (py + qy) / 2) for (px, py), (qx, qy) in ends]
    inside, outside = centre("1306"), centre("1305")

    def apart(one, other):
        return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5

    wall = min(near, key=lambda point: apart(point, middle))
    assert apart(wall, inside) < apart(wall, outside)
    assert apart(wall, middle) < 8
    assert wall not in corners("1306")


def test_frontiers_follow_from_countries():
    """R-10: a side between France and Germany is one, a side within France is none."""
    pairs = {(s.a, s.b) for s in CHART.sides if "frontier" in s.features}
    assert ("1306", "1406") in pairs
    assert ("0806", "0906") not in pairs


def test_each_side_has_its_tint_and_neutrals_have_none():
    """R-13, R-14: Paris is Allied, Cologne Axis, Brussels and Milan nobody's before they are in the war."""
    held = WORLD_AT_WAR.held(begun())
    assert "0906" in held["held_by_allies"]
    assert "1204" in held["held_by_axis"]
    for number in ("1004", "1510"):
        assert not any(number in places for places in held.values())
    drawn = drawing.svg(WORLD_AT_WAR, begun())
    for tint in held:
        assert f'fill="{STYLE.inks[tint]}" fill-opacity="0.22"' in drawn


def test_who_is_taken_changes_the_picture():
    """R-13: a hex that changes hands has other pixels."""
    state = begun()
    before = drawing.png(WORLD_AT_WAR, state, crop=("0906",))
    state.take("axis", "0906", "0907")
    assert "0906" in WORLD_AT_WAR.held(state)["held_by_axis"]
    assert drawing.png(WORLD_AT_WAR, state, crop=("0906",)) != before


def test_a_wing_that_lost_factors_is_told_by_band_and_number():
    """R-7, R-40: 5-4 with all its factors, 3-4 with a band after losing two."""
    new, hurt = WORLD_AT_WAR.piece("de_air_1"), WORLD_AT_WAR.piece("de_air_1", 3)
    assert (new.values, new.is_reduced) == ("5-4", False)
    assert (hurt.values, hurt.is_reduced) == ("3-4", True)
    state = begun()
    state.put("de_air_1", state.units["de_air_1"]._replace(factors=3))
    assert next(p for p in WORLD_AT_WAR.pieces(state) if p.id == "de_air_1").values == "3-4"


def test_sides_differ_in_shape_and_nations_in_flag():
    """Angular counters for the Axis, rounded ones for the Allies; the minors have their flags."""
    shapes: dict[str, set[str]] = {seat: set() for seat in WORLD_AT_WAR.seats}
    for piece in WORLD_AT_WAR.pieces(begun()):
        shapes[piece.seat].add(piece.shape)
    assert shapes == {"axis": {"square", "pointed"}, "allies": {"round", "arched"}}
    assert WORLD_AT_WAR.piece("be_inf_1").flag == "belgium"
    assert STYLE.flags["netherlands"].is_level


def test_everybody_is_drawn_once():
    """Every unit of all scenarios that is in play has one counter on the paper; pools have boxes."""
    for scenario in WORLD_AT_WAR.scenarios:
        state = begun(scenario)
        laid = [one.piece.id for one in layout(CHART, WORLD_AT_WAR.pieces(state)) if one.piece]
        assert sorted(laid) == sorted(p.id for p in WORLD_AT_WAR.pieces(state))
        assert len(laid) == len(set(laid))


def test_layers_are_those_of_the_rules():
    """R-13, 10.34, R-33: control, zones of control and supply of either side."""
    layers = WORLD_AT_WAR.layers(begun())
    assert [(one.name, one.seat) for one in layers] == [
        ("control", "axis"), ("control", "allies"),
        ("zones of control", "axis"), ("zones of control", "allies"),
        ("supply", "axis"), ("supply", "allies"),
    ]  # fmt: skip
    assert "1802" in layers[4].places


def test_a_hex_says_what_is_true_of_it():
    """15.32E, R-33: Strasbourg has its walls and a line of supply to Paris; a box has nothing."""
    state = begun()
    facts = {fact.name: fact.text for fact in WORLD_AT_WAR.place_facts(state, "1306")}
    assert facts["control"].startswith("allies; france")
    assert facts["walls"].startswith("fortress towards")
    (line,) = WORLD_AT_WAR.lines(state, "1306")
    assert (line.places[0], line.places[-1]) == ("1306", "0906")
    assert WORLD_AT_WAR.place_facts(state, "Signs") == ()


def test_there_is_a_vassal_module():
    """Map, counters and turn track follow from the ruleset alone."""
    assert module_of(WORLD_AT_WAR).startswith(b"PK")
