"""The signals of the document in front, for whoever works on some kinds of map alone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from editor.commands.change import Change
from editor.document.document import Document
from editor.kinds import kind_of
from editor.stage.tabs import Tabs


class KindSignals(QObject):
    """Passes on what happens while a map of some kinds is in front; of other maps nothing is heard."""

    changed = Signal(object)
    """A ``Change`` of the document in front."""
    document_changed = Signal(object)
    """Another document is in front."""

    def __init__(self, tabs: Tabs, kinds: tuple[str, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._tabs, self._kinds = tabs, kinds
        tabs.document_changed.connect(self._pass_document)
        tabs.changed.connect(self._pass_change)

    def follow(self, slot: Callable[[Document], object]) -> None:
        """Report the document in front now, and each such document that comes to the front later."""
        self.document_changed.connect(slot)
        if self.concerned:
            slot(self._tabs.front.document)

    def _pass_document(self, document: Document) -> None:
        if self.concerned:
            self.document_changed.emit(document)

    def _pass_change(self, change: Change) -> None:
        if self.concerned:
            self.changed.emit(change)

    @property
    def concerned(self) -> bool:
        """Whether such a map is in front."""
        return kind_of(self._tabs.front.document).key in self._kinds
