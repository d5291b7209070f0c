"""Modules of VASSAL, read: a map with the board under it, and a scenario with sides, units, set-up and turns."""

from __future__ import annotations

import io
import json
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from PIL import Image

from engine import formats
from engine.boards.look import MapLook
from engine.boards.palette import Palette
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.exchange.archives import Archive
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import Imported
from engine.exchange.vassal.armies import Armies, read_armies
from engine.exchange.vassal.boards import FittedGrid, ModuleBoard, chosen, fitted, own_origin, size_of
from engine.exchange.vassal.module import OURS, OWN_MAP, OWN_PALETTE
from engine.exchange.vassal.opening import OpenModule, kind_of_part
from engine.exchange.vassal.options import VassalReading
from engine.exchange.vassal.sequences import parted
from engine.formats.artwork import KINDS, check_drawing
from engine.formats.documents import LONGEST_NAME
from engine.formats.palettes import offered
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.play.registry import short_name
from engine.plural import counted
from engine.scenario.counters import CounterDesign
from engine.scenario.model import Scenario, Turns

MOST_TURNS: Final = 300
LARGEST_PICTURE: Final = 120_000_000
"""Pixels of a picture that has to be written in another format."""
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
        *("Map", "BoardPicker", "Board", "HexGrid", "HexGridNumbering", "SetupStack", "StackMetrics", "TurnTracker"),
        *("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander"),
        *("PieceMover", "KeyBufferer", "ImageSaver", "CounterDetailViewer", "SelectionHighlighters", "TextSaver"),
        *("HighlightLastMoved", "Zoomer", "LOS_Thread", "ListTurnLevel", "CounterTurnLevel", "DiceButton", "Flare"),
        *("ChartWindow", "HtmlChart", "Chart", "KeyNamer", "ZonedGrid", "GlobalMap", "HidePiecesButton", "Chatter"),
        *("setup", "entry", "option", "ZoneHighlighter", "BasicLogger", "NotesWindow", "ChessClockControl", "Plugin"),
    }
)
"""Parts that Hexwright reads, or that every module has and no scenario needs."""


def read(path: Path, options: VassalReading, stem: str) -> Imported:
    """A module as map and scenario. ``stem`` is the name of the files that it becomes. Raises HexwrightError."""
    with Archive(path) as archive:
        return _ModuleReading(OpenModule(archive), options, stem).imported()


class _ModuleReading:
    def __init__(self, module: OpenModule, options: VassalReading, stem: str) -> None:
        self.module, self.options, self.stem = module, options, stem
        self.losses: list[LostPart] = []
        self.files: dict[str, bytes] = {}
        self.palette: Palette | None = None
        self.facts = _facts(module.property_named(OURS))

    def imported(self) -> Imported:
        """All that is found."""
        board, further = chosen(self.module, self.options.board)
        size = size_of(self.module, board)
        where = fitted(board, size)
        own = self._own_map() if self.facts else None
        self.losses += further
        if own is None:
            self.losses += where.losses
            battle_map = self._foreign_map(board, where)
        else:
            battle_map, where.grid, where.origin = own, own.grid, own_origin(board)
        system = self._system()
        armies = read_armies(self.module, self.facts, system)
        pieces = len(armies.units)
        about = (
            f"a module of VASSAL {self.module.version or 'of unknown version'}: one board of {size[0]:,} x {size[1]:,} "
            f"pixels with a hex grid, {counted(pieces, 'piece')}, {counted(len(armies.sides), 'side')}"
        )
        made = Imported(battle_map, about, palette=self.palette, files=self.files, losses=self.losses)
        if pieces:
            made.scenarios.append(self._scenario(battle_map, where, board, armies, system, foreign=own is None))
        self._tell_traits(armies)
        self._tell_parts()
        return made

    # -- map ----------------------------------------------------------------------------------------------------

    def _own_map(self) -> BattleMap | None:
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
        return loaded.model if isinstance(loaded.model, BattleMap) and not loaded.errors else None

    def _foreign_map(self, board: ModuleBoard, where: FittedGrid) -> BattleMap:
        """A map of clear terrain with the board's picture under it."""
        made = BattleMap(where.grid, formats.load_palette("standard"), board.name[:LONGEST_NAME] or self.module.name)
        made.provenance = f"Imported from the VASSAL module {self.module.name}."
        name = self._kept_picture(board.image, f"{self.stem}-board")
        if name:
            x, y = where.paper(0, 0)
            under = Underlay(name, round(x, 6), round(y, 6), where.across, stretch=round(where.down / where.across, 9))
            made.look = MapLook(underlay=under)
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

    def _system(self) -> str:
        wanted = self.options.system or str(self.facts.get("system", "")) or "tlg2"
        try:
            return short_name(wanted)
        except HexwrightError:
            if self.options.system:
                raise
            return "tlg2"

    def _scenario(
        self, board: BattleMap, where: FittedGrid, drawn: ModuleBoard, armies: Armies, system: str, *, foreign: bool
    ) -> Scenario:
        setup: dict[str, str] = {}
        loose: list[str] = []
        window = drawn.window.get("mapName")
        for key, piece in armies.pieces.items():
            h = NOWHERE
            if piece.at is not None and piece.at[0] == window:
                h = where.grid.find(piece.grid_place) if piece.grid_place else NOWHERE
                if h == NOWHERE:
                    h = where.grid.hex_at(*where.paper(piece.at[1], piece.at[2]))
            if h == NOWHERE:
                loose.append(key)
            else:
                setup[key] = board.grid.name(h)
        if loose:
            self.losses.append(loss("LOSS203", counted(len(loose), "piece"), loose))
        made = Scenario(
            self.stem, self.module.name[:LONGEST_NAME], system, board, turns=_turns(self.module),
            sides=armies.sides, units=armies.units, setup=setup,
            provenance=f"Imported from the VASSAL module {self.module.name}.",
        )  # fmt: skip
        return made.with_(counters=self._artwork(armies)) if foreign else made

    def _artwork(self, armies: Armies) -> CounterDesign:
        """The pictures of pieces, each written once."""
        names: dict[str, str] = {}
        missing: Counter[str] = Counter()
        artwork = {}
        for key, piece in armies.pieces.items():
            if piece.image and piece.image not in names:
                names[piece.image] = self._kept_picture(piece.image, f"{self.stem}-pictures/{len(names) + 1:04d}")
            name = names.get(piece.image, "")
            if name:
                artwork[key] = name
            elif piece.image:
                missing[piece.image] += 1
        if missing:
            said = counted(len(missing), "picture of pieces", "pictures of pieces")
            self.losses.append(loss("LOSS204", said, missing))
        return CounterDesign(artwork=artwork)

    def _tell_traits(self, armies: Armies) -> None:
        for name, count in sorted(armies.traits.items()):
            self.losses.append(loss("LOSS201", f"{counted(count, 'trait')} {name}"))
        if armies.unread:
            self.losses.append(loss("LOSS201", f"{counted(armies.unread, 'piece')} that could not be read"))

    def _tell_parts(self) -> None:
        found = Counter(kind_of_part(node) for node in self.module.root.walk() if kind_of_part(node) not in _KNOWN)
        for name, count in sorted(found.items()):
            self.losses.append(loss("LOSS202", f"{count} x {name[:60]}"))


def as_png(data: bytes) -> bytes:
    """A picture of another kind as a PNG; empty where it cannot be read, or is too large."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data)) as picture:
                if picture.width * picture.height > LARGEST_PICTURE:
                    return b""
                made = io.BytesIO()
                picture.convert("RGBA").save(made, "PNG")
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return b""
    return made.getvalue()


def _facts(text: str) -> dict[str, Any]:
    """What Hexwright wrote into the module; empty for a module of somebody else."""
    try:
        found = json.loads(text) if text and len(text) < 1_000_000 else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _turns(module: OpenModule) -> Turns:
    """The turns of the first turn tracker: its outermost level."""
    level = next(_levels(module), None)
    if level is None:
        return Turns(1)
    if kind_of_part(level) == "ListTurnLevel":
        labels = [label.strip()[:LONGEST_NAME] for label in parted(level.get("list"), ",")[:MOST_TURNS]]
        named = {turn: label for turn, label in enumerate(labels, 1) if label and label != f"Turn {turn}"}
        return Turns(max(1, len(labels)), labels=named)
    limit = level.get("loopLimit")
    return Turns(max(1, min(int(limit), MOST_TURNS)) if limit.isascii() and limit.isdigit() else 1)


def _levels(module: OpenModule) -> Iterator[Any]:
    for tracker in module.every("TurnTracker"):
        for node in tracker.walk():
            if kind_of_part(node) in ("ListTurnLevel", "CounterTurnLevel"):
                yield node
