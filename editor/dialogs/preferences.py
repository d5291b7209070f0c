"""The preferences: the few things that people want otherwise."""

from __future__ import annotations

from typing import Final

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

from editor.canvas.wheel import SCROLLS, SETTING, ZOOMS, wheel_does
from editor.dialogs.forms import FormDialog, form, note
from editor.dialogs.kept_games import KeptGamesList
from editor.dialogs.save_questions import tell_not_kept
from editor.look.numbers import COMMA, MARK, POINT, SYSTEM, chosen_mark
from editor.look.style import SIZE, SIZES, interface_size, is_dark
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
"""What the wheel of a mouse can do, in words."""


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

    def __init__(self, parent: QWidget | None = None) -> None:
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
        self.mark = QComboBox()
        for mark, text in MARKS.items():
            self.mark.addItem(text, mark)
        self.mark.setCurrentIndex(self.mark.findData(chosen_mark()))
        self.mark.setToolTip("How numbers are shown; you can type either mark")
        self.wheel = QComboBox()
        for does, text in WHEELS.items():
            self.wheel.addItem(text, does)
        self.wheel.setCurrentIndex(self.wheel.findData(wheel_does()))
        self.wheel.setToolTip("Ctrl and the wheel always zoom; Shift or Alt and the wheel always scroll")
        self.theme = QComboBox()
        for dark, text in THEMES.items():
            self.theme.addItem(text, dark)
        self.theme.setCurrentIndex(self.theme.findData(is_dark()))
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
        layout.addRow("Mouse &wheel", self.wheel)
        layout.addRow("Interface si&ze", self.scale)
        layout.addRow("&Decimal mark", self.mark)
        layout.addRow("File menu", self.forget)
        self.games = KeptGamesList()
        self.games.list.setMaximumHeight(90)
        layout.addRow("Kept games", self.games)
        layout.addRow(
            note(
                "Without the tick at Look for problems, the Problems panel checks when you press Check now. "
                "A new interface size takes effect when you restart Hexwright."
            )
        )
        self.body.addWidget(self.search)
        self.body.addLayout(layout)
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
        store.setValue(USUAL_PLAYER, str(self.player.currentData()))
        if int(self.scale.currentData()) != interface_size():
            store.setValue(SIZE, int(self.scale.currentData()))
        tell_not_kept(self)
        super().accept()


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
