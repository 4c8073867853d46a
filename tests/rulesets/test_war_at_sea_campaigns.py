"""Whole campaigns of War at Sea by mail: exported, imported, audited clean, and told with a map.

`SEALION_FUZZ=long` plays 500 campaigns instead of 3.
"""

import os
from hashlib import sha256
from pathlib import Path

import pytest

from sealion_pbem.board.scene import scene_of
from sealion_pbem.campaign.archive import export, import_archive
from sealion_pbem.campaign.folder import find_folder
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.derived import write_pages
from sealion_pbem.umpire.exhibition import Exhibition
from sealion_pbem.umpire.log import Log
from tests.campaigns import key_of

pytestmark = pytest.mark.fuzz

CAMPAIGNS = 500 if os.environ.get("SEALION_FUZZ") == "long" else 3
TIME = "2026-01-01T00:00:00Z"


def played(root: Path, number: int) -> Exhibition:
    """Return a campaign that random commanders played to its end, each number in another zone."""
    keys = {str(seat): (str(seat), key_of(seat)) for seat in WAR_AT_SEA.seats}
    exhibition = Exhibition(root, keys, b"%d" % number, TIME)
    exhibition.found("war-at-sea", {"zone": number % 6 + 1, "turn_limit": 8})
    for seat in WAR_AT_SEA.seats:
        exhibition.commanders[seat] = RandomCommander(sha256(f"{seat}{number}".encode()).digest())
    for _ in exhibition.play(WAR_AT_SEA.shown_turns):
        pass
    return exhibition


@pytest.mark.parametrize("number", range(CAMPAIGNS))
def test_a_random_campaign_is_exported_imported_and_audited(tmp_path: Path, number: int):
    """Both hold the same log; the archive is audited clean, and so is what is imported from it."""
    played(tmp_path, number)
    verdicts = [audit_folder(tmp_path / seat) for seat in WAR_AT_SEA.seats]
    archive = tmp_path / "war.zip"
    export(find_folder(tmp_path / WAR_AT_SEA.seats[0]), archive)
    import_archive(archive, tmp_path / "again")
    verdicts += [audit_folder(archive), audit_folder(tmp_path / "again")]
    assert [verdict.exit_code for verdict in verdicts] == [0] * 4, verdicts
    assert len({verdict.head for verdict in verdicts}) == 1
    assert "won" in verdicts[-1].result


def test_replay_and_board_show_the_zone_and_every_unit(tmp_path: Path):
    """Fleets that were opened late have counters, and the zone that came later lies on the map."""
    exhibition = played(tmp_path, 2)
    log = Log(exhibition.desks[WAR_AT_SEA.seats[0]].store.entries())
    write_pages(log, tmp_path)
    page = (tmp_path / "replay.html").read_text("utf-8")
    record = exhibition._record()
    state = record.game.state
    island = WAR_AT_SEA.chart().style.inks["island"]
    assert state.units
    assert all(unit in page for unit in state.units)
    assert page.count(f'fill="{island}" stroke="#4f6f80" stroke-width="2.5"') == 3
    shown = scene_of(record).shown(state)
    assert {unit.id for unit in shown.units} == set(state.in_play())
    assert str(shown.held).count(f"'fill': '{island}'") == 3
