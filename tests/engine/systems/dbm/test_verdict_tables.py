"""200 moves in each of three positions are judged as they were when the tables were written."""

from __future__ import annotations

import pytest
from tools import verdict_tables

MAKE_AGAIN = "if meant: python -m tests.tools.verdict_tables"


@pytest.mark.parametrize("name", verdict_tables.POSITIONS)
def test_moves_are_judged_as_before(name: str) -> None:
    game = verdict_tables.position(name)
    lines = verdict_tables.file_of(name).read_text(encoding="utf-8").splitlines()
    assert len(lines) == verdict_tables.MOVES
    now = [verdict_tables.told(game, line.partition(" -> ")[0]) for line in lines]
    otherwise = [f"{was}\n  now {told}" for was, told in zip(lines, now, strict=True) if was != told]
    assert not otherwise, f"{MAKE_AGAIN}\n" + "\n".join(otherwise[:20])


@pytest.mark.parametrize("name", verdict_tables.POSITIONS)
def test_legal_moves_end_over_nobody_by_plain_numbers(name: str) -> None:
    game = verdict_tables.position(name)
    legal = [
        line.partition(" -> ")[0]
        for line in verdict_tables.file_of(name).read_text(encoding="utf-8").splitlines()
        if " -> legal;" in line
    ]
    assert len(legal) > 30
    for action in legal:
        ends = game.judge(action).to_json()["ends"]
        assert verdict_tables.overlaps(game, ends) == [], action
