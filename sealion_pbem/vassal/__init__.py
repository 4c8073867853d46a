"""VASSAL's files: modules, saved games and logs, read, written and simulated."""
