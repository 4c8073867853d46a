"""What dice promise: an order is carried out on a copy once for every way in which its first dice can fall.

So a forecast cannot disagree with the rules. Whoever must choose losses then chooses as standing orders
do by default, and that is said with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sealion_pbem.engine.card import Clash
from sealion_pbem.engine.forecast import Case, Forecast, merged
from sealion_pbem.engine.play import Play, Rolling
from sealion_pbem.engine.words import Event, Order
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.answering import answer
from sealion_pbem.rulesets.world_at_war.chapters import OBEYS
from sealion_pbem.rulesets.world_at_war.events import combat as c
from sealion_pbem.rulesets.world_at_war.events import general as g
from sealion_pbem.rulesets.world_at_war.events import moving as m
from sealion_pbem.rulesets.world_at_war.events import wearing as w
from sealion_pbem.rulesets.world_at_war.position import copied
from sealion_pbem.rulesets.world_at_war.rules import r01_turn
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import attack_on
from sealion_pbem.rulesets.world_at_war.rules.ch15_combat import start_fight
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import defenders
from sealion_pbem.rulesets.world_at_war.rules.ch15_skies import das_aim
from sealion_pbem.rulesets.world_at_war.rules.r20_air import payable_wings
from sealion_pbem.rulesets.world_at_war.showing import clash_of
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import SEATS

__all__ = ["forecasts"]

Start = Callable[[Play[State]], None]
_FACES = range(1, 7)
_KINDS = {
    "15.6": ("attack", "Attack on"), "14.4": ("attrition", "Attrition"), "R-23": ("air", "Air combat"),
    "R-25": ("flak", "Flak"), "R-50": ("winter", "The winter level"),
}  # fmt: skip
_TOGETHER = {"R-23": 2}
"""R-23  Attacker and defender each roll a die for one air combat."""
_CHOSEN = frozenset(
    {"fort_option", "exchange", "losses_attack", "losses_defense", "counters_for_hex", "attrition_losses"}
)  # fmt: skip
_CHOICE = "who must choose does as standing orders do by default"


class _NotWrittenError(Exception):
    """A die is wanted that is not written: `label` says for what."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class _Written:
    """Dice that fall as written, and then not at all."""

    trust = "supposed"

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = [*faces]

    def throw(self, label: str, count: int, _: int) -> tuple[int, ...]:
        """Return the next faces."""
        if len(self._faces) < count:
            raise _NotWrittenError(label)
        return tuple(self._faces.pop(0) for _ in range(count))


def forecasts(game: Rolling[State], state: State, order: Order) -> tuple[Forecast, ...]:
    """14.4, 15.6, R-23, R-25, R-50  Return what the first dice of an order can bring.

    An attack that is announced is foretold as it would be resolved: without defensive air support, and
    with all that can fly.
    """
    if isinstance(order, o.Announce):
        return tuple(_of_attack(game, state, order))

    def start(play: Play[State]) -> None:
        OBEYS[type(order)](play, order)

    found = _forecast(game, state, start, (_CHOICE,))
    return (found,) if found else ()


def _of_attack(game: Rolling[State], state: State, order: o.Announce) -> Iterator[Forecast]:
    """15.1, 15.6  Forecast an attack that is announced, for each extreme of defensive air support."""
    announced = copied(state)
    OBEYS[o.Announce](Play(announced, _Written(()), game), order)
    aim = das_aim(announced, {"hex": order.hexes[0]})
    wings = payable_wings(announced, aim, {}) if aim else {}
    extremes: list[tuple[dict[str, int], str]] = [({}, "nobody gives defensive air support")]
    if wings:
        factors = sum(wings.values())
        extremes.append((wings, f"{factors} factors of defensive air support come through"))
    for das, said in extremes:

        def start(play: Play[State], das: dict[str, int] = das) -> None:
            if das:
                play.emit(c.DasGiven(order.hexes[0], das))
            attack = attack_on(play.state, order.hexes[0])
            assert attack is not None, "it was announced"
            start_fight(play, attack)

        found = _forecast(game, announced, start, (said, _CHOICE))
        if found:
            yield found


def _forecast(
    game: Rolling[State], state: State, start: Start, assumes: tuple[str, ...]
) -> Forecast | None:
    """Return the forecast of the first dice that fall; None if none do."""
    before, label = _run(game, state, start, ())
    if not label:
        return None
    _, rule, purpose = label.rsplit("/", 2)
    many = _TOGETHER.get(rule, 1)
    cases, chance = [], Fraction(1, len(_FACES) ** many)
    for faces in product(_FACES, repeat=many):
        play, _ = _run(game, state, start, faces)
        cases.append(_case(before.state, play, chance))
    kind, title = _KINDS[rule]
    fight = before.state.fight
    clash: Clash | None = None
    about = ""
    if rule == "15.6" and fight is not None:
        about = fight.hex
        title = f"{title} {state.table.board.name(about)}, round {fight.round}"
        clash = clash_of(before.state)
    elif kind != "winter":
        title = f"{title}: {purpose}"
    return Forecast(kind, title, rule, merged(cases), assumes, clash, about)


def _run(
    game: Rolling[State], state: State, start: Start, faces: tuple[int, ...]
) -> tuple[Play[State], str]:
    """Return how it goes with these dice, and the label of the first that is not written, or ""."""
    play: Play[State] = Play(copied(state), _Written(faces), game)
    try:
        start(play)
        while True:
            asked = r01_turn.advance(play)
            if not faces or asked is None or asked.kind not in _CHOSEN:
                return play, ""
            order = answer(play.state, "default")
            assert order is not None, "there is an answer for every choice"
            OBEYS[type(order)](play, order)
    except _NotWrittenError as error:
        return play, error.label


def _case(before: State, play: Play[State], chance: Fraction) -> Case:
    """Return what dice came to: the event that tells it, and what each side has lost then."""
    after = play.state
    lost = []
    for seat in SEATS:
        gone = sum(
            max(0, known.factors - after.units[unit].factors)
            for unit, known in before.units.items()
            if before.seat_of(unit) == seat
        )
        if gone:
            lost.append((str(seat), gone))
    told = next(filter(None, map(_said, play.events)), "nothing comes of it")
    fight = before.fight
    facts: tuple[str, ...] = ()
    if fight is not None and not defenders(after, (fight.hex,), before.active):
        facts = ("cleared",)
    return Case(chance, told, tuple(lost), facts)


def _said(event: Event[Any]) -> str:
    if isinstance(event, c.RoundFought):
        same = event.result == event.outcome
        return event.result if same else f"{event.result}, {event.outcome}"
    if isinstance(event, w.AttritionRolled):
        return f"{event.counters}C/{event.hexes}H" if event.hexes else f"{event.counters}C"
    if isinstance(event, m.AirFought):
        return f"losses {event.losses[0]} and {event.losses[1]}"
    if isinstance(event, g.WinterRolled):
        return f"level {event.level}"
    return "flak fires" if isinstance(event, m.FlakFired) else ""
