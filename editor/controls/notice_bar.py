"""A quiet bar over the map that says one thing and offers a few answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy

from editor.look.rebuilding import taken_out
from editor.plain import PlainLabel


class NoticeBar(QFrame):
    """Hidden while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.setAccessibleName("Notice")
        self.label = PlainLabel()
        self.label.setWordWrap(True)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 5, 8, 5)
        self._row.setSpacing(8)
        self._row.addWidget(self.label, 1)
        self.hide()

    def say(self, text: str, answers: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Say this, with these answers; any of them takes the bar away."""
        self.clear()
        self.label.setText(text)
        for caption, then in answers:
            button = QPushButton(caption)
            button.clicked.connect(lambda _on=False, then=then: self._answer(then))
            self._row.addWidget(button)
            self.buttons.append(button)
        self.show()

    def clear(self) -> None:
        """Remove what was said, and its buttons."""
        for button in self.buttons:
            taken_out(self._row, button)
        self.buttons = []
        self.hide()

    def _answer(self, then: Callable[[], object]) -> None:
        self.clear()
        then()
