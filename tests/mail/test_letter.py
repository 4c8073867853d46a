"""Letters: the same bytes every time, nothing smuggled into a header, everything found again."""

import re
from email import message_from_bytes, policy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.errors import MailError
from sealion_pbem.mail.address import parse_address
from sealion_pbem.mail.armour import armour
from sealion_pbem.mail.inbound import inspect
from sealion_pbem.mail.letter import Letter, compose, list_id, message_id, thread
from tests.mail.mutilate import sample

LONG_ID = "<" + "A" * 90 + "@mail.example.org>"


def letter(**changes) -> Letter:
    facts = {
        "sender": "Alice <alice@example.org>",
        "to": ("bob@example.org",),
        "subject": "[sealion hill T03] turn 12 of red",
        "text": f"Grüße\n\n{armour(sample())}",
        "key": "hill/12",
        "date": "2026-01-31T12:00:00Z",
    }
    return Letter(**{**facts, **changes})


def test_a_whole_letter_has_the_usual_shape():
    """mixed(alternative(plain, related(html, png)), json), text as quoted-printable."""
    data = compose(
        letter(html="<p>Grüße</p>", images={"map@hill": b"png"}, attachments={"a.json": b"{}"})
    )
    message = message_from_bytes(data, policy=policy.default)
    shape = [part.get_content_type() for part in message.walk()]
    assert shape == [
        "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html",
        "image/png", "application/json",
    ]  # fmt: skip
    assert message["Date"] == "Sat, 31 Jan 2026 12:00:00 +0000"
    assert message["Message-ID"] == message_id("hill/12", "alice@example.org")
    codings = {part["Content-Transfer-Encoding"] for part in message.walk()} - {None}
    assert codings == {"quoted-printable", "base64"}
    assert max(map(len, data.split(b"\r\n"))) <= 78
    assert b"\n" not in data.replace(b"\r\n", b"")
    images = [part["Content-ID"] for part in message.walk() if part["Content-ID"]]
    assert images == ["<map@hill>"]


def test_the_same_letter_has_the_same_bytes():
    """Boundaries and Message-ID follow from the letter, so a report can be compared byte by byte."""
    one, other = (compose(letter(html="<p>x</p>", attachments={"a.json": b"{}"})) for _ in range(2))
    assert one == other
    assert compose(letter(key="hill/13")) != compose(letter())


def test_boundaries_differ_from_letter_to_letter():
    """A letter inside another cannot end the outer one."""
    inner = compose(letter(attachments={"a.json": b"{}"}))
    outer = compose(letter(key="other", attachments={"a.json": b"{}"}))
    find = re.compile(rb'boundary="([^"]+)"')
    assert not set(find.findall(inner)) & set(find.findall(outer))


def test_long_ids_of_other_programs_stay_whole():
    """A thread is found by exact ids; encoded or broken ones would tear it."""
    data = compose(letter(in_reply_to=LONG_ID, references=(LONG_ID,) * 3))
    head = data.split(b"\r\n\r\n")[0].decode()
    assert head.count(LONG_ID) == 4
    assert "=?" not in head


def test_a_thread_is_cut_to_the_last_twenty():
    """References grow with every answer, and forged ones are left out."""
    old = tuple(f"<{number}@example.org>" for number in range(30))
    assert thread("<new@example.org>", ("nonsense\r\nBcc: x", *old)) == (
        *old[-19:],
        "<new@example.org>",
    )


def test_an_automatic_letter_says_so():
    """Other robots must not answer it; a person's mail has no such header."""
    auto = compose(letter(auto="auto-replied", list_id=list_id("ab" * 32)))
    assert b"\r\nAuto-Submitted: auto-replied\r\n" in auto
    assert b"\r\nX-Auto-Response-Suppress: All\r\n" in auto
    assert b"\r\nList-Id: <abababababababab.sealion-pbem.invalid>\r\n" in auto
    assert b"Auto" not in compose(letter())
    assert inspect(auto).is_automatic
    assert not inspect(compose(letter())).is_automatic


def test_a_draft_opens_for_sending():
    """No id and no date yet: those are the mail program's."""
    data = compose(letter(is_draft=True, sender="", to=(), key="", date=""))
    assert b"\r\nX-Unsent: 1\r\n" in data
    for name in (b"Message-ID", b"Date:", b"From:", b"To:"):
        assert name not in data.split(b"\r\n\r\n")[0]


@pytest.mark.parametrize("text", ["x\r\nBcc: y@example.org", "x\ny", "x\x00", "x\u2028y", "\ud800"])
@pytest.mark.parametrize(
    "member", ["subject", "sender", "to", "reply_to", "in_reply_to", "list_id"]
)
def test_nothing_is_smuggled_into_a_header(member, text):
    """A line break in a header value is refused with a reason, wherever it stands."""
    value = (f"{text}@example.org",) if member == "to" else text
    with pytest.raises(MailError) as caught:
        compose(letter(**{member: value}))
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    "text",
    ["", "bob", "bob@", "@example.org", "bob@example.org, eve@example.org", "bob@exam ple.org",
     "<bob@example.org>x", "bob@-example.org", "bøb@example.org", "b" * 300 + "@example.org",
     "a <b <c@example.org>>", "bob@example.org\n", "|sh@example.org -f", '"a b"@example.org'],
)  # fmt: skip
def test_an_odd_address_is_refused(text):
    """Only one plain address at a time, and nothing that a server could read in two ways."""
    with pytest.raises(MailError):
        parse_address(text)


@pytest.mark.parametrize(
    ("text", "mailbox", "name"),
    [
        ("bob@example.org", "bob@example.org", ""),
        ("Bob Ünal <bob+x@mail.example.org>", "bob+x@mail.example.org", "Bob Ünal"),
        ('"Unal, Bob" <bob@localhost>', "bob@localhost", "Unal, Bob"),
    ],
)
def test_a_plain_address(text, mailbox, name):
    """With or without a name in front."""
    address = parse_address(text)
    assert (address.mailbox, address.name) == (mailbox, name)
    data = compose(letter(to=(text,)))
    assert message_from_bytes(data, policy=policy.default)["To"].addresses[0].addr_spec == mailbox


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Alice <Alice@Example.org>", "alice@example.org"),
        ("alice+sealion@example.org", "alice@example.org"),
        ("alice+a+b@example.org", "alice@example.org"),
        ("+alice@example.org", "+alice@example.org"),
        ("alice-x@example.org", "alice-x@example.org"),
    ],
)
def test_a_plus_makes_no_other_owner(text, owner):
    """What stands behind a plus is a mark of the owner's own; everything else is part of the name."""
    assert parse_address(text).owner == owner


@pytest.mark.parametrize("name", ["../a.json", "a b.json", "a\r\n.json", "", ".json", 'a".json'])
def test_attachments_have_plain_names(name):
    """A name that could lead elsewhere is not sent."""
    with pytest.raises(MailError):
        compose(letter(attachments={name: b"{}"}))


@pytest.mark.parametrize("change", [{"sender": ""}, {"to": ()}, {"key": ""}, {"date": ""},
                                    {"date": "yesterday"}, {"auto": "yes"}])  # fmt: skip
def test_an_incomplete_letter_is_refused(change):
    """What a server would refuse, or a robot would answer, is not written at all."""
    with pytest.raises(MailError):
        compose(letter(**change))


WORDS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=200)


@given(WORDS, st.text(max_size=500), st.lists(st.integers(0, 9), unique=True, max_size=3))
def test_what_is_composed_is_found_again(subject, text, numbers):
    """Any subject, any text: the attachments come out as they went in."""
    files = {f"{number}.json": sample(seq=number, size=50) for number in numbers}
    safe = text.encode("utf-8", "replace").decode()
    data = compose(letter(subject=subject, text=safe, attachments=files))
    assert all(len(line) <= 998 for line in data.split(b"\r\n"))
    from sealion_pbem.mail.anatomy import dissect

    facts = dissect(data)
    assert facts["entries"] == list(files.items())
    assert (facts["refusal"], facts["sender"]) == ("", "alice@example.org")
    assert facts["subject"].split() == "".join(c for c in subject if c.isprintable()).split() or (
        len(subject) > 100 or not subject.isascii()
    )
