"""New maps and scenarios: what they are asked for with, and how they are made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.new_scenario import NewScenarioDialog
from editor.dialogs.rules_offers import RulesOffer, offers
from editor.document.document import Document
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.kinds import RULES, MapKind, kind_of
from editor.work.collector import rest
from engine import formats
from engine.boards.board import Board
from engine.errors import NameNotKnown
from engine.findings import FileProblem
from engine.formats import locate
from engine.kit.record import edges_at_first
from engine.play import registry
from engine.scenario.model import Scenario, Turns


def _has_map(document: Document) -> bool:
    """Whether a document has a map: rules have none."""
    return kind_of(document).key != RULES.key


class NewDocuments:
    """Asks for new maps and scenarios, and makes them.

    ``show`` opens what was made in a tab; ``show_problem`` says why a file that it needs cannot be read.
    """

    def __init__(
        self, desk: Desk, show: Callable[[Document], None], show_problem: Callable[[str, FileProblem], None]
    ) -> None:
        self.desk = desk
        self._show = show
        self._show_problem = show_problem

    def new_map(self) -> None:
        """Ask for a grid and make a map."""
        palettes = {key: self._palette_name(key) for key in locate.names("palette")}
        ordered = dict(sorted(palettes.items(), key=lambda item: item[0] != "standard"))
        dialog = NewMapDialog(ordered, self.desk.window)
        with asked(dialog) as accepted:
            if not accepted:
                return
            spec, palette_key, name, scale = dialog.spec(), dialog.palette_key, dialog.map_name, dialog.map_scale
        try:
            palette = formats.load_palette(palette_key)
        except FileProblem as problem:
            self._show_problem(f"Cannot use the palette {palette_key}", problem)
            return
        self._show(Document.new_map(spec, palette, name, scale))

    def maker(self, kind: MapKind) -> Callable[[], None]:
        """What asks for a map of a kind and makes it."""

        def make() -> None:
            try:
                document = kind.offers("new")(self.desk.window)
            except FileProblem as problem:
                self._show_problem("Cannot use the palette", problem)
                return
            if document is not None:
                self._show(document)

        return make

    @staticmethod
    def _palette_name(key: str) -> str:
        try:
            return formats.load_palette(key).name
        except FileProblem:
            return key

    def new_scenario(self, rules: str = "") -> None:
        """Ask for name, rules, map and sides, and make a scenario; ``rules`` are those that are chosen first."""
        document = self.desk.document
        maps = {name: locate.locate("map", name) for name in locate.names("map")}
        kind = kind_of(document).key
        here = "" if kind == RULES.key else document.board.name or "Untitled map"
        kind = "" if kind == RULES.key else kind
        others = [tab for tab in self.desk.tabs if tab.document is not document and _has_map(tab.document)]
        titles = [tab.document.board.name or "Untitled map" for tab in others]
        offered, window = self.rules_offered(), self.desk.window
        dialog = NewScenarioDialog(here, maps, offered, window, kind=kind, rules=rules, tabs=titles)
        with asked(dialog) as accepted:
            if accepted:
                if dialog.map_tab is not None:
                    self.desk.tabs.show(others[dialog.map_tab])
                    rest()
                self.make_scenario(dialog)

    def rules_offered(self) -> list[RulesOffer]:
        """The rules that a new scenario may be played by; those that are open in tabs come first."""
        documents = [tab.document for tab in self.desk.tabs]
        in_tabs = [one.path for one in documents if one.path is not None and kind_of(one).key == RULES.key]
        near = [path for one in documents if (path := one.path or one.map_path) is not None]
        return offers(in_tabs, near)

    def make_scenario(self, dialog: NewScenarioDialog) -> None:
        """Make the scenario that a dialog was filled in for."""
        document = self.desk.document
        on_open_map = dialog.map_path is None
        try:
            board, map_path = self._board(dialog.map_path)
        except FileProblem as problem:
            self._show_problem(f"Cannot open {dialog.map_path}", problem)
            return
        reference = map_path.stem if map_path is not None else ""
        scenario = Scenario(
            dialog.key,
            dialog.scenario_name,
            dialog.system,
            board,
            reference,
            turns=Turns(dialog.turns.value()),
            sides=dialog.sides,
            special=_edges_of(dialog),
        )
        fresh = Document(board, scenario, map_path, None)
        fresh.mark_unsaved("scenario", *(["map"] if on_open_map and document.map_dirty else []))
        if on_open_map and document.scenario is None:
            # The map goes on as the scenario's: nothing of it is lost, and nothing is open twice.
            self.desk.tabs.set_document(fresh)
            rest()
        else:
            self._show(fresh)
        self.desk.status(f"{scenario.name} has no units yet: Scenario > Unit table takes a whole army, Add unit one.")

    def _board(self, path: Path | None) -> tuple[Board, Path | None]:
        if path is None:
            document = self.desk.document
            # Another scenario on the map of a scenario: each has its own from now on.
            own = document.board if document.scenario is None else document.board.copy()
            return own, document.map_path
        return formats.load_map(path), path


def _edges_of(dialog: NewScenarioDialog) -> dict[str, dict[str, str]]:
    """The edges of the map that the chosen rules ask for; none where these cannot be used now."""
    try:
        special = registry.system(dialog.system).special
    except NameNotKnown:
        return {}
    return edges_at_first(special, list(dialog.sides))
