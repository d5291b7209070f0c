"""The field of a figure or of names: a line with all that can be chosen beside it, or a larger value in its parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from editor.look.rebuilding import grown, taken_out
from editor.look.tab_order import hand_on
from editor.plain import PlainLabel
from editor.rules.fields import LineField, choice_in_words, in_words
from editor.rules.shapes import RuleShape
from editor.rules.widgets.figure_parts import FORMS, EntryRows, KeyFields, form_of
from editor.rules.widgets.value_fields import ValueField, row
from engine.kit.wordlist import WordList, names_in_text

MOST_LISTED: Final = 80
"""More names than this are not listed in a menu."""


class FigureField(ValueField):
    """A number, a word or names on a line; a value of a larger form in parts below. ``problem`` says what is missing.

    The button beside the line lists what can be chosen: words, names of the file, and the larger forms.
    """

    def __init__(self, shape: RuleShape, words: WordList, name: str) -> None:
        super().__init__()
        self.shape, self.words, self.name = shape, words, name
        self.problem = ""
        self._form = ""
        self._value: Any = None
        self.line = LineField(shape, words.names(shape.words))
        self.line.setAccessibleName(name)
        self.line.changed.connect(self._typed)
        self.called = PlainLabel()
        self.called.hide()
        self.button = QToolButton()
        self.button.setArrowType(Qt.ArrowType.DownArrow)
        self.button.setAutoRaise(True)
        self.button.setAccessibleName(f"{name}: choose from a list")
        self.button.setToolTip("Choose from a list")
        self.button.clicked.connect(self._pop_up)
        self.parts: ValueField | None = None
        """The parts of a larger value."""
        top = QWidget()
        line = row(top)
        line.addWidget(self.line, 1)
        line.addWidget(self.called, 1)
        line.addWidget(self.button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(top)
        hand_on(self, self.line)

    # -- the value --------------------------------------------------------------------------------------------

    def value(self) -> Any:
        return self._value

    def set_value(self, value: Any) -> None:
        if value == self._value and self.problem:
            return
        self.problem, self._value = "", value
        self._show_form(form_of(value, self.shape.forms))
        if self.parts is None:
            self.line.set_value(value)
            return
        self.parts.set_value(value)
        grown(self.parts)

    def set_words(self, words: WordList) -> None:
        """Offer the names of another word list."""
        self.words = words
        self.line.set_words(words.names(self.shape.words))
        if self.parts is not None:
            FORMS[self._form].offer(self.parts, words)

    def _typed(self) -> None:
        field = self.parts if self.parts is not None else self.line
        self.problem = getattr(field, "problem", "")
        if not self.problem:
            self._value = field.value()
        self.changed.emit()

    # -- larger forms -----------------------------------------------------------------------------------------

    def _show_form(self, form: str) -> None:
        """Show the line, or the parts of a form."""
        if form == self._form:
            return
        had = self.hasFocus() or self.line.hasFocus()
        if self.parts is not None:
            taken_out(self._column, self.parts)
        self._form, self.parts = form, None
        if form:
            self.parts = FORMS[form].fields(self.shape, self.words, self.name)
            self.parts.changed.connect(self._typed)
            self._column.addWidget(self.parts)
            self.parts.show()
            self.called.setText(FORMS[form].title)
        self.line.setVisible(not form)
        self.called.setVisible(bool(form))
        # What Tab comes to first; the line is hidden where there are parts.
        hand_on(self, self.button if form else self.line)
        if had:
            self._go_in()

    def _go_in(self) -> None:
        if isinstance(self.parts, EntryRows | KeyFields):
            self.parts.take_focus()
        else:
            self.line.setFocus()

    def choose_form(self, form: str) -> None:
        """Have the value in another form; empty for a plain one."""
        plain = self._plain()
        value = FORMS[form].begun(plain, self.words) if form else plain
        self.problem = ""
        self._show_form(form)
        field = self.parts if self.parts is not None else self.line
        field.set_value(value)
        self._go_in()
        self._value = value
        self.changed.emit()

    def _plain(self) -> Any:
        """The plain figure that comes nearest to the value."""
        if not isinstance(self._value, Mapping):
            return self._value
        plain = [one for one in self._value.values() if not isinstance(one, Mapping | list)]
        return plain[-1] if plain else None

    # -- the list ---------------------------------------------------------------------------------------------

    def _pop_up(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.button.mapToGlobal(QPoint(0, self.button.height())))

    def menu(self) -> QMenu:
        """All that can be chosen now."""
        menu = QMenu(self)
        many = self.shape.kind in ("names", "values")
        chosen = names_in_text(self._value) if many else [self._value]
        for word, title in self._offered().items():
            action = menu.addAction(title.replace("&", "&&"))
            if many:
                action.setCheckable(True)
                action.setChecked(str(word) in chosen)
                action.toggled.connect(lambda on, word=word: self._ticked(str(word), on=on))
            else:
                action.triggered.connect(lambda _checked=False, word=word: self._choose(word))
        forms = [form for form in self.shape.forms if form != self._form]
        if forms and not menu.isEmpty():
            menu.addSeparator()
        if self._form:
            menu.addAction("One value for all", lambda: self.choose_form(""))
        for form in forms:
            menu.addAction(FORMS[form].offered, partial(self.choose_form, form))
        if menu.isEmpty():
            menu.addAction("Nothing to choose here yet").setEnabled(False)
        return menu

    def _offered(self) -> dict[Any, str]:
        """Words and names of the file, with what people read for each."""
        found = {word: self._called(word) for word in self.shape.choices if word != ""}
        for name, title in self.words.names(self.shape.words).items():
            found.setdefault(name, title if title in (name, in_words(name)) else f"{title} ({name})")
        return dict(list(found.items())[:MOST_LISTED])

    def _called(self, word: Any) -> str:
        """A word with what people read for it: the word itself is what the line shows."""
        said = choice_in_words(self.shape, word)
        return said if said == in_words(word) else f"{said} ({word})"

    def _choose(self, word: Any) -> None:
        self._write(str(word))

    def _ticked(self, word: str, *, on: bool) -> None:
        names = [*names_in_text(self._value), word] if on else [n for n in names_in_text(self._value) if n != word]
        self._write(" ".join(names))

    def _write(self, text: str) -> None:
        self._show_form("")
        self.line.write(text)
