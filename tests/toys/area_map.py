"""A kind of map without any grid, for tests: areas with outlines, some of which border on each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from pydantic import Field

from engine.boards.kinds import KINDS, BoardKind
from engine.boards.look import MapLook
from engine.boards.palette import Palette
from engine.errors import NameNotKnown
from engine.formats import load_palette
from engine.formats.checking import check
from engine.formats.documents import FilePart, Key, Names, Text
from engine.formats.source import Section
from engine.formats.yamltext import NameList, pair
from engine.umpire.checks.subject import Subject

Corner = tuple[int, int]


@dataclass(frozen=True)
class Outlined:
    """An area, which is a region of its own: its corners, and the keys of its neighbours."""

    key: str
    name: str
    corners: tuple[Corner, ...] = ()
    borders: tuple[str, ...] = ()
    colour: str = "#7a5c99"


@dataclass
class AreaMap:
    """A map of areas. A spot is the key of an area."""

    palette: Palette
    areas: dict[str, Outlined] = field(default_factory=dict)
    name: str = ""
    scale: str = ""
    provenance: str = ""
    look: MapLook = field(default_factory=MapLook)
    labels: list[Any] = field(default_factory=list)

    @property
    def regions(self) -> dict[str, Outlined]:
        return self.areas

    @property
    def extent(self) -> tuple[float, float]:
        corners = [corner for area in self.areas.values() for corner in area.corners] or [(1, 1)]
        return max(x for x, _ in corners), max(y for _, y in corners)

    @property
    def places(self) -> int:
        return len(self.areas)

    def find(self, text: str) -> str | None:
        word = text.strip().lower()
        return word if word in self.areas else None

    def parse(self, text: str) -> str:
        spot = self.find(text)
        if spot is None:
            raise NameNotKnown(f"there is no area {text!r} on this map{self.suggest(text)}")
        return spot

    def spell(self, spot: str) -> str:
        return spot

    def spoken(self, spot: str) -> str:
        return self.areas[spot].name

    def same(self, first: str, second: str) -> bool:
        return self.find(first) is not None and self.find(first) == self.find(second)

    def suggest(self, text: str) -> str:
        near = get_close_matches(text.lower(), self.areas, 1)
        return f"; did you mean {near[0]}?" if near else ""

    def distance(self, first: str, second: str) -> float:
        reached, steps = {first}, 0
        while second not in reached:
            wider = reached | {there for key in reached for there in self.areas[key].borders}
            if wider == reached:
                return float("inf")
            reached, steps = wider, steps + 1
        return steps

    def area(self, name: str) -> tuple[str, ...]:
        spot = self.find(name)
        return () if spot is None else (spot,)

    def copy(self) -> AreaMap:
        return replace(self, areas=dict(self.areas))

    def bare(self) -> AreaMap:
        return replace(self, look=MapLook(), provenance="")


class AreaDoc(FilePart):
    name: Text = ""
    corners: Names = []
    borders: Names = []


class AreasDoc(FilePart):
    """A file of a map of areas."""

    format: Text = ""
    name: Text = ""
    palette: Text = "standard"
    areas: dict[Key, AreaDoc] = Field(min_length=1)


def read(section: Section, data: object) -> AreaMap | None:
    doc = check(section, AreasDoc, data)
    if doc is None:
        return None
    areas = {}
    for key, one in doc.areas.items():
        corners = tuple((int(x), int(y)) for x, _, y in (corner.partition(",") for corner in one.corners))
        areas[key] = Outlined(key, one.name or key, corners, tuple(one.borders))
    return AreaMap(load_palette(doc.palette), areas, doc.name)


def lines(board: AreaMap, indent: int = 0) -> list[str]:
    found = pair("name", board.name, indent) if board.name else []
    found += pair("palette", board.palette.key, indent)
    found.append(" " * indent + "areas:")
    for key, one in board.areas.items():
        corners = NameList(f"{x},{y}" for x, y in one.corners)
        found += pair(key, {"name": one.name, "corners": corners, "borders": NameList(one.borders)}, indent + 2)
    return found


def smallest(palette: Palette) -> AreaMap:
    return AreaMap(palette, {"here": Outlined("here", "Here")})


def outline(board: AreaMap, spots: list[str]) -> dict[str, Any]:
    return {"type": "MultiPolygon", "coordinates": [[list(board.areas[spot].corners)] for spot in spots]}


class AreaSubject(Subject):
    """A map of areas as the checks look at it."""


AREAS = BoardKind(
    key="areas",
    title="map of areas",
    file_key="areas",
    model="area_map:AreaMap",
    document="area_map:AreasDoc",
    reader="area_map:read",
    writer="area_map:lines",
    empty="area_map:smallest",
    outline="area_map:outline",
    subject="area_map:AreaSubject",
    checks="area_map",
)


@contextmanager
def known() -> Iterator[None]:
    """While this lasts, maps of areas are a kind of map."""
    KINDS.append(AREAS)
    try:
        yield
    finally:
        KINDS.remove(AREAS)
