"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from engine.plural import counted


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 points"),
        (1, "1 point"),
        (2, "2 points"),
        (-1, "-1 points"),
        (1_234_567, "1234567 points"),
        (1.0, "1 point"),
        (0.5, "0.5 points"),
        (3.0, "3 points"),
    ],
)
def test_a_noun_goes_with_its_number(number: float, said: str) -> None:
    assert counted(number, "point") == said


def test_a_noun_may_have_a_plural_of_its_own() -> None:
    assert counted(1, "hex", "hexes") == "1 hex"
    assert counted(4, "hex", "hexes") == "4 hexes"
