"""14.6  What the rules of fake parachutists add to the game: orders, questions, sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealion_pbem.engine.saying import Say, plural, said_together
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy, Tell, whenever_asked
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.events.options import (
    BreachFound,
    BreachWaived,
    CounterWithdrawn,
    EndAwaited,
    FakesFound,
    MarchResumed,
    ParachutistsLanded,
    ParachutistsOpened,
    ParachutistsSealed,
)
from sealion_pbem.rulesets.sealion.rules.ch14_options import drop as d
from sealion_pbem.rulesets.sealion.rules.ch14_options import parachutists as p
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["CHAPTER"]


def _none(_: State) -> Iterator[Order]:
    """Offer nothing: what is sealed is its owner's to know."""
    return iter(())


def _tell_sealing(event: ParachutistsSealed, edition: Edition) -> str:
    counter = data.counters(edition.counters).get(f"de_{event.pair}")
    regiment = counter.name if counter else event.pair
    return f"the German has sealed which counter of {regiment} is real"


def _tell_opening(event: ParachutistsOpened, say: Say) -> str:
    fakes = " and ".join(map(say, event.fakes))
    return f"{say(event.real or 'neither counter', 'is', 'are')} real; fake: {fakes}"


def _tell_found(event: FakesFound, say: Say) -> str:
    who = said_together(say, event.units or ("the British",), "found", "found")
    gone = f"{said_together(say, event.fakes)} {plural(len(event.fakes), 'is', 'are')}"
    return f"{who} nobody but dummies in {event.hex}: {gone} gone"


_TOLD: dict[type[Any], Tell] = {
    ParachutistsOpened: _tell_opening,
    ParachutistsLanded: lambda e, say: (
        f"whether {said_together(say, [*dict.fromkeys(d.unit for d in e.drops)])} could come down there "
        "shows when parachutists are opened (14.6)"
    ),
    CounterWithdrawn: lambda e, say: f"{say(e.unit, 'is', 'are')} taken away again",
    FakesFound: _tell_found,
    MarchResumed: lambda e, say: f"{said_together(say, e.units, 'goes', 'go')} on",
    BreachFound: lambda e, say: (
        f"breach of 14.6 by {say(e.unit)}, dropped on turn {e.turn}: {e.reason}"
    ),
    BreachWaived: lambda *_: "the British let the breach of 14.6 pass",
    EndAwaited: lambda e, _: f"the {e.winner} player has won once all parachutists are shown",
}

CHAPTER = Chapter(
    title="Fake parachutists",
    orders={
        Seal: (p.SEAL, p.obey_seal),
        Open: (p.OPEN, p.obey_open),
        d.Withdraw: (d.WITHDRAW, d.obey_withdraw),
        p.ClaimGame: (whenever_asked(p.ClaimGame), p.obey_claim),
        p.Waive: (whenever_asked(p.Waive), p.obey_waive),
    },
    events=(ParachutistsSealed, *_TOLD),
    asks={
        "seal_parachutists": Asking(_none),
        "open_parachutists": Asking(_none),
        "after_drop": Asking(
            d.offer_after_drop,
            {
                "default": Policy(
                    "leave all of them where they are", lambda s: next(d.offer_after_drop(s))
                ),
                "withdraw": Policy(
                    "withdraw all that came down", lambda s: d.Withdraw(tuple(d.landed_now(s)))
                ),
            },
            lambda state: {"came_down": len(d.landed_now(state))},
            forfeit="withdraw",
        ),
        "breach": Asking(
            p.offer_breach,
            {
                "default": Policy("let it pass and play on", lambda _: p.Waive()),
                "claim": Policy("claim the game", lambda _: p.ClaimGame()),
            },
        ),
    },
    tell=_TOLD,
    tell_printed={ParachutistsSealed: _tell_sealing},
    forfeits={"parachutists/": "neither counter of the pair is real, and 14.6 is broken"},
)
