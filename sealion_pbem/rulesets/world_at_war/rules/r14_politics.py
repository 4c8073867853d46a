"""R-14 to R-18, R-54, R-55  Politics: declarations, conquest, victory, set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.general import (
    GameEnded,
    MinorJoined,
    NationConquered,
    UnitSetUp,
    WarDeclared,
)
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import room_for
from sealion_pbem.rulesets.world_at_war.rules.r20_air import base_room
from sealion_pbem.rulesets.world_at_war.state import POOL, State
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, MAJORS, MINORS, other

__all__ = [
    "DECLARE_FORM",
    "SETUP_FORM",
    "judge_conquest",
    "judge_end",
    "obey_declare",
    "obey_set_up",
    "points_of",
    "to_be_placed",
    "verdict_of",
]

_ITALY = "italy"
_FIRST_ITALIAN_TURN = 2


def _cost(state: State, nation: str) -> int:
    chart: Mapping[str, int] = state.table.document["declaration_cost"]
    return chart.get("italy_enters" if nation == _ITALY else nation, 0)


def refuse_declared(state: State, _: Draft, nation: str) -> Iterator[Violation]:
    """R-14  Return why war is not declared on a nation, or why it does not enter the war."""
    if nation not in state.neutral:
        known = ", ".join(sorted(state.neutral)) or "nobody"
        yield Violation("R-14", "not_neutral", f"{nation} is not neutral; neutral is: {known}")
    elif nation == _ITALY and state.active == ALLIES:
        yield Violation("R-14", "italy", "the Allies do not declare war on Italy")
    elif nation == _ITALY and state.turn < _FIRST_ITALIAN_TURN:
        yield Violation("R-14", "too_early", "Italy enters the war from Summer 1940 on")
    elif nation != _ITALY and nation not in MINORS:
        yield Violation("R-14", "no_minor", f"{nation} is no minor country")


def _payers(state: State, nation: str) -> list[str]:
    many = [_ITALY] if nation == _ITALY else [*MAJORS[state.active]]
    cost = _cost(state, nation)
    return [
        n for n in many
        if state.brp.get(n, -1) >= cost and (n == nation or n not in state.neutral)
        and n not in state.conquered
    ]  # fmt: skip


def refuse_payer(state: State, draft: Draft, payer: str) -> Iterator[Violation]:
    """R-14  Return why a nation does not pay for a declaration."""
    if payer not in _payers(state, draft["nation"]):
        text = f"{payer} cannot pay {_cost(state, draft['nation'])} BRPs for it, or need not"
        yield Violation("R-14", "cannot_pay", text)


def _nations(state: State, draft: Draft) -> Iterator[Choice]:
    if "nation" not in draft:
        for nation in sorted(state.neutral):
            if not any(refuse_declared(state, draft, nation)) and _payers(state, nation):
                yield Choice("nation", nation, nation, _cost(state, nation), "R-14")


def _payer_choices(state: State, draft: Draft) -> Iterator[Choice]:
    if "nation" in draft and "payer" not in draft:
        for nation in _payers(state, draft["nation"]):
            yield Choice("payer", nation, nation, rule="R-14")


DECLARE_FORM: Form[State] = Form(
    o.Declare,
    (
        Member("nation", Shape.ONE, refuse_declared, _nations),
        Member("payer", Shape.ONE, refuse_payer, _payer_choices, after=("nation",)),
    ),
    wanted("R-14", "nation", "payer"),
)


def obey_declare(play: Play[State], order: o.Declare) -> None:
    """R-14, R-15  War is declared; an attacked minor joins the other side, at once or later."""
    state = play.state
    is_later = state.table.settings.minors == "next_turn" and order.nation != _ITALY
    cost = _cost(state, order.nation)
    play.emit(WarDeclared(state.active, order.nation, order.payer, cost, is_later))


def judge_conquest(play: Play[State]) -> None:
    """R-15, R-16  Conquer minors whose capital is lost; France surrenders, others join."""
    state = play.state
    for number, facts in state.table.board.hexes.items():
        nation = facts.capital
        seat = state.seat_of_nation(nation) if nation else None
        if seat is None or nation in state.conquered or state.owner(number) != other(seat):
            continue
        # A minor falls at the end of an enemy player turn, a major one at the end of its own.
        if (state.active != seat) == (nation in MINORS):
            play.emit(NationConquered(nation, other(seat)))
    for nation in sorted(state.independent):
        play.emit(MinorJoined(nation, state.joined[nation]))


def points_of(state: State) -> int:
    """R-17, R-54, R-55, 11.63  Return the points as they stand; a partisan's hex is no objective."""
    chart, board = state.table.document["victory"], state.table.board
    if "hexes" in chart:
        return sum(worth for n, worth in chart["hexes"].items() if state.controls(AXIS, n))
    if "brp_lost_to_partisans" in chart:
        alive = sum(state.units[u].is_on_map for u in state.table.partisans if u in state.units)
        return (
            state.ravaged * int(chart["brp_lost_to_partisans"])
            + alive * int(chart["partisan_in_play"])
            + state.fallen * int(chart["partisan_eliminated"])
        )
    points = sum(
        chart[f"{n}_conquered"] for n in ("belgium", "netherlands") if n in state.conquered
    )
    if "france" in state.conquered:
        points += chart["france_surrendered"][str(state.conquered["france"])]
    for number, facts in board.hexes.items():
        if facts.is_objective and facts.country == "france" and state.controls(AXIS, number):
            points += chart["french_objective_axis"]
        if facts.is_objective and facts.country == "germany" and state.controls(ALLIES, number):
            points += chart["german_objective_allied"]
    pool = [u for u, known in state.units.items() if known.place == POOL]
    german = [u for u in pool if state.counter(u).arm == "armor"
              and state.counter(u).nation == "germany"]  # fmt: skip
    total: int = points + len(german) * chart["axis_armor_in_pool"]
    return total


def verdict_of(state: State, points: int) -> str:
    """R-17  Return the level that so many points reach."""
    levels: Mapping[str, int] = state.table.document["victory"]["levels"]
    return next(
        name for name, least in sorted(levels.items(), key=lambda p: -p[1]) if points >= least
    )


def judge_end(play: Play[State]) -> bool:
    """R-16, R-17  End the game behind the last turn or with the French surrender; return whether it did."""
    state = play.state
    surrendered = "france" in state.conquered and state.table.settings.play_on == "no"
    campaign = "france_surrendered" in state.table.document["victory"]
    is_last = state.active == ALLIES and state.turn == len(state.table.turns)
    if not is_last and not (surrendered and campaign):
        return False
    points = points_of(state)
    verdict = verdict_of(state, points)
    winner = "axis" if verdict.startswith("axis") else "allies" if verdict.startswith("all") else ""
    play.emit(GameEnded(verdict, winner, points))
    return True


def to_be_placed(state: State, seat: Seat) -> list[str]:
    """R-18  Return the units that a seat has still to set up."""
    placed = state.marks.get("placed", frozenset())
    return [
        u for u in state.table.document["setup"]
        if state.table.counters[u].seat == seat and u not in placed
        and state.counter(u).nation not in state.neutral
    ]  # fmt: skip


def refuse_placed(state: State, _: Draft, unit: str) -> Iterator[Violation]:
    """R-18  Return why a unit is not set up."""
    if unit not in to_be_placed(state, state.active):
        yield Violation("R-18", "not_to_place", f"{unit} is not yours to set up, or stands already")


def refuse_place(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """R-18  Return why a unit is not set up in a hex."""
    unit, board = draft["unit"], state.table.board
    counter = state.counter(unit)
    countries = (counter.nation, "france") if counter.nation == "britain" else (counter.nation,)
    if number not in board.hexes or board.facts(number).country not in countries:
        text = f"{number} is not in {' or '.join(countries)}"
        yield Violation("R-18", "wrong_country", text)
        return
    if counter.is_air:
        facts = board.facts(number)
        if not (facts.is_city or facts.capital) or base_room(state, number) < counter.factor:
            yield Violation("R-20", "no_base", f"{number} is no base with room for {unit}")
    elif not room_for(state, number, state.active, unit):
        yield Violation("12.11", "overstacked", f"there would be too many in {number}")


def _placed(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for unit in to_be_placed(state, state.active):
            if any(_places(state, {"unit": unit})):
                yield Choice("unit", unit, unit, rule="R-18")


def _places(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "hex" not in draft:
        for number in state.table.board.numbers:
            if not any(refuse_place(state, draft, number)):
                yield Choice("hex", number, state.table.board.name(number), rule="R-18")


SETUP_FORM: Form[State] = Form(
    o.PlaceUnit,
    (
        Member("unit", Shape.ONE, refuse_placed, _placed),
        Member("hex", Shape.ONE, refuse_place, _places, after=("unit",)),
    ),
    wanted("R-18", "unit", "hex"),
)


def obey_set_up(play: Play[State], order: o.PlaceUnit) -> None:
    """R-18  Set a unit up."""
    play.emit(UnitSetUp(order.unit, order.hex))
