"""Let commanders play a game against each other, engine only: who wins, how often, how fast.

    python -m tools.duel war-at-sea --games 200 --by zone --by ends.axis --at-least 90
    python -m tools.duel sealion-2016 sealion-deluxe --pairing staff,staff --mean turn

plays every scenario that is asked for with every pairing of commanders; each game has dice and commanders
of its own number, so that a table can be made again. Without --pairing the first commander of the game
plays each seat in turn against chance in the others, and then all seats.

A share of wins is printed with the interval in which the true share lies with 95 % (Wilson's). --by
divides the games by a member of the last position, as the game writes it ("zone", "ends.axis"), --mean
averages one. --at-least makes the exit code 1 if a commander wins less against chance in any row.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from math import sqrt
from typing import Any, NamedTuple

from sealion_pbem.cli.chosen import chosen_options
from sealion_pbem.engine.capability import HasCommanders
from sealion_pbem.engine.commander import Commander, RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.errors import PbemError, UsageError
from sealion_pbem.rulesets import find

__all__ = ["Match", "Score", "interval", "main", "pairings_of", "play", "table"]

CHANCE = "random"
# The quantile of the normal distribution that leaves 2.5 % on either side.
_QUANTILE = 1.959964


class Match(NamedTuple):
    """What is to be played: a game, who commands each seat, a number that seeds everything."""

    ruleset: str
    scenario: str
    options: str
    commanders: tuple[str, ...]
    number: int


class Score(NamedTuple):
    """How one game went; `groups` and `means` are the members of the last position that were asked for."""

    winner: str
    groups: tuple[str, ...]
    means: tuple[float, ...]
    turns: int
    files: int
    orders: int
    seconds: float


def play(match: Match, groups: Sequence[str] = (), means: Sequence[str] = ()) -> Score:
    """Play one game to its end; every file must be accepted."""
    ruleset = find(match.ruleset)
    options = chosen_options(ruleset, match.options)
    begun = time.process_time()
    game = begin(ruleset, "duel", ruleset.setup(match.scenario, options))
    found = commanders_of(ruleset)
    commanders = {
        seat: found[name](f"{match.number} {seat}".encode())
        for seat, name in zip(ruleset.seats, match.commanders, strict=True)
    }
    files = orders = 0
    while (decision := pending(ruleset, game)) is not None:
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        seed = sha256(f"{match.number} {files}".encode()).digest()
        outcome = run(ruleset, game, turn, SeededDice(seed))
        if outcome.refused:
            message = f"{match}: {outcome.refused[0]}"
            raise RuntimeError(message)
        game = outcome.game
        files += 1
        orders += len(turn.orders)
    last: Any = ruleset.pack(game.state)
    return Score(
        str(last["winner"]),
        tuple(str(_member(last, name)) for name in groups),
        tuple(float(_member(last, name)) for name in means),
        ruleset.game_turn(game.state),
        files,
        orders,
        time.process_time() - begun,
    )


def commanders_of(ruleset: Ruleset[Any]) -> dict[str, Callable[[bytes], Commander]]:
    """Return who can play a seat of a game, the best first; chance can play every game."""
    own = ruleset.commanders if isinstance(ruleset, HasCommanders) else {}
    return {**own, CHANCE: own.get(CHANCE, RandomCommander)}


def pairings_of(ruleset: Ruleset[Any]) -> tuple[tuple[str, ...], ...]:
    """Return the first commander at each seat in turn against chance, and at all seats."""
    best = next(iter(commanders_of(ruleset)))
    alone = [
        tuple(best if seat == at else CHANCE for at in ruleset.seats) for seat in ruleset.seats
    ]
    return tuple(dict.fromkeys([*alone, (best,) * len(ruleset.seats)]))


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return between which shares the true one lies with 95 % (the score interval of E. B. Wilson)."""
    share, square = wins / games, _QUANTILE**2
    middle = share + square / (2 * games)
    spread = _QUANTILE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    lowest, highest = ((middle + sign * spread) / (1 + square / games) for sign in (-1, 1))
    return max(0.0, lowest), min(1.0, highest)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all games in several processes and print a table for each ruleset."""
    asked = _asked(arguments)
    try:
        wanted = [match for name in asked.rulesets for match in _matches(find(name), asked)]
    except PbemError as error:
        print(f"{error}\n{error.hint}", file=sys.stderr)
        return 2
    scores: dict[Match, Score] = {}
    with ProcessPoolExecutor(asked.workers) as pool:
        waiting = {pool.submit(play, match, asked.by, asked.mean): match for match in wanted}
        for done in as_completed(waiting):
            if done.exception() is not None:
                pool.shutdown(wait=False, cancel_futures=True)
            scores[waiting[done]] = done.result()
            if asked.verbose:
                print(
                    f"{len(scores)}/{len(wanted)} {waiting[done]}: {done.result()}", file=sys.stderr
                )
    short = 0
    for name in asked.rulesets:
        played = {match: scores[match] for match in wanted if match.ruleset == name}
        lines, low = table(played, asked.by, asked.mean, asked.at_least)
        print("\n".join(lines))
        short += low
    if asked.at_least is not None:
        print(f"rows below {asked.at_least} %: {short}")
    return 1 if short else 0


def table(
    played: dict[Match, Score],
    groups: Sequence[str] = (),
    means: Sequence[str] = (),
    at_least: float | None = None,
) -> tuple[list[str], int]:
    """Return the table of one ruleset, and how many of its rows fall short.

    A row falls short if the only seat that is not left to chance won a smaller share than `at_least`.
    """
    ruleset = find(next(iter(played)).ruleset)
    seats = ruleset.seats
    heads = [ruleset.id, "options", *seats, *groups, "games", *(f"won by {seat}" for seat in seats)]
    heads += ["turns", "files", "orders", *means, "s", "longest"]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    rows: dict[tuple[Any, ...], list[Score]] = {}
    for match, score in played.items():
        key = match.scenario, match.options, *match.commanders
        for group in dict.fromkeys([score.groups, ("all",) * len(groups)]):
            rows.setdefault((*key, *group), []).append(score)
    short = 0
    for key, scores in sorted(rows.items(), key=lambda row: tuple(map(str, row[0]))):
        wins = [sum(score.winner == seat for score in scores) for seat in seats]
        averages = [
            sum(column) / len(scores) for column in zip(*map(_measured, scores), strict=True)
        ]
        cells = [*map(str, key), str(len(scores)), *(_share(won, len(scores)) for won in wins)]
        cells += [f"{average:.1f}" for average in averages[:-1]]
        cells += [f"{averages[-1]:.2f}", f"{max(score.seconds for score in scores):.2f}"]
        if at_least is not None and _is_short(key[2 : 2 + len(seats)], wins, at_least, len(scores)):
            short += 1
            cells[-1] += " **short**"
        lines.append(f"| {' | '.join(cells)} |")
    return lines, short


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("rulesets", nargs="+", metavar="RULESET", help="the id of a game")
    add("--scenario", action="append", default=[], help="again for more; the first of the game")
    add("--options", action="append", default=[], metavar="WORDS",
        help="as for `sealion campaign new`; given again, the games are played once with each")  # fmt: skip
    add("--pairing", action="append", default=[], metavar="NAME,NAME", help="one commander a seat")
    add("--games", type=int, default=40, help="games of each pairing (40)")
    add("--first", type=int, default=0, help="number of the first game (0)")
    add("--by", action="append", default=[], metavar="MEMBER", help="divide the games by this")
    add("--mean", action="append", default=[], metavar="MEMBER", help="print the average of this")
    add(
        "--at-least",
        type=float,
        metavar="PERCENT",
        help="the share that must be won against chance",
    )
    add("--workers", type=int, default=2, help="processes (2)")
    add("--verbose", action="store_true", help="tell every game as it ends")
    return parser.parse_args(arguments)


def _matches(ruleset: Ruleset[Any], asked: argparse.Namespace) -> Iterator[Match]:
    """Return every game of a ruleset that is to be played; UsageError says what it has not."""
    scenarios = asked.scenario or [next(iter(ruleset.scenarios))]
    pairings = [tuple(words.split(",")) for words in asked.pairing] or pairings_of(ruleset)
    for names in pairings:
        unknown = sorted({*names} - {*commanders_of(ruleset)})
        if unknown or len(names) != len(ruleset.seats):
            raise UsageError(
                f"{','.join(names)} is no pairing for {', '.join(ruleset.seats)}",
                hint=f"name one for each seat: {', '.join(commanders_of(ruleset))}",
            )
    for scenario in scenarios:
        for words in asked.options or [""]:
            ruleset.setup(scenario, chosen_options(ruleset, words))
            for names in pairings:
                for number in range(asked.first, asked.first + asked.games):
                    yield Match(ruleset.id, scenario, words, names, number)


def _member(document: Any, name: str) -> Any:
    """Return a member of a position by its path; "" if this position lacks it."""
    for part in name.split("."):
        document = document.get(part, "") if isinstance(document, dict) else ""
    return document


def _is_short(commanders: Sequence[str], wins: Sequence[int], at_least: float, games: int) -> bool:
    """Return whether the one commander that plays against chance won too little."""
    able = [won for name, won in zip(commanders, wins, strict=True) if name != CHANCE]
    return len(able) == 1 and 100 * able[0] < at_least * games


def _measured(score: Score) -> tuple[float, ...]:
    return score.turns, score.files, score.orders, *score.means, score.seconds


def _share(wins: int, games: int) -> str:
    lowest, highest = interval(wins, games)
    return (
        f"{wins} of {games}: {100 * wins / games:.0f} % ({100 * lowest:.0f} to {100 * highest:.0f})"
    )


if __name__ == "__main__":
    sys.exit(main())
