"""Hexes: printed numbers, neighbours, distances and paths, for any game on a hex grid."""
