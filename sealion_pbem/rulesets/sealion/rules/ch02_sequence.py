"""2.0  The sequence of play: stage after stage until somebody must decide or the game is over.

Both books have the same sequence; another edition may have another (`Edition.sequence`).
"""

from __future__ import annotations

from typing import Any

from sealion_pbem.engine.form import Form
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import said_together
from sealion_pbem.engine.words import Decision, Seat
from sealion_pbem.rulesets.sealion.chapter import Chapter, Tell
from sealion_pbem.rulesets.sealion.events.general import (
    HexOccupied,
    StageBegun,
    StageEnded,
    UnitBoarded,
    UnitEliminated,
    UnitPlaced,
    UnitReduced,
    UnitsMoved,
)
from sealion_pbem.rulesets.sealion.rules import (
    ch03_weather,
    ch04_victory,
    ch05_setup,
    ch06_stacking,
    ch07_naval_movement,
    ch08_naval_combat,
    ch11_airborne,
    ch11_land_movement,
    ch12_land_combat,
    ch13_supply,
    ch13_transports,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air import combat, movement, returning, strikes
from sealion_pbem.rulesets.sealion.rules.ch14_options import parachutists
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import begin_british_setup
from sealion_pbem.rulesets.sealion.sequence import FIRST_STEP, Done, SequenceOfPlay, Stage
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["CHAPTER", "SEQUENCE", "advance", "decision", "stage_of"]


def advance(play: Play[State]) -> Decision | None:
    """2.0  Go on until somebody is asked, and check for victory after everything that happens (A-12)."""
    state = play.state
    while True:
        if state.veil is not None:
            parachutists.find_out(play)
        ch04_victory.decide_victory(play)
        asked = decision(state)
        if asked is not None or state.winner:
            return asked
        _begin_next(play)


def decision(state: State) -> Decision | None:
    """Return what the stage asks; None when the game is over or nothing is asked in it."""
    if state.winner:
        return None
    if state.veil is None:
        return stage_of(state).decide(state)
    first = parachutists.decide_twins(state)
    return first or parachutists.with_opening(state, stage_of(state).decide(state))


def stage_of(state: State) -> Stage:
    """Return the stage the game is in."""
    return state.table.edition.sequence.by_name[state.step, state.stage]


def _begin_next(play: Play[State]) -> None:
    """2.1, 2.2  Begin the next stage; rain leaves out the air and night steps (3.1)."""
    state = play.state
    sequence, turn = state.table.edition.sequence, state.turn
    stage = sequence.following(state.step, state.stage, state.weather)
    if stage.step == FIRST_STEP:
        if turn == state.edition.last_turn:
            ch04_victory.end_last_turn(play)
            return
        turn += 1
    play.emit(StageBegun(turn, stage.step, stage.name))
    stage.begin(play)


def _is_no_set_up(state: State, _: Done) -> bool:
    """2.0  Return whether the stage can be ended at will, as all but the set-ups can."""
    return state.step > 0


def obey_done(play: Play[State], _: Done) -> None:
    """2.0  The player is done with the stage."""
    play.emit(StageEnded(play.state.stage))


def _kinds(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


_SET_UP = _kinds("deploy", "done")
_SAILING = {
    GERMAN: _kinds(
        "sail", "sortie", "recall", "embark", "unload", "couple", "lay_mine", "shift_airborne",
        "done",
    ),
    BRITISH: _kinds("sail", "sortie", "recall", "done"),
}  # fmt: skip
_FLYING = {GERMAN: _kinds("fly", "airlift", "done"), BRITISH: _kinds("fly", "done")}
_MARCHING = {
    GERMAN: _kinds("march", "land", "debark", "done"),
    BRITISH: _kinds("march", "arrive", "done"),
}
_DOGFIGHTS = _kinds("assign", "join_sets", "choose_loss")
_STRIKES = _kinds("strike")
_ANSWERS = _kinds("fire_aa", "take_losses", "retreat")


def _sea(step: int, seat: Seat, when: str) -> tuple[Stage, Stage]:
    """7.0, 8.0  Return naval movement and combat; at night neither is played in rain (3.1) (A-1, A-7)."""
    day = when != "night"
    names = ("naval movement", "naval combat") if day else ("night movement", "night combat")
    decide, fight = ch07_naval_movement.decide_movement, ch08_naval_combat
    return (
        Stage(step, names[0], "7.0", seat, _begin_quietly, decide, own=_SAILING[seat], rain=day),
        Stage(
            step, names[1], "8.0", seat, fight.begin_combat, fight.decide_combat,
            own=_kinds("engage"), opposing=_kinds("withhold", "counterattack"), rain=day,
            tasks=_kinds("withholding", "counterattacking"),
        ),
    )  # fmt: skip


def _air(step: int, seat: Seat, reacts: Seat) -> tuple[Stage, ...]:
    """10.0  Return air movement, reaction, combat and strikes, none of which is played in rain (3.1)."""
    fly = movement.decide_air_movement
    return (
        Stage(
            step, "air movement", "10.1", seat, _begin_quietly, fly, own=_FLYING[seat], rain=False
        ),
        Stage(
            step + 1, "air reaction", "10.1", reacts, _begin_quietly, fly,
            own=_kinds("fly", "done"), rain=False,
        ),
        Stage(
            step + 2, "air combat", "10.4", seat,
            combat.begin_air_combat, combat.decide_air_combat,
            own=_DOGFIGHTS, opposing=_DOGFIGHTS, rain=False, tasks=_kinds("air_battle"),
        ),
        Stage(
            step + 2, "air strikes", "10.7", seat,
            strikes.begin_strikes, strikes.decide_strikes,
            own=_STRIKES, opposing=_STRIKES, rain=False,
        ),
    )  # fmt: skip


def _land_movement(step: int, seat: Seat) -> Stage:
    """11.0  Return the stage of marches, landings and arrivals."""
    decide = ch11_land_movement.decide_land_movement
    return Stage(step, "land movement", "11.0", seat, _begin_quietly, decide, own=_MARCHING[seat])


def _land_combat(step: int, seat: Seat) -> tuple[Stage, Stage]:
    """6.3, 12.0  Return the check of stacking when all movement is over, then land combat."""
    stack, fight = ch06_stacking, ch12_land_combat
    return (
        Stage(
            step, "stacking", "6.3", seat, stack.begin_stacking, stack.decide_stacking,
            own=_kinds("remove_surplus"),
        ),
        Stage(
            step, "land combat", "12.0", seat, fight.begin_land_combat, fight.decide_land_combat,
            own=_kinds("attack", "cancel", "advance") | _ANSWERS,
            opposing=_kinds("defend") | _ANSWERS, tasks=_kinds("land_combat"),
        ),
    )  # fmt: skip


def _begin_turn(play: Play[State]) -> None:
    """2.1  Reinforcements arrive at the start of the German player turn, then the weather is rolled."""
    ch05_setup.begin_arrivals(play)
    ch03_weather.begin_weather(play)


def _begin_quietly(play: Play[State]) -> None:
    """Begin a stage in which nothing happens by itself."""


def _ask_nobody(_: State) -> Decision | None:
    """Ask nobody."""
    return None


SEQUENCE = SequenceOfPlay((
    Stage(
        0, "german set-up", "5.1", GERMAN, _begin_quietly, ch05_setup.decide_german_setup, own=_SET_UP
    ),
    Stage(
        0, "british set-up", "5.2", BRITISH, begin_british_setup, ch05_setup.decide_british_setup,
        own=_SET_UP,
    ),
    Stage(1, "weather", "3.0", GERMAN, _begin_turn, _ask_nobody),
    *_sea(2, GERMAN, "movement"),
    *_air(3, GERMAN, BRITISH),
    _land_movement(6, GERMAN),
    Stage(
        6, "airborne landings", "11.6", GERMAN,
        ch11_airborne.begin_airborne, ch11_airborne.decide_airborne,
        own=_kinds("touch_down", "withdraw", "done"), rain=False,
    ),
    *_land_combat(6, GERMAN),
    *_sea(7, GERMAN, "night"),
    Stage(
        8, "end of turn", "13.2", GERMAN, _begin_quietly, ch13_transports.decide_transports,
        own=_kinds("send_home", "done"),
    ),
    Stage(8, "return to base", "10.12", GERMAN, returning.begin_return, _ask_nobody),
    *_sea(9, BRITISH, "movement"),
    *_air(10, BRITISH, GERMAN),
    _land_movement(13, BRITISH),
    *_land_combat(13, BRITISH),
    *_sea(14, BRITISH, "night"),
    Stage(
        15, "end of turn", "4.3", BRITISH, _begin_quietly, ch13_supply.decide_evacuation,
        own=_kinds("evacuate_churchill", "done"),
    ),
    Stage(
        15, "transports", "13.2", GERMAN, _begin_quietly, ch13_transports.decide_transports,
        own=_kinds("send_home", "feed", "done"),
    ),
    Stage(15, "supply", "13.0", BRITISH, ch13_supply.begin_supply_and_return, _ask_nobody),
))  # fmt: skip
"""2.1, 2.2  Every stage of set-up and game turn, in the strict order of play."""

_TOLD: dict[type[Any], Tell] = {
    StageBegun: lambda e, _: f"turn {e.turn}, step {e.step}: {e.stage}",
    StageEnded: lambda e, _: f"{e.stage} is over",
    UnitPlaced: lambda e, say: f"{say(e.unit, 'is', 'are')} placed in {e.place}",
    UnitBoarded: lambda e, say: f"{say(e.unit, 'goes', 'go')} aboard {say(e.carrier)}",
    UnitsMoved: lambda e, say: f"{said_together(say, e.units, 'moves', 'move')} {' '.join(e.path)}",
    HexOccupied: lambda e, say: f"{say(e.unit, 'holds', 'hold')} {e.hex}",
    UnitReduced: lambda e, say: f"{say(e.unit, 'is', 'are')} reduced ({e.rule})",
    UnitEliminated: lambda e, say: f"{say(e.unit, 'is', 'are')} eliminated ({e.rule})",
}

_DONE: Form[State] = Form(Done, refuse=ch05_setup.refuse_to_end, is_sure=_is_no_set_up)

CHAPTER = Chapter(
    title="Sequence of play",
    orders={Done: (_DONE, obey_done)},
    events=tuple(_TOLD),
    tell=_TOLD,
)
