"""What is drawn on a map of Worldographer: features, labels and shapes, taken onto a map of ours."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from math import isfinite
from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, loss
from engine.exchange.tiled.lines import LineLength, path_sides, sides_of_line, within
from engine.exchange.trees import Element
from engine.exchange.worldographer.names import FEATURES_IN
from engine.exchange.worldographer.options import WorldographerReading
from engine.exchange.worldographer.places import UnitPlaces
from engine.exchange.worldographer.writer import TAG, at_paper
from engine.formats.documents import KEY_PATTERN, LONGEST_NAME
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Point
from engine.pauses import pause, with_pauses
from engine.plural import counted
from engine.spelling import folded

MOST_POINTS: Final = 400_000
_TAG: Final = re.compile(re.escape(TAG) + r"([0-9]{1,7})\b")
_SIZES: Final = ("small", "medium", "large", "huge")
_STYLES: Final = ("place", "water", "region", "note")
Part = dict[str, Any]


class DrawnParts:
    """Takes what is drawn, and counts what is not known."""

    def __init__(
        self,
        board: BattleMap,
        places: UnitPlaces,
        options: WorldographerReading,
        parts: dict[str, Part],
        view: str,
        where: str,
    ) -> None:
        """``parts`` are the facts about what Hexwright drew, by the numbers in its tags; ``view`` is the view level
        whose places count."""
        self.board, self.places, self.options, self.parts, self.view = board, places, options, parts, view
        self.where = where
        self.unknown: Counter[str] = Counter()
        self.points = 0
        self.length = LineLength(board.grid, where)
        self._outlines: dict[str, tuple[Region, list[list[Point]]]] = {}

    def take(self, root: Element) -> None:
        """Take all that is drawn."""
        for top in root.all("features"):
            for node in with_pauses(top.all("feature")):
                self._feature(node)
        for top in root.all("labels"):
            for node in with_pauses(top.all("label")):
                self._label(node)
        for top in root.all("shapes"):
            for node in top.all("shape"):
                pause()
                self._shape(node)
        for key, part in self._regions():
            region, outlines = self._outlines.get(key, (_region(part), []))
            self.board.regions[key] = replace(region, hexes=within(self.board.grid, outlines, self.where))

    def losses(self) -> list[LostPart]:
        """What is not known, as one loss."""
        if not self.unknown:
            return []
        names = ", ".join(f"{name} ({times})" for name, times in self.unknown.most_common(12))
        return [loss("LOSS206", f"{counted(sum(self.unknown.values()), 'drawn part')}: {names}")]

    def _regions(self) -> list[tuple[str, Part]]:
        """The regions that Hexwright wrote, those without hexes too, in their order."""
        found = [(str(part.get("key", "")), part) for part in self.parts.values() if part.get("layer") == "region"]
        return [(key, part) for key, part in found if re.fullmatch(KEY_PATTERN, key)]

    def _about(self, node: Element) -> Part:
        """What Hexwright knows of a part; empty for one of somebody else."""
        found = _TAG.search(node.get("tags"))
        return self.parts.get(found[1], {}) if found is not None else {}

    def _at(self, node: Element) -> Point | None:
        """Where a part stands on the view level that is read."""
        places = node.all("location")
        chosen = next((one for one in places if one.get("viewLevel") in (self.view, "")), None)
        if chosen is None:
            return None
        x, y = _number(chosen.get("x")), _number(chosen.get("y"))
        return None if x is None or y is None else (x, y)

    # -- features and names -------------------------------------------------------------------------------------

    def _feature(self, node: Element) -> None:
        at, about = self._at(node), self._about(node)
        h = self._hex(at)
        named = node.get("type").rpartition("/")[2]
        key = str(about.get("kind", "")) or self._kind_of_feature(named)
        if h == NOWHERE or key not in self.board.palette.features:
            self.unknown[f"feature {named[:40]}"] += 1
        else:
            self.board.features[h] = tuple(sorted({*self.board.features.get(h, ()), key}))
        label = node.first("label")
        if label is not None and label.text.strip() and h != NOWHERE:
            self._name(label.text, at, "place", 0.0)

    def _kind_of_feature(self, named: str) -> str:
        words = folded(named).split()
        palette = self.board.palette.features
        for key, kind in palette.items():
            if folded(kind.name) in (" ".join(words), *words):
                return key
        return next(
            (key for theirs, key in FEATURES_IN if any(word in words for word in theirs) and key in palette), ""
        )

    def _label(self, node: Element) -> None:
        at, about = self._at(node), self._about(node)
        if about.get("layer") == "name":
            label = self._kept(about)
            if label is not None:
                kept = self.places.of_paper(at_paper(self.board.grid, label))
                text = node.text.strip()
                is_where_it_was = at is None or (abs(at[0] - kept[0]) < 1 and abs(at[1] - kept[1]) < 1)
                if is_where_it_was and text in (label.text.strip(), ""):
                    self.board.labels.append(label)
                    return
        if not node.text.strip() or self._hex(at) == NOWHERE:
            self.unknown["label"] += 1
            return
        angle = _number(node.get("rotate")) or 0.0
        self._name(node.text, at, str(about.get("style", "place")), angle, str(about.get("size", "medium")))

    def _kept(self, about: Part) -> Label | None:
        """The name that Hexwright wrote."""
        h = self.board.grid.find(str(about.get("at", "")))
        style, size = about.get("style"), about.get("size")
        moved = [about.get(name) for name in ("dx", "dy", "angle")]
        if h == NOWHERE or style not in _STYLES or size not in _SIZES:
            return None
        numbers = [float(one) for one in moved if isinstance(one, int | float) and isfinite(one)]
        if len(numbers) != 3:
            return None
        text, layer = (str(about.get(name, ""))[:LONGEST_NAME] for name in ("text", "on"))
        dx, dy, angle = numbers
        return Label(text, h, size, style, dx, dy, angle, layer)

    def _name(self, text: str, at: Point | None, style: str, angle: float, size: str = "medium") -> None:
        h = self._hex(at)
        if at is None or h == NOWHERE:
            return
        x, y = self.places.paper(*at)
        cx, cy = self.board.grid.centre(h)
        style, size = style if style in _STYLES else "place", size if size in _SIZES else "medium"
        said = " ".join(text.split())[:LONGEST_NAME]
        self.board.labels.append(Label(said, h, size, style, round(x - cx, 3), round(y - cy, 3), angle))

    def _hex(self, at: Point | None) -> int:
        return NOWHERE if at is None else self.board.grid.hex_at(*self.places.paper(*at))

    # -- lines --------------------------------------------------------------------------------------------------

    def _shape(self, node: Element) -> None:
        line, about = self._line(node), self._about(node)
        layer, kind = about.get("layer"), str(about.get("kind", ""))
        palette = self.board.palette
        if layer == "region":
            key = str(about.get("key", ""))
            if re.fullmatch(KEY_PATTERN, key) and len(line) > 3:
                self._outlines.setdefault(key, (_region(about), []))[1].append(line[:-1])
                return
        elif layer == "hexside" and kind in palette.hexsides:
            self._hexsides(kind, line, high=about.get("high") is True)
            return
        elif layer == "path" and kind in palette.paths:
            self._paths(kind, line)
            return
        elif layer is None and self._guessed(node, line):
            return
        self.unknown[f"shape {node.get('type')[:40]}"] += 1

    def _guessed(self, node: Element, line: list[Point]) -> bool:
        """Take a line of somebody else: a blue one as a river, another one as a road."""
        filled = node.get("fillColor") not in ("", "null") or node.get("fillTexture") not in ("", "null")
        if node.get("type") not in ("Path", "Line", "Curve", "") or filled or len(line) < 2:
            return False
        palette = self.board.palette
        parts = [_number(part) for part in node.get("strokeColor").split(",")]
        red, green, blue = (parts[number] or 0.0 if number < len(parts) else 0.0 for number in range(3))
        is_water = blue > red + 0.12 and blue >= green - 0.05
        if is_water and self.options.rivers == "hexsides" and "river" in palette.hexsides:
            self._hexsides("river", line, high=False)
        elif is_water and self.options.rivers == "paths" and "river" in palette.paths:
            self._paths("river", line)
        elif not is_water and self.options.roads == "paths" and "road" in palette.paths:
            self._paths("road", line)
        else:
            return False
        return True

    def _hexsides(self, kind: str, line: list[Point], *, high: bool) -> None:
        self.length.add(line)
        for side, left in sides_of_line(self.board.grid, line):
            kinds = dict(self.board.hexsides.get(side, {}))
            kinds[kind] = left if high else NOWHERE
            self.board.hexsides[side] = kinds

    def _paths(self, kind: str, line: list[Point]) -> None:
        self.length.add(line)
        for side in path_sides(self.board.grid, line):
            self.board.paths[side] = self.board.paths.get(side, frozenset()) | {kind}

    def _line(self, node: Element) -> list[Point]:
        """The points of a shape on paper; of a curve its ends."""
        found = []
        for point in node.all("p"):
            x, y = _number(point.get("x")), _number(point.get("y"))
            self.points += 1
            if self.points > MOST_POINTS:
                raise HexwrightError(f"{self.where}: its shapes have more than {MOST_POINTS:,} points")
            if x is not None and y is not None:
                found.append(self.places.paper(x, y))
        return found


def _region(about: Part) -> Region:
    colour = str(about.get("colour", ""))
    return Region(
        str(about.get("key", "")),
        str(about.get("name", ""))[:LONGEST_NAME],
        frozenset(),
        colour if re.fullmatch("#[0-9a-fA-F]{6}", colour) else "#7a5c99",
        str(about.get("rule", "")),
    )


def _number(text: str) -> float | None:
    """A number of a file; None for what is none, or lies far beyond any map."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and abs(value) < 1e8 else None
