"""The layers of a map file that are written as names: features, hexsides, chains of paths, place names, regions."""

from __future__ import annotations

from typing import NamedTuple

from engine.boards.palette import Layer, Palette
from engine.formats.bounded import within
from engine.formats.hints import clip
from engine.formats.source import DataPath, Section
from engine.hexes.board.battlemap import Label, Region
from engine.hexes.board.grid import NOWHERE, Grid
from engine.hexes.formats.documents import MapDoc


class HexNames:
    """Finds hexes by name for one file, remembers them, and notes those that do not exist."""

    def __init__(self, section: Section, grid: Grid) -> None:
        self.section = section
        self.grid = grid
        self._found: dict[str, int] = {}

    def find(self, name: str) -> int:
        """The hex of a name, or NOWHERE."""
        h = self._found.get(name)
        if h is None:
            h = self._found[name] = self.grid.find(name)
        return h

    def hint(self, name: str) -> str:
        """What to write instead of a name that is no hex."""
        if self.is_void(name):
            return "it is a void hex"
        if len(name) > 30 or not self.section.notes.may_suggest():
            return ""
        return self.grid.suggest(name).removeprefix("; ")

    def is_void(self, name: str) -> bool:
        """Whether the name is that of a void hex."""
        spec = self.grid.spec
        numbers = self.grid.numbering.parse(name)
        if numbers is None:
            return False
        return spec.indices(*numbers) in spec.void

    def want(self, name: str, path: DataPath, token: int | None = None) -> int:
        """The hex of a name; one that does not exist is noted as MAP011."""
        h = self.find(name)
        if h == NOWHERE:
            message = f"there is no hex {clip(name)} on this map"
            self.section.error("MAP011", message, path, token=token, hint=self.hint(name), hex=name[:40])
        return h


class _Side(NamedTuple):
    """A hexside as written: its id, and the hex named as high, or NOWHERE."""

    side: int
    high: int


class LayerBuilder:
    """Builds the layers that are written as names; what is wrong with them is noted in the section."""

    def __init__(self, section: Section, grid: Grid, palette: Palette) -> None:
        self.section = section
        self.grid = grid
        self.palette = palette
        self.names = HexNames(section, grid)

    def _known(self, layer: Layer, kind: str, code: str, what: str) -> bool:
        choices = self.palette.kinds[layer]
        if kind in choices:
            return True
        hint = self.section.suggest(kind, choices)
        message = f"there is no {what} {clip(kind)} in the palette"
        self.section.error(code, message, (str(layer), kind), key=True, hint=hint)
        return False

    def _twice(self, what: str, name: str, path: DataPath, token: int) -> None:
        self.section.warn("MAP019", f"{what} {name} is given twice", path, token=token, hex=name)

    def features(self, features: dict[str, list[str]]) -> dict[int, tuple[str, ...]]:
        """Features by hex."""
        found: dict[int, list[str]] = {}
        for kind, hexes in features.items():
            known = self._known(Layer.FEATURE, kind, "MAP008", "feature")
            path = ("features", kind)
            within(self.section, hexes, len(self.grid.hexes), "hexes", path)
            for token, name in enumerate(hexes):
                h = self.names.want(name, path, token)
                if self.section.notes.stop():
                    return {}
                if h == NOWHERE or not known:
                    continue
                here = found.setdefault(h, [])
                if kind in here:
                    self._twice("the hex", name, path, token)
                else:
                    here.append(kind)
        return {h: tuple(sorted(found[h])) for h in sorted(found)}

    # -- hexsides -------------------------------------------------------------------------------------------------

    def hexsides(self, hexsides: dict[str, list[str]]) -> dict[int, dict[str, int]]:
        """Kinds by hexside."""
        found: dict[int, dict[str, int]] = {}
        for kind, sides in hexsides.items():
            known = self._known(Layer.HEXSIDE, kind, "MAP009", "hexside")
            directional = known and self.palette.hexsides[kind].directional
            path = ("hexsides", kind)
            within(self.section, sides, 6 * len(self.grid.hexes), "hexsides", path)
            for token, text in enumerate(sides):
                written = self._side(text, path, token)
                if self.section.notes.stop():
                    return {}
                if written is None or not known:
                    continue
                if directional and ">" not in text:
                    self._wants_high(kind, text, path, token)
                elif ">" in text and not directional:
                    message = f"{kind} has no high side, but {clip(text)} is written with one"
                    hint = f"write {text.replace('>', '/')}"
                    self.section.error("MAP015", message, path, token=token, hint=hint, hex=text)
                here = found.setdefault(written.side, {})
                if kind in here:
                    self._twice(f"the {kind} at", text, path, token)
                here[kind] = written.high if directional else NOWHERE
        return {side: dict(sorted(found[side].items())) for side in sorted(found)}

    def _wants_high(self, kind: str, text: str, path: DataPath, token: int) -> None:
        message = f"{kind} has a high side, but {clip(text)} does not say which"
        hint = f"write {text.replace('/', '>')} if the first hex is high"
        self.section.error("MAP014", message, path, token=token, hint=hint, hex=text)

    def _side(self, text: str, path: DataPath, token: int) -> _Side | None:
        """The hexside of ``A/B``, ``A>B`` or ``A/N``, or None and a finding."""
        mark = ">" if ">" in text else "/"
        first, bar, second = text.partition(mark)
        if not bar or not first or not second or "/" in second or ">" in second:
            names = self.grid.name(self.grid.hexes[0])
            message = f"{clip(text)} is not a hexside"
            hint = f"a hexside is two hexes such as {names}/..., or high>low, without spaces"
            self.section.error("MAP013", message, path, token=token, hint=hint, hex=text[:40])
            return None
        a = self.names.want(first, path, token)
        if second.upper() in self.grid.direction_names:
            if a == NOWHERE:
                return None
            direction = self.grid.direction_names.index(second.upper())
            return _Side(self.grid.side(a, direction), a if mark == ">" else NOWHERE)
        b = self.names.want(second, path, token)
        if a == NOWHERE or b == NOWHERE:
            return None
        side = self.grid.side_between(a, b)
        if side == NOWHERE:
            apart = self.grid.distance(a, b)
            message = f"{first} and {second} are not adjacent" if a != b else f"{first} is given twice in {clip(text)}"
            hint = f"they are {apart} hexes apart" if apart else ""
            self.section.error("MAP012", message, path, token=token, hint=hint, hex=text)
            return None
        return _Side(side, a if mark == ">" else NOWHERE)

    # -- paths ----------------------------------------------------------------------------------------------------

    def paths(self, paths: dict[str, list[list[str]]]) -> dict[int, frozenset[str]]:
        """Kinds of path by hexside crossed."""
        found: dict[int, set[str]] = {}
        for kind, chains in paths.items():
            known = self._known(Layer.PATH, kind, "MAP010", "path")
            within(self.section, chains, 12 * len(self.grid.hexes), "steps from hex to hex", ("paths", kind))
            token = 0
            for chain in chains:
                if self.section.notes.stop():
                    return {}
                for side in self._chain(chain, ("paths", kind), token):
                    if known:
                        found.setdefault(side, set()).add(kind)
                token += len(chain)
        return {side: frozenset(found[side]) for side in sorted(found)}

    def _chain(self, chain: list[str], path: DataPath, token: int) -> list[int]:
        """The hexsides that a chain crosses; ``token`` is where it begins among the tokens of its kind."""
        sides: list[int] = []
        if len(chain) == 1:
            message = f"a path of {clip(chain[0])} alone leads nowhere"
            self.section.error("MAP018", message, path, token=token, hint="name at least two hexes")
        before, before_name = NOWHERE, ""
        for number, name in enumerate(chain):
            if self.section.notes.stop():
                break
            if name.startswith("/"):
                sides.extend(self._edge(chain, number, path, token + number))
                continue
            h = self.names.want(name, path, token + number)
            if h != NOWHERE and before != NOWHERE:
                side = self.grid.side_between(before, h)
                if side == NOWHERE:
                    apart = self.grid.distance(before, h)
                    message = f"the path goes from {before_name} to {name}, which are not adjacent"
                    hint = f"they are {apart} hexes apart" if apart else "a hex cannot follow itself"
                    self.section.error("MAP016", message, path, token=token + number, hint=hint, hex=name)
                else:
                    sides.append(side)
            before, before_name = h, name
        return sides

    def _edge(self, chain: list[str], number: int, path: DataPath, token: int) -> list[int]:
        """The hexside at the edge of the map that a first or last ``/N`` crosses."""
        text = chain[number]
        directions = self.grid.direction_names
        if len(chain) < 2:
            return []
        if number not in (0, len(chain) - 1):
            message = f"{clip(text)} can only begin or end a path"
            self.section.error("MAP017", message, path, token=token)
            return []
        neighbour = chain[1] if number == 0 else chain[-2]
        h = self.names.find(neighbour)
        if text[1:].upper() not in directions:
            message = f"{clip(text)} is not a direction of this grid"
            hint = f"its directions are {' '.join(directions)}"
            self.section.error("MAP017", message, path, token=token, hint=hint)
            return []
        if h == NOWHERE:
            return []
        direction = directions.index(text[1:].upper())
        beyond = self.grid.neighbour(h, direction)
        if beyond != NOWHERE:
            message = f"{neighbour} has {self.grid.name(beyond)} in direction {text[1:]}, not the edge of the map"
            self.section.error("MAP017", message, path, token=token, hex=neighbour)
            return []
        return [self.grid.side(h, direction)]

    # -- names and regions ----------------------------------------------------------------------------------------

    def labels(self, doc: MapDoc) -> list[Label]:
        """Place names."""
        found = []
        for number, item in enumerate(doc.names):
            at = self.names.want(item.at, ("names", self.section.index(("names",), number), "at"))
            if at != NOWHERE:
                placed = item.dx, item.dy, item.angle
                found.append(Label(item.text, at, item.size, item.style, *placed, item.layer))
        return found

    def regions(self, doc: MapDoc) -> dict[str, Region]:
        """Named sets of hexes."""
        found = {}
        for key, item in doc.regions.items():
            path = ("regions", key, "hexes")
            within(self.section, item.hexes, len(self.grid.hexes), "hexes", path)
            hexes = set()
            for token, name in enumerate(item.hexes):
                h = self.names.want(name, path, token)
                if self.section.notes.stop():
                    break
                if h in hexes:
                    self._twice("the hex", name, path, token)
                elif h != NOWHERE:
                    hexes.add(h)
            found[key] = Region(key, item.name or key, frozenset(hexes), item.colour, item.rule)
        return found
