"""How orders of Sealion are said in order sheets; names of places are those of the map."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["EXAMPLES", "PHRASES", "describe_load", "describe_unit", "place_names", "towns"]

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
        "attack": (
            f"attack {{hex}}{_SUPPORT}[brandenburgers? with Brandenburgers]{_WITHOUT}",
            "attack {hex} with {ships}",
        ),
        "cancel": ("call off {hex}",),
        "defend": (f"defend{_SUPPORT}{_WITHOUT}", "defend with {ships}"),
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


EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "done": "done",
        "deploy": "deploy Dover: 3 Inf, Cdo; Folkestone: 1 Inf; East: all Flotillas",
        "remove_surplus": "remove 23 Arm",
        "sail": "Emden, T-Boats 1-3 sail B",
        "embark": "Trans 10: load PzAbt U-A",
        "unload": "unload PzAbt U-A",
        "shift_airborne": "16 LL goes by ship",
        "couple": "Type II 1: load mine German mine 5",
        "lay_mine": "Type II 1: lay mine",
        "sortie": "Siegfried covers A",
        "recall": "recall Siegfried",
        "engage": "engage in B: Emden at Manchester; Koeln at Birmingham; withheld: Type II 1",
        "withhold": "withhold Submarines 1, Submarines 2",
        "counterattack": "counterattack: Manchester at Emden; Birmingham at Koeln",
        "fly": "JG 26, JG 27, 2 Fliegerkorps a fly B",
        "airlift": "Transports air 1: drop 1st FJ over 6415",
        "assign": "fighters over B: 2 Group by JG 26, JG 27; 11 Group a by JG 51",
        "join_sets": "join over B: 11 Group a at JG 26",
        "choose_loss": "JG 27 is hit",
        "strike": "strike in B: 2 Group at Trans 3; 3 Group at Emden",
        "march": "7 Inf > Ashford via 6218 6217",
        "land": "17 Inf, 35 Inf land Folkestone",
        "debark": "58 Inf debarks 6218 via 6219",
        "touch_down": "1st FJ jumps, sparing the transport",
        "attack": "attack Folkestone with Schlesien, Emden",
        "cancel": "call off Folkestone",
        "defend": "defend with ships Manchester with batteries Winnie without 2 Group",
        "fire_aa": "flak: II-14 Flak, I-26 Flak",
        "take_losses": "lose 17 Inf",
        "retreat": "retreat: 1 Inf to 6617 6517; Cdo to 6617",
        "advance": "advance 7 Inf, PzAbt U-A to 6218",
        "evacuate_churchill": "Churchill leaves",
        "feed": "feed: Transports air 1 to 1st FJ",
        "send_home": "send home Trans 10, Trans 11",
        "arrive": "1 Pol arrives 4401 via 4501",
        "withdraw": "withdraw 1st FJ",
        "claim": "claim the game",
        "waive": "let it pass",
    }
)
"""A line for every kind, as a player would write it; what stands in it is legal in some position."""


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
