"""The map sheet as a printer is given it: a frame around the map, and all the furniture that a sheet wants."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.drawing.furniture import drawn_area
from editor.canvas.drawing.paper import SCALE
from engine.boards.board import Board
from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.look import MapLook

SHEET_MARGIN: Final = 1.4 * SCALE
"""White around the sheet, within which the frame is drawn, in scene units."""
FRAME: Final = 0.7 * SCALE
"""From the edge of the paper to the frame."""
GAP: Final = 0.6
"""Between the map and what is put beside it, and from piece to piece, in circumradii."""
STRIP: Final = 6.6
"""Height of the strip of furniture below the map, in circumradii."""
TITLE_HIGH: Final = 2.6
BAR_HIGH: Final = 1.7
BAR_WIDE: Final = 3.1
"""A scale bar as wide as this shows a whole hex, with a mark at both ends."""
HEAD: Final = frozenset({FurnitureKind.TITLE, FurnitureKind.SCALE_BAR, FurnitureKind.COMPASS})
"""What stands together at the left of the strip: the title above the scale bar and the compass."""
COLUMNS: Final = (
    (HEAD, 0.28, 18.0),
    (frozenset({FurnitureKind.LEGEND}), 0.30, 20.0),
    (frozenset({FurnitureKind.TURN_TRACK}), 0.23, 24.0),
    (frozenset({FurnitureKind.SOURCES}), 0.19, 18.0),
)
"""What stands in the strip from left to right: its share of the width, and how wide it is at most (circumradii)."""


def sheet_of(board: Board) -> MapLook:
    """The look of a map with what its furniture lacks, in a strip below it."""
    here = board.look.furniture
    lacking = set(FurnitureKind) - {FurnitureKind.BOX} - {item.kind for item in here}
    area = drawn_area(board)
    x, y = area.left() / SCALE, area.bottom() / SCALE + GAP
    columns = [(kinds & lacking, share, most) for kinds, share, most in COLUMNS if kinds & lacking]
    whole = sum(share for _, share, _ in columns)
    added: list[Furniture] = []
    for kinds, share, most in columns:
        wide = min(most, (area.width() / SCALE + GAP) * share / whole - GAP)
        if kinds <= HEAD:
            added += _head(kinds, x, y, wide)
        else:
            added += [_piece(kind, x, y, wide, STRIP) for kind in kinds]
        x += wide + GAP
    return replace(board.look, furniture=(*here, *added))


def _head(kinds: frozenset[FurnitureKind] | set[FurnitureKind], x: float, y: float, wide: float) -> list[Furniture]:
    """The title, and under it the scale bar and the compass side by side."""
    found = []
    if FurnitureKind.TITLE in kinds:
        found.append(_piece(FurnitureKind.TITLE, x, y, wide, TITLE_HIGH))
        y += TITLE_HIGH + GAP
    side = STRIP - TITLE_HIGH - GAP
    left = wide
    if FurnitureKind.COMPASS in kinds:
        reach = min(side, max(side / 2, wide - BAR_WIDE - GAP)) if FurnitureKind.SCALE_BAR in kinds else side
        left = wide - reach - GAP
        found.append(_piece(FurnitureKind.COMPASS, x + left + GAP, y + (side - reach) / 2, reach, reach))
    if FurnitureKind.SCALE_BAR in kinds:
        found.append(_piece(FurnitureKind.SCALE_BAR, x, y + (side - BAR_HIGH) / 2, left, BAR_HIGH))
    return found


def _piece(kind: FurnitureKind, x: float, y: float, width: float, height: float) -> Furniture:
    return Furniture(kind, round(x, 3), round(y, 3), round(width, 3), round(height, 3))


def paint_frame(painter: QPainter, area: QRectF) -> None:
    """Draw the frame of a sheet that fills ``area`` (scene units): a strong line, and a fine one inside it."""
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, width in ((FRAME, 0.07), (FRAME + 0.16 * SCALE, 0.02)):
        painter.setPen(
            QPen(
                QColor("#1f1a14"),
                width * SCALE,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.FlatCap,
                Qt.PenJoinStyle.MiterJoin,
            )
        )
        painter.drawRect(area.adjusted(inset, inset, -inset, -inset))
    painter.restore()
