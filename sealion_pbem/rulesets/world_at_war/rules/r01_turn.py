"""R-1, R-2  The sequence of a player turn: what is asked next, and what happens by itself."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import FightWent, StageEnded
from sealion_pbem.rulesets.world_at_war.events.economy import BridgeheadRemoved
from sealion_pbem.rulesets.world_at_war.events.general import (
    PlayerTurnBegan,
    PlayerTurnEnded,
    SeatReady,
    StepBegan,
)
from sealion_pbem.rulesets.world_at_war.events.moving import (
    OverrunDefended,
    OverrunIntercepted,
)
from sealion_pbem.rulesets.world_at_war.rules.ch10_airborne import judge_landing
from sealion_pbem.rulesets.world_at_war.rules.ch11_partisans import judge_raids
from sealion_pbem.rulesets.world_at_war.rules.ch13_overrun import push_overrun
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import fix_zones
from sealion_pbem.rulesets.world_at_war.rules.ch14_retreats import push_attrition
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import announce_forced
from sealion_pbem.rulesets.world_at_war.rules.ch15_combat import (
    push_fight,
    ready_attacks,
    start_fight,
)
from sealion_pbem.rulesets.world_at_war.rules.ch15_skies import judge_skies
from sealion_pbem.rulesets.world_at_war.rules.r02_asking import decision
from sealion_pbem.rulesets.world_at_war.rules.r14_politics import (
    judge_conquest,
    judge_end,
    to_be_placed,
)
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import (
    determine_supply,
    judge_isolation,
)
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import roll_winter
from sealion_pbem.rulesets.world_at_war.rules.r77_surprise import stun_armor
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, other

__all__ = ["advance", "obey_break_off", "obey_done", "refuse_done"]

# Each step, and the one behind it in the same phase.
_AFTER = {
    "announce": "das", "das": "intercept", "intercept": "skies", "skies": "drops",
    "drops": "landing", "landing": "resolve",
}  # fmt: skip


def advance(play: Play[State]) -> Decision | None:
    """R-2  Let happen whatever needs nobody's choice; return what is then asked."""
    while (asked := decision(play.state)) is None and play.state.step != "over":
        _happen(play)
    return asked


def _happen(play: Play[State]) -> None:
    state = play.state
    if state.rush is not None:
        push_overrun(play)
    elif state.fight is not None:
        push_fight(play)
    elif state.attrition is not None:
        push_attrition(play)
    elif state.step == "skies" and any(a.stage == "announced" for a in state.attacks):
        judge_skies(play, next(a for a in state.attacks if a.stage == "announced"))
    elif state.step == "landing" and state.drops:
        _land(play)
    elif state.step == "resolve" and ready_attacks(state):
        start_fight(play, ready_attacks(state)[0])
    else:
        _next_step(play)


def _land(play: Play[State]) -> None:
    """10.54  Bring drops down on a hex: interceptors, escort, air combat, landing, each in its turn."""
    stage = play.state.landing
    if stage in ("", "landing"):
        play.emit(StageEnded("hunt"))
    elif stage == "hunt":
        play.emit(StageEnded("escort"))
    elif stage == "escort":
        judge_landing(play, "air")
    else:
        judge_landing(play, "land")


def _next_step(play: Play[State]) -> None:
    """R-2  Begin the next step, or the next player turn."""
    state = play.state
    step, phase = state.step, state.phase
    if step == "setup":
        play.emit(SeatReady(state.active))
    elif step == "prepare":
        determine_supply(play)
        fix_zones(play)
        stun_armor(play)
        play.emit(StepBegan("move"))
    elif step == "move":
        play.emit(StepBegan("announce", "regular"))
        announce_forced(play)
    elif step in _AFTER:
        play.emit(StepBegan(_AFTER[step], phase))
    elif step == "resolve":
        if phase == "regular":
            play.emit(StepBegan("exploit", "exploitation"))
        else:
            play.emit(StepBegan("attrition"))
    elif step == "exploit":
        play.emit(StepBegan("announce", "exploitation"))
        announce_forced(play)
    elif step == "attrition":
        judge_raids(play)
        play.emit(StepBegan("construct"))
    elif step == "construct":
        play.emit(StepBegan("redeploy"))
        _take_up_bridgeheads(play)
    else:
        _end_player_turn(play)


def _take_up_bridgeheads(play: Play[State]) -> None:
    """R-49  Take up bridgeheads of an earlier own player turn before excess is reckoned."""
    state = play.state
    for number, (seat, made) in sorted(state.bridgeheads.items()):
        if seat == state.active and made < state.player_turn:
            play.emit(BridgeheadRemoved(number))


def _end_player_turn(play: Play[State]) -> None:
    """R-2  Isolation, conquest, activation; then the other side's turn, or the end of the game."""
    state = play.state
    judge_isolation(play)
    judge_conquest(play)
    play.emit(PlayerTurnEnded(state.active))
    if judge_end(play):
        return
    turn = state.turn + (state.active == ALLIES)
    play.emit(PlayerTurnBegan(turn, other(state.active)))
    if state.active == AXIS:
        roll_winter(play)


def refuse_done(state: State) -> list[Violation]:
    """R-18  Return why a step does not end: a unit is still to be set up."""
    if state.step == "setup" and (left := to_be_placed(state, state.active)):
        return [Violation("R-18", "not_placed", f"still to place: {', '.join(left)}")]
    return []


def obey_done(play: Play[State], _: o.Done) -> None:
    """R-2  End what a seat was asked."""
    state = play.state
    if state.rush is not None:
        is_das = state.rush.stage == "das"
        play.emit(OverrunDefended({}) if is_das else OverrunIntercepted({}))
    elif state.step == "landing":
        play.emit(StageEnded("hunt" if state.landing in ("", "landing") else "escort"))
    else:
        play.emit(StageEnded(state.step))


def obey_break_off(play: Play[State], _: o.BreakOff) -> None:
    """15.7  Let the attacker break off."""
    assert play.state.fight is not None, "an attack is being resolved"
    play.emit(FightWent(play.state.fight.hex, "over"))
