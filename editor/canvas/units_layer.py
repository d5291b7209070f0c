"""The units on a map of any kind: what shows them, and lets them be picked up, moved and dropped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsObject

from editor.canvas.group_markers import GroupMarker
from editor.canvas.pieces import Piece
from editor.document.document import Document
from engine.boards.board import Spot
from engine.play.display import Mark
from engine.scenario import Scenario


class UnitsOnMap(QGraphicsObject):
    """Draws all units; what is done with them is its owner's business. A kind of map says where they lie."""

    picked = Signal(str)
    """A unit was pressed."""
    added = Signal(str)
    """A unit was pressed with Shift or Ctrl: it joins those selected, or leaves them."""
    opened = Signal(str)
    """A unit was clicked twice."""
    dropped = Signal(list, object)
    """Units were let go over a place: their keys, and the place."""
    moved = Signal(list, object, object)
    """Several selected units were carried together: from a place to another, all as far."""
    laid = Signal(object)
    """Units were put into places of their own: the new place of each, by its key."""
    carried = Signal(object)
    """Units are held over a place now; None when they are let go."""

    fixed = False
    """Whether units stay where they are: they can be picked, not moved."""

    def renew(self, document: Document) -> None:
        """The document's map is another one: show nothing until units are set."""
        raise NotImplementedError

    def set_pieces(self, pieces: Iterable[Piece]) -> None:
        """Show these units and no others."""
        raise NotImplementedError

    def set_entries(self, entries: Mapping[Spot, list[tuple[int, QColor]]]) -> None:
        """Flag places of entry: for each the turns and colours of those who enter there."""

    def set_columns(self, columns: Mapping[Spot, list[GroupMarker]]) -> None:
        """Show these columns, by place, and no others."""

    def set_marks(self, marks: Mapping[Spot, list[Mark]], scenario: Scenario | None) -> None:
        """Show these markers of a game of a scenario, by place, and no others."""

    def select(self, units: Iterable[str]) -> None:
        """Frame these units."""
        raise NotImplementedError

    def set_waiting(self, units: Iterable[str]) -> None:
        """Draw these units pale, as they are about to go elsewhere."""

    def find(self, unit: str | None) -> Piece | None:
        """A unit's piece, or None when it is not on the map."""
        raise NotImplementedError

    def standing_at(self, spot: Spot) -> list[Piece]:
        """The units at a place, the lowest first."""
        raise NotImplementedError

    def piece_at(self, point: QPointF) -> Piece | None:
        """The topmost unit under a point of the scene."""
        raise NotImplementedError

    def stack_counted_at(self, point: QPointF) -> Spot | None:
        """The place of the stack whose count is under a point of the scene; None where there is no count."""
        return None

    def cancel(self) -> None:
        """Put a carried unit back where it was."""
        raise NotImplementedError
