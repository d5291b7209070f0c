"""Games go on another day, replays are stepped through, positions become scenarios; lines of play, and chosen dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from answering import while_open
from bench import Bench, at_bench
from fields import scenario
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.compare_lines import CompareLines
from editor.dialogs.save_questions import SaveQuestion
from editor.document.document import Document
from editor.panels.preview_panel import PreviewPanel
from editor.preview.seats import HUMAN
from editor.work import settings
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.umpire.replays import replay

PEOPLE = {"us": HUMAN, "ac": HUMAN}


def plain_field() -> BattleMap:
    """The hexes of the field, all clear, with a palette that files can name."""
    grid = Grid(GridSpec(8, 6, numbering=Numbering(prefix="L")))
    return BattleMap(grid, formats.load_palette("standard"), "Field")


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    setup = {"us-9": "L0203", "us-towson": "L0202", "ac-1": "L0205"}
    made = scenario(setup=setup, arrivals=(), map=plain_field())
    with at_bench(qtbot, Document(made.map, made)) as found:
        yield found
        for tab in found.desk.tabs:
            tab.preview.close()


@pytest.fixture
def panel(bench: Bench) -> PreviewPanel:
    made = PreviewPanel(bench.desk)
    dock = QDockWidget("Test turns")
    dock.setWidget(made)
    bench.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    settle()
    return made


def do(bench: Bench, *texts: str) -> None:
    for text in texts:
        assert bench.desk.controls.game.act(text), bench.said[-1]


def begin(bench: Bench, *texts: str) -> None:
    assert bench.desk.controls.game.start(PEOPLE, 5)
    do(bench, *texts)


def test_a_game_is_saved_and_gone_on_with_another_day(bench: Bench, tmp_path: Path) -> None:
    begin(bench, "move us-9 L0204", "end phase", "attack L0205 with us-9")
    before = bench.desk.preview
    file = tmp_path / "evening.yaml"
    assert before.would_be_missed
    assert bench.menus.play.suggested().name == "A field game.yaml"
    assert bench.menus.play.save_to(file)
    assert not before.would_be_missed
    assert replay(formats.load_replay(file)).same, "the file is a replay too"
    assert bench.menus.play.open_from(file)
    after = bench.desk.preview
    assert after is not before
    assert after.seats == PEOPLE
    assert [position.action for position in after.positions] == [position.action for position in before.positions]
    assert after.position.units == before.position.units
    assert after.position.status == before.position.status
    texts = [choice.text for choice in after.choices()]
    assert texts == [choice.text for choice in before.choices()]
    assert not after.would_be_missed
    assert bench.menus.play.suggested() == file
    do(bench, texts[0])
    assert after.would_be_missed
    assert after.played == before.played + 1
    after.show(1)
    assert after.position.action == "move us-9 L0204"


def test_lines_of_play_are_saved_with_the_game(bench: Bench, tmp_path: Path) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    before = bench.desk.preview
    before.rename_line("By the road")
    before.force_dice([1])
    do(bench, "attack L0205 with us-9")
    before.show(1)
    assert before.act("move us-towson L0203")
    before.rename_line("With the gun")
    file = tmp_path / "evening.yaml"
    assert bench.menus.play.save_to(file)
    assert replay(formats.load_replay(file)).same
    bench.menus.file.open_path(file)
    after = bench.desk.preview
    assert after is not before
    assert after.line == "With the gun"
    assert [line.name for line in after.lines] == ["By the road"]
    assert after.lines[0].positions[1] is after.positions[1], "what the lines have in common is shown once"
    after.take_line(0)
    assert [position.action for position in after.positions] == [p.action for p in before.lines[0].positions]
    assert after.position.units == before.lines[0].positions[-1].units
    assert file.resolve() in settings.recent_files()


def test_a_line_that_goes_another_way_is_told_of(bench: Bench, tmp_path: Path) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    bench.desk.preview.show(1)
    assert bench.desk.preview.act("move us-towson L0203")
    file = tmp_path / "evening.yaml"
    assert bench.menus.play.save_to(file)
    text = file.read_text(encoding="utf-8")
    before, lines, after = text.partition("\nlines:")
    file.write_text(before + lines + after.replace("end phase", "move us-9 L0801"), encoding="utf-8")
    found = replay(formats.load_replay(file)).difference
    assert found is not None
    assert found.message.startswith("the line Line 1: action 2 (move us-9 L0801)")
    assert bench.menus.play.open_from(file)
    assert [len(line.positions) for line in bench.desk.preview.lines] == [2]
    assert "of the line Line 1" in bench.desk.log.lines[-1].text
    file.write_text(text.replace("after: 1", "after: 7"), encoding="utf-8")
    assert not bench.menus.play.open_from(file)
    assert "leaves the game after action 7; it has 2" in bench.said[-1]


def test_what_is_no_game_and_what_cannot_be_written_is_said(bench: Bench, tmp_path: Path) -> None:
    begin(bench)
    formats.save_map(bench.document.battle_map, tmp_path / "map.yaml")
    assert not bench.menus.play.open_from(tmp_path / "map.yaml")
    assert "map.yaml cannot be opened" in bench.said[-1]
    assert not bench.menus.play.open_from(tmp_path / "nothing.yaml")
    assert not bench.menus.play.save_to(tmp_path / "no" / "game.yaml")
    assert "The game was not saved" in bench.said[-1]


def test_a_replay_that_goes_another_way_is_shown_as_far_as_it_goes(bench: Bench, tmp_path: Path) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    file = tmp_path / "odd.yaml"
    assert bench.menus.play.save_to(file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("end phase", "move us-9 L0801"), encoding="utf-8")
    assert bench.menus.play.open_from(file)
    assert bench.desk.preview.played == 1
    assert "could not be replayed from action 2" in bench.desk.log.lines[-1].text


def test_a_position_becomes_a_scenario(bench: Bench) -> None:
    begin(bench, "move us-9 L0204", "end phase", "attack L0205 with us-9")
    bench.desk.preview.show(1)
    assert bench.menus.play.as_scenario()
    made = bench.document.require_scenario()
    assert bench.document.dirty, "it is in no file yet"
    assert made.setup == {"us-9": "L0204", "us-towson": "L0202", "ac-1": "L0205"}
    assert made.turns.count == 6
    assert not bench.desk.preview.active
    assert bench.desk.controls.game.start(PEOPLE, 1), bench.said[-1]


def test_next_dice_show_what_was_asked_for_and_the_replay_knows_it(
    qtbot: QtBot, bench: Bench, panel: PreviewPanel, tmp_path: Path
) -> None:
    for wanted in ("1", "6"):
        begin(bench, "move us-9 L0204", "end phase")
        panel.dice.setFocus()
        qtbot.keyClicks(panel.dice, wanted)
        qtbot.keyClick(panel.dice, Qt.Key.Key_Return)
        do(bench, "attack L0205 with us-9")
        result = next(event for event in bench.desk.preview.position.events if event.kind == "result")
        assert result.data["die"] == int(wanted)
        assert panel.dice.text() == "", "it has been thrown"
    assert bench.menus.play.save_to(tmp_path / "forced.yaml")
    assert replay(formats.load_replay(tmp_path / "forced.yaml")).same


def test_a_die_that_no_die_has_is_refused(bench: Bench) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    bench.desk.preview.force_dice([9])
    assert not bench.desk.controls.game.act("attack L0205 with us-9")
    assert "not on a die of 6 sides" in bench.said[-1]
    bench.desk.preview.force_dice([])
    do(bench, "attack L0205 with us-9")


def test_another_way_to_go_on_is_a_line_of_its_own(bench: Bench, panel: PreviewPanel) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    preview = bench.desk.preview
    assert not panel.line_row.isVisibleTo(panel)
    preview.rename_line("By the road")
    preview.show(0)
    preview.looking = False
    assert preview.act("move us-9 L0103")
    assert panel.line_row.isVisibleTo(panel)
    assert preview.line != "By the road"
    assert [line.name for line in preview.lines] == ["By the road"]
    assert preview.position.units["us-9"]["at"] == "L0103"
    panel.line_row.lines.setCurrentIndex(1)
    panel.line_row.lines.activated.emit(1)
    assert preview.line == "By the road"
    assert preview.played == 2
    assert preview.position.units["us-9"]["at"] == "L0204"
    assert panel.list.count() == 3
    told = [line.text for line in bench.desk.log.lines if line.position == 1]
    assert len(told) == 1
    assert "L0204" in told[0]
    do(bench, "attack L0205 with us-9")
    assert len(preview.lines) == 1
    assert len(preview.lines[0].positions) == 2


def test_a_person_plays_otherwise_from_an_earlier_position(bench: Bench, panel: PreviewPanel) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    preview, otherwise = bench.desk.preview, panel.otherwise
    assert not otherwise.isEnabled()
    preview.show(0)
    assert not preview.human_turn
    otherwise.trigger()
    assert preview.human_turn
    assert preview.played == 0
    assert [[position.action for position in line.positions] for line in preview.lines] == [
        ["", "move us-9 L0204", "end phase"]
    ]
    assert not otherwise.isEnabled()


def test_lines_are_compared(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    preview = bench.desk.preview
    preview.force_dice([1])
    do(bench, "attack L0205 with us-9")
    preview.show(0)
    assert preview.act("end phase")
    seen: list[list[str]] = []

    def read(dialog: CompareLines) -> None:
        table = dialog.table
        for column in range(table.columnCount()):
            seen.append([table.item(row, column).text() for row in range(table.rowCount())])
        dialog.reject()

    while_open(CompareLines, read, panel.line_row.compare.click)
    assert [column[0] for column in seen] == ["1", str(len(preview.lines[0].positions) - 1)]
    assert seen[0][1:] != seen[1][1:]
    assert {column[-1] for column in seen} == {"Still being played"}
    assert not any(cell.startswith("1 steps") or ", 1 units" in cell for column in seen for cell in column)


def test_taking_an_action_back_makes_no_line(bench: Bench) -> None:
    begin(bench, "move us-9 L0204")
    assert bench.desk.controls.game.take_back()
    do(bench, "move us-9 L0103")
    assert not bench.desk.preview.lines


# -- the running game --------------------------------------------------------------------------------------------


def test_f5_goes_on_with_the_running_game(bench: Bench, panel: PreviewPanel) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    game, played = bench.desk.preview.game, bench.desk.preview.played
    start = bench.desk.actions.get("play.start")
    assert start.isEnabled()
    assert start.shortcut().toString() == "F5"
    start.trigger()
    assert bench.desk.preview.game is game
    assert bench.desk.preview.played == played
    assert "The game goes on" in bench.said[-1]


def test_a_new_game_asks_and_the_old_one_can_be_had_again(bench: Bench, panel: PreviewPanel) -> None:
    begin(bench, "move us-9 L0204", "end phase")
    bench.desk.preview.show(1)
    do(bench, "move us-towson L0203")
    game, lines = bench.desk.preview.game, [line.name for line in bench.desk.preview.lines]
    assert lines
    new, back = bench.desk.actions.get("play.new"), bench.desk.actions.get("play.resume")
    said: list[str] = []

    def press(caption: str) -> Callable[[SaveQuestion], None]:
        def act(box: SaveQuestion) -> None:
            said.append(box.informativeText())
            next(one for one in box.buttons() if one.text().replace("&", "") == caption).click()

        return act

    while_open(SaveQuestion, press("Cancel"), new.trigger)
    assert bench.desk.preview.game is game
    assert "2 actions" in said[0]
    while_open(SaveQuestion, press("New game"), new.trigger)
    other = bench.desk.preview.game
    assert other is not game
    assert bench.desk.preview.played == 0
    assert back.isEnabled(), "Go back is not grey while another game runs"
    back.trigger()
    assert bench.desk.preview.game is game
    assert [line.name for line in bench.desk.preview.lines] == lines


def test_a_game_that_is_opened_again_has_its_log_and_reasons(bench: Bench, tmp_path: Path) -> None:
    assert bench.desk.controls.game.start({"us": HUMAN, "ac": "staff"}, 5)
    do(bench, "move us-9 L0204", "end phase")
    before = bench.desk.preview
    before.positions[1] = replace(before.positions[1], reason="to hold the hill")
    told = [(line.text, line.kind, line.position) for line in bench.desk.log.lines if line.position >= 0]
    assert told
    file = tmp_path / "evening.yaml"
    assert bench.menus.play.save_to(file)
    bench.desk.log.clear()
    assert bench.menus.play.open_from(file)
    after = bench.desk.preview
    assert [position.reason for position in after.positions] == [position.reason for position in before.positions]
    again = [(line.text, line.kind, line.position) for line in bench.desk.log.lines if line.position >= 0]
    assert [line for line in again if line[1] != "aside"] == told
    assert any("to hold the hill" in text for text, kind, _ in again if kind == "aside")
    lines = len(bench.desk.log.lines)
    after.close()
    bench.desk.controls.game.resume()
    assert len([line for line in bench.desk.log.lines[lines:] if line.position >= 0]) == 0, "not told twice"
