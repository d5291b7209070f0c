"""From the data of a map file to a table."""

from __future__ import annotations

import re
from typing import Final

from engine.boards.look import MapLook
from engine.boards.palette import TABLE_LAYERS, Layer, Palette
from engine.formats.checking import check
from engine.formats.hints import clip
from engine.formats.looks import furniture_of, layers_of, palette_of, underlays_of
from engine.formats.source import DataPath, Section
from engine.tables.formats.documents import AreaDoc, TableDoc, TableLineDoc, TableMapDoc
from engine.tables.smooth import Outline, Point
from engine.tables.table import (
    FORTIFICATIONS,
    HILL,
    HillPart,
    Table,
    TableArea,
    TableLabel,
    TableLine,
    TableRegion,
    TableWall,
    usual_ground,
)

MOST_POINTS: Final = 2000
"""Points that an outline or line may have at most."""
_POINT: Final = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})")
_OF_HILLS: Final = ("slope", "cover", "crest", "parts")
_OF_WALLS: Final = ("side", "chain", "encloses", "inside", "outside", "gates")
_OF_COURSES: Final = ("line", "width", "smooth")


def build_table(section: Section, data: object) -> Table | None:
    """A table from the data of a map file (or of a map inside a scenario); None when there is none to be had.

    Everything wrong is noted in the section. What can be kept in the model is kept as it is written: points off the
    table, for example. The umpire's checks find those.
    """
    doc = check(section, TableMapDoc, data)
    if doc is None:
        return None
    palette = palette_of(section, doc.palette, TABLE_LAYERS)
    if palette is None:
        return None
    reader = _TableReader(section, palette)
    width, height = doc.table.size
    table = Table(
        palette,
        doc.name,
        doc.scale,
        doc.provenance,
        MapLook(
            underlays_of(section, doc.underlay),
            furniture=furniture_of(section, doc.furniture),
            layers=layers_of(section, doc.layers),
            seed=doc.seed,
        ),
        (width, height),
        reader.ground(doc.table),
        round(doc.table.north * 10),
    )
    reader.areas(doc, table)
    reader.lines(doc, table)
    reader.names(doc, table)
    return table


class _TableReader:
    """Reads the parts of one file; what is wrong with them is noted in the section."""

    def __init__(self, section: Section, palette: Palette) -> None:
        self.section = section
        self.palette = palette
        self._taken: dict[str, str] = {}
        """The keys of areas and lines so far, with the list that each is in."""

    def ground(self, doc: TableDoc) -> str:
        """The kind of the bare ground."""
        if not doc.ground:
            return usual_ground(self.palette)
        if self._known(Layer.AREA, doc.ground, ("table", "ground")):
            return doc.ground
        return usual_ground(self.palette)

    # -- areas and lines --------------------------------------------------------------------------------------------

    def areas(self, doc: TableMapDoc, table: Table) -> None:
        """Put the areas on a table."""
        kept: list[int] = []
        for number, item in enumerate(doc.areas):
            at = self.section.index(("areas",), number)
            if self.section.notes.stop():
                break
            known = self._known(Layer.AREA, item.kind, ("areas", at, "kind"))
            if self._new(item.key, ("areas", at)) and known:
                table.areas[item.key] = self._area(item, ("areas", at))
                kept.append(at)
        self.section.keep(("areas",), kept)

    def _area(self, item: AreaDoc, path: DataPath) -> TableArea:
        if not self._is_hill(item.kind):
            self._refuse(item, path, _OF_HILLS, f"only a hill has {{!r}}; {item.key} is a {self._called(item.kind)}")
        parts = tuple(
            HillPart(part.slope, part.cover, self._points(part.outline, (*path, "parts", number, "outline")))
            for number, part in enumerate(item.parts)
        )
        return TableArea(
            item.key,
            item.kind,
            self._points(item.outline, (*path, "outline")),
            item.smooth,
            item.placed,
            item.compulsory,
            item.fe,
            item.joined,
            item.slope,
            item.cover,
            self._points(item.crest, (*path, "crest")),
            parts,
        )

    def _is_hill(self, kind: str) -> bool:
        known = self.palette.areas.get(kind)
        return kind == HILL or (known is not None and HILL in known.treat_as.values())

    def _called(self, kind: str) -> str:
        known = self.palette.areas.get(kind) or self.palette.lines.get(kind)
        return known.name.lower() if known is not None else kind

    def lines(self, doc: TableMapDoc, table: Table) -> None:
        """Put the roads, rivers and fortifications on a table."""
        kept: list[int] = []
        for number, item in enumerate(doc.lines):
            at = self.section.index(("lines",), number)
            if self.section.notes.stop():
                break
            known = self._known(Layer.LINE, item.kind, ("lines", at, "kind"))
            if self._new(item.key, ("lines", at)) and known:
                read = self._wall if self._is_wall(item) else self._course
                table.lines[item.key] = read(item, ("lines", at))
                kept.append(at)
        self.section.keep(("lines",), kept)

    def _is_wall(self, item: TableLineDoc) -> bool:
        known = self.palette.lines.get(item.kind)
        terms = (item.kind, *(known.treat_as.values() if known is not None else ()))
        return not set(FORTIFICATIONS).isdisjoint(terms)

    def _wall(self, item: TableLineDoc, path: DataPath) -> TableWall:
        told = f"a fortification has an inside and an outside, and no {{!r}}; {item.key} has one"
        self._refuse(item, path, _OF_COURSES, told)

        self._need(item, path, "inside", "outside")
        inside, outside, gates = (
            self._points(getattr(item, name), (*path, name)) for name in ("inside", "outside", "gates")
        )
        return TableWall(
            item.key,
            item.kind,
            inside,
            outside,
            gates,
            item.side,
            item.chain,
            item.encloses,
            item.placed,
            item.compulsory,
            item.fe,
        )

    def _course(self, item: TableLineDoc, path: DataPath) -> TableLine:
        told = f"only a fortification has {{!r}}; {item.key} is a {self._called(item.kind)}"
        self._refuse(item, path, _OF_WALLS, told)
        self._need(item, path, "line")
        line = self._points(item.line, (*path, "line"))
        return TableLine(item.key, item.kind, line, item.width or 0, item.smooth, item.placed, item.compulsory, item.fe)

    # -- names and regions ------------------------------------------------------------------------------------------

    def names(self, doc: TableMapDoc, table: Table) -> None:
        """Put the names and regions on a table."""
        kept: list[int] = []
        for number, item in enumerate(doc.names):
            filed = self.section.index(("names",), number)
            at = self._points([item.at], ("names", filed, "at"))
            if at:
                table.labels.append(TableLabel(item.text, at[0], item.size, item.style, item.angle, item.layer))
                kept.append(filed)
        self.section.keep(("names",), kept)
        for key, region in doc.regions.items():
            outline = self._points(region.outline, ("regions", key, "outline"))
            table.regions[key] = TableRegion(key, region.name or key, outline, region.colour, region.rule)

    # -- what is wrong ----------------------------------------------------------------------------------------------

    def _known(self, layer: Layer, kind: str, path: DataPath) -> bool:
        choices = self.palette.kinds[layer]
        if kind in choices:
            return True
        what = "area" if layer is Layer.AREA else "line"
        message = f"there is no kind of {what} {clip(kind)} in the palette"
        self.section.error("MAP027", message, path, hint=self.section.suggest(kind, choices))
        return False

    def _new(self, key: str, path: DataPath) -> bool:
        """Whether a key is not taken yet; one that is taken is noted."""
        if key not in self._taken:
            self._taken[key] = str(path[0])
            return True
        message = f"the key {clip(key)} is already used in {self._taken[key]}"
        self.section.error("MAP028", message, (*path, "key"), hint="give each area and line its own key")
        return False

    def _refuse(self, item: AreaDoc | TableLineDoc, path: DataPath, names: tuple[str, ...], told: str) -> None:
        """Note what an area or line has and should not have."""
        for name in names:
            if name in item.model_fields_set and getattr(item, name):
                self.section.error("MAP029", told.format(name), (*path, name), key=True, hint=f"remove {name}")

    def _need(self, item: TableLineDoc, path: DataPath, *names: str) -> None:
        for name in names:
            if not getattr(item, name):
                message = f"{item.key} is a {self._called(item.kind)}, but {name!r} is missing"
                self.section.error("MAP029", message, path, hint=f"write {name}: with its points x,y")

    def _points(self, words: list[str], path: DataPath) -> Outline:
        """The points of a text block; none where there are too many."""
        if len(words) > MOST_POINTS:
            message = f"this outline or line has {len(words):,} points; {MOST_POINTS:,} are allowed"
            self.section.error("MAP026", message, path, hint="leave out points: a smooth outline needs few")
            return ()
        found: list[Point] = []
        for token, word in enumerate(words):
            match = _POINT.fullmatch(word)
            if match is None:
                message = f"{clip(word)} is not a point"
                self.section.error(
                    "MAP025", message, path, token=token, hint="write x,y in whole paces, without blanks"
                )
            else:
                found.append((int(match[1]), int(match[2])))
            if self.section.notes.stop():
                break
        return tuple(found)
