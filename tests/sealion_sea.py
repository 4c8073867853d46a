"""The small language of the tests at sea: two lines in a sea space, one battle, its dice."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat import begin_combat
from tests.sealion_table import SealionTable, table, without_rolls

__all__ = ["at_sea", "codes_at", "obey", "sea"]

_STEPS = {("german", False): 2, ("german", True): 7, ("british", False): 9, ("british", True): 14}


def sea(
    edition: str, seat: str = "german", *, night: bool = False, combat: bool = False, **facts: Any
) -> SealionTable:
    """An empty sea in a naval step of one side."""
    stage = f"{'night' if night else 'naval'} {'combat' if combat else 'movement'}"
    return table(edition, step=_STEPS[seat, night], stage=stage, **facts)


def at_sea(
    edition: str,
    units: Sequence[str],
    *,
    sector: str = "C",
    seat: str = "british",
    night: bool = False,
    reduced: Iterable[str] = (),
    aboard: Mapping[str, str] | None = None,
    **facts: Any,
) -> SealionTable:
    """Units of both sides in a sea space when its battle begins; `seat` attacks."""
    position = sea(edition, seat, night=night, combat=True, **facts)
    position.place({sector: units}, reduced, aboard)
    position.begin(begin_combat)
    return position


def obey(position: SealionTable, order: Order, *dice: int) -> list[Any]:
    """Give one legal order and return what comes of it at once, without the dice."""
    assert not position.refusals(order), position.refusals(order)
    position.dice(*dice)
    events = without_rolls(position.begin(lambda play: position.ruleset.obey(play, order)))
    assert not position._dice.left(), "dice were written that nobody rolled"
    return events


def codes_at(position: SealionTable, order: Order) -> list[tuple[str, str, str]]:
    """Rule, code and place of every refusal; each says something."""
    found = position.refusals(order)
    assert all(len(violation.text) > 10 for violation in found)
    return [(violation.rule, violation.code, violation.at) for violation in found]
