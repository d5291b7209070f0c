"""Maps for Worldographer, in the format of its version 1.74, which later ones open too."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.exchange.losses import LostPart, loss
from engine.exchange.own import facts_of
from engine.exchange.source import MADE, ExportSource, Options, Pictures
from engine.exchange.tiled.lines import path_lines, side_lines
from engine.exchange.trees import begun, text_of
from engine.exchange.worldographer import facts
from engine.exchange.worldographer.names import BLANK, FEATURES_OUT, OTHER_FEATURE, terrain_there
from engine.exchange.worldographer.opening import packed
from engine.exchange.worldographer.places import UnitPlaces, shift_of
from engine.hexes.board import chains
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import Grid, Point
from engine.hexes.board.numbering import Numbering

TAG: Final = "hexwright-"
"""What tags of ours begin with; the number after it is that of the facts about a part."""
_LAYERS: Final = (
    *("Labels", "Grid", "Features", "Above Terrain", "Terrain Land", "Above Water", "Terrain Water", "Below All"),
)
_SHOWN: Final = dict.fromkeys(("isWorld", "isContinent", "isKingdom", "isProvince"), "true")
_INK: Final = "0.0,0.0,0.0,1.0"
_SCALES: Final = {"small": "14.0", "medium": "20.0", "large": "30.0", "huge": "45.0"}
_ROOT: Final = {
    "type": "WORLD", "version": "1.74", "lastViewLevel": "WORLD", "continentFactor": "0", "kingdomFactor": "0",
    "provinceFactor": "0", "worldToContinentHOffset": "0.0", "continentToKingdomHOffset": "0.0",
    "kingdomToProvinceHOffset": "0.0", "worldToContinentVOffset": "0.0", "continentToKingdomVOffset": "0.0",
    "kingdomToProvinceVOffset": "0.0",
}  # fmt: skip
_SHOWS: Final = {
    "mapProjection": "FLAT", "showNotes": "true", "showGMOnly": "true", "showGMOnlyGlow": "false",
    "showFeatureLabels": "true", "showGrid": "true", "showGridNumbers": "true", "showShadows": "true",
    "triangleSize": "12",
}  # fmt: skip
_KEY: Final = {
    "positionx": "0.0", "positiony": "0.0", "viewlevel": "WORLD", "height": "-1",
    "backgroundcolor": "0.9803921580314636,0.9215686321258545,0.843137264251709,1.0", "backgroundopacity": "50",
    "titleText": "Map Key", "titleFontFace": "Arial", "titleFontColor": _INK, "titleFontBold": "true",
    "titleFontItalic": "false", "titleScale": "80", "scaleText": "", "scaleFontFace": "Arial",
    "scaleFontColor": _INK, "scaleFontBold": "true", "scaleFontItalic": "false", "scaleScale": "65",
    "entryFontFace": "Arial", "entryFontColor": _INK, "entryFontBold": "true", "entryFontItalic": "false",
    "entryScale": "55",
}  # fmt: skip
_SHADOW: Final = "1.0,0.8941176533699036,0.7686274647712708,1.0"
_SHAPE: Final = {
    "type": "Path", "isCurve": "false", "isGMOnly": "false", "isSnapVertices": "true", "isMatchTileBorders": "false",
}  # fmt: skip
_EFFECTS: Final = {
    "creationType": "BASIC", "isDropShadow": "false", "isInnerShadow": "false", "isBoxBlur": "false", **_SHOWN,
    "dsSpread": "0.2", "dsRadius": "50.0", "dsOffsetX": "0.0", "dsOffsetY": "0.0", "insChoke": "0.2",
    "insRadius": "50.0", "insOffsetX": "0.0", "insOffsetY": "0.0", "bbWidth": "10.0", "bbHeight": "10.0",
    "bbIterations": "3", "mapLayer": "Above Terrain", "fillTexture": "", "strokeTexture": "", "strokeType": "SIMPLE",
    "highestViewLevel": "WORLD", "currentShapeViewLevel": "WORLD", "lineCap": "ROUND", "lineJoin": "ROUND",
    "opacity": "1.0", "fillRule": "NON_ZERO",
}  # fmt: skip
Lines = Iterator[str]


def survey(source: ExportSource, options: Options) -> list[LostPart]:
    """What would be lost."""
    board = source.hexes
    found = [loss("LOSS109", f"scenario {scenario.name}") for scenario in source.scenarios]
    if board.look.underlays:
        found.append(loss("LOSS110", "the underlay picture"))
    usual = Numbering()
    numbering = board.grid.numbering
    if replace(numbering, separator="") != usual:
        found.append(loss("LOSS103", f"numbers such as {board.grid.name(0)}"))
    used = {kind for h, kind in enumerate(board.terrain) if h not in board.grid.void}
    kinds = [kind for key, kind in board.palette.terrain.items() if key in used and not terrain_there(kind, key)[1]]
    if kinds:
        found.append(loss("LOSS111", "terrain " + ", ".join(kind.name for kind in kinds)))
    features = {kind for on in board.features.values() for kind in on} - set(FEATURES_OUT)
    if features:
        names = ", ".join(board.palette.features[key].name for key in sorted(features))
        places = [board.grid.name(h) for h, on in sorted(board.features.items()) if features.intersection(on)]
        found.append(loss("LOSS111", f"features {names}", places))
    return found


def write(source: ExportSource, options: Options, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A map of Worldographer."""
    return {".wxx": packed("\n".join(_Writing(source.hexes).lines()) + "\n")}


class _Writing:
    """A map while it is written."""

    def __init__(self, board: BattleMap) -> None:
        self.board, self.grid = board, board.grid
        self.shift = shift_of(board.grid)
        self.places = UnitPlaces(board.grid, self.shift)
        self.parts: dict[str, dict[str, Any]] = {}
        self.slots: dict[str, int] = {BLANK: 0}

    def lines(self) -> Lines:
        grid = self.grid
        tiles = list(self._tiles())
        size = {"hexWidth": "46.18", "hexHeight": "40.0"} if grid.flat else {"hexWidth": "40.0", "hexHeight": "46.18"}
        turned = {"hexOrientation": "COLUMNS" if grid.flat else "ROWS"}
        yield "<?xml version='1.0' encoding='utf-16'?>"
        yield begun("map", {**_ROOT, **size, **turned, **_SHOWS})
        yield begun("gridandnumbering", self._numbers(), end=" />")
        named = "\t".join(f"{theirs}\t{slot}" for theirs, slot in self.slots.items())
        yield f"<terrainmap>{named}</terrainmap>"
        for layer in _LAYERS:
            yield begun("maplayer", {"name": layer, "isVisible": "true"}, end="/>")
        yield from tiles
        yield begun("mapkey", _KEY | {"scaleText": self.board.scale or "1 Hex = ? units"})
        yield "</mapkey>"
        yield from _listed("features", self._features())
        yield from _listed("labels", self._labels())
        yield from _listed("shapes", self._shapes())
        yield from _listed("notes", [])
        yield from _listed("informations", self._informations())
        yield "<configuration>"
        for part in ("terrain", "feature", "texture", "text", "shape"):
            yield from _listed(f"{part}-config", [])
        yield "</configuration>"
        yield "</map>"

    def _numbers(self) -> Mapping[str, str]:
        spec, before = self.grid.spec, (self.shift, 0) if self.grid.flat else (0, self.shift)
        colours = {f"color{number}": "0x00000040" for number in range(5)}
        widths = {f"width{number}": f"{width}.0" for number, width in enumerate((1, 2, 3, 4, 1))}
        offsets = {
            f"gridOffset{levels}{axis}": "0.0"
            for levels in ("ContinentKingdom", "WorldContinent", "WorldKingdom")
            for axis in "XY"
        }
        return {
            **colours, **widths, **offsets,
            "gridSquare": "0", "gridSquareHeight": "-1.0", "gridSquareWidth": "-1.0",
            "gridOffsetX": "0.0", "gridOffsetY": "0.0",
            "numberFont": "Arial", "numberColor": "0x000000ff", "numberSize": "20", "numberStyle": "PLAIN",
            "numberFirstCol": str(spec.first_column - before[0]), "numberFirstRow": str(spec.first_row - before[1]),
            "numberOrder": "COL_ROW", "numberPosition": "BOTTOM", "numberPrePad": "DOUBLE_ZERO",
            "numberSeparator": self.grid.numbering.separator or ".",
        }  # fmt: skip

    def _tiles(self) -> Lines:
        """A row of tiles for each column, whichever way the hexes point."""
        grid, board = self.grid, self.board
        for key in board.palette.terrain:
            if key in set(board.terrain):
                self.slots.setdefault(self._there(key), len(self.slots))
        left, above = (self.shift, 0) if grid.flat else (0, self.shift)
        wide, high = grid.columns + left, grid.rows + above
        yield begun("tiles", {"viewLevel": "WORLD", "tilesWide": wide, "tilesHigh": high})
        for column in range(wide):
            yield "<tilerow>"
            for row in range(high):
                h = (row - above) * grid.columns + column - left if column >= left and row >= above else -1
                slot = 0 if h < 0 or h in grid.void else self.slots[self._there(board.terrain[h])]
                yield f"{slot}\t{board.elevation[h] if h >= 0 else 0}\t0\t0\t0\tZ"
            yield "</tilerow>"
        yield "</tiles>"

    def _there(self, key: str) -> str:
        return terrain_there(self.board.palette.terrain[key], key)[0]

    def _tag(self, **about: Any) -> str:
        """A tag for a part, about which something is kept."""
        number = str(len(self.parts) + 1)
        self.parts[number] = about
        return TAG + number

    def _features(self) -> Lines:
        for h, kinds in sorted(self.board.features.items()):
            for key in kinds:
                x, y = self.places.units(self.grid.lattice(h))
                tag = self._tag(layer="feature", kind=key)
                theirs = FEATURES_OUT.get(key, OTHER_FEATURE)
                head = {
                    "type": theirs, "rotate": "0.0", "uuid": _uuid(f"feature {tag}"), "mapLayer": "Features",
                    "isFlipHorizontal": "false", "isFlipVertical": "false", "scale": "-1.0", "scaleHt": "-1.0",
                    "tags": tag, "color": "null", "ringcolor": "null", "isGMOnly": "false", "isPlaceFreely": "false",
                    "labelPosition": "6:00", "labelDistance": "0", **_SHOWN, "isFillHexBottom": "false",
                    "isHideTerrainIcon": "false",
                }  # fmt: skip
                at = begun("location", {"viewLevel": "WORLD", "x": _number(x), "y": _number(y)}, end=" />")
                label = _label_head("Features", 0.0, "")
                empty = begun("location", {"viewLevel": "WORLD", "x": _number(x), "y": _number(y), "scale": "25.0"})
                yield f"{begun('feature', head)}{at}{begun('label', label)}{empty}</location></label></feature>"

    def _labels(self) -> Lines:
        for label in self.board.labels:
            x, y = self.places.of_paper(at_paper(self.grid, label))
            words = {"at": self.grid.name(label.at), "size": label.size, "style": label.style, "text": label.text}
            words |= {"on": label.layer} if label.layer else {}
            tag = self._tag(layer="name", **words, dx=label.dx, dy=label.dy, angle=label.angle)
            head = _label_head("Labels", label.angle, tag)
            place = {"viewLevel": "WORLD", "x": _number(x), "y": _number(y), "scale": _SCALES[label.size]}
            yield f"{begun('label', head)}{begun('location', place, end=' />')}{text_of(label.text)}</label>"

    def _shapes(self) -> Lines:
        board, grid = self.board, self.grid
        for key, region in board.regions.items():
            about = {"key": key, "name": region.name, "colour": region.colour, "rule": region.rule}
            tag = self._tag(layer="region", **about)
            for ring in chains.outlines(grid, region.hexes):
                yield self._shape(tag, [*ring, ring[0]], region.colour, 0.02)
        by_kind: dict[str, dict[int, int]] = {}
        for side, kinds in sorted(board.hexsides.items()):
            for kind, high in kinds.items():
                by_kind.setdefault(kind, {})[side] = high
        for kind in sorted(by_kind):
            known = board.palette.hexsides[kind]
            for line, directed in side_lines(grid, by_kind[kind]):
                tag = self._tag(layer="hexside", kind=kind, high=directed)
                yield self._shape(tag, line, known.colour, known.width / 2)
        roads: dict[str, list[int]] = {}
        for side, on in sorted(board.paths.items()):
            for kind in on:
                roads.setdefault(kind, []).append(side)
        for kind in sorted(roads):
            drawn = board.palette.paths[kind]
            for line in path_lines(grid, roads[kind]):
                yield self._shape(self._tag(layer="path", kind=kind), line, drawn.colour, drawn.width / 2)

    def _shape(self, tag: str, line: Iterable[tuple[float, float]], colour: str, width: float) -> str:
        points = [self.places.units(point) for point in line]
        stroke = {"strokeColor": _colour(colour), "strokeWidth": f"{max(0.02, width):g}"}
        head = {**_SHAPE, "tags": tag, **_EFFECTS, **stroke, "dsColor": _SHADOW, "insColor": _SHADOW}
        parts = [begun("shape", head)]
        for number, (x, y) in enumerate(points):
            first = {"type": "m"} if number == 0 else {}
            parts.append(begun("p", {**first, "x": _number(x), "y": _number(y)}, end="/>"))
        return "\n".join([*parts, "</shape>"])

    def _informations(self) -> Lines:
        board = self.board
        kinds = sorted(set(board.terrain))
        known: dict[str, Any] = {"made": MADE, **facts_of(board), "shift": self.shift, "parts": self.parts}
        known |= {"kinds": kinds, "terrain": _runs([kinds.index(kind) for kind in board.terrain])}
        head = {"uuid": _uuid(board.name), "type": "Information", "title": "Hexwright"}
        about = [board.provenance, "Hexwright reads the following text again. Please do not change it."]
        shown = text_of(" ".join(part for part in about if part))
        yield f"{begun('information', head)}{shown} {facts.written(known)}</information>"


def at_paper(grid: Grid, label: Label) -> Point:
    """Where a label stands on paper."""
    x, y = grid.centre(label.at)
    return x + label.dx, y + label.dy


def _runs(numbers: list[int]) -> list[list[int]]:
    """Numbers as pairs of a number and how often it follows."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][0] == number:
            found[-1][1] += 1
        else:
            found.append([number, 1])
    return found


def _label_head(layer: str, angle: float, tag: str) -> dict[str, str]:
    return {
        "mapLayer": layer, "style": "null", "fontFace": "null", "color": _INK, "outlineColor": "1.0,1.0,1.0,1.0",
        "outlineSize": "0.0", "rotate": _number(angle), "isBold": "false", "isItalic": "false", **_SHOWN,
        "isGMOnly": "false", "tags": tag,
    }  # fmt: skip


def _listed(tag: str, lines: Iterable[str]) -> Lines:
    yield f"<{tag}>"
    yield from lines
    yield f"</{tag}>"


def _uuid(of: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"hexwright {of}"))


def _number(value: float) -> str:
    """A number as Worldographer writes it: with a point always."""
    return repr(round(value, 4) + 0.0)


def _colour(text: str) -> str:
    return ",".join(_number(int(text[place : place + 2], 16) / 255) for place in (1, 3, 5)) + ",1.0"
