"""Where the rules of a ruleset stand: the code that carries them and the tests that prove them.

A docstring that begins with rule numbers ("3.2, 3.4  Where …", "9.1 to 9.3  Which …") says what its
function, class or module is about; a test also by its name (test_9_1_…) and its file's
(test_09_1_….py).
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
_NUMBER = r"\d+(?:\.\d+)*"
# Rulings and other paragraphs of our own, such as A-47 or P.3, may stand behind the numbers.
_OWN = r"(?:, [A-Z][.-]\d+)*"
_NUMBERS = re.compile(rf"({_NUMBER}(?:(?:, | to | and ){_NUMBER})*){_OWN}  (?=\S)")
_NAMED = re.compile(r"test_(\d+)_(\d+)_")


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
    """Return whether a rule is the one with this number or a part of it: 3.2 and 3.2.1 are of 3."""
    return rule == number or rule.startswith(f"{number}.")


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
        rules = tuple(dict.fromkeys((*rules, f"{int(named[1])}.{int(named[2])}")))
    if rules:
        sentence = text[found.end() if found else 0 :].partition("\n")[0]
        yield Citation(rules, where, name, line, sentence)


def _spelled_out(numbers: str) -> tuple[str, ...]:
    """Return every number of a list; "9.1 to 9.3" means 9.2 too."""
    rules: list[str] = []
    for part in re.split(", | and ", numbers):
        first, _, last = part.partition(" to ")
        rules.append(first)
        if last:
            chapter, _, low = first.rpartition(".")
            high = last.rpartition(".")[2]
            same = chapter == last.rpartition(".")[0]
            between = range(int(low) + 1, int(high)) if same else ()
            rules += [f"{chapter}.{number}".lstrip(".") for number in between]
            rules.append(last)
    return tuple(dict.fromkeys(rules))
