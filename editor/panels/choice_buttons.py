"""The buttons of what can be done in the test game now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from editor.controls.joining import add_all, all_of, in_one_go
from editor.desk.desk import Desk
from editor.look.rebuilding import emptied
from editor.panels.answer_button import CLOSING, ChoiceButton
from editor.panels.flow import FlowLayout
from editor.panels.tokens import strip_width, token_strip
from editor.plain import as_written
from engine.play import Decision
from engine.umpire.wording import Words

TALLEST: Final = 140
"""Pixels of about four rows; more are scrolled."""
ICON: Final = 26
"""Pixels of the side of a counter on a button."""
PADDING: Final = 16
"""Pixels between the text of a button and its ends, at the most."""


def _question(decision: Decision | None) -> tuple[str, ...]:
    """What a decision is about, whatever is left to decide of it."""
    return (decision.side, decision.kind, *decision.hexes) if decision is not None else ()


class ChoiceButtons(QScrollArea):
    """One for each action worth a button, and one for each unit that waits off the map."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._inside = QWidget()
        self._flow = FlowLayout(self._inside, 4)
        self._captions: dict[ChoiceButton, tuple[str, str]] = {}
        """The whole text of each button, and its tip."""
        self._asked: tuple[str, ...] = ()
        """What the buttons were made for; a list for something else opens at its top."""
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidget(self._inside)

    def refresh(self) -> None:
        """Show what can be done by the person at the screen."""
        self._captions.clear()
        emptied(self._flow)
        control, preview = self.desk.controls.game, self.desk.preview
        # What ends a phase has its own place (`EndSlots`), where no other button was before.
        closing = {choice.text for choice in control.plain() if choice.verb in CLOSING}
        choices = [choice for choice in control.buttons() if choice.text not in closing] if preview.human_turn else []
        for begins in in_one_go(choices):
            tip = "Add all of them; one Undo reverses it"
            button = self._add(control.called(all_of(begins)).replace("&", "&&"), tip)
            button.clicked.connect(lambda _on=False, begins=begins: add_all(preview, begins))
        for choice in choices:
            button = self._add(control.caption(choice))
            button.answer = choice.text
            self._show_units(button, choice.parts.units)
            button.clicked.connect(lambda _on=False, text=choice.text: control.act(text))
        waiting = [] if control.setting_up.units else control.waiting()
        if preview.game is not None:
            words = Words(preview.game.scenario)
            for key in waiting:
                self._add_waiting(key, words)
        self.setVisible(bool(choices or waiting))
        self._fit()
        if preview.active and self._asked != (asked := _question(preview.position.decision)):
            self._asked = asked
            self.verticalScrollBar().setValue(0)

    def _add(self, text: str, tip: str = "") -> ChoiceButton:
        button = ChoiceButton()
        button.setText(text)
        button.setAccessibleName(text.replace("&&", "&"))
        self._captions[button] = text, tip
        self._flow.addWidget(button)
        # A layout shows its widgets later; their size is wanted now.
        button.show()
        return button

    def _add_waiting(self, key: str, words: Words) -> None:
        """A unit that may enter: choosing it lights where it may go."""
        unit = words.scenario.units[key]
        tip = f"Choose {unit.called}, which is off the map; then click where it goes"
        button = self._add(unit.called.replace("&", "&&"), tip)
        self._show_units(button, (key,))
        button.clicked.connect(lambda _on=False: self.desk.controls.game.choose(key))

    def _show_units(self, button: ChoiceButton, keys: Sequence[str]) -> None:
        """Draw the counters of units on a button."""
        game = self.desk.preview.game
        if keys and game is not None:
            button.setIcon(token_strip(self.desk, game.scenario, keys, ICON, self.devicePixelRatioF()))
            button.setIconSize(QSize(strip_width(len(keys), ICON), ICON))

    def _fit(self) -> None:
        """As high as its rows need, up to four; a caption that is wider than a row is cut short."""
        wide = self.viewport().width() - 2 * PADDING
        for button, (text, tip) in self._captions.items():
            room = wide - (button.iconSize().width() + PADDING if not button.icon().isNull() else 0)
            cut = button.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(80, room))
            button.setText(cut)
            whole = "" if cut == text else button.accessibleName()
            button.setToolTip(as_written("\n".join(part for part in (whole, tip) if part)))
        needed = self._flow.heightForWidth(self.viewport().width())
        self.setFixedHeight(max(1, min(needed + 2, TALLEST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The rows break elsewhere now."""
        super().resizeEvent(event)
        self._fit()
