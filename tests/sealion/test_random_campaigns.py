"""Whole campaigns at random: played to the end, exported, imported, audited clean."""

import os
from pathlib import Path

import pytest

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.campaign.archive import export, import_archive
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.umpire.audit import audit_folder

NUMBER = 500 if os.environ.get("SEALION_FUZZ") == "long" else 10
EDITIONS = ("sealion-2016", "sealion-deluxe")


@pytest.mark.fuzz
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("number", range(NUMBER))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_random_campaign_ends_and_proves_itself(tmp_path: Path, edition: str, number: int):
    """Both commanders give any legal order; the log goes through a zip and audits clean."""
    log = random_log(f"random-{number}", 5000, edition)
    write_campaign(tmp_path / "played", log)
    export(Folder(tmp_path / "played"), tmp_path / "campaign.zip")
    import_archive(tmp_path / "campaign.zip", tmp_path / "again")
    verdict = audit_folder(tmp_path / "again")
    assert verdict.exit_code == 0, verdict.failure
    assert verdict.result in ("the british player has won", "the german player has won")
    assert verdict.turns == sum(1 for entry in log if entry.kind == "turn")
    assert verdict.head == log[-1].digest
