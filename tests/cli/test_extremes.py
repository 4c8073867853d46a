"""Whatever was admitted can be read: every reading command on campaigns full of lawful extremes."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.pbem.body import RulingBody, TurnBody
from sealion_pbem.pbem.keys import write_key
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.founding import draft_for, sit_down
from tests.campaigns import key_of

Sealion = Callable[..., Result]
OLDEST, NEWEST = "2000-01-01T00:00:00Z", "2099-12-31T23:59:59Z"
LARGEST = 2**53 - 1
STANDING: list[dict[str, Any]] = [
    {"when": "losses", "do": "lose_step", "limit": 9999, "until": 9999, "otherwise": "default",
     "if": [{"fact": "a" * 40, "is": "\U0001f6f3" * 200}, {"fact": "odds", "at_least": -LARGEST}]},
    {"when": "reaction", "do": "stand", "if": [{"fact": "odds", "at_most": LARGEST}] * 20},
] * 25  # fmt: skip
HOSTILE = "<script>{{ 7*7 }}{% x %}%s %n ${x} `rm` \\u0000 ]]> &amp; <!DOCTYPE a> 'q' \"q\"\r"


@dataclass(frozen=True)
class Extreme:
    """What is unusual about a campaign."""

    name: str
    created: str
    times: tuple[str, ...]
    hours: int
    words: str
    mode: str = "referee"


EXTREMES = [
    Extreme("a" * 40, OLDEST, (OLDEST,), 0, "x"),
    Extreme("-" * 40, NEWEST, (NEWEST,), 8784, "שלום " * 390 + "ﷺ"),
    Extreme("0", "2050-02-28T23:59:59Z", (NEWEST, OLDEST), 8784, "\n" * 1990 + "\t end"),
    Extreme("mad-clock", NEWEST, (OLDEST, "2024-02-29T12:00:00Z", NEWEST), 1, HOSTILE[:-1] * 20),
    Extreme("letters", OLDEST, ("2026-11-16T00:00:00Z",), 168, "Z͑ͫ̓ͪ̂ͫ̽͏a" * 140, "both"),
    Extreme("peers", OLDEST, (NEWEST, OLDEST), 8784, "\U0001f6f3" * 1999, "peer"),
]


def cut(words: str, most: int) -> str:
    """Words of a lawful length and form: what no file may hold is left out."""
    import unicodedata

    return unicodedata.normalize("NFC", words.replace("\u034f", ""))[:most]


def campaign(home: Path, extreme: Extreme, ruleset: str = "skirmish") -> Path:
    """A campaign in which every member that somebody chooses is at its edge."""
    is_small = ruleset == "skirmish"
    draft = draft_for(
        extreme.name, ruleset=ruleset, mode=extreme.mode, options={"turns": 20 if is_small else 12},
        created=extreme.created, deadline_hours=extreme.hours, grace_hours=extreme.hours,
        delay_hours=extreme.hours if extreme.mode != "peer" else 0,
    )  # fmt: skip
    keys = {seat: (str(home / seat), key_of(seat)) for seat in draft["seats"]}
    for seat, (file, key) in keys.items():
        write_key(Path(file), key, None, seat)
    folder = home / "game"
    sit_down(folder, draft, keys, STANDING if is_small else [])
    desk = Desk(folder, {seat: key for seat, (_, key) in keys.items()})
    Folder(folder).write_settings(Settings(extreme.name, {s: f for s, (f, _) in keys.items()}))
    words, times = cut(extreme.words, 2000), cycle(extreme.times)
    players = desk.read().record.ruleset.seats
    commanders = {s: RandomCommander(s.encode().ljust(32)) for s in players}
    for number in range(8):
        play(desk, commanders, times, words, is_rejected=is_small and number == 3)
    rule(desk, words)
    play(desk, commanders, times, words)
    desk.resign(desk.read().record.ledger.baton() or "", cut(words, 500))
    return folder


def play(desk: Desk, commanders: Any, times: Any, words: str, *, is_rejected: bool = False) -> None:
    """One turn with its answer, and perhaps a rejected version before it."""
    record = desk.read().record
    decision = record.decision
    assert decision is not None
    turn = commanders[decision.seat].turn(record.ruleset, record.game, decision.seat)
    if is_rejected:
        order = {"kind": "march", "unit": "aaaaaaaaaa-999", "path": ["9999"]}
        orders = [{**order, "turn": 9999, "stage": "march"}] * 500
        desk.sign_turn(TurnBody(decision.kind, orders, message=words))
        desk.witness(next(times))
    desk.sign_turn(TurnBody(decision.kind, message=words, **turn.document))
    while desk.read().record.ledger.pending:
        desk.witness(next(times))


def rule(desk: Desk, words: str) -> None:
    """A ruling, a change of key, and an anchor where there is one."""
    _, ruling = desk.sign_ruling(desk.propose_ruling(RulingBody(cut(words * 2, 4000), about=9999)))
    assert ruling
    ledger = desk.read().record.ledger
    seat = ledger.owes or ""
    new = key_of(f"new {seat}")
    desk.grant_claim(desk.claim_seat(seat, new, cut(words, 500)), seat)
    desk.keys[seat] = new
    if seat in ledger.anchors:
        desk.new_anchor(seat)


COMMANDS = [
    ("campaign", "status"), ("campaign", "status", "--json"), ("campaign", "status", "--mails"),
    ("campaign", "status", "--mails", "--json"), ("verify-roll", "--list"), ("verify-roll", "1"),
    ("verify-roll", "1", "--json"), ("mail", "draft", "0", "1", "9", "--to", "red", "-o", "draft.eml"),
    ("mail", "status"), ("archive", "export", "a.zip"),
    ("archive", "dispute", "3", "d.zip", "--reason", "x"),
]  # fmt: skip
ON_PATHS = [
    ("report",), ("report", "--format", "html", "-o", "r.html"), ("report", "--json"),
    ("report", "--format", "eml", "-o", "r.eml"), ("report", "--since", "0"), ("audit",),
    ("audit", "--json"), ("audit", "--out", "v.html"), ("audit", "--keep-going"), ("stats",),
    ("stats", "--json"), ("stats", "--out", "s.html"), ("archive", "history", "--out", "history"),
]  # fmt: skip


@pytest.mark.parametrize("extreme", EXTREMES, ids=lambda extreme: extreme.name[:9])
def test_every_reading_command_reads_every_extreme(sealion: Sealion, home: Path, extreme: Extreme):
    """Times at the edges of the calendar and in the wrong order, the longest and oddest words."""
    folder = str(campaign(home, extreme))
    for words in ON_PATHS:
        sealion(*words[:2] if words[0] == "archive" else words[:1], folder,
                *(words[2:] if words[0] == "archive" else words[1:]))  # fmt: skip
    for words in COMMANDS:
        sealion(*words, "-C", folder)
    is_odd = len({extreme.created, *extreme.times}) > 1
    audit, stats = sealion("audit", folder).output, sealion("stats", folder).output
    assert (
        ("a clock was wrong" in audit) == ("a clock was wrong" in " ".join(stats.split())) == is_odd
    )
    sealion("archive", "check", "a.zip")
    sealion("audit", "a.zip")
    if extreme.mode != "peer":
        (home / "mail.toml").write_text('from = "Referee <referee@example.org>"\n')
        sealion("referee", "status", str(home))
        sealion("referee", "status", str(home), "--json")


PICTURES = [
    (), ("--at", "0"), ("--at", "3", "--out", "b.svg", "--json"), ("--crop", "A", "--out", "a.png"),
]  # fmt: skip
POSITIONS = [(), ("--at", "0"), ("--at", "3", "-o", "now.json", "--json"), ("-o", "end.json")]


@pytest.mark.parametrize("extreme", EXTREMES, ids=lambda extreme: extreme.name[:9])
def test_every_extreme_can_be_drawn_and_tried(sealion: Sealion, home: Path, extreme: Extreme):
    """A game with a map: its pictures, and its positions as scenarios that can be run."""
    folder = str(campaign(home, extreme, "sealion-deluxe"))
    for more in PICTURES:
        sealion("picture", folder, *more)
    for more in POSITIONS:
        sealion("scenario", "from", folder, *more)
    sealion("scenario", "run", "now.json")


def test_a_game_without_map_and_positions_says_so(sealion: Sealion, home: Path):
    """Skirmish has no picture and writes no position: a sentence and an exit code, no traceback."""
    folder = str(campaign(home, EXTREMES[3]))
    assert "Traceback" not in sealion("picture", folder, code=2).output
    assert "Traceback" not in sealion("scenario", "from", folder, code=2).output
