"""Let commanders play Sealion against each other, engine only: who wins, how fast, with how many files.

    python tools/duel.py [GAMES] [WORKERS]

plays GAMES games (40) of each pairing in both editions, each with dice and commanders of its own seed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from typing import Any, NamedTuple

from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.rulesets.sealion.rules.ch04_victory import tally
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, MAGAZINE_2016
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN

EDITIONS: dict[str, Any] = {ruleset.id: ruleset for ruleset in (MAGAZINE_2016, DELUXE_2023)}
PAIRINGS = (("staff", "random"), ("random", "staff"), ("staff", "staff"))


class Match(NamedTuple):
    """What is to be played: an edition, who commands each seat, a number that seeds everything."""

    edition: str
    german: str
    british: str
    number: int


class Score(NamedTuple):
    """How one game went."""

    winner: str
    turn: int
    tally: int
    files: int
    orders: int
    seconds: float


def play(match: Match) -> Score:
    """Play one game to its end; every file must be accepted."""
    ruleset = EDITIONS[match.edition]
    begun = time.perf_counter()
    game = begin(ruleset, "duel", ruleset.setup("invasion", {}))
    who = {GERMAN: match.german, BRITISH: match.british}
    commanders = {
        seat: ruleset.commanders[name](f"{match.number} {seat}".encode())
        for seat, name in who.items()
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
    state = game.state
    seconds = time.perf_counter() - begun
    return Score(state.winner, state.turn, tally(state), files, orders, seconds)


def matches(games: int) -> Iterator[Match]:
    """Return every game to be played."""
    for number in range(games):
        for edition in EDITIONS:
            yield from (Match(edition, german, british, number) for german, british in PAIRINGS)


def main() -> None:
    """Play all games in several processes and print a table."""
    games = int(sys.argv[1]) if sys.argv[1:] else 40
    workers = int(sys.argv[2]) if sys.argv[2:] else 2
    wanted = list(matches(games))
    scores: dict[Match, Score] = {}
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(play, match): match for match in wanted}
        for done in as_completed(waiting):
            if done.exception() is not None:
                pool.shutdown(wait=False, cancel_futures=True)
            match, score = waiting[done], done.result()
            scores[match] = score
            said = f"{len(scores)}/{len(wanted)} {' '.join(map(str, match))}: {score}"
            print(said, file=sys.stderr, flush=True)
    print(
        "| edition | german | british | german wins | turns | tally | files | orders | s | longest |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for edition in EDITIONS:
        for german, british in PAIRINGS:
            played = [s for m, s in scores.items() if m[:3] == (edition, german, british)]
            print(row(edition, german, british, played))


def row(edition: str, german: str, british: str, played: list[Score]) -> str:
    """Return a line of the table: averages over the games of a pairing."""
    wins = sum(score.winner == GERMAN for score in played)
    averages = [sum(column) / len(played) for column in zip(*(s[1:] for s in played), strict=True)]
    turns, points, files, orders, seconds = averages
    longest = max(score.seconds for score in played)
    return (
        f"| {edition} | {german} | {british} | {wins} of {len(played)} | {turns:.1f} | {points:.1f} "
        f"| {files:.0f} | {orders:.0f} | {seconds:.1f} | {longest:.1f} |"
    )


if __name__ == "__main__":
    main()
