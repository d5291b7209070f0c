"""Other scenarios on a map: when it is saved, the umpire looks whether they still hold, and tells if they do not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor.document.document import Document
from editor.document.other_scenarios import files_on_map
from editor.stage.stage import Stage
from editor.work.background import Worker
from engine import formats
from engine.boards.board import Board
from engine.findings import Finding, Severity
from engine.umpire.checks.run import check_scenario

TOLD: Final = 3
"""The most errors of a scenario that are told one by one."""

Errors = dict[Path, list[str]]


class OthersCheck(QObject):
    """Looks, off the main thread, at the scenarios of other files once their map has been saved."""

    looked = Signal(object)
    """The errors of each of them, by file."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self._worker = Worker("others-check", self, patient=True)
        self._told: WeakKeyDictionary[Document, Errors] = WeakKeyDictionary()
        """The last message about the other files of each document. It is not repeated at every save."""

    def look(self, document: Document) -> None:
        """The document's map was saved: see whether the others on it hold."""
        files = files_on_map(document)
        if files:
            board, _ = document.snapshot()
            self._worker.start(lambda: _errors(files, board), lambda found: self._tell(document, found))

    def _tell(self, document: Document, found: Errors) -> None:
        known = self._told.get(document, {})
        self._told[document] = found
        fresh = {path: errors for path, errors in found.items() if set(errors) - set(known.get(path, ()))}
        for path, errors in fresh.items():
            more = f" and {len(errors) - TOLD} more" if len(errors) > TOLD else ""
            count = f"{len(errors)} error{'s' if len(errors) != 1 else ''}"
            said = f"{path.name}, on the same map, has {count} now: {'; '.join(errors[:TOLD])}{more}"
            self.stage.log.add(said, "warning")
        if fresh:
            names = ", ".join(path.name for path in fresh)
            self.stage.status(f"Saved. On the same map, {names} has errors now: see the Log")
        self.looked.emit(found)

    def close(self) -> None:
        """The window closes: stop the thread."""
        self._worker.close()


def _errors(paths: Iterable[Path], board: Board) -> Errors:
    """The errors of each file that is a scenario."""
    scenarios = {path: formats.load_scenario_on(path, board) for path in paths}
    return {path: _messages(check_scenario(scenario)) for path, scenario in scenarios.items() if scenario is not None}


def _messages(findings: list[Finding]) -> list[str]:
    return [finding.message for finding in findings if finding.severity is Severity.ERROR]
