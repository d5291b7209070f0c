"""The counters that lie in a box beside the map: the units of a scenario's pools."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import (
    QGraphicsObject,
    QGraphicsSceneDragDropEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from editor.canvas.drawing.faces import CounterLook
from editor.canvas.drawing.furniture import scene_rect
from editor.canvas.drawing.pool_boxes import laid_out, paint_box
from editor.canvas.units_mime import MIME, unpack
from engine.boards.furniture import Furniture
from engine.plural import counted
from engine.scenario import Scenario

Z_BOX: Final = 505.0
"""Over the layer of the units, which would take what is dropped on a box."""
LARGEST: Final = 2_500_000
"""Pixels of a picture that is kept; larger ones are drawn again each time."""
TOLD: Final = 30
"""The most units that are listed by name."""


class PoolBox(QGraphicsObject):
    """Lies over one box of the map."""

    picked = Signal(str)
    """A click on the counter of a unit, by key."""
    dropped = Signal(list)
    """Units, by key, that were dragged here from a panel."""

    def __init__(
        self,
        box: Furniture,
        scenario: Scenario,
        units: list[str],
        steps: Mapping[str, int],
        look: CounterLook,
        unknown: Collection[str] = (),
    ) -> None:
        """``steps`` is what some of the units have left; of those ``unknown`` is told how many there are, not who."""
        super().__init__()
        self.box, self.scenario, self.units, self.steps, self.look = box, scenario, units, steps, look
        self.unknown = unknown
        self._picture = QImage()
        self.setZValue(Z_BOX)
        self.setAcceptedMouseButtons(Qt.MouseButton.LeftButton)
        self.setAcceptDrops(True)
        self.fixed = False
        """Whether no units are taken: a game is played."""
        names = [scenario.units[key].name for key in units if key not in unknown]
        more = [f"and {len(names) - TOLD} more"] if len(names) > TOLD else []
        if len(units) > len(names):
            more.append(f"{len(units) - len(names)} unidentified")
        told = [f"{box.title or 'Box'}: {counted(len(units), 'unit')}", *names[:TOLD], *more]
        self.setToolTip("<br>".join(map(escape, told)))

    def boundingRect(self) -> QRectF:
        """The box."""
        return scene_rect(self.box)

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Pick the unit under the pointer; where there is none the press is the tool's."""
        laid = zip(self.units, laid_out(self.box, len(self.units)), strict=False)
        known = ((key, rect) for key, rect in laid if key not in self.unknown)
        unit = next((key for key, rect in known if rect.contains(event.scenePos())), "")
        event.setAccepted(bool(unit))
        if unit:
            self.picked.emit(unit)

    def dragEnterEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Take units that are dragged in from a panel."""
        event.setAccepted(not self.fixed and event.mimeData().hasFormat(MIME))

    def dropEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Units are let go here."""
        units = unpack(event.mimeData())
        if units and not self.fixed:
            event.acceptProposedAction()
            self.dropped.emit(units)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the counters, from a picture of the size they have on the screen where that is not too large."""
        transform, device = painter.worldTransform(), painter.device()
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(transform)
        fine = level * (device.devicePixelRatio() if device else 1.0)
        rect = self.boundingRect()
        wide, high = max(1, round(rect.width() * fine)), max(1, round(rect.height() * fine))
        if transform.isRotating() or wide * high > LARGEST:
            self._paint(painter, level)
            return
        if (self._picture.width(), self._picture.height()) != (wide, high):
            self._picture = self._painted(wide, high, level)
        painter.drawImage(rect, self._picture)

    def _painted(self, wide: int, high: int, level: float) -> QImage:
        rect = self.boundingRect()
        picture = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.scale(wide / rect.width(), high / rect.height())
        painter.translate(-rect.topLeft())
        self._paint(painter, level)
        painter.end()
        return picture

    def _paint(self, painter: QPainter, level: float) -> None:
        paint_box(painter, self.scenario, self.box, self.units, self.look, level, self.steps, self.unknown)
