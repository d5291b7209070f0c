"""The units on hexes that are being moved, drawn where they would stand then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.counters import COUNT_AT, draw_count, draw_counter
from editor.canvas.drawing.faces import look_in
from editor.canvas.drawing.paper import SCALE
from editor.canvas.drawing.stacks import COUNT, COUNTER, SHOWN, fan
from editor.canvas.pieces import Piece, pieces_of_setup
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import Grid
from engine.hexes.mapping.clip import Axial
from engine.hexes.mapping.shift import Turn
from engine.scenario import Scenario

LARGEST: Final = 1600
"""Pixels along the longer side of their picture, at most."""
PLAIN: Final = 10.0
"""Counters of fewer pixels in it are squares of their side's colour."""
OPACITY: Final = 0.85


@dataclass(frozen=True, slots=True)
class Rider:
    """A unit, and where it stands in steps from the hex that is held."""

    piece: Piece
    at: Axial


def riders(
    scenario: Scenario | None,
    hexes: Collection[int],
    held: int,
    turn: Turn | None = None,
    units: Collection[str] | None = None,
) -> list[Rider]:
    """The units that stand in hexes, of these only where some are told, turned with the hexes about the one held."""
    if scenario is None:
        return []
    grid, there = hexes_of(scenario.map).grid, hexes if isinstance(hexes, set | frozenset) else set(hexes)
    turn, (q, r) = turn or Turn(), grid.axial(held)
    found = []
    for piece in pieces_of_setup(scenario, look_in(scenario)):
        if piece.hex in there and (units is None or piece.unit.key in units):
            pq, pr = grid.axial(piece.hex)
            found.append(Rider(piece, turn.place((pq - q, pr - r), grid.spec.orientation)))
    return found


class RidersItem(QGraphicsItem):
    """One picture of all of them, made once; ``setPos`` puts the hex that is held somewhere."""

    def __init__(self, grid: Grid, found: Sequence[Rider], parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setOpacity(OPACITY)
        self.count = len(found)
        self._image, self._rect = _picture(_stacks(grid, found))

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self._rect, self._image)


Stack = tuple[QPointF, list[Piece]]


def _stacks(grid: Grid, found: Sequence[Rider]) -> list[Stack]:
    """Which units stand together, and where, from the hex that is held."""
    by_place: dict[Axial, list[Piece]] = {}
    for rider in found:
        by_place.setdefault(rider.at, []).append(rider.piece)
    return [(_offset(grid, at), pieces) for at, pieces in by_place.items()]


def _offset(grid: Grid, at: Axial) -> QPointF:
    """How far away a hex is drawn, by its distance in steps."""
    (q, r), wide = at, sqrt(3) * SCALE
    return QPointF(1.5 * SCALE * q, wide * (r + q / 2)) if grid.flat else QPointF(wide * (q + r / 2), 1.5 * SCALE * r)


def _picture(stacks: Sequence[Stack]) -> tuple[QImage, QRectF]:
    rect = QRectF()
    for spot, _ in stacks:
        rect |= QRectF(spot.x() - SCALE, spot.y() - SCALE, 2 * SCALE, 2 * SCALE)
    if rect.isEmpty():
        return QImage(), rect
    scale = min(1.0, LARGEST / max(rect.width(), rect.height()))
    size = QRectF(0, 0, rect.width() * scale, rect.height() * scale).toAlignedRect().size()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-rect.topLeft())
    for spot, pieces in stacks:
        _paint_stack(painter, spot, pieces, COUNTER * scale)
    painter.end()
    return image, rect


def _paint_stack(painter: QPainter, spot: QPointF, pieces: Sequence[Piece], pixels: float) -> None:
    """As the map shows a stack."""
    shown = pieces[-SHOWN:] if pixels >= PLAIN else pieces[-1:]
    places = fan(spot.x(), spot.y(), len(shown))
    for piece, place in zip(shown, places, strict=True):
        if pixels >= PLAIN:
            draw_counter(painter, place, piece.unit, piece.side, look=piece.look, pixels=pixels)
        else:
            painter.fillRect(place, QColor(piece.side.colour))
    if len(pieces) > 1 and pixels > 16:
        draw_count(painter, places[-1].topRight() + COUNT_AT, len(pieces), COUNT)
