"""How the guard and its child process talk: every message after its length."""

from __future__ import annotations

import struct

__all__ = ["LARGEST_MAIL", "LENGTH"]

LENGTH = struct.Struct(">Q")
LARGEST_MAIL = 2 * 1024 * 1024
"""No larger mail is read."""
