"""Fields for single values of rules: lines, choices, numbers, names from the file's own lists.

A field shows plain data as the file has them and gives them back: ``set_value``, ``value`` (None for left out) and
``changed``. What cannot be a value yet is a ``problem`` in words, and nothing is written until it is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QPlainTextEdit, QWidget

from editor.look.keeping_wheel import keep_wheel
from editor.rules.shapes import RuleShape
from editor.rules.widgets.spoken_line import SpokenLine
from engine.formats.reading import parse_text, resolve
from engine.formats.short_forms import tokens, turn_set
from engine.formats.yamltext import flow
from engine.kit.model.values import is_name, parsed

_DICE: Final = re.compile(r"[0-9]{0,4}[dD][0-9]{1,4}")
_LINES: Final = 4


class LineField(SpokenLine):
    """A value on one line."""

    changed = Signal()

    def __init__(self, shape: RuleShape, words: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.shape = shape
        self.problem = ""
        self._value: Any = None
        self._words = QStringListModel(self)
        self.setPlaceholderText(in_default(shape))
        completer = _WordAtEnd(self._words, self)
        self.setCompleter(completer)
        self.set_words(words or {})
        self.textEdited.connect(lambda _text: self._typed())
        self.editingFinished.connect(self._typed)

    def set_words(self, words: Mapping[str, str]) -> None:
        """Offer these words while one types; each has what people read for it."""
        own = {str(word): choice_in_words(self.shape, word) for word in self.shape.choices if word != ""}
        offered = own | {word: title for word, title in words.items() if word not in own}
        if [*offered] != self._words.stringList():
            self._words.setStringList([*offered])
        if self.shape.kind in ("amount", "name"):
            self.set_titles(offered)

    def value(self) -> Any:
        """What is written, as the file has it."""
        return self._value

    def set_value(self, value: Any) -> None:
        """Show a value, unless it is what is being typed."""
        # Also while another window has the keyboard: what is half typed is not lost by that.
        if self.in_hand() and _read(self.shape, self.plain())[0] == value:
            self._value = value
            return
        self.problem = ""
        self._value = value
        self.show_plain(as_line(value))

    def _typed(self) -> None:
        value, self.problem = _read(self.shape, self.plain())
        if self.problem:
            self.changed.emit()
        elif value != self._value:
            self._value = value
            self.changed.emit()

    def write(self, text: str) -> None:
        """Have another text, as if it had been typed."""
        self.show_plain(text)
        self._typed()


class _WordAtEnd(QCompleter):
    """Completes the last word of a line."""

    def __init__(self, words: QStringListModel, line: QLineEdit) -> None:
        super().__init__(words, line)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        """Only the word that is being typed is looked for."""
        return [re.split(r"[\s{\[,:!]", path)[-1]]

    def pathFromIndex(self, index: Any) -> str:
        """The line with the word in the place of what was typed of it."""
        line = self.widget()
        text = line.text() if isinstance(line, QLineEdit) else ""
        kept = text[: len(text) - len(self.splitPath(text)[0])]
        return kept + super().pathFromIndex(index)


class ChoiceField(QComboBox):
    """One of several words; where it may be left out, the first entry says what holds then."""

    changed = Signal()

    def __init__(self, shape: RuleShape) -> None:
        super().__init__()
        self.shape = shape
        self.problem = ""
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)
        if not shape.required:
            self.addItem(in_default(shape) or "not set", None)
        choices: Sequence[Any] = (True, False) if shape.kind == "bool" else shape.choices
        for choice in choices:
            self.addItem(choice_in_words(shape, choice), choice)
        self.activated.connect(lambda _index: self.changed.emit())

    def value(self) -> Any:
        """What is chosen."""
        return self.currentData()

    def set_value(self, value: Any) -> None:
        """Show a value; one that is no choice is added as it is written."""
        at = next((row for row in range(self.count()) if same(self.itemData(row), value)), -1)
        if at < 0:
            self.addItem(f"{as_line(value)} (unknown)", value)
            at = self.count() - 1
        self.setCurrentIndex(at)


LARGER: Final = "\n"
"""What stands among the words of a choice for a value of a larger form."""


class FormChoice(ChoiceField):
    """A word, or a larger value that is shown elsewhere; ``begun`` is its first contents."""

    def __init__(self, shape: RuleShape, larger: str, begun: Any) -> None:
        super().__init__(replace(shape, kind="choice"))
        self.addItem(larger, LARGER)
        self._larger = begun

    def value(self) -> Any:
        """The word, or the larger value."""
        return self._larger if self.currentData() == LARGER else self.currentData()

    def set_value(self, value: Any) -> None:
        """Show a word; of a larger value only that it is one."""
        if isinstance(value, Mapping | list):
            self._larger, value = value, LARGER
        super().set_value(value)


class ProseField(QPlainTextEdit):
    """A text of several lines; Tab goes on to the next field."""

    changed = Signal()

    def __init__(self, shape: RuleShape) -> None:
        super().__init__()
        self.shape = shape
        self.problem = ""
        self.setTabChangesFocus(True)
        self.setMaximumHeight(self.fontMetrics().lineSpacing() * _LINES + 16)
        self._value: Any = None
        self.textChanged.connect(self._typed)

    def value(self) -> Any:
        """The text."""
        return self._value

    def set_value(self, value: Any) -> None:
        """Show a text."""
        self._value = value
        text = "" if value is None else str(value)
        if self.toPlainText().rstrip("\n") != text.rstrip("\n"):
            with QSignalBlocker(self):
                self.setPlainText(text)

    def _typed(self) -> None:
        text = self.toPlainText()
        self._value = text if text.strip() else None
        self.changed.emit()


def field_for(shape: RuleShape, words: Mapping[str, str]) -> QWidget:
    """The field for a value of one line, a choice or a text."""
    made: QWidget
    if shape.kind in ("choice", "bool"):
        made = ChoiceField(shape)
    elif shape.kind == "prose":
        made = ProseField(shape)
    else:
        made = LineField(shape, words)
    keep_wheel(made)
    return made


# -- lines --------------------------------------------------------------------------------------------------------


def as_line(value: Any) -> str:
    """A value of a file on one line, as it is typed."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value) and value:
        names = [as_line(one) for one in value]
        if all(name.split() == [name] for name in names):
            return " ".join(names)
    return flow(value) if isinstance(value, dict | list) else str(value).replace("\n", " ")


def in_words(choice: Any) -> str:
    """A choice as people read it."""
    if isinstance(choice, bool):
        return "yes" if choice else "no"
    return str(choice).replace("_", " ") or "none"


def choice_in_words(shape: RuleShape, choice: Any) -> str:
    """A choice of a value as people read it."""
    return in_words(choice) if isinstance(choice, bool) else shape.titles.get(choice, in_words(choice))


def same(first: Any, second: Any) -> bool:
    """Whether two values are the same and of one kind: true is not 1."""
    return type(first) is type(second) and bool(first == second)


def in_default(shape: RuleShape) -> str:
    """What holds where a value is left out, as a field says it; empty if nothing is known of that."""
    said = shape.without if shape.default is None else choice_in_words(shape, shape.default)
    return f"default: {said}" if said else ""


def _read(shape: RuleShape, text: str) -> tuple[Any, str]:
    """The value that a line means, and why it is none; None for an empty one."""
    text = text.strip()
    if not text:
        return None, ""
    reader = _READERS.get(shape.kind, _any)
    return reader(shape, text)


def _line(_shape: RuleShape, text: str) -> tuple[Any, str]:
    return text, ""


def _name(_shape: RuleShape, text: str) -> tuple[Any, str]:
    if is_name(text):
        return text, ""
    return None, "A name has letters, digits, - and _, and begins with a letter."


def _names(_shape: RuleShape, text: str) -> tuple[Any, str]:
    try:
        return " ".join(tokens(text)), ""
    except ValueError as error:
        return None, f"These are not names: {error}."


def _number(_shape: RuleShape, text: str) -> tuple[Any, str]:
    if parsed(text) is None:
        return None, "This must be a number, such as 2, 0.5 or 1/2."
    return _plain_number(text), ""


def _plain_number(text: str) -> Any:
    value = _data(text)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else text


def _whole(shape: RuleShape, text: str) -> tuple[Any, str]:
    value = _data(text.lstrip("+"))
    if isinstance(value, int) and not isinstance(value, bool) and shape.least <= value <= shape.most:
        return value, ""
    return None, f"This must be a whole number from {shape.least:,} to {shape.most:,}."


def _dice(_shape: RuleShape, text: str) -> tuple[Any, str]:
    return (text, "") if _DICE.fullmatch(text) else (None, "These must be dice, such as 1d6, 2d6 or d66.")


def _any(_shape: RuleShape, text: str) -> tuple[Any, str]:
    source, findings = parse_text(f"value: {text}\n")
    data = source.root.data if source.root is not None else None
    if findings or not isinstance(data, dict) or set(data) != {"value"}:
        return None, "This cannot be read: close every bracket and quote, and write {key: value}."
    return data["value"], ""


def _amount(shape: RuleShape, text: str) -> tuple[Any, str]:
    if shape.forms and text[0] in "{[":
        return _any(shape, text)
    if parsed(text) is not None:
        return _plain_number(text), ""
    if text in shape.choices or (shape.words and is_name(text)):
        return text, ""
    words = "".join(f", {word}" for word in shape.choices) + (", or the name of a value" if shape.words else "")
    return None, f"This must be a number{words}."


def _turns(_shape: RuleShape, text: str) -> tuple[Any, str]:
    try:
        turn_set(text)
    except ValueError:
        return None, "These must be game turns, such as 1-3 5."
    return resolve(text), ""


def _plain(shape: RuleShape, text: str) -> tuple[Any, str]:
    return _any(shape, text) if shape.forms and text[0] == "{" else (resolve(text), "")


def _values(shape: RuleShape, text: str) -> tuple[Any, str]:
    found = [resolve(word) for word in text.split()]
    if shape.choices and not all(one in shape.choices for one in found):
        return None, f"These must be among {' '.join(map(str, shape.choices))}."
    return (found if len(found) > 1 else found[0]), ""


def _data(text: str) -> Any:
    value, problem = _any(RuleShape("any"), text)
    return None if problem else value


_READERS: Final[dict[str, Callable[[RuleShape, str], tuple[Any, str]]]] = {
    "line": _line,
    "name": _name,
    "names": _names,
    "number": _number,
    "whole": _whole,
    "dice": _dice,
    "amount": _amount,
    "turns": _turns,
    "plain": _plain,
    "values": _values,
}
