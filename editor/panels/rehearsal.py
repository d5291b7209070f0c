"""Test turns as a check: Staff plays a copy of the scenario in the background, and what it runs into is listed."""

from __future__ import annotations

from weakref import WeakKeyDictionary, ref

from PySide6.QtCore import QObject, Signal

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.panels.looking_over import State, state_of
from editor.stage.tabs import Tab
from editor.work.background import Worker
from engine.findings import Finding
from engine.plural import counted
from engine.umpire.rehearsal import rehearse


class Rehearsal(QObject):
    """Plays test turns of one document at a time, and keeps what it found in each until the document changes."""

    begun = Signal()
    ended = Signal()
    """Test turns are over: played, failed, or stopped because their document was closed."""
    found = Signal()
    """There are findings for the document in front."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self.desk = desk
        self._worker = Worker("rehearsal", self, patient=True)
        self._playing: ref[Document] | None = None
        """The document whose test turns are being played. A document that is closed is let go."""
        self._played: WeakKeyDictionary[Document, tuple[State, list[Finding]]] = WeakKeyDictionary()
        """What test turns of each document found, and in which state of it."""
        desk.tabs.closed.connect(self._closed)

    def start(self) -> None:
        """Let Staff play a copy of the scenario in front in the background."""
        document = self.desk.document
        state = state_of(document)
        _, scenario = document.snapshot()
        if scenario is None or self._worker.busy:
            self.desk.status("Test turns need a scenario." if scenario is None else "Test turns are being played.")
            return
        kept = self._playing = ref(document)

        def deliver(found: list[Finding]) -> None:
            self.ended.emit()
            played, self._playing = kept(), None
            if played is None:
                return
            self._played[played] = state, found
            self.desk.status(f"Test turns played: {_summary(len(found))}.")
            if played is self.desk.document:
                self.found.emit()

        def failed(error: Exception) -> None:
            self.ended.emit()
            self.desk.status(f"Test turns cannot be played: {error}")

        self.begun.emit()
        self.desk.status("Test turns running in the background…")
        self._worker.start(lambda: rehearse(scenario), deliver, failed)

    def findings_of(self, document: Document, state: State) -> list[Finding]:
        """What test turns found in a document, if it has not changed since."""
        before, found = self._played.get(document, (None, []))
        return found if before == state else []

    def _closed(self, tab: Tab) -> None:
        """Stop the test turns of a document that is closed. They end at their next pause."""
        if self._playing is not None and self._playing() is tab.document:
            self._playing = None
            self._worker.deleteLater()
            self._worker = Worker("rehearsal", self, patient=True)
            self.ended.emit()


def _summary(findings: int) -> str:
    return counted(findings, "finding") if findings else "no dead ends, and no idle units"
