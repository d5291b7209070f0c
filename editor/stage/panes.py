"""The views of the document in front: one, or two that show two places of the same map."""

from __future__ import annotations

from math import isfinite
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from editor.canvas.drawing.paper import SCALE
from editor.canvas.link import Link
from editor.canvas.places import ViewPlaces
from editor.canvas.pointer_target import PointerTarget
from editor.canvas.scene import MapScene
from editor.canvas.view import MapView
from editor.canvas.zoom_view import First, ZoomView
from editor.commands.change import Change
from editor.document.document import Document
from editor.kinds import parts_of
from editor.stage.memory import Memory
from editor.stage.tabs import Tab, Tabs

LINE: Final = 2
"""Pixels of the line over a view that tells whether it is the one worked in."""
REMEMBERED_AFTER: Final = 1000
"""Milliseconds of rest after which the place is remembered: the end may be a crash."""


class _Mark(QWidget):
    """A thin line, bright over the view that is worked in."""

    def __init__(self) -> None:
        super().__init__()
        self.on = False
        self.setFixedHeight(LINE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line in the colour that tells which view is worked in."""
        painter = QPainter(self)
        role = QPalette.ColorRole.Link if self.on else QPalette.ColorRole.Midlight
        painter.fillRect(self.rect(), self.palette().color(role))
        painter.end()


class Pane(QWidget):
    """A view with its line."""

    def __init__(self, view: MapView) -> None:
        super().__init__()
        self.view = view
        self.mark = _Mark()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.mark)
        column.addWidget(view, 1)
        self.setFocusProxy(view)

    def minimumSizeHint(self) -> QSize:
        """Enough to be of use."""
        return QSize(120, 90)


class Panes(QSplitter):
    """One view, or two; whichever has or had the focus last is the active one, which tools and menus work in.

    The signals tell of whatever view it happens in.
    """

    spot_hovered = Signal(object)
    aim_changed = Signal(object)
    spot_clicked = Signal(object, object)
    context_asked = Signal(object, QPoint)
    view_changed = Signal()
    """What some view shows changed, or another view is active, or there are more or fewer views."""
    broken_off = Signal()
    split_changed = Signal()
    """There are more or fewer views, or they lie otherwise."""

    def __init__(self, tabs: Tabs) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("panes")
        self.setChildrenCollapsible(False)
        self._tabs = tabs
        self._tab = tabs.front
        self._target: PointerTarget | None = None
        self._panes: list[Pane] = []
        self.link = Link(lambda: list(self.views), lambda: self.active)
        self._memory = Memory(tabs, "place")
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(REMEMBERED_AFTER)
        self._soon.timeout.connect(self.remember)
        self._active = self._add(self._scene_of(self._tab))
        self.active.show_first(self._beginning(self._tab.document))
        self._mark()
        tabs.leaving.connect(self._leave)
        tabs.document_changed.connect(self._show)
        tabs.changed.connect(self._on_change)
        tabs.closed.connect(self._drop)

    # -- the views ----------------------------------------------------------------------------------------------

    @property
    def views(self) -> list[MapView]:
        """The views, the left or upper one first."""
        return [pane.view for pane in self._panes]

    @property
    def active(self) -> MapView:
        """The view that is worked in."""
        return self._active.view

    @property
    def is_split(self) -> bool:
        """Whether there are two views."""
        return len(self._panes) > 1

    @property
    def target(self) -> PointerTarget | None:
        """Who is told of the pointer in any of the views."""
        return self._target

    @target.setter
    def target(self, target: PointerTarget) -> None:
        self._target = target
        for view in self.views:
            view.target = target

    def activate(self, view: MapView) -> None:
        """Work in this view from now on."""
        pane = next(pane for pane in self._panes if pane.view is view)
        if pane is not self._active:
            self._active = pane
            self._mark()
            self.view_changed.emit()

    def activate_next(self) -> None:
        """Go on to the other view."""
        view = self.views[(self.views.index(self.active) + 1) % len(self._panes)]
        self.activate(view)
        view.setFocus()

    def split(self, orientation: Qt.Orientation) -> None:
        """Show two places, side by side or one over the other; a second view begins where the first one is."""
        with self.link.held():
            self.setOrientation(orientation)
            if not self.is_split:
                stand = self.active.stand
                self._add(self.active.map_scene)
                self._share()
                # Each in half of the room shows what it can of the same place.
                for view in self.views:
                    view.go(stand.zoom, stand.middle)
        self._mark()
        self.split_changed.emit()
        self.view_changed.emit()

    def unsplit(self) -> None:
        """Show one place again: that of the active view."""
        if self.is_split:
            stand, had_focus = self.active.stand, any(view.hasFocus() for view in self.views)
            with self.link.held():
                self._remove_second()
                self.active.go(stand.zoom, stand.middle)
            if had_focus:
                self.active.setFocus()
            self.split_changed.emit()
            self.view_changed.emit()

    def show_same_place(self) -> None:
        """The other view shows what the active one does, as near."""
        with self.link.held():
            for view in self.views:
                if view is not self.active:
                    view.go(self.active.zoom, self.active.visible_rect.center())

    def _add(self, scene: MapScene) -> Pane:
        kind = parts_of(scene.document)
        view = MapView(scene, kind.aim, kind.cursor)
        pane = Pane(view)
        view.target = self._target
        view.spot_hovered.connect(self.spot_hovered)
        view.aim_changed.connect(self.aim_changed)
        view.spot_clicked.connect(self.spot_clicked)
        view.context_asked.connect(self.context_asked)
        view.view_changed.connect(lambda: self._moved(view))
        view.broken_off.connect(self.broken_off)
        view.focused.connect(lambda: self.activate(view))
        self._panes.append(pane)
        self.addWidget(pane)
        self.setStretchFactor(self.indexOf(pane), 1)
        if not self._panes[0].isHidden():
            pane.show()
        return pane

    def _moved(self, view: MapView) -> None:
        if view.steady:
            # It is larger or smaller, and has not moved: nobody has to come after it.
            self.link.renew()
        else:
            self.link.follow(view)
            self._soon.start()
        self.view_changed.emit()

    def _remove_second(self) -> None:
        pane = self._panes.pop()
        self._active = self._panes[0]
        pane.view.close_scene()
        pane.hide()
        pane.deleteLater()
        self.refresh()
        self._mark()

    def _share(self) -> None:
        """Half of the room for each."""
        half = max(1, (self.width() if self.orientation() == Qt.Orientation.Horizontal else self.height()) // 2)
        self.setSizes([half] * len(self._panes))

    def _mark(self) -> None:
        for pane in self._panes:
            pane.mark.setVisible(self.is_split)
            pane.mark.on = pane is self._active
            pane.mark.update()

    # -- documents ----------------------------------------------------------------------------------------------

    def _scene_of(self, tab: Tab) -> MapScene:
        if tab.scene is None:
            tab.scene = MapScene(tab.document, parts_of(tab.document).scene)
        return tab.scene

    # -- from one session to the next ---------------------------------------------------------------------------

    def settle_in(self) -> None:
        """The window has its panels: what is shown first gets the room that is left."""
        for view in self.views:
            view.settle_in()

    def fit_again(self) -> None:
        """Another arrangement of panels has taken the place of the one before: a map that was fitted and is hidden in
        part is fitted again. Panels that open and close by themselves leave it where it is."""
        with self.link.held():
            for view in self.views:
                view.fit_again()

    def remember(self) -> None:
        """Note where the map in front is looked at, for the next time that its file is opened."""
        self._soon.stop()
        view = self.active
        if view.is_fitted:
            self._memory.keep(self._tab.document, {})
        elif not view.is_first:
            middle = view.visible_rect.center() / SCALE
            self._memory.keep(self._tab.document, {"zoom": view.zoom, "x": middle.x(), "y": middle.y()})

    def _beginning(self, document: Document) -> First:
        """What to show first of a document: the place where its file was looked at last, or all of it."""
        told = self._memory.of(document) or self._memory.recall(document)
        try:
            zoom, x, y = (float(told[name]) for name in ("zoom", "x", "y"))
        except (KeyError, TypeError, ValueError):
            return ZoomView.fit
        if not all(map(isfinite, (zoom, x, y))) or zoom <= 0:
            return ZoomView.fit
        return lambda view: view.go(zoom, QPointF(x, y) * SCALE)

    def _leave(self) -> None:
        self.remember()
        self._tab.places = ViewPlaces(
            tuple(view.stand for view in self.views),
            self.views.index(self.active),
            self.orientation(),
            tuple(self.sizes()),
            _revisions(self._tab.document),
        )

    def _show(self, _document: Document) -> None:
        """Show the document in front, at the places that were shown of it last."""
        with self.link.held():
            self._take_places()
        self._mark()
        self.split_changed.emit()
        self.view_changed.emit()

    def _take_places(self) -> None:
        tab = self._tab = self._tabs.front
        scene, places = self._scene_of(tab), tab.places
        if places is not None and places.revisions != _revisions(tab.document):
            scene.on_change(Change("all"))
        wanted = len(places.stands) if places is not None else 1
        if self.is_split and wanted == 1:
            self._remove_second()
        kind = parts_of(tab.document)
        for view in self.views:
            view.show_scene(scene, kind.aim, kind.cursor)
        if places is None:
            self.active.show_first(self._beginning(tab.document))
        else:
            self.setOrientation(places.orientation)
            if len(self._panes) < wanted:
                self._add(scene)
            if wanted > 1:
                self.setSizes(list(places.sizes))
            for view, stand in zip(self.views, places.stands, strict=True):
                view.take_stand(stand)
            self._active = self._panes[places.active]

    def _on_change(self, change: Change) -> None:
        self._scene_of(self._tab).on_change(change)

    def _drop(self, tab: Tab) -> None:
        """A tab was closed."""
        if tab.scene is not None:
            tab.scene.close()
            tab.scene.deleteLater()
            tab.scene = None

    # -- passed on to the views ---------------------------------------------------------------------------------

    def update_cursor(self) -> None:
        """The tool, or what a click means, changed."""
        for view in self.views:
            view.update_cursor()


def _revisions(document: Document) -> tuple[int, int]:
    return document.revision("map"), document.revision("scenario")
