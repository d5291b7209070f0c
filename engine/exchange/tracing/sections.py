"""Sections across lines: how like the section of a line the colours around each point of a strip are.

What is usual on the map counts little: ridges, hachures and patterns of terrain are measured by how they spread. So a
section is a sign only where it differs from all of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine.exchange.tracing.learning import Places
from engine.exchange.tracing.scans import Floats
from engine.exchange.tracing.strokes import ACROSS, ALONG, EDGE

_HALF: Final = 3
"""Points of a section on each side of its middle."""
_WIDE: Final = ACROSS - 2 * EDGE
_SAMPLE: Final = 8000
_NOISE: Final = 4.0
"""The least spread of a colour."""
_ABOVE: Final = 0.7
"""How much a section counts at most, above the mean of the line's own. Names and houses differ from the ground by far
more than a line does."""
_BELOW: Final = -1.0
_ENDS: Final = 2
"""Steps at each end of a strip that teach nothing: other lines begin there."""


class SectionGround(NamedTuple):
    """The sections of strips, and what is usual among them."""

    colours: Floats
    """The strips, each point as the mean of three along it."""
    usual: Floats
    whitener: Floats
    """Turns sections into ones that spread equally in all directions."""
    oddness: Floats
    """How far each section is from what is usual."""

    def sections(self, strips: Places) -> Floats:
        """The whitened sections around each point between the edges of some strips."""
        return _whitened(self.colours[strips], self.usual, self.whitener)


def ground_of(held: Floats) -> SectionGround:
    """Learn what is usual in strips."""
    colours = held.copy()
    colours[:, 1:-1] = (held[:, :-2] + held[:, 1:-1] + held[:, 2:]) / 3
    random = np.random.default_rng(1)
    strip, step = random.integers(0, len(held), _SAMPLE), random.integers(0, ALONG, _SAMPLE)
    place = random.integers(EDGE - _HALF, ACROSS - EDGE - _HALF, _SAMPLE)
    columns = place[:, None] + np.arange(2 * _HALF + 1)
    sample = colours[strip[:, None], step[:, None], columns].reshape(_SAMPLE, -1)
    spread = np.cov(sample.T) + _NOISE * np.eye(sample.shape[1])
    usual = sample.mean(axis=0)
    whitener = np.linalg.inv(np.linalg.cholesky(spread)).T.astype(np.float32)
    oddness = [
        np.log((_whitened(colours[begin : begin + 512], usual, whitener) ** 2).mean(axis=-1) + 0.05)
        for begin in range(0, len(held), 512)
    ]
    return SectionGround(colours, usual, whitener, np.concatenate(oddness))


def _whitened(colours: Floats, usual: Floats, whitener: Floats) -> Floats:
    first = EDGE - _HALF
    parts = [colours[:, :, first + k : first + k + _WIDE] for k in range(2 * _HALF + 1)]
    away = np.concatenate(parts, axis=3) - usual
    found: Floats = np.matmul(away, whitener)
    return found


def matches(ground: SectionGround, drawn: Places, at: Places) -> Floats:
    """How like the section of the line that runs at ``at`` through the strips ``drawn`` each section is: 0 where it is
    as usual on the map."""
    sections = ground.sections(drawn)
    steps = np.arange(_ENDS, ALONG - _ENDS)
    taught = sections[np.arange(len(drawn))[:, None], steps, at[drawn][:, steps] - EDGE].reshape(-1, sections.shape[-1])
    mean = taught.mean(axis=0)
    way = mean / max(1e-6, float(np.linalg.norm(mean)))
    weights = (ground.whitener @ way).reshape(2 * _HALF + 1, 3)
    signs = ground.colours @ weights.T
    first = EDGE - _HALF
    total = sum(signs[:, :, first + k : first + k + _WIDE, k] for k in range(2 * _HALF + 1))
    raw = total - float(ground.usual @ weights.ravel())
    found: Floats = np.clip(raw, _BELOW, float((taught @ way).mean()) + _ABOVE).astype(np.float32)
    return found
