"""Data packs as people edit them: reading and checking the sheets that a game describes."""
