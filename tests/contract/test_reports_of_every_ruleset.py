"""What every ruleset must be able to tell a report, on a game played at random."""

import json
import re

import pytest

from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.chronicle import KeepsStatistics
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.showing import ReportsFights, narration_of
from sealion_pbem.report.sentences import named_in
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.reporting import story_parts
from tests.games import NAMES, SCENARIOS
from tests.table import play_once


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_cards_losses_and_briefings_follow_from_states_and_events(name: str, scenario: str):
    """They change nothing, are the same again, tell each event once, and name seats of the game."""
    ruleset = find(name)
    for step in play_once(name, scenario, 0):
        state, events = step.before.state, step.outcome.events
        before = digest(ruleset.pack(state))
        assert isinstance(ruleset, ReportsFights)
        cards, losses = ruleset.cards(state, events), ruleset.losses(state, events)
        told = [number for card in cards for number in card.told]
        seats = {line.seat for card in cards for line in card.luck} | {loss.seat for loss in losses}

        assert cards == ruleset.cards(state, events)
        assert all(card.clashes and card.title and card.rule for card in cards)
        assert len(told) == len(set(told))
        assert seats <= set(ruleset.seats)
        if isinstance(ruleset, KeepsStatistics):
            assert {loss.unit for loss in losses} <= ruleset.roster(state).keys()
        assert all(line.expected >= 0 for card in cards for line in card.luck)
        assert narration_of(ruleset).briefing(state).turn
        assert narration_of(ruleset).part(state)
        assert digest(ruleset.pack(state)) == before
    assert narration_of(ruleset).quiet <= set(ruleset.events)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_story_leaves_out_only_what_is_quiet_or_on_a_card(name: str, scenario: str):
    """Every other event has a sentence, and every combat stands in the story once."""
    ruleset = find(name)
    for step in play_once(name, scenario, 0)[::7]:
        state, events = step.before.state, step.outcome.events
        parts, cards = story_parts(ruleset, state, events)
        shown = [item.card for part in parts for item in part.items if item.card]
        told = sum(len(card.told) for card in cards)
        loud = [event for event in events if event.kind not in narration_of(ruleset).quiet]

        assert shown == cards
        assert bool(parts) == bool(len(loud) > told or cards)
        assert all(item.text for part in parts for item in part.items if not item.card)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_units_enter_sentences_as_values(name: str, scenario: str):
    """No id is left in a sentence where units are called otherwise, and it begins with its subject."""
    ruleset = find(name)
    assert isinstance(ruleset, KeepsStatistics)
    steps = play_once(name, scenario, 0)
    ids = set(ruleset.roster(steps[0].before.state))
    for event in (event for step in steps for event in step.outcome.events):
        subjects: list[str] = []

        def say(unit: str, one: str = "", many: str = "", said: list[str] = subjects) -> str:
            said += [f"somebody {many}"] if one else []
            return f"somebody {many}" if one else "somebody"

        told = ruleset.tell(event, say)
        assert isinstance(event, DiceRolled) or not ids & set(re.findall(r"[\w-]+", told)), told
        assert all(told.startswith(subject) for subject in subjects), told


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_names_and_ids_stand_together(name: str, scenario: str):
    """A position in text has the id of whomever it names, and a report a key of all that it tells of."""
    ruleset = find(name)
    words = narration_of(ruleset)
    for step in play_once(name, scenario, 0)[::9]:
        state, events = step.before.state, step.outcome.events
        names = words.names(state)
        board = words.board(state)
        listed = set(re.findall(r"[\w-]+", board))
        whole = {names[unit] for unit in names.keys() & listed}
        for unit, called in names.items():
            # A name can be a part of another, which stands there with its own id.
            is_part = any(called in other for other in whole)
            assert called not in board or unit in listed or is_part, (called, board)
        parts, cards = story_parts(ruleset, state, events)
        key = dict(named_in(events, cards, names))
        assert all(names[unit] == called != unit for called, unit in key.items())
        told = " ".join(str(item.text or "") for part in parts for item in part.items)
        for unit, called in names.items():
            is_told = re.search(rf"(?<!\w){re.escape(called)}(?!\w)", told)
            is_part = any(called in other for other in key)
            assert not is_told or called == unit or is_part, (called, told)


@pytest.mark.parametrize("name", NAMES)
def test_data_packs_can_be_given_away(name: str):
    """Each is JSON under a name that a charter and an archive can hold, and says whose it is."""
    ruleset = find(name)
    for pack, data in ruleset.packs().items():
        assert re.fullmatch(r"[a-z0-9_-]{1,40}", pack)
        assert json.loads(data)
    assert ruleset.packs() == ruleset.packs()
    assert ruleset.notice().strip()
    assert ruleset.notice().endswith("\n")


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_pieces_are_somewhere_and_carried_by_pieces_that_are_there(name: str, scenario: str):
    """What is left of a piece is at a place; a carrier is in the same place as what it carries."""
    ruleset = find(name)
    if not isinstance(ruleset, KeepsStatistics):
        pytest.skip("no pieces to ask for")
    for step in play_once(name, scenario, 0)[::5]:
        roster, at = ruleset.roster(step.before.state), ruleset.whereabouts(step.before.state)
        assert at.keys() <= roster.keys()
        for unit, where in at.items():
            assert bool(where.place) == bool(where.left)
            assert where.left <= roster[unit].full
            assert not where.aboard or at[where.aboard].place == where.place
    for piece in roster.values():
        assert all(called and value for called, value in piece.printed)
