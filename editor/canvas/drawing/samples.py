"""Samples of the kinds of a palette, for legends: drawn as maps of their kind are drawn."""

from __future__ import annotations

import importlib
from typing import Final

from PySide6.QtGui import QColor, QImage

from engine.boards.board import Board
from engine.boards.kinds import kind_of
from engine.boards.palette import Kind

DRAWN_BY: Final = {
    "hexes": "editor.hexes.drawing.swatches",
    "tables": "editor.tables.drawing.swatches",
}
"""By the key of a kind of map the module whose ``swatch_image`` draws its kinds; it is imported when asked for."""


def sample_of(board: Board, kind: Kind, width: int, height: int, style: str) -> QImage:
    """A kind of a map's palette as a picture of this many pixels in a map style; its plain colour where nothing else is
    known of how such maps are drawn."""
    name = DRAWN_BY.get(kind_of(board).key)
    if name is None:
        plain = QImage(width, height, QImage.Format.Format_RGB32)
        plain.fill(QColor(kind.colour))
        return plain
    found: QImage = importlib.import_module(name).swatch_image(board.palette, kind, width, height, style)
    return found
