"""A condition as a row of chips, each a requirement, with the condition in plain words below."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QVBoxLayout, QWidget

from editor.look.rebuilding import emptied, grown, rebuilt
from editor.look.tab_order import hand_on, order_tabs
from editor.panels.flow import FlowLayout
from editor.plain import PlainLabel
from editor.rules.widgets.chip import Chip
from editor.rules.widgets.chip_groups import ChipGroup
from editor.rules.widgets.condition_data import ConditionParts, RequirementPart, fault_of, same
from editor.rules.widgets.listed_line import ListedLine
from editor.rules.widgets.offers import NOT, RequirementOffers
from editor.rules.widgets.requirement_fields import field_for
from editor.rules.widgets.value_fields import ValueField
from engine.formats.source import DataPath
from engine.kit.checks.conditions import subjects_at, subjects_inside
from engine.kit.condition_text import ConditionText
from engine.kit.requirement_kinds import KINDS
from engine.kit.wordlist import WordList

GAP: Final = 4
PROMPT: Final = "Add a requirement\u2026"


class ConditionChips(ValueField):
    """The field of a condition. ``value`` is exactly what the file has until something is changed by hand."""

    def __init__(self, words: WordList, *, name: str = "Condition") -> None:
        super().__init__()
        self.words = words
        self._subjects: frozenset[str] | None = None
        self._inside = self._flat = False
        self._key = ""
        self._parts = ConditionParts(None)
        self._offers: RequirementOffers | None = None
        self.chips: dict[int, Chip] = {}
        """The chips of requirements, by the numbers of these."""
        self.groups: dict[int, ChipGroup] = {}
        """The frames of requirements with conditions inside them, in the same way."""
        self.setAccessibleName(name)
        self.adder = _Adder(name)
        self.adder.asked.connect(self._add_typed)
        self.adder.back.connect(self._to_last)
        self.adder.entered.connect(self._offer)
        self._open: int | None = None
        self._build_layout()

    def _build_layout(self) -> None:
        self._row = QWidget()
        self._flow = FlowLayout(self._row, GAP)
        self._flow.addWidget(self.adder)
        self.editor = QFrame()
        self.editor.setFrameShape(QFrame.Shape.StyledPanel)
        self.editor.hide()
        self._editor_rows = QVBoxLayout(self.editor)
        self._editor_rows.setContentsMargins(6, 4, 6, 4)
        self._frames = QVBoxLayout()
        self._frames.setSpacing(GAP)
        self.complaint = PlainLabel()
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.hide()
        self.sentence = PlainLabel()
        self.sentence.setObjectName("sentence")
        self.sentence.setForegroundRole(self.sentence.palette().ColorRole.PlaceholderText)
        self.sentence.setWordWrap(True)
        self.sentence.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        layout.addWidget(self._row)
        layout.addWidget(self.editor)
        layout.addLayout(self._frames)
        layout.addWidget(self.complaint)
        layout.addWidget(self.sentence)
        hand_on(self, self.adder)

    # -- what it is about -------------------------------------------------------------------------------------

    def set_words(self, words: WordList) -> None:
        """Offer the names of another word list. What is being typed is left alone."""
        self.words, self._offers = words, None
        for number, chip in self.chips.items():
            chip.show_text(*self._said(self._parts.parts[number]))
        for number, group in self.groups.items():
            group.show_fault(self._fault(self._parts.parts[number]))
            for field in group.fields.values():
                if isinstance(field, ConditionChips):
                    field.set_words(words)
        self._tell()

    def set_place(self, path: DataPath) -> None:
        """Say where in the file the condition is: only what can be asked there is offered."""
        # A condition with a name is checked where it is used, and may ask about all that is there.
        self._subjects = subjects_at(path) if path[:1] != ("conditions",) else None
        self._key = str(path[-1]) if path else ""
        self._offers = None
        self._show_all()

    def value(self) -> Any:
        return self._parts.data()

    def set_value(self, value: Any) -> None:
        if not same(value, self.value()):
            self._parts, self._open = ConditionParts(value), None
            self._show_all()

    # -- showing ----------------------------------------------------------------------------------------------

    def _show_all(self) -> None:
        """Build all chips again."""
        with rebuilt(self):
            emptied(self._flow, kept=(self.adder,))
            emptied(self._frames)
            self.chips, self.groups = {}, {}
            for number, part in enumerate(self._parts.parts):
                kind = KINDS.get(part.key)
                if kind is not None and kind.grouping:
                    self._add_group(number, part)
                else:
                    self._add_chip(number, part)
            self._flow.addWidget(self.adder)
            self.adder.show()
            order_tabs(self)
        if self._open not in self.chips:
            self._open = None
        self._show_editor()
        self._tell()
        grown(self._row)

    def _fault(self, part: RequirementPart) -> str:
        return fault_of(part, self.words, self._subjects)

    def _add_chip(self, number: int, part: RequirementPart) -> None:
        chip = Chip(*self._said(part))
        chip.setObjectName(f"chip {number} {part.key}")
        chip.clicked.connect(lambda: self.open(number))
        chip.removed.connect(lambda: self.remove(number))
        chip.stepped.connect(lambda step: self._step(number, step))
        chip.shifted.connect(lambda step: self._shift(number, step))
        self.chips[number] = chip
        self._flow.addWidget(chip)
        # At once, and not when Qt comes to it: the keyboard can go there.
        chip.show()

    def _said(self, part: RequirementPart) -> tuple[str, str, str]:
        """The label, the value in words and the fault of a requirement."""
        kind = KINDS.get(part.key)
        text = ConditionText(self.words).value(part.key, part.value)
        if kind is None:
            text = repr(part.value)[:60] if part.value is not None else ""
        return (kind.label if kind is not None else part.key or "?"), text, self._fault(part)

    def _add_group(self, number: int, part: RequirementPart) -> None:
        group = ChipGroup(KINDS[part.key], part.value, self._fault(part), self._chips_inside)
        group.setObjectName(f"group {number} {part.key}")
        group.changed.connect(lambda: self._put(number, group.value()))
        group.removed.connect(lambda: self.remove(number))
        self.groups[number] = group
        self._frames.addWidget(group)
        group.show()

    def _chips_inside(self, kind: str, name: str) -> ConditionChips:
        """Chips for a condition inside a requirement of a kind."""
        chips = ConditionChips(self.words, name=name)
        around = self._subjects if self._subjects is not None else None
        if around is not None or kind not in ("any", "not"):
            chips._subjects = subjects_inside(kind, around or frozenset())
        chips._inside = self._inside or kind in ("any", "not")
        chips._flat = KINDS[kind].shape == "Near"
        chips.sentence.setObjectName("inner")
        return chips

    def _tell(self) -> None:
        """Show the condition in plain words."""
        outermost = self.sentence.objectName() == "sentence"
        text = ConditionText(self.words).sentence(self.value(), self._key) if outermost else ""
        self.sentence.setText(text)
        self.sentence.setAccessibleName(text)
        self.sentence.setVisible(bool(text))
        self.complaint.hide()

    # -- the field of a chip ----------------------------------------------------------------------------------

    def open(self, number: int) -> None:
        """Show the field of a chip below the row, or put it away."""
        self._open = number if number != self._open else None
        self._show_editor()
        field = self._field()
        if field is not None:
            field.setFocus()

    def _field(self) -> ValueField | None:
        item = self._editor_rows.itemAt(0)
        field = item.widget() if item is not None else None
        return field if isinstance(field, ValueField) else None

    def _show_editor(self) -> None:
        emptied(self._editor_rows)
        for number, chip in self.chips.items():
            chip.show_opened(opened=number == self._open)
        part = self._parts.parts[self._open] if self._open is not None else None
        kind = KINDS.get(part.key) if part is not None else None
        self.editor.setVisible(kind is not None)
        if part is None or kind is None or self._open is None:
            return
        number = self._open
        field = field_for(kind, self.words, part.value)
        field.changed.connect(lambda: self._put(number, field.value()))
        self._editor_rows.addWidget(field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape puts the field of a chip away, and the keyboard is on the chip again."""
        if event.key() == Qt.Key.Key_Escape and self._open is not None:
            chip = self.chips[self._open]
            self._open = None
            self._show_editor()
            chip.setFocus()
            return
        super().keyPressEvent(event)

    # -- changing ---------------------------------------------------------------------------------------------

    def _put(self, number: int, value: Any) -> None:
        self._parts.put(number, value)
        part = self._parts.parts[number]
        if number in self.chips:
            self.chips[number].show_text(*self._said(part))
            self._row.updateGeometry()
        else:
            self.groups[number].show_fault(self._fault(part))
        self._tell()
        self.changed.emit()

    def remove(self, number: int) -> None:
        """Take a requirement out; the keyboard goes to the one before it, else to the field that adds."""
        self._parts.remove(number)
        self._open = None
        self._show_all()
        left = [one for one in self.chips if one < number] or list(self.chips)[:1]
        _focus(self.chips[left[-1]] if left else self.adder)
        self.changed.emit()

    def add(self, key: str, value: Any, *, whole: bool = True) -> None:
        """Add a requirement. One that is not yet ``whole`` has its field opened."""
        there = next((number for number, part in enumerate(self._parts.parts) if part.key == key), None)
        number = there if self._flat and there is not None else self._parts.add(key, value)
        self._open = None
        self._show_all()
        if number in self.groups:
            inside = next(iter(self.groups[number].fields.values()), None)
            _focus(inside or self.groups[number])
        elif whole and number != there:
            _focus(self.adder)
        else:
            self.open(number)
        self.changed.emit()

    def _offer(self) -> None:
        """Have the offers ready for the field that adds."""
        if self._offers is None:
            self._offers = RequirementOffers(self.words, self._subjects, inside=self._inside)
            self.adder.show_offers(self._offers.texts(), self._offers.texts(negative=True))

    def _add_typed(self, text: str) -> None:
        self._offer()
        found = self._offers.read(text) if self._offers is not None else None
        if found is None:
            self.complaint.setText(f"No question here is called {text}. Choose from the list.")
            self.complaint.show()
            return
        self.adder.clear()
        self.add(found.key, found.value, whole=found.whole)

    # -- the keyboard -----------------------------------------------------------------------------------------

    def _step(self, number: int, step: int) -> None:
        order = list(self.chips)
        at = order.index(number) + step
        if at >= len(order):
            self.adder.setFocus()
        elif at >= 0:
            self.chips[order[at]].setFocus()

    def _shift(self, number: int, step: int) -> None:
        order = list(self.chips)
        at = order.index(number) + step
        if 0 <= at < len(order):
            to = order[at]
            self._parts.move(number, to)
            self._open = None
            self._show_all()
            _focus(self.chips[to])
            self.changed.emit()

    def _to_last(self) -> None:
        if self.chips:
            self.chips[max(self.chips)].setFocus()


def _focus(widget: QWidget) -> None:
    """Give a new widget the keyboard: a layout would show it later, and what is not in sight gets none."""
    widget.show()
    widget.setFocus()


class _Adder(ListedLine):
    """The line at the end of the row in which a requirement is typed or chosen from a list."""

    asked = Signal(str)
    """A requirement was typed and entered."""
    back = Signal()
    """Backspace in the empty line, or Left at its beginning."""
    entered = Signal()
    """The keyboard came to it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(PROMPT)
        self.setAccessibleName(f"{name}: add a requirement")
        self.setMinimumWidth(150)
        self._texts: tuple[list[str], list[str]] = ([], [])
        self._negative = False
        self._model = QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(12)
        self.setCompleter(completer)
        self.textEdited.connect(self._edited)
        self.returnPressed.connect(self._enter)
        # Later: Qt writes what was chosen into the line after its signals.
        completer.activated.connect(self.asked, Qt.ConnectionType.QueuedConnection)

    def show_offers(self, texts: list[str], negative: list[str]) -> None:
        """Complete what is typed from these; with ``not`` before it from the others."""
        self._texts = (texts, negative)
        self._model.setStringList(texts)
        self._negative = False

    def _edited(self, text: str) -> None:
        negative = text.casefold().startswith(NOT)
        if negative != self._negative:
            self._negative = negative
            self._model.setStringList(self._texts[negative])

    def _enter(self) -> None:
        popup = self.completer().popup()
        chosen = popup is not None and popup.isVisible() and popup.currentIndex().isValid()
        if self.text().strip() and not chosen:
            self.asked.emit(self.text().strip())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Get the offers when they are first needed."""
        self.entered.emit()
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Backspace in the empty line goes to the chip before it."""
        key = event.key()
        if not self.text() and key in (Qt.Key.Key_Backspace, Qt.Key.Key_Left):
            self.back.emit()
        else:
            super().keyPressEvent(event)
