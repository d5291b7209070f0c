"""What the other side did in its last turn: five lines, each of which leads to its place."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.look.scrolled import Scrolled
from editor.plain import PlainLabel, as_written
from editor.preview.seats import HUMAN
from editor.preview.summary import MOST, SummaryLine, last_turn_of_others, summary_of
from engine.umpire.wording import Words

NOTHING: Final = "What the other side did in its turn is shown here."
PADDING: Final = 14


class SummaryRow(QPushButton):
    """A line in its place, on two lines where it is long. What does not fit there is in its tip."""

    def __init__(self) -> None:
        super().__init__()
        self.line: SummaryLine | None = None
        self.setFlat(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        kept = self.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.setSizePolicy(kept)
        self.setStyleSheet("QPushButton { text-align: left; padding: 1px 4px; }")

    def show_line(self, line: SummaryLine | None) -> None:
        """Show a line; None for none."""
        self.line = line
        self.setVisible(line is not None)
        self.setEnabled(line is not None and bool(line.place))
        self.setAccessibleName(line.text if line is not None else "No line")
        self.setToolTip(as_written(line.text) if line is not None else "")
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or less of the line has room."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        text = self.line.text.replace("&", "&&") if self.line is not None else ""
        self.setText("\n".join(in_two_lines(text, self.fontMetrics(), self.width() - PADDING)))


def in_two_lines(text: str, metrics: QFontMetrics, width: int) -> list[str]:
    """A text on at most two lines, parted between words; the second is cut where it is too long."""
    words = text.split(" ")
    count = len(words)
    while count > 1 and metrics.horizontalAdvance(" ".join(words[:count])) > width:
        count -= 1
    parts = [" ".join(words[:count]), " ".join(words[count:])]
    return [metrics.elidedText(part, Qt.TextElideMode.ElideRight, width) for part in parts if part]


class SummaryPanel(QWidget):
    """The summary of the last turn of the other side. A click on a line centres the map there, at the same zoom."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Turn summary")
        self.desk = desk
        self.heading = PlainLabel(NOTHING)
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.rows = [SummaryRow() for _ in range(MOST)]
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(8, 2, 8, 4)
        column.setSpacing(1)
        column.addWidget(self.heading)
        for row in self.rows:
            column.addWidget(row)
            row.show_line(None)
            row.clicked.connect(lambda _on=False, row=row: self._go(row))
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(Scrolled(page))
        game = desk.game
        game.moved.connect(lambda _number: self.refresh())
        for signal in (game.started, game.closed):
            signal.connect(self.refresh)
        desk.document_changed.connect(lambda _document: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """Tell of the last turn of the other side before the position shown. While that turn goes on, what was told
        before it stays."""
        preview = self.desk.preview
        game = preview.game
        if game is None:
            self._show("", [])
            return
        people = [side for side, name in preview.seats.items() if name == HUMAN]
        if people and not preview.human_turn and not preview.looking and preview.shown:
            return
        side, positions = last_turn_of_others(preview.positions[: preview.shown + 1], people)
        words = Words(game.scenario)
        self._show(f"Last turn of {words.the_side(side)}:" if side else "", summary_of(words, positions))

    def _show(self, heading: str, lines: list[SummaryLine]) -> None:
        empty = f"{heading} nothing to report." if heading else NOTHING
        self.heading.setText(heading if lines else empty)
        for row, line in zip(self.rows, [*lines, *([None] * MOST)], strict=False):
            row.show_line(line)

    def _go(self, row: SummaryRow) -> None:
        if row.line is not None:
            self.desk.go_to(self.desk.board.find(row.line.place))
