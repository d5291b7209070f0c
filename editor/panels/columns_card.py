"""Columns by hand: the units of the hex that is being organised, to be dragged from one column to another."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QToolButton, QVBoxLayout, QWidget

from editor.canvas.drawing.counters import counter_icon
from editor.canvas.units_mime import MIME, drag_units, unpack
from editor.desk.desk import Desk
from editor.dialogs.asking import pop_up
from editor.look.rebuilding import taken_out
from editor.panels.bulk_parts import FlowBox
from editor.panels.map_card import MapCard
from editor.plain import PlainLabel, RichLabel, as_written
from engine.play.display import Grouping
from engine.scenario import Scenario

WIDE: Final = 320
ICON: Final = 34
NONE: Final = "In no column"
FRESH: Final = "New column: drop a unit here"


class UnitChip(QToolButton):
    """A unit in its column: it is dragged to another, or a click offers the others."""

    def __init__(self, card: ColumnsCard, key: str, scenario: Scenario, *, free: bool) -> None:
        super().__init__()
        unit = scenario.units[key]
        self.key, self._card, self._pressed = key, card, QPoint()
        self.setIcon(counter_icon(unit, scenario.sides[unit.side], ICON, ratio=self.devicePixelRatioF()))
        self.setIconSize(QSize(ICON, ICON))
        self.setAutoRaise(True)
        self.setEnabled(free)
        self.setAccessibleName(unit.name)
        self.setToolTip(
            as_written(f"{unit.name}: drag it to another column" if free else f"{unit.name} has been moved already")
        )
        self.clicked.connect(lambda _on=False: card.offer(self))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where it was taken."""
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it away."""
        moved = (event.position().toPoint() - self._pressed).manhattanLength()
        if event.buttons() & Qt.MouseButton.LeftButton and moved >= QApplication.startDragDistance():
            self.setDown(False)
            drag_units(self, [self.key], self.icon())
            # Whoever drags may not be replaced before the drag is over.
            self._card.settle_drop()
        else:
            super().mouseMoveEvent(event)


class ColumnBox(QFrame):
    """A column with its units; what is dropped here joins it."""

    def __init__(self, card: ColumnsCard, column: str, title: str) -> None:
        super().__init__()
        self.column, self._card = column, card
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAcceptDrops(True)
        self.setAccessibleName(title)
        self.units = FlowBox()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 3, 6, 3)
        layout.setSpacing(2)
        layout.addWidget(PlainLabel(title))
        layout.addWidget(self.units)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Units may be dropped."""
        event.setAccepted(event.mimeData().hasFormat(MIME))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Anywhere in the box."""
        event.setAccepted(event.mimeData().hasFormat(MIME))

    def dropEvent(self, event: QDropEvent) -> None:
        """They join this column, once the drag is over."""
        event.acceptProposedAction()
        self._card.dropped = [(key, self.column) for key in unpack(event.mimeData())]


class ColumnsCard(MapCard):
    """Lies over a corner of the map while a hex is organised."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget) -> None:
        """``over`` is the part of ``parent`` that it may cover."""
        super().__init__(desk, parent, over, name="Columns of a hex", width=WIDE)
        self.boxes: dict[str, ColumnBox] = {}
        """By the keys of the columns; an empty key for the units in none."""
        self.chips: dict[str, UnitChip] = {}
        self.dropped: list[tuple[str, str]] = []
        """The units that were dropped in a drag that is not over yet, with the columns they join."""
        self.at = ""
        """The hex that is being organised."""
        self.title = RichLabel()
        self.title.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 8, 10, 10)
        self._column.setSpacing(4)
        self._column.addWidget(self.title)
        game = desk.game
        game.moved.connect(lambda _number: self.refresh())
        for signal in (game.started, game.closed):
            signal.connect(self.refresh)
        desk.document_changed.connect(lambda _document: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """Show the hex that is being organised, or go."""
        preview = self.desk.preview
        game, state = preview.game, preview.position.state if preview.active else None
        told = preview.human_turn and game is not None and state is not None and game.rules.tells("grouping")
        grouping = game.rules.grouping(state) if told and game is not None else None
        for box in self.boxes.values():
            taken_out(self._column, box)
        self.boxes, self.chips = {}, {}
        if grouping is None or game is None:
            self.hide()
            return
        self.at = grouping.at
        self.title.setHtml(
            f"<b>Columns in {escape(grouping.at)}</b><br>Drag a unit to another column; each may move once."
        )
        for column, units in grouping.columns.items():
            self._add_box(game.scenario, grouping, column, f"Column {column}" if column else NONE, units)
        if grouping.fresh:
            self._add_box(game.scenario, grouping, grouping.fresh, f"{FRESH} ({grouping.fresh})", ())
        self.show()
        self.place()

    def _add_box(self, scenario: Scenario, grouping: Grouping, column: str, title: str, units: tuple[str, ...]) -> None:
        box = self.boxes[column] = ColumnBox(self, column, title)
        for key in units:
            chip = self.chips[key] = UnitChip(self, key, scenario, free=key in grouping.free)
            box.units.flow.addWidget(chip)
        self._column.addWidget(box)
        box.show()

    def offer(self, chip: UnitChip) -> None:
        """Offer the columns that a unit may be moved to."""
        menu = QMenu(self)
        for column, box in self.boxes.items():
            if chip.parentWidget() is not box.units:
                action = menu.addAction(box.accessibleName())
                action.triggered.connect(partial(self._chosen, chip.key, column))
        pop_up(menu, chip.mapToGlobal(chip.rect().bottomLeft()))

    def _chosen(self, key: str, column: str, _on: bool = False) -> None:
        self.move_unit(key, column)

    def settle_drop(self) -> None:
        """A drag is over: carry out what was dropped."""
        dropped, self.dropped = self.dropped, []
        for key, column in dropped:
            self.move_unit(key, column)

    def move_unit(self, key: str, column: str) -> None:
        """Put a unit into another column, or into none; where that is not allowed the rules say why."""
        preview = self.desk.preview
        game, state = preview.game, preview.position.state if preview.active else None
        at = next((name for name, box in self.boxes.items() if key in self._units_of(box)), None)
        if game is None or state is None or at is None or at == column:
            return
        self.desk.controls.game.act(game.rules.text(game.rules.regroup(state, key, column)))

    def _units_of(self, box: ColumnBox) -> list[str]:
        return [key for key, chip in self.chips.items() if chip.parentWidget() is box.units]

    def place(self) -> None:
        """A lower corner of the map, on the side where the hex does not lie."""
        self.adjustSize()
        area = self.room()
        canvas = self.desk.canvas
        x, y = canvas.map_scene.geometry.centre(self.desk.board.parse(self.at)) if self.at else (0.0, 0.0)
        spot = canvas.viewport().mapTo(self._parent, canvas.mapFromScene(x, y))
        left = area.left() if spot.x() >= area.center().x() else max(area.left(), area.right() - self.width())
        self.move(QPoint(left, max(area.top(), area.bottom() - self.height())))
        self.raise_()
