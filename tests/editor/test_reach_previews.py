"""What foraging would bring: in each hex that the selected unit can reach, on hover, and in the Inspector."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from campaigning import at_campaign, take_up
from pytestqt.qtbot import QtBot

from editor.controls.reach_previews import TINTS
from editor.document.document import Document
from editor.panels.inspector_panel import InspectorPanel
from editor.panels.overlays_panel import OverlaysPanel
from engine.play.display import Grade
from engine.systems.sun_never_sets.answers import campaigning

ROOT = Path(__file__).parents[2]
PLACES = {**dict.fromkeys(("br-1", "br-2", "br-guns", "br-levy", "br-lancers", "br-hq"), "T0303"), "za-1": "T0805"}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        take_up(made, PLACES, "movement")
        yield made


def hovered(bench: Bench, name: str) -> str:
    bench.said.clear()
    bench.canvas.spot_hovered.emit(bench.document.battle_map.grid.parse(name))
    return bench.said[-1] if bench.said else ""


def test_every_hex_in_reach_says_how_many_it_would_feed(bench: Bench) -> None:
    action, grid = bench.desk.controls.in_reach.action, bench.document.battle_map.grid
    assert action.isVisible()
    item = bench.canvas.map_scene.overlay("in-reach")
    action.setChecked(True)
    assert item.cells == {}, "no unit is selected"
    bench.desk.selection.set([grid.parse("T0303")], "br-1")
    rules, state = bench.desk.preview.game.rules, bench.desk.preview.position.state
    reach = rules.reach(state, "br-1")
    assert {grid.name(h) for h in item.cells} == {"T0303", *reach.hexes}
    for h, (colour, text) in item.cells.items():
        fed = [die.fed for die in campaigning.forage(rules.field, state, grid.name(h), list(PLACES)[:6]).dice]
        assert text == (f"{min(fed)}" if min(fed) == max(fed) else f"{min(fed)}\u2013{max(fed)}")
        assert colour == (TINTS[Grade.GOOD if min(fed) >= 5 else Grade.FAIR if max(fed) >= 5 else Grade.POOR])
    action.setChecked(False)
    assert item.cells == {}


def test_a_unit_that_is_no_more_is_fed_nowhere(bench: Bench) -> None:
    forage = bench.desk.controls.in_reach
    forage.action.setChecked(True)
    bench.desk.selection.set([bench.document.battle_map.grid.parse("T0303")], "gone")
    assert bench.desk.selection.unit == "gone"
    assert bench.canvas.map_scene.overlay("in-reach").cells == {}
    assert forage.of_hex("gone") == ""


def test_hover_tells_the_dice_and_what_is_added(bench: Bench) -> None:
    bench.desk.controls.in_reach.action.setChecked(True)
    bench.desk.selection.set([bench.document.battle_map.grid.parse("T0303")], "br-1")
    told = hovered(bench, "T0303")
    assert told.startswith("T0303, ")
    assert "all 5 units are fed on " in told
    assert "+2 Sir Arthur" in told
    assert told.endswith("[sns2:12.3]")


def test_the_inspector_tells_it_of_the_hex_where_units_stand(qtbot: QtBot, bench: Bench) -> None:
    panel = InspectorPanel(bench.desk)
    qtbot.addWidget(panel)
    bench.desk.selection.set([bench.document.battle_map.grid.parse("T0303")])
    qtbot.waitUntil(lambda: "Forage" in panel.hex_text.toPlainText())
    assert "all 5 units are fed on" in panel.hex_text.toPlainText()


def test_rules_without_foraging_offer_none(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(ROOT / "scenarios" / "first_steps.yaml")) as made:
        assert not made.desk.controls.in_reach.action.isVisible()
        panel = OverlaysPanel(made.desk)
        qtbot.addWidget(panel)
        assert panel.boxes["overlay.in-reach"].isHidden()
        assert panel._graded.keys() == TINTS.keys()
        assert all(label.isHidden() and not label.text() for _, label in panel._graded.values())


def test_the_switch_and_the_key_to_its_tints_say_what_the_rules_register(qtbot: QtBot, bench: Bench) -> None:
    panel = OverlaysPanel(bench.desk)
    qtbot.addWidget(panel)
    assert panel.boxes["overlay.in-reach"].text().startswith("Forage in reach")
    assert panel._graded[Grade.FAIR][1].text() == "would feed all of them on some dice"
    assert not panel._graded[Grade.FAIR][0].isHidden()
