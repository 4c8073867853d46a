"""The letters that players send each other: what they bring, and what they tell of it."""

from dataclasses import replace

from sealion_pbem.pbem.entry import parse_stored
from sealion_pbem.report import render
from sealion_pbem.report.facts import Picture
from sealion_pbem.report.illustration import illustrate
from sealion_pbem.umpire.log import Log, read_log
from sealion_pbem.umpire.posting import Post, letter_for, report_of
from sealion_pbem.umpire.reporting import turn_report
from tests.histories import sealion_files


def test_a_receipt_comes_with_the_report_and_its_pictures():
    """The mail of a peer tells and draws what happened, as the mail of a robot does."""
    files = sealion_files("sealion-deluxe")
    entries = [parse_stored(data) for _, data in files]
    last = max(n for n, entry in enumerate(entries) if entry.kind == "receipt")
    post = Post(("british",), tuple(entries[last - 1 : last + 1]))
    record = read_log(files).record

    report = report_of(Log(files), post, illustrate)
    letter = letter_for(record, post, sender="", to=(), report=report)

    assert report.pictures[0].title == "The whole map"
    assert report.brings == tuple(f"{e.kind} {e.seq} of {e.by}" for e in post.entries)
    assert set(letter.images) <= {picture.cid for picture in report.pictures}
    assert report.pictures[0].cid in letter.images
    assert all(f"cid:{cid}" in letter.html for cid in letter.images)
    assert list(letter.entries) == [entry.file_name for entry in post.entries]


def test_a_turn_alone_is_only_brought():
    """Nothing has happened yet that could be told."""
    files = sealion_files("sealion-deluxe")
    turns = [entry for _, data in files if (entry := parse_stored(data)).kind == "turn"]
    assert report_of(Log(files), Post(("british",), (turns[-1],))) is None


def test_a_mail_has_as_many_pictures_as_it_can_carry():
    """Of five large ones the first and whatever has room beside it: better than a mail without any."""
    files = sealion_files("sealion-deluxe")
    receipt = max(entry.seq for _, data in files if (entry := parse_stored(data)).kind == "receipt")
    report = turn_report(Log(files), receipt)
    sizes = (160_000, 250_000, 200_000, 30_000, 20_000)
    pictures = [
        Picture(f"{n}@sealion", f"picture {n}", "a map", 592, 444, bytes(size))
        for n, size in enumerate(sizes)
    ]
    parts = render.mail(replace(report, pictures=tuple(pictures)))
    assert list(parts.images) == ["0@sealion", "1@sealion", "3@sealion"]
    assert "cid:2@sealion" not in parts.html
