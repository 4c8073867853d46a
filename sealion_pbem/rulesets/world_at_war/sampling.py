"""A sample of what can be ordered, for random play: put together from choices, always the same."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.form import Draft, Form, Shape
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Order
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.answering import answer
from sealion_pbem.rulesets.world_at_war.chapters import FORMS
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = ["sampled"]

# How many orders of a kind are tried; whoever plays at random ends a step soon.
_TRIES = {
    "attack": 4, "exploit": 4, "overrun": 2, "move": 6, "attrition": 2, "declare": 1, "drop": 2,
    "build": 2, "redeploy": 4, "stage": 2, "place_base": 1, "set_up": 1,
}  # fmt: skip
_LONGEST = 9
_STRIDE = 7919


def sampled(state: State, asked: Decision | None) -> Iterator[Order]:
    """Return legal orders of each kind that is asked for, the livelier ones first."""
    if asked is None:
        return
    seen = set[str]()
    kinds = [kind for kind in _TRIES if kind in asked.accepts]
    kinds += sorted(asked.accepts - {*kinds, "done"})
    ends = FORMS["done"]
    for kind in kinds:
        if kind == "eliminate":
            # Whoever gives up his units at random has no game.
            continue
        form = FORMS[kind]
        if any(form.refuse(state)):
            continue
        for number in range(_TRIES.get(kind, 2)):
            yield from _fresh(_drawn(form, state, number), seen)
    if not seen and "done" not in asked.accepts:
        yield from _fresh(answer(state, "default"), seen)
    if "done" in asked.accepts and not any(ends.refuse(state)):
        yield from _fresh(o.Done(), seen)


def _fresh(order: Order | None, seen: set[str]) -> Iterator[Order]:
    if order is not None and (key := digest(to_wire(order))) not in seen:
        seen.add(key)
        yield order


def _drawn(form: Form[State], state: State, number: int) -> Order | None:
    """Return an order that choices lead to, picked by a number; None if there is none."""
    draft: Draft = {}
    pick = number * _STRIDE + state.turn
    for step in range(_LONGEST * 2):
        missing = form.wants(state, draft)
        if missing is None and (step >= _LONGEST or (pick + step) % 3 == 0):
            break
        name = missing.at.strip("/").split("/")[0] if missing else ""
        choices = [*form.choices(state, draft, name)] or [*form.choices(state, draft)]
        # A key that is only taken up would have to be put down again.
        choices = [c for c in choices if not _is_open(form, c.member, c.value)]
        if not choices:
            break
        choice = choices[(pick * (step + 1) + step) % len(choices)]
        draft = form.read(form.extended(form.write(draft), choice))
    if form.wants(state, draft) is not None:
        return None
    found: Order = form.made(draft)
    return form.normal(found) if form.normal else found


def _is_open(form: Form[State], member: str, value: object) -> bool:
    if form.by_name[member].shape is not Shape.KEYED:
        return False
    return isinstance(value, list) and value[1] is None
