"""Every report that is rendered keeps to what mail programs show."""

from dataclasses import replace

import pytest

from sealion_pbem.report import render
from sealion_pbem.report.facts import Part, TurnReport, Words
from sealion_pbem.report.safe import shown
from tests.report.letters import SAMPLES
from tests.report.mail_html import contrast, faults
from tests.report.sample import every_report, whole_game

HOSTILE = (
    "<script>alert(1)</script> \" ' > &amp; {{ 7*7 }} javascript:x \u202eevil\x00 " + "A" * 3000
)


def test_every_turn_report_passes():
    """All reports of two campaigns: tags, attributes, properties, images, contrast, size."""
    found = {report.seq: faults(render.html(report)) for report in every_report()}

    assert {seq: wrong for seq, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_letter_passes(name: str):
    """The shorter letters keep to the same list."""
    assert faults(render.letter(name, SAMPLES[name]).html, local_links=name == "history") == []


def test_the_longest_report_fits_into_a_mail():
    """Ten game turns in one report are cut below the limit, say so, and go along whole as a file."""
    report = whole_game()
    parts = render.mail(report)

    assert len(render.page(report).encode()) > 300_000
    assert faults(parts.html) == []
    assert "the attached report" in parts.html
    assert len(parts.attachments[f"report-{report.seq:04d}.html"]) > 300_000


def test_a_report_of_endless_parts_fits_too():
    """Thousands of parts with nothing but titles and cards are cut like any others."""
    report = whole_game()
    many = tuple(Part(f"{n} {part.title}", part.items) for n in range(40) for part in report.parts)

    assert len(render.html(replace(report, parts=many)).encode()) <= 100_000


def test_a_short_report_is_whole():
    """What fits is not cut and needs no second file."""
    parts = render.mail(every_report()[2])

    assert "attached report" not in parts.html
    assert [name for name in parts.attachments if name.endswith(".html")] == []
    assert list(parts.images) == ["map.1@sealion"]
    assert 'src="cid:map.1@sealion"' in parts.html


def test_words_of_players_stay_words():
    """Mark-up, template code, overrides and length in a message come out as text."""
    report = replace(every_report()[2], messages=(Words("german", shown(HOSTILE)),), pictures=())
    made = render.html(report)

    assert faults(made) == []
    assert "<script" not in made
    assert "&lt;script&gt;" in made
    assert "{{ 7*7 }}" in made
    assert "&lt;U+202E&gt;" in made
    assert "<U+0000>" in render.text(report)
    assert "A" * 2001 not in made


def test_hostile_words_in_letters_are_shown_safely():
    """Every text of every letter may come from a file."""
    for name, sample in SAMPLES.items():
        made = render.letter(name, replace(sample, campaign=HOSTILE))

        assert faults(made.html, local_links=True) == [], name
        assert "\u202e" not in made.text + made.subject
        assert "\n" not in made.subject


def test_a_page_needs_nothing_beside_it():
    """The file variant carries its pictures inside and is otherwise the same."""
    report = every_report()[2]

    assert "data:image/png;base64," in render.page(report)
    assert "cid:" not in render.page(report)


def test_the_list_finds_what_it_is_for():
    """A form, a script, a bad colour, a missing alt and weak contrast are named."""
    bad = (
        '<!DOCTYPE html><html lang="en"><head><title>x</title></head>'
        '<body style="color:#777777;background-color:#888888"><h1>x</h1><form onsubmit="x"></form>'
        '<script>1</script><img src="http://x/y.png"><p style="position:fixed;color:rgb(0 1 2)">y</p>'
        '<table><tr><td>z</td></tr></table><a href="http://x">x</a></body></html>'
    )
    found = " ".join(faults(bad))

    for word in ("form", "onsubmit", "script", "http://x/y", "lacks alt", "position", "rgb(0 1 2)"):
        assert word in found
    assert "contrast of 1.3" in found
    assert "a link leads to" in found
    assert "a table is layout" in found
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_reports_are_the_same_in_every_run():
    """Rendering twice gives the same bytes."""
    report: TurnReport = every_report()[0]

    assert render.html(report) == render.html(report)
    assert render.text(report) == render.text(report)
