"""Reports: what happened, in words a player reads."""
