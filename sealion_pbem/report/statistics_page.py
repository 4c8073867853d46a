"""Statistics for people: a page of text for the terminal, and the same with plots as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sealion_pbem.engine.saying import counted, plural
from sealion_pbem.report.page import policy_for, render, safe, text_of
from sealion_pbem.report.plot import bar, bars_svg, lines_svg
from sealion_pbem.report.statistics import Counts, DiceCount, Statistics
from sealion_pbem.report.xml_history import PROGRAM

__all__ = ["TIMES", "html", "text"]

TIMES = (
    "Times are what the witnesses' clocks said; nothing proves them. Each is from one answer to the "
    "next, so it holds the writing of the turn, the mail, and the witness's own delay."
)
_BAR = 24
_RARE = 0.01
_FEW = 5
"""A test says nothing where a face is expected less often."""
_DAY, _HOUR, _MINUTE = 86400, 3600, 60


def text(found: Statistics) -> str:
    """Return the statistics as lines of text."""
    return "\n".join(safe(line) for line in _lines(found))


def _lines(found: Statistics) -> Iterator[str]:
    name = found.subject.charter.body.name
    yield f"{name}: {found.subject.title}, {found.entries} entries"
    if found.result:
        yield f"the game is over: {found.result}"
    yield "\nDice, by whose units they were rolled for"
    yield from _dice(found.by_seat(found.dice), found.subject.die)
    yield "\nDice, by who opened them"
    yield from _dice(found.by_seat(found.opened), found.subject.die)
    many = found.subject.losses_in.many
    yield f"\nLuck: {many} that dice cost, against what they cost on average"
    for seat in found.players:
        yield f"  {luck_words(found, seat)}"
    yield f"\n{many.capitalize()} lost by game turn"
    yield from _losses(found)
    yield from _tallies(found)
    yield "\nResponse times"
    for seat, seconds in sorted(found.seconds.items()):
        middle = sorted(seconds)[len(seconds) // 2]
        yield (
            f"  {seat:10} {len(seconds):3} turns, half of them within {span(middle)}, "
            f"the longest {span(max(seconds))}"
        )
    if found.odd_times:
        yield f"  {odd_words(found.odd_times)}"
    yield f"  {TIMES}"


def odd_words(count: int) -> str:
    """Say that times were left out because a clock was wrong."""
    answers = plural(count, "one answer says", f"{count} answers say")
    return f"{answers} a time before that of the last, or over a year after it: a clock was wrong"


def _dice(counts: Mapping[str, Sequence[DiceCount]], usual: int) -> Iterator[str]:
    for seat, own in counts.items():
        for count in own:
            kind = "dice" if count.sides == usual else f"dice of {count.sides}"
            faces = "  ".join(f"{face}:{number}" for face, number in enumerate(count.faces, 1))
            yield f"  {seat:10} {count.dice:4} {kind}  {faces}  mean {count.mean:.2f}"
            yield f"  {'':10} {chance_words(count)}"


def chance_words(count: DiceCount) -> str:
    """Say what a chi-square means; it says nothing where faces are expected less than five times."""
    if count.dice < _FEW * count.sides:
        return "too few dice for a test"
    freedom = f"{counted(count.sides - 1, 'degree')} of freedom"
    words = f"chi-square {count.chi_square:.2f} with {freedom}, p = {count.p:.3f}"
    if count.p < _RARE:
        return f"{words}: fair dice are seldom so uneven"
    return f"{words}: fair dice are as uneven in {100 * count.p:.0f} of 100 campaigns"


def luck_words(found: Statistics, seat: str) -> str:
    """Say how lucky a seat was."""
    expected, actual = found.luck(seat)
    gap = actual - expected
    words = "worse" if gap > 0 else "better"
    return (
        f"{seat:10} expected {expected:.1f}, actual {actual}: {abs(gap):.1f} {words} than average"
    )


def span(seconds: int) -> str:
    """Say a time in the largest unit that fits."""
    for size, name in ((_DAY, "days"), (_HOUR, "hours"), (_MINUTE, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds} seconds"


def _losses(found: Statistics) -> Iterator[str]:
    turns = found.in_order()
    most = max((turn.lost[seat] for turn in turns for seat in found.players), default=0)
    yield "  turn  " + "".join(f"{seat:{_BAR + 6}}" for seat in found.players).rstrip()
    for turn in turns:
        cells = (
            f"{turn.lost[seat]:4} {bar(turn.lost[seat], most, _BAR):{_BAR + 1}}"
            for seat in found.players
        )
        yield f"  {turn.number:4}  {''.join(cells)}".rstrip()


def _tallies(found: Statistics) -> Iterator[str]:
    names = list(found.subject.tally)
    if not names:
        return
    turns = found.in_order()
    most = max((turn.tally.get(name, 0) for turn in turns for name in names), default=0)
    yield "\nVictory tally at the end of each game turn"
    yield "  turn  " + "  ".join(names)
    for turn in turns:
        numbers = "  ".join(f"{turn.tally.get(name, 0):>{len(name)}}" for name in names)
        yield f"  {turn.number:4}  {numbers}  {bar(turn.tally.get(names[0], 0), most, _BAR)}".rstrip()


def html(found: Statistics) -> str:
    """Return the statistics as one page with plots."""
    style = text_of("history/pages.css") + text_of("history/statistics.css")
    turns = [f"{turn.number}" if turn.number else "set-up" for turn in found.in_order()]
    players, losses = found.players, found.subject.losses_in.many.capitalize()
    tally = {
        name: [float(turn.tally.get(name, 0)) for turn in found.in_order()]
        for name in found.subject.tally
    }
    facts = {
        "name": found.subject.charter.body.name,
        "title": found.subject.title,
        "program": PROGRAM,
        "policy": policy_for("", style),
        "style": style,
        "result": safe(found.result),
        "entries": found.entries,
        "players": players,
        "dice": [_table(found, found.dice, sides) for sides in _kinds(found)],
        "opened": [_table(found, found.opened, sides) for sides in _kinds(found)],
        "losses_in": found.subject.losses_in.many,
        "luck": [luck_words(found, seat) for seat in players],
        "times": [
            (seat, len(all_), span(sorted(all_)[len(all_) // 2]), span(max(all_)))
            for seat, all_ in sorted(found.seconds.items())
        ],
        "odd": odd_words(found.odd_times) if found.odd_times else "",
        "worth": TIMES,
        "losses_plot": lines_svg(
            f"{losses} lost so far", turns, {seat: found.running("lost", seat) for seat in players}
        ),
        "luck_plot": lines_svg(
            f"{losses} lost beyond the average",
            turns,
            {seat: found.running("luck", seat) for seat in players},
        ),
        "tally_plot": lines_svg("Victory tally", turns, tally) if tally else "",
        "tally_names": list(tally),
    }
    return render("history/statistics.html.j2", facts)


def _kinds(found: Statistics) -> list[int]:
    """Return how many faces the dice of a campaign have; that of the game, if none fell."""
    return sorted({sides for _, sides in found.dice}) or [found.subject.die]


def _table(found: Statistics, counts: Counts, sides: int) -> dict[str, Any]:
    """Return the dice of one kind: a title if it is not the usual one, a plot, and a row for each seat."""
    by_seat = found.by_seat({key: count for key, count in counts.items() if key[1] == sides})
    rows = [(seat, own[0], chance_words(own[0])) for seat, own in by_seat.items()]
    faces = {seat: [float(n) for n in count.faces] for seat, count, _ in rows}
    names = [str(face) for face in range(1, sides + 1)]
    return {
        "title": "" if sides == found.subject.die else f"Dice with {sides} faces",
        "faces": names,
        "plot": bars_svg("How often each face fell", names, faces),
        "rows": rows,
    }
