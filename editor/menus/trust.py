"""Hooks of rules files in the editor: the user is asked once whether exactly that code is run."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from editor.desk.desk import Desk
from editor.dialogs.trust_question import TrustQuestion
from editor.document.document import Document
from engine.errors import HexwrightError
from engine.kit.hooks.reading import HookFile
from engine.kit.hooks.trust import trust
from engine.kit.record import hooks_to_trust
from engine.scenario.system_name import file_of


class TrustActions(QObject):
    """Asks about the hooks when the user opens a scenario or chooses the entry in the Play menu."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._asked: set[str] = set()
        """The hashes of the hooks that the user was asked about in this session."""
        self.action = desk.actions.add(
            "play.trust",
            "&Trust the code of these rules…",
            self.ask,
            menu="Play",
            group=4,
            tip="The rules of this scenario come with program code: say whether it may be run",
        )
        desk.document_changed.connect(lambda _document: self._look())
        self._look()

    def hooks(self) -> HookFile | None:
        """The hooks of the scenario in front that are not trusted yet."""
        scenario = self.desk.document.scenario
        file = file_of(scenario.system) if scenario is not None else ""
        return hooks_to_trust(Path(file)) if file else None

    def _look(self) -> None:
        hooks = self.hooks()
        self.action.setEnabled(hooks is not None)
        if hooks is not None and hooks.digest not in self._asked:
            self._asked.add(hooks.digest)
            # Whoever brought the scenario to the front is done first.
            QTimer.singleShot(0, self, self.ask)

    def ask(self) -> None:
        """Ask whether the hooks of the scenario in front are trusted, and remember it when they are."""
        hooks, document = self.hooks(), self.desk.document
        if hooks is None:
            return
        if TrustQuestion(document.title, str(hooks.path), self.desk.window).ask():
            self._trust(hooks, document)

    def _trust(self, hooks: HookFile, document: Document) -> None:
        try:
            trust(hooks.digest, str(hooks.path))
        except (HexwrightError, OSError) as error:
            self.desk.status(f"Could not save this setting: {error}")
            return
        self.desk.status(f"{hooks.path.name} is trusted as it is now")
        if self.desk.document is document:
            self.desk.document_changed.emit(document)
