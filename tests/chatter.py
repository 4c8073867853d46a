"""Chatter: a game without an end for tests, in which orders and rolls are as large as one likes."""

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from sealion_pbem.engine.ahead import Due, Mistimed
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Seat, Violation, wrong_kind

__all__ = ["CHATTER", "LEFT", "RIGHT", "Complain", "Talk"]

LEFT, RIGHT = Seat("left"), Seat("right")


@frozen
class Talk:
    """Say words and throw dice."""

    kind: ClassVar[str] = "talk"
    words: str = ""
    dice: int = 0


@frozen
class Complain:
    """An order with as many faults as it says, each told in a sentence of this length."""

    kind: ClassVar[str] = "complain"
    faults: int
    length: int = 10


@frozen
class Talked:
    """Somebody has talked."""

    kind: ClassVar[str] = "talked"

    def on(self, state: "State") -> None:
        state.said += 1


@dataclass
class State:
    """How often somebody has talked; two seats take turns, in a game turn without an end."""

    said: int = 0


class Chatter:
    """As much of a ruleset as a run of the loop asks for."""

    id = "chatter"
    die = 6
    orders: ClassVar[dict[str, type[Order]]] = {Talk.kind: Talk, Complain.kind: Complain}
    policies: ClassVar[dict[str, dict[str, str]]] = {"talk": {"default": "say nothing"}}
    stages = ("talk",)
    lapsing: ClassVar[frozenset[str]] = frozenset()
    sequence_rule = "1.0"
    forfeits: ClassVar[dict[str, str]] = {}

    def copy(self, state: State) -> State:
        return State(state.said)

    def pack(self, state: State) -> dict[str, int]:
        return {"said": state.said}

    def clock(self, state: State) -> str:
        return f"W{state.said}"

    def game_turn(self, state: State) -> int:
        return 1

    def last_turn(self, state: State) -> None:
        return None

    def stage_names(self, state: State) -> tuple[str, ...]:
        return ("talk",)

    def decision(self, state: State) -> Decision:
        seat = LEFT if state.said % 2 == 0 else RIGHT
        return Decision(seat, "talk", "1.1", "say something", frozenset({"talk", "complain"}))

    def mistimed(self, state: State, decision: Decision, order: Order, stage: str) -> Mistimed:
        return Mistimed(Due.OVER, partial(wrong_kind, decision, order.kind))

    def check(self, state: State, order: Any) -> list[Violation]:
        if isinstance(order, Talk):
            return []
        text = "!" * order.length
        return [Violation("1.2", "fault", text, f"/faults/{n}") for n in range(order.faults)]

    def obey(self, play: Play[State], order: Any) -> None:
        if order.dice:
            play.rolls("1.3", "talk", order.dice)
        play.emit(Talked())

    def advance(self, play: Play[State]) -> Decision:
        return self.decision(play.state)

    def answer(self, state: State, policy: str) -> Order | None:
        return Talk() if policy == "default" else None

    def facts(self, state: State) -> dict[str, int]:
        return {}

    def tell(self, event: Any, say: Any = None) -> str:
        return "dice" if isinstance(event, DiceRolled) else "words"


CHATTER: Any = Chatter()
