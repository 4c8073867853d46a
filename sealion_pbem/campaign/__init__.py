"""Floor 3: campaigns on disk; what an entry means is decided in `pbem` and by the umpire."""
