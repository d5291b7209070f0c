"""Lines of supply on the map: what feeds a side, who goes without and why, and where there is no such notion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from pytestqt.qtbot import QtBot

from editor.commands.place_unit import PlaceUnit
from editor.controls.supply_lines import DEPOT, FED, HUNGRY
from editor.document.document import Document
from editor.panels.overlays_panel import OverlaysPanel
from editor.preview.seats import HUMAN

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(ROOT / "scenarios" / "sns_first_steps.yaml")) as made:
        yield made


def place(bench: Bench, unit: str, name: str) -> None:
    bench.desk.push(PlaceUnit(unit, bench.document.battle_map.grid.parse(name)))


def shown(bench: Bench, which: str) -> dict[str, tuple[str, str]]:
    """The colour and text of each hex."""
    grid = bench.document.battle_map.grid
    cells = bench.canvas.map_scene.overlay(f"supply-{which}").cells
    return {grid.name(h): (colour.name(), text) for h, (colour, text) in cells.items()}


def lines(bench: Bench, which: str) -> list[tuple[str, str, str]]:
    """The hexes where each stretch of a line begins and ends, and its colour."""
    grid = bench.document.battle_map.grid
    item = bench.canvas.map_scene.overlay(f"supply-{which}-lines")
    names = {(item.centre(h).x(), item.centre(h).y()): grid.name(h) for h in grid.hexes}
    return [
        (names[line.start.x(), line.start.y()], names[line.end.x(), line.end.y()], line.colour.name())
        for line in item.lines
    ]


def hovered(bench: Bench, name: str) -> str:
    bench.said.clear()
    bench.canvas.spot_hovered.emit(bench.document.battle_map.grid.parse(name))
    return bench.said[-1] if bench.said else ""


def test_lines_lead_from_the_source_to_who_is_fed(qtbot: QtBot, bench: Bench) -> None:
    first, second = bench.desk.controls.supply.actions
    assert (first.text(), second.text()) == ("Supply of British", "Supply of Zangari")
    place(bench, "br-guns", "T0408")
    first.setChecked(True)
    qtbot.waitUntil(lambda: "T0408" in shown(bench, "first"))
    assert shown(bench, "first")["T0408"] == (FED.name(), "")
    assert lines(bench, "first") == [("T0306", "T0407", FED.name()), ("T0407", "T0408", FED.name())]
    assert hovered(bench, "T0408") == "T0408: 1 unit, supplied from T0306 by T0407"
    assert hovered(bench, "T0306") == "T0306: 2 units, supplied in the hex itself"
    assert shown(bench, "second") == {}
    first.setChecked(False)
    assert (shown(bench, "first"), lines(bench, "first"), hovered(bench, "T0408")) == ({}, [], "")


def test_who_goes_without_is_marked_and_it_is_said_why(qtbot: QtBot, bench: Bench) -> None:
    bench.desk.controls.supply.actions[0].setChecked(True)
    assert shown(bench, "first")["T0303"] == (HUNGRY.name(), "no supply")
    assert hovered(bench, "T0303") == (
        "T0303: 1 unit not supplied: no fortress that the side holds is within 2 hexes, or 4 by road; "
        "foraging feeds all on 6 of 6 dice"
    )
    place(bench, "br-train1", "T0403")
    qtbot.waitUntil(lambda: shown(bench, "first")["T0303"] == (DEPOT.name(), "supply unit"))
    assert ("T0403", "T0303", DEPOT.name()) in lines(bench, "first")
    assert "could be fed by Train 1" in hovered(bench, "T0303")
    place(bench, "br-guns", "T0408")
    place(bench, "za-1", "T0407")
    qtbot.waitUntil(lambda: "T0408" in shown(bench, "first"))
    assert "an enemy stands in T0407, on the way to the fortress in T0306" in hovered(bench, "T0408")


def test_one_person_sees_the_supply_of_the_own_side_alone(bench: Bench) -> None:
    first, second = bench.desk.controls.supply.actions
    second.setChecked(True)
    assert "T1106" in shown(bench, "second")
    assert bench.desk.controls.game.start({"british": HUMAN, "zangari": "random"}, 3)
    assert (first.isVisible(), second.isVisible()) == (True, False)
    assert shown(bench, "second") == {}
    assert hovered(bench, "T1106") == ""
    bench.desk.preview.set_seat("zangari", HUMAN)
    bench.desk.preview.set_seat("british", "random")
    assert (first.isVisible(), second.isVisible()) == (False, True)


@pytest.mark.parametrize("name", ["scenarios/first_steps.yaml", "maps/first_steps.yaml"])
def test_rules_without_supply_offer_none(qtbot: QtBot, name: str) -> None:
    with at_bench(qtbot, Document.open(ROOT / name)) as made:
        assert not any(action.isVisible() for action in made.desk.controls.supply.actions)
        panel = OverlaysPanel(made.desk)
        qtbot.addWidget(panel)
        assert panel.boxes["overlay.supply-first"].isHidden()
        assert not panel.boxes["overlay.zoc-first"].isHidden()
