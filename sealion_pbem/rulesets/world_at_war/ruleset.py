"""The ruleset protocol of A World at War, by dispatch to the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.account import Account, GivesAccount
from sealion_pbem.engine.ahead import Mistimed
from sealion_pbem.engine.capability import (
    Answers,
    HasCommanders,
    KeepsSecrets,
    Ranks,
    Schedules,
    TakesPositions,
    WritesPositions,
)
from sealion_pbem.engine.pack import Layout, PackKeeping
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.showing import CountsCosts, DescribesPacks
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Violation
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.world_at_war import (
    answering,
    data,
    position,
    sampling,
    showing,
    telling,
    timing,
    written,
)
from sealion_pbem.rulesets.world_at_war.chapters import FORMS, OBEYS
from sealion_pbem.rulesets.world_at_war.drawn import Drawn
from sealion_pbem.rulesets.world_at_war.events.register import EVENTS
from sealion_pbem.rulesets.world_at_war.index import SECTIONS
from sealion_pbem.rulesets.world_at_war.orders import ORDERS
from sealion_pbem.rulesets.world_at_war.policies import POLICIES, RANKING
from sealion_pbem.rulesets.world_at_war.rules import r01_turn, r02_asking
from sealion_pbem.rulesets.world_at_war.setting import OPTIONS, settings_of
from sealion_pbem.rulesets.world_at_war.speech import Spoken
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import SEATS

if TYPE_CHECKING:
    from sealion_pbem.engine.commander import Commander
    from sealion_pbem.engine.forecast import Forecast

__all__ = ["WORLD_AT_WAR", "WorldAtWar"]


def _staff(seed: bytes) -> Commander:
    from sealion_pbem.rulesets.world_at_war.staff.commander import StaffOfWar

    return StaffOfWar(seed)


def _random(seed: bytes) -> Commander:
    from sealion_pbem.engine.commander import RandomCommander

    return RandomCommander(seed)


class WorldAtWar(
    Ruleset[State],
    Schedules[State],
    Answers[State],
    Ranks[State],
    KeepsSecrets[State],
    GivesAccount[State],
    TakesPositions,
    WritesPositions[State],
    CountsCosts[State],
    HasCommanders,
    DescribesPacks,
    Drawn,
    Spoken,
):
    """France 1940, a school and the maquis."""

    id = "world-at-war"
    revision = 1
    title = "A World at War: France 1940"
    seats: tuple[Seat, ...] = SEATS
    die = 6
    scenarios: Mapping[str, str] = {
        "france-1940": "the campaign in the West, four seasons",
        "sedan-school": "ten units and the Meuse at Sedan, two turns",
        "maquis": "partisans in the Massif Central, three turns",
    }
    options: Mapping[str, str] = OPTIONS
    orders: Mapping[str, type[Order]] = ORDERS
    forms = FORMS
    events: Mapping[str, type[Event[Any]]] = EVENTS
    rules: Mapping[str, str] = SECTIONS
    policies: Mapping[str, Mapping[str, str]] = POLICIES
    ranking: Mapping[str, Mapping[str, str]] = RANKING
    main_decisions = frozenset(
        {
            *("setup", "prepare", "move", "announce", "drops", "exploit", "attrition", "occupy"),
            *("construct", "redeploy"),
        }
    )
    stages: tuple[str, ...] = timing.STAGES
    lapsing = timing.LAPSING
    sequence_rule = "R-2"
    forfeits: Mapping[str, str] = {
        kind: [*policies][1] for kind, policies in POLICIES.items() if policies
    }
    quiet = frozenset(
        {
            *("dice_rolled", "stage_ended", "attack_ready", "fight_went", "fight_began"),
            *("losses_met", "zones_fixed", "fight_ended", "wings_flew", "step_began"),
        }
    )
    account = Account(
        names=showing.names,
        part=showing.part,
        briefing=showing.briefing,
        board=showing.board,
        cards=showing.cards,
        losses=showing.losses,
        places=showing.places,
        roster=showing.roster,
        whereabouts=showing.whereabouts,
        tally=showing.tally,
        rollers=showing.rollers,
    )
    losses_in = showing.FACTORS
    bloodless = frozenset[str]()
    arms = showing.ARMS
    where = ("hex",)

    commanders: Mapping[str, Callable[[bytes], Commander]] = {"staff": _staff, "random": _random}
    shown_turns = 2

    def schema(self, part: str) -> Json | None:
        """Return the shape of orders, of positions and of the charts of the pack."""
        known = ("orders", "position", "pack_tables", "pack_scenario")
        return data.schema(part) if part in known else None

    def packs(self) -> Mapping[str, bytes]:
        """Return map, counters, tables and scenarios."""
        return data.files_read()

    def notice(self) -> str:
        """Return whose the data are."""
        return data.notice()

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        """R-1, R-18  Return the state in which the game begins."""
        if scenario not in self.scenarios:
            raise UsageError(
                f"no scenario is called {scenario!r}", hint=f"there is {', '.join(self.scenarios)}"
            )
        return position.start(scenario, settings_of(options))

    def position(self, start: State, document: Json) -> State:
        """Return the state that a position written by hand describes."""
        return written.position(start, document)

    def write_position(self, state: State) -> Json:
        """Return the position that is read as this state."""
        return written.write_position(
            position.start(state.table.scenario, state.table.settings), state
        )

    def resume(self, play: Play[State]) -> None:
        """Go on from a position written by hand up to the first decision."""
        self.advance(play)

    def copy(self, state: State) -> State:
        """Return a working copy."""
        return position.copied(state)

    def pack(self, state: State) -> Json:
        """Return the state as JSON."""
        return position.packed(state)

    def unpack(self, document: Json) -> State:
        """Return the state that `pack` wrote."""
        return position.unpacked(document)

    def advance(self, play: Play[State]) -> Decision | None:
        """Let happen what needs nobody's choice."""
        return r01_turn.advance(play)

    def decision(self, state: State) -> Decision | None:
        """Return where the game waits."""
        return r02_asking.decision(state)

    def check(self, state: State, order: Order) -> Iterable[Violation]:
        """Return every rule the order breaks; a plan is judged in its normal form."""
        form = FORMS[order.kind]
        return form.check(state, form.normal(order) if form.normal else order)

    def obey(self, play: Play[State], order: Order) -> None:
        """Carry out a legal order."""
        OBEYS[type(order)](play, order)

    def offers(self, state: State) -> Iterator[Order]:
        """Return a sample of the menus."""
        return sampling.sampled(state, self.decision(state))

    def costs(
        self, before: State, events: Sequence[Event[Any]], say: Say = by_id
    ) -> Mapping[int, str]:
        """Return moves, odds and attritions in numbers."""
        from sealion_pbem.rulesets.world_at_war import reckoning

        return reckoning.costs(before, events, say)

    def last_turn(self, state: State) -> int:
        """R-1  Return how many game turns are played."""
        return len(state.table.turns)

    def stage_names(self, state: State) -> tuple[str, ...]:
        """Return the name of the step."""
        return (state.step,)

    def mistimed(self, state: State, decision: Decision, order: Order, stage: str) -> Mistimed:
        """R-2  Return in which step an order has its time."""
        return timing.mistimed(state, decision, order, stage)

    def secrets(self, state: State) -> Mapping[str, tuple[Json, ...]]:
        """Return nothing: what is secret here are standing orders, which the engine seals."""
        return {}

    def breaches(self, state: State) -> tuple[Violation, ...]:
        """Return nothing: no seal of the rules."""
        return ()

    def answer(self, state: State, policy: str) -> Order | None:
        """Return what a policy answers to the pending decision."""
        return answering.answer(state, policy)

    def ranked_answer(self, state: State, policy: str, order: tuple[str, ...]) -> Order | None:
        """Return what a policy answers that goes by an order of hexes or units."""
        return answering.answer(state, policy, order)

    def refuse_rank(self, kind: str, policy: str, name: str) -> str:
        """Return why a name cannot stand in such an order."""
        return answering.refuse_rank(kind, policy, name)

    def facts(self, state: State) -> Mapping[str, int | str]:
        """Return what standing orders may ask."""
        return answering.facts(state)

    def game_turn(self, state: State) -> int:
        """Return the number of the game turn."""
        return state.turn

    def clock(self, state: State) -> str:
        """Return turn, seat and step."""
        phase = f"-{state.phase}" if state.phase else ""
        return f"T{state.turn:02d}/{state.active}/{state.step}{phase}"

    def result(self, state: State) -> str:
        """R-17  Return how the game ended."""
        return f"{state.verdict} ({state.points} points)" if state.verdict else ""

    def forecasts(self, state: State, order: Order) -> tuple[Forecast, ...]:
        """Return what the dice of an order can bring."""
        from sealion_pbem.rulesets.world_at_war import forecasts

        return forecasts.forecasts(self, state, order)

    def prospects(self, state: State) -> tuple[Forecast, ...]:
        """Return nothing: all dice fall at somebody's order, the winter's behind the last of a turn."""
        return ()

    def tell(self, event: Event[Any], say: Say = by_id) -> str:
        """Return one plain sentence for an event."""
        return telling.tell(event, say)

    def pack_keeping(self) -> PackKeeping:
        """Return the files of the data pack and what is done with them."""
        from sealion_pbem.rulesets.world_at_war.packs import (
            columns,
            compilation,
            pack_check,
            show,
        )

        return PackKeeping(
            Layout(data.folder(), columns.LAYOUTS, columns.CHARTS, ()),
            pack_check.findings,
            pack_check.counts,
            compilation.compile_pack,
            show.describe,
        )


WORLD_AT_WAR = WorldAtWar()
