"""The monkey's hands: random presses, drags, wheels and keys on one widget, told in a line each."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from PySide6.QtCore import QAbstractListModel, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

Key, Button, Modifier = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
NONE: Final = Modifier.NoModifier
MODIFIERS: Final = (NONE, NONE, NONE, NONE, Modifier.ShiftModifier, Modifier.ControlModifier, Modifier.AltModifier)
KEYS: Final = (
    *(Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Return, Key.Key_Escape, Key.Key_Tab),
    *(Key.Key_Backtab, Key.Key_Delete, Key.Key_Backspace, Key.Key_Home, Key.Key_End, Key.Key_PageUp),
    *(Key.Key_PageDown, Key.Key_Insert, Key.Key_Space, Key.Key_F2, Key.Key_Menu, Key.Key_Period, Key.Key_Comma),
)
LETTERS: Final = "abcdeglmrstxz 0123456789-_.,:;&<%üß"
"""What is typed: no slash, for a path that is typed could lead out of the sandbox."""
LARGE: Final = 200
"""A number field that allows more than this is given small numbers, or the monkey would wait for the machine."""


class Hands:
    """Does something to a widget at random. Each way tells first what it is going to do."""

    def __init__(self, rng: Random, tell: Callable[[str], None]) -> None:
        self.rng, self.tell = rng, tell

    # -- the mouse ------------------------------------------------------------------------------------------------

    def spot(self, widget: QWidget) -> QPoint:
        """A place on a widget."""
        return QPoint(self.rng.randrange(max(1, widget.width())), self.rng.randrange(max(1, widget.height())))

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click or double-click, most often with the left button."""
        at = at if at is not None else self.spot(widget)
        button = self.rng.choices((Button.LeftButton, Button.RightButton, Button.MiddleButton), (12, 2, 1))[0]
        modifier = self.rng.choice(MODIFIERS)
        twice = self.rng.random() < 0.1
        self.tell(
            f"{'double-' if twice else ''}click {_name(button)} {_name(modifier)} on {named(widget)} at {_at(at)}"
        )
        self._move(widget, at, modifier, Button.NoButton)
        QTest.mouseClick(widget, button, modifier, at)
        if twice and isValid(widget):
            QTest.mouseDClick(widget, button, modifier, at)
        if button is Button.RightButton and isValid(widget) and widget.isVisible():
            place = widget.mapToGlobal(at)
            QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, place, modifier))

    def drag(self, widget: QWidget) -> None:
        """Press, move, and let go, perhaps outside; perhaps with Esc in the middle, perhaps never let go."""
        start, modifier = self.spot(widget), self.rng.choice(MODIFIERS)
        way = [self.spot(widget) for _ in range(self.rng.randrange(1, 5))]
        if self.rng.random() < 0.1:
            way.append(QPoint(-30, widget.height() + 40))
        broken_off, held = self.rng.random() < 0.08, self.rng.random() < 0.04
        words = " ".join(_at(one) for one in [start, *way])
        self.tell(
            f"drag {_name(modifier)} on {named(widget)}: {words}{' Esc' if broken_off else ''}{' held' if held else ''}"
        )
        self._move(widget, start, modifier, Button.NoButton)
        QTest.mousePress(widget, Button.LeftButton, modifier, start)
        for at in way:
            if not isValid(widget) or not widget.isVisible():
                return
            self._move(widget, at, modifier, Button.LeftButton)
        if broken_off and isValid(widget):
            QTest.keyClick(widget, Key.Key_Escape)
        if not held and isValid(widget) and widget.isVisible():
            end = way[-1] if widget.rect().contains(way[-1]) else QPoint(0, 0)
            QTest.mouseRelease(widget, Button.LeftButton, modifier, end)

    def hover(self, widget: QWidget) -> None:
        """Move over a widget with no button held."""
        at = self.spot(widget)
        self.tell(f"hover over {named(widget)} at {_at(at)}")
        self._move(widget, at, NONE, Button.NoButton)

    @staticmethod
    def _move(widget: QWidget, at: QPoint, modifier: Modifier, held: Button) -> None:
        # QTest's own move runs events: the next action would be taken in the middle of this one.
        everywhere = QPointF(widget.mapToGlobal(at))
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), everywhere, Button.NoButton, held, modifier)
        QApplication.sendEvent(widget, event)

    def wheel(self, widget: QWidget) -> None:
        """Turn the wheel."""
        at, turn = self.spot(widget), self.rng.choice((-360, -120, 120, 360))
        modifier = self.rng.choice(MODIFIERS)
        self.tell(f"wheel {turn} {_name(modifier)} on {named(widget)} at {_at(at)}")
        event = QWheelEvent(
            QPointF(at),
            QPointF(widget.mapToGlobal(at)),
            QPoint(),
            QPoint(0, turn),
            Button.NoButton,
            modifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)

    # -- the keyboard ---------------------------------------------------------------------------------------------

    def key(self, widget: QWidget) -> None:
        """Press one key."""
        key, modifier = self.rng.choice(KEYS), self.rng.choice(MODIFIERS)
        self.tell(f"key {_name(modifier)} {_name(key)} on {named(widget)}")
        QTest.keyClick(widget, key, modifier)

    def letter(self, widget: QWidget) -> None:
        """Press a letter or digit."""
        letter = self.rng.choice(LETTERS[:24])
        self.tell(f"letter {letter!r} on {named(widget)}")
        QTest.keyClick(widget, letter)

    def type(self, widget: QWidget) -> None:
        """Type into a field, over what is there or after it."""
        text = "".join(self.rng.choice(LETTERS) for _ in range(self.rng.randrange(6)))
        if isinstance(widget, QAbstractSpinBox) or isinstance(widget.parentWidget(), QAbstractSpinBox):
            text = "".join(char for char in text if char.isdigit())[:2]
        over = self.rng.random() < 0.7
        self.tell(f"type {text!r} {'over' if over else 'after'} what is in {named(widget)}")
        if over:
            QTest.keyClick(widget, Key.Key_A, Modifier.ControlModifier)
        for char in text:
            if isValid(widget):
                # By its text: a letter beyond ASCII has no key.
                QTest.keyClicks(widget, char) if char.isascii() else None
        if isValid(widget) and self.rng.random() < 0.5:
            QTest.keyClick(widget, Key.Key_Return if self.rng.random() < 0.3 else Key.Key_Tab)

    # -- any widget -----------------------------------------------------------------------------------------------

    def poke(self, widget: QWidget) -> None:
        """Do to a widget what its kind is for, or something else."""
        if self.rng.random() < 0.12:
            self.rng.choice((self.click, self.drag, self.wheel, self.hover, self.key))(widget)
        elif isinstance(widget, QAbstractButton):
            self.tell(f"press {named(widget)}")
            QTest.mouseClick(widget, Button.LeftButton, NONE, widget.rect().center())
        elif isinstance(widget, QComboBox):
            self._turn(widget)
        elif isinstance(widget, QAbstractSpinBox | QLineEdit | QTextEdit | QPlainTextEdit):
            self._write(widget)
        elif isinstance(widget, QAbstractItemView):
            self._item(widget)
        elif isinstance(widget, QTabBar):
            self._tab(widget)
        elif isinstance(widget, QAbstractSlider):
            self.rng.choice((self.click, self.drag, self.key))(widget)
        else:
            self.rng.choice((self.click, self.click, self.drag, self.wheel, self.hover, self.key))(widget)

    def _turn(self, box: QComboBox) -> None:
        if box.isEditable() and self.rng.random() < 0.4:
            self.type(box)
        elif self.rng.random() < 0.7:
            key = self.rng.choice((Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End))
            self.tell(f"key {_name(key)} on {named(box)}")
            QTest.keyClick(box, key)
        else:
            self.tell(f"open {named(box)}")
            box.showPopup()

    def _write(self, field: QWidget) -> None:
        if isinstance(field, QLineEdit) and ("/" in field.text() or "\\" in field.text()):
            # A path that is edited letter by letter could lead out of the sandbox.
            self.tell(f"leave the path in {named(field)}")
        elif isinstance(field, QAbstractSpinBox) and self.rng.random() < 0.6:
            key = self.rng.choice((Key.Key_Up, Key.Key_Down))
            self.tell(f"key {_name(key)} on {named(field)}")
            QTest.keyClick(field, key)
        else:
            self.type(field)

    def _item(self, view: QAbstractItemView) -> None:
        model = None if isinstance(view, QHeaderView) else view.model()
        rows = model.rowCount() if model is not None else 0
        if model is None or not rows or self.rng.random() < 0.2:
            self.rng.choice((self.click, self.key, self.wheel, self.drag))(view.viewport())
            return
        # A plain list keeps its number of columns to itself.
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
        index = model.index(self.rng.randrange(rows), self.rng.randrange(max(1, columns)))
        if model.rowCount(index) and self.rng.random() < 0.7:
            index = model.index(self.rng.randrange(model.rowCount(index)), 0, index)
        view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        rect = view.visualRect(index)
        at = rect.center() if view.viewport().rect().contains(rect.center()) else self.spot(view.viewport())
        self.click(view.viewport(), at)
        if isValid(view) and self.rng.random() < 0.3:
            self.key(view)

    def _tab(self, bar: QTabBar) -> None:
        if bar.count():
            self.click(bar, bar.tabRect(self.rng.randrange(bar.count())).center())

    def choose(self, menu: QMenu) -> None:
        """Choose something of a menu, or go through it by keys."""
        actions = [action for action in menu.actions() if action.isEnabled() and not action.isSeparator()]
        if actions and self.rng.random() < 0.5:
            action = self.rng.choice(actions)
            self.tell(f"choose {action.text()!r} of menu {menu.title()!r}")
            QTest.mouseClick(menu, Button.LeftButton, NONE, menu.actionGeometry(action).center())
        else:
            key = self.rng.choice(
                (Key.Key_Down, Key.Key_Up, Key.Key_Right, Key.Key_Left, Key.Key_Return, Key.Key_Escape)
            )
            self.tell(f"key {_name(key)} on menu {menu.title()!r}")
            QTest.keyClick(menu, key)


def named(widget: QWidget) -> str:
    """A widget in a few words: its kind, its name or text, whose part it is."""
    text = widget.accessibleName() or widget.objectName()
    if isinstance(widget, QAbstractButton):
        text = widget.text() or widget.toolTip() or text
    above = type(widget.window()).__name__
    return f"{type(widget).__name__} {text!r} of {above}"


def _name(flag: Qt.Key | Qt.MouseButton | Qt.KeyboardModifier) -> str:
    return flag.name.removesuffix("Button").removesuffix("Modifier").removeprefix("Key_").removeprefix("No")


def _at(place: QPoint) -> str:
    return f"{place.x()},{place.y()}"
