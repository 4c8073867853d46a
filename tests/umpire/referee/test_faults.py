"""The robot under a full disk and under SIGKILL: nothing is lost, and the next round completes it."""

import errno
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from sealion_pbem.campaign.folder import Folder, Settings
from sealion_pbem.mail.fetch import FolderSource
from sealion_pbem.pbem.keys import write_key
from sealion_pbem.umpire.audit import audit_folder
from tests.campaigns import key_of
from tests.faults.disks import READS, WRITES, counted, failing
from tests.faults.harness import Ending, every_line, kill_at_call, kill_at_random, kills, measured
from tests.mail.postbox import Postbox, running
from tests.umpire.referee.club import NOW, Club, Post, make_club, other

PROGRAM = "sealion_pbem"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """In the inbox: a turn, the same mail once more, a question of the opponent, and rubbish."""
    club = make_club(tmp_path / "club")
    turn = club.sign()
    club.drop(club.mail(turn, by=turn.by))
    club.mail(by=other(turn.by), text="anything new?")
    club.drop(b"From: stranger@example.org\r\n\r\n" + b"x" * 10)
    return club


def copy_of(club: Club, place: Path) -> Club:
    """The same office in another place, with a post of its own."""
    shutil.copytree(club.root, place)
    return Club(club.table, place, Post())


def mails(boxes: dict[str, list[bytes]]) -> dict[str, Counter[str]]:
    """How often each mail came, by recipient; one Message-ID is always one and the same mail."""
    seen: dict[str, bytes] = {}
    found: dict[str, Counter[str]] = {}
    for to, box in boxes.items():
        found[to] = Counter()
        for data in box:
            name = message_from_bytes(data)["Message-ID"]
            assert seen.setdefault(name, data) == data, "two mails have one name"
            found[to][name] += 1
    return found


def expected(club: Club, place: Path) -> dict[str, set[str]]:
    """What everybody gets when nothing goes wrong."""
    calm = copy_of(club, place)
    calm.round()
    calm.round()
    found = mails(calm.post.boxes)
    assert all(number == 1 for box in found.values() for number in box.values())
    assert {len(box) for box in found.values()} == {1, 2}
    return {to: set(box) for to, box in found.items()}


def strides(calls: int) -> range:
    """Some of the calls in a short run, every one in a long one."""
    return range(1, calls + 1, 1 if kills(1) > 1 else max(1, calls // 8))


@pytest.mark.fuzz
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("code", "for_good", "names"),
    [(errno.ENOSPC, True, WRITES), (errno.EIO, False, WRITES), (errno.EIO, False, READS)],
)
def test_a_disk_that_refuses_at_any_call(
    club: Club, tmp_path: Path, code: int, for_good: bool, names: tuple[str, ...]
):
    """The round ends with a word in the log; the next one brings everything to everybody."""
    wanted = expected(club, tmp_path / "calm")
    with counted(names) as calls:
        copy_of(club, tmp_path / "counted").round()
    assert len(calls) > 20
    for number in strides(len(calls)):
        one = copy_of(club, tmp_path / str(number))
        robot, source = one.robot, FolderSource(one.root / "inbox")
        with failing(number, code, for_good=for_good, names=names):
            robot.do_round(source, one.post, NOW)
        # One fault may be healed on the way, such as a temporary file that is swept later.
        assert not for_good or any("disk" in line or "now" in line for line in one.lines), number
        one.round()
        one.round()
        found = mails(one.post.boxes)
        assert {to: set(box) for to, box in found.items()} == wanted, number
        assert audit_folder(one.root / "referee").exit_code == 0
        assert not list((one.root / "inbox").glob("*.eml"))
        shutil.rmtree(one.root)


@pytest.fixture
def server() -> Iterator[tuple[Postbox, int]]:
    """A mail server on this machine."""
    postbox = Postbox()
    with running(postbox) as port:
        yield postbox, port


def settle_in(club: Club, port: int, tmp_path: Path) -> None:
    """Give the office what the real command needs: a key on disk and a server."""
    if not (tmp_path / "key").exists():
        write_key(tmp_path / "key", key_of("referee"), None, "test")
    settings = Settings("test", {"referee": str(tmp_path / "key")})
    Folder(club.root / "referee").write_settings(settings)
    with (club.root / "mail.toml").open("a") as file:
        file.write(f'[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n')


def arrived(postbox: Postbox) -> dict[str, list[bytes]]:
    """What the server took since the last look, by recipient."""
    boxes: dict[str, list[bytes]] = {}
    for _, (to,), data in postbox.mails:
        boxes.setdefault(to, []).append(data)
    postbox.mails.clear()
    return boxes


@pytest.mark.fuzz
@pytest.mark.timeout(7200)
def test_the_robot_is_killed(club: Club, tmp_path: Path, server: tuple[Postbox, int]):
    """At a random moment or at a disk call: the next robot finds out what is left to do, and does it.

    A mail that the server took in the very moment of death may come a second time, as the same mail.
    """
    postbox, port = server
    rng = random.Random(4)
    command = [sys.executable, "-m", PROGRAM, "referee", "serve", "--no-pictures", "--once"]

    def make(number: int) -> Club:
        one = copy_of(club, tmp_path / f"office-{number}")
        settle_in(one, port, tmp_path)
        return one

    seconds = measured([*command, str(make(0).root)])
    # The time stands in a receipt, so the names of mails differ from run to run, not their number.
    wanted = {to: len(box) for to, box in mails(arrived(postbox)).items()}
    died, number, call, goal = 0, 0, 0, kills(3)
    while died < goal:
        number += 1
        one = make(number)
        if number % 2:
            window = (seconds * 0.3, seconds)
            ending: Ending = kill_at_random(
                [*command, str(one.root)], every_line, rng, window=window
            )
        else:
            call += 1 if goal > 50 else 23
            ending = kill_at_call(call, [*command[2:], str(one.root)])
            call = call if ending.was_killed else 0
        died += ending.was_killed
        for _ in range(2):
            subprocess.run([*command, str(one.root)], check=True, capture_output=True)
        found = mails(arrived(postbox))
        assert {to: len(box) for to, box in found.items()} == wanted, ending
        assert sum(box.total() for box in found.values()) <= sum(wanted.values()) + 1
        assert audit_folder(one.root / "referee").exit_code == 0
        assert not list((one.root / "inbox").glob("*.eml"))
        shutil.rmtree(one.root)
