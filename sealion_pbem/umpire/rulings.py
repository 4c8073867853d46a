"""Rulings of a ruleset: what was decided where its rulebook is unclear, and who cites the decision.

They stand as data beside the ruleset, in rulings.json.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sealion_pbem.umpire.rulebook import folder_of, sources, sources_of_tests

__all__ = ["Mention", "Ruling", "mentions", "rulings"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the rulebook leaves open, and the answer."""

    id: str
    sections: tuple[str, ...]
    editions: tuple[str, ...]
    problem: str
    ruling: str
    setting: str = ""
    """The charter option that switches it, or ""."""
    optional: bool = False
    """It belongs to the optional rules."""
    withdrawn: bool = False
    no_effect: str = ""
    """Why nothing in code or tests can show it, or ""."""

    def is_on(self, number: str, ruleset: str) -> bool:
        """Return whether it is about a section of an edition."""
        return number in self.sections and ruleset.endswith(self.editions)


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in code or tests that cites a ruling."""

    ruling: str
    where: str
    name: str
    line: int


def rulings(ruleset: str) -> dict[str, Ruling]:
    """Return the rulings of a ruleset by id; there may be none."""
    path = folder_of(ruleset) / "rulings.json"
    if not path.is_file():
        return {}
    found = json.loads(path.read_text("utf-8"))["rulings"]
    return {facts["id"]: _ruling(facts) for facts in found}


def _ruling(facts: dict[str, Any]) -> Ruling:
    members: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in facts.items()}
    return Ruling(**members)


def mentions(ruleset: str) -> tuple[list[Mention], list[Mention] | None]:
    """Return where code and tests cite rulings; no tests are found where none are installed."""
    tests, ids = sources_of_tests(ruleset), _ids_of(ruleset)
    return (
        [m for source, where in sources(ruleset) for m in _mentions(source, where, ids)],
        None
        if tests is None
        else [m for source, where in tests for m in _mentions(source, where, ids)],
    )


def _ids_of(ruleset: str) -> re.Pattern[str]:
    """Return what ids of rulings look like: the letters of this ruleset, and any number."""
    series = sorted({ruling.partition("-")[0] for ruling in rulings(ruleset)})
    words = "|".join(map(re.escape, series)) or "(?!)"
    return re.compile(rf"(?<![A-Za-z0-9])(?:{words})-\d+")


def _mentions(source: Path, where: str, ids: re.Pattern[str]) -> Iterator[Mention]:
    """Return each ruling once for every function, class or module part that names it."""
    text = source.read_text("utf-8")
    if not ids.search(text):
        return
    spans = _spans(ast.parse(text))
    seen: set[tuple[str, str]] = set()
    for line, words in enumerate(text.splitlines(), 1):
        name = next((name for first, last, name in spans if first <= line <= last), source.stem)
        for ruling in ids.findall(words):
            if (ruling, name) not in seen:
                seen.add((ruling, name))
                yield Mention(ruling, where, name, line)


def _spans(tree: ast.Module) -> list[tuple[int, int, str]]:
    """Return first line, last line and name of every function and class, the innermost first."""
    found = [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return sorted(found, key=lambda span: span[1] - span[0])
