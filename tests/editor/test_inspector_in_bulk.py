"""The inspector with several hexes or several units: what they have in common, and edits of all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from bench import Bench
from fields import battle_map, document
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commands.replace_map import ReplaceMap
from editor.document.document import Document
from editor.panels.bulk_units import BulkUnits
from editor.panels.inspector_panel import InspectorPanel
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.board.numbering import Numbering

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(document())
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    yield made
    made.desk.preview.close()


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> InspectorPanel:
    made = InspectorPanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(340, 900)
    with qtbot.waitExposed(made):
        made.show()
    return made


def h(bench: Bench, name: str) -> int:
    return bench.document.battle_map.grid.parse(name)


def select(qtbot: QtBot, bench: Bench, *names: str) -> None:
    bench.desk.selection.set([h(bench, name) for name in names])
    settle()


def names(bench: Bench) -> set[str]:
    return {bench.document.battle_map.grid.name(one) for one in bench.desk.selection.hexes}


def pick(qtbot: QtBot, box: QComboBox, key: str) -> None:
    """Choose an entry by the keyboard, as one who types its first letter."""
    box.setFocus()
    text = box.itemText(box.findData(key))
    qtbot.keyClicks(box, text[0])
    assert box.currentText() == text
    settle()


def click(qtbot: QtBot, field: QAbstractButton) -> None:
    spot = QPoint(12, field.height() // 2) if isinstance(field, QCheckBox) else field.rect().center()
    qtbot.mouseClick(field, LEFT, pos=spot)
    settle()


def enter(qtbot: QtBot, line: QWidget, text: str) -> None:
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text) if text else qtbot.keyClick(line, Qt.Key.Key_Delete)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    settle()


def one_step(bench: Bench, before: Callable[[], object]) -> None:
    """Exactly one step was done, and undoing it brings back what was there."""
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    bench.document.stack.clear()
    before()


# -- hexes ----------------------------------------------------------------------------------------------------------


def test_the_regions_of_a_closed_map_are_not_kept(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    select(qtbot, bench, "L0302", "L0303")
    assert list(panel.bulk_hexes.regions) == list(bench.document.battle_map.regions) != []
    bare = battle_map()
    bare.regions.clear()
    bench.desk.tabs.set_document(Document(bare))
    assert not panel.bulk_hexes.regions


def test_hexes_of_a_larger_map_are_worked_on_no_more(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    """A click may come before there is a moment for anything else: none of those fields is there for it."""
    small = BattleMap(Grid(GridSpec(3, 2, numbering=Numbering(prefix="L"))), bench.document.battle_map.palette, "Small")
    bench.desk.selection.set(range(bench.document.battle_map.grid.size))
    settle()
    assert panel.bulk_hexes.isVisible()
    bench.document.push(ReplaceMap("Crop", small, {"setup": {}}))
    assert not panel.bulk_hexes.isVisible()
    bench.document.stack.undo()


def test_mixed_values_are_told_with_counts_that_narrow(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    select(qtbot, bench, "L0302", "L0303", "L0304", "L0202")
    bulk = panel.bulk_hexes
    assert "4 hexes" in bulk.title.text()
    assert "2 units" in bulk.title.text()
    assert bulk.terrain.currentText() == "mixed (2 kinds)"
    assert "Clear: 3" in bulk.terrain_counts.text()
    assert "Forest: 1" in bulk.terrain_counts.text()
    assert bulk.level.text() == "mixed"
    assert bulk.features["building"].checkState() is Qt.CheckState.PartiallyChecked
    assert bulk.features["building"].text() == "Building (1)"
    assert bulk.regions["heights"].text() == "The Heights (1)"
    assert "Slope" in bulk.edges.edge_counts.text()
    assert "The Mill" in bulk.name_list.text()
    ticks = (*bulk.features.values(), *bulk.regions.values())
    qtbot.waitUntil(lambda: all(tick.parentWidget().rect().contains(tick.geometry()) for tick in ticks))
    bulk.terrain_counts.linkActivated.emit("terrain:clear")
    settle()
    assert names(bench) == {"L0302", "L0304", "L0202"}
    assert bulk.terrain.currentText() == "Clear"
    assert not bulk.terrain_counts.isVisible()
    bulk.title.linkActivated.emit("units:")
    assert set(bench.desk.selection.units) == {"us-9", "us-towson"}


@pytest.mark.parametrize(
    ("link", "left"),
    [("level:2", {"L0303"}), ("path:road", {"L0303", "L0403"}), ("hexside:slope", {"L0302", "L0303"})],
)
def test_every_count_narrows(qtbot: QtBot, bench: Bench, panel: InspectorPanel, link: str, left: set[str]) -> None:
    select(qtbot, bench, "L0302", "L0303", "L0304", "L0403")
    panel.bulk_hexes.narrow(link)
    assert names(bench) == left


def test_terrain_of_all_in_one_step(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    board = bench.document.battle_map
    select(qtbot, bench, "L0302", "L0303", "L0404")
    pick(qtbot, panel.bulk_hexes.terrain, "forest")
    assert [board.terrain[h(bench, name)] for name in ("L0302", "L0303", "L0404")] == ["forest"] * 3
    assert panel.bulk_hexes.terrain.currentText() == "Forest"
    one_step(bench, lambda: None)
    assert board.terrain[h(bench, "L0404")] == "clear"


def test_elevation_is_set_raised_and_lowered(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    elevation, bulk = bench.document.battle_map.elevation, panel.bulk_hexes
    select(qtbot, bench, "L0302", "L0303")
    click(qtbot, bulk.steps[1])
    assert (elevation[h(bench, "L0302")], elevation[h(bench, "L0303")]) == (1, 3)
    assert bulk.level.text() == "mixed"
    one_step(bench, lambda: None)
    click(qtbot, bulk.steps[-1])
    assert (elevation[h(bench, "L0302")], elevation[h(bench, "L0303")]) == (0, 1)
    bench.document.stack.undo()
    bulk.level.setFocus()
    bulk.level.selectAll()
    qtbot.keyClicks(bulk.level, "12")
    qtbot.keyClick(bulk.level, Qt.Key.Key_Return)
    assert (elevation[h(bench, "L0302")], elevation[h(bench, "L0303")]) == (12, 12)
    one_step(bench, lambda: None)
    assert elevation[h(bench, "L0303")] == 2


def test_the_wheel_over_a_field_changes_nothing(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    select(qtbot, bench, "L0302", "L0303")
    panel.bulk_hexes.name_list.setFocus()
    for field in (panel.bulk_hexes.level, panel.bulk_hexes.terrain):
        turn = QWheelEvent(
            QPointF(5, 5),
            QPointF(field.mapToGlobal(QPoint(5, 5))),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(field, turn)
    assert bench.document.stack.count() == 0


def test_features_and_regions_are_ticked_for_all(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    board, bulk = bench.document.battle_map, panel.bulk_hexes
    places = {h(bench, "L0302"), h(bench, "L0303")}
    select(qtbot, bench, "L0302", "L0303")
    click(qtbot, bulk.features["building"])
    assert board.features == dict.fromkeys(places, ("building",))
    assert bulk.features["building"].checkState() is Qt.CheckState.Checked
    click(qtbot, bulk.features["building"])
    assert board.features == {}
    assert bulk.features["building"].checkState() is Qt.CheckState.Unchecked
    assert bench.document.stack.count() == 2
    click(qtbot, bulk.regions["heights"])
    assert board.regions["heights"].hexes == places
    click(qtbot, bulk.regions["heights"])
    assert board.regions["heights"].hexes == frozenset()
    assert bench.document.stack.count() == 4


def test_hexsides_around_and_within(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    board, edges = bench.document.battle_map, panel.bulk_hexes.edges
    board.hexsides.clear()
    disc = bench.document.battle_map.grid.within(h(bench, "L0404"), 1)
    bench.desk.selection.set(disc)
    settle()
    edges.kind.setCurrentIndex(edges.kind.findData("river"))
    assert not edges.slant.isVisible()
    click(qtbot, edges.buttons["set around"])
    assert len(board.hexsides) == 18
    assert "18 around" in edges.edge_counts.text()
    one_step(bench, lambda: None)
    assert not board.hexsides
    click(qtbot, edges.buttons["set within"])
    assert len(board.hexsides) == 12
    click(qtbot, edges.buttons["clear around"])
    assert len(board.hexsides) == 12, "there is none around"
    click(qtbot, edges.buttons["clear within"])
    assert not board.hexsides


def test_slopes_around_are_high_within_or_without(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    board, edges = bench.document.battle_map, panel.bulk_hexes.edges
    board.hexsides.clear()
    disc = set(board.grid.within(h(bench, "L0404"), 1))
    bench.desk.selection.set(disc)
    settle()
    edges.kind.setCurrentIndex(edges.kind.findData("slope"))
    assert edges.slant.isVisible()
    click(qtbot, edges.buttons["set around"])
    assert all(kinds["slope"] in disc for kinds in board.hexsides.values())
    edges.slant.setCurrentIndex(edges.slant.findData("out"))
    click(qtbot, edges.buttons["set around"])
    assert not any(kinds["slope"] in disc for kinds in board.hexsides.values())
    board.elevation[h(bench, "L0303")] = 0
    edges.buttons["set within"].click()
    assert "has the same level" in bench.said[-1]
    board.elevation[h(bench, "L0404")] = 3
    edges.buttons["set within"].click()
    within = [kinds["slope"] for side, kinds in board.hexsides.items() if disc.issuperset(board.grid.side_hexes(side))]
    assert within == [h(bench, "L0404")] * 6
    edges.kind.setCurrentIndex(edges.kind.findData(""))
    assert not edges.buttons["set around"].isEnabled(), "all kinds at once can only be cleared"
    click(qtbot, edges.buttons["clear around"])
    assert len(board.hexsides) == 6


def test_paths_are_taken_up(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    board, edges = bench.document.battle_map, panel.bulk_hexes.edges
    select(qtbot, bench, "L0101", "L0102")
    assert not edges.path_row.isEnabled()
    select(qtbot, bench, "L0303", "L0304")
    assert "Road: 1" in edges.path_counts.text()
    for kind in ("road", ""):
        edges.path.setCurrentIndex(edges.path.findData(kind))
        click(qtbot, edges.clear_paths)
        assert not board.paths
        bench.document.stack.undo()
        settle()
        assert board.paths


def test_the_name_of_one_hex(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    board, bulk = bench.document.battle_map, panel.bulk_hexes
    select(qtbot, bench, "L0303")
    assert panel.hex_text.isVisible()
    tick = bulk.features["building"]
    qtbot.waitUntil(lambda: tick.parentWidget().rect().contains(tick.geometry()))
    assert bulk.name.text() == "The Mill"
    enter(qtbot, bulk.name, "Old Mill")
    assert [label.text for label in board.labels] == ["Old Mill"]
    one_step(bench, lambda: None)
    select(qtbot, bench, "L0505")
    assert bulk.name.text() == ""
    enter(qtbot, bulk.name, "Farm")
    assert board.labels[-1] == Label("Farm", h(bench, "L0505"), dy=0.62)
    enter(qtbot, bulk.name, "")
    assert [label.text for label in board.labels] == ["The Mill"]
    select(qtbot, bench, "L0505", "L0506")
    assert not bulk.name.isVisible()


def test_a_locked_layer_is_said_and_the_field_shows_how_it_is(
    qtbot: QtBot, bench: Bench, panel: InspectorPanel
) -> None:
    select(qtbot, bench, "L0302", "L0303")
    bench.desk.controls.layers.set_locked("features", True)
    click(qtbot, panel.bulk_hexes.features["building"])
    assert "Features is locked" in bench.said[-1]
    assert panel.bulk_hexes.features["building"].checkState() is Qt.CheckState.PartiallyChecked


def test_it_follows_edits_made_elsewhere_and_another_palette(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    select(qtbot, bench, "L0302", "L0303")
    bench.document.battle_map.terrain[h(bench, "L0302")] = "forest"
    panel.refresh()
    assert panel.bulk_hexes.terrain.currentText() == "Forest"
    other = document()
    other.battle_map.terrain[:] = ["clear"] * other.battle_map.grid.size
    bench.desk.tabs.set_document(other)
    settle()
    assert panel.empty.isVisible()


# -- units ----------------------------------------------------------------------------------------------------------


def fields(qtbot: QtBot, bench: Bench, panel: InspectorPanel, *units: str) -> BulkUnits:
    bench.desk.selection.set([], units)
    qtbot.waitUntil(lambda: panel.bulk_units is not None and panel.bulk_units.keys == list(units))
    assert panel.bulk_units is not None
    return panel.bulk_units


def units(bench: Bench):  # type: ignore[no-untyped-def]
    return bench.document.require_scenario().units


def test_units_are_shown_together(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bulk = fields(qtbot, bench, panel, "us-9", "us-towson", "ac-1")
    strength, side = bulk.fields["strength"], bulk.fields["side"]
    assert isinstance(strength, QLineEdit)
    assert isinstance(side, QComboBox)
    assert strength.text() == ""
    assert strength.placeholderText() == "mixed, 3 to 8"
    assert side.currentText() == "mixed (2)"
    assert not panel.unit_box.isVisible()
    assert not panel.hex_text.isVisible()
    bulk.narrow("side:us")
    settle()
    assert bench.desk.selection.units == ["us-9", "us-towson"]
    assert names(bench) == {"L0202"}


def test_strength_is_set_and_stepped_for_all(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    enter(qtbot, bulk.fields["strength"], "+2")
    assert [units(bench)[key].values["strength"] for key in ("us-9", "ac-1")] == [10, 8]
    assert bench.document.stack.undoText() == "Edit strength of 2 units"
    one_step(bench, lambda: None)
    settle()
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    enter(qtbot, bulk.fields["strength"], "5")
    assert [units(bench)[key].values["strength"] for key in ("us-9", "ac-1")] == [5, 5]
    assert units(bench)["us-towson"].values["strength"] == 3
    held = panel.bulk_units
    assert held is not None
    assert held is not bulk
    assert panel.focusWidget() is held.fields["strength"], "the field keeps the keyboard when the form is made again"
    for wrong in ("many", "-9", "none"):
        enter(qtbot, panel.bulk_units.fields["strength"], wrong)  # type: ignore[union-attr]
        assert "Strength" in bench.said[-1]
    assert bench.document.stack.count() == 1


def test_a_value_that_may_be_left_out_is_taken_away(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    enter(qtbot, bulk.fields["reduced"], "none")
    assert all("reduced" not in units(bench)[key].values for key in ("us-9", "ac-1"))
    one_step(bench, lambda: None)


def test_side_type_and_a_mark(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    pick(qtbot, bulk.fields["side"], "us")  # type: ignore[arg-type]
    assert units(bench)["ac-1"].side == "us"
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    pick(qtbot, bulk.fields["type"], "cavalry")  # type: ignore[arg-type]
    assert {units(bench)[key].type for key in ("us-9", "ac-1")} == {"cavalry"}
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    mark = next(field for field in bulk.fields.values() if isinstance(field, QCheckBox))
    named = mark.objectName()
    click(qtbot, mark)
    assert all(units(bench)[key].values[named] is True for key in ("us-9", "ac-1"))
    assert bench.document.stack.count() == 3
    for _ in range(3):
        bench.document.stack.undo()
    assert units(bench)["ac-1"].side == "ac"


def test_place_and_turn_of_all(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    enter(qtbot, bulk.fields["hex"], "0505")
    scenario = bench.document.require_scenario
    assert {scenario().setup[key] for key in ("us-9", "ac-1")} == {"L0505"}
    enter(qtbot, panel.bulk_units.fields["hex"], "L9999")  # type: ignore[union-attr]
    assert "no hex" in bench.said[-1]
    assert bench.document.stack.count() == 1
    bulk = fields(qtbot, bench, panel, "us-9", "us-towson")
    enter(qtbot, bulk.fields["turn"], "4")
    assert {arrival.turn for key in ("us-9", "us-towson") if (arrival := scenario().arrival_of(key))} == {4}
    assert "us-9" not in scenario().setup
    enter(qtbot, panel.bulk_units.fields["turn"], "")  # type: ignore[union-attr]
    assert scenario().arrival_of("us-9") is None
    assert bench.document.stack.count() == 3


def test_off_the_map_and_out_of_the_order_of_battle(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    click(qtbot, bulk.off_button)
    assert set(bench.document.require_scenario().setup) == {"us-towson"}
    one_step(bench, lambda: None)
    bulk = fields(qtbot, bench, panel, "us-9", "ac-1")
    click(qtbot, bulk.remove_button)
    assert set(units(bench)) == {"us-towson", "ac-103"}
    settle()
    assert panel.bulk_units is None
    one_step(bench, lambda: None)


def test_no_hex_of_a_test_game_is_edited_with_its_units(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bench.desk.controls.game.start({"us": "human", "ac": "human"}, 1)
    bench.desk.selection.set([], ["us-9", "ac-1"])
    settle()
    assert panel.bulk_units is None
    assert panel.unit_box.isVisible()
    assert NOWHERE not in bench.desk.selection.hexes


def test_locked_units_keep_their_values_and_the_fields_show_them(
    qtbot: QtBot, bench: Bench, panel: InspectorPanel
) -> None:
    """Typed, chosen, ticked, taken off: all of it is refused with a word, and no field shows what is not so."""
    bench.desk.controls.layers.set_locked("units", True)
    bench.desk.selection.set([], ["us-9", "us-towson", "ac-1"])
    settle()
    before = bench.document.require_scenario()

    def refused() -> None:
        assert "Units is locked" in bench.said[-1]
        bench.said.append("")
        settle()
        assert bench.document.require_scenario() is before
        assert bench.document.stack.count() == 0

    assert panel.bulk_units is not None
    enter(qtbot, panel.bulk_units.fields["strength"], "9")
    refused()
    line = panel.bulk_units.fields["strength"]
    assert isinstance(line, QLineEdit)
    assert line.text() == ""
    box = panel.bulk_units.fields["type"]
    assert isinstance(box, QComboBox)
    shown = box.currentText()
    box.setFocus()
    pick(qtbot, box, "artillery")
    refused()
    box = panel.bulk_units.fields["type"]
    assert isinstance(box, QComboBox)
    assert box.currentText() == shown
    enter(qtbot, panel.bulk_units.fields["hex"], "L0505")
    refused()
    enter(qtbot, panel.bulk_units.fields["turn"], "4")
    refused()
    click(qtbot, panel.bulk_units.off_button)
    refused()
    click(qtbot, panel.bulk_units.remove_button)
    refused()


def test_a_unit_that_is_not_on_the_map_is_on_no_layer(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bench.desk.controls.layers.set_locked("units", True)
    bench.desk.selection.set([], "ac-103")
    settle()
    panel.name.setFocus()
    qtbot.keyClicks(panel.name, "!")
    assert bench.document.require_scenario().units["ac-103"].name == "103rd Foot!"
    bench.desk.selection.set([], "ac-1")
    settle()
    panel.name.setFocus()
    qtbot.keyClicks(panel.name, "!")
    assert "Units is locked" in bench.said[-1]
    settle()
    assert panel.name.text() == "Royal Scots"


def test_a_wrong_value_is_refused_and_not_shown(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    bench.desk.selection.set([], ["us-9", "ac-1"])
    settle()
    for key, text, why in (("strength", "many", "is a number"), ("hex", "Z9999", "Z9999"), ("turn", "soon", "number")):
        assert panel.bulk_units is not None
        enter(qtbot, panel.bulk_units.fields[key], text)
        assert why in bench.said[-1]
        settle()
        line = panel.bulk_units.fields[key]
        assert isinstance(line, QLineEdit)
        assert line.text() != text


def test_hexes_that_cannot_sink_further_are_told(qtbot: QtBot, bench: Bench, panel: InspectorPanel) -> None:
    select(qtbot, bench, "L0302", "L0303", "L0304")
    click(qtbot, panel.bulk_hexes.steps[-1])
    assert bench.said[-1] == "2 hexes stay at level 0"
    assert bench.document.battle_map.elevation[bench.document.battle_map.grid.parse("L0303")] == 1


@pytest.mark.parametrize("layer", ["terrain", "elevation", "features", "regions", "hexsides", "paths"])
def test_every_locked_layer_refuses_its_field_and_no_other(
    qtbot: QtBot, bench: Bench, panel: InspectorPanel, layer: str
) -> None:
    select(qtbot, bench, "L0302", "L0303", "L0304")
    bench.desk.controls.layers.set_locked(layer, True)
    bulk = panel.bulk_hexes
    edges = bulk.edges
    acts: dict[str, Callable[[], object]] = {
        "terrain": lambda: (bulk.terrain.setFocus(), qtbot.keyClicks(bulk.terrain, "F")),
        "elevation": lambda: click(qtbot, bulk.steps[1]),
        "features": lambda: click(qtbot, bulk.features["building"]),
        "regions": lambda: click(qtbot, bulk.regions["heights"]),
        "hexsides": lambda: click(qtbot, edges.buttons["set around"]),
        "paths": lambda: click(qtbot, edges.clear_paths),
    }
    for key, act in acts.items():
        steps = bench.document.stack.count()
        bench.said.append("")
        act()
        settle()
        refused = "is locked" in bench.said[-1]
        assert refused == (key == layer), key
        assert bench.document.stack.count() == steps + (key != layer), key
