"""Modules of VASSAL, read: a map with the board under it, and a scenario with sides, units, set-up and turns."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine import formats
from engine.boards.look import MapLook
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.exchange.archives import Archive
from engine.exchange.gridfit import GridFit, LaidGrid
from engine.exchange.losses import LostPart, loss
from engine.exchange.matches import MatchingTable
from engine.exchange.source import Imported
from engine.exchange.trees import Element
from engine.exchange.vassal.armies import Armies, read_armies, saved_armies
from engine.exchange.vassal.boards import FittedGrid, ModuleBoard, chosen, fitted, own_origin, size_of, table_board
from engine.exchange.vassal.matching import PieceWishes, ReadPiece
from engine.exchange.vassal.module import OURS, OWN_MAP, OWN_PALETTE
from engine.exchange.vassal.opening import OpenModule, kind_of_part
from engine.exchange.vassal.options import SaveReading, VassalReading
from engine.exchange.vassal.pictures import as_png
from engine.exchange.vassal.pools import read_pools
from engine.exchange.vassal.saves import module_named, read_pieces
from engine.exchange.vassal.sequences import parted
from engine.exchange.vassal.tables import TURNED, TablePlaces
from engine.formats.artwork import KINDS, check_drawing
from engine.formats.documents import LONGEST_NAME
from engine.formats.palettes import offered
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.play.registry import short_name
from engine.plural import counted
from engine.scenario.counters import CounterDesign
from engine.scenario.model import Scenario, Turns
from engine.tables.table import Table

MOST_TURNS: Final = 300
MOST_SAVES: Final = 30
"""Saved games of a module that become scenarios."""
_KNOWN: Final = frozenset(
    {
        *(
            "GameModule",
            "BasicModule",
            "BasicCommandEncoder",
            "Documentation",
            "HelpFile",
            "AboutScreen",
            "BrowserHelpFile",
        ),
        *("PlayerRoster", "GlobalOptions", "GlobalProperties", "GlobalProperty", "PrototypesContainer", "Language"),
        *("PrototypeDefinition", "PieceWindow", "TabWidget", "ListWidget", "PanelWidget", "BoxWidget", "PieceSlot"),
        *(
            "Map",
            "BoardPicker",
            "Board",
            "HexGrid",
            "HexGridNumbering",
            "SetupStack",
            "DrawPile",
            "StackMetrics",
            "TurnTracker",
        ),
        *("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander"),
        *("PieceMover", "KeyBufferer", "ImageSaver", "CounterDetailViewer", "SelectionHighlighters", "TextSaver"),
        *("HighlightLastMoved", "Zoomer", "LOS_Thread", "ListTurnLevel", "CounterTurnLevel", "DiceButton", "Flare"),
        *("ChartWindow", "HtmlChart", "Chart", "KeyNamer", "ZonedGrid", "GlobalMap", "HidePiecesButton", "Chatter"),
        *(
            "setup",
            "entry",
            "option",
            "PredefinedSetup",
            "Zone",
            "ZoneHighlighter",
            "BasicLogger",
            "NotesWindow",
            "ChessClockControl",
            "Plugin",
        ),
    }
)
"""Parts that Hexwright reads, or that every module has and no scenario needs."""


def read(path: Path, options: VassalReading, stem: str) -> Imported:
    """A module as map and scenarios. ``stem`` is the name of the files that it becomes. Raises HexwrightError."""
    with Archive(path) as archive:
        return _ModuleReading(OpenModule(archive), options, stem).imported()


def read_save(path: Path, options: SaveReading, stem: str) -> Imported:
    """A saved game as a scenario on the map of its module. Raises HexwrightError, also where there is no such module
    beside it."""
    with Archive(path) as save, Archive(_module_of(path, save, options.module)) as archive:
        return _ModuleReading(OpenModule(archive), options, stem).saved(save)


def _module_of(path: Path, save: Archive, given: str) -> Path:
    """The module of a saved game: the one that is named, or the only one beside it, or the one whose name it has."""
    if given:
        return Path(given)
    beside = sorted(path.parent.glob("*.vmod"))
    named = module_named(save)
    fitting = []
    for one in beside:
        with contextlib.suppress(HexwrightError), Archive(one) as archive:
            if module_named(archive) == named:
                fitting.append(one)
    if len(fitting) == 1 or (not named and len(beside) == 1):
        return (fitting or beside)[0]
    called = f"the module {named}" if named else "its module"
    raise HexwrightError(f"{path} is a saved game; put {called} in the same folder, or name it with module=FILE")


class _ModuleReading:
    def __init__(self, module: OpenModule, options: VassalReading, stem: str) -> None:
        self.module, self.options, self.stem = module, options, stem
        self.losses: list[LostPart] = []
        self.tables: list[MatchingTable] = []
        self.files: dict[str, bytes] = {}
        self.palette: Palette | None = None
        self.laid: LaidGrid | None = None
        self.facts = _facts(module.property_named(OURS))
        pictures = [name for name in module.archive.names if name.startswith("images/")]
        self.numbers = {name: number for number, name in enumerate(pictures, 1)}
        """Of pictures: the same for a module and for all saved games of it."""
        own = self._own_map() if self.facts else None
        self.foreign = own is None
        self.board, self.window, self.size, self.lines = self._opened(own)

    def _opened(self, own: BattleMap | Table | None) -> tuple[BattleMap | Table, str, tuple[int, int], str]:
        """The map, with the window that shows it, the size of its picture, and what that has on it in words."""
        if isinstance(own, Table):
            shown = table_board(self.module)
            return own, shown.window.get("mapName"), size_of(self.module, shown), "with a table without hexes"
        drawn, further = chosen(self.module, self.options)
        self.losses += further
        size = size_of(self.module, drawn)
        self.where = fitted(drawn.lines, drawn.name, size, self._fit(own))
        if own is not None:
            self.where.grid, self.where.origin = own.grid, own_origin(drawn)
        else:
            self.losses += self.where.losses
            own = self._foreign_map(drawn, self.where)
        return own, drawn.window.get("mapName"), size, "with a hex grid"

    def _fit(self, own: BattleMap | None) -> GridFit:
        """Where the user lays the grid. Raises HexwrightError for a module of Hexwright, whose grid is exact."""
        fit = self.options.fit
        if own is not None and not fit.plain:
            raise HexwrightError("this module has its map from Hexwright; leave out the options that move its grid")
        return fit

    def imported(self) -> Imported:
        """All that a module holds: the game that it begins with, and the saved games that it offers."""
        offered = [
            node for node in self.module.every("PredefinedSetup") if node.get("file").strip() in self.module.archive
        ]
        scenarios = []
        ours = self.facts.get("scenarios")
        armies = read_armies(self.module, self.facts, self._wanted(self.facts))
        placed_there = any(piece.at is not None for piece in armies.pieces.values())
        if armies.units and not isinstance(ours, dict) and (placed_there or not offered):
            scenarios.append(self._scenario(armies, self.facts, self.module.name))
            self._tell_traits(armies)
        for number, node in enumerate(offered[:MOST_SAVES]):
            file = node.get("file").strip()
            fact = ours.get(file) if isinstance(ours, dict) else None
            facts = fact if isinstance(fact, dict) else self.facts
            try:
                with Archive(Path(f"{self.module.archive.path}, entry {file}"), self.module.archive.read(file)) as save:
                    scenarios.append(self._of_save(save, facts, node.get("name").strip() or file, number))
            except HexwrightError as error:
                self.losses.append(loss("LOSS213", f"the saved game {node.get('name')[:60] or file}: {error}"))
        if len(offered) > MOST_SAVES:
            self.losses.append(loss("LOSS213", f"{len(offered) - MOST_SAVES} of {len(offered)} saved games"))
        return self._made(scenarios, "a module of VASSAL")

    def saved(self, save: Archive) -> Imported:
        """A saved game of the module."""
        scenario = self._of_save(save, self.facts, save.path.stem, 0)
        return self._made([scenario], "a saved game of VASSAL, with its module")

    def _of_save(self, save: Archive, facts: Mapping[str, Any], name: str, number: int) -> Scenario:
        pieces, broken = read_pieces(save)
        armies = saved_armies(self.module, facts, self._wanted(facts), pieces, broken)
        scenario = self._scenario(armies, facts, name, number)
        self._tell_traits(armies)
        return scenario

    def _made(self, scenarios: list[Scenario], what: str) -> Imported:
        self._tell_parts()
        pieces = sum(len(one.units) for one in scenarios)
        sides = len(dict.fromkeys(key for one in scenarios for key in one.sides)) or len(
            read_armies(self.module, self.facts, PieceWishes("tlg2")).sides
        )
        wide, high = self.size
        about = (
            f"{what} {self.module.version or 'of unknown version'}: one board of {wide:,} x {high:,} "
            f"pixels {self.lines}, {counted(pieces, 'piece')}, {counted(sides, 'side')}"
        )
        about += f", {counted(len(scenarios), 'scenario')}" if len(scenarios) > 1 else ""
        losses = list(dict.fromkeys(self.losses))
        return Imported(
            self.board, about, scenarios, self.palette, self.files, losses, tables=self.tables, laid=self.laid
        )

    # -- map ----------------------------------------------------------------------------------------------------

    def _own_map(self) -> BattleMap | Table | None:
        """The map that Hexwright put into the module, where it did and it can be read."""
        archive = self.module.archive
        if OWN_MAP not in archive:
            return None
        text = archive.read(OWN_MAP).decode("utf-8", "replace")
        named = re.search(r"^palette: *(.+)$", text, re.MULTILINE)
        if OWN_PALETTE in archive and named is not None:
            palette = formats.load_text(archive.read(OWN_PALETTE).decode("utf-8", "replace"))
            if isinstance(palette.model, Palette) and not palette.errors:
                self.palette = replace(palette.model, key=named[1].strip().strip("\"'"))
        if self.palette is not None:
            with offered(self.palette):
                loaded = formats.load_text(text)
        else:
            loaded = formats.load_text(text)
        return loaded.model if isinstance(loaded.model, BattleMap | Table) and not loaded.errors else None

    def _foreign_map(self, board: ModuleBoard, where: FittedGrid) -> BattleMap:
        """A map of clear terrain with the board's picture under it."""
        made = BattleMap(where.grid, formats.load_palette("standard"), board.name[:LONGEST_NAME] or self.module.name)
        made.provenance = f"Imported from the VASSAL module {self.module.name}."
        name = self._kept_picture(board.image, f"{self.stem}-board")
        if name:
            made.look = MapLook(underlays=(where.underlay(name),))
            self.laid = replace(where.laid, picture=self.files[name])
        else:
            self.losses.append(loss("LOSS204", f"the picture of the board, {board.image or 'which has none'}"))
        return made

    def _kept_picture(self, image: str, stem: str) -> str:
        """Keep a picture under a name of ours; gives the name, or an empty text where it cannot be used."""
        entry = f"images/{image}"
        if not image or entry not in self.module.archive:
            return ""
        data = self.module.archive.read(entry)
        kind = next((kind for start, kind in KINDS.items() if data.startswith(start)), "SVG")
        if kind == "SVG":
            try:
                check_drawing(data)
            except HexwrightError:
                return ""
        elif kind not in ("PNG", "JPEG"):
            data = as_png(data)
            kind = "PNG"
        if not data:
            return ""
        name = f"{stem}.{'jpg' if kind == 'JPEG' else kind.lower()}"
        self.files[name] = data
        return name

    # -- scenario -----------------------------------------------------------------------------------------------

    def _system(self, facts: Mapping[str, Any]) -> str:
        wanted = self.options.system or str(facts.get("system", "")) or "tlg2"
        try:
            return short_name(wanted)
        except HexwrightError:
            if self.options.system:
                raise
            return "tlg2"

    def _wanted(self, facts: Mapping[str, Any]) -> PieceWishes:
        return PieceWishes(self._system(facts), self.options.sides, self.options.types)

    def _scenario(self, armies: Armies, facts: Mapping[str, Any], name: str, number: int = 0) -> Scenario:
        """A scenario; ``number`` is its place among those of the module, for its turn tracker."""
        self.tables = self.tables or (armies.tables if self.foreign else [])
        made = Scenario(
            self.stem, name[:LONGEST_NAME], self._system(facts), self.board, turns=_turns(self.module, number),
            sides=armies.sides, units=armies.units,
            provenance=f"Imported from the VASSAL module {self.module.name}.",
        )  # fmt: skip
        made = made.with_(setup=self._set_up(armies, made, facts))
        made = made.with_(pools=read_pools(armies, facts, made.setup))
        self._tell_loose(armies, made)
        return made.with_(counters=self._artwork(armies)) if self.foreign else made

    def _set_up(self, armies: Armies, scenario: Scenario, facts: Mapping[str, Any]) -> dict[str, str]:
        """Where the pieces on the board are."""
        on_table = TablePlaces(self.board, facts) if isinstance(self.board, Table) else None
        setup: dict[str, str] = {}
        for key, piece in armies.pieces.items():
            if piece.at is not None and piece.at[0] == self.window and piece.pile is None:
                unit = armies.units[key]
                setup[key] = self._hex(piece) if on_table is None else on_table.spelled(key, piece, scenario, unit)
        return {key: spelled for key, spelled in setup.items() if spelled}

    def _tell_loose(self, armies: Armies, scenario: Scenario) -> None:
        pooled = {unit for pool in scenario.pools.values() for unit in pool.units}
        loose = [key for key in armies.pieces if key not in scenario.setup and key not in pooled]
        if loose:
            self.losses.append(loss("LOSS203", counted(len(loose), "piece"), loose))

    def _hex(self, piece: ReadPiece) -> str:
        """The hex of a piece on the board; empty beyond the map."""
        grid = self.where.grid
        h = grid.find(piece.grid_place) if piece.grid_place else NOWHERE
        if h == NOWHERE and piece.at is not None:
            h = grid.hex_at(*self.where.paper(piece.at[1], piece.at[2]))
        return grid.name(h) if h != NOWHERE else ""

    def _artwork(self, armies: Armies) -> CounterDesign:
        """The pictures of pieces, each written once."""
        names: dict[str, str] = {}
        missing: Counter[str] = Counter()
        artwork = {}
        for key, piece in armies.pieces.items():
            if piece.image and piece.image not in names:
                names[piece.image] = self._kept_picture(piece.image, self._picture_name(piece.image))
            name = names.get(piece.image, "")
            if name:
                artwork[key] = name
            elif piece.image:
                missing[piece.image] += 1
        if missing:
            said = counted(len(missing), "picture of pieces", "pictures of pieces")
            self.losses.append(loss("LOSS204", said, missing))
        return CounterDesign(artwork=artwork)

    def _picture_name(self, image: str) -> str:
        return f"{self.stem}-pictures/{self.numbers.get('images/' + image, 0):04d}"

    def _tell_traits(self, armies: Armies) -> None:
        kept = {*(TURNED if isinstance(self.board, Table) else ()), *(() if self.foreign else ("obs",))}
        for name, count in sorted((name, count) for name, count in armies.traits.items() if name not in kept):
            self.losses.append(loss("LOSS201", f"{counted(count, 'trait')} {name}"))
        if armies.unread:
            self.losses.append(loss("LOSS201", f"{counted(armies.unread, 'piece')} that could not be read"))
        if armies.sideless:
            self.losses.append(loss("LOSS217", counted(len(armies.sideless), "piece"), armies.sideless))
        if armies.left_out:
            self.losses.append(loss("LOSS218", counted(armies.left_out, "piece")))

    def _tell_parts(self) -> None:
        found = Counter(kind_of_part(node) for node in self.module.root.walk() if kind_of_part(node) not in _KNOWN)
        for name, count in sorted(found.items()):
            self.losses.append(loss("LOSS202", f"{count} x {name[:60]}"))


def _facts(text: str) -> dict[str, Any]:
    """What Hexwright wrote into the module; empty for a module of somebody else."""
    try:
        found = json.loads(text) if text and len(text) < 1_000_000 else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _turns(module: OpenModule, number: int) -> Turns:
    """The turns of a turn tracker: its outermost level. The first turn where the wanted one does not exist."""
    trackers = list(module.every("TurnTracker"))
    tracker = trackers[number if number < len(trackers) else 0] if trackers else None
    level = next(_levels(tracker), None) if tracker is not None else None
    if level is None:
        return Turns(1)
    if kind_of_part(level) == "ListTurnLevel":
        labels = [label.strip()[:LONGEST_NAME] for label in parted(level.get("list"), ",")[:MOST_TURNS]]
        named = {turn: label for turn, label in enumerate(labels, 1) if label and label != f"Turn {turn}"}
        return Turns(max(1, len(labels)), labels=named)
    limit = level.get("loopLimit")
    return Turns(max(1, min(int(limit), MOST_TURNS)) if limit.isascii() and limit.isdigit() else 1)


def _levels(tracker: Element) -> Iterator[Element]:
    return (node for node in tracker.walk() if kind_of_part(node) in ("ListTurnLevel", "CounterTurnLevel"))
