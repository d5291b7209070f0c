"""The kinds of map there are: a row each. What a row names is imported when a map of its kind is first met."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.boards.board import Board
from engine.boards.palette import HEX_LAYERS, TABLE_LAYERS, Layer, Palette


@dataclass(frozen=True, slots=True)
class BoardKind:
    """A kind of map. Names of functions and classes are written ``module:name``."""

    key: str
    """Its short name: ``hexes``."""
    title: str
    """What sentences call a map of this kind: ``map of hexes``."""
    file_key: str
    """The key that only map files of this kind have: ``grid``."""
    model: str
    """The class of its maps, a `Board`."""
    document: str
    """The pydantic model of its map files."""
    reader: str
    """``(section, data) -> Board | None``: a map from the data of a file; what is wrong is noted in the section."""
    writer: str
    """``(board, indent) -> list[str]``: the lines of a map, as a file or a scenario holds it."""
    empty: str
    """``(palette) -> Board``: the smallest map that a palette can be looked at on."""
    outline: str
    """``(board, spots) -> dict``: what some spots cover on paper, as a GeoJSON geometry."""
    subject: str
    """The class of what the umpire's checks look at, a map with or without a scenario."""
    checks: str
    """The package whose modules register the checks of maps of this kind."""
    place: str = "hex"
    """What sentences call a place on such a map."""
    tolerance: float = 0
    """How far a length may be from the one that an example of play expects, where lengths are measured and not
    counted."""
    layers: tuple[Layer, ...] = HEX_LAYERS
    """The layers of its palettes."""
    layout: str = ""
    """``(board) -> object``: what must be equal on two maps so that their places are the same; empty where that does
    not change."""
    gist: str = ""
    """``(board) -> object``: most of what lies on a map, quickly compared: its file must hold that at least."""
    used: str = ""
    """``(board) -> Mapping[Layer, Collection[str]]``: the kinds of the palette that lie on a map; empty for none."""
    length: float = 1.0
    """How many of its units of length are as long on paper as the circumradius of a hex."""
    pixels: tuple[float, str] = (3**0.5, "hex")
    """What the pixels of a picture are given for: its length in circumradii, and what it is called."""
    millimetres: float = 0.43 * 25.4
    """How long a circumradius is at true size: a hex takes a 5/8 inch counter."""

    def offers(self, what: str) -> Any:
        """What a field of the row names, imported."""
        module, _, name = str(getattr(self, what)).partition(":")
        found = importlib.import_module(module)
        return getattr(found, name) if name else found


KINDS: Final[list[BoardKind]] = [
    BoardKind(
        key="hexes",
        title="map of hexes",
        file_key="grid",
        model="engine.hexes.board.battlemap:BattleMap",
        document="engine.hexes.formats.documents:MapDoc",
        reader="engine.hexes.formats.maps:build_map",
        writer="engine.hexes.formats.write_map:map_lines",
        empty="engine.hexes.board.battlemap:smallest",
        outline="engine.hexes.mapping.geometry:outline",
        subject="engine.hexes.checks.subject:HexSubject",
        checks="engine.hexes.checks",
        layout="engine.hexes.board.battlemap:layout",
        gist="engine.hexes.board.battlemap:gist",
        used="engine.hexes.board.battlemap:used_kinds",
    ),
    BoardKind(
        key="tables",
        title="table without hexes",
        file_key="table",
        model="engine.tables.table:Table",
        document="engine.tables.formats.documents:TableMapDoc",
        reader="engine.tables.formats.reading:build_table",
        writer="engine.tables.formats.writing:table_lines",
        empty="engine.tables.table:smallest",
        outline="engine.tables.table:outline_of",
        subject="engine.tables.checks.subject:TableSubject",
        checks="engine.tables.checks",
        place="place",
        tolerance=1,
        layers=TABLE_LAYERS,
        layout="engine.tables.table:layout",
        gist="engine.tables.table:gist",
        used="engine.tables.table:used_kinds",
        length=40.0,
        pixels=(2.5, "100 paces"),
        # A base of 80 paces is 40 mm wide, for figures of 15 mm.
        millimetres=20.0,
    ),
]


def kind_of(board: Board) -> BoardKind:
    """The row of a map's kind; raises LookupError for a map of no kind there is."""
    for kind in KINDS:
        if isinstance(board, kind.offers("model")):
            return kind
    raise LookupError(f"no kind of map has {type(board).__name__}")


def layout(board: Board) -> object:
    """What must be equal on another map so that its places are the same as this one's: the grid, for example."""
    kind = kind_of(board)
    return kind.offers("layout")(board) if kind.layout else kind.key


def gist(board: Board) -> object:
    """What the file of a map must hold at least, to be compared with what is read from it."""
    kind = kind_of(board)
    return kind.offers("gist")(board) if kind.gist else layout(board)


def used_kinds(board: Board) -> Mapping[Layer, Collection[str]]:
    """The kinds of the palette that lie on a map, by layer."""
    kind = kind_of(board)
    found: Mapping[Layer, Collection[str]] = kind.offers("used")(board) if kind.used else {}
    return found


def kind_for(palette: Palette) -> BoardKind:
    """The row of the first kind whose maps are painted with a palette; the first row where there is none."""
    return next((kind for kind in KINDS if set(kind.layers) == set(palette.kinds)), KINDS[0])


def kind_of_file(data: Mapping[str, Any]) -> BoardKind:
    """The row of the kind that the data of a map file are of; the first where they have the key of none."""
    return next((kind for kind in KINDS if kind.file_key in data), KINDS[0])
