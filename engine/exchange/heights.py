"""Height grids: ESRI ASCII, SRTM and GeoTIFF become the elevation levels of a map, with slopes where wanted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from engine.boards.geo import GeoPlace
from engine.errors import HexwrightError
from engine.exchange.bounded import bytes_of
from engine.exchange.geodata import GeoData
from engine.exchange.geomaps import Box, MapMaker, PlaceOptions, flat_place, moved, place_for
from engine.exchange.geotiffs import HIGHEST_METRES, MOST_CELLS, USUAL_NO_DATA, heights_of, is_on_globe, is_tiff
from engine.exchange.losses import LostPart, loss
from engine.exchange.projections import DEGREES, Floats, of_description, projection
from engine.exchange.source import Imported
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Orientation
from engine.pauses import pause
from engine.plural import counted

HEAD: Final = 4096
MOST_BYTES: Final = 400_000_000
BLOCK: Final = 1_000_000
"""Bytes of numbers that are read together."""
HIGHEST: Final = 35
"""The highest elevation level of a map."""
SMALL: Final = 160
"""Rows and columns of a preview."""
USUAL_LEVELS: Final = 10
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Metres from level to level that are chosen from where none are given."""
_TILE: Final = re.compile(r"([NS])(\d{2})([EW])(\d{3})", re.IGNORECASE)
_SRTM_SIDES: Final = {2 * side * side: side for side in (1201, 3601)}
_NO_DATA: Final = -32768
_HEADER: Final = re.compile(
    r"(?i)^\s*(ncols|nrows|xll(?:corner|center)|yll(?:corner|center)|cellsize|dx|dy|nodata_value)\s+(\S+)"
)
_MARK: Final = b"\xef\xbb\xbf"


class HeightReading(PlaceOptions):
    """How heights become levels."""

    bounds: str = Field("", description="part to take: west,south,east,north; all of it if empty")
    levels: Literal["even", "quantiles"] = Field("even", description="even steps of metres, or equally common levels")
    step: float = Field(0, ge=0, le=5000, description="metres from level to level; 0 for about 10 levels")
    count: int = Field(6, ge=2, le=35, description="number of levels when they are equally common")
    slopes: int = Field(
        0, ge=0, le=35, description="levels between neighbours from which on the hexside is a slope; 0 for none"
    )
    sea: bool = Field(True, description="make hexes at or below 0 metres water")


@dataclass(frozen=True, slots=True)
class HeightGrid:
    """Heights in metres, in rows from north to south; places without a height are NaN."""

    values: NDArray[np.float64]
    west: float
    """The western edge, in degrees or metres."""
    north: float
    across: float
    """Size of a cell."""
    down: float
    crs: str
    """The projection of places: `DEGREES`, another, or empty for metres of an unknown one."""

    @property
    def degrees(self) -> bool:
        """Whether places are in degrees."""
        return self.crs == DEGREES

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east and north."""
        rows, columns = self.values.shape
        return self.west, self.north - rows * self.down, self.west + columns * self.across, self.north

    def at(self, x: Floats, y: Floats) -> Floats:
        """The heights at places; NaN beyond the grid."""
        rows, columns = self.values.shape
        column = np.floor((x - self.west) / self.across).astype(int)
        row = np.floor((self.north - y) / self.down).astype(int)
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        found: Floats = np.where(inside, self.values[row.clip(0, rows - 1), column.clip(0, columns - 1)], np.nan)
        return found


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is a height grid."""
    if _HEADER.match(head.removeprefix(_MARK)[:200].decode("latin-1")) and b"ncols" in head.lower():
        return True
    if is_tiff(head):
        return is_on_globe(path)
    try:
        is_tile = path.stat().st_size in _SRTM_SIDES and min(head) < ord("\t")
    except OSError:
        return False
    # A tile that is cut off has its name left.
    return is_tile or (path.suffix.lower() == ".hgt" and _TILE.match(path.name) is not None)


def read(path: Path, options: HeightReading, stem: str) -> Imported:
    """A map with the heights of a file. Raises HexwrightError, with file and place."""
    heights = opened(path)
    box = _part(options.bounds, heights, path)
    if heights.degrees:
        place, grid = place_for(box, options.size, path, options.rotation, options.crs)
    else:
        place, grid = flat_place(box, options.size, heights.crs, path, options.rotation)
    name, about = stem.replace("_", " ").capitalize(), f"Heights from {path.name}."
    board = MapMaker(place, grid).fresh(name, about, options.unit)
    if not place.crs:
        board.look = replace(board.look, geo=None)
    covered = _around(board, place, heights) if options.rotation else box
    found = _filled(board, place, heights, covered, options, path)
    if heights.degrees:
        found.data = GeoData((), heights.box, box, options.rotation, options.crs, _in_small(heights))
    return found


def _around(board: BattleMap, place: GeoPlace, heights: HeightGrid) -> Box:
    """The part of the heights that a turned map covers."""
    edge = moved(_corners(board), place.matrix)
    if place.crs != heights.crs:
        edge = projection(place.crs).inverse(edge)
        edge = edge if heights.degrees else projection(heights.crs).forward(edge)
    (left, bottom), (right, top) = edge.min(axis=0), edge.max(axis=0)
    west, south, east, north = heights.box
    return max(west, float(left)), max(south, float(bottom)), min(east, float(right)), min(north, float(top))


def _in_small(heights: HeightGrid) -> tuple[tuple[float, ...], ...]:
    """The heights from 0 to 1, in few rows and columns."""
    rows, columns = heights.values.shape
    part = heights.values[:: -(-rows // SMALL), :: -(-columns // SMALL)]
    low, high = float(np.nanmin(part)), float(np.nanmax(part))
    shares = np.nan_to_num((part - low) / ((high - low) or 1.0))
    return tuple(tuple(float(share) for share in row) for row in shares)


def onto(path: Path, options: HeightReading, stem: str, board: BattleMap) -> Imported:
    """The heights of a file in the hexes of an open map that says where it lies. Raises HexwrightError."""
    heights = opened(path)
    if not heights.crs:
        raise HexwrightError(f"{path}: it does not say in which projection its metres are; import it as a new document")
    maker = MapMaker.on(board)
    edge = maker.degrees(_corners(board))
    if not heights.degrees:
        edge = projection(heights.crs).forward(edge)
    (left, bottom), (right, top) = edge.min(axis=0), edge.max(axis=0)
    west, south, east, north = heights.box
    box = max(west, float(left)), max(south, float(bottom)), min(east, float(right)), min(north, float(top))
    if not (box[0] < box[2] and box[1] < box[3]):
        raise HexwrightError(f"{path}: its heights are not on the open map")
    made = BattleMap(board.grid, board.palette, board.name, elevation=list(board.elevation))
    return _filled(made, maker.place, heights, box, options, path)


def _corners(board: BattleMap) -> Floats:
    wide, high = board.extent
    return np.array([[x * wide, y * high] for x in np.linspace(0, 1, 9) for y in np.linspace(0, 1, 9)])


def _filled(
    board: BattleMap, place: GeoPlace, heights: HeightGrid, box: Box, options: HeightReading, path: Path
) -> Imported:
    """The map with levels, water and slopes by its heights."""
    found = _of_hexes(heights, MapMaker(place, board.grid), box)
    inside = np.isin(np.arange(board.grid.size), np.array(board.grid.hexes))
    known = ~np.isnan(found) & inside
    if not known.any():
        raise HexwrightError(f"{path}: there are no heights in this part")
    losses: list[LostPart] = []
    if not known[inside].all():
        missing = [board.grid.name(int(h)) for h in np.flatnonzero(inside & ~known)]
        losses.append(loss("LOSS214", counted(len(missing), "hex", "hexes"), missing))
    levels, said = _levels(np.where(known, found, 0.0), known, options)
    board.elevation = [int(level) for level in np.where(known, levels, board.elevation)]
    if options.sea:
        for h in np.flatnonzero(known & (found <= 0)):
            board.terrain[int(h)] = "water"
    if options.slopes:
        _add_slopes(board, options.slopes)
    grid = board.grid
    about = f"heights from {np.nanmin(found):.0f} to {np.nanmax(found):.0f} m, {grid.columns} x {grid.rows} hexes of "
    return Imported(board, f"{about}{place.hex / 1000:.4g} km, {said}", losses=losses)


def _of_hexes(heights: HeightGrid, maker: MapMaker, box: Box) -> Floats:
    """The mean height of each hex: of places all over it, eight across."""
    west, south, east, north = box
    grid = maker.grid
    across, down = (min(4000, 8 * count + 16) for count in (2 * grid.columns, 2 * grid.rows))
    x = np.tile(np.linspace(west, east, across), down)
    y = np.repeat(np.linspace(north, south, down), across)
    values = heights.at(x, y)
    spots = np.column_stack([x, y])
    if maker.place.crs == heights.crs:
        near = _hexes_at(maker, moved(spots, maker.place.inverse))
    else:
        degrees = spots if heights.degrees else projection(heights.crs).inverse(spots)
        near = _hexes_at(maker, maker.paper(degrees))
    good = (near >= 0) & ~np.isnan(values)
    total = np.bincount(near[good], values[good], grid.size)
    count = np.bincount(near[good], minlength=grid.size)
    with np.errstate(invalid="ignore"):
        found: Floats = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    return found


def _hexes_at(maker: MapMaker, spots: Floats) -> NDArray[np.intp]:
    """The hex at each point of the paper; -1 beyond the map."""
    grid = maker.grid
    centres = np.array([grid.centre(h) for h in range(grid.size)])
    if grid.spec.orientation is Orientation.POINTY:
        # With x and y exchanged they are flat-topped.
        centres, spots = centres[:, ::-1], spots[:, ::-1]
    origin = centres[0]
    axial = _axial(centres - origin)
    low = axial.min(axis=0) - 1
    table = np.full(tuple(axial.max(axis=0) - low + 2), -1, dtype=np.intp)
    table[axial[:, 0] - low[0], axial[:, 1] - low[1]] = np.arange(grid.size)
    at = _axial(spots - origin) - low
    inside = ((at >= 0) & (at < table.shape)).all(axis=1)
    at = np.where(inside[:, None], at, 0)
    found: NDArray[np.intp] = np.where(inside, table[at[:, 0], at[:, 1]], -1)
    return found


def _axial(points: Floats) -> NDArray[np.intp]:
    """The two whole coordinates of the flat-topped hex about each point, counted from the first hex."""
    q = 2 / 3 * points[:, 0]
    r = -1 / 3 * points[:, 0] + 3**0.5 / 3 * points[:, 1]
    cube = np.stack([q, r, -q - r], axis=1)
    whole = np.round(cube)
    far = np.abs(whole - cube)
    worst = far.argmax(axis=1)
    rows = np.arange(len(points))
    whole[rows, worst] -= whole.sum(axis=1)
    found: NDArray[np.intp] = whole[:, :2].astype(np.intp)
    return found


def _levels(found: Floats, known: NDArray[np.bool_], options: HeightReading) -> tuple[NDArray[np.intp], str]:
    """The level of each hex, and how levels were chosen, in words."""
    land = found[known & (found > 0)]
    if not len(land):
        return np.zeros(len(found), np.intp), "all at level 0"
    if options.levels == "quantiles":
        limits = np.unique(np.quantile(land, np.linspace(0, 1, options.count + 1)[1:-1]))
        return np.where(known & (found > 0), np.searchsorted(limits, found, "right"), 0), f"{len(limits) + 1} levels"
    top = float(land.max())
    step = options.step or next((step for step in STEPS if top / step <= USUAL_LEVELS), STEPS[-1])
    levels = np.clip(np.floor(np.maximum(found, 0) / step), 0, HIGHEST).astype(np.intp)
    return levels, f"a level each {step:g} m"


def _add_slopes(board: BattleMap, least: int) -> None:
    grid, heights = board.grid, board.elevation
    for side in grid.all_sides():
        one, other = grid.side_hexes(side)
        if (
            NOWHERE not in (one, other)
            and one in grid
            and other in grid
            and abs(heights[one] - heights[other]) >= least
        ):
            board.hexsides.setdefault(side, {})["slope"] = one if heights[one] > heights[other] else other


def _part(text: str, heights: HeightGrid, path: Path) -> tuple[float, float, float, float]:
    """The part that is taken. Raises HexwrightError for one that is empty."""
    west, south, east, north = heights.box
    if text:
        try:
            wanted = [float(part) for part in text.split(",")]
            left, bottom, right, top = wanted
        except ValueError:
            raise HexwrightError(f"option bounds: {text[:60]!r} is not west,south,east,north") from None
        west, south, east, north = max(west, left), max(south, bottom), min(east, right), min(north, top)
    if not (west < east and south < north) or (
        heights.degrees and not (west >= -180 and east <= 181 and south >= -90 and north <= 91)
    ):
        raise HexwrightError(f"{path}: the part is empty or not on the globe: {west:g}, {south:g}, {east:g}, {north:g}")
    return west, south, east, north


# -- files ----------------------------------------------------------------------------------------------------------


def opened(path: Path) -> HeightGrid:
    """The heights of a file. Raises HexwrightError, with file and place."""
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            head = stream.read(HEAD)
    except OSError as error:
        raise HexwrightError(f"Could not read {path}: {error.strerror or error}.") from None
    if size > MOST_BYTES:
        raise HexwrightError(f"{path}: the file is too large; at most {MOST_BYTES // 10**6} MB are read")
    if is_tiff(head):
        return _of_tiff(path)
    if _HEADER.match(head.removeprefix(_MARK)[:200].decode("latin-1")):
        return _of_ascii(path, head)
    return _of_srtm(path, bytes_of(path, MOST_BYTES))


def _of_srtm(path: Path, data: bytes) -> HeightGrid:
    side, named = _SRTM_SIDES.get(len(data)), _TILE.search(path.stem)
    if side is None:
        raise HexwrightError(
            f"{path}: an SRTM tile has 1201 x 1201 or 3601 x 3601 heights; this has {len(data):,} bytes"
        )
    if named is None:
        raise HexwrightError(f"{path}: the name of an SRTM tile says its corner, such as N46E008.hgt")
    south = int(named[2]) * (1 if named[1] in "Nn" else -1)
    west = int(named[4]) * (1 if named[3] in "Ee" else -1)
    values = np.frombuffer(data, ">i2").reshape(side, side).astype(np.float64)
    cell = 1 / (side - 1)
    return HeightGrid(
        np.where(values == _NO_DATA, np.nan, values), west - cell / 2, south + 1 + cell / 2, cell, cell, DEGREES
    )


def _of_ascii(path: Path, head: bytes) -> HeightGrid:
    facts: dict[str, float] = {}
    begin = len(_MARK) if head.startswith(_MARK) else 0
    number = 0
    for number, line in enumerate(head[begin:].decode("latin-1").splitlines(keepends=True)[:10], 1):
        found = _HEADER.match(line)
        if found is None:
            break
        begin += len(line)
        try:
            facts[found[1].lower()] = float(found[2])
        except ValueError:
            raise HexwrightError(f"{path}, line {number}: {found[2][:40]!r} is not a number") from None
    columns, rows = _count(facts, "ncols", path), _count(facts, "nrows", path)
    if columns * rows > MOST_CELLS:
        raise HexwrightError(f"{path}: it has {columns * rows:,} heights; {MOST_CELLS:,} are allowed")
    across, down = facts.get("cellsize", facts.get("dx", 0.0)), facts.get("cellsize", facts.get("dy", 0.0))
    if not (0 < across < 1e7 and 0 < down < 1e7):
        raise HexwrightError(f"{path}: its cells have no size (cellsize)")
    west, south = (_corner(facts, axis, size, path) for axis, size in (("x", across), ("y", down)))
    values = _numbers(path, begin, number, columns * rows).reshape(rows, columns)
    good = np.isfinite(values) & (values != facts.get("nodata_value", USUAL_NO_DATA))
    values[~(good & (np.abs(values) <= HIGHEST_METRES))] = np.nan
    said = _described(path.with_suffix(".prj"))
    crs = said or (DEGREES if abs(west) <= 360 and across < 1 else "")
    return HeightGrid(values, west, south + rows * down, across, down, crs)


def _numbers(path: Path, begin: int, line: int, wanted: int) -> Floats:
    """The numbers of a file from a byte on, which stands in a line; never more of the file at once than a block."""
    values: Floats = np.empty(wanted)
    count, rest = 0, b""
    with path.open("rb") as stream:
        stream.seek(begin)
        while block := stream.read(BLOCK):
            pause()
            block = rest + block
            whole = max(block.rfind(mark) for mark in (b" ", b"\n", b"\t", b"\r")) + 1
            rest = block[whole:]
            if len(rest) > BLOCK:
                raise HexwrightError(f"{path}, line {line}: it has something other than numbers")
            found = _parsed(block[:whole], path, line)
            values[count : count + len(found)] = found[: wanted - count]
            count, line = count + len(found), line + block.count(b"\n", 0, whole)
    last = _parsed(rest, path, line)
    values[count : count + len(last)] = last[: max(0, wanted - count)]
    count += len(last)
    if count != wanted:
        raise HexwrightError(f"{path}: its header says {wanted:,} heights; there are {count:,}")
    return values


def _parsed(block: bytes, path: Path, first: int) -> Floats:
    """The numbers of a block; ``first`` is the number of its first line, for errors."""
    try:
        return np.array(block.split(), dtype=np.float64)
    except ValueError:
        pass
    for number, line in enumerate(block.split(b"\n"), first):
        try:
            np.array(line.split(), dtype=np.float64)
        except ValueError:
            raise HexwrightError(f"{path}, line {number}: it has something other than numbers") from None
    raise HexwrightError(f"{path}, line {first}: it has something other than numbers")


def _described(path: Path) -> str:
    """The projection that a file beside the grid describes; empty where there is none."""
    try:
        return of_description(path.read_text(encoding="latin-1")) if path.stat().st_size < 100_000 else ""
    except OSError:
        return ""


def _count(facts: Mapping[str, float], name: str, path: Path) -> int:
    count = facts.get(name, 0.0)
    if not (1 <= count <= MOST_CELLS) or count != int(count):
        raise HexwrightError(f"{path}: {name} is missing or not a number of cells")
    return int(count)


def _corner(facts: Mapping[str, float], axis: str, size: float, path: Path) -> float:
    corner, middle = facts.get(f"{axis}llcorner"), facts.get(f"{axis}llcenter")
    found = corner if corner is not None else middle - size / 2 if middle is not None else float("nan")
    if not isfinite(found) or abs(found) > 1e9:
        raise HexwrightError(f"{path}: {axis}llcorner is missing, so the grid has no place")
    return found


def _of_tiff(path: Path) -> HeightGrid:
    found = heights_of(path)
    crs = f"EPSG:{found.epsg}" if found.projected and found.epsg else "" if found.projected else DEGREES
    if not found.told:
        # It does not say whether these are degrees: a file beside it may, else its numbers do.
        looks_so = max(abs(found.west), abs(found.north)) <= 360 and found.across < 1
        crs = _described(path.with_suffix(".prj")) or (DEGREES if looks_so else "")
    return HeightGrid(found.values, found.west, found.north, found.across, found.down, crs)
