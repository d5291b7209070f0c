"""Going about the window by keyboard: from part to part, to each panel, along the tool bars, to the context menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDockWidget, QToolBar, QToolButton, QWidget

from editor.desk.desk import Desk
from editor.panels import PANELS, PanelSpec
from editor.stage.submenus import GO_MENU

_FORWARD: Final = (Qt.Key.Key_Right.value, Qt.Key.Key_Down.value)
_BACK: Final = (Qt.Key.Key_Left.value, Qt.Key.Key_Up.value)
_ENTER: Final = (Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value)


class FocusActions(QObject):
    """From part to part of the window."""

    def __init__(self, desk: Desk, docks: Mapping[str, QDockWidget], bars: Sequence[QToolBar]) -> None:
        super().__init__(desk)
        self.desk = desk
        self.docks, self.bars = list(docks.values()), list(bars)
        add = desk.actions.add
        add(
            "view.next-part",
            "Ne&xt panel",
            lambda: self.go(1),
            menu=GO_MENU,
            group=7,
            shortcut="F6",
            tip="Go from the map to the panels and tool bars, and back",
        )
        add(
            "view.previous-part",
            "Pre&vious part of the window",
            lambda: self.go(-1),
            menu=GO_MENU,
            group=7,
            shortcut="Shift+F6",
        )
        add(
            "view.context-menu",
            "Context menu",
            self.context_menu,
            shortcut="Shift+F10",
            tip="The menu of what is selected or has the cursor",
        )
        add("panel.map", "Go to: Map", self.to_map, shortcut="Alt+0")
        for spec in PANELS:
            self._add_dock(spec, docks[spec.key])
        for bar in self.bars:
            ToolBarKeys(bar, self.to_map)

    def _add_dock(self, spec: PanelSpec, dock: QDockWidget) -> None:
        keys = f"Alt+{spec.digit}" if spec.digit else ""
        self.desk.actions.add(
            f"panel.{spec.key}", f"Go to: {spec.title}", lambda: self.to_dock(dock), shortcut=keys, kinds=spec.kinds
        )
        shortcut = QShortcut(QKeySequence(Qt.Key.Key_Escape), dock)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.to_map)

    # -- from part to part --------------------------------------------------------------------------------------

    def parts(self) -> list[QWidget]:
        """The parts of the window that are to be seen: the map, then panels and tool bars as they lie."""
        window = self.desk.window

        def place(part: QWidget) -> tuple[int, int]:
            at = part.mapTo(window, QPoint(0, 0))
            return at.x(), at.y()

        docks = [dock for dock in self.docks if dock.isVisible() and not dock.visibleRegion().isEmpty()]
        inside = sorted((dock for dock in docks if not dock.isFloating()), key=place)
        floating = [dock for dock in docks if dock.isFloating()]
        bars = [bar for bar in self.bars if bar.isVisible()]
        return [*self.desk.panes.views, *inside, *floating, *sorted(bars, key=place)]

    def go(self, step: int) -> None:
        """Go to the next part of the window, or with -1 to the one before."""
        parts = self.parts()
        focus = QApplication.focusWidget()
        now = next((i for i, part in enumerate(parts) if focus is part or (focus and part.isAncestorOf(focus))), 0)
        for count in range(1, len(parts) + 1):
            if self._enter(parts[(now + step * count) % len(parts)]):
                return

    def to_map(self) -> None:
        """Go to the map."""
        self._enter(self.desk.canvas)

    def to_dock(self, dock: QDockWidget) -> None:
        """Open a panel, bring it to the front and go into it."""
        dock.show()
        dock.raise_()
        self._enter(dock)

    def _enter(self, part: QWidget) -> bool:
        """Give a part the focus, where it had it last; False where nothing in it takes any."""
        last = part.focusWidget()
        target = last if last is not None and _takes_focus(last) else _first(part)
        if target is None:
            return False
        target.window().activateWindow()
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    # -- the context menu -----------------------------------------------------------------------------------------

    def context_menu(self) -> None:
        """Open the menu that the menu key opens; many keyboards have none."""
        focus = QApplication.focusWidget() or self.desk.canvas
        middle = focus.rect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, focus.mapToGlobal(middle))
        QApplication.sendEvent(focus, event)


class ToolBarKeys(QObject):
    """Arrow keys along a tool bar; Enter and Space press a button, Esc goes back to the map."""

    def __init__(self, bar: QToolBar, leave: Callable[[], None]) -> None:
        super().__init__(bar)
        self.bar = bar
        self.leave = leave
        for button in _buttons(bar):
            button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys go to the next button, Enter presses it, Esc goes back to the map."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if not isinstance(watched, QToolButton):
            return False
        key = event.key()
        if key in _FORWARD or key in _BACK:
            self._walk(watched, 1 if key in _FORWARD else -1)
        elif key in _ENTER:
            watched.click()
        elif key == Qt.Key.Key_Escape.value:
            self.leave()
        else:
            return False
        return True

    def _walk(self, now: QToolButton, step: int) -> None:
        shown = [button for button in _buttons(self.bar) if button.isVisible()]
        usable = [button for button in shown if button.isEnabled() or button is now]
        at = usable.index(now)
        usable[(at + step) % len(usable)].setFocus(Qt.FocusReason.TabFocusReason)


def _buttons(bar: QToolBar) -> list[QToolButton]:
    """The buttons of a bar in their order."""
    found = [bar.widgetForAction(action) for action in bar.actions()]
    return [button for button in found if isinstance(button, QToolButton)]


def _takes_focus(widget: QWidget) -> bool:
    return widget.isEnabled() and widget.isVisible()


def _first(part: QWidget) -> QWidget | None:
    """The first widget of a part that takes the focus."""
    if isinstance(part, QToolBar):
        return next((button for button in _buttons(part) if _takes_focus(button)), None)
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return part
    # Not along the focus chain: PySide takes the next widget of the chain, which may be the window itself, for a child
    # of the one before, and when that one goes, what Python has of the window's menus is gone too.
    inside = part.findChildren(QWidget)
    return next((w for w in inside if w.focusPolicy() & Qt.FocusPolicy.TabFocus and _takes_focus(w)), None)
