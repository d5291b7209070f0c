"""The open table: a map without hexes. Areas and lines lie on it; bases have places of their own.

Areas, lines and names are in whole paces, as in the file. Bases are in grains (`places`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import hypot
from typing import Any, Final

from engine.boards.look import MapLook
from engine.boards.palette import Layer, Palette
from engine.errors import ActionError, HexwrightError, NameNotKnown
from engine.spelling import on_one_line
from engine.tables.places import PACE, BasePlace, parse, parse_point, place, shown, spell
from engine.tables.sines import CIRCLE
from engine.tables.smooth import Outline, Point, smooth_line, smooth_outline

LEAST_SIDE: Final = 600
"""Paces that each side of a table has at least ..."""
MOST_SIDE: Final = 12_000
"""... and at most."""
USUAL_SIZE: Final[Point] = (3600, 2400)
"""Width and height of a new table, in paces."""
USUAL_GROUND: Final = "plain"
"""The kind of ground that a table has where it does not say."""
UNIT: Final = 40
"""Paces in a unit of length on paper: what furniture and underlays are measured in on a table."""
USUAL_WIDTH: Final = 40
"""Paces that a road or river is wide where neither it nor its kind says."""
LONGEST_LIST: Final = 10_000
"""Places that a list in a file can name, besides the regions of the table."""
_NAMED: Final = 40
"""A place is described by a name at most this number of paces away."""
_TOLERANCE: Final = PACE
"""Grains that two places may differ by and still be the same in a file."""

HILL: Final = "hill"
"""The kind of area that has slopes, a crest and parts."""
TOWN: Final = "town"
"""The kind of area that can stand on a hill that belongs to it."""
WATERWAY: Final = "waterway"
"""The kind of area that is water."""
IMPASSABLE: Final = "impassable"
"""The kind of area that nothing enters."""
FORTIFICATIONS: Final = ("pf", "tf")
"""The kinds of line with an inside and an outside: permanent and temporary fortifications."""
SLOPES: Final = ("gentle", "steep")
COVERS: Final = ("bare", "brushy", "rocky", "boggy", "wooded", "orchard", "vine", "terraced")
PLACERS: Final = ("invader", "defender")


@dataclass(frozen=True, slots=True)
class HillPart:
    """A part of a hill with a slope and a cover of its own."""

    slope: str = "gentle"
    cover: str = "bare"
    outline: Outline = ()


@dataclass(frozen=True)
class TableArea:
    """An area: a wood, a hill, a town. Later areas lie over earlier ones."""

    key: str
    kind: str
    outline: Outline
    """The points as they are drawn; `edge` is what counts."""
    smooth: bool = False
    """Whether the edge is a curve through the points."""
    placed: str = ""
    """Who placed it: ``invader``, ``defender``, or empty."""
    compulsory: bool = False
    fe: float | None = None
    """Feature equivalents; None for the usual ones of its kind."""
    joined: str = ""
    """The key of the hill that a town stands on, or of the town on a hill; ``with`` in files."""
    slope: str = ""
    """Of a hill: one of `SLOPES`; empty for gentle."""
    cover: str = ""
    """Of a hill: one of `COVERS`; empty for bare."""
    crest: Outline = ()
    """Of a hill: the line or the point of its top; empty for its middle."""
    parts: tuple[HillPart, ...] = ()
    """Of a hill: parts that differ from the rest; later ones lie over earlier ones."""

    @cached_property
    def edge(self) -> Outline:
        """The outline that counts: the curve of a smooth area, else its points."""
        return smooth_outline(self.outline) if self.smooth else self.outline

    @property
    def is_hill(self) -> bool:
        """Whether it is a hill: by its kind, or because it has what only hills have."""
        return self.kind == HILL or bool(self.slope or self.cover or self.crest or self.parts)


@dataclass(frozen=True)
class TableLine:
    """A road or a river."""

    key: str
    kind: str
    line: Outline
    width: int = 0
    """Paces; 0 for the usual width of its kind."""
    smooth: bool = False
    placed: str = ""
    compulsory: bool = False
    fe: float | None = None

    @cached_property
    def course(self) -> Outline:
        """The line that counts: the curve of a smooth line, else its points."""
        return smooth_line(self.line) if self.smooth else self.line


@dataclass(frozen=True, slots=True)
class TableWall:
    """A piece of a fortification, permanent (``pf``) or temporary (``tf``)."""

    key: str
    kind: str
    inside: Outline
    """The defended edge."""
    outside: Outline
    """The edge that attackers meet, parallel to the inside."""
    gates: Outline = ()
    """Points on the fortification where there are gates."""
    side: str = ""
    """The side that defends it; empty for whichever side is there."""
    chain: str = ""
    """Pieces of one chain are meant to be continuous."""
    encloses: str = ""
    """The key of the area that the chain is meant to enclose."""
    placed: str = ""
    compulsory: bool = False
    fe: float | None = None

    @property
    def edge(self) -> Outline:
        """Its outline: the outside, then back along the inside."""
        return (*self.outside, *reversed(self.inside))


@dataclass(frozen=True, slots=True)
class TableLabel:
    """A name on the table."""

    text: str
    at: Point
    size: str = "medium"
    """``small``, ``medium``, ``large`` or ``huge``."""
    style: str = "place"
    """``place``, ``water``, ``region`` or ``note``."""
    angle: float = 0.0
    """Degrees, clockwise."""
    layer: str = ""
    """The designer's own layer that it lies on, by name; empty for none."""

    def __post_init__(self) -> None:
        on_one_line(self, "text")


@dataclass(frozen=True, slots=True)
class TableRegion:
    """A named part of the table: a camp, an objective."""

    key: str
    name: str
    outline: Outline
    colour: str = "#7a5c99"
    rule: str = ""
    """What its outline follows, in words for people."""

    def __post_init__(self) -> None:
        on_one_line(self, "name")


@dataclass(frozen=True, slots=True)
class RegionSpots(Collection[BasePlace]):
    """The places inside an outline. There are too many to list: they are found by ``in``; the list is its corners."""

    outline: Outline

    def __contains__(self, spot: object) -> bool:
        return isinstance(spot, BasePlace) and encloses(self.outline, spot.x / PACE, spot.y / PACE)

    def __iter__(self) -> Iterator[BasePlace]:
        return (place(x, y, 0) for x, y in self.outline)

    def __len__(self) -> int:
        return len(self.outline)


@dataclass(slots=True)
class Table:
    """A map without hexes."""

    palette: Palette
    name: str = ""
    scale: str = ""
    """What the table is in the world, such as ``1 pace is 0.75 m``."""
    provenance: str = ""
    look: MapLook = field(default_factory=MapLook)
    """What is only drawn; no part of what rules look at."""
    size: Point = USUAL_SIZE
    """Width and height in paces."""
    ground: str = USUAL_GROUND
    """The kind of the bare ground."""
    north: int = 0
    """The facing that is north, in tenths of a degree."""
    areas: dict[str, TableArea] = field(default_factory=dict)
    """By key; later ones lie over earlier ones."""
    lines: dict[str, TableLine | TableWall] = field(default_factory=dict)
    """Roads, rivers and fortifications by key, as they are listed and drawn."""
    labels: list[TableLabel] = field(default_factory=list)
    regions: dict[str, TableRegion] = field(default_factory=dict)

    def copy(self) -> Table:
        """A table with containers of its own; what is in them is immutable and shared."""
        return replace(
            self,
            areas=dict(self.areas),
            lines=dict(self.lines),
            labels=list(self.labels),
            regions=dict(self.regions),
        )

    def bare(self) -> Table:
        """The table without what is only drawn or read: names, colours of regions, its look and provenance."""
        regions = {key: replace(region, colour="") for key, region in self.regions.items()}
        return replace(self, look=MapLook(), labels=[], regions=regions, provenance="")

    # -- what lies on it --------------------------------------------------------------------------------------------

    @property
    def walls(self) -> Mapping[str, TableWall]:
        """The fortifications, by key."""
        return {key: line for key, line in self.lines.items() if isinstance(line, TableWall)}

    @property
    def drawn_walls(self) -> Mapping[str, TableWall]:
        """The fortifications with two different points at least on each edge, by key: shorter ones have a finding, and
        stand nowhere."""
        found = self.walls.items()
        return {key: wall for key, wall in found if all(len(set(edge)) > 1 for edge in (wall.inside, wall.outside))}

    @property
    def courses(self) -> Mapping[str, TableLine]:
        """The roads and rivers, by key."""
        return {key: line for key, line in self.lines.items() if isinstance(line, TableLine)}

    def width_of(self, line: TableLine) -> int:
        """The width of a road or river in paces: its own, or that of its kind."""
        kind = self.palette.lines.get(line.kind)
        return line.width or (round(kind.width) if kind is not None else 0) or USUAL_WIDTH

    @property
    def thirds(self) -> tuple[float, float]:
        """Where the left third ends and the right one begins, in paces from the left edge."""
        return self.size[0] / 3, 2 * self.size[0] / 3

    def sector(self, point: tuple[float, float]) -> int:
        """The sector of a point in paces: 1 to 3 in the upper half, 4 to 6 in the lower half, left to right."""
        width, height = self.size
        column = min(2, max(0, int(3 * point[0] // width)))
        return column + (1 if 2 * point[1] < height else 4)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point in paces is on the table."""
        return 0 <= x <= self.size[0] and 0 <= y <= self.size[1]

    # -- what every kind of map has ---------------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height, in paces."""
        return float(self.size[0]), float(self.size[1])

    @property
    def places(self) -> int:
        """How many places a list can name."""
        return LONGEST_LIST + len(self.regions)

    def find(self, text: str) -> BasePlace | None:
        """The place of ``x,y/facing``, ``x,y facing F`` or ``x,y``, which faces 0; None for other texts, and for
        places that are not on the table."""
        try:
            found = _read(text)
        except ActionError:
            return None
        return found if self.holds(found.x / PACE, found.y / PACE) else None

    def parse(self, text: str) -> BasePlace:
        """The place of a text; raises NameNotKnown, with what to write as a hint, where there is none."""
        spot = self.find(text)
        if spot is None:
            raise NameNotKnown(f"there is no place {shown(text)} on this table{self.suggest(text)}")
        return spot

    def spell(self, spot: BasePlace) -> str:
        """The text of a place: ``x,y/facing``."""
        return spell(spot)

    def spoken(self, spot: BasePlace) -> str:
        """A place as sentences say it: with the name of the place that is there, ``Zama (1200,700/0)``."""
        x, y = spot.x / PACE, spot.y / PACE
        near = [
            (hypot(label.at[0] - x, label.at[1] - y), label.text) for label in self.labels if label.style == "place"
        ]
        away, name = min(near, default=(_NAMED + 1.0, ""))
        return f"{' '.join(name.split())} ({spell(spot)})" if away <= _NAMED else spell(spot)

    def same(self, first: str, second: str) -> bool:
        """Whether two texts name one place, to one pace and a tenth of a degree."""
        one, two = self.find(first), self.find(second)
        if one is None or two is None:
            return False
        turned = (one.facing - two.facing) % CIRCLE
        return abs(one.x - two.x) <= _TOLERANCE and abs(one.y - two.y) <= _TOLERANCE and turned in (0, 1, CIRCLE - 1)

    def suggest(self, text: str) -> str:
        """What to write instead of a text that names no place, as the end of a sentence."""
        try:
            found = _read(text)
        except ActionError as error:
            said, _, advice = str(error).partition("; ")
            return f"; {advice or said}"
        if self.holds(found.x / PACE, found.y / PACE):
            return ""
        return f"; the table goes from 0,0 to {self.size[0]},{self.size[1]}"

    def distance(self, first: BasePlace, second: BasePlace) -> float:
        """The distance of two places in paces."""
        return hypot(first.x - second.x, first.y - second.y) / PACE

    def area(self, name: str) -> Collection[BasePlace]:
        """The places inside a region, by its key, or the one place of a text; none where it is neither."""
        region = self.regions.get(name)
        if region is not None:
            return RegionSpots(region.outline)
        spot = self.find(name)
        return () if spot is None else (spot,)


def _read(text: str) -> BasePlace:
    """A place with or without a facing; raises ActionError, which says what to write."""
    if "/" in text or "facing" in text.lower():
        return parse(text)
    try:
        point = parse_point(text)
    except ActionError:
        return parse(text)
    return BasePlace(point.x, point.y, 0)


def encloses(outline: Iterable[Point], x: float, y: float) -> bool:
    """Whether a point in paces is inside an outline or on its edge."""
    points = tuple(outline)
    inside = False
    for number, (bx, by) in enumerate(points):
        ax, ay = points[number - 1]
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = not inside
    return inside


def table_of(board: object) -> Table:
    """A map as the table that it is; raises HexwrightError for a map of another kind."""
    if isinstance(board, Table):
        return board
    raise HexwrightError("these rules are played on a table without hexes")


def usual_ground(palette: Palette) -> str:
    """The kind of bare ground where a file does not say: ``plain``, or else the palette's first area."""
    return USUAL_GROUND if USUAL_GROUND in palette.areas else next(iter(palette.areas), USUAL_GROUND)


def layout(table: Table) -> Point:
    """The size of a table: on another of the same size places are the same."""
    return table.size


def gist(table: Table) -> tuple[Point, dict[str, TableArea], dict[str, TableLine | TableWall]]:
    """The size of a table and what lies on it."""
    return table.size, table.areas, table.lines


def used_kinds(table: Table) -> Mapping[Layer, Collection[str]]:
    """The kinds of the palette that lie on a table, by layer."""
    return {
        Layer.AREA: {table.ground, *(area.kind for area in table.areas.values())},
        Layer.LINE: {line.kind for line in table.lines.values()},
    }


def smallest(palette: Palette) -> Table:
    """A table of the least size, on which a palette can be looked at."""
    return Table(palette, size=(LEAST_SIDE, LEAST_SIDE), ground=usual_ground(palette))


def outline_of(_table: Table, spots: Iterable[BasePlace]) -> dict[str, Any]:
    """Places as a GeoJSON geometry: their points, in paces."""
    return {"type": "MultiPoint", "coordinates": [[spot.x / PACE, spot.y / PACE] for spot in spots]}
