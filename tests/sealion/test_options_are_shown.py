"""Optional rules in pictures, reports and statistics: what they add is drawn, told and counted."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.saying import Utterance
from sealion_pbem.report import drawing
from sealion_pbem.report.drawing.cardboard import counter
from sealion_pbem.report.pages import Pages
from sealion_pbem.report.passage import Change, Told
from sealion_pbem.report.statistics import gather
from sealion_pbem.rulesets.sealion.cards.luck import flak_luck
from sealion_pbem.rulesets.sealion.events import options
from sealion_pbem.rulesets.sealion.options import OPTIONS
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023 as DELUXE
from sealion_pbem.rulesets.sealion.veil import Veil
from sealion_pbem.umpire.correspondence import invitation
from sealion_pbem.umpire.exhibition import standing_orders
from sealion_pbem.umpire.founding import draft_for
from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.reporting import story_parts
from tests.histories import sealion_files
from tests.parachutists import PAIRS, veiled
from tests.sealion_table import table

EVERY: Mapping[str, Any] = DELUXE.optional_rules
HEX, BOMBER = "2918", "de_bomber_1_fliegerkorps_a"
EVENTS = [
    getattr(options, name) for name in options.__all__
]  # fmt: skip


def start():
    """The position in which a game with every optional rule begins."""
    return DELUXE.setup("invasion", EVERY)


def fire(gun, plane):
    """Events of a combat in which a brigade fires at a bomber, and the position before it."""
    position = table(options={"aa_brigades": True}, step=6, stage="land combat")
    position.at(brandenburgers_used=True).place({HEX: ["de_12_inf", "uk_6_aa_x", BOMBER]})
    before = position.state.copy()
    return before, position.dice(gun, plane, 6).order(Attack(HEX))


@pytest.mark.parametrize(
    ("gun", "plane", "words"),
    [(3, 2, "higher and flies on"), (4, 1, "driven off"), (3, 1, "equal: it loses a step")],
)
def test_aa_fire_is_a_clash_on_the_card_of_its_combat(gun, plane, words):
    """14.5.1  Dice, what is added and why, both totals, what came of it; then the combat itself."""
    before, events = fire(gun, plane)
    [card] = DELUXE.cards(before, events)
    shot, fought = card.clashes
    assert [force.lines[0].value for force in shot.forces] == [str(gun), str(plane + 2)]
    assert f"die {plane} +2: support 4 less AA 2" in shot.forces[1].lines[0].note
    assert words in shot.result
    assert ("1 Fliegerkorps" in "".join(shot.outcome)) == ("loses" in words)
    assert fought.column
    parts, _ = story_parts(DELUXE, before, tuple(events))
    items = [item for part in parts for item in part.items]
    assert sum(item.card is not None for item in items) == 1
    assert not any("have fired" in str(item.text) for item in items)


def test_aa_dice_belong_to_gun_and_aircraft():
    """14.5.1  The first die is the AA unit's, the second that of the air unit."""
    before, events = fire(3, 2)
    shot = next(event for event in events if isinstance(event, options.AAUnitFired))
    assert DELUXE.rollers(before, shot) == ("british", "german")
    at = events.index(shot)
    assert all(isinstance(event, DiceRolled) for event in events[at - 2 : at])


@pytest.mark.parametrize("modifier", range(-4, 6))
def test_the_luck_of_aa_fire_is_the_mean_over_all_dice(modifier):
    """14.5.1  A step is lost at equal totals only."""
    equal = [a == b + modifier for a, b in product(range(1, 7), repeat=2)]
    [line] = flak_luck("german", modifier, "hit")
    assert (line.lost, line.expected) == (1, Fraction(sum(equal), 36))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_event_of_the_options_can_be_told(event):
    """It is known to the game, has a sentence, and only the end of AA fire is left out of stories."""
    assert DELUXE.events[event.kind] is event
    assert event in DELUXE._tell
    assert (event.kind in DELUXE.quiet) == (event is options.AAFireEnded)


def test_arrivals_are_arrows_into_the_map():
    """14.3, 14.9  A unit comes from off the map, and goes on by rail from where it came in."""
    state = start()
    arrived = options.UnitArrived("uk_3_inf", "2012", "14.9", is_scheduled=True)
    [mark] = DELUXE.marks([arrived], state)
    assert (mark.kind, mark.places, mark.seat) == ("arrival", ("2012",), "british")
    drawn = drawing.svg(DELUXE, state, marks=[mark])
    assert '<g class="mark arrival"' in drawn


def test_those_who_wait_stand_on_shelves_with_names():
    """Turns 1, 2, 5, 6 and 7 have no box on the map; turns 3 and 4 have."""
    drawn = drawing.svg(DELUXE, start())
    for turn in "1567":
        assert f'>Turn</text><text x="23" y="38" font-size="22" font-weight="bold">{turn}<' in drawn
    assert DELUXE.supplement(start()).shelves == ("Turn 1", "Turn 2", "Turn 5", "Turn 6", "Turn 7")
    assert not DELUXE.supplement(DELUXE.setup("invasion", {})).shelves


def test_uxbridge_is_marked_where_it_matters():
    """14.2  The sign stands on the map of a game with the rule, and on no other."""
    assert drawing.svg(DELUXE, start()).count('class="headquarters"') == 1
    plain = DELUXE.setup("invasion", {})
    assert "headquarters" not in drawing.svg(DELUXE, plain)
    assert drawing.png(DELUXE, start(), crop=["3907"]) != drawing.png(DELUXE, plain, crop=["3907"])


def test_units_of_the_options_have_their_symbols():
    """Magnetic mines show their strength, Free French their colours, AA units and ships their sort."""
    faces = {piece.id: piece for piece in DELUXE.pieces(start())}
    assert (faces["de_magmine_1"].symbol, faces["de_magmine_1"].values) == ("mine", "1")
    assert DELUXE.piece("de_mine_1").values == ""
    assert faces["uk_1_aa_x"].symbol == "motorized_aa"
    assert faces["de_luetzow"].symbol == "capital_ship"
    french = faces["fr_1_ff"]
    assert french.flag == "french"
    style, bare = DELUXE.chart().style, replace(french, flag="")
    assert counter(french, style, is_plain=True) != counter(bare, style, is_plain=True)


def test_twins_look_alike_until_one_is_shown():
    """14.6  Two counters differ in their letter alone; a fake that was found out has another symbol."""
    closed = veiled().place({HEX: [*PAIRS["sturm"]]})
    one, other = (DELUXE.piece(name) for name in PAIRS["sturm"])
    alike = replace(one, id=other.id, name=other.name, label=other.label)
    assert alike == other
    assert one.name[:-1] == other.name[:-1]
    drawn = {piece.id: piece.symbol for piece in DELUXE.pieces(closed.state)}
    assert {drawn[name] for name in PAIRS["sturm"]} == {"parachute"}
    real, fake = PAIRS["sturm"]
    closed.at(veil=Veil(tuple(PAIRS), (real,), (fake,)))
    drawn = {piece.id: piece.symbol for piece in DELUXE.pieces(closed.state)}
    assert (drawn[real], drawn[fake]) == ("parachute", "parachute_dummy")


def test_a_report_names_the_options_and_who_is_to_come():
    """Rules in play, the changed number of factories, and where each arrival comes in."""
    facts = DELUXE.briefing(start())
    said = dict(facts.facts)
    assert all(option.rule in said["Optional rules"] for option in OPTIONS.values())
    assert "of 16" in said["Victory"]
    coming = {(when, where): who for when, who, where in facts.coming}
    assert "42 Inf" in coming["Turn 5", "3301 (14.3)"]
    assert any(where.endswith(", then by rail (14.9)") for _, where in coming)
    plain = DELUXE.briefing(DELUXE.setup("invasion", {}))
    assert "Optional rules" not in dict(plain.facts)
    assert {where for *_, where in plain.coming} == {"convoy assembly area"}


def test_an_invitation_explains_the_options():
    """Each in one line, with the way that was chosen."""
    draft = draft_for(
        "kent", ruleset="sealion-deluxe", mode="peer", created="2024-02-29T12:00:00Z",
        options={"free_french": "by_die", "raf_hq_uxbridge": True},
    )  # fmt: skip
    terms = dict(invitation(draft, "british", "kent.json").terms)
    assert terms["Options"] == "free_french by_die, raf_hq_uxbridge"
    assert terms["Option free french"].endswith("chosen: by_die")
    assert "Uxbridge" in terms["Option raf hq uxbridge"]


def test_a_standard_game_has_no_standing_orders_for_options():
    """A charter says nothing about decisions that cannot come up."""
    plain = {order["when"] for order in standing_orders(DELUXE, {})}
    every = {order["when"] for order in standing_orders(DELUXE, EVERY)}
    assert every - plain == {"aa_fire"}
    assert set(DELUXE.asked_by) <= set(DELUXE.policies)


def test_a_fake_that_is_found_is_no_loss():
    """14.6  Taking a fake away costs nobody a step in the statistics or on the pages of a history."""
    subject, passages = chronicle(Log(sealion_files("sealion-deluxe", 2)))
    passage = [one for one in passages if one.told][-1]
    name, _, steps, _ = subject.start[0]
    harmless = (options.FakesFound.kind, options.CounterWithdrawn.kind)
    for kind, lost in (*((kind, 0) for kind in harmless), ("unit_eliminated", steps)):
        said = Utterance((("it is gone", ""),))
        told = Told(kind, "it is gone", said, {}, 1, "T01", (Change(name, "", 0),))
        one = replace(passage, told=(told,), luck=())
        pages = Pages(subject)
        pages.take(one)
        for turn in (gather(subject, [one]).turns[1], pages._turns[1]):
            assert sum(turn.lost.values()) == lost
