"""Straits: a tiny game for three on a map without hexes, a package of its own that only tests install.

Plans are sealed, sealed, sealed and then opened, opened, opened; pools of eight-sided dice fall at once,
a ten-sided one makes the weather, and losses are counted in hull points. It has no timetable and no
commander, so it also shows what is done for games that declare little.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.capability import Answers, KeepsSecrets
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.forecast import Forecast, Forecasting
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.errors import UsageError
from straits import forecast, rules
from straits import words as w
from straits.shown import HITS, Shown

_URN = "urn:sealion-pbem:schema:1:"
_SHIP = {"type": "string", "maxLength": 20, "pattern": "^[a-z]+-[0-9]$"}
_COMMON = f"{_URN}common#/$defs/"
_TIME = {"turn": {"$ref": f"{_COMMON}game_turn"}, "stage": {"$ref": f"{_COMMON}stage"}}


def _order(kind: str, **members: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", *members],
        "properties": {"kind": {"const": kind}, **members, **_TIME},
    }


def _case(kind: str, shape: str) -> dict[str, Any]:
    return {
        "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
        "then": {"$ref": shape},
    }


_OWN = f"{_URN}straits:orders"
_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": _OWN,
    "type": "array",
    "minItems": 1,
    "maxItems": 500,
    "items": {
        "type": "object",
        "required": ["kind"],
        "patternProperties": {"^kind$": {"enum": [*w.ORDERS, "seal", "open", "forfeit"]}},
        "allOf": [
            *(_case(kind, f"{_OWN}#/$defs/{kind}") for kind in w.ORDERS),
            *(_case(kind, f"{_COMMON}{kind}") for kind in ("seal", "open", "forfeit")),
        ],
    },
    "$defs": {"refit": _order("refit", ship=_SHIP), "pass": _order("pass")},
}


class Straits(
    Ruleset[w.State], KeepsSecrets[w.State], Answers[w.State], Forecasting[w.State], Shown
):
    """The whole game."""

    id = "straits"
    revision = 1
    title = "Straits"
    seats = w.SEATS
    die = rules.GUN
    scenarios: Mapping[str, str] = {"isle": "two ships for each of three seats, and one isle"}
    options: Mapping[str, str] = {"turns": "length of the game in turns, 1 to 9 (3)"}
    orders = w.ORDERS
    forms = rules.FORMS
    events: Mapping[str, Any] = {**w.EVENTS, DiceRolled.kind: DiceRolled}
    rules = rules.RULES
    forfeits: Mapping[str, str] = {"plan": "the ships stay and hold their fire", "refit": "pass"}
    policies: Mapping[str, Mapping[str, str]] = {
        "plan": {},
        "open_plan": {},
        "refit": {"default": "mend the first worn ship", "pass": "mend nothing"},
    }
    main_decisions = frozenset({"plan", "open_plan"})

    def schema(self, part: str) -> Any:
        return _SCHEMA if part == "orders" else None

    def packs(self) -> dict[str, bytes]:
        return {"map": canonical({area: list(near) for area, near in w.AREAS.items()})}

    def notice(self) -> str:
        return "The map of Straits belongs to these tests.\n"

    def setup(self, scenario: str, options: Any) -> w.State:
        turns = options.get("turns", 3)
        if scenario not in self.scenarios or options.keys() - self.options.keys():
            raise UsageError(
                f"{scenario} with {', '.join(options)} is not played", hint="isle, turns"
            )
        if type(turns) is not int or turns not in range(1, 10):
            raise UsageError(f"turns is {turns!r}", hint="a whole number from 1 to 9")
        ships = {f"{s}-{n}": w.Ship(port) for s, port in w.PORTS.items() for n in (1, 2)}
        return w.State(turns, ships=ships)

    def copy(self, state: w.State) -> w.State:
        return w.State(
            state.last_turn, state.turn, state.phase, state.asked, dict(state.ships),
            state.silent, state.winner,
        )  # fmt: skip

    def pack(self, state: w.State) -> Any:
        return {
            "last_turn": state.last_turn, "turn": state.turn, "phase": state.phase,
            "asked": state.asked, "silent": list(state.silent), "winner": state.winner,
            "ships": {name: list(ship) for name, ship in state.ships.items()},
        }  # fmt: skip

    def unpack(self, document: Any) -> w.State:
        ships = {name: w.Ship(*ship) for name, ship in document["ships"].items()}
        order = [f"{seat}-{n}" for seat in w.SEATS for n in (1, 2)]
        silent = tuple(document["silent"])
        return w.State(**{**document, "ships": {n: ships[n] for n in order}, "silent": silent})

    def advance(self, play: Any) -> Any:
        rules.advance(play)
        return rules.decision(play.state)

    def decision(self, state: w.State) -> Any:
        return rules.decision(state)

    def check(self, state: w.State, order: Any) -> Any:
        return rules.FORMS[order.kind].check(state, order) if order.kind in rules.FORMS else ()

    def obey(self, play: Any, order: Any) -> None:
        rules.obey(play, order)

    def offers(self, state: w.State) -> Any:
        if state.phase == "refit":
            yield from map(w.Refit, rules.worn(state, w.SEATS[state.asked]))
            yield w.Pass()

    def secrets(self, state: w.State) -> Any:
        is_asked = state.phase == "seal"
        return {"plan": tuple(rules.plans(state, w.SEATS[state.asked]))} if is_asked else {}

    def breaches(self, state: w.State) -> Any:
        return ()

    def answer(self, state: w.State, policy: str) -> Any:
        offers = list(self.offers(state))
        return {"default": offers[0], "pass": offers[-1]}.get(policy) if offers else None

    def facts(self, state: w.State) -> dict[str, int | str]:
        return {"turn": state.turn}

    def forecasts(self, state: w.State, order: Any) -> tuple[Forecast, ...]:
        return forecast.forecasts(state, order)

    def prospects(self, state: w.State) -> tuple[Forecast, ...]:
        return (forecast.weather(),)

    def game_turn(self, state: w.State) -> int:
        return state.turn

    def clock(self, state: w.State) -> str:
        return f"T{state.turn:02d}/{state.phase}"

    def result(self, state: w.State) -> str:
        return f"{state.winner} holds the isle" if state.winner else ""

    def tell(self, event: Any, say: Say = by_id) -> str:
        sentence: str = _TELL[type(event)](event, say)
        return sentence


def _sailing(event: w.PlanOpened, say: Say) -> str:
    ways = ", ".join(" to ".join((say(ship), *area)) for ship, *area in event.ways)
    return f"{event.seat} sails: {ways or 'no plan, its ships stay and hold their fire'}"


_TELL: dict[type, Any] = {
    DiceRolled: lambda e, _: f"dice of {e.sides} for {e.label}: {' '.join(map(str, e.values))}",
    w.PlanSealed: lambda e, _: f"{e.seat} has sealed its plan",
    w.PlanOpened: _sailing,
    w.WeatherSeen: lambda e, _: f"the weather is {e.face}: {'a storm' if e.is_storm else 'fair'}",
    w.PoolFired: lambda e, say: (
        f"{say(e.ship, 'fires', 'fire')} at {say(e.target)}: {HITS.count(e.hits)}"
    ),
    w.ShipHit: lambda e, say: f"{say(e.ship, 'takes', 'take')} {HITS.count(e.hits)} in {e.place}",
    w.GunsSilent: lambda *_: "the guns are silent",
    w.ShipRefitted: lambda e, say: f"{say(e.ship, 'is', 'are')} mended",
    w.SeatPassed: lambda e, _: f"{e.seat} mends nothing",
    w.TurnEnded: lambda e, _: f"turn {e.turn} is over",
    w.GameEnded: lambda e, _: f"{e.winner or 'nobody'} holds the isle",
}

STRAITS = Straits()
