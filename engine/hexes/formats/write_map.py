"""Maps and palettes as text. The text depends on the model alone: the same map gives the same bytes."""

from __future__ import annotations

from typing import Any, Final

from engine.boards.coast import Coast
from engine.boards.geo import GeoPlace
from engine.boards.numberlook import NumberLook
from engine.boards.palette import Layer, Palette
from engine.errors import HexwrightError
from engine.formats.looks import furniture_value, layer_value, underlay_value
from engine.formats.palettes import VOID
from engine.formats.yamltext import NameList, Prose, block, listing, mapping, pair
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.hexes.formats.chains import chains
from engine.hexes.formats.maps import LEVELS
from engine.pauses import pause, with_pauses

_SPARE: Final = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-*=%&@^!?:;"
"""Characters for terrains that have none."""


def map_lines(model: BattleMap, indent: int = 0) -> list[str]:
    """The lines of a map, ``format`` left out, as they stand in a file or inside a scenario."""
    lines: list[str] = []
    if model.name:
        lines += pair("name", model.name, indent)
    if model.scale:
        lines += pair("scale", model.scale, indent)
    lines += pair("palette", model.palette.key, indent)
    if model.provenance:
        lines += pair("provenance", Prose(model.provenance), indent)
    lines += [" " * indent + "grid:", *mapping(_grid(model.grid.spec), indent + 2)]
    legend = _legend(model)
    pause()
    lines += pair("legend", legend, indent)
    lines += block("terrain", _terrain_rows(model, legend), indent)
    pause()
    if any(model.elevation):
        lines += block("elevation", _elevation_rows(model), indent)
    for name, groups in (("features", _features(model)), ("hexsides", _hexsides(model)), ("paths", _paths(model))):
        if groups:
            lines += [" " * indent + name + ":", *_groups(groups, indent + 2)]
    if model.labels:
        lines += [" " * indent + "names:", *listing((_label(model.grid, x) for x in model.labels), indent)]
    if model.regions:
        lines += [" " * indent + "regions:"]
        for key, region in model.regions.items():
            lines += pair(key, _region(model.grid, region), indent + 2)
    if model.look.underlays:
        lines += pair("underlay", underlay_value(model.look.underlays), indent)
    if model.look.numbers != NumberLook():
        lines += pair("numbers", _numbers(model.look.numbers), indent)
    if model.look.furniture:
        lines += [
            " " * indent + "furniture:",
            *listing((furniture_value(item) for item in model.look.furniture), indent),
        ]
    if model.look.layers:
        lines += [" " * indent + "layers:", *listing(map(layer_value, model.look.layers), indent)]
    if not model.look.bridges:
        lines += pair("bridges", False, indent)
    if model.look.widen:
        lines += pair("widen", True, indent)
    if model.look.seed:
        lines += pair("seed", model.look.seed, indent)
    if model.look.geo is not None:
        lines += pair("geo", _geo(model.look.geo), indent)
    if model.look.coast is not None:
        lines += _coast(model.look.coast, indent)
    return lines


def _geo(place: GeoPlace) -> dict[str, Any]:
    found: dict[str, Any] = {"crs": place.crs, "at": [float(place.x), float(place.y)], "hex": float(place.hex)}
    return found | ({"rotation": float(place.rotation)} if place.rotation else {})


def _coast(coast: Coast, indent: int) -> list[str]:
    """The outlines in hundredths of a circumradius, each a text."""
    lines = [" " * indent + "coast:"]
    if coast.water != Coast(()).water:
        lines += pair("water", coast.water, indent + 2)
    if not coast.shown:
        lines += pair("shown", False, indent + 2)
    points = (NameList(f"{round(100 * x)},{round(100 * y)}" for x, y in outline) for outline in coast.outlines)
    return [*lines, " " * (indent + 2) + "outlines:", *listing(points, indent + 2)]


def _groups(groups: dict[str, Any], indent: int) -> list[str]:
    """Kinds and what they are on; chains of paths each on their own line."""
    lines: list[str] = []
    for kind, value in groups.items():
        if isinstance(value, list):
            lines += [" " * indent + kind + ":", *listing(value, indent)]
        else:
            lines += pair(kind, value, indent)
    return lines


def _grid(spec: GridSpec) -> dict[str, Any]:
    found: dict[str, Any] = {
        "orientation": str(spec.orientation),
        "shifted": str(spec.shifted),
        "columns": spec.columns,
        "rows": spec.rows,
    }
    if (spec.first_column, spec.first_row) != (1, 1):
        found["first"] = [spec.first_column, spec.first_row]
    numbers, usual = spec.numbering, Numbering()
    written: dict[str, Any] = {}
    if numbers.order != usual.order:
        written["order"] = str(numbers.order)
    if numbers.columns != usual.columns:
        written["columns"] = str(numbers.columns)
    if numbers.digits != usual.digits:
        written["digits"] = numbers.digits
    if numbers.prefix:
        written["prefix"] = numbers.prefix
    if numbers.separator:
        written["separator"] = numbers.separator
    for name in ("rows", "slant", "descending"):
        if getattr(numbers, name) != getattr(usual, name):
            written[name] = str(getattr(numbers, name))
    if written:
        found["numbering"] = written
    return found


# -- text blocks --------------------------------------------------------------------------------------------------


def _legend(model: BattleMap) -> dict[str, str]:
    """The map's own legend, with a character for every terrain it uses."""
    legend = dict(model.legend)
    used = set(model.terrain) | ({VOID} if model.grid.spec.void else set())
    for kind in (*model.palette.terrain, VOID, *sorted(used - model.palette.terrain.keys() - {VOID})):
        if kind in used and kind not in legend.values():
            legend[_spare(kind, model.palette, legend)] = kind
    return legend


def _spare(kind: str, palette: Palette, legend: dict[str, str]) -> str:
    own = palette.terrain[kind].key_char if kind in palette.terrain else "x" if kind == VOID else ""
    for char in own + kind[:1] + _SPARE:
        if char not in legend:
            return char
    raise HexwrightError(f"no character is left for the terrain {kind!r}; give the map a legend")


def _terrain_rows(model: BattleMap, legend: dict[str, str]) -> list[str]:
    chars = {kind: char for char, kind in reversed(legend.items())}
    columns = model.grid.columns
    cells = [chars[kind] for kind in model.terrain]
    for column, row in model.grid.spec.void:
        cells[row * columns + column] = chars[VOID]
    return ["".join(cells[start : start + columns]) for start in range(0, len(cells), columns)]


def _elevation_rows(model: BattleMap) -> list[str]:
    columns = model.grid.columns
    wrong = next((level for level in model.elevation if not 0 <= level < len(LEVELS)), None)
    if wrong is not None:
        raise HexwrightError(f"elevation {wrong} cannot be written: levels are 0 to {len(LEVELS) - 1}")
    text = "".join(LEVELS[level] for level in model.elevation)
    return [text[start : start + columns] for start in range(0, len(text), columns)]


# -- layers written as names --------------------------------------------------------------------------------------


def _in_order(palette: Palette, layer: Layer, kinds: set[str]) -> list[str]:
    """Kinds in the palette's order, then unknown ones."""
    known = palette.kinds[layer]
    return [kind for kind in known if kind in kinds] + sorted(kinds - known.keys())


def _features(model: BattleMap) -> dict[str, NameList]:
    by_kind: dict[str, list[str]] = {}
    for h in with_pauses(sorted(model.features)):
        for kind in model.features[h]:
            by_kind.setdefault(kind, []).append(model.grid.name(h))
    return {kind: NameList(by_kind[kind]) for kind in _in_order(model.palette, Layer.FEATURE, set(by_kind))}


def _hexsides(model: BattleMap) -> dict[str, NameList]:
    by_kind: dict[str, list[str]] = {}
    for side in with_pauses(sorted(model.hexsides)):
        for kind, high in model.hexsides[side].items():
            by_kind.setdefault(kind, []).append(_side_name(model.grid, side, high))
    return {kind: NameList(by_kind[kind]) for kind in _in_order(model.palette, Layer.HEXSIDE, set(by_kind))}


def _side_name(grid: Grid, side: int, high: int) -> str:
    name = grid.side_name(side)
    if high == NOWHERE:
        return name
    first, _, second = name.partition("/")
    return f"{second}>{first}" if high == grid.side_hexes(side)[1] else f"{first}>{second}"


def _paths(model: BattleMap) -> dict[str, list[NameList]]:
    by_kind: dict[str, list[int]] = {}
    for side in with_pauses(sorted(model.paths)):
        for kind in model.paths[side]:
            by_kind.setdefault(kind, []).append(side)
    kinds = _in_order(model.palette, Layer.PATH, set(by_kind))
    return {kind: [NameList(chain) for chain in chains(model.grid, by_kind[kind])] for kind in kinds}


def _label(grid: Grid, label: Label) -> dict[str, Any]:
    found: dict[str, Any] = {"text": label.text, "at": grid.name(label.at)}
    if label.size != "medium":
        found["size"] = label.size
    if label.style != "place":
        found["style"] = label.style
    for name, value in (("dx", label.dx), ("dy", label.dy), ("angle", label.angle)):
        if value:
            found[name] = float(value)
    if label.layer:
        found["layer"] = label.layer
    return found


def _region(grid: Grid, region: Region) -> dict[str, Any]:
    found: dict[str, Any] = {"name": region.name}
    if region.hexes:
        found["hexes"] = NameList(grid.name(h) for h in with_pauses(sorted(region.hexes)))
    found["colour"] = region.colour
    if region.rule:
        found["rule"] = region.rule
    return found


def _numbers(look: NumberLook) -> dict[str, Any]:
    usual = NumberLook()
    found: dict[str, Any] = {}
    if look.place != usual.place:
        found["place"] = str(look.place)
    if look.size != usual.size:
        found["size"] = float(look.size)
    for name in ("columns", "rows"):
        if getattr(look, name) != 1:
            found[name] = getattr(look, name)
    if look.colour:
        found["colour"] = look.colour
    return found
