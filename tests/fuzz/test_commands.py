"""No input file makes a traceback, a hang or a write: damaged files through every reading command."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.campaign.archive import export
from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.drafts import new_draft
from tests.campaigns import Table, make_campaign

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
pytestmark = pytest.mark.timeout(7200)


@cache
def bench() -> tuple[Table, dict[str, bytes]]:
    """A campaign, and a sound file for each command: a turn, a receipt, orders, a draft, a zip."""
    root = Path(mkdtemp(prefix="sealion-fuzz-"))
    table = make_campaign(root / "ahead", turns=4)
    behind = make_campaign(root / "behind", turns=3)
    record = behind.record
    seat = record.decision.seat
    orders = {**new_draft(record, seat), "orders": behind.turn_body()["orders"]}
    export(table.desk.folder, root / "sound.zip")
    turn, receipt = (path.read_bytes() for path in table.entries[-2:])
    scenario = next((EXAMPLES / "scenarios").glob("*.json"))
    return behind, {
        "turn": turn,
        "receipt": receipt,
        "orders": json.dumps(orders).encode(),
        "draft": (behind.path / "draft.json").read_bytes(),
        "scenario": scenario.read_bytes(),
        "zip": (root / "sound.zip").read_bytes(),
    }


def snapshot(folder: Path) -> str:
    """One digest of all that counts in a folder."""
    hashed = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(("index", "lock", ".")):
            hashed.update(path.name.encode() + path.read_bytes())
    return hashed.hexdigest()


def damaged(name: str) -> st.SearchStrategy[bytes]:
    """The sound file with bytes changed, cut out, doubled or put in; or no such file at all."""
    sound = bench()[1][name]
    places = st.integers(0, len(sound))
    piece = st.sampled_from(
        [b"", b"0", b"-1", b'"', b"{", b"]", b"\x00", b"\xff", b"1.5", b"null", b"\\ud800", b'"a":1,',
         b"99999999999999999999", b"[" * 40, b"\xef\xbb\xbf", "\u202e".encode()]
    )  # fmt: skip

    def patch(at: int, length: int, new: bytes) -> bytes:
        return sound[:at] + new + sound[at + length :]

    patched = st.builds(patch, places, st.integers(0, 40), piece)
    return st.one_of(
        patched, patched, patched, st.binary(max_size=200), places.map(lambda n: sound[:n])
    )


def try_command(name: str, data: bytes, words: Callable[[Path, Path], list[str]]) -> None:
    """Run a command on a damaged file: it ends with a documented code, and a refusal wrote nothing."""
    table, _ = bench()
    folder = table.path
    path = folder.parent / f"input-{name}.json"
    path.write_bytes(data)
    before = snapshot(folder)
    result = CliRunner().invoke(cli, words(path, folder))
    path.unlink()
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code in range(9)
    assert "Traceback" not in result.output
    if result.exit_code:
        assert snapshot(folder) == before, result.output
        assert len(result.output) < 20_000


@given(data=st.data())
def test_receive_a_damaged_turn(data: st.DataObject):
    """A turn with any damage is refused, or it is the sound one in another spelling."""
    try_command(
        "turn",
        data.draw(damaged("turn")),
        lambda path, folder: ["receive", str(path), "-C", str(folder)],
    )


@given(data=st.data())
def test_receive_a_damaged_receipt(data: st.DataObject):
    """A receipt whose turn is not here, with any damage."""
    try_command(
        "receipt",
        data.draw(damaged("receipt")),
        lambda path, folder: ["receive", str(path), "-C", str(folder)],
    )


@given(data=st.data())
def test_check_damaged_orders(data: st.DataObject):
    """An orders file with any damage is legal or refused, never a crash."""
    try_command(
        "orders",
        data.draw(damaged("orders")),
        lambda path, folder: ["turn", "check", str(path), "-C", str(folder)],
    )


@given(data=st.data())
def test_join_a_damaged_draft(data: st.DataObject):
    """A charter draft with any damage into the folder of another campaign."""
    try_command(
        "draft",
        data.draw(damaged("draft")),
        lambda path, folder: ["campaign", "join", str(path), "-C", str(folder)],
    )


@given(data=st.data())
def test_run_a_damaged_scenario(data: st.DataObject):
    """A position from a damaged file."""
    try_command(
        "scenario", data.draw(damaged("scenario")), lambda path, _: ["scenario", "run", str(path)]
    )


@given(data=st.data())
def test_check_a_damaged_archive(data: st.DataObject):
    """A zip with any damage is found out, and nothing is unpacked."""
    try_command("zip", data.draw(damaged("zip")), lambda path, _: ["archive", "check", str(path)])
