"""Compiled packs: what a game reads of its sheets, as JSON with a record on each line, and its digest."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from sealion_pbem.engine.canon import canonical, digest_bytes, parse_json

__all__ = ["Compiled", "pack_digests", "rows_to_bytes"]


class Compiled:
    """One pack of numbers; two are the same only if they are one value."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        """`read` is asked once, when somebody wants to know something."""
        self._read = read

    @cached_property
    def text(self) -> bytes:
        """The pack as JSON."""
        return self._read()

    @property
    def digest(self) -> str:
        """The SHA-256 of the pack: what a charter pins."""
        return digest_bytes(self.text)

    def content(self) -> dict[str, Any]:
        """Return what the pack holds, made anew for every caller."""
        found: dict[str, Any] = parse_json(self.text)
        return found

    def altered(self, alter: Callable[[dict[str, Any]], None]) -> Compiled:
        """Return the pack as a function changes it: how an edition differs by a few numbers."""

        def read() -> bytes:
            content = self.content()
            alter(content)
            return canonical(content)

        return Compiled(read)


def rows_to_bytes(pack: Mapping[str, Any]) -> bytes:
    """Return a pack as JSON with a record on each line, so that a change is easy to see."""
    members = []
    for name, value in pack.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            rows = ",\n".join(f"    {_line(row)}" for row in value)
            members.append(f'  "{name}": [\n{rows}\n  ]')
        else:
            members.append(f'  "{name}": {_line(value)}')
    return ("{\n" + ",\n".join(members) + "\n}\n").encode()


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pack_digests(packs: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of data files by name: what a charter pins."""
    return {name: digest_bytes(data) for name, data in packs.items()}
