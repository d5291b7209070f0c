"""Draws by chance: out of things that are all alike they take a throw, or none where a game is told so."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.play import Step
from engine.play.dice import Dice


@pytest.mark.parametrize(
    ("alike", "throws_for_equals", "drawn", "throws"),
    [(True, True, 2, 1), (True, False, 0, 0), (False, True, 2, 1), (False, False, 2, 1)],
)
def test_a_draw_takes_a_throw(alike: bool, throws_for_equals: bool, drawn: int, throws: int) -> None:
    state = SimpleNamespace(draws=0, results=0)
    step = Step(Dice(forced=[3], throws_for_equals=throws_for_equals))
    assert step.draw(state, 4, alike=alike) == drawn
    assert state.draws == throws
