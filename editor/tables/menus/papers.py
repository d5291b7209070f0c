"""File > Print rules and game: bases at true size, deployment and ambush maps, army sheets into PDF files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from editor.controls.save_door import Wanted, ask_where
from editor.desk.desk import Desk
from editor.kinds import TABLES
from editor.plain import as_written
from editor.stage.submenus import RULES_MENU
from editor.tables.panels.army import ArmyPage, text_of
from editor.tables.printing.papers import print_bases, print_map, print_texts
from engine.errors import HexwrightError
from engine.plural import counted
from engine.scenario import Scenario
from engine.scenario.ranges import keys_of

PDF: Final = "PDF document (*.pdf)"
"""The filter of the file dialog."""


class PaperActions(QObject):
    """Prints what a battle on a table is played with."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        entries: tuple[tuple[str, str, str, Callable[[Scenario, Path], str]], ...] = (
            ("bases", "Print &bases…", "Bases at true size, 40 mm wide, to be cut out", self.bases),
            ("deployment", "Print deployment ma&p…", "Print the table with all visible elements", self.deployment),
            ("ambush", "Print &ambush map…", "Who is in ambush and who comes by a flank march", self.ambush),
            ("armies", "Print army s&heets…", "Lists, commands, points and equivalents of both sides", self.armies),
        )
        for key, text, tip, write in entries:
            desk.actions.add(
                f"file.print-{key}",
                text,
                partial(self._print, key, text.replace("&", "").rstrip("…"), write),
                menu=RULES_MENU,
                tip=tip,
                kinds=(TABLES.key,),
            )

    def _print(self, key: str, title: str, write: Callable[[Scenario, Path], str]) -> None:
        """Ask for a file, and write it. Show a message where that cannot be done."""
        desk, document = self.desk, self.desk.document
        scenario = document.scenario
        if scenario is None:
            desk.status("There are no armies yet: Scenario > New scenario makes one on this table.")
            return
        base = document.path.with_suffix("") if document.path is not None else Path.cwd() / scenario.key
        path = ask_where(desk, Wanted(title, PDF, (".pdf",)), base.with_name(f"{base.name}_{key}.pdf"))
        if path is None:
            return
        try:
            desk.status(f"{write(scenario, path)} printed to {path}")
        except HexwrightError as error:
            QMessageBox.warning(desk.window, "Not printed", as_written(str(error)))

    # -- what is printed ----------------------------------------------------------------------------------------

    def bases(self, scenario: Scenario, path: Path) -> str:
        """The chosen bases, or all."""
        pages = print_bases(scenario, path, [key for key in self.desk.selection.units if key in scenario.units])
        return f"{counted(pages, 'page')} of bases"

    def _places(self, scenario: Scenario) -> dict[str, str]:
        """Where units stand: in the test game as it is on the screen, else in the set-up."""
        preview = self.desk.preview
        if not preview.active:
            return dict(scenario.setup)
        return {key: str(how["at"]) for key, how in preview.position.units.items() if how.get("at")}

    def deployment(self, scenario: Scenario, path: Path) -> str:
        """All elements but those in ambush."""
        hidden = hidden_of(scenario)
        preview = self.desk.preview
        if preview.active:
            hidden = {key for key, how in preview.position.units.items() if how.get("ambush")}
        places = {key: at for key, at in self._places(scenario).items() if key not in hidden}
        print_map(scenario, path, places, f"{scenario.name}: deployment")
        return "The deployment map"

    def ambush(self, scenario: Scenario, path: Path) -> str:
        """Those in ambush, with the flank marches in words: for the side itself and the umpire."""
        hidden = hidden_of(scenario)
        places = {key: at for key, at in self._places(scenario).items() if key in hidden}
        flank, eyes = scenario.special.get("flank"), self.desk.preview.eyes if self.desk.preview.active else ""
        commands = scenario.special.get("commands") or {}
        marches = [
            f"{key} comes by the {edge}"
            for key, edge in (flank.items() if isinstance(flank, Mapping) else ())
            if not eyes or commands.get(key, {}).get("side") == eyes
        ]
        if not places and not marches:
            raise HexwrightError("no elements are in ambush or on a flank march in this set-up")
        names = ", ".join(scenario.units[key].name for key in places)
        notes = [f"In ambush: {names}"] if names else []
        print_map(scenario, path, places, f"{scenario.name}: ambushes", "; ".join([*notes, *marches]))
        return "The ambush map"

    def armies(self, scenario: Scenario, path: Path) -> str:
        """The sheets of both armies."""
        page = ArmyPage(self.desk)
        sheets = {side.name: page.ask("army", key) for key, side in scenario.sides.items()}
        page.deleteLater()
        texts = {name: text_of(name, sheet) for name, sheet in sheets.items() if sheet is not None}
        if not texts:
            raise HexwrightError(page.trouble)
        print_texts(texts, path, scenario.name)
        return counted(len(texts), "army sheet")


def hidden_of(scenario: Scenario) -> set[str]:
    """The units that a set-up has in ambush."""
    said = scenario.special.get("ambush") or []
    words = said.split() if isinstance(said, str) else [str(word) for word in said]
    return {key for word in words for key in keys_of(word)}
