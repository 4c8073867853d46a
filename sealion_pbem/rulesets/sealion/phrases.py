"""How orders of Sealion are said in order sheets; names of places are those of the map."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["PHRASES", "describe_load", "describe_unit", "place_names", "towns"]

_GUNS = "[ with batteries {batteries}][railway_gun? with the railway gun]"
_SUPPORT, _WITHOUT = f"[ with ships {{ships}}]{_GUNS}", "[ without {withheld}]"

PHRASES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "deploy": ("deploy {places=1 : *}", "set up {places=1 : *}"),
        "remove_surplus": ("remove {units}",),
        "sail": ("{units} sail {path}", "{units} sails {path}"),
        "embark": ("{transport}: load {unit}", "{unit} boards {transport}"),
        "unload": ("unload {unit}",),
        "shift_airborne": ("{unit} goes by ship",),
        "couple": ("{submarine}: load mine {mine}",),
        "lay_mine": ("{submarine}: lay mine",),
        "sortie": ("{battery} covers {sector}",),
        "recall": ("recall {battery}",),
        "engage": ("engage in {sector}: {targets=1 at 1}[ ; withheld : {withheld}]",),
        "withhold": ("withhold {submarines}",),
        "counterattack": ("counterattack: {targets=1 at 1}",),
        "fly": ("{units} fly {place}", "{units} flies {place}"),
        "airlift": ("{carrier}: drop {unit} over {hex}",),
        "assign": ("fighters over {place}: {sets=1 by *}",),
        "join_sets": ("join over {place}: {fighters=1 at 1}",),
        "choose_loss": ("{unit} is hit",),
        "strike": ("strike in {sector}: {strikes=1 at 1}",),
        "march": ("{units} > {path}[ dropping {drops=1 at 1}]",),
        "land": ("{unit} lands {hex}", "{unit} land {hex}"),
        "debark": ("{unit} debarks {path}",),
        "touch_down": ("{unit} jumps[spare_transport? , sparing the transport]",),
        "attack": (f"attack {{hex}}{_SUPPORT}[brandenburgers? with Brandenburgers]{_WITHOUT}",),
        "cancel": ("call off {hex}",),
        "defend": (f"defend{_SUPPORT}{_WITHOUT}",),
        "fire_aa": ("flak: {units}",),
        "take_losses": ("lose {units}",),
        "retreat": ("retreat: {moves=1 to +}",),
        "advance": ("advance {units}[ to {hex}][ ; others : {others=1 to 1}]",),
        "evacuate_churchill": ("Churchill leaves",),
        "feed": ("feed: {pairs=1 to 1}",),
        "send_home": ("send home {transports}",),
        "arrive": ("{unit} arrives {path}",),
        "withdraw": ("withdraw {units}",),
        "claim": ("claim the game",),
        "waive": ("let it pass",),
    }
)


def place_names(state: State) -> Mapping[str, str]:
    """Return hexes by number, sea spaces by letter and boxes by name, each called as it is printed."""
    board = state.table.board
    off_map = dict.fromkeys(unit.place for unit in state.units.values())
    return {place: place for place in (*board.hexes, *SECTORS, *BOXES, *off_map) if place}


def towns(state: State) -> Mapping[str, tuple[str, ...]]:
    """Return the names of towns and ports with their hexes; a port is meant rather than its town."""
    hexes = state.table.board.hexes.values()
    found: dict[str, tuple[str, ...]] = {}
    for each in hexes:
        if each.name:
            found[each.name] = (*found.get(each.name, ()), each.number)
    ports = {each.port: (each.number,) for each in hexes if each.port}
    return found | ports | {"Parliament": (PARLIAMENT,)}


def describe_unit(state: State, name: str) -> str:
    """1.2  Return type and strengths of a unit on the side it shows, and whether it is reduced."""
    counter, unit = state.counter(name), state.units[name]
    strength = state.strength_of(name)
    said = counter.type.replace("_", " ")
    if counter.arm == "land":
        move = "R" if counter.move == RAIL_MOVE else counter.move
        said += f" {state.attack_of(name)}-{state.defense_of(name)}-{move}"
    elif strength:
        said += f" {strength}"
    return said if unit.steps == counter.steps else f"{said} reduced"


def describe_load(state: State, name: str) -> str:
    """7.9, 11.5  Return who is aboard a unit, or aboard of whom it is."""
    if carrier := state.units[name].aboard:
        return f"aboard {state.counter(carrier).name}"
    cargo = state.carried_by(name)
    return f"with {state.counter(cargo).name}" if cargo else ""
