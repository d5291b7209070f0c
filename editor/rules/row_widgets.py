"""The widgets of the rows of a page: a field with its label, folded values, and buttons that add and remove."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final, Protocol

from PySide6.QtCore import QPoint, QSignalBlocker, QStringListModel, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import note
from editor.dialogs.severity import NAMES, severity_icon
from editor.dialogs.texts import sentence
from editor.look.tab_order import hand_on
from editor.plain import PlainLabel, RichLabel, as_written
from editor.rules import rows
from editor.rules.fields import LARGER, FormChoice
from editor.rules.row_fields import ShortLine, in_short, inline_shape, read_aloud, row_field, show_cell
from editor.rules.rows import FormRow
from editor.rules.special import show_words
from editor.rules.widgets.listed_line import ListedLine
from editor.rules.widgets.paragraph_editor import ParagraphEditor
from engine.findings import Finding, Severity
from engine.formats.source import DataPath
from engine.kit.wordlist import WordList, names_in_text

INDENT: Final = 18
"""Pixels by which a row is indented for each value around it."""
LABELS: Final = 200
"""Pixels of the labels of fields, with their indent."""
NARROWEST: Final = 130
"""Pixels of a label however far it is indented; longer names have two lines."""
ARROW: Final = 30
"""Pixels of the arrow that unfolds a row: what is below it starts where its name does."""
FLAT: Final = 8
"""Pixels of the margin of a flat button before its text."""
LINE: Final = 24
"""Pixels of the height of a line: names beside fields are in its middle."""
SIGN: Final = 16
EMPTY: Final = "This entry needs a value. ✕ removes the entry."
TALL: Final = ("condition", "cells")
"""Kinds of values whose fields stand below their names."""


class RowChanges(Protocol):
    """What rows call when something is changed by hand."""

    words: WordList
    """The names to choose from."""

    def put(self, ident: DataPath, value: object) -> None:
        """Write a value."""

    def fold(self, ident: DataPath, opened: bool) -> None:
        """Show what is inside a place, or fold it away."""

    def add_key(self, ident: DataPath, key: str) -> None:
        """Add a key to a model."""

    def add_entry(self, ident: DataPath, name: str) -> None:
        """Add an entry."""

    def take_out(self, ident: DataPath) -> None:
        """Take out what is there."""

    def shift_entry(self, ident: DataPath, step: int) -> None:
        """Move an entry."""

    def rename(self, ident: DataPath, name: str) -> None:
        """Rename an entry."""

    def go_elsewhere(self, path: DataPath) -> None:
        """Show another place of the rules."""


class RowWidget(QWidget):
    """A row. It is named after its place, so that the keyboard finds it again when the form is built again."""

    def __init__(self, row: FormRow, form: RowChanges) -> None:
        super().__init__()
        self.row, self.form = row, form
        self.setObjectName(f"{row.kind} {'/'.join(map(str, row.ident))}")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._line = QHBoxLayout()
        self._line.setContentsMargins(row.depth * INDENT, 0, 0, 0)
        self._line.setSpacing(6)
        self._below = QVBoxLayout(self)
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.setSpacing(2)
        self._below.addLayout(self._line)
        self._sign: QLabel | None = None
        self._wrong: QLabel | None = None
        """Made when there is something to say."""

    def show_row(self, row: FormRow, words: WordList) -> None:
        """Show the values of a row that is like the one it was made for."""
        self.row = row

    def show_words(self, words: WordList) -> None:
        """Offer other names."""
        show_words(getattr(self, "field", None), words)

    def take_focus(self) -> None:
        """Take the keyboard focus and scroll into view."""
        self.setFocus()

    def go_inside(self, rest: DataPath) -> None:
        """Show what is further inside its value."""

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show the fault here, as a sign with a tip."""
        if not findings:
            if self._sign is not None:
                self._sign.hide()
            return
        order = list(Severity)
        worst = min(findings, key=lambda one: order.index(one.severity))
        told = "\n".join(sentence(one.message) for one in findings)
        if self._sign is None:
            self._sign = PlainLabel()
            self._line.addWidget(self._sign)
        self._sign.setPixmap(severity_icon(worst.severity).pixmap(SIGN, SIGN))
        self._sign.setToolTip(as_written(told))
        self._sign.setAccessibleName(f"{NAMES[worst.severity]}: {told}")
        self._sign.show()

    def _put(self, widget: QWidget, stretch: int = 0) -> None:
        """Add a widget to the line, at its top: fields in parts are higher than their names."""
        self._line.addWidget(widget, stretch, Qt.AlignmentFlag.AlignTop)

    def _tell(self, problem: str) -> None:
        """Say below the row why what is typed cannot be taken."""
        if self._wrong is None:
            if not problem:
                return
            self._wrong = note("")
            self._below.addWidget(self._wrong)
        self._wrong.setText(problem)
        self._wrong.setVisible(bool(problem))


class FieldRow(RowWidget):
    """A label and a field."""

    def __init__(self, row: FormRow, form: RowChanges) -> None:
        super().__init__(row, form)
        shape = row.cell.shape
        self.field = row_field(shape, row, form.words)
        name = row.label or str(row.cell.key)
        self.label = PlainLabel(name)
        self.label.setBuddy(self.field)
        for widget in (self.label, self.field):
            widget.setToolTip(as_written(shape.tip))
        self.field.setAccessibleName(name)
        if shape.about:
            self.field.setAccessibleDescription(shape.about)
        self.field.setObjectName("field")
        indent = row.depth * INDENT + (ARROW if row.depth else 0)
        self._line.setContentsMargins(indent, 0, 0, 0)
        self.label.setWordWrap(True)
        self.label.setFixedWidth(label_width(indent))
        self.label.setMinimumHeight(LINE)
        self._put(self.label)
        self.label.setVisible(shape.kind != "paragraphs")
        self._line.addWidget(self.field, 1)
        self._origin = PlainLabel("from base")
        self._origin.setMinimumHeight(LINE)
        self._origin.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._origin.setToolTip("The base of this rules file says so")
        self._put(self._origin)
        if shape.words == "paragraph":
            self._add_way_to_paragraph()
        self.field.changed.connect(self._edited)
        if isinstance(self.field, ParagraphEditor):
            self.field.place_asked.connect(form.go_elsewhere)
        hand_on(self, self.field)

    def _add_way_to_paragraph(self) -> None:
        """A button that leads to the text of the paragraph that is cited."""
        button = QToolButton()
        button.setAutoRaise(True)
        button.setText("§")
        button.setToolTip("Go to the paragraph")
        button.setAccessibleName("Go to the paragraph")
        button.clicked.connect(self._go_to_paragraph)
        self._put(button)

    def _go_to_paragraph(self) -> None:
        numbers = names_in_text(self.row.cell.raw)
        if numbers:
            self.form.go_elsewhere(("paragraphs", numbers[0]))

    def show_row(self, row: FormRow, words: WordList) -> None:
        """Show the value."""
        super().show_row(row, words)
        show_cell(self.field, row.cell, words)
        self._origin.setVisible(row.cell.inherited)

    def _edited(self) -> None:
        problem = getattr(self.field, "problem", "")
        self._tell(problem)
        if not problem:
            self.form.put(self.row.ident, self.field.value())

    def take_focus(self) -> None:
        """Have the keyboard in the field."""
        self.field.setFocus()

    def go_inside(self, rest: DataPath) -> None:
        """Show a paragraph by its number; a condition or a table shows all of itself."""
        if isinstance(self.field, ParagraphEditor) and rest:
            self.field.show_number(str(rest[0]))


class FoldRow(RowWidget):
    """Something with values inside: an arrow that unfolds it, its name, and what can be done with it."""

    def __init__(self, row: FormRow, form: RowChanges) -> None:
        super().__init__(row, form)
        cell, called = row.cell, read_aloud(row)
        self.arrow = QToolButton()
        self.arrow.setAutoRaise(True)
        self.arrow.setArrowType(Qt.ArrowType.DownArrow if row.open else Qt.ArrowType.RightArrow)
        self.arrow.setAccessibleName(f"{'Fold' if row.open else 'Unfold'} {called}")
        self.arrow.setToolTip("Collapse" if row.open else "Show all of it")
        self.arrow.clicked.connect(lambda: self.form.fold(self.row.ident, not self.row.open))
        if not row.folds:
            self._line.addSpacing(ARROW)
        self._put(self.arrow)
        # In the row first: what has no place yet would be shown as a window of its own.
        self.arrow.setVisible(row.folds)
        self.name: QLineEdit | None = None
        self.label: RichLabel | None = None
        if row.kind == rows.NAMED:
            self._add_name(row)
        else:
            self.label = RichLabel()
            self.label.setText(row.label)
            self.label.setMinimumHeight(LINE)
            self.label.setToolTip(as_written(cell.shape.tip))
            self.label.setMinimumWidth(label_width(row.depth * INDENT + ARROW))
            self._put(self.label)
        self.field: Any = None
        self.summary: ShortLine | None = None
        if row.inline:
            self._add_field(row)
        else:
            self.summary = ShortLine()
            self.summary.setMinimumHeight(LINE)
            self._put(self.summary, 1)
        if row.kind in (rows.ENTRY, rows.NAMED):
            self._button("Up", f"Move {called} up", lambda: self.form.shift_entry(self.row.ident, -1), "↑")
            self._button("Down", f"Move {called} down", lambda: self.form.shift_entry(self.row.ident, 1), "↓")
            self._button("Remove", f"Remove {called}", lambda: self.form.take_out(self.row.ident), "✕")
        elif cell.given and not cell.shape.required:
            self._button("Remove", f"Remove {called}", lambda: self.form.take_out(self.row.ident), "✕")

    def _add_name(self, row: FormRow) -> None:
        self.name = QLineEdit(row.label)
        self.name.setFixedWidth(label_width(row.depth * INDENT + ARROW))
        self.name.setAccessibleName(f"Name of {row.label}")
        self.name.setToolTip("Change the name of this entry")
        self.name.setObjectName("name")
        self.name.setReadOnly(row.cell.inherited)
        self.name.editingFinished.connect(self._renamed)
        self._put(self.name)

    def _renamed(self) -> None:
        if self.name is not None and self.name.text().strip() != str(self.row.cell.key):
            self.form.rename(self.row.ident, self.name.text().strip())

    def _add_field(self, row: FormRow) -> None:
        shape = inline_shape(row.cell)
        self.field = row_field(shape, row, self.form.words)
        self.field.setAccessibleName(read_aloud(row))
        self.field.setToolTip(as_written(shape.tip))
        self.field.setObjectName("field")
        self.field.changed.connect(self._edited)
        if shape.kind in TALL and not shape.choices:
            self._line.addStretch(1)
            inside = QHBoxLayout()
            inside.setContentsMargins(row.depth * INDENT + ARROW, 0, 0, 6)
            inside.addWidget(self.field, 1)
            self._below.addLayout(inside)
        else:
            self._line.addWidget(self.field, 1)

    def _button(self, key: str, tip: str, slot: Callable[[], None], text: str) -> None:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setText(text)
        button.setToolTip(as_written(tip))
        button.setAccessibleName(tip)
        button.setObjectName(key)
        button.clicked.connect(slot)
        self._put(button)

    def show_row(self, row: FormRow, words: WordList) -> None:
        """Show the value, or in one line what is inside."""
        super().show_row(row, words)
        if self.field is not None:
            show_cell(self.field, row.cell, words)
        elif self.summary is not None:
            self.summary.setText("" if row.open else in_short(row.cell, words))
        if self.label is not None:
            self.label.setText(row.label)
        if self.name is not None and not self.name.hasFocus():
            with QSignalBlocker(self.name):
                self.name.setText(row.label)

    def _edited(self) -> None:
        value = self.field.value()
        if value is None and inline_shape(self.row.cell).kind == "line":
            value = ""
        empty = value is None and self.row.kind in (rows.ENTRY, rows.NAMED)
        problem = getattr(self.field, "problem", "") or (EMPTY if empty else "")
        self._tell(problem)
        if not problem:
            self.form.put(self.row.ident, value)
            if isinstance(self.field, FormChoice) and self.field.currentData() == LARGER:
                self.form.fold(self.row.ident, True)

    def take_focus(self) -> None:
        """Have the keyboard in the value, else at the arrow."""
        (self.field or self.arrow).setFocus()


class HeadingRow(RowWidget):
    """The title of a block; adds it or removes it."""

    def __init__(self, row: FormRow, form: RowChanges) -> None:
        super().__init__(row, form)
        self.title = RichLabel()
        self._line.setContentsMargins(0, 8, 0, 0)
        self._line.addWidget(self.title)
        self._line.addStretch(1)
        cell = row.cell
        self.button: QPushButton | None = None
        whole = cell.shape.required or (cell.shape.kind in ("list", "map") and not cell.given)
        if not whole:
            self.button = QPushButton("Remove" if cell.given else "Add")
            self.button.clicked.connect(self._press)
            self._line.addWidget(self.button)
            hand_on(self, self.button)

    def show_row(self, row: FormRow, words: WordList) -> None:
        """Show the title."""
        super().show_row(row, words)
        self.title.setHtml(f"<b>{escape(row.label)}</b>")
        self.title.setAccessibleName(row.label)
        if self.button is not None:
            self.button.setAccessibleName(f"{self.button.text()} {row.label}")

    def _press(self) -> None:
        if self.row.cell.given:
            self.form.take_out(self.row.ident)
        else:
            self.form.put(self.row.ident, {})


class MoreRow(RowWidget):
    """Adds a key that is not there yet."""

    def __init__(self, row: FormRow, form: RowChanges) -> None:
        super().__init__(row, form)
        self.button = QPushButton("Add a rule here…" if row.ident else "Add…")
        self.button.setFlat(True)
        self._line.setContentsMargins(row.depth * INDENT + (ARROW - FLAT if row.depth else 0), 0, 0, 0)
        self.button.setAccessibleName(f"Add to {row.cell.said or 'rules'}")
        menu = QMenu(self.button)
        menu.setToolTipsVisible(True)
        for key in row.keys:
            shape = row.cell.shape.parts()[key]
            action = menu.addAction(shape.label.replace("&", "&&"))
            action.setToolTip(as_written(shape.tip))
            action.triggered.connect(lambda _checked=False, key=key: self.form.add_key(self.row.ident, key))
        self.button.setMenu(menu)
        self._line.addWidget(self.button)
        self._line.addStretch(1)


class NewRow(RowWidget):
    """Adds an entry to a list, or with a name to a mapping."""

    def __init__(self, row: FormRow, form: RowChanges) -> None:
        super().__init__(row, form)
        self._line.setContentsMargins(row.depth * INDENT + ARROW, 0, 0, 0)
        self.name: QLineEdit | None = None
        self._words = QStringListModel(self)
        self.button = QPushButton(f"Add {row.label}")
        self.button.clicked.connect(self._add)
        self._of_fields = bool(rows.fields_around(row.cell))
        if row.cell.shape.kind == "map" and not self._of_fields:
            self.name = ListedLine()
            self.name.setPlaceholderText(rows.asked_of(row.label))
            self.name.setAccessibleName(self.name.placeholderText())
            self.name.setObjectName("new name")
            text = self.name.fontMetrics().horizontalAdvance(self.name.placeholderText())
            self.name.setFixedWidth(max(label_width(row.depth * INDENT + ARROW), text + 20))
            completer = QCompleter(self._words, self.name)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self.name.setCompleter(completer)
            self.name.returnPressed.connect(self._add)
            self._line.addWidget(self.name)
        self._line.addWidget(self.button)
        self._line.addStretch(1)
        if self._of_fields and not row.keys:
            self.button.hide()

    def show_row(self, row: FormRow, words: WordList) -> None:
        """Offer the names that fit and are not there yet."""
        super().show_row(row, words)
        there = {str(child.key) for child in row.cell.children()}
        self._words.setStringList([one for one in words.names(row.cell.shape.words) if one not in there])

    def _add(self) -> None:
        name = self.name.text().strip() if self.name is not None else ""
        offered = self._offered() if not name else {}
        if offered:
            self._choose(offered)
            return
        if self.name is not None:
            self.name.clear()
        self.form.add_entry(self.row.ident, name)

    def _offered(self) -> dict[str, str]:
        """What can be added without typing a name, with what people read for each."""
        if self._of_fields:
            return {key: rows.fields_around(self.row.cell)[key] for key in self.row.keys}
        names = self.form.words.names(self.row.cell.shape.words)
        return {name: names[name] for name in self._words.stringList() if name in names}

    def _choose(self, offered: dict[str, str]) -> None:
        """List what can be added, below the button."""
        menu = QMenu(self)
        for name, title in offered.items():
            action = menu.addAction(title.replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, name=name: self.form.add_entry(self.row.ident, name))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.button.mapToGlobal(QPoint(0, self.button.height())))


class NoteRow(RowWidget):
    """A sentence."""

    def __init__(self, row: FormRow, form: RowChanges) -> None:
        super().__init__(row, form)
        self._line.addWidget(note(row.label), 1)


_ROWS: Final[dict[str, type[RowWidget]]] = {
    rows.FIELD: FieldRow,
    rows.FOLD: FoldRow,
    rows.ENTRY: FoldRow,
    rows.NAMED: FoldRow,
    rows.HEADING: HeadingRow,
    rows.MORE: MoreRow,
    rows.NEW: NewRow,
    rows.NOTE: NoteRow,
}


def label_width(indent: int) -> int:
    """How wide the name in a row is, in pixels, so that the fields stand below one another."""
    return max(LABELS - indent, NARROWEST)


def row_widget(row: FormRow, form: RowChanges) -> RowWidget:
    """The widget of a row."""
    return _ROWS[row.kind](row, form)
