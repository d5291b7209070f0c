"""A hand that fills in forms: it chooses entries of boxes through their real popups, ticks, and steps numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QCheckBox, QComboBox, QWidget
from settling import settle

LEFT: Final = Qt.MouseButton.LeftButton


@dataclass(frozen=True)
class Step:
    """A change of one field: the name of the field among those of its form, and what is done to it."""

    field: str
    entry: int = 0
    """Of a box: the row that is chosen."""

    def __str__(self) -> str:
        return f"{self.field}: {self.entry}"


def fields_of(form: QWidget) -> dict[str, QWidget]:
    """The boxes, ticks and numbers of a form that are in use, by name; those of one name are numbered."""
    found: dict[str, QWidget] = {}
    for field in form.findChildren(QWidget):
        if not isinstance(field, QComboBox | QCheckBox | QAbstractSpinBox) or not field.isVisible():
            continue
        if field.isEnabled():
            name = called = f"{type(field).__name__} {field.objectName() or field.accessibleName()}".strip()
            number = 1
            while name in found:
                number += 1
                name = f"{called} ({number})"
            found[name] = field
    return found


def steps_of(form: QWidget, most: int) -> Iterator[Step]:
    """All changes that the fields of a form allow; of a box with more than ``most`` entries the first two and the
    last."""
    for name, field in fields_of(form).items():
        if isinstance(field, QComboBox):
            rows = range(field.count())
            yield from (Step(name, row) for row in rows if len(rows) <= most or row in (0, 1, rows[-1]))
        else:
            yield Step(name)


def carry_out(form: QWidget, step: Step) -> bool:
    """Change a field as a hand would. Gives whether the form has that field, and the box that entry."""
    field = fields_of(form).get(step.field)
    if field is not None:
        # What is left may have the form built again.
        field.setFocus()
        settle()
        field = fields_of(form).get(step.field)
    if field is None or (isinstance(field, QComboBox) and step.entry >= field.count()):
        return False
    if isinstance(field, QComboBox):
        choose(field, step.entry, by_mouse=bool(step.entry % 2))
    elif isinstance(field, QAbstractSpinBox):
        QTest.keyClick(field, Qt.Key.Key_Up)
    else:
        QTest.keyClick(field, Qt.Key.Key_Space)
    settle()
    return True


def choose(box: QComboBox, row: int, *, by_mouse: bool) -> None:
    """Choose an entry of a box in its popup, by a click or with the keyboard."""
    usual = QApplication.doubleClickInterval()
    # A popup takes no click until a double click on the box would be over.
    QApplication.setDoubleClickInterval(0)
    box.showPopup()
    settle()
    QApplication.setDoubleClickInterval(usual)
    view = box.view()
    index = box.model().index(row, box.modelColumn())
    view.scrollTo(index)
    view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    if by_mouse:
        place = QPoint(view.viewport().width() // 2, view.visualRect(index).center().y())
        QTest.mouseMove(view.viewport(), place)
        QTest.mousePress(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
        QTest.mouseRelease(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    else:
        QTest.keyClick(view, Qt.Key.Key_Return)


def each_and_back(form: QWidget, most: int, back: Callable[[], None]) -> int:
    """Carry out each change of a form, taking each back; gives how many there were."""
    done = 0
    for step in list(steps_of(form, most)):
        done += carry_out(form, step)
        back()
    return done
