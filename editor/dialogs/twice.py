"""What is asked before units are added that are in the order of battle already."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtWidgets import QMessageBox, QWidget

from editor.dialogs.asking import asked
from editor.plain import MessageBox, as_written
from engine.plural import counted

ROLE = QMessageBox.ButtonRole


class Twice(Enum):
    """What is done with units of a table that are there already."""

    ADD = auto()
    LEAVE_OUT = auto()
    """Add the others only."""
    CANCEL = auto()


def ask_twice(count: int, every: bool, parent: QWidget | None) -> Twice:
    """Ask what is done with ``count`` units that are there already; ``every`` says that the table has no others."""
    box = MessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Units already there")
    one = count == 1
    box.setText(as_written(f"Add {counted(count, 'unit')} again?"))
    box.setInformativeText(
        as_written(
            f"{'A unit' if one else 'Units'} with the same side, name, type and values"
            f" {'is' if one else 'are'} already in the order of battle."
        )
    )
    answers = {box.addButton("Add again", ROLE.AcceptRole): Twice.ADD}
    if not every:
        answers[box.addButton("Leave out" if one else "Leave them out", ROLE.ActionRole)] = Twice.LEAVE_OUT
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    with asked(box):
        clicked = box.clickedButton()
        return next((answer for button, answer in answers.items() if button is clicked), Twice.CANCEL)
