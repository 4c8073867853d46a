"""14.0  Procedures that optional rules add; what only changes a rule stands with that rule."""
