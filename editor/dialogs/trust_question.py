"""The question whether the program code that belongs to the rules of a scenario may be run."""

from __future__ import annotations

import html
from typing import Final

from PySide6.QtWidgets import QMessageBox, QWidget

from editor.dialogs.asking import asked
from editor.plain import MessageBox

RIGHTS: Final = (
    "It runs with all your rights on this computer: it can read, change and delete your files, start programs "
    "and use the network. Trust it only when you have read it or know who wrote it."
)
MAY: Final = (
    f"{RIGHTS}\n\n"
    "Without trust the scenario is shown and can be edited, but it is not played. You are asked once: again only when "
    "that file has been changed."
)


class TrustQuestion(MessageBox):
    """Shows the file of hooks and its rights; ``ask`` returns whether it is trusted."""

    def __init__(self, title: str, path: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle("Program code of these rules")
        rules, file = html.escape(title), html.escape(path)
        self.setHtml(f"<b>The rules of {rules} come with program code. Trust it?</b><br><br>{file}")
        self.setInformativeText(MAY)
        self.trust = self.addButton("&Trust and run it", QMessageBox.ButtonRole.AcceptRole)
        self.leave = self.addButton("&Do not run it", QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self.leave)
        self.setEscapeButton(self.leave)

    def ask(self) -> bool:
        """Show the question; return whether the code is trusted."""
        with asked(self):
            return self.clickedButton() is self.trust
