"""A third edition in a page of code (`tests/sealion_third.py`), played to its end and audited."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.engine.ahead import Due
from sealion_pbem.engine.commander import Commander, RandomCommander
from sealion_pbem.engine.compiled import pack_digests
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.words import Event
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets import GROUP, find
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.editions import DELUXE, MAGAZINE
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.general import StageBegun
from sealion_pbem.rulesets.sealion.forecasts import fate
from sealion_pbem.rulesets.sealion.invariants import broken
from sealion_pbem.rulesets.sealion.rules.ch03_weather import WeatherDetermined
from sealion_pbem.rulesets.sealion.rules.ch04_victory import FactoriesTaken
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023, Sealion
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, Unit
from sealion_pbem.umpire.audit import audit_folder
from tests.sealion_third import FACTORIES, STORMY, THIRD


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The edition as the game of another package."""
    site = tmp_path / "site"
    info = site / "stormy-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stormy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{THIRD.id} = tests.sealion_third:THIRD\n")
    monkeypatch.syspath_prepend(site)
    yield THIRD.id
    sys.path_importer_cache.pop(str(site), None)


@pytest.mark.timeout(600)
def test_a_campaign_between_random_commanders_ends_and_proves_itself(
    tmp_path: Path, installed: str
):
    """Found by its entry point, played by files, audited clean; the charter pins its own packs."""
    assert find(installed) is THIRD
    log = random_log("stormy", 5000, installed)
    write_campaign(tmp_path / "played", log)
    verdict = audit_folder(tmp_path / "played")
    assert verdict.exit_code == 0, verdict.failure
    assert verdict.result in ("the british player has won", "the german player has won")
    assert log[0].document["packs"] == pack_digests(THIRD.packs())
    assert {n for n, d in THIRD.packs().items() if d != DELUXE_2023.packs()[n]} == {
        "board",
        "tables",
    }


def played(
    german: Callable[[bytes], Commander], british: Callable[[bytes], Commander]
) -> Iterator[Event[State]]:
    """The events of a game without files; every position in it is sound."""
    game = begin(THIRD, "stormy", THIRD.setup("invasion", {}))
    commanders = {GERMAN: german(b"german"), BRITISH: british(b"british")}
    while (decision := pending(THIRD, game)) is not None:
        turn = commanders[decision.seat].turn(THIRD, game, decision.seat)
        seed = sha256(digest_of(THIRD, game).encode()).digest()
        outcome = run(THIRD, game, turn, SeededDice(seed))
        game = outcome.game
        assert not [*broken(game.state)]
        yield from outcome.events
    assert THIRD.result(game.state)


@pytest.mark.timeout(600)
def test_the_staff_plays_it_by_its_own_rules():
    """Its weather, its sequence, its factories and its combat table are those that are played."""
    weathers, seen, stages, turn = ["clear"], set[type](), set[str](), 0
    for event in played(StaffCommander, RandomCommander):
        seen.add(type(event))
        match event:
            case WeatherDetermined(weather=weather, roll=roll):
                assert weather == ("rain" if roll >= 5 else "clear")
                assert bool(roll) == (turn > 1)
                assert ("rain on 5 or 6" if roll else "before turn 2") in THIRD.tell(event)
                weathers.append(weather)
            case StageBegun(step=step, stage=stage):
                turn = event.turn
                assert step != 14
                stages.add(stage)
                assert stage != "naval movement" or weathers[-1] == "clear"
            case FactoriesTaken(hexes=hexes):
                assert FACTORIES.issuperset(hexes)
            case CombatFought(column=1, result=result, modified=modified):
                assert result != "all attackers eliminated" or modified > 1
    assert set(weathers) == {"clear", "rain"}
    assert "evening strikes" in stages
    assert seen >= {FactoriesTaken, CombatFought}


def test_a_stage_of_its_own_is_played_and_has_its_orders():
    """Bombers strike again in the evening: it is asked, an order for it waits, and then is too late."""
    bomber, ship = "de_bomber_1_fliegerkorps_a", "uk_emerald"
    order, stage = Strike("C", ((bomber, ship),)), "evening strikes"
    state = THIRD.setup("invasion", {})
    state.turn, state.step, state.stage = 1, 6, stage
    for name in (bomber, ship):
        state.put(name, Unit("C", state.counter(name).steps))
    asked = THIRD.decision(state)
    assert asked is not None
    assert (asked.seat, asked.kind) == (GERMAN, "air_strikes")
    assert not [*THIRD.check(state, order)]
    assert stage in THIRD.stages
    assert stage not in DELUXE_2023.stages
    due = {}
    for step, named in ((5, "air strikes"), (7, "night combat")):
        state.step, state.stage = step, named
        now = replace(asked, accepts=frozenset({"engage"}))
        due[step] = THIRD.mistimed(state, now, order, stage)
    assert due[5].due is Due.LATER
    assert "evening strikes (step 6), which comes later" in due[5].why.text
    assert due[7].due is Due.OVER


def test_the_published_editions_are_left_as_they_were():
    """What an edition changes is its own; the others share packs with nobody who changes them."""
    assert DELUXE.charts["weather"]["rain_from"] == 6
    assert len(DELUXE.factories) == 29
    assert len(MAGAZINE.factories) == 25
    assert STORMY.factories == FACTORIES
    rain = [fate.of_weather(edition, 3).chance_of("rain") for edition in (STORMY, DELUXE)]
    assert rain == [Fraction(1, 3), Fraction(1, 6)]
    assert "step 14" in DELUXE_2023.stages
    assert "step 14" not in THIRD.stages
    cells = THIRD.chart().cells
    drawn = {cell.number for cell in cells for site in cell.sites if site.kind == "factory"}
    assert drawn == FACTORIES


def test_two_tables_of_one_edition_are_alike_whatever_was_asked_of_them():
    """A table that is made again, because many others were asked for, is equal to the first."""
    first, again = Sealion(STORMY).setup("invasion", {}), THIRD.setup("invasion", {})
    assert first.table is not again.table
    first.table.gait_of("uk_1_inf")
    assert first == again


def test_an_unknown_pack_or_printing_is_refused():
    """A manifest that names what is not there says what there is, and plays nothing."""
    with pytest.raises(UsageError, match="no pack is called 'counters_1940'") as refused:
        data.compiled("counters_1940")
    assert "counters_2016" in refused.value.hint
    nowhere = Sealion(replace(DELUXE, printing="1940"))
    with pytest.raises(UsageError, match="no factories of the printing '1940'"):
        nowhere.setup("invasion", {})
