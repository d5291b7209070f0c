"""What a bombardment's results are called: guns that bombard lose nothing, on the card and in the log."""

from __future__ import annotations

import pytest

from engine.systems.twilights_last_gleaming.aftermath import agenda, asked_of_guns, meaning_for_guns


@pytest.mark.rule("tlg2:7.4")
@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("AL2AR", "no effect, because guns that bombard lose no steps and do not retreat"),
        ("AR", "no effect, because guns that bombard lose no steps and do not retreat"),
        ("BL", "the defender loses 1 step"),
        ("DR", "all defending units retreat"),
        ("DL2DR", "the defender loses 2 steps, then all defending units retreat"),
        ("DE", "all defending units are eliminated"),
    ],
)
def test_a_result_asks_nothing_of_guns_that_bombard(result: str, said: str) -> None:
    assert meaning_for_guns(result) == said
    assert asked_of_guns(result) == tuple(part for part in agenda(result) if part[0] == "D")
