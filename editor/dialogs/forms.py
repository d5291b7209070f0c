"""What the dialogs share: a frame that says why it cannot be accepted, colour buttons, the table of sides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QColorDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.look.cells import CellDelegate
from editor.look.mnemonics import LetteredDialog, bare
from editor.look.rebuilding import row_taken_out
from editor.look.scrolled import Scrolled
from editor.plain import PlainLabel, as_written
from engine.scenario import Side

AUTOMATIC: Final = re.compile(r"first|second|side-\d+")
"""Keys that new sides get before they have a name."""
OLD: Final = Qt.ItemDataRole.UserRole
"""Of a side in the table: the key it came with ..."""
ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""... and what the rules take it for."""
KEY_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]+")
COLOURS: Final = (
    ("#9cc3e6", "#10202e"),
    ("#f2b8c0", "#3a1018"),
    ("#c9d8a4", "#22300c"),
    ("#e9d8a6", "#3a2c08"),
)
"""Grounds and inks offered to new sides, in order."""


def is_key(text: str) -> bool:
    """Whether a text can be a key in a file: letters, digits, ``-`` and ``_``."""
    return KEY_PATTERN.fullmatch(text) is not None


def key_from(name: str, taken: Iterable[str], fallback: str = "item") -> str:
    """A free key made from a name: ``9th Infantry`` becomes ``9th-infantry``."""
    base = "-".join(re.findall(r"[a-z0-9]+", name.lower())) or fallback
    used = set(taken)
    key, number = base, 2
    while key in used:
        key, number = f"{base}-{number}", number + 1
    return key


def swatch(colour: str, size: int = 16) -> QIcon:
    """A small square of a colour."""
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(colour).darker(160))
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(1, 1, size - 3, size - 3, 3, 3)
    painter.end()
    return QIcon(pixmap)


def form() -> QFormLayout:
    """A form with labels on the left and fields that take the width."""
    layout = QFormLayout()
    layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    layout.setLabelAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    layout.setHorizontalSpacing(12)
    layout.setVerticalSpacing(8)
    return layout


def add_row(layout: QFormLayout, text: str, first: QWidget, *others: QWidget) -> None:
    """Add a row of several fields; the label's shortcut leads to the first. A label among the others names the field
    after it."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in (first, *others):
        row.addWidget(widget)
    for before, widget in pairwise((first, *others)):
        if not isinstance(widget, QLabel) and not widget.accessibleName():
            widget.setAccessibleName(bare(before.text() if isinstance(before, QLabel) else text))
    label = PlainLabel(text)
    label.setBuddy(first)
    layout.addRow(label, row)


def note(text: str) -> QLabel:
    """A line of explanation in a quieter colour, wrapped."""
    label = PlainLabel(text)
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return label


class ScrolledFields(Scrolled):
    """Fields of a dialog, as high as they are where the screen has room, and scrolled where it has not."""

    def sizeHint(self) -> QSize:
        """As large as the fields, also where the least that they need is more than they ask for."""
        fields = self.body.sizeHint().expandedTo(self.body.minimumSizeHint())
        return fields + QSize(self.verticalScrollBar().sizeHint().width(), 0)


class FormDialog(LetteredDialog):
    """A dialog with OK and Cancel that says in one line, while one types, why it cannot be accepted yet.

    Subclasses put their fields into ``body``, call `check` when something changes, and override `problem`. With
    ``removable`` a button Remove accepts the dialog as well, whatever its fields hold, and ``removed`` says so.
    """

    def __init__(
        self, title: str, parent: QWidget | None = None, *, accept_text: str = "OK", removable: bool = False
    ) -> None:
        super().__init__(parent)
        self.removed = False
        self.setWindowTitle(title)
        self.setSizeGripEnabled(True)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(16, 16, 16, 12)
        outer.setSpacing(12)
        self.body = QVBoxLayout()
        self.body.setSpacing(12)
        outer.addLayout(self.body, 1)
        self.complaint = PlainLabel()
        # What is missing when it opens is shown quietly: the user has made no mistake yet.
        self.complaint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.complaint.setWordWrap(True)
        # Its room is kept, also while there is nothing to say: the buttons below stay where they are.
        self.complaint.setMinimumHeight(2 * self.complaint.fontMetrics().lineSpacing())
        self.complaint.setAlignment(Qt.AlignmentFlag.AlignTop)
        outer.addWidget(self.complaint)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setText(accept_text)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        if removable:
            remove = QPushButton("&Remove")
            remove.clicked.connect(self._removing)
            self.buttons.addButton(remove, QDialogButtonBox.ButtonRole.DestructiveRole)
        outer.addWidget(self.buttons)

    def _removing(self) -> None:
        self.removed = True
        super().accept()

    def lay_beside(
        self, fields: Sequence[QWidget | QLayout], shown: Mapping[QWidget, int], share: tuple[int, int]
    ) -> None:
        """Lay fields under each other on the left, and what they come to on the right, with the shares of the height
        that its parts take; ``share`` is how both sides grow with the width."""
        inside = QWidget()
        left, right, row = QVBoxLayout(inside), QVBoxLayout(), QHBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        for part in fields:
            if isinstance(part, QLayout):
                left.addLayout(part)
            else:
                left.addWidget(part)
        left.addStretch(1)
        for widget, stretch in shown.items():
            right.addWidget(widget, stretch)
        row.setSpacing(16)
        row.addWidget(ScrolledFields(inside), share[0])
        row.addLayout(right, share[1])
        self.body.addLayout(row)

    def problem(self) -> str:
        """Why the dialog cannot be accepted; an empty text when it can."""
        return ""

    def check(self) -> None:
        """Show the problem, if any, and allow or forbid OK."""
        problem = self.problem()
        self.complaint.setText(problem)
        if self.isVisible() and not self.complaint.objectName():
            self.complaint.setObjectName("complaint")
            self.complaint.style().unpolish(self.complaint)
            self.complaint.style().polish(self.complaint)
        self.ok.setEnabled(not problem)
        if not problem and not isinstance(self.focusWidget(), QPushButton):
            # While OK was forbidden Enter fell to Cancel.
            self.ok.setDefault(True)

    def accept(self) -> None:
        """Close with success, unless something is still wrong."""
        self.check()
        if self.ok.isEnabled():
            super().accept()


class ColourButton(QPushButton):
    """A button that shows a colour and asks for another."""

    changed = Signal(str)

    def __init__(self, colour: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.setIconSize(QSize(18, 18))
        self.setAccessibleName(title)
        self.clicked.connect(self._ask)
        self.set_colour(colour)

    def set_colour(self, colour: str) -> None:
        """Show a colour, ``#rrggbb``."""
        self.colour = colour
        self.setText(colour)
        self.setIcon(swatch(colour, 18))
        self.setToolTip(as_written(f"{self.title}: {colour}"))

    def _ask(self) -> None:
        chosen = QColorDialog.getColor(QColor(self.colour), self, self.title)
        if chosen.isValid():
            self.set_colour(chosen.name())
            self.changed.emit(self.colour)


class SidesTable(QWidget):
    """The sides of a scenario in the order of their player turns: name, how sentences name it, key, colour, ink.

    A key that a side got before it had a name follows its name, until the user types another one.
    """

    changed = Signal()
    NAME, SENTENCE, KEY, COLOUR, INK = range(5)

    def __init__(self, sides: Iterable[Side], *, fixed: Iterable[str] = (), parent: QWidget | None = None) -> None:
        """``fixed`` are keys that units use already: such sides may change, not be removed."""
        super().__init__(parent)
        self._fixed = frozenset(fixed)
        self._followed: set[str] = set()
        """Keys made of names here."""
        self.table = QTableWidget(0, 5)
        self.table.setItemDelegate(CellDelegate(self.table))
        self.table.setAccessibleName("Sides")
        self.table.setHorizontalHeaderLabels(["Name", "In sentences", "Key", "Colour", "Ink"])
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.verticalHeader().setVisible(False)
        self.table.verticalHeader().setDefaultSectionSize(34)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(self.NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in ((self.SENTENCE, 130), (self.KEY, 90), (self.COLOUR, 110), (self.INK, 110)):
            header.resizeSection(column, width)
        self.table.setMinimumSize(560, 140)
        self.add_button = QPushButton("&Add side")
        self.remove_button = QPushButton("&Remove")
        self.up_button = QPushButton("Move &up")
        row = QHBoxLayout()
        for button in (self.add_button, self.remove_button, self.up_button):
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        self._filling = False
        for side in sides:
            self._append(side, side.key)
        self.add_button.clicked.connect(self._add)
        self.remove_button.clicked.connect(self._remove)
        self.up_button.clicked.connect(self._up)
        self.table.itemChanged.connect(self._edited)
        self.table.currentCellChanged.connect(lambda *_: self._enable())
        self._enable()

    def sides(self) -> dict[str, Side]:
        """The sides by key, as shown."""
        found = [self._side(row) for row in range(self.table.rowCount())]
        return {side.key: side for side in found}

    def problem(self) -> str:
        """What is wrong with the sides as shown; empty when nothing is."""
        found = [self._side(row) for row in range(self.table.rowCount())]
        if len(found) < 2:
            return "A scenario needs at least two sides."
        for side in found:
            if not side.name:
                return "Every side needs a name."
            if not is_key(side.key):
                return f"A side's key may contain only letters, digits, - and _, so {side.key!r} cannot be one."
        if len({side.key for side in found}) < len(found):
            return "Two sides have the same key."
        return ""

    def renamed(self) -> dict[str, str]:
        """Old key to new one, of the sides that came with another key than they have now."""
        pairs = ((self._old_key(row), self._side(row).key) for row in range(self.table.rowCount()))
        return {old: new for old, new in pairs if old and old != new}

    def _old_key(self, row: int) -> str:
        item = self.table.item(row, self.KEY)
        return str(item.data(OLD) or "") if item is not None else ""

    def _side(self, row: int) -> Side:
        def text(column: int) -> str:
            item = self.table.item(row, column)
            return item.text().strip() if item else ""

        def colour(column: int) -> str:
            button = self.table.cellWidget(row, column)
            return button.colour if isinstance(button, ColourButton) else "#cccccc"

        key = self.table.item(row, self.KEY)
        role = str(key.data(ROLE) or "") if key is not None else ""
        sentence = text(self.SENTENCE)
        return Side(text(self.KEY), text(self.NAME), colour(self.COLOUR), colour(self.INK), role, sentence)

    def _append(self, side: Side, old: str = "") -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        self._fill(row, side, old)

    def _fill(self, row: int, side: Side, old: str) -> None:
        """``old`` is the key that the side came with; empty for a new one."""
        self._filling = True
        self.table.setItem(row, self.NAME, QTableWidgetItem(side.name))
        sentence = QTableWidgetItem(side.sentence_name)
        sentence.setToolTip("How sentences name the side, such as: the British. Without it they use the name.")
        self.table.setItem(row, self.SENTENCE, sentence)
        key = QTableWidgetItem(side.key)
        key.setData(OLD, old)
        key.setData(ROLE, side.role)
        key.setToolTip("How files name the side; units, set-up and victory follow when it changes")
        self.table.setItem(row, self.KEY, key)
        self._filling = False
        for column, colour, title in (
            (self.COLOUR, side.colour, f"Counter colour of {side.name}"),
            (self.INK, side.ink, f"Ink of {side.name}"),
        ):
            button = ColourButton(colour, title)
            button.changed.connect(lambda _colour: self.changed.emit())
            self.table.setCellWidget(row, column, button)

    def _add(self) -> None:
        sides = self.sides()
        colour, ink = COLOURS[len(sides) % len(COLOURS)]
        key = key_from(f"side {len(sides) + 1}", sides)
        self._append(Side(key, f"Side {len(sides) + 1}", colour, ink))
        self.table.setCurrentCell(self.table.rowCount() - 1, self.NAME)
        self.changed.emit()

    def _remove(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            row_taken_out(self.table, row)
            self.changed.emit()

    def _up(self) -> None:
        row = self.table.currentRow()
        if row <= 0:
            return
        above, here = (self._side(at) for at in (row - 1, row))
        old_above, old_here = (self._old_key(at) for at in (row - 1, row))
        self._fill(row - 1, here, old_here)
        self._fill(row, above, old_above)
        self.table.setCurrentCell(row - 1, self.NAME)
        self.changed.emit()

    def _edited(self, item: QTableWidgetItem) -> None:
        if self._filling:
            return
        key = self.table.item(item.row(), self.KEY)
        if item.column() == self.NAME and key is not None and item.text().strip() and self._follows(item.row()):
            others = [self._side(row).key for row in range(self.table.rowCount()) if row != item.row()]
            self._filling = True
            key.setText(key_from(item.text(), others, "side"))
            self._followed.add(key.text())
            self._filling = False
        self._enable()
        self.changed.emit()

    def _follows(self, row: int) -> bool:
        """Whether a side's key was not chosen."""
        key = self._side(row).key
        return AUTOMATIC.fullmatch(key) is not None or key in self._followed

    def _enable(self) -> None:
        row = self.table.currentRow()
        self.up_button.setEnabled(row > 0)
        self.remove_button.setEnabled(row >= 0 and self.table.rowCount() > 2 and self._old_key(row) not in self._fixed)
