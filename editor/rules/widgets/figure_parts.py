"""The larger forms of a figure in parts: by type of unit, by side, lent by a leader, from a table, by dice, a range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt
from PySide6.QtWidgets import (
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from editor.look.rebuilding import emptied, rebuilt
from editor.plain import PlainLabel, as_written
from editor.rules.fields import LineField
from editor.rules.shapes import RuleShape
from editor.rules.widgets.listed_line import ListedLine
from editor.rules.widgets.value_fields import ValueField
from engine.kit.wordlist import WordList

NAMES: Final = "type class =else"
"""Whom a figure by type of unit may be for."""
WIDE: Final = 110


@dataclass(frozen=True)
class FigureForm:
    """A larger form of a figure."""

    title: str
    """What it is called where it is shown."""
    keys: frozenset[str]
    """The keys of its mapping; empty for any names."""
    fields: Callable[[RuleShape, WordList, str], ValueField]
    """Makes its fields."""
    begun: Callable[[Any, WordList], Any]
    """What it says at first, from the plain figure that there was."""

    @property
    def offered(self) -> str:
        """What it is called where it can be chosen."""
        return self.title[:1].upper() + self.title[1:]

    def offer(self, parts: ValueField, words: WordList) -> None:
        """Have its fields offer the names of another word list."""
        if isinstance(parts, EntryRows | KeyFields):
            parts.set_words(words)


def form_of(value: Any, forms: tuple[str, ...]) -> str:
    """The form that a value has; empty for a plain one."""
    if not isinstance(value, Mapping) or not forms:
        return ""
    fixed = [name for name in forms if FORMS[name].keys and value and set(value) <= FORMS[name].keys]
    return next(iter(fixed), "") or next((name for name in forms if not FORMS[name].keys), "")


class EntryRows(ValueField):
    """A figure for each name: rows with a name and a figure. What is half written is kept, and not in the value."""

    def __init__(self, shape: RuleShape, words: WordList, name: str, *, domains: str, called: str) -> None:
        super().__init__()
        self.problem = ""
        self._shape = replace(shape, forms=(), required=True, default=None)
        self._words, self._domains, self._called, self._name = words, domains, called, name
        self._names = QStringListModel([*words.names(domains)], self)
        self.rows: list[tuple[ListedLine, LineField]] = []
        """The name and the figure of each row."""
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.adder = QPushButton(f"Add {called}")
        self.adder.setFlat(True)
        self.adder.setAccessibleName(f"{name}: add {called}")
        self.adder.clicked.connect(self._add)
        below = QHBoxLayout()
        below.addWidget(self.adder)
        below.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._grid)
        column.addLayout(below)

    def take_focus(self) -> None:
        """Have the keyboard in the first figure."""
        (self.rows[0][1] if self.rows else self.adder).setFocus()

    def set_words(self, words: WordList) -> None:
        """Offer the names of another word list."""
        self._words = words
        self._names.setStringList([*words.names(self._domains)])
        for name, figure in self.rows:
            name.set_titles(words.names(self._domains))
            figure.set_words(words.names(self._shape.words))

    def value(self) -> Any:
        return {name.plain(): figure.value() for name, figure in self.rows if name.plain()}

    def set_value(self, value: Any) -> None:
        self.problem = ""
        if not isinstance(value, Mapping) or (self.rows and self.value() == value):
            return
        self._show([(str(name), figure) for name, figure in value.items()])

    def _show(self, entries: list[tuple[str, Any]]) -> None:
        with rebuilt(self):
            emptied(self._grid)
            self.rows = []
            for number, (name, figure) in enumerate(entries):
                self._add_row(number, name, figure)

    def _add_row(self, number: int, name: str, figure: Any) -> None:
        said = name or "the new entry"
        line = ListedLine(name)
        line.set_titles(self._words.names(self._domains))
        line.setObjectName(f"name {number}")
        line.setFixedWidth(WIDE)
        line.setPlaceholderText(self._called)
        line.setAccessibleName(f"{self._name}: {self._called} {number + 1}")
        completer = QCompleter(self._names, line)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        line.setCompleter(completer)
        line.textEdited.connect(lambda _text: self._edited())
        # Later: Qt writes the chosen name into the line after its signals.
        completer.activated.connect(lambda _text: self._edited(), Qt.ConnectionType.QueuedConnection)
        field = LineField(self._shape, self._words.names(self._shape.words))
        field.setObjectName(f"figure {number}")
        field.setAccessibleName(f"{self._name} for {said}")
        field.set_value(figure)
        field.changed.connect(self._edited)
        self.rows.append((line, field))
        self._grid.addWidget(line, number, 0)
        self._grid.addWidget(field, number, 1)
        # At once: what Qt shows later has no height yet when the rows around are laid out.
        line.show()
        field.show()
        for column, (text, tip, slot) in enumerate(
            (
                ("↑", f"Move {said} up", partial(self._raise, number)),
                ("✕", f"Remove {said}", partial(self._remove, number)),
            ),
            2,
        ):
            button = QToolButton()
            button.setAutoRaise(True)
            button.setText(text)
            button.setToolTip(as_written(tip))
            button.setAccessibleName(f"{self._name}: {tip.lower()}")
            button.setObjectName(f"{text} {number}")
            button.clicked.connect(slot)
            self._grid.addWidget(button, number, column)
            button.show()

    def _entries(self) -> list[tuple[str, Any]]:
        return [(name.plain(), figure.value()) for name, figure in self.rows]

    def _edited(self) -> None:
        names = [name for name, _ in self._entries()]
        twice = next((name for name in names if name and names.count(name) > 1), "")
        wrong = next((figure.problem for _, figure in self.rows if figure.problem), "")
        unfinished = any(not name or figure is None for name, figure in self._entries())
        if twice:
            self.problem = f"There are two entries for {twice}."
        else:
            self.problem = wrong or ("Each entry needs a name and a value." if unfinished or not names else "")
        self.changed.emit()

    def _add(self) -> None:
        there = [name for name, _ in self._entries()]
        free = next((name for name in self._words.names(self._domains) if name not in there), "")
        figures = [figure for _, figure in self._entries() if figure is not None]
        self._show([*self._entries(), (free, figures[-1] if figures else None)])
        self.rows[-1][0 if not free else 1].setFocus()
        self._edited()

    def _remove(self, number: int) -> None:
        entries = self._entries()
        del entries[number]
        self._show(entries)
        (self.rows[min(number, len(entries) - 1)][1] if entries else self.adder).setFocus()
        self._edited()

    def _raise(self, number: int) -> None:
        if number:
            entries = self._entries()
            entries[number - 1 : number + 1] = reversed(entries[number - 1 : number + 1])
            self._show(entries)
            self.rows[number - 1][1].setFocus()
            self._edited()


class KeyFields(ValueField):
    """A mapping of a few known keys, each with a label and a line."""

    def __init__(
        self, _shape: RuleShape, words: WordList, name: str, *, keys: Mapping[str, tuple[str, RuleShape]]
    ) -> None:
        super().__init__()
        self.problem = ""
        self.fields: dict[str, LineField] = {}
        """The line of each key."""
        self._words = words
        self._labels = {key: label for key, (label, _) in keys.items()}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        for key, (label, shape) in keys.items():
            field = LineField(shape, words.names(shape.words))
            field.setObjectName(key)
            field.setAccessibleName(f"{name}: {label.lower()}")
            field.setMinimumWidth(40)
            field.changed.connect(self._edited)
            shown = PlainLabel(label)
            shown.setBuddy(field)
            line.addWidget(shown)
            line.addWidget(field, 1)
            self.fields[key] = field

    def take_focus(self) -> None:
        """Have the keyboard in the first line."""
        next(iter(self.fields.values())).setFocus()

    def set_words(self, words: WordList) -> None:
        """Offer the names of another word list."""
        for field in self.fields.values():
            field.set_words(words.names(field.shape.words))

    def value(self) -> Any:
        return {key: said for key, field in self.fields.items() if (said := field.value()) is not None}

    def set_value(self, value: Any) -> None:
        self.problem = ""
        for key, field in self.fields.items():
            with QSignalBlocker(field):
                field.set_value(value.get(key) if isinstance(value, Mapping) else None)

    def _edited(self) -> None:
        wrong = next((field.problem for field in self.fields.values() if field.problem), "")
        missing = [key for key, field in self.fields.items() if field.shape.required and field.value() is None]
        if not missing and not self.value():
            missing = [next(iter(self.fields))]
        self.problem = wrong or (f"{self._labels[missing[0]]} is missing." if missing else "")
        self.changed.emit()


_AMOUNT: Final = RuleShape("amount", words="value =steps =units")


def _first(words: WordList, domain: str) -> str:
    return next(iter(words.names(domain)), "")


def _keyed(**keys: tuple[str, RuleShape]) -> Callable[[RuleShape, WordList, str], ValueField]:
    return partial(KeyFields, keys=keys)


FORMS: Final[Mapping[str, FigureForm]] = {
    "leader": FigureForm(
        "lent by a leader",
        frozenset({"leader"}),
        _keyed(leader=("Value", RuleShape("name", words="value", required=True))),
        lambda _plain, words: {"leader": _first(words, "value")},
    ),
    "table": FigureForm(
        "from a table",
        frozenset({"table", "row", "column"}),
        _keyed(
            table=("Table", RuleShape("name", words="table", required=True)),
            row=("Row", replace(_AMOUNT, required=True)),
            column=("Column", RuleShape("line")),
        ),
        lambda plain, words: {"table": _first(words, "table"), "row": 1 if plain is None else plain},
    ),
    "steps_table": FigureForm(
        "from a table, by the steps left",
        frozenset({"table"}),
        _keyed(table=("Table", RuleShape("name", words="table", required=True))),
        lambda _plain, words: {"table": _first(words, "table")},
    ),
    "dice": FigureForm(
        "a roll of dice",
        frozenset({"dice"}),
        _keyed(dice=("Dice", RuleShape("dice", required=True))),
        lambda _plain, _words: {"dice": "1d6"},
    ),
    "range": FigureForm(
        "from least to most",
        frozenset({"least", "most"}),
        _keyed(least=("From", _AMOUNT), most=("To", _AMOUNT)),
        lambda plain, _words: {"least": 1, "most": 2 if plain in (None, "adjacent") else plain},
    ),
    "by_unit": FigureForm(
        "by type or class of unit",
        frozenset(),
        partial(EntryRows, domains=NAMES, called="type or class"),
        lambda plain, _words: {"else": 1 if plain is None else plain},
    ),
    "by_side": FigureForm(
        "by side",
        frozenset(),
        partial(EntryRows, domains="side", called="side"),
        lambda plain, _words: {"first": "" if plain is None else plain},
    ),
}
"""The larger forms that figures may have."""
