"""Sentences: units by their names, and what several do alike said once."""

from typing import Any

import pytest

from sealion_pbem.engine.game import begin
from sealion_pbem.engine.saying import Named, by_id, counted, plural, said_together
from sealion_pbem.engine.turn import Automatic, Outcome
from sealion_pbem.engine.words import Event, Seat
from sealion_pbem.report.sentences import in_brief, story_in_brief, together
from sealion_pbem.report.story import Sentence
from sealion_pbem.rulesets.sealion.events import general as g
from sealion_pbem.rulesets.sealion.events.land import UnitLanded
from sealion_pbem.rulesets.sealion.events.naval import SeaBattleEnded, SubmarineDived
from tests.sealion_table import EDITIONS

RULESET: Any = EDITIONS["sealion-deluxe"]
NAMES = {"uk_hood": "Hood", "uk_nelson": "Nelson", "de_flak_ii-14": "II-14 Flak"}


def told(*events: Any) -> list[str]:
    return list(together(RULESET, events, NAMES))


def test_neighbours_that_do_the_same_share_a_sentence():
    """Only neighbours, and only what is said of one unit each."""
    assert told(
        g.UnitReduced("uk_hood", "8.4"),
        g.UnitReduced("uk_nelson", "8.4"),
        UnitLanded("de_flak_ii-14", "5921"),
        SeaBattleEnded("C"),
        g.UnitEliminated("uk_hood", "8.4"),
    ) == [
        "Hood and Nelson are reduced (8.4)",
        "II-14 Flak lands in 5921",
        "The battle in C is over",
        "Hood is eliminated (8.4)",
    ]


def test_three_are_listed():
    """Commas, and an and before the last."""
    assert told(*map(SubmarineDived, NAMES)) == ["Hood, Nelson and II-14 Flak dive"]


def test_what_is_said_already_is_not_said_again():
    """Also where something else has happened in between."""
    assert told(SubmarineDived("uk_hood"), SeaBattleEnded("C"), SubmarineDived("uk_hood")) == [
        "Hood dives",
        "The battle in C is over",
    ]


def test_a_unit_without_a_name_is_called_by_its_id():
    """It shares no sentence, since nobody says that it is a unit at all."""
    assert told(SubmarineDived("de_sub_1"), SubmarineDived("de_sub_2")) == [
        "De_sub_1 dives",
        "De_sub_2 dives",
    ]


def test_a_name_that_is_the_id_of_another_unit_stays():
    """Names are said where units are meant; whatever else stands in a sentence is left alone."""
    names = Named({"a": "b", "b": "c"})
    assert RULESET.tell(g.UnitBoarded("a", "b"), names) == "b goes aboard c"
    assert RULESET.tell(g.UnitPlaced("a", "b", "5.0"), names) == "b is placed in b"


def test_units_in_a_list_and_what_they_do():
    """One flies, two fly; without a verb it is a list."""
    say = Named(NAMES)
    assert said_together(say, ["uk_hood"], "flies", "fly") == "Hood flies"
    assert said_together(say, ["uk_hood", "x"], "flies", "fly") == "Hood, x fly"
    assert said_together(by_id, ["uk_hood", "x"]) == "uk_hood, x"


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 factories"), (1, "1 factory"), (2, "2 factories")]
)
def test_things_are_counted(number: int, said: str):
    """One is one, and none are several."""
    assert counted(number, "factory", "factories") == said
    assert plural(number, "step") == ("step" if number == 1 else "steps")


def test_a_story_in_brief_has_paragraphs_and_counts_answers():
    """Many placements are one line, standing orders are counted, and few events have a line each."""
    state = RULESET.setup("invasion", {})
    ships = [unit for unit in state.table.counters if unit.startswith("uk_flot")][:8]
    placed = [g.UnitPlaced(unit, "East", "5.2") for unit in ships]
    autos = tuple(
        Automatic(Seat("british"), kind, {}, number)
        for number, kind in enumerate(("defend", "take_losses", "defend"))
    )
    events: tuple[Event[Any], ...] = (*placed, g.UnitReduced("uk_hood", "8.4"))
    outcome = Outcome(begin(RULESET, "x", state), events, 0, None, autos)
    assert [*story_in_brief(RULESET, outcome)][1:] == [
        "Hood (uk_hood) is reduced (8.4)",
        "standing orders of british answered defend (2 times), take losses",
    ]
    line = next(story_in_brief(RULESET, outcome))
    assert line.endswith(" are placed in East")
    assert "(" not in line


def test_a_set_up_is_told_place_by_place_in_one_paragraph():
    """Who is placed in one hex is named together; many places stand in one line, few have one each."""
    places = [f"{4000 + number}" for number in range(8)]
    names = {f"unit_{number}": f"{number} Inf" for number in range(16)}
    events = [g.UnitPlaced(u, p, "5.2") for u, p in zip(names, places * 2, strict=True)]
    sentences = [Sentence(event, "") for event in events]
    (line,) = in_brief(RULESET, sentences, names)
    assert line.startswith(
        "0 Inf and 8 Inf are placed in 4000; 1 Inf and 9 Inf are placed in 4001; "
    )
    assert line.count(" are placed in ") == len(places)
    few = [*in_brief(RULESET, sentences[:2], names)]
    assert few == ["0 Inf (unit_0) is placed in 4000", "1 Inf (unit_1) is placed in 4001"]
