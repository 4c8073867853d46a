"""Situations of Sealion whose dice are forecast, and what of an outcome each forecast is about."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sealion_pbem.engine.forecast import Forecast
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.outcomes import answered
from sealion_pbem.engine.turn import Outcome, Turn
from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.rulesets.sealion.events.air import AirSetFought
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.land import MarchHalted, UnitDrifted
from sealion_pbem.rulesets.sealion.rules.ch03_weather import WeatherDetermined
from sealion_pbem.rulesets.sealion.rules.ch04_victory import ChurchillLost, ParliamentTaken
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import Assign, JoinSets
from sealion_pbem.rulesets.sealion.rules.ch10_air.combat import begin_air_combat
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Defend
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import FireAA
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import State, unit_in
from tests.sealion_sea import at_sea
from tests.sealion_table import SealionTable, table

__all__ = [
    "BOMBER",
    "FLOTILLA",
    "GROUP",
    "HIPPER",
    "NAMED",
    "NORFOLK",
    "OTHER",
    "PLAIN",
    "READ",
    "SITUATIONS",
    "TBOATS",
    "Observed",
    "Situation",
    "battle",
    "event_of",
    "expected",
    "fight",
    "jump",
]

PLAIN = "2918"
BOMBER, OTHER, GROUP = "de_bomber_1_fliegerkorps_a", "de_bomber_2_fliegerkorps_a", "uk_bmr_3_group"
HIPPER, NORFOLK, TBOATS, FLOTILLA = "de_adm_hipper", "uk_norfolk", "de_tboats_1", "uk_flot_1"
Observed = tuple[str, frozenset[tuple[str, int]], frozenset[str]]


@dataclass(frozen=True)
class Situation:
    """A position, the order whose dice are forecast, and whose losses each forecast is about."""

    position: SealionTable
    order: Order
    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    policies: Mapping[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game[State]:
        game = Game("c" * 64, self.position.state)
        return answered(self.position.ruleset, game, self.policies)

    @property
    def turn(self) -> Turn:
        decision = self.position.decision
        assert decision is not None
        assert not self.position.refusals(self.order), self.position.refusals(self.order)
        return Turn(decision.seat, (self.order,))

    def forecasts(self) -> tuple[Forecast, ...]:
        return self.position.ruleset.forecasts(self.position.state, self.order)

    def seen(self, forecast: Forecast, outcome: Outcome[State]) -> Observed:
        """What the forecast is about, as it came."""
        assert not outcome.refused, outcome.refused
        before, after = self.position.state, outcome.game.state
        lost: Counter[str] = Counter()
        # A unit that drifts may lose steps at touchdown, which is another forecast.
        drifts = forecast.kind == "drift" and event_of(outcome, UnitDrifted).is_safe
        for name in () if drifts else self.units.get(forecast.about, ()):
            seat = str(before.counter(name).seat)
            lost[seat] += before.units[name].steps - after.units[name].steps
        result, facts = READ[forecast.kind](forecast, before, outcome)
        return result, frozenset((s, n) for s, n in lost.items() if n), frozenset(facts)


def event_of(outcome: Outcome[State], kind: type[Any], **members: Any) -> Any:
    for event in outcome.events:
        if isinstance(event, kind) and all(getattr(event, k) == v for k, v in members.items()):
            return event
    return None


def land(forecast: Forecast, before: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    fought = event_of(outcome, CombatFought, hex=forecast.about)
    after, other = outcome.game.state, {"german": "british", "british": "german"}[before.seat]
    ours, theirs = (after.land_in(forecast.about, Seat(seat)) for seat in (before.seat, other))
    return fought.result, {"taken"} if ours and not theirs else set()


def sunk(forecast: Forecast, _: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    return "", set() if outcome.game.state.is_in_play(forecast.about) else {"sunk"}


def air(forecast: Forecast, _: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    winner = next(
        e.winner
        for e in outcome.events
        if isinstance(e, AirSetFought) and e.first[0] == forecast.about
    )
    return "", {f"won by {winner}"} if winner else set()


def halted(_: Forecast, __: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    event = event_of(outcome, MarchHalted)
    return (f"stopped in {event.hex}", {"stopped"}) if event else ("nobody stops them", set())


def drifted(_: Forecast, __: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    event = event_of(outcome, UnitDrifted)
    if event.is_safe:
        return f"drifts to {event.hex}", set()
    return f"drifts to {event.hex} and is lost", {"lost"}


def down(forecast: Forecast, _: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    return "", set() if outcome.game.state.is_in_play(forecast.about) else {"lost"}


def rained(_: Forecast, __: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    weather = event_of(outcome, WeatherDetermined).weather
    return weather, {weather}


def counted(forecast: Forecast, _: State, outcome: Outcome[State]) -> tuple[str, set[str]]:
    kind = {"parliament": ParliamentTaken, "churchill": ChurchillLost}[forecast.kind]
    number = event_of(outcome, kind).factories
    what = "factory" if number == 1 else "factories"
    won = {"wins"} if outcome.game.state.winner else set()
    return f"counts as {number} {what}", won


READ: Mapping[str, Callable[[Forecast, State, Outcome[State]], tuple[str, set[str]]]] = {
    "land": land, "landing": land, "naval": sunk, "strike": sunk, "air": air,
    "interdiction": halted, "drift": drifted, "touchdown": down, "weather": rained,
    "parliament": counted, "churchill": counted,
}  # fmt: skip
NAMED = {"land", "landing", "interdiction", "drift", "weather", "parliament", "churchill"}
"""The kinds whose results are compared by their words too."""


def fight(*units: str, options: Mapping[str, Any] | None = None, **more: Any) -> SealionTable:
    """A combat in a plain hex of Kent; both sides could retreat, and others wait for their orders."""
    position = table(options=options, step=6, stage="land combat", brandenburgers_used=True)
    position.place({PLAIN: units, "Convoy": ["de_tboats_2"], "2009": ["uk_2_lon"]}, **more)
    attackers = [n for n in units if n.startswith("de") and n not in (BOMBER, OTHER)]
    came = dict.fromkeys(attackers, ("2917", PLAIN))
    return position.at(came_from=came, landed=frozenset(attackers)).german_hexes("2917")


def battle(*units: str, **how: Any) -> SealionTable:
    """A battle in sector C that British ships begin, with others elsewhere."""
    position = at_sea("sealion-deluxe", units, **how)
    return position.place({"East": ["uk_flot_16"], "2009": ["uk_2_lon"]})


def dogfight(*units: str) -> SealionTable:
    position = table(step=5, stage="air combat").place({"C": units, "2009": ["uk_2_lon"]})
    position.place({"Convoy": ["de_tboats_2"], "2917": ["de_17_inf_ech1"]})
    position.begin(begin_air_combat)
    return position


def raid(*units: str, reduced: Iterable[str] = ()) -> SealionTable:
    position = table(step=5, stage="air strikes").place({"C": units}, reduced)
    return position.place({"2917": ["de_17_inf_ech1"], "2009": ["uk_2_lon"]})


def jump(target: str, *, last: bool) -> SealionTable:
    there = {} if last else {"3002": ["de_airtransport_2"]}
    more = {} if last else {"de_2nd_fj": "de_airtransport_2"}
    position = table(step=6, stage="airborne landings")
    position.place(
        {target: ["de_airtransport_1"], "2009": ["uk_2_lon"], "Convoy": ["de_tboats_2"], **there},
        aboard={"de_1st_fj": "de_airtransport_1", **more},
    )
    return position


ALL = {"aa_brigades": True}
STACK = ("de_12_inf", "de_4_pz", "uk_1_inf", "uk_2_inf")
SITUATIONS: Mapping[str, Callable[[], Situation]] = {
    "12.3 two against two": lambda: Situation(fight(*STACK), Attack(PLAIN), {PLAIN: STACK}),
    "12.3 column 5": lambda: Situation(
        fight("de_12_inf", "de_4_pz", "uk_cdo"), Attack(PLAIN),
        {PLAIN: ("de_12_inf", "de_4_pz", "uk_cdo")},
    ),
    "12.3 reduced": lambda: Situation(
        fight("de_12_inf", "uk_1_inf", reduced=("de_12_inf", "uk_1_inf")), Attack(PLAIN),
        {PLAIN: ("de_12_inf", "uk_1_inf")},
    ),
    "14.5.1 AA fire before the combat": lambda: Situation(
        fight("de_12_inf", "uk_6_aa_x", BOMBER, options=ALL), Attack(PLAIN),
        {PLAIN: ("de_12_inf", "uk_6_aa_x", BOMBER)},
    ),
    "14.5.1 Flak against the defence": lambda: Situation(
        _declared(fight("de_flak_ii-14", "de_12_inf", "uk_1_inf", GROUP, options=ALL)),
        Defend(), {PLAIN: ("de_flak_ii-14", "de_12_inf", "uk_1_inf", GROUP)},
        {"press_attack": "default"},
    ),
    "14.5.1 AA units of two strengths": lambda: Situation(
        _asked_for_fire(),
        FireAA(("uk_6_aa_x", "uk_1_aa_x")), {PLAIN: ("de_12_inf", "uk_6_aa_x", "uk_1_aa_x", BOMBER)},
    ),
    "8.4 Norfolk and Hipper": lambda: Situation(
        battle(NORFOLK, HIPPER), Engage("C", ((NORFOLK, HIPPER),)), {HIPPER: (NORFOLK, HIPPER)}
    ),
    "8.4 two against one": lambda: Situation(
        battle(NORFOLK, FLOTILLA, HIPPER), Engage("C", ((NORFOLK, HIPPER), (FLOTILLA, HIPPER))),
        {HIPPER: (NORFOLK, FLOTILLA, HIPPER)},
    ),
    "8.4 a counterattack": lambda: Situation(
        _counterattacked(), Counterattack(((HIPPER, NORFOLK),)), {NORFOLK: (HIPPER, NORFOLK)}
    ),
    "8.4 in rain": lambda: Situation(
        battle(NORFOLK, HIPPER, weather="rain"), Engage("C", ((NORFOLK, HIPPER),)),
        {HIPPER: (NORFOLK, HIPPER)},
    ),
    "8.6 a ship and a mine": lambda: Situation(
        battle(NORFOLK, "de_mine_1"), Engage("C", ((NORFOLK, "de_mine_1"),)),
        {"de_mine_1": (NORFOLK, "de_mine_1")},
    ),
    "8.2 a submarine": lambda: Situation(
        battle(FLOTILLA, "de_sub_1"), Engage("C", ((FLOTILLA, "de_sub_1"),)),
        {"de_sub_1": (FLOTILLA, "de_sub_1")},
    ),
    "9.0 a battery at sea": lambda: Situation(
        battle("uk_repulse", "de_bty_prinz_heinrich"),
        Engage("C", (("uk_repulse", "de_bty_prinz_heinrich"),)),
        {"de_bty_prinz_heinrich": ("uk_repulse", "de_bty_prinz_heinrich")},
    ),
    "10.4 one against one": lambda: Situation(
        dogfight("uk_ftr_10_group", "uk_ftr_11_group_a", BOMBER, OTHER),
        Assign("C", ((BOMBER, "uk_ftr_10_group"), (OTHER, "uk_ftr_11_group_a"))),
        {"uk_ftr_10_group": ("uk_ftr_10_group", BOMBER),
         "uk_ftr_11_group_a": ("uk_ftr_11_group_a", OTHER)},
    ),
    "10.5 two against one": lambda: Situation(
        _joined(dogfight("uk_ftr_10_group", BOMBER, "de_zg2")),
        JoinSets("C", (("de_zg2", "uk_ftr_10_group"),)),
        {"uk_ftr_10_group": ("uk_ftr_10_group", BOMBER, "de_zg2")},
    ),
    "10.7 a bomber and a cruiser": lambda: Situation(
        raid(BOMBER, NORFOLK), Strike("C", ((BOMBER, NORFOLK),)), {NORFOLK: (BOMBER, NORFOLK)}
    ),
    "10.7 two bombers, one after the other": lambda: Situation(
        raid(BOMBER, "de_bomber_9_fliegerdivision", NORFOLK),
        Strike("C", ((BOMBER, NORFOLK), ("de_bomber_9_fliegerdivision", NORFOLK))),
        {NORFOLK: (BOMBER, "de_bomber_9_fliegerdivision", NORFOLK)},
    ),
    "10.7 too late": lambda: Situation(
        raid(BOMBER, OTHER, FLOTILLA, reduced=(FLOTILLA,)),
        Strike("C", ((BOMBER, FLOTILLA), (OTHER, FLOTILLA))), {FLOTILLA: (BOMBER, OTHER, FLOTILLA)},
    ),
    "11.7 drift": lambda: Situation(
        jump("6318", last=False), TouchDown("de_1st_fj", spare_transport=True),
        {"de_1st_fj": ("de_1st_fj",)},
    ),
    "11.8 touchdown": lambda: Situation(
        jump("5016", last=True), TouchDown("de_1st_fj", spare_transport=False),
        {"de_1st_fj": ("de_1st_fj",)},
    ),
    "11.7, 11.8 drift, then touchdown": lambda: Situation(
        jump("6318", last=True), TouchDown("de_1st_fj", spare_transport=True),
        {"de_1st_fj": ("de_1st_fj",)},
    ),
    "11.8 two on one beach": lambda: Situation(
        _two_on_a_beach(), TouchDown("de_2nd_fj", spare_transport=False),
        {"de_1st_fj": ("de_1st_fj",), "de_2nd_fj": ("de_2nd_fj",)},
    ),
    "10.3 interdiction": lambda: Situation(
        table(step=6, stage="land movement").place(
            {"3625": ["de_17_inf_ech1"], "3624": [GROUP, "uk_bmr_2_group"], "3623": [],
             "2009": ["uk_2_lon"]}
        ).german_hexes("3625"),
        March(("de_17_inf_ech1",), ("3624", "3623")),
    ),
    "4.1 Parliament": lambda: Situation(
        table(step=6, stage="land movement").place(
            {"4410": ["de_4_pz"], "2009": ["uk_2_lon"]}
        ).german_hexes("4410").at(bonus=6),
        March(("de_4_pz",), ("4409",)),
    ),
    "4.2 Churchill": lambda: Situation(_without_churchill(), Done()),
    "3.0 weather": lambda: Situation(
        table(step=14, stage="night movement", turn=4).place(
            {"Convoy": [TBOATS], "East": [FLOTILLA]}
        ),
        Done(),
    ),
}  # fmt: skip


def _declared(position: SealionTable) -> SealionTable:
    position.order(Attack(PLAIN))
    assert position.decision.kind == "defend"
    return position


def _asked_for_fire() -> SealionTable:
    position = fight("de_12_inf", "uk_6_aa_x", "uk_1_aa_x", BOMBER, options=ALL)
    position.place({}, ())
    position.state.put("uk_1_aa_x", unit_in(PLAIN, 1))
    position.order(Attack(PLAIN))
    assert position.decision.kind == "aa_fire"
    return position


def _counterattacked() -> SealionTable:
    position = battle(NORFOLK, TBOATS, HIPPER)
    position.dice(2, 2).order(Engage("C", ((NORFOLK, TBOATS),)))
    assert position.decision.kind == "counterattack"
    return position


def _without_churchill() -> SealionTable:
    position = table(step=6, stage="land movement", bonus=6)
    position.place({"4410": ["de_4_pz"], "2009": ["uk_2_lon"]})
    position.state.put("uk_churchill", unit_in("Out", 0))
    return position.at(churchill="")


def _two_on_a_beach() -> SealionTable:
    position = jump("2423", last=True)
    position.place({"2423": ["de_airtransport_2"]}, aboard={"de_2nd_fj": "de_airtransport_2"})
    position.order(TouchDown("de_1st_fj", spare_transport=False))
    return position


def _joined(position: SealionTable) -> SealionTable:
    position.order(Assign("C", ((BOMBER, "uk_ftr_10_group"),)))
    assert position.decision.kind == "join_sets"
    return position


def expected(forecast: Forecast) -> dict[Observed, Fraction]:
    """The cases of a forecast as they can be observed."""
    found: dict[Observed, Fraction] = {}
    for case in forecast.cases:
        words = case.result if forecast.kind in NAMED else ""
        key = (words, frozenset(case.lost), frozenset(case.facts))
        found[key] = found.get(key, Fraction(0)) + case.chance
    return found
