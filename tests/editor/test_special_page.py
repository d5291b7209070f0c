"""Special rules: a form made from the models of each system, without a line of YAML."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench
from fields import document
from hand import Hand
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commands.edit_scenario import EditScenario
from editor.commands.remove_unit import RemoveUnit
from editor.commands.revise_units import ReviseUnits
from editor.document.document import Document
from editor.look.numbers import DecimalBox
from editor.panels.buttons import PanelButton
from editor.panels.place_field import PlaceField
from editor.panels.places_by_hex import PlacesByHexField
from editor.panels.scenario_panel import ScenarioPanel
from editor.panels.special_page import RowsField, SpecialPage
from engine import data
from engine.scenario import Scenario


def page_on(qtbot: QtBot, made: Document) -> tuple[Bench, SpecialPage]:
    bench = Bench(made)
    qtbot.addWidget(bench.window)
    with qtbot.waitExposed(bench.window):
        bench.window.show()
    settle()
    bench.canvas.fit()
    panel = ScenarioPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(340, 700)
    panel.show()
    panel.show_page("special")
    page = panel.page("special")
    assert isinstance(page, SpecialPage)
    return bench, page


def scenario(bench: Bench) -> Scenario:
    return bench.document.require_scenario()


def widget(page: SpecialPage, name: str) -> object:
    assert page.form is not None
    return page.form.widgets[name]


def pick(combo: object, value: str | int) -> None:
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(combo.findData(value))
    combo.activated.emit(combo.currentIndex())


@pytest.fixture(params=["juno", "arracourt", "chippewa", "fm_first_steps"])
def shipped(request: pytest.FixtureRequest) -> Path:
    return data.scenarios() / f"{request.param}.yaml"


def test_what_ships_is_shown_and_left_as_it_is(qtbot: QtBot, shipped: Path) -> None:
    bench, page = page_on(qtbot, Document.open(shipped))
    assert page.complaint.text() == ""
    assert bench.document.stack.count() == 0
    for name, field in (page.form.widgets if page.form is not None else {}).items():
        if isinstance(field, RowsField) and field.table.rowCount():
            before = scenario(bench).special
            field._tell()
            assert scenario(bench).special == before, name


def test_a_side_a_number_and_turns(qtbot: QtBot) -> None:
    bench, page = page_on(qtbot, document())
    pick(widget(page, "bayonet.side"), "ac")
    shift = widget(page, "bayonet.shift")
    assert isinstance(shift, QSpinBox)
    assert (shift.value(), shift.maximum()) == (2, 9)
    shift.setValue(3)
    turns = widget(page, "no_us_road_turns")
    assert isinstance(turns, QLineEdit)
    assert "United States" in turns.accessibleName()
    turns.textEdited.emit("1-2")
    assert scenario(bench).special == {"bayonet": {"side": "ac", "shift": 3}, "no_us_road_turns": "1-2"}
    pick(widget(page, "bayonet.side"), "")
    shift.setValue(2)
    assert scenario(bench).special == {"no_us_road_turns": "1-2"}


def test_what_does_not_fit_is_told_and_not_taken_over(qtbot: QtBot) -> None:
    bench, page = page_on(qtbot, document())
    bridges = widget(page, "free_bridges")
    assert isinstance(bridges, QLineEdit)
    bridges.textEdited.emit("L0101/L0505")
    assert page.complaint.text().startswith("Not taken over yet")
    assert scenario(bench).special == {}
    bridges.textEdited.emit("L0101/L0201")
    assert page.complaint.text() == ""
    assert scenario(bench).special == {"free_bridges": ["L0101/L0201"]}


def test_support_fire_is_made_from_nothing(qtbot: QtBot) -> None:
    bench, page = page_on(qtbot, document(system="fm"))
    markers, allotment = widget(page, "support_fire.us"), widget(page, "support_fire.allotment")
    assert isinstance(markers, RowsField)
    assert isinstance(allotment, RowsField)
    assert markers.columns == ("strength", "count", "kind", "from", "range")
    markers.add.click()
    item = markers.table.item(0, 0)
    assert item is not None
    item.setText("4")
    allotment.add.click()
    second = allotment.table.item(0, 1)
    assert second is None or second.text() == ""
    allotment.table.item(0, 1).setText("8/2")
    pick(widget(page, "armour_shift"), "us")
    edge = widget(page, "friendly_edge.us")
    assert isinstance(edge, QLineEdit)
    edge.textEdited.emit("N")
    special = scenario(bench).special
    assert special["support_fire"]["us"] == [{"strength": 4, "count": 1, "kind": "artillery", "range": 0}]
    assert special["support_fire"]["allotment"] == {"1": "8/2"}
    assert (special["armour_shift"], special["friendly_edge"]) == ("us", {"us": "N"})


def test_hexes_of_a_special_rule_are_painted_on_the_map(qtbot: QtBot) -> None:
    bench, page = page_on(qtbot, document(system="fm"))
    place = widget(page, "no_zoc_into")
    assert isinstance(place, PlaceField)
    place.choose()
    Hand(qtbot, bench).drag("L0101", "L0102", steps=5)
    assert scenario(bench).special == {"no_zoc_into": ["L0101", "L0102"]}


def test_a_campaigns_rules_are_set_by_hand(qtbot: QtBot) -> None:
    """Numbers to choose from, models by side, and names of places, none of which a line of YAML is needed for."""
    bench, page = page_on(qtbot, Document.open(data.scenarios() / "sns_first_steps.yaml"))
    events = widget(page, "events")
    assert isinstance(events, QComboBox)
    assert (events.itemText(0), events.findText("(unknown)")) == ("left out", -1)
    pick(events, 2)
    assert scenario(bench).special["events"] == 2
    pick(events, "")
    assert "events" not in scenario(bench).special
    side = next(iter(scenario(bench).sides))
    unit = widget(page, f"losses.{side}.unit")
    assert isinstance(unit, QSpinBox)
    unit.setValue(7)
    assert scenario(bench).special["losses"][side]["unit"] == 7
    places = widget(page, "places")
    assert isinstance(places, RowsField)
    assert [places.table.horizontalHeaderItem(n).text() for n in (0, 1)] == ["Name", "Hexes or regions"]
    places.add.click()
    places.table.item(0, 1).setText("T0303")
    places.add.click()
    assert len(scenario(bench).special["places"]) == 2, "a new row has a name of its own"


def test_boats_fortresses_and_hostages_of_the_beginning_are_set_by_hand(qtbot: QtBot) -> None:
    bench, page = page_on(qtbot, Document.open(data.scenarios() / "sns_first_steps.yaml"))
    rows = widget(page, "banks")
    assert isinstance(rows, RowsField)
    headings = [rows.table.horizontalHeaderItem(x) for x in (0, 1)]
    assert [item.text() for item in headings if item] == ["Unit", "Hexside, such as L0101/L0201"]
    rows.add.click()
    for x, text in enumerate(("br-1", "T0303/T0304")):
        item = rows.table.item(0, x)
        assert item is not None
        item.setText(text)
    assert page.complaint.text() == ""
    assert scenario(bench).special["banks"] == {"br-1": "T0303/T0304"}
    sieges = widget(page, "sieges")
    assert isinstance(sieges, PlacesByHexField)
    hand = Hand(qtbot, bench)
    sieges.add.click()
    hand.click("T1106")
    assert not sieges.add.isChecked(), "one fortress; the next clicks are for its besiegers"
    assert scenario(bench).special["sieges"] == {"T1106": []}
    hand.click("T1105")
    hand.click("T1006")
    assert scenario(bench).special["sieges"] == {"T1106": ["T1105", "T1006"]}
    sieges.add.click()
    hand.click("T1106")
    assert list(sieges.places) == ["T1106"], "a fortress that is there already is shown once"
    sieges.stop()
    assert bench.canvas.picking is None
    pick(widget(page, "hostages"), "br-1")
    assert scenario(bench).special["hostages"] == "br-1"
    unit = scenario(bench).units["br-1"]
    bench.document.push(ReviseUnits("Other key", [replace(unit, key="br-boat")], renamed={"br-1": "br-boat"}))
    assert scenario(bench).special["banks"] == {"br-boat": "T0303/T0304"}
    rows, hostages = widget(page, "banks"), widget(page, "hostages")
    assert isinstance(rows, RowsField)
    assert rows._texts() == [["br-boat", "T0303/T0304"]]
    assert isinstance(hostages, QComboBox)
    assert hostages.currentData() == "br-boat"
    bench.document.push(RemoveUnit("br-boat"))
    assert not {"banks", "hostages"} & scenario(bench).special.keys()
    sieges = widget(page, "sieges")
    assert isinstance(sieges, PlacesByHexField)
    row, _ = sieges._rows["T1106"]
    remove = next(one for one in row.findChildren(PanelButton) if one.text() == "Remove")
    remove.click()
    assert "sieges" not in scenario(bench).special


def test_a_number_with_decimals_has_a_field_for_numbers(qtbot: QtBot) -> None:
    bench, page = page_on(qtbot, Document.open(data.scenarios() / "zama.yaml"))
    assert page.form is not None
    field = page.form.widgets["weather.towards"]
    assert isinstance(field, DecimalBox)
    assert field.value() == 0
    field.setValue(22.5)
    assert scenario(bench).special["weather"]["towards"] == 22.5


ODD = ({"a": {"b": [1]}}, [{"a": 1}, [2]], [1, 2], "odd", 10**40, 1e300, float("inf"), float("nan"), -3.5, True, None)


@pytest.mark.parametrize("name", ["juno", "chippewa", "afghan", "teaching_table"])
def test_values_of_any_type_in_a_broken_file_are_shown_without_a_fault(qtbot: QtBot, name: str) -> None:
    bench, page = page_on(qtbot, Document.open(data.scenarios() / f"{name}.yaml"))
    shapes = dict(page._shapes)
    assert shapes
    for odd in ODD:
        special: dict[str, object] = {}
        for path in shapes:
            inner = special
            for step in path[:-1]:
                inner = inner.setdefault(step, {})  # type: ignore[assignment]
            inner[path[-1]] = odd
        assert bench.desk.push(EditScenario("Break the special rules", stroke=0, special=special))
        page.refresh()
    assert page.complaint.text() == ""
