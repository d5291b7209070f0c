"""Texts of widgets: what comes from a file is shown as it is written, and never as rich text.

Qt takes any text of a label or a tip for HTML that looks like it, and reads the pictures that it names. Whoever shares
a map would choose what is read. So labels are `PlainLabel`, tips go through `as_written`, and rich text is
`Html`: written here, with all that is not ours escaped. ``tests/test_plain_text.py`` follows every text to where it is
made.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final, TypeAlias

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QLabel, QMessageBox, QTextBrowser, QWidget

Html: TypeAlias = str
"""Rich text of our own making. Values inside it are escaped; a function that says it returns this is held to it."""

RICH: Final = re.compile(r"<|&\w+;")
"""What may make Qt take a text for HTML."""


class PlainLabel(QLabel):
    """Shows its text as it is written, whatever is in it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        # Not before: a label with another format would read the text as that.
        self.setText(text)


class RichLabel(QLabel):
    """Shows rich text of our own making."""

    def __init__(self, text: Html = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setHtml(text)

    def setHtml(self, text: Html) -> None:
        """Show this rich text."""
        super().setText(text)

    def setText(self, text: str) -> None:
        """Show this as it is written."""
        super().setText(escape(text))

    def changeEvent(self, event: QEvent) -> None:
        """Give links the colour of another look: Qt writes the colour into the text when it reads it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and "<a " in self.text():
            text = self.text()
            super().setText("")
            super().setText(text)


class MessageBox(QMessageBox):
    """A question or a message; its texts are shown as they are written, or are rich text of our own."""

    def setText(self, text: str) -> None:
        """Show this as it is written."""
        super().setText(as_written(text))

    def setHtml(self, text: Html) -> None:
        """Show this rich text."""
        self.setTextFormat(Qt.TextFormat.RichText)
        super().setText(text)

    def setInformativeText(self, text: str) -> None:
        """Show this below, as it is written."""
        super().setInformativeText(as_written(text))

    def setInformativeHtml(self, text: Html) -> None:
        """Show this rich text below."""
        super().setInformativeText(text)


class TextPage(QTextBrowser):
    """A text to scroll that never reads a file, whatever its HTML refers to."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """An empty picture for everything: for nothing at all, Qt would look for a file of that name itself."""
        return QImage(1, 1, QImage.Format.Format_Mono)


class PrintedText(QTextDocument):
    """A text for paper that never reads a file, whatever its HTML refers to."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """An empty picture for everything."""
        return QImage(1, 1, QImage.Format.Format_Mono)


def as_written(text: str) -> str:
    """A tip, or another text that Qt may read as HTML, that shows this as it is written, line breaks included."""
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>' if RICH.search(text) else text
