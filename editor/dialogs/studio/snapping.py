"""Where a dragged element comes to rest: at guides, at the edges and middles of others, else on a fine grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.scenario.elements import CounterElement

GRID: Final = 0.1
"""Millimetres."""
SAFE: Final = 0.8
"""Millimetres from the edge of a counter that a cutter may miss by."""
NEAR: Final = 0.35
"""Millimetres within which a guide draws an element to it."""


@dataclass(frozen=True, slots=True)
class Snapped:
    """How far to move, and the guides that were met."""

    shift: float
    guides: tuple[float, ...] = ()


def guides(size: float, others: Iterable[CounterElement], *, across: bool) -> list[float]:
    """The lines that elements snap to: edges, safe margin, middle, and edges and middles of other elements."""
    found = [0.0, SAFE, size / 2, size - SAFE, size]
    for one in others:
        start, length = (one.x, one.width) if across else (one.y, one.height)
        found += [start, start + length / 2, start + length]
    return sorted(set(found))


def snapped(edges: Iterable[float], lines: list[float]) -> Snapped:
    """The least shift that brings one of ``edges`` onto a line; where none is near, onto the grid by the first."""
    tried = list(edges)
    best = min(
        ((abs(line - edge), line - edge) for edge in tried for line in lines if abs(line - edge) <= NEAR),
        default=None,
    )
    if best is None:
        first = tried[0]
        return Snapped(round(first / GRID) * GRID - first)
    shift = best[1]
    return Snapped(shift, tuple(line for line in lines if any(abs(edge + shift - line) < 1e-6 for edge in tried)))
