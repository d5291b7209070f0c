"""Maps of Tiled, read: ours without any loss, those of others by matching their tiles to terrain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine import formats
from engine.boards.palette import Layer, Palette
from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, loss
from engine.exchange.matching import TerrainMatch, losses_of
from engine.exchange.own import board_of, legend_of
from engine.exchange.source import Imported
from engine.exchange.tiled.geometry import TileSize
from engine.exchange.tiled.lines import LineLength, path_sides, sides_of_line, within
from engine.exchange.tiled.matching import Matching, TileSets, number, properties
from engine.exchange.tiled.objects import WholeObjects, middle, turned
from engine.exchange.tiled.opening import FLAGS, MOST_CELLS, cells, open_map, whole
from engine.exchange.tiled.options import TiledReading
from engine.findings import FileProblem
from engine.formats.documents import KEY_PATTERN, LONGEST_NAME
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity, Point
from engine.pauses import pause, with_pauses
from engine.plural import counted
from engine.spelling import folded

Data = dict[str, Any]
DEEPEST: Final = 40
MOST_POINTS: Final = 200_000
MOST_LEVEL: Final = 35
UNKNOWN: Final = "LOSS206"
BEYOND: Final = "LOSS216"
"""The loss of an object of which no part is in a hex or along a hexside of the map."""


def read(path: Path, options: TiledReading, stem: str) -> Imported:
    """A map of Tiled. Raises HexwrightError, with file and place."""
    return _TiledReading(path, options).imported()


class _TiledReading:
    def __init__(self, path: Path, options: TiledReading) -> None:
        self.path, self.options = path, options
        self.data = open_map(path)
        self.losses: list[LostPart] = []
        self.facts = {
            name.removeprefix("hexwright."): value
            for name, value in properties(self.data).items()
            if name.startswith("hexwright.")
        }
        self.palette: Palette | None = None
        self.matches: list[TerrainMatch] = []
        self.points = 0

    def imported(self) -> Imported:
        """All that is found."""
        shape = str(self.data.get("orientation"))[:30]
        if shape != "hexagonal":
            raise HexwrightError(f"{self.path}: it is a map of {shape} tiles; only maps of hexes are read")
        flat = self.data.get("staggeraxis", "y") == "x"
        wide, high = (whole(self.data.get(name)) for name in ("tilewidth", "tileheight"))
        side = whole(self.data.get("hexsidelength"))
        corners, across = (wide, high) if flat else (high, wide)
        if not 2 <= corners <= 10_000 or not 2 <= across <= 10_000 or not 0 <= side <= corners:
            raise HexwrightError(f"{self.path}: its tiles have no size")
        self.tiles = TileSize(corners, across, side, flat)
        tile_layers: list[tuple[Data, float, float]] = []
        object_layers: list[tuple[Data, float, float]] = []
        for layer, dx, dy in self._layers(self.data.get("layers"), 0.0, 0.0, 0):
            (tile_layers if layer["type"] == "tilelayer" else object_layers).append((layer, dx, dy))
        if not tile_layers:
            raise HexwrightError(f"{self.path}: it has no layer of tiles")
        self._tell_missing(self.data["missing"], "tile set", "tile sets")
        board = self._board(tile_layers)
        self.objects = WholeObjects(self.path, TileSets(self.data["tilesets"]))
        self.length = LineLength(board.grid, str(self.path))
        for layer, dx, dy in object_layers:
            self._objects(board, layer, dx, dy)
        self._tell_missing(self.objects.missing, "template of objects", "templates of objects")
        ours = "map" in self.facts
        grid = board.grid
        about = f"a map of Tiled: {grid.columns} x {grid.rows} hexes" + (", written by Hexwright" if ours else "")
        return Imported(board, about, palette=self.palette, losses=self.losses, matches=self.matches)

    def _tell_missing(self, names: Collection[str], one: str, many: str) -> None:
        """Add a loss for files that cannot be used, if there are any."""
        if names:
            self.losses.append(loss("LOSS221", counted(len(names), one, many), names))

    def _layers(self, layers: object, dx: float, dy: float, deep: int) -> Iterator[tuple[Data, float, float]]:
        """The layers of tiles and objects, those in groups too, with the offsets of all around them."""
        if deep > DEEPEST:
            raise HexwrightError(f"{self.path}: its groups of layers are more than {DEEPEST} deep")
        for layer in layers if isinstance(layers, list) else []:
            if not isinstance(layer, dict):
                continue
            x, y = dx + number(layer.get("offsetx")), dy + number(layer.get("offsety"))
            if layer.get("type") == "group":
                hidden = {"visible": False} if _is_hidden(layer) else {}
                inner = layer.get("layers")
                listed = (
                    [{**one, **hidden} for one in inner if isinstance(one, dict)] if isinstance(inner, list) else []
                )
                yield from self._layers(listed, x, y, deep + 1)
            elif layer.get("type") in ("tilelayer", "objectgroup"):
                yield layer, x, y
            else:
                self.losses.append(loss("LOSS208", f"layer {str(layer.get('name', ''))[:60]!r}, a picture"))

    # -- terrain ------------------------------------------------------------------------------------------------

    def _board(self, layers: list[tuple[Data, float, float]]) -> BattleMap:
        found = [(layer, {(x, y): gid for x, y, gid in cells(layer, self.path)}) for layer, _, _ in layers]
        ours = "map" in self.facts
        kept = [one for one in found if not ours or one[0].get("name") in ("Terrain", "Elevation")]
        levels = [one for one in kept if "elevation" in str(one[0].get("name", "")).lower()]
        grounds = [one for one in kept if one not in levels]
        seen = [one for one in grounds if ours or not _is_hidden(one[0])]
        for layer, _ in grounds if 0 < len(seen) < len(grounds) else []:
            if _is_hidden(layer):
                self.losses.append(loss("LOSS208", f"layer {str(layer.get('name', ''))[:60]!r}, which is hidden"))
        grounds = seen or grounds
        if not grounds:
            raise HexwrightError(f"{self.path}: it has no layer of terrain")
        self._box(found)
        turned = sum(1 for _, placed in found for gid in placed.values() if gid & FLAGS)
        if turned:
            self.losses.append(loss("LOSS207", counted(turned, "tile")))
        base = self._base()
        spec = base.grid.spec if ours else self._spec()
        terrain, void = self._terrain(grounds, base.palette, spec)
        if len(void) == spec.columns * spec.rows:
            raise HexwrightError(f"{self.path}: it has no tiles of terrain")
        grid = Grid(replace(spec, void=frozenset((h % spec.columns, h // spec.columns) for h in void)))
        elevation = self._elevation(levels, grid)
        legend = legend_of(self.facts)
        return replace(base, grid=grid, terrain=terrain, elevation=elevation, legend=legend)

    def _box(self, found: list[tuple[Data, dict[tuple[int, int], int]]]) -> None:
        """The rectangle of the map: that of its size, or of all tiles where it has no bounds."""
        self.left = self.top = 0
        self.wide, self.high = whole(self.data.get("width")), whole(self.data.get("height"))
        if self.data.get("infinite"):
            places = [place for _, placed in found for place in placed]
            if not places:
                raise HexwrightError(f"{self.path}: it has no tiles")
            self.left, self.top = min(x for x, _ in places), min(y for _, y in places)
            self.wide = max(x for x, _ in places) - self.left + 1
            self.high = max(y for _, y in places) - self.top + 1
        if self.wide < 1 or self.high < 1 or self.wide * self.high > MOST_CELLS:
            raise HexwrightError(f"{self.path}: the map has no size, or more than {MOST_CELLS:,} hexes")

    def _spec(self) -> GridSpec:
        """The grid of a map from elsewhere; the first line keeps its place, also where the map begins below 0."""
        begin = self.left if self.tiles.flat else self.top
        low = (begin % 2 == 1) is (self.data.get("staggerindex", "odd") == "odd")
        orientation = Orientation.FLAT if self.tiles.flat else Orientation.POINTY
        return GridSpec(self.wide, self.high, orientation, Parity.ODD if low else Parity.EVEN)

    def _base(self) -> BattleMap:
        """Name, palette, numbers and looks: as Hexwright wrote them, else those of an empty map."""
        if "map" not in self.facts:
            try:
                palette = formats.load_palette(self.options.palette)
            except FileProblem as problem:
                raise HexwrightError(f"palette {self.options.palette!r}: {problem.findings[0].message}") from None
            title = str(properties(self.data).get("name", "") or self.path.stem)
            source = f"Imported from {self.path.name}, a map of Tiled."
            return BattleMap(Grid(self._spec()), palette, title[:LONGEST_NAME], provenance=source)
        own, self.palette = board_of(self.facts, f"{self.path}, property hexwright.map")
        spec = own.grid.spec
        if (spec.columns, spec.rows) != (self.wide, self.high):
            raise HexwrightError(
                f"{self.path}: its size is not that of the property hexwright.map; undo the resizing in Tiled"
            )
        return own

    def _terrain(
        self, grounds: list[tuple[Data, dict[tuple[int, int], int]]], palette: Palette, spec: GridSpec
    ) -> tuple[list[str], set[int]]:
        """Terrain by hex, and the hexes without any. Of several layers the lowest that has a tile counts."""
        kinds = Matching(self.path, self.data["tilesets"], palette, self.options.terrain)
        terrain, void = [palette.base_terrain] * (spec.columns * spec.rows), set()
        covered = 0
        times: Counter[int] = Counter()
        for place in range(len(terrain)):
            at = place % spec.columns + self.left, place // spec.columns + self.top
            gids = [placed[at] & ~FLAGS for _, placed in grounds if at in placed]
            if not gids:
                void.add(place)
                continue
            covered += len(gids) > 1
            times[gids[0]] += 1
            terrain[place] = kinds.terrain(gids[0]) or terrain[place]
        self.matches = [kinds.match(gid, hexes) for gid, hexes in times.most_common()]
        self.losses += losses_of(self.matches)
        self._tell_missing(kinds.gone, "picture of tiles", "pictures of tiles")
        if covered:
            self.losses.append(loss("LOSS208", f"further tiles in {counted(covered, 'hex', 'hexes')}"))
        return terrain, void

    def _elevation(self, levels: list[tuple[Data, dict[tuple[int, int], int]]], grid: Grid) -> list[int]:
        found = [0] * grid.size
        sets = TileSets(self.data["tilesets"])
        for _, placed in levels:
            for (x, y), gid in with_pauses(placed.items()):
                column, row = x - self.left, y - self.top
                level = whole(properties(sets.tile(gid & ~FLAGS)[0]).get("level"))
                if 0 <= column < grid.columns and 0 <= row < grid.rows and 0 < level <= MOST_LEVEL:
                    found[row * grid.columns + column] = level
        return found

    # -- objects ------------------------------------------------------------------------------------------------

    def _objects(self, board: BattleMap, layer: Data, dx: float, dy: float) -> None:
        missed: dict[str, Counter[str]] = {}
        rings: dict[str, tuple[Region, list[list[Point]]]] = {}
        objects = layer.get("objects")
        for one in objects if isinstance(objects, list) else []:
            pause()
            if isinstance(one, dict):
                one = self.objects.whole(one)
                why = self._take(board, layer, one, dx, dy, rings)
                if why:
                    called = str(one.get("type") or one.get("class") or one.get("name") or "object")[:40]
                    missed.setdefault(why, Counter())[called] += 1
        for key, (region, outlines) in rings.items():
            board.regions[key] = replace(region, hexes=within(board.grid, outlines, str(self.path)))
        for code, names in sorted(missed.items()):
            listed = ", ".join(f"{name} ({times})" for name, times in names.most_common(12))
            where = f"of layer {str(layer.get('name', ''))[:40]!r}"
            self.losses.append(loss(code, f"{counted(sum(names.values()), 'object')} {where}: {listed}"))

    def _take(
        self, board: BattleMap, layer: Data, one: Data, dx: float, dy: float,
        rings: dict[str, tuple[Region, list[list[Point]]]],
    ) -> str:  # fmt: skip
        """Put an object onto the map. Gives the code of the loss where that cannot be done, else nothing."""
        if "map" in self.facts and layer.get("name") == "Units":
            return UNKNOWN
        kind = _kind_of(one)
        line = self._line(board.grid, one, dx, dy)
        given = properties(one)
        if kind == "region" and "hex" not in given:
            key = str(given.get("key") or "") or f"region-{len(rings) + len(board.regions) + 1}"
            if not re.fullmatch(KEY_PATTERN, key):
                return UNKNOWN
            name = str(one.get("name", ""))[:LONGEST_NAME]
            colour = str(given.get("colour") or "#7a5c99")
            region = Region(
                key,
                name,
                frozenset(),
                colour if re.fullmatch("#[0-9a-fA-F]{6}", colour) else "#7a5c99",
                str(given.get("rule") or ""),
            )
            rings.setdefault(key, (region, []))[1].extend([line] if len(line) > 2 else [])
            return ""
        found = _known(board.palette, kind, str(layer.get("name", "")))
        if found is not None and len(line) > 1 and found[0] in (Layer.HEXSIDE, Layer.PATH):
            line = [*line, line[0]] if one.get("polygon") else line
            self.length.add(line)
        if found is not None and len(line) > 1 and found[0] is Layer.HEXSIDE:
            taken = self._take_sides(board, found[1], line, high=given.get("high") == "left")
            return "" if taken else BEYOND
        if found is not None and len(line) > 1 and found[0] is Layer.PATH:
            crossed = list(path_sides(board.grid, line))
            for side in crossed:
                board.paths[side] = board.paths.get(side, frozenset()) | {found[1]}
            return "" if crossed else BEYOND
        h = self._hex(board.grid, line, given)
        if h == NOWHERE:
            return BEYOND
        if found is not None and found[0] is Layer.FEATURE:
            board.features[h] = tuple(sorted({*board.features.get(h, ()), found[1]}))
            return ""
        return "" if self._take_name(board, one, kind, h, given, line[0]) else UNKNOWN

    def _take_sides(self, board: BattleMap, kind: str, line: list[Point], *, high: bool) -> bool:
        """Draw a line along hexsides; False where it lies beyond the map."""
        sides = list(sides_of_line(board.grid, line))
        for side, left in sides:
            kinds = dict(board.hexsides.get(side, {}))
            kinds[kind] = left if high else NOWHERE
            board.hexsides[side] = kinds
        return bool(sides)

    def _take_name(self, board: BattleMap, one: Data, kind: str, h: int, given: Data, at: Point) -> bool:
        """A point or a text becomes the name of a place."""
        text = one.get("text")
        said = str(one.get("name") or (text.get("text") if isinstance(text, dict) else "") or "").strip()
        ours = "hex" in given and "map" in self.facts
        if ours:
            said = str(one.get("name") or "")
        elif not said or not (one.get("point") or isinstance(text, dict)):
            return False
        style = kind if kind in ("place", "water", "region", "note") else "place"
        size = str(given.get("size", "medium"))
        x, y = board.grid.centre(h)
        dx, dy = (
            (number(given.get("dx")), number(given.get("dy"))) if ours else (round(at[0] - x, 3), round(at[1] - y, 3))
        )
        sizes = ("small", "medium", "large", "huge")
        size = size if size in sizes else "medium"
        layer = str(given.get("layer") or "")[:LONGEST_NAME] if ours else ""
        board.labels.append(Label(said[:LONGEST_NAME], h, size, style, dx, dy, number(given.get("angle")), layer))
        return True

    def _hex(self, grid: Grid, line: list[Point], given: Data) -> int:
        named = given.get("hex")
        if isinstance(named, str) and "map" in self.facts:
            return grid.find(named)
        if not line:
            return NOWHERE
        return grid.hex_at(sum(x for x, _ in line) / len(line), sum(y for _, y in line) / len(line))

    def _line(self, grid: Grid, one: Data, dx: float, dy: float) -> list[Point]:
        """The points of an object on paper: its line or outline, or the one place where it is."""
        x, y = number(one.get("x")) + dx, number(one.get("y")) + dy
        points = one.get("polyline") or one.get("polygon")
        pairs = [(0.0, 0.0)]
        if isinstance(points, list):
            self.points += len(points)
            if self.points > MOST_POINTS:
                raise HexwrightError(f"{self.path}: its objects have more than {MOST_POINTS:,} points")
            pairs = [(number(point.get("x")), number(point.get("y"))) for point in points if isinstance(point, dict)]
        elif not one.get("point"):
            pairs = [middle(one)]
        pairs = turned(pairs, number(one.get("rotation")))
        shift = (3 * self.left, 2 * self.top) if self.tiles.flat else (2 * self.left, 3 * self.top)
        found = []
        for px, py in pairs:
            lx, ly = self.tiles.lattice(x + px, y + py)
            found.append(grid.paper((lx - shift[0], ly - shift[1])))
        return found


def _is_hidden(layer: Data) -> bool:
    return layer.get("visible", True) in (False, 0, "0", "false")


def _kind_of(one: Data) -> str:
    return str(one.get("type") or one.get("class") or "")


def _known(palette: Palette, kind: str, layer: str) -> tuple[Layer, str] | None:
    """The layer and key of a kind that an object is of; the name of its own layer decides between two of one key."""
    word = folded(kind)
    if not word:
        return None
    layers = [Layer.FEATURE, Layer.HEXSIDE, Layer.PATH]
    named = folded(layer)
    layers.sort(key=lambda one: str(one) != named)
    for one in layers:
        for key, found in palette.kinds[one].items():
            if word in (folded(key), folded(found.name)):
                return one, key
    return None
