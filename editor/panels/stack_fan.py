"""A stack fanned out beside its place: every unit of it to be read, filtered, and chosen by a click or by a box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.stacks import COUNTER
from editor.canvas.pieces import Piece, kind_of
from editor.canvas.units_mime import drag_units
from editor.controls.joining import JOINS
from editor.desk.desk import Desk
from editor.kinds import TokenLook, parts_of
from editor.panels.map_card import MapCard
from editor.plain import PlainLabel, as_written
from engine.boards.board import Spot
from engine.plural import counted
from engine.scenario import Scenario
from engine.scenario.words import factors, full_steps
from engine.spelling import folded

WIDE: Final = 356
ICON: Final = 56
"""Pixels of the side of a counter: its name and figures can be read."""
CELL: Final = ICON + 6
ROWS: Final = 6
"""Rows of counters that are seen at once, where the map has room; more are scrolled."""
BESIDE: Final = 16
"""Pixels between a stack and its fan."""
KEY: Final = Qt.ItemDataRole.UserRole
WORDS: Final = Qt.ItemDataRole.UserRole + 1


class CounterList(QListWidget):
    """The counters in rows. A drag from beside them takes them in by a box; a drag of a counter carries what is
    chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.carries = False
        """Whether units may be carried away, to be dropped on the map or a panel."""
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionRectVisible(True)
        self.setIconSize(QSize(ICON, ICON))
        self.setGridSize(QSize(CELL, CELL))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Units of the stack")

    @property
    def chosen(self) -> list[str]:
        """The keys of the chosen units, in the order of the stack; a unit that the filter hides is not among them."""
        items = map(self.item, range(self.count()))
        return [str(item.data(KEY)) for item in items if item.isSelected() and not item.isHidden()]

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Carry the chosen units away."""
        items = self.selectedItems()
        if self.carries and items:
            drag_units(self, self.chosen, items[0].icon())


class StackFan(MapCard):
    """Lies beside a stack, never over it, until the user closes it or the stack is gone."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget) -> None:
        """``over`` is the part of ``parent`` that it may cover."""
        super().__init__(desk, parent, over, name="Stack", width=WIDE)
        self.spot: Spot | None = None
        """The place whose stack is shown."""
        self._under: Spot | None = None
        """The place under the pointer."""
        self._filling = False
        self._build()
        desk.actions.add(
            "view.stack",
            "Show stac&k",
            self.fan_here,
            menu="View",
            group=4,
            shortcut="F3",
            tip="Fan out the stack under the pointer, or in the selected hex",
        )
        desk.controls.units.fan_asked.connect(self._fan_clicked)
        desk.panes.spot_hovered.connect(self._hover)
        desk.panes.view_changed.connect(self.keep_clear)
        desk.selection.selection_changed.connect(self._follow_selection)
        desk.document_changed.connect(lambda _document: self.leave())
        desk.changed.connect(lambda _change: self.refresh())
        desk.game.moved.connect(lambda _number: self.refresh())
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self.leave)
        self.hide()

    def _build(self) -> None:
        self.title, self.note = PlainLabel(), PlainLabel()
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter by name, type, side, strength or steps")
        self.filter.setAccessibleName("Filter the stack")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(lambda _text: self._filter())
        self.counters = CounterList()
        self.counters.itemSelectionChanged.connect(self._chosen)
        self.counters.currentItemChanged.connect(lambda item, _before: self._tell(item))
        self.counters.itemEntered.connect(self._tell)
        self.every, self.join = QPushButton("Select all"), QPushButton("Add selected units")
        self.every.clicked.connect(self._choose_all)
        self.join.setToolTip("Add the selected units to the force; one step back removes them all")
        self.join.clicked.connect(self._join)
        self.away = QToolButton()
        self.away.setText("\u2715")
        self.away.setAutoRaise(True)
        self.away.setAccessibleName("Close the stack")
        self.away.setToolTip("Close the stack (Esc)")
        self.away.clicked.connect(lambda _on=False: self.leave())
        self.note.setFixedHeight(2 * self.note.fontMetrics().lineSpacing() + 2)
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.away)
        foot.addWidget(self.every)
        foot.addWidget(self.join)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 8, 8)
        column.setSpacing(5)
        column.addLayout(head)
        column.addWidget(self.filter)
        column.addWidget(self.counters)
        column.addWidget(self.note)
        column.addLayout(foot)

    # -- what is shown ------------------------------------------------------------------------------------------

    def fan_here(self) -> None:
        """Fan out the stack under the pointer, else the one in the selected place; a second time closes it."""
        selected = self.desk.selection.spot
        for spot in (self._under, selected):
            if spot is not None and self._pieces(spot):
                if self.isVisible() and spot == self.spot:
                    self.leave()
                else:
                    self.fan(spot)
                    self.counters.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return
        self.desk.status("No units here. Point at a stack, or select its hex.")

    def fan(self, spot: Spot) -> None:
        """Show the stack of a place."""
        self.spot = spot
        self.filter.clear()
        self.refresh()
        if self._pieces(spot):
            self.show()
            self._fit()
            self.place()

    def _fan_clicked(self, spot: Spot) -> None:
        """Show the stack whose count was clicked; what is typed next filters it."""
        self.fan(spot)
        if self.isVisible():
            # The press goes on to the map, which takes the keyboard for it.
            QTimer.singleShot(0, self.filter, lambda: self.filter.setFocus(Qt.FocusReason.PopupFocusReason))

    def leave(self) -> None:
        """Close it. The keyboard goes back to the map."""
        self.spot = None
        inside = QApplication.focusWidget()
        self.hide()
        if inside is not None and self.isAncestorOf(inside):
            self.desk.canvas.setFocus()

    def _pieces(self, spot: Spot) -> list[Piece]:
        """The units at a place that whoever looks may know, the topmost first."""
        return [piece for piece in reversed(self.desk.controls.units.layer.standing_at(spot)) if not piece.unknown]

    def _scenario(self) -> Scenario | None:
        game = self.desk.preview.game
        return game.scenario if game is not None else self.desk.document.scenario

    def refresh(self) -> None:
        """Show the stack as it is now; close where it is gone."""
        scenario = self._scenario()
        if self.spot is None or scenario is None:
            return
        pieces = self._pieces(self.spot)
        if not pieces:
            self.leave()
            return
        self._filling = True
        self.counters.carries = not self.desk.preview.active
        self.counters.clear()
        for piece in pieces:
            self.counters.addItem(self._item(scenario, piece))
        self._filling = False
        name = self.desk.board.spoken(self.spot)
        self.title.setText(f"{name}: {counted(len(pieces), 'unit')}")
        self.setAccessibleName(self.title.text())
        self._filter()
        self._follow_selection()
        self._show_join()

    def _item(self, scenario: Scenario, piece: Piece) -> QListWidgetItem:
        unit = piece.unit
        how = TokenLook(ICON, self.devicePixelRatioF(), piece.steps, piece.look)
        item = QListWidgetItem(QIcon(parts_of(self.desk.document).token(scenario, unit, how)), "")
        said = said_of(piece)
        item.setData(KEY, unit.key)
        item.setData(WORDS, folded(f"{said} {unit.key} {piece.side.name} {' '.join(unit.formation)}"))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        item.setToolTip(as_written(said))
        return item

    def _filter(self) -> None:
        """Hide what does not have every word that was typed."""
        wanted = folded(self.filter.text()).split()
        for row in range(self.counters.count()):
            item = self.counters.item(row)
            item.setHidden(not all(word in str(item.data(WORDS)) for word in wanted))
        self._tell(self.counters.currentItem())

    def _tell(self, item: QListWidgetItem | None) -> None:
        """Say in words what a counter is."""
        self.note.setText(str(item.data(Qt.ItemDataRole.AccessibleTextRole)) if item is not None else "")

    # -- choosing -----------------------------------------------------------------------------------------------

    def _chosen(self) -> None:
        """Units were chosen here: they are selected, and in play those that may act are taken."""
        if self._filling or self.spot is None:
            return
        keys, preview = self.counters.chosen, self.desk.preview
        self._filling = True
        if preview.active and preview.human_turn:
            able = set(preview.choices().units)
            acting = [key for key in keys if key in able]
            # Units that cannot act may still be looked at.
            self.desk.controls.game.take(acting or keys[:1], [self.spot])
        else:
            self.desk.selection.set([self.spot], keys)
        self._filling = False
        self._show_join()

    def _choose_all(self) -> None:
        for row in range(self.counters.count()):
            item = self.counters.item(row)
            item.setSelected(not item.isHidden())

    def _follow_selection(self) -> None:
        """Select here what was selected on the map."""
        if self._filling or self.spot is None:
            return
        self._filling = True
        units = set(self.desk.selection.units)
        for row in range(self.counters.count()):
            item = self.counters.item(row)
            item.setSelected(item.data(KEY) in units)
            if item.data(KEY) == self.desk.selection.unit:
                self.counters.setCurrentItem(item, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._filling = False

    def _joining(self, keys: Sequence[str]) -> list[str]:
        """The actions by which these units join the force or the battle that is being put together."""
        preview = self.desk.preview
        if not preview.active or not preview.human_turn:
            return []
        found = [choice for key in keys for choice in preview.choices().of(key)]
        return [choice.text for choice in found if choice.verb in JOINS and not choice.goal]

    def _show_join(self) -> None:
        every = [str(self.counters.item(row).data(KEY)) for row in range(self.counters.count())]
        self.join.setVisible(bool(self._joining(every)))
        self.join.setEnabled(bool(self._joining(self.counters.chosen)))

    def _join(self) -> None:
        self.desk.preview.act_together(self._joining(self.counters.chosen))

    # -- where it lies ------------------------------------------------------------------------------------------

    def _hover(self, spot: Spot | None) -> None:
        # The pointer that goes from the map onto the fan is over no place.
        if spot is not None or not self.isVisible():
            self._under = spot

    def _fit(self) -> None:
        """As high as its rows need; how many are seen goes by the room, whatever the filter hides."""
        across = max(1, (WIDE - 18 - 14) // CELL)
        rows = min(ROWS, -(-self.counters.count() // across))
        room = max(1, (self.room().height() - 170) // CELL)
        self.counters.setFixedHeight(min(rows, room) * CELL + 4)
        self.fit_contents()

    def place(self) -> None:
        """To the right of the stack, or to the left where there is no room; the stack itself stays in sight."""
        if self.spot is None:
            return
        canvas, area = self.desk.canvas, self.room()
        x, y = canvas.map_scene.geometry.centre(self.spot)
        middle = canvas.viewport().mapTo(self._parent, canvas.mapFromScene(x, y))
        half = round(COUNTER * canvas.zoom * 0.9) + BESIDE
        right, left = middle.x() + half, middle.x() - half - self.width()
        fits = right + self.width() <= area.right()
        across = right if fits or left < area.left() else left
        down = min(max(area.top(), middle.y() - self.height() // 2), max(area.top(), area.bottom() - self.height()))
        self.move(across, down)
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it, and the keyboard goes back to the map."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            self.desk.canvas.setFocus()
        else:
            super().keyPressEvent(event)


def said_of(piece: Piece) -> str:
    """A unit in words: ``9th Infantry, regiment infantry, 8, 2 of 2 steps``."""
    unit, shown = piece.unit, factors(piece.unit, piece.steps)
    whole = full_steps(unit)
    now = whole if piece.steps is None else piece.steps
    figures = "-".join(part for part in (shown.left, shown.right) if part)
    parts = [unit.called, kind_of(unit), figures, f"{now} of {counted(whole, 'step')}" if whole > 1 else ""]
    return ", ".join(part for part in parts if part)
