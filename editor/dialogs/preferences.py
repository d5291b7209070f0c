"""The preferences: the few things that people want otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from editor.canvas.wheel import SCROLLS, SETTING, TOUCHPAD, ZOOMS, touchpad_does, wheel_does
from editor.dialogs.forms import FormDialog, add_row, form, note
from editor.dialogs.kept_games import KeptGamesList
from editor.dialogs.save_questions import tell_not_kept
from editor.look.numbers import COMMA, MARK, POINT, SYSTEM, WholeBox, chosen_mark
from editor.look.scrolled import Scrolled
from editor.look.style import SIZE, SIZES, interface_size, is_dark
from editor.plain import PlainLabel, as_written
from editor.work import habits
from editor.work.settings import forget_recent, settings
from engine.players import names
from engine.spelling import folded

LIVE_CHECKS: Final = "problems/live"
REOPEN: Final = "tabs/reopen"
USUAL_PLAYER: Final = "preview/player"
MARKS: Final = {SYSTEM: "As the desktop", POINT: "Point: 1.5", COMMA: "Comma: 1,5"}
"""The decimal marks to choose from, in words."""
THEMES: Final = {False: "Light", True: "Dark"}
"""The themes to choose from, in words."""
WHEELS: Final = {ZOOMS: "Zooms", SCROLLS: "Scrolls"}
"""What the wheel of a mouse, or two fingers on a touchpad, can do, in words."""
SHAPES: Final = {False: "Flat-topped: hexes in columns", True: "Pointy-topped: hexes in rows"}
"""How the hexes of a new map can lie, in words."""


def reopens() -> bool:
    """Whether a start without a file opens what was open last."""
    return bool(settings().value(REOPEN, True, bool))


def live_checks() -> bool:
    """Whether the umpire looks while one works, or only when asked."""
    return bool(settings().value(LIVE_CHECKS, True, bool))


def usual_player() -> str:
    """The player that sits for every side of a test game unless one chooses otherwise."""
    known = names()
    chosen = str(settings().value(USUAL_PLAYER, "staff"))
    return chosen if chosen in known else known[0]


class PreferencesDialog(FormDialog):
    """Edits the preferences; they are kept when it is accepted."""

    def __init__(self, parent: QWidget | None = None, show_plugins: Callable[[], object] | None = None) -> None:
        """``show_plugins`` opens the list of plug-ins."""
        super().__init__("Preferences", parent)
        layout = form()
        self.live = QCheckBox("&Look for problems while I work")
        self.live.setChecked(live_checks())
        self.player = QComboBox()
        for name in names():
            self.player.addItem(name.capitalize(), name)
        self.player.setCurrentIndex(max(0, self.player.findData(usual_player())))
        self.reopen = QCheckBox("&Open what was open last")
        self.reopen.setChecked(reopens())
        self.forget = QPushButton("&Forget recent files")
        self.forget.clicked.connect(self._forget)
        self.scale = QComboBox()
        for size in SIZES:
            self.scale.addItem(f"{size} %", size)
        self.scale.setCurrentIndex(self.scale.findData(interface_size()))
        self.scale.setToolTip("In addition to the scaling of the desktop")
        self.mark = _choice(MARKS, chosen_mark())
        self.mark.setToolTip("How numbers are shown; you can type either mark")
        self.wheel = _choice(WHEELS, wheel_does())
        self.wheel.setToolTip("Ctrl and the wheel always zoom; Shift or Alt and the wheel always scroll")
        self.touchpad = _choice(WHEELS, touchpad_does())
        self.touchpad.setToolTip("What two fingers do; a pinch always zooms")
        self.theme = _choice(THEMES, is_dark())
        self.copies = _choice(habits.COPIES, habits.copies_after())
        self.copies.setToolTip("Autosave: unsaved work is copied aside, and offered again after a crash")
        self.length = _choice({unit: unit.capitalize() for unit in habits.LENGTHS}, habits.length())
        self.length.setToolTip("The unit of length that new maps suggest for what a hex is across")
        self.shape = _choice(SHAPES, habits.new_pointed())
        self.columns, self.rows = WholeBox(), WholeBox()
        for box, value, what in zip((self.columns, self.rows), habits.new_size(), ("Columns", "Rows"), strict=True):
            box.setRange(1, habits.MOST)
            box.setValue(value)
            box.setAccessibleName(f"{what} of a new map")
            box.setToolTip(as_written(f"{what} that a new map has at first"))
        self.plugins = QPushButton("&Plug-ins…")
        self.plugins.setToolTip("Switch plug-ins on and off")
        self.plugins.setEnabled(show_plugins is not None)
        if show_plugins is not None:
            self.plugins.clicked.connect(lambda _on=False: show_plugins())
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a preference")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Find a preference")
        self.search.textChanged.connect(self._narrow)
        self._rows = layout
        layout.addRow("&Theme", self.theme)
        layout.addRow("Problems", self.live)
        layout.addRow("Test turns are played &by", self.player)
        layout.addRow("At the start", self.reopen)
        layout.addRow("Recovery &copies", self.copies)
        layout.addRow("Mouse &wheel", self.wheel)
        layout.addRow("To&uchpad", self.touchpad)
        layout.addRow("Interface si&ze", self.scale)
        layout.addRow("&Decimal mark", self.mark)
        layout.addRow("Units of &length", self.length)
        add_row(layout, "Columns of a &new map", self.columns, PlainLabel("Rows"), self.rows)
        layout.addRow("&Hexes of a new map", self.shape)
        layout.addRow("Extensions", self.plugins)
        layout.addRow("File menu", self.forget)
        self.games = KeptGamesList()
        self.games.list.setMaximumHeight(90)
        layout.addRow("Kept games", self.games)
        layout.addRow(
            note(
                "If Look for problems is not ticked, the Problems panel checks only when you press Check now. "
                "A new interface size takes effect when you restart Hexwright."
            )
        )
        self.body.addWidget(self.search)
        # There are more of them than a small screen has room for.
        page = QWidget()
        page.setLayout(layout)
        self.body.addWidget(Scrolled(page), 1)
        self.resize(560, 560)
        self.check()

    def _narrow(self, query: str) -> None:
        """Show the preferences that have all these words in their names, choices or tips."""
        words = folded(query).split()
        for row in range(self._rows.rowCount()):
            text = folded(_words_of(self._rows, row))
            self._rows.setRowVisible(row, all(word in text for word in words))

    def _forget(self) -> None:
        forget_recent()
        self.forget.setEnabled(False)

    def accept(self) -> None:
        """Keep what was chosen."""
        store = settings()
        store.setValue(LIVE_CHECKS, self.live.isChecked())
        store.setValue(MARK, str(self.mark.currentData()))
        store.setValue(REOPEN, self.reopen.isChecked())
        store.setValue(SETTING, str(self.wheel.currentData()))
        store.setValue(TOUCHPAD, str(self.touchpad.currentData()))
        habits.keep(
            unit=str(self.length.currentData()),
            seconds=int(self.copies.currentData()),
            size=(self.columns.value(), self.rows.value()),
            pointed=bool(self.shape.currentData()),
        )
        store.setValue(USUAL_PLAYER, str(self.player.currentData()))
        if int(self.scale.currentData()) != interface_size():
            store.setValue(SIZE, int(self.scale.currentData()))
        tell_not_kept(self)
        super().accept()


def _choice(offers: Mapping[Any, str], now: object) -> QComboBox:
    """A box with values in words."""
    box = QComboBox()
    for value, text in offers.items():
        box.addItem(text, value)
    box.setCurrentIndex(box.findData(now))
    return box


def _words_of(rows: QFormLayout, row: int) -> str:
    """All words of a row: its name, what can be chosen, its tip."""
    found: list[str] = []
    for role in (QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole, QFormLayout.ItemRole.SpanningRole):
        item = rows.itemAt(row, role)
        widget = item.widget() if item is not None else None
        if isinstance(widget, QLabel | QAbstractButton):
            found.append(widget.text().replace("&", ""))
        if isinstance(widget, QComboBox):
            found += [widget.itemText(n) for n in range(widget.count())]
        if widget is not None:
            found.append(widget.toolTip())
    return " ".join(found)
