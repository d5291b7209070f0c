"""A game on a table in the window: a click chooses a base, a drag moves it, and says why where it may not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from a_table import battle
from bench import Bench, at_bench
from hand import Hand
from pytestqt.qtbot import QtBot
from settling import settle

from editor.preview.seats import HUMAN
from editor.tables.canvas.units import TablePieces
from engine.play import registry


@pytest.fixture
def bench(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setitem(registry.SYSTEMS, "field", "toy_field")
    with at_bench(qtbot, battle()) as made:
        assert made.desk.controls.game.start(dict.fromkeys(("rome", "gaul"), HUMAN), 1)
        settle()
        yield made


def at(x: float, y: float) -> tuple[float, float]:
    return x / 40, y / 40


def test_a_click_chooses_a_base_and_a_drag_moves_it(bench: Bench, qtbot: QtBot) -> None:
    hand, game = Hand(qtbot, bench), bench.desk.controls.game
    hand.click(at(1120, 1310))
    assert game.unit == "bd-4"
    hand.drag(at(1120, 1310), at(1120, 1110))
    settle()
    played = bench.desk.preview.game
    assert played is not None
    verb, unit, *_ = played.actions[0].split()
    assert (verb, unit) == ("move", "bd-4:")
    where = str(bench.desk.preview.position.units["bd-4"]["at"])
    assert abs(int(where.partition(",")[2].partition("/")[0]) - 1110) <= 8
    assert where.endswith("/0"), "it keeps its facing"
    layer = bench.desk.controls.units.layer
    assert isinstance(layer, TablePieces)
    piece = layer.find("bd-4")
    assert piece is not None
    assert bench.document.board.spell(piece.spot) == where
    assert bench.document.require_scenario().setup["bd-4"] == "1120,1300/0", "the set-up stays as it was"


def test_a_drag_that_the_rules_forbid_says_why(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.click(at(1120, 1310))
    hand.drag(at(1120, 1310), at(1120, 900))
    settle()
    played = bench.desk.preview.game
    assert played is not None
    assert played.actions == []
    assert any("300 are allowed" in said for said in bench.said)


def test_it_is_played_to_its_end_and_taken_back(bench: Bench, qtbot: QtBot) -> None:
    game = bench.desk.controls.game
    for action in ("move bd-4: to 1120,1000/0", "wait", "move bd-4: to 1120,790/0"):
        assert game.act(action), action
    settle()
    played = bench.desk.preview.game
    assert played is not None
    assert played.state.ended
    assert game.take_back()
    assert not played.state.ended


def test_traces_and_views_follow_a_game_on_a_table(bench: Bench) -> None:
    game = bench.desk.controls.game
    assert game.act("move bd-4: to 1120,1100/0")
    settle()
    traces = bench.desk.controls.traces.layer
    assert traces is not None
    assert len(traces.ways) == 1
    bench.desk.preview.close()
    settle()
    assert bench.desk.controls.units.layer.find("bd-4") is not None
