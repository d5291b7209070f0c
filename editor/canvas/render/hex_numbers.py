"""Hex numbers: laid out once, drawn as glyphs on pictures and as text everywhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGlyphRun, QPainter, QPen, QPolygonF, QRawFont

from editor.canvas.render.geometry import SCALE, Geometry
from editor.canvas.render.typefaces import outline, outlined, sans
from engine.board.battlemap import BattleMap

INK: Final = QColor(36, 30, 22, 215)
HALO: Final = QColor(247, 248, 226, 200)
GREY_INK: Final = QColor("#202020")
GREY_HALO: Final = QColor(255, 255, 255, 220)

_OFF: Final = 0.02 * SCALE
_AROUND: Final = tuple(
    QPointF(x * _OFF, y * _OFF) for x, y in ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0))
)
"""Where the letters of a halo stand."""
_REACH: Final = 0.6 * SCALE
"""How far letters may reach from their baseline."""

Number = tuple[float, float, str, bool]
"""A hex number: middle, baseline, text, and whether it stands on busy ground and needs a halo."""


def number_font(size: float) -> QFont:
    """The typeface of hex numbers of a size in circumradii, in scene units."""
    return sans(size * SCALE)


def numbers_of(battle_map: BattleMap, geometry: Geometry, hexes: Iterable[int], busy: Collection[str]) -> list[Number]:
    """The numbers that a map shows in these hexes; ``busy`` are the terrains on which a number needs a halo."""
    look, grid = battle_map.numbers, battle_map.grid
    right, down = (part * SCALE for part in look.spot(grid.flat))
    found = []
    for h in hexes:
        row, column = divmod(h, grid.columns)
        if look.shows(grid.spec.first_column + column, grid.spec.first_row + row):
            x, y = geometry.centre(h)
            found.append((x + right, y + down, grid.name(h), battle_map.terrain[h] in busy))
    return found


class Numbers:
    """Some hex numbers that lie together, of one size in circumradii."""

    def __init__(self, numbers: Iterable[Number], size: float) -> None:
        self._font = number_font(size)
        metrics = QFontMetricsF(self._font)
        self._placed: list[tuple[QPointF, str, bool]] = []
        ends = QPolygonF()
        for x, y, text, busy in numbers:
            half = metrics.horizontalAdvance(text) / 2
            self._placed.append((QPointF(x - half, y), text, busy))
            ends.append([QPointF(x - half, y), QPointF(x + half, y)])
        self.bounds = ends.boundingRect().adjusted(-_REACH, -_REACH, _REACH, _REACH)
        """What they may cover."""
        self._runs: tuple[QGlyphRun, QGlyphRun] | None = None
        """All of them, and those on busy ground."""
        self._others: list[tuple[QPointF, str, bool]] = []
        """Those with letters that the typeface lacks: they are set as text."""

    def paint(self, painter: QPainter, rect: QRectF, colour: str, grey: bool, vector: bool) -> None:
        """Paint those that may be seen in a rectangle of the scene. An empty colour is the usual ink, black with
        ``grey``; ``vector`` paints letters rather than their pictures."""
        halo = GREY_HALO if grey else HALO
        ink = GREY_INK if grey else QColor(colour) if colour else INK
        painter.setFont(self._font)
        if vector:
            wide = rect.adjusted(-_REACH, -_REACH, _REACH, _REACH)
            _write(painter, [entry for entry in self._placed if wide.contains(entry[0])], ink, halo)
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
        raw = QRawFont.fromFont(self._font)
        known: dict[str, tuple[int, float]] = {}
        glyphs: tuple[list[int], list[int]] = [], []
        spots: tuple[list[QPointF], list[QPointF]] = [], []
        for spot, text, busy in self._placed:
            for letter in text:
                if letter not in known:
                    known[letter] = _glyph(raw, letter)
            if not all(known[letter][0] for letter in text):
                self._others.append((spot, text, busy))
                continue
            x, y = spot.x(), spot.y()
            for letter in text:
                glyph, advance = known[letter]
                for into in (0, 1) if busy else (0,):
                    glyphs[into].append(glyph)
                    spots[into].append(QPointF(x, y))
                x += advance
        return _run(raw, glyphs[0], spots[0]), _run(raw, glyphs[1], spots[1])


def _glyph(raw: QRawFont, letter: str) -> tuple[int, float]:
    """The glyph of a letter and how far it advances; glyph 0 when there is none, or letters are made of several."""
    found = raw.glyphIndexesForString(letter)
    if len(found) != 1:
        return 0, 0.0
    return found[0], raw.advancesForGlyphIndexes(found)[0].x()


def _run(raw: QRawFont, glyphs: list[int], spots: list[QPointF]) -> QGlyphRun:
    run = QGlyphRun()
    run.setRawFont(raw)
    run.setGlyphIndexes(glyphs)
    run.setPositions(spots)
    return run


def _write(painter: QPainter, placed: list[tuple[QPointF, str, bool]], ink: QColor, halo: QColor) -> None:
    if outlined(painter):
        _outline(painter, placed, ink, halo)
        return
    painter.setPen(halo)
    for spot, text, busy in placed:
        if busy:
            for offset in _AROUND:
                painter.drawText(spot + offset, text)
    painter.setPen(ink)
    for spot, text, _ in placed:
        painter.drawText(spot, text)


def _outline(painter: QPainter, placed: list[tuple[QPointF, str, bool]], ink: QColor, halo: QColor) -> None:
    """Outlines are long: one stroke around them does for all letters of a halo."""
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    stroke = QPen(halo, 2 * _OFF, Qt.PenStyle.SolidLine, cap, join)
    for spot, text, busy in placed:
        path = outline(spot, painter.font(), text)
        if busy:
            painter.strokePath(path, stroke)
        painter.fillPath(path, ink)
