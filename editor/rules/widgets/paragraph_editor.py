"""The paragraphs of the rules: number, title and text in Markdown, what it will look like, and what enforces each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from editor.look.tab_order import hand_on
from editor.panels.buttons import PanelButton
from editor.panels.flow import FlowLayout
from editor.plain import PlainLabel, TextPage, as_written
from editor.rules.places import place_in_words
from editor.rules.widgets.condition_data import same
from editor.rules.widgets.value_fields import ValueField, choose, combo, plain_text
from engine.formats.source import DataPath
from engine.kit.citations import citations
from engine.kit.wordlist import WordList

KINDS: Final = {
    "enforced": "Enforced by the rules file",
    "table": "A table",
    "definition": "A definition",
    "advice": "Advice for players",
}
USUAL: Final = "enforced"
_NUMBER: Final = re.compile(r"[A-Za-z0-9.-]{1,40}")
_LAST: Final = re.compile(r"(.*?)(\d+)(\D*)")


class ParagraphEditor(ValueField):
    """The field of the block ``paragraphs``. ``value`` is exactly what the file has until something is changed."""

    place_asked = Signal(object)
    """A place that enforces a paragraph was chosen: its data path."""

    def __init__(self) -> None:
        super().__init__()
        self._raw: Any = None
        self._data: Any = {}
        self._cited: dict[str, list[DataPath]] = {}
        self.list = QListWidget()
        self.list.setAccessibleName("Paragraphs")
        self.list.setMaximumHeight(126)
        self.list.currentRowChanged.connect(lambda _row: self._show_one())
        self.number, self.title = QLineEdit(), QLineEdit()
        self.kind = combo("Kind of paragraph", KINDS)
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(104)
        self.preview = TextPage()
        self.preview.setOpenLinks(False)
        self.preview.setFixedHeight(104)
        self.places = QListWidget()
        self.places.setMaximumHeight(70)
        self.complaint = PlainLabel()
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.hide()
        for widget, name in (
            (self.number, "Number"),
            (self.title, "Title"),
            (self.text, "Text in Markdown"),
            (self.preview, "Preview"),
            (self.places, "What enforces this paragraph"),
        ):
            widget.setAccessibleName(name)
        self._connect()
        self._lay_out()
        self._show_list(0)

    def _connect(self) -> None:
        self.number.editingFinished.connect(self._renumber)
        self.title.textEdited.connect(lambda text: self._put("title", text))
        self.text.textChanged.connect(lambda: self._put("text", self.text.toPlainText()))
        self.kind.activated.connect(lambda _index: self._put("kind", self.kind.currentData()))
        self.places.itemActivated.connect(self._ask_place)
        self.places.itemClicked.connect(self._ask_place)

    def _lay_out(self) -> None:
        bar = QWidget()
        flow = FlowLayout(bar, 4)
        self.buttons: dict[str, PanelButton] = {}
        for text, act, tip in (
            ("Add", self.add, "Add a paragraph after this one"),
            ("Remove", self.remove, "Remove this paragraph"),
            ("Up", lambda: self.shift(-1), "Move this paragraph up"),
            ("Down", lambda: self.shift(1), "Move this paragraph down"),
        ):
            button = PanelButton()
            button.setText(text)
            button.setToolTip(as_written(tip))
            button.clicked.connect(act)
            self.buttons[text] = button
            flow.addWidget(button)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(PlainLabel("Number"), self.number)
        form.addRow(PlainLabel("Title"), self.title)
        form.addRow(PlainLabel("Kind"), self.kind)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.list)
        layout.addWidget(bar)
        layout.addLayout(form)
        layout.addWidget(self.complaint)
        for label, widget in (("Text", self.text), ("Preview", self.preview), ("Enforced by", self.places)):
            title = PlainLabel(label)
            title.setBuddy(widget)
            layout.addWidget(title)
            layout.addWidget(widget)
        layout.setStretchFactor(self.text, 1)
        layout.setStretchFactor(self.preview, 1)
        hand_on(self, self.list)

    # -- what it is about -------------------------------------------------------------------------------------

    def set_words(self, words: WordList) -> None:
        """Show what enforces the paragraphs in the data of this word list."""
        self._data, self._cited = words.data, citations(words.data)
        self._show_places()

    def show_number(self, number: str) -> bool:
        """Go to a paragraph by its number; whether there is one."""
        if number in self._numbers:
            self.list.setCurrentRow(self._numbers.index(number))
            return True
        return False

    def value(self) -> Any:
        return self._raw

    def set_value(self, value: Any) -> None:
        if not same(value, self._raw):
            row = self.list.currentRow()
            self._raw = value
            self._show_list(max(row, 0))

    @property
    def _numbers(self) -> list[str]:
        return [str(number) for number in self._raw] if isinstance(self._raw, Mapping) else []

    @property
    def _current(self) -> str:
        row = self.list.currentRow()
        return self._numbers[row] if 0 <= row < len(self._numbers) else ""

    # -- showing ----------------------------------------------------------------------------------------------

    def _entry(self, number: str) -> Mapping[str, Any]:
        entry = self._raw.get(number) if isinstance(self._raw, Mapping) else None
        if isinstance(entry, Mapping):
            return entry
        return {} if entry is None else {"text": plain_text(entry)}

    def _show_list(self, row: int) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
            for number in self._numbers:
                self.list.addItem(QListWidgetItem(f"{number}  {plain_text(self._entry(number).get('title'))}"))
            self.list.setCurrentRow(min(row, len(self._numbers) - 1))
        unclear = self._raw is not None and not isinstance(self._raw, Mapping)
        self._complain("These are not paragraphs yet: each needs a number and a text." if unclear else "")
        self._show_one()

    def _complain(self, text: str) -> None:
        self.complaint.setText(text)
        self.complaint.setVisible(bool(text))

    def _show_one(self) -> None:
        number = self._current
        entry = self._entry(number)
        for widget in (self.number, self.title, self.kind, self.text):
            widget.setEnabled(bool(number))
        for name in ("Remove", "Up", "Down"):
            self.buttons[name].setEnabled(bool(number))
        self.number.setText(number)
        self.title.setText(plain_text(entry.get("title")))
        choose(self.kind, entry.get("kind", USUAL))
        text = plain_text(entry.get("text"))
        if self.text.toPlainText() != text:
            with QSignalBlocker(self.text):
                self.text.setPlainText(text)
        self._show_preview()
        self._show_places()

    def _show_preview(self) -> None:
        number = self._current
        entry = self._entry(number)
        written = f"### {number} {plain_text(entry.get('title'))}\n\n{plain_text(entry.get('text'))}" if number else ""
        # No HTML in it: what it looks like must be the same on paper, and a file may come from a stranger.
        features = QTextDocument.MarkdownFeature
        self.preview.document().setMarkdown(written, features.MarkdownDialectGitHub | features.MarkdownNoHTML)

    def _show_places(self) -> None:
        self.places.clear()
        number = self._current
        for path in self._cited.get(number, []):
            item = QListWidgetItem(place_in_words(self._data, path))
            item.setData(Qt.ItemDataRole.UserRole, path)
            self.places.addItem(item)
        if number and not self.places.count():
            enforced = self._entry(number).get("kind", USUAL) == USUAL
            said = "Nothing enforces it. Name it as the rule of a block." if enforced else "Nothing refers to it."
            item = QListWidgetItem(said)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item.setForeground(self.palette().placeholderText())
            self.places.addItem(item)

    def changeEvent(self, event: QEvent) -> None:
        """Give the note that nothing enforces a paragraph the colour of another look."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_places()

    def _ask_place(self, item: QListWidgetItem) -> None:
        path = item.data(Qt.ItemDataRole.UserRole)
        if path is not None:
            self.place_asked.emit(tuple(path))

    # -- changing ---------------------------------------------------------------------------------------------

    def _put(self, key: str, value: str) -> None:
        number = self._current
        entry = self._entry(number)
        usual = USUAL if key == "kind" else ""
        if not number or plain_text(entry.get(key, usual)) == value:
            return
        self._raw = {**self._raw, number: {**entry, key: value}}
        if key == "title":
            self.list.currentItem().setText(f"{number}  {value}")
        self._show_preview()
        self.changed.emit()

    def _renumber(self) -> None:
        before, after = self._current, self.number.text().strip()
        if not before or after == before:
            return
        if not _NUMBER.fullmatch(after) or after in self._numbers:
            taken = after in self._numbers
            said = f"There is already a paragraph {after}." if taken else "A number has letters, digits, dots and -."
            self._complain(said)
            return
        self._raw = {after if number == before else number: entry for number, entry in self._raw.items()}
        self._show_list(self.list.currentRow())
        self.changed.emit()

    def add(self) -> None:
        """Add a paragraph after the current one, with the next number."""
        numbers, row = self._numbers, self.list.currentRow()
        entries = list(self._raw.items()) if isinstance(self._raw, Mapping) else []
        entries.insert(row + 1, (_next(self._current, numbers), {"title": "", "text": ""}))
        self._done(dict(entries), row + 1)
        self.title.setFocus()

    def remove(self) -> None:
        """Take the current paragraph out."""
        row = self.list.currentRow()
        if self._current:
            self._done({number: one for number, one in self._raw.items() if str(number) != self._current}, row)

    def shift(self, step: int) -> None:
        """Move the current paragraph up or down in the order of the file."""
        row = self.list.currentRow()
        if self._current and 0 <= row + step < len(self._numbers):
            entries = list(self._raw.items())
            entries.insert(row + step, entries.pop(row))
            self._done(dict(entries), row + step)

    def _done(self, raw: Any, row: int) -> None:
        self._raw = raw
        self._show_list(row)
        self.changed.emit()


def _next(number: str, taken: list[str]) -> str:
    """The number after another one that is still free: ``4.3`` after ``4.2``."""
    match = _LAST.fullmatch(number)
    stem, count = (match[1], int(match[2])) if match is not None else (f"{number}." if number else "", 0)
    while f"{stem}{count + 1}" in taken:
        count += 1
    return f"{stem}{count + 1}"
