"""12.0 to 12.3, 14.5.1  What a land combat can bring, AA fire before it included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from sealion_pbem.engine.forecast import Case, Forecast, merged
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.cards.land import opened, prepared
from sealion_pbem.rulesets.sealion.cards.view import View
from sealion_pbem.rulesets.sealion.events.combat import (
    AttackDeclared,
    CombatsFound,
    DefenceSupported,
    LandCombat,
    Strength,
)
from sealion_pbem.rulesets.sealion.naming import listed, names_of
from sealion_pbem.rulesets.sealion.odds import shot_odds
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import (
    Assessment,
    assess_declared,
    faces_at,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Defend
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.procedure import has_choice
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import ways_back
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    column_of,
    engaged,
    support_of,
    supporters,
    task_of,
)
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import (
    FireAA,
    aa_modifier,
    guns_of,
    strongest_first,
)
from sealion_pbem.rulesets.sealion.rules.support import air_support, air_support_at_hand
from sealion_pbem.rulesets.sealion.state import State, other, unit_in

__all__ = ["of_attack", "of_combat", "of_defence", "of_fire"]

Sky = Mapping[tuple[int, int], Fraction]
"""What aircraft of a seat add and what steps they lose, with the probability of each."""
_PICKED = "who picks a loss gives the fewest steps (12.3, A-111)"


def of_attack(state: State, order: Attack) -> tuple[Forecast, ...]:
    """12.0  Forecast an attack; where the defender may still choose, without and with all his support."""
    before, supposed = task_of(state), state.copy()
    if state.task is None:
        CombatsFound(before.hexes).on(supposed)
    AttackDeclared(
        order.hex, order.ships, order.batteries, order.railway_gun, order.brandenburgers,
        order.withheld,
    ).on(supposed)  # fmt: skip
    defender = other(state.seat)
    if before.waits == "press":
        kept_out = tuple(n for n in before.withheld if state.counter(n).seat == defender)
        return (_with_defence(supposed, before.defence, kept_out),)
    able = supporters(supposed, order.hex, defender)
    if not has_choice(supposed, order.hex, able):
        return (_with_defence(supposed, tuple(able), ()),)
    aircraft = tuple(name for name, _ in air_support(supposed, order.hex, defender))
    best = "best for the attacker: the defence has no support"
    worst = (
        f"worst for the attacker: the defence has all support, {listed(state, (*able, *aircraft))}"
    )
    return (
        _with_defence(supposed, (), aircraft, best),
        _with_defence(supposed, tuple(able), (), worst),
    )


def of_defence(state: State, order: Defend) -> tuple[Forecast, ...]:
    """12.0  Forecast the declared attack with the support that the defender names."""
    place, defender = task_of(state).hex, other(state.seat)
    named = (*order.ships, *order.batteries)
    chosen = support_of(state, place, defender, named, railway_gun=order.railway_gun)
    return (_with_defence(state, chosen, order.withheld, "the attack is not called off"),)


def of_fire(state: State, order: FireAA) -> tuple[Forecast, ...]:
    """14.5.1  Forecast the combat if AA units fire in an order."""
    return (of_combat(state, guns={Seat(state.in_progress(LandCombat).seat): order.units}),)


def _with_defence(
    state: State, defence: tuple[str, ...], kept_out: tuple[str, ...], *assumes: str
) -> Forecast:
    supposed = state.copy()
    DefenceSupported(state.in_progress(LandCombat).hex, defence, kept_out).on(supposed)
    return of_combat(supposed, assumes)


def of_combat(
    state: State, assumes: Iterable[str] = (), guns: Mapping[Seat, tuple[str, ...]] | None = None
) -> Forecast:
    """12.0 to 12.3, 14.5.1  Forecast the combat at hand, whose support is settled on both sides.

    `guns` says in which order a seat's AA units fire.
    """
    task = state.in_progress(LandCombat)
    assessment = assess_declared(state, task)
    view = View(state, names_of(state.table))
    draft = opened(view, task.hex)
    skies = [_sky(state, task, seat, guns or {}) for seat in (state.seat, other(state.seat))]
    notes = [*assumes, *_notes(state, task, assessment, skies)]
    cases = merged(_cases(state, assessment, *skies))
    clash = prepared(view, assessment)
    return Forecast(draft.kind, draft.title, "12.3", cases, tuple(notes), clash, task.hex)


def _notes(
    state: State, task: LandCombat, assessment: Assessment, skies: list[Sky | None]
) -> Iterator[str]:
    """Say on what a forecast rests, and who could not retreat."""
    if any(sky is not None for sky in skies):
        yield "AA units fire first, the strongest first unless said otherwise (14.5.1)"
    losses = {face.cell.attackers for face in assessment.faces}
    losses |= {face.cell.defenders for face in assessment.faces}
    if any(how.startswith("one_") for how in losses):
        yield _PICKED
    for seat in (state.seat, other(state.seat)):
        units = engaged(state, task.hex, seat)
        stuck = [name for name in units if not ways_back(state, task.hex, name)]
        if stuck:
            yield f"not counted: {listed(state, stuck)} would be lost in a retreat (12.3)"


def _cases(
    state: State, assessment: Assessment, ours: Sky | None, theirs: Sky | None
) -> Iterator[Case]:
    """12.3  Return every face, for everything that aircraft may still add after AA fire."""
    attacker, defender = state.seat, other(state.seat)
    bare = [_bare(lines) for lines in (assessment.attack, assessment.defence)]
    calm = [
        {(sum(_aloft(lines)), 0): Fraction(1)} for lines in (assessment.attack, assessment.defence)
    ]
    columns: dict[tuple[int, int, int], Fraction] = {}
    for (ours_add, ours_lose), chance in (ours or calm[0]).items():
        for (theirs_add, theirs_lose), more in (theirs or calm[1]).items():
            column = column_of(state, bare[0] + ours_add, bare[1] + theirs_add)
            key = (column, ours_lose, theirs_lose)
            columns[key] = columns.get(key, Fraction(0)) + chance * more
    for (column, ours_lose, theirs_lose), chance in columns.items():
        faces = faces_at(state, assessment, column)
        for face in faces:
            losses = (
                (str(attacker), face.attackers_lose + ours_lose),
                (str(defender), face.defenders_lose + theirs_lose),
            )
            yield Case(
                chance / len(faces),
                face.result,
                tuple((seat, steps) for seat, steps in losses if steps),
                ("taken",) if face.taken else (),
            )


def _bare(lines: Iterable[Strength]) -> int:
    return sum(line.value for line in lines if line.source != "air")


def _aloft(lines: Iterable[Strength]) -> list[int]:
    return [line.value for line in lines if line.source == "air"]


def _sky(
    state: State, task: LandCombat, seat: Seat, orders: Mapping[Seat, tuple[str, ...]]
) -> Sky | None:
    """14.5.1  Return what a seat's aircraft add after the enemy's AA units have fired; None: none fire."""
    foe = other(seat)
    guns = guns_of(state, task.hex, foe) if state.edition.aa_units_fire else []
    targets = [name for name, _ in air_support(state, task.hex, seat)]
    if not guns or not targets or foe in (task.fired or ()):
        return None
    firing = orders.get(foe) or strongest_first(state, guns)
    sky: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for name in targets:
        longer: dict[tuple[int, int], Fraction] = {}
        for (adds, loses), chance in _under_fire(state, task.hex, name, firing).items():
            for (added, lost), so_far in sky.items():
                key = (added + adds, lost + loses)
                longer[key] = longer.get(key, Fraction(0)) + chance * so_far
        sky = longer
    return sky


def _under_fire(state: State, place: str, name: str, guns: tuple[str, ...]) -> Sky:
    """14.5.1  Return what one air unit adds and loses when AA units have fired at it one after another."""
    whole, seat = state.units[name].steps, Seat(state.counter(name).seat)
    # (steps left, whether it was driven off) -> probability
    ways: dict[tuple[int, bool], Fraction] = {(whole, False): Fraction(1)}
    shown = {steps: _with_steps(state, name, steps) for steps in range(1, whole + 1)}
    for gun in guns:
        later: dict[tuple[int, bool], Fraction] = {}
        for (steps, gone), chance in ways.items():
            if not steps:
                later[steps, gone] = later.get((steps, gone), Fraction(0)) + chance
                continue
            for result, odds in shot_odds(aa_modifier(shown[steps], gun, name)).items():
                key = (steps - (result == "hit"), gone or result == "driven off")
                later[key] = later.get(key, Fraction(0)) + chance * odds
        ways = later
    found: dict[tuple[int, int], Fraction] = {}
    for (steps, gone), chance in ways.items():
        adds = 0
        if steps and not gone:
            adds = dict(air_support_at_hand(shown[steps], place, seat)).get(name, 0)
        found[adds, whole - steps] = found.get((adds, whole - steps), Fraction(0)) + chance
    return found


def _with_steps(state: State, name: str, steps: int) -> State:
    """Return the position in which a unit has so many steps left."""
    unit = state.units[name]
    if unit.steps == steps:
        return state
    supposed = state.copy()
    supposed.put(name, unit_in(unit.place, steps, unit.aboard))
    return supposed
