"""The open documents: each in a tab with all that belongs to it alone, one of them in front."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from editor.document.document import Document
from editor.preview.session import Preview

if TYPE_CHECKING:
    from editor.canvas.panes import Places
    from editor.canvas.scene import MapScene
    from editor.desk.workbench import Kept


class Tab:
    """An open document with its test game, and what is to be as it was when one comes back to it."""

    def __init__(self, document: Document, *, blank: bool = False) -> None:
        self.document = document
        self.preview = Preview()
        self.blank = blank
        """Whether it is the empty map of the start, that another document may take the place of."""
        self.selected: Kept = (), ()
        """What was selected when it was left."""
        self.scene: MapScene | None = None
        """Made when it is first shown."""
        self.places: Places | None = None
        """What its views showed when it was left."""

    @property
    def untouched(self) -> bool:
        """Whether nobody would miss it."""
        return self.blank and not self.document.dirty and not self.document.stack.count()

    def close(self) -> None:
        """Let everything go. Nobody may show it any more."""
        self.preview.close()
        self.preview.shutdown()
        self.preview.deleteLater()
        self.document.stack.clear()
        self.document.deleteLater()


class Tabs(QObject):
    """The tabs in their order. Only the workbench changes them."""

    opened = Signal(object)
    """There is a new tab."""
    closed = Signal(object)
    """A tab is gone from the list; its document is let go right after."""
    fronted = Signal(object)
    """Another tab is in front."""
    moved = Signal()
    """The tabs stand in another order."""

    def __init__(self, first: Tab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all = [first]
        self._front = first

    def __iter__(self) -> Iterator[Tab]:
        return iter(list(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, index: int) -> Tab:
        return self._all[index]

    @property
    def front(self) -> Tab:
        """The tab that is shown."""
        return self._front

    def index(self, tab: Tab) -> int:
        """The place of a tab in the order."""
        return self._all.index(tab)

    def find(self, path: Path) -> Tab | None:
        """The tab that has this file as its main file, or None."""
        wanted = path.resolve()
        for tab in self._all:
            if tab.document.path is not None and tab.document.path.resolve() == wanted:
                return tab
        return None

    def beside(self, step: int) -> Tab:
        """The tab so many places on from the one in front, round and round."""
        return self._all[(self.index(self._front) + step) % len(self._all)]

    # -- for the workbench --------------------------------------------------------------------------------------

    def add(self, tab: Tab, at: int | None = None) -> None:
        """Add a tab, behind the one in front unless ``at`` says where."""
        self._all.insert(self.index(self._front) + 1 if at is None else at, tab)
        self.opened.emit(tab)

    def bring(self, tab: Tab) -> None:
        """Another tab is in front."""
        self._front = tab

    def remove(self, tab: Tab) -> None:
        """Take a tab out that is not in front."""
        self._all.remove(tab)
        self.closed.emit(tab)

    def move(self, start: int, end: int) -> None:
        """Put a tab in another place."""
        if start != end:
            self._all.insert(end, self._all.pop(start))
            self.moved.emit()
