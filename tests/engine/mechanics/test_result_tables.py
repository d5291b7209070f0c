"""Tables of results: rows for totals of dice, columns for strengths."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.mechanics.charts import ResultTable, RowKey
from engine.mechanics.dice import DiceThrow


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
    with pytest.raises(ValueError, match="not a row"):
        RowKey.of(written)


CHART = ResultTable.of(["1:1", "2:1"], {"5-6": ["DR", "DE"], "1-2": ["AR", "-"], "3-4": ["-", "DR"]})


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


def test_each_row_of_one_die_is_as_likely() -> None:
    table = ResultTable.of(["a", "b"], {1: "-X", 2: "XX", 3: "-Y", 4: "ZX"}, "reconstructed")
    assert table.reconstructed
    assert table.column(0) == ("-", "X", "-", "Z")
    assert [table.cell(1, die) for die in (1, 2, 3, 4)] == ["X", "X", "Y", "X"]
    assert table.distribution(0) == {"-": 0.5, "X": 0.25, "Z": 0.25}
    assert list(table.distribution(1).items()) == [("X", 0.75), ("Y", 0.25)]
