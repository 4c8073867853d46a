"""What one edition says otherwise than another, told from its traits and charts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sealion_pbem.rulesets.sealion.edition import Edition

__all__ = ["DIFFERENCES"]

_Difference: TypeAlias = tuple[str, Callable[[Edition], str]]


def _either(rule: str, trait: str, if_so: str, otherwise: str) -> _Difference:
    """Return what is told in a section as an edition has a trait or lacks it."""
    return rule, lambda edition: if_so if getattr(edition, trait) else otherwise


def _open_table(edition: Edition) -> str:
    """1.1 of the magazine is about what players see; the Deluxe has that in 1.6."""
    if "1.6" in edition.sections:
        return "A hex is about three miles wide and a game turn about two days long."
    return "Everything on the map is open to both players at any time."


def _pieces(edition: Edition) -> str:
    """1.2 of the magazine is about all pieces and their backs; the Deluxe has steps in 1.5."""
    sides = "One player has the Germans, the other the British."
    if "1.5" in edition.sections:
        return sides
    return (
        f"{sides} There are naval, air and land units, each with values of its sort. A loss turns a "
        "unit to its reduced side for good, and a second one, or the first if it has no such side, "
        "removes it."
    )


def _weather(edition: Edition) -> str:
    chart = edition.charts["weather"]
    wet = " or ".join(map(str, range(chart["rain_from"], 7)))
    dry = chart["first_roll_on_turn"] - 1
    return f"Up to turn {dry} it is clear; then a die is rolled, and {wet} is rain."


def _goal(edition: Edition) -> str:
    return f"He needs {edition.factories_to_win}; there are {len(edition.factories)} factory hexes."


def _boxes(edition: Edition) -> str:
    told = (f"{box} adjoins {' and '.join(near)}" for box, near in edition.royal_navy_boxes.items())
    return f"Of the Royal Navy's boxes {', '.join(told)}; the Convoy box adjoins A and B."


def _room_at_sea(edition: Edition) -> str:
    return f"A sea space holds {edition.charts['stacking']['air_in_sector']} aircraft of a side."


def _london(edition: Edition) -> str:
    return f"London counts {edition.london_modifier}."


# In the order of the sections.
DIFFERENCES: tuple[_Difference, ...] = (
    ("1.1", _open_table),
    ("1.2", _pieces),
    _either(
        "2.1",
        "movement_is_strictly_ordered",
        "In step 6 units debark first, then others march, then the airborne come down, then all fight.",
        "In step 6 units debark and march in any order; then the airborne come down, then all fight.",
    ),
    _either(
        "2.2",
        "supply_comes_before_return",
        "Supply comes first, and air transports that bring it go home afterwards.",
        "Aircraft go home first, so an air transport that goes with them brings no supply.",
    ),
    ("3.0", _weather),
    ("4.0", _goal),
    _either(
        "5.2",
        "batteries_may_start_in_c",
        "The two batteries begin in A, B or C.",
        "The two batteries begin in A or B.",
    ),
    ("6.2", _room_at_sea),
    ("6.2.2", _room_at_sea),
    _either(
        "6.3",
        "landings_obey_stacking",
        "Units that land or debark must find room as they come ashore.",
        "Units that debark in a port must find room as they come ashore; on a beach it is enough if "
        "there is room when movement is over.",
    ),
    ("7.0", _boxes),
    _either(
        "7.2",
        "coupling_needs_start_in_box",
        "It must have begun the step in the box.",
        "It may have come into the box in the same step.",
    ),
    _either(
        "7.3",
        "battery_is_used_once_a_turn",
        "In a game turn in which it went out to sea it does not support a land combat.",
        "It can support a land combat unless it fought at sea in the same player turn.",
    ),
    _either(
        "7.5",
        "jaeger_on_any_beach",
        "At cliffs only mountain units and jaegers on foot land.",
        "At cliffs only mountain units land.",
    ),
    _either(
        "7.5",
        "beach_forgets_old_landings",
        "Where the British have retaken the hex the beach counts against a landing again.",
        "The beach counts against the first landing only, even if the British have retaken the hex.",
    ),
    _either(
        "7.6",
        "taken_beaches_open_at_once",
        "That holds as soon as a German unit holds the hex, in the same step too.",
        "A hex that is taken in this step is open from the next game turn on.",
    ),
    _either(
        "8.1",
        "every_attacker_is_assigned",
        "Every ship must be given a target.",
        "Ships that are left when every enemy has an attacker need not be given a target.",
    ),
    _either(
        "8.4",
        "counterattack_spreads",
        "Of those targets none gets a second while another has none.",
        "Several of them may go for the same one.",
    ),
    _either(
        "8.5",
        "gunfire_bar_lasts_a_player_turn",
        "They give no support in the land step that follows.",
        "They give no support to land combat for the rest of the game turn.",
    ),
    _either(
        "8.6",
        "mines_can_be_bombed",
        "From the air one bomber may strike at it (10.8).",
        "It cannot be struck from the air.",
    ),
    _either(
        "9.2",
        "battery_is_used_once_a_turn",
        "Each acts once in a game turn, at sea or in support of an attack or a defence.",
        "By day each may act in both player turns.",
    ),
    _either(
        "9.3",
        "batteries_are_halved_like_air",
        "In cities and heavy woods that is halved, as with aircraft.",
        "It is not halved in cities and heavy woods.",
    ),
    _either(
        "10.2",
        "radar_loss_counts_at_once",
        "That counts at once.",
        "That counts from the next British player turn on.",
    ),
    _either(
        "10.3",
        "air_supply_in_reaction",
        "Transports may fly supply in the air reaction too.",
        "Transports begin to fly supply in the German air step only.",
    ),
    _either(
        "10.4",
        "joining_fighters_spread",
        "No set gets a second fighter of those while another has none. Equal totals do nothing.",
        "Those may pick any enemy, alone or in a set. Equal totals of one against one do nothing.",
    ),
    _either(
        "10.5",
        "air_tie_favours_the_single",
        "If totals are equal, the single aircraft has won.",
        "If totals are equal, nothing happens.",
    ),
    _either(
        "11.0",
        "rail_needs_friendly_road",
        "Roads that a German was the last to hold are closed to them, unless they attack there.",
        "Who was the last to hold a road does not matter.",
    ),
    _either(
        "11.2",
        "london_by_road",
        "The road rate holds in London too.",
        "In London there is no road rate.",
    ),
    _either(
        "11.5",
        "airborne_needs_clear_hex",
        "Their hex must be clear ground with nobody in it.",
        "Their hex may be any in which nobody stands.",
    ),
    _either(
        "11.5",
        "airborne_stack_in_one_hex",
        "Several may be sent to one hex, within stacking.",
        "Only one may be sent to each hex.",
    ),
    _either(
        "12.0",
        "cancelled_attack_goes_back_all_the_way",
        "Then its units go back to where their move began.",
        "Then its units go back to the hex from which they came in.",
    ),
    ("12.1", _london),
)
