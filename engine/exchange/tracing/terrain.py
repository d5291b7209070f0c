"""Terrain of a scan: colour and texture of the middle of each hex, learned from hexes that are painted.

Each terrain is the mean of its hexes. How far a hex is from a mean is measured by the spread that all terrains share:
what differs within a terrain counts little. What is found without doubt teaches a second time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.exchange.tracing.learning import distances, shares
from engine.exchange.tracing.scans import Floats, Scan
from engine.hexes.board.grid import NOWHERE, Grid

ACROSS: Final = 24
"""Points along each side of the square around a hex's middle."""
REACH: Final = 0.62
"""Half the side of the square in circumradii: the hex's number and sides are left out."""
ROUNDS: Final = 3
_NEIGHBOURS: Final = 0.7
"""How much the hexes around count: terrain lies together."""


class Proposal(NamedTuple):
    """What terrain a hex has, by its picture."""

    terrain: str
    doubt: float
    """From 0, certain, to 1."""
    second: str
    """The next best terrain; the same where there is only one."""


def traits(scan: Scan, grid: Grid, hexes: Sequence[int]) -> Floats:
    """Colour and texture of hexes, a row each. Each is found from the middle half of its values, so that a symbol or a
    road in the hex counts little."""
    steps = np.linspace(-REACH, REACH, ACROSS, dtype=np.float32)
    square = np.stack(np.meshgrid(steps, steps), axis=-1)
    round_ = np.hypot(square[..., 0], square[..., 1]) <= REACH
    found = []
    for begin in range(0, len(hexes), 512):
        centres = np.array([grid.centre(h) for h in hexes[begin : begin + 512]], dtype=np.float32)
        patches = scan.colours(centres[:, None, None, :] + square)
        found.append(_traits_of(patches, round_))
    return np.concatenate(found) if found else np.zeros((0, 1), np.float32)


def _traits_of(patches: Floats, within: NDArray[np.bool_]) -> Floats:
    bright = patches[..., 0]
    light = np.percentile(bright[:, within], (8, 25, 50, 75, 92), axis=1)
    colour = np.percentile(patches[:, within, 1:], (25, 50, 75), axis=1)
    rough = []
    for lag in (1, 3):
        for axis in (1, 2):
            step = np.abs(np.diff(bright[:, :: lag if axis == 1 else 1, :: lag if axis == 2 else 1], axis=axis))
            rough.append(np.minimum(step, 60).mean(axis=(1, 2)))
    blocks = bright.reshape(len(bright), 8, ACROSS // 8, 8, ACROSS // 8).mean(axis=(2, 4))
    coarse = np.percentile(blocks.reshape(len(bright), -1), (20, 80), axis=1)
    columns = [*light, *np.moveaxis(colour, 1, 0).reshape(len(bright), -1).T, *(8 * np.log1p(np.array(rough)))]
    return np.stack([*columns, coarse[1] - coarse[0]], axis=1).astype(np.float32)


def proposals(grid: Grid, hexes: Sequence[int], rows: Floats, painted: Mapping[int, str]) -> dict[int, Proposal]:
    """What terrain each hex has; ``rows`` are its `traits`. Hexes that are painted teach, and are not proposed.

    Gives nothing before one hex is painted.
    """
    place = {h: number for number, h in enumerate(hexes)}
    known = {h: terrain for h, terrain in painted.items() if h in place}
    names = sorted(set(known.values()))
    if not names:
        return {}
    taught = np.array([place[h] for h in known])
    of = np.array([names.index(terrain) for terrain in known.values()])
    around = _around(grid, hexes, place)
    chances = np.zeros((len(hexes), len(names)))
    weights = np.zeros_like(chances)
    weights[taught, of] = 1.0
    for number in range(ROUNDS):
        if number:
            sure = chances * (chances > 0.9)
            weights = 0.25 * sure
            weights[taught] = 0.0
            weights[taught, of] = 1.0
        far = distances(rows.astype(np.float64), weights, taught, of)
        chances = _chances(far, around, taught, of)
    order = np.argsort(-chances, axis=1)
    best, second = order[:, 0], order[:, min(1, len(names) - 1)]
    every = np.arange(len(hexes))
    close = far[every, best] / np.maximum(far.min(axis=1), 1e-9)
    margin = chances[every, best] - (chances[every, second] if len(names) > 1 else 0.0)
    strange = _rank(far[every, best] * close)
    doubt = np.clip(0.85 * (1 - margin) + 0.15 * strange, 0, 1)
    return {
        h: Proposal(names[best[number]], float(doubt[number]), names[second[number]])
        for number, h in enumerate(hexes)
        if h not in known
    }


def _chances(
    far: NDArray[np.float64], around: NDArray[np.intp], taught: NDArray[np.intp], of: NDArray[np.intp]
) -> NDArray[np.float64]:
    """How likely each terrain is, with what the hexes around are."""
    scores = -2.5 * far
    chances = shares(scores)
    chances[taught] = 0.0
    chances[taught, of] = 1.0
    padded = np.vstack([chances, np.full(chances.shape[1], 1 / chances.shape[1])])
    with_others = shares(scores + _NEIGHBOURS * np.log(padded[around].mean(axis=1) + 0.05))
    with_others[taught] = 0.0
    with_others[taught, of] = 1.0
    return with_others


def _around(grid: Grid, hexes: Sequence[int], place: Mapping[int, int]) -> NDArray[np.intp]:
    """The places of the six hexes around each; the last place, which is none, beyond the map."""
    none = len(hexes)
    rows = np.full((len(hexes), 6), none, dtype=np.intp)
    for number, h in enumerate(hexes):
        for direction, other in enumerate(grid.neighbours[h]):
            if other != NOWHERE:
                rows[number, direction] = place.get(other, none)
    return rows


def _rank(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The place of each value among all, from 0 to 1."""
    found = np.empty(len(values))
    found[np.argsort(values)] = np.linspace(0, 1, len(values))
    return found
