"""Looking at a position: areas over the map, what is true of a place, where printed values come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sealion_pbem.board.composition import Lead, asked_of, ends_of
from sealion_pbem.board.table import BoardTable
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.showing import DescribesPacks, Draws
from sealion_pbem.engine.survey import Layer, Surveys
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import UsageError

__all__ = ["boxes_of", "layers_of", "place_of", "sources_of"]

_SAID = ("values", "file", "row", "note", "count_source")


def layers_of(table: BoardTable, game: Game[Any], lead: Lead | None) -> list[Json]:
    """Return the areas of a position; where orders are composed, also where those who can act can go."""
    return [to_wire(layer) for layer in _layers(table, game, lead)]


def place_of(table: BoardTable, game: Game[Any], lead: Lead | None, place: str) -> dict[str, Json]:
    """Return what is true of a place, the lines that begin there, and the areas in which it lies.

    Raises:
        UsageError: the map has no such place.
    """
    if place not in table.scene.places:
        raise UsageError(f"there is no place {place!r} on the map")
    ruleset, state = table.ruleset, game.state
    survey = ruleset if isinstance(ruleset, Surveys) else None
    return {
        "facts": to_wire(survey.place_facts(state, place)) if survey else [],
        "lines": to_wire(survey.lines(state, place)) if survey else [],
        "covers": [
            {
                "name": layer.name, "seat": layer.seat, "rule": layer.rule,
                "who": [*layer.who.get(place, ())],
            }
            for layer in _layers(table, game, lead)
            if place in layer.places
        ],
    }  # fmt: skip


def sources_of(table: BoardTable, game: Game[Any], thing: str) -> dict[str, Json]:
    """Return what is printed on a counter or in a place, each value with where it was taken from.

    A game without sheets, and a thing of which they say nothing, have no values.

    Raises:
        UsageError: there is no such unit in play, and no such place.
    """
    is_unit = any(unit.id == thing for unit in table.scene.shown(game.state).units)
    if not is_unit and thing not in table.scene.places:
        raise UsageError(f"there is no unit and no place {thing!r} on the map")
    found = _described(table, thing)
    # A box may be called as a unit is, or as a part of it.
    is_meant = is_unit == ("unit" in found) and (is_unit or thing in found.values())
    return {name: found[name] for name in _SAID if name in found} if is_meant else {}


def _described(table: BoardTable, thing: str) -> Mapping[str, Json]:
    ruleset = table.ruleset
    if not isinstance(ruleset, DescribesPacks):
        return {}
    try:
        return ruleset.pack_keeping().describe(table.pack, thing).facts
    except UsageError:
        return {}


def boxes_of(table: BoardTable, lead: Lead) -> list[Json]:
    """Return the boxes from which units can be taken: like units together, and where they can go."""
    decision = pending(table.ruleset, lead.game)
    units = {unit.id: unit for unit in table.scene.shown(lead.game.state).units}
    groups: dict[str, dict[tuple[str, str, tuple[str, ...]], list[str]]] = {}
    for name in (
        _actors(table, lead) if decision and decision.seat == lead.page.draft["seat"] else ()
    ):
        unit = units[name]
        if unit.place in table.scene.boxes:
            ends = tuple(end for end in ends_of(table, lead, name) if end in table.scene.places)
            alike = groups.setdefault(unit.place, {})
            alike.setdefault((unit.what, unit.values, ends), []).append(name)
    return [
        {
            "place": place,
            "groups": [
                {"what": what, "values": values, "units": names, "places": [*ends]}
                for (what, values, ends), names in alike.items()
            ],
        }
        for place, alike in groups.items()
    ]


def _actors(table: BoardTable, lead: Lead) -> Iterable[str]:
    """Return everybody who can begin an order."""
    decision = pending(table.ruleset, lead.game)
    kinds = asked_of(table, lead.game, decision)["kinds"] if decision else ()
    return dict.fromkeys(unit for kind in kinds for unit in kind["units"])


def _layers(table: BoardTable, game: Game[Any], lead: Lead | None) -> tuple[Layer, ...]:
    ruleset = table.ruleset
    found: tuple[Layer, ...] = ()
    if isinstance(ruleset, Surveys):
        found = ruleset.layers(game.state)
    elif isinstance(ruleset, Draws):
        held = ruleset.held(game.state).items()
        found = tuple(
            Layer(tint.replace("_", " "), "", "", places) for tint, places in held if places
        )
    decision = pending(ruleset, game)
    if lead is None or decision is None:
        return found
    reached: dict[str, list[str]] = {}
    for unit in _actors(table, lead):
        for end in ends_of(table, lead, unit):
            reached.setdefault(end, []).append(unit)
    who = {end: tuple(units) for end, units in reached.items()}
    return (Layer("reach", decision.seat, decision.rule, tuple(reached), who), *found)
