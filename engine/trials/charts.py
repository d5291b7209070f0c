"""Charts as SVG, for pages that are read without this program: bars with intervals, lines by turn, columns, shares."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

WIDE: Final = 640
"""Width of a chart in pixels."""
HIGH: Final = 260
LEFT, RIGHT, TOP, FOOT = 56, 16, 14, 42
ROW: Final = 34
"""Height of a row of bars."""
NAMES: Final = 170
"""Room for the names of bars."""
NOBODY: Final = "#9aa5ad"
"""The colour of a draw, and of hexes that no side holds."""
INK: Final = "#33414d"
GRID: Final = "#d9dfe4"


@dataclass(frozen=True, slots=True)
class Bar:
    """A share with its interval."""

    name: str
    colour: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart: a value for each place along it; None where there is none."""

    name: str
    colour: str
    values: Sequence[float | None]
    bounds: Sequence[tuple[float, float]] = ()
    """An interval for each value, drawn as a band."""


def strong(colour: str) -> str:
    """A side's colour, pale as counters are, made dark and full enough for lines on white."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, _light, full = colorsys.rgb_to_hls(red, green, blue)
    return "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue, 0.4, max(0.55, full)))


def bars(rows: Sequence[Bar], title: str) -> str:
    """Shares from 0 to 1 as bars, each with its 95 % interval as a whisker."""
    span = WIDE - NAMES - 2 * RIGHT
    high = TOP + ROW * len(rows) + 26

    def at(share: float) -> float:
        return NAMES + span * share

    parts = [_line(at(tick / 4), TOP, at(tick / 4), high - 26, GRID) for tick in range(5)]
    parts += [_text(at(tick / 4), high - 8, f"{tick * 25} %", "middle") for tick in range(5)]
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        parts.append(_rect(NAMES, y - 10, span * row.value, 20, row.colour))
        parts.append(_line(at(row.low), y, at(row.high), y, INK, 2))
        parts += [_line(at(end), y - 5, at(end), y + 5, INK, 2) for end in (row.low, row.high)]
        parts.append(_text(NAMES - 8, y + 4, row.name, "end"))
    return _svg(parts, high, title)


def lines(series: Sequence[Series], places: Sequence[str], title: str, unit: str = "") -> str:
    """Values by turn (or by the settings of a sweep) as lines with points, from 0 up, or from lower ones."""
    values = [value for line in series for value in line.values if value is not None]
    values += [end for line in series for bounds in line.bounds for end in bounds]
    low, step, high = _scale(min([0.0, *values]), max([0.0, *values]))

    def at(place: int, value: float) -> tuple[float, float]:
        x = LEFT + (WIDE - LEFT - RIGHT) * (place + 0.5) / max(1, len(places))
        return x, HIGH - FOOT - (HIGH - FOOT - TOP) * (value - low) / (high - low)

    parts = []
    for tick in range(round((high - low) / step) + 1):
        y = at(0, low + tick * step)[1]
        parts.append(_line(LEFT, y, WIDE - RIGHT, y, GRID))
        parts.append(_text(LEFT - 6, y + 4, f"{low + tick * step:g}{unit}", "end"))
    every = ceil(len(places) / 12)
    parts += [_text(at(i, 0)[0], HIGH - FOOT + 16, place, "middle") for i, place in enumerate(places) if i % every == 0]
    for line in series:
        parts += _one_line(line, at)
    return _svg([*parts, *_key([(line.name, line.colour) for line in series], HIGH - 8)], HIGH, title)


def _one_line(line: Series, at: Callable[[int, float], tuple[float, float]]) -> Iterator[str]:
    if line.bounds:
        ends = [at(i, bounds[1]) for i, bounds in enumerate(line.bounds)]
        ends += [at(i, bounds[0]) for i, bounds in reversed(list(enumerate(line.bounds)))]
        yield f'<polygon points="{_points(ends)}" fill="{line.colour}" fill-opacity="0.16"/>'
    spots = [at(i, value) for i, value in enumerate(line.values) if value is not None]
    yield f'<polyline points="{_points(spots)}" fill="none" stroke="{line.colour}" stroke-width="2.5"/>'
    for x, y in spots:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{line.colour}"/>'


def columns(counts: Mapping[int, int], title: str) -> str:
    """How often each number, as columns without gaps in the numbers."""
    first, last = min(counts, default=1), max(counts, default=1)
    numbers = range(first, last + 1)
    _, step, high = _scale(0, max(counts.values(), default=1))
    span = (WIDE - LEFT - RIGHT) / len(numbers)
    parts = []
    for tick in range(round(high / step) + 1):
        y = HIGH - FOOT - (HIGH - FOOT - TOP) * tick * step / high
        parts += [_line(LEFT, y, WIDE - RIGHT, y, GRID), _text(LEFT - 6, y + 4, f"{tick * step:g}", "end")]
    for i, number in enumerate(numbers):
        tall = (HIGH - FOOT - TOP) * counts.get(number, 0) / high
        width = min(60.0, span * 0.7)
        parts.append(_rect(LEFT + span * (i + 0.5) - width / 2, HIGH - FOOT - tall, width, tall, "#5b7f9c"))
        if i % ceil(len(numbers) / 20) == 0:
            parts.append(_text(LEFT + span * (i + 0.5), HIGH - FOOT + 16, str(number), "middle"))
    return _svg(parts, HIGH, title)


def shares(rows: Sequence[tuple[str, Mapping[str, float]]], key: Mapping[str, tuple[str, str]], title: str) -> str:
    """Parts of a whole as bars of many colours: (name, part by what) a row, and for each what its name and colour."""
    span = WIDE - NAMES - RIGHT
    high = TOP + ROW * len(rows) + 34
    parts = []
    for number, (name, by) in enumerate(rows):
        y, x = TOP + ROW * number + ROW / 2, float(NAMES)
        parts.append(_text(NAMES - 8, y + 4, name, "end"))
        for what, (_, colour) in key.items():
            wide = span * by.get(what, 0.0)
            parts.append(_rect(x, y - 10, wide, 20, colour))
            if by.get(what, 0.0) >= 0.08:
                parts.append(_text(x + wide / 2, y + 4, f"{100 * by[what]:.0f} %", "middle", "#ffffff"))
            x += wide
    return _svg([*parts, *_key(list(key.values()), high - 10)], high, title)


def _scale(least: float, most: float) -> tuple[float, float, float]:
    """(from, step, to) in round numbers around two values."""
    span = (most - least) or 1.0
    power = 10.0 ** floor(log10(span / 4))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 5)
    low, high = floor(least / step + 1e-9) * step, ceil(most / step - 1e-9) * step
    return low, step, high if high > low else low + step


def _key(names: Sequence[tuple[str, str]], y: float) -> Iterator[str]:
    x = float(LEFT)
    for name, colour in names:
        yield _rect(x, y - 9, 11, 11, colour)
        yield _text(x + 16, y, name, "start")
        x += 34 + 7.2 * len(name)


def _points(spots: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def _rect(x: float, y: float, wide: float, high: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, wide):.1f}" height="{high:.1f}" fill="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str, colour: str = INK) -> str:
    said = text if len(text) <= 26 else text[:25] + "…"
    tip = f"<title>{escape(text)}</title>" if said != text else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{tip}{escape(said)}</text>'


def _svg(parts: Sequence[str], high: float, title: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:.0f}" role="img"'
    style = 'font-family="sans-serif" font-size="13"'
    return f'{head} aria-label="{escape(title)}" {style}><title>{escape(title)}</title>{"".join(parts)}</svg>'
