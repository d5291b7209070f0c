"""The docks: each panel in its place around the map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QToolBar, QWidget

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.kinds import kind_of
from editor.panels import PANELS, PanelSpec
from editor.panels.in_dock import Unseen
from editor.panels.problems_panel import ProblemsPanel
from editor.plain import as_written
from editor.window.tab_sweeper import TabSweeper

AREAS: Final = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
WIDE: Final = 1200
"""From this width on, in pixels, the panels at the sides have the width they like."""
TALL: Final = 200
"""The height of the panels below the map, in pixels, the first time they need it."""
MOST: Final = 0.42
"""The share of the window's height that a panel below the map takes by itself."""
NARROW: Final = 150
"""The width of the panels at the left, in pixels, when the map needs the room."""
LEAST: Final = 36
"""The least height of the body of a panel below the map: a line of buttons."""
LAYOUT: Final = 1
"""Raised when the docks change so much that a remembered arrangement no longer fits."""


class Docks:
    """The panels of a window in their docks, and how these are arranged."""

    def __init__(self, window: QMainWindow, desk: Desk) -> None:
        self._window, self._desk = window, desk
        self.by_key: dict[str, QDockWidget] = {}
        for spec in PANELS:
            dock = self.by_key[spec.key] = QDockWidget(spec.title, window)
            dock.setObjectName(spec.key)
            dock.setWidget(self._later(spec, dock) if spec.late else spec.factory(desk))
            if spec.leads is not None:
                spec.leads(desk, partial(self.panel, spec.key))
        window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
        window.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])
        self._place()
        self._fresh = True
        """Whether they have never had their widths: a window that is not shown yet gives none."""
        self._aside: QByteArray | None = None
        """How they were arranged when all were put aside."""
        self._rested = False
        """Whether test turns were played when that was looked at last."""
        self._gave_way: dict[str, int] = {}
        """Panels for drawing that were open when play began, with their width."""
        self._stood_back: QDockWidget | None = None
        """The tall panel below the map that was in front when play began; the log is there in its place."""
        self._own: dict[tuple[str, str], QWidget] = {}
        """What stands in docks that have something else for some kinds of map, by panel and kind."""
        self._put_away: set[str] = set()
        """Panels that were open and are not for the kind of map in front."""
        desk.document_changed.connect(self._show_for)
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self._show_resting)
        desk.document_changed.connect(lambda _document: self._show_resting())
        self._show_for(desk.document)
        TabSweeper(window)
        below = {self.by_key[spec.key]: spec.height for spec in PANELS if spec.area == "bottom"}
        self.room = BottomRoom(window, self.by_key["problems"], self.problems, below)

    def _place(self) -> None:
        """Put all of them where they belong the first time."""
        last: dict[str, QDockWidget] = {}
        for spec in PANELS:
            dock, before = self.by_key[spec.key], last.get(spec.area)
            if before is not None and spec.tabbed:
                self._window.tabifyDockWidget(before, dock)
            elif before is not None:
                self._window.addDockWidget(AREAS[spec.area], dock, Qt.Orientation.Vertical)
            else:
                self._window.addDockWidget(AREAS[spec.area], dock)
            last[spec.area] = dock
            dock.setVisible(spec.visible)
        self._raise_first()
        self._share_room()

    def _later(self, spec: PanelSpec, dock: QDockWidget) -> Unseen:
        """What stands in the dock until the panel is made."""
        found = Unseen(dock)
        found.seen.connect(lambda: self.panel(spec.key))
        dock.visibilityChanged.connect(lambda seen: self.panel(spec.key) if seen else None)
        return found

    def panel(self, key: str) -> QWidget:
        """A panel; it is made where that was left until somebody looks."""
        dock = self.by_key[key]
        before = dock.widget()
        if isinstance(before, Unseen):
            found = next(spec for spec in PANELS if spec.key == key).factory(self._desk)
            found.setMinimumHeight(before.minimumHeight())
            dock.setWidget(found)
            before.deleteLater()
            self._show_resting()
        return dock.widget()

    @property
    def problems(self) -> ProblemsPanel:
        """The panel of problems, which is made with the window."""
        found = self.by_key["problems"].widget()
        assert isinstance(found, ProblemsPanel)
        return found

    def _show_for(self, document: Document) -> None:
        """Only panels for the kind of map in front are offered; the others come back with theirs."""
        kind = kind_of(document).key
        for spec in PANELS:
            if spec.others:
                self._swap(spec, kind)
            dock, offered = self.by_key[spec.key], not spec.kinds or kind in spec.kinds
            dock.toggleViewAction().setVisible(offered)
            if not offered and not dock.isHidden():
                self._put_away.add(spec.key)
                dock.hide()
            elif offered and spec.key in self._put_away:
                self._put_away.remove(spec.key)
                dock.show()

    def _swap(self, spec: PanelSpec, kind: str) -> None:
        """Put what a panel is on this kind of map into its dock."""
        dock = self.by_key[spec.key]
        before = dock.widget()
        self._own.setdefault((spec.key, ""), before)
        place = (spec.key, kind if kind in spec.others else "")
        if place not in self._own:
            self._own[place] = spec.others[kind](self._desk)
        wanted = self._own[place]
        if wanted is not before:
            dock.setWidget(wanted)
            before.hide()
            wanted.show()

    def _show_resting(self) -> None:
        """Panels for drawing are grey while test turns are played, and say so; they leave their room to the map."""
        resting = self._desk.preview.active
        for spec in PANELS:
            dock = self.by_key[spec.key]
            if spec.rests:
                dock.widget().setEnabled(not resting)
                dock.setWindowTitle(f"{spec.title} (rests)" if resting else spec.title)
                dock.setToolTip(as_written(f"{spec.title} rests while test turns are played" if resting else ""))
        if resting and not self._rested:
            self._give_way()
            self._stand_back()
        elif not resting and self._rested:
            self._come_back()
        self._rested = resting

    def _give_way(self) -> None:
        """Close the panels for drawing, and make what stands beside them narrow."""
        resting = [self.by_key[spec.key] for spec in PANELS if spec.rests]
        docks = [dock for dock in resting if not dock.isHidden() and not dock.isFloating()]
        self._gave_way = {dock.objectName(): dock.width() for dock in docks}
        for dock in docks:
            dock.hide()
        minimap = self.by_key["minimap"]
        if docks and not minimap.isHidden() and not minimap.isFloating():
            self._window.resizeDocks([minimap], [NARROW], Qt.Orientation.Horizontal)

    def _stand_back(self) -> None:
        """Where a panel as tall as the unit table or the trials is in front below the map, the log takes its place."""
        log = self.by_key["log"]
        tall = [self.by_key[spec.key] for spec in PANELS if spec.area == "bottom" and spec.height > TALL]
        front = [dock for dock in tall if not dock.isHidden() and not dock.visibleRegion().isEmpty()]
        if len(front) == 1 and not log.isHidden() and log in self._window.tabifiedDockWidgets(front[0]):
            [self._stood_back] = front
            log.raise_()

    def _come_back(self) -> None:
        """Open the panels for drawing again that made room, and bring up again what was in front below the map."""
        log, back = self.by_key["log"], self._stood_back
        self._stood_back = None
        if back is not None and not back.isHidden() and not log.visibleRegion().isEmpty():
            back.raise_()
        docks, widths = [self.by_key[key] for key in self._gave_way], list(self._gave_way.values())
        self._gave_way = {}
        for dock in docks:
            dock.show()
        self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def __getitem__(self, key: str) -> QDockWidget:
        """The dock of a panel."""
        return self.by_key[key]

    def menu(self, desk: Desk) -> QMenu:
        """The menu that opens and closes them."""
        found = QMenu("&Panels", self._window)
        for dock in self.by_key.values():
            found.addAction(dock.toggleViewAction())
        found.addSeparator()
        found.addAction(
            desk.actions.add(
                "view.reset-panels",
                "&Reset panel layout",
                self.reset,
                tip="Put all panels back where they were the first time",
            )
        )
        return found

    def reset(self) -> None:
        """Put all of them where they were the first time.

        They are taken out and put in again: for Qt to restore an arrangement while panels are being dragged has
        crashed where the end of a drag never came.
        """
        self._fresh = False
        self._gave_way, self._stood_back = {}, None
        self._let_go()
        for dock in self.by_key.values():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        self._place()
        self._put_away.clear()
        self._show_for(self._desk.document)

    def arrange(self, state: QByteArray) -> None:
        """Arrange them as they were when ``arrangement`` was asked."""
        self._fresh = False
        self._restore(state)

    def _restore(self, state: QByteArray) -> None:
        """Have Qt arrange them."""
        self._let_go()
        self._window.restoreState(state, LAYOUT)

    def _let_go(self) -> None:
        """End the drag of whatever is being dragged: Qt crashes where panels are arranged again meanwhile."""
        nowhere = QPointF(-1, -1)
        for part in (*self.by_key.values(), self._window):
            event = QMouseEvent(
                QEvent.Type.MouseButtonRelease,
                nowhere,
                part.mapToGlobal(nowhere),
                Qt.MouseButton.LeftButton,
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
            )
            QCoreApplication.sendEvent(part, event)

    def shown(self) -> None:
        """The window is on the screen: panels that nobody has arranged get their widths."""
        if self._fresh and self._aside is None:
            self._fresh = False
            self._share_room()

    @property
    def arrangement(self) -> QByteArray:
        """How they are arranged, to be remembered; panels that have made room for play are in it."""
        if self._gave_way or self._stood_back is not None:
            self._come_back()
        return self._aside if self._aside is not None else self._window.saveState(LAYOUT)

    def put_aside(self, aside: bool) -> None:
        """Leave the whole window to what is in the middle, or bring panels and tool bars back as they were."""
        if aside and self._aside is None:
            self._aside = self.arrangement
            for part in (*self.by_key.values(), *self._window.findChildren(QToolBar)):
                part.hide()
        elif not aside and self._aside is not None:
            self._restore(self._aside)
            self._aside = None
            self.shown()

    def _raise_first(self) -> None:
        """Of docks behind each other the first one shows."""
        for place, spec in enumerate(PANELS):
            follows = PANELS[place - 1] if place else None
            if follows is None or follows.area != spec.area or not spec.tabbed:
                self.by_key[spec.key].raise_()

    def _share_room(self) -> None:
        """The map gets most of the window."""
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        sides = [264, 340] if self._window.width() >= WIDE else [225, 280]
        docks, share = self.by_key, self._window.resizeDocks
        share([docks["palette"], docks["battle"]], sides, across)
        share([docks["problems"]], [LEAST if self.problems.low else TALL], down)
        share([docks["palette"], docks["minimap"]], [600, 190], down)
        share([docks["battle"], docks["inspector"]], [540, 280], down)


class BottomRoom(QObject):
    """Gives each panel below the map the height that it likes or that it was given last. Problems have one line until
    somebody asks for them: by their tab, by the entry of the menu, by their button."""

    def __init__(
        self, window: QMainWindow, problems: QDockWidget, panel: ProblemsPanel, docks: Mapping[QDockWidget, int]
    ) -> None:
        """``docks``: those that lie below the map by default, ``problems`` with its ``panel`` among them, with the
        height they like."""
        super().__init__(window)
        self._window, self._problems = window, problems
        self._heights = dict(docks)
        self._front: QDockWidget | None = None
        """The one that is to be seen."""
        self._panel = panel
        self._is_low = False
        self._lower = False
        """Whether the window has become lower since it was looked at."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._share)
        for dock in docks:
            body = dock.widget()
            if body is not None:
                # Docks behind each other are as high as the one that needs most.
                body.setMinimumHeight(LEAST)
            dock.visibilityChanged.connect(lambda _shown: self._soon.start(0))
            dock.dockLocationChanged.connect(lambda _area: self._soon.start(0))
        panel.low_changed.connect(lambda: self._soon.start(0))
        problems.toggleViewAction().triggered.connect(lambda shown: panel.be_low(not shown))

    def lowered(self) -> None:
        """The window has become lower."""
        self._lower = True
        self._soon.start(0)

    @property
    def _most(self) -> int:
        """The height that a panel takes by itself at most, in pixels."""
        return max(TALL, round(self._window.height() * MOST))

    def _share(self) -> None:
        """Make the panel in front low, or as high as it was or likes to be."""
        shown = [dock for dock in self._heights if not dock.isHidden() and not dock.visibleRegion().isEmpty()]
        if len(shown) != 1 or self._window.dockWidgetArea(shown[0]) != AREAS["bottom"]:
            return
        front, before = shown[0], self._front
        low = front is self._problems and self._panel.low
        if self._lower:
            self._lower = False
            if self._window.statusBar().y() - front.y() > self._most:
                # What was little in a high window would leave the map no room in this one.
                self._window.resizeDocks([front], [self._most], Qt.Orientation.Vertical)
                self._heights[front] = min(self._heights[front], self._most)
        if low and front is not before and before is not None:
            # Another panel was in front: this one was asked for.
            self._panel.be_low(False)
            low = False
        if (front, low) == (before, self._is_low):
            return
        if before is not None and not self._is_low:
            # With the tabs below it, as Qt counts when it is asked for a height; while the window changes that may be
            # less than nothing.
            self._heights[before] = max(LEAST, self._window.statusBar().y() - front.y())
        self._front, self._is_low = front, low
        if low or before is not None or self._window.statusBar().y() - front.y() < TALL:
            height = LEAST if low else min(self._most, self._heights[front])
            self._window.resizeDocks([front], [height], Qt.Orientation.Vertical)
