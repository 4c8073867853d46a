"""Positions with fake parachutists (14.6): every pair sealed, nobody shown yet."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.seal import Open
from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.veil import SEALS, Veil, pair_of, pairs
from tests.sealion_table import SealionTable, table

__all__ = ["OPTIONS", "PAIRS", "SALT", "opening", "veiled", "with_drops"]

OPTIONS = {"fake_parachutists": True}
SALT = "00" * 32
PAIRS = pairs(DELUXE.appendix)


def veiled(
    turn: int = 2,
    step: int = 6,
    stage: str = "land movement",
    real: Iterable[str] = (),
    *,
    fakes_follow_a_landing: bool = False,
    **facts: Any,
) -> SealionTable:
    """An empty map where all pairs are sealed; `real` were shown, and so were their twins."""
    shown = tuple(real)
    fakes = (n for name in shown for n in PAIRS[pair_of(name, PAIRS)] if n != name)
    veil = Veil(tuple(PAIRS), shown, tuple(fakes))
    facts = {"churchill": "", **facts}
    options = OPTIONS | {"fakes_follow_a_landing": fakes_follow_a_landing}
    position = table("sealion-deluxe", turn=turn, step=step, stage=stage, options=options)
    # Churchill is there so that somebody is asked something before the turn is over.
    return position.at(veil=veil, **facts).place({"4409": ["uk_churchill"]})


def opening(real: str, value: Any = None) -> Open:
    """The order that shows a pair of which this counter is real."""
    return Open(SEALS + pair_of(real, PAIRS), SALT, real if value is None else value)


def with_drops(position: SealionTable, *drops: Any) -> SealionTable:
    """The position after landings that could not be judged yet."""
    assert position.state.veil is not None
    return position.at(veil=replace(position.state.veil, drops=drops))
