"""The outbox: nothing is lost, nothing is put in twice, and a crash sends a mail again at worst."""

import os
import signal
import subprocess
import sys
from email import message_from_bytes
from pathlib import Path

import pytest

from sealion_pbem.errors import (
    CorruptError,
    MailError,
    MailRefusedError,
    MailServerError,
    StorageError,
)
from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.mail.smtp import SmtpTransport
from tests.mail.postbox import Postbox, running
from tests.mail.test_letter import letter
from tests.patience import PATIENCE


class Carrier:
    """A transport that does as told: an exception for each mail, or None."""

    def __init__(self, *answers: Exception | None) -> None:
        self.answers = list(answers)
        self.sent: list[tuple[str, str, bytes]] = []

    def send(self, sender: str, to: str, data: bytes) -> None:
        answer = self.answers.pop(0) if self.answers else None
        if answer:
            raise answer
        self.sent.append((sender, to, data))


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outbox(tmp_path: Path, clock: Clock) -> Outbox:
    return Outbox(tmp_path / "outbox", clock)


def put(outbox: Outbox, *keys: str) -> None:
    for key in keys:
        assert outbox.put(key, "a@example.org", "b@example.org", key.encode())


def test_a_mail_is_put_in_once(outbox):
    """The same key again changes nothing: before sending, after it, and in another process."""
    put(outbox, "one")
    assert not outbox.put("one", "a@example.org", "b@example.org", b"other")
    carrier = Carrier()
    assert [parcel.key for parcel in outbox.deliver(carrier).sent] == ["one"]
    assert not Outbox(outbox.path).put("one", "a@example.org", "b@example.org", b"other")
    assert outbox.deliver(carrier).sent == ()
    assert carrier.sent == [("a@example.org", "b@example.org", b"one")]
    assert outbox.has("one")
    assert not outbox.has("two")
    assert outbox.mail("one") == b"one"


def test_mails_go_in_their_order(outbox):
    """First in, first out, also from the eleventh on."""
    keys = [f"mail {number}" for number in range(12)]
    put(outbox, *keys)
    carrier = Carrier()
    outbox.deliver(carrier)
    assert [data.decode() for _, _, data in carrier.sent] == keys


def test_not_now_means_later(outbox, clock):
    """A mail that is not taken waits: a minute, two, four, at most six hours; others go on."""
    put(outbox, "one", "two")
    carrier = Carrier(MailError("busy"))
    done = outbox.deliver(carrier)
    assert [parcel.key for parcel in done.sent] == ["two"]
    (waiting,) = done.waiting
    assert (waiting.tries, waiting.said, waiting.next_try) == (1, "busy", 1_000_060)
    assert outbox.deliver(carrier).sent == ()
    pauses = []
    for _ in range(12):
        clock.now = outbox.parcels("waiting")[0].next_try
        outbox.deliver(Carrier(MailError("busy")))
        pauses.append(outbox.parcels("waiting")[0].next_try - clock.now)
    assert pauses[:3] == [120, 240, 480]
    assert pauses[-1] == 6 * 3600
    clock.now += 6 * 3600
    assert len(outbox.deliver(Carrier()).sent) == 1
    assert outbox.parcels("waiting") == ()
    assert not list((outbox.path / "waiting").iterdir())


def test_a_server_that_is_away_is_asked_once(outbox):
    """All mails wait then, and none is lost."""
    put(outbox, "one", "two", "three")
    carrier = Carrier(MailServerError("no connection"))
    assert len(outbox.deliver(carrier).waiting) == 3
    assert carrier.sent == []
    assert {parcel.said for parcel in outbox.parcels("waiting")} == {"no connection"}
    assert outbox.retry() == 3
    assert len(outbox.deliver(carrier).sent) == 3


def test_refused_for_good_is_kept_aside(outbox):
    """It is told and kept with the reason, never tried again, and the others go on."""
    put(outbox, "one", "two")
    done = outbox.deliver(Carrier(MailRefusedError("550 no such user")))
    assert [parcel.said for parcel in done.refused] == ["550 no such user"]
    assert [parcel.key for parcel in done.sent] == ["two"]
    assert outbox.parcels("refused") == done.refused
    assert outbox.mail("one") == b"one"
    assert outbox.deliver(Carrier()).sent == ()


@pytest.mark.parametrize("to", ["", "bob", "b@example.org\r\nBcc: c@example.org"])
def test_an_odd_address_is_not_put_in(outbox, to):
    """What could never be sent does not wait for ever."""
    with pytest.raises(MailError):
        outbox.put("one", "a@example.org", to, b"x")
    assert outbox.parcels("waiting") == ()


def test_a_full_disk_loses_nothing(outbox, monkeypatch):
    """What was not kept is said not to be kept; what was sent and not noted is sent again."""
    from sealion_pbem.campaign.disk import disk

    def full(*_):
        raise OSError(28, "No space left on device")

    put(outbox, "one")
    with monkeypatch.context() as patch:
        patch.setattr(disk, "write", full)
        with pytest.raises(StorageError, match="disk is full"):
            outbox.put("two", "a@example.org", "b@example.org", b"two")
    carrier = Carrier()
    with monkeypatch.context() as patch:
        patch.setattr(disk, "rename", full)
        with pytest.raises(StorageError, match="disk is full"):
            outbox.deliver(carrier)
    outbox.deliver(carrier)
    assert [data for _, _, data in carrier.sent] == [b"one", b"one"]
    assert not outbox.has("two")


CALLS = ("create", "write", "sync", "link", "rename", "sync_folder", "make_folder", "read")


@pytest.mark.parametrize("is_kill", [False, True], ids=["refused", "killed"])
def test_any_call_to_the_disk_may_be_the_last(tmp_path, monkeypatch, is_kill):
    """Whichever fails or ends the process: what was put in is sent, and nothing else ever is."""
    from sealion_pbem.campaign.disk import disk

    class Killed(BaseException):
        pass

    originals = {name: getattr(disk, name) for name in CALLS}
    reached, number = True, 0
    while reached:
        number += 1
        outbox, carrier = Outbox(tmp_path / f"{number}"), Carrier()
        left, kept = [number], []
        reached = False

        def counted(name, *arguments, left=left):
            nonlocal reached
            left[0] -= 1
            if left[0] == 0:
                reached = True
                raise Killed if is_kill else OSError(5, "Input/output error")
            return originals[name](*arguments)

        with monkeypatch.context() as patch:
            for name in CALLS:
                patch.setattr(disk, name, lambda *found, name=name: counted(name, *found))
            try:
                for key in ("one", "two"):
                    outbox.put(key, "a@example.org", "b@example.org", key.encode())
                    kept.append(key.encode())
                outbox.deliver(carrier)
            except (StorageError, Killed):
                pass
        again = Outbox(tmp_path / f"{number}")
        again.deliver(carrier)
        sent = [data for _, _, data in carrier.sent]
        assert set(kept) <= set(sent) <= {b"one", b"two"}
        for key in ("one", "two"):
            again.put(key, "a@example.org", "b@example.org", key.encode())
        again.deliver(carrier)
        assert {data for _, _, data in carrier.sent} == {b"one", b"two"}
        assert len(carrier.sent) <= 3
        assert again.parcels("waiting") == ()
    assert number > 20


def test_a_damaged_file_is_named(outbox):
    """It is not sent, and nobody sends nonsense instead."""
    put(outbox, "one")
    (path,) = (outbox.path / "waiting").iterdir()
    path.write_bytes(b"\x00\x00\x00\x03abc")
    with pytest.raises(CorruptError, match=path.name):
        outbox.deliver(Carrier())


def test_a_damaged_note_costs_only_a_pause(outbox):
    """The mail is tried at once."""
    put(outbox, "one")
    outbox.deliver(Carrier(MailError("busy")))
    (notes,) = (outbox.path / "waiting").glob("*.tries")
    notes.write_bytes(b"{")
    assert len(outbox.deliver(Carrier()).sent) == 1


def test_nobody_else_reads_the_outbox(outbox):
    """Mails are private."""
    put(outbox, "one")
    (path,) = (outbox.path / "waiting").iterdir()
    assert path.stat().st_mode & 0o77 == 0
    assert outbox.path.stat().st_mode & 0o77 == 0


KILLED = """
import os, signal, sys
from pathlib import Path
from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.mail.smtp import SmtpTransport

class Killed(SmtpTransport):
    def send(self, sender, to, data):
        super().send(sender, to, data)
        os.kill(os.getpid(), signal.SIGKILL)

Outbox(Path(sys.argv[1])).deliver(Killed("127.0.0.1", int(sys.argv[2]), security="none"))
"""


def test_killed_between_sending_and_noting(outbox):
    """The mail goes out again with the same Message-ID, by which the receiver knows it."""
    from sealion_pbem.mail.letter import compose

    postbox = Postbox()
    outbox.put("hill/12", "alice@example.org", "bob@example.org", compose(letter()))
    with running(postbox) as port:
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(outbox.path), str(port)],
            check=False, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        )  # fmt: skip
        assert done.returncode == -signal.SIGKILL
        with SmtpTransport("127.0.0.1", port, security="none") as transport:
            assert len(outbox.deliver(transport).sent) == 1
            assert outbox.deliver(transport).sent == ()
    ids = [message_from_bytes(data)["Message-ID"] for _, _, data in postbox.mails]
    assert len(ids) == 2
    assert len(set(ids)) == 1


def test_a_line_that_breaks_after_the_mail(outbox, clock):
    """Taken, but the answer was lost: it is sent again, and never lost."""
    postbox = Postbox()
    postbox.answers = ["take and hang up"]
    put(outbox, "one")
    with running(postbox) as port, SmtpTransport("127.0.0.1", port, security="none") as transport:
        assert len(outbox.deliver(transport).waiting) == 1
        clock.now += 60
        assert len(outbox.deliver(transport).sent) == 1
    assert len(postbox.mails) == 2
