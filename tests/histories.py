"""Campaigns to tell: every kind of entry, words that try to be more than words, both editions."""

from functools import cache
from io import BytesIO
from pathlib import Path

from benchmarks.campaigns import random_log
from sealion_pbem.pbem.body import GivenUp, RulingBody
from sealion_pbem.report.xml_history import write_xml
from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from tests.campaigns import TIME, Table, key_of, make_campaign

__all__ = ["HOSTILE", "files_of", "sealion_files", "storied", "xml_of"]

HOSTILE = (
    "</script><script>alert(1)</script> <!-- ]]> &amp; \\u0041 {{ 7*7 }} 'quoted' \"twice\"\n\ttab"
)


def files_of(folder: Path) -> list[tuple[str, bytes]]:
    """The entries of a campaign folder, in the order of the log."""
    entries = sorted((folder / "entries").iterdir())
    return [(path.name, path.read_bytes()) for path in entries]


@cache
def sealion_files(ruleset: str, turns: int = 8) -> tuple[tuple[str, bytes], ...]:
    """The beginning of a game of Sealion between two random commanders."""
    log = random_log("history", turns, ruleset)
    return tuple((entry.file_name, entry.data) for entry in log)


def storied(tmp_path: Path, words: str = HOSTILE) -> Table:
    """A campaign with a referee in which everything happens that can stand in a log, in these words."""
    table = make_campaign(tmp_path, mode="both", turns=3)
    desk = table.desk
    table.sign(message=words)
    table.answer()
    table.answer()
    table.sign([{"kind": "march", "unit": "red-1", "path": ["9999"]}], message=words)
    assert desk.witness(TIME).entry.kind == "rejection"
    table.sign()
    table.answer()
    table.answer()
    table.sign(message=words)
    lost = GivenUp("red", "objective")
    body = RulingBody(words, (lost,), about=2)
    desk.sign_ruling(desk.propose_ruling(body, instead=True))
    seat = table.record.decision.seat
    new = key_of("another")
    table.rekey(seat, seat, new, words[:400])
    table.desk.keys = {**table.desk.keys, seat: new}
    desk.new_anchor(seat)
    table.sign()
    table.answer()
    table.answer()
    desk.resign(table.baton, words[:400])
    return table


def xml_of(files) -> bytes:
    """The XML history of a log."""
    stream = BytesIO()
    write_xml(*chronicle(Log(files)), stream)
    return stream.getvalue()
