"""How a map prints its hex numbers: where in the hex, how large, in which rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NumberPlace(StrEnum):
    """Where in its hex a number stands."""

    TOP = "top"
    BOTTOM = "bottom"
    CENTRE = "centre"
    UPPER_LEFT = "upper-left"
    UPPER_RIGHT = "upper-right"
    LOWER_LEFT = "lower-left"
    LOWER_RIGHT = "lower-right"


@dataclass(frozen=True, slots=True)
class NumberLook:
    """The look of hex numbers; what the scheme of the numbers is belongs to the grid."""

    place: NumberPlace = NumberPlace.TOP
    size: float = 0.19
    """Height of the letters in circumradii."""
    columns: int = 1
    """Numbers stand in every n-th column: those whose number n divides."""
    rows: int = 1
    """Numbers stand in every n-th row."""
    colour: str = ""
    """``#rrggbb``; empty for the usual ink."""

    def shows(self, column: int, row: int) -> bool:
        """Whether the hex of a column and row *number* prints its number."""
        return column % self.columns == 0 and row % self.rows == 0

    def spot(self, flat: bool) -> tuple[float, float]:
        """Middle and baseline of the number from the hex centre, in circumradii, on flat- or pointy-topped hexes."""
        cap = 0.72 * self.size
        if self.place is NumberPlace.CENTRE:
            return 0.0, cap / 2
        upper = self.place in (NumberPlace.TOP, NumberPlace.UPPER_LEFT, NumberPlace.UPPER_RIGHT)
        if self.place in (NumberPlace.TOP, NumberPlace.BOTTOM):
            # How far from the centre the outer edge of the letters is: 0.60 and 0.56 for the baseline at usual size.
            x, edge = 0.0, 0.7368 if flat else 0.6968
        else:
            x, edge = (0.26, 0.7368) if flat else (0.40, 0.50)
            x = -x if self.place in (NumberPlace.UPPER_LEFT, NumberPlace.LOWER_LEFT) else x
        return x, cap - edge if upper else edge
