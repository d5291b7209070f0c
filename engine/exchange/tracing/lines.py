"""Roads and hexsides of a scan: lines of a colour of their own, from centre to centre or along a side.

Each kind is learned by itself: first by the section across its line, then by all traits of its stroke. What is found
without doubt teaches a second time, and a line that goes on at both of its ends is likelier than one that does not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.exchange.tracing.learning import Places, Reals, chance, distances, scored, shares
from engine.exchange.tracing.scans import Floats, Scan
from engine.exchange.tracing.sections import SectionGround, ground_of, matches
from engine.exchange.tracing.strokes import (
    ACROSS,
    ALONG,
    EDGE,
    along,
    cells_of,
    lines_only,
    looks,
    shares_of,
    signs_of,
    thirds,
    traits,
    ways,
)
from engine.hexes.board.grid import Grid

REACH: Final = 0.52
"""Circumradii that are looked at on each side of the line."""
ROUNDS: Final = 3
_ROUNDS_OF_KINDS: Final = 6
_STRICT: Final = 1.5
"""How much a chance below 1 adds to doubt: a false line costs more work than one that is shown as doubtful."""
_REST: Final = 0.6
"""The part of all strips that surely has no line."""
_OTHERS: Final = 5.0
"""How much strips without a line count, against those with one."""
_GOES_ON: Final = 2.5
"""How much it says that a line goes on at an end, or does not."""
_SURE: Final = 0.85
_AROUND: Final = 1.5
"""How much the kind of the lines that a line goes on in counts."""


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


class Links(NamedTuple):
    """Which strips meet."""

    ends: Places
    """The points that each strip joins, two in a row."""
    open: Reals
    """Of each point how likely a line goes on there beyond the scan."""


def links(grid: Grid, sides: Sequence[int], *, road: bool) -> Links:
    """How the lines of hexsides are joined: in hexes for roads, else in vertices."""
    numbers: dict[object, int] = {}
    pairs: list[tuple[object, object]] = [grid.side_hexes(side) if road else grid.side_ends(side) for side in sides]
    ends = np.array([[numbers.setdefault(end, len(numbers)) for end in pair] for pair in pairs], np.intp).reshape(-1, 2)
    meet = np.bincount(ends.ravel(), minlength=len(numbers))
    return Links(ends, np.where(meet < (6 if road else 3), 0.5, 0.0))


class LineProposal(NamedTuple):
    """A line that a scan seems to have."""

    kind: str
    doubt: float
    """From 0, certain, to 1."""


class _StripSet(NamedTuple):
    """The strips of a scan, and what all kinds of line are measured by."""

    held: Floats
    cells: NDArray[np.int32]
    others: Reals
    """How often each class of colour lies beside lines, on the ground that they are drawn on."""
    ground: SectionGround
    taught: Places
    """The strips with a line of any kind."""
    joined: Links


class _Found(NamedTuple):
    """What is known of one kind of line."""

    scores: Reals
    chances: Reals
    at: Places
    """Where the line runs through each strip."""


def proposals(held: Floats, drawn: Mapping[str, Collection[int]], joined: Links) -> dict[int, LineProposal]:
    """What line each strip has, by its place in ``held``; strips without one, and those that are drawn, are left out.
    ``drawn`` has the places of the strips that have a line of each kind. A kind that is never without another cannot
    be told from it: the other is proposed."""
    kinds_of: dict[int, set[str]] = {}
    for kind, places in drawn.items():
        for place in places:
            kinds_of.setdefault(place, set()).add(kind)
    alone = {kind for kinds in kinds_of.values() if len(kinds) == 1 for kind in kinds}
    names = sorted(alone or {kind for kinds in kinds_of.values() for kind in kinds})
    if not names:
        return {}
    cells, taught = cells_of(held), np.array(sorted(kinds_of), np.intp)
    others = shares_of(np.concatenate([cells[..., :EDGE], cells[..., -EDGE:]], axis=2))
    strips_of = _StripSet(held, cells, others, ground_of(held), taught, joined)
    known = [_kind(strips_of, np.array(sorted(drawn[name]), np.intp)) for name in names]
    likely = np.maximum.reduce([one.chances for one in known])
    likely[taught] = 1.0
    there = np.flatnonzero(likely > 0.5)
    examples = {place: (kinds & set(names)) for place, kinds in kinds_of.items()}
    teachers = {place: names.index(next(iter(kinds))) for place, kinds in examples.items() if len(kinds) == 1}
    if len(set(teachers.values())) < len(names):
        teachers = {place: names.index(min(kinds)) for place, kinds in examples.items() if kinds}
    kinds = _kinds(held, there, known, teachers, joined)
    best = kinds.argmax(axis=1)
    return {
        int(place): LineProposal(names[of], float(min(1.0, 2 * (1 - (likely[place] * kinds[number, of]) ** _STRICT))))
        for number, (place, of) in enumerate(zip(there, best, strict=True))
        if place not in kinds_of
    }


def _kind(among: _StripSet, drawn: Places) -> _Found:
    """Which strips have a line of one kind, that the strips ``drawn`` have. Strips with another kind say nothing."""
    many, ground, taught = len(among.held), among.ground, among.taught
    signs = signs_of(among.cells, shares_of(among.cells[drawn][..., EDGE:-EDGE]), among.others)
    at, like, fits = _by_section(ground, signs, drawn)
    usual = float(np.median(fits))
    near = (fits - usual) / max(1e-3, float(np.median(fits[drawn])) - usual)
    least = max(float(np.quantile(near, _REST)), 0.2)
    looked = np.flatnonzero((near >= least) | (np.arange(many) % 3 == 0) | np.isin(np.arange(many), taught))
    rows = traits(among.held[looked], like[looked], signs[looked], ground.oddness[looked], at[looked])
    rows = np.column_stack([rows, fits[looked]])
    rows = np.clip((rows - rows.mean(axis=0)) / (rows.std(axis=0) + 1e-6), -4, 4)
    ours = np.flatnonzero(np.isin(looked, drawn))
    mute = np.isin(looked, taught)
    chances = np.where(near < least, 0.0, _fit_chance(fits, drawn))
    ranks, scores = near[looked], np.full(many, -8.0)
    certain = np.isin(np.arange(many), taught)
    for number in range(ROUNDS):
        weights, right = _examples(chances[looked], ranks, ours, mute, 4 * len(drawn) * (number + 1))
        ranks, without = scored(rows, weights, right, ours)
        low, high = float(np.median(ranks)), float(np.median(without))
        scores = np.full(many, -8.0)
        scores[looked] = (ranks - (high + low) / 2) / max(0.3, (high - low) / 8)
        scores[(near < least) & ~np.isin(np.arange(many), drawn)] = -8.0
        scores += _GOES_ON * (_goes_on(np.where(certain, 1.0, chances), among.joined) - 0.5).sum(axis=1)
        chances = chance(scores)
        ranks = scores[looked]
    return _Found(scores, chances, at)


def _by_section(ground: SectionGround, signs: Floats, drawn: Places) -> tuple[Places, Floats, Reals]:
    """Where the best line runs through each strip, how like the section of the lines in the strips ``drawn`` it is at
    each point, and how well it fits. A line that only crosses the strip, or ends in it, fits badly in one third."""
    at, score = ways(lines_only(signs))
    like = ground.oddness
    for _ in range(2):
        like = matches(ground, drawn, at)
        at, score = ways(like)
    fits: Reals = (score + thirds(along(like, at))[:, 0]).astype(np.float64)
    return at, like, fits


def _examples(chances: Reals, ranks: Reals, ours: Places, mute: NDArray[np.bool_], most: int) -> tuple[Reals, Reals]:
    """What each strip that is looked at counts, and whether it is an example of a line (1) or of none (0)."""
    weights, right = np.zeros(len(chances)), np.zeros(len(chances))
    sure = np.flatnonzero((chances > _SURE) & ~mute)
    sure = sure[np.argsort(-ranks[sure])[:most]]
    weights[sure], right[sure] = 0.3 * chances[sure], 1.0
    weights[ours], right[ours] = 1.0, 1.0
    none = np.flatnonzero((chances < 0.4) & ~mute)
    weights[none] = _OTHERS * weights[right == 1].sum() / max(1, len(none))
    return weights, right


def _goes_on(chances: Reals, joined: Links) -> Reals:
    """How likely another line goes on at each end of each strip."""
    points = joined.ends.ravel()
    values, strip = np.repeat(chances, 2), np.repeat(np.arange(len(chances)), 2)
    order = np.lexsort((-values, points))
    points, values, strip = points[order], values[order], strip[order]
    first = np.flatnonzero(np.append(True, points[1:] != points[:-1])) if len(points) else np.zeros(0, np.intp)
    best, second, of = np.zeros(len(joined.open)), np.zeros(len(joined.open)), np.full(len(joined.open), -1)
    best[points[first]], of[points[first]] = values[first], strip[first]
    after = first[(first + 1 < len(points))] + 1
    after = after[points[after] == points[after - 1]]
    second[points[after]] = values[after]
    other = np.where(of[joined.ends] == np.arange(len(chances))[:, None], second[joined.ends], best[joined.ends])
    found: Reals = np.maximum(other, joined.open[joined.ends])
    return found


def _kinds(held: Floats, there: Places, known: Sequence[_Found], teachers: Mapping[int, int], joined: Links) -> Reals:
    """How likely the line of each strip in ``there`` is of each kind: by its look, by how well it fits each kind, and
    by the lines that it goes on in."""
    best = np.argmax([one.chances[there] for one in known], axis=0)
    at = np.stack([one.at[there] for one in known])[best, np.arange(len(there))]
    place = {int(strip): number for number, strip in enumerate(there)}
    taught = np.array([place[strip] for strip in teachers], np.intp)
    of = np.array(list(teachers.values()), np.intp)
    for number, kind in zip(taught, of, strict=True):
        at[number] = known[kind].at[there[number]]
    rows = looks(held[there], at)
    fits = np.clip(np.column_stack([one.scores[there] for one in known]), -6, 6)
    rows = np.column_stack([rows / (rows.std(axis=0) + 1e-6), 4 * fits])
    likely = np.maximum.reduce([one.chances[there] for one in known])
    weights = np.zeros((len(there), len(known)))
    weights[taught, of] = 1.0
    chances = weights
    for _ in range(_ROUNDS_OF_KINDS):
        scores = -5 * distances(rows, weights, taught, of)
        chances = shares(scores + _AROUND * np.log(_around(shares(scores), taught, of, joined.ends[there]) + 0.1))
        weights = 0.25 * chances * (chances > 0.9) * (likely > _SURE)[:, None]
        weights[taught] = 0.0
        weights[taught, of] = 1.0
    return chances


def _around(chances: Reals, taught: Places, of: Places, ends: Places) -> Reals:
    """What kinds of line go on at the ends of each line."""
    known = chances.copy()
    known[taught] = 0.0
    known[taught, of] = 1.0
    at = np.zeros((int(ends.max(initial=-1)) + 1, chances.shape[1]))
    for end in (0, 1):
        np.add.at(at, ends[:, end], known)
    around = at[ends[:, 0]] + at[ends[:, 1]] - 2 * known
    found: Reals = around / np.maximum(around.sum(axis=1, keepdims=True), 1e-9)
    return found


def _fit_chance(scores: Reals, drawn: Places) -> Reals:
    """How likely each strip has the line, from 0 to 1, by what those that have it score and the rest."""
    low, high = float(np.median(scores)), float(np.median(scores[drawn]))
    return chance((scores - (0.6 * high + 0.4 * low)) / max(1e-3, (high - low) / 8))
