"""Forecasts in plain lines, as commands print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from sealion_pbem.engine.card import Force
from sealion_pbem.engine.forecast import Case, Forecast

__all__ = ["foretold", "foretold_briefly"]


def foretold(forecasts: Iterable[Forecast]) -> Iterator[str]:
    """Return what is known before the dice, and every result with its probability."""
    for forecast in forecasts:
        how = f", by simulation of {forecast.runs} runs" if forecast.runs else ""
        yield f"forecast: {forecast.title} (rule {forecast.rule}{how})"
        yield from (f"  {line}" for line in _known(forecast))
        yield from (f"  assuming: {text}" for text in forecast.assumes)
        yield from (f"  {_case(case)}" for case in forecast.cases)


def foretold_briefly(forecasts: Iterable[Forecast]) -> Iterator[str]:
    """Return one line for each forecast: what may become true, what each seat loses on average."""
    for forecast in forecasts:
        facts = dict.fromkeys(fact for case in forecast.cases for fact in case.facts)
        seats = dict.fromkeys(seat for case in forecast.cases for seat, _ in case.lost)
        parts = [f"{fact} {_percent(forecast.chance_of(fact))}" for fact in facts]
        parts += [f"{seat} loses {_decimal(forecast.expected(seat))} on average" for seat in seats]
        rest = f" ({forecast.assumes[0]})" if forecast.assumes else ""
        yield f"forecast: {forecast.title}: {', '.join(parts) or 'nothing is lost'}{rest}"


def _known(forecast: Forecast) -> Iterator[str]:
    clash = forecast.clash
    if clash is None:
        return
    yield " against ".join(map(_force, clash.forces))
    if clash.column:
        yield f"column {clash.column}"
    if clash.factors:
        lines = (f"{line.value:+d} {line.name} ({line.rule})" for line in clash.factors)
        yield f"die {', '.join(lines)}"


def _force(force: Force) -> str:
    units = ", ".join(f"{line.name} {line.value}".strip() for line in force.lines) or "nobody"
    total = f" = {force.total}" if force.total and len(force.lines) > 1 else ""
    return f"{force.seat} {force.role}: {units}{total}"


def _case(case: Case) -> str:
    facts = [fact for fact in case.facts if fact not in case.result]
    losses = [f"{seat} loses {count}" for seat, count in case.lost]
    return f"{_percent(case.chance)} ({case.chance}): {'; '.join([case.result, *facts, *losses])}"


def _decimal(number: Fraction) -> str:
    hundredths = round(number * 100)
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _percent(chance: Fraction) -> str:
    tenths = round(chance * 1000)
    return f"{tenths // 10}.{tenths % 10} %"
