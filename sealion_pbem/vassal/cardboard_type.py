"""Our counters in VASSAL's words: the traits of a piece, in the module and in play."""

from __future__ import annotations

from collections.abc import Sequence

from sealion_pbem.engine.alphabet import line
from sealion_pbem.vassal.escape import joined
from sealion_pbem.vassal.kit import MAP, STEP_LAYER, UNIT, Kit, KitCounter
from sealion_pbem.vassal.trait import chained

__all__ = ["counter_state", "counter_type", "label", "prototype", "slot", "slot_id"]

_TRAIL = "footprint;84,130;Movement trail;false;true;6;255,255,255;40,40,40;100;80;20;30;3.0;;;;"
_REMOVE = "delete;Remove;68,130;"
_SEAT = "mark;Seat"
_FLIP, _RESTORE = "70,130", "69,130"


def label(text: str) -> str:
    """Return words as VASSAL can hold them: in one line, and never with a backslash at the end."""
    return line(text).rstrip("\\")


def prototype(seat: str) -> str:
    """Return the definition that all counters of a seat share."""
    types = [*_shared(), "piece;;;;"]
    states = [*_shared_states(seat, ()), "null;0;0;;0"]
    return _added("null", chained(types), chained(states))


def slot(kit: Kit, counter: KitCounter) -> str:
    """Return a counter as the module keeps it, with the prototype of its seat."""
    types = [f"prototype;{counter.seat}", *_own(counter)]
    states = ["", *_own_states(counter, counter.faces), f"null;0;0;{slot_id(kit, counter)};0"]
    return _added("null", chained(types), chained(states))


def slot_id(kit: Kit, counter: KitCounter) -> str:
    """Return the number of a counter in the module."""
    return kit.slots[counter.id]


def counter_type(counter: KitCounter) -> str:
    """Return the type of a counter in play, in which prototypes have become their traits."""
    return chained([*_shared(), *_own(counter)])


def counter_state(
    kit: Kit,
    counter: KitCounter,
    left: int,
    spot: tuple[int, int],
    trail: Sequence[tuple[int, int]],
) -> str:
    """Return how and where a counter in play is, with the points over which it came."""
    number = slot_id(kit, counter)
    x, y = spot
    basic = f"{MAP};{x};{y};{number};0"
    return chained([*_shared_states(counter.seat, trail), *_own_states(counter, left), basic])


def _shared() -> list[str]:
    return [_TRAIL, _REMOVE, _SEAT]


def _shared_states(seat: str, trail: Sequence[tuple[int, int]]) -> list[str]:
    points = [f"{x},{y}" for x, y in trail]
    seen = "true" if points else "false"
    walked = joined([seen, "Map0", str(len(points)), *points, seen], ";")
    return [walked, "", seat]


def _own(counter: KitCounter) -> list[str]:
    layers = []
    image = counter.image(1)
    if counter.faces > 1:
        images = ",".join(counter.image(left) for left in range(counter.faces, 0, -1))
        names = joined(["", *["+ (reduced)"] * (counter.faces - 1)], ",")
        layers = [
            joined(
                ["emb2", "", "128", "A", "Lose a step", "128", "", "Restore a step", "128", "", "",
                 "", "1", "false", "0", "0", images, names, "false", STEP_LAYER, "", "", "false", "",
                 "1", "1", "true", "", _FLIP, _RESTORE, "", "1.0", "", "true"],
                ";",
            )
        ]  # fmt: skip
        image = ""
    return [f"mark;{UNIT}", *layers, joined(["piece", "", "", image, label(counter.name)], ";")]


def _own_states(counter: KitCounter, left: int) -> list[str]:
    levels = [str(counter.faces - left + 1)] if counter.faces > 1 else []
    return [joined([counter.id], ","), *levels]


def _added(name: str, kind: str, state: str) -> str:
    return "+/" + joined([name, kind, state], "/")
