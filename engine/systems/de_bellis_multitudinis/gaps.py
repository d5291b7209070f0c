"""Chapter 16: gaps narrower than an element, which are entered straight ahead only (16.1, 13.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.mechanics.procedure import Breach
from engine.systems.de_bellis_multitudinis import moving
from engine.systems.de_bellis_multitudinis.notation import PartKind
from engine.systems.de_bellis_multitudinis.sliding import Slide
from engine.systems.de_bellis_multitudinis.ways import Way
from engine.tables.ground import Shapes
from engine.tables.places import PACE, WIDTH

_NARROW: Final = WIDTH // PACE - 0.5
"""Paces below which, to the nearest pace, a gap is narrower than an element."""
_TOUCHING: Final = 0.5
"""Paces up to which two bases touch, so that there is no gap between them."""
_ENDS: Final = 1.0
"""Paces at each end of a gap that do not count: who stands beside a base is not in the gap."""
_OFF: Final = 1.0
"""What the shapes that are looked up lack between each two: half a pace on each side."""
_STRAIGHT: Final = (*moving.STRAIGHT, *moving.TURNS, PartKind.DISMOUNT)


def breaches(way: Way, slide: Slide) -> Iterator[Breach]:
    """16.1: a narrow gap between two bases, or a base and impassable ground, is entered straight ahead only; a slide
    to line up does not count as straight ahead (13.8)."""
    sideways = [step for step, (_, index) in enumerate(way.owners) if way.stretches[index].does not in _STRAIGHT]
    if not sideways:
        return
    shapes = way.shapes[sideways]
    lines = narrow(way, shapes)
    if not len(lines):
        return
    crossed = shapely.STRtree(lines).query(shapes, predicate="intersects")[0].tolist()
    last = len(way.stretches) - 1
    for number, index in sorted({way.owners[sideways[one]] for one in crossed}):
        rule = "13.8" if slide.lines_up and index == last else "16.1"
        name = way.field.name(way.units[number])
        yield rule, f"{name} would enter a gap narrower than an element other than straight ahead"


def narrow(way: Way, shapes: Shapes) -> Shapes:
    """The gaps narrower than an element near some shapes, as lines in paces without their ends: between bases that do
    not move, and from these to impassable ground."""
    index = way.index
    near = sorted(way.bases_near(shapes, _NARROW))
    if not near:
        return np.array([], dtype=object)
    bases = index.shapes[[index.units.index(unit) for unit in near]]
    first, second = shapely.STRtree(bases).query(bases, predicate="dwithin", distance=_NARROW + _OFF)
    apart = first != second
    lines = _between(bases, first[apart], second[apart])
    impassable = way.field.ground.impassable
    if not impassable.is_empty:
        lines = np.concatenate([lines, shapely.shortest_line(bases, impassable)])
    lengths = shapely.length(lines)
    lines = lines[(lengths > _TOUCHING + _OFF) & (lengths < _NARROW + _OFF)]
    return _free(_shortened(lines), bases)


def _between(bases: Shapes, first: NDArray[np.int_], second: NDArray[np.int_]) -> Shapes:
    """The shortest lines between bases: from every corner of the first ones from which none is shorter. Where edges
    are parallel these are the ends of what lies between them."""
    if not len(first):
        return np.array([], dtype=object)
    corners = np.asarray(shapely.points(shapely.get_coordinates(bases).reshape(len(bases), -1, 2)[:, :4]))
    lines = np.asarray(shapely.shortest_line(corners[first], bases[second][:, None]))
    least = shapely.distance(bases[first], bases[second])
    return np.asarray(lines[shapely.length(lines) <= least[:, None] + _TOUCHING])


def _shortened(lines: Shapes) -> Shapes:
    """Lines without their ends; those that are all ends are left out."""
    ends = _ENDS + _OFF / 2
    long = lines[shapely.length(lines) > 2 * ends]
    first = shapely.line_interpolate_point(long, ends)
    last = shapely.line_interpolate_point(long, -ends)
    pairs = np.stack([shapely.get_coordinates(first), shapely.get_coordinates(last)], axis=1)
    return np.asarray(shapely.linestrings(pairs)) if len(pairs) else np.array([], dtype=object)


def _free(lines: Shapes, bases: Shapes) -> Shapes:
    """The lines that no base lies on: what is between two others divides their gap."""
    if not len(lines):
        return lines
    barred = set(shapely.STRtree(bases).query(lines, predicate="intersects")[0].tolist())
    return lines[[number for number in range(len(lines)) if number not in barred]]
