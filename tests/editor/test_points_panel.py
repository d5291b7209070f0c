"""The points of test turns: turn track, lead and level, who gained what for what, what counts at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench
from campaigning import at_campaign
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.panels.play_banner import PlayBanner
from editor.panels.points_panel import PointsPanel, lead_to_points
from editor.preview.gains import gains, scores
from editor.preview.position import Position
from engine.play import Event


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> PointsPanel:
    made = PointsPanel(bench.desk)
    qtbot.addWidget(made)
    made.show()
    return made


def begin(bench: Bench) -> None:
    """A game that waits at its beginning."""
    assert bench.desk.controls.game.start({"british": "random", "zangari": "random"}, 3)
    bench.desk.controls.game.pace.pause()


def gained(side: str, number: int, why: str) -> Event:
    return Event("points", "sns2:16.2", {"side": side, "gained": number, "points": 0, "why": why})


def test_each_gain_is_told_with_its_turn_and_paragraph(bench: Bench, panel: PointsPanel) -> None:
    assert panel.pages.currentIndex() == 0
    begin(bench)
    preview = bench.desk.preview
    assert "Gained and lost" not in panel.text.toPlainText()
    preview.positions[0].events.append(gained("zangari", 3, "a unit eliminated in battle"))
    preview.positions[0].events.append(gained("zangari", -2, "a scandal"))
    panel.refresh()
    told = panel.text.toPlainText()
    assert "Turn 1: Zangari +3, a unit eliminated in battle sns2:16.2" in told
    assert told.index("Zangari \u22122, a scandal") < told.index("Zangari +3"), "the latest stands first"
    assert "10 points to British, once: Zangar" in told
    assert "At the end, in this position" in told


def test_the_tracks_show_turn_lead_and_what_the_end_would_bring(bench: Bench, panel: PointsPanel) -> None:
    begin(bench)
    for action in ("deploy za-2", "at T0806", "deploy za-3", "at T0906"):
        assert bench.desk.preview.act(action)
    assert [(turn.number, turn.score) for turn in panel.turns.turns] == [(1, "0 : 0"), (2, ""), (3, ""), (4, "")]
    assert panel.turns.now == 1
    assert (panel.lead.lead, panel.lead.final, panel.lead.most) == (0, 12, 75)
    assert "Zangari ahead by 12 if the game ended now" in panel.lead.accessibleDescription()
    assert panel.standing.text().startswith("<b>Zangari</b> would win (local)")


def test_the_score_in_the_banner_asks_for_it(qtbot: QtBot, bench: Bench, panel: PointsPanel) -> None:
    lead_to_points(bench.desk, lambda: panel)
    banner = PlayBanner(bench.desk)
    qtbot.addWidget(banner)
    begin(bench)
    panel.hide()
    qtbot.mouseClick(banner.score, Qt.MouseButton.LeftButton)
    assert not panel.isHidden()


def test_nothing_is_worked_out_while_nobody_looks(bench: Bench, panel: PointsPanel) -> None:
    panel.hide()
    begin(bench)
    assert panel.turns.turns == ()
    panel.show()
    assert len(panel.turns.turns) == 4


def test_gains_belong_to_the_turn_in_which_they_were_made() -> None:
    def position(turn: int, score: float, *events: Event) -> Position:
        return Position({}, {"turn": turn, "score": {"a": score}}, None, events=list(events))

    turned = Event("turn", "sns2:3.0", {"turn": 2})
    history = [position(1, 1, gained("a", 1, "x")), position(2, 3, gained("a", 2, "y"), turned, gained("a", 4, "z"))]
    assert [(one.turn, one.points) for one in gains(history)] == [(1, 1), (1, 2), (2, 4)]
    assert scores(history) == {1: {"a": 1}, 2: {"a": 3}}
