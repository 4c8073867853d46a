"""The editions that are published, each with what it is played with and what it does."""

from __future__ import annotations

from dataclasses import replace

from sealion_pbem.rulesets.sealion.data import compiled
from sealion_pbem.rulesets.sealion.edition import BOXES_ADJOIN_BOTH, BOXES_ADJOIN_ONE, Edition
from sealion_pbem.rulesets.sealion.index import DELUXE_SECTIONS, MAGAZINE_SECTIONS
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import SEQUENCE

__all__ = ["DELUXE", "MAGAZINE"]

MAGAZINE = Edition(
    id="sealion-2016",
    title="Sealion (magazine edition 2016)",
    board=compiled("board"),
    counters=compiled("counters_2016"),
    tables=compiled("tables"),
    calendar=compiled("calendar"),
    appendix=compiled("counters_deluxe"),
    printing="2016",
    sections=MAGAZINE_SECTIONS,
    sequence=SEQUENCE,
    last_turn=10,
    factories_to_win=13,
    royal_navy_boxes=BOXES_ADJOIN_ONE,
    movement_is_strictly_ordered=False,
    supply_comes_before_return=True,
    coupling_needs_start_in_box=False,
    batteries_may_start_in_c=True,
    battery_is_used_once_a_turn=True,
    jaeger_on_any_beach=False,
    landings_obey_stacking=False,
    beach_forgets_old_landings=True,
    taken_beaches_open_at_once=True,
    every_attacker_is_assigned=False,
    counterattack_spreads=False,
    radar_loss_counts_at_once=True,
    air_supply_in_reaction=True,
    joining_fighters_spread=False,
    air_tie_favours_the_single=True,
    airborne_needs_clear_hex=True,
    airborne_stack_in_one_hex=False,
    rail_needs_friendly_road=False,
    cancelled_attack_goes_back_all_the_way=True,
    london_modifier=-4,
)

DELUXE = replace(
    MAGAZINE,
    id="sealion-deluxe",
    title="Sealion Deluxe (2023)",
    counters=compiled("counters_deluxe"),
    printing="deluxe",
    sections=DELUXE_SECTIONS,
    factories_to_win=15,
    royal_navy_boxes=BOXES_ADJOIN_BOTH,
    movement_is_strictly_ordered=True,
    supply_comes_before_return=False,
    coupling_needs_start_in_box=True,
    batteries_may_start_in_c=False,
    battery_is_used_once_a_turn=False,
    jaeger_on_any_beach=True,
    landings_obey_stacking=True,
    beach_forgets_old_landings=False,
    taken_beaches_open_at_once=False,
    every_attacker_is_assigned=True,
    counterattack_spreads=True,
    radar_loss_counts_at_once=False,
    air_supply_in_reaction=False,
    joining_fighters_spread=True,
    air_tie_favours_the_single=False,
    airborne_needs_clear_hex=False,
    airborne_stack_in_one_hex=True,
    rail_needs_friendly_road=True,
    cancelled_attack_goes_back_all_the_way=False,
    london_modifier=-2,
    has_optional_rules=True,
)
