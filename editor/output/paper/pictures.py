"""Samples of terrain and counters on pages: drawn as maps and counter sheets draw them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import CounterLook, look_in
from editor.canvas.drawing.look import ORGANIC
from editor.canvas.drawing.samples import sample_of
from editor.kinds import kind_of_board
from editor.output.export import need_application
from engine.boards.palette import Kind
from engine.paper.ground import usual_board
from engine.paper.model import PaperDocument

SAMPLE: Final = (210, 152)
"""Pixels of a sample of terrain."""
SEEN: Final = 1000.0
"""Pixels for the level of detail of counters: on paper everything can be read."""
EDGE: Final = QColor("#5a4a38")


class PagePictures:
    """Paints what a document shows. Each sample is drawn once."""

    def __init__(self, document: PaperDocument, folder: str = "") -> None:
        """``folder`` is where pictures on counters are looked up."""
        need_application()
        self.document = document
        self.look = look_in(document.scenario, folder) if document.scenario is not None else CounterLook()
        self._samples: dict[tuple[str, str], QImage] = {}

    def sample(self, kind: Kind) -> QImage:
        """A sample of a kind of the palette."""
        key = (str(kind.layer), kind.key)
        if key not in self._samples:
            board = self.document.board or usual_board()
            self._samples[key] = sample_of(board, kind, *SAMPLE, ORGANIC)
        return self._samples[key]

    def paint_sample(self, painter: QPainter, kind: Kind, room: QRectF) -> None:
        """Paint a sample with a fine edge."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(room, self.sample(kind))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(EDGE, room.width() * 0.012))
        painter.drawRect(room)

    def paint_counter(self, painter: QPainter, unit: str, room: QRectF) -> None:
        """Paint the front of a unit's counter, or its base on a table; nothing for a unit that there is not."""
        scenario = self.document.scenario
        known = scenario.units.get(unit) if scenario is not None else None
        side = scenario.sides.get(known.side) if scenario is not None and known is not None else None
        if scenario is None or known is None or side is None:
            return
        kind = kind_of_board(scenario.map)
        if kind.piece:
            kind.offers("piece")(painter, scenario, unit, room)
        else:
            draw_counter(painter, room, known, side, look=self.look, pixels=SEEN)
