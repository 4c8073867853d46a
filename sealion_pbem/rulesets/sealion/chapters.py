"""Every chapter, in the order of the rulebook."""

from __future__ import annotations

from sealion_pbem.rulesets.sealion.chapter import Chapter
from sealion_pbem.rulesets.sealion.rules import (
    ch02_sequence,
    ch03_weather,
    ch04_victory,
    ch05_setup,
    ch06_stacking,
    ch07_naval_movement,
    ch08_naval_combat,
    ch09_batteries,
    ch11_airborne,
    ch11_land_movement,
    ch11_landing,
    ch12_land_combat,
    ch13_supply,
    ch13_transports,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air import combat, movement, returning, strikes
from sealion_pbem.rulesets.sealion.rules.ch14_options import arrivals, parachutists_words

__all__ = ["CHAPTERS"]

CHAPTERS: tuple[Chapter, ...] = (
    ch02_sequence.CHAPTER,
    ch03_weather.CHAPTER,
    ch04_victory.CHAPTER,
    ch05_setup.CHAPTER,
    ch06_stacking.CHAPTER,
    ch07_naval_movement.CHAPTER,
    ch08_naval_combat.CHAPTER,
    ch09_batteries.CHAPTER,
    movement.CHAPTER,
    combat.CHAPTER,
    strikes.CHAPTER,
    returning.CHAPTER,
    ch11_land_movement.CHAPTER,
    ch11_landing.CHAPTER,
    ch11_airborne.CHAPTER,
    ch12_land_combat.CHAPTER,
    ch13_supply.CHAPTER,
    ch13_transports.CHAPTER,
    arrivals.CHAPTER,
    parachutists_words.CHAPTER,
)
