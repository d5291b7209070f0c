"""Select by rule and regions by rule: the dialog by mouse and keys, the region in the file, the quick fix."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from answering import while_open
from bench import Bench
from hand import LEFT, Hand
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.hexes.dialogs.choose_hexes import ChooseHexesDialog
from editor.hexes.tools.region import RegionRow
from editor.panels.fixes import apply_fix
from editor.panels.tool_options import ToolOptions
from engine.findings import Fix
from engine.formats import load_map, load_palette, save_map
from engine.hexes.board.battlemap import Region
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    spec = GridSpec(13, 11, numbering=Numbering(prefix="L"))
    made = Bench(Document.new_map(spec, load_palette("standard"), "Field"))
    board = made.document.battle_map
    for h in board.grid.hexes:
        if h % 13 < 2:
            board.terrain[h] = "water"
    for name in ("L0405", "L0905"):
        board.features[board.grid.parse(name)] = ("town",)
    board.regions["ports"] = Region("ports", "Ports", frozenset())
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    made.canvas.fit()
    yield made
    made.desk.preview.close()


def names(bench: Bench, hexes: object) -> set[str]:
    return {bench.document.battle_map.grid.name(h) for h in hexes}  # type: ignore[attr-defined]


def test_select_by_a_typed_rule(qtbot: QtBot, bench: Bench) -> None:
    def act(dialog: ChooseHexesDialog) -> None:
        dialog.text.selectAll()
        qtbot.keyClicks(dialog.text, "feature town; coast within 2")
        assert [row.thing.currentData() for row in dialog.rows] == ["feature", "coast"]
        assert dialog.told.text() == "One hex fits."
        assert bench.canvas.map_scene.selection.isVisible()
        qtbot.keyClick(dialog.text, Qt.Key.Key_Return)

    while_open(ChooseHexesDialog, act, bench.desk.actions.get("edit.select-rule").trigger)
    assert names(bench, bench.desk.selection.hexes) == {"L0405"}


def test_one_types_at_once_and_enter_accepts_also_after_what_could_not_be_read(qtbot: QtBot, bench: Bench) -> None:
    dialog = ChooseHexesDialog(bench.document.battle_map, "Select", "Select")
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    assert dialog.focusWidget() is dialog.text
    dialog.text.selectAll()
    qtbot.keyClicks(dialog.text, "feature")
    assert not dialog.ok.isEnabled()
    qtbot.keyClicks(dialog.text, " town")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return)
    assert dialog.result() == ChooseHexesDialog.DialogCode.Accepted


def test_rows_make_the_text(qtbot: QtBot, bench: Bench) -> None:
    dialog = ChooseHexesDialog(bench.document.battle_map, "Select", "Select")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.rule == "terrain clear"
    dialog.rows[0].keys.ticks["water"].trigger()
    assert dialog.rule == "terrain clear|water"
    qtbot.mouseClick(dialog.add_button, LEFT)
    row = dialog.rows[1]
    assert not dialog.ok.isEnabled()
    row.thing.setCurrentIndex(row.thing.findData("elevation"))
    row.low.setValue(0)
    assert dialog.rule == "terrain clear|water; elevation 0.."
    assert dialog.ok.isEnabled()
    row.high.setValue(3)
    row.within.setValue(4)
    row.unless.setCurrentIndex(1)
    assert dialog.rule == "terrain clear|water; not elevation 0..3 within 4"
    assert dialog.told.text() == "No hex fits."
    qtbot.mouseClick(row.remove, LEFT)
    assert dialog.rule == "terrain clear|water"
    assert dialog.told.text() == "143 hexes fit."
    assert not dialog.rows[0].remove.isEnabled()


@pytest.mark.parametrize(("text", "told"), [("feature", "needs its keys"), ("terrain lava", "no terrain lava")])
def test_what_cannot_be_read_keeps_the_dialog_open(qtbot: QtBot, bench: Bench, text: str, told: str) -> None:
    dialog = ChooseHexesDialog(bench.document.battle_map, "Select", "Select")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.text.selectAll()
    qtbot.keyClicks(dialog.text, text)
    assert told in dialog.complaint.text()
    assert not dialog.ok.isEnabled()
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_a_region_by_rule_is_one_step_is_saved_and_can_be_chosen_anew(
    qtbot: QtBot, bench: Bench, tmp_path: Path
) -> None:
    document, board = bench.document, bench.document.battle_map
    bench.desk.settings.set("region", "ports")

    def act(dialog: ChooseHexesDialog) -> None:
        dialog.text.selectAll()
        qtbot.keyClicks(dialog.text, "feature town; coast within 4")
        qtbot.mouseClick(dialog.ok, LEFT)

    while_open(ChooseHexesDialog, act, bench.desk.actions.get("map.region-rule").trigger)
    assert names(bench, board.regions["ports"].hexes) == {"L0405"}
    assert document.stack.count() == 1
    save_map(board, tmp_path / "field.yaml")
    again = load_map(tmp_path / "field.yaml").regions["ports"]
    assert again == board.regions["ports"]
    assert again.rule == "feature town; coast within 4"

    board.features[board.grid.parse("L0606")] = ("town",)
    bench.desk.actions.get("map.regions-anew").trigger()
    assert names(bench, board.regions["ports"].hexes) == {"L0405", "L0606"}
    document.stack.undo()
    assert apply_fix(bench.desk, Fix("anew", "choose_region", {"region": "ports"}))
    assert names(bench, board.regions["ports"].hexes) == {"L0405", "L0606"}
    document.stack.undo()
    document.stack.undo()
    assert board.regions["ports"] == Region("ports", "Ports", frozenset())


def test_a_tab_that_comes_to_the_front_meanwhile_keeps_its_regions_and_marks(qtbot: QtBot, bench: Bench) -> None:
    board, small = bench.document.battle_map, Document.new_map(GridSpec(3, 3), load_palette("standard"), "Small")
    bench.desk.settings.set("region", "ports")
    bench.desk.selection.set([board.grid.parse("L1311")])

    def act(dialog: ChooseHexesDialog) -> None:
        dialog.text.setText("feature town")
        qtbot.mouseClick(dialog.ok, LEFT)
        bench.desk.tabs.open(small)

    while_open(ChooseHexesDialog, act, bench.desk.actions.get("map.region-rule").trigger)
    assert bench.desk.document is small
    assert small.stack.count() == 0
    assert board.regions["ports"].hexes == frozenset()


def test_without_a_region_the_tool_is_taken_up_and_says_what_to_do(bench: Bench) -> None:
    bench.document.battle_map.regions.clear()
    bench.desk.settings.set("region", "")
    bench.desk.actions.get("map.region-rule").trigger()
    assert bench.desk.tools.current == "region"
    assert "Make a region" in bench.said[-1]
    bench.desk.actions.get("map.regions-anew").trigger()
    assert "No region has a rule" in bench.said[-1]


def test_painting_by_hand_ends_the_rule(qtbot: QtBot, bench: Bench) -> None:
    board, hand = bench.document.battle_map, Hand(qtbot, bench)
    board.regions["ports"] = Region("ports", "Ports", frozenset(), rule="feature town")
    bench.desk.settings.set("region", "ports")
    hand.choose("region")
    hand.click("L0808")
    assert board.regions["ports"].rule == ""
    assert names(bench, board.regions["ports"].hexes) == {"L0808"}


def test_the_button_above_the_palette_opens_the_dialog(qtbot: QtBot, bench: Bench) -> None:
    options = ToolOptions(bench.desk)
    qtbot.addWidget(options)
    bench.desk.settings.set("region", "ports")
    seen: list[str] = []

    def act(dialog: ChooseHexesDialog) -> None:
        seen.append(dialog.windowTitle())
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)

    while_open(ChooseHexesDialog, act, options.row(RegionRow).region_by_rule)
    assert seen == ["Region by rule: Ports"]
    assert not bench.document.dirty
