"""What the keyboard's cursors of all kinds of map share: they click, and draw strokes as the mouse does.

Every step is handed to the view as a mouse event of its own, so that tools, units and menus need not know the
difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QMouseEvent

from editor.canvas.aim import PointerAim
from editor.canvas.zoom_view import ZoomView

Key = Qt.Key
Mod = Qt.KeyboardModifier

NONE: Final = Mod.NoModifier
SCROLL: Final = 80
"""Pixels that Ctrl and an arrow move the map by."""
ARROWS: Final = {
    Key.Key_Left.value: (-1, 0),
    Key.Key_Right.value: (1, 0),
    Key.Key_Up.value: (0, -1),
    Key.Key_Down.value: (0, 1),
}
CORNERS: Final = {
    Key.Key_Home.value: (-1, -1),
    Key.Key_PageUp.value: (1, -1),
    Key.Key_End.value: (-1, 1),
    Key.Key_PageDown.value: (1, 1),
}
"""The four keys that lie about the arrows of a number pad, and the ways that lie likewise."""
PAD: Final = {
    Key.Key_4.value: (-1, 0),
    Key.Key_6.value: (1, 0),
    Key.Key_8.value: (0, -1),
    Key.Key_2.value: (0, 1),
    Key.Key_7.value: (-1, -1),
    Key.Key_9.value: (1, -1),
    Key.Key_1.value: (-1, 1),
    Key.Key_3.value: (1, 1),
}
ENTER: Final = (Key.Key_Return.value, Key.Key_Enter.value)
PAD_ENTER: Final = (Key.Key_5.value, Key.Key_Clear.value)

Action = Callable[[], None]


class KeyCursor:
    """Where the keyboard's cursor is on one view, and what keys do with it. A kind of map says where it can be."""

    def __init__(self, view: ZoomView, mouse_is_down: Callable[[], bool]) -> None:
        """``mouse_is_down``: whether the mouse is drawing or moving the map."""
        self.view = view
        self._mouse_is_down = mouse_is_down
        self.shown = False
        self._sending = False
        self._down: Mod | None = None
        """What is held with the button, None while it is up."""
        self._by_shift = False
        """Whether the button is held only as long as Shift is."""

    # -- what a kind of map says --------------------------------------------------------------------------------

    @property
    def point(self) -> QPointF:
        """Where the cursor points, in scene units."""
        raise NotImplementedError

    def come(self) -> None:
        """Show the cursor where it was, or in the middle of what is seen."""
        raise NotImplementedError

    def _step_action(self, key: int, step: tuple[int, int], held: Mod) -> Action | None:
        """What an arrow, or a key beside the arrows, does with these modifiers."""
        raise NotImplementedError

    def _other_action(self, key: int, held: Mod) -> Action | None:
        """What any other key does; None for keys of others."""
        return None

    # -- what keys do -------------------------------------------------------------------------------------------

    def action(self, event: QKeyEvent) -> Action | None:
        """What a key does here; None for keys of others."""
        if self._mouse_is_down() and not self.is_down:
            return None
        key, held = event.key(), event.modifiers()
        pad = bool(held & Mod.KeypadModifier)
        held &= ~Mod.KeypadModifier
        step = ARROWS.get(key) or CORNERS.get(key) or (PAD.get(key) if pad else None)
        if step is not None:
            return self._step_action(key, step, held)
        if key in ENTER or (pad and key in PAD_ENTER):
            return lambda: self.click(held)
        if key == Key.Key_Insert.value or (pad and key == Key.Key_0.value):
            return lambda: self.hold_or_let_go(held)
        return self._other_action(key, held)

    def begin(self, held: Mod | None) -> None:
        """Begin a stroke where the cursor is, unless one is going on; with None there is none to begin."""
        if held is not None and not self.is_down:
            self._press(held & ~Mod.ShiftModifier)
            self._by_shift = True

    def click(self, held: Mod = NONE) -> None:
        """What a click would do; ends a stroke that is going on."""
        if self.is_down:
            self.let_go()
        else:
            self._press(held)
            self.let_go()

    def hold_or_let_go(self, held: Mod = NONE) -> None:
        """Put the button down until this is called again."""
        if self.is_down:
            self.let_go()
        else:
            self._press(held)
            self._by_shift = False

    def key_up(self, key: int) -> None:
        """A key came up: a stroke that Shift began ends with it."""
        if key == Key.Key_Shift.value and self._by_shift:
            self.let_go()

    def let_go(self) -> None:
        """End the stroke, if one is going on."""
        if self.is_down:
            held = self._down or NONE
            self._down, self._by_shift = None, False
            self._send(QEvent.Type.MouseButtonRelease, held)
            self._let_go_of()

    def _let_go_of(self) -> None:
        """A stroke has ended."""

    def forget_stroke(self) -> None:
        """The stroke was broken off: there is nothing to end."""
        self._down, self._by_shift = None, False
        self._let_go_of()

    @property
    def is_down(self) -> bool:
        """Whether the keyboard holds the button down."""
        return self._down is not None

    def _press(self, held: Mod) -> None:
        self.come()
        self._down = held
        self._send(QEvent.Type.MouseButtonPress)

    def _send(self, kind: QEvent.Type, held: Mod | None = None) -> None:
        view = self.view
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        button = none if kind == QEvent.Type.MouseMove else left
        buttons = left if self.is_down else none
        place = view.viewportTransform().map(self.point)
        where = QPointF(view.viewport().mapToGlobal(place))
        modifiers = held if held is not None else self._down if self._down is not None else NONE
        event = QMouseEvent(kind, place, where, button, buttons, modifiers)
        self._sending = True
        try:
            if kind == QEvent.Type.MouseMove:
                view.mouseMoveEvent(event)
            elif kind == QEvent.Type.MouseButtonPress:
                view.mousePressEvent(event)
            else:
                view.mouseReleaseEvent(event)
        finally:
            self._sending = False

    def describe(self, text: str, aim: PointerAim) -> str:
        """The words for a place. A screen reader speaks them."""
        if self._sending:
            self.view.setAccessibleDescription(text)
            if QAccessible.isActive():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.view, text))
        return text
