"""File > Print rules and game: rulebook, player aids, set-up cards, and a whole game to print."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from editor.controls.save_door import Wanted, ask_where
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.print_paper import PrintPaperDialog
from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from editor.menus.long_work import LongWork
from editor.output.paper.bundle import BundleSetup, print_bundle
from editor.output.paper.writing import document_bytes
from editor.output.sheets import PAPERS
from editor.stage.submenus import RULES_MENU
from editor.work.settings import settings
from engine.errors import HexwrightError
from engine.kit.reading import read_system_text
from engine.kit.record import usable
from engine.paper.aids import player_aids
from engine.paper.model import PaperDocument
from engine.paper.rulebook import rulebook
from engine.paper.setup import setup_cards
from engine.paper.source import PaperSource, source_of
from engine.writing import write_together

GAME: Final = Wanted("Print the whole game", "PDF to print (*.pdf);;Archive of its parts (*.zip)", (".pdf", ".zip"))
OF_RULES: Final = 2
"""How many of the entries print what rules say without a scenario; they are the first."""
PAPER: Final = "print/paper"
"""Where the paper used last is kept."""
Documents = Callable[[PaperSource], list[PaperDocument]]


class PaperMenu(LongWork):
    """Prints the open scenario with its rules, or an open rules file."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "papers", "It cannot be printed")
        entries: tuple[tuple[str, str, str, Documents], ...] = (
            (
                "rulebook",
                "Print &rulebook…",
                "The rules of this scenario with their tables, and how it is won",
                lambda source: [rulebook(source)],
            ),
            (
                "aids",
                "Print player &aids…",
                "Terrain and combat charts, sequence of play, counters explained, turn record",
                lambda source: [player_aids(source)],
            ),
            ("cards", "Print set-up &cards…", "Where each side's units begin and when they arrive", _cards),
        )
        self._actions = [
            desk.actions.add(
                f"file.print-{key}",
                text,
                partial(self._print, text.replace("&", "").rstrip("…"), key, documents),
                menu=RULES_MENU,
                tip=tip,
            )
            for key, text, tip, documents in entries
        ]
        self._actions.append(
            desk.actions.add(
                "file.print-game",
                "Print the whole &game…",
                self._print_game,
                menu=RULES_MENU,
                tip="Map at true size, counters, rulebook, player aids and set-up cards as one PDF or an archive",
            )
        )
        desk.document_changed.connect(lambda _document: self._enable())
        desk.changed.connect(lambda _change: self._enable())
        self._enable()

    def _enable(self) -> None:
        document = self.desk.document
        played = document.scenario is not None
        for number, action in enumerate(self._actions):
            action.setEnabled(played or (number < OF_RULES and isinstance(document, RulesDocument)))

    def _print(self, title: str, key: str, documents: Documents) -> None:
        """Ask how, and print some documents."""
        if self._has_hands_full():
            return
        desk = self.desk
        try:
            made = documents(printed_from(desk.document))
        except HexwrightError as error:
            desk.status(f"Could not print: {error}.")
            return
        if not made:
            desk.status("There are no units yet: add units first.")
            return
        file = self._file(key, ".pdf")
        dialog = PrintPaperDialog(title, made, _paper(), file, self._folder(), desk.window)
        with asked(dialog) as accepted:
            path, paper = dialog.file.path, dialog.paper
            if not accepted or not self._may_replace(path):
                return
        settings().setValue(PAPER, paper)
        folder, ending = self._folder(), path.suffix.lower()
        self._run(
            f"Printing {path.name}",
            lambda _tell: write_together({path: document_bytes(made, ending, paper, folder)}),
            f"Printed to {path}",
        )

    def _print_game(self) -> None:
        """Ask for a file, and print everything."""
        if self._has_hands_full():
            return
        desk = self.desk
        scenario = desk.document.require_scenario()
        path = ask_where(desk, GAME, self._file("game", ".pdf"))
        if path is None:
            return
        setup, folder = BundleSetup(_paper()), self._folder()
        self._run(
            f"Printing {path.name}",
            lambda tell: print_bundle(scenario, path, setup, folder, tell=tell),
            f"Printed the whole game to {path}",
        )

    def _file(self, key: str, ending: str) -> Path:
        """A name for what is printed, beside the scenario where that is kept."""
        document = self.desk.document
        base = document.path.with_suffix("") if document.path is not None else Path.cwd() / "untitled"
        return base.with_name(f"{base.name}_{key}{ending}")

    def _folder(self) -> str:
        """Where the pictures on counters are looked up."""
        path = self.desk.document.path
        return str(path.parent) if path is not None else ""


def printed_from(document: Document) -> PaperSource:
    """What the open document gives to print: a scenario with its rules, or rules alone as they are in their tab. Raises
    HexwrightError where its rules have errors."""
    if not isinstance(document, RulesDocument):
        return source_of(document.require_scenario())
    return PaperSource(usable(read_system_text(document.text, document.path)))


def _cards(source: PaperSource) -> list[PaperDocument]:
    return setup_cards(source.scenario) if source.scenario is not None else []


def _paper() -> str:
    """The paper used last."""
    paper = str(settings().value(PAPER, "a4"))
    return paper if paper in PAPERS else "a4"
