"""Roads and hexsides of a scan: lines of a colour of their own, from centre to centre or along a side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.exchange.tracing.scans import Floats, Scan
from engine.hexes.board.grid import Grid

ALONG: Final = 18
ACROSS: Final = 21
REACH: Final = 0.52
"""Circumradii that are looked at on each side of the line."""
EDGE: Final = 4
"""Points at each edge of a strip that are beside the line; it swings between them."""
ROUNDS: Final = 3
_BINS: Final = (16, 14, 14)
_LOW: Final = np.array([0.0, -100.0, -100.0], np.float32)
_HIGH: Final = np.array([256.0, 100.0, 140.0], np.float32)
_MOST: Final = 2.5
_STROKE: Final = np.array([0.4, 40.0, 20.0, 20.0])
"""The least variance of a line's width and colour."""
_FIT: Final = 0.03
"""The least variance of how well a line fits a kind."""


def strips(scan: Scan, grid: Grid, sides: Sequence[int], *, road: bool) -> Floats:
    """The colours along the line of each hexside: across it from centre to centre for roads, else along it. Of each,
    ``ALONG`` rows of ``ACROSS`` points."""
    if road:
        ends = np.array([[grid.centre(h) for h in grid.side_hexes(side)] for side in sides], np.float32)
    else:
        ends = np.array([[grid.paper(end) for end in grid.side_ends(side)] for side in sides], np.float32)
    ends = ends.reshape(len(sides), 2, 2)
    way = ends[:, 1] - ends[:, 0]
    beside = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.linalg.norm(way, axis=1, keepdims=True)
    margin = 0.04 if road else 0.12
    steps = np.linspace(margin, 1 - margin, ALONG, dtype=np.float32)
    swing = np.linspace(-REACH, REACH, ACROSS, dtype=np.float32)
    points = ends[:, None, None, 0] + steps[:, None, None] * way[:, None, None] + swing[:, None] * beside[:, None, None]
    return scan.colours(points)


class LineProposal(NamedTuple):
    """A line that a scan seems to have."""

    kind: str
    doubt: float
    """From 0, certain, to 1."""


def proposals(held: Floats, drawn: Mapping[str, Collection[int]]) -> dict[int, LineProposal]:
    """What line each strip has, by its place in ``held``; strips without one, and those that are drawn, are left out.
    ``drawn`` has the places of the strips that have a line of each kind. Where a strip may be of several kinds, it is
    of the one whose lines are as wide and of that colour."""
    cells = _cells(held)
    taught = {place for places in drawn.values() for place in places}
    # What lies beside lines is the ground that they are drawn on.
    others = _shares(np.concatenate([cells[..., :EDGE], cells[..., -EDGE:]], axis=2))
    learned = {kind: _learned(cells, others, sorted(places)) for kind, places in drawn.items() if places}
    if not learned:
        return {}
    likely = {kind: _chance(scores, sorted(drawn[kind])) for kind, scores in learned.items()}
    strokes = _strokes(held, _signs(cells, _shares(cells[sorted(taught)][..., EDGE:-EDGE]), others))
    # How well each kind fits is a trait as well: the border of a road may look like a track, a track never like a road.
    strokes = np.column_stack([strokes, *learned.values()])
    times = Counter(place for places in drawn.values() for place in places)
    alone = {kind for kind, places in drawn.items() if any(times[place] == 1 for place in places)}
    usual = {kind: strokes[sorted(drawn[kind])].mean(axis=0) for kind in likely}
    spread = np.mean([strokes[sorted(drawn[kind])].var(axis=0) for kind in likely], axis=0)
    spread += np.append(_STROKE, np.full(len(learned), _FIT))
    found = {}
    for place in map(int, np.flatnonzero(np.maximum.reduce(list(likely.values())) > 0.5)):
        if place in taught:
            continue
        far = {
            kind: float((((strokes[place] - usual[kind]) ** 2) / spread).sum())
            for kind in likely
            if likely[kind][place] > 0.5
        }
        # A kind that is never without another cannot be told from it: the other is proposed.
        far = {kind: apart for kind, apart in far.items() if kind in alone} or far
        kind, *near = sorted(far, key=far.__getitem__)
        doubt = 2 * (1 - float(likely[kind][place]))
        found[place] = LineProposal(
            kind, min(1.0, max(doubt, 2 * far[kind] / (far[kind] + far[near[0]])) if near else doubt)
        )
    return found


def _strokes(held: Floats, signs: Floats) -> NDArray[np.float64]:
    """How wide the line of each strip is, and of what colour."""
    weights = np.clip(signs[..., EDGE:-EDGE], 0, None)
    total = weights.sum(axis=(1, 2))
    colours = (held[:, :, EDGE:-EDGE] * weights[..., None]).sum(axis=(1, 2)) / np.maximum(total, 1e-6)[:, None]
    return np.column_stack([total / ALONG, colours]).astype(np.float64)


def _learned(cells: NDArray[np.int32], others: NDArray[np.float64], drawn: list[int]) -> NDArray[np.float64]:
    """How well each strip fits the line that some strips have; those that fit best teach too."""
    scores, taught = np.zeros(len(cells)), drawn
    for number in range(ROUNDS):
        scores = _fits(_signs(cells, _shares(cells[taught][..., EDGE:-EDGE]), others))
        likely = _chance(scores, drawn)
        best = np.argsort(-likely)[: 4 * len(drawn) * (number + 1)]
        taught = sorted({*drawn, *(int(place) for place in best if likely[place] > 0.6)})
    return scores


def _fits(signs: Floats) -> NDArray[np.float64]:
    """The mean sign along the best line of each strip; a line that only crosses the strip, or ends in it, fits badly
    in one third."""
    lines, third = _lines_only(signs), ALONG // 3
    weakest = np.minimum.reduce([_along(lines[:, at : at + third]) for at in range(0, ALONG, third)])
    found: NDArray[np.float64] = ((_along(lines) + weakest) / 2).astype(np.float64)
    return found


def _chance(scores: NDArray[np.float64], drawn: list[int]) -> NDArray[np.float64]:
    """How likely each strip has the line, from 0 to 1, by what those that have it score and the rest."""
    low, high = float(np.median(scores)), float(np.median(scores[drawn]))
    middle, width = 0.6 * high + 0.4 * low, max(1e-3, (high - low) / 8)
    found: NDArray[np.float64] = 1 / (1 + np.exp(np.clip((middle - scores) / width, -50, 50)))
    return found


def _signs(cells: NDArray[np.int32], ours: NDArray[np.float64], others: NDArray[np.float64]) -> Floats:
    """How much the colour of each point is a sign of a line. A line is a small part of its strip: colours that other
    strips have as well say nothing."""
    signs = np.clip(np.log((ours + 2e-4) / (others + 2e-4)), -1.0, _MOST)
    found: Floats = signs.astype(np.float32)[cells]
    return found


def _cells(held: Floats) -> NDArray[np.int32]:
    """The class of colour of each point."""
    bins = np.array(_BINS, np.float32)
    at = np.clip((held - _LOW) / (_HIGH - _LOW) * bins, 0, bins - 1).astype(np.int32)
    found: NDArray[np.int32] = (at[..., 0] * _BINS[1] + at[..., 1]) * _BINS[2] + at[..., 2]
    return found


def _shares(cells: NDArray[np.int32]) -> NDArray[np.float64]:
    """How often there is each class of colour, spread to its neighbours a little."""
    box = np.bincount(cells.ravel(), minlength=int(np.prod(_BINS))).reshape(_BINS).astype(np.float64)
    for axis in range(3):
        padded = np.moveaxis(np.pad(box, [(1, 1) if a == axis else (0, 0) for a in range(3)]), axis, 0)
        box = np.moveaxis(0.2 * padded[:-2] + 0.6 * padded[1:-1] + 0.2 * padded[2:], 0, axis)
    found: NDArray[np.float64] = box.ravel() / max(1.0, box.sum())
    return found


def _lines_only(signs: Floats) -> Floats:
    """The same with what both edges of the strip have taken off: a lake has the colour of a river and is none."""
    left, right = signs[..., : EDGE - 1].mean(axis=2), signs[..., 1 - EDGE :].mean(axis=2)
    found: Floats = signs[..., EDGE:-EDGE] - np.maximum(0, np.maximum(left, right))[..., None]
    return found


def _along(signs: Floats) -> Floats:
    """The mean sign along the best line through each strip, which swings by two points a step at most."""
    best = signs[:, 0].copy()
    for step in range(1, signs.shape[1]):
        padded = np.pad(best, ((0, 0), (2, 2)), constant_values=-1e9)
        wide = padded.shape[1] - 4
        came = np.maximum.reduce([padded[:, shift : shift + wide] for shift in range(5)])
        best = came + signs[:, step]
    found: Floats = best.max(axis=1) / signs.shape[1]
    return found
