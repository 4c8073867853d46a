"""14.6  Reports, mails, pictures, histories and statistics do not show which parachutists are real."""

import base64
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image, PngImagePlugin

from benchmarks.campaigns import write_campaign
from sealion_pbem.campaign.archive import export
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.engine.showing import Draws, narration_of
from sealion_pbem.mail.armour import armour
from sealion_pbem.mail.letter import Letter, compose
from sealion_pbem.report import drawing, render
from sealion_pbem.report.plain import plain_facts
from sealion_pbem.rulesets.sealion import briefing
from sealion_pbem.rulesets.sealion import picture as sealion_picture
from sealion_pbem.rulesets.sealion.veil import SEALS
from sealion_pbem.umpire import record
from sealion_pbem.umpire.derived import DerivedMembers
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.posting import Post, letter_for
from sealion_pbem.umpire.referee import dispatch
from sealion_pbem.umpire.reporting import turn_report
from tests.leaks import leaks, secrets_of
from tests.shown import READER, SENDER, comparable, report_mail, reported, told_of
from tests.twins import NAME, Public, played, played_otherwise, seed_without_digest, twin_of

_PARTS = ("report", "pictures", "history", "statistics")
_WITH_ENTRIES = ("archive", "mail of entries", "robot report", "robot news")


@cache
def shown(public_of: Any) -> dict[str, bytes]:
    """Everything the British are shown of a campaign that goes on, by name."""
    with patch.object(record, "seed_of", seed_without_digest), TemporaryDirectory() as scratch:
        return dict(_shown(public_of(), Path(scratch)))


def _shown(public: Public, scratch: Path) -> Iterator[tuple[str, bytes]]:
    files = [(entry.file_name, entry.data) for entry in public.entries]
    yield from reported(files)
    yield from _drawn(public)
    yield from told_of(files, scratch)
    history = DerivedMembers(scratch / "history")
    folder = write_campaign(scratch / NAME, public.entries)
    export(Folder(folder), scratch / "campaign.zip", history)
    yield "archive", (scratch / "campaign.zip").read_bytes()
    post = Post(("british",), tuple(public.entries[-20:]))
    letter = letter_for(
        public.match.record,
        post,
        sender=SENDER,
        to=(READER,),
        key="k",
        date="2024-02-29T12:00:00Z",
    )
    yield "mail of entries", compose(letter)
    yield from _from_the_robot(public, files)


def _from_the_robot(public: Public, files: list[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """What the referee's robot writes to the British: the report, and an entry brought by itself."""
    found = turn_report(Log(files), painter=None)
    receipt = next(entry for entry in reversed(public.entries) if entry.kind == "receipt")
    turn = next(entry for entry in public.entries if entry.digest == receipt.unsigned["turn"])
    report = dispatch.report(found, [turn, receipt], "british", READER, SENDER, None)
    yield "robot report", compose(report)
    now = "2024-02-29T12:00:00Z"
    news = dispatch.news(public.match.record, turn, "british", READER, SENDER, now, is_brought=True)
    yield "robot news", compose(news)


def _drawn(public: Public) -> Iterator[tuple[str, bytes]]:
    ruleset, state = public.match.record.ruleset, public.match.record.game.state
    yield "pictures svg", drawing.svg(ruleset, state).encode()
    yield "pictures png", drawing.png(ruleset, state, crop=("4409",))
    yield "pictures whole png", drawing.png(ruleset, state)


def _wanted() -> list[str]:
    """The sealed values in all words that a report could use."""
    public, sealed = played()
    names = narration_of(public.match.record.ruleset).names(public.match.record.game.state)
    found = secrets_of(sealed)
    for _, value in sealed.values():
        twin = twin_of(str(value))
        found += [f"{names[value]} is real", f"{names[twin]} is fake", f"fake: {names[twin]}"]
        found += [f"{twin} is fake", f"fake: {twin}"]
    return found


def _differences() -> list[str]:
    """The names of what differs between the campaigns; what brings entries holds signatures."""
    one, other = (
        {
            part: content
            for name, data in shown(public_of).items()
            if name not in _WITH_ENTRIES
            for part, content in comparable(name, data).items()
        }
        for public_of in (_first, played_otherwise)
    )
    assert list(one) == list(other)
    return [name for name, data in one.items() if other[name] != data]


def _first() -> Public:
    return played()[0]


def test_whatever_is_shown_is_the_same_whichever_is_real():
    """Reports, mails, PNG bytes, SVG, XML, pages, replay and statistics, digests aside."""
    names = list(shown(_first))
    assert all(any(name.startswith(part) for name in names) for part in _PARTS)
    assert {"history campaign.xml", "history replay.html"} <= set(names)
    assert _differences() == []


def test_nothing_that_is_shown_holds_the_secret():
    """No salt and no sealed value in any file, part of a mail, member of an archive or chunk of a PNG."""
    assert leaks(shown(_first), _wanted()) == []


@pytest.mark.parametrize("form", ["page", "text", "json", "mail"])
def test_a_report_that_says_it_is_found(form):
    """The head of a report names a real counter: every form of the report is caught."""
    public, sealed = played()
    value = sealed[SEALS + "sturm"][1]
    name = narration_of(public.match.record.ruleset).names(public.match.record.game.state)[value]
    files = [(entry.file_name, entry.data) for entry in public.entries]
    with (
        patch.object(record, "seed_of", seed_without_digest),
        patch.object(briefing, "_twins", lambda *_: f"to be sure, {name} is real"),
    ):
        report = turn_report(Log(files))
    made = {
        "page": render.page(report).encode(),
        "text": render.text(report).encode(),
        "json": json.dumps(plain_facts(report), default=str).encode(),
        "mail": report_mail(report),
    }
    assert leaks([made[form]], _wanted())


def test_a_picture_that_shows_it_differs():
    """A real counter with another symbol: no byte of a PNG stays hidden behind a stack."""
    public, sealed = played()
    ruleset, state = public.match.record.ruleset, public.match.record.game.state
    real = {value for _, value in sealed.values()}
    before = dict(_drawn(public))
    drawn = sealion_picture.pieces(state)
    told = tuple(replace(one, symbol="infantry") if one.id in real else one for one in drawn)
    with patch.object(sealion_picture, "pieces", lambda _: told):
        after = dict(_drawn(public))
    assert isinstance(ruleset, Draws)
    assert ruleset.pieces(state) == drawn
    assert all(before[name] != after[name] for name in before if name != "pictures png")


def _png(**texts: Any) -> bytes:
    facts = PngImagePlugin.PngInfo()
    for kind, words in texts.items():
        add = facts.add_itxt if kind.startswith("itxt") else facts.add_text
        add("note", words, zip=kind.endswith("z"))
    target = io.BytesIO()
    Image.new("L", (4, 4)).save(target, "PNG", pnginfo=facts)
    return target.getvalue()


def _pixels(words: str) -> bytes:
    row = b"\0" + words.encode()
    header = struct.pack(">IIBBBBB", len(words), 1, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(row)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def _zip(words: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deep/inside.txt", f"xx{words}xx")
    return target.getvalue()


def _letter(text: str = "nothing", **more: Any) -> bytes:
    return compose(
        Letter(SENDER, (READER,), "news", text, key="a", date="2024-02-29T12:00:00Z", **more)
    )


_PLANTS = {
    "plain words": lambda words: f"so {words} then".encode(),
    "utf-16": lambda words: words.encode("utf-16-le"),
    "text chunk": lambda words: _png(text=words),
    "compressed text chunk": lambda words: _png(textz=words),
    "international text chunk": lambda words: _png(itxt=words),
    "compressed international text chunk": lambda words: _png(itxtz=words),
    "pixels": _pixels,
    "zip": _zip,
    "zip in a mail": lambda words: _letter(attachments={"log.zip": _zip(words)}),
    "base64": lambda words: b'{"data":"' + base64.b64encode(f"...{words}".encode()) + b'"}',
    "base64 in lines": lambda words: base64.encodebytes(f"{'x' * 50}{words}".encode()),
    "picture in a page": lambda words: (
        b'<img src="data:image/png;base64,' + base64.b64encode(_png(textz=words)) + b'">'
    ),
    "quoted-printable mail": lambda words: _letter(f"{'é' * 70} {words}"),
    "mail of HTML": lambda words: _letter(html=f"<p>{'é' * 70}{words}</p>"),
    "picture in a mail": lambda words: _letter(
        html='<img src="cid:map@x">', images={"map@x": _png(textz=words)}
    ),
    "attachment": lambda words: _letter(attachments={"a.json": words.encode()}),
    "armour": lambda words: b"> " + armour(f'{{"kind":"turn","x":"{words}"}}'.encode()).encode(),
    "wrapped lines": lambda words: words.replace(" ", "\n      ").encode(),
    "HTML escapes": lambda words: words.replace("_", "&#95;").replace(" ", "&nbsp;").encode(),
}


@pytest.mark.parametrize("where", _PLANTS)
def test_the_search_finds_what_is_planted(where):
    """A sealed value in words, or a salt, wherever something can be put."""
    words = "de_sturm_a is real"
    assert leaks([_PLANTS[where](words)], [words])
    assert not leaks([_PLANTS[where]("nothing at all")], [words])
