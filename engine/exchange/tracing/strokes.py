"""The stroke in a strip: where a line runs through it, how it looks across, and whether it is dashed."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.exchange.tracing.learning import Places, Reals
from engine.exchange.tracing.scans import Floats

ALONG: Final = 18
ACROSS: Final = 21
EDGE: Final = 4
"""Points at each edge of a strip that are beside the line; it swings between them."""
_MIDDLE: Final = slice(4, -4)
"""Steps of a strip far from its ends, where houses and names of places are."""
_HALF: Final = 6
_BINS: Final = (16, 14, 14)
_LOW: Final = np.array([0.0, -100.0, -100.0], np.float32)
_HIGH: Final = np.array([256.0, 100.0, 140.0], np.float32)
_MOST: Final = 2.5
_SWING: Final = 0.3
"""What a line loses for each point that it swings by."""
_BOW: Final = 0.01
"""What a line loses far from the middle of its strip, for each point squared."""


def cells_of(held: Floats) -> NDArray[np.int32]:
    """The class of colour of each point."""
    bins = np.array(_BINS, np.float32)
    at = np.clip((held - _LOW) / (_HIGH - _LOW) * bins, 0, bins - 1).astype(np.int32)
    found: NDArray[np.int32] = (at[..., 0] * _BINS[1] + at[..., 1]) * _BINS[2] + at[..., 2]
    return found


def shares_of(cells: NDArray[np.int32]) -> Reals:
    """How often there is each class of colour, spread to its neighbours a little."""
    box = np.bincount(cells.ravel(), minlength=int(np.prod(_BINS))).reshape(_BINS).astype(np.float64)
    for axis in range(3):
        padded = np.moveaxis(np.pad(box, [(1, 1) if a == axis else (0, 0) for a in range(3)]), axis, 0)
        box = np.moveaxis(0.2 * padded[:-2] + 0.6 * padded[1:-1] + 0.2 * padded[2:], 0, axis)
    found: Reals = box.ravel() / max(1.0, box.sum())
    return found


def signs_of(cells: NDArray[np.int32], ours: Reals, others: Reals) -> Floats:
    """How much the colour of each point is a sign of a line. A line is a small part of its strip: colours that other
    strips have as well say nothing."""
    signs = np.clip(np.log((ours + 2e-4) / (others + 2e-4)), -1.0, _MOST)
    found: Floats = signs.astype(np.float32)[cells]
    return found


def lines_only(signs: Floats) -> Floats:
    """The same with what both edges of the strip have taken off: a lake has the colour of a river and is none."""
    left, right = signs[..., : EDGE - 1].mean(axis=2), signs[..., 1 - EDGE :].mean(axis=2)
    found: Floats = signs[..., EDGE:-EDGE] - np.maximum(0, np.maximum(left, right))[..., None]
    return found


def ways(lines: Floats) -> tuple[Places, Floats]:
    """Where the best line runs through each strip, which swings by two points a step at most, and its mean sign."""
    many, steps, wide = lines.shape
    lines = lines - (_BOW * (np.arange(wide, dtype=np.float32) - (wide - 1) / 2) ** 2).astype(np.float32)
    best, came = lines[:, 0].copy(), np.zeros((many, steps, wide), np.int8)
    for step in range(1, steps):
        padded = np.pad(best, ((0, 0), (2, 2)), constant_values=-1e9)
        choices = np.stack([padded[:, shift : shift + wide] - _SWING * abs(shift - 2) for shift in range(5)])
        taken = choices.argmax(axis=0)
        came[:, step] = taken - 2
        best = np.take_along_axis(choices, taken[None], 0)[0] + lines[:, step]
    at, every = best.argmax(axis=1), np.arange(many)
    found = np.zeros((many, steps), np.intp)
    found[:, -1] = at
    for step in range(steps - 1, 0, -1):
        at = at + came[every, step, at]
        found[:, step - 1] = at
    return found + EDGE, best.max(axis=1) / steps


def along(values: Floats, at: Places) -> Floats:
    """What the points between the edges of strips have where a line runs at ``at``."""
    found: Floats = np.take_along_axis(values, (at - EDGE)[..., None], 2)[..., 0]
    return found


def thirds(values: Floats) -> Floats:
    """The means of the thirds of lines, the least first."""
    found: Floats = np.sort(values.reshape(len(values), 3, -1).mean(axis=2), axis=1)
    return found


def traits(held: Floats, matches: Floats, signs: Floats, oddness: Floats, at: Places) -> Reals:
    """What speaks for the line that runs at ``at`` in each strip: its section and its colours, how even it is, how its
    dashes follow each other, where it begins and ends."""
    middle = _straightened(held, at)[:, _MIDDLE]
    core = middle[:, :, 2:-2]
    beside = np.concatenate([middle[:, :, :2], middle[:, :, -2:]], axis=2).mean(axis=(1, 2))
    across = core.mean(axis=1)
    folded = ((across + across[:, ::-1]) / 2)[:, 4:]
    spine = core[:, :, 3:6].mean(axis=2)
    like, strange, coloured = along(matches, at), along(oddness, at), along(lines_only(signs), at)
    wiggle = np.abs(np.diff(at, axis=1)).mean(axis=1)
    ends = np.sort(np.abs(at[:, [0, -1]] - (ACROSS - 1) / 2), axis=1)
    width = np.clip(signs[..., EDGE:-EDGE], 0, None).sum(axis=(1, 2)) / ALONG
    columns = [
        folded[:, :2].reshape(len(held), -1),
        (folded - beside[:, None]).reshape(len(held), -1),
        np.log1p(spine.std(axis=1)),
        np.log1p(np.abs(np.diff(spine[..., 0], axis=1)).mean(axis=1)),
        *(wiggle, ends, width, _beats(held, at)),
        *(like.mean(axis=1), thirds(like), np.sort(like, axis=1)[:, [3, 8]], like[:, _MIDDLE].mean(axis=1)),
        *(coloured.mean(axis=1), thirds(coloured), np.sort(coloured, axis=1)[:, [3, 8]]),
        *(strange.mean(axis=1), np.sort(strange, axis=1)[:, [9, 14]]),
    ]
    return np.column_stack(columns).astype(np.float64)


def _beats(held: Floats, at: Places) -> Floats:
    """How strongly a line changes along its way, from slow changes to quick ones: dashes have a beat of their own."""
    bright = _straightened(held, at)[..., 0]
    beside = (bright[:, :, 2:4].mean(axis=2) + bright[:, :, -4:-2].mean(axis=2)) / 2
    core = bright[:, :, _HALF - 1 : _HALF + 2].mean(axis=2) - beside
    found: Floats = np.log1p(np.abs(np.fft.rfft(core - core.mean(axis=1, keepdims=True), axis=1))[:, 1:])
    return found


def looks(held: Floats, at: Places) -> Reals:
    """How the line that runs at ``at`` looks in each strip: its colours across, and how they change along it. The side
    with more beside the line, as a railway beside a road, comes last."""
    middle = _straightened(held, at)[:, _MIDDLE]
    across, rough = middle.mean(axis=1), middle[..., 0].std(axis=1)
    steps = [np.abs(middle[:, far:, :, 0] - middle[:, :-far, :, 0]).mean(axis=1) for far in (1, 2)]
    away = np.abs(across - (across[:, :1] + across[:, -1:]) / 2).sum(axis=2) + rough
    turned = away[:, : _HALF - 1].sum(axis=1) > away[:, _HALF + 2 :].sum(axis=1)
    for one in (across, rough, *steps):
        one[turned] = one[turned][:, ::-1]
    # The ground differs from place to place, and the few examples of a kind may all be on one: only the core counts.
    core = across[:, _HALF - 1 : _HALF + 2].reshape(len(held), -1)
    columns = [core, 8 * np.log1p(rough), *(8 * np.log1p(one) for one in steps), _beats(held, at)]
    return np.column_stack(columns).astype(np.float64)


def _straightened(held: Floats, at: Places) -> Floats:
    """The strips with their lines pulled straight."""
    columns = np.clip(at[..., None] + np.arange(-_HALF, _HALF + 1), 0, ACROSS - 1)
    found: Floats = held[np.arange(len(held))[:, None, None], np.arange(ALONG)[:, None], columns]
    return found
