"""Linked views: two views of one map that scroll or zoom together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize

from editor.canvas.zoom_view import ZoomView


@dataclass(frozen=True, slots=True)
class LinkedSight:
    """What a view showed when it was looked at last."""

    zoom: float
    middle: QPointF
    size: QSize

    @classmethod
    def of(cls, view: ZoomView) -> LinkedSight:
        """What a view shows now."""
        return cls(view.zoom, view.visible_rect.center(), view.viewport().size())


class Link:
    """Has each view follow the one that is moved.

    Views that scroll together keep their distance on the map, views that zoom together the ratio of their zooms, so
    that one may show the whole front and the other a part of it, or each another part. Where one of them cannot
    follow, at the end of the map or of the zoom, it comes back to its place when the other does.
    """

    def __init__(self, views: Callable[[], list[ZoomView]], active: Callable[[], ZoomView]) -> None:
        """``views`` tells the views that there are now, ``active`` the one that is worked in."""
        self._views, self._active = views, active
        self.scroll = self.zoom = False
        """Whether they scroll and zoom together."""
        self._held = 0
        self._leader: ZoomView | None = None
        self._start: dict[ZoomView, LinkedSight] = {}
        """How the views stood when the leader began to lead; they keep what was between them then."""
        self._last: dict[ZoomView, LinkedSight] = {}

    def renew(self) -> None:
        """What is between the views now is what they are to keep."""
        self._leader, self._start = None, {}
        self._last = {view: LinkedSight.of(view) for view in self._views()}

    @contextmanager
    def held(self) -> Iterator[None]:
        """While views are put somewhere, or come and go, none follows another; from there on they do."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.renew()

    def follow(self, view: ZoomView) -> None:
        """A view shows something else: bring the others after it."""
        if self._held or not (self.scroll or self.zoom) or len(self._views()) < 2:
            return
        known = self._last.get(view)
        if known is None or known == LinkedSight.of(view):
            # It is one that is being taken away, or it shows what it showed before.
            return
        if known.size != view.viewport().size():
            # Made larger or smaller, not moved: the view that is worked in says where the others go.
            view = self._active()
        if view is not self._leader:
            self._leader, self._start = view, dict(self._last)
        self._held += 1
        for other in self._views():
            if other is not view:
                self._bring(other, view)
        self._held -= 1
        self._last = {each: LinkedSight.of(each) for each in self._views()}

    def _bring(self, other: ZoomView, leader: ZoomView) -> None:
        """Put a view where it belongs beside the one that leads."""
        first, mine = self._start[leader], self._start[other]
        zoom, middle = other.zoom, other.visible_rect.center()
        if self.zoom:
            zoom = leader.zoom * mine.zoom / first.zoom
        if self.scroll:
            middle = leader.visible_rect.center() + mine.middle - first.middle
        other.go(zoom, middle)
