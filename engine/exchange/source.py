"""What goes out, what comes in, and who draws the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict

from engine.boards.board import Board
from engine.boards.kinds import kind_of
from engine.boards.palette import Palette
from engine.boards.user_layers import OnLayer
from engine.boards.user_layers import unprinted as unprinted_layers
from engine.errors import HexwrightError
from engine.exchange.geodata import GeoData
from engine.exchange.gridfit import LaidGrid
from engine.exchange.losses import LostPart, loss
from engine.exchange.matches import MatchingTable
from engine.exchange.matching import TerrainMatch
from engine.formats.boards import dump_map
from engine.formats.holding import MADE_BY
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.paper.model import PaperDocument
from engine.plural import counted
from engine.scenario.model import Scenario, Unit
from engine.tables.table import Table

MOST_PIXELS: Final = 64_000_000
"""Pixels of a board's picture."""
MADE: Final = MADE_BY


class Options(BaseModel):
    """The options of a format; each field's description is what people read of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def is_same_map(one: Board, other: Board) -> bool:
    """Whether two maps would be written as the same file, with the same palette."""
    return one is other or (one.palette == other.palette and dump_map(one) == dump_map(other))


@dataclass(frozen=True, slots=True)
class ExportSource:
    """What is exported: a map of any kind, and the scenarios on it."""

    board: Board
    scenarios: tuple[Scenario, ...] = ()
    folder: str = ""
    """Where the pictures on counters are looked up."""

    def __post_init__(self) -> None:
        if any(not is_same_map(scenario.map, self.board) for scenario in self.scenarios[1:]):
            raise HexwrightError("these scenarios are on different maps; export each map by itself")

    @property
    def hexes(self) -> BattleMap:
        """The map, for formats of hexes; raises HexwrightError for a map of another kind."""
        return hexes_of(self.board)

    @property
    def scenario(self) -> Scenario | None:
        """The first scenario, or None for a map alone."""
        return self.scenarios[0] if self.scenarios else None

    @property
    def name(self) -> str:
        """What the export is called."""
        first = self.scenario
        return (first.name if first is not None else self.board.name) or "Untitled map"


@dataclass(slots=True)
class Imported:
    """What was read from another program's file."""

    board: BattleMap | Table
    about: str
    """What the file is, in words: ``a VASSAL module: one board of 2,480 x 1,860 pixels, 158 pieces``."""
    scenarios: list[Scenario] = field(default_factory=list)
    palette: Palette | None = None
    """A palette of the file's own, which is written beside the map."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Pictures by the file name under which map and scenario name them, relative to the map."""
    losses: list[LostPart] = field(default_factory=list)
    matches: list[TerrainMatch] = field(default_factory=list)
    """What the file calls its terrain, and what it was taken for; empty where the file has no such names."""
    tables: list[MatchingTable] = field(default_factory=list)
    """What the file calls its terrain, types of units, sides or shapes, and what became of them, for the user to see
    and to change. That of terrain is made of ``matches`` when the file has been read."""
    data: GeoData | None = None
    """What lies in the file in small, where a part of it is chosen and turned; for the preview."""
    laid: LaidGrid | None = None
    """The picture and the grid over it, where the grid can be laid elsewhere; for the preview."""
    partial: bool = False
    """Whether hexes without anything in them are not known, rather than empty; so it is with layers for an open map."""


class BoardPicture(NamedTuple):
    """A drawn board. The pixel of a paper point is ``((x - left) * scale, (y - top) * scale)``."""

    png: bytes
    width: int
    height: int
    left: float
    top: float
    scale: float
    """Pixels per circumradius."""


class Box(NamedTuple):
    """A titled box on a drawn sheet, in pixels."""

    left: int
    top: int
    width: int
    height: int
    title: str


class Pictures(Protocol):
    """Draws what a format needs. `editor.output.exchange_pictures` fulfils it. All pictures are PNG files."""

    def board(self, source: ExportSource, place: BoardPicture, *, style: str, numbers: bool, furniture: bool) -> bytes:
        """The map without units, drawn into the place and size that ``place`` says; its ``png`` is not looked at."""

    def counter(self, scenario: Scenario, unit: Unit, pixels: int, *, back: bool, folder: str) -> bytes:
        """A unit's counter, front or reduced side."""

    def sheet(self, width: int, height: int, boxes: Sequence[Box]) -> bytes:
        """A sheet of titled boxes."""

    def tiles(self, palette: Palette, kinds: Sequence[str], width: int, height: int, flat: bool, columns: int) -> bytes:
        """Hexes of terrain as tiles of this many pixels, side by side in rows of ``columns``."""

    def levels(self, count: int, width: int, height: int, flat: bool, columns: int) -> bytes:
        """Hexes with the numbers 1 to ``count``, to be seen through, as tiles side by side."""

    def card(
        self, scenario: Scenario, unit: Unit, pixels: int, bleed: int, *, back: bool, folder: str, inset: int = 0
    ) -> bytes:
        """A counter to be cut out, ``pixels`` wide once it is cut, with ``bleed`` more all around; its face is
        ``inset`` within the cut."""

    def layers(
        self, source: ExportSource, style: str, *, furniture: bool, units: bool, text: bool = False
    ) -> tuple[tuple[float, float, float, float], list[tuple[str, str, float]]]:
        """The area of the drawing (left, top, width, height in circumradii) and its layers from the lowest on: title,
        SVG, and circumradii per unit of the SVG. With ``text`` letters stay text, else they are outlines."""

    def layer_pictures(
        self, source: ExportSource, style: str, pixels: float, *, furniture: bool, units: bool
    ) -> list[tuple[str, bytes]]:
        """The layers of a map as pictures of one size, to be seen through, the lowest first; ``pixels`` are from side
        to side of a hex."""

    def layer_pages(self, source: ExportSource, style: str, *, furniture: bool, units: bool, stacked: bool) -> bytes:
        """A PDF with a page for each layer; with ``stacked`` each page has the layers below it too."""

    def pages(self, document: PaperDocument, folder: str) -> list[tuple[str, bytes]]:
        """The pages of a document to be read, each with the name of its chapter."""

    def base(self, scenario: Scenario, unit: Unit, pixels: int) -> bytes:
        """A unit's base on a table as it is seen from above, its front up; it is ``pixels`` wide."""

    def two_sided(self, unit: Unit) -> bool:
        """Whether a unit has a reduced side to be drawn."""


def placed(board: Board, pixels: float, *, furniture: bool, margin: float = 0.25) -> BoardPicture:
    """Where a board's picture lies, with the centre of its upper left hex, or the corner of a table, on a whole pixel.
    ``pixels`` are from side to side of a hex, or for 100 paces. Raises HexwrightError, with what fits, when it is too
    large."""
    kind = kind_of(board)
    across, measure = kind.pixels
    scale = pixels / across
    left, top, right, bottom = 0.0, 0.0, *(side / kind.length for side in board.extent)
    for item in board.look.furniture if furniture else ():
        x, y, beyond, below = item.rect
        left, top, right, bottom = min(left, x), min(top, y), max(right, beyond), max(bottom, below)
    x, y = board.grid.paper(board.grid.lattice(0)) if isinstance(board, BattleMap) else (0.0, 0.0)
    left, top = (middle - _whole((middle - edge + margin) * scale) / scale for middle, edge in ((x, left), (y, top)))
    width, height = _whole((right + margin - left) * scale), _whole((bottom + margin - top) * scale)
    if width * height > MOST_PIXELS:
        fits = int(pixels * (MOST_PIXELS / (width * height)) ** 0.5)
        raise HexwrightError(
            f"a board of {width:,} x {height:,} pixels is too large; {fits} pixels per {measure} fit, pixels={fits}"
        )
    return BoardPicture(b"", width, height, left, top, scale)


def _whole(length: float) -> int:
    """The next whole number of pixels, where rounding errors do not count."""
    return -int(-(length - 1e-6) // 1)


def unprinted(board: Board) -> list[LostPart]:
    """The designer's own layers that are not printed and have something on them: pictures leave them out."""
    items: list[OnLayer] = [*board.labels, *board.look.furniture]
    names = [item.layer for item in items]
    counts = [(name, names.count(name)) for name in sorted(unprinted_layers(board))]
    return [loss("LOSS118", f"layer {name} with {counted(count, 'item')}") for name, count in counts if count]
