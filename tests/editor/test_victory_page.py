"""Victory put together by mouse: blocks from a menu, hexes clicked and painted on the map, one step of undo each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench, at_bench
from fields import battle_map, document
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QTableWidget
from pytestqt.qtbot import QtBot

from editor.commands.edit_scenario import EditScenario
from editor.controls.plan_overlays import firm
from editor.document.document import Document
from editor.panels.levels_field import LevelsField
from editor.panels.place_field import PlaceField
from editor.panels.scenario_panel import ScenarioPanel, lead_to_scenario
from editor.panels.victory_blocks import new_condition, part_with
from editor.panels.victory_page import VictoryPage
from engine.scenario import Level, Scoring, Victory, VictoryCondition, Win


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    victory = Victory((Scoring("hold", 10, "us", ("L0303",), name="The Mill"),), "ac")
    with at_bench(qtbot, document(victory=victory)) as made:
        yield made


@pytest.fixture
def page(qtbot: QtBot, bench: Bench) -> VictoryPage:
    panel = ScenarioPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(340, 500)
    panel.show()
    panel.show_page("victory")
    found = panel.page("victory")
    assert isinstance(found, VictoryPage)
    return found


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


def victory(bench: Bench) -> Victory:
    return bench.document.require_scenario().victory


def field(page: VictoryPage, name: str) -> object:
    assert page.form is not None
    return page.form.widgets[name]


def menu(page: VictoryPage, text: str) -> None:
    """Choose an entry of the Add menu, or of the menu in it."""
    page.add_menu.aboutToShow.emit()
    entries = [*page.add_menu.actions(), *(a for e in page.add_menu.actions() if e.menu() for a in e.menu().actions())]
    next(entry for entry in entries if entry.text() == text).trigger()


def rows(page: VictoryPage) -> list[str]:
    found = page.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
    return [item.text(0) for item in found]


def test_blocks_are_listed_in_words(page: VictoryPage) -> None:
    assert "10: hold The Mill" in rows(page)
    assert "none: points decide" in rows(page)


def test_an_objective_is_added_and_its_hexes_are_clicked_on_the_map(
    page: VictoryPage, bench: Bench, hand: Hand
) -> None:
    menu(page, "Points: hold hexes")
    hand.click("L0505")
    hand.click("L0604")
    assert victory(bench).scoring[1].hexes == ("L0505", "L0604")
    hand.click("L0505")
    assert victory(bench).scoring[1].hexes == ("L0604",)
    place = field(page, "place")
    assert isinstance(place, PlaceField)
    assert place.told.text() == "L0604"
    bench.document.stack.undo()
    assert victory(bench).scoring[1].hexes == ("L0505", "L0604")
    assert place.told.text() == "L0505, L0604"
    assert place.choice is not None


def test_hexes_are_painted_in_one_step(page: VictoryPage, bench: Bench, hand: Hand) -> None:
    menu(page, "Points: leave the map")
    before = hand.steps
    hand.drag("L0101", "L0104", steps=9)
    assert set(victory(bench).scoring[1].hexes) == {"L0101", "L0102", "L0103", "L0104"}
    assert hand.steps == before + 1


def test_esc_ends_the_choice_and_clicks_select_again(qtbot: QtBot, page: VictoryPage, bench: Bench, hand: Hand) -> None:
    menu(page, "Points: hold hexes")
    assert "Esc" in bench.said[-1]
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bench.canvas.picking is None)
    assert bench.said[-1] == ""
    hand.choose("select")
    hand.click("L0505")
    assert victory(bench).scoring[1].hexes == ()
    assert bench.desk.selection.hexes == [hand.h("L0505")]


def test_while_hexes_are_chosen_enter_chooses_from_a_list(qtbot: QtBot, page: VictoryPage, bench: Bench) -> None:
    menu(page, "Points: hold hexes")
    side = field(page, "side")
    assert isinstance(side, QComboBox)
    side.showPopup()
    qtbot.keyClick(side.view(), Qt.Key.Key_Down)
    qtbot.keyClick(side.view(), Qt.Key.Key_Return)
    assert victory(bench).scoring[1].side == "us"
    assert bench.canvas.picking is not None


def test_the_fields_of_a_line_change_it(qtbot: QtBot, page: VictoryPage, bench: Bench) -> None:
    page.refresh(("line", 0))
    points, name, turns = field(page, "points"), field(page, "name"), field(page, "turns")
    assert isinstance(points, QDoubleSpinBox)
    assert isinstance(name, QLineEdit)
    assert isinstance(turns, QLineEdit)
    points.setValue(12)
    name.selectAll()
    qtbot.keyClicks(name, "Mill Hill")
    qtbot.keyClicks(turns, "2-4")
    line = victory(bench).scoring[0]
    assert (line.points, line.name, line.turns) == (12, "Mill Hill", frozenset({2, 3, 4}))
    assert turns.text() == "2-4"
    assert "12: hold Mill Hill" in rows(page)
    bench.document.stack.undo()
    assert victory(bench).scoring[0].name == "The Mill"


def test_another_kind_keeps_the_hexes_it_has_a_use_for(page: VictoryPage, bench: Bench) -> None:
    page.refresh(("line", 0))
    kind = field(page, "kind")
    assert isinstance(kind, QComboBox)
    assert [kind.itemData(n) for n in range(kind.count())] == ["hold", "exit", "eliminated", "unit"]
    kind.setCurrentIndex(1)
    kind.activated.emit(1)
    assert victory(bench).scoring[0] == Scoring("exit", 10, "us", ("L0303",), name="The Mill")
    kind = field(page, "kind")
    assert isinstance(kind, QComboBox)
    kind.setCurrentIndex(3)
    kind.activated.emit(3)
    unit = field(page, "unit")
    assert isinstance(unit, QComboBox)
    unit.setCurrentIndex(unit.findText("Royal Scots"))
    unit.activated.emit(unit.currentIndex())
    assert victory(bench).scoring[0] == Scoring("unit", 10, "us", unit="ac-1", name="The Mill")


def test_a_way_to_win_is_put_together_from_conditions(page: VictoryPage, bench: Bench, hand: Hand) -> None:
    menu(page, "A way to win outright")
    hand.click("L0505")
    menu(page, "it has units off the map")
    hand.click("L0801")
    count = field(page, "count")
    count.setValue(6)  # type: ignore[attr-defined]
    menu(page, "it any of …")
    menu(page, "it has reached a turn")
    group = VictoryCondition("any", of=(VictoryCondition("turn", count=1),))
    wanted = VictoryCondition(
        "all", of=(VictoryCondition("hold", ("L0505",)), VictoryCondition("exit", ("L0801",), count=6), group)
    )
    assert victory(bench).wins == (Win("us", wanted, at_once=True),)
    assert "Any of these" in rows(page)
    page.refresh(("win", 0, 1))
    page.remove()
    assert [part.kind for part in victory(bench).wins[0].condition.of] == ["hold", "any"]
    page.refresh(("win", 0))
    page.remove()
    assert victory(bench).wins == ()


def test_the_first_way_to_win_counts_so_they_can_be_put_in_order(page: VictoryPage, bench: Bench) -> None:
    menu(page, "A way to win outright")
    menu(page, "A way to win outright")
    name = field(page, "name")
    assert isinstance(name, QLineEdit)
    name.textEdited.emit("Second")
    page.move_up()
    assert [win.name for win in victory(bench).wins] == ["Second", ""]
    assert page.path == ("win", 0)


def test_how_the_game_ends(page: VictoryPage, bench: Bench) -> None:
    page.refresh(("end",))
    levels, begin = field(page, "levels"), field(page, "begin us")
    assert isinstance(levels, LevelsField)
    assert isinstance(begin, QDoubleSpinBox)
    levels.add.click()
    levels.add.click()
    table = levels.table
    assert isinstance(table, QTableWidget)
    item = table.item(0, 1)
    assert item is not None
    item.setText("30")
    begin.setValue(3)
    assert victory(bench).levels == (Level("level 2", 10), Level("level 1", 30))
    assert victory(bench).handicap == {"us": 3}
    begin.setValue(0)
    assert victory(bench).handicap == {}


def test_a_campaign_scores_for_supply(page: VictoryPage, bench: Bench, hand: Hand) -> None:
    """Rules that know supply offer it; its hexes are clicked on the map and are marked there."""
    page.add_menu.aboutToShow.emit()
    assert "Points: supply hexes at the end" not in [entry.text() for entry in page.add_menu.actions()]
    bench.desk.tabs.set_document(Document(battle_map(), replace(document().require_scenario(), system="sns2")))
    menu(page, "Points: supply hexes at the end")
    hand.click("L0303")
    (line,) = [line for line in victory(bench).scoring if line.kind == "supplied"]
    assert line.hexes == ("L0303",)
    assert "1: supply The Mill (L0303) at the end" in rows(page)
    at = bench.document.battle_map.grid.parse("L0303")
    assert bench.canvas.map_scene.overlays["plan-objectives"].cells[at][1] == "1 supplied"


def test_a_map_alone_says_what_to_do(page: VictoryPage, bench: Bench) -> None:
    lead_to_scenario(bench.desk, page.window)
    assert bench.desk.actions.get("scenario.victory-page").isEnabled()
    bench.desk.tabs.set_document(Document(battle_map()))
    assert not bench.desk.actions.get("scenario.victory-page").isEnabled()
    assert not page.add_button.isEnabled()


def test_objectives_are_drawn_with_their_points_and_their_holder(bench: Bench, hand: Hand) -> None:
    drawn = bench.canvas.map_scene.overlays["plan-objectives"]
    colour, text = drawn.cells[hand.h("L0303")]
    assert text == "10"
    assert colour == firm("#9cc3e6")
    bench.desk.actions.get("overlay.objectives").trigger()
    assert drawn.cells == {}


def test_the_score_of_a_game_is_told(qtbot: QtBot, page: VictoryPage, bench: Bench) -> None:
    assert page.score.isHidden()
    assert bench.desk.controls.game.start({"us": "human", "ac": "human"}, 1)
    qtbot.waitUntil(lambda: not page.score.isHidden())
    assert page.score.text().startswith("As it stands: a tie at 0 points")
    bench.desk.preview.close()


def test_rows_are_as_high_as_their_style_wants_from_the_first(page: VictoryPage) -> None:
    def heights() -> list[int]:
        rows = [page.tree.topLevelItem(place) for place in range(page.tree.topLevelItemCount())]
        return [page.tree.visualItemRect(row).height() for row in rows if row is not None]

    before = heights()
    page.tree.doItemsLayout()
    assert before == heights()


def test_places_are_told_by_their_names(page: VictoryPage, bench: Bench) -> None:
    line = Scoring("hold", 3, "us", ("L0303", "L0304"))
    win = Win("us", VictoryCondition("hold", ("L0303",)))
    bench.desk.push(EditScenario("Edit victory", victory=Victory((line,), wins=(win,))))
    assert "3: hold The Mill (L0303), L0304" in rows(page)
    assert any("holds The Mill (L0303)" in row for row in rows(page))
    page.refresh(("line", 0))
    place = field(page, "place")
    assert isinstance(place, PlaceField)
    assert place.told.text() == "The Mill (L0303), L0304"


@pytest.mark.parametrize(("kind", "count"), [("exit", 1), ("eliminated", 1), ("lead", 1), ("turn", 1), ("hold", 0)])
def test_a_new_condition_is_not_met_at_once(kind: str, count: int) -> None:
    """Nothing for ``hold`` is all of the hexes."""
    assert part_with(VictoryCondition("unit"), "kind", kind).count == count
    assert new_condition(kind).count == count
