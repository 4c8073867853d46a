"""Statistics for people: a page of text for the terminal, and the same with plots as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealion_pbem.report.page import policy_for, render, safe, text_of
from sealion_pbem.report.plot import bar, bars_svg, lines_svg
from sealion_pbem.report.statistics import DiceCount, Statistics
from sealion_pbem.report.xml_history import PROGRAM

__all__ = ["TIMES", "html", "text"]

TIMES = (
    "Times are what the witnesses' clocks said; nothing proves them. Each is from one answer to the "
    "next, so it holds the writing of the turn, the mail, and the witness's own delay."
)
_BAR = 24
_RARE = 0.01
_FEW = 30
_DAY, _HOUR, _MINUTE = 86400, 3600, 60


def text(found: Statistics) -> str:
    """Return the statistics as lines of text."""
    return "\n".join(safe(line) for line in _lines(found))


def _lines(found: Statistics) -> Iterator[str]:
    body = found.subject.charter.body
    yield f"{body['name']}: {found.subject.title}, {found.entries} entries"
    if found.result:
        yield f"the game is over: {found.result}"
    yield "\nDice, by whose units they were rolled for"
    yield from _dice(found.by_seat(found.dice))
    yield "\nDice, by who opened them"
    yield from _dice(found.by_seat(found.opened))
    yield "\nLuck: steps that dice cost, against what they cost on average"
    for seat in found.players:
        yield f"  {luck_words(found, seat)}"
    yield "\nSteps lost by game turn"
    yield from _losses(found)
    yield from _tallies(found)
    yield "\nResponse times"
    for seat, seconds in sorted(found.seconds.items()):
        middle = sorted(seconds)[len(seconds) // 2]
        yield (
            f"  {seat:10} {len(seconds):3} turns, half of them within {span(middle)}, "
            f"the longest {span(max(seconds))}"
        )
    yield f"  {TIMES}"


def _dice(counts: Mapping[str, DiceCount]) -> Iterator[str]:
    for seat, count in counts.items():
        faces = "  ".join(f"{face}:{number}" for face, number in enumerate(count.faces, 1))
        yield f"  {seat:10} {count.dice:4} dice  {faces}  mean {count.mean:.2f}"
        yield f"  {'':10} {chance_words(count)}"


def chance_words(count: DiceCount) -> str:
    """Say what a chi-square means; it says nothing where faces are expected less than five times."""
    if count.dice < _FEW:
        return "too few dice for a test"
    words = f"chi-square {count.chi_square:.2f} with 5 degrees of freedom, p = {count.p:.3f}"
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
    players = found.players
    tally = {
        name: [float(turn.tally.get(name, 0)) for turn in found.in_order()]
        for name in found.subject.tally
    }
    faces = {
        seat: [float(n) for n in count.faces] for seat, count in found.by_seat(found.dice).items()
    }
    facts = {
        "name": found.subject.charter.body["name"],
        "title": found.subject.title,
        "program": PROGRAM,
        "policy": policy_for("", style),
        "style": style,
        "result": safe(found.result),
        "entries": found.entries,
        "players": players,
        "dice": [
            (seat, count, chance_words(count)) for seat, count in found.by_seat(found.dice).items()
        ],
        "opened": [
            (seat, count, chance_words(count))
            for seat, count in found.by_seat(found.opened).items()
        ],
        "luck": [luck_words(found, seat) for seat in players],
        "times": [
            (seat, len(all_), span(sorted(all_)[len(all_) // 2]), span(max(all_)))
            for seat, all_ in sorted(found.seconds.items())
        ],
        "worth": TIMES,
        "dice_plot": bars_svg("How often each face fell", list("123456"), faces),
        "losses_plot": lines_svg(
            "Steps lost so far", turns, {seat: found.running("lost", seat) for seat in players}
        ),
        "luck_plot": lines_svg(
            "Steps lost beyond the average",
            turns,
            {seat: found.running("luck", seat) for seat in players},
        ),
        "tally_plot": lines_svg("Victory tally", turns, tally) if tally else "",
        "face_names": list(faces),
        "tally_names": list(tally),
    }
    return render("history/statistics.html.j2", facts)
