"""The dialog that says why a file could not be opened: every finding at once, with place and way out."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.severity import severity_icon
from editor.dialogs.texts import sentence
from editor.look.mnemonics import LetteredDialog
from editor.plain import RichLabel, as_written
from engine.findings import Finding
from engine.plural import counted


class OpenProblemsDialog(LetteredDialog):
    """Shows the findings of a file that cannot be used; they can be copied as text."""

    def __init__(self, title: str, findings: Iterable[Finding], parent: QWidget | None = None) -> None:
        """``title`` says what failed: ``Cannot open lundys_lane.yaml``."""
        super().__init__(parent)
        self.findings = list(findings)
        self.setWindowTitle("Cannot open the file")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        count = len(self.findings)
        said = "one problem" if count == 1 else counted(count, "problem")
        heading = RichLabel(f"<b>{escape(title)}</b><br>It has {said}. What is open now stays as it is.")
        heading.setWordWrap(True)
        layout.addWidget(heading)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Problems")
        self.tree.setHeaderLabels(["Line", "What is wrong", "Code"])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        self.tree.setWordWrap(True)
        self.tree.setUniformRowHeights(False)
        for finding in self.findings:
            self.tree.addTopLevelItem(_item(finding))
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(0, 90)
        header.resizeSection(2, 90)
        layout.addWidget(self.tree, 1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = self.buttons.addButton("&Copy as text", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy)
        self.buttons.rejected.connect(self.reject)
        layout.addWidget(self.buttons)
        self.resize(760, 420)

    def copy(self) -> None:
        """Put all findings on the clipboard as text."""
        QGuiApplication.clipboard().setText("\n".join(str(finding) for finding in self.findings))


def _item(finding: Finding) -> QTreeWidgetItem:
    place = finding.place
    where = f"{place.line}:{place.column}" if place.line else ""
    text = sentence(finding.message) + (f"\n{sentence(finding.hint)}" if finding.hint else "")
    item = QTreeWidgetItem([where, text, finding.code])
    item.setIcon(0, severity_icon(finding.severity))
    item.setToolTip(1, as_written(place.data_path or finding.message))
    for column in range(3):
        item.setTextAlignment(column, Qt.AlignmentFlag.AlignTop)
    return item
