"""Turn reports from logs: which receipts they are about, what they know, and what they leave open."""

from pathlib import Path

import pytest

from sealion_pbem.errors import UsageError
from sealion_pbem.report import render
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.reporting import turn_report
from sealion_pbem.umpire.sheets import draft_of, new_sheet
from tests.campaigns import make_campaign


@pytest.mark.parametrize("mode", ["peer", "referee", "both", "solo"])
def test_every_mode_has_its_report(tmp_path: Path, mode: str):
    """Whoever witnesses, the last receipt is told, with its trust class and the log's head."""
    table = make_campaign(tmp_path, mode)
    report = turn_report(Log(table.desk.store.entries()))

    assert report.head == table.record.ledger.head
    assert report.trust == table.desk.store.load(table.desk.store.names()[-1]).unsigned["trust"]
    assert report.asked is not None
    assert report.asked.seat == table.record.decision.seat


def test_the_orders_file_of_who_is_asked_goes_along(tmp_path: Path):
    """It is the one that `sealion turn new` would make."""
    table = make_campaign(tmp_path)
    report = turn_report(Log(table.desk.store.entries()))
    ((name, data),) = report.attachments

    assert report.asked is not None
    assert name == report.asked.template
    assert data.decode() == new_sheet(table.record, report.asked.seat)
    draft, sheet = draft_of(table.record, data.decode())
    assert (draft["seat"], draft["seq"]) == (report.asked.seat, table.record.ledger.next_seq)
    assert (draft["orders"], sheet.faults) == ([], [])


def test_a_pending_turn_is_not_told_yet(tmp_path: Path):
    """While it waits for its receipt, the report is that of the turn before, without an orders file."""
    table = make_campaign(tmp_path)
    before = turn_report(Log(table.desk.store.entries()))
    table.sign()
    report = turn_report(Log(table.desk.store.entries()))

    assert (report.seq, report.parts) == (before.seq, before.parts)
    assert report.attachments == ()


def test_the_luck_of_all_reports_adds_up(tmp_path: Path):
    """The running total of the last report is the sum of the single ones."""
    log = list(make_campaign(tmp_path, turns=12).desk.store.entries())
    numbers = [int(name[:4]) for name, _ in log if "-receipt-" in name]
    single = [turn_report(Log(log), number) for number in numbers]

    whole = turn_report(Log(log), since=0).fortune

    assert any(line.total_lost for line in whole)
    for seat, line in enumerate(single[-1].fortune):
        assert line.total_lost == sum(report.fortune[seat].lost for report in single)
        assert (whole[seat].lost, whole[seat].expected) == (line.total_lost, line.total_expected)


def test_what_players_write_is_in_the_report(tmp_path: Path):
    """Words beside the orders are shown with their author, and cannot be more than words."""
    table = make_campaign(tmp_path, turns=2)
    table.sign(message="Good luck <b>!")
    table.answer()
    report = turn_report(Log(table.desk.store.entries()))

    assert [words.text for words in report.messages] == ["Good luck <b>!"]
    assert "&lt;b&gt;" in render.html(report)


def test_the_end_of_a_campaign_is_told(tmp_path: Path):
    """Nothing is asked any more; the result stands where the question stood."""
    report = turn_report(Log(make_campaign(tmp_path, turns=500).desk.store.entries()))

    assert report.asked is None
    assert "has won" in report.result
    assert "The campaign is over" in render.text(report)
    assert report.result in report.subject


def test_numbers_that_are_no_receipts_are_refused(tmp_path: Path):
    """The error says which there are."""
    log = list(make_campaign(tmp_path, turns=12).desk.store.entries())

    with pytest.raises(UsageError, match="nothing to report at entry 77") as caught:
        turn_report(Log(log), 77)
    assert "receipts are 2, 4, 6 …" in caught.value.hint
    with pytest.raises(UsageError, match="nothing to report"):
        turn_report(Log(log[:1]))
