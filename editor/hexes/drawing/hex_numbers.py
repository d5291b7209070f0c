"""Hex numbers: laid out once, drawn as glyphs on pictures and as text everywhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGlyphRun, QPainter, QPen, QRawFont

from editor.canvas.drawing.paper import SCALE
from editor.canvas.drawing.typefaces import outline, outlined, sans, stays_text
from editor.hexes.drawing.features import solid
from editor.hexes.drawing.geometry import on_curve
from editor.hexes.drawing.ground import RoundedAreas
from editor.hexes.drawing.roads import Roads
from engine.hexes.board.battlemap import BattleMap

INK: Final = QColor(36, 30, 22, 215)
HALO: Final = QColor(247, 248, 226, 200)
GREY_INK: Final = QColor("#202020")
GREY_HALO: Final = QColor(255, 255, 255, 220)

CAP: Final = 0.72
"""Height of a figure ..."""
WIDE: Final = 0.52
"""... and more than its width, in heights of the letters."""

HACHURES: Final = 0.30 * SCALE
"""How far hachures reach down from a hexside."""
ROAD: Final = 0.06 * SCALE
"""Half the width of a road with its banks."""
_OFF: Final = 0.02 * SCALE
_AROUND: Final = tuple(QPointF(x * _OFF, y * _OFF) for x, y in ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0)))
"""Where the letters of a halo stand."""
_REACH: Final = 0.6 * SCALE
"""How far letters may reach from their baseline."""

Number = tuple[float, float, str, bool]
"""A hex number: middle (left end, once it is placed), baseline, text, and whether it stands on busy ground and needs a
halo."""


def number_font(size: float) -> QFont:
    """The typeface of hex numbers of a size in circumradii, in scene units."""
    return sans(size * SCALE)


def numbers_of(
    battle_map: BattleMap,
    rounded: RoundedAreas,
    hexes: Iterable[int],
    busy: Collection[str],
    names: Sequence[QRectF] = (),
    roads: Roads | None = None,
) -> list[Number]:
    """The numbers that a map shows in these hexes; ``busy`` are the terrains on which a number needs a halo. One that
    would stand under one of the ``names``, or on a road, a river, a slope or houses, goes a little aside, where it is
    free: never to the opposite end of its hex, where it would stand beside the number of the next one."""
    grid, found = battle_map.grid, []
    look = battle_map.look.numbers
    right, down = (part * SCALE for part in look.spot(grid.flat))
    for h in hexes:
        row, column = divmod(h, grid.columns)
        if look.shows(*grid.spec.numbers(column, row)):
            x, y = rounded.geometry.centre(h)
            name, place = grid.name(h), (right, down)
            crowded = _crowded(battle_map, h)
            covered = [*names, *_drawn_in(battle_map, rounded, h, roads)] if crowded else names
            if covered:
                place = _placed(battle_map, x, y, name, covered)
            found.append((x + place[0], y + place[1], name, crowded or battle_map.terrain[h] in busy))
    return found


def kept_free(battle_map: BattleMap, rounded: RoundedAreas, h: int, roads: Roads) -> list[QRectF]:
    """What houses in rows and orchards of a hex leave free: its number, where no name is in its way, and what runs
    along its sides. It depends on nothing but the hex itself and what is drawn in it and on its sides."""
    grid, look = battle_map.grid, battle_map.look.numbers
    row, column = divmod(h, grid.columns)
    found = [*_along_sides(battle_map, rounded, h, on_shores=False)]
    if look.shows(*grid.spec.numbers(column, row)):
        (x, y), name = rounded.geometry.centre(h), grid.name(h)
        right, down = _placed(battle_map, x, y, name, [*found, *_within(battle_map, rounded, h, roads)])
        wide, cap = _extent(battle_map, name)
        found.append(QRectF(x + right - wide / 2, y + down - cap, wide, cap))
    return found


def _placed(battle_map: BattleMap, x: float, y: float, name: str, covered: Sequence[QRectF]) -> tuple[float, float]:
    """Where a number goes from the middle of its hex: to its usual place, or aside where that is covered."""
    right, down = (part * SCALE for part in battle_map.look.numbers.spot(battle_map.grid.flat))
    wide, cap = _extent(battle_map, name)
    if not _under(covered, x + right, y + down, wide, cap):
        return right, down
    return min(_offers(right, down, cap), key=lambda at: _under(covered, x + at[0], y + at[1], wide, cap))


def _extent(battle_map: BattleMap, name: str) -> tuple[float, float]:
    """Width and height of a number."""
    size = battle_map.look.numbers.size
    return WIDE * len(name) * size * SCALE, CAP * size * SCALE


def _crowded(battle_map: BattleMap, h: int) -> bool:
    """Whether a road, a hexside's line or a feature may run under the number of a hex."""
    sides = battle_map.grid.sides[h]
    lines = battle_map.hexsides.keys().isdisjoint(sides) and battle_map.paths.keys().isdisjoint(sides)
    return h in battle_map.features or not lines


def _drawn_in(battle_map: BattleMap, rounded: RoundedAreas, h: int, roads: Roads | None) -> Iterator[QRectF]:
    """What a number of a hex had better not stand on: roads, water and slopes on its sides, what is built in it."""
    yield from _along_sides(battle_map, rounded, h)
    yield from _within(battle_map, rounded, h, roads)


def _along_sides(battle_map: BattleMap, rounded: RoundedAreas, h: int, *, on_shores: bool = True) -> Iterator[QRectF]:
    """The water and the hachures that are drawn in a hex along its sides; rivers on shores where those run."""
    kinds, shape = battle_map.palette.hexsides, rounded.geometry.shape(h)
    for d, side in enumerate(battle_map.grid.sides[h]):
        for key, high in battle_map.hexsides.get(side, {}).items():
            kind = kinds.get(key)
            if kind is None or not (kind.is_water or (kind.symbol == "hachures" and high != h)):
                continue
            mx, my = shape.middles[d]
            if kind.is_water:
                half = kind.width * SCALE / 2
                x, y = rounded.shore_middle(h, d) if on_shores else (mx, my)
            else:
                # Hachures reach down into the lower hex.
                half = HACHURES / 2
                away = hypot(shape.x - mx, shape.y - my)
                x, y = mx + (shape.x - mx) / away * half, my + (shape.y - my) / away * half
            (ax, ay), (bx, by) = shape.vertices[d], shape.vertices[(d + 1) % 6]
            for step in range(1, 6):
                yield _spot(ax + (bx - ax) * step / 6 + x - mx, ay + (by - ay) * step / 6 + y - my, half)


def _within(battle_map: BattleMap, rounded: RoundedAreas, h: int, roads: Roads | None) -> Iterator[QRectF]:
    """The roads and buildings of a hex that a number must avoid."""
    for _kind, curves in roads.layout(h) if roads is not None else ():
        for curve in curves:
            for step in range(16):
                yield _spot(*on_curve(*curve, step / 15), ROAD)
    built, (x, y) = battle_map.features.get(h, ()), rounded.geometry.centre(h)
    for key in built:
        feature = battle_map.palette.features.get(key)
        room = solid(feature, x, y, len(built) > 1) if feature is not None else None
        if room is not None:
            yield room


def _spot(x: float, y: float, half: float) -> QRectF:
    return QRectF(x - half, y - half, 2 * half, 2 * half)


def _offers(right: float, down: float, cap: float) -> list[tuple[float, float]]:
    """Where a number may go, from the centre of its hex: its usual place, to either side, a little up or down."""
    usual = [(right + share * SCALE, down) for share in (0.0, -0.3, 0.3)]
    inward = cap if down < 0 else -cap
    return usual + [(x, down + share * inward) for share in (1.0, 2.0, 3.0, 4.0) for x, _ in usual]


def _under(names: Sequence[QRectF], x: float, y: float, wide: float, cap: float) -> float:
    """How much of a number that stands here is under names."""
    room = QRectF(x - wide / 2, y - cap, wide, cap)
    covered = (room.intersected(name) for name in names if room.intersects(name))
    return sum(part.width() * part.height() for part in covered)


class Figures:
    """The typeface of hex numbers of a size in circumradii, and what is known of its letters."""

    def __init__(self, size: float) -> None:
        self.size = size
        self.font = number_font(size)
        self._metrics = QFontMetricsF(self.font)
        self._known: dict[str, tuple[int, float]] = {}
        self._widths: dict[str, float] = {}

    @cached_property
    def raw(self) -> QRawFont:
        """The typeface as glyphs."""
        return QRawFont.fromFont(self.font)

    def width(self, text: str) -> float:
        """How wide a text is, its letters side by side: they are few, and told apart from each other."""
        try:
            return sum([self._widths[letter] for letter in text])
        except KeyError:
            self._widths.update((letter, self._metrics.horizontalAdvance(letter)) for letter in text)
            return self.width(text)

    def glyphs(self, text: str) -> list[tuple[int, float]]:
        """Glyph and advance of each letter; none where the typeface lacks one, or makes one of several glyphs."""
        try:
            return [self._known[letter] for letter in text]
        except KeyError:
            for letter in text:
                found = self.raw.glyphIndexesForString(letter)
                if len(found) != 1 or not found[0]:
                    return []
                self._known[letter] = found[0], self.raw.advancesForGlyphIndexes(found)[0].x()
            return [self._known[letter] for letter in text]


class Numbers:
    """Some hex numbers that lie together."""

    def __init__(self, numbers: Iterable[Number], figures: Figures) -> None:
        self._figures = figures
        self._placed: list[Number] = []
        reach = 0.0
        for x, y, text, busy in numbers:
            half = figures.width(text) / 2
            reach = max(reach, 2 * half)
            self._placed.append((x - half, y, text, busy))
        across, down = [x for x, _, _, _ in self._placed], [y for _, y, _, _ in self._placed]
        first = QPointF(min(across, default=0.0), min(down, default=0.0))
        last = QPointF(max(across, default=0.0) + reach, max(down, default=0.0))
        self.bounds = QRectF(first, last).adjusted(-_REACH, -_REACH, _REACH, _REACH)
        """What they may cover."""
        self._runs: tuple[QGlyphRun, QGlyphRun] | None = None
        """All of them, and those on busy ground."""
        self._others: list[Number] = []
        """Those with letters that the typeface lacks: they are set as text."""

    def paint(self, painter: QPainter, rect: QRectF, colour: str, grey: bool, vector: bool) -> None:
        """Paint those that may be seen in a rectangle of the scene. An empty colour is the usual ink, black with
        ``grey``; ``vector`` paints letters rather than their pictures."""
        halo = GREY_HALO if grey else HALO
        ink = GREY_INK if grey else QColor(colour) if colour else INK
        painter.setFont(self._figures.font)
        if vector:
            wide = rect.adjusted(-_REACH, -_REACH, _REACH, _REACH)
            _write(painter, [number for number in self._placed if wide.contains(*number[:2])], ink, halo)
            return
        if self._runs is None:
            self._runs = self._laid_out()
        every, busy = self._runs
        painter.setPen(halo)
        for offset in _AROUND:
            painter.drawGlyphRun(offset, busy)
        painter.setPen(ink)
        painter.drawGlyphRun(QPointF(), every)
        _write(painter, self._others, ink, halo)

    def _laid_out(self) -> tuple[QGlyphRun, QGlyphRun]:
        """Glyphs by place: a call for each number, seven with a halo, would take six times as long."""
        glyphs: list[int] = []
        spots: list[QPointF] = []
        busy_glyphs: list[int] = []
        busy_spots: list[QPointF] = []
        for x, y, text, busy in self._placed:
            letters = self._figures.glyphs(text)
            if not letters:
                self._others.append((x, y, text, busy))
                continue
            own = [glyph for glyph, _ in letters]
            places = []
            for _, advance in letters:
                places.append(QPointF(x, y))
                x += advance
            glyphs += own
            spots += places
            if busy:
                busy_glyphs += own
                busy_spots += places
        return _run(self._figures.raw, glyphs, spots), _run(self._figures.raw, busy_glyphs, busy_spots)


def _run(raw: QRawFont, glyphs: list[int], spots: list[QPointF]) -> QGlyphRun:
    run = QGlyphRun()
    run.setRawFont(raw)
    run.setGlyphIndexes(glyphs)
    run.setPositions(spots)
    return run


def _write(painter: QPainter, placed: list[Number], ink: QColor, halo: QColor) -> None:
    """Write numbers, each from where it begins."""
    if outlined(painter) or stays_text(painter):
        _outline(painter, placed, ink, halo)
        return
    painter.setPen(halo)
    for x, y, text, busy in placed:
        if busy:
            for offset in _AROUND:
                painter.drawText(QPointF(x, y) + offset, text)
    painter.setPen(ink)
    for x, y, text, _ in placed:
        painter.drawText(QPointF(x, y), text)


def _outline(painter: QPainter, placed: list[Number], ink: QColor, halo: QColor) -> None:
    """Outlines are long: one stroke around them does for all letters of a halo."""
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    stroke = QPen(halo, 2 * _OFF, Qt.PenStyle.SolidLine, cap, join)
    for x, y, text, busy in placed:
        path = outline(QPointF(x, y), painter.font(), text)
        if busy:
            painter.strokePath(path, stroke)
        if stays_text(painter):
            painter.setPen(ink)
            painter.drawText(QPointF(x, y), text)
        else:
            painter.fillPath(path, ink)
