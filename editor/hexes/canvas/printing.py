"""A map of hexes as it is drawn for pictures, sheets and thumbnails."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from editor.canvas.drawing.counters import COUNT_AT, draw_count, draw_counter
from editor.canvas.drawing.faces import CounterLook
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import Spot
from editor.canvas.drawing.stacks import COUNT
from editor.hexes.drawing.areas import holds_hexes
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import atlas_for, lettering, paint
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.bleed import with_bleed
from engine.scenario.model import Scenario


class HexPrinting:
    """Draws a map of hexes and the counters on it."""

    def __init__(self, board: BattleMap, look: Look) -> None:
        self.atlas = atlas_for(board, look)
        wider = with_bleed(board) if look.bleed else None
        self._wider = Atlas(wider.map, look.style, look.tints, wider.added) if wider is not None else None
        self._moved = wider.moved if wider is not None else []

    def paint(self, painter: QPainter, part: QRectF, scale: float, look: Look, around: QColor | None = None) -> None:
        """Paint a part of the scene at this many pixels a scene unit; ``around`` is the colour beyond the map."""
        if self._wider is None or look.ground < 1:
            paint(painter, self.atlas, part, scale, look, around)
            return
        painter.fillRect(part, around or self.atlas.overview.desk)
        edge = QRectF(0, 0, *self.atlas.geometry.size)
        self._paint_wider(painter, self._wider, part & edge, edge, scale, look)
        for _ in lettering(painter, self.atlas, part, scale, look):
            pass

    def _paint_wider(
        self, painter: QPainter, wider: Atlas, part: QRectF, edge: QRectF, scale: float, look: Look
    ) -> None:
        """Paint the map and what lies around it, cut at the edges of the paper."""
        if part.isEmpty():
            return
        (x, y), (there_x, there_y) = self.atlas.geometry.centre(0), wider.geometry.centre(self._moved[0])
        painter.save()
        painter.setClipRect(edge, Qt.ClipOperation.IntersectClip)
        painter.translate(x - there_x, y - there_y)
        bare = replace(look, numbers=False, labels=False, regions=False)
        paint(painter, wider, part.translated(there_x - x, there_y - y), scale, bare)
        painter.restore()

    def paint_units(self, painter: QPainter, scenario: Scenario, part: QRectF, scale: float, look: CounterLook) -> None:
        """Paint the counters of the set-up, stacked as on the screen."""
        # The canvas's layer knows how stacks lie; it is asked for places only.
        from editor.canvas.pieces import pieces_of_setup
        from editor.hexes.canvas.units import UnitsLayer

        layer = UnitsLayer(self.atlas.map.grid)
        layer.set_pieces(pieces_of_setup(scenario, look))
        for h in sorted(layer.stacks):
            if not layer.hex_rect(h).intersects(part):
                continue
            laid = layer.layout(h)
            for piece, rect in laid:
                draw_counter(
                    painter, rect, piece.unit, piece.side, look=look, steps=piece.steps, pixels=rect.width() * scale
                )
            if len(layer.stacks[h]) > 1:
                draw_count(painter, laid[-1][1].topRight() + COUNT_AT, len(layer.stacks[h]), COUNT)

    def centre(self, spot: int) -> Spot:
        """The middle of a hex in the scene."""
        return self.atlas.geometry.centre(spot)

    def holds(self, part: QRectF) -> bool:
        """Whether a part of the scene may show any of a hex."""
        return holds_hexes(self.atlas.map.grid, part)

    def trim(self, most: int | None = None) -> bool:
        """Let go of art, or of all but ``most`` parts of it; whether there is more to let go."""
        return self.atlas.trim() if most is None else self.atlas.trim(most)
