"""The kinds of map that the editor opens: one row for each, asked by whoever would else have to tell them apart.

A row says what a kind is called and made of; what it names is imported when a map of the kind is first met. What the
editor offers on it says so itself: a tool, a panel and an action name the kinds that they are for.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final, NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap

from editor.canvas.aim import PointerAim
from editor.canvas.drawing.faces import USUAL_LOOK, CounterLook
from editor.canvas.drawing.look import Look
from editor.canvas.scene import SceneParts
from editor.canvas.tiled_map import TiledMap
from editor.canvas.units_layer import UnitsOnMap
from editor.canvas.view import NewCursor
from editor.document.document import Document
from engine.boards.board import Board, Spot
from engine.boards.underlay import HEX
from engine.scenario.model import Scenario, Unit


class Printing(Protocol):
    """A map as it is drawn for a picture, a sheet or a thumbnail."""

    def paint(self, painter: QPainter, part: QRectF, scale: float, look: Look, around: QColor | None = None) -> None:
        """Paint a part of the scene at this many pixels a scene unit; ``around`` is the colour beyond the map."""

    def paint_units(self, painter: QPainter, scenario: Scenario, part: QRectF, scale: float, look: CounterLook) -> None:
        """Paint the units of a scenario's set-up."""

    def centre(self, spot: Spot) -> tuple[float, float]:
        """The middle of a place in the scene."""

    def holds(self, part: QRectF) -> bool:
        """Whether a part of the scene may show any of the map."""

    def trim(self, most: int | None = None) -> object:
        """Let go of what was made for the map and is not needed, or of all but ``most`` parts of it."""


PaintLayer = Callable[[QPainter, QRectF, frozenset[str]], None]
"""Paints a layer into an area of the scene, without the designer's own layers of these names."""


class PictureLayer(NamedTuple):
    """A layer of a map as drawings with layers have it."""

    title: str
    lettered: bool
    """Whether it has the names, which lie on the designer's own layers."""
    paint: PaintLayer


@dataclass(frozen=True, slots=True)
class TokenLook:
    """How a unit is drawn beside the map. ``size`` is in pixels of the desktop, ``steps`` None is full strength."""

    size: int
    ratio: float = 1.0
    """Pixels of the screen to a pixel of the desktop."""
    steps: int | None = None
    look: CounterLook = USUAL_LOOK
    """The design of the counters."""


@dataclass(frozen=True, slots=True)
class WindowParts:
    """What a kind of map is shown and handled with in the window."""

    scene: SceneParts
    """What its scene is made of."""
    pieces: Callable[[Document], UnitsOnMap]
    """What shows the units that stand on it."""
    aim: Callable[[Document, QPointF, Qt.KeyboardModifier], PointerAim]
    """Where a point of the scene is on it."""
    cursor: NewCursor
    """The cursor that goes about it by keyboard."""
    lie: Callable[[Board], object]
    """What is alike on two boards whose places lie alike, whatever they are called."""
    title: Callable[[Board, Spot], str]
    """What the menu of a place is called."""
    describe: Callable[[Document, Spot], str]
    """A place in words for the status bar; empty beyond the map."""
    names: Callable[[Board], Iterator[tuple[str, Spot]]]
    """The names of places on it, each with its place."""
    lettered: Callable[[Board, Collection[Spot]], list[Any]]
    """The names that are written in some places, or are themselves among what is selected."""
    measures: Callable[[Board], str]
    """How large it is and what it is painted with, in words."""
    order: Callable[[str, Spot, Spot], str]
    """The action that a drag of a unit means, from where it stands to another place; empty where that is a click on the
    place. The unit is given by its key."""
    outline: Callable[[Board, Collection[Spot]], QPainterPath]
    """The edge of a set of its places, in the scene."""
    outward: Callable[[Board, Spot], tuple[float, float] | None]
    """Which way a place at its edge looks out of it; None for a place inside."""
    carried: Callable[[Board, Mapping[str, Spot], Spot, Spot], Mapping[str, Spot]]
    """Where units come to stand that are carried together as far as from one place to another."""
    token: Callable[[Scenario, Unit, TokenLook], QPixmap]
    """A unit as it is drawn beside the map: in a question, on a button, in a list."""
    way: Callable[[TiledMap, Sequence[Spot]], list[QPointF]]
    """The points of the scene that a march through places goes along: a road as it is drawn, where it follows one."""


class PictureMeasure(NamedTuple):
    """The unit for the place and the size of a picture under a map."""

    one: str
    """One of it: ``hex``."""
    many: str
    length: float
    """Its length in the unit that pictures are placed in."""
    tip: str
    """What the pixels of a unit are."""
    ties: str
    """``board -> TiePlaces``: the places that pictures are fitted to by clicks."""


class PlaceWords(NamedTuple):
    """What forms say of the place where a unit begins."""

    label: str
    tip: str
    unknown: str
    """What is wrong with a text, put in for ``{}``, that is no such place."""
    shared: str = ""
    """The tip of the field in which several units get one place; empty where no two stand in one place."""


@dataclass(frozen=True, slots=True)
class MapKind:
    """A kind of map. What is written ``module:name`` is imported when it is first asked for."""

    key: str
    """What tools, panels and actions call it in their ``kinds``."""
    board: str
    """The class of the maps that its files hold."""
    layers: Mapping[str, str]
    """What lies on it, from the top down: the name of each layer for people, by its key."""
    lockable: frozenset[str]
    """The layers that are drawn by hand, and can be locked against it."""
    window: str
    """Its `WindowParts`."""
    printing: str
    """``(board, look) -> Printing``: what draws it for pictures and sheets."""
    place_words: PlaceWords
    """What the forms of units say of the place where one begins."""
    print_measure: tuple[str, float, str]
    """By what the size on paper is chosen: what that is called, how many hexes wide it is, and a tip."""
    pictures: PictureMeasure
    """The unit for the place of a picture under it."""
    part: str
    """``(board, text) -> QRectF``: the part of the scene that a text names; raises HexwrightError for none."""
    around: str
    """``(board, spots) -> QRectF``: the rectangle of the scene about places."""
    finder: str
    """``(desk) -> Finder``: what Find offers on such a map."""
    tools: str = ""
    """The tools for such maps that are made when one first comes to the front; empty for those made at once."""
    palette: str = ""
    """``(desk) -> QWidget``: the panel of its palette, where that is not made at once."""
    menus: str = ""
    """``(desk) -> object``: entries of the menus, made when such a map first comes to the front."""
    new: str = ""
    """``(window) -> Document | None``: asks for a new map; empty for the kind of File > New map."""
    fresh: str = ""
    """``(name, size) -> Board``: an empty map of a size, for templates."""
    new_text: str = ""
    """The entry of the File menu that asks for one."""
    inspector: str = ""
    """``(desk) -> KindPage``: what the Inspector shows beside units; empty where the panel itself does."""
    place_rows: str = "editor.dialogs.unit_parts:PlaceRows"
    """``(layout, put) -> PlaceRows``: the rows of a form that say where a unit begins."""
    place_menu: str = ""
    """``(desk, menu, spot) -> None``: adds to the menu of a place what is done there on such a map."""
    overlays: str = ""
    """``(stage, oracle) -> OwnDrawing``: what draws reach, zones and fields of fire where these are not places; see
    ``editor.controls.overlays``."""
    sheets: str = ""
    """``(desk) -> QWidget``: the panel of the sheets of a battle on such a map."""
    banner: str = ""
    """``(desk) -> QWidget``: what the banner has below it during play on such a map."""
    bases: str = ""
    """``(scenario, paper, wide, dots) -> list of painters``: the pages of what is cut out in place of counters; empty
    where units are counters."""
    piece: str = ""
    """``(painter, scenario, unit, room) -> None``: paints a unit, given by its key, on paper; empty where units are
    counters."""
    picture_layers: str = ""
    """``(board, style) -> iterator of PictureLayer``: its layers for drawings, the lowest first; empty for a kind that
    no format with layers takes."""
    carry: str = ""
    """``(scenario, board, moved) -> Carried``: a scenario on it, carried over to a map that was changed."""

    def offers(self, what: str) -> Any:
        """What a field of the row names, imported."""
        module, _, name = str(getattr(self, what)).partition(":")
        return getattr(importlib.import_module(module), name)


HEXES: Final = MapKind(
    key="hexes",
    board="engine.hexes.board.battlemap:BattleMap",
    layers={
        "units": "Units",
        "furniture": "Map furniture",
        "labels": "Place names",
        "numbers": "Hex numbers",
        "grid": "Grid",
        "features": "Features",
        "paths": "Roads",
        "hexsides": "Hexsides",
        "regions": "Regions",
        "elevation": "Elevation",
        "terrain": "Terrain",
        "underlay": "Underlay",
    },
    lockable=frozenset(
        {
            *("units", "furniture", "labels", "features", "paths", "hexsides", "regions"),
            *("elevation", "terrain", "underlay"),
        }
    ),
    window="editor.hexes.kind:WINDOW",
    printing="editor.hexes.canvas.printing:HexPrinting",
    picture_layers="editor.hexes.picture_layers:picture_layers",
    part="editor.hexes.drawing.areas:part_named",
    around="editor.hexes.drawing.areas:area_around",
    finder="editor.hexes.menus.find_offers:HexFinder",
    place_menu="editor.hexes.menus.place_menu:add_place",
    carry="engine.hexes.carry:carried",
    place_words=PlaceWords(
        "Start &hex",
        "The number of the hex it is set up in; empty for none",
        "There is no hex {} on this map.",
        "The number of the hex they all are set up in; empty for none",
    ),
    print_measure=(
        "&Hex",
        1.0,
        "From one side to the opposite one; a 1/2 inch counter (12.7 mm) fits well in 16 mm",
    ),
    pictures=PictureMeasure(
        "hex",
        "hexes",
        HEX,
        "Pixels of the picture from one side of a hex to the opposite one",
        "editor.hexes.ties:HexTies",
    ),
)
"""Maps of hexes."""

TABLES: Final = MapKind(
    key="tables",
    board="engine.tables.table:Table",
    layers={
        "units": "Units",
        "furniture": "Map furniture",
        "labels": "Place names",
        "regions": "Regions",
        "lines": "Roads, rivers and walls",
        "areas": "Ground and areas",
        "underlay": "Underlay",
    },
    lockable=frozenset({"units", "furniture", "labels", "regions", "lines", "areas", "underlay"}),
    window="editor.tables.kind:WINDOW",
    printing="editor.tables.canvas.printing:TablePrinting",
    picture_layers="editor.tables.picture_layers:picture_layers",
    part="editor.tables.scale:part_named",
    around="editor.tables.things:area_around",
    finder="editor.tables.menus.find_offers:TableFinder",
    tools="editor.tables.tools:TOOLS",
    palette="editor.tables.panels.palette:TablePalette",
    menus="editor.tables.menus.table:TableActions",
    new="editor.tables.dialogs.new_table:ask",
    fresh="editor.tables.dialogs.new_table:fresh",
    new_text="New &table…",
    inspector="editor.tables.panels.inspector:TablePage",
    place_rows="editor.tables.panels.place_rows:TablePlaceRows",
    place_words=PlaceWords(
        "&Place",
        "The middle of its front edge in paces and where it faces, as 900,1300/45; empty for none",
        "There is no place {} on this table: write paces and degrees, as 900,1300/45.",
    ),
    place_menu="editor.tables.menus.place_menu:add_place",
    overlays="editor.tables.playing.drawn:TableDrawn",
    bases="editor.tables.printing.papers:base_painters",
    piece="editor.tables.printing.papers:paint_in",
    print_measure=(
        "&Base",
        80 / (40 * sqrt(3)),
        "How wide a base of 80 paces is on paper: 40 mm is true size for figures of 15 mm",
    ),
    pictures=PictureMeasure(
        "pace", "paces", 1 / 40, "Pixels of the picture to a pace of the table", "editor.tables.ties:TableTies"
    ),
    sheets="editor.tables.panels.sheets:ArmyPanel",
    banner="editor.tables.playing.strip:CommandStrip",
)
"""Tables without hexes."""

KINDS: Final[list[MapKind]] = [HEXES, TABLES]
RULES: Final = replace(HEXES, key="rules", place_menu="", carry="", finder="editor.rules.finding:RulesFinder")
"""What stands for the map while a rules file is in front: nothing of it is shown."""


def kind_of_board(board: Board) -> MapKind:
    """The kind of a map; KeyError for a map of no kind."""
    model = type(board)
    name = f"{model.__module__}:{model.__qualname__}"
    for kind in KINDS:
        if kind.board == name:
            return kind
    raise KeyError(model.__name__)


def kind_of(document: Document) -> MapKind:
    """The kind of a document's map; KeyError for a map of no kind. Of a rules file it is `RULES`."""
    return RULES if document.holds == RULES.key else kind_of_board(document.board)


def parts_of(document: Document) -> WindowParts:
    """What the map of a document is shown and handled with."""
    return window_of(document.board)


def drawn_unit(scenario: Scenario, unit: Unit, how: TokenLook) -> QPixmap:
    """A unit as it is on its map: a counter, or on a table a base."""
    return window_of(scenario.map).token(scenario, unit, how)


def window_of(board: Board) -> WindowParts:
    """What a map is shown and handled with."""
    found = kind_of_board(board).offers("window")
    assert isinstance(found, WindowParts)
    return found


def printing_of(board: Board, look: Look) -> Printing:
    """What draws a map for pictures and sheets, as a look wants it."""
    found: Printing = kind_of_board(board).offers("printing")(board, look)
    return found


def layers_of(board: Board, style: str) -> Iterator[PictureLayer]:
    """The layers of a map in a style, for drawings with layers, the lowest first."""
    found: Iterator[PictureLayer] = kind_of_board(board).offers("picture_layers")(board, style)
    return found


def part_named(board: Board, area: str) -> QRectF | None:
    """The part of the scene that a text names; None for an empty text: the whole map. Raises HexwrightError."""
    found: QRectF | None = kind_of_board(board).offers("part")(board, area) if area else None
    return found


def area_around(board: Board, spots: Iterable[Spot]) -> QRectF:
    """The rectangle of the scene about places of a map."""
    found: QRectF = kind_of_board(board).offers("around")(board, spots)
    return found


def layer_names() -> dict[str, str]:
    """The layers of all kinds by key, with their names."""
    return {key: name for kind in KINDS for key, name in kind.layers.items()}
