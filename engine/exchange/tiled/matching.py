"""The terrain of the tiles of a map from elsewhere."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image

from engine.boards.palette import Palette
from engine.exchange.matching import ALIKE, TerrainMatch, TerrainNames, chosen_terrain
from engine.exchange.tiled.opening import beside, whole

Data = dict[str, Any]
MOST_PIXELS: Final = 40_000_000
"""Pixels of a picture of tiles whose colours are looked at."""
SHOWN: Final = 40
"""Pixels of a tile that is shown."""


class TileSets:
    """Tile sets by the numbers of their tiles."""

    def __init__(self, tilesets: list[Data]) -> None:
        self.sets = sorted(tilesets, key=lambda one: whole(one.get("firstgid")))
        self._tiles: dict[int, dict[int, Data]] = {}

    def tile(self, gid: int) -> tuple[Data, Data, int]:
        """A tile's own data, its tile set, and its number in that; empty data where there is none."""
        found = next((one for one in reversed(self.sets) if 0 <= whole(one.get("firstgid")) <= gid), None)
        if found is None:
            return {}, {}, gid
        first = whole(found.get("firstgid"))
        if first not in self._tiles:
            self._tiles[first] = _tiles_of(found)
        return self._tiles[first].get(gid - first, {}), found, gid - first


def _tiles_of(tileset: Data) -> dict[int, Data]:
    """The tiles of a tile set by their numbers, each with the ``ground`` that it is all of."""
    tiles = tileset.get("tiles")
    found: dict[int, Data] = {}
    if isinstance(tiles, list):
        found = {whole(tile.get("id")): tile for tile in tiles if isinstance(tile, dict)}
    # Up to Tiled 1.1 JSON had tiles and their properties by number.
    for name, given in (("", tiles), ("properties", tileset.get("tileproperties"))):
        if isinstance(given, dict):
            for number_of, held in given.items():
                if str(number_of).isdecimal() and isinstance(held, dict):
                    tile = found.setdefault(int(number_of), {})
                    tile.update({name: held} if name else held)
    for number_of, ground in _grounds(tileset, found):
        found[number_of] = {**found.get(number_of, {}), "ground": ground}
    return found


def _grounds(tileset: Data, tiles: Mapping[int, Data]) -> list[tuple[int, str]]:
    """The tiles that are all of one Wang colour, or of one terrain as Tiled had them before, with its name."""
    terrains = tileset.get("terrains")
    shares: list[tuple[int, object, object]] = [
        (number_of, tile.get("terrain"), terrains) for number_of, tile in tiles.items()
    ]
    sets = tileset.get("wangsets")
    for one in sets if isinstance(sets, list) else []:
        listed = one.get("wangtiles") if isinstance(one, dict) else None
        for tile in listed if isinstance(listed, list) else []:
            if isinstance(tile, dict) and isinstance(wang := tile.get("wangid"), list):
                # Colours are counted from 1, and 0 is none.
                colours = [part - 1 for part in wang if isinstance(part, int) and part > 0]
                shares.append((whole(tile.get("tileid")), colours, one.get("colors")))
    found = []
    for number_of, numbers, named in shares:
        if isinstance(numbers, list) and isinstance(named, list) and len(set(map(str, numbers))) == 1:
            kind = named[numbers[0]] if isinstance(numbers[0], int) and 0 <= numbers[0] < len(named) else None
            if isinstance(kind, dict) and isinstance(kind.get("name"), str):
                found.append((number_of, kind["name"]))
    return found


class Matching:
    """Which terrain a tile is: by what the user said, its class, a property, its picture's name, its colour."""

    def __init__(self, path: Path, tilesets: list[Data], palette: Palette, said: str) -> None:
        self.path, self.palette = path, palette
        self.sets = TileSets(tilesets)
        self.known: dict[int, tuple[str, str]] = {}
        self.names = TerrainNames(palette, chosen_terrain(said, palette), ALIKE)
        self.gone: dict[str, None] = {}
        """Pictures by which tiles could have been matched, but which cannot be read."""
        self._sheets: dict[str, Image.Image | None] = {}

    def said(self, gid: int) -> str:
        """What a tile is called: its class, a property, its picture, or its tile set and number."""
        return next(iter(self._words(gid)))

    def _words(self, gid: int) -> list[str]:
        tile, tileset, number_of = self.sets.tile(gid)
        given = properties(tile)
        words = [tile.get("type"), tile.get("class"), given.get("terrain"), given.get("type"), given.get("name")]
        image = tile.get("image")
        words += [Path(image.replace("\\", "/")).stem if isinstance(image, str) else None, tile.get("ground")]
        return [
            *(word for word in words if isinstance(word, str) and word),
            f"{tileset.get('name') or 'tile'} {number_of}",
        ]

    def terrain(self, gid: int) -> str:
        """The terrain of a tile; empty where none is like it."""
        if gid not in self.known:
            found = self.names.found(self._words(gid))
            if not found[0]:
                near = self._by_colour(gid)
                found = near, "colour" if near else ""
            self.known[gid] = found
        return self.known[gid][0]

    def match(self, gid: int, hexes: int) -> TerrainMatch:
        """The row of the table for a tile that this many hexes have."""
        ours = self.terrain(gid)
        colour = self._colour(gid)
        shade = "" if colour is None else "#" + "".join(f"{round(part):02x}" for part in colour)
        return TerrainMatch(self.said(gid), ours, self.known[gid][1], hexes, shade, _as_png(self._picture_of(gid)))

    def _by_colour(self, gid: int) -> str:
        """The terrain whose colour is nearest to the middle of the tile's picture, where that is near."""
        colour = self._colour(gid)
        if colour is None:
            tile, tileset, _ = self.sets.tile(gid)
            image = tile.get("image") or tileset.get("image")
            if isinstance(image, str) and self._sheet(image) is None:
                self.gone[image[:200]] = None
            return ""

        def difference(key: str) -> float:
            text = self.palette.terrain[key].colour
            return sum((int(text[1 + 2 * n : 3 + 2 * n], 16) - colour[n]) ** 2 for n in range(3))

        best = min(self.palette.terrain, key=difference)
        return best if difference(best) < 60**2 else ""

    def _colour(self, gid: int) -> tuple[float, float, float] | None:
        """The mean colour of the middle of a tile's picture."""
        tile = self._picture_of(gid)
        if tile is None:
            return None
        wide, high = tile.size
        middle = tile.crop((wide // 4, high // 4, wide - wide // 4, high - high // 4))
        pixels = np.asarray(middle.convert("RGBA"), dtype=float).reshape(-1, 4)
        seen = pixels[pixels[:, 3] > 128]
        if not len(seen):
            return None
        red, green, blue = (float(value) for value in seen[:, :3].mean(axis=0))
        return red, green, blue

    def _picture_of(self, gid: int) -> Image.Image | None:
        tile, tileset, place = self.sets.tile(gid)
        own = isinstance(tile.get("image"), str)
        sheet = self._sheet(tile["image"] if own else tileset.get("image"))
        if sheet is None:
            return None
        wide, high = (
            (sheet.width, sheet.height) if own else (whole(tileset.get("tilewidth")), whole(tileset.get("tileheight")))
        )
        gap, margin = max(0, whole(tileset.get("spacing"))), max(0, whole(tileset.get("margin")))
        if wide < 1 or high < 1:
            return None
        columns = 1 if own else max(1, (sheet.width - 2 * margin + gap) // (wide + gap))
        left, top = (
            (0, 0) if own else (margin + place % columns * (wide + gap), margin + place // columns * (high + gap))
        )
        if left + wide > sheet.width or top + high > sheet.height:
            return None
        return sheet.crop((left, top, left + wide, top + high))

    def _sheet(self, name: object) -> Image.Image | None:
        if not isinstance(name, str):
            return None
        if name not in self._sheets:
            self._sheets[name] = _picture(beside(self.path, name))
        return self._sheets[name]


def _as_png(tile: Image.Image | None) -> bytes:
    """A small picture of a tile as PNG; nothing where there is none."""
    if tile is None:
        return b""
    small = tile.convert("RGBA")
    small.thumbnail((SHOWN, SHOWN))
    out = io.BytesIO()
    small.save(out, "PNG")
    return out.getvalue()


def _picture(path: Path | None) -> Image.Image | None:
    """A picture of tiles, where it can be read and is not too large."""
    if path is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(path.read_bytes())) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    return None
                picture.load()
                return picture.copy()
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return None


def properties(data: Data) -> Data:
    """The properties of a map, a tile or an object, by name."""
    given = data.get("properties")
    if isinstance(given, dict):
        # So they were in JSON up to Tiled 1.1.
        return {str(name): value for name, value in given.items()}
    if not isinstance(given, list):
        return {}
    return {str(one.get("name", "")): one.get("value") for one in given if isinstance(one, dict)}


def number(value: object) -> float:
    """A number; 0 for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or abs(value) > 1e8:
        return 0.0
    return float(value)
