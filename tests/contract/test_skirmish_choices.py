"""The menus of Skirmish against brute force, and errors that are planted so that a law must fail."""

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sealion_pbem.engine.form import Choice, Form, Member
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.seal import STANDING, Forfeit, Opening, Sealing
from sealion_pbem.engine.words import Order
from sealion_pbem.errors import WireError
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.skirmish import SKIRMISH, Skirmish
from sealion_pbem.rulesets.skirmish import words as w
from tests.choices import Chance, closure, composing_fault, is_legal, surprises, walk_faults
from tests.table import Table, play_once

pytestmark = pytest.mark.fuzz

SEEDS = range(60 if os.environ.get("SEALION_FUZZ") == "long" else 4)
HEXES = [*w.FIELD, "0000", "0801", ""]
NAMES = [*w.START, "red-9"]


def games(seeds: range = SEEDS) -> list[Game[w.State]]:
    """Return every third position of some random games, that of the first seal and the last opening."""
    return [step.before for seed in seeds for step in play_once("skirmish", "two-hills", seed)[::3]]


def everything(state: w.State) -> Iterator[Order]:
    """Return every order that could be written down, without asking what is legal."""
    for name in NAMES:
        start = state.units[name].hex if name in w.START else "0106"
        yield w.March(name, ())
        yield from (w.March(name, (there,)) for there in HEXES)
        for one in neighbours(start):
            for two in neighbours(one):
                yield w.March(name, (one, two))
                yield from (w.March(name, (one, two, three)) for three in neighbours(two))
        yield from (w.Attack(name, target) for target in (*NAMES, ""))
    for there in HEXES:
        yield from (w.Withdraw(there), w.FallBack(there))
    yield from (w.Done(), w.Stand(), w.LoseStep())


def sealings(game: Game[w.State]) -> Iterator[Order]:
    """Return every seal, opening and giving up that could be written down, whatever it holds."""
    names = ["objective", "", *(STANDING + kind for kind in (*SKIRMISH.policies, "nothing"))]
    live = game.seals.get(pending(SKIRMISH, game).seat, {})
    for name in names:
        yield Sealing(name, None)
        if name in live:
            yield Opening(name)
        yield Forfeit(name)


def named(orders: Iterator[Order] | set[Order]) -> set[Order]:
    """Return orders with the value of a seal left out: any can be sealed."""
    return {Sealing(o.name, None) if isinstance(o, Sealing) else o for o in orders}


def test_menus_lead_to_all_that_is_legal_and_to_nothing_else():
    """Of everything that could be written down, exactly what `check` accepts can be composed."""
    for game in games():
        accepts = pending(SKIRMISH, game).accepts
        written = [o for o in everything(game.state) if o.kind in accepts]
        written += [o for o in sealings(game) if o.kind in accepts or o.kind == "seal"]
        legal = {order for order in written if is_legal(SKIRMISH, game, order)}

        assert named(closure(SKIRMISH, game)) == legal


def test_what_was_ruled_lost_is_given_up_by_choice():
    """A lost objective is offered to be given up and not to be opened."""
    table = Table("skirmish").at("open").sealed("red", "objective", "0605")
    table.game.forfeits[w.RED] = ("objective",)

    assert named(closure(SKIRMISH, table.game)) >= {Forfeit("objective")}
    assert Opening("objective") not in closure(SKIRMISH, table.game)


class Planted(Skirmish):
    """Skirmish with an error in one of its forms."""

    def __init__(self, kind: str, **changed: Any) -> None:
        self.forms = {**Skirmish.forms, kind: replace(Skirmish.forms[kind], **changed)}

    def check(self, state: w.State, order: Order) -> Any:
        return self.forms[order.kind].check(state, order)


def with_member(form: Form[Any], name: str, **changed: Any) -> tuple[Member[Any], ...]:
    """Return the members of a form with one of them changed."""
    return tuple(replace(m, **changed) if m.name == name else m for m in form.members)


def leaps(state: w.State, draft: Any) -> Iterator[Choice]:
    """Offer marches into every hex next to the unit, the lake and its friends included."""
    if "unit" in draft and "path" not in draft:
        around = neighbours(state.units[draft["unit"]].hex)
        yield from (Choice("path", [there], there) for there in around)


def one_less(domain: Any) -> Any:
    """Leave out the last choice of a domain."""
    return lambda state, draft: list(domain(state, draft))[:-1]


MARCH, ATTACK, RETREAT = (SKIRMISH.forms[kind] for kind in ("march", "attack", "withdraw"))
TOO_MUCH = Planted("march", members=with_member(MARCH, "path", domain=leaps))
DEAD_END = Planted(
    "march",
    members=with_member(
        MARCH, "unit",
        domain=lambda s, d: (Choice("unit", n, n) for n in s.alive(s.active) if "unit" not in d),
    ),
)  # fmt: skip
NOT_WANTED = Planted("attack", missing=lambda *_: ())
TOO_LITTLE = Planted(
    "attack",
    members=with_member(ATTACK, "target", domain=one_less(ATTACK.by_name["target"].domain)),
)
NO_WAY_BACK = Planted(
    "withdraw", members=with_member(RETREAT, "hex", domain=one_less(RETREAT.by_name["hex"].domain))
)
TOO_SURE = Planted("march", is_sure=lambda state, order: order.unit in state.units)


@pytest.mark.parametrize("planted", [TOO_MUCH, DEAD_END], ids=["too much", "dead end"])
def test_a_planted_offer_is_seen_by_walking(planted: Planted):
    """Choices that lead into the lake, or a unit that can go nowhere: some walk meets it."""
    assert any(
        fault
        for number, game in enumerate(games())
        for chance in (Chance(number, again) for again in range(6))
        for fault in walk_faults(planted, game, chance)
    )


def test_an_order_that_wants_nothing_too_early_is_seen():
    """An attack that counts as complete without its target cannot be made into an order."""
    waiting = [game for game in games() if pending(NOT_WANTED, game).kind == "march"]

    with pytest.raises(WireError, match="/unit: missing"):
        closure(NOT_WANTED, waiting[0])


@pytest.mark.parametrize("planted", [TOO_LITTLE, NO_WAY_BACK], ids=["attack", "withdraw"])
def test_a_choice_left_out_is_seen_by_composing(planted: Planted):
    """A target or a hex that is legal and not offered: some legal order cannot be composed."""
    kind = "attack" if planted is TOO_LITTLE else "withdraw"

    assert any(
        composing_fault(planted, game, order)
        for game in games()
        for order in everything(game.state)
        if order.kind == kind
        and kind in pending(planted, game).accepts
        and is_legal(planted, game, order)
    )


def test_a_short_way_that_is_too_sure_is_seen():
    """What the short way lets pass and the fold refuses is found among all orders."""
    orders = [(game.state, order) for game in games(range(1)) for order in everything(game.state)]
    marches = [(state, order) for state, order in orders if order.kind == "march"]

    assert any(surprises(TOO_SURE, *each) for each in marches)
    assert not any(surprises(SKIRMISH, *each) for each in marches)
