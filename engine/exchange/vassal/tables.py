"""Bases of a table in a module: the pixels where they lie, and the places on the table that pixels are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import isfinite
from typing import Any, Final

from engine.exchange.bases import StandingBase, depth_of, standing
from engine.exchange.source import BoardPicture
from engine.exchange.vassal.matching import ReadPiece
from engine.scenario.model import Scenario, Unit
from engine.tables.places import PACE, place, spell
from engine.tables.table import UNIT, Table

PICTURE: Final = "picture"
"""The fact that says where the picture of a table lies: left, top, pixels per unit of length."""
BASES: Final = "bases"
"""The fact that has each base as it was written: its pixel, its facing in VASSAL, its place on the table."""

TURNED: Final = ("rotate", "immob")
"""Traits of bases: their facing, and that they do not stack."""


def pixel_of_base(base: StandingBase, picture: BoardPicture) -> tuple[int, int]:
    """The pixel of a base's middle on the board."""
    x, y = (base.x / UNIT - picture.left) * picture.scale, (base.y / UNIT - picture.top) * picture.scale
    return round(x), round(y)


def placed_bases(table: Table, scenario: Scenario, secret: Collection[str], picture: BoardPicture) -> dict[str, Any]:
    """The facts that an import needs to find every base where it stood."""
    return {
        PICTURE: [picture.left, picture.top, picture.scale],
        BASES: {
            base.unit.key: [*pixel_of_base(base, picture), base.facing, scenario.setup[base.unit.key]]
            for base in standing(table, scenario, secret)
        },
    }


class TablePlaces:
    """The places on a table of the pieces of a module that Hexwright wrote."""

    def __init__(self, table: Table, facts: Mapping[str, Any]) -> None:
        self.table = table
        picture, bases = facts.get(PICTURE), facts.get(BASES)
        sound = isinstance(picture, list) and len(picture) == 3 and all(map(_is_number, picture)) and picture[2] > 0
        lies: Sequence[float] = picture if isinstance(picture, list) and sound else (0.0, 0.0, 1.0)
        self.left, self.top, self.scale = lies
        self._written = bases if isinstance(bases, dict) else {}

    def spelled(self, key: str, piece: ReadPiece, scenario: Scenario, unit: Unit) -> str:
        """The place of a piece on the board: as it was written, or measured where it was moved. Empty beyond the
        table."""
        if piece.at is None:
            return ""
        _, x, y = piece.at
        written = self._written.get(key)
        if isinstance(written, list) and len(written) == 4 and written[:3] == [x, y, piece.facing]:
            text = str(written[3])
            return text if self.table.find(text) is not None else ""
        across, down = (x / self.scale + self.left) * UNIT, (y / self.scale + self.top) * UNIT
        if not self.table.holds(across, down):
            return ""
        middle = place(across, down, piece.facing)
        front = spell(middle.moved(round(depth_of(scenario, unit) * PACE / 2)))
        return front if self.table.find(front) is not None else spell(middle)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and abs(value) < 1e6
