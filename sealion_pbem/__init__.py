"""Play-by-mail campaigns with signed turns, fair dice and a log that anyone can audit."""

__version__ = "0.1.0"
