"""Small plots: bars in a terminal, lines and bars as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

__all__ = ["bar", "bars_svg", "lines_svg"]

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 560, 220, 46, 28, 14
_PARTS = " ▏▎▍▌▋▊▉"
_STEPS = (1.2, 2, 4, 6, 8)


def bar(value: float, most: float, width: int) -> str:
    """Return a bar of blocks, as long as the value is large; width is that of the largest."""
    eighths = round(8 * width * max(0.0, value) / most) if most > 0 else 0
    return "█" * (eighths // 8) + _PARTS[eighths % 8].strip()


def bars_svg(title: str, groups: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """Return bars side by side: a group for each name, a bar in it for each series."""
    most = _ceiling(max((max(values, default=0) for values in series.values()), default=0))
    drawn = [_grid(0, most)]
    slot = (_WIDTH - _LEFT) / max(1, len(groups))
    for number, name in enumerate(groups):
        middle = _LEFT + slot * (number + 0.5)
        drawn.append(_label(middle, _HEIGHT - 8, name))
        breadth = slot * 0.8 / max(1, len(series))
        for place, (whose, values) in enumerate(series.items()):
            y = _y(values[number], 0, most)
            x = middle - slot * 0.4 + breadth * place
            drawn.append(
                f'<rect class="s{place}" x="{x:.1f}" y="{y:.1f}" width="{breadth * 0.92:.1f}" '
                f'height="{_HEIGHT - _BOTTOM - y:.1f}"><title>{escape(whose)}, {escape(name)}: '
                f"{values[number]:g}</title></rect>"
            )
    return _document(title, drawn)


def lines_svg(title: str, names: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """Return a line for each series, over the same names."""
    every = [value for values in series.values() for value in values] or [0]
    low = -_ceiling(-min(every)) if min(every) < 0 else 0
    high = _ceiling(max(every)) if max(every) > 0 else 0
    drawn = [_grid(low, high if high > low else low + 1)]
    high = high if high > low else low + 1
    slot = (_WIDTH - _LEFT) / max(1, len(names))
    drawn += [_label(_LEFT + slot * (n + 0.5), _HEIGHT - 8, name) for n, name in enumerate(names)]
    for place, (whose, values) in enumerate(series.items()):
        points = [
            (_LEFT + slot * (n + 0.5), _y(value, low, high)) for n, value in enumerate(values)
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawn.append(f'<polyline class="l{place}" points="{line}"/>')
        drawn += [
            f'<circle class="s{place}" cx="{x:.1f}" cy="{y:.1f}" r="3.4"><title>{escape(whose)}, '
            f"{escape(name)}: {value:g}</title></circle>"
            for (x, y), name, value in zip(points, names, values, strict=True)
        ]
    return _document(title, drawn)


def _document(title: str, drawn: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"><title>{escape(title)}</title>'
        f"{''.join(drawn)}</svg>"
    )


def _grid(low: float, high: float) -> str:
    lines = []
    for part in range(5):
        value = low + (high - low) * part / 4
        y = _y(value, low, high)
        lines.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="scale" x="{_LEFT - 6}" y="{y + 4:.1f}">{value:g}</text>'
        )
    return "".join(lines)


def _label(x: float, y: float, text: str) -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y}">{escape(text)}</text>'


def _y(value: float, low: float, high: float) -> float:
    return _HEIGHT - _BOTTOM - (value - low) / (high - low or 1) * (_HEIGHT - _BOTTOM - _TOP)


def _ceiling(value: float) -> float:
    """Return a round number that is not smaller, and that four can divide."""
    size = 1.0
    while size * _STEPS[-1] < value:
        size *= 10
    return next(size * step for step in _STEPS if size * step >= value)
