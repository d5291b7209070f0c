"""The rules desk in the window: it takes the place of the map while a rules file is in front."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from editor.kinds import RULES
from editor.menus.file import FileActions
from editor.rules.rules_view import RulesView
from editor.stage.tabs import Tab
from engine.findings import Finding, Place
from engine.play import registry
from engine.scenario.system_name import file_of

KINDS = (RULES.key,)


class RulesRoom(QObject):
    """Has the rules desk show the rules file in front, and leads to it from scenarios."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk)
        self.desk, self.files = desk, files
        self.view = RulesView()
        self.view.hide()
        self.view.said.connect(desk.status)
        add = desk.actions.add
        self._open = add(
            "play.rules",
            "Open its &rules",
            self.open_rules,
            menu="Play",
            group=4,
            tip="Open the rules file that this scenario is played by",
        )
        add(
            "rules.line",
            "Show &line of the file, or its field",
            self.view.show_line_of_field,
            menu="View",
            group=6,
            shortcut="Ctrl+Alt+Return",
            tip="Go from a field of the rules to its line in the text, and back",
            kinds=KINDS,
        )
        desk.document_changed.connect(self._front)
        desk.changed.connect(self._changed)
        desk.state_changed.connect(self._enable)
        desk.tabs.opened.connect(self._opened)
        desk.tabs.closed.connect(self._closed)
        for tab in desk.tabs:
            self._opened(tab)
        self._front(desk.document)

    # -- documents ----------------------------------------------------------------------------------------------

    @property
    def shown(self) -> bool:
        """Whether a rules file is in front."""
        return isinstance(self.desk.document, RulesDocument)

    def _opened(self, tab: Tab) -> None:
        document = tab.document
        if isinstance(document, RulesDocument):
            document.place_asked.connect(self._go)

    def _closed(self, tab: Tab) -> None:
        if isinstance(tab.document, RulesDocument):
            tab.document.let_games_go()

    def _front(self, document: Document) -> None:
        if isinstance(document, RulesDocument):
            self.view.take(document)
        else:
            self.view.let_go()
        self._enable()

    def _changed(self, change: Change) -> None:
        if self.shown:
            self.view.follow(change)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """The umpire has looked at the document in front."""
        if self.shown:
            self.view.show_findings(findings)

    def _go(self, place: Place) -> None:
        self.view.go_to(place)

    # -- from scenarios -----------------------------------------------------------------------------------------

    def _file(self) -> str:
        """The rules file of the scenario in front; empty where its rules are not in a file."""
        scenario = self.desk.document.scenario
        if scenario is None or registry.written(scenario.system):
            return ""
        return file_of(scenario.system) or registry.rules_file(scenario.system)

    def _enable(self) -> None:
        self._open.setVisible(bool(self._file()))

    def open_rules(self) -> bool:
        """Open the rules file of the scenario in front."""
        file = self._file()
        if not file:
            self.desk.status("The rules of this scenario are part of the program: Rules lists their paragraphs.")
            return False
        return self.files.open_path(Path(file))
