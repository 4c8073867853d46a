"""docs/playing-sealion.md does what it says, line by line, and its reference is that of the ruleset.

In a `console` block a line after `anna$` or `ben$` is run in that player's folder, and the lines below it
must stand in what it prints, in this order, where … is any text; a command fails if and only if the first
of them begins with `sealion:`. An `orders` block is what the player has written below the comments of the
sheet that it names, in the place of what he wrote there before. Dice follow from their labels alone, so
that the evening is the same in every run.
"""

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin
from sealion_pbem.engine.sheet.phrasebook import Phrased, phrasebook
from sealion_pbem.engine.sheet.sheet import read_sheet
from sealion_pbem.rulesets import find
from sealion_pbem.umpire import record

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "playing-sealion.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"(anna|ben)\$ (.*)")
REFERENCE = re.compile(r"(?<=<!-- orders -->\n).*?(?=<!-- end -->)", re.DOTALL)
LARGEST_PICTURE = 200_000
BRACKETS = set('()[]{}"_')


def label_dice(_: bytes, trust: str) -> SeededDice:
    """Dice that fall by their labels, whoever signed what."""
    return SeededDice(b"an evening in September".ljust(32), trust)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two folders side by side, and dice that can be written about."""
    monkeypatch.setattr(record, "SeededDice", label_dice)
    monkeypatch.setenv("SEALION_PASSPHRASE", "only for this test")
    for person in ("anna", "ben"):
        (tmp_path / person).mkdir()
    return tmp_path


def test_two_friends_can_follow_the_manual(evening, monkeypatch):
    """From the invitation to the end of game turn 1: every line runs and prints what stands below it."""
    ran, blank = 0, dict[Path, str]()
    for kind, who, what, expected in steps(PAGE.read_text("utf-8")):
        monkeypatch.chdir(evening / who)
        monkeypatch.setenv("SEALION_HOME", str(evening / f"{who}-home"))
        if kind == "write":
            path = Path(what[0]).resolve()
            path.write_text(blank.setdefault(path, path.read_text("utf-8")) + what[1], "utf-8")
        else:
            printed = run(
                what, is_refused=expected[:1] != [] and expected[0].startswith("sealion:")
            )
            ran += 1
            assert shows(printed, expected), f"{who}$ {what}\n{printed}"
    assert ran > 30
    assert "asked of german: move german ships (turn 2, step 2)" in run(
        "sealion campaign status -C channel"
    )
    mails = json.loads(run("sealion campaign status --mails --json -C channel"))
    first = next(turn for turn in mails["turns"] if turn["game_turn"] == 1)
    assert (first["weather"], first["mails"]) == ("clear", 6)


def test_examples_need_no_bracket_no_quotation_mark_and_no_id():
    """In what players write, and in every example of the reference."""
    for kind, _, block in BLOCK.findall(PAGE.read_text("utf-8")):
        if kind == "orders":
            assert not BRACKETS & set(block)
    assert not any(
        BRACKETS & set(phrased.example) for phrased in phrasebook(find("sealion-deluxe"))
    )


@pytest.mark.parametrize(
    ("name", "scenario"), [("sealion-deluxe", "invasion"), ("skirmish", "two-hills")]
)
def test_every_order_has_an_example_that_says_it(name, scenario):
    """Read at the beginning of a game, each example is an order of its kind."""
    ruleset: Any = find(name)
    game = begin(ruleset, "manual", ruleset.setup(scenario, {}))
    book = [*phrasebook(ruleset)]
    assert [phrased.kind for phrased in book] == [k.replace("_", " ") for k in ruleset.orders]
    for phrased in book:
        sheet = read_sheet(ruleset, game, phrased.example)
        assert sheet.faults == [], phrased
        kinds = {order["kind"].replace("_", " ") for order in sheet.document["orders"]}
        assert kinds == {phrased.kind}
        assert phrased.gist.endswith(".")


def test_the_reference_is_that_of_the_ruleset():
    """SEALION_REGOLD=1 writes it anew."""
    text = PAGE.read_text("utf-8")
    made = "".join(map(entry, phrasebook(find("sealion-deluxe"))))
    if os.environ.get("SEALION_REGOLD"):
        PAGE.write_text(REFERENCE.sub(lambda _: made, text), "utf-8")
        text = PAGE.read_text("utf-8")
    found = REFERENCE.search(text)
    assert found is not None
    assert found[0] == made


def test_rules_prints_the_same_orders():
    """`sealion rules --orders`, as text and as JSON."""
    printed = run("sealion rules --orders")
    assert "touch down: Let a parachute unit jump" in printed
    assert "    for example: 17 Inf, 35 Inf land Folkestone" in printed
    facts = json.loads(run("sealion rules --orders --json --ruleset skirmish"))
    assert {"stand", "fall back"} <= {order["kind"] for order in facts["orders"]}


def test_pictures_are_there_and_small():
    """Every image of the manual is a file of docs/images that a mail could carry."""
    named = re.findall(r"!\[[^]]+\]\(([^)]+)\)", PAGE.read_text("utf-8"))
    assert len(named) >= 3
    for name in named:
        assert 0 < (PAGE.parent / name).stat().st_size <= LARGEST_PICTURE


def entry(phrased: Phrased) -> str:
    """One order of the reference."""
    patterns = " or ".join(f"`{pattern}`" for pattern in phrased.patterns)
    return (
        f"**{phrased.kind}**: {phrased.gist}\nWritten {patterns}.\nExample: `{phrased.example}`\n\n"
    )


def steps(text: str) -> Iterator[tuple[str, str, Any, list[str]]]:
    """What the evening does: (run, who, command, output) and (write, who, file and lines, [])."""
    for kind, name, block in BLOCK.findall(text):
        if kind == "orders":
            who, _, path = name.partition("/")
            yield "write", who, (path, block), []
        elif kind == "console":
            step: tuple[str, str, Any, list[str]] | None = None
            for line in [*block.splitlines(), None]:
                prompt = PROMPT.fullmatch(line) if line is not None else None
                if prompt is None and line is not None:
                    assert step, f"a console block begins with a command, not with {line!r}"
                    step[3].append(line)
                    continue
                if step:
                    yield step
                step = ("run", prompt[1], prompt[2], []) if prompt else None


def run(command: str, *, is_refused: bool = False) -> str:
    """Run a line: copying, or one of our commands, which must succeed unless it is to be refused."""
    words = [name for word in shlex.split(command) for name in sorted(glob(word)) or [word]]  # noqa: PTH207 - as a shell does
    if words[0] == "cp":
        for name in words[1:-1]:
            shutil.copy(name, words[-1])
        return ""
    assert words[0] == "sealion"
    result = CliRunner().invoke(cli, words[1:])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert (result.exit_code != 0) == is_refused, f"{command}\n{result.output}"
    return result.stderr if is_refused else result.stdout


def shows(printed: str, expected: list[str]) -> bool:
    """Whether the expected lines stand in what was printed, in this order."""
    lines = iter(line.strip() for line in printed.splitlines())
    patterns = [".*".join(map(re.escape, line.strip().split("…"))) for line in expected]
    return all(any(re.fullmatch(pattern, line) for line in lines) for pattern in patterns)
