"""Maps of Worldographer, read: ours without any loss, those of others by matching their tiles to terrain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import formats
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, loss
from engine.exchange.matching import ALIKE, TerrainMatch, TerrainNames, chosen_terrain, losses_of
from engine.exchange.own import OwnMap, board_of, legend_of
from engine.exchange.source import Imported
from engine.exchange.trees import Element
from engine.exchange.worldographer import facts
from engine.exchange.worldographer.drawn import DrawnParts
from engine.exchange.worldographer.names import BLANK, terrain_there
from engine.exchange.worldographer.opening import opened
from engine.exchange.worldographer.options import WorldographerReading
from engine.exchange.worldographer.places import UnitPlaces
from engine.findings import FileProblem
from engine.formats.documents import LONGEST_NAME
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.pauses import pause
from engine.plural import counted
from engine.spelling import folded

MOST_HEXES: Final = 1_000_000
MOST_LEVEL: Final = 35


class Tile(NamedTuple):
    """One hex of the file."""

    slot: int
    elevation: float
    more: bool
    """Whether it is icy, for the game master only, or has resources."""


def read(path: Path, options: WorldographerReading, stem: str) -> Imported:
    """A map of Worldographer. Raises HexwrightError, with file and place."""
    return _WorldographerReading(path, options).imported()


class _WorldographerReading:
    def __init__(self, path: Path, options: WorldographerReading) -> None:
        self.path, self.options = path, options
        self.root = opened(path)
        self.losses: list[LostPart] = []
        self.facts = self._facts()
        self.theirs = self._terrain_names()
        self.matches: list[TerrainMatch] = []

    def imported(self) -> Imported:
        """All that is found."""
        turned = self.root.get("hexOrientation")
        if turned not in ("COLUMNS", "ROWS"):
            raise HexwrightError(
                f"{self.path}: it is a map of {turned.lower()[:30]} tiles; only maps of hexes are read"
            )
        flat = turned == "COLUMNS"
        view, tiles = self._tiles()
        wide, high = len(tiles), len(tiles[0])
        shift = self.facts.get("shift") if self.facts else 0
        shift = shift if shift in (0, 1) else 0
        left, above = (shift, 0) if flat else (0, shift)
        own = self._base(flat, wide - left, high - above)
        cells = [
            tiles[left + place % (wide - left)][above + place // (wide - left)]
            for place in range((wide - left) * (high - above))
        ]
        terrain, void = self._terrain(cells, own.board)
        if len(void) == len(cells):
            raise HexwrightError(f"{self.path}: all its hexes are blank")
        spec = own.board.grid.spec
        grid = Grid(replace(spec, void=frozenset((h % spec.columns, h // spec.columns) for h in void)))
        levels = self._levels(cells)
        board = replace(own.board, grid=grid, terrain=terrain, elevation=levels, legend=legend_of(self.facts or {}))
        drawn = DrawnParts(board, UnitPlaces(grid, shift), self.options, self._parts(), view, str(self.path))
        drawn.take(self.root)
        self.losses += drawn.losses()
        self._what_is_not_known()
        about = f"a map of Worldographer: {grid.columns} x {grid.rows} hexes"
        about += ", written by Hexwright" if self.facts else ""
        return Imported(board, about, palette=own.palette, losses=self.losses, matches=self.matches)

    # -- the file -----------------------------------------------------------------------------------------------

    def _facts(self) -> dict[str, Any] | None:
        """What Hexwright wrote into the file; None where it did not, or that was changed."""
        for node in self.root.walk():
            if node.tag == "information" and facts.MARK in node.text:
                found = facts.read(node.text)
                if found is not None and isinstance(found.get("map"), str):
                    return found
        return None

    def _parts(self) -> dict[str, dict[str, Any]]:
        parts = self.facts.get("parts") if self.facts else None
        if not isinstance(parts, dict):
            return {}
        return {str(key): part for key, part in parts.items() if isinstance(part, dict)}

    def _terrain_names(self) -> dict[int, str]:
        """The names of terrain by the numbers that tiles have."""
        node = self.root.first("terrainmap")
        words = [word.strip() for word in (node.text if node is not None else "").split("\t")]
        found = {}
        for name, number in zip(words[::2], words[1::2], strict=False):
            if number.isascii() and number.isdigit() and len(number) < 9:
                found[int(number)] = name
        if not found:
            raise HexwrightError(f"{self.path}: it has no list of terrain (terrainmap)")
        return found

    def _tiles(self) -> tuple[str, list[list[Tile]]]:
        """The view level that is read, and its tiles by column."""
        levels = [node for node in self.root.all("tiles") if node.all("tilerow")]
        if not levels:
            raise HexwrightError(f"{self.path}: it has no tiles")
        wanted = self.options.view.upper() or self.root.get("lastViewLevel")
        chosen = next((node for node in levels if node.get("viewLevel").upper() == wanted), None)
        if chosen is None and self.options.view:
            names = ", ".join(node.get("viewLevel")[:20] for node in levels)
            raise HexwrightError(f"{self.path}: it has no view level {self.options.view[:20]!r}; it has {names}")
        chosen = chosen or levels[0]
        others = [node.get("viewLevel")[:20] for node in levels if node is not chosen]
        if others:
            self.losses.append(loss("LOSS209", f"view levels {', '.join(others)}", option=f"view={others[0]}"))
        return chosen.get("viewLevel"), list(self._columns(chosen))

    def _columns(self, node: Element) -> Iterator[list[Tile]]:
        size = [node.get(name) for name in ("tilesWide", "tilesHigh")]
        if not all(one.isascii() and one.isdigit() and int(one[:8]) > 0 for one in size):
            raise HexwrightError(f"{self.path}, line {node.line}: the tiles have no size")
        wide, high = (int(one[:8]) for one in size)
        rows = node.all("tilerow")
        if wide * high > MOST_HEXES:
            raise HexwrightError(f"{self.path}: the map has {wide * high:,} hexes; {MOST_HEXES:,} are read")
        if len(rows) != wide:
            raise HexwrightError(f"{self.path}, line {node.line}: it has {len(rows):,} tilerows and needs {wide:,}")
        for number, row in enumerate(rows):
            pause()
            lines = [line for line in row.text.splitlines() if line.strip()]
            where = f"{self.path}, line {row.line}"
            if len(lines) != high:
                raise HexwrightError(f"{where}: tilerow {number + 1} has {len(lines):,} tiles and needs {high:,}")
            yield [_tile(line, where) for line in lines]

    # -- ground -------------------------------------------------------------------------------------------------

    def _base(self, flat: bool, columns: int, rows: int) -> OwnMap:
        """Name, palette, numbers and looks: as Hexwright wrote them, else those of an empty map."""
        if self.facts is not None:
            own = board_of(self.facts, f"{self.path}, information Hexwright")
            spec = own.board.grid.spec
            if (spec.columns, spec.rows, own.board.grid.flat) != (columns, rows, flat):
                raise HexwrightError(
                    f"{self.path}: its size is not that which Hexwright wrote; undo the resizing in Worldographer, or"
                    " remove the information Hexwright there to import it as another map"
                )
            return own
        try:
            palette = formats.load_palette(self.options.palette)
        except FileProblem as problem:
            raise HexwrightError(f"palette {self.options.palette!r}: {problem.findings[0].message}") from None
        orientation = Orientation.FLAT if flat else Orientation.POINTY
        # Columns are counted from 0 there, and the odd ones are lower: those with even numbers from 1 on.
        spec = GridSpec(columns, rows, orientation, Parity.EVEN)
        source = f"Imported from {self.path.name}, a map of Worldographer."
        return OwnMap(BattleMap(Grid(spec), palette, self.path.stem[:LONGEST_NAME], provenance=source), None)

    def _terrain(self, cells: list[Tile], base: BattleMap) -> tuple[list[str], set[int]]:
        """Terrain by hex, and the hexes that are blank."""
        palette = base.palette
        stored = self._stored(len(cells), palette)
        there = {key: terrain_there(kind, key)[0] for key, kind in palette.terrain.items()}
        names = TerrainNames(palette, chosen_terrain(self.options.terrain, palette), ALIKE)
        found: dict[str, tuple[str, str]] = {}
        times: Counter[str] = Counter()
        terrain, void = [palette.base_terrain] * len(cells), set()
        for place, cell in enumerate(cells):
            theirs = self.theirs.get(cell.slot, f"number {cell.slot}")
            short = theirs.rpartition("/")[2]
            if short == BLANK and folded(BLANK) not in names.chosen:
                void.add(place)
                continue
            times[theirs] += 1
            if theirs not in found:
                found[theirs] = names.found(dict.fromkeys((theirs, short)))
            kind = stored[place] if stored else ""
            chosen = found[theirs][1] == "chosen"
            terrain[place] = (
                kind if kind and there[kind] == short and not chosen else found[theirs][0] or terrain[place]
            )
        # What Hexwright wrote needs no table, but for what was painted since.
        self.matches = [TerrainMatch(theirs, *found[theirs], hexes) for theirs, hexes in times.most_common()]
        ours = set(there.values()) if stored else set()
        self.losses += losses_of(one for one in self.matches if one.theirs.rpartition("/")[2] not in ours)
        return terrain, void

    def _stored(self, size: int, palette: Palette) -> list[str]:
        """The terrain that Hexwright wrote, by hex; empty where there is none, or it does not fit."""
        kinds, runs = (self.facts.get(name) for name in ("kinds", "terrain")) if self.facts else (None, None)
        if (
            not isinstance(kinds, list)
            or not isinstance(runs, list)
            or not set(map(str, kinds)) <= set(palette.terrain)
        ):
            return []
        found: list[str] = []
        for run in runs:
            if not isinstance(run, list) or len(run) != 2 or not all(isinstance(one, int) for one in run):
                return []
            number, times = run
            if not 0 <= number < len(kinds) or not 0 < times <= size - len(found):
                return []
            found += [str(kinds[number])] * times
        return found if len(found) == size else []

    def _levels(self, cells: list[Tile]) -> list[int]:
        """Levels by hex, and what of the tiles is not taken along."""
        step = 1.0 if self.facts else self.options.step
        heights = {cell.elevation for cell in cells}
        if not step and len(heights) > 1:
            high = max(heights) - min(heights)
            self.losses.append(loss("LOSS215", f"elevations of {len(heights):,} kinds", option=f"step={high / 10:g}"))
        more = sum(cell.more for cell in cells)
        if more:
            self.losses.append(loss("LOSS215", f"ice, secrets or resources of {counted(more, 'hex', 'hexes')}"))
        if not step:
            return [0] * len(cells)
        levels = [round(cell.elevation / step) for cell in cells]
        beyond = sum(not 0 <= level <= MOST_LEVEL for level in levels)
        if beyond:
            what = f"elevations of {counted(beyond, 'hex', 'hexes')} beyond the levels 0 to {MOST_LEVEL}"
            self.losses.append(loss("LOSS215", what))
        return [min(MOST_LEVEL, max(0, level)) for level in levels]

    def _what_is_not_known(self) -> None:
        counts: Mapping[str, int] = {
            "note": sum(len(node.all("note")) for node in self.root.all("notes")),
            "information": sum(
                node.tag == "information" and facts.MARK not in node.text
                for top in self.root.all("informations")
                for node in top.walk()
            ),
            "further terrain": sum(len(node.children) for node in self.root.all("extraTerrain")),
        }
        parts = [counted(times, name) for name, times in counts.items() if times]
        if parts:
            self.losses.append(loss("LOSS202", ", ".join(parts)))


def _tile(line: str, where: str) -> Tile:
    """The tile of a line: the number of its terrain, elevation, ice, secrecy, and resources or a Z for none."""
    parts = line.strip().split("\t")
    try:
        slot, elevation = int(parts[0]), float(parts[1])
    except (ValueError, IndexError):
        raise HexwrightError(f"{where}: {line.strip()[:60]!r} is not a tile") from None
    if not 0 <= slot < 1_000_000 or not isfinite(elevation) or abs(elevation) > 1e7:
        raise HexwrightError(f"{where}: {line.strip()[:60]!r} is not a tile")
    more = any(part not in ("0", "0.0", "Z", "false") for part in parts[2:11] if "," not in part)
    return Tile(slot, elevation, more)
