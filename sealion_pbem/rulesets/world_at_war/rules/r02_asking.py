"""R-2, section 8 of the facts  What is asked next: a decision computed from the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sealion_pbem.engine.words import Decision, Seat, Timing
from sealion_pbem.rulesets.world_at_war.rules import ch14_effects, ch14_retreats, ch15_advance
from sealion_pbem.rulesets.world_at_war.rules.ch10_airborne import can_escort, can_hunt, droppers
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import due
from sealion_pbem.rulesets.world_at_war.rules.ch13_overrun import (
    OVERRUN_FORM,
    das_wings,
    intercept_wings,
    rush_of,
)
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import ATTRITION_FORM
from sealion_pbem.rulesets.world_at_war.rules.ch15_combat import ready_attacks
from sealion_pbem.rulesets.world_at_war.rules.ch15_skies import das_hexes, intercept_hexes
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import EXPLOIT_FORM
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import BUILD_FORM
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = ["decision"]


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


def _of_step(state: State) -> Decision | None:
    """R-2  Return what a step asks its seat, unless it is done or there is nothing to choose."""
    if state.step in ("move", "redeploy") and state.ended and due(state):
        prompt = f"too many in {', '.join(due(state))}: choose what is eliminated"
        return _asked(state.active, "excess", "12.2", prompt, "remove_excess")
    if state.step == "landing" and state.drops:
        return _of_landing(state)
    ask = None if state.ended else _QUESTIONS.get(state.step)
    return ask(state, f"turn {state.turn}, {state.active}") if ask else None


def _of_setup(state: State, _: str) -> Decision:
    prompt = f"{state.active}: place your units, then done"
    return _asked(state.active, "setup", "R-18", prompt, "set_up done")


def _of_preparation(state: State, where: str) -> Decision:
    prompt = f"{where}: declarations, eliminations, staging, airbases, then done"
    accepts = "declare eliminate stage place_base done"
    return _asked(state.active, "prepare", "R-2", prompt, accepts)


def _of_movement(state: State, where: str) -> Decision:
    prompt = f"{where}: move and overrun, then done"
    return _asked(state.active, "move", "13.4", prompt, "move overrun done")


def _of_announcement(state: State, where: str) -> Decision | None:
    if state.phase != "regular" and not state.routes:
        return None
    prompt = f"{where}: announce attacks, then done"
    return _asked(state.active, "announce", "15.4", prompt, "attack done")


def _of_das(state: State, _: str) -> Decision | None:
    if not das_hexes(state):
        return None
    prompt = f"attacks on {', '.join(a.name for a in state.attacks)}: support, then done"
    return _asked(state.passive, "das", "15.1", prompt, "das done")


def _of_interception(state: State, _: str) -> Decision | None:
    hexes = intercept_hexes(state)
    if not hexes:
        return None
    prompt = f"aircraft defend {', '.join(hexes)}: intercept, then done"
    return _asked(state.active, "intercept", "15.1", prompt, "intercept done")


def _of_drops(state: State, _: str) -> Decision | None:
    """10.52, R-72  Return what is asked about drops, behind defensive air support and interception."""
    can = droppers(state)
    prompt = f"drop {', '.join(can)}, then done"
    return _asked(state.active, "drops", "10.52", prompt, "drop done") if can else None


def _of_resolution(state: State, _: str) -> Decision | None:
    waiting = ready_attacks(state)
    if len(waiting) <= 1:
        return None
    prompt = f"resolve next: {', '.join(attack.name for attack in waiting)}"
    return _asked(state.active, "resolve", "15.1", prompt, "resolve")


def _of_exploitation(state: State, where: str) -> Decision | None:
    can_overrun = bool(state.routes) and OVERRUN_FORM.is_possible(state)
    if not state.breakthroughs or not (EXPLOIT_FORM.is_possible(state) or can_overrun):
        return None
    prompt = f"{where}: exploit {', '.join(state.breakthroughs)}, then done"
    return _asked(state.active, "exploit", "16.3", prompt, "exploit overrun done")


def _of_attrition_step(state: State, where: str) -> Decision | None:
    if not ATTRITION_FORM.is_possible(state):
        return None
    return _asked(
        state.active, "attrition", "14.1", f"{where}: attrition, then done", "attrition done"
    )


def _of_construction(state: State, where: str) -> Decision | None:
    if not BUILD_FORM.is_possible(state):
        return None
    return _asked(state.active, "construct", "R-43", f"{where}: build, then done", "build done")


def _of_redeployment(state: State, where: str) -> Decision:
    prompt = f"{where}: redeploy or eliminate, then done"
    return _asked(state.active, "redeploy", "R-48", prompt, "redeploy eliminate done")


_QUESTIONS: Mapping[str, Callable[[State, str], Decision | None]] = {
    "setup": _of_setup,
    "prepare": _of_preparation,
    "move": _of_movement,
    "announce": _of_announcement,
    "das": _of_das,
    "intercept": _of_interception,
    "drops": _of_drops,
    "resolve": _of_resolution,
    "exploit": _of_exploitation,
    "attrition": _of_attrition_step,
    "construct": _of_construction,
    "redeploy": _of_redeployment,
}


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
