"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from engine.plural import counted, measured


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 points"),
        (1, "1 point"),
        (2, "2 points"),
        (-1, "-1 points"),
        (1_234_567, "1,234,567 points"),
        (1.0, "1 point"),
        (0.5, "0.5 points"),
        (3.0, "3 points"),
    ],
)
def test_a_noun_goes_with_its_number(number: float, said: str) -> None:
    assert counted(number, "point") == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [("1", "1 step"), ("at most 1", "at most 1 step"), ("1 to 2", "1 to 2 steps"), ("½", "½ step"), ("+1", "+1 step")],
)
def test_a_noun_goes_with_an_amount_in_words(amount: str, said: str) -> None:
    assert measured(amount, "step") == said


def test_a_noun_may_have_a_plural_of_its_own() -> None:
    assert counted(1, "hex", "hexes") == "1 hex"
    assert counted(4, "hex", "hexes") == "4 hexes"
