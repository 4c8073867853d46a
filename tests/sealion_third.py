"""A third edition of Sealion, as another package would bring it: "Sealion, the stormy autumn".

Rain is likelier and keeps ships in port, the British do not sail at night, bombers strike once more in
the evening, attacks that are hopeless cost less, and the German wants ports instead of factories.
"""

from dataclasses import replace
from typing import Any

from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.index import in_order
from sealion_pbem.rulesets.sealion.ruleset import Sealion
from sealion_pbem.rulesets.sealion.sequence import SequenceOfPlay, Stage

__all__ = ["FACTORIES", "STORMY", "THIRD"]

FACTORIES = frozenset({"2225", "4224", "5921", "6617", "6117", "3624", "4409", "3907"})


def _tables(charts: dict[str, Any]) -> None:
    """Rain from turn 2 on with 5 and 6; who attacks twice his strength loses one unit, not all."""
    charts["weather"] |= {"first_roll_on_turn": 2, "rain_from": 5}
    hopeless = charts["combat_results"]["columns"][0]
    hopeless[0] |= {"attackers": "one_eliminated", "text": "one attacker eliminated"}


def _board(pack: dict[str, Any]) -> None:
    """The factories of this printing beside those of the others."""
    number, factory = map(pack["columns"].index, ("number", "factory"))
    for row in pack["hexes"]:
        if row[number] in FACTORIES:
            row[factory].append("stormy")


def _sequence() -> SequenceOfPlay:
    """Nobody sails in rain, step 14 is left out, and step 6 ends with strikes of its own."""
    stages: list[Stage] = []
    for stage in DELUXE.sequence.stages:
        if stage.step != 14:
            stages.append(replace(stage, rain=stage.rain and stage.name != "naval movement"))
        if (stage.step, stage.name) == (6, "land combat"):
            strikes = DELUXE.sequence.by_name[5, "air strikes"]
            stages.append(replace(strikes, step=6, name="evening strikes"))
    return SequenceOfPlay(stages)


STORMY = replace(
    DELUXE,
    id="sealion-stormy",
    title="Sealion, the stormy autumn",
    board=DELUXE.board.altered(_board),
    tables=DELUXE.tables.altered(_tables),
    printing="stormy",
    sections=in_order(
        DELUXE.sections,
        {
            "2.2": "The British player turn: steps 9 to 13 and 15",
            "3.0": "From turn 2 on a roll of 5 or 6 makes the game turn a rain turn",
        },
    ),
    sequence=_sequence(),
    last_turn=7,
    factories_to_win=8,
    jaeger_on_any_beach=False,
)
THIRD = Sealion(STORMY)
