"""Maps for Tiled: terrain and elevation as tiles, other parts as objects, and the rest as properties."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.exchange.losses import LostPart, loss
from engine.exchange.own import facts_of
from engine.exchange.source import MADE, ExportSource, Pictures
from engine.exchange.tiled.geometry import TileSize, plain_number, tiles_of
from engine.exchange.tiled.lines import path_lines, side_lines
from engine.exchange.tiled.options import TiledOptions
from engine.exchange.tiled.xml import as_tmx
from engine.hexes.board import chains
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, Lattice
from engine.plural import counted
from engine.scenario.model import Scenario

Data = dict[str, Any]
ACROSS: Final = 8
"""TileSize side by side on a sheet."""
PREFIX: Final = "hexwright."
LAYERS: Final = ("Terrain", "Elevation", "Regions", "Hexsides", "Paths", "Features", "Names", "Units")


def survey(source: ExportSource, options: TiledOptions) -> list[LostPart]:
    """What would be lost."""
    found = []
    if source.hexes.look.underlays:
        found.append(loss("LOSS110", "the underlay picture"))
    for scenario in source.scenarios:
        if not options.units:
            found.append(loss("LOSS109", f"scenario {scenario.name}", option="units=true"))
            continue
        found.append(loss("LOSS115", f"all of scenario {scenario.name} but its set-up"))
        hidden = [group for group in scenario.deployments if group.hidden]
        if hidden and not options.hidden:
            units = [unit for group in hidden for unit in group.units]
            found.append(loss("LOSS104", counted(len(hidden), "hidden group"), units, "hidden=true"))
    return found


def write_tmx(source: ExportSource, options: TiledOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A map as TMX, and its tiles."""
    data, sheets = _map(source, options, pictures, name)
    return {".tmx": as_tmx(data), **sheets}


def write_tmj(source: ExportSource, options: TiledOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A map as TMJ, and its tiles."""
    data, sheets = _map(source, options, pictures, name)
    return {".tmj": (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"), **sheets}


def _map(source: ExportSource, options: TiledOptions, pictures: Pictures, name: str) -> tuple[Data, dict[str, bytes]]:
    board = source.hexes
    grid, tiles = board.grid, tiles_of(board.grid, options.tiles)
    kinds, levels = list(board.palette.terrain), max(board.elevation)
    width, height = tiles.size
    sheets = {"-terrain.png": pictures.tiles(board.palette, kinds, width, height, grid.flat, ACROSS)}
    terrain = [{"id": number, "type": kind} for number, kind in enumerate(kinds)]
    tilesets = [_tileset("Terrain", 1, f"{name}-terrain.png", tiles, terrain)]
    if levels:
        sheets["-levels.png"] = pictures.levels(levels, width, height, grid.flat, ACROSS)
        each = [
            {"id": level - 1, "type": "level", "properties": _properties({"level": level})}
            for level in range(1, levels + 1)
        ]
        tilesets.append(_tileset("Elevation", 1 + len(kinds), f"{name}-levels.png", tiles, each))
    maker = _Objects(board, tiles)
    layers = [_tile_layer("Terrain", grid, _terrain_gids(board, kinds))]
    if levels:
        shift = len(kinds)
        layers.append(_tile_layer("Elevation", grid, [shift + level if level else 0 for level in board.elevation]))
    layers += [
        _object_layer("Regions", maker.regions()),
        _object_layer("Hexsides", maker.hexsides()),
        _object_layer("Paths", maker.paths()),
        _object_layer("Features", maker.features()),
        _object_layer("Names", maker.names()),
    ]
    if options.units and source.scenario is not None:
        layers.append(_object_layer("Units", maker.units(source.scenario, options)))
    for number, layer in enumerate(layers, 1):
        layer["id"] = number
    data = {
        "type": "map",
        "version": "1.8",
        "tiledversion": "1.8.2",
        "properties": _properties(_facts(board)),
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": grid.columns,
        "height": grid.rows,
        "tilewidth": width,
        "tileheight": height,
        "hexsidelength": tiles.side,
        "staggeraxis": "x" if grid.flat else "y",
        "staggerindex": "even" if grid.parity(0) else "odd",
        "infinite": False,
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": maker.count + 1,
        "tilesets": tilesets,
        "layers": layers,
    }
    return data, sheets


def _facts(board: BattleMap) -> dict[str, str]:
    """What Tiled has no place for."""
    return {PREFIX + key: value for key, value in ({"made": MADE} | facts_of(board)).items()}


def _terrain_gids(board: BattleMap, kinds: list[str]) -> list[int]:
    number = {kind: place for place, kind in enumerate(kinds, 1)}
    return [0 if h in board.grid.void else number.get(kind, 0) for h, kind in enumerate(board.terrain)]


def _tileset(name: str, first: int, image: str, tiles: TileSize, each: list[Data]) -> Data:
    width, height = tiles.size
    columns = min(ACROSS, len(each)) if len(each) < ACROSS else ACROSS
    return {
        "firstgid": first,
        "name": name,
        "tilewidth": width,
        "tileheight": height,
        "tilecount": len(each),
        "columns": columns,
        "spacing": 0,
        "margin": 0,
        "image": image,
        "imagewidth": width * columns,
        "imageheight": height * -(-len(each) // columns),
        "tiles": each,
    }


def _tile_layer(name: str, grid: Grid, gids: list[int]) -> Data:
    return {
        "id": 0,
        "name": name,
        "type": "tilelayer",
        "x": 0,
        "y": 0,
        "width": grid.columns,
        "height": grid.rows,
        "opacity": 1,
        "visible": True,
        "data": gids,
    }


def _object_layer(name: str, objects: Iterable[Data]) -> Data:
    return {
        "id": 0,
        "name": name,
        "type": "objectgroup",
        "draworder": "index",
        "x": 0,
        "y": 0,
        "opacity": 1,
        "visible": True,
        "objects": list(objects),
    }


class _Objects:
    """Makes the objects of a map, numbered one after the other."""

    def __init__(self, board: BattleMap, tiles: TileSize) -> None:
        self.board, self.grid, self.tiles = board, board.grid, tiles
        self.count = 0

    def features(self) -> Iterator[Data]:
        for h, kinds in sorted(self.board.features.items()):
            for kind in kinds:
                yield self._point(kind, self.grid.name(h), h)

    def hexsides(self) -> Iterator[Data]:
        """One polyline for each run of sides of a kind."""
        by_kind: dict[str, dict[int, int]] = {}
        for side, kinds in sorted(self.board.hexsides.items()):
            for kind, high in kinds.items():
                by_kind.setdefault(kind, {})[side] = high
        for kind in sorted(by_kind):
            for line, directed in side_lines(self.grid, by_kind[kind]):
                yield self._line(kind, "", line, {"high": "left"} if directed else {})

    def paths(self) -> Iterator[Data]:
        """One polyline for each stretch of a road through centres of hexes."""
        by_kind: dict[str, list[int]] = {}
        for side, kinds in sorted(self.board.paths.items()):
            for kind in kinds:
                by_kind.setdefault(kind, []).append(side)
        for kind in sorted(by_kind):
            for line in path_lines(self.grid, by_kind[kind]):
                yield self._line(kind, "", line, {})

    def names(self) -> Iterator[Data]:
        for label in self.board.labels:
            given = {"size": label.size, "hex": self.grid.name(label.at)}
            given |= {key: value for key in ("dx", "dy", "angle") if (value := getattr(label, key))}
            given |= {"layer": label.layer} if label.layer else {}
            yield self._point(label.style, label.text, label.at, given)

    def regions(self) -> Iterator[Data]:
        for key, region in self.board.regions.items():
            given = {"key": key, "colour": region.colour, "rule": region.rule}
            rings = chains.outlines(self.grid, region.hexes)
            for ring in rings:
                yield self._line("region", region.name, ring, given, shape="polygon")
            if not rings:
                yield self._point("region", region.name, 0, given)

    def units(self, scenario: Scenario, options: TiledOptions) -> Iterator[Data]:
        secret = {unit for group in scenario.deployments if group.hidden for unit in group.units}
        for key, place in scenario.setup.items():
            unit, h = scenario.units.get(key), self.grid.find(place)
            if unit is None or h == NOWHERE or (key in secret and not options.hidden):
                continue
            given: dict[str, object] = {"key": key, "side": unit.side, "size": unit.size, "formation": unit.formation}
            given |= {name: value for name, value in unit.values.items() if value is not None}
            yield self._point(unit.type, unit.name, h, given)

    def _point(self, kind: str, name: str, h: int, given: Mapping[str, object] | None = None) -> Data:
        x, y = self.tiles.pixel(self.grid.lattice(h))
        return self._object(kind, name, x, y, {"point": True}, given or {})

    def _line(
        self, kind: str, name: str, line: list[Lattice], given: Mapping[str, object], shape: str = "polyline"
    ) -> Data:
        pixels = [self.tiles.pixel(point) for point in line]
        x, y = pixels[0]
        points = [{"x": plain_number(px - x), "y": plain_number(py - y)} for px, py in pixels]
        return self._object(kind, name, x, y, {shape: points}, given)

    def _object(self, kind: str, name: str, x: float, y: float, shape: Data, given: Mapping[str, object]) -> Data:
        self.count += 1
        made = {"id": self.count, "name": name, "type": kind, "x": plain_number(x), "y": plain_number(y)}
        made |= {"width": 0, "height": 0, "rotation": 0, "visible": True}
        properties = _properties({key: value for key, value in given.items() if value != ""})
        return {**made, **shape, **({"properties": properties} if properties else {})}


def _properties(given: Mapping[str, object]) -> list[Data]:
    """Plain properties only: several readers pass over those with classes."""
    made = []
    for name, value in given.items():
        kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
        if isinstance(value, bool | int | float):
            made.append({"name": name, "type": kind, "value": value})
        else:
            made.append({"name": name, "type": "string", "value": str(value)})
    return made
