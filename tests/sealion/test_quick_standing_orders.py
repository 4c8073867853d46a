"""The quick standing orders: legal, complete, and a game turn takes the few mails they promise."""

import pytest

from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.rulesets import find
from tools.count_mails import play, preset

SEATS = ["german", "british"]
EDITIONS = ["sealion-2016", "sealion-deluxe"]
# What a player wants to write himself, step by step.
BIG = {
    "german_setup", "british_setup", "naval_movement", "air_movement", "air_reaction",
    "arrivals", "land_movement", "after_drop", "breach",
}  # fmt: skip
# What only its owner knows cannot be answered by a policy that everybody can read (14.6).
SECRET = {"seal_parachutists", "open_parachutists"}
ONE_SIDED = {"german": {"evacuation"}, "british": {"touch_down", "supply_transports"}}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seat", SEATS)
def test_presets_speak_of_what_the_game_knows(edition, seat):
    """Every decision and policy exists."""
    orders = tuple(from_wire(StandingOrder, order) for order in preset(seat))
    assert list(check_standing(find(edition), orders)) == []


@pytest.mark.parametrize("seat", SEATS)
def test_presets_answer_everything_but_the_big_decisions(seat):
    """Each small decision a seat can be asked is answered once, with the default to fall back on."""
    kinds = [order["when"] for order in preset(seat)]
    assert len(kinds) == len(set(kinds))
    assert (
        set(kinds) == set(answers_of(find(EDITIONS[0])).policies) - BIG - SECRET - ONE_SIDED[seat]
    )
    assert all("default" in (order["do"], order.get("otherwise")) for order in preset(seat))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_decision_has_a_documented_default(edition):
    """`sealion rules --decisions` says what it does."""
    for kind in answers_of(find(edition)).policies.keys() - SECRET:
        policies = answers_of(find(edition)).policies[kind]
        assert len(policies.get("default", "")) > len("nothing"), kind


def test_a_clear_game_turn_takes_six_mails():
    """Through two desks, orders written blind across dice; what comes back costs two mails each time."""
    count = play("sealion-deluxe", 1, b"a game", "random")
    setup, first = count.turns
    assert (setup.mails, first.weather) == (2, "clear")
    assert first.mails <= 6 + 2 * sum(count.returned.values())
    big = {mail.decision for mail in count.mails}
    assert big <= BIG | {""}
