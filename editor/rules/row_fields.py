"""The field in a row of a page: made for the shape of its value, and what a value says in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from editor.look.keeping_wheel import keep_wheel
from editor.plain import PlainLabel, as_written
from editor.rules.blanks import larger_of
from editor.rules.cells import RuleCell
from editor.rules.fields import FormChoice, LineField, as_line, choice_in_words, field_for, in_default
from editor.rules.rows import FormRow, short_of
from editor.rules.shapes import COMMENTS, RuleShape
from editor.rules.special import special_field
from engine.kit.condition_text import ConditionText, empty_condition
from engine.kit.wordlist import WordList, spoken

SUMMARY: Final = 300
"""Letters of what is folded away that are shown, or are in the tip."""


class ShortLine(PlainLabel):
    """What is folded away, in one quiet line; where it is too long its end is in the tip."""

    whole = ""
    """The text, also where it is not all shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        """Show as much of this as there is room for."""
        self.whole = text
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is more room, or less."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, self.width())
        if shown != self.text():
            super().setText(shown)
        self.setToolTip(as_written(self.whole) if shown != self.whole else "")
        self.setAccessibleName(self.whole)


def read_aloud(row: FormRow) -> str:
    """What a row is called by itself, without those around it: an entry without a name by its list and number."""
    key = row.cell.key
    return f"{row.cell.said} {key + 1}" if isinstance(key, int) and row.label == f"{key + 1}." else row.label


def row_field(shape: RuleShape, row: FormRow, words: WordList) -> Any:
    """A widget with ``value``, ``set_value`` and ``changed``; perhaps with a ``problem``."""
    if shape.choices and not shape.simple:
        choice = FormChoice(shape, _LARGER.get(_entries_of(shape), "more…"), larger_of(shape))
        keep_wheel(choice)
        return choice
    return special_field(shape, row.ident, words, read_aloud(row)) or field_for(shape, words.names(shape.words))


def _entries_of(shape: RuleShape) -> str:
    model = shape.inner.model if shape.inner is not None else shape.model
    return model.__name__ if model is not None else ""


_LARGER: Final = {
    "Overruns": "may be overrun",
    "FirstThrown": "the higher roll of dice",
    "Chit": "a list of chits",
    "EffectRule": "effects",
    "ChangeRule": "changes",
}
"""What a value is called that may be a word, where it is more than one."""


def show_cell(field: Any, cell: RuleCell, words: WordList) -> None:
    if isinstance(field, LineField):
        field.set_words(words.names(cell.shape.words))
    field.set_value(cell.raw)


def inline_shape(cell: RuleCell) -> RuleShape:
    """The shape of the one value that stands for a cell."""
    short = short_of(cell)
    if not short:
        return cell.shape
    inner = cell.shape.inner if cell.shape.kind == "list" else cell.shape
    if inner is None:
        return cell.shape
    return replace(inner.parts()[short], default=cell.shape.default, without=cell.shape.without)


def in_short(cell: RuleCell, words: WordList) -> str:
    """The value of a cell, in one line; ``words`` are the names that conditions use."""
    if cell.raw is None:
        if cell.shape.usual and cell.shape.kind == "model":
            return "as usual"
        return in_default(cell.shape) or "none"
    if cell.raw == {} and cell.shape.kind == "model":
        return "as usual"
    said = _in_words(cell.raw, cell.shape, words)
    return said if len(said) <= SUMMARY else said[: SUMMARY - 1] + "…"


_NOTHING: Final = RuleShape("any")


def _in_words(value: Any, shape: RuleShape, words: WordList, inside: bool = False) -> str:
    """Data without brackets: ``Number of hexes: 2; Only units: the unit is in class foot``."""
    if shape.kind == "condition" and not (isinstance(value, str) and value in shape.choices):
        return ConditionText(words).clauses(value) or empty_condition(shape.key)
    if isinstance(value, Mapping):
        return ("; " if not inside else ", ").join(_each(value, shape, words, inside))
    if isinstance(value, list):
        inner = shape.inner or shape
        return ", ".join(_in_words(one, inner, words, True) for one in value)
    if isinstance(value, bool) or value in shape.choices:
        return choice_in_words(shape, value)
    return _titles(value, words.names(shape.words)) or as_line(value)


def _titles(value: Any, known: Mapping[str, str]) -> str:
    """What people read for a text of names; empty where one of them is not defined."""
    named = value.split() if isinstance(value, str) else []
    return ", ".join(known[name] for name in named) if all(name in known for name in named) else ""


def _each(value: Mapping[str, Any], shape: RuleShape, words: WordList, inside: bool) -> Iterator[str]:
    """The entries of a mapping, with the names of their keys; notes and paragraphs are left out."""
    parts = (shape.inner or shape).parts() if shape.kind == "list" else shape.parts()
    for key, one in value.items():
        part = parts.get(str(key))
        if part is None:
            yield f"{spoken(str(key))} {_in_words(one, shape.inner or _NOTHING, words, True)}"
        elif key == "title" or (key == "name" and inside):
            yield as_line(one)
        elif key not in (*COMMENTS, "name"):
            yield f"{part.label.lower()}: {_in_words(one, part, words, True).removesuffix('.')}"
