"""Orders files: secrets are filled in when they are signed, and none is ever lost."""

from pathlib import Path
from typing import Any

from sealion_pbem.umpire.drafts import new_draft, sign_draft
from tests.campaigns import TIME, Table, make_campaign

STAND = [{"when": "reaction", "do": "stand"}, {"when": "losses", "do": "default"}]


def give(table: Table, *orders: dict[str, Any], **more: object) -> dict[str, Any]:
    """Sign a draft for the seat that is asked; return the receipt's body."""
    record = table.record
    draft = new_draft(record, record.decision.seat) | {"orders": list(orders), **more}
    sign_draft(table.desk, draft)
    return table.desk.witness(TIME).entry.unsigned


def test_a_second_seal_of_a_name_does_not_bury_the_first(tmp_path: Path):
    """A seal behind dice is signed unjudged and comes back; the first can still be opened."""
    table = make_campaign(tmp_path, turns=0, options={"turns": 1})
    seal = {"kind": "seal", "name": "objective", "value": "0605"}
    march = {"kind": "march", "unit": "red-3", "path": ["0606", "0605"]}
    give(table, seal, march, {"kind": "done"})
    attack = {"kind": "attack", "unit": "blue-3", "target": "red-3"}
    give(table, attack, standing_orders=STAND)
    fought = give(table, {"kind": "stand"}, seal, standing_orders=STAND)
    assert fought["rolls"]
    ended = give(table, {"kind": "done"})
    (back,) = fought["returned"] + ended["returned"]
    assert (back["seat"], back["violations"][0]["code"]) == ("red", "sealed_already")
    assert table.record.decision.kind == "open_objective"
    give(table, {"kind": "open", "name": "objective"})
    assert table.record.decision is None


def test_a_seal_can_be_opened_in_the_file_that_makes_it(tmp_path: Path):
    """Each opening is of the seal that is live when its order is reached."""
    table = make_campaign(tmp_path, turns=0, options={"turns": 1})
    seal = {"kind": "seal", "name": "objective", "value": "0202"}
    give(table, seal, {"kind": "done"}, {"kind": "open", "name": "objective"})
    give(table, {"kind": "done"})
    assert table.record.decision is None
