"""The atlas: a map's art in chunks of hexes, made when first looked at and made again where the map changed.

Art comes in parts: ``ground`` (terrain and levels), ``lines`` (water, roads), ``detail`` (hachures, bridges, houses),
``grid`` and ``regions``; from ``afar`` there are only lines, over the overview. Each is a short list of long paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath

from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN
from editor.canvas.drawing.paint_list import Item, PaintList, PaintOrder, faded
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing import ground
from editor.hexes.drawing.afar import Afar
from editor.hexes.drawing.chunks import CHUNK, Chunks
from editor.hexes.drawing.dress import dressed, in_grey
from editor.hexes.drawing.features import Spot, draw_feature, solid
from editor.hexes.drawing.geometry import Geometry, squares_near
from editor.hexes.drawing.hatched import Hatched
from editor.hexes.drawing.hatching import hatches
from editor.hexes.drawing.hex_numbers import Figures, Numbers, kept_free, numbers_of
from editor.hexes.drawing.hexsides import Hexsides
from editor.hexes.drawing.overview import Overview
from editor.hexes.drawing.patterns import Stamped, stamped
from editor.hexes.drawing.place_names import Lettering, label_rect
from editor.hexes.drawing.ranges import Ranges
from editor.hexes.drawing.region_names import RegionNames
from editor.hexes.drawing.roads import Roads
from editor.hexes.drawing.scatter import StampGround
from editor.hexes.drawing.shading import Shading
from editor.hexes.drawing.streams import Streams
from editor.hexes.drawing.terrains import Surroundings, Terrains
from engine.boards.user_layers import on_other_layers
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.rivers import Rivers

REACH: Final = 1.9 * SCALE
"""How far from a hex's centre its change can be seen."""

OVERHANG: Final = 1.3 * SCALE
"""How far art may reach beyond its hexes' centres."""

WARM: Final = 100_000
"""The most hexes of a grid whose tables are worked out when it is opened; larger grids have none."""

MANY: Final = 4000
"""The number of changed hexes from which everything is made again."""

DEPENDS: Final[dict[str, tuple[str, ...]]] = {
    "terrain": ("ground", "lines"),
    "elevation": ("ground",),
    "features": ("detail",),
    "hexsides": ("lines", "detail"),
    "paths": ("lines", "detail"),
    "regions": ("regions",),
    "labels": (),
}
"""Layer of the map to the parts of the art that it shows in when one is near."""

MOVES_WATER: Final = frozenset({"", "terrain", "elevation", "hexsides", "paths", "map"})
"""The layers of the map that streams and rivers depend on."""

MOVES_AREAS: Final = frozenset({"", "terrain", "map"})
"""The layers of the map that the shape of areas of terrain depends on."""

MOVES_RANGES: Final = frozenset({"", "terrain", "elevation", "hexsides", "map"})
"""The layers of the map that ridges of mountains depend on."""

IN_OVERVIEW: Final = frozenset({"", "terrain", "elevation", "map"})
"""The layers of the map that the overview shows."""

PARTS: Final = ("ground", "ranges", "lines", "detail", "regions")
FAR_PARTS: Final = ("far", "far regions")
FAR_DEPENDS: Final[dict[str, tuple[str, ...]]] = {
    "elevation": (),
    "labels": (),
    "features": ("far",),
    "hexsides": ("far",),
    "paths": ("far",),
    "regions": ("far regions",),
}
"""The same from afar; terrain matters only where streams run, that end in lakes."""

BUSY: Final = frozenset(
    {"trees", "jungle", "grove", "marsh", "mud", "hills", "rocks", "gullies", "peaks", "snow", "dunes", "hedges"}
)
"""Patterns on which a hex number needs a halo."""

LET_GO: Final = 10
"""Parts of chunks that were forgotten all at once, and are let go of between two slices of drawing."""
NUMBERS_AT_ONCE: Final = 16
"""Hex numbers that are drawn in one step."""


class Atlas:
    """The art of one map in one style. Not for threads.

    ``tints`` says whether higher ground is tinted from afar, too. No grid is drawn around the hexes in ``bare``.
    """

    def __init__(
        self, battle_map: BattleMap, style: str = ORGANIC, tints: bool = True, bare: Collection[int] = ()
    ) -> None:
        self.map = battle_map
        self._no_grid = frozenset((NOWHERE, *bare))
        self.style = style
        self.tints = tints
        self.geometry = Geometry(battle_map.grid, style == PLAIN, battle_map.look.seed)
        self._rounded = ground.RoundedAreas(
            self.geometry, None if style == PLAIN else battle_map, by_line=style == ORGANIC
        )
        self.palette = dressed(battle_map.palette, style)
        # Of the map in other clothes only those layers are looked at that commands write into.
        self._dressed = battle_map if style == ORGANIC else replace(battle_map, palette=self.palette)
        self._ranges = Ranges(battle_map, self.palette, self.geometry)
        ruled = hatches(battle_map.palette) if style == GREY else {}
        self._hatched = Hatched(self._rounded, {key: ruled[key] for key in ruled if key not in self._ranges.kinds})
        self._terrains = Terrains(battle_map, self.palette, self._rounded, self._hatched, plain=style == PLAIN)
        self.shading = Shading(battle_map, self.geometry, style == GREY)
        self.overview = Overview(self._dressed, tints)
        self.chunks = Chunks(battle_map.grid)
        self._roads = Roads(self._dressed, self.geometry)
        lakes = battle_map.palette.lakes
        self._drifted: list[QRectF] = []
        self.rivers = Rivers(battle_map) if battle_map.look.widen else None
        self._hexsides = Hexsides(self._dressed, self.geometry, lakes, self.rivers, self._rounded)
        self._streams = Streams(self._dressed, self.geometry, lakes, self.rivers, self._rounded)
        self.afar = Afar(self._dressed, self.palette, self.geometry, self._streams)
        self._art: dict[tuple[str, int], list[Item]] = {}
        self._cast_off: list[object] = []
        """Art that was forgotten all at once: to let go of it takes time, and is done bit by bit."""
        self._mesh: QPainterPath | None = None
        """The grid of a chunk in the midst of the map, from the middle of its first hex."""
        self._labels: Lettering | None = None
        self._region_names = RegionNames(battle_map, self.geometry)
        self._numbers: dict[int, list[Numbers]] = {}
        self._numerals: Figures | None = None
        self._stamps: dict[int, list[Stamped]] = {}
        self._warm()
        self._underway: dict[tuple[str, int], PaintList] = {}
        """What is being made a step at a time; what is forgotten meanwhile is not kept when it is done."""
        self._makers: dict[str, Callable[[int, PaintList], Iterator[None] | None]] = {
            "far": self.afar.draw,
            "far regions": self.afar.draw_regions,
            "ground": self._make_ground,
            "ranges": self._make_ranges,
            "lines": self._make_lines,
            "detail": self._make_detail,
            "grid": self._make_grid,
            "regions": self._make_regions,
        }

    def _warm(self) -> None:
        """Have the grid work out its tables now: opening a map may take its time, a frame may not."""
        grid = self.map.grid
        if grid.size <= WARM:
            for table in (grid.ring1, grid.neighbours, grid.sides):
                len(table)

    # -- changes -----------------------------------------------------------------------------------------------

    def invalidate(self, hexes: Collection[int], sides: Iterable[int] = (), what: str = "") -> QRectF:
        """Forget the art that these hexes and hexsides are part of; gives the part of the scene that changed.

        ``what`` is the layer of the map that changed; without it all may have.
        """
        grid = self.map.grid
        if what in ("", "paths", "map"):
            self._streams.outdate()
        if len(hexes) > MANY:
            self._forget_all(what)
            width, height = self.geometry.size
            return QRectF(-REACH, -REACH, width + 2 * REACH, height + 2 * REACH)
        if what in IN_OVERVIEW:
            self.overview.update(hexes)
        touched = set(hexes)
        for side in sides:
            touched.update(h for h in grid.side_hexes(side) if h != NOWHERE)
        if what in MOVES_WATER:
            if self.rivers is not None:
                self._drift(self.rivers.touch(sides, touched))
            touched |= self._streams.beside(touched)
        turned = self._ranges.turned(touched, what) if what in MOVES_RANGES else set()
        if what in MOVES_AREAS:
            touched |= self._terrains.shaped_by(touched)
        places = [divmod(h, grid.columns) for h in touched]
        chunks = squares_near(places, CHUNK, self.chunks.across, self.chunks.down)
        for chunk in chunks:
            for part in DEPENDS.get(what, PARTS):
                self._forget(part, chunk)
            self._numbers.pop(chunk, None)
            self._stamps.pop(chunk, None)
        if what in MOVES_AREAS:
            # A chunk draws the areas of the first hexes of the next one, too.
            for chunk in squares_near(places, CHUNK, self.chunks.across, self.chunks.down, before=2):
                self._forget("ground", chunk)
        for h in self.map.features.keys() & touched if what == "terrain" else ():
            # Houses keep to their side of a shore.
            self._forget("detail", self.chunks.holding(h))
        for h in turned:
            self._forget("ranges", self.chunks.holding(h))
        touched |= turned
        if what != "terrain" or self._streams.touch(touched):
            for block in self.afar.blocks_of(touched, sides):
                for part in FAR_DEPENDS.get(what, FAR_PARTS):
                    self._forget(part, block)
        self.shading.forget(chunks)
        if not touched:
            return QRectF()
        across, down = zip(*map(self.geometry.centre, touched), strict=True)
        return QRectF(QPointF(min(across), min(down)), QPointF(max(across), max(down))).adjusted(
            -REACH, -REACH, REACH, REACH
        )

    def _drift(self, sides: Iterable[int]) -> None:
        """Forget the art of hexsides on which water is wider or narrower because of a change elsewhere."""
        hexes = {h for side in sides for h in self.map.grid.side_hexes(side) if h != NOWHERE}
        around: dict[int, QRectF] = {}
        for h in hexes:
            (x, y), chunk = self.geometry.centre(h), self.chunks.holding(h)
            around[chunk] = around.get(chunk, QRectF()) | QRectF(x - REACH, y - REACH, 2 * REACH, 2 * REACH)
        for chunk in around:
            for part in ("lines", "detail"):
                self._forget(part, chunk)
        self._drifted += around.values()

    def take_drifted(self, settle: bool = False) -> list[QRectF]:
        """The parts of the scene in which rivers are wider or narrower since this was last asked, because of changes
        elsewhere. ``settle``: work out what was put off while a stroke went on."""
        if settle and self.rivers is not None:
            self._drift(self.rivers.settle())
        found, self._drifted = self._drifted, []
        return found

    def _forget(self, part: str, chunk: int) -> None:
        self._art.pop((part, chunk), None)
        self._underway.pop((part, chunk), None)

    def _forget_all(self, what: str) -> None:
        """Forget all the art that shows a layer of the map. What is being made is made again, whatever it is."""
        parts = {*DEPENDS.get(what, PARTS), *(("ranges",) if what in MOVES_RANGES else ())}
        if what != "terrain" or self._streams.run_here():
            parts.update(FAR_DEPENDS.get(what, FAR_PARTS))
        self._cast_off += [self._art.pop(key) for key in [*self._art] if key[0] in parts]
        self._cast_off += self._numbers.values()
        self._cast_off += self._stamps.values()
        self._underway.clear()
        self._numbers.clear()
        self._stamps.clear()
        self.shading.clear()
        self._ranges.forget()
        if self.rivers is not None:
            self.rivers.start_over()
        self.overview.outdate()

    def forget_labels(self) -> None:
        """The labels changed, and hex numbers make way for them."""
        self._labels = None
        self._cast_off += self._numbers.values()
        self._numbers.clear()

    def trim(self, keep: int = 4000) -> bool:
        """Free some art that was forgotten, and of the oldest when there is a great deal of it; gives whether more
        was forgotten."""
        del self._cast_off[-LET_GO:]
        while len(self._art) > keep:
            del self._art[next(iter(self._art))]
        return bool(self._cast_off)

    # -- art ----------------------------------------------------------------------------------------------------

    def art(self, part: str, chunk: int) -> list[Item]:
        """A part of a chunk's art: ``ground``, ``lines``, ``detail``, ``grid`` or ``regions``; or of a block of
        ``afar``: ``far`` or ``far regions``."""
        found = self._art.get((part, chunk))
        if found is None:
            for _ in self.making(part, chunk):
                pass
            found = self._art[part, chunk]
        return found

    def making(self, part: str, chunk: int) -> Iterator[None]:
        """Make a part of a chunk's art a step at a time, so that others may have the processor in between."""
        paint = self._underway[part, chunk] = PaintList()
        yield from self._makers[part](chunk, paint) or ()
        if self._underway.get((part, chunk)) is paint:
            del self._underway[part, chunk]
            items = paint.items
            self._art[part, chunk] = [in_grey(item) for item in items] if self.style == GREY else items

    def shade(self, chunks: Iterable[int]) -> bool:
        """Work out the hill shading of the first of these chunks that lacks it; False when none does."""
        for chunk in chunks:
            if not self.shading.has(chunk):
                self.shading.add(chunk, self.chunks.hexes(chunk))
                return True
        return False

    def has(self, part: str, chunk: int) -> bool:
        """Whether a part of a chunk's art is made already."""
        return (part, chunk) in self._art

    def labels(self, rect: QRectF, least: float = 0.0, hidden: Collection[str] = ()) -> list[Label]:
        """The labels that may be seen in a rectangle, their letters at least ``least`` circumradii high; none of
        ``hidden`` layers."""
        if self._labels is None:
            self._labels = Lettering(self.map.labels, self.geometry)
        found = self._labels.within(rect, least)
        return on_other_layers(found, hidden) if hidden else found

    def region_names(self, rect: QRectF, least: float = 0.0, of: frozenset[str] | None = None) -> list[Label]:
        """The names of regions (those with the keys ``of``, or all) that may be seen in a rectangle, as ``labels``."""
        return self._region_names.within(rect, least, of)

    def numbers(self, chunk: int) -> list[Numbers]:
        """The hex numbers of a chunk, in parts that do not take long to draw."""
        found = self._numbers.get(chunk)
        if found is None:
            busy = {key for key, kind in self.palette.terrain.items() if kind.pattern in BUSY}.union(
                self._hatched.hatches, self._ranges.kinds
            )
            hexes = self.chunks.hexes(chunk)
            placed = numbers_of(self.map, self._rounded, hexes, busy, self._names_about(hexes), self._roads)
            parts = (placed[first : first + NUMBERS_AT_ONCE] for first in range(0, len(placed), NUMBERS_AT_ONCE))
            figures = self._figures(self.map.look.numbers.size)
            found = self._numbers[chunk] = [Numbers(part, figures) for part in parts]
        return found

    def _names_about(self, hexes: Sequence[int]) -> list[QRectF]:
        """What place names cover near some hexes: numbers make way for them."""
        if not self.map.labels or not hexes:
            return []
        across, down = zip(*map(self.geometry.centre, hexes), strict=True)
        around = QRectF(QPointF(min(across), min(down)), QPointF(max(across), max(down)))
        near = self.labels(around.adjusted(-SCALE, -SCALE, SCALE, SCALE))
        return [label_rect(label, self.geometry) for label in near]

    def _figures(self, size: float) -> Figures:
        """The typeface of hex numbers, which may have been given another size."""
        if self._numerals is None or self._numerals.size != size:
            self._numerals = Figures(size)
        return self._numerals

    def stamps(self, chunk: int) -> list[Stamped]:
        """The patterns of a chunk's ground."""
        found = self._stamps.get(chunk)
        if found is None:
            terrain, kinds, flat = self.map.terrain, self.palette.terrain, self.map.grid.flat
            rounded = self.style != PLAIN
            found = []
            for h in self.chunks.hexes(chunk):
                kind = kinds.get(terrain[h])
                if kind is not None and kind.pattern:
                    x, y = self.geometry.centre(h)
                    room = self._room(h) if rounded else StampGround(flat)
                    stamp = stamped(kind, room, self.geometry.lot(h), x, y)
                    if stamp is not None:
                        found.append(self._ashore(stamp, h))
            self._stamps[chunk] = found
        return found

    def _ashore(self, stamp: Stamped, h: int) -> Stamped:
        """A stamp that keeps to its side of the shore, where that passes through its hex."""
        within = self._rounded.side_of_shore(h)
        return stamp if within is None else replace(stamp, within=within)

    def _room(self, h: int) -> StampGround:
        """The ground that a hex's pattern has: as far as its neighbours are of the same terrain."""
        terrain = self.map.terrain
        key, mask, rim = terrain[h], 0, 0
        for d, n in enumerate(self.map.grid.ring1[h]):
            if n == NOWHERE:
                rim |= 1 << d
            elif terrain[n] == key:
                mask |= 1 << d
        return StampGround(self.map.grid.flat, mask | rim, rim)

    # -- making it ----------------------------------------------------------------------------------------------

    def _make_ground(self, chunk: int, paint: PaintList) -> Iterator[None]:
        windows = (self.chunks.window(chunk, before, after) for before, after in ((0, 1), (1, 1), (2, 3)))
        return self._terrains.draw(paint, Surroundings(self.chunks.hexes(chunk), *windows))

    def _make_ranges(self, chunk: int, paint: PaintList) -> None:
        if self.style != PLAIN:
            self._ranges.draw(paint, self.chunks.hexes(chunk))

    def _make_lines(self, chunk: int, paint: PaintList) -> Iterator[None]:
        hexes = self.chunks.hexes(chunk)
        self._hexsides.draw_base(paint, hexes)
        yield
        self._streams.draw(paint, hexes)
        yield
        self._roads.draw(paint, hexes)

    def _make_detail(self, chunk: int, paint: PaintList) -> Iterator[None]:
        hexes = self.chunks.hexes(chunk)
        self._hexsides.draw_detail(paint, hexes)
        yield
        features, known = self.map.features, self.palette.features
        for h in hexes:
            spot: Spot | None = None
            for key in features.get(h, ()):
                feature = known.get(key)
                if feature is not None:
                    spot = spot or self._spot(h)
                    draw_feature(paint, feature, spot)

    def _spot(self, h: int) -> Spot:
        """Where the features of a hex are drawn, and what they leave free."""
        kinds = [self.palette.features[key] for key in self.map.features[h] if key in self.palette.features]
        x, y = self.geometry.centre(h)
        taken = [solid(kind, x, y, True) for kind in kinds] if len(kinds) > 1 else []
        taken += kept_free(self.map, self._rounded, h, self._roads)
        shared, free = len(self.map.features[h]) > 1, [room for room in taken if room is not None]
        within = self._rounded.side_of_shore(h) if self.style != PLAIN else None
        return Spot(self.geometry, self._roads, h, self._streams, shared, free, within)

    def _make_grid(self, chunk: int, paint: PaintList) -> None:
        path = paint.line(PaintOrder.GRID, QColor(52, 44, 30, 105), 0.022 * SCALE, cap=Qt.PenCapStyle.FlatCap)
        beyond, ring1 = self._no_grid, self.map.grid.ring1
        hexes = [h for h in self.chunks.hexes(chunk) if h not in beyond]
        if len(hexes) < CHUNK * CHUNK or not all(beyond.isdisjoint(ring1[h]) for h in hexes):
            path.addPath(self._mesh_of(hexes))
            return
        # Chunks in the midst of a map all have the same grid.
        x, y = self.geometry.centre(hexes[0])
        if self._mesh is None:
            self._mesh = self._mesh_of(hexes).translated(-x, -y)
        path.addPath(self._mesh.translated(x, y))

    def _mesh_of(self, hexes: list[int]) -> QPainterPath:
        """The hexsides of hexes, every one once: three of each hex, and those that no other hex owns."""
        ring1, geometry, offsets = self.map.grid.ring1, self.geometry, self.geometry.corner_offsets
        path = QPainterPath()
        for h in hexes:
            (x, y), ring = geometry.centre(h), ring1[h]
            corners = [(x + right, y + down) for right, down in offsets]
            last = -1
            for d in range(6):
                if d < 3 or ring[d] in self._no_grid:
                    if d != last:
                        path.moveTo(*corners[d])
                    last = d + 1
                    path.lineTo(*corners[last % 6])
        return path

    def _make_regions(self, chunk: int, paint: PaintList) -> None:
        hexes = self.chunks.hexes(chunk)
        around = {NOWHERE, *self.chunks.window(chunk, 1, 1)}
        for place, region in enumerate(self.map.regions.values()):
            own = [h for h in hexes if h in region.hexes]
            if own:
                # The map may have more hexes than one wants to look at here.
                inside = {h for h in around if h == NOWHERE or h in region.hexes}
                edge = paint.line(
                    PaintOrder.REGION + place, faded(region.colour, 0.85), 0.05 * SCALE, (0.16 * SCALE, 0.12 * SCALE)
                )
                self._rounded.outline(edge, own, inside)
