"""Checks of areas, names and regions of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.findings import Severity
from engine.pauses import with_pauses
from engine.plural import counted
from engine.tables.checks.subject import TableSubject, shown, table_check
from engine.tables.fixes import fix
from engine.tables.smooth import Outline
from engine.tables.table import HILL, TOWN, TableLine, TableWall
from engine.umpire.checks.registry import Found
from engine.umpire.checks.subject import Path, near

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_SLACK: Final = 1.0
"""Paces that a part may reach over the edge of its hill: both are rounded to paces."""
_REASON: Final = re.compile(r"\[(-?[\d.]+) (-?[\d.]+)\]")


class Pointed(NamedTuple):
    """An outline or a line of a table, and where its file has it."""

    name: str
    """What a sentence calls it."""
    where: str
    """The list of the file: areas, lines, names or regions."""
    key: str | int
    path: Path
    points: Outline
    """As they are written."""
    edge: Outline | None = None
    """What has to be an outline, as it counts; None for lines and points."""


def shapes(subject: TableSubject) -> Iterator[Pointed]:
    """Everything on a table that is made of points."""
    table = subject.table
    for key, area in table.areas.items():
        name = subject.area_name(key)
        yield Pointed(f"the {name}", "areas", key, subject.area_path(key, "outline"), area.outline, area.edge)
        if area.crest:
            yield Pointed(f"the crest of the {name}", "areas", key, subject.area_path(key, "crest"), area.crest)
        for number, part in enumerate(area.parts):
            path = subject.area_path(key, "parts", number, "outline")
            yield Pointed(f"part {number + 1} of the {name}", "areas", key, path, part.outline, part.outline)
    for key, line in table.lines.items():
        name = f"the {subject.line_name(key)}"
        if isinstance(line, TableLine):
            yield Pointed(name, "lines", key, subject.line_path(key, "line"), line.line)
        else:
            yield from _edges(subject, key, line, name)
    for number, label in enumerate(table.labels):
        yield Pointed(f"the name {label.text}", "names", number, ("names", number, "at"), (label.at,))
    for key, region in table.regions.items():
        path = ("regions", key, "outline")
        yield Pointed(f"the region {subject.region_name(key)}", "regions", key, path, region.outline, region.outline)


def _edges(subject: TableSubject, key: str, wall: TableWall, name: str) -> Iterator[Pointed]:
    for field, points in (("inside", wall.inside), ("outside", wall.outside), ("gates", wall.gates)):
        if points:
            yield Pointed(f"the {field} of {name}", "lines", key, subject.line_path(key, field), points)


@table_check("MAP201", Severity.ERROR, "An outline that encloses nothing")
def outlines_too_short(subject: TableSubject) -> Iterator[Found]:
    """The outline of an area, of a part of a hill, or of a region has fewer than three different points, or all its
    points are on one line. It encloses no ground."""
    for shape in shapes(subject):
        if shape.edge is None or not subject.read(shape.path) or _area_of(shape.edge):
            continue
        count = len(set(shape.points))
        what = f"has {counted(count, 'point')}" if count < 3 else "has all its points on one line"
        number = {"number": shape.path[3]} if "parts" in shape.path else {}
        yield Found(
            f"the outline of {shape.name} {what}",
            shape.path,
            hint="an outline needs at least three points that are not on one line",
            fix=fix(f"Remove {shape.name}", "remove", shape.where, shape.key, **number),
        )


def _area_of(edge: Outline) -> int:
    """Twice the area inside an outline, where it does not cross itself; 0 only where it has none at all."""
    if len(set(edge)) < 3:
        return 0
    (ax, ay), *others = edge
    bx, by = next(point for point in others if point != (ax, ay))
    return max(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in others)


@table_check("MAP202", Severity.ERROR, "An outline that crosses itself")
def outlines_that_cross(subject: TableSubject) -> Iterator[Found]:
    """The outline of an area, of a part of a hill, of a region, or around a fortification crosses or touches itself, so
    that its inside is undefined. For a smooth area the curve counts."""
    import shapely

    found = [shape for shape in shapes(subject) if shape.edge is not None and _area_of(shape.edge)]
    for key, wall in subject.table.walls.items():
        if len(wall.inside) > 1 and len(wall.outside) > 1 and _area_of(wall.edge):
            name = f"the {subject.line_name(key)}"
            found.append(Pointed(name, "lines", key, subject.line_path(key, "outside"), wall.outside, wall.edge))
    polygons = [shapely.Polygon(shape.edge or ()) for shape in with_pauses(found)]
    for shape, polygon, valid in zip(found, polygons, shapely.is_valid(polygons).tolist(), strict=True):
        if not valid and subject.read(shape.path):
            place = _crossing(polygon)
            hint = (
                "move its points, or draw it as two" if shape.where != "lines" else "draw the outside along the inside"
            )
            yield Found(f"the outline of {shape.name} crosses or touches itself{place}", shape.path, hint=hint)


def _crossing(polygon: BaseGeometry) -> str:
    """Where an outline crosses itself: `` at 120,300``."""
    import shapely

    found = _REASON.search(shapely.is_valid_reason(polygon))
    return f" at {shown((float(found[1]), float(found[2])))}" if found else ""


@table_check("MAP203", Severity.ERROR, "A point off the table")
def points_off_the_table(subject: TableSubject) -> Iterator[Found]:
    """A point of an area, a line, a name or a region is not on the table. The curve of a smooth area may reach over the
    edge: what is off the table does not count."""
    table = subject.table
    for shape in shapes(subject):
        off = [number for number, (x, y) in enumerate(shape.points) if not table.holds(x, y)]
        if off:
            more = f", and {counted(len(off) - 1, 'more point')}" if len(off) > 1 else ""
            yield Found(
                f"{shape.name} is off the table at {shown(shape.points[off[0]])}{more}",
                shape.path,
                None if shape.where == "names" or not subject.read(shape.path) else off[0],
                hint=f"the table goes from 0,0 to {table.size[0]},{table.size[1]}",
                fix=fix("Move the points onto the table", "onto_table", shape.where, shape.key),
            )


@table_check("MAP204", Severity.ERROR, "A part outside its hill")
def parts_outside_their_hill(subject: TableSubject) -> Iterator[Found]:
    """A part of a hill reaches over the hill's edge. Only what is inside the hill counts."""
    import shapely

    from engine.tables.ground import polygon_of

    for key, area in subject.table.areas.items():
        hill = polygon_of(area.edge).buffer(_SLACK) if area.parts else None
        for number, part in enumerate(area.parts):
            path = subject.area_path(key, "parts", number, "outline")
            polygon = polygon_of(part.outline)
            if hill is None or polygon.is_empty or shapely.covers(hill, polygon):
                continue
            apart = not shapely.intersects(hill, polygon)
            what = "is outside it" if apart else "reaches over its edge"
            title, how = (
                ("Remove the part", "remove") if apart else ("Cut the part off at the edge of the hill", "cut_part")
            )
            yield Found(
                f"part {number + 1} of the {subject.area_name(key)} {what}",
                path,
                hint="draw the part inside the outline of its hill",
                fix=fix(title, how, "areas", key, number=number),
            )


@table_check("MAP205", Severity.WARNING, "A crest outside its hill")
def crests_outside_their_hill(subject: TableSubject) -> Iterator[Found]:
    """A point of a crest is not on its hill. Height is measured from the crest, so it belongs inside."""
    import shapely

    from engine.tables.ground import polygon_of

    for key, area in subject.table.areas.items():
        if area.crest:
            hill = polygon_of(area.edge).buffer(_SLACK)
            path = subject.area_path(key, "crest")
            for token, point in enumerate(area.crest):
                if not shapely.intersects(hill, shapely.Point(point)):
                    message = f"the crest of the {subject.area_name(key)} is outside it at {shown(point)}"
                    yield Found(
                        message, path, token if subject.read(path) else None, hint="move the crest onto the hill"
                    )
                    break


@table_check("MAP206", Severity.ERROR, "A town with a hill that does not exist", needs="areas")
def joined_to_nothing(subject: TableSubject) -> Iterator[Found]:
    """`with` joins a town and the hill that it stands on. It names an area that is not on the table, or one of the
    wrong kind."""
    areas = subject.table.areas
    for key, area in areas.items():
        if not area.joined:
            continue
        other = areas.get(area.joined)
        path = subject.area_path(key, "with")
        title = fix("Remove the link", "forget", "areas", key)
        if other is None:
            message = f"there is no area {area.joined!r} for the {subject.area_name(key)} to be with"
            yield Found(message, path, hint=near(area.joined, (one for one in areas if one != key)), fix=title)
        elif not (area.is_hill and _is_town(subject, other.kind)) and not (
            _is_town(subject, area.kind) and other.is_hill
        ):
            message = f"the {subject.area_name(key)} is with the {subject.area_name(other.key)}"
            yield Found(message, path, hint="with joins a town and its hill", fix=title)


def _is_town(subject: TableSubject, kind: str) -> bool:
    known = subject.table.palette.areas.get(kind)
    return kind == TOWN or (known is not None and TOWN in known.treat_as.values())


@table_check("MAP207", Severity.WARNING, "Values of a hill on an area that is not a hill")
def hills_by_accident(subject: TableSubject) -> Iterator[Found]:
    """An area has a slope, a cover, a crest or parts, and its kind is not a hill: rules that know hills by their kind
    do not see it."""
    kinds = subject.table.palette.areas
    hills = [kind for kind, known in kinds.items() if HILL in (kind, *known.treat_as.values())]
    for key, area in subject.table.areas.items():
        if area.is_hill and area.kind not in (HILL, *hills):
            yield Found(
                f"the {subject.area_name(key)} has what only hills have",
                subject.area_path(key, "kind"),
                hint="make it a hill, or remove slope, cover, crest and parts",
                fix=fix("Make it a hill", "make_hill", "areas", key, kind=hills[0])
                if hills
                else fix("Remove what only hills have", "level", "areas", key),
            )


@table_check("MAP208", Severity.WARNING, "An area that cannot be seen")
def areas_covered(subject: TableSubject) -> Iterator[Found]:
    """Later areas lie over all of this one: nothing of it can be seen, and it means nothing to the rules. Of hills,
    only other hills count: what lies on a hill leaves it a hill."""
    import shapely

    from engine.tables.ground import polygon_of

    areas = list(subject.table.areas.values())
    polygons = [polygon_of(area.edge) for area in areas]
    tree = shapely.STRtree(polygons)
    for number, (area, polygon) in enumerate(zip(areas, polygons, strict=True)):
        over = [
            polygons[other]
            for other in tree.query(polygon, predicate="intersects").tolist()
            if other > number and (areas[other].is_hill or not area.is_hill)
        ]
        if over and not polygon.is_empty and shapely.covers(shapely.union_all(over), polygon):
            yield Found(
                f"nothing of the {subject.area_name(area.key)} can be seen: later areas lie over it",
                subject.area_path(area.key, "outline"),
                hint="put it after the areas that lie over it",
                fix=fix("Put it on top", "to_top", "areas", area.key),
            )
