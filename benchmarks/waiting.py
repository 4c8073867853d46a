"""Rows 31 to 35: how long somebody waits for a command or for the robot, early and late in a campaign."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.processes import environment, process, program
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.mail.fetch import FolderSource
from sealion_pbem.mail.letter import Letter, compose
from sealion_pbem.pbem.body import ReceiptBody, TurnBody
from sealion_pbem.pbem.entry import Entry, is_of
from sealion_pbem.pbem.keys import PrivateKey, key_from_seed, write_key
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.report.illustration import illustrate
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft
from sealion_pbem.umpire.founding import draft_for, sit_down
from sealion_pbem.umpire.referee.office import Office
from sealion_pbem.umpire.referee.robot import Robot

__all__ = ["waiting"]

TIME = "2024-02-29T12:00:00Z"
_RULESET = "sealion-deluxe"
_ROBOT = "robot@example.org"
# Each takes up to a second; the ratio of two is steady after a few.
_MOST_ROUNDS = 7
_REPLAYS = """
import gc
import sys
from pathlib import Path
from time import process_time
import cryptography.hazmat.primitives.asymmetric.ed25519, jsonschema_rs, orjson
from sealion_pbem.cli import COLLECT_AFTER
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.log import Log
gc.set_threshold(COLLECT_AFTER)
find("sealion-deluxe")
files = [(path.name, path.read_bytes()) for path in sorted(Path(sys.argv[1]).iterdir())]
times = [process_time()]
for _ in range(2):
    for _ in Log(files).walk():
        pass
    times.append(process_time())
print((times[1] - times[0]) / (times[2] - times[1]))
"""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A campaign at some entry: its folder, an orders file for the next turn, and that turn signed."""

    folder: Path
    draft: Path
    turn: Entry


def waiting(effort: Effort, place: Path, entries: tuple[int, int], campaigns: int) -> Iterator[Row]:
    """Return the rows, with commands at the two entries and the robot in an office of so many."""
    rounds = Effort(min(effort.rounds, _MOST_ROUNDS), effort.seconds)
    keys = {seat: _key(seat) for seat in ("german", "british", "referee")}
    home = place / "home"
    home.mkdir()
    for seat, key in keys.items():
        write_key(home / seat, key, None, seat)
    moments = _moments(place / "campaign", keys, home, entries)
    few, many = (moments[number] for number in entries)
    yield from _commands(rounds, place, few, many, entries)
    yield _cold_replay(rounds, many)
    yield from _robot(rounds, place, few, many, entries)
    yield _idle(effort, place, keys, campaigns)


def _key(seat: str) -> PrivateKey:
    return key_from_seed(sha256(f"waiting {seat}".encode()).digest())


def _moments(
    path: Path, keys: dict[str, PrivateKey], home: Path, entries: tuple[int, ...]
) -> dict[int, _Moment]:
    """Play a campaign with a referee, and keep it as it is before the entries with these numbers.

    Turns of one order without dice are kept: what a mail costs follows from what happens in it, above all
    from how many close-ups are drawn, and not only from what was before.
    """
    desk = _founded(path, "waiting", keys, _RULESET, home)
    staff = {seat: RandomCommander(_key(seat).public.encode()) for seat in keys}
    found: dict[int, _Moment] = {}
    while len(found) < len(entries):
        record = desk.read().record
        decision, number = record.decision, record.ledger.next_seq
        assert decision is not None, f"the game was over at entry {number}"
        turn = staff[decision.seat].turn(record.ruleset, record.game, decision.seat)
        draft = {**new_draft(record, decision.seat), **turn.document}
        is_set_up = record.ruleset.game_turn(record.game.state) > 0
        is_short = len(turn.orders) == 1
        is_kept = number >= entries[len(found)] and is_set_up and is_short
        copy = path.with_name(f"before-{entries[len(found)]}")
        if is_kept:
            shutil.copytree(path, copy)
            (copy / "next.json").write_bytes(normal_form(draft))
        signed = desk.sign_turn(TurnBody(draft["decision"], draft["orders"]))
        answer = desk.witness(TIME).entry
        if is_kept and is_of(answer, ReceiptBody) and not answer.body.rolls:
            found[entries[len(found)]] = _Moment(copy, copy / "next.json", signed)
        elif is_kept:
            shutil.rmtree(copy)
    return found


def _founded(path: Path, name: str, keys: dict[str, PrivateKey], ruleset: str, home: Path) -> Desk:
    draft = draft_for(name, ruleset=ruleset, mode="referee", created=TIME)
    seats = {seat: (str(home / seat), keys[seat]) for seat in draft["seats"]}
    charter = None
    while charter is None:
        draft, charter = sit_down(path, draft, seats)
    Folder(path).write_settings(Settings(name, {seat: str(home / seat) for seat in draft["seats"]}))
    return Desk(path, {seat: keys[seat] for seat in draft["seats"]})


def _commands(
    effort: Effort, place: Path, few: _Moment, many: _Moment, entries: tuple[int, int]
) -> Iterator[Row]:
    """Row 31: the processor time of a command late in a campaign / early in it."""
    commands = ("check", "sign", "receive", "witness")
    works = {
        f"{command} {number}": _command(command, moment, place)
        for command in commands
        for number, moment in zip(entries, (few, many), strict=True)
    }
    taken = interleave(works, effort, clock=_time_of_children)
    names = ("turn check", "turn sign", "receive", "witness")
    for letter, command, name in zip("abcd", commands, names, strict=True):
        late, early = f"{command} {entries[1]}", f"{command} {entries[0]}"
        yield Row(
            f"31{letter}",
            f"sealion {name} at entry {entries[1]} / {entries[0]}",
            taken.ratio(late, early),
            goal=1.2,
            gate=1.6,
            note=taken.told(late, early),
        )


def _command(command: str, moment: _Moment, place: Path) -> Work:
    """Return the work of a command in a copy of the campaign; making the copy is not counted."""
    copy = place / f"{command}-{moment.folder.name}"

    def work() -> None:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(moment.folder, copy)
        turn = copy.with_name(f"{copy.name}.json")
        turn.write_bytes(moment.turn.data)
        if command == "witness":
            (copy / "entries" / moment.turn.file_name).write_bytes(moment.turn.data)
        given = {
            "check": ["turn", "check", str(copy / "next.json")],
            "sign": ["turn", "sign", "--yes", str(copy / "next.json")],
            "receive": ["receive", str(turn)],
            "witness": ["witness"],
        }
        process([*program(), *given[command]], copy)()

    return work


def _time_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _cold_replay(effort: Effort, moment: _Moment) -> Row:
    """Row 33: the first replay of a log in a process / the second, when all tables are made.

    The libraries and the rules are imported before; what that costs is in rows 8 and 31.
    """
    command = [sys.executable, "-c", _REPLAYS, str(moment.folder / "entries")]
    run = partial(
        subprocess.run, command, check=True, capture_output=True, text=True, env=environment()
    )
    # Whoever comes first compiles what was not.
    run()
    found = [float(run().stdout) for _ in range(effort.rounds)]
    what = "first replay of a log in a process / the second"
    return Row("33", what, median(found), goal=1.2, gate=1.6, note=f"best {min(found):.2f}")


def _robot(
    effort: Effort, place: Path, few: _Moment, many: _Moment, entries: tuple[int, int]
) -> Iterator[Row]:
    """Rows 32 and 35: a mail with a turn, taken, judged and reported with pictures by the robot."""
    early, late, audit = [], [], []
    for _ in range(effort.rounds):
        early.append(_time_of_mail(place, few))
        late.append(_time_of_mail(place, many))
        start = process_time()
        audit_folder(many.folder)
        audit.append(process_time() - start)
    yield Row(
        "32",
        f"the robot for one mail at entry {entries[1]} / {entries[0]}",
        median(one / other for one, other in zip(late, early, strict=True)),
        goal=1.2,
        gate=1.6,
        note=f"best {min(late) * 1e3:.0f} ms over {min(early) * 1e3:.0f} ms",
    )
    yield Row(
        "35",
        f"the robot for one mail at entry {entries[1]} / audit of that log",
        median(one / other for one, other in zip(late, audit, strict=True)),
        goal=4,
        gate=8,
        note=f"best {min(late) * 1e3:.0f} ms over {min(audit) * 1e3:.0f} ms",
    )


def _time_of_mail(place: Path, moment: _Moment) -> float:
    """Return what one mail costs a robot that is at work; the process that reads it counts too."""
    root = place / "office"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(moment.folder, root / "game")
    addresses = "".join(f'{seat} = "{seat}@example.org"\n' for seat in ("german", "british"))
    (root / "game" / "mail.toml").write_text(f"[addresses]\n{addresses}")
    robot, source = _office(root)
    robot.do_round(source, None, TIME)
    turn = moment.turn
    letter = Letter(
        sender=f"{turn.by}@example.org", to=(_ROBOT,), subject="my turn", text="here it is",
        attachments={turn.file_name: turn.data}, auto="", key="a mail", date=TIME,
    )  # fmt: skip
    (root / "inbox" / "1.eml").write_bytes(compose(letter))
    start = process_time() + _time_of_children()
    robot.do_round(source, None, TIME)
    taken = process_time() + _time_of_children() - start
    assert not list((root / "inbox").glob("*.eml")), "the mail was not taken"
    return taken


def _office(root: Path) -> tuple[Robot, FolderSource]:
    (root / "inbox").mkdir(exist_ok=True)
    settings = f'from = "{_ROBOT}"\n[inbox]\nkind = "folder"\npath = "inbox"\n'
    (root / "mail.toml").write_text(settings)

    def ignore(_line: str) -> None:
        """Nobody reads the log."""

    office = Office(root, lambda name: _key(Path(name).name))
    return Robot(office, ignore, illustrate), FolderSource(root / "inbox")


def _idle(effort: Effort, place: Path, keys: dict[str, PrivateKey], campaigns: int) -> Row:
    """Row 34: what a campaign adds to a round in which there is nothing to do / a stat of its folder."""
    home = place / "home"
    for seat in ("red", "blue"):
        write_key(home / seat, _key(seat), None, seat)
    own = {seat: _key(seat) for seat in ("red", "blue", "referee")} | keys
    works: dict[str, Work] = {}
    for name, number in (("few", campaigns), ("many", 3 * campaigns)):
        root = place / f"office-{name}"
        root.mkdir()
        for index in range(number):
            _founded(root / f"game-{index}", f"game-{index}", own, "skirmish", home)
        works[name] = _round(root)
    folder = place / "office-many" / "game-0"
    works["stat"] = folder.stat
    taken = interleave(works, effort)
    pairs = zip(taken.seconds["many"], taken.seconds["few"], strict=True)
    each = median((many - few) / (2 * campaigns) for many, few in pairs)
    ratio = each / median(taken.seconds["stat"])
    what = "an idle round of the robot for each campaign / one stat of its folder"
    return Row("34", what, ratio, goal=20, gate=60, note=f"{each * 1e6:.0f} µs for each campaign")


def _round(root: Path) -> Work:
    robot, source = _office(root)
    robot.do_round(source, None, TIME)

    def work() -> Any:
        return robot.do_round(source, None, TIME)

    return work
