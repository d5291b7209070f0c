"""Hexagonal grids: hexes and hexsides as small integers, their names, and how they lie to each other.

A hex is an int in ``range(grid.size)``, counted row by row. A hexside is an int too: every hex owns
three of its six sides, the other three belong to its neighbours; hexes of a virtual ring around the
map own the sides of the map's edge that no other hex owns.

Geometry is exact: a *lattice point* is an integer pair. On a flat-topped grid x counts half
circumradii and y half heights (centre to flat side), so that a hex centre is
``(3 * column, 2 * row + shift)`` and its vertices lie at (±2, 0) and (±1, ±1) from it. On a pointy-topped
grid x and y swap roles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat
from math import sqrt
from typing import Final

from engine.boards.affine import Point
from engine.errors import NameNotKnown
from engine.hexes.board.indexing import NOWHERE, Indexing
from engine.hexes.board.numbering import shown, slips
from engine.hexes.board.spec import GridSpec, Orientation, Parity
from engine.hexes.board.tables import TABLE_LIMIT, Six, neighbour_table, ring_table, side_table

__all__ = ["NOWHERE", "Grid", "GridSpec", "Lattice", "Orientation", "Parity", "Point"]

Lattice = tuple[int, int]
# The directions by name, in the order of the axial steps.
_FLAT_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")
_POINTY_NAMES: Final = ("NE", "E", "SE", "SW", "W", "NW")

# Vertices clockwise; side d runs from vertex d to vertex d + 1 (flat: side N from NW corner to NE corner).
_FLAT_CORNERS: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_POINTY_CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Grid(Indexing):
    """A hexagonal grid. See the module's text for what hexes, hexsides and lattice points are.

    Making one is cheap at any size. ``ring1``, ``neighbours`` and ``sides`` are tables made when first asked
    for; on very big maps they are worked out entry by entry. Every other method does without them.

    Raises HexwrightError for a grid without hexes or with numbers that cannot be written or read back.
    """

    def __init__(self, spec: GridSpec) -> None:
        super().__init__(spec)
        self.numbering = spec.numbering.widened(*spec.last)
        """The numbering scheme with as many digits as this map needs to keep its names apart."""
        self.direction_names = _FLAT_NAMES if self.flat else _POINTY_NAMES
        self.corner_steps = _FLAT_CORNERS if self.flat else _POINTY_CORNERS
        self._side_names: dict[int, str] = {}
        """The names of hexsides that were asked for."""

    # -- existence and names -----------------------------------------------------------------------

    def __iter__(self) -> Iterator[int]:
        """All hexes of the map, void ones left out, row by row."""
        return iter(self.hexes)

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """All hexes of the map in order, void ones left out."""
        return tuple(h for h in range(self.size) if h not in self.void)

    def offset(self, h: int) -> tuple[int, int]:
        """Column and row index of a hex."""
        row, column = divmod(h, self.columns)
        return column, row

    def name(self, h: int) -> str:
        """The hex's name, such as ``L2306``; ``?`` for NOWHERE."""
        if h < 0:
            return "?"
        if self.size <= TABLE_LIMIT:
            return self._names[h]
        row, column = divmod(h, self.columns)
        return self.numbering.format(*self.spec.numbers(column, row))

    @cached_property
    def _names(self) -> list[str]:
        form, spec = self.numbering.format, self.spec
        across, down = range(self.columns), range(self.rows)
        if spec.numbering.straight:
            # The usual case, without a further call for each hex.
            column_of, row_of = spec.first_column, spec.first_row
            return [form(column_of + column, row_of + row) for row in down for column in across]
        return [form(*spec.numbers(column, row)) for row in down for column in across]

    def parse(self, text: str) -> int:
        """The hex of a name; raises NameNotKnown with a near name as a hint."""
        h = self.find(text)
        if h == NOWHERE:
            raise NameNotKnown(f"there is no hex {shown(text)} on this map{self.suggest(text)}")
        return h

    def find(self, text: str) -> int:
        """The hex of a name, or NOWHERE. Case does not matter, nor does a missing prefix."""
        numbers = self.numbering.parse(text)
        if numbers is None:
            return NOWHERE
        return self.at(*self.spec.indices(*numbers))

    def suggest(self, text: str) -> str:
        """A ``; did you mean ...?`` with a name one slip away from ``text``, or what names look like here."""
        if len(text) <= 12:
            for near in slips(text.strip().upper()):
                h = self.find(near)
                if h != NOWHERE:
                    return f"; did you mean {self.name(h)}?"
        return f"; its hexes are named {self.name(0)} to {self.name(self.size - 1)}"

    # -- coordinates -------------------------------------------------------------------------------

    def axial(self, h: int) -> tuple[int, int]:
        """Axial coordinates (q, r); differences of these are what distances and directions are made of."""
        row, column = divmod(h, self.columns)
        return self._axial_of(column, row)

    @cached_property
    def _axials(self) -> list[tuple[int, int]]:
        # Row by row without a call a hex: the first stroke on a large map waits for this.
        found: list[tuple[int, int]] = []
        columns, shifts = range(self.columns), [(column + self._phase) >> 1 for column in range(self.columns)]
        for row in range(self.rows):
            if self.flat:
                found += zip(columns, [row - shift for shift in shifts], strict=True)
            else:
                shift = (row + self._phase) >> 1
                found += zip(range(-shift, self.columns - shift), repeat(row), strict=False)
        return found

    def _axial_of(self, column: int, row: int) -> tuple[int, int]:
        if self.flat:
            return column, row - ((column + self._phase) >> 1)
        return column - ((row + self._phase) >> 1), row

    def _offset_of(self, q: int, r: int) -> tuple[int, int]:
        if self.flat:
            return q, r + ((q + self._phase) >> 1)
        return q + ((r + self._phase) >> 1), r

    def from_axial(self, q: int, r: int) -> int:
        """The hex at axial coordinates, or NOWHERE."""
        return self.at(*self._offset_of(q, r))

    def lattice(self, h: int) -> Lattice:
        """The exact centre of a hex, as a lattice point."""
        row, column = divmod(h, self.columns)
        return self.lattice_of(column, row)

    def lattice_of(self, column: int, row: int) -> Lattice:
        """The exact centre of the place with a column and row index, on the map or beyond it."""
        if self.flat:
            return 3 * column, 2 * row + ((column + self._phase) & 1)
        return 2 * column + ((row + self._phase) & 1), 3 * row

    def from_lattice(self, point: Lattice) -> int:
        """The hex whose centre is a lattice point; NOWHERE where there is none, or the point is no centre."""
        x, y = point
        long, across = (x, y) if self.flat else (y, x)
        line, beside = divmod(long, 3)
        place, odd = divmod(across - ((line + self._phase) & 1), 2)
        if beside or odd:
            return NOWHERE
        return self.at(line, place) if self.flat else self.at(place, line)

    def paper(self, point: tuple[float, float]) -> Point:
        """Lattice point to paper coordinates: circumradius 1, the map's corner at (0, 0), y downwards."""
        x, y = point
        if self.flat:
            return (x + 2) / 2, (y + 1) * _HALF
        return (x + 1) * _HALF, (y + 2) / 2

    def centre(self, h: int) -> Point:
        """The centre of a hex in paper coordinates."""
        return self.paper(self.lattice(h))

    def outline(self, h: int) -> list[Point]:
        """The six corners of a hex on paper, clockwise; side d lies between corners d and d + 1."""
        return [self.paper(corner) for corner in self.corners(h)]

    def corners(self, h: int) -> list[Lattice]:
        """The six corners of a hex as lattice points, clockwise."""
        x, y = self.lattice(h)
        return [(x + dx, y + dy) for dx, dy in self.corner_steps]

    @cached_property
    def extent(self) -> Point:
        """Width and height of the map on paper."""
        if self.flat:
            half = 1 if self.columns > 1 or self._phase else 0
            return (3 * self.columns + 1) / 2, (2 * self.rows + half) * _HALF
        half = 1 if self.rows > 1 or self._phase else 0
        return (2 * self.columns + half) * _HALF, (3 * self.rows + 1) / 2

    def index_at(self, x: float, y: float) -> tuple[int, int]:
        """The column and row index of the place under a paper point, on the map or beyond it."""
        if self.flat:
            q = (2 * x - 2) / 3
            r = ((y / _HALF - 1) - q - self._phase) / 2
        else:
            r = (2 * y - 2) / 3
            q = ((x / _HALF - 1) - r - self._phase) / 2
        return self._offset_of(*_nearest(q, r))

    def hex_at(self, x: float, y: float) -> int:
        """The hex under a paper point, or NOWHERE."""
        return self.at(*self.index_at(x, y))

    def side_at(self, x: float, y: float) -> int:
        """The hexside nearest to a paper point; NOWHERE where no hex of the map lies under the point."""
        h = self.hex_at(x, y)
        if h == NOWHERE:
            return NOWHERE
        ends = self.outline(h)

        def distance(d: int) -> float:
            (ax, ay), (bx, by) = ends[d], ends[(d + 1) % 6]
            return (x - (ax + bx) / 2) ** 2 + (y - (ay + by) / 2) ** 2

        return self.side(h, min(range(6), key=distance))

    # -- neighbours and distance -------------------------------------------------------------------

    @cached_property
    def ring1(self) -> Sequence[Six]:
        """For each hex its six neighbours by direction, NOWHERE where there is none."""
        return ring_table(self)

    @cached_property
    def neighbours(self) -> Sequence[tuple[int, ...]]:
        """For each hex its existing neighbours, clockwise; empty for void hexes."""
        return neighbour_table(self, self.ring1)

    @cached_property
    def sides(self) -> Sequence[Six]:
        """For each hex the ids of its six hexsides by direction."""
        return side_table(self)

    def direction(self, a: int, b: int) -> int:
        """The direction from ``a`` to an adjacent hex ``b``, or NOWHERE when they are not adjacent."""
        (q, r), (p, s) = self.axial(a), self.axial(b)
        step = (p - q, s - r)
        return self.axial_steps.index(step) if step in self.axial_steps else NOWHERE

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two hexes share a hexside."""
        return self.distance(a, b) == 1

    def distance(self, a: int, b: int) -> int:
        """How many hexes ``b`` is from ``a``: the number of steps, not counting the first hex."""
        if self.size <= TABLE_LIMIT:
            (q, r), (p, s) = self._axials[a], self._axials[b]
        else:
            (q, r), (p, s) = self.axial(a), self.axial(b)
        dq, dr = p - q, s - r
        if (dq < 0) is (dr < 0):
            return abs(dq + dr)
        return max(abs(dq), abs(dr))

    def within(self, h: int, radius: int) -> list[int]:
        """All hexes at most ``radius`` away, ``h`` itself included, in order."""
        (q, r), columns = self.axial(h), self.columns
        found: list[int] = []
        for step in range(-radius, radius + 1):
            low, high = max(-radius, -step - radius), min(radius, radius - step)
            if self.flat:
                column, at = q + step, r + ((q + step + self._phase) >> 1)
                if 0 <= column < columns:
                    first, last = max(0, at + low), min(self.rows - 1, at + high)
                    found.extend(range(first * columns + column, last * columns + column + 1, columns))
            else:
                row, at = r + step, q + ((r + step + self._phase) >> 1)
                if 0 <= row < self.rows:
                    first, last = max(0, at + low), min(columns - 1, at + high)
                    found.extend(range(row * columns + first, row * columns + last + 1))
        found.sort()
        return [n for n in found if n not in self.void] if self.void else found

    def ring(self, h: int, radius: int) -> list[int]:
        """The hexes exactly ``radius`` away that exist, clockwise from straight up (or up right)."""
        if radius == 0:
            return [h]
        q, r = self.axial(h)
        start = 0
        q, r = q + self.axial_steps[start][0] * radius, r + self.axial_steps[start][1] * radius
        found = []
        for turn in range(6):
            dq, dr = self.axial_steps[(start + 2 + turn) % 6]
            for _ in range(radius):
                found.append(self.from_axial(q, r))
                q, r = q + dq, r + dr
        return [n for n in found if n != NOWHERE]

    def line(self, a: int, b: int) -> list[int]:
        """The hexes of a straight row from ``a`` to ``b``, both included, those that do not exist left out.

        Where the line runs along a hexside, the same one of the two hexes is taken whichever end one starts
        from; the other one where that is off the map.
        """
        steps = self.distance(a, b)
        if steps == 0:
            return [a]
        (q, r), (p, s) = self.axial(a), self.axial(b)
        found = []
        for i in range(steps + 1):
            t = i / steps
            x, y = q + (p - q) * t, r + (s - r) * t
            # The nudge keeps the point off hexsides; it is the same from both ends.
            h = self.from_axial(*_nearest(x + 1e-6, y + 2e-6))
            if h == NOWHERE:
                h = self.from_axial(*_nearest(x - 1e-6, y - 2e-6))
            if h != NOWHERE:
                found.append(h)
        return found

    # -- hexsides and vertices ---------------------------------------------------------------------

    def side(self, h: int, direction: int) -> int:
        """The hexside of ``h`` in a direction; the same id as seen from the hex on the other side."""
        row, column = divmod(h, self.columns)
        parity = ((column if self.flat else row) + self._phase) & 1
        return 3 * ((row + 1) * self.stride + column + 1) + self.side_steps[parity][direction]

    def side_between(self, a: int, b: int) -> int:
        """The hexside between two adjacent hexes; NOWHERE when they are not adjacent."""
        d = self.direction(a, b)
        return NOWHERE if d == NOWHERE else self.side(a, d)

    def side_hexes(self, side: int) -> tuple[int, int]:
        """The two hexes of a hexside, lower id first; on the edge of the map the second is NOWHERE.

        Both are NOWHERE for an id that is no hexside of the map.
        """
        cell, direction = divmod(side, 3)
        row, column = divmod(cell, self.stride)
        column, row = column - 1, row - 1
        across, down = self.moves[((column if self.flat else row) + self._phase) & 1][direction]
        a, b = self.at(column, row), self.at(column + across, row + down)
        if a == NOWHERE or (b != NOWHERE and b < a):
            a, b = b, a
        return a, b

    def side_ends(self, side: int) -> tuple[Lattice, Lattice]:
        """The two vertices of a hexside as lattice points."""
        cell, direction = divmod(side, 3)
        row, column = divmod(cell, self.stride)
        x, y = self.lattice_of(column - 1, row - 1)
        (ax, ay), (bx, by) = self.corner_steps[direction], self.corner_steps[direction + 1]
        return (x + ax, y + ay), (x + bx, y + by)

    def side_name(self, side: int) -> str:
        """``L2306/L2406``, or ``L0101/N`` for a hexside on the edge of the map."""
        known = self._side_names.get(side)
        if known is None:
            known = self._name_of_side(side)
            if self.size <= TABLE_LIMIT:
                self._side_names[side] = known
        return known

    def _name_of_side(self, side: int) -> str:
        a, b = self.side_hexes(side)
        if a == NOWHERE:
            return "?"
        if b == NOWHERE:
            direction = next(d for d in range(6) if self.side(a, d) == side)
            return f"{self.name(a)}/{self.direction_names[direction]}"
        return f"{self.name(a)}/{self.name(b)}"

    def parse_side(self, text: str) -> int:
        """The hexside of a name; raises NameNotKnown when the hexes do not exist or are not adjacent."""
        first, bar, second = text.strip().partition("/")
        if not bar:
            raise NameNotKnown(
                f"{shown(text)} is not a hexside; one is written as two hexes or as a hex and a direction, "
                f"such as {self.name(0)}/{self.direction_names[0]}"
            )
        a = self.parse(first)
        direction = second.strip().upper()
        if direction in self.direction_names:
            return self.side(a, self.direction_names.index(direction))
        if direction and len(direction) <= 2 and set(direction) <= set("NESW"):
            known = " ".join(self.direction_names)
            raise NameNotKnown(f"{shown(text)} is not a hexside: the directions of this map are {known}")
        b = self.parse(second)
        side = self.side_between(a, b)
        if side == NOWHERE:
            pair = f"{self.name(a)} and {self.name(b)}"
            raise NameNotKnown(f"{pair} are not adjacent, so {shown(text)} is not a hexside")
        return side

    def all_sides(self) -> list[int]:
        """Every hexside of the map once, the edges included, in order of id."""
        found: set[int] = set()
        steps, stride, phase = self.side_steps, self.stride, self._phase
        for h in self.hexes:
            row, column = divmod(h, self.columns)
            at = 3 * ((row + 1) * stride + column + 1)
            found.update([at + step for step in steps[((column if self.flat else row) + phase) & 1]])
        return sorted(found)


_HALF: Final = sqrt(3) / 2


def _nearest(q: float, r: float) -> tuple[int, int]:
    """The axial coordinates of the hex that holds a fractional axial point."""
    s = -q - r
    a, b, c = round(q), round(r), round(s)
    dq, dr, ds = abs(a - q), abs(b - r), abs(c - s)
    if dq > dr and dq > ds:
        a = -b - c
    elif dr > ds:
        b = -a - c
    return a, b
