"""12.0  The stage of land combat: what is asked, and what the answers start."""

from __future__ import annotations

from collections.abc import Iterable

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Seat, Timing
from sealion_pbem.rulesets.sealion.events.combat import (
    AttackCancelled,
    AttackDeclared,
    ChoiceAwaited,
    CombatsFound,
    DefenceSupported,
    LandCombat,
    UnitsAdvanced,
)
from sealion_pbem.rulesets.sealion.naming import listed
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import Advance
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Cancel, Defend
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import (
    Retreat,
    TakeLosses,
    fight,
    go_back,
    resolve,
    retreat_along,
    take_loss,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    attack_of,
    bare_defence,
    column_of,
    combat_hexes,
    defence_of,
    is_landing,
    support_of,
    supporters,
    task_of,
    total,
)
from sealion_pbem.rulesets.sealion.rules.ch13_supply import lose_transports
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import (
    FireAA,
    shoot_all,
    shoot_first,
    under_fire,
)
from sealion_pbem.rulesets.sealion.rules.support import air_support
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = [
    "begin_land_combat",
    "decide_land_combat",
    "has_choice",
    "obey_advance",
    "obey_attack",
    "obey_cancel",
    "obey_defend",
    "obey_fire_aa",
    "obey_retreat",
    "obey_take_losses",
]


def begin_land_combat(play: Play[State]) -> None:
    """12.0  Find the hexes that must be fought for."""
    _find(play)
    _fight_without_choice(play)


def _find(play: Play[State]) -> None:
    hexes = combat_hexes(play.state)
    if hexes:
        play.emit(CombatsFound(hexes))


def decide_land_combat(state: State) -> Decision | None:
    """12.0, 12.3  Ask the attacker for a hex, or whoever the combat at hand waits for."""
    if state.ended:
        return None
    task = task_of(state)
    if not task.hexes:
        return None
    if not task.waits:
        prompt = f"fight in {', '.join(task.hexes)}, in the order of your choice, or cancel"
        return Decision(state.seat, "land_combat", "12.0", prompt, frozenset({"attack", "cancel"}))
    rule, accepts, prompt = _ASKED[task.waits]
    timing = Timing.BEFORE_DICE if _is_before_dice(task) else Timing.AFTER_DICE
    text = prompt.format(hex=task.hex, units=listed(state, task.units))
    return Decision(Seat(task.seat), _KINDS[task.waits], rule, text, accepts, timing)


def _is_before_dice(task: LandCombat) -> bool:
    if task.waits == "aa_fire":
        return not task.fired
    return task.waits in ("support", "press") or task.is_called_off


_KINDS = {
    "support": "defend",
    "press": "press_attack",
    "aa_fire": "aa_fire",
    "loss": "take_losses",
    "retreat": "retreat",
    "advance": "advance",
}
_ASKED = {
    "support": (
        "12.0", frozenset({"defend"}),
        "who supports the defence of {hex}, and which aircraft stay out: {units}",
    ),
    "press": (
        "12.0", frozenset({"attack", "cancel"}),
        "{units} support the defence of {hex}: attack {hex} once more to confirm, or call it off",
    ),
    "aa_fire": (
        "14.5.1", frozenset({"fire_aa"}), "in which order do AA units in {hex} fire: {units}",
    ),
    "loss": ("12.3", frozenset({"take_losses"}), "who takes the loss in {hex}: {units}"),
    "retreat": ("12.3", frozenset({"retreat"}), "where do they retreat from {hex}: {units}"),
    "advance": ("12.3", frozenset({"advance"}), "who advances from {hex}, and where: {units}"),
}  # fmt: skip


def _fight_without_choice(play: Play[State]) -> None:
    """12.0  A last landing with no support and no Brandenburgers to choose is fought at once."""
    state, task = play.state, play.state.task
    if not isinstance(task, LandCombat) or task.waits or len(task.hexes) != 1:
        return
    (place,) = task.hexes
    if not state.brandenburgers_used or not is_landing(state, place):
        return
    if not supporters(state, place, GERMAN) and not air_support(state, place, GERMAN):
        obey_attack(play, Attack(place))


def obey_attack(play: Play[State], order: Attack) -> None:
    """12.0  The attack is declared; the defender says who supports him, if anything depends on it."""
    state = play.state
    if state.task is None:
        _find(play)
    defender, before = other(state.seat), state.in_progress(LandCombat)
    play.emit(
        AttackDeclared(
            order.hex, order.ships, order.batteries, order.railway_gun, order.brandenburgers,
            order.withheld,
        )
    )  # fmt: skip
    if before.waits == "press":
        kept_out = [n for n in before.withheld if state.counter(n).seat == defender]
        play.emit(DefenceSupported(order.hex, before.defence, tuple(kept_out)))
    else:
        able = supporters(state, order.hex, defender)
        if has_choice(state, order.hex, able):
            aircraft = [name for name, _ in air_support(state, order.hex, defender)]
            play.emit(ChoiceAwaited(order.hex, "support", defender, (*able, *aircraft), ()))
            return
        if able:
            play.emit(DefenceSupported(order.hex, tuple(able)))
    _fire_and_fight(play)


def has_choice(state: State, here: str, able: list[str]) -> bool:
    """12.0, A-168  Return whether anything depends on who supports the defender; if not, all do.

    One of them could fire in a combat still to come (A-105), AA units would fire at his aircraft
    (14.5.1), or without support the combat would be fought on another column.
    """
    if not able and not air_support(state, here, other(state.seat)):
        return False
    return (
        _is_wanted_later(state, here, able)
        or bool(under_fire(state, here, other(state.seat)))
        or _is_felt(state, able)
    )


def _is_wanted_later(state: State, here: str, able: list[str]) -> bool:
    """12.0  Return whether a supporter of the defender could also fire in a combat still to come."""
    later = [place for place in state.in_progress(LandCombat).hexes if place != here]
    defender = other(state.seat)
    return any(not set(able).isdisjoint(supporters(state, there, defender)) for there in later)


def _is_felt(state: State, support: Iterable[str]) -> bool:
    """12.3  Return whether support of the defence changes the column of the declared attack."""
    task = state.in_progress(LandCombat)
    names = (*task.ships, *task.batteries)
    own = support_of(state, task.hex, state.seat, names, railway_gun=task.railway_gun)
    attack = total(attack_of(state, task.hex, own))
    defence = total(defence_of(state, task.hex, support))
    return column_of(state, attack, defence) != column_of(
        state, attack, bare_defence(state, task.hex)
    )


def obey_defend(play: Play[State], order: Defend) -> None:
    """12.0  The attacker, who may call off until the die is rolled, is asked again if it got harder."""
    state, defender = play.state, other(play.state.seat)
    place = state.in_progress(LandCombat).hex
    names = (*order.ships, *order.batteries)
    chosen = support_of(state, place, defender, names, railway_gun=order.railway_gun)
    play.emit(DefenceSupported(place, chosen, order.withheld))
    if _is_felt(state, chosen):
        aircraft = [name for name, _ in air_support(state, place, defender)]
        play.emit(ChoiceAwaited(place, "press", state.seat, (*chosen, *aircraft), ()))
        return
    _fire_and_fight(play)


def obey_fire_aa(play: Play[State], order: FireAA) -> None:
    """14.5.1  The AA units fire in the order given; then the combat goes on."""
    shoot_all(play, Seat(play.state.in_progress(LandCombat).seat), order.units)
    _fire_and_fight(play)


def _fire_and_fight(play: Play[State]) -> None:
    """12.0, 14.5.1  All support is declared: AA units fire at the air units, and the combat is fought."""
    if shoot_first(play):
        fight(play, play.state.in_progress(LandCombat))
        _fight_without_choice(play)


def obey_cancel(play: Play[State], order: Cancel) -> None:
    """12.0  The units go back and do nothing more in this step."""
    if play.state.task is None:
        _find(play)
    play.emit(AttackCancelled(order.hex))
    go_back(play, order.hex)
    _fight_without_choice(play)


def obey_take_losses(play: Play[State], order: TakeLosses) -> None:
    """12.3  The unit named takes the loss."""
    task = task_of(play.state)
    more = take_loss(play, task.loss, order.units)
    resolve(play, task.hex, [*more, *task.todo[1:]])
    _fight_without_choice(play)


def obey_retreat(play: Play[State], order: Retreat) -> None:
    """12.3  Units retreat in the order given."""
    task = task_of(play.state)
    retreat_along(play, order.moves)
    resolve(play, task.hex, task.todo[1:])
    _fight_without_choice(play)


def obey_advance(play: Play[State], order: Advance) -> None:
    """12.3  Units enter the hex, others each its own, or all stay."""
    task = task_of(play.state)
    together = [(order.units, order.hex)] if order.units and order.hex else []
    for units, place in (*together, *(((name,), there) for name, there in order.others)):
        play.emit(UnitsAdvanced(units, place))
        if play.state.seat == BRITISH:
            lose_transports(play, place)
    resolve(play, task.hex, task.todo[1:])
    _fight_without_choice(play)
