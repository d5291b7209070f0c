"""The rules desk in the window: it takes the place of the map while a rules file is in front."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.texts import sentence
from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from editor.kinds import RULES
from editor.menus.file import FileActions
from editor.rules.following import GamesFollow
from editor.rules.new_rules import NewRulesDialog, beginnings
from editor.rules.rules_view import RulesView
from editor.stage.submenus import NEW_MENU
from editor.stage.tabs import Tab
from engine import data
from engine.errors import HexwrightError
from engine.findings import Finding, Place
from engine.formats.patching import entry_at, value_at
from engine.kit.citations import citations
from engine.kit.record import errors
from engine.play import registry
from engine.scenario.system_name import SystemName, file_of

KINDS = (RULES.key,)


class RulesRoom(QObject):
    """Shows the rules file in front in the rules desk, and opens the rules of scenarios there."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk)
        self.desk, self.files = desk, files
        self.view = RulesView()
        self.view.hide()
        self.view.said.connect(desk.status)
        self.view.scenario_asked.connect(self.new_scenario)
        self.view.example.rule_asked.connect(self.show_source)
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
            "rules.example",
            "Live e&xample",
            self.view.show_example,
            menu="View",
            group=6,
            tip="Show beside the page what the rules mean on a small map",
            checkable=True,
            checked=True,
            kinds=KINDS,
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
        add(
            "file.new-rules",
            "New r&ules…",
            self.new_rules,
            menu=NEW_MENU,
            tip="Make the rules of a game: from a template, or from existing rules",
        )
        add(
            "rules.new-scenario",
            "New scenario with these r&ules…",
            self.new_scenario,
            menu=NEW_MENU,
            tip="Make a scenario that is played by the rules in front",
            kinds=KINDS,
        )
        self.games = GamesFollow(desk)
        desk.rule_asked.connect(self._cited)
        desk.source_asked.connect(self.show_source)
        desk.document_changed.connect(self._front)
        desk.changed.connect(self._changed)
        desk.state_changed.connect(self._enable)
        desk.tabs.opened.connect(self._opened)
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

    def close(self) -> None:
        """The window closes."""
        self.games.close()

    def _go(self, place: Place) -> None:
        self.view.go_to(place)

    # -- new ----------------------------------------------------------------------------------------------------

    def new_rules(self) -> None:
        """Ask what new rules begin with, and make them."""
        dialog = NewRulesDialog(beginnings(), self.desk.window)
        with asked(dialog) as accepted:
            if not accepted:
                return
            text = dialog.text
        document = RulesDocument(text)
        document.mark_unsaved("map")
        self.files.show(document)
        self.desk.status("These rules are in no file yet. Save them, and a scenario can name them.")

    def new_scenario(self) -> None:
        """Save the rules in front where they have no file, and make a scenario that is played by them."""
        document = self.desk.document
        if not isinstance(document, RulesDocument) or (document.path is None and not self.files.save()):
            return
        path = document.path
        if path is None:
            return
        wrong = errors(path)
        if wrong:
            self.desk.status(f"No scenario can be played by these rules yet: {sentence(wrong[0].message)}")
            return
        self.files.making.new_scenario(SystemName(f"./{path.name}", str(path.resolve())))

    # -- from a citation to its rule ----------------------------------------------------------------------------

    def _cited(self, rule: str) -> None:
        """A paragraph was clicked: its rule is shown in the file that says it. Of rules that ship the panel shows the
        paragraph, unless their file is open in a tab or has no such paragraph."""
        source = self._source(rule)
        if source is None:
            return
        ships = source[0].resolve().is_relative_to(data.root().resolve())
        if not ships or not source[1] or self.desk.tabs.find(source[0]):
            self.show_source(rule)

    def show_source(self, rule: str) -> None:
        """Show the place where a rules file cites a paragraph."""
        source = self._source(rule)
        if source is None or not self.files.open_path(source[0]):
            return
        document = self.desk.document
        if isinstance(document, RulesDocument):
            self.view.go_to(place_of(document, rule.partition(":")[2], source[2]))

    def _source(self, rule: str) -> tuple[Path, bool, int] | None:
        """The file that says a rule, whether it has such a paragraph, and the line; None for rules of the program."""
        scenario = self.desk.document.scenario
        name = scenario.system if scenario is not None else rule.partition(":")[0]
        try:
            system = registry.system(name)
        except HexwrightError:
            return None
        where = system.source_of(rule) if rule.partition(":")[0] in ("", system.name) else None
        return (Path(where[0]), rule.partition(":")[2] in system.texts, where[1]) if where is not None else None

    # -- from scenarios -----------------------------------------------------------------------------------------

    def _file(self) -> str:
        """The rules file of the scenario in front; empty where its rules are not in a file."""
        scenario = self.desk.document.scenario
        if scenario is None or registry.written(scenario.system):
            return ""
        return file_of(scenario.system) or registry.rules_file(scenario.system)

    def _enable(self) -> None:
        self._open.setVisible(bool(self._file()))

    def bring_up(self) -> bool:
        """Bring rules to the front: the rules file of the scenario in front, or for a map without a scenario a rules
        file that is open in a tab. False where there is none."""
        if self.shown:
            return True
        if self.desk.document.scenario is not None:
            return self.open_rules()
        tab = next((tab for tab in self.desk.tabs if isinstance(tab.document, RulesDocument)), None)
        if tab is None:
            self.desk.status("A map has no rules. File > New other > New rules makes rules of your own.")
            return False
        self.desk.tabs.show(tab)
        return True

    def open_rules(self) -> bool:
        """Open the rules file of the scenario in front."""
        file = self._file()
        if not file:
            self.desk.status(
                "The rules of this scenario are part of the program. The Rules panel lists their paragraphs."
            )
            return False
        return self.files.open_path(Path(file))


def place_of(document: RulesDocument, number: str, line: int) -> Place:
    """The place that a citation means: the rule that rests on the paragraph where there is only one, else the
    paragraph; a block or entry that is cited by its own name is at its line."""
    resting = citations(document.data).get(number, [])
    if len(resting) == 1:
        return Place(line=document.source.position(resting[0], key=True)[0], column=1, path=resting[0])
    if value_at(document.data, ("paragraphs", number)) is not None:
        return Place(line=line, column=1, path=("paragraphs", number))
    return Place(line=line, column=1, path=entry_at(document.source, line))
