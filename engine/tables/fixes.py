"""Quick fixes of tables: each returns the table with one finding corrected.

A fix is data: what is done (``what``), in which list of the file (``list``: areas, lines, names, regions), and to which
key or number (``key``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.errors import HexwrightError
from engine.findings import Fix
from engine.tables.smooth import Outline, Point
from engine.tables.table import HillPart, Table, TableArea, TableWall
from engine.tables.walls import depths, set_off

VERB: Final = "mend_table"
Data = Mapping[str, Any]


def fix(title: str, what: str, where: str, key: str | int, **more: Any) -> Fix:
    """A quick fix of a table."""
    return Fix(title, VERB, {"what": what, "list": where, "key": key, **more})


def fixed(table: Table, data: Data) -> Table:
    """The table once a fix is carried out. Raises HexwrightError where it cannot be."""
    try:
        made = table.copy()
        _DOING[str(data["what"])](made, data)
    except (KeyError, IndexError):
        raise HexwrightError("the object of this fix is no longer on the table") from None
    return made


def _onto_table(table: Table, data: Data) -> None:
    """Move all points of a thing onto the table."""

    def on(points: Outline) -> Outline:
        return tuple(_nearest_on(table, point) for point in points)

    where, key = data["list"], data["key"]
    if where == "names":
        label = table.labels[key]
        table.labels[key] = replace(label, at=_nearest_on(table, label.at))
    elif where == "regions":
        region = table.regions[key]
        table.regions[key] = replace(region, outline=on(region.outline))
    elif where == "areas":
        area = table.areas[key]
        parts = tuple(replace(part, outline=on(part.outline)) for part in area.parts)
        table.areas[key] = replace(area, outline=on(area.outline), crest=on(area.crest), parts=parts)
    else:
        line = table.lines[key]
        if isinstance(line, TableWall):
            made = replace(line, inside=on(line.inside), outside=on(line.outside), gates=on(line.gates))
            table.lines[key] = made
        else:
            table.lines[key] = replace(line, line=on(line.line))


def _nearest_on(table: Table, point: Point) -> Point:
    """The point of the table that is nearest to a point."""
    return min(max(point[0], 0), table.size[0]), min(max(point[1], 0), table.size[1])


def _cut_part(table: Table, data: Data) -> None:
    """Cut a part of a hill off where the hill ends."""
    # Shapely takes long to import; only this fix needs it.
    from engine.tables.ground import polygon_of

    area = table.areas[data["key"]]
    number = int(data["number"])
    part = area.parts[number]
    inside = polygon_of(part.outline).intersection(polygon_of(area.edge))
    pieces = [piece for piece in getattr(inside, "geoms", [inside]) if piece.geom_type == "Polygon" and piece.area > 1]
    parts = list(area.parts)
    parts[number : number + 1] = [_part(part, piece.exterior.coords) for piece in pieces]
    table.areas[area.key] = replace(area, parts=tuple(parts))


def _part(like: HillPart, points: Any) -> HillPart:
    outline = tuple((round(x), round(y)) for x, y in points)
    return replace(like, outline=outline[:-1])


def _set_off(table: Table, data: Data) -> None:
    """Draw the outside of a fortification parallel to its inside again, as deep as it is at its beginning."""
    wall = _wall(table, data)
    depth = next((depth.paces for depth in depths(wall)), 0.0)
    usual = table.palette.lines.get(wall.kind)
    if abs(depth) < 1:
        depth = usual.width if usual is not None else 1.0
    table.lines[wall.key] = replace(wall, outside=set_off(wall.inside, depth))


def _gate_onto_wall(table: Table, data: Data) -> None:
    """Move a gate to the nearest point of the inside of its fortification."""
    import shapely

    wall = _wall(table, data)
    number = int(data["number"])
    inside = shapely.LineString(wall.inside)
    near = inside.interpolate(inside.project(shapely.Point(wall.gates[number])))
    gates = list(wall.gates)
    gates[number] = (round(near.x), round(near.y))
    table.lines[wall.key] = replace(wall, gates=tuple(gates))


def _wall(table: Table, data: Data) -> TableWall:
    line = table.lines[data["key"]]
    if not isinstance(line, TableWall):
        raise HexwrightError(f"{line.key} is not a fortification")
    return line


def _forget(table: Table, data: Data) -> None:
    """Take away the reference to an area that there is none of."""
    if data["list"] == "areas":
        table.areas[data["key"]] = replace(table.areas[data["key"]], joined="")
    else:
        table.lines[data["key"]] = replace(_wall(table, data), encloses="")


def _make_hill(table: Table, data: Data) -> None:
    """Give an area that has what only hills have a kind that is a hill."""
    area = table.areas[data["key"]]
    table.areas[area.key] = replace(area, kind=str(data["kind"]))


def _level(table: Table, data: Data) -> None:
    """Take away what only hills have."""
    area = table.areas[data["key"]]
    table.areas[area.key] = replace(area, slope="", cover="", crest=(), parts=())


def _give_wall(table: Table, data: Data) -> None:
    """Have a fortification defended by another side, or by none."""
    wall = _wall(table, data)
    table.lines[wall.key] = replace(wall, side=str(data["side"]))


def _to_top(table: Table, data: Data) -> None:
    """Lay an area over all others."""
    area = table.areas.pop(data["key"])
    table.areas[area.key] = area


def _remove(table: Table, data: Data) -> None:
    """Take an area, a line, a region, or a part of a hill off the table."""
    where, key = data["list"], data["key"]
    if "number" in data:
        area: TableArea = table.areas[key]
        number = int(data["number"])
        table.areas[key] = replace(area, parts=area.parts[:number] + area.parts[number + 1 :])
    elif where == "areas":
        del table.areas[key]
    elif where == "lines":
        del table.lines[key]
    else:
        del table.regions[key]


_DOING: Final[dict[str, Callable[[Table, Data], None]]] = {
    "onto_table": _onto_table,
    "cut_part": _cut_part,
    "set_off": _set_off,
    "gate_onto_wall": _gate_onto_wall,
    "forget": _forget,
    "remove": _remove,
    "to_top": _to_top,
    "make_hill": _make_hill,
    "level": _level,
    "give_wall": _give_wall,
}
