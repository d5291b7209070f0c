"""Where place names go: out of the way of what else is drawn, or along a river or road."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from typing import Final

from PySide6.QtCore import QRectF

from editor.canvas.drawing.lettering import SIZES
from editor.canvas.drawing.paper import SCALE
from editor.canvas.drawing.stacks import SHOWN, covered
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.place_names import label_rect
from editor.hexes.drawing.roads import Roads
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE

COUNTER: Final = 0.40
"""Half the side of what a counter in a hex's middle covers, in circumradii."""
ROOM: Final = 0.04
"""What is left free about counters that stand there at set-up."""
BUILDING: Final = 0.34
"""How far buildings reach from a hex's centre ..."""
ROWS: Final = {"village": 0.42, "town": 0.58, "city": 0.72, "fort": 0.42, "pass": 0.44}
"""... where their symbol is none of these."""
PASSES: Final = 3
NAMES_COST: Final = 30.0
"""Of a name wholly under another one ..."""
BUILDING_COST: Final = 7.0
"""... of a name wholly on buildings, which weigh most of what is drawn ..."""
COUNTER_COST: Final = 4.0
"""... or where counters may come to stand ..."""
STANDING_COST: Final = 24.0
"""... of a name, or of a counter, wholly covered by the other at set-up ..."""
WAY_COST: Final = 0.9
"""... of each point of a road or river that is covered ..."""
OFF_COST: Final = 20.0
"""... and of a name beyond the edge of the map."""
SLIDE: Final = 6.0
"""How far a turned name may move along its line, in circumradii."""
NEAR: Final = 3
"""How far, in hexes, a river or road may be from a name that is to follow it."""


@dataclass(frozen=True, slots=True)
class _Hex:
    """What is drawn in a hex that a name had better not cover: in scene units."""

    counter: QRectF
    """What a counter in its middle would cover."""
    standing: tuple[QRectF, ...]
    """What counters that stand there at set-up cover."""
    building: QRectF | None
    points: tuple[tuple[float, float], ...]


class _Ground:
    """What lies on the map, hex by hex, worked out where names may go."""

    def __init__(self, board: BattleMap, occupied: Mapping[int, int]) -> None:
        self.board = board
        self.occupied = occupied
        self.geometry = Geometry(board.grid, seed=board.look.seed)
        self.paper = QRectF(0, 0, *self.geometry.size)
        self._roads = Roads(board, self.geometry)
        self._hexes: dict[int, _Hex] = {}

    def at(self, h: int) -> _Hex:
        """What lies in a hex."""
        found = self._hexes.get(h)
        if found is None:
            x, y = self.geometry.centre(h)
            known = self.board.palette.features
            symbols = [known[key].symbol or key for key in self.board.features.get(h, ()) if key in known]
            building = _square(x, y, max(ROWS.get(symbol, BUILDING) for symbol in symbols)) if symbols else None
            standing = self._standing(x, y, self.occupied.get(h, 0))
            found = self._hexes[h] = _Hex(_square(x, y, COUNTER), standing, building, tuple(self._points(h)))
        return found

    @staticmethod
    def _standing(x: float, y: float, count: int) -> tuple[QRectF, ...]:
        """What a number of counters about a point cover: the fan as a whole, and the number on it."""
        if not count:
            return ()
        laid, room = covered(x, y, count), ROOM * SCALE
        together = laid[0].united(laid[min(count, SHOWN) - 1])
        parts = [together, laid[-1]] if count > 1 else [together]
        return tuple(part.adjusted(-room, -room, room, room) for part in parts)

    def _points(self, h: int) -> Iterator[tuple[float, float]]:
        for _kind, curves in self._roads.layout(h):
            for (ax, ay), (cx, cy), (bx, by) in curves:
                for step in range(6):
                    t = step / 5
                    u = 1 - t
                    yield u * u * ax + 2 * u * t * cx + t * t * bx, u * u * ay + 2 * u * t * cy + t * t * by
        grid, shape = self.board.grid, self.geometry.shape(h)
        for d in range(6):
            if self.board.hexsides.get(grid.side(h, d)):
                (ax, ay), (bx, by) = shape.vertices[d], shape.vertices[(d + 1) % 6]
                for step in range(1, 5):
                    yield ax + (bx - ax) * step / 5, ay + (by - ay) * step / 5

    def cost(self, rect: QRectF, around: Iterable[int]) -> float:
        """How much a name in this rectangle would cover."""
        size = rect.width() * rect.height()
        total = OFF_COST * (1 - _area(rect.intersected(self.paper)) / size)
        for h in around:
            there = self.at(h)
            if there.standing:
                total += sum(_hidden(rect, counter) for counter in there.standing)
            else:
                total += COUNTER_COST * _area(rect.intersected(there.counter)) / _area(there.counter)
            if there.building is not None:
                total += BUILDING_COST * _area(rect.intersected(there.building)) / _area(there.building)
            total += WAY_COST * sum(1 for x, y in there.points if rect.contains(x, y))
        return total


def arranged(board: BattleMap, occupied: Mapping[int, int] | None = None) -> list[Label]:
    """The map's names, in their order, each where it covers least of buildings, counters' places, roads, rivers and
    other names. Counters are drawn over names: those that stand at set-up, by the number in each hex of ``occupied``,
    are kept clear of above all. The same map gives the same places; a name that stands well stays. Turned names stay as
    they are, but for one that such a counter covers: it moves along what it follows."""
    ground = _Ground(board, occupied or {})
    geometry = ground.geometry
    labels = list(board.labels)
    rects = [label_rect(label, geometry) for label in labels]
    # Large names have least choice.
    order = sorted(range(len(labels)), key=lambda i: (-SIZES.get(labels[i].size, 0.34), labels[i].at, labels[i].text))
    for turn in range(PASSES):
        moved = False
        for i in order:
            others = rects[:i] + rects[i + 1 :]
            if labels[i].angle:
                # Only once: bit by bit it would slide off the end of its road.
                best = labels[i] if turn else _slid(ground, labels[i], others, rects[i])
            else:
                best = _best(ground, labels[i], others, rects[i])
            if best != labels[i]:
                moved = True
                labels[i], rects[i] = best, label_rect(best, geometry)
        if not moved:
            break
    return labels


def _best(ground: _Ground, label: Label, others: Sequence[QRectF], now: QRectF) -> Label:
    here = ground.geometry.centre(label.at)
    reach = ceil((max(now.width(), now.height()) / 2 / SCALE + 1.6) / 1.5) + 1
    around = [h for h in ground.board.grid.within(label.at, reach) if h != NOWHERE]
    zone = now.adjusted(-4 * SCALE, -4 * SCALE, 4 * SCALE, 4 * SCALE)
    near = [rect for rect in others if rect.intersects(zone)]
    best, least = label, float("inf")
    for place, (dx, dy) in enumerate(_offers(label, now)):
        rect = now.translated((dx - label.dx) * SCALE, (dy - label.dy) * SCALE)
        x, y = _inward(rect, ground.paper)
        if x or y:
            # A little over the edge would cost little, but half a letter is not read.
            rect.translate(x, y)
            dx, dy = round(dx + x / SCALE, 3), round(dy + y / SCALE, 3)
        cost = ground.cost(rect, around) + sum(
            NAMES_COST * _area(rect.intersected(other)) / min(_area(rect), _area(other)) for other in near
        )
        middle = rect.center()
        cost += 0.5 * hypot(middle.x() - here[0], middle.y() - here[1]) / SCALE + 0.04 * place
        if cost < least - 1e-9:
            best, least = replace(label, dx=dx, dy=dy), cost
    return best


def _slid(ground: _Ground, label: Label, others: Sequence[QRectF], now: QRectF) -> Label:
    """A turned name, moved along its line from under the counters that stand at set-up."""
    reach = ceil(max(now.width(), now.height()) / SCALE / 3) + ceil(SLIDE / 1.5) + 1
    near = [h for h in ground.board.grid.within(label.at, reach) if h in ground.occupied]
    counters = [counter for h in near for counter in ground.at(h).standing]
    if not any(now.intersects(counter) for counter in counters):
        return label
    parts = [part for chain in _chains(ground.board, label).values() for part in chain]
    x, y = (round(part / SCALE, 6) for part in ground.geometry.centre(label.at))
    angle = radians(label.angle)

    def gap(moved: Label) -> float:
        return min((_gap(part, x + moved.dx, y + moved.dy)[0] for part in parts), default=0.0)

    best, least, at_first = label, float("inf"), gap(label)
    for step in range(-round(SLIDE / 0.25), round(SLIDE / 0.25) + 1):
        t = step * 0.25
        moved = replace(label, dx=round(label.dx + t * cos(angle), 3), dy=round(label.dy + t * sin(angle), 3))
        rect = now.translated(t * cos(angle) * SCALE, t * sin(angle) * SCALE)
        if not ground.paper.contains(rect) or abs(gap(moved) - at_first) > 0.3:
            # Beyond the map, or where the road or river goes another way.
            continue
        cost = sum(_hidden(rect, counter) for counter in counters)
        cost += sum(NAMES_COST * _area(rect.intersected(o)) / min(_area(rect), _area(o)) for o in others)
        cost += 0.5 * abs(t)
        if cost < least - 1e-9:
            best, least = moved, cost
    return best


def _offers(label: Label, rect: QRectF) -> list[tuple[float, float]]:
    """Where a name may go, in circumradii from its hex's centre; where it is comes first."""
    offers = [(label.dx, label.dy)]
    if label.style != "place":
        # Names of wide things keep to where they are, but for a little.
        steps = [(x, y) for x in (0.0, -0.5, 0.5, -1.0, 1.0) for y in (0.0, -0.35, 0.35, -0.7, 0.7)]
        return offers + [(round(label.dx + x, 3), round(label.dy + y, 3)) for x, y in steps if x or y]
    side = rect.width() / 2 / SCALE + 0.45
    part = rect.width() / 4 / SCALE
    for dy in (0.62, -0.62, 0.85, -0.85):
        offers += [(0.0, dy), (part, dy), (-part, dy)]
    for dy in (0.0, 0.3, -0.3):
        offers += [(side, dy), (-side, dy)]
    offers += [(side, 0.6), (-side, 0.6), (side, -0.6), (-side, -0.6), (0.0, 1.1), (0.0, -1.1)]
    # Beside and below a stack, which is larger than a counter.
    offers += [(0.0, 1.35), (0.0, -1.4), (side + 0.5, 0.0), (-side - 0.5, 0.0), (side + 0.5, 0.6), (-side - 0.5, 0.6)]
    return [(round(dx, 3), round(dy, 3)) for dx, dy in offers]


def _inward(rect: QRectF, paper: QRectF) -> tuple[float, float]:
    """How far a rectangle has to move to lie on the paper; as far as it can where it is the wider or higher one."""
    left, right = paper.left() - rect.left(), paper.right() - rect.right()
    top, bottom = paper.top() - rect.top(), paper.bottom() - rect.bottom()
    return max(left, min(right, 0.0)), max(top, min(bottom, 0.0))


def _hidden(name: QRectF, counter: QRectF) -> float:
    """What it costs that a counter and a name cover each other."""
    return STANDING_COST * _area(name.intersected(counter)) / min(_area(name), _area(counter))


def _square(x: float, y: float, half: float) -> QRectF:
    return QRectF(x - half * SCALE, y - half * SCALE, 2 * half * SCALE, 2 * half * SCALE)


def _area(rect: QRectF) -> float:
    return max(0.0, rect.width()) * max(0.0, rect.height())


# -- along a river or road ----------------------------------------------------------------------------------------

Segment = tuple[float, float, float, float]


def along(board: BattleMap, label: Label) -> Label | None:
    """The name turned to run along the nearest river or road, beside it; None where there is none near.

    Names of water follow rivers and creeks, all others whatever is nearest.
    """
    x, y = board.grid.centre(label.at)
    x, y = x + label.dx, y + label.dy
    chains = _chains(board, label)
    if not chains:
        return None
    near = min(chains.values(), key=lambda parts: min(_gap(part, x, y)[0] for part in parts))
    _, px, py = min(_gap(part, x, y) for part in near)
    angle = _trend(near, px, py)
    turned = degrees(angle)
    # Letters stand upright, or read upwards.
    turned = turned - 180 if turned >= 90 else turned + 180 if turned < -90 else turned
    nx, ny = -sin(radians(turned)), cos(radians(turned))
    side = 1.0 if (x - px) * nx + (y - py) * ny > 0 else -1.0
    away = side * (SIZES.get(label.size, 0.34) * 0.6 + 0.2)
    cx, cy = board.grid.centre(label.at)
    return replace(
        label,
        angle=float(round(turned)),
        dx=round(px + nx * away - cx, 3),
        dy=round(py + ny * away - cy, 3),
    )


def _chains(board: BattleMap, label: Label) -> dict[str, list[Segment]]:
    """The stretches of each kind of river and path about a name, on paper."""
    grid, streams = board.grid, board.palette.streams
    found: dict[str, list[Segment]] = {}
    for h in grid.within(label.at, NEAR):
        for d in range(6):
            side = grid.side(h, d)
            ends = [grid.paper(end) for end in grid.side_ends(side)]
            for key in board.hexsides.get(side, ()):
                kind = board.palette.hexsides.get(key)
                if kind is not None and kind.is_water:
                    found.setdefault(f"hexside {key}", []).append((*ends[0], *ends[1]))
            other = grid.neighbour(h, d)
            for key in board.paths.get(side, ()) if other != NOWHERE else ():
                if label.style != "water" or key in streams:
                    found.setdefault(f"path {key}", []).append((*grid.centre(h), *grid.centre(other)))
    return found


def _gap(part: Segment, x: float, y: float) -> tuple[float, float, float]:
    """How far a point is from a stretch, and the stretch's nearest point."""
    ax, ay, bx, by = part
    dx, dy = bx - ax, by - ay
    t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    px, py = ax + dx * t, ay + dy * t
    return hypot(x - px, y - py), px, py


def _trend(parts: Sequence[Segment], x: float, y: float) -> float:
    """The direction that stretches within two hexes of a point run in: the main axis of their ends."""
    ends = [point for part in parts for point in (part[:2], part[2:]) if hypot(point[0] - x, point[1] - y) <= 2.6]
    if len(ends) < 2:
        ends = [point for part in parts[:1] for point in (part[:2], part[2:])]
    mx, my = sum(p[0] for p in ends) / len(ends), sum(p[1] for p in ends) / len(ends)
    xx = sum((p[0] - mx) ** 2 for p in ends)
    yy = sum((p[1] - my) ** 2 for p in ends)
    xy = sum((p[0] - mx) * (p[1] - my) for p in ends)
    return 0.5 * atan2(2 * xy, xx - yy)
