"""`python -m tests.board.posed NAME board FOLDER …`: a board at which a position written by hand is put.

A campaign comes to such a position only by luck, so the record of one is changed after it was read.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any

from sealion_pbem.board.table import BoardTable
from sealion_pbem.cli import main
from sealion_pbem.engine.game import Game, begin, pending
from sealion_pbem.rulesets import find
from tests.sealion_sea import at_sea
from tests.sealion_table import table

RULESET: Any = find("sealion-deluxe")


def jump() -> Any:
    """Parachutists over a hex next to the enemy."""
    position = table(RULESET.id, step=6, stage="airborne landings")
    planes = {"6018": ["de_airtransport_1"], "3002": ["de_airtransport_2"], "6019": ["uk_1_inf"]}
    jumpers = {"de_1st_fj": "de_airtransport_1", "de_2nd_fj": "de_airtransport_2"}
    return position.place(planes, aboard=jumpers).state


def sea_battle() -> Any:
    """Two ships before a line of targets of different strength."""
    line = ["de_emden", "de_tboats_1", "de_transport_01"]
    return at_sea(RULESET.id, [*line, "uk_hood", "uk_nelson", "uk_rodney"]).state


POSITIONS: Mapping[str, Callable[[], Any]] = {"jump": jump, "sea_battle": sea_battle}


def posed(name: str, campaign: str) -> Game[Any]:
    """Return a game of a campaign in a position."""
    return begin(RULESET, campaign, POSITIONS[name]())


def put(board: BoardTable, name: str) -> None:
    """Put a position at a table."""
    record = board.record
    record.game = posed(name, record.ledger.campaign)
    record._waiting = pending(RULESET, record.game)


if __name__ == "__main__":
    _, wanted, *words = sys.argv
    opened = BoardTable.__init__

    def opened_there(board: BoardTable, *given: Any, **more: Any) -> None:
        """Open the table and put the position there."""
        opened(board, *given, **more)
        put(board, wanted)

    setattr(BoardTable, "__init__", opened_there)  # noqa: B010 - mypy knows what it replaces
    sys.argv = ["sealion", *words]
    main()
