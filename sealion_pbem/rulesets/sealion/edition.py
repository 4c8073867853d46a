"""What an edition is: its manifest, and every number and switch in which the rulebooks differ.

The manifest says which packs, sections and stages it is played with. Rules ask what an edition does,
never which one it is. A ruling that can be read both ways is a setting; its default is the ruling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from sealion_pbem.engine.words import Json
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.sequence import SequenceOfPlay

__all__ = [
    "BOXES_ADJOIN_BOTH",
    "BOXES_ADJOIN_ONE",
    "SETTINGS",
    "Edition",
    "Setting",
    "apply_settings",
]

BOXES_ADJOIN_ONE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"West": ("G",), "East": ("Thames Estuary",)}
)
BOXES_ADJOIN_BOTH: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"West": ("G", "Thames Estuary"), "East": ("Thames Estuary", "G")}
)


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition does; the rule numbers say where the difference stands."""

    id: str
    title: str
    board: data.Compiled
    """Hexes and hexsides."""
    counters: data.Compiled
    """The units, those of optional rules included."""
    tables: data.Compiled
    """The charts: movement, combat, weather, limits."""
    calendar: data.Compiled
    """The days of the turns: for reports, no rule reads them."""
    appendix: data.Compiled
    """The counters of every optional rule, with the charts of arrivals (14.3) and set-up (14.9).

    An edition without these rules finds in it where units stood, and what it does not have.
    """
    printing: str
    """Whose factories of the board are meant (4.0), and whose sheets describe the units."""
    sections: Mapping[str, str]
    """The numbered sections of its rulebook, each with a title."""
    sequence: SequenceOfPlay
    """2.0"""
    last_turn: int
    """The turn track (reconstructed: 10)."""
    factories_to_win: int
    """4.0"""
    royal_navy_boxes: Mapping[str, tuple[str, ...]]
    """7.0, A-21: which sea spaces each Royal Navy box adjoins."""
    movement_is_strictly_ordered: bool
    """2.1, A-3: debark, then move, then airborne; otherwise debarking and moving mix freely."""
    supply_comes_before_return: bool
    """2.2 step 15."""
    coupling_needs_start_in_box: bool
    """7.2"""
    batteries_may_start_in_c: bool
    """5.2, A-22: Winnie and Dummy in C too; sorties keep to A and B (7.3)."""
    battery_is_used_once_a_turn: bool
    """7.3, 9.2, A-35, A-167: one use a game turn, at sea or in support, and no support after a sortie.

    Otherwise only naval combat in the same player turn bars it from support.
    """
    jaeger_on_any_beach: bool
    """7.5, A-43: jaeger on unsuitable beaches, leg-class jaeger on cliffs."""
    landings_obey_stacking: bool
    """6.3.1, A-155: the limit holds as each unit comes ashore; otherwise in ports (7.6) and at the end."""
    beach_forgets_old_landings: bool
    """7.5, A-44: the beach modifier counts again where the British have retaken the hex."""
    taken_beaches_open_at_once: bool
    """7.6, A-47: a beach hex taken in this step lets others debark; otherwise in the next turn."""
    every_attacker_is_assigned: bool
    """8.1, A-76"""
    counterattack_spreads: bool
    """8.4 D: no enemy gets a second counterattacker while another has none.

    The Deluxe says so by 8.1; the magazine lets each of them pick any survivor.
    """
    radar_loss_counts_at_once: bool
    """10.2, A-81: otherwise from the next British player turn on."""
    air_supply_in_reaction: bool
    """10.3, A-166: transports may begin air supply in the Air Reaction step too."""
    joining_fighters_spread: bool
    """10.4: no set gets a second fighter from the seat that assigns last while another set has none.

    The Deluxe says so; the magazine lets a fighter that nobody targets pick any enemy.
    """
    air_tie_favours_the_single: bool
    """10.5, A-84"""
    airborne_needs_clear_hex: bool
    """11.5, A-99"""
    airborne_stack_in_one_hex: bool
    """11.5, A-100"""
    rail_needs_friendly_road: bool
    """11.0"""
    cancelled_attack_goes_back_all_the_way: bool
    """12.0, A-106: to the hex where the move began; otherwise to the hex entered from."""
    london_modifier: int
    """12.1, A-91"""

    batteries_are_halved_like_air: bool = True
    """A-38"""
    transports_may_be_counterattacked: bool = True
    """A-61"""
    mines_can_be_bombed: bool = True
    """A-68"""
    gunfire_bar_lasts_a_player_turn: bool = True
    """A-72: who fought in 2 is barred in 6, who fought in 9 in 13; otherwise the whole game turn."""
    london_by_road: bool = False
    """A-92"""
    drift_clockwise_from: int = 1
    """A-101: the drift roll that means north; the others follow clockwise."""
    city_is_no_source_for_its_own_retreat: bool = True
    """A-113"""
    empty_bunkers_count: bool = False
    """A-116"""

    has_optional_rules: bool = False
    """14.0"""
    optional_counters: frozenset[str] = frozenset()
    """14.0: the optional rules whose counters are in play."""
    left_out: frozenset[str] = frozenset()
    """14.7, 14.9: counters of the standard set that stay in the box."""
    setups: Mapping[str, str] = field(default_factory=dict)
    """14.3, 14.7, 14.9: counters that begin otherwise than printed, by the words of the set-up."""
    victory_is_adjusted: bool = True
    """14.3, 14.4, A-152: the recommended changes of the number of factories hold."""
    heavy_batteries_act_at_night: bool = False
    """14.1"""
    uxbridge_directs_fighters: bool = False
    """14.2"""
    commands_arrive: bool = False
    """14.3"""
    free_french_are_rolled_for: bool = False
    """14.4"""
    aa_units_fire: bool = False
    """14.5.1"""
    parachutists_may_be_fake: bool = False
    """14.6"""
    fakes_follow_a_landing: bool = False
    """14.6, F-4: a real parachute unit must have landed in an earlier step, not only in this one."""
    arrivals_use_the_railway: bool = False
    """14.9"""

    @property
    def charts(self) -> Mapping[str, Any]:
        """The charts by name."""
        return data.charts(self.tables)

    @property
    def factories(self) -> frozenset[str]:
        """4.0  The factory hexes."""
        return data.factories(self.board, self.printing)

    @property
    def packs(self) -> dict[str, bytes]:
        """Every pack that a rule reads, as JSON."""
        packs = {"board": self.board, "counters": self.counters, "tables": self.tables}
        return {name: pack.text for name, pack in packs.items()}

    @property
    def has_arrivals(self) -> bool:
        """Whether British units may wait off the map for a turn (14.3, 14.4, 14.9)."""
        return (
            self.commands_arrive or self.free_french_are_rolled_for or self.arrivals_use_the_railway
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice of the charter: what it means in one line, what it may be, how it changes an edition."""

    text: str
    allowed: Callable[[Json], bool]
    apply: Callable[[Edition, Any], Edition]
    is_of_optional_rules: bool = False
    """14.0: only an edition that has optional rules knows it."""


def _switch(trait: str, text: str, *, is_of_optional_rules: bool = False) -> Setting:
    return Setting(
        text,
        lambda value: isinstance(value, bool),
        lambda e, value: replace(e, **{trait: value}),
        is_of_optional_rules,
    )


def _number(trait: str, text: str, low: int, high: int) -> Setting:
    return Setting(
        text,
        lambda value: type(value) is int and low <= value <= high,
        lambda e, value: replace(e, **{trait: value}),
    )


def _boxes(edition: Edition, adjoin_both: bool) -> Edition:  # noqa: FBT001 - the charter's value
    boxes = BOXES_ADJOIN_BOTH if adjoin_both else BOXES_ADJOIN_ONE
    return replace(edition, royal_navy_boxes=boxes)


SETTINGS: Mapping[str, Setting] = {
    "turns": _number(
        "last_turn", "length of the game, 7 to 12 turns (10); longer helps the German", 7, 12
    ),
    "royal_navy_boxes_adjoin_both": Setting(
        "A-21: both Royal Navy boxes adjoin G and the Thames Estuary",
        lambda value: isinstance(value, bool),
        _boxes,
    ),
    "batteries_start_in_c": _switch(
        "batteries_may_start_in_c", "A-22: Winnie and Dummy may be set up in C too"
    ),
    "halve_batteries": _switch(
        "batteries_are_halved_like_air", "A-38: battery support is halved in cities and heavy woods"
    ),
    "taken_beaches_open_at_once": _switch(
        "taken_beaches_open_at_once",
        "A-47: units may debark in the step in which the beach hex was taken",
    ),
    "counterattack_transports": _switch(
        "transports_may_be_counterattacked", "A-61: counterattacks may pick transports"
    ),
    "bomb_mines": _switch("mines_can_be_bombed", "A-68: mines can be struck from the air"),
    "gunfire_bar_by_player_turn": _switch(
        "gunfire_bar_lasts_a_player_turn",
        "A-72: a ship that fought is barred from gunfire in that player turn only",
    ),
    "london_modifier": _number("london_modifier", "A-91: the modifier of London, -4 to -2", -4, -2),
    "london_by_road": _switch("london_by_road", "A-92: the road rate holds in London too"),
    "drift_north": _number("drift_clockwise_from", "A-101: the drift roll that means north", 1, 6),
    "city_no_source_for_retreat": _switch(
        "city_is_no_source_for_its_own_retreat",
        "A-113: the combat hex is no supply source for a retreat out of it",
    ),
    "empty_bunkers_count": _switch("empty_bunkers_count", "A-116: empty bunkers count in combat"),
    "adjust_victory": _switch(
        "victory_is_adjusted",
        "A-152: the recommended changes of the number of factories hold (14.3, 14.4)",
        is_of_optional_rules=True,
    ),
    "fakes_follow_a_landing": _switch(
        "fakes_follow_a_landing",
        "F-4: fakes are dropped only after a real parachute unit has landed in an earlier step (14.6)",
        is_of_optional_rules=True,
    ),
}


def apply_settings(edition: Edition, settings: Mapping[str, Json]) -> Edition:
    """Return the edition as a charter's settings make it; UsageError names a wrong value."""
    for name, value in settings.items():
        setting = SETTINGS[name]
        if setting.is_of_optional_rules and not edition.has_optional_rules:
            raise UsageError(
                f"{name} is about optional rules, which {edition.title} does not have",
                hint="the Deluxe (sealion-deluxe) does",
            )
        if not setting.allowed(value):
            raise UsageError(f"{name} cannot be {value!r}", hint=setting.text)
        edition = setting.apply(edition, value)
    return edition
