"""8.1  The check of target priority against trying every order of designating, and other whole searches."""

import random
from functools import cache

import pytest

from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    attackers_in,
    may_target,
    rank,
    targets_in,
)
from tests.sealion_sea import at_sea
from tests.sealion_table import EDITIONS, both_editions

GERMAN = [
    "de_bty_siegfried",
    "de_sub_1",
    "de_emden",
    "de_adm_hipper",
    "de_tboats_1",
    "de_minesweeper_1",
]
GERMAN_TARGETS = ["de_mine_1", "de_transport_01", "de_marine"]
BRITISH = [
    "uk_mine_a",
    "uk_winnie",
    "uk_dummy",
    "uk_submarines_1",
    "uk_flot_1",
    "uk_norfolk",
    "uk_furious",
]


def can_be_designated(position, aims, sector):
    """Whether some way of designating target after target, by the letter of 8.1, leads to `aims`."""
    state = position.state
    attackers, targets = attackers_in(state, sector), targets_in(state, sector)
    counters = state.table.counters
    all_once_is_enough = not state.edition.every_attacker_is_assigned

    @cache
    def leads(free, covered, skipped, done):
        """`free` attackers are left; in this pass `covered` targets have one, `skipped` can have none."""
        open_ = [t for t in targets if t not in covered | skipped]
        rest = all(name not in aims for name in free)
        if rest and all_once_is_enough and (done or not open_):
            return True
        if not open_:
            # Where the line is not covered nobody is doubled.
            ends = bool(skipped) or not free
            return rest if ends else leads(free, frozenset(), frozenset(), done=True)
        lowest = min(rank(state, target) for target in open_)
        ties = [target for target in open_ if rank(state, target) == lowest]
        nobody = [t for t in ties if not any(may_target(counters[a], counters[t]) for a in free)]
        if len(nobody) == len(ties):
            return leads(free, covered, skipped | frozenset(ties), done=done)
        return any(
            leads(free - {name}, covered | {target}, skipped, done=done)
            for target in ties
            for name in free
            if aims.get(name) == target
        )

    return leads(frozenset(attackers), frozenset(), frozenset(), done=False)


@pytest.mark.parametrize("edition", list(EDITIONS))
@pytest.mark.parametrize("seed", range(40))
def test_8_1_an_assignment_is_legal_if_it_can_be_designated(edition, seed):
    """Random lines, random assignments: the check and the search agree."""
    dice = random.Random(seed)
    seat = dice.choice(["german", "british"])
    lines = [
        *dice.sample(GERMAN, dice.randint(1, 5)),
        *dice.sample(GERMAN_TARGETS, dice.randint(0, 2)),
        *dice.sample(BRITISH, dice.randint(1, 5)),
    ]
    position = at_sea(edition, lines, sector="A", seat=seat)
    position.at(task=None)
    attackers, targets = attackers_in(position.state, "A"), targets_in(position.state, "A")
    if position.decision is None:
        return
    counters = position.state.table.counters
    for _ in range(150):
        aims = {}
        for name in dice.sample(attackers, len(attackers)):
            able = [t for t in targets if may_target(counters[name], counters[t])]
            if able and dice.random() < 0.9:
                weak = able[: dice.randint(1, len(able))]
                aims[name] = dice.choice(weak)
        refused = bool(position.refusals(Engage("A", tuple(aims.items()))))
        assert refused != can_be_designated(position, aims, "A"), (lines, aims)


@both_editions
@pytest.mark.parametrize("seed", range(30))
def test_8_1_what_is_offered_is_legal_in_any_line(edition, seed):
    """Random lines by day and night, clear and rain: every offered assignment passes the check."""
    dice = random.Random(seed)
    position = at_sea(
        edition,
        [
            *dice.sample(GERMAN + GERMAN_TARGETS, dice.randint(2, 9)),
            *dice.sample(BRITISH, dice.randint(2, 7)),
        ],
        sector="A",
        seat=dice.choice(["german", "british"]),
        night=dice.random() < 0.3,
        weather=dice.choice(["clear", "rain"]),
    )
    while position.decision:
        offers = list(position.ruleset.offers(position.state))
        assert offers
        assert len(offers) == len(set(offers))
        assert [order for order in offers if position.refusals(order)] == []
        order = dice.choice(offers)
        position.dice(*(dice.randint(1, 6) for _ in range(60)))
        before = position.decision
        position.begin(lambda play, order=order: position.ruleset.obey(play, order))
        assert position.decision != before or position.state.resolved
