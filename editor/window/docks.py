"""The docks: each panel in its place around the map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QToolBar, QWidget

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.kinds import kind_of
from editor.panels import PANELS, PanelSpec, added_panels
from editor.panels.in_dock import Unseen
from editor.panels.problems_panel import ProblemsPanel
from editor.plain import as_written
from editor.window.bottom_room import LEAST, TALL, BottomRoom
from editor.window.tab_sweeper import TabSweeper
from editor.window.workspace_list import DRAW, Workspace, arranged, grouped

AREAS: Final = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
WIDTHS: Final = ((1800, 400), (1500, 348), (1200, 332), (0, 322))
"""From each of these widths of the window on, in pixels, the width of the main column."""
LOW: Final = 900
"""A window of less height, in pixels, is low: its column has less beside the forms."""
LAYOUT: Final = 1
"""Raised when the docks change and a remembered arrangement no longer fits."""


class Docks:
    """The panels of a window in their docks, and how these are arranged."""

    def __init__(self, window: QMainWindow, desk: Desk) -> None:
        self._window, self._desk = window, desk
        self.by_key: dict[str, QDockWidget] = {}
        self._looks: dict[str, bool] | None = None
        """While all are being arranged, whether each was in sight at last; None at other times."""
        self._specs = [*PANELS, *added_panels()]
        for spec in self._specs:
            dock = self.by_key[spec.key] = QDockWidget(spec.title, window)
            dock.setObjectName(spec.key)
            dock.setWidget(self._later(spec, dock) if spec.late else spec.factory(desk))
            if spec.leads is not None:
                spec.leads(desk, partial(self.panel, spec.key))
        window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
        window.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])
        self._space = DRAW
        self._low = False
        """Whether they were placed for a low window."""
        self._place()
        self._fresh = True
        """Whether they have never had their widths: a window that is not shown yet gives none."""
        self._aside: tuple[Workspace, QByteArray | None] | None = None
        """The workspace and how it was arranged, while the window belongs to the welcome page."""
        self._closed: QByteArray | None = None
        """How they were arranged when all were hidden."""
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
        below = {self.by_key[spec.key]: spec.height for spec in self._specs if spec.area == "bottom"}
        self.room = BottomRoom(window, self.by_key["problems"], self.problems, below)

    def _later(self, spec: PanelSpec, dock: QDockWidget) -> Unseen:
        """What stands in the dock until the panel is made."""
        found = Unseen(dock)
        found.seen.connect(lambda: self.panel(spec.key))
        dock.visibilityChanged.connect(lambda seen: self._look(spec.key, seen))
        return found

    def _look(self, key: str, seen: bool) -> None:
        """A dock comes into sight or goes behind others. While all are being arranged most do both: nothing is made
        for them."""
        if self._looks is not None:
            self._looks[key] = seen
        elif seen:
            self.panel(key)

    def panel(self, key: str) -> QWidget:
        """A panel; a late one is made now."""
        dock = self.by_key[key]
        before = dock.widget()
        if isinstance(before, Unseen):
            found = next(spec for spec in self._specs if spec.key == key).factory(self._desk)
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

    def __getitem__(self, key: str) -> QDockWidget:
        """The dock of a panel."""
        return self.by_key[key]

    def front(self, key: str) -> None:
        """Open a panel and bring it to the front."""
        self.by_key[key].show()
        self.by_key[key].raise_()

    # -- what belongs to the map in front -------------------------------------------------------------------------

    def _show_for(self, document: Document) -> None:
        """Only panels for the kind of map in front are offered; the others come back with theirs."""
        kind = kind_of(document).key
        for spec in self._specs:
            if spec.others:
                self._swap(spec, kind)
            dock, offered = self.by_key[spec.key], spec.fits(kind)
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
        """Panels for drawing are grey during play, and say so."""
        resting = self._desk.preview.active
        for spec in self._specs:
            dock = self.by_key[spec.key]
            if spec.rests:
                dock.widget().setEnabled(not resting)
                dock.setWindowTitle(f"{spec.title} (rests)" if resting else spec.title)
                dock.setToolTip(as_written(f"{spec.title} is disabled while you play" if resting else ""))

    # -- arranging --------------------------------------------------------------------------------------------------

    def menu(self) -> QMenu:
        """The menu that opens and closes them, by the work that they are for."""
        found = QMenu("&Panels", self._window)
        for title, specs in grouped(self._specs):
            part = found.addMenu(f"For {title.lower()}") if title else found
            for spec in specs:
                part.addAction(self.by_key[spec.key].toggleViewAction())
        return found

    def show(self, space: Workspace, state: QByteArray | None = None) -> None:
        """Arrange the panels as a workspace was left, ``state``, or without it as the workspace comes."""
        if self._aside is not None:
            self._aside = space, state
            return
        self._space, self._closed = space, None
        with self._at_once():
            if state is None or not self._restore(state):
                self._place()
                self._fresh = not self._window.isVisible()
            else:
                self._fresh = False
            self._put_away.clear()
            self._show_for(self._desk.document)

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Have the window drawn once, when all panels have their places, and only those made that are in sight then."""
        drawn, looks = self._window.updatesEnabled(), dict[str, bool]()
        self._window.setUpdatesEnabled(False)
        self._looks = looks
        try:
            yield
        finally:
            self._looks = None
            for key in [key for key, seen in looks.items() if seen]:
                self.panel(key)
            self._window.setUpdatesEnabled(drawn)

    def _place(self) -> None:
        """Put all of them where the workspace has them first.

        They are taken out and put in again: for Qt to restore an arrangement while panels are being dragged has
        crashed where the end of a drag never came.
        """
        self._let_go()
        for dock in self.by_key.values():
            if dock.isFloating():
                dock.setFloating(False)
            self._window.removeDockWidget(dock)
        self._low = self._window.height() < LOW
        plan = arranged(self._space, self._specs, low=self._low)
        for number, group in enumerate(plan.column):
            self._stack(group, plan.side, below=number > 0)
        self._stack(plan.below, "bottom", below=False)
        for key, dock in self.by_key.items():
            dock.setVisible(key in plan.shown)
        for group in (*plan.column, plan.below):
            if group[0] in plan.shown:
                self.by_key[group[0]].raise_()
        self._share_room()

    def _stack(self, group: tuple[str, ...], area: str, *, below: bool) -> None:
        """Put panels behind each other at a side of the map."""
        first = self.by_key[group[0]]
        if below:
            self._window.addDockWidget(AREAS[area], first, Qt.Orientation.Vertical)
        else:
            self._window.addDockWidget(AREAS[area], first)
        for key in group[1:]:
            self._window.tabifyDockWidget(first, self.by_key[key])

    def _share_room(self) -> None:
        """The main column has its width, and its groups their shares of its height; the map gets what is left."""
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        space = self._space
        shares = (space.low_shares if self._low else ()) or space.shares
        column = [self.by_key[group[0]] for group in space.column]
        width = next(width for least, width in WIDTHS if self._window.width() >= least)
        self._window.resizeDocks([column[0]], [width], across)
        open_ = [(dock, share) for dock, share in zip(column, shares, strict=True) if not dock.isHidden()]
        self._window.resizeDocks([dock for dock, _ in open_], [share for _, share in open_], down)
        if space.below:
            height = LEAST if self.problems.low else TALL
            self._window.resizeDocks([self.by_key[space.below[0]]], [height], down)

    def _restore(self, state: QByteArray) -> bool:
        """Have Qt arrange them; False where it cannot read the state."""
        self._let_go()
        done = self._window.restoreState(state, LAYOUT)
        self._bring_into_sight()
        return done

    def _bring_into_sight(self) -> None:
        """A panel that floats where there is no screen any more comes to the window."""
        for dock in self.by_key.values():
            screens = self._window.screen().virtualSiblings()
            seen = any(screen.availableGeometry().intersects(dock.frameGeometry()) for screen in screens)
            if dock.isFloating() and not seen:
                dock.move(self._window.geometry().center() - dock.rect().center())

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
        """The window is on the screen: panels that have not been arranged get their widths."""
        if self._fresh and self._aside is None:
            self._fresh = False
            if self._low is (self._window.height() < LOW):
                self._share_room()
            else:
                # It was placed before the window had its size.
                self.show(self._space)

    @property
    def arrangement(self) -> QByteArray | None:
        """How they are arranged, to be remembered, with those that are not for the map in front; None where the
        workspace is as it comes."""
        if self._aside is not None:
            return self._aside[1]
        if self._closed is not None:
            return self._closed
        with self._at_once():
            for key in self._put_away:
                self.by_key[key].show()
            found = self._window.saveState(LAYOUT)
            for key in self._put_away:
                self.by_key[key].hide()
        return found

    def put_aside(self, aside: bool) -> None:
        """Leave the whole window to what is in the middle, or bring panels and tool bars back as they were."""
        bars = self._window.findChildren(QToolBar)
        if aside and self._aside is None:
            self._aside = self._space, None if self._fresh else self.arrangement
            for part in (*self.by_key.values(), *bars):
                part.hide()
        elif not aside and self._aside is not None:
            (space, state), self._aside = self._aside, None
            for bar in bars:
                bar.show()
            self.show(space, state)
            self.shown()

    def hide_all(self, hidden: bool) -> None:
        """Hide all panels, or show again those that were open."""
        if self._aside is not None:
            return
        if hidden and self._closed is None:
            self._closed = self.arrangement
            with self._at_once():
                for dock in self.by_key.values():
                    dock.hide()
        elif not hidden and self._closed is not None:
            self.show(self._space, self._closed)
