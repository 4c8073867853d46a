"""Every example runs, and the README does what it says.

The README's fenced blocks are marked: `pycon` is a doctest; in `console` a line after `alice$` or
`bob$` is run by a shell in that folder, and the lines below it must stand in what it prints, in this
order, where … is any text; an `orders` block is what the player adds to the sheet that it names.
"""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.mail.settings import read_settings
from sealion_pbem.rulesets.skirmish.words import BattleFought
from tests.table import Table

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
CAMPAIGN = EXAMPLES / "first_campaign"
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"(alice|bob)\$ (.*)")
LARGEST = 200_000


def test_the_tour_of_the_readme_is_true():
    """The Python in the README prints what stands below it."""
    text = "\n".join(block for kind, _, block in BLOCK.findall(README) if kind == "pycon")
    tour = doctest.DocTestParser().get_doctest(text, {}, "README.md", None, 0)
    assert 5 < len(tour.examples) <= 15
    result = doctest.DocTestRunner(verbose=False).run(tour)
    assert result.failed == 0


def test_two_people_can_follow_the_readme(tmp_path):
    """Alice and Bob run the README's commands one by one, each in a folder of their own."""
    for person in ("alice", "bob"):
        (tmp_path / person).mkdir()
    steps = list(readme_steps())
    assert sum(1 for step in steps if step[0] == "run") > 25
    for kind, who, what, expected in steps:
        if kind == "write":
            write_orders(tmp_path / who, what)
        else:
            printed = shell(what, tmp_path / who)
            assert shows(printed, expected), f"{who}$ {what}\n{printed}"
    heads = {
        json.loads(shell("sealion campaign status --json -C hill", tmp_path / who))["head"]
        for who in ("alice", "bob")
    }
    assert len(heads) == 1


def test_what_was_said_to_be_kept_to_oneself_was_not_sent(tmp_path):
    """The README copies drafts and entries only, nothing from private/."""
    for kind, _, what, _ in readme_steps():
        if kind == "run" and what.startswith("cp "):
            assert re.fullmatch(r"cp( hill/(draft\.json|entries/0\d+-[a-z]+-\S*))+ \.\./\w+/", what)


def test_the_office_of_the_readme_can_be_read(tmp_path, monkeypatch):
    """The files for the referee's robot are valid, and say what the text says."""
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    files = {name: text for kind, name, text in BLOCK.findall(README) if kind == "toml"}
    assert set(files) == {"club/mail.toml", "club/hill/mail.toml"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    office, campaign = (read_settings(tmp_path / place) for place in ("club", "club/hill"))
    assert (office.sender, office.inbox["kind"]) == ("Referee <referee@example.org>", "imap")
    assert set(campaign.addresses) == {"red", "blue"}


def test_the_first_campaign_is_small_and_holds_nothing_private():
    """Only entries, the settings without seats, the story and the audit are published."""
    files = {path.relative_to(CAMPAIGN) for path in CAMPAIGN.rglob("*") if path.is_file()}
    others = {path.name for path in files if path.parts[0] != "entries"}
    assert others == {"campaign.json", "story.txt", "audit.txt"}
    assert json.loads((CAMPAIGN / "campaign.json").read_bytes())["seats"] == {}
    assert sum((CAMPAIGN / path).stat().st_size for path in files) <= LARGEST


def test_the_first_campaign_is_proved(tmp_path):
    """The audit says what stands beside the campaign, and the folder stays as it is."""
    before = sorted(CAMPAIGN.rglob("*"))
    printed = shell(f"sealion audit {CAMPAIGN.name}", CAMPAIGN.parent)
    assert printed == (CAMPAIGN / "audit.txt").read_text("utf-8")
    assert sorted(CAMPAIGN.rglob("*")) == before


def test_the_first_campaign_shows_every_kind_of_thing():
    """It has dice, a rejection with the turn that cites it, a seal that was opened, standing orders."""
    entries = [json.loads(path.read_bytes()) for path in (CAMPAIGN / "entries").iterdir()]
    receipts = [entry for entry in entries if entry["kind"] == "receipt"]
    orders = [order["kind"] for entry in entries for order in entry.get("orders", [])]
    assert sum(len(receipt["rolls"]) for receipt in receipts) >= 3
    assert any(receipt["automatic"] for receipt in receipts)
    assert any(entry["kind"] == "rejection" for entry in entries)
    assert any("after" in entry for entry in entries)
    assert {"seal", "open", "march", "attack", "stand", "done"} <= set(orders)


def test_the_campaign_can_be_made_anew(tmp_path):
    """The script plays another whole game and leaves what an archive would give, proved."""
    script(EXAMPLES / "make_first_campaign.py", tmp_path / "again")
    assert "proved:" in (tmp_path / "again" / "audit.txt").read_text("utf-8")
    assert not list((tmp_path / "again").rglob("private"))
    assert recompute(tmp_path / "again").returncode == 0


def test_every_roll_is_recomputed():
    """Without the package, the dice script agrees with every roll of the first campaign."""
    entries = [json.loads(path.read_bytes()) for path in (CAMPAIGN / "entries").iterdir()]
    rolls = sum(len(entry.get("rolls", [])) for entry in entries)
    done = recompute(CAMPAIGN)
    assert done.returncode == 0
    assert done.stdout.endswith(f"first_campaign: {rolls} rolls, every one is right\n")


def test_every_roll_of_a_demo_is_recomputed(tmp_path):
    """The demonstration has a folder for each seat: the script finds both, and every roll is right."""
    shell("sealion demo --turns 1", tmp_path)
    done = recompute(tmp_path / "demo")
    assert done.returncode == 0
    right = re.findall(r"demo/(\w+): \d+ rolls, every one is right", done.stdout)
    assert right == ["british", "german"]
    assert shell("sealion audit demo", tmp_path)


def test_the_dice_script_knows_nothing_of_the_package():
    """It runs in a Python that sees the standard library only."""
    text = (EXAMPLES / "recompute_dice.py").read_text("utf-8")
    imported = set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE))
    assert imported <= sys.stdlib_module_names
    isolated = [sys.executable, "-I", "-S", str(EXAMPLES / "recompute_dice.py"), str(CAMPAIGN)]
    assert subprocess.run(isolated, capture_output=True, check=False).returncode == 0


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the first campaign, below a folder with a second one."""
    shutil.copytree(CAMPAIGN, tmp_path / "club" / "one")
    shutil.copytree(CAMPAIGN, tmp_path / "club" / "two")
    return tmp_path / "club"


def first(folder: Path, member: str) -> tuple[Path, dict[str, Any]]:
    """The first receipt with something in a member."""
    for path in sorted(folder.glob("entries/*-receipt-*.json")):
        entry = json.loads(path.read_bytes())
        if entry[member]:
            return path, entry
    raise AssertionError(member)


def test_a_changed_roll_is_found(copy):
    """Somebody writes another face into a receipt: the script names it and ends with 1."""
    path, entry = first(copy / "two", "rolls")
    roll = entry["rolls"][0]
    roll["values"][0] = roll["values"][0] % 6 + 1
    path.write_text(json.dumps(entry))

    done = recompute(copy)

    assert done.returncode == 1
    assert f"two: {path.name}: the roll {roll['label']!r} says {roll['values']}" in done.stdout


def test_a_changed_turn_is_found(copy):
    """Another message in a signed turn: its receipt no longer finds the turn it answers."""
    receipt_path, receipt = first(copy / "one", "rolls")
    for path in (copy / "one").glob("entries/*-turn-*.json"):
        turn = json.loads(path.read_bytes())
        if turn["seq"] == receipt["seq"] - 1:
            path.write_text(json.dumps(turn | {"message": "not what I signed"}))

    done = recompute(copy)

    assert done.returncode == 1
    assert receipt_path.name in done.stdout


def test_a_link_out_of_order_is_found(copy):
    """A witness who opened another link than the next one is named."""
    path, entry = first(copy / "one", "link")
    entry["link"]["value"] = "00" * 32
    path.write_text(json.dumps(entry))

    done = recompute(copy)

    assert done.returncode == 1
    assert f"{path.name}: link 1 of {entry['by']} does not fit" in done.stdout


def test_a_receipt_that_is_missing_is_found(copy):
    """Without one receipt the seat's next link does not fit the last that was shown."""
    path, entry = first(copy / "one", "rolls")
    path.unlink()

    done = recompute(copy)

    assert done.returncode == 1
    assert f"of {entry['by']} does not fit the one before it" in done.stdout


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"kind": 1}', '{"kind": "receipt"}'])
def test_an_unreadable_entry_is_named_and_gives_no_traceback(copy, text):
    """A receipt that is no entry at all ends with 1 and one line."""
    path, _ = first(copy / "one", "rolls")
    path.write_text(text)

    done = recompute(copy)

    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_a_folder_without_campaigns_is_said_so(tmp_path):
    """The dice script ends with 1 where there is nothing to recompute."""
    done = recompute(tmp_path)
    assert done.returncode == 1
    assert "no campaign is here or below" in done.stdout


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("scenarios/*.json")), ids=lambda p: p.stem)
def test_every_scenario_runs(path):
    """`sealion scenario run` judges each scenario; tests/sealion says which orders are illegal."""
    command = f"sealion scenario run scenarios/{path.name}"
    assert shell(f"{command}; code=$?; [ $code -eq 0 ] || [ $code -eq 5 ]", EXAMPLES)


def test_the_ruleset_page_quotes_the_code():
    """Each Python block of write_a_ruleset.md that names a file stands in that file, line for line."""
    page = (EXAMPLES / "write_a_ruleset.md").read_text("utf-8")
    quoted = [(name, text) for kind, name, text in BLOCK.findall(page) if kind == "python" and name]
    assert len(quoted) > 5
    for name, text in quoted:
        source = (ROOT / name).read_text("utf-8")
        missing = [part for part in text.split("\n\n\n") if part.strip("\n") not in source]
        assert not missing, f"{name} does not hold:\n{missing[0]}"


def test_the_test_on_the_ruleset_page_is_true():
    """The example of a rule test on that page passes."""
    page = (EXAMPLES / "write_a_ruleset.md").read_text("utf-8")
    (text,) = [text for kind, name, text in BLOCK.findall(page) if kind == "python" and not name]
    names = {"Table": Table, "BattleFought": BattleFought}
    exec(text, names)
    names["test_3_3_equal_totals_hurt_nobody"]()


def test_every_link_between_pages_leads_somewhere():
    """A relative link in a Markdown page names a file that is there, and a heading that is in it."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.md")]
    faults = []
    for page in pages:
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
            if "://" in target:
                continue
            name, _, anchor = target.partition("#")
            path = page.parent / name if name else page
            if not path.exists():
                faults.append(f"{page.name}: {target} is not there")
            elif anchor and anchor not in headings(path):
                faults.append(f"{page.name}: {target} is no heading")
    assert not faults


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made on the usual sites."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def readme_steps():
    """What the walk-through does: (run, who, command, output) and (write, who, file and lines, [])."""
    for kind, name, block in BLOCK.findall(README):
        if kind == "orders":
            who, _, path = name.partition("/")
            yield "write", who, (path, block), []
        if kind == "console":
            step = None
            for line in block.splitlines():
                prompt = PROMPT.fullmatch(line)
                if prompt:
                    step = ("run", prompt[1], prompt[2], [])
                    yield step
                else:
                    assert step, f"a console block begins with a command, not with {line!r}"
                    step[3].append(line)


def write_orders(folder: Path, what: tuple[str, str]) -> None:
    """Do what the player does in an editor: add lines to the sheet that `turn new` wrote."""
    name, lines = what
    sheet = (folder / name).read_text("utf-8")
    (folder / name).write_text(f"{sheet}\n{lines}", "utf-8")


def shows(printed: str, expected: list[str]) -> bool:
    """Whether the expected lines stand in what was printed, in this order."""
    lines = iter(line.strip() for line in printed.splitlines())
    patterns = [".*".join(map(re.escape, line.split("…"))) for line in expected]
    return all(any(re.fullmatch(pattern, line) for line in lines) for pattern in patterns)


def shell(command: str, folder: Path) -> str:
    """Run a line as a player would and return what it prints; it must succeed."""
    scripts = sysconfig.get_path("scripts")
    environment = {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "SEALION_HOME": str(folder / "home"),
        "SEALION_PASSPHRASE": "only for this test",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def script(path: Path, *arguments: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, path, *arguments], capture_output=True, text=True, check=True
    )


def recompute(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the dice script over a folder."""
    command = [sys.executable, str(EXAMPLES / "recompute_dice.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
