"""Standing orders in words: "standing: take losses = weakest if weather is rain, until turn 5"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.words import Json

__all__ = ["read_standing", "said_standing"]

_LIMIT = re.compile(r",\s*at most (\d{1,4}) times?$", re.IGNORECASE)
_UNTIL = re.compile(r",\s*until turn (\d{1,4})$", re.IGNORECASE)
_ELSE = re.compile(r",\s*else (\w+)$", re.IGNORECASE)
_IF = re.compile(r"\sif\s(?P<conditions>.*)$", re.IGNORECASE)
_AND = re.compile(r"\sand\s(?=\S+ is )", re.IGNORECASE)
_CONDITION = re.compile(
    r"(?P<fact>\S+(?: \S+)*?) is "
    r"(?:at least (?P<at_least>-?\d+)|at most (?P<at_most>-?\d+)|(?P<equals>.+))$",
    re.IGNORECASE,
)


def said_standing(order: Mapping[str, Json], said: str) -> str:
    """Return a standing order as a line; `said` is what it does, in words."""
    line = f"standing: {order['when'].replace('_', ' ')} = {said}"
    conditions = [_said_condition(condition) for condition in order.get("if", ())]
    if conditions:
        line += f" if {' and '.join(conditions)}"
    if order.get("limit") is not None:
        line += f", at most {order['limit']} times"
    if order.get("until") is not None:
        line += f", until turn {order['until']}"
    if order.get("otherwise", "ask") != "ask":
        line += f", else {order['otherwise']}"
    return line


def read_standing(text: str) -> tuple[dict[str, Any], str] | str:
    """Return a standing order but for what it does, and that in words; or what is wrong."""
    when, mark, rest = text.partition("=")
    if not mark or not when.strip() or not rest.strip():
        return "a standing order is written as DECISION = ANSWER"
    order: dict[str, Any] = {"when": "_".join(when.casefold().split())}
    rest = rest.strip()
    for pattern, member in ((_ELSE, "otherwise"), (_UNTIL, "until"), (_LIMIT, "limit")):
        found = pattern.search(rest)
        if found:
            order[member] = found[1].casefold() if member == "otherwise" else int(found[1])
            rest = rest[: found.start()]
    found = _IF.search(rest)
    if found:
        rest = rest[: found.start()]
        conditions = [_read_condition(part) for part in _AND.split(found["conditions"])]
        for condition in conditions:
            if isinstance(condition, str):
                return condition
        order["if"] = conditions
    return order, rest.strip()


def _said_condition(condition: Mapping[str, Json]) -> str:
    fact = str(condition["fact"]).replace("_", " ")
    for member, words in (("at_least", "at least "), ("at_most", "at most "), ("is", "")):
        if condition.get(member) is not None:
            return f"{fact} is {words}{condition[member]}"
    return fact


def _read_condition(text: str) -> dict[str, Json] | str:
    found = _CONDITION.match(text.strip())
    if found is None:
        return f"a condition is written as FACT is VALUE or FACT is at least NUMBER, not {text!r}"
    fact = "_".join(found["fact"].casefold().split())
    for member in ("at_least", "at_most"):
        if found[member]:
            return {"fact": fact, member: int(found[member])}
    value = found["equals"].strip()
    is_number = value.lstrip("-").isdecimal()
    return {"fact": fact, "is": int(value) if is_number else value}
