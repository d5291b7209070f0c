"""The view on the map: panning, keys, and telling tools where the pointer is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QKeyCombination, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QCursor,
    QDragEnterEvent,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsItem

from editor.canvas.aim import PointerAim
from editor.canvas.cursor import Cursor
from editor.canvas.hands import PlayHands
from editor.canvas.physical import key_meant
from editor.canvas.pointer_note import PointerNote
from editor.canvas.pointer_target import PointerTarget
from editor.canvas.scene import MapScene
from editor.canvas.wheel import is_touchpad
from editor.canvas.zoom_view import ZoomView
from editor.document.document import Document
from editor.plain import Html
from editor.work.background import hands_on
from engine.boards.board import Spot

AimAt = Callable[[Document, QPointF, Qt.KeyboardModifier], PointerAim]
NewCursor = Callable[[ZoomView, Callable[[], bool], Callable[[Spot], list[tuple[float, float]]]], Cursor]


class MapView(ZoomView):
    """Shows the scene of a document, and tells tools where the pointer is."""

    spot_hovered = Signal(object)
    """The place under the pointer, None beyond the map; only when it changes."""
    aim_changed = Signal(object)
    """An ``PointerAim`` for every move of the pointer."""
    spot_clicked = Signal(object, object)
    """A place was clicked with the left button: the place, keyboard modifiers."""
    context_asked = Signal(object, QPoint)
    """The right button was clicked: the place, None beyond the map, and the global position."""
    broken_off = Signal()
    """Esc was pressed: whatever is being dragged goes back to where it was."""
    focused = Signal()
    """The keyboard came here, or the pointer set to work."""

    def __init__(self, scene: MapScene, aim: AimAt, keyboard: NewCursor) -> None:
        """``aim`` tells where a point of the scene is on the map, ``keyboard`` makes the cursor of the keyboard."""
        super().__init__(scene)
        self._aim_at, self._keyboard = aim, keyboard
        self.target: PointerTarget | None = None
        self.keys = self._new_keyboard()
        self._panning: QPoint | None = None
        self._space = False
        self._stroke = False
        self._pointer = QPoint()
        """Where the pointer was last, in the viewport."""
        self._handled = False
        """Whether the button is held for what moves units during play."""
        self._picked: Spot | None = None
        """The place that a click went to which was not the tool's, while the button is held."""
        self._note = PointerNote(self)
        self._hovered: Spot | None = None
        self._reaches = False
        """Whether what is drawn has come to reach farther, or less far, during the stroke."""
        self._pressed = False
        """Whether the last press was here, and the pointer has stayed here since."""
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Map")
        self.setAcceptDrops(True)
        self._scene.paper_changed.connect(self._paper_changed)

    def _new_keyboard(self) -> Cursor:
        return self._keyboard(self, lambda: self.mouse_is_down, self._spots)

    def _spots(self, spot: Spot) -> list[tuple[float, float]]:
        """The points of a place that the tool in use knows."""
        return self.target.spots(spot) if self.target is not None else []

    # -- the document -------------------------------------------------------------------------------------------

    def show_scene(self, scene: MapScene, aim: AimAt, keyboard: NewCursor) -> None:
        """Show another document; whoever asks says what of it."""
        self.close_scene()
        self._aim_at, self._keyboard = aim, keyboard
        self.set_scene(scene)
        scene.paper_changed.connect(self._paper_changed)
        self._stroke = self._reaches = self._handled = False
        self._panning = None
        self.keys = self._new_keyboard()
        self._hovered = None

    def close_scene(self) -> None:
        """Show this scene no more: free its tiles and remove the cursor."""
        self._scene.paper_changed.disconnect(self._paper_changed)
        self._scene.look_away(self.viewport())
        self.keys.put_away()

    def _paper_changed(self) -> None:
        """Something is drawn where nothing was, or nothing any more. During a stroke the map may not slip away."""
        self._reaches = self._stroke
        self.keys.refresh()
        if not self._stroke:
            self.follow_paper()

    @property
    def picking(self) -> Callable[[Spot], None] | None:
        """When set, clicks on places of the map go here and not to the tool; in every view of the document."""
        return self._scene.picking

    @picking.setter
    def picking(self, picking: Callable[[Spot], None] | None) -> None:
        self._scene.picking = picking

    def say_here(self, text: Html) -> None:
        """Say something (rich text) at the pointer; an empty text takes away what is being said."""
        if text:
            self._note.say(text, self._pointer)
        else:
            self.hush()

    def hush(self) -> None:
        """Take away what is being said at the pointer."""
        self._note.hide()

    @property
    def said_here(self) -> str:
        """What is being said at the pointer; empty when nothing is."""
        return self._note.text() if self._note.isVisible() else ""

    def add_layer(self, layer: QGraphicsItem) -> None:
        """Add a layer over the map."""
        self._scene.add_layer(layer)

    # -- Qt's events --------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hands_on()
        self.touch()
        self.focused.emit()
        button = event.button()
        if button == Qt.MouseButton.MiddleButton or (button == Qt.MouseButton.LeftButton and self._space):
            self._panning = event.position().toPoint()
            self._show_cursor()
            return
        if button != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._pressed = True
        aim = self._aim(event)
        self._pointer = event.position().toPoint()
        self.keys.mouse_pressed(aim.spot)
        hands = self._hands
        if hands is not None and hands.press(aim):
            self._handled = True
            return
        if self._pressed_over(event):
            return
        if self.picking is not None:
            self._picked = aim.spot
            self.picking(aim.spot)
            return
        if self.target is not None and self.target.takes_items:
            event.setAccepted(False)
            super().mousePressEvent(event)
            if event.isAccepted():
                return
        self._stroke = True
        if self.target is not None:
            self.target.press(aim)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.keys.mouse_moved()
        self._pointer = event.position().toPoint()
        if event.buttons():
            hands_on()
        if self._panning is not None:
            here = event.position().toPoint()
            moved = self._panning - here
            self._panning = here
            self.scroll_by(moved.x(), moved.y())
            return
        aim = self._aim(event)
        self._notice(aim)
        hands = self._hands
        if hands is not None and (self._handled or not event.buttons()):
            (hands.drag if self._handled else hands.hover)(aim)
        if self._handled:
            return
        if self._stroke:
            if self.target is not None:
                self.target.drag(aim)
            return
        super().mouseMoveEvent(event)
        if self.target is not None and not event.buttons() and self.picking is None:
            self.target.hover(aim)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._panning is not None and event.button() in (Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton):
            self._panning = None
            self._show_cursor()
            return
        if self._handled and event.button() == Qt.MouseButton.LeftButton:
            self._handled = False
            if (hands := self._hands) is not None:
                self._pointer = event.position().toPoint()
                hands.release(self._aim(event))
            return
        if self._picked is not None and event.button() == Qt.MouseButton.LeftButton:
            start, self._picked = self._picked, None
            aim = self._aim(event)
            if self._scene.dragged is not None and aim.spot not in (start, None):
                self._pointer = event.position().toPoint()
                self._scene.dragged(start, aim.spot)
            return
        if self._stroke and event.button() == Qt.MouseButton.LeftButton:
            self._stroke = False
            aim = self._aim(event)
            if self.target is not None:
                self.target.release(aim)
            if self._reaches:
                self._paper_changed()
            if aim.on_map:
                self.spot_clicked.emit(aim.spot, aim.modifiers)
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        if left and self._pressed_over(event):
            return
        if left and self.target is not None and self.picking is None and not self._space:
            if self.target.takes_items:
                event.setAccepted(False)
                super().mouseDoubleClickEvent(event)
                if event.isAccepted():
                    return
            self.target.double_click(self._aim(event))
            # A quick second click begins a stroke as any press does, unless the tool did something else with it.
            self._stroke = self.target.busy
            return
        if left and (hands := self._hands) is not None and hands.double_click(self._aim(event)):
            return
        if left and self.picking is not None and not self._pressed:
            # The first press was meant for what lay over the map, such as the card of a battle.
            return
        # Whatever else a press does, the second one of two does as well.
        self.mousePressEvent(event)

    def _pressed_over(self, event: QMouseEvent) -> bool:
        """Whether a press is for something that lies over places, and not for the place or the tool."""
        takes = self._scene.takes_press
        if takes is None or (self.picking is None and (self.target is None or not self.target.takes_items)):
            return False
        inverse, _ = self.viewportTransform().inverted()
        return takes(inverse.map(event.position()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        if self.mouse_is_down:
            # A menu would take the pointer away in mid-stroke, and the tool would not get its end.
            return
        place = event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.keys.come()
            place = self.mapFromScene(self.keys.point)
        aim = self._aim_at(self._scene.document, self.mapToScene(place), Qt.KeyboardModifier.NoModifier)
        self.keys.mouse_pressed(aim.spot)
        self.context_asked.emit(aim.spot, self.viewport().mapToGlobal(place))

    def event(self, event: QEvent) -> bool:
        # Keys that the tool in use wants come to it before any shortcut takes them.
        before_shortcuts = event.type() == QEvent.Type.ShortcutOverride
        if before_shortcuts and isinstance(event, QKeyEvent) and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def _takes(self, event: QKeyEvent) -> bool:
        """Whether a key is used here before any shortcut."""
        return self._key_action(event) is not None or key_meant(event) != event.key()

    def _shortcut_meant(self, event: QKeyEvent) -> bool:
        """Do what a key of another layout does by its place on the keyboard; False where that is nothing."""
        key = key_meant(event)
        if key == event.key():
            return False
        wanted = QKeySequence(QKeyCombination(event.modifiers(), Qt.Key(key)))
        window = self.window()
        for shortcut in window.findChildren(QShortcut):
            if shortcut.isEnabled() and shortcut.key() == wanted:
                shortcut.activated.emit()
                return True
        for action in window.findChildren(QAction):
            if action.isEnabled() and action.isVisible() and wanted in action.shortcuts():
                action.trigger()
                return True
        return False

    def _key_action(self, event: QKeyEvent) -> Callable[[], None] | None:
        """What the tool in use does with a key, else what the keyboard's cursor does."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift = held == Qt.KeyboardModifier.ShiftModifier
        action = None
        if (hands := self._hands) is not None and (shift or not held) and not self.keys.is_down:
            return hands.key_action(key_meant(event), shift) or self.keys.action(event)
        if self.target is not None and (shift or not held) and not self.keys.is_down:
            action = self.target.key_action(key_meant(event), shift)
        return action or self.keys.action(event)

    @property
    def mouse_is_down(self) -> bool:
        """Whether a stroke is being drawn or the map is being moved."""
        return self._stroke or self._handled or self._panning is not None

    @property
    def _hands(self) -> PlayHands | None:
        """What takes the pointer and keys during play, where the kind of map has such."""
        return self._scene.hands if self._scene.picking is not None else None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Alt, go through the kinds of a tool that paints; otherwise zoom, or move the map."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        held = event.modifiers() & Qt.KeyboardModifier.AltModifier
        wanted = held and turned and not is_touchpad(event) and self.target is not None
        if wanted and self.target is not None and self.target.step_kind(-1 if turned > 0 else 1):
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        action = self._key_action(event)
        if action is not None:
            action()
        elif self._shortcut_meant(event):
            pass
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self._show_cursor()
        elif key == Qt.Key.Key_Escape and self.target is not None:
            self._break_off()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _break_off(self) -> None:
        self._stroke = self._handled = False
        if (hands := self._hands) is not None and hands.cancel():
            return
        self.keys.forget_stroke()
        held = self._scene.mouseGrabberItem()
        if held is not None:
            held.ungrabMouse()
        self.broken_off.emit()
        if self.target is not None:
            self.target.cancel()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self.keys.key_up(event.key())
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_cursor()
        else:
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()
        reason = Qt.FocusReason
        if event.reason() in (reason.TabFocusReason, reason.BacktabFocusReason, reason.ShortcutFocusReason):
            self.keys.come()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.keys.let_go()
        self._space = False
        self._show_cursor()
        super().focusOutEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            # The scene would take anything; files are for the window.
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._show_cursor()

    def leaveEvent(self, event: object) -> None:
        self._pressed = False
        if self._hovered is not None:
            self._hovered = None
            self.spot_hovered.emit(None)
        if self.target is not None:
            self.target.leave()

    # -- helpers ------------------------------------------------------------------------------------------------

    def _aim(self, event: QMouseEvent) -> PointerAim:
        # With the fraction of the pixel: far out, a hex is only a few pixels wide.
        inverse, _ = self.viewportTransform().inverted()
        scene = inverse.map(event.position())
        return self._aim_at(self._scene.document, scene, event.modifiers())

    def _notice(self, aim: PointerAim) -> None:
        self.aim_changed.emit(aim)
        if aim.spot != self._hovered:
            self._hovered = aim.spot
            self.spot_hovered.emit(aim.spot)

    def _show_cursor(self) -> None:
        if self._panning is not None:
            shape = QCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._space:
            shape = QCursor(Qt.CursorShape.OpenHandCursor)
        elif self.picking is not None:
            shape = QCursor(Qt.CursorShape.CrossCursor)
        else:
            shape = self.target.cursor if self.target is not None else QCursor(Qt.CursorShape.ArrowCursor)
        self.viewport().setCursor(shape)

    def update_cursor(self) -> None:
        """The tool changed: show its pointer."""
        self._show_cursor()
        self.keys.refresh()
