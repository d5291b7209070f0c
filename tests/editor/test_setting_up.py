"""Setting up at the map: units taken up together and put into one hex, the rest by the staff, its choice altered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench, at_bench
from campaigning import SCENARIO
from PySide6.QtWidgets import QTreeWidgetItemIterator
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.panels.choice_buttons import ChoiceButtons
from editor.panels.set_up_list import SetUpList
from editor.preview.seats import HUMAN
from engine.scenario import Deployment

AREA = ("T0805", "T0706", "T0806", "T0906", "T0807")
OWN = ("za-1", "za-2", "za-3", "za-guard", "za-khan")
TRIBES = ("za-1", "za-2", "za-3", "za-guard")


@pytest.fixture(scope="module")
def campaign() -> Document:
    """The teaching campaign, in which four regiments of a clan and their chief are set up by their owner."""
    made = Document.open(SCENARIO)
    whole = made.require_scenario()
    units = {key: replace(unit, formation="Clan") if key in TRIBES else unit for key, unit in whole.units.items()}
    setup = {key: place for key, place in whole.setup.items() if key not in OWN}
    groups = (
        Deployment("zangari", AREA, OWN, name="the tribesmen"),
        Deployment("british", ("T0303", "T0304"), ("br-1",)),
    )
    left = {key: place for key, place in setup.items() if key != "br-1"}
    return Document(made.battle_map, whole.with_(units=units, setup=left, deployments=groups))


@pytest.fixture
def bench(qtbot: QtBot, campaign: Document) -> Iterator[Bench]:
    with at_bench(qtbot, campaign) as found:
        assert found.desk.controls.game.start({"zangari": HUMAN, "british": HUMAN}, 1)
        yield found


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> SetUpList:
    made = SetUpList(bench.desk)
    bench.desk.game.moved.connect(lambda _number: made.refresh())
    qtbot.addWidget(made)
    made.refresh()
    made.show()
    return made


def choose(panel: SetUpList, *names: str) -> None:
    """Choose the rows that begin with these names."""
    rows = QTreeWidgetItemIterator(panel.tree)
    while (item := rows.value()) is not None:
        item.setSelected(item.text(0).startswith(names))
        rows += 1


def places(bench: Bench) -> dict[str, str]:
    """Where the units stand that do."""
    units = bench.desk.preview.position.units
    return {key: str(units[key]["at"]) for key in OWN if units[key].get("at")}


def click(bench: Bench, name: str) -> None:
    bench.desk.controls.game.clicked(bench.document.battle_map.grid.parse(name))


def test_all_units_to_be_set_up_are_listed_by_formation_and_none_has_a_button(bench: Bench, panel: SetUpList) -> None:
    top = [panel.tree.topLevelItem(place) for place in range(panel.tree.topLevelItemCount())]
    assert [item.text(0) for item in top if item is not None] == ["Clan (4)", "The Khan"]
    assert panel.told.text() == "5 left to set up: choose one or several."
    buttons = ChoiceButtons(bench.desk)
    buttons.refresh()
    assert not buttons.isVisibleTo(buttons.parentWidget())
    buttons.deleteLater()


def test_a_formation_goes_into_a_hex_with_one_click(bench: Bench, panel: SetUpList) -> None:
    choose(panel, "Clan")
    assert panel.told.text() == "4 chosen: click a highlighted hex."
    grid = bench.document.battle_map.grid
    assert {grid.name(h) for h in bench.canvas.map_scene.overlay("goals").cells} == set(AREA)
    click(bench, "T0706")
    assert places(bench) == dict.fromkeys(TRIBES, "T0706")
    game = bench.desk.preview.game
    assert game is not None
    assert game.actions == [f"deploy {key} at T0706" for key in TRIBES], "each is an action of its own"
    assert "4 units set up; 1 unit of this group left." in bench.said


def test_who_finds_no_room_stays_in_hand_and_the_reason_is_told(bench: Bench, panel: SetUpList) -> None:
    choose(panel, "Clan", "The Khan")
    click(bench, "T0303")
    assert places(bench) == {}
    assert len(bench.desk.controls.game.setting_up.taken) == 5
    assert bench.said[-1].startswith("Not allowed: ")
    assert "T0303" in bench.said[-1]
    assert "Current decision: Set up the tribesmen" in bench.said[-1], "and what can be done instead"


def test_the_staff_sets_up_the_rest_but_for_the_last_and_its_choice_is_altered(
    qtbot: QtBot, bench: Bench, panel: SetUpList
) -> None:
    choose(panel, "The Khan")
    click(bench, "T0806")
    preview, setting_up = bench.desk.preview, bench.desk.controls.game.setting_up
    with qtbot.waitSignal(preview.stopped):
        panel.staff.click()
    decision = preview.position.decision
    assert decision is not None
    assert (decision.side, len(setting_up.units)) == ("zangari", 1), "the last one is left to the person"
    assert "click a unit on the map, then another hex" in bench.said[-1]
    found = places(bench)
    assert len(found) == 4
    # The first unit stands elsewhere now, and all others as they were.
    free = next(name for name in AREA if name not in found.values())
    click(bench, found["za-khan"])
    played = preview.played
    assert bench.desk.controls.game.unit == "za-khan"
    click(bench, free)
    assert places(bench) == {**found, "za-khan": free}
    assert preview.played == played
    last = setting_up.units[0]
    setting_up.take_up([last])
    click(bench, setting_up.room()[0])
    assert preview.position.decision is not None
    assert preview.position.decision.side == "british"
    assert not setting_up.may_shift("za-khan"), "the set-up of this side is over"


def test_a_unit_that_may_not_stand_there_stays_where_it_was(bench: Bench, panel: SetUpList) -> None:
    choose(panel, "The Khan")
    click(bench, "T0806")
    before, setting_up = places(bench), bench.desk.controls.game.setting_up
    assert not setting_up.shift("za-khan", "T0303")
    assert (places(bench), bench.desk.preview.played) == (before, 1)
    assert bench.said[-1].startswith("Not allowed: ")


def test_the_rules_tell_who_may_be_set_up_of_like_units_each_by_itself(bench: Bench) -> None:
    game = bench.desk.preview.game
    assert game is not None
    assert sorted(game.rules.to_set_up(game.state)) == sorted(OWN)
    game.apply("deploy za-2")
    assert game.rules.to_set_up(game.state)[0] == "za-2", "the one that a hex is asked for"
    game.undo()
    for key in OWN:
        game.apply(f"deploy {key} at T0706")
    assert set(game.rules.to_set_up(game.state)) <= {"br-1"}
    while len(game):
        game.undo()


def test_a_click_on_a_lit_hex_sets_up_the_only_unit_left(bench: Bench, panel: SetUpList) -> None:
    choose(panel, "Clan")
    click(bench, "T0706")
    setting_up = bench.desk.controls.game.setting_up
    assert setting_up.units == ["za-khan"]
    assert not setting_up.taken
    click(bench, "T0303")
    assert "za-khan" not in places(bench)
    assert not setting_up.taken, "where it may not go it is not taken up"
    assert bench.said[-1].startswith("Not allowed: ") or "Current decision" in bench.said[-1]
    click(bench, "T0806")
    assert places(bench)["za-khan"] == "T0806"
