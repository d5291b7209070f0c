"""The log: what happened, each line with its paragraph as a link; by tab, filtered, written to a file."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.controls.save_door import Wanted, ask_where
from editor.desk.desk import Desk
from editor.look import style
from editor.panels.bulk_parts import FlowBox
from editor.panels.links import follow, hex_link, rule_link
from editor.plain import TextPage
from editor.stage.log import LogLine
from engine import spreadsheets
from engine.errors import HexwrightError
from engine.kit.citing import in_words
from engine.plural import counted
from engine.spelling import folded
from engine.writing import write_text

_COLOURS: Final = {"good": "#2e7d32", "warning": "#a86200", "error": "#b3261e", "aside": "#7a858e"}
_ON_DARK: Final = {"good": "#81c784", "warning": "#e6a94f", "error": "#ff8a80", "aside": "#98a2aa"}
MOST_LINES: Final = 5000
KINDS: Final = {
    "Everything": (),
    "What happened": ("game", "good"),
    "Refused and wrong": ("warning", "error"),
    "The computer's reasons": ("aside",),
}
"""What the lines can be narrowed to, with the kinds of line that are left; none for all."""
HEADINGS: Final = ("document", "kind", "text", "rule", "hex", "position")


class LogPanel(QWidget):
    """Shows the lines of `Desk.log` as they come.

    Of a test game only what led to the position shown is told.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._dark = style.is_dark()
        self._limit = self._shown()
        self.browser = TextPage()
        self.browser.setOpenLinks(False)
        self.browser.setAccessibleName("Log")
        self.browser.setPlaceholderText("Nothing has happened yet.")
        self.browser.document().setMaximumBlockCount(MOST_LINES)
        self.browser.anchorClicked.connect(self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 2, 4, 2)
        layout.setSpacing(2)
        layout.addWidget(self._bar())
        layout.addWidget(self.browser, 1)
        self._tell_all()
        desk.log.added.connect(self._added)
        desk.log.cleared.connect(self._tell_all)
        desk.log.rewritten.connect(self._tell_all)
        desk.game.moved.connect(lambda _number: self._moved())
        desk.game.closed.connect(self._moved)
        desk.document_changed.connect(lambda _document: self._tell_all())

    def _bar(self) -> FlowBox:
        self.wanted = QLineEdit()
        self.wanted.setPlaceholderText("Filter by text, hex or paragraph")
        self.wanted.setAccessibleName("Filter the log")
        self.wanted.setClearButtonEnabled(True)
        self.wanted.textChanged.connect(self._tell_all)
        self.kind = QComboBox()
        self.kind.setAccessibleName("Kinds of line")
        for name in KINDS:
            self.kind.addItem(name)
        # Of a longer name the list shows all; the bar takes two rows in a narrow column, not three.
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kind.setMinimumContentsLength(11)
        self.kind.currentIndexChanged.connect(self._tell_all)
        self.all_tabs = QCheckBox("All tabs")
        self.all_tabs.setToolTip("Show lines about the other open documents too")
        self.all_tabs.toggled.connect(self._tell_all)
        self.export, self.clear = QToolButton(), QToolButton()
        self.export.setText("Export…")
        self.export.setToolTip("Write the lines shown to a text or CSV file")
        self.export.clicked.connect(self._ask_export)
        self.clear.setText("Clear")
        self.clear.setToolTip("Empty the log")
        self.clear.clicked.connect(self.desk.log.clear)
        self.wanted.setFixedWidth(self.wanted.fontMetrics().horizontalAdvance(self.wanted.placeholderText()) + 48)
        bar = FlowBox(4)
        for widget in (self.wanted, self.clear, self.kind, self.all_tabs, self.export):
            bar.flow.addWidget(widget)
        return bar

    # -- what is shown ----------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[LogLine]:
        """The lines that the filters leave."""
        return [line for line in self.desk.log.lines[-MOST_LINES:] if self._is_wanted(line)]

    def _shown(self) -> int | None:
        """The position that is looked at; None for the latest, or where there is no game."""
        preview = self.desk.preview
        return preview.shown if preview.active and not preview.at_end else None

    def _is_wanted(self, line: LogLine) -> bool:
        here = line.document == id(self.desk.document)
        if not here and not self.all_tabs.isChecked():
            return False
        if here and self._limit is not None and line.position > self._limit:
            return False
        kinds = KINDS[self.kind.currentText()]
        wanted, said = (
            folded(self.wanted.text().strip()),
            folded(f"{line.whole or line.text} {line.rule} {in_words(line.rule)} {line.hex}"),
        )
        return (not kinds or line.kind in kinds) and wanted in said

    def _moved(self) -> None:
        """Another position is looked at: the log goes back and forth with it."""
        before, self._limit = self._limit, self._shown()
        lowest = min((limit for limit in (before, self._limit) if limit is not None), default=None)
        if lowest is not None and any(line.position > lowest for line in self.desk.log.lines):
            self._tell_all()

    def _tell_all(self) -> None:
        self._limit = self._shown()
        self.browser.clear()
        for line in self.lines:
            self._append(line)

    def _added(self, line: LogLine) -> None:
        if self._is_wanted(line):
            self._append(line)

    def changeEvent(self, event: QEvent) -> None:
        """On another desktop the lines are written in other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and style.is_dark() is not self._dark:
            self._dark = style.is_dark()
            self._tell_all()

    def _append(self, line: LogLine) -> None:
        text = escape(line.text)
        if line.whole:
            # A tip takes what looks like HTML for it.
            text = f'<span title="{escape(f"<span>{escape(line.whole)}</span>")}">{text}</span>'
        colour = (_ON_DARK if self._dark else _COLOURS).get(line.kind)
        if colour:
            text = f'<span style="color: {colour}">{text}</span>'
        parts = [text, hex_link(line.hex) if line.hex and line.hex not in line.text else "", rule_link(line.rule)]
        self.browser.append("&nbsp;&nbsp;".join(part for part in parts if part))

    def _follow(self, url: QUrl) -> None:
        follow(self.desk, url.toString())

    # -- to a file --------------------------------------------------------------------------------------------

    def _ask_export(self) -> None:
        suggested = Path(f"{self.desk.document.title} log.txt")
        wanted = Wanted("Export the log", "Text (*.txt);;CSV (*.csv)", (".txt", ".csv"))
        path = ask_where(self.desk, wanted, suggested, parent=self)
        if path is not None:
            self.export_to(path)

    def export_to(self, path: Path) -> bool:
        """Write the lines shown to a file, as a table where its name ends in ``.csv``; says so where that fails."""
        lines = self.lines
        text = as_csv(lines) if path.suffix.lower() == ".csv" else as_text(lines)
        try:
            write_text(path, text)
        except HexwrightError as error:
            self.desk.status(str(error))
            return False
        self.desk.status(f"{counted(len(lines), 'line')} written to {path.name}")
        return True


def as_text(lines: list[LogLine]) -> str:
    """A line each, with its paragraph."""
    return "".join(f"{line.whole or line.text}{f' [{in_words(line.rule)}]' if line.rule else ''}\n" for line in lines)


def as_csv(lines: list[LogLine]) -> str:
    """A table with a heading."""
    rows = (
        (
            line.source,
            line.kind,
            line.whole or line.text,
            line.rule,
            line.hex,
            line.position if line.position >= 0 else "",
        )
        for line in lines
    )
    return spreadsheets.dumped([HEADINGS, *rows])
