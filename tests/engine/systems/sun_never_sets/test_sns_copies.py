"""The copy of a campaign's state is quick by its shape: flat containers of plain values, and all else shared.

Nothing here measures time; the bench does (`bench_campaigns`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sns_field import begun, campaign, unit

from engine.formats import load_scenario
from engine.play import Game
from engine.players import make

FLAT = (int, float, str, bool, type(None))


def slots(state: Any) -> Iterator[str]:
    """The names of all that a state keeps."""
    for kind in type(state).__mro__:
        yield from getattr(kind, "__slots__", ())


def parts(value: Any) -> list[Any]:
    """What a container holds, keys with values."""
    return [*value, *value.values()] if isinstance(value, dict) else list(value)


@pytest.fixture(scope="module")
def state() -> Any:
    """A campaign a few segments old, in the middle of a procedure."""
    game = Game(load_scenario("asante"), 7, dict.fromkeys(("engineers", "intelligence", "conduct"), True))
    seats = {side: make("random", side, 7) for side in game.scenario.sides}
    for _ in range(150):
        assert game.decision is not None
        game.apply(seats[game.decision.side].choose(game), trusted=True)
    return game.state


def test_a_copy_copies_flat_containers_and_shares_the_rest(state: Any) -> None:
    twin = state.copy()
    assert twin == state
    for name in slots(state):
        mine, theirs = getattr(state, name), getattr(twin, name)
        if not isinstance(mine, list | dict | set | bytearray):
            assert theirs is mine, f"{name} never changes and is shared"
            continue
        assert theirs is not mine, f"{name} changes and is copied"
        for a, b in zip(parts(mine), parts(theirs), strict=True):
            assert a is b or not isinstance(a, FLAT), name
            assert a is b or isinstance(a, list), f"what {name} holds is shared, but for the short lists of `kept`"


def test_a_copy_holds_nothing_of_its_own_for_each_unit() -> None:
    """Ten units or 150: as many containers are copied."""

    def containers(number: int) -> int:
        units = [unit(f"br-{n}") for n in range(number)]
        board = {one.key: f"S{n % 12 + 1:02}{n % 9 + 1:02}" for n, one in enumerate(units)}
        made = begun(campaign(units), board).state
        values = [getattr(made, name) for name in slots(made)]
        inside = [part for value in values if isinstance(value, list | dict) for part in parts(value)]
        return sum(isinstance(value, list | dict | set | bytearray) for value in [*values, *inside])

    assert containers(10) == containers(150)
