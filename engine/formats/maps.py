"""From the data of a map file to a battle map: text blocks, names of hexes and hexsides, chains of paths."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.board.battlemap import BattleMap, Label, Region
from engine.board.furniture import USUAL_SIZE, Furniture, FurnitureKind
from engine.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.board.look import MapLook
from engine.board.numbering import Columns, Numbering, Order
from engine.board.numberlook import NumberLook, NumberPlace
from engine.board.palette import Layer, Palette
from engine.board.underlay import Underlay
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.checking import check
from engine.formats.documents import FurnitureDoc, GridDoc, MapDoc, NumbersDoc
from engine.formats.hints import clip
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.palettes import VOID, offered_palette, read_palette
from engine.formats.source import DataPath, Section

LARGEST: Final = 1_000_000
"""Hexes that a map may have at most."""

ALWAYS: Final = 1000
"""Names that any list may have."""

LEVELS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Characters of the elevation block, by level."""


def build_map(section: Section, data: object) -> BattleMap | None:
    """A battle map from the data of a map file (or of a map inside a scenario); None when there is none to be had.

    Everything wrong is noted in the section. What cannot be placed is left off the map.
    """
    doc = check(section, MapDoc, data)
    if doc is None:
        return None
    palette = _palette(section, doc.palette)
    if palette is None or not _sound_grid(section, doc.grid):
        return None
    legend = _legend(section, doc, palette)
    rows = _block(section, "terrain", doc.terrain, doc.grid, next(iter(legend), "."))
    terrain, void = _terrain(section, rows, legend, palette)
    if len(void) == doc.grid.columns * doc.grid.rows:
        section.error("MAP021", "all hexes of the map are void", ("terrain",))
        return None
    grid = Grid(_spec(doc.grid, void))
    builder = _Builder(section, grid, palette)
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
        underlay=_underlay(section, doc),
        numbers=_numbers(doc.numbers),
        furniture=tuple(_furniture(item) for item in doc.furniture),
        bridges=doc.bridges,
        widen=doc.widen,
        seed=doc.seed,
    )
    return battle


def _underlay(section: Section, doc: MapDoc) -> Underlay | None:
    """The picture under the grid. Whether its file is there and sound is found out by whoever shows it."""
    if doc.underlay is None:
        return None
    given = doc.underlay.model_dump(exclude={"at", "crop"})
    left, top, right, bottom = doc.underlay.crop or (0, 0, 1, 1)
    if left >= right or top >= bottom:
        section.error("FILE020", "crop is left, top, right and bottom; it leaves nothing", ("underlay", "crop"))
        return None
    if not doc.underlay.stretch:
        section.error("FILE020", "a stretch of 0 leaves nothing of the picture", ("underlay", "stretch"))
        return None
    crop = (left, top, right, bottom) if doc.underlay.crop else None
    x, y = doc.underlay.at
    return Underlay(**given, x=x, y=y, crop=crop, folder=_folder(section.near))


def _numbers(doc: NumbersDoc) -> NumberLook:
    return NumberLook(NumberPlace(doc.place), doc.size, doc.columns, doc.rows, doc.colour)


def _furniture(doc: FurnitureDoc) -> Furniture:
    kind = FurnitureKind(doc.kind)
    width, height = doc.size or USUAL_SIZE[kind]
    return Furniture(kind, doc.at[0], doc.at[1], width, height, doc.title)


def _folder(near: Path | None) -> str:
    """The folder of the file that is being read; empty for a text that is in no file."""
    return "" if near is None else os.path.abspath(near if near.is_dir() else near.parent)


def _palette(section: Section, ref: str) -> Palette | None:
    own = offered_palette(ref)
    if own is not None:
        return own
    try:
        return read_palette(locate("palette", ref, section.near), ref)
    except NotFoundError as error:
        section.error("FILE021", str(error), ("palette",), hint=error.hint)
    except OutsideError as error:
        section.error("FILE022", str(error), ("palette",))
    except FileProblem as problem:
        section.notes.extend(problem.findings)
    return None


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
        Numbering(Order(numbers.order), Columns(numbers.columns), numbers.digits, numbers.prefix, numbers.separator),
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
    first_column, first_row = doc.first
    numbering = spec.numbering.widened(first_column + doc.columns - 1, first_row + doc.rows - 1)
    border = [(first_column + i, first_row) for i in range(doc.columns)]
    border += [(first_column, first_row + i) for i in range(doc.rows)]
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
    rows = text.removesuffix("\n").split("\n")
    while len(rows) > grid.rows and not rows[-1]:
        rows.pop()
    if len(rows) != grid.rows:
        hint = f"write '{key}: |' and one line a row" if len(rows) == 1 else ""
        where = section.character_place((key,), min(len(rows), grid.rows + 1) - 1, 0)
        message = f"{key} has {len(rows)} lines; the grid has {grid.rows} rows"
        section.error("MAP001", message, where, hint=hint)
        if len(rows) == 1:
            return ["\0" * grid.columns] * grid.rows
    for number, row in enumerate(rows[: grid.rows]):
        if len(row) != grid.columns:
            where = section.character_place((key,), number, min(len(row), grid.columns))
            message = f"line {number + 1} of {key} has {len(row)} characters; the grid has {grid.columns} columns"
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
            section.error("MAP006", f"the character {char!r} is no level", where, hint="levels are 0 to 9, then a to z")
        levels.extend(level.get(char, 0) for char in row)
    return levels


# -- names of hexes -----------------------------------------------------------------------------------------------


def within(section: Section, names: list[Any], most: int, what: str, path: DataPath) -> bool:
    """Whether a list has no more names than there are things to be named, ``what`` they are; else it is emptied, and
    that is noted. Short lists may have names twice."""
    count = sum(len(name) if isinstance(name, list) else 1 for name in names)
    if count <= max(most, ALWAYS):
        return True
    section.error("FILE026", f"the list has {count:,} names; there are {most:,} {what}", path)
    names.clear()
    return False


class HexNames:
    """Finds hexes by name for one file, remembers them, and notes those that do not exist."""

    def __init__(self, section: Section, grid: Grid) -> None:
        self.section = section
        self.grid = grid
        self._found: dict[str, int] = {}

    def find(self, name: str) -> int:
        """The hex of a name, or NOWHERE."""
        h = self._found.get(name)
        if h is None:
            h = self._found[name] = self.grid.find(name)
        return h

    def hint(self, name: str) -> str:
        """What to write instead of a name that is no hex."""
        if self.is_void(name):
            return "it is a void hex"
        if len(name) > 30 or not self.section.notes.may_suggest():
            return ""
        return self.grid.suggest(name).removeprefix("; ")

    def is_void(self, name: str) -> bool:
        """Whether the name is that of a void hex."""
        spec = self.grid.spec
        numbers = self.grid.numbering.parse(name)
        if numbers is None:
            return False
        return (numbers[0] - spec.first_column, numbers[1] - spec.first_row) in spec.void

    def want(self, name: str, path: DataPath, token: int | None = None) -> int:
        """The hex of a name; one that does not exist is noted as MAP011."""
        h = self.find(name)
        if h == NOWHERE:
            message = f"there is no hex {clip(name)} on this map"
            self.section.error("MAP011", message, path, token=token, hint=self.hint(name), hex=name[:40])
        return h


class _Side(NamedTuple):
    """A hexside as written: its id, and the hex named as high, or NOWHERE."""

    side: int
    high: int


class _Builder:
    """Builds the layers that are written as names."""

    def __init__(self, section: Section, grid: Grid, palette: Palette) -> None:
        self.section = section
        self.grid = grid
        self.palette = palette
        self.names = HexNames(section, grid)

    def _known(self, layer: Layer, kind: str, code: str, what: str) -> bool:
        choices = self.palette.kinds[layer]
        if kind in choices:
            return True
        hint = self.section.suggest(kind, choices)
        message = f"there is no {what} {clip(kind)} in the palette"
        self.section.error(code, message, (str(layer), kind), key=True, hint=hint)
        return False

    def _twice(self, what: str, name: str, path: DataPath, token: int) -> None:
        self.section.warn("MAP019", f"{what} {name} is given twice", path, token=token, hex=name)

    def features(self, features: dict[str, list[str]]) -> dict[int, tuple[str, ...]]:
        """Features by hex."""
        found: dict[int, list[str]] = {}
        for kind, hexes in features.items():
            known = self._known(Layer.FEATURE, kind, "MAP008", "feature")
            path = ("features", kind)
            within(self.section, hexes, len(self.grid.hexes), "hexes", path)
            for token, name in enumerate(hexes):
                h = self.names.want(name, path, token)
                if self.section.notes.stop():
                    return {}
                if h == NOWHERE or not known:
                    continue
                here = found.setdefault(h, [])
                if kind in here:
                    self._twice("the hex", name, path, token)
                else:
                    here.append(kind)
        return {h: tuple(sorted(found[h])) for h in sorted(found)}

    # -- hexsides -------------------------------------------------------------------------------------------------

    def hexsides(self, hexsides: dict[str, list[str]]) -> dict[int, dict[str, int]]:
        """Kinds by hexside."""
        found: dict[int, dict[str, int]] = {}
        for kind, sides in hexsides.items():
            known = self._known(Layer.HEXSIDE, kind, "MAP009", "hexside")
            directional = known and self.palette.hexsides[kind].directional
            path = ("hexsides", kind)
            within(self.section, sides, 6 * len(self.grid.hexes), "hexsides", path)
            for token, text in enumerate(sides):
                written = self._side(text, path, token)
                if self.section.notes.stop():
                    return {}
                if written is None or not known:
                    continue
                if directional and ">" not in text:
                    self._wants_high(kind, text, path, token)
                elif ">" in text and not directional:
                    message = f"{kind} has no high side, but {clip(text)} is written with one"
                    hint = f"write {text.replace('>', '/')}"
                    self.section.error("MAP015", message, path, token=token, hint=hint, hex=text)
                here = found.setdefault(written.side, {})
                if kind in here:
                    self._twice(f"the {kind} at", text, path, token)
                here[kind] = written.high if directional else NOWHERE
        return {side: dict(sorted(found[side].items())) for side in sorted(found)}

    def _wants_high(self, kind: str, text: str, path: DataPath, token: int) -> None:
        message = f"{kind} has a high side, but {clip(text)} does not say which"
        hint = f"write {text.replace('/', '>')} if the first hex is high"
        self.section.error("MAP014", message, path, token=token, hint=hint, hex=text)

    def _side(self, text: str, path: DataPath, token: int) -> _Side | None:
        """The hexside of ``A/B``, ``A>B`` or ``A/N``, or None and a finding."""
        mark = ">" if ">" in text else "/"
        first, bar, second = text.partition(mark)
        if not bar or not first or not second or "/" in second or ">" in second:
            names = self.grid.name(self.grid.hexes[0])
            message = f"{clip(text)} is no hexside"
            hint = f"a hexside is two hexes such as {names}/..., or high>low, without spaces"
            self.section.error("MAP013", message, path, token=token, hint=hint, hex=text[:40])
            return None
        a = self.names.want(first, path, token)
        if second.upper() in self.grid.direction_names:
            if a == NOWHERE:
                return None
            direction = self.grid.direction_names.index(second.upper())
            return _Side(self.grid.side(a, direction), a if mark == ">" else NOWHERE)
        b = self.names.want(second, path, token)
        if a == NOWHERE or b == NOWHERE:
            return None
        side = self.grid.side_between(a, b)
        if side == NOWHERE:
            apart = self.grid.distance(a, b)
            message = f"{first} and {second} are not adjacent" if a != b else f"{first} is given twice in {clip(text)}"
            hint = f"they are {apart} hexes apart" if apart else ""
            self.section.error("MAP012", message, path, token=token, hint=hint, hex=text)
            return None
        return _Side(side, a if mark == ">" else NOWHERE)

    # -- paths ----------------------------------------------------------------------------------------------------

    def paths(self, paths: dict[str, list[list[str]]]) -> dict[int, frozenset[str]]:
        """Kinds of path by hexside crossed."""
        found: dict[int, set[str]] = {}
        for kind, chains in paths.items():
            known = self._known(Layer.PATH, kind, "MAP010", "path")
            within(self.section, chains, 12 * len(self.grid.hexes), "steps from hex to hex", ("paths", kind))
            token = 0
            for chain in chains:
                if self.section.notes.stop():
                    return {}
                for side in self._chain(chain, ("paths", kind), token):
                    if known:
                        found.setdefault(side, set()).add(kind)
                token += len(chain)
        return {side: frozenset(found[side]) for side in sorted(found)}

    def _chain(self, chain: list[str], path: DataPath, token: int) -> list[int]:
        """The hexsides that a chain crosses; ``token`` is where it begins among the tokens of its kind."""
        sides: list[int] = []
        if len(chain) == 1:
            message = f"a path of {clip(chain[0])} alone leads nowhere"
            self.section.error("MAP018", message, path, token=token, hint="name at least two hexes")
        before, before_name = NOWHERE, ""
        for number, name in enumerate(chain):
            if self.section.notes.stop():
                break
            if name.startswith("/"):
                sides.extend(self._edge(chain, number, path, token + number))
                continue
            h = self.names.want(name, path, token + number)
            if h != NOWHERE and before != NOWHERE:
                side = self.grid.side_between(before, h)
                if side == NOWHERE:
                    apart = self.grid.distance(before, h)
                    message = f"the path goes from {before_name} to {name}, which are not adjacent"
                    hint = f"they are {apart} hexes apart" if apart else "a hex cannot follow itself"
                    self.section.error("MAP016", message, path, token=token + number, hint=hint, hex=name)
                else:
                    sides.append(side)
            before, before_name = h, name
        return sides

    def _edge(self, chain: list[str], number: int, path: DataPath, token: int) -> list[int]:
        """The hexside at the edge of the map that a first or last ``/N`` crosses."""
        text = chain[number]
        directions = self.grid.direction_names
        if len(chain) < 2:
            return []
        if number not in (0, len(chain) - 1):
            message = f"{clip(text)} can only begin or end a path"
            self.section.error("MAP017", message, path, token=token)
            return []
        neighbour = chain[1] if number == 0 else chain[-2]
        h = self.names.find(neighbour)
        if text[1:].upper() not in directions:
            message = f"{clip(text)} is no direction of this grid"
            hint = f"its directions are {' '.join(directions)}"
            self.section.error("MAP017", message, path, token=token, hint=hint)
            return []
        if h == NOWHERE:
            return []
        direction = directions.index(text[1:].upper())
        beyond = self.grid.neighbour(h, direction)
        if beyond != NOWHERE:
            message = f"{neighbour} has {self.grid.name(beyond)} in direction {text[1:]}, not the edge of the map"
            self.section.error("MAP017", message, path, token=token, hex=neighbour)
            return []
        return [self.grid.side(h, direction)]

    # -- names and regions ----------------------------------------------------------------------------------------

    def labels(self, doc: MapDoc) -> list[Label]:
        """Place names."""
        found = []
        for number, item in enumerate(doc.names):
            at = self.names.want(item.at, ("names", self.section.index(("names",), number), "at"))
            if at != NOWHERE:
                found.append(Label(item.text, at, item.size, item.style, item.dx, item.dy, item.angle))
        return found

    def regions(self, doc: MapDoc) -> dict[str, Region]:
        """Named sets of hexes."""
        found = {}
        for key, item in doc.regions.items():
            path = ("regions", key, "hexes")
            within(self.section, item.hexes, len(self.grid.hexes), "hexes", path)
            hexes = set()
            for token, name in enumerate(item.hexes):
                h = self.names.want(name, path, token)
                if self.section.notes.stop():
                    break
                if h in hexes:
                    self._twice("the hex", name, path, token)
                elif h != NOWHERE:
                    hexes.add(h)
            found[key] = Region(key, item.name or key, frozenset(hexes), item.colour, item.rule)
        return found
