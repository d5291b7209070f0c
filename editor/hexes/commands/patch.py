"""A patch of the map: old and new values of what a stroke touched, whatever the layers; strokes grow by merging."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

from editor.commands.base import Command
from editor.commands.change import Change
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.edit import Changes

V = TypeVar("V")


@dataclass(slots=True)
class Patch(Generic[V]):
    """Values of one layer by hex or hexside, before and after."""

    old: dict[int, V] = field(default_factory=dict)
    new: dict[int, V] = field(default_factory=dict)

    def set(self, place: int, before: V, after: V) -> None:
        """Note a change; the first ``before`` of a place is kept. A change that changes nothing is dropped."""
        first = self.old.setdefault(place, before)
        if first == after:
            del self.old[place]
            self.new.pop(place, None)
        else:
            self.new[place] = after

    @staticmethod
    def of_hexes(now: Sequence[V], new: Mapping[int, V]) -> Patch[Any]:
        """The patch that gives hexes new values; places that are no hexes have none before. For a fill of a whole map
        this is done in a few sweeps."""
        size = len(now)
        changed = {h: value for h, value in new.items() if not 0 <= h < size or now[h] != value}
        old: dict[int, Any] = {h: now[h] if 0 <= h < size else None for h in changed}
        return Patch(old, changed)

    def absorb(self, later: Patch[V]) -> None:
        """Take a later patch of the same layer into this one.

        Places where both together change nothing stay in, so that what is on the map stays known.
        """
        for place, value in later.new.items():
            self.old.setdefault(place, later.old[place])
            self.new[place] = value


LAYERS = ("terrain", "elevation", "features", "hexsides", "paths")


class MapPatch(Command):
    """Changes terrain, elevation, features, hexsides and paths; subclasses say in ``changes`` to what."""

    def __init__(self, text: str = "", stroke: int = 0) -> None:
        super().__init__(text, stroke=stroke)
        self.patches: dict[str, Patch[Any]] = {name: Patch() for name in LAYERS}
        self._change: Change | None = None

    def changes(self, board: BattleMap) -> Changes:
        """The new values on this map; place names and regions are not looked at."""
        raise NotImplementedError

    def prepare(self) -> None:
        board = self.models.battle_map
        new = self.changes(board)
        self.patches["terrain"] = Patch.of_hexes(board.terrain, new.terrain)
        self.patches["elevation"] = Patch.of_hexes(board.elevation, new.elevation)
        for h, keys in new.features.items():
            self.patches["features"].set(h, board.features.get(h, ()), tuple(sorted(keys)))
        for side, kinds in new.hexsides.items():
            self.patches["hexsides"].set(side, dict(board.hexsides.get(side, {})), dict(kinds))
        for side, ways in new.paths.items():
            self.patches["paths"].set(side, board.paths.get(side, frozenset()), frozenset(ways))

    # -- checks -------------------------------------------------------------------------------------------------

    def is_empty(self) -> bool:
        return not any(patch.new for patch in self.patches.values())

    def layers(self) -> frozenset[str]:
        return frozenset(name for name, patch in self.patches.items() if patch.new)

    def validate(self) -> None:
        board = self.models.battle_map
        grid, palette = board.grid, board.palette
        for layer in ("terrain", "elevation", "features"):
            hexes = self.patches[layer].new
            if hexes and not (min(hexes) >= 0 and max(hexes) < grid.size and grid.void.isdisjoint(hexes)):
                wrong = next(h for h in hexes if h not in grid)
                raise HexwrightError(f"there is no hex {wrong} on this map")
        for layer in ("hexsides", "paths"):
            for side in self.patches[layer].new:
                if grid.side_hexes(side)[0] == NOWHERE:
                    raise HexwrightError(f"there is no hexside {side} on this map")
        self._known("terrain", set(self.patches["terrain"].new.values()), palette.terrain)
        if any(not 0 <= level <= 35 for level in set(self.patches["elevation"].new.values())):
            raise HexwrightError("levels go from 0 to 35")
        # What lies on the map already may be unknown to the palette; only what is added must be known.
        for layer, known in (
            ("features", palette.features),
            ("hexsides", palette.hexsides),
            ("paths", palette.paths),
        ):
            patch = self.patches[layer]
            added = {key for place, value in patch.new.items() for key in set(value) - set(patch.old[place])}
            self._known(layer, added, known)

    @staticmethod
    def _known(layer: str, keys: Iterable[str], known: Mapping[str, object]) -> None:
        for key in keys:
            if key not in known:
                raise HexwrightError(f"the palette has no {key!r} among its {layer}")

    # -- doing --------------------------------------------------------------------------------------------------

    def apply(self) -> Change:
        return self._write({name: patch.new for name, patch in self.patches.items()})

    def revert(self) -> Change:
        return self._write({name: patch.old for name, patch in self.patches.items()})

    def _write(self, values: Mapping[str, Mapping[int, Any]]) -> Change:
        board = self.models.battle_map
        _write_dense(board.terrain, values["terrain"])
        _write_dense(board.elevation, values["elevation"])
        _write_sparse(board.features, values["features"])
        _write_sparse(board.hexsides, {side: dict(kinds) for side, kinds in values["hexsides"].items()})
        _write_sparse(board.paths, values["paths"])
        if self._change is None:
            # Undone and done again it is the same; of a fill this is long.
            touched = [name for name in LAYERS if values[name]]
            hexes = frozenset().union(*(values[name] for name in ("terrain", "elevation", "features")))
            sides = frozenset(values["hexsides"]) | frozenset(values["paths"])
            self._change = Change(touched[0] if len(touched) == 1 else "map", hexes, sides)
        return self._change

    def absorb(self, later: Self) -> bool:
        for name, patch in self.patches.items():
            patch.absorb(later.patches[name])
        self._change = None
        return True


def _write_dense(layer: list[Any], values: Mapping[int, Any]) -> None:
    # A loop takes twice as long, and a fill writes half a million.
    deque(map(layer.__setitem__, values.keys(), values.values()), maxlen=0)


def _write_sparse(target: dict[int, V], values: Mapping[int, V]) -> None:
    for place, value in values.items():
        if value:
            target[place] = value
        else:
            target.pop(place, None)
