"""The lines of play of the test game: which one is played, its name, and how they compare."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.compare_lines import CompareLines
from editor.preview.session import Preview


class LineRow(QWidget):
    """A list of the lines, the one in play first, and a button that compares them. Hidden while there is one line."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.lines = QComboBox()
        self.lines.setEditable(True)
        self.lines.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.lines.setAccessibleName("Line of play")
        self.lines.setToolTip("How the game went before you continued differently. Type to name this line.")
        self.lines.activated.connect(self._choose)
        edit = self.lines.lineEdit()
        if edit is not None:
            edit.editingFinished.connect(self._rename)
        self.compare = QToolButton()
        self.compare.setText("Compare…")
        self.compare.setToolTip("How the lines stand at their ends: score, turn, losses")
        self.compare.clicked.connect(self._compare)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.lines, 1)
        row.addWidget(self.compare)

    @property
    def preview(self) -> Preview:
        """The test game in front."""
        return self.desk.preview

    def refresh(self) -> None:
        """Show the lines as they are now."""
        preview = self.preview
        names = [preview.line, *(line.name for line in reversed(preview.lines))]
        with QSignalBlocker(self.lines):
            self.lines.clear()
            self.lines.addItems(names)
            self.lines.setCurrentIndex(0)
        self.setVisible(len(names) > 1)

    def _choose(self, index: int) -> None:
        if index > 0:
            self.preview.take_line(len(self.preview.lines) - index)

    def _rename(self) -> None:
        name = self.lines.currentText()
        if self.lines.currentIndex() == 0 and name != self.preview.line:
            self.preview.rename_line(name)

    def _compare(self) -> None:
        with asked(CompareLines(self.preview, self)):
            pass
