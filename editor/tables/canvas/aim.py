"""Where the pointer is on a table."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt

from editor.canvas.aim import HeldKeys
from editor.canvas.drawing.paper import SCALE
from editor.document.document import Document
from editor.tables.scale import in_paces, spot_at
from engine.tables.places import BasePlace
from engine.tables.table import table_of


@dataclass(frozen=True, slots=True)
class TableAim(HeldKeys):
    """A place on the table as the pointer sees it. ``x`` and ``y`` are paper coordinates (units of 40 paces)."""

    x: float
    y: float
    on_map: bool
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def scene(self) -> QPointF:
        """The point of the scene."""
        return QPointF(self.x * SCALE, self.y * SCALE)

    @property
    def paces(self) -> tuple[float, float]:
        """The point in paces."""
        return in_paces(self.scene)

    @property
    def point(self) -> tuple[int, int]:
        """The point in whole paces."""
        x, y = self.paces
        return round(x), round(y)

    @property
    def spot(self) -> BasePlace | None:
        """The place under the pointer, which faces the upper edge; None beyond the table."""
        return spot_at(self.scene) if self.on_map else None


def aim_at(document: Document, scene: QPointF, modifiers: Qt.KeyboardModifier) -> TableAim:
    """The aim at a point of the scene."""
    return TableAim(scene.x() / SCALE, scene.y() / SCALE, table_of(document.board).holds(*in_paces(scene)), modifiers)
