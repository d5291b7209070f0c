"""What is shown of points adds up, in every scenario that ships: banner, lines, gains; and no turn's box is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot
from tools.shipped import hex_scenarios

from editor.panels.point_track import EDGE, TurnBox, TurnRow, TurnTrack, _small
from editor.panels.points_panel import PointsPanel
from editor.preview.gains import begun_with, gains
from editor.preview.position import Position, position_of
from editor.preview.seats import HUMAN
from engine import formats
from engine.play import Game
from engine.players import make
from engine.scenario import Scoring, Victory
from engine.umpire.testturns import Taken

SHIPPED = hex_scenarios()
ACTIONS = 60


def played(game: Game) -> Iterator[Position]:
    """The positions of a game of random players, the first ones."""
    players = {side: make("random", side, 5) for side in game.scenario.sides}
    yield position_of(game)
    for _ in range(ACTIONS):
        decision = game.decision
        if decision is None:
            return
        action = players[decision.side].choose(game)
        events = game.apply(action)
        taken = Taken(len(game), game.state.turn, decision.side, decision.kind, action, game.text(action), "", events)
        yield position_of(game, taken)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_lines_add_up_to_the_score(path: Path) -> None:
    history: list[Position] = []
    game = Game(formats.load_scenario(path), 5)
    for position in played(game):
        history.append(position)
        if len(history) % 6 and position.outcome is None:
            continue
        score, sheet = position.status["score"], game.tally()
        assert sheet is not None
        assert sheet.so_far() == pytest.approx(score), f"after {len(history) - 1} actions"
        found = gains(history)
        if found:
            sums = {side: begun_with(history).get(side, 0.0) for side in score}
            for gain in found:
                sums[gain.side] += gain.points
            assert sums == pytest.approx(score), f"after {len(history) - 1} actions"


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    victory = Victory(scoring=(Scoring("eliminated", 2.5),), handicap={"ac": 24})
    gone = {"combat_results": {"rows": {die: ["DE"] * 10 for die in range(1, 7)}}}
    made = document(setup={"us-9": "L0302", "ac-1": "L0303"}, arrivals=(), tables=gone, victory=victory)
    with at_bench(qtbot, made) as found:
        yield found


def test_a_handicap_is_a_line_and_the_sum_is_that_of_the_banner(qtbot: QtBot, bench: Bench) -> None:
    panel = PointsPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.show()
    assert bench.desk.controls.game.start({"us": HUMAN, "ac": HUMAN}, 1)
    for action in ("end phase", "attack L0303 with us-9"):
        assert bench.desk.controls.game.act(action)
    told = panel.text.toPlainText()
    assert "To begin with: Anglo-Canadian 24" in told
    together = re.search(r"Together: United States (\d+), Anglo-Canadian 24", told)
    assert together is not None
    score = bench.desk.preview.position.status["score"]
    assert float(together[1]) == score["us"] > 0
    assert "Nobody has gained" not in told


def test_no_score_of_a_turn_is_cut(qtbot: QtBot) -> None:
    track = TurnTrack()
    row = TurnRow(track)
    qtbot.addWidget(row)
    row.resize(260, 60)
    row.show()
    boxes = [TurnBox(number, f"{number} pm", "123.5 : 117.5") for number in range(1, 21)]
    track.show_turns(boxes, 17)
    row.follow()
    needed = QFontMetricsF(_small(track.font())).horizontalAdvance(boxes[0].score)
    assert track.wide - 3 - 7 >= needed
    left, right = EDGE + 16 * track.wide, EDGE + 17 * track.wide
    seen = -track.x(), -track.x() + row.viewport().width()
    assert seen[0] <= left
    assert right <= seen[1] + 3, "the turn in progress is in view"
    assert row.viewport().height() >= track.height()
