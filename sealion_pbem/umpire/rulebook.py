"""Where the rules of a ruleset stand: the code that carries them and the tests that prove them.

A docstring that begins with rule numbers ("3.2, 3.4  Where …", "9.1 to 9.3  Which …") says what its
function, class or module is about; a test also by its name (test_9_1_…) and its file's
(test_09_1_….py). A number may end in a letter (15.33A, test_15_33a_…), and a ruling is cited like a
section (R-44, test_r_44_…).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sealion_pbem.engine.capability import ExcusesSections
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.rulesets import find

__all__ = [
    "Citation", "Section", "folder_of", "in_code", "in_tests", "is_under", "sections",
    "sources", "sources_of_tests",
]  # fmt: skip

_PACKAGE = Path(__file__).resolve().parents[1]
# A section, with or without a letter; or a ruling or other paragraph of our own, such as A-47 or P.3.
_NUMBER = r"(?:\d+(?:\.\d+)*[A-Z]?|[A-Z][.-]\d+)"
_NUMBERS = re.compile(rf"({_NUMBER}(?:(?:, | to | and ){_NUMBER})*)  (?=\S)")
_COUNTED = re.compile(r"(?P<series>.*?)(?P<last>\d+|(?<=\d)[A-Z])")
_NAMED = re.compile(
    r"test_(?:(?P<chapter>\d+)_(?P<part>\d+)(?P<letter>[a-z]?)|(?P<series>[a-z])_(?P<ruling>\d+))_"
)


@dataclass(frozen=True, slots=True)
class Citation:
    """A function, class or module that says which rules it is about."""

    rules: tuple[str, ...]
    where: str
    name: str
    line: int
    text: str

    def cites(self, number: str) -> bool:
        """Return whether it is about this rule or one below it."""
        return any(is_under(rule, number) for rule in self.rules)


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section, who cites it, and why it may have no test."""

    rule: str
    title: str
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...] | None
    descriptive: str = ""

    @property
    def is_covered(self) -> bool:
        """Whether a test cites it, or there is nothing in it to test."""
        return bool(self.tests) or bool(self.descriptive)


def is_under(rule: str, number: str) -> bool:
    """Return whether a rule is the one with this number or a part of it: 3.2, 3.2.1 and 3A are of 3."""
    if rule == number or rule.startswith(f"{number}."):
        return True
    return number[-1:].isdigit() and rule[:-1] == number and rule[-1:].isalpha()


def sections(game: Ruleset[Any]) -> list[Section]:
    """Return every numbered section of a ruleset with what cites it."""
    code, tests = in_code(game.id), in_tests(game.id)
    descriptive = game.descriptive if isinstance(game, ExcusesSections) else {}
    return [
        Section(
            rule,
            title,
            _about(rule, code),
            None if tests is None else _about(rule, tests),
            descriptive.get(rule, ""),
        )
        for rule, title in game.rules.items()
    ]


def _about(rule: str, citations: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(citation for citation in citations if citation.cites(rule))


def folder_of(ruleset: str) -> Path:
    """Return where the code of a ruleset is: the package that editions of one game share."""
    file = sys.modules[type(find(ruleset)).__module__].__file__
    assert file is not None, "a ruleset is defined in a file"
    return Path(file).resolve().parent


def sources(ruleset: str) -> list[tuple[Path, str]]:
    """Return the source files of a ruleset, each with the name of its module."""
    folder, package = folder_of(ruleset), type(find(ruleset)).__module__
    # A package lies as deep as its name has parts.
    depth = sys.modules[package].__package__ or ""
    top = folder.parents[depth.count(".")]
    return [(source, _module_name(source, top)) for source in sorted(folder.rglob("*.py"))]


def sources_of_tests(ruleset: str) -> list[tuple[Path, str]] | None:
    """Return the test files of a ruleset with their path; None where no tests are installed."""
    tests = _PACKAGE.parent / "tests"
    if not (tests / "conftest.py").is_file():
        return None
    return [
        (source, source.relative_to(tests.parent).as_posix())
        for source in sorted(tests.rglob("test_*.py"))
        if folder_of(ruleset).name in source.relative_to(tests).as_posix()
    ]


def in_code(ruleset: str) -> list[Citation]:
    """Return the functions of a ruleset that carry its rules."""
    return [
        citation
        for source, where in sources(ruleset)
        for citation in _citations(source, where, prefix="")
    ]


def in_tests(ruleset: str) -> list[Citation] | None:
    """Return the tests of a ruleset that cite its rules; None where no tests are installed."""
    found = sources_of_tests(ruleset)
    if found is None:
        return None
    return [
        citation
        for source, where in found
        for citation in _citations(source, where, prefix="test_")
    ]


def _module_name(source: Path, top: Path) -> str:
    parts = source.relative_to(top).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _citations(source: Path, where: str, *, prefix: str) -> tuple[Citation, ...]:
    return _read(source, where, prefix, source.stat().st_mtime_ns)


@lru_cache(maxsize=1024)
def _read(source: Path, where: str, prefix: str, _: int) -> tuple[Citation, ...]:
    """Read a file once, and again only when it has changed."""
    return tuple(_in_file(source, where, prefix))


def _in_file(source: Path, where: str, prefix: str) -> Iterator[Citation]:
    tree = ast.parse(source.read_bytes())
    yield from _citation(tree, where, source.stem, 1)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.startswith(prefix):
            yield from _citation(node, where, node.name, node.lineno)


def _citation(
    node: ast.Module | ast.FunctionDef | ast.ClassDef, where: str, name: str, line: int
) -> Iterator[Citation]:
    text = ast.get_docstring(node) or ""
    found, named = _NUMBERS.match(text), _NAMED.match(f"{name}_")
    rules = _spelled_out(found[1]) if found else ()
    if named:
        rules = tuple(dict.fromkeys((*rules, _named(named))))
    if rules:
        sentence = text[found.end() if found else 0 :].partition("\n")[0]
        yield Citation(rules, where, name, line, sentence)


def _named(found: re.Match[str]) -> str:
    """Return the section or ruling that a test is named after."""
    if found["series"]:
        return f"{found['series'].upper()}-{int(found['ruling'])}"
    return f"{int(found['chapter'])}.{int(found['part'])}{found['letter'].upper()}"


def _spelled_out(numbers: str) -> tuple[str, ...]:
    """Return every number of a list; "9.1 to 9.3" means 9.2 too, "R-1 to R-3" R-2, "1A to 1C" 1B."""
    rules: list[str] = []
    for part in re.split(", | and ", numbers):
        first, _, last = part.partition(" to ")
        rules.append(first)
        if last:
            rules += [*_between(first, last), last]
    return tuple(dict.fromkeys(rules))


def _between(first: str, last: str) -> Iterator[str]:
    """Return what is counted between two numbers of one series."""
    low, high = _COUNTED.fullmatch(first), _COUNTED.fullmatch(last)
    assert low, f"{first} is a number"
    assert high, f"{last} is a number"
    if low["series"] != high["series"] or low["last"].isdigit() != high["last"].isdigit():
        return
    series = low["series"]
    if low["last"].isdigit():
        yield from (f"{series}{n}" for n in range(int(low["last"]) + 1, int(high["last"])))
    else:
        yield from (f"{series}{chr(n)}" for n in range(ord(low["last"]) + 1, ord(high["last"])))
