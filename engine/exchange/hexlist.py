"""Hexes as a table (CSV) or as JSON: one row or entry a hex, for spreadsheets and other people's programs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field

from engine import formats, spreadsheets
from engine.boards.palette import Palette
from engine.errors import HexwrightError, NameNotKnown
from engine.exchange.bounded import bytes_of
from engine.exchange.losses import LostPart, loss
from engine.exchange.matches import NOTHING, TERRAIN, Matched, MatchingTable, guessed, parsed, terrains
from engine.exchange.own import OwnMap, board_of, facts_of, legend_of
from engine.exchange.source import MADE, ExportSource, Imported, Options, Pictures
from engine.formats.palettes import VOID
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Numbering
from engine.pauses import with_pauses
from engine.plural import counted
from engine.spelling import folded

COLUMNS: Final = ("hex", "terrain", "elevation", "features", "hexsides", "paths")
FACTS: Final = "hexwright.map"
"""What the heading of the last column begins with: it has what the other columns have no place for."""
MOST_BYTES: Final = 64_000_000
MOST_CELL: Final = 20_000_000
MOST_HEXES: Final = 250_000
MOST_LEVEL: Final = 35
_NAME: Final = re.compile(r"([^\W\d_]*)(\d{2,8})")
Row = Mapping[str, Any]


class HexListReading(Options):
    """How a table that Hexwright did not write is read."""

    orientation: Literal["flat", "pointy"] = Field("flat", description="which way the hexes point")
    shifted: Literal["odd", "even"] = Field("odd", description="which columns or rows, by number, are half a hex lower")
    palette: str = Field("standard", description="palette of the map")
    terrain: str = Field("", description="terrain of names in the table, as NAME=TERRAIN with commas between")


def survey(source: ExportSource, options: Options) -> list[LostPart]:
    """What would be lost."""
    found = [loss("LOSS109", f"scenario {scenario.name}") for scenario in source.scenarios]
    return found + ([loss("LOSS110", "the underlay picture")] if source.hexes.look.underlays else [])


# -- out ------------------------------------------------------------------------------------------------------------


def write_csv(source: ExportSource, options: Options, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A row a hex, with the rest of the map in the heading of a last column."""
    facts = f"{FACTS} {json.dumps({'made': MADE} | facts_of(source.hexes, places=True), ensure_ascii=False)}"
    rows: list[list[object]] = [[*COLUMNS, facts]]
    for row in _rows(source.hexes):
        rows.append([" ".join(row[name]) if isinstance(row[name], list) else row[name] for name in COLUMNS])
    return {".csv": spreadsheets.dumped(rows).encode("utf-8", "replace")}


def write_json(source: ExportSource, options: Options, pictures: Pictures, name: str) -> dict[str, bytes]:
    """An entry a hex, with the rest of the map beside them."""
    facts = {"made": MADE} | facts_of(source.hexes, places=True)
    data = {FACTS: facts, "name": source.hexes.name, "hexes": list(_rows(source.hexes))}
    return {".json": (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")}


def _rows(board: BattleMap) -> Iterator[dict[str, Any]]:
    """The hexes; a hexside is listed once, at the first of its two hexes."""
    grid = board.grid
    hexsides: dict[int, list[str]] = {}
    for side, kinds in sorted(board.hexsides.items()):
        for kind, high in sorted(kinds.items()):
            hexsides.setdefault(grid.side_hexes(side)[0], []).append(f"{kind}:{_side(grid, side, high)}")
    paths: dict[int, list[str]] = {}
    for side, on in sorted(board.paths.items()):
        for kind in sorted(on):
            paths.setdefault(grid.side_hexes(side)[0], []).append(f"{kind}:{grid.side_name(side)}")
    for h in range(grid.size):
        # A void hex is left out, unless its level would be lost.
        if h in grid.void and not board.elevation[h]:
            continue
        yield {
            "hex": grid.name(h),
            "terrain": VOID if h in grid.void else board.terrain[h],
            "elevation": board.elevation[h],
            "features": list(board.features.get(h, ())),
            "hexsides": hexsides.get(h, []),
            "paths": paths.get(h, []),
        }


def _side(grid: Grid, side: int, high: int) -> str:
    """A hexside by name; one with a high hex as ``HIGH>LOW``."""
    name = grid.side_name(side)
    if high == NOWHERE:
        return name
    one, _, other = name.partition("/")
    return f"{one}>{other}" if grid.find(one) == high else f"{other}>{one}"


# -- in -------------------------------------------------------------------------------------------------------------


def recognise_csv(head: bytes, path: Path) -> bool:
    """Whether a file is a table of hexes: its heading names hex and terrain."""
    line = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")[0].lower().replace(b'"', b"")
    cells = [cell.strip() for cell in re.split(rb"[,;\t]", line)[:12]]
    return cells[:1] == [b"hex"] and b"terrain" in cells


def recognise_json(head: bytes, path: Path) -> bool:
    """Whether a file is JSON of hexes that Hexwright wrote."""
    return head.lstrip()[:1] == b"{" and f'"{FACTS}"'.encode() in head[:200]


def read_csv(path: Path, options: HexListReading, stem: str) -> Imported:
    """A map of a table. Raises HexwrightError, with file and line."""
    try:
        text = bytes_of(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HexwrightError(f"{path}: the file is not UTF-8; save it as CSV UTF-8") from None
    first = text.split("\n", 1)[0]
    mark = next((mark for mark in ",;\t" if first.lower().startswith(("hex" + mark, '"hex"' + mark))), ",")
    before = csv.field_size_limit(MOST_CELL)
    try:
        lines = list(with_pauses(csv.reader(io.StringIO(text, newline=""), delimiter=mark)))
    except csv.Error as error:
        raise HexwrightError(f"{path}: it is not a sound table ({error})") from None
    finally:
        csv.field_size_limit(before)
    lines = [[spreadsheets.cell_value(cell) for cell in line] for line in with_pauses(lines)]
    heading = [cell.strip() for cell in lines[0]] if lines else []
    names = [cell.lower() for cell in heading]
    if "hex" not in names or "terrain" not in names:
        raise HexwrightError(f"{path}, line 1: the heading must name hex and terrain")
    facts = next((cell for cell in heading if cell.startswith(FACTS)), "")
    known = _json(facts.removeprefix(FACTS), path) if facts else {}
    rows = [dict(zip(names, cells, strict=False)) for cells in lines[1:] if any(cell.strip() for cell in cells)]
    return _Filling(path, options, known if isinstance(known, dict) else {}).filled(rows)


def read_json(path: Path, options: HexListReading, stem: str) -> Imported:
    """A map of JSON. Raises HexwrightError, with file and entry."""
    data = _json(bytes_of(path, MOST_BYTES).decode("utf-8-sig", "replace"), path)
    hexes = data.get("hexes") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(hexes, list):
        raise HexwrightError(f"{path}: it has no list of hexes")
    facts = data.get(FACTS)
    rows = [row for row in hexes if isinstance(row, dict)]
    return _Filling(path, options, facts if isinstance(facts, dict) else {}).filled(rows)


def _json(text: str, path: Path) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise HexwrightError(f"{path}: it is not sound JSON") from None


class _Filling:
    """A map while it is filled from rows."""

    def __init__(self, path: Path, options: HexListReading, facts: Mapping[str, Any]) -> None:
        self.path, self.options, self.facts = path, options, facts
        self.unknown: dict[str, list[str]] = {}
        self.becomes: dict[str, str] = {}
        """The terrain of each name that is not a key of the palette."""

    def filled(self, rows: Sequence[Row]) -> Imported:
        """The map of the rows."""
        own = board_of(self.facts, f"{self.path}, {FACTS}") if "map" in self.facts else self._guessed(rows)
        board = own.board
        grid = board.grid
        seen: dict[int, Row] = {}
        for row in with_pauses(rows):
            name = str(row.get("hex", "")).strip()
            numbers = grid.numbering.parse(name)
            place = -1
            if numbers is not None:
                column, line = grid.spec.indices(*numbers)
                inside = 0 <= column < grid.columns and 0 <= line < grid.rows
                place = line * grid.columns + column if inside else -1
            if place < 0:
                raise HexwrightError(f"{self.path}: there is no hex {name[:40]!r} on this map")
            seen[place] = row
        if not seen:
            raise HexwrightError(f"{self.path}: it has no hexes")
        missing = [h for h in range(grid.size) if h not in seen or str(seen[h].get("terrain", "")).strip() == VOID]
        if len(missing) == grid.size:
            raise HexwrightError(f"{self.path}: all its hexes are void")
        void = frozenset((h % grid.columns, h // grid.columns) for h in missing)
        made = replace(board, grid=Grid(replace(grid.spec, void=void)), legend=legend_of(self.facts))
        tables = self._matched(board.palette, seen.values())
        for h, row in with_pauses(seen.items()):
            self._ground(made, h, row)
        for h, row in with_pauses(seen.items()):
            self._sides(made, h, row)
        losses = [
            loss("LOSS212", f"{what} {', '.join(sorted(set(keys))[:8])}", keys) for what, keys in self.unknown.items()
        ]
        about = f"a table of {counted(len(seen), 'hex', 'hexes')}"
        return Imported(made, about, palette=own.palette, losses=losses, tables=tables)

    def _guessed(self, rows: Sequence[Row]) -> OwnMap:
        """A map as large as the numbers of the rows say."""
        parts = [_NAME.fullmatch(str(row.get("hex", "")).strip()) for row in rows]
        found = [part for part in parts if part is not None and len(part[2]) % 2 == 0]
        if not found or len(found) < len(rows):
            raise HexwrightError(f"{self.path}: hexes must have numbers such as 0101, in the column hex")
        half = len(found[0][2]) // 2
        if not half or any(len(part[2]) != 2 * half for part in found):
            raise HexwrightError(f"{self.path}: the numbers of hexes must have the same length, such as 0101 and 0102")
        pairs = [(int(part[2][:half]), int(part[2][half:])) for part in found]
        columns, lines = [column for column, _ in pairs], [line for _, line in pairs]
        wide, high = max(columns) - min(columns) + 1, max(lines) - min(lines) + 1
        if wide * high > MOST_HEXES:
            raise HexwrightError(f"{self.path}: the map would have {wide * high:,} hexes; {MOST_HEXES:,} are allowed")
        spec = GridSpec(
            wide,
            high,
            Orientation(self.options.orientation),
            Parity(self.options.shifted),
            min(columns),
            min(lines),
            Numbering(prefix=found[0][1], digits=half),
        )
        return OwnMap(BattleMap(Grid(spec), formats.load_palette(self.options.palette), self.path.stem), None)

    def _matched(self, palette: Palette, rows: Iterable[Row]) -> list[MatchingTable]:
        """Find the terrain of names that the palette does not have as keys."""
        choices = terrains(palette)
        said = parsed(self.options.terrain, TERRAIN, choices)
        names = Counter(str(row.get("terrain", "")).strip() for row in rows)
        found = []
        for name, count in names.items():
            if name and name != VOID and (name not in palette.terrain or folded(name) in said):
                key, by = guessed(name, choices, said)
                self.becomes[name] = "" if key == NOTHING else key
                found.append(Matched(name, count, key, by))
        found.sort(key=lambda one: (bool(one.ours), -one.count, one.name))
        return [MatchingTable(TERRAIN, tuple(found), choices)] if found else []

    def _ground(self, board: BattleMap, h: int, row: Row) -> None:
        name = board.grid.name(h)
        given = str(row.get("terrain", "")).strip()
        terrain = self.becomes.get(given) or given
        if terrain == VOID:
            board.terrain[h] = board.palette.base_terrain
        elif terrain in board.palette.terrain:
            board.terrain[h] = terrain
        elif terrain:
            self.unknown.setdefault("terrain", []).append(f"{terrain[:40]} in {name}")
        level = str(row.get("elevation", "") or "0").strip()
        if level.isascii() and level.isdigit() and int(level[:3]) <= MOST_LEVEL:
            board.elevation[h] = int(level)
        else:
            self.unknown.setdefault("elevation", []).append(f"{level[:10]} in {name}")
        features = set()
        for kind in _words(row.get("features")):
            if kind in board.palette.features:
                features.add(kind)
            else:
                self.unknown.setdefault("features", []).append(f"{kind[:40]} in {name}")
        if features:
            board.features[h] = tuple(sorted(features))

    def _sides(self, board: BattleMap, h: int, row: Row) -> None:
        for word in _words(row.get("hexsides")):
            kind, _, named = word.partition(":")
            high, low = named.split(">", 1) if ">" in named else (named, "")
            side = self._side(board.grid, named.replace(">", "/"))
            if kind in board.palette.hexsides and side != NOWHERE:
                kinds = dict(board.hexsides.get(side, {}))
                kinds[kind] = board.grid.find(high) if low else NOWHERE
                board.hexsides[side] = kinds
            else:
                self.unknown.setdefault("hexsides", []).append(word[:60])
        for word in _words(row.get("paths")):
            kind, _, named = word.partition(":")
            side = self._side(board.grid, named)
            if kind in board.palette.paths and side != NOWHERE:
                board.paths[side] = board.paths.get(side, frozenset()) | {kind}
            else:
                self.unknown.setdefault("paths", []).append(word[:60])

    @staticmethod
    def _side(grid: Grid, name: str) -> int:
        try:
            return grid.parse_side(name)
        except NameNotKnown:
            return NOWHERE


def _words(cell: object) -> Iterable[str]:
    """The words of a cell, or of a list."""
    if isinstance(cell, list):
        return [str(one) for one in cell]
    return str(cell or "").split()
