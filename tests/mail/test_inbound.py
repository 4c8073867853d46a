"""The guard at the letter box: hostile mails get a reason, honest ones give up their entries.

That nothing hangs is not measured here: the child's own limits end it, and then there is an error
instead of an answer.
"""

import base64
import html
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.errors import MailError, UnreadMailError
from sealion_pbem.mail import inbound
from sealion_pbem.mail.anatomy import dissect
from sealion_pbem.mail.armour import armour
from sealion_pbem.mail.inbound import Incoming, Inspector, inspect
from sealion_pbem.mail.letter import Letter, compose
from tests.mail.doom import Doom, doomed
from tests.mail.hostile import HARMLESS, HEAD, REFUSED, ZIPS, part, zipped
from tests.mail.mutilate import quoted, sample
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def inspector():
    with Inspector(patience=60) as one:
        yield one


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_mail_is_refused(name, inspector):
    """Refused by counting, before the limits of the child are needed; the next mail is read."""
    incoming = inspector.inspect(REFUSED[name])
    assert incoming.refusal
    assert incoming.entries == ()
    assert inspector.inspect(HEAD + b"\r\nhello").sender == "eve@example.org"


@pytest.mark.parametrize("name", HARMLESS)
def test_an_odd_mail_is_read(name, inspector):
    """Strange, but it costs little: there is an answer, and no entry."""
    incoming = inspector.inspect(HARMLESS[name])
    assert incoming.refusal == ""
    assert incoming.entries == ()


@pytest.mark.parametrize("name", ZIPS)
def test_a_hostile_zip_is_not_opened(name, inspector):
    """The mail is read, the zip file in it is left alone and the reason given."""
    incoming = inspector.inspect(ZIPS[name])
    (reason,) = incoming.damaged
    assert reason.startswith("a.zip was not opened: ")
    assert incoming.entries == ()


def test_a_plain_zip_is_opened(inspector):
    """A folder of entries that somebody packed."""
    incoming = inspector.inspect(zipped(("1.json", sample(1)), ("2.json", sample(2))))
    assert incoming.entries == (("1.json", sample(1)), ("2.json", sample(2)))


def test_who_sent_too_large_a_mail_is_known(inspector):
    """So that somebody can be told."""
    incoming = inspector.inspect(REFUSED["size"])
    assert (incoming.sender, incoming.message_id) == ("eve@example.org", "<e@example.org>")
    assert not incoming.is_automatic


@pytest.fixture
def doom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doom:
    """Mails with a header X-Doom end the child that reads them."""
    return doomed(tmp_path / "doom", monkeypatch)


@pytest.mark.parametrize(
    ("word", "said", "sender"),
    [
        (b"kill", "too much time or memory", "eve@example.org"),
        (b"hang", "too long", "eve@example.org"),
        (b"early", "too much time or memory", ""),
    ],
)
def test_a_mail_that_ends_the_child_ends_not_us(doom: Doom, word: bytes, said: str, sender: str):
    """It is no answer as if nothing were in it, and who sent it is known if the child came so far."""
    with Inspector() as inspector:
        with pytest.raises(UnreadMailError, match=said) as caught:
            inspector.inspect(HEAD + b"X-Doom: " + word + b"\r\n\r\nhello")
        assert (caught.value.sender, caught.value.automatic) == (sender, "")
        assert inspector.inspect(HEAD + b"\r\nhello").sender == "eve@example.org"
        assert doom.deaths == 1


def test_a_worn_out_child_is_not_held_against_a_mail(doom: Doom):
    """A mail that ends a child which has read others before is read once more by its own."""
    mail = HEAD + b"X-Doom: kill\r\n\r\nhello"
    with Inspector() as inspector:
        inspector.inspect(HEAD + b"\r\nhello")
        with pytest.raises(UnreadMailError):
            inspector.inspect(mail)
    assert doom.deaths == 2


def test_what_a_dying_child_has_said_by_half_counts_for_nothing(monkeypatch):
    """It dies in the middle of an entry: half an entry is no entry."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sealion_pbem.campaign import cell\n"
        "from sealion_pbem.mail import child\n"
        "def write(target, *parts):\n"
        "    whole = b''.join(cell.LENGTH.pack(len(part)) + part for part in parts)\n"
        "    target.write(whole[:-9] if len(parts) > 1 else whole)\n"
        "    target.flush()\n"
        "    if len(parts) > 1: sys.exit()\n"
        "child.write_parts = write\n"
        "child.main()"
    )
    monkeypatch.setattr(inbound, "_START", program)
    with Inspector() as inspector:
        with pytest.raises(UnreadMailError):
            inspector.inspect(letter("", attachments={"t.json": sample()}))
        assert inspector.inspect(HEAD + b"\r\nhello").entries == ()


@pytest.mark.parametrize("program", ["raise SystemExit(1)", "print('hello', flush=True)"])
def test_where_no_mail_can_be_read_none_is_blamed(monkeypatch, program):
    """Even a harmless mail ends the child: that is said of the machine, not of the mail."""
    monkeypatch.setattr(inbound, "_START", program)
    with (
        Inspector() as inspector,
        pytest.raises(MailError, match="no mail can be read here") as caught,
    ):
        inspector.inspect(HEAD + b"\r\nhello")
    assert not isinstance(caught.value, UnreadMailError)


def test_where_no_process_can_be_started_none_is_blamed(monkeypatch):
    """The system refuses a process: the same."""

    def refuse(*_, **__):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with Inspector() as inspector, pytest.raises(MailError, match="no process can be started"):
        inspector.inspect(HEAD + b"\r\nhello")


def test_a_shortage_of_memory_in_the_child_is_no_refusal(monkeypatch):
    """It may pass, so the mail is not answered as if it were hopeless."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sealion_pbem.mail import anatomy, child\n"
        "def collect(self, message):\n"
        "    if message['Message-ID']: raise MemoryError\n"
        "anatomy._Finds.collect = collect\n"
        "child.main()"
    )
    monkeypatch.setattr(inbound, "_START", program)
    with Inspector() as inspector, pytest.raises(UnreadMailError):
        inspector.inspect(HEAD + b"\r\nhello")


def test_the_child_has_little_memory_and_time(tmp_path):
    """The limits are set in the child, whatever a mail makes it do."""
    import subprocess
    import sys

    from sealion_pbem.campaign.guarded import PACKAGE_HOME

    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sealion_pbem.mail.child import _limit; _limit()\n"
        "try: bytearray(2**30)\n"
        "except MemoryError: print('no memory', flush=True)\n"
        "while True: pass"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, PACKAGE_HOME],
        capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.stdout == b"no memory\n"
    assert done.returncode < 0


@given(st.binary(max_size=2000))
def test_no_bytes_make_an_error(data):
    """Whatever arrives, there is an answer."""
    dissect(data)
    dissect(HEAD + data)
    dissect(HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n" + data)


def letter(text: str, **more) -> bytes:
    return compose(
        Letter("alice@example.org", ("bob@example.org",), "x", text, key="k",
               date="2026-01-31T12:00:00Z", **more)
    )  # fmt: skip


def test_attachment_and_block_count_once(inspector):
    """The same entry twice in a mail is one entry."""
    incoming = inspector.inspect(letter(armour(sample()), attachments={"t.json": sample()}))
    assert incoming.entries == (("t.json", sample()),)
    assert incoming == Incoming(
        incoming.message_id, "alice@example.org", "x", (), "", (("t.json", sample()),)
    )


def test_a_damaged_block_beside_a_whole_attachment_is_no_matter(inspector):
    """What came whole is not complained about."""
    text = "\n".join(armour(sample()).splitlines()[:5])
    name = dissect(letter(armour(sample())))["entries"][0][0]
    incoming = inspector.inspect(letter(text, attachments={name: sample()}))
    assert incoming.damaged == ()
    assert len(incoming.entries) == 1


def test_several_entries_in_one_mail(inspector):
    """Attachments first, then blocks, each once."""
    text = quoted(armour(sample(2))) + armour(sample(3))
    incoming = inspector.inspect(letter(text, attachments={"1.json": sample(1)}))
    assert [data for _, data in incoming.entries] == [sample(1), sample(2), sample(3)]


def test_a_block_in_html_alone(inspector):
    """A mail whose text part is empty: the block is found between the tags."""
    lines = "<br>\n".join(
        f"&gt;&nbsp;{html.escape(line)}" for line in armour(sample()).splitlines()
    )
    incoming = inspector.inspect(letter("", html=f"<div>{lines}</div>"))
    assert [data for _, data in incoming.entries] == [sample()]


@pytest.mark.parametrize("coding", ["8bit", "base64"])
def test_a_forwarded_mail(coding, inspector):
    """Forwarded as an attachment, encoded or not."""
    inner = letter("hello", attachments={"t.json": sample()})
    body = base64.encodebytes(inner) if coding == "base64" else inner
    outer = (
        HEAD + b"Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n"
        b"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: " + coding.encode()
        + b"\r\n\r\n" + body + b"\r\n--outer--\r\n"
    )  # fmt: skip
    assert inspector.inspect(outer).entries == (("t.json", sample()),)


def test_flowed_text_with_deleted_spaces(inspector):
    """format=flowed with DelSp: a space and a line break stand for nothing."""
    cut = "\r\n".join(
        f"{line[:30]} \r\n{line[30:]}" if len(line) == 48 else line
        for line in armour(sample()).splitlines()
    )
    mail = HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n" + cut.encode()
    assert [data for _, data in inspector.inspect(mail).entries] == [sample()]


@pytest.mark.parametrize("charset", ["utf-16", "utf-8", "iso-8859-1", "koi8-r", "x-unknown"])
def test_other_charsets(charset, inspector):
    """A block is ASCII, so nearly every charset shows it."""
    known = charset if charset in ("utf-16", "utf-8") else "latin-1"
    text = base64.encodebytes(("Grüße\n" + armour(sample())).encode(known))
    head = (
        f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    )
    mail = HEAD + head.encode() + text
    assert [data for _, data in inspector.inspect(mail).entries] == [sample()]


def test_a_file_instead_of_a_mail(inspector):
    """An entry that was put into the letter box as it is."""
    assert inspector.inspect(sample()).entries == (("", sample()),)


def test_a_block_without_a_mail(inspector):
    """Text that was copied out of a mail, without headers."""
    assert len(inspector.inspect(armour(sample()).encode()).entries) == 1


def test_names_of_attachments_lead_nowhere(inspector):
    """A name is only ever shown: no folders, nothing unseen."""
    mail = part(base64.b64encode(sample()), b'"../../etc/\x07passwd.json"')
    ((name, _),) = inspector.inspect(mail).entries
    assert name == "passwd.json"


@pytest.mark.parametrize("kind", ["application/ms-tnef", "application/pkcs7-mime"])
def test_what_only_other_programs_open_is_noted(kind, inspector):
    """Outlook's own format and encrypted mail: the player is told what to ask for."""
    mail = HEAD + f"Content-Type: {kind}; name=winmail.dat\r\n\r\nx".encode()
    (note,) = inspector.inspect(mail).notes
    assert note.startswith("winmail.dat cannot be opened here: ask for")


AUTOMATIC = {
    "Auto-Submitted: auto-replied": True,
    "Auto-Submitted: no": False,
    "Precedence: bulk": True,
    "Precedence: first-class": False,
    "List-Id: <x.example.org>": True,
    "List-Id: <0123456789abcdef.sealion-pbem.invalid>": False,
    "List-Unsubscribe: <mailto:x@example.org>": True,
    "Return-Path: <>": True,
    "Return-Path: <eve@example.org>": False,
    "X-Autoreply: yes": True,
    "X-Auto-Response-Suppress: All": True,
    "Content-Type: multipart/report; boundary=x": True,
    "X-Other: x": False,
}


@pytest.mark.parametrize("header", AUTOMATIC)
def test_programs_are_told_from_people(header, inspector):
    """A robot answers people only, or two robots would write to each other for ever."""
    incoming = inspector.inspect(HEAD + header.encode() + b"\r\n\r\nhello")
    assert incoming.is_automatic is AUTOMATIC[header]


@pytest.mark.parametrize("sender", [b"MAILER-DAEMON@example.org", b"postmaster@x", b"", b"<>"])
def test_mail_systems_are_programs(sender, inspector):
    """Bounces come from nobody, or from a mail system."""
    assert inspector.inspect(b"From: " + sender + b"\r\nSubject: x\r\n\r\nhello").is_automatic


def test_a_thread_can_be_answered(inspector):
    """References and In-Reply-To together, without forged line breaks."""
    mail = HEAD + b"References: <a@x>\r\n <b@x>\r\nIn-Reply-To: <c@x>\r\n\r\nhello"
    assert inspector.inspect(mail).references == ("<a@x>", "<b@x>", "<c@x>")


def test_one_mail_by_itself():
    """`inspect` is the same, with a child for one mail."""
    assert inspect(HEAD + b"\r\nhello").subject == "x"
