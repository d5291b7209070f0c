"""Set positions have as many legal actions as they had."""

from __future__ import annotations

from typing import Any

import pytest
from tools.counting import FOLDER, game_at, positions, split

POSITIONS = [
    pytest.param(position, id=f"{path.stem}-{position['name']}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for position in positions(path.stem)
]


@pytest.mark.parametrize("position", POSITIONS)
def test_the_count_is_as_it_was(position: dict[str, Any]) -> None:
    game = game_at(position)
    before = game.state.to_json()
    counts = dict(split(game))
    found = (len(counts), sum(counts.values()))
    by_action = "\n".join(f"{text}: {count}" for text, count in counts.items())
    told = "if the change is meant: python tests/tools/counting.py"
    assert found == (position["one"], position["two"]), f"{found}; {told}\n{by_action}"
    assert game.state.to_json() == before


@pytest.mark.parametrize("position", POSITIONS)
def test_every_listed_action_is_legal_and_none_is_listed_twice(position: dict[str, Any]) -> None:
    game = game_at(position)
    actions = list(game.legal_actions())
    assert len(set(actions)) == len(actions)
    assert all(game.verdict(action) for action in actions)
