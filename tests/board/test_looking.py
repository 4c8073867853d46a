"""Looking at a position: areas, what is true of a place, where printed values come from."""

from itertools import pairwise
from typing import Any

import pytest

from sealion_pbem.board import request
from sealion_pbem.errors import StaleError, UsageError
from sealion_pbem.hexes.grid import neighbours
from tests.board.tables import campaign, session
from tests.board.test_request import asked_seat

answer: Any = request.answer
GAMES = ("sealion-deluxe", "sealion-2016", "skirmish", "straits", "war-at-sea", "world-at-war")


@pytest.fixture(scope="module")
def ashore(tmp_path_factory):
    """Sealion with Germans ashore, some of them without a line of supply."""
    root = campaign(tmp_path_factory.mktemp("ashore"), until="land_combat")
    return session(asked_seat(root))


@pytest.mark.parametrize("ruleset", GAMES)
def test_every_game_is_looked_at(tmp_path, ruleset):
    """Any ruleset, every place and unit: an answer, if only an empty one; areas hold known places."""
    table = session(asked_seat(campaign(tmp_path, ruleset)))
    shown = answer(table, "table", {})
    places = shown["scene"]["places"]
    layers = answer(table, "layers", {"version": ""})["layers"]
    assert {place for layer in layers for place in layer["places"]} <= {
        *places, *shown["now"]["shown"]["units"],
    }  # fmt: skip
    for place in [*places][::97]:
        assert answer(table, "place", {"place": place, "version": ""}).keys() == {
            "facts", "lines", "covers",
        }  # fmt: skip
        answer(table, "sources", {"thing": place})
    for unit in shown["now"]["shown"]["units"]:
        found = answer(table, "sources", {"thing": unit, "version": ""})
        assert all(value["source"] for value in found.get("values", ())), unit
        assert bool(found) == ruleset.startswith(("sealion", "war", "world"))


def test_a_place_says_control_zones_costs_and_who_covers_it(ashore):
    """A hex with both sides in it: whose it is, whose zones reach it, what it costs, who can go there."""
    layers = answer(ashore, "layers", {})["layers"]
    zones = {one["seat"]: set(one["places"]) for one in layers if one["name"] == "zones of control"}
    place = min(zones["german"] & zones["british"])
    found = answer(ashore, "place", {"place": place})
    names = [fact["name"] for fact in found["facts"]]
    assert names[:3] == ["control", "zone of control, german", "zone of control, british"]
    assert [name for name in names if name.startswith("entering costs german")]
    covers = {(one["name"], one["seat"]): one["who"] for one in found["covers"]}
    assert covers.keys() == {
        (layer["name"], layer["seat"]) for layer in layers if place in layer["places"]
    }
    reach = next(one for one in layers if one["name"] == "march reach")
    held = answer(ashore, "place", {"place": reach["places"][0]})["covers"]
    found = next(one["who"] for one in held if one["name"] == "march reach")
    assert found == reach["who"][reach["places"][0]]


def test_a_supply_line_is_a_path_from_the_place_to_its_source(ashore):
    """Neighbour after neighbour; where there is none, it says what that costs."""
    units = answer(ashore, "table", {})["now"]["shown"]["units"].values()
    landed = sorted({u["place"] for u in units if u["seat"] == "german" and u["place"].isdigit()})
    for place in ("5215", "5315", "4409", *landed):
        lines = answer(ashore, "place", {"place": place})["lines"]
        assert lines
        for line in lines:
            assert line["text"].startswith("leads to " if line["places"] else "there is none")
            assert [place, *line["places"][1:]] == line["places"] or not line["places"]
            assert all(b in neighbours(a) for a, b in pairwise(line["places"]))
    assert landed
    assert len(answer(ashore, "place", {"place": "5215"})["lines"][0]["places"]) > 1


def test_printed_values_have_their_sources(ashore):
    """What the sheets say of a unit and of a hex, value by value; a box that is none of both has none."""
    unit = answer(ashore, "sources", {"thing": "de_12_inf"})
    values = {value["name"]: (value["value"], value["source"]) for value in unit["values"]}
    assert values["name"][0] == "12 Inf"
    assert values["attack"][1] == "reconstructed"
    assert unit["file"] == "units_deluxe.csv"
    place = answer(ashore, "sources", {"thing": "6716"})
    assert ("port", "Dover") in [(value["name"], value["value"]) for value in place["values"]]
    for box in ("A", "Thames Estuary", "Turn 3"):
        assert answer(ashore, "sources", {"thing": box}) == {}


def test_what_is_not_there_is_not_looked_at(ashore):
    """Unknown things and places and an old version are refused."""
    for name, given, error in (
        ("place", {"place": "9999"}, UsageError),
        ("place", {"place": "de_12_inf"}, UsageError),
        ("sources", {"thing": "nobody"}, UsageError),
        ("place", {"place": "6716", "version": "old"}, StaleError),
        ("sources", {"thing": "6716", "version": "old"}, StaleError),
    ):
        with pytest.raises(error):
            answer(ashore, name, given)


@pytest.mark.parametrize("ruleset", GAMES)
def test_boxes_hold_exactly_those_who_can_be_taken_from_them(tmp_path, ruleset):
    """Like units together, with the places that the choices of a unit lead to."""
    table = session(asked_seat(campaign(tmp_path, ruleset)))
    shown = answer(table, "table", {})
    places, units = shown["scene"]["places"], shown["now"]["shown"]["units"]
    able = {unit for kind in shown["orders"]["asked"]["kinds"] for unit in kind["units"]}
    found = answer(table, "boxes", {"version": ""})["boxes"]
    taken = [unit for box in found for group in box["groups"] for unit in group["units"]]
    assert len(taken) == len({*taken})
    assert {*taken} == {u for u in able if places[units[u]["place"]]["kind"] == "box"}
    assert bool(taken) == ruleset.startswith(("sealion", "world"))
    for box in found:
        for group in box["groups"]:
            assert {units[unit]["place"] for unit in group["units"]} == {box["place"]}
            kinds = answer(table, "reach", {"version": "", "units": group["units"][:1]})["kinds"]
            values = [choice["value"] for kind in kinds for choice in kind["choices"]]
            ends = {value[-1] if isinstance(value, list) else value for value in values}
            assert {*group["places"]} == ends & places.keys()
