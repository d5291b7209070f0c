"""The log: what happened, each line with its paragraph as a link into the ledger."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtWidgets import QHBoxLayout, QTextBrowser, QToolButton, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.look import style
from editor.panels.links import follow, hex_link, rule_link
from editor.stage.log import LogLine

_COLOURS: Final = {"good": "#2e7d32", "warning": "#a86200", "error": "#b3261e", "aside": "#7a858e"}
_ON_DARK: Final = {"good": "#81c784", "warning": "#e6a94f", "error": "#ff8a80", "aside": "#98a2aa"}
MOST_LINES: Final = 5000


class LogPanel(QWidget):
    """Shows the lines of `Desk.log` as they come."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._dark = style.is_dark()
        self.browser = QTextBrowser()
        self.browser.setOpenLinks(False)
        self.browser.setAccessibleName("Log")
        self.browser.setPlaceholderText("Nothing has happened yet. Test turns and saved files are noted here.")
        self.browser.document().setMaximumBlockCount(MOST_LINES)
        self.browser.anchorClicked.connect(self._follow)
        clear = QToolButton()
        clear.setText("Clear")
        clear.setToolTip("Empty the log")
        clear.clicked.connect(desk.log.clear)
        bar = QHBoxLayout()
        bar.setContentsMargins(4, 2, 4, 2)
        bar.addStretch(1)
        bar.addWidget(clear)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.browser, 1)
        layout.addLayout(bar)
        self._tell_all()
        desk.log.added.connect(self._append)
        desk.log.cleared.connect(self.browser.clear)
        desk.log.rewritten.connect(self._tell_all)

    def _tell_all(self) -> None:
        self.browser.clear()
        for line in self.desk.log.lines[-MOST_LINES:]:
            self._append(line)

    def changeEvent(self, event: QEvent) -> None:
        """On another desktop the lines are written in other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and style.is_dark() is not self._dark:
            self._dark = style.is_dark()
            self._tell_all()

    def _append(self, line: LogLine) -> None:
        text = escape(line.text)
        colour = (_ON_DARK if self._dark else _COLOURS).get(line.kind)
        if colour:
            text = f'<span style="color: {colour}">{text}</span>'
        parts = [text, hex_link(line.hex) if line.hex and line.hex not in line.text else "", rule_link(line.rule)]
        self.browser.append("&nbsp;&nbsp;".join(part for part in parts if part))

    def _follow(self, url: QUrl) -> None:
        follow(self.desk, url.toString())
