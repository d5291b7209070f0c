"""Garbage is looked for seldom in processes that play games, and as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from editor.commandline import check, cli
from engine.garbage import seldom_collected
from engine.trials.crew import shared_out


@pytest.fixture(autouse=True)
def _thresholds_of_one_python() -> Iterator[None]:
    """The same first numbers under every Python: 3.13 begins with 2,000 where those before it begin with 700."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_it_is_as_before_when_that_is_over() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold()[0] > 10 * before[0]
        assert gc.get_threshold()[1] > before[1]
        assert gc.get_threshold()[2] == before[2]
    assert gc.get_threshold() == before
    with pytest.raises(ValueError, match="stop"), seldom_collected():
        raise ValueError("stop")
    assert gc.get_threshold() == before


def _asking() -> Callable[[int], int]:
    return lambda _: gc.get_threshold()[0]


def test_so_it_is_where_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = gc.get_threshold()[0]
    assert min(shared_out(_asking, (), range(2), 1)) > 10 * usual
    found: list[int] = []

    def run(_given: Any) -> int:
        found.append(gc.get_threshold()[0])
        return 0

    monkeypatch.setattr(check, "run", run)
    assert cli.main(["check", "lundys_lane"]) == 0
    assert found[0] > 10 * usual
    assert gc.get_threshold()[0] == usual
