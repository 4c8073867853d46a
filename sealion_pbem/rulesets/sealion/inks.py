"""The inks of the map: a light, printed look in which counters stand out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["INK"]

INK: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#f7f3e6",
        "sea": "#bcd5e1",
        "shallow": "#cfe2ea",
        "shore": "#dfedf1",
        "deep_line": "#6f9bb3",
        "land": "#f2ecd2",
        "coast": "#4f6f80",
        "grid": "#b3a98a",
        "number": "#8d8467",
        "light_woods": "#cbdba2",
        "heavy_woods": "#a3c07e",
        "light_tree": "#8aa764",
        "heavy_tree": "#55803f",
        "marsh": "#cfe0cf",
        "reed": "#5f93a0",
        "city": "#dccab4",
        "city_block": "#a58e78",
        "capital": "#d2b7a8",
        "capital_block": "#93705f",
        "river": "#5d9cc0",
        "road": "#fbf3dc",
        "road_edge": "#a9774a",
        "scarp": "#a5814f",
        "beach_most": "#f0c648",
        "beach_less": "#ecdfae",
        "cliff": "#6b5a48",
        "text": "#2b2723",
        "water_text": "#2f6483",
        "yellow": "#d9a800",
        "orange": "#e07b1a",
        "red": "#c8342b",
        "shadow": "#6d675a",
        "box": "#e9e4d3",
        "box_edge": "#8f8972",
        "mark": "#c3241b",
        "held": "#55636b",
        "held_land": "#d3d1bd",
    }
)
