"""The page's own code: it holds no rule, no table, no word of a game, and reads no markup."""

import re
from pathlib import Path

from sealion_pbem.engine.capability import answers_of
from sealion_pbem.rulesets import RULESETS, find
from tests.survey import check

STATIC = Path("sealion_pbem/board/static")
SCRIPTS = sorted(STATIC.glob("*.js"))
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|\'((?:[^\'\\\n]|\\.)*)\'')
RULE = re.compile(r"\brules?\s+\d|(?<![\d.\w#-])\d{1,2}\.\d{1,2}(?:\.\d)?(?![\d.]*[a-z%])")
# Words that HTML, SVG, the protocol and the requests of the page have, too.
COMMON = {"open", "place", "unit", "units", "hex", "orders", "kind", "path", "name", "value", "box",
          "drop", "go_on", "prepare", "points"}  # fmt: skip
MARKUP = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
          "DOMParser", "createPolicy", 'setAttribute("on', "http:", "https:", "//cdn", "WebSocket",
          "localStorage", "cookie")  # fmt: skip


def quoted(text: str) -> list[str]:
    """What stands in quotes."""
    return ["".join(found) for found in QUOTED.findall(text)]


def words_of_games() -> set[str]:
    """The kinds of orders, events and decisions, and the options of every game."""
    words: set[str] = set()
    for name in RULESETS:
        ruleset = find(name)
        words |= {*ruleset.orders, *ruleset.events, *answers_of(ruleset).policies}
        words |= {*ruleset.options, *ruleset.seats}
    return words - COMMON


def faults_of(name: str, text: str, words: set[str]) -> list[str]:
    """What code of the page should not hold."""
    found = [f"{name}: {said!r} is a word of a game" for said in quoted(text) if said in words]
    found += [f"{name}: {said!r} cites a rule" for said in quoted(text) if RULE.search(said)]
    return found + [f"{name}: {mark}" for mark in MARKUP if mark in text]


def test_the_page_knows_no_rule_and_reads_no_markup():
    """No script names a kind of order, decision or event, cites a rule, or takes text for markup."""
    words = words_of_games()
    check(fault for path in SCRIPTS for fault in faults_of(path.name, _code(path), words))


def _code(path: Path) -> str:
    # The one address in the code is the name of SVG.
    return path.read_text("utf-8").replace('"http://www.w3.org/2000/svg"', '""')


def test_what_the_page_should_not_hold_is_found():
    """A planted order, rule number and sink are seen; a percentage, a factor and HTML's words are not."""
    words = words_of_games()
    for bad in (
        'go("march")',
        'say("see 11.2")',
        "say(`rule 7`)",
        "x.innerHTML = y",
        "fetch('https://a')",
    ):
        assert faults_of("bad", bad, words), bad
    for good in ('zoom(1.25, "open")', '"transform .18s"', "`rule ${rule}`", "width * 0.94"):
        assert not faults_of("good", good, words), good


def test_every_script_is_part_of_the_page():
    """Nothing lies about that no other script imports."""
    text = "".join(path.read_text("utf-8") for path in (*SCRIPTS, *STATIC.glob("*.html")))
    check(f"{path.name}: nobody uses it" for path in SCRIPTS if f"{path.name}" not in text)
