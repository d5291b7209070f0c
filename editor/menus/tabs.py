"""Going from tab to tab, and two views of one map: the actions."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence

from editor.desk.desk import Desk
from editor.menus.file import FileActions
from editor.stage.submenus import GO_MENU, TWO_VIEWS_MENU
from editor.work.settings import settings


class TabActions(QObject):
    """File > Close and its like, View > Go to > Next tab, View > Split view."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        add(
            "file.close",
            "&Close tab",
            lambda: files.close_tabs([desk.tabs.front]),
            menu="File",
            group=8,
            shortcut="Ctrl+W",
            tip="Close this document; Hexwright asks before unsaved changes are lost",
        )
        self._others = add(
            "file.close-others",
            "Close &other tabs",
            lambda: files.close_others(desk.tabs.front),
        )
        self._next = add("view.next-tab", "Ne&xt tab", lambda: self.go(1), menu=GO_MENU, group=8)
        self._next.setShortcuts([QKeySequence("Ctrl+PgDown"), QKeySequence("Ctrl+Tab")])
        self._last = add("view.previous-tab", "&Previous tab", lambda: self.go(-1), menu=GO_MENU, group=8)
        self._last.setShortcuts([QKeySequence("Ctrl+PgUp"), QKeySequence("Ctrl+Shift+Tab")])
        add(
            "view.split-across",
            "Split side &by side",
            lambda: desk.panes.split(across),
            menu=TWO_VIEWS_MENU,
            shortcut="Ctrl+D",
            tip="Show two places of this map, one beside the other",
        )
        add(
            "view.split-down",
            "Split top and &bottom",
            lambda: desk.panes.split(down),
            menu=TWO_VIEWS_MENU,
            shortcut="Ctrl+Shift+D",
            tip="Show two places of this map, one over the other",
        )
        self._unsplit = add(
            "view.unsplit",
            "&Close split",
            desk.panes.unsplit,
            menu=TWO_VIEWS_MENU,
            shortcut="Ctrl+Alt+D",
            tip="Show one place again, that of the view in use",
        )
        self._other = add(
            "view.other-view",
            "&Switch view",
            desk.panes.activate_next,
            menu=TWO_VIEWS_MENU,
            shortcut="Ctrl+Alt+O",
            tip="Work in the other view",
        )
        self._same = add(
            "view.same-place",
            "Show same &place in both",
            desk.panes.show_same_place,
            menu=TWO_VIEWS_MENU,
            tip="Show the same place in the other view",
        )
        self._together(
            "scroll",
            "&Link scrolling",
            "Ctrl+Alt+G",
            "Link the views: scrolling one scrolls both",
        )
        self._together("zoom", "Link &zoom", "Ctrl+Alt+Z", "Link the views: zooming one zooms both")
        for signal in (desk.tabs.opened, desk.tabs.closed):
            signal.connect(lambda _tab: self._enable())
        desk.panes.split_changed.connect(self._enable)
        self._enable()

    def _together(self, what: str, text: str, shortcut: str, tip: str) -> None:
        """A switch that links the views; how it stands is remembered."""
        link, kept = self.desk.panes.link, f"view/{what}_together"

        def switch(on: bool) -> None:
            setattr(link, what, on)
            link.renew()
            settings().setValue(kept, on)

        setattr(link, what, bool(settings().value(kept, False, bool)))
        self.desk.actions.add(
            f"view.{what}-together",
            text,
            switch,
            menu=TWO_VIEWS_MENU,
            shortcut=shortcut,
            tip=tip,
            checkable=True,
            checked=getattr(link, what),
        )

    def _enable(self) -> None:
        several = len(self.desk.tabs) > 1
        for action in (self._others, self._next, self._last):
            action.setEnabled(several)
        for action in (self._unsplit, self._other, self._same):
            action.setEnabled(self.desk.panes.is_split)

    def go(self, step: int) -> None:
        """Go a number of tabs on."""
        self.desk.tabs.show(self.desk.tabs.beside(step))
