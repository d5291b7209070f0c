"""Checks of the lines of a table: roads, rivers and fortifications."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.boards.palette import WATER
from engine.findings import Severity
from engine.plural import counted
from engine.tables.checks.subject import TableSubject, shown, table_check
from engine.tables.fixes import fix
from engine.tables.table import TableLine, TableWall
from engine.tables.walls import SLACK, depths, runs_along
from engine.umpire.checks.registry import Found, Scope
from engine.umpire.checks.subject import near, nearest

_WET: Final = ("waterway", "marsh")
"""Kinds of area that a river may end in."""
_ON_IT: Final = 1.0
"""Paces that a gate may be off its fortification: its points are whole paces."""


@table_check("MAP211", Severity.ERROR, "A line that leads nowhere")
def lines_too_short(subject: TableSubject) -> Iterator[Found]:
    """A road, a river, or the inside or outside of a fortification has fewer than two different points."""
    for key, line in subject.table.lines.items():
        edges = {"inside": line.inside, "outside": line.outside} if isinstance(line, TableWall) else {"line": line.line}
        for field, points in edges.items():
            path = subject.line_path(key, field)
            if len(set(points)) < 2 and subject.read(path):
                name = subject.line_name(key)
                yield Found(
                    f"the {field} of the {name} has {counted(len(set(points)), 'point')}",
                    path,
                    hint="a line needs at least two points",
                    fix=fix(f"Remove the {name}", "remove", "lines", key),
                )


@table_check("MAP212", Severity.ERROR, "Inside and outside of a fortification diverge")
def edges_that_diverge(subject: TableSubject) -> Iterator[Found]:
    """The outside of a fortification is parallel to its inside: both have the same number of points, in the same
    direction, and are equally far apart everywhere."""
    for key, wall in subject.table.walls.items():
        path = subject.line_path(key, "outside")
        if len(set(wall.inside)) < 2 or len(set(wall.outside)) < 2 or not subject.read(path):
            continue
        wrong = _diverging(wall)
        if wrong:
            yield Found(
                f"inside and outside of the {subject.line_name(key)} {wrong}",
                path,
                hint="give the outside a point for each point of the inside, all at the same distance",
                fix=fix("Draw the outside along the inside", "set_off", "lines", key),
            )


def _diverging(wall: TableWall) -> str:
    """In which way the edges of a fortification are not parallel; empty where they are."""
    if len(wall.inside) != len(wall.outside):
        return f"have {len(wall.inside)} and {len(wall.outside)} points"
    if not runs_along(wall):
        return "go in opposite directions"
    found = list(depths(wall))
    first = found[0]
    if abs(first.paces) < 1:
        return f"are in the same place at {shown(first.at)}"
    last = max(found, key=lambda depth: abs(depth.paces - first.paces))
    if abs(last.paces - first.paces) <= SLACK:
        return ""
    begins, ends = abs(first.paces), _paces_in_words(last.paces)
    return f"are {begins:.0f} paces apart at {shown(first.at)}, and {ends} at {shown(last.at)}"


def _paces_in_words(paces: float) -> str:
    return f"{abs(paces):.0f}" if abs(paces) >= 1 else "none"


@table_check("MAP213", Severity.ERROR, "A gate that is not on its fortification")
def gates_off_the_wall(subject: TableSubject) -> Iterator[Found]:
    """A gate lies on its fortification, between inside and outside."""
    import shapely

    from engine.tables.ground import polygon_of

    for key, wall in subject.table.walls.items():
        if not wall.gates or len(set(wall.inside)) < 2:
            continue
        body = shapely.union(shapely.LineString(wall.inside), polygon_of(wall.edge))
        path = subject.line_path(key, "gates")
        for token, gate in enumerate(wall.gates):
            away = shapely.distance(body, shapely.Point(gate))
            if away > _ON_IT:
                yield Found(
                    f"the gate at {shown(gate)} is {counted(round(away), 'pace')} from the {subject.line_name(key)}",
                    path,
                    token if subject.read(path) else None,
                    hint="gates lie between the inside and the outside",
                    fix=fix("Move the gate onto the fortification", "gate_onto_wall", "lines", key, number=token),
                )


@table_check("MAP214", Severity.ERROR, "A fortification around an area that does not exist", needs="areas")
def around_nothing(subject: TableSubject) -> Iterator[Found]:
    """`encloses` of a fortification names an area that is not on the table."""
    areas = subject.table.areas
    for key, wall in subject.table.walls.items():
        if wall.encloses and wall.encloses not in areas:
            yield Found(
                f"there is no area {wall.encloses!r} for the {subject.line_name(key)} to enclose",
                subject.line_path(key, "encloses"),
                hint=near(wall.encloses, areas),
                fix=fix("Enclose nothing", "forget", "lines", key),
            )


@table_check("MAP215", Severity.ERROR, "A fortification of a side that does not exist", Scope.SCENARIO)
def walls_of_nobody(subject: TableSubject) -> Iterator[Found]:
    """A fortification of the table is defended by a side that the scenario does not have."""
    sides = subject.scenario.sides
    for key, wall in subject.table.walls.items():
        if wall.side and wall.side not in sides:
            message = f"the {subject.line_name(key)} belongs to {wall.side!r}, which is not a side of this scenario"
            like = nearest(wall.side, sides)
            title = f"Give it to {subject.side_name(like)}" if like else "Give it to no side"
            change = fix(title, "give_wall", "lines", key, side=like)
            yield Found(message, ("map",), hint=near(wall.side, sides), fix=change)


@table_check("MAP216", Severity.WARNING, "A river that leads nowhere")
def rivers_to_nowhere(subject: TableSubject) -> Iterator[Found]:
    """Neither end of a river is at the edge of the table, in a waterway or a marsh, or at another river. A river may
    rise anywhere, but must get to water or to the edge."""
    import shapely

    from engine.tables.ground import polygon_of

    table = subject.table
    rivers = {key: line for key, line in table.courses.items() if _flows(subject, line)}
    wet = shapely.union_all([polygon_of(area.edge) for area in table.areas.values() if area.kind in _WET])
    edge = shapely.box(0, 0, *table.size).exterior
    for key, line in rivers.items():
        others = [shapely.LineString(other.course) for name, other in rivers.items() if name != key]
        mouths = shapely.union_all([wet, edge, *others])
        ends = [shapely.Point(line.course[end]) for end in (0, -1)]
        if min(shapely.distance(ends, mouths)) > table.width_of(line):
            message = f"the {subject.line_name(key)} reaches neither water nor the edge of the table"
            hint = "continue it to the edge, to a waterway, a marsh or another river"
            yield Found(message, subject.line_path(key, "line"), hint=hint)


def _flows(subject: TableSubject, line: TableLine) -> bool:
    """Whether a line is a river that leads anywhere at all."""
    known = subject.table.palette.lines.get(line.kind)
    return known is not None and known.symbol in WATER and len(set(line.line)) > 1
