"""A variant made in the editor: what differs is listed, taken back, and is all that is saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.commands.edit_scenario import EditScenario
from editor.document.document import Document
from editor.panels.scenario_panel import ScenarioPanel
from editor.panels.variant_page import VariantPage
from engine import formats
from engine.scenario import Turns


@pytest.fixture
def lane(tmp_path: Path) -> Path:
    path = tmp_path / "lane.yaml"
    formats.save_scenario(formats.load_scenario("lundys_lane"), path)
    return path


@pytest.fixture
def bench(qtbot: QtBot, lane: Path) -> Bench:
    made = Bench(Document.open(lane))
    qtbot.addWidget(made.window)
    made.window.show()
    return made


@pytest.fixture
def page(qtbot: QtBot, bench: Bench) -> VariantPage:
    panel = ScenarioPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.show()
    found = panel.page("variant")
    assert isinstance(found, VariantPage)
    return found


def rows(page: VariantPage) -> list[str]:
    found = page.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
    return [item.text(0) for item in found]


def test_a_variant_holds_only_what_was_changed(page: VariantPage, bench: Bench, tmp_path: Path) -> None:
    assert "has no base" in page.head.text()
    page.make.click()
    assert "A variant of Lundy's Lane (lane). Different from the base: 1 thing" in page.head.text()
    scenario = bench.document.require_scenario()
    setup = {key: at for key, at in scenario.setup.items() if key != "us-dragoons"} | {"us-9": "L2813"}
    bench.desk.push(EditScenario(turns=Turns(8), setup=setup))
    assert {"Name", "Turns", "count: changed", "9th Infantry in L2813: changed", "Light Dragoons: taken out"} <= set(
        rows(page)
    )
    path = tmp_path / "dusk.yaml"
    bench.document.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert "base: lane" in text
    assert "us-9: L2813" in text
    assert "us-11" not in text
    again = Document.open(path).require_scenario()
    assert (again.setup, again.turns.count) == (setup, 8)


def test_what_differs_is_taken_back_one_by_one(page: VariantPage, bench: Bench) -> None:
    page.make.click()
    base = bench.document.require_scenario().base
    assert base is not None
    bench.desk.push(EditScenario(turns=Turns(8, base.turns.night, base.turns.labels), arrivals=()))
    assert not page.back.isEnabled()
    for text in ("count: changed", "Reinforcements"):
        item = page.tree.findItems(text, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)[0]
        page.tree.setCurrentItem(item)
        page.back.click()
    scenario = bench.document.require_scenario()
    assert (scenario.turns, scenario.arrivals) == (base.turns, base.arrivals)
    assert rows(page) == ["Name"]
    bench.document.stack.undo()
    assert bench.document.require_scenario().arrivals == ()


def test_a_scenario_that_is_not_saved_has_no_variants_yet(page: VariantPage, bench: Bench) -> None:
    bench.desk.push(EditScenario(name="Not saved"))
    page.make.click()
    assert "First save the scenario" in bench.said[-1]
    assert bench.document.require_scenario().base is None


def test_a_variant_saved_far_from_its_base_stands_alone(page: VariantPage, bench: Bench, tmp_path: Path) -> None:
    page.make.click()
    (tmp_path / "far").mkdir()
    far = tmp_path / "far" / "away.yaml"
    bench.document.save_as(far)
    assert "base:" not in far.read_text(encoding="utf-8")
    assert len(Document.open(far).require_scenario().units) > 20
