"""The text of a rules file: edited as it is, with the numbers of its lines and a sign where something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontDatabase,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from editor.commands.undo_stack import new_stroke
from editor.dialogs.severity import severity_icon
from editor.dialogs.texts import sentence
from editor.document.rules_document import RulesDocument
from editor.plain import as_written
from engine.findings import Finding, Severity
from engine.formats.patching import differing

REST: Final = 1500
"""Milliseconds without a key after which the next one begins another step of undo."""
GAP: Final = 6


class FilePage(QPlainTextEdit):
    """Shows the text of a document, and writes into it what is typed."""

    line_entered = Signal(int)
    """The keyboard is in another line, counted from 1."""

    def __init__(self) -> None:
        super().__init__()
        self.document_shown: RulesDocument | None = None
        self._findings: dict[int, list[Finding]] = {}
        self._stroke = new_stroke()
        self._line = 0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(REST)
        self._pause.timeout.connect(self._begin_stroke)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Text of the rules file")
        self.setObjectName("text")
        self.numbers = _Numbers(self)
        self.blockCountChanged.connect(lambda _count: self._fit())
        self.updateRequest.connect(self._scrolled)
        self.cursorPositionChanged.connect(self._moved)
        self.textChanged.connect(self._typed)
        self._fit()

    # -- showing ------------------------------------------------------------------------------------------------

    def show_document(self, document: RulesDocument) -> None:
        """Show the text of a document."""
        fresh = document is not self.document_shown
        self.document_shown = document
        if fresh:
            with QSignalBlocker(self):
                self.setPlainText(document.text)
            self._begin_stroke()
            self._fit()
        else:
            self._follow(document.text.replace("\r\n", "\n"))

    def _follow(self, text: str) -> None:
        """Take over what was changed elsewhere; the place to which is scrolled stays."""
        old = self.toPlainText()
        if old == text:
            return
        start, gone, come = differing(old, text)
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(old[:start]))
        cursor.setPosition(_units(old[: start + len(gone)]), QTextCursor.MoveMode.KeepAnchor)
        with QSignalBlocker(self):
            cursor.insertText(come)
        self._begin_stroke()
        self._fit()

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Mark the lines in which something is wrong."""
        self._findings = {}
        for finding in findings:
            if finding.place.line:
                self._findings.setdefault(finding.place.line, []).append(finding)
        self.numbers.update()

    def go_to(self, line: int, column: int = 1) -> None:
        """Have the keyboard in a line, counted from 1."""
        block = self.document().findBlockByNumber(max(0, line - 1))
        cursor = QTextCursor(block)
        cursor.movePosition(
            QTextCursor.MoveOperation.Right,
            QTextCursor.MoveMode.MoveAnchor,
            min(max(0, column - 1), max(0, block.length() - 1)),
        )
        self.setTextCursor(cursor)
        self.centerCursor()
        self.setFocus()

    @property
    def line(self) -> int:
        """The line in which the keyboard is, from 1."""
        return self.textCursor().blockNumber() + 1

    def findings_of(self, line: int) -> list[Finding]:
        """What is wrong in a line."""
        return self._findings.get(line, [])

    # -- typing -------------------------------------------------------------------------------------------------

    def _typed(self) -> None:
        document = self.document_shown
        if document is None:
            return
        text = self.toPlainText()
        if "\r\n" in document.text:
            text = text.replace("\n", "\r\n")
        document.set_text(text, "Edit text", self._stroke)
        self._pause.start()

    def _begin_stroke(self) -> None:
        self._stroke = new_stroke()

    def _moved(self) -> None:
        if self.line != self._line:
            self._line = self.line
            self._begin_stroke()
            self.line_entered.emit(self._line)
            self.numbers.update()

    def event(self, event: QEvent) -> bool:
        """Undo and redo are the document's, also with the keyboard here."""
        if event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) and isinstance(event, QKeyEvent):
            undoes, redoes = (
                event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
            )
            if undoes or redoes:
                if event.type() == QEvent.Type.KeyPress and self.document_shown is not None:
                    stack = self.document_shown.stack
                    (stack.undo if undoes else stack.redo)()
                event.accept()
                return True
        return super().event(event)

    # -- the numbers --------------------------------------------------------------------------------------------

    def number_width(self) -> int:
        """Pixels for signs and numbers of lines."""
        digits = max(3, len(str(self.blockCount())))
        return self._sign + 3 * GAP + self.fontMetrics().horizontalAdvance("9") * digits

    @property
    def _sign(self) -> int:
        return self.fontMetrics().height()

    def _fit(self) -> None:
        self.setViewportMargins(self.number_width(), 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self.numbers.setGeometry(QRect(inside.left(), inside.top(), self.number_width(), inside.height()))

    def _scrolled(self, area: QRect, down: int) -> None:
        if down:
            self.numbers.scroll(0, down)
        else:
            self.numbers.update(0, area.y(), self.numbers.width(), area.height())

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Paint the numbers of the lines that are in sight, and the signs of findings."""
        painter = QPainter(self.numbers)
        palette = self.palette()
        painter.fillRect(event.rect(), palette.color(QPalette.ColorRole.Window))
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        height, wide = self.fontMetrics().height(), self.number_width()
        while block.isValid() and top <= event.rect().bottom():
            number = block.blockNumber() + 1
            role = QPalette.ColorRole.WindowText if number == self.line else QPalette.ColorRole.PlaceholderText
            painter.setPen(palette.color(role))
            painter.setFont(self.font())
            painter.drawText(0, int(top), wide - GAP, height, Qt.AlignmentFlag.AlignRight, str(number))
            if number in self._findings:
                icon = severity_icon(_worst(self._findings[number]))
                icon.paint(painter, QRect(GAP // 2, int(top), self._sign, self._sign))
            top += self.blockBoundingRect(block).height()
            block = block.next()
        painter.end()

    def line_at(self, y: int) -> int:
        """The line at a height of the view, from 1."""
        return self.cursorForPosition(QPoint(0, y)).blockNumber() + 1


class _Numbers(QWidget):
    """The margin of a text: numbers, and signs with a tip."""

    def __init__(self, page: FilePage) -> None:
        super().__init__(page)
        self._page = page
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """As wide as the numbers."""
        return QSize(self._page.number_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._page.paint_numbers(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is wrong in the line under the pointer."""
        found = self._page.findings_of(self._page.line_at(int(event.position().y())))
        told = "\n".join(sentence(one.message) for one in found)
        QToolTip.showText(event.globalPosition().toPoint(), as_written(told), self)


def _worst(findings: Sequence[Finding]) -> Severity:
    order = list(Severity)
    return min((one.severity for one in findings), key=order.index)


def _units(text: str) -> int:
    """How many places of a Qt text this is: letters beyond the first plane take two."""
    return len(text) + sum(ord(letter) > 0xFFFF for letter in text)
