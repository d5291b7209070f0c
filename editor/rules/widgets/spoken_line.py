"""A line with a name of the file: it reads as people read it, and shows the name itself while one types."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit


class SpokenLine(QLineEdit):
    """Shows ``Light infantry`` for ``light_infantry`` while the keyboard is elsewhere. Either may be typed."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.titles: Mapping[str, str] = {}
        """What people read for each name; names that are not here are shown as they are."""

    def set_titles(self, titles: Mapping[str, str]) -> None:
        """Take what people read for each name."""
        plain, self.titles = self.plain(), titles
        if not self.in_hand() and plain in titles:
            self.show_plain(plain)

    def in_hand(self) -> bool:
        """Whether this is what one types into; also while another window has the keyboard."""
        return self.window().focusWidget() is self

    def plain(self) -> str:
        """The text of the line, with the name in the place of what people read for it."""
        text = self.text().strip()
        if text in self.titles:
            return text
        said = text.casefold()
        return next((name for name, title in self.titles.items() if title.casefold() == said), text)

    def show_plain(self, text: str) -> None:
        """Show a text; a name in the words for people, unless one is typing."""
        shown = text if self.in_hand() else self.titles.get(text, text)
        if self.text() != shown:
            with QSignalBlocker(self):
                self.setText(shown)
            self.setCursorPosition(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The name itself is there to be typed on."""
        if self.plain() != self.text().strip():
            self.show_plain(self.plain())
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed is done; it reads as people read it."""
        super().focusOutEvent(event)
        if self.plain() in self.titles:
            self.show_plain(self.plain())
