"""Fields for single values of rules files: names from the word list, ranges, words.

A value that a field cannot show in its parts, because it is half written, is shown as text and stays as it is until
it is changed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from editor.look.keeping_wheel import keep_wheel
from editor.look.tab_order import hand_on
from editor.rules.widgets.offers import number_of
from engine.formats.short_forms import as_text
from engine.kit.wordlist import listed

MOST_LISTED: Final = 60
"""More names than this are not listed in a menu."""


def combo(name: str, items: Mapping[Any, str]) -> QComboBox:
    """A box of choices with an accessible name; ``items`` gives each value its words."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.setMinimumContentsLength(6)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    for value, text in items.items():
        box.addItem(text, value)
    keep_wheel(box)
    return box


def choose(box: QComboBox, value: Any) -> None:
    """Show a value in a box; one that is not among its choices is added as it is."""
    with QSignalBlocker(box):
        if box.findData(value) < 0:
            box.addItem(str(value) if value not in ("", None) else "(none)", value)
        box.setCurrentIndex(box.findData(value))


def plain_text(value: Any) -> str:
    """A plain value as it is typed."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(as_text(value)) if isinstance(value, str | int | float) else repr(value)


def row(owner: QWidget) -> QHBoxLayout:
    """A row of fields without margins."""
    layout = QHBoxLayout(owner)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    return layout


class ValueField(QWidget):
    """A field for one value of a rules file. ``value`` gives it as the file would have it."""

    changed = Signal()
    """The value was changed by hand."""

    def value(self) -> Any:
        """The value as plain data; None for left out."""
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        """Show a value, without emitting `changed`."""
        raise NotImplementedError


class TextField(ValueField):
    """A value as text: turns, figures, and what no other field can show."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.line.textEdited.connect(lambda _text: self._typed())
        row(self).addWidget(self.line)
        hand_on(self, self.line)
        self._value: Any = None

    def _typed(self) -> None:
        self._value = number_of(self.line.text())
        self.changed.emit()

    def value(self) -> Any:
        return self._value

    def set_value(self, value: Any) -> None:
        self._value = value
        self.line.setText(plain_text(value))
        # What has parts of its own cannot be typed here: it would be lost.
        self.line.setReadOnly(isinstance(value, Mapping | list))


class WordField(ValueField):
    """One of several words."""

    def __init__(self, name: str, items: Mapping[Any, str]) -> None:
        super().__init__()
        self.box = combo(name, items)
        self.box.activated.connect(lambda _index: self.changed.emit())
        row(self).addWidget(self.box)
        hand_on(self, self.box)

    def value(self) -> Any:
        return self.box.currentData()

    def set_value(self, value: Any) -> None:
        choose(self.box, value)


class NamesField(ValueField):
    """Names from the word list: typed with completion, or ticked in a menu; ``negatable`` ones may be barred."""

    def __init__(self, name: str, names: Mapping[str, str], *, negatable: bool = False, separator: str = " ") -> None:
        super().__init__()
        self._names, self._separator = names, separator
        self._raw: Any = ""
        self.negation = combo(f"{name}: is or is not", {False: "is", True: "is not"})
        self.negation.setVisible(negatable)
        self.negation.activated.connect(lambda _index: self._typed())
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.line.setMinimumWidth(80)
        self.line.textEdited.connect(lambda _text: self._typed())
        _LastWord(self.line, names, separator)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.button = QToolButton()
        self.button.setArrowType(Qt.ArrowType.DownArrow)
        self.button.setAccessibleName(f"{name}: choose from a list")
        self.button.setToolTip("Choose from a list")
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setMenu(self.menu)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setVisible(bool(names))
        layout = row(self)
        for widget in (self.negation, self.line, self.button):
            layout.addWidget(widget)
        layout.setStretch(1, 1)
        hand_on(self, self.line)

    def named(self) -> list[str]:
        """The names in the line."""
        return [name for part in self.line.text().split(self._separator) if (name := part.strip())]

    def value(self) -> Any:
        return self._raw

    def set_value(self, value: Any) -> None:
        self._raw = value
        written = [plain_text(one) for one in listed(value)]
        names = [name for one in written for name in (one.split() if self._separator == " " else [one])]
        negative = bool(names) and all(name.startswith("!") for name in names) and not self.negation.isHidden()
        choose(self.negation, negative)
        shown = [name[1:] if negative else name for name in names]
        text = f"{self._separator} ".join(shown) if self._separator.strip() else " ".join(shown)
        if self.named() != shown:
            self.line.setText(text)

    def _typed(self) -> None:
        mark = "!" if self.negation.currentData() else ""
        names = [f"{mark}{name}" for name in self.named()]
        if isinstance(self._raw, list) or (self._separator.strip() and len(names) > 1):
            self._raw = names
        else:
            self._raw = " ".join(names)
        self.changed.emit()

    def _fill_menu(self) -> None:
        self.menu.clear()
        chosen = self.named()
        for name, title in list(self._names.items())[:MOST_LISTED]:
            shown = name if title == name else f"{title} ({name})"
            action = QAction(shown.replace("&", "&&"), self.menu)
            action.setCheckable(True)
            action.setChecked(name in chosen)
            action.toggled.connect(lambda on, name=name: self._ticked(name, on=on))
            self.menu.addAction(action)

    def _ticked(self, name: str, *, on: bool) -> None:
        names = [*self.named(), name] if on else [one for one in self.named() if one != name]
        self.line.setText((f"{self._separator.strip()} ").join(names))
        self._typed()


class _LastWord(QCompleter):
    """Completes the last of several names in a line."""

    def __init__(self, line: QLineEdit, names: Iterable[str], separator: str) -> None:
        super().__init__(sorted(names), line)
        self._line, self._separator = line, separator
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        line.setCompleter(self)

    def splitPath(self, path: str) -> list[str]:
        """The name that is being typed."""
        return [path.rpartition(self._separator)[2].strip()]

    def pathFromIndex(self, index: Any) -> str:
        """The line with the chosen name at its end."""
        before, mark, _ = self._line.text().rpartition(self._separator)
        gap = " " if mark.strip() else ""
        return f"{before}{mark}{gap}{super().pathFromIndex(index)}"


EXACTLY, LEAST, MOST, BETWEEN, ANY = "exactly", "at least", "at most", "between", "any number"


class RangeField(ValueField):
    """A number, or the least and the most; an ``optional`` one may be left out."""

    def __init__(self, name: str, *, optional: bool = False) -> None:
        super().__init__()
        choices = (*((ANY,) if optional else ()), EXACTLY, LEAST, MOST, BETWEEN)
        self.how = combo(f"{name}: how", {one: one for one in choices})
        self.how.activated.connect(lambda _index: self._typed())
        self.first, self.second = QLineEdit(), QLineEdit()
        for line, end in ((self.first, "number"), (self.second, "highest number")):
            line.setAccessibleName(f"{name}: {end}")
            line.setMinimumWidth(36)
            line.setMaximumWidth(90)
            line.textEdited.connect(lambda _text: self._typed())
        layout = row(self)
        for widget in (self.how, self.first, self.second):
            layout.addWidget(widget)
        layout.addStretch(1)
        hand_on(self, self.first)
        self._raw: Any = None
        self.set_value(None if optional else 1)

    def value(self) -> Any:
        return self._raw

    def set_value(self, value: Any) -> None:
        self._raw = value
        how, first, second = _range_parts(value)
        choose(self.how, how)
        if plain_text(first) != self.first.text():
            self.first.setText(plain_text(first))
        if plain_text(second) != self.second.text():
            self.second.setText(plain_text(second))
        self._show()

    def _show(self) -> None:
        how = self.how.currentData()
        self.first.setVisible(how != ANY)
        self.second.setVisible(how == BETWEEN)

    def _typed(self) -> None:
        how, first = self.how.currentData(), number_of(self.first.text())
        ends = {"least": first, "most": number_of(self.second.text())}
        self._raw = {ANY: None, EXACTLY: first, LEAST: {"least": first}, MOST: {"most": first}, BETWEEN: ends}[how]
        self._show()
        self.changed.emit()


def _range_parts(value: Any) -> tuple[str, Any, Any]:
    """How a range is written, its first number and its second."""
    if value is None:
        return ANY, "", ""
    if isinstance(value, Mapping) and value and set(value) <= {"least", "most"}:
        if len(value) == 2:
            return BETWEEN, value["least"], value["most"]
        return (LEAST, value["least"], "") if "least" in value else (MOST, value["most"], "")
    return EXACTLY, value, ""
