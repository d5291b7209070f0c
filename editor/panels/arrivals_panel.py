"""The reinforcement track: turns as columns, groups as cards in them, and the fields of the chosen card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QByteArray, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.faces import look_of
from editor.canvas.units_mime import MIME, drag_away, unpack
from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.commands.set_arrival import SetArrival
from editor.commands.undo_stack import new_stroke
from editor.desk.desk import Desk
from editor.document.document import Document
from editor.kinds import TokenLook, drawn_unit
from editor.look.name_field import NameField
from editor.look.rebuilding import put_inside, rebuilt
from editor.look.scrolled import Scrolled
from editor.panels.arrival_form import ArrivalForm, arrival_with
from editor.panels.buttons import ActionButton
from editor.panels.flow import FlowLayout
from editor.panels.in_dock import empty_state
from editor.panels.place_field import PlaceField
from editor.panels.units_field import UnitsField
from editor.plain import PlainLabel, RichLabel, as_written
from engine.scenario import Arrival, Scenario
from engine.scenario.model import WITHDRAW

CARD: Final = "application/x-hexwright-arrival"
"""A card on the move: the number of its group."""
ICON: Final = 26
SHOWN: Final = 8
"""The most counters that are drawn on a card; a number tells of the rest."""
WIDE: Final = 124


class GroupCard(QFrame):
    """A group: its name, its units, where it enters."""

    chosen = Signal(int)
    """The number of its group."""

    def __init__(self, scenario: Scenario, number: int, path: Path | None) -> None:
        """``path`` is the scenario's file, which artwork of counters is beside."""
        super().__init__()
        self.number = number
        group = scenario.arrivals[number]
        side = scenario.sides.get(group.side)
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._colour = side.colour if side is not None else "#888888"
        self._pressed = QPoint()
        title = group.name or (side.name if side is not None else group.side)
        self.setAccessibleName(f"{title}, turn {group.turn}")
        self.title = name = PlainLabel(title)
        name.setWordWrap(True)
        icons = QWidget()
        row = FlowLayout(icons, 1)
        for key in group.units[:SHOWN]:
            unit = scenario.units.get(key)
            counter = PlainLabel(key if unit is None else "")
            if unit is not None and side is not None:
                look = look_of(scenario, path)
                how = TokenLook(ICON, self.devicePixelRatioF(), None, look)
                counter.setPixmap(drawn_unit(scenario, unit, how))
                counter.setToolTip(as_written(unit.name))
            row.addWidget(counter)
        if len(group.units) > SHOWN:
            row.addWidget(PlainLabel(f"+{len(group.units) - SHOWN}"))
        where = PlainLabel(self._where(scenario, group))
        where.setWordWrap(True)
        where.setEnabled(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 4, 4)
        layout.setSpacing(2)
        for widget in (name, icons, where) if group.units else (name, where):
            layout.addWidget(widget)
        self.mark(on=False)

    def _where(self, scenario: Scenario, group: Arrival) -> str:
        if group.how == WITHDRAW:
            return "withdrawn"
        regions = scenario.map.regions
        names = [regions[name].name or name if name in regions else name for name in group.entry]
        place = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        waits = " · waits" if group.when is not None else ""
        drawn = f" · {group.draw or 'all'} of the pool {group.source}" if group.source else ""
        return (place or "no entry hex yet") + drawn + waits

    def mark(self, *, on: bool) -> None:
        """Show whether it is the chosen one."""
        width = 2 if on else 1
        edge = "palette(highlight)" if on else "palette(mid)"
        self.setStyleSheet(
            f"QFrame#card {{ background: palette(base); border: {width}px solid {edge}; border-radius: 4px;"
            f" border-left: 5px solid {self._colour}; }}"
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tab goes from card to card and chooses each."""
        super().focusInEvent(event)
        self.chosen.emit(self.number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The card is chosen, and perhaps dragged."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
            self.setFocus()
            self.chosen.emit(self.number)
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry the card to another turn."""
        far = (event.position().toPoint() - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if event.buttons() & Qt.MouseButton.LeftButton and far:
            data = QMimeData()
            data.setData(CARD, QByteArray(str(self.number).encode()))
            drag_away(self, data, self._pressed)


class TurnColumn(QFrame):
    """A turn, with its cards; cards and units can be dropped on it."""

    units_dropped = Signal(list, int, int)
    """Unit keys, the turn, and the group whose card they were dropped on (-1 for none)."""
    card_dropped = Signal(int, int)
    """The number of a group, and the turn."""

    def __init__(self, turn: int, title: str, note: str) -> None:
        super().__init__()
        self.turn = turn
        self.setObjectName("turn")
        self.setAcceptDrops(True)
        self.setFixedWidth(WIDE)
        self.setAccessibleName(title)
        head = RichLabel(f"<b>{escape(title)}</b>" + (f"<br>{escape(note)}" if note else ""))
        head.setWordWrap(True)
        self.cards: list[GroupCard] = []
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(4, 4, 4, 4)
        self.body.setSpacing(4)
        self.body.addWidget(head)
        self.body.addStretch(1)
        self._light(on=False)

    def add(self, card: GroupCard) -> None:
        """Put in a card below the others."""
        self.cards.append(card)
        self.body.insertWidget(self.body.count() - 1, card)

    def _light(self, *, on: bool) -> None:
        ground = "palette(midlight)" if on else "transparent"
        self.setStyleSheet(f"QFrame#turn {{ background: {ground}; border-right: 1px solid palette(mid); }}")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take cards and units."""
        if event.mimeData().hasFormat(MIME) or event.mimeData().hasFormat(CARD):
            event.acceptProposedAction()
            self._light(on=True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take cards and units."""
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: object) -> None:
        """They go elsewhere."""
        self._light(on=False)

    def dropEvent(self, event: QDropEvent) -> None:
        """A card comes to this turn, or units do."""
        self._light(on=False)
        data, at = event.mimeData(), event.position().toPoint()
        event.acceptProposedAction()
        if data.hasFormat(CARD):
            self.card_dropped.emit(int(bytes(data.data(CARD).data())), self.turn)
        else:
            card = next((card for card in self.cards if card.geometry().contains(at)), None)
            self.units_dropped.emit(unpack(data), self.turn, card.number if card is not None else -1)


class ArrivalsPanel(QWidget):
    """The reinforcements of the open scenario by turn."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.columns: dict[int, TurnColumn] = {}
        self.chosen = -1
        """The number of the chosen group; -1 for none."""
        self._stroke = new_stroke()
        self._shown: tuple[Any, ...] = ()
        self._build()
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        self._watch(desk.document)

    def _build(self) -> None:
        self.add_action = self._action("Add", "Add a group; its entry hex can be clicked on the map at once", self.add)
        self.remove_action = self._action(
            "Remove", "Remove the chosen group; its units have no place then", self.remove
        )
        self._in_panel(self.remove_action, "Del")
        self.rename_action = self._action("Rename", "Rename the chosen group in its card (F2)", self.rename)
        self._in_panel(self.rename_action, "F2")
        self.earlier_action = self._action("◀", "The chosen group comes a turn earlier", lambda: self.shift(-1))
        self.later_action = self._action("▶", "The chosen group comes a turn later", lambda: self.shift(1))
        row = QVBoxLayout()
        row.setSpacing(2)
        for action in (self.add_action, self.remove_action, self.earlier_action, self.later_action):
            button = ActionButton(action)
            button.setAccessibleName(action.toolTip())
            row.addWidget(button)
        row.addStretch(1)
        self.track = QScrollArea()
        self.track.setWidgetResizable(True)
        self.track.setFrameShape(QFrame.Shape.NoFrame)
        self.track.setAccessibleName("Reinforcement track")
        self.form = ArrivalForm(self.desk)
        self.form.edited.connect(self._edited)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.track)
        split.addWidget(Scrolled(self.form))
        split.setStretchFactor(0, 1)
        split.setSizes([380, 240])
        self.body = QWidget()
        whole = QHBoxLayout(self.body)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(row)
        whole.addWidget(split, 1)
        self.empty = empty_state("This map has no scenario yet.\nScenario > New scenario makes one.")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.body)
        self.pages.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.pages)

    def _action(self, text: str, tip: str, slot: object) -> QAction:
        action = QAction(text, self)
        action.setToolTip(as_written(tip))
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    def _in_panel(self, action: QAction, key: str) -> None:
        """The key is the action's while the panel has the keyboard."""
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    # -- showing ----------------------------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario | None:
        """The open scenario."""
        return self.desk.document.scenario

    @property
    def group(self) -> Arrival | None:
        """The chosen group."""
        scenario = self.scenario
        there = scenario is not None and 0 <= self.chosen < len(scenario.arrivals)
        return scenario.arrivals[self.chosen] if scenario is not None and there else None

    def cards(self) -> list[GroupCard]:
        """The cards, turn by turn."""
        return [card for column in self.columns.values() for card in column.cards]

    def _watch(self, _document: Document) -> None:
        self.chosen = -1
        self.refresh()

    def _changed(self, change: Change) -> None:
        if change.what == "scenario" and self._track_of_scenario() == self._shown:
            # What is typed into the pages of the scenario comes here letter by letter.
            return
        if change.what in ("arrivals", "units", "scenario", "setup", "all"):
            self.refresh()

    def _track_of_scenario(self) -> tuple[Any, ...]:
        """All that the track tells of the scenario."""
        scenario = self.scenario
        if scenario is None:
            return ()
        return scenario.arrivals, scenario.turns, scenario.units, scenario.sides, scenario.counters, scenario.pools

    def refresh(self) -> None:
        """Build the track again."""
        scenario = self.scenario
        self._shown = self._track_of_scenario()
        self.pages.setCurrentWidget(self.empty if scenario is None else self.body)
        self.columns = {}
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for turn, title, note in self._turns(scenario) if scenario is not None else ():
            column = self.columns[turn] = TurnColumn(turn, title, note)
            column.units_dropped.connect(self._units_dropped)
            column.card_dropped.connect(self.move_group)
            row.addWidget(column)
        row.addStretch(1)
        for number, group in enumerate(scenario.arrivals if scenario is not None else ()):
            assert scenario is not None
            card = GroupCard(scenario, number, self.desk.document.path)
            card.chosen.connect(self.choose)
            self.columns[group.turn].add(card)
        with rebuilt(self.track):
            put_inside(self.track, holder)
        self.choose(self.chosen)

    def _turns(self, scenario: Scenario) -> Iterable[tuple[int, str, str]]:
        """Every turn with its title and what the turn track says of it; also those of groups that never come."""
        turns = scenario.turns
        strays = {group.turn for group in scenario.arrivals} - set(range(1, turns.count + 1))
        for turn in sorted({*range(1, turns.count + 1), *strays}):
            notes = [turns.labels.get(turn, ""), "night" if turn in turns.night else ""]
            notes.append("never played" if turn in strays else "")
            yield turn, f"Turn {turn}", ", ".join(note for note in notes if note)

    def choose(self, number: int) -> None:
        """Choose a group: its entry hexes are selected on the map, its fields are shown."""
        scenario = self.scenario
        there = scenario is not None and 0 <= number < len(scenario.arrivals)
        fresh = number != self.chosen
        self.chosen = number if there else -1
        if fresh:
            self._stroke = new_stroke()
        for card in self.cards():
            card.mark(on=card.number == self.chosen)
            if card.number == self.chosen and fresh:
                self.track.ensureWidgetVisible(card)
        group = self.group
        self.form.show_group(group)
        for action in (self.remove_action, self.rename_action, self.earlier_action, self.later_action):
            action.setEnabled(group is not None)
        self.add_action.setEnabled(scenario is not None)
        if group is not None and fresh:
            board = self.desk.board
            self.desk.selection.set([h for name in group.entry for h in board.area(name)])

    # -- doing ------------------------------------------------------------------------------------------------

    def _push(self, arrivals: Iterable[Arrival], text: str, stroke: int = 0) -> bool:
        return self.desk.push(EditScenario(text, stroke=stroke, arrivals=tuple(arrivals)))

    def _edited(self, name: str, value: Any, stroke: int) -> None:
        group, scenario = self.group, self.scenario
        if group is None or scenario is None:
            return
        if name == "units" and group.how != WITHDRAW:
            new = [key for key in value if key not in group.units]
            if new:
                self.desk.push(SetArrival(new, group.turn, group=group))
                return
        changed = arrival_with(scenario, group, name, value)
        arrivals = [changed if number == self.chosen else one for number, one in enumerate(scenario.arrivals)]
        if name == "turn":
            self._push(self._in_order(arrivals, changed), "Change the turn of reinforcements")
        else:
            self._push(arrivals, "Edit reinforcements", stroke or self._stroke)

    def _in_order(self, arrivals: list[Arrival], chosen: Arrival) -> list[Arrival]:
        """Groups by turn; the chosen one stays chosen."""
        arrivals.sort(key=lambda group: group.turn)
        self.chosen = next(number for number, group in enumerate(arrivals) if group is chosen)
        return arrivals

    def add(self) -> None:
        """Add a group to the turn of the chosen one, or to the first; its entry hex can be clicked at once."""
        scenario, group = self.desk.document.require_scenario(), self.group
        side = group.side if group is not None else next(iter(scenario.sides), "")
        new = Arrival(group.turn if group is not None else min(2, scenario.turns.count), side, (), ())
        if self._push(self._in_order([*scenario.arrivals, new], new), "Add reinforcements"):
            self.refresh()
            place = self.form.widgets.get("entry")
            if isinstance(place, PlaceField):
                place.choose()

    def remove(self) -> None:
        """Remove the chosen group."""
        scenario = self.desk.document.require_scenario()
        self._push([one for n, one in enumerate(scenario.arrivals) if n != self.chosen], "Remove reinforcements")

    def rename(self) -> None:
        """Open a field for the name of the chosen group in its card."""
        group, card = self.group, next((card for card in self.cards() if card.number == self.chosen), None)
        if group is not None and card is not None:
            NameField(card, card.title.geometry(), group.name, partial(self._call, group))

    def _call(self, group: Arrival, name: str) -> None:
        """Give a group another name, where it is there still."""
        scenario = self.scenario
        if scenario is not None:
            named = [replace(one, name=name) if one is group else one for one in scenario.arrivals]
            self._push(named, "Rename reinforcements")

    def shift(self, turns: int) -> None:
        """Let the chosen group come a number of turns later."""
        group = self.group
        if group is not None:
            self.move_group(self.chosen, group.turn + turns)

    def move_group(self, number: int, turn: int) -> None:
        """Let a group come on a turn of the game."""
        scenario = self.desk.document.require_scenario()
        if not 1 <= turn <= scenario.turns.count:
            self.desk.status(f"The game has turns 1 to {scenario.turns.count}.")
            return
        moved = replace(scenario.arrivals[number], turn=turn)
        arrivals = [moved if n == number else one for n, one in enumerate(scenario.arrivals)]
        self._push(self._in_order(arrivals, moved), "Change the turn of reinforcements")

    def _units_dropped(self, units: list[str], turn: int, number: int) -> None:
        scenario = self.desk.document.require_scenario()
        if number >= 0 and scenario.arrivals[number].how == WITHDRAW:
            self.choose(number)
            field = self.form.widgets.get("units")
            if isinstance(field, UnitsField):
                field.join(units)
        elif units:
            self.desk.push(SetArrival(units, turn, group=scenario.arrivals[number] if number >= 0 else None))
