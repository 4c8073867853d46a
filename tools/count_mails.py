"""Play a few game turns of Sealion through two real desks and count the mails they take.

    python -m tools.count_mails [--ruleset sealion-deluxe] [--commander staff|random] [--turns 4]

Both seats have the quick book of standing orders. The commanders write their
orders blind across their own dice: they guess how the dice fall and go on, as a player does who wants
to save a mail; what the real dice make impossible comes back and costs mails.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sealion_pbem.engine.ahead import Written
from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.readymade import standing_orders_of
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.turn import Returned, Turn
from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.keys import new_key
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.books import books
from sealion_pbem.rulesets.sealion.staff.commander import StaffCommander
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.founding import draft_for, sit_down
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.mails import Mail, TurnMails, by_game_turn, mails
from sealion_pbem.umpire.record import Record

__all__ = ["Count", "Played", "play"]

TIME = "2026-01-01T00:00:00Z"
# More orders than this at one decision say nothing new about mails.
ENOUGH = 20
GERMAN, BRITISH = "german", "british"


class OneOrder:
    """A random order for each decision, and after some of them the end of the stage."""

    def __init__(self, seed: bytes) -> None:
        """Two with one seed play alike."""
        self._numbers = Numbers(seed)
        self._asked: Counter[tuple[str, str]] = Counter()

    def turn(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Turn:
        """Return a turn of one order."""
        place = ruleset.clock(game.state), seat
        self._asked[place] += 1
        return Turn(seat, (self._order(ruleset, game, enough=self._asked[place] > ENOUGH),))

    def _order(self, ruleset: Ruleset[Any], game: Game[Any], *, enough: bool) -> Order:
        offers = list(ruleset.offers(game.state))
        ending = [order for order in offers if order.kind == "done"]
        if enough and ending:
            return ending[0]
        answer = answers_of(ruleset).answer(game.state, "default")
        if not ending and answer is not None:
            return answer
        below = len(offers)
        return offers[min(self._numbers.next(below), self._numbers.next(below))]


class Numbers:
    """Random numbers from a seed."""

    def __init__(self, seed: bytes) -> None:
        """Two with one seed are alike."""
        self._dice = SeededDice(seed)
        self._count = 0

    def next(self, below: int) -> int:
        """Return a number from 0 on."""
        self._count += 1
        high, low = self._dice.throw(f"choice {self._count}", 2, 256)
        return ((high - 1) * 256 + low - 1) % below


class BlindCommander:
    """Lets another commander go on across its own dice, until the other seat is asked."""

    def __init__(self, commander: OneOrder | StaffCommander, seed: bytes) -> None:
        """`seed` decides how it guesses the dice."""
        self._commander = commander
        self._numbers = Numbers(seed)

    def turn(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Turn:
        """Return orders up to where the other seat is asked, as far as a guess can see."""
        orders: list[Written] = []
        while (decision := pending(ruleset, game)) is not None and decision.seat == seat:
            part = self._commander.turn(ruleset, game, seat)
            guess = SeededDice(sha256(b"guess %d" % self._numbers.next(1 << 16)).digest())
            outcome = run(ruleset, game, part, guess)
            orders += part.orders[: outcome.stands]
            game = outcome.game
        return Turn(seat, tuple(orders))


COMMANDERS: dict[str, Callable[[bytes], OneOrder | StaffCommander]] = {
    "staff": StaffCommander,
    "random": OneOrder,
}


class Played:
    """A campaign in mode peer at two desks."""

    def __init__(self, root: Path, ruleset: str, seed: bytes, commander: str = "staff") -> None:
        """Found it below `root`, with the quick standing orders of both seats."""
        make = COMMANDERS[commander]
        self.keys = {seat: new_key() for seat in (GERMAN, BRITISH)}
        self.desks = {seat: Desk(root / seat, {seat: key}) for seat, key in self.keys.items()}
        self.commanders = {
            seat: BlindCommander(make(own), own)
            for seat in self.keys
            for own in [sha256(seed + seat.encode()).digest()]
        }
        self.answered: Counter[str] = Counter()
        self.returned: Counter[str] = Counter()
        self._found(root, ruleset)

    def _found(self, root: Path, ruleset: str) -> None:
        draft = draft_for("mails", ruleset=ruleset, mode="peer", created=TIME)
        charter: Entry | None = None
        while charter is None:
            for seat, key in self.keys.items():
                standing = [] if draft["seats"][seat] else preset(seat)
                draft, charter = sit_down(root / seat, draft, {seat: ("none", key)}, standing)
                if charter:
                    break
        self._send(charter)

    def play(self, turns: int) -> Iterator[Record]:
        """Exchange turns and receipts until so many game turns are over."""
        while True:
            record = self.record()
            decision = record.decision
            if decision is None or record.ruleset.game_turn(record.game.state) > turns:
                return
            seat = decision.seat
            turn = self.commanders[seat].turn(record.ruleset, record.game, seat)
            draft = new_draft(record, seat) | turn.document
            self._send(sign_draft(self.desks[seat], draft))
            answer = self.desks[BRITISH if seat == GERMAN else GERMAN].witness(TIME)
            self._send(answer.entry)
            if answer.outcome:
                self.answered.update(given.decision for given in answer.outcome.automatic)
                self.returned.update(map(_reason, answer.outcome.returned))
            yield record

    def record(self) -> Record:
        """Return the log as the German has it."""
        return self.desks[GERMAN].read().record

    def mails(self) -> list[Mail]:
        """Return the mails so far."""
        return mails(Log(self.desks[GERMAN].store.entries()))

    def _send(self, entry: Entry) -> None:
        for desk in self.desks.values():
            for received in desk.receive([(entry.file_name, entry.data)]):
                if received.error:
                    raise received.error


def _reason(back: Returned) -> str:
    return f"{back.violations[0].rule} {back.violations[0].code}"


def preset(seat: str) -> list[dict[str, Any]]:
    """Return the quick standing orders of a seat."""
    return standing_orders_of(books(seat)["quick"])


@dataclass(frozen=True, slots=True)
class Count:
    """One played campaign: its mails, what standing orders answered, why orders came back."""

    turns: list[TurnMails]
    mails: list[Mail]
    answered: Counter[str]
    returned: Counter[str]


def play(ruleset: str, turns: int, seed: bytes, commander: str = "staff") -> Count:
    """Play one campaign over so many game turns and count."""
    with TemporaryDirectory() as folder:
        played = Played(Path(folder), ruleset, seed, commander)
        for record in played.play(turns):
            _show(f"turn {record.ruleset.game_turn(record.game.state)}")
        sent = [mail for mail in played.mails() if mail.game_turn <= turns]
        return Count(by_game_turn(sent), sent, played.answered, played.returned)


def _show(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text} \r")


def _main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--ruleset", default="sealion-deluxe", choices=_sealions())
    parser.add_argument("--commander", default="staff", choices=list(COMMANDERS))
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--verbose", action="store_true", help="list every mail")
    given = parser.parse_args()
    answered: Counter[str] = Counter()
    returned: Counter[str] = Counter()
    counts: dict[str, list[int]] = {}
    for game in range(given.games):
        count = play(given.ruleset, given.turns, b"game %d" % game, given.commander)
        answered += count.answered
        returned += count.returned
        for turn in count.turns:
            name = turn.weather if turn.game_turn else "set-up"
            counts.setdefault(name, []).append(turn.mails)
            _say(f"game {game} turn {turn.game_turn} {name}: {turn.mails} mails")
        for mail in count.mails if given.verbose else ():
            _say(f"  {mail.game_turn} {mail.seat} {mail.decision or '(receipt)'}")
    for name, numbers in counts.items():
        mean = sum(numbers) / len(numbers)
        _say(f"{name}: {len(numbers)} turns, {min(numbers)} to {max(numbers)}, mean {mean:.2f}")
    _say("answered by standing orders: " + ", ".join(f"{k} {n}" for k, n in answered.most_common()))
    for reason, number in returned.most_common():
        _say(f"came back {number} times: {reason}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _sealions() -> list[str]:
    return [find(name).id for name in ("sealion-deluxe", "sealion-2016")]


if __name__ == "__main__":
    _main()
