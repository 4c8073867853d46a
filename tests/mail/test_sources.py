"""Where mails come from: a folder, a Maildir, an IMAP server; settled mails are put away."""

import mailbox
import tempfile
from pathlib import Path

import pytest

from sealion_pbem.errors import MailError
from sealion_pbem.mail.fetch import FolderSource, MaildirSource
from sealion_pbem.mail.frames import LARGEST_MAIL
from tests.mail.certificate import client_context
from tests.mail.dovecot import PROGRAM, give_away, imap_server
from tests.mail.postbox import free_port

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


@pytest.fixture
def imap(server, request):
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
            "context": client_context(certificate), "timeout": 20,
        } | more  # fmt: skip
        return ImapSource("127.0.0.1", tls_port if facts["security"] == "tls" else port, **facts)

    open_source.box = box
    return open_source


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
