"""Groups by hand: the units of a hex that are being put into columns, to be dragged from one to another."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QIcon, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QToolButton, QVBoxLayout, QWidget

from editor.canvas.units_mime import MIME, drag_units, unpack
from editor.desk.desk import Desk
from editor.dialogs.asking import pop_up
from editor.look.rebuilding import taken_out
from editor.panels.bulk_parts import FlowBox
from editor.panels.map_card import MapCard
from editor.panels.tokens import token
from editor.plain import PlainLabel, RichLabel, as_written
from engine.play import registry
from engine.play.display import Grouping, GroupingCard
from engine.scenario import Scenario

WIDE: Final = 320
ICON: Final = 34


class UnitChip(QToolButton):
    """A unit in its group: it is dragged to another, or a click offers the others."""

    def __init__(self, card: GroupingCardView, key: str, scenario: Scenario, *, free: bool) -> None:
        super().__init__()
        unit = scenario.units[key]
        self.key, self._card, self._pressed = key, card, QPoint()
        self.setIcon(QIcon(token(card.desk, scenario, key, ICON, self.devicePixelRatioF())))
        self.setIconSize(QSize(ICON, ICON))
        self.setAutoRaise(True)
        self.setEnabled(free)
        self.setAccessibleName(unit.name)
        self.setToolTip(
            as_written(
                f"{unit.name}: drag it to another {card.noun}" if free else f"{unit.name} has been moved already"
            )
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


class GroupBox(QFrame):
    """A group with its units; what is dropped here joins it."""

    def __init__(self, card: GroupingCardView, group: str, title: str) -> None:
        super().__init__()
        self.group, self._card = group, card
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
        """They join this group, once the drag is over."""
        event.acceptProposedAction()
        self._card.dropped = [(key, self.group) for key in unpack(event.mimeData())]


class GroupingCardView(MapCard):
    """Lies over a corner of the map while units of a hex are being grouped."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget) -> None:
        """``over`` is the part of ``parent`` that it may cover."""
        super().__init__(desk, parent, over, name="Groups of a hex", width=WIDE)
        self.boxes: dict[str, GroupBox] = {}
        """By the keys of the groups; an empty key for the units in none."""
        self.chips: dict[str, UnitChip] = {}
        self.dropped: list[tuple[str, str]] = []
        """The units that were dropped in a drag that is not over yet, with the groups they join."""
        self.at = ""
        """The hex whose units are being grouped."""
        self.shown: GroupingCard | None = None
        """How the rules show it; None while nothing is grouped."""
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

    @property
    def noun(self) -> str:
        """What the rules call a group: ``column``."""
        return self.shown.noun if self.shown is not None else ""

    def refresh(self) -> None:
        """Show the hex whose units are being grouped, or go."""
        game, grouping = self.desk.preview.game, self._grouping()
        for box in self.boxes.values():
            taken_out(self._column, box)
        self.boxes, self.chips = {}, {}
        if grouping is None or game is None or self.shown is None:
            self.hide()
            return
        self.at = grouping.at
        heading = f"{self.shown.heading} in {grouping.at}"
        self.title.setHtml(f"<b>{escape(heading)}</b><br>{escape(self.shown.hint)}")
        self.setAccessibleName(heading)
        for key, units in grouping.columns.items():
            title = f"{self.noun.capitalize()} {key}" if key else f"No {self.noun}"
            self._add_box(game.scenario, grouping, key, title, units)
        if grouping.fresh:
            title = f"New {self.noun}: drop a unit here ({grouping.fresh})"
            self._add_box(game.scenario, grouping, grouping.fresh, title, ())
        self.show()
        self.place()

    def _grouping(self) -> Grouping | None:
        """The grouping that the person at the screen is asked about; None where none is."""
        preview, self.shown = self.desk.preview, None
        if preview.game is None or not preview.active or not preview.human_turn:
            return None
        game, state = preview.game, preview.position.state
        for question, overlay in registry.system(game.scenario.system).shown(GroupingCard):
            found: Grouping | None = question.function(game.rules, state, preview.eyes, {})
            if found is not None:
                self.shown = overlay
                return found
        return None

    def _add_box(self, scenario: Scenario, grouping: Grouping, group: str, title: str, units: tuple[str, ...]) -> None:
        box = self.boxes[group] = GroupBox(self, group, title)
        for key in units:
            chip = self.chips[key] = UnitChip(self, key, scenario, free=key in grouping.free)
            box.units.flow.addWidget(chip)
        self._column.addWidget(box)
        box.show()

    def offer(self, chip: UnitChip) -> None:
        """Offer the groups that a unit may be moved to."""
        menu = QMenu(self)
        for group, box in self.boxes.items():
            if chip.parentWidget() is not box.units:
                action = menu.addAction(box.accessibleName())
                action.triggered.connect(partial(self._chosen, chip.key, group))
        pop_up(menu, chip.mapToGlobal(chip.rect().bottomLeft()))

    def _chosen(self, key: str, group: str, _on: bool = False) -> None:
        self.move_unit(key, group)

    def settle_drop(self) -> None:
        """A drag is over: carry out what was dropped."""
        dropped, self.dropped = self.dropped, []
        for key, group in dropped:
            self.move_unit(key, group)

    def move_unit(self, key: str, group: str) -> None:
        """Put a unit into another group, or into none; where that is not allowed the rules say why."""
        at = next((name for name, box in self.boxes.items() if key in self._units_of(box)), None)
        if self.shown is None or at is None or at == group:
            return
        self.desk.controls.game.act(self.shown.action(key, group))

    def _units_of(self, box: GroupBox) -> list[str]:
        return [key for key, chip in self.chips.items() if chip.parentWidget() is box.units]

    def place(self) -> None:
        """A lower corner of the map, on the side where the hex does not lie."""
        self.fit_contents()
        area = self.room()
        canvas = self.desk.canvas
        x, y = canvas.map_scene.geometry.centre(self.desk.board.parse(self.at)) if self.at else (0.0, 0.0)
        spot = canvas.viewport().mapTo(self._parent, canvas.mapFromScene(x, y))
        left = area.left() if spot.x() >= area.center().x() else max(area.left(), area.right() - self.width())
        self.move(QPoint(left, max(area.top(), area.bottom() - self.height())))
        self.raise_()
