"""The open documents: each in a tab with all that belongs to it alone, one of them in front."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoGroup

from editor.canvas.places import ViewPlaces
from editor.canvas.scene import MapScene
from editor.document.document import Document
from editor.preview.session import Preview
from editor.preview.signals import GameSignals
from editor.stage.selection import Kept, Selection


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
        self.places: ViewPlaces | None = None
        """What its views showed when it was left."""

    @property
    def untouched(self) -> bool:
        """Whether it can be closed without losing work."""
        return self.blank and not self.document.dirty and not self.document.stack.count()

    def close(self) -> None:
        """Release everything. It cannot be shown any more."""
        self.preview.close()
        self.preview.shutdown()
        self.preview.deleteLater()
        self.document.stack.clear()
        self.document.deleteLater()


class Tabs(QObject):
    """The tabs in their order, and what happens to the one in front."""

    leaving = Signal()
    """The document in front goes behind or away in a moment: put down what is being held over it."""
    document_changed = Signal(object)
    """Another document is in front; ``changed`` tells of everything after."""
    changed = Signal(object)
    """A ``Change`` of the document in front."""
    state_changed = Signal()
    """Title, path or dirty mark of the document in front may be different."""
    opened = Signal(object)
    """There is a new tab."""
    closed = Signal(object)
    """A tab is gone from the list; its document is let go right after."""
    fronted = Signal(object)
    """Another tab is in front, and all that show its document have heard of it."""
    moved = Signal()
    """The tabs stand in another order."""

    def __init__(self, document: Document, parent: QObject | None = None, *, blank: bool = False) -> None:
        super().__init__(parent)
        self._front = Tab(document, blank=blank)
        self._all = [self._front]
        self.selection = Selection(self)
        """What is selected in front."""
        self.undo = QUndoGroup(self)
        """The undo stack of the document in front."""
        self.game = GameSignals(self)
        """What the test game in front tells."""
        self._follow(self._front)

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
        """The tab a number of places on from the one in front, round and round."""
        return self._all[(self.index(self._front) + step) % len(self._all)]

    # -- opening, showing, closing ------------------------------------------------------------------------------

    def open(self, document: Document) -> Tab:
        """Open a document in a tab of its own, in front; the untouched empty map of the start gives way."""
        if self._front.untouched:
            return self.set_document(document)
        tab = Tab(document)
        self._add(tab, self.index(self._front) + 1)
        self.show(tab)
        return tab

    def set_document(self, document: Document, *, blank: bool = False) -> Tab:
        """Put another document in the place of the one in front, which is let go. It asks no question."""
        old, tab = self._front, Tab(document, blank=blank)
        self._add(tab, self.index(old))
        self.show(tab)
        self.close(old)
        return tab

    def show(self, tab: Tab) -> None:
        """Bring a tab to the front."""
        old = self._front
        if tab is old:
            return
        self.leaving.emit()
        old.selected = self.selection.kept
        old.document.changed.disconnect(self.changed)
        old.document.state_changed.disconnect(self.state_changed)
        self._front = tab
        self._follow(tab)
        self.selection.clear()
        self.document_changed.emit(tab.document)
        self.selection.restore(tab.selected)
        self.fronted.emit(tab)

    def close(self, tab: Tab) -> None:
        """Close a tab that is not the only one. Asking before loss is the File menu's work."""
        if tab is self._front:
            # The one that moves into its place, as the eye expects.
            last = self.index(tab) == len(self) - 1
            self.show(self.beside(-1 if last else 1))
        self._all.remove(tab)
        self.closed.emit(tab)
        self.undo.removeStack(tab.document.stack)
        tab.close()

    def move(self, start: int, end: int) -> None:
        """Put a tab in another place."""
        if start != end:
            self._all.insert(end, self._all.pop(start))
            self.moved.emit()

    def _add(self, tab: Tab, at: int) -> None:
        self._all.insert(at, tab)
        self.opened.emit(tab)

    def _follow(self, tab: Tab) -> None:
        """Pass on what happens to this tab from now on."""
        tab.document.changed.connect(self.changed)
        tab.document.state_changed.connect(self.state_changed)
        self.game.follow(tab.preview)
        self.undo.addStack(tab.document.stack)
        self.undo.setActiveStack(tab.document.stack)
