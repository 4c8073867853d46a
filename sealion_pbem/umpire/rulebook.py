"""Where the rules of a ruleset stand: the functions that carry them and the tests that prove them.

A docstring that begins with rule numbers ("3.2, 3.4  Where …") says what its function is about.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sealion_pbem.rulesets import RULESETS

__all__ = ["Citation", "in_code", "in_tests", "is_under"]

_PACKAGE = Path(__file__).resolve().parents[1]
_NUMBERS = re.compile(r"((?:\d+(?:\.\d+)*)(?:, \d+(?:\.\d+)*)*)  (?=\S)")


@dataclass(frozen=True, slots=True)
class Citation:
    """A function whose docstring begins with rule numbers."""

    rules: tuple[str, ...]
    where: str
    name: str
    line: int
    text: str

    def cites(self, number: str) -> bool:
        """Return whether it is about this rule or one below it."""
        return any(is_under(rule, number) for rule in self.rules)


def is_under(rule: str, number: str) -> bool:
    """Return whether a rule is the one with this number or a part of it: 3.2 and 3.2.1 are of 3."""
    return rule == number or rule.startswith(f"{number}.")


def in_code(ruleset: str) -> list[Citation]:
    """Return the functions of a ruleset that carry its rules."""
    module = RULESETS[ruleset].partition(":")[0]
    path = _PACKAGE.parent.joinpath(*module.split("."))
    sources = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    return [
        citation
        for source in sources
        for citation in _citations(source, _module_name(source), prefix="")
    ]


def in_tests(ruleset: str) -> list[Citation] | None:
    """Return the tests of a ruleset that cite its rules; None where no tests are installed."""
    tests = _PACKAGE.parent / "tests"
    if not (tests / "conftest.py").is_file():
        return None
    return [
        citation
        for source in sorted(tests.rglob("test_*.py"))
        if ruleset in source.relative_to(tests).as_posix()
        for citation in _citations(source, str(source.relative_to(tests.parent)), prefix="test_")
    ]


def _module_name(source: Path) -> str:
    parts = source.relative_to(_PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _citations(source: Path, where: str, *, prefix: str) -> Iterator[Citation]:
    for node in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.startswith(prefix):
            text = ast.get_docstring(node) or ""
            found = _NUMBERS.match(text)
            if found:
                rules = tuple(found[1].split(", "))
                sentence = text[found.end() :].partition("\n")[0]
                yield Citation(rules, where, node.name, node.lineno, sentence)
