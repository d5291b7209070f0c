"""Tables as text. The text depends on the model alone: the same table gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.formats.looks import furniture_value, layer_value, underlay_value
from engine.formats.yamltext import NameList, Prose, entry, pair
from engine.pauses import pause, with_pauses
from engine.tables.smooth import Point
from engine.tables.table import (
    HillPart,
    Table,
    TableArea,
    TableLabel,
    TableLine,
    TableRegion,
    TableWall,
    usual_ground,
)


def table_lines(model: Table, indent: int = 0) -> list[str]:
    """The lines of a table, ``format`` left out, as they stand in a file or inside a scenario."""
    lines: list[str] = []
    if model.name:
        lines += pair("name", model.name, indent)
    if model.scale:
        lines += pair("scale", model.scale, indent)
    lines += pair("palette", model.palette.key, indent)
    if model.provenance:
        lines += pair("provenance", Prose(model.provenance), indent)
    lines += pair("table", _table(model), indent)
    lines += _list("areas", map(_area, model.areas.values()), indent)
    lines += _list("lines", map(_line, model.lines.values()), indent)
    lines += _list("names", map(_label, model.labels), indent)
    if model.regions:
        lines.append(" " * indent + "regions:")
        for key, region in model.regions.items():
            lines += pair(key, _region(region), indent + 2)
    look = model.look
    if look.underlays:
        lines += pair("underlay", underlay_value(look.underlays), indent)
    lines += _list("furniture", map(furniture_value, look.furniture), indent)
    lines += _list("layers", map(layer_value, look.layers), indent)
    if look.seed:
        lines += pair("seed", look.seed, indent)
    return lines


def _list(name: str, items: Iterable[Mapping[str, Any]], indent: int) -> list[str]:
    lines = [line for item in with_pauses(list(items)) for line in entry(item, indent)]
    pause()
    return [" " * indent + name + ":", *lines] if lines else []


def _table(model: Table) -> dict[str, Any]:
    found: dict[str, Any] = {"size": list(model.size)}
    if model.ground != usual_ground(model.palette):
        found["ground"] = model.ground
    if model.north:
        found["north"] = _number(model.north / 10)
    return found


def _number(value: float) -> int | float:
    """A number as people write it: whole ones without a point."""
    return int(value) if value == int(value) else float(value)


def _points(points: Iterable[Point]) -> NameList:
    return NameList(f"{x},{y}" for x, y in points)


def _kept(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are neither empty nor false; an outline always, because nothing can be read without one."""
    return {
        name: value
        for name, value in values.items()
        if name == "outline" or not (value is None or value is False or value in ("", (), []))
    }


def _placing(item: TableArea | TableLine | TableWall) -> dict[str, Any]:
    fe = None if item.fe is None else _number(item.fe)
    return {"placed": item.placed, "compulsory": item.compulsory, "fe": fe}


def _area(area: TableArea) -> dict[str, Any]:
    found = {
        "key": area.key,
        "kind": area.kind,
        "slope": area.slope,
        "cover": area.cover,
        "outline": _points(area.outline),
        "smooth": area.smooth,
        "crest": _points(area.crest),
        "parts": [_part(part) for part in area.parts],
        "with": area.joined,
        **_placing(area),
    }
    return _kept(found)


def _part(part: HillPart) -> dict[str, Any]:
    return {"slope": part.slope, "cover": part.cover, "outline": _points(part.outline)}


def _line(line: TableLine | TableWall) -> dict[str, Any]:
    if isinstance(line, TableLine):
        shape: dict[str, Any] = {"line": _points(line.line), "width": line.width or None, "smooth": line.smooth}
    else:
        shape = {
            "side": line.side,
            "chain": line.chain,
            "encloses": line.encloses,
            "inside": _points(line.inside),
            "outside": _points(line.outside),
            "gates": _points(line.gates),
        }
    return _kept({"key": line.key, "kind": line.kind, **shape, **_placing(line)})


def _label(label: TableLabel) -> dict[str, Any]:
    found: dict[str, Any] = {"text": label.text, "at": _points([label.at])}
    if label.size != "medium":
        found["size"] = label.size
    if label.style != "place":
        found["style"] = label.style
    if label.angle:
        found["angle"] = _number(label.angle)
    if label.layer:
        found["layer"] = label.layer
    return found


def _region(region: TableRegion) -> dict[str, Any]:
    found: dict[str, Any] = {"name": region.name, "outline": _points(region.outline), "colour": region.colour}
    if region.rule:
        found["rule"] = region.rule
    return found
