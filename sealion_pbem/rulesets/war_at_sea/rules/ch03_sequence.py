"""3.0  The sequence of play: what is asked of whom, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Decision, Order, Seat, Timing
from sealion_pbem.rulesets.war_at_sea.rules import (
    ch01_setup,
    ch03_attacks,
    ch04_movement,
    ch06_damage,
    ch07_aircraft,
    ch09_ends,
)
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import ready
from sealion_pbem.rulesets.war_at_sea.settings import ALLIED, AXIS, SEATS, other_seat
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from sealion_pbem.rulesets.war_at_sea.words.state import EXIT, State

__all__ = ["ATTACK_STEPS", "OBEYS", "STAGES", "advance", "decision_of", "flagship_bonus"]

ATTACK_STEPS = ("air_defense", "air_attack", "surface_attack", "torpedo_attack")
STAGES = (
    "fleet", "deploy", "sea_move", "flights", "open_flights", "air_mission", *ATTACK_STEPS, "air_return",
)  # fmt: skip
"""What an order may name as its stage, in the order of play."""
_ATTACK_PROMPTS = {
    "air_defense": "fire at enemy Aircraft with Antiair attacks, then done",
    "air_attack": "attack with your Aircraft, then done",
    "surface_attack": "attack with Gunnery or ASW of your Ships, then done",
    "torpedo_attack": "attack with torpedoes, then done",
}


def decision_of(state: State) -> Decision | None:
    """Return where the game waits."""
    if ch09_ends.is_over(state):
        return None
    if state.step in ATTACK_STEPS:
        return _attack_decision(state.turn, state.step, state.active)
    kind, rule, prompt, accepts = _question(state)
    is_after = state.step in ("open_fleet", "deploy")
    timing = Timing.AFTER_DICE if is_after else Timing.BEFORE_DICE
    text = f"turn {state.turn}: {prompt}" if state.turn else prompt
    return Decision(state.active, kind, rule, text, frozenset(accepts), timing)


@lru_cache(maxsize=256)
def _attack_decision(turn: int, step: str, seat: Seat) -> Decision:
    """3.4 to 3.7  Return what is asked in a step of attacks; it is asked again after each of them."""
    text = f"turn {turn}: {_ATTACK_PROMPTS[step]}"
    return Decision(seat, step, ch03_attacks.RULE_OF[step], text, frozenset((step, "done")))


def _question(state: State) -> tuple[str, str, str, tuple[str, ...]]:
    """Return the kind of the decision, its rule, what is asked and what answers it."""
    step = state.step
    if step == "fleet":
        points = state.settings.points_of(state.active)
        most = state.settings.of_scenario("most_units")
        text = f"seal your fleet: cards for at most {points} points, at most {most} units"
        return "fleet", "2.2", text, ("seal",)
    if step == "deploy" and state.active in state.ends:
        left = len(ch01_setup.undeployed(state, state.active))
        return "deploy", "1.1.4", f"set up your fleet; {left} to go", ("deploy",)
    if step == "flights" and state.active == state.first:
        return "seal_flights", "P.3", "seal your flight plan", ("seal",)
    return _QUESTIONS[step]


_QUESTIONS = {
    "open_fleet": ("open_fleet", "1.1.4", "open your fleet", ("open",)),
    "deploy": ("choose_end", "1.1.4", "choose your end of the map, west or east", ("choose_end",)),
    "sea_move": (
        "sea_move",
        "3.2",
        "move your Ships and Submarines, lay smoke, then done",
        ("move", "smoke", "done"),
    ),
    "flights": ("plan_flights", "P.3", "plan your flights", ("flights",)),
    "open_flights": ("open_flights", "P.3", "open your flight plan", ("open",)),
    "air_mission": (
        "air_mission",
        "3.3",
        "place an Aircraft, or done for this turn",
        ("fly", "done"),
    ),
    "air_return": (
        "air_return",
        "3.8",
        "return your Aircraft to Carriers or the airbase, then done",
        ("air_return", "done"),
    ),
}


def is_asked(state: State) -> bool:
    """P.5  Return whether the active seat has anything to say in the step."""
    return _ASKED[state.step](state) if state.step in _ASKED else False


def _asks_for_plan(state: State) -> bool:
    has_planned = state.has_sealed if state.active == state.first else state.active in state.plans
    return not has_planned and bool(ready(state, state.active))


def _asks_for_mission(state: State) -> bool:
    """3.3, R-18  Return whether the next Aircraft is placed by an order."""
    is_free = state.settings.air_missions == "alternate"
    return is_free and ch07_aircraft.can_place(state, state.active)


_ASKED: dict[str, Callable[[State], bool]] = {
    "fleet": lambda _: True,
    "open_fleet": lambda _: True,
    "deploy": lambda state: bool(ch01_setup.undeployed(state, state.active)),
    "sea_move": ch04_movement.can_act,
    "flights": _asks_for_plan,
    "open_flights": lambda state: state.has_sealed,
    "air_mission": _asks_for_mission,
    **dict.fromkeys(ATTACK_STEPS, ch03_attacks.can_attack),
    "air_return": ch07_aircraft.asks_return,
}


def advance(play: Play[State]) -> Decision | None:
    """3.0  Let happen what needs nobody's choice, and return where the game then waits."""
    while not ch09_ends.is_over(play.state) and not is_asked(play.state):
        _go_on(play)
    return decision_of(play.state)


def _go_on(play: Play[State]) -> None:
    """3.0  End the step of the active seat, and begin the next."""
    state = play.state
    first = Seat(state.first)
    second = other_seat(first)
    match state.step:
        case "deploy":
            _after_deployment(play)
        case "sea_move":
            _end_sea_move(play)
        case "flights" if state.active == first:
            play.emit(e.StepBegan("sea_move", second))
        case "flights":
            play.emit(e.StepBegan("open_flights", first))
        case "open_flights":
            play.emit(e.StepBegan("air_mission", first))
        case "air_mission":
            _fly_on(play)
        case "air_return":
            ch07_aircraft.end_return(play)
            _end_step(play)
        case _:
            _end_step(play)


def _after_deployment(play: Play[State]) -> None:
    """1.1.5, 1.1.6, R-60  Let the other seat set up, or begin the first turn."""
    if play.state.active == play.state.starter:
        play.emit(e.StepBegan("open_fleet", other_seat(play.state.active)))
    else:
        begin_turn(play)


def begin_turn(play: Play[State]) -> None:
    """3.0, 3.1  Begin a game turn and roll for initiative."""
    play.emit(e.TurnBegan(play.state.turn + 1))
    roll_initiative(play)
    play.emit(e.StepBegan("sea_move", Seat(play.state.first)))


def roll_initiative(play: Play[State]) -> None:
    """3.1, R-12  Higher total, then better flagship bonus; equal in both: both roll again."""
    bonus = {seat: flagship_bonus(play.state, seat) for seat in SEATS}
    again = 0
    while True:
        again += 1
        word = f", roll {again}" if again > 1 else ""
        totals = {
            seat: sum(play.rolls("3.1", f"initiative of {seat}{word}", 2)) + bonus[seat]
            for seat in SEATS
        }
        axis, allied = (totals[AXIS], bonus[AXIS]), (totals[ALLIED], bonus[ALLIED])
        if axis != allied:
            winner = AXIS if axis > allied else ALLIED
            play.emit(e.InitiativeWon(winner, totals[AXIS], totals[ALLIED]))
            return
        play.emit(e.InitiativeTied(totals[AXIS]))


def flagship_bonus(state: State, seat: str) -> int:
    """3.1  Return the best flagship bonus among a seat's Ships that are not crippled."""
    ships = (name for name in state.ships(seat) if not state.is_crippled(name))
    return max((state.card(name).flagship for name in ships), default=0)


def _end_sea_move(play: Play[State]) -> None:
    """3.2, R-16  Smoke lies from the end of the step; the first player then plans, or the second moves."""
    state = play.state
    smoking = [n for n in state.ships(state.active) if state.units[n].smoked]
    sectors = {state.units[name].sector for name in smoking} - set(state.smoke)
    if sectors:
        play.emit(e.SmokeSpread(tuple(sorted(sectors))))
    has_plans = state.settings.air_missions == "plans"
    is_first = state.active == state.first
    if has_plans:
        play.emit(e.StepBegan("flights", state.active))
    elif is_first:
        play.emit(e.StepBegan("sea_move", other_seat(state.active)))
    else:
        play.emit(e.StepBegan("air_mission", Seat(state.first)))


def _fly_on(play: Play[State]) -> None:
    """3.3, P.3, R-17  Place the next Aircraft of a plan, or pass; when both have, the phase is over."""
    state = play.state
    if len(state.passed) == len(SEATS):
        _end_phase(play)
    elif state.active in state.passed:
        play.emit(e.StepBegan("air_mission", other_seat(state.active)))
    elif state.settings.air_missions == "plans" and (flight := _next_flight(state)):
        play.emit(e.AircraftPlaced(*flight))
    else:
        play.emit(e.MissionsEnded(state.active))


def _next_flight(state: State) -> tuple[str, str] | None:
    return ch07_aircraft.next_flight(state, state.active)


def _end_step(play: Play[State]) -> None:
    """3.0  Begin the second player's step after the first's; then end the phase."""
    state = play.state
    if state.active == state.first:
        _begin_step(play, state.step, other_seat(state.active))
    else:
        _end_phase(play)


def _end_phase(play: Play[State]) -> None:
    """3.0, 6.5  Damage takes effect, and the next phase or the next turn begins."""
    state = play.state
    step = state.step
    ch06_damage.end_phase(play)
    ch09_ends.look_after_phase(play)
    if ch09_ends.is_over(state):
        return
    later = STAGES[STAGES.index(step) + 1 :]
    if later:
        _begin_step(play, later[0], Seat(state.first))
        return
    ch09_ends.end_turn(play)
    if not ch09_ends.is_over(state):
        begin_turn(play)


def _begin_step(play: Play[State], step: str, seat: Seat) -> None:
    play.emit(e.StepBegan(step, seat))
    if step == "air_return":
        ch07_aircraft.rearm(play)


def _obey_seal(play: Play[State], _: Seal) -> None:
    """1.1.1, 2.2, P.3  A fleet or a flight plan is fixed."""
    state = play.state
    if state.step == "flights":
        play.emit(e.FlightsSealed(state.active))
        return
    play.emit(e.FleetSealed(state.active))
    if state.active == AXIS:
        ch01_setup.choose_zone_and_coin(play)
        play.emit(e.StepBegan("open_fleet", Seat(state.starter)))


def _obey_open(play: Play[State], order: Open) -> None:
    """1.1.4, P.3  A fleet or a flight plan is shown; nonsense has its own answer."""
    state = play.state
    if state.step == "open_flights":
        play.emit(e.FlightsOpened(state.active, *ch07_aircraft.read_plan(order.value)))
    elif ch01_setup.open_fleet(play, state.active, order.value):
        play.emit(e.StepBegan("deploy", state.active))


def _obey_choose_end(play: Play[State], order: o.ChooseEnd) -> None:
    """1.1.4  Let the fleet come from the chosen edge."""
    play.emit(e.EndChosen(play.state.active, order.end))


def _obey_deploy(play: Play[State], order: o.Deploy) -> None:
    """1.1.4  Put the unit into its sector or base."""
    play.emit(e.UnitDeployed(order.unit, order.where))


def _obey_move(play: Play[State], order: o.Move) -> None:
    """4.1, 9.2  Move the unit along its path; a merchant may leave the map by its last step."""
    on_map = tuple(sector for sector in order.path if sector != EXIT)
    play.emit(e.UnitMoved(order.unit, on_map))
    if EXIT in order.path:
        play.emit(e.MerchantLeft(order.unit))
        ch09_ends.look_after_exit(play)


def _obey_smoke(play: Play[State], order: o.Smoke) -> None:
    """8.12  Let the Ship lay smoke."""
    play.emit(e.SmokeLaid(order.unit, play.state.units[order.unit].sector))


def _obey_flights(play: Play[State], order: o.Flights) -> None:
    """P.3  The second player's plan is open."""
    play.emit(e.FlightsPlanned(play.state.active, order.missions))


def _obey_fly(play: Play[State], order: o.Fly) -> None:
    """3.3  Place the Aircraft."""
    play.emit(e.AircraftPlaced(order.unit, order.sector))


def _obey_attack(play: Play[State], order: o.Attack) -> None:
    """R-24  Attack the first target; all that are named are legal here."""
    ch06_damage.resolve(play, order.unit, order.weapon, order.targets[0])


def _obey_return(play: Play[State], order: o.AirReturn) -> None:
    """3.8  Bring the Aircraft home."""
    play.emit(e.AircraftReturned(order.unit, order.base))


def _obey_done(play: Play[State], _: o.Done) -> None:
    """P.5  The step is over, or its seat places no more Aircraft."""
    if play.state.step == "air_mission":
        play.emit(e.MissionsEnded(play.state.active))
    else:
        _go_on(play)


OBEYS: dict[type[Order], Callable[[Play[State], Any], None]] = {
    Seal: _obey_seal, Open: _obey_open, o.ChooseEnd: _obey_choose_end, o.Deploy: _obey_deploy,
    o.Move: _obey_move, o.Smoke: _obey_smoke, o.Flights: _obey_flights, o.Fly: _obey_fly,
    o.AirReturn: _obey_return, o.Done: _obey_done,
    **dict.fromkeys(o.ATTACKS, _obey_attack),
}  # fmt: skip
