"""What a report says above and below the story: date, weather, victory tally, who is to come."""

from __future__ import annotations

from sealion_pbem.engine.card import Briefing
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.naming import names_of
from sealion_pbem.rulesets.sealion.options import rules_in_play
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import stage_of
from sealion_pbem.rulesets.sealion.rules.ch04_victory import said_tally
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import entered_at
from sealion_pbem.rulesets.sealion.state import BRITISH, State
from sealion_pbem.rulesets.sealion.veil import Veil

__all__ = ["briefing", "date_of", "part_of"]

_MONTHS = {9: ("September", 30), 10: ("October", 31), 11: ("November", 30)}


def briefing(state: State) -> Briefing:
    """2.0, 3.0, 4.0  Return where the game stands."""
    if not state.turn:
        return Briefing("Set-up", facts=(*_victory(state), *_options(state)), coming=_coming(state))
    weather = ("Weather", f"{state.weather} (rule 3.1: air and night steps are left out)")
    if not state.is_rain:
        weather = ("Weather", "clear")
    last = state.edition.last_turn
    return Briefing(
        f"Game turn {state.turn} of {last}",
        date_of(state.edition, state.turn),
        (weather, *_victory(state), *_options(state)),
        _coming(state),
    )


def part_of(state: State) -> str:
    """2.0  Return the turn, the step, its stage and whose it is."""
    stage = stage_of(state)
    if not state.turn:
        return stage.name.capitalize()
    return f"Turn {state.turn} · Step {state.step}: {stage.seat.capitalize()} {stage.name}"


def _victory(state: State) -> tuple[tuple[str, str], ...]:
    """4.0 to 4.3  Return the tally and what it is made of."""
    return (("Victory", said_tally(state)),)


def _options(state: State) -> tuple[tuple[str, str], ...]:
    """14.0  Return the optional rules in play, and what is known of the parachutists."""
    options = state.table.options
    rules = rules_in_play(options)
    found = [("Optional rules", "; ".join(rules))] if rules else []
    if state.veil and state.turn:
        found.append(("Parachutists (14.6)", _twins(state, state.veil)))
    return tuple(found)


def _twins(state: State, veil: Veil) -> str:
    names = names_of(state.table)
    said = [
        f"{names[name]} is {what}"
        for what, units in (("real", veil.real), ("fake", veil.fake))
        for name in units
        if state.is_in_play(name)
    ]
    pairs = state.table.pairs
    doubtful = [name for key in (*veil.unsealed(pairs), *veil.closed) for name in pairs[key]]
    unknown = [names[name] for name in doubtful if state.is_in_play(name)]
    said += [f"real or fake, nobody knows: {', '.join(unknown)}"] if unknown else []
    said += [f"{len(veil.breaches)} breaches found"] if veil.breaches else []
    return "; ".join(said) or "none left"


def date_of(edition: Edition, turn: int) -> str:
    """1.1  Return the days that a turn covers; the books print none, so they are reckoned."""
    calendar = data.charts(edition.calendar)
    start, length = calendar["first_day"], calendar["days_a_turn"]
    first = _day(start["month"], start["day"] + (turn - 1) * length)
    last = _day(first[0], first[1] + length - 1)
    end = f"{last[1]} {_MONTHS[last[0]][0]} {start['year']}"
    begin = str(first[1]) if first[0] == last[0] else f"{first[1]} {_MONTHS[first[0]][0]}"
    return f"{begin}–{end}, reckoned" if length > 1 else f"{end}, reckoned"


def _day(month: int, day: int) -> tuple[int, int]:
    while day > _MONTHS[month][1]:
        day -= _MONTHS[month][1]
        month += 1
    return month, day


def _coming(state: State) -> tuple[tuple[str, str, str], ...]:
    """5.1, 14.3, 14.4, 14.9  Return who waits off the map for a later turn: when, who, where."""
    names = names_of(state.table)
    found: dict[tuple[str, str], list[str]] = {}
    for place, here in sorted(state.at.items()):
        for name in here if place.startswith("Turn ") else ():
            where = "convoy assembly area"
            if state.counter(name).seat == BRITISH:
                where = entered_at(state, name)
            found.setdefault((place, where), []).append(names[name])
    return tuple(
        (_when(state, place), ", ".join(units), where) for (place, where), units in found.items()
    )


def _when(state: State, place: str) -> str:
    """Return the turn; who is late waits for a hex of entry that is free."""
    late = state.turn and int(place.removeprefix("Turn ")) < state.turn
    return f"{place}, waiting" if late else place
