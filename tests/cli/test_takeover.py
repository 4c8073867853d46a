"""A seat changes hands by commands alone: claim, takeover, receive, and the heir plays at once."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.pbem.keys import write_key
from tests.campaigns import key_of, make_campaign
from tests.umpire.attack import other

Sealion = Callable[..., Result]


def newest(folder: Path) -> str:
    """The entry that was written last into a folder without branches."""
    return str(max((folder / "entries").iterdir()))


@pytest.mark.parametrize("is_asked", [True, False], ids=["asked", "waiting"])
@pytest.mark.parametrize("mode", ["referee", "both"])
def test_the_heir_plays_at_once(sealion: Sealion, home: Path, mode: str, *, is_asked: bool):
    """He has the public log and a key of his own; old links and salts are lost for good."""
    table = make_campaign(home / "game", mode, turns=4, folders="each", options={"turns": 3})
    seat = table.owes if is_asked else other(table.owes)
    write_key(home / "referee-key", key_of("referee"), None, "referee")
    referee, heir = table.desks["referee"].folder.path, home / "heir"
    Folder(referee).write_settings(Settings("war", {"referee": str(home / "referee-key")}))
    sealion("keys", "new", "heir", "--no-passphrase")
    sealion("archive", "export", "-C", str(referee), "log.zip", "--plain")
    sealion("archive", "import", "log.zip", str(heir))

    said = sealion("campaign", "claim", "--seat", seat, "--key", "heir", "-C", str(heir))
    sealion("referee", "takeover", said.stdout.split()[-1], "-C", str(referee))
    sealion("receive", newest(referee), "-C", str(heir))

    assert seat in Folder(heir).read_settings().keys
    assert any((heir / "private").iterdir())
    if is_asked:
        sealion("turn", "new", "--json", "-C", str(heir), "-o", "orders.json")
        ruleset, state = table.record.ruleset, table.record.game.state
        draft = json.loads(Path("orders.json").read_text())
        draft["orders"] = [to_wire(next(iter(ruleset.offers(state))))]
        Path("orders.json").write_text(json.dumps(draft))
        sealion("turn", "sign", "orders.json", "--yes", "-C", str(heir))
        assert "accepted" in sealion("receive", newest(heir), "-C", str(referee)).output
