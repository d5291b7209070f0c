"""From the data of a map file to a battle map: grid, palette, text blocks and look; other layers are in ``layers``."""

from __future__ import annotations

from typing import Final

from engine.boards.coast import Coast
from engine.boards.geo import GeoPlace
from engine.boards.look import MapLook
from engine.boards.numberlook import NumberLook, NumberPlace
from engine.boards.palette import HEX_LAYERS, Palette
from engine.errors import HexwrightError
from engine.formats.checking import check
from engine.formats.hints import clip
from engine.formats.looks import furniture_of, layers_of, palette_of, underlays_of
from engine.formats.palettes import VOID
from engine.formats.source import Section
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Descending, Numbering, Order, Slant
from engine.hexes.formats.documents import CoastDoc, GeoDoc, GridDoc, MapDoc, NumbersDoc
from engine.hexes.formats.layers import LayerBuilder
from engine.plural import counted
from engine.spelling import composed

LARGEST: Final = 1_000_000
"""Hexes that a map may have at most."""

LEVELS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Characters of the elevation block, by level."""


def build_map(section: Section, data: object) -> BattleMap | None:
    """A battle map from the data of a map file (or of a map inside a scenario); None when there is none to be had.

    Everything wrong is noted in the section. What cannot be placed is left off the map.
    """
    doc = check(section, MapDoc, data)
    if doc is None:
        return None
    palette = palette_of(section, doc.palette, HEX_LAYERS)
    if palette is None or not _sound_grid(section, doc.grid):
        return None
    legend = _legend(section, doc, palette)
    rows = _block(section, "terrain", doc.terrain, doc.grid, next((char for char in legend if len(char) == 1), "."))
    terrain, void = _terrain(section, rows, legend, palette)
    if len(void) == doc.grid.columns * doc.grid.rows:
        section.error("MAP021", "all hexes of the map are void", ("terrain",))
        return None
    grid = Grid(_spec(doc.grid, void))
    builder = LayerBuilder(section, grid, palette)
    battle = BattleMap(
        grid,
        palette,
        doc.name,
        doc.scale,
        doc.provenance,
        terrain,
        _elevation(section, doc),
        features=builder.features(doc.features),
        hexsides=builder.hexsides(doc.hexsides),
        paths=builder.paths(doc.paths),
        labels=builder.labels(doc),
        regions=builder.regions(doc),
    )
    if doc.legend:
        battle.legend = {char: kind for char, kind in legend.items() if kind in palette.terrain or kind == VOID}
    battle.look = MapLook(
        underlays=underlays_of(section, doc.underlay),
        numbers=_numbers(doc.numbers),
        furniture=furniture_of(section, doc.furniture),
        layers=layers_of(section, doc.layers),
        bridges=doc.bridges,
        widen=doc.widen,
        seed=doc.seed,
        geo=_geo(doc.geo),
        coast=_coast(doc.coast),
    )
    return battle


def _geo(doc: GeoDoc | None) -> GeoPlace | None:
    return GeoPlace(doc.crs, doc.at[0], doc.at[1], doc.hex, doc.rotation) if doc is not None else None


def _coast(doc: CoastDoc | None) -> Coast | None:
    if doc is None:
        return None
    pairs = ([word.split(",") for word in words] for words in doc.outlines)
    return Coast(tuple(tuple((int(x) / 100, int(y) / 100) for x, y in line) for line in pairs), doc.water, doc.shown)


def _numbers(doc: NumbersDoc) -> NumberLook:
    return NumberLook(NumberPlace(doc.place), doc.size, doc.columns, doc.rows, doc.colour)


# -- the grid -----------------------------------------------------------------------------------------------------


def _spec(doc: GridDoc, void: frozenset[tuple[int, int]] = frozenset()) -> GridSpec:
    numbers = doc.numbering
    return GridSpec(
        doc.columns,
        doc.rows,
        Orientation(doc.orientation),
        Parity(doc.shifted),
        doc.first[0],
        doc.first[1],
        Numbering(
            Order(numbers.order),
            Columns(numbers.columns),
            numbers.digits,
            numbers.prefix,
            numbers.separator,
            Columns(numbers.rows),
            Slant(numbers.slant),
            Descending(numbers.descending),
        ),
        void,
    )


def _sound_grid(section: Section, doc: GridDoc) -> bool:
    """Whether the grid is small enough and its numbering names every hex so that the name can be read back."""
    if doc.columns * doc.rows > LARGEST:
        message = f"the map has {doc.columns * doc.rows:,} hexes; {LARGEST:,} are allowed"
        section.error("MAP007", message, ("grid", "columns"))
        return False
    spec = _spec(doc)
    try:
        spec.check()
    except HexwrightError as error:
        section.error("MAP020", str(error), ("grid", "numbering" if doc.first == [1, 1] else "first"))
        return False
    (first_column, first_row), (last_column, last_row) = doc.first, spec.last
    numbering = spec.numbering.widened(last_column, last_row)
    border = [(column, first_row) for column in range(first_column, last_column + 1)]
    border += [(first_column, row) for row in range(first_row, last_row + 1)]
    for column, row in border:
        name = numbering.format(column, row)
        back = numbering.parse(name)
        if back != (column, row):
            other = f" but reads back as column {back[0]}, row {back[1]}" if back else ", which cannot be read back"
            section.error(
                "MAP020",
                f"column {column}, row {row} would be named {name!r}{other}",
                ("grid", "numbering"),
                hint="give the numbering a separator or more digits",
            )
            return False
    return True


# -- text blocks --------------------------------------------------------------------------------------------------


def _legend(section: Section, doc: MapDoc, palette: Palette) -> dict[str, str]:
    """Character to terrain; entries that name no terrain stay, so that their characters are not reported again."""
    if not doc.legend:
        legend = {kind.key_char: key for key, kind in palette.terrain.items() if kind.key_char}
        legend.setdefault("x", VOID)
        return legend
    for char, kind in doc.legend.items():
        if section.notes.stop():
            break
        path = ("legend", char)
        if len(char) != 1 or not char.isprintable():
            section.error("MAP005", f"{clip(char)} in the legend is not one printable character", path, key=True)
        if kind != VOID and kind not in palette.terrain:
            choices = [*palette.terrain, VOID]
            section.error("MAP004", f"there is no terrain {clip(kind)}", path, hint=section.suggest(kind, choices))
    return dict(doc.legend)


def _block(section: Section, key: str, text: str, grid: GridDoc, filler: str) -> list[str]:
    """The lines of a text block, made to fit the grid; an empty block is filled."""
    if not text:
        return [filler * grid.columns] * grid.rows
    rows = [row if len(row) == grid.columns else composed(row) for row in text.removesuffix("\n").split("\n")]
    while len(rows) > grid.rows and not rows[-1].strip():
        rows.pop()
    if len(rows) != grid.rows:
        hint = f"write '{key}: |' and one line a row" if len(rows) == 1 else ""
        where = section.character_place((key,), min(len(rows), grid.rows + 1) - 1, 0)
        message = f"{key} has {counted(len(rows), 'line')}; the grid has {counted(grid.rows, 'row')}"
        section.error("MAP001", message, where, hint=hint)
        if len(rows) == 1:
            return ["\0" * grid.columns] * grid.rows
    for number, row in enumerate(rows[: grid.rows]):
        behind = row[grid.columns :]
        if behind and not behind.strip():
            where = section.character_place((key,), number, grid.columns)
            message = f"{counted(len(behind), 'blank')} after the end of line {number + 1} of {key}"
            section.warn("MAP022", message, where, hint="remove them")
        elif len(row) != grid.columns:
            where = section.character_place((key,), number, min(len(row), grid.columns))
            wide = counted(len(row), "character")
            message = f"line {number + 1} of {key} has {wide}; the grid has {counted(grid.columns, 'column')}"
            section.error("MAP002", message, where)
    rows = [row[: grid.columns].ljust(grid.columns, "\0") for row in rows[: grid.rows]]
    return rows + ["\0" * grid.columns] * (grid.rows - len(rows))


def _terrain(
    section: Section, rows: list[str], legend: dict[str, str], palette: Palette
) -> tuple[list[str], frozenset[tuple[int, int]]]:
    """Terrain by hex, and the void hexes. What is missing from a short block is base terrain."""
    base = palette.base_terrain
    meaning = {char: kind if kind in palette.terrain else base for char, kind in legend.items()}
    meaning["\0"] = base
    blank = {char for char, kind in legend.items() if kind == VOID}
    terrain: list[str] = []
    void: set[tuple[int, int]] = set()
    for number, row in enumerate(rows):
        unknown = set(row) - meaning.keys()
        for char in unknown:
            _unknown_character(section, row, number, char, legend)
        terrain.extend(meaning.get(char, base) for char in row)
        if not blank.isdisjoint(row):
            void.update((column, number) for column, char in enumerate(row) if char in blank)
    return terrain, frozenset(void)


def _unknown_character(section: Section, row: str, number: int, char: str, legend: dict[str, str]) -> None:
    times = row.count(char)
    more = f", {times} times in this line" if times > 1 else ""
    where = section.character_place(("terrain",), number, row.index(char))
    known = " ".join(f"{sign}={kind}" for sign, kind in legend.items()) if len(legend) <= 24 else ""
    hint = f"the legend has {known}" if known else ""
    section.error("MAP003", f"the character {char!r} is not in the legend{more}", where, hint=hint)


def _elevation(section: Section, doc: MapDoc) -> list[int]:
    if not doc.elevation:
        return [0] * (doc.grid.columns * doc.grid.rows)
    level = {char: number for number, char in enumerate(LEVELS)}
    level["\0"] = 0
    levels: list[int] = []
    for number, row in enumerate(_block(section, "elevation", doc.elevation, doc.grid, "0")):
        for char in set(row) - level.keys():
            where = section.character_place(("elevation",), number, row.index(char))
            section.error("MAP006", f"{char!r} is not a level", where, hint="levels are 0 to 9, then a to z")
        levels.extend(level.get(char, 0) for char in row)
    return levels
