"""What happened is on the map: arrows, battle marks, the fallen; stepping back moves log, marks and map together."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.traces import SpotTrace, Traces, WayTrace
from editor.panels.log_panel import LogPanel
from editor.preview.seats import HUMAN
from engine.hexes.board.grid import Grid

ALWAYS_GONE = {"combat_results": {"rows": {die: ["DE"] * 10 for die in range(1, 7)}}}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    setup = {"us-9": "L0203", "us-towson": "L0202", "ac-1": "L0205", "ac-103": "L0602"}
    made = document(setup=setup, arrivals=(), tables=ALWAYS_GONE)
    with at_bench(qtbot, made) as found:
        yield found


def layer(bench: Bench) -> Traces:
    found = bench.desk.controls.traces.layer
    assert found is not None
    return found


def named(bench: Bench, ways: tuple[WayTrace, ...]) -> list[list[str]]:
    grid: Grid = bench.document.battle_map.grid
    return [[grid.name(h) for h in way.spots] for way in ways]


def fell(bench: Bench, spots: tuple[SpotTrace, ...]) -> list[tuple[str, str]]:
    grid: Grid = bench.document.battle_map.grid
    return [(grid.name(spot.spot), spot.text) for spot in spots]


AFAR, NEAR = "attack L0602 with us-towson", "attack L0205 with us-9"


def battle(bench: Bench, attack: str = AFAR) -> None:
    """The 9th moves next to the Royal Scots; then a battery destroys the 103rd from afar, or the 9th the Scots."""
    control = bench.desk.controls.game
    assert control.start({"us": HUMAN, "ac": HUMAN}, 1)
    for text in ("move us-9 L0204", "end phase", attack):
        assert control.act(text), bench.said[-1]


def test_a_move_is_an_arrow_and_a_battle_a_mark_where_the_unit_fell(bench: Bench) -> None:
    battle(bench)
    assert named(bench, layer(bench).ways)[0] == ["L0203", "L0204"]
    assert ("L0602", "DE") in fell(bench, layer(bench).spots)
    assert ("L0602", "") in fell(bench, layer(bench).spots)
    assert layer(bench).ways[0].age >= layer(bench).spots[0].age, "what is older is paler"


def test_no_mark_lies_over_who_advanced_and_none_outlasts_the_player_turn(bench: Bench) -> None:
    battle(bench)
    control = bench.desk.controls.game
    assert control.act(NEAR)
    assert named(bench, layer(bench).ways)[-1] == ["L0204", "L0205"], "it advanced"
    assert {name for name, _ in fell(bench, layer(bench).spots)} == {"L0602"}, "no mark where a unit is now"
    assert bench.desk.preview.undo()
    assert bench.desk.preview.undo()
    assert control.act(NEAR)
    assert not layer(bench).spots
    assert control.act("end phase")
    assert bench.desk.preview.position.status["side"] == "ac"
    assert not layer(bench).spots


def test_stepping_back_takes_marks_and_log_along(bench: Bench) -> None:
    log = LogPanel(bench.desk)
    battle(bench)
    preview = bench.desk.preview
    assert "was eliminated" in log.browser.toPlainText()
    preview.show(1)
    assert "is eliminated" not in log.browser.toPlainText()
    assert "moved from L0203" in log.browser.toPlainText()
    assert not layer(bench).spots
    assert named(bench, layer(bench).ways) == [["L0203", "L0204"]]
    preview.show(0)
    assert not layer(bench).ways
    assert "moved from L0203" not in log.browser.toPlainText()
    preview.show(preview.played)
    assert "was eliminated" in log.browser.toPlainText()
    assert layer(bench).spots


def test_traces_fade_and_go_with_the_turns_and_with_the_game(bench: Bench) -> None:
    battle(bench, NEAR)
    control = bench.desk.controls.game
    young = layer(bench).ways[0].age
    while bench.desk.preview.position.status["turn"] == 1:
        texts = [choice.text for choice in bench.desk.preview.choices()]
        control.act(next(text for text in ("end phase", "decline", *texts) if text in texts))
        if bench.desk.preview.position.status["side"] == "ac" and layer(bench).ways:
            assert layer(bench).ways[0].age > young
    assert not any(way[0] == "L0203" for way in named(bench, layer(bench).ways)), "two player turns ago"
    bench.desk.preview.close()
    assert bench.desk.controls.traces.layer is None


def test_traces_can_be_hidden(bench: Bench) -> None:
    battle(bench)
    bench.desk.actions.get("play.traces").setChecked(False)
    assert bench.desk.controls.traces.layer is None
    bench.desk.actions.get("play.traces").setChecked(True)
    assert layer(bench).ways


def test_arrows_are_drawn_where_units_went(bench: Bench) -> None:
    control = bench.desk.controls.game
    assert control.start({"us": HUMAN, "ac": HUMAN}, 1)
    settle()
    before = bench.canvas.grab().toImage()
    assert control.act("move us-towson L0103")
    settle()
    bench.desk.selection.clear()
    with_arrow = bench.canvas.grab().toImage()
    bench.desk.actions.get("play.traces").setChecked(False)
    settle()
    without = bench.canvas.grab().toImage()
    assert with_arrow != without
    assert before != without


def test_the_log_is_narrowed_by_kind_text_and_tab_and_written_out(bench: Bench, tmp_path: Path) -> None:
    log = LogPanel(bench.desk)
    battle(bench, NEAR)
    bench.desk.controls.game.act("move us-9 L0601")
    log.kind.setCurrentText("Refused and wrong")
    assert [line.kind for line in log.lines] == ["warning"]
    log.kind.setCurrentText("Everything")
    log.wanted.setText("tlg2:6.2")
    assert {line.rule for line in log.lines} == {"tlg2:6.2"}
    assert log.export_to(tmp_path / "log.csv")
    rows = list(csv.DictReader((tmp_path / "log.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["text"] for row in rows] == [line.text for line in log.lines]
    assert rows[0]["position"] == "3"
    log.wanted.clear()
    bench.desk.tabs.open(document())
    assert not log.lines
    bench.desk.log.add("Here")
    log.all_tabs.setChecked(True)
    assert len(log.lines) > 1
    assert log.export_to(tmp_path / "log.txt")
    assert "was eliminated in L0205 [tlg2:" in (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert not log.export_to(tmp_path / "nowhere" / "log.txt")
    assert "nowhere" in bench.said[-1]


def test_what_is_taken_back_is_told_no_more(bench: Bench) -> None:
    log = LogPanel(bench.desk)
    battle(bench)
    assert bench.desk.controls.game.take_back()
    assert "is eliminated" not in log.browser.toPlainText()
    assert "moved from L0203" in log.browser.toPlainText()


def test_a_line_that_shortens_names_has_all_in_its_tip_and_in_the_file(bench: Bench, tmp_path: Path) -> None:
    log = LogPanel(bench.desk)
    bench.desk.log.add(
        "29 units (Browne, Maude and 27 more) march", whole="Browne, Maude, <b>Roberts</b> and all march"
    )
    log.browser.resize(600, 200)
    cursor = log.browser.document().find("27 more")
    assert "Maude, &lt;b&gt;Roberts" in cursor.charFormat().toolTip()
    assert "Roberts" not in log.browser.toPlainText()
    log.wanted.setText("roberts")
    assert [line.text for line in log.lines] == ["29 units (Browne, Maude and 27 more) march"]
    assert log.export_to(tmp_path / "log.txt")
    assert "Roberts" in (tmp_path / "log.txt").read_text(encoding="utf-8")
