"""Tables for tests: campaigns of any game, played on by commanders, with keys without a passphrase."""

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from sealion_pbem.board.session import Session
from sealion_pbem.board.table import BoardTable
from sealion_pbem.engine.words import Json
from sealion_pbem.pbem.keys import write_key
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.exhibition import Exhibition, roster_of
from tests.campaigns import TIME, key_of

_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def campaign(
    into: Path,
    ruleset: str = "sealion-deluxe",
    until: str = "",
    scenario_turns: int = 9,
    options: Mapping[str, Json] | None = None,
) -> Path:
    """A copy of a campaign, a folder for each seat, at its beginning or at the first decision of a kind."""
    made = _made(ruleset, until, scenario_turns, json.dumps(options or {}))
    shutil.copytree(made, into, dirs_exist_ok=True)
    for settings in into.glob("*/campaign.json"):
        settings.write_text(settings.read_text().replace(str(made), str(into)))
    return into


def session(folder: Path, *, observes: bool = False) -> Session:
    """Somebody at the table of a folder."""
    return Session(BoardTable(folder, observes=observes))


@cache
def _made(ruleset: str, until: str, turns: int, options: str) -> Path:
    keep = tempfile.TemporaryDirectory(prefix="sealion-board-")
    _KEPT.append(keep)
    root = Path(keep.name)
    keys = {}
    (root / "keys").mkdir(mode=0o700)
    for seat in roster_of(find(ruleset)):
        path = root / "keys" / seat
        write_key(path, key_of(seat), None, seat)
        keys[seat] = (str(path), key_of(seat))
    exhibition = Exhibition(root, keys, b"board", TIME)
    exhibition.found(ruleset, json.loads(options))
    is_there: Callable[[], bool] = lambda: exhibition._record().decision.kind == until  # noqa: E731
    if until and not is_there():
        for sent in exhibition.play(turns):
            if sent.record.ledger.pending is None and is_there():
                break
    return root
