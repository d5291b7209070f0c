"""Tables of a rules file: rows for totals of dice, columns for strengths."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kit.combat.charts import KitTable, RowKey
from engine.kit.throws import DiceThrow


@pytest.mark.parametrize(
    ("written", "has", "lacks"),
    [("3", [3], [2, 4]), ("2-4", [2, 4], [1, 5]), ("11+", [11, 99], [10]), ("1-", [1, -5], [2]), ("-2--1", [-2], [0])],
)
def test_the_key_of_a_row_says_its_totals(written: str, has: list[int], lacks: list[int]) -> None:
    key = RowKey.of(written)
    assert all(total in key for total in has)
    assert not any(total in key for total in lacks)


@pytest.mark.parametrize("written", ["", "a", "1-2-3", "+", "2..3"])
def test_other_keys_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match="no row"):
        RowKey.of(written)


CHART = KitTable.of("crt", ["1:1", "2:1"], {"5-6": ["DR", "DE"], "1-2": ["AR", "-"], "3-4": ["-", "DR"]})


def test_rows_are_found_in_any_order_and_beyond_the_ends() -> None:
    assert [CHART.cell(0, total) for total in (1, 2, 3, 6)] == ["AR", "AR", "-", "DR"]
    assert CHART.cell(1, 9) == "DE"
    assert CHART.cell(1, -3) == "-"


def test_shares_of_a_column() -> None:
    assert CHART.shares(1, DiceThrow.of("1d6")) == {"-": Fraction(1, 3), "DR": Fraction(1, 3), "DE": Fraction(1, 3)}
    assert CHART.shares(1, DiceThrow.of("1d6"), added=1) == {
        "-": Fraction(1, 6),
        "DR": Fraction(1, 3),
        "DE": Fraction(1, 2),
    }


def test_a_total_that_gives_a_code() -> None:
    assert CHART.total_for(0, "DR", DiceThrow.of("1d6")) == 5
    assert CHART.total_for(0, "DE", DiceThrow.of("1d6")) is None
