"""Drawing in symmetry: the hexes and hexsides that a turn about a hex, or a mirror through it, leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from engine.hexes.board.grid import NOWHERE, Grid

Axial = tuple[int, int]
_Move = Callable[[int, int], Axial]
_Value = TypeVar("_Value")

KINDS: Final = {
    "": "None",
    "2": "2-fold",
    "3": "3-fold",
    "6": "6-fold",
    "left-right": "Left–right",
    "top-bottom": "Top–bottom",
    "both": "Both mirrors",
}
"""The kinds of symmetry by key, with their names."""


def _turned(sixths: int) -> _Move:
    def move(q: int, r: int) -> Axial:
        for _ in range(sixths):
            q, r = -r, q + r
        return q, r

    return move


def _left_right(flat: bool) -> _Move:
    return (lambda q, r: (-q, q + r)) if flat else (lambda q, r: (-q - r, r))


def _top_bottom(flat: bool) -> _Move:
    return (lambda q, r: (q, -q - r)) if flat else (lambda q, r: (q + r, -r))


class Symmetry:
    """A kind of symmetry (a key of ``KINDS``) about a hex. Images that fall off the map are left out."""

    def __init__(self, grid: Grid, kind: str, centre: int) -> None:
        self.grid = grid
        self.kind = kind
        self.centre = centre
        self._q, self._r = grid.axial(centre)
        self._moves = self._moves_of(kind)

    def _moves_of(self, kind: str) -> list[_Move]:
        """What leads to the images, the thing itself left out."""
        flat = self.grid.flat
        if kind in ("2", "3", "6"):
            step = 6 // int(kind)
            return [_turned(sixths) for sixths in range(step, 6, step)]
        mirrors = {
            "left-right": [_left_right(flat)],
            "top-bottom": [_top_bottom(flat)],
            "both": [_left_right(flat), _top_bottom(flat), _turned(3)],
        }
        return mirrors.get(kind, [])

    def hexes(self, hexes: Iterable[int]) -> list[int]:
        """Hexes and their images, each once, in order."""
        found = set(hexes)
        for h in list(found):
            found.update(image for move in self._moves if (image := self._hex(h, move)) != NOWHERE)
        return sorted(found)

    def values(self, values: Mapping[int, _Value]) -> dict[int, _Value]:
        """Hexes with something for each; images get what their originals have, unless they have their own."""
        found = {
            image: value
            for move in self._moves
            for h, value in values.items()
            if (image := self._hex(h, move)) != NOWHERE
        }
        return {**found, **values}

    def sides(self, sides: Iterable[int]) -> list[int]:
        """Hexsides and their images, each once, in order."""
        return sorted(self.high_sides(dict.fromkeys(sides)))

    def high_sides(self, sides: Mapping[int, int | None]) -> dict[int, int | None]:
        """Hexsides with the high hex of each (NOWHERE or None where there is none), and their images with theirs."""
        found: dict[int, int | None] = {}
        for move in self._moves:
            for side, high in sides.items():
                image = self._side(side, move)
                if image == NOWHERE:
                    continue
                over = high if high is None or high == NOWHERE else self._hex(high, move)
                # A slope whose high hex would lie off the map has none there.
                if over != NOWHERE or high == NOWHERE:
                    found[image] = over
        return {**found, **sides}

    def _hex(self, h: int, move: _Move) -> int:
        q, r = self.grid.axial(h)
        dq, dr = move(q - self._q, r - self._r)
        return self.grid.from_axial(self._q + dq, self._r + dr)

    def _side(self, side: int, move: _Move) -> int:
        """The image of a hexside: that between the images of its two hexes, one of which may be off the map."""
        grid = self.grid
        h, _ = grid.side_hexes(side)
        if h == NOWHERE:
            return NOWHERE
        direction = next(d for d in range(6) if grid.side(h, d) == side)
        q, r = grid.axial(h)
        dq, dr = grid.axial_steps[direction]
        aq, ar = move(q - self._q, r - self._r)
        bq, br = move(q + dq - self._q, r + dr - self._r)
        for (pq, pr), (oq, orr) in (((aq, ar), (bq, br)), ((bq, br), (aq, ar))):
            here = grid.from_axial(self._q + pq, self._r + pr)
            if here != NOWHERE:
                return grid.side(here, grid.axial_steps.index((oq - pq, orr - pr)))
        return NOWHERE
