"""F2 opens a field for a name where it is: in rows, cards and boxes of panels, and on the map; one step of undo.

Buttons of panels look like buttons.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commands.edit_scenario import EditScenario
from editor.commands.set_furniture import SetFurniture
from editor.hexes.tools.region import RegionRow
from editor.look.name_field import NameField
from editor.panels.arrivals_panel import ArrivalsPanel
from editor.panels.battle_panel import BattlePanel
from editor.panels.buttons import ActionButton, PanelButton, icon_of
from editor.panels.setup_page import SetupPage
from editor.panels.unit_tree import group_of
from editor.tools.furniture import FurnitureTool
from engine.boards.furniture import Furniture, FurnitureKind
from engine.scenario import Arrival, Deployment, Pool


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        made.desk.controls.armies.regroup([made.document.require_scenario().units["us-9"]], "Scott")
        yield made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> BattlePanel:
    made = BattlePanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(400, 500)
    made.show()
    return made


def typed(qtbot: QtBot, panel: BattlePanel, row: QTreeWidgetItem, name: str, key: Qt.Key = Qt.Key.Key_Return) -> str:
    """Rename a row by F2; gives what the field had first."""
    panel.tree.setCurrentItem(row)
    panel.rename_action.trigger()
    field = panel.tree.viewport().findChild(QLineEdit)
    assert field is not None
    before = field.text()
    field.selectAll()
    qtbot.keyClicks(field, name)
    qtbot.keyClick(field, key)
    settle()
    return before


def test_f2_renames_a_unit_in_its_row(qtbot: QtBot, bench: Bench, panel: BattlePanel) -> None:
    assert panel.rename_action.shortcut().toString() == "F2"
    assert typed(qtbot, panel, panel.tree.units["us-towson"], "Towson's guns") == "Towson"
    units = bench.document.require_scenario().units
    assert units["us-towson"].name == "Towson's guns"
    assert panel.tree.units["us-towson"].text(0) == "Towson's guns"
    bench.document.stack.undo()
    assert bench.document.require_scenario().units["us-towson"].name == "Towson"


def test_f2_renames_a_formation_by_its_name_alone(qtbot: QtBot, bench: Bench, panel: BattlePanel) -> None:
    row = next(one for one in panel.tree.rows() if (group := group_of(one)) is not None and group.names)
    assert row.text(0).startswith("Scott (1)")
    assert typed(qtbot, panel, row, "Ripley") == "Scott"
    assert bench.document.require_scenario().units["us-9"].formation == "Ripley"


def test_esc_and_an_empty_name_leave_it(qtbot: QtBot, bench: Bench, panel: BattlePanel) -> None:
    typed(qtbot, panel, panel.tree.units["us-towson"], "Other", Qt.Key.Key_Escape)
    typed(qtbot, panel, panel.tree.units["us-towson"], " ")
    assert bench.document.require_scenario().units["us-towson"].name == "Towson"


def test_a_side_has_no_field(panel: BattlePanel) -> None:
    panel.tree.setCurrentItem(panel.tree.topLevelItem(0))
    panel.rename()
    assert panel.tree.viewport().findChild(QLineEdit) is None


def test_common_verbs_have_icons_of_one_family(qtbot: QtBot, panel: BattlePanel) -> None:
    button = PanelButton()
    qtbot.addWidget(button)
    button.setText("Remove")
    assert not button.icon().isNull()
    assert not button.autoRaise(), "it looks like a button"
    assert icon_of("Add…") == "add"
    assert icon_of("Dissolve") == ""
    action = QAction("Duplicate")
    made = ActionButton(action)
    qtbot.addWidget(made)
    assert not made.icon().isNull()
    assert not action.isIconVisibleInMenu()
    shown = {one.defaultAction().text(): one for one in panel.findChildren(ActionButton)}
    assert {"Add…", "Edit…", "Duplicate", "Group…", "Place…", "Delete"} <= shown.keys()
    assert not any(one.icon().isNull() or one.autoRaise() for one in shown.values())


# -- fields over what has the name ------------------------------------------------------------------------------------


def name_field(over: QWidget) -> NameField | None:
    """The field that is open over something."""
    return next((field for field in over.findChildren(NameField) if field.isVisible()), None)


def named(qtbot: QtBot, over: QWidget, name: str, key: Qt.Key = Qt.Key.Key_Return) -> str:
    """Type a name into the open field; gives what it had first."""
    field = name_field(over)
    assert field is not None
    before = field.text()
    assert field.selectedText() == before
    field.clear()
    qtbot.keyClicks(field, name)
    qtbot.keyClick(field, key)
    settle()
    assert name_field(over) is None
    return before


def in_front(qtbot: QtBot, window: QWidget) -> None:
    """Show a panel as a window that has the keyboard: its shortcuts count then."""
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)


def f2_on_map(qtbot: QtBot, bench: Bench) -> QWidget:
    """Press F2 over the map; gives what fields on the map lie in."""
    qtbot.keyClick(bench.canvas, Qt.Key.Key_F2)
    return bench.canvas.viewport()


def point(hand: Hand, name: str) -> None:
    """Move the pointer to a hex, from elsewhere: it may have rested there."""
    hand.move("L0805")
    hand.move(name)


def names_on(bench: Bench) -> list[str]:
    return [label.text for label in bench.document.battle_map.labels]


def test_f2_renames_the_name_under_the_pointer(qtbot: QtBot, bench: Bench) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("label")
    point(hand, "L0303")
    steps = bench.document.stack.count()
    assert named(qtbot, f2_on_map(qtbot, bench), "The  old Mill ") == "The Mill"
    assert names_on(bench) == ["The old Mill"]
    assert bench.document.stack.count() == steps + 1
    bench.document.stack.undo()
    assert names_on(bench) == ["The Mill"]


@pytest.mark.parametrize("tool", ["label", "select"])
def test_f2_renames_the_name_in_the_selected_hex(qtbot: QtBot, bench: Bench, tool: str) -> None:
    hand = Hand(qtbot, bench)
    hand.choose(tool)
    bench.desk.selection.set([hand.h("L0606"), hand.h("L0303")])
    assert named(qtbot, f2_on_map(qtbot, bench), "Mill House") == "The Mill"
    assert names_on(bench) == ["Mill House"]


def test_esc_leaves_a_name_on_the_map(qtbot: QtBot, bench: Bench) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("label")
    point(hand, "L0303")
    steps = bench.document.stack.count()
    named(qtbot, f2_on_map(qtbot, bench), "Other", Qt.Key.Key_Escape)
    named(qtbot, f2_on_map(qtbot, bench), " ")
    assert bench.document.stack.count() == steps
    assert bench.desk.tools.current == "label"


def test_a_field_on_the_map_closes_when_the_map_moves(qtbot: QtBot, bench: Bench) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("label")
    point(hand, "L0303")
    viewport = f2_on_map(qtbot, bench)
    field = name_field(viewport)
    assert field is not None
    field.setText("Other")
    bench.canvas.set_zoom(bench.canvas.zoom * 1.5)
    settle()
    assert name_field(viewport) is None
    assert names_on(bench) == ["The Mill"]


def test_without_a_name_f2_says_where_to_go(qtbot: QtBot, bench: Bench) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("label")
    point(hand, "L0606")
    assert name_field(f2_on_map(qtbot, bench)) is None
    assert bench.said[-1].startswith("There is no name here")


def test_f2_renames_the_chosen_region_on_the_map_and_in_its_box(qtbot: QtBot, bench: Bench) -> None:
    regions, hand = bench.document.battle_map.regions, Hand(qtbot, bench)
    hand.choose("region")
    bench.desk.settings.set("region", "heights")
    assert named(qtbot, f2_on_map(qtbot, bench), "The Ridge") == "The Heights"
    assert regions["heights"].name == "The Ridge"
    row = RegionRow(bench.desk)
    qtbot.addWidget(row)
    row.read()
    in_front(qtbot, row)
    row.region.setFocus()
    qtbot.keyClick(row.region, Qt.Key.Key_F2)
    assert named(qtbot, row, "The Hills") == "The Ridge"
    assert (regions["heights"].name, row.region.currentText()) == ("The Hills", "The Hills")
    bench.document.stack.undo()
    bench.document.stack.undo()
    assert regions["heights"].name == "The Heights"


def test_f2_renames_a_piece_of_furniture(qtbot: QtBot, bench: Bench) -> None:
    box = Furniture(FurnitureKind.BOX, 1.0, 1.0, 6.0, 4.0, "In the hills")
    bench.desk.push(SetFurniture(None, box))
    Hand(qtbot, bench).choose("furniture")
    tool = bench.desk.tools.tool
    assert isinstance(tool, FurnitureTool)
    tool.select(box)
    assert named(qtbot, f2_on_map(qtbot, bench), "Behind the hills") == "In the hills"
    (piece,) = bench.document.board.look.furniture
    assert piece.title == "Behind the hills"
    bench.document.stack.undo()
    assert bench.document.board.look.furniture == (box,)


def test_f2_renames_reinforcements_in_their_card(qtbot: QtBot, bench: Bench) -> None:
    track = ArrivalsPanel(bench.desk)
    qtbot.addWidget(track)
    track.resize(1200, 320)
    in_front(qtbot, track)
    groups = bench.document.require_scenario().arrivals
    track.choose(0)
    track.cards()[0].setFocus()
    qtbot.keyClick(track.cards()[0], Qt.Key.Key_F2)
    assert named(qtbot, track, "Scott's brigade") == groups[0].name
    assert bench.document.require_scenario().arrivals[0].name == "Scott's brigade"
    assert track.cards()[0].title.text() == "Scott's brigade"
    bench.document.stack.undo()
    assert bench.document.require_scenario().arrivals == groups


# -- rows of the set-up -----------------------------------------------------------------------------------------------


@pytest.fixture
def page(qtbot: QtBot, bench: Bench) -> SetupPage:
    pool, group = Pool("us", ("us-9",)), Deployment("us", ("heights",), source="hills")
    enters = Arrival(2, "us", ("hills",), ("us-towson",), how="pool")
    bench.desk.push(
        EditScenario(
            pools={"hills": pool, "town": Pool("us", ())},
            deployments=(group,),
            setup_areas={"us": ("heights",)},
            arrivals=(enters,),
        )
    )
    made = SetupPage(bench.desk)
    qtbot.addWidget(made)
    made.resize(340, 620)
    in_front(qtbot, made)
    return made


def renamed_row(qtbot: QtBot, page: SetupPage, path: tuple[object, ...], name: str) -> str:
    """Rename a row of the set-up; gives what the field had first."""
    page.refresh(path)
    page.tree.setFocus()
    qtbot.keyClick(page.tree, Qt.Key.Key_F2)
    field = page.tree.viewport().findChild(QLineEdit)
    assert field is not None
    before = field.text()
    field.clear()
    qtbot.keyClicks(field, name)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    return before


def test_f2_renames_a_group_that_is_set_up(qtbot: QtBot, bench: Bench, page: SetupPage) -> None:
    assert renamed_row(qtbot, page, ("group", 0), "Picket") == ""
    assert bench.document.require_scenario().deployments[0].name == "Picket"
    assert page.path == ("group", 0)
    assert renamed_row(qtbot, page, ("group", 0), "Outposts") == "Picket"
    bench.document.stack.undo()
    assert bench.document.require_scenario().deployments[0].name == "Picket"


@pytest.mark.parametrize("boxed", [False, True], ids=["no box", "in a box"])
def test_f2_renames_a_pool_and_all_that_names_it(qtbot: QtBot, bench: Bench, page: SetupPage, boxed: bool) -> None:
    if boxed:
        bench.desk.push(SetFurniture(None, Furniture(FurnitureKind.BOX, 1.0, 1.0, 6.0, 4.0, "", ("hills",))))
    before, furniture = bench.document.require_scenario(), bench.document.board.look.furniture
    assert renamed_row(qtbot, page, ("pool", "hills"), "Far Hills") == "hills"
    after = bench.document.require_scenario()
    assert list(after.pools) == ["far-hills", "town"]
    assert after.pools["far-hills"] == before.pools["hills"]
    assert (after.deployments[0].source, after.arrivals[0].entry) == ("far-hills", ("far-hills",))
    # Another scenario on the map may have a pool of the old name.
    assert [box.pools for box in bench.document.board.look.furniture] == [("hills", "far-hills")] * boxed
    assert page.path == ("pool", "far-hills")
    bench.document.stack.undo()
    assert bench.document.require_scenario() == before
    assert bench.document.board.look.furniture == furniture


def test_two_pools_never_have_one_name(qtbot: QtBot, bench: Bench, page: SetupPage) -> None:
    renamed_row(qtbot, page, ("pool", "hills"), "town")
    assert list(bench.document.require_scenario().pools) == ["town-2", "town"]


def test_an_area_has_the_name_of_its_side(qtbot: QtBot, bench: Bench, page: SetupPage) -> None:
    page.refresh(("free", "us"))
    page.rename()
    assert page.tree.viewport().findChild(QLineEdit) is None
    assert bench.said[-1].startswith("The area has the name of its side")
