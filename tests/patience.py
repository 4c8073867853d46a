"""How long tests wait for another process: long enough for a machine that has other work to do."""

__all__ = ["PATIENCE"]

PATIENCE = 600
"""Seconds. Only what hangs takes so long, so a test that passes never waits for it."""
