"""Where mails come from: a folder, a Maildir, an IMAP server; settled mails are put away."""

import errno
import mailbox
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.errors import MailError
from sealion_pbem.mail.fetch import FolderSource, MaildirSource, MailSource
from sealion_pbem.mail.frames import LARGEST_MAIL
from tests.faults.disks import READS, failing
from tests.mail.certificate import client_context
from tests.mail.dovecot import PROGRAM, give_away, imap_server
from tests.mail.postbox import free_port
from tests.patience import PATIENCE

MAILS = [b"Subject: [sealion] %d\r\n\r\nhello\r\n" % number for number in range(3)]


def test_a_folder_of_files(tmp_path: Path):
    """Mails and entries by name; hidden files, links and folders are no mails."""
    for name in ("b.eml", "a.EML", "c.json", "d.txt", ".e.eml", "f.png"):
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "g.eml").mkdir()
    (tmp_path / "h.eml").symlink_to(tmp_path / "b.eml")
    source = FolderSource(tmp_path)
    assert dict(source.mails()) == {
        name: name.encode() for name in ("a.EML", "b.eml", "c.json", "d.txt")
    }


def test_settled_files_are_moved(tmp_path: Path):
    """They lie in Processed/, two of one name beside each other; settling again changes nothing."""
    source = FolderSource(tmp_path)
    for text in (b"one", b"two"):
        (tmp_path / "a.eml").write_bytes(text)
        ((handle, data),) = source.mails()
        assert data == text
        source.settle(handle)
        source.settle(handle)
    assert list(source.mails()) == []
    assert {path.name for path in (tmp_path / "Processed").iterdir()} == {"a.eml", "a-2.eml"}


def test_files_in_quarantine_are_given_back_by_moving_them(tmp_path: Path):
    """They lie in Quarantine/ with all their bytes, however many; moved back, they are there again."""
    source = FolderSource(tmp_path)
    whole = b"x" * (LARGEST_MAIL + 100)
    (tmp_path / "a.eml").write_bytes(whole)
    source.quarantine("a.eml")
    source.quarantine("a.eml")
    assert list(source.mails()) == []
    kept = tmp_path / "Quarantine" / "a.eml"
    assert kept.read_bytes() == whole
    kept.rename(tmp_path / "a.eml")
    assert [handle for handle, _ in source.mails()] == ["a.eml"]


@pytest.mark.parametrize("kind", ["folder", "maildir"])
def test_a_mail_that_the_disk_does_not_give_comes_last(tmp_path: Path, kind: str):
    """All others are given first, then it is said; one that went away meanwhile is no matter."""
    source: MailSource = FolderSource(tmp_path)
    if kind == "maildir":
        mailbox.Maildir(tmp_path / "box")
        source = MaildirSource(tmp_path / "box")
    room = tmp_path if kind == "folder" else tmp_path / "box" / "new"
    for name in ("a.eml", "b.eml", "c.eml", "d.eml"):
        (room / name).write_bytes(name.encode())
    mails = source.mails()
    with failing(2, errno.EIO, names=READS):
        found = [next(mails)]
        (room / "c.eml").unlink()
        with pytest.raises(MailError, match=r"1 of 4 mails: .*b\.eml"):
            found.extend(mails)
    assert [data for _, data in found] == [b"a.eml", b"d.eml"]


def test_a_giant_is_cut(tmp_path: Path):
    """No more is read of a file than is needed to refuse it."""
    (tmp_path / "a.eml").write_bytes(b"x" * (LARGEST_MAIL + 100))
    ((_, data),) = FolderSource(tmp_path).mails()
    assert len(data) == LARGEST_MAIL + 1


def test_a_maildir(tmp_path: Path):
    """New and seen mails are given; settled ones are in the folder Processed for mail programs."""
    box = mailbox.Maildir(tmp_path / "box")
    for data in MAILS:
        box.add(data)
    seen = next(iter(box.keys()))
    message = box[seen]
    message.set_subdir("cur")
    message.set_flags("RS")
    box[seen] = message
    source = MaildirSource(tmp_path / "box")
    found = dict(source.mails())
    assert sorted(data.replace(b"\r\n", b"\n") for data in found.values()) == [
        data.replace(b"\r\n", b"\n") for data in MAILS
    ]
    for handle in found:
        source.settle(handle)
        source.settle(handle)
    assert dict(source.mails()) == {}
    processed = mailbox.Maildir(tmp_path / "box", create=False).get_folder("Processed")
    assert sorted(mail["Subject"] for mail in processed) == [f"[sealion] {n}" for n in range(3)]
    assert all("S" in mail.get_flags() for mail in processed)


def test_a_maildir_has_a_quarantine(tmp_path: Path):
    """A folder for mail programs, where nothing is marked as seen; moving a mail back gives it back."""
    box = mailbox.Maildir(tmp_path / "box")
    for data in MAILS:
        box.add(data)
    source = MaildirSource(tmp_path / "box")
    for handle in dict(source.mails()):
        source.quarantine(handle)
        source.quarantine(handle)
    assert dict(source.mails()) == {}
    room = mailbox.Maildir(tmp_path / "box", create=False).get_folder("Quarantine")
    assert sorted(mail["Subject"] for mail in room) == [f"[sealion] {n}" for n in range(3)]
    assert not any("S" in mail.get_flags() for mail in room)
    for path in (tmp_path / "box" / ".Quarantine" / "cur").iterdir():
        path.rename(tmp_path / "box" / "cur" / path.name)
    assert len(dict(source.mails())) == 3


def test_no_maildir(tmp_path: Path):
    """A folder that is none is refused with the reason."""
    with pytest.raises(MailError, match="is not a Maildir"):
        MaildirSource(tmp_path)


@pytest.fixture(scope="module")
def server():
    if PROGRAM is None:
        pytest.skip("dovecot is not installed")
    # Below a short path: names of sockets are limited.
    with tempfile.TemporaryDirectory(prefix="imap") as root, imap_server(Path(root)) as ports:
        yield (*ports, Path(root))


@dataclass
class Imap:
    """A mailbox on the server; called, it gives the source that reads it."""

    box: mailbox.Maildir
    open: Callable[..., Any]

    def __call__(self, **more: Any) -> Any:
        return self.open(**more)


@pytest.fixture
def imap(server, request) -> Imap:
    """A mailbox of its own with three mails, and how to open it."""
    from sealion_pbem.mail.imap import ImapSource

    port, tls_port, certificate, root = server
    user = request.node.name.replace("[", "-").strip("]")
    box = mailbox.Maildir(root / "mail" / user)
    for data in MAILS:
        box.add(data)

    def open_source(**more):
        give_away(root / "mail")
        facts = {
            "user": user, "password": "right", "security": "tls",
            "context": client_context(certificate), "timeout": PATIENCE,
        } | more  # fmt: skip
        return ImapSource("127.0.0.1", tls_port if facts["security"] == "tls" else port, **facts)

    return Imap(box, open_source)


@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
def test_an_imap_mailbox(imap, security):
    """Mails come by UID and are not marked; settled ones are moved to Processed."""
    source = imap(security=security)
    found = list(source.mails())
    assert sorted(data for _, data in found) == MAILS
    assert sorted(data for _, data in source.mails()) == MAILS
    source.settle(found[0][0])
    source.settle(found[1][0])
    source.close()
    again = imap(security=security)
    assert list(again.mails()) == found[2:]
    again.settle(found[2][0])
    again.settle(found[2][0])
    assert list(again.mails()) == []
    again.close()
    assert len(imap.box.get_folder("Processed")) == 3


def test_an_imap_mailbox_has_a_quarantine(imap):
    """The server keeps the mail in a folder of its own; moved back by a mail program, it comes again."""
    source = imap(quarantine="For me")
    found = list(source.mails())
    source.quarantine(found[0][0])
    source.quarantine(found[0][0])
    assert list(source.mails()) == found[1:]
    box = source._opened()
    box.folder.set("For me")
    box.move(box.uids(), "INBOX")
    source.close()
    again = imap(quarantine="For me")
    assert sorted(data for _, data in again.mails()) == MAILS
    again.close()


def test_a_mail_that_the_server_does_not_give_comes_last(imap, monkeypatch):
    """All others are given first; then it is said, and not left out as if it were not there."""
    source = imap()
    box = source._opened()
    real = box.client.uid
    second = box.uids()[1]

    def uid(command, *words):
        if command == "FETCH" and words[0] == second:
            return "NO", [b"[SERVERBUG] damaged"]
        return real(command, *words)

    monkeypatch.setattr(box.client, "uid", uid)
    found = []
    with pytest.raises(MailError, match=f"does not give 1 of 3 mails: UID {second}: .*damaged"):
        found.extend(source.mails())
    assert len(found) == 2
    monkeypatch.undo()
    assert len(list(source.mails())) == 3
    source.close()


def test_only_some_subjects(imap):
    """In a person's own mailbox only mails with our mark are looked at."""
    imap.box.add(b"Subject: private\r\n\r\nhello\r\n")
    source = imap(subject="[sealion")
    assert sorted(data for _, data in source.mails()) == MAILS
    source.close()


def test_a_giant_on_the_server_is_cut(imap):
    """Only the beginning of it is fetched."""
    imap.box.add(b"Subject: [sealion\r\n\r\n" + b"x" * 70 + (b"\r\n" + b"x" * 70) * 40_000)
    source = imap()
    assert max(len(data) for _, data in source.mails()) == LARGEST_MAIL + 1
    source.close()


def test_a_wrong_password(imap):
    """The reason is given without the password."""
    source = imap(password="wr0ng-secret")
    with pytest.raises(MailError, match="cannot be read") as caught:
        list(source.mails())
    assert "wr0ng-secret" not in f"{caught.value}{caught.value.hint}"


def test_an_unknown_certificate(imap):
    """No password for a server that cannot show who it is."""
    with pytest.raises(MailError, match="certificate verify failed"):
        list(imap(context=None).mails())


def test_nobody_listens():
    """A server that is not there is named."""
    from sealion_pbem.mail.imap import ImapSource

    source = ImapSource("127.0.0.1", free_port(), user="a", password="b", timeout=5)
    with pytest.raises(MailError, match=r"mailbox of a at 127\.0\.0\.1"):
        list(source.mails())
