"""R-1, R-2  The sequence of a player turn: what is asked next, and what happens by itself."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Seat, Timing, Violation
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
from sealion_pbem.rulesets.world_at_war.rules import (
    ch14_effects,
    ch14_retreats,
    ch15_advance,
)
from sealion_pbem.rulesets.world_at_war.rules.ch10_airborne import (
    can_escort,
    can_hunt,
    droppers,
    judge_landing,
)
from sealion_pbem.rulesets.world_at_war.rules.ch11_partisans import judge_raids
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import due
from sealion_pbem.rulesets.world_at_war.rules.ch13_overrun import (
    OVERRUN_FORM,
    das_wings,
    intercept_wings,
    push_overrun,
    rush_of,
)
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import (
    ATTRITION_FORM,
    fix_zones,
)
from sealion_pbem.rulesets.world_at_war.rules.ch14_retreats import push_attrition
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import announce_forced
from sealion_pbem.rulesets.world_at_war.rules.ch15_combat import (
    push_fight,
    ready_attacks,
    start_fight,
)
from sealion_pbem.rulesets.world_at_war.rules.ch15_skies import (
    das_hexes,
    intercept_hexes,
    judge_skies,
)
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import EXPLOIT_FORM
from sealion_pbem.rulesets.world_at_war.rules.r14_politics import (
    judge_conquest,
    judge_end,
    to_be_placed,
)
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import (
    determine_supply,
    judge_isolation,
)
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import BUILD_FORM
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import roll_winter
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, other

__all__ = ["advance", "decision", "obey_break_off", "obey_done", "refuse_done"]

# Each step, and the one behind it in the same phase.
_AFTER = {
    "announce": "das", "das": "intercept", "intercept": "skies", "skies": "drops",
    "drops": "landing", "landing": "resolve",
}  # fmt: skip


def advance(play: Play[State]) -> None:
    """R-2  Let happen whatever needs nobody's choice."""
    while decision(play.state) is None and play.state.step != "over":
        _happen(play)


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
    """10.54  Drops on a hex: interceptors, escort, air combat, landing, each in its turn."""
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
    """R-49  Bridgeheads of an earlier own player turn are taken up before excess is reckoned."""
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


def _asked(
    seat: Seat, kind: str, rule: str, prompt: str, accepts: str, about: str = ""
) -> Decision:
    timing = Timing.AFTER_DICE if kind in _AFTER_DICE else Timing.BEFORE_DICE
    return Decision(seat, kind, rule, prompt, frozenset(accepts.split()), timing, about)


_AFTER_DICE = {
    "fort_option", "exchange", "losses_attack", "losses_defense", "another_round", "advance",
    "counters_for_hex", "attrition_losses", "occupy", "retreat",
}  # fmt: skip


def decision(state: State) -> Decision | None:
    """R-2, section 8 of the facts  Return where the game waits; None if something happens by itself."""
    if state.step == "over":
        return None
    if state.demands:
        demand = state.demands[0]
        need = demand.needs[0].amount
        prompt = f"{demand.about}: choose losses worth {need} ({demand.cause})"
        kind = f"losses_{demand.role}"
        return _asked(Seat(demand.seat), kind, "15.61", prompt, "lose", demand.about)
    if state.rush is not None:
        return _of_overrun(state)
    if state.fight is not None:
        return _of_fight(state)
    if state.attrition is not None:
        return _of_attrition(state)
    return _of_step(state)


def _of_overrun(state: State) -> Decision | None:
    rush = rush_of(state)
    if rush.stage == "das" and das_wings(state):
        prompt = f"{', '.join(rush.units)} overrun {rush.hex}: defensive air support, or done"
        return _asked(state.passive, "overrun_das", "13.53", prompt, "overrun_das done", rush.hex)
    if rush.stage == "intercept" and intercept_wings(state):
        prompt = f"aircraft defend {rush.hex}: intercept them, or done"
        accepts = "overrun_intercept done"
        return _asked(state.active, "overrun_intercept", "13.53", prompt, accepts, rush.hex)
    return None


def _of_fight(state: State) -> Decision | None:
    fight = ch15_advance.fight_of(state)
    match fight.stage:
        case "fort_option":
            prompt = f"{fight.hex}: d at {fight.odds}; make it an exchange, or keep it"
            return _asked(state.passive, "fort_option", "15.55", prompt, "exchange keep", fight.hex)
        case "exchange":
            prompt = f"{fight.hex}: d at {fight.odds}; take it as an exchange, or keep it"
            return _asked(state.active, "exchange", "15.53", prompt, "exchange keep", fight.hex)
        case "round":
            prompt = f"{fight.hex}: fight another round, or break off"
            accepts = "go_on break_off"
            return _asked(state.active, "another_round", "15.7", prompt, accepts, fight.hex)
        case "advance" if ch15_advance.can_advance(state):
            prompt = f"{fight.hex} is cleared: who advances"
            return _asked(state.active, "advance", "15.9", prompt, "advance", fight.hex)
    return None


def _of_attrition(state: State) -> Decision | None:
    task = ch14_effects.task_of(state)
    if task.stage == "exchange":
        prompt = "1C/1H: take two counters instead, or keep it"
        return _asked(state.active, "counters_for_hex", "14.44", prompt, "exchange keep")
    if task.stage == "losses":
        owed = ch14_effects.owed_counters(state)
        if owed and owed < len(ch14_effects.eligible(state)):
            prompt = f"choose {owed} counters that attrition costs"
            return _asked(state.passive, "attrition_losses", "14.51", prompt, "lose_counters")
    if task.stage == "occupy" and ch14_effects.hexes_to_take(state):
        prompt = f"take hexes: {', '.join(ch14_effects.hexes_to_take(state))}"
        return _asked(state.active, "occupy", "14.61", prompt, "occupy")
    if task.stage == "retreat":
        leaving = ch14_retreats.retreating(state)
        if any(ch14_retreats.least_evil(state, unit, {}) for unit in leaving):
            prompt = f"retreat: {', '.join(leaving)}"
            return _asked(state.passive, "retreat", "14.7", prompt, "retreat")
    return None


def _of_step(  # noqa: C901, PLR0911, PLR0912 - a line for each step of the turn
    state: State,
) -> Decision | None:
    """R-2  Return what a step asks its seat, unless it is done or there is nothing to choose."""
    where = f"turn {state.turn}, {state.active}"
    if state.step in ("move", "redeploy") and state.ended and due(state):
        prompt = f"too many in {', '.join(due(state))}: choose what is eliminated"
        return _asked(state.active, "excess", "12.2", prompt, "remove_excess")
    if state.step == "landing" and state.drops:
        return _of_landing(state)
    if state.ended:
        return None
    match state.step:
        case "setup":
            prompt = f"{state.active}: place your units, then done"
            return _asked(state.active, "setup", "R-18", prompt, "set_up done")
        case "prepare":
            prompt = f"{where}: declarations, eliminations, staging, airbases, then done"
            accepts = "declare eliminate stage place_base done"
            return _asked(state.active, "prepare", "R-2", prompt, accepts)
        case "move":
            prompt = f"{where}: move and overrun, then done"
            return _asked(state.active, "move", "13.4", prompt, "move overrun done")
        case "announce":
            if state.phase == "regular" or state.routes:
                prompt = f"{where}: announce attacks, then done"
                return _asked(state.active, "announce", "15.4", prompt, "attack done")
        case "das" if das_hexes(state):
            prompt = f"attacks on {', '.join(a.name for a in state.attacks)}: support, then done"
            return _asked(state.passive, "das", "15.1", prompt, "das done")
        case "intercept" if intercept_hexes(state):
            prompt = f"aircraft defend {', '.join(intercept_hexes(state))}: intercept, then done"
            return _asked(state.active, "intercept", "15.1", prompt, "intercept done")
        case "drops" if droppers(state):
            prompt = f"drop {', '.join(droppers(state))}, then done"
            return _asked(state.active, "drops", "10.52", prompt, "drop done")
        case "resolve" if len(ready_attacks(state)) > 1:
            names = ", ".join(attack.name for attack in ready_attacks(state))
            return _asked(state.active, "resolve", "15.1", f"resolve next: {names}", "resolve")
        case "exploit" if state.breakthroughs and (
            EXPLOIT_FORM.is_possible(state) or (state.routes and OVERRUN_FORM.is_possible(state))
        ):
            prompt = f"{where}: exploit {', '.join(state.breakthroughs)}, then done"
            return _asked(state.active, "exploit", "16.3", prompt, "exploit overrun done")
        case "attrition" if ATTRITION_FORM.is_possible(state):
            prompt = f"{where}: attrition, then done"
            return _asked(state.active, "attrition", "14.1", prompt, "attrition done")
        case "construct" | "redeploy":
            return _of_late_steps(state, where)
    return None


def _of_late_steps(state: State, where: str) -> Decision | None:
    if state.step == "construct":
        if not BUILD_FORM.is_possible(state):
            return None
        prompt = f"{where}: build, then done"
        return _asked(state.active, "construct", "R-43", prompt, "build done")
    prompt = f"{where}: redeploy or eliminate, then done"
    return _asked(state.active, "redeploy", "R-48", prompt, "redeploy eliminate done")


def _of_landing(state: State) -> Decision | None:
    number = state.drops[0].hex
    if state.landing in ("", "landing") and can_hunt(state):
        prompt = f"airborne units drop on {number}: intercept, or done"
        return _asked(
            state.passive, "intercept_drop", "10.54", prompt, "intercept_drop done", number
        )
    if state.landing == "hunt" and state.hunters and can_escort(state):
        prompt = f"the drop on {number} is intercepted: escort it, or done"
        return _asked(state.active, "escort", "10.54", prompt, "escort done", number)
    return None


def refuse_done(state: State) -> list[Violation]:
    """R-18  Return why a step does not end: a unit is still to be set up."""
    if state.step == "setup" and (left := to_be_placed(state, state.active)):
        return [Violation("R-18", "not_placed", f"still to place: {', '.join(left)}")]
    return []


def obey_done(play: Play[State], _: o.Done) -> None:
    """R-2  A seat is done with what it was asked."""
    state = play.state
    if state.rush is not None:
        is_das = state.rush.stage == "das"
        play.emit(OverrunDefended({}) if is_das else OverrunIntercepted({}))
    elif state.step == "landing":
        play.emit(StageEnded("hunt" if state.landing in ("", "landing") else "escort"))
    else:
        play.emit(StageEnded(state.step))


def obey_break_off(play: Play[State], _: o.BreakOff) -> None:
    """15.7  The attacker breaks off."""
    assert play.state.fight is not None, "an attack is being resolved"
    play.emit(FightWent(play.state.fight.hex, "over"))
