"""Row 46: War at Sea, measured by Sealion and by its own dice and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from benchmarks.sealion import Recorded, auditing, record
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.engine.dice import DiceRolled, SeededDice
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.policies import best_attack
from sealion_pbem.rulesets.war_at_sea.settings import AXIS
from sealion_pbem.rulesets.war_at_sea.words.state import Unit

__all__ = ["fleets"]

_GAME = "war-at-sea"
_ATTACKS = 20
_FIRING = ("axis rhine_exercise", "axis long_lance", "axis regia_marina")
_FIRED_AT = ("allied battle_line", "allied cruisers", "allied home_fleet")
_DICE = SeededDice(bytes(32))


def fleets(effort: Effort, campaign: Recorded, turns: int) -> Iterator[Row]:
    """Row 46: an entry of an audit / one of Sealion's; twenty attacks judged / their dice and events."""
    own = record(_GAME, turns, {})
    cases = {"audit": auditing(own.files), "sealion": auditing(campaign.files)}
    taken = interleave(cases, effort)
    yield Row(
        "46a",
        f"audit of a campaign of {_GAME} for each entry / of {campaign.ruleset}",
        taken.ratio("audit", "sealion") * len(campaign.files) / len(own.files),
        goal=0.5,
        gate=1,
        note=f"{own.length}; {campaign.length}",
    )
    taken = interleave({"judged": judging(), "bare": dice_and_events()}, effort)
    yield Row(
        "46b",
        f"judging a file of {_ATTACKS} attacks / bare dice and events",
        taken.ratio("judged", "bare"),
        goal=2,
        gate=3,
        note=taken.told("judged", "bare"),
    )


def judging() -> Work:
    """Return the work of judging the file: checks, dice, events, what comes next."""
    ruleset, game = find(_GAME), _game()
    turn = _file(game)

    def work() -> None:
        assert run(ruleset, game, turn, _DICE).stands == _ATTACKS

    return work


def dice_and_events() -> Work:
    """Return the work that is left without rules: the same dice asked for, the same events emitted."""
    ruleset, game = find(_GAME), _game()
    made = [_again(event) for event in run(ruleset, game, _file(game), _DICE).events]

    def work() -> None:
        play = Play(ruleset.copy(game.state), _DICE, ruleset)
        for kind, values in made:
            if kind is DiceRolled:
                play.rolls(*values)
            else:
                play.emit(kind(*values))

    return work


def _again(event: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return what an event is made from; for dice, what a rule says who asks for them."""
    if isinstance(event, DiceRolled):
        _, _, purpose = event.label.partition(f"/{event.rule}/")
        return DiceRolled, (event.rule, purpose, len(event.values))
    return type(event), tuple(getattr(event, field.name) for field in fields(event))


def _game() -> Game[Any]:
    """Return the Ships of three ready fleets of the Axis among those of the Allies, ready to fire."""
    start = find(_GAME).setup("major", {})
    sectors = [f"{rank:02d}{place:02d}" for rank in (4, 5) for place in range(3, 7)]
    units = {
        name: Unit(card, sectors[number // 2 % len(sectors)], hull=data.cards()[card].hull)
        for fleet in (_FIRING, _FIRED_AT)
        for number, (name, card) in enumerate(_named(fleet))
    }
    state = replace(
        start, turn=2, step="surface_attack", active="axis", first="axis", zone=1,
        starter="axis", ends={"axis": "west", "allied": "east"}, units=dict(sorted(units.items())),
    )  # fmt: skip
    return Game("0" * 64, state)


def _named(fleets: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Return the Ships of some ready fleets: the name of each, and its card."""
    number = Counter[str]()
    for fleet in data.fleets():
        if f"{fleet.side} {fleet.name}" in fleets:
            for card in fleet.cards:
                number[card] += 1
                if data.cards()[card].is_ship:
                    yield f"{fleet.side}-{card}-{number[card]}", card


def _file(game: Game[Any]) -> Turn:
    """Return attacks with every battery that reaches somebody, each on a target that is left."""
    ruleset, orders = find(_GAME), list[Order]()
    here = game
    while len(orders) < _ATTACKS:
        order = best_attack(here.state)
        assert order is not None, "somebody can fire"
        orders.append(replace(order, targets=order.targets[:1]))
        here = run(ruleset, here, Turn(AXIS, (order,)), _DICE).game
    return Turn(AXIS, tuple(orders))
