"""Where the shipped schemas and templates are, in a checkout as well as in an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

__all__ = ["resource"]

_PACKAGE = Path(__file__).resolve().parent


def resource(folder: Literal["schemas", "templates"], name: str) -> Path:
    """Return the path of a shipped file; a checkout keeps it beside the package."""
    shipped = _PACKAGE / f"_{folder}" / name
    return shipped if shipped.exists() else _PACKAGE.parent / folder / name
