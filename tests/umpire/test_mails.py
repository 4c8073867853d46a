"""Counting mails: what one seat sends together is one mail."""

import json
from itertools import pairwise

from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.mails import by_game_turn, mails
from tests.campaigns import make_campaign


def test_a_receipt_and_the_next_turn_travel_together(tmp_path):
    """Two mails in a row are never by one seat, and every entry but the charter is in one of them."""
    table = make_campaign(tmp_path, turns=8)
    sent = mails(Log(table.desk.store.entries()))
    assert all(a.seat != b.seat for a, b in pairwise(sent))
    assert [name for mail in sent for name in mail.entries] == table.desk.store.names()[1:]
    assert len(sent) < len(table.desk.store.names()) - 1


def test_mails_are_counted_by_game_turn(tmp_path):
    """The sums agree, seat by seat."""
    table = make_campaign(tmp_path, turns=8)
    sent = mails(Log(table.desk.store.entries()))
    turns = by_game_turn(sent)
    assert sum(turn.mails for turn in turns) == len(sent)
    assert all(turn.mails == sum(turn.by_seat.values()) for turn in turns)
    assert sum(turn.files for turn in turns) == sum(
        "turn" in name for name in table.desk.store.names()
    )
    assert [turn.game_turn for turn in turns] == sorted({mail.game_turn for mail in sent})


def test_a_last_receipt_waits_for_the_turn_of_its_seat(tmp_path):
    """It is counted in the game turn that its seat is asked about."""
    table = make_campaign(tmp_path, turns=8)
    record = table.desk.read().record
    last = mails(Log(table.desk.store.entries()))[-1]
    assert (record.ledger.baton(), last.decision) == (last.seat, "")
    assert last.game_turn == record.ruleset.game_turn(record.game.state)


def test_status_prints_them(tmp_path):
    """`sealion campaign status --mails`, as a table and as JSON."""
    table = make_campaign(tmp_path, turns=8)
    words = ["campaign", "status", "--mails", "-C", str(table.desk.folder.path)]
    text = CliRunner().invoke(cli, words)
    assert text.exit_code == 0, text.output
    assert text.stdout.startswith("turn  weather  files  mails  blue  red")
    facts = json.loads(CliRunner().invoke(cli, [*words, "--json"]).stdout)
    assert f"{len(facts['mails'])} mails in all" in text.stdout
    assert sum(turn["mails"] for turn in facts["turns"]) == len(facts["mails"])
