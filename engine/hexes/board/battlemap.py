"""The battle map: what lies in each hex, on each hexside, and from hex to hex.

The model is plain containers, open to read; the editor's commands are the only ones to write to them.
During play a map never changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.boards.board import Board
from engine.boards.look import MapLook
from engine.boards.palette import Layer, Palette
from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.spelling import on_one_line


@dataclass(frozen=True, slots=True)
class Label:
    """A place name. ``dx``, ``dy`` move it from the hex centre, in circumradii; ``angle`` is in degrees."""

    text: str
    at: int
    size: str = "medium"
    """``small``, ``medium``, ``large`` or ``huge``."""
    style: str = "place"
    """``place``, ``water``, ``region`` or ``note``."""
    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    layer: str = ""
    """The designer's own layer that it lies on, by name; empty for none."""

    def __post_init__(self) -> None:
        on_one_line(self, "text")


@dataclass(frozen=True, slots=True)
class Region:
    """A named set of hexes: a set-up area, a country, an objective, an entry area."""

    key: str
    name: str
    hexes: frozenset[int]
    colour: str = "#7a5c99"
    rule: str = ""
    """The rule by which its hexes were chosen (see ``choosing``); empty when they were painted."""

    def __post_init__(self) -> None:
        on_one_line(self, "name")


@dataclass(slots=True)
class BattleMap:
    """A map painted on a grid with the kinds of a palette."""

    grid: Grid
    palette: Palette
    name: str = ""
    scale: str = ""
    """What a hex is across, such as ``100 yards``."""
    provenance: str = ""
    terrain: list[str] = field(default_factory=list)
    """For each hex the key of its natural terrain (void hexes hold the base terrain)."""
    elevation: list[int] = field(default_factory=list)
    """For each hex its level; 0 is low ground."""
    features: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Features by hex, sorted; hexes without any are left out."""
    hexsides: dict[int, dict[str, int]] = field(default_factory=dict)
    """For each hexside its kinds; the value is the high hex of a directional kind, else NOWHERE."""
    paths: dict[int, frozenset[str]] = field(default_factory=dict)
    """For each hexside the kinds of path that cross it, from hex centre to hex centre."""
    labels: list[Label] = field(default_factory=list)
    regions: dict[str, Region] = field(default_factory=dict)
    legend: dict[str, str] = field(default_factory=dict)
    """Character to terrain key, as the file had it; empty for the palette's own."""
    look: MapLook = field(default_factory=MapLook)
    """What is only drawn; no part of what rules look at."""

    def __post_init__(self) -> None:
        if not self.terrain:
            self.terrain = [self.palette.base_terrain] * self.grid.size
        if not self.elevation:
            self.elevation = [0] * self.grid.size

    def copy(self) -> BattleMap:
        """A map with containers of its own; grid, palette and the immutable parts are shared."""
        return replace(
            self,
            terrain=list(self.terrain),
            elevation=list(self.elevation),
            features=dict(self.features),
            # What is on one hexside is never written into, only replaced.
            hexsides=dict(self.hexsides),
            paths=dict(self.paths),
            labels=list(self.labels),
            regions=dict(self.regions),
            legend=dict(self.legend),
        )

    def bare(self) -> BattleMap:
        """The map without what is only drawn or read: labels, colours of regions, its look and provenance."""
        regions = {key: replace(region, colour="") for key, region in self.regions.items()}
        return replace(self, look=MapLook(), labels=[], regions=regions, provenance="")

    # -- what every kind of map has -----------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height on paper, in circumradii."""
        return self.grid.extent

    @property
    def places(self) -> int:
        """How many hexes and regions there are."""
        return len(self.grid.hexes) + len(self.regions)

    def find(self, text: str) -> int | None:
        """The hex of a number, or None."""
        h = self.grid.find(text)
        return None if h == NOWHERE else h

    def parse(self, text: str) -> int:
        """The hex of a number; raises NameNotKnown with a near one as a hint."""
        return self.grid.parse(text)

    def spell(self, spot: int) -> str:
        """The number of a hex as this map writes it."""
        return self.grid.name(spot)

    def same(self, first: str, second: str) -> bool:
        """Whether two texts are numbers of one hex."""
        h = self.grid.find(first)
        return h != NOWHERE and h == self.grid.find(second)

    def suggest(self, text: str) -> str:
        """What hex may be meant by a text that is not one: ``; did you mean L2306?``, or an empty text."""
        return self.grid.suggest(text)

    def distance(self, first: int, second: int) -> int:
        """The distance of two hexes, in hexes."""
        return self.grid.distance(first, second)

    # -- what is in a hex, on a hexside, and on the way from hex to hex ------------------------------------------

    def has_feature(self, h: int, kind: str) -> bool:
        """Whether a hex holds a feature."""
        return kind in self.features.get(h, ())

    def has_hexside(self, side: int, kind: str) -> bool:
        """Whether a hexside carries a kind, whatever its direction."""
        return kind in self.hexsides.get(side, ())

    def high_side(self, side: int, kind: str) -> int:
        """The high hex of a directional hexside, or NOWHERE when the side has no such kind."""
        return self.hexsides.get(side, {}).get(kind, NOWHERE)

    def has_path(self, side: int, kind: str) -> bool:
        """Whether a path of this kind crosses a hexside."""
        return kind in self.paths.get(side, ())

    def exits(self, h: int, kind: str) -> Iterator[int]:
        """The directions in which a path of this kind leaves a hex (over the edge of the map as well)."""
        for direction in range(6):
            if kind in self.paths.get(self.grid.side(h, direction), ()):
                yield direction

    def on_path(self, h: int, kind: str) -> bool:
        """Whether a path of this kind runs through, or ends in, a hex."""
        return next(self.exits(h, kind), None) is not None

    def area(self, name: str) -> tuple[int, ...]:
        """The hexes of a region's key, or the one hex of a hex name; none when it is neither."""
        region = self.regions.get(name)
        if region is not None:
            return tuple(sorted(region.hexes))
        h = self.grid.find(name)
        return () if h == NOWHERE else (h,)

    def place_name(self, h: int) -> str:
        """The name of the place at a hex, or an empty text."""
        return next((label.text for label in self.labels if label.at == h), "")

    def spoken(self, h: int) -> str:
        """A hex as sentences say it: with the name of its place, ``Kumasa (A1208)``, or its number alone where it has
        none. Names are those of places (`Label.style`), and of regions that are one hex; names of areas, waters and
        notes stand in a hex for others as well."""
        name = self.grid.name(h)
        place = next((label.text for label in self.labels if label.at == h and label.style == "place"), "")
        place = place or next((region.name for region in self.regions.values() if region.hexes == {h}), "")
        return f"{' '.join(place.split())} ({name})" if place else name


def hexes_of(board: Board) -> BattleMap:
    """A map as the hex map that it is; raises HexwrightError for a map of another kind."""
    if isinstance(board, BattleMap):
        return board
    raise HexwrightError("these rules are played on a map of hexes")


def layout(board: BattleMap) -> GridSpec:
    """The shape and the numbering of a map's grid."""
    return board.grid.spec


def gist(board: BattleMap) -> tuple[GridSpec, list[str]]:
    """The grid of a map and its terrain."""
    return board.grid.spec, list(board.terrain)


def used_kinds(board: BattleMap) -> Mapping[Layer, Collection[str]]:
    """The kinds of the palette that lie on a map, by layer; what only void hexes have is left out."""
    grid = board.grid
    terrain = set(board.terrain) if len(grid) == grid.size else {board.terrain[h] for h in grid.hexes}
    return {
        Layer.TERRAIN: terrain,
        Layer.FEATURE: {key for keys in board.features.values() for key in keys},
        Layer.HEXSIDE: {key for keys in board.hexsides.values() for key in keys},
        Layer.PATH: {key for keys in board.paths.values() for key in keys},
    }


def smallest(palette: Palette) -> BattleMap:
    """A map of one hex, on which a palette can be looked at."""
    return BattleMap(Grid(GridSpec(1, 1)), palette)
