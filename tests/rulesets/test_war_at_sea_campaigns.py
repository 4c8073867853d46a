"""Whole campaigns of War at Sea by mail: exported, imported, audited clean, and told with a map.

`SEALION_FUZZ=long` plays 500 campaigns instead of 20.
"""

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.board.scene import scene_of
from sealion_pbem.campaign.archive import export, import_archive
from sealion_pbem.campaign.folder import find_folder
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.rulesets.war_at_sea.invariants import broken, broken_at_rest
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.derived import write_pages
from sealion_pbem.umpire.exhibition import Exhibition
from sealion_pbem.umpire.log import Log
from tests.campaigns import key_of

pytestmark = pytest.mark.fuzz

CAMPAIGNS = 500 if os.environ.get("SEALION_FUZZ") == "long" else 20
SCENARIOS = [*WAR_AT_SEA.scenarios]
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"air_missions": "alternate", "crippled_carrier": "closed"},
    {"ship_torpedoes": "surface_phase", "los_edge": "either"},
    {"aircraft_attacks": "once_per_turn", "theatre": "pacific"},
    {"exercise": "axis", "year": 1941, "points": 150},
)
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
    """To its end, in each scenario and under changing settings: clean, and no event breaks an invariant."""
    scenario, options = SCENARIOS[number % len(SCENARIOS)], {**SETTINGS[number % len(SETTINGS)]}
    options |= {"turn_limit": 8, "zone": number % 6 + 1}
    log = random_log(f"sea-{number}", 3000, "war-at-sea", options=options, scenario=scenario)
    folder = write_campaign(tmp_path / "played", log)
    archive = tmp_path / "war.zip"
    export(find_folder(folder), archive)
    import_archive(archive, tmp_path / "again")
    verdict = audit_folder(tmp_path / "again")
    assert (verdict.exit_code, verdict.head) == (0, audit_folder(archive).head), verdict
    assert "won" in verdict.result
    state = None
    for admitted in Log([(entry.file_name, entry.data) for entry in log]).walk():
        outcome = admitted.outcome
        state = state or WAR_AT_SEA.setup(scenario, options)
        for event in outcome.events if outcome else ():
            event.on(state)
            assert [*broken(state)] == [], event
        assert [*broken_at_rest(state)] == []


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
