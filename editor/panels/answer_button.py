"""The buttons that answer what is asked in play: a double click that began before the question answers nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from editor.desk.desk import Desk
from editor.look.rebuilding import emptied
from editor.plain import as_written
from editor.preview.position import Position
from engine.play.choices import Choice

SLOT: Final = 150
"""Pixels that the place of an answer is wide."""
CLOSING: Final = frozenset({"end", "pass", "stop", "halt", "done", "cease"})
"""Verbs that end what is going on, or pass."""


class ChoiceButton(QPushButton):
    """A button for an action."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = ""
        """The text of the action that it stands for."""


class AnswerButton(ChoiceButton):
    """A button for an answer. Of a double click whose first press came before the question, or went elsewhere, the
    second press does nothing; single presses and keys always act."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._pressed: Position | None = None
        """The position in which it was pressed last."""

    @property
    def _shown(self) -> Position | None:
        preview = self._desk.preview
        return preview.position if preview.active else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press, which counts."""
        self._pressed = self._shown
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press of a double click: it counts where the first one came here, to the same question."""
        if self._pressed is not None and self._pressed is self._shown:
            super().mouseDoubleClickEvent(event)
        else:
            event.accept()


class EndSlots(QWidget):
    """The answers that need no map, in places of one size: what ends a phase, or passes, has the last place, which
    stays free for it; the others have places before it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.buttons: list[AnswerButton] = []
        """The answers offered now, in the order of the choices."""
        self._texts: list[str] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self._row.addStretch(1)
        self._high = QPushButton("Ag").sizeHint().height()
        self.setFixedHeight(self._high)
        self.setMinimumWidth(SLOT)

    def refresh(self) -> None:
        """Offer what can be answered without the map now."""
        choices = self._desk.controls.game.plain()
        texts = [choice.text for choice in choices]
        if texts == self._texts:
            return
        self._texts = texts
        self._clear()
        closing = next((choice for choice in choices if choice.verb in CLOSING), None)
        self._fill([choice for choice in choices if choice is not closing], closing)

    def _clear(self) -> None:
        emptied(self._row)
        self._row.addStretch(1)
        self.buttons = []

    def _fill(self, others: Sequence[Choice], closing: Choice | None) -> None:
        last = self._button(closing) if closing is not None else QWidget()
        last.setFixedSize(SLOT, self._high)
        for widget in (*map(self._button, others), last):
            self._row.addWidget(widget)
            # A layout shows its widgets later; the user may press them at once.
            widget.show()
        self.setMinimumWidth(len(others) * (SLOT + self._row.spacing()) + SLOT)

    def _button(self, choice: Choice) -> AnswerButton:
        control = self._desk.controls.game
        button = AnswerButton(self._desk)
        whole = control.caption(choice)
        button.setFixedSize(SLOT, self._high)
        button.setText(button.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, SLOT - 20))
        button.setAccessibleName(whole.replace("&&", "&"))
        button.setToolTip("" if button.text() == whole else as_written(button.accessibleName()))
        button.answer = choice.text
        button.clicked.connect(partial(self._answer, choice))
        self.buttons.append(button)
        return button

    def _answer(self, choice: Choice, _on: bool = False) -> None:
        self._desk.controls.game.press(choice)
