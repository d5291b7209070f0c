"""What no roster of units can be made of is refused with its reason, in every system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.play import Game
from engine.scenario import Scenario

NAMES = ("first_steps", "fm_first_steps", "sns_first_steps")


def with_first(made: Scenario, **values: str) -> Scenario:
    """The scenario with its first unit changed."""
    key, unit = next(iter(made.units.items()))
    return made.with_(units={**made.units, key: replace(unit, **values)})


def without_a_side(made: Scenario) -> Scenario:
    """The scenario with its first side alone."""
    return made.with_(sides=dict([*made.sides.items()][:1]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda made: with_first(made, side="nobody"), "is on side 'nobody', which the scenario does not have"),
        (without_a_side, "two sides; the scenario has 1"),
    ],
    ids=["side", "sides"],
)
def test_units_and_sides_that_nobody_can_play_are_refused(
    name: str, spoil: Callable[[Scenario], Scenario], said: str
) -> None:
    with pytest.raises(HexwrightError, match=said):
        Game(spoil(load_scenario(name)))


def test_a_campaign_has_no_units_of_kinds_that_nobody_knows() -> None:
    with pytest.raises(HexwrightError, match=r"is of type 'dragon'; there are .*infantry"):
        Game(with_first(load_scenario("sns_first_steps"), type="dragon"))
