"""How much of a mail is read."""

from __future__ import annotations

__all__ = ["LARGEST_MAIL"]

LARGEST_MAIL = 2 * 1024 * 1024
"""No larger mail is read."""
