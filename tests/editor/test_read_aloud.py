"""Every widget that takes something has a name for those who listen: in every panel, on every page, in every form."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from access import faults
from bench import one_window
from PySide6.QtWidgets import QApplication
from settling import settle

from editor.panels.scenario_panel import PAGES, ScenarioPanel
from editor.panels.setup_page import SetupPage
from editor.panels.victory_page import VictoryPage
from editor.window.window import Window
from engine import data

SHIPPED = ["lundys_lane", "arracourt", "dahomey"]
"""Between them they have every kind of group, pool, line of points and special rule."""


@pytest.fixture(scope="module", params=SHIPPED)
def window(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Window]:
    with one_window(data.scenarios() / f"{request.param}.yaml") as made:
        yield made


def nameless(window: Window) -> set[str]:
    settle()
    return {fault for fault in faults(window, only_shown=False) if "has no name" in fault}


def test_every_widget_of_the_window_has_a_name(window: Window) -> None:
    for key in window.docks.by_key:
        window.docks.panel(key)
    assert nameless(window) == set()


def test_every_form_of_a_scenario_has_names(window: Window) -> None:
    scenario = window.desk.document.require_scenario()
    panel = window.docks.panel("scenario")
    assert isinstance(panel, ScenarioPanel)
    setup, victory = panel.page("setup"), panel.page("victory")
    assert isinstance(setup, SetupPage)
    assert isinstance(victory, VictoryPage)
    found: set[str] = set()
    for key in PAGES:
        panel.show_page(key)
        found |= nameless(window)
    for paths, page in (
        ([("group", n) for n in range(len(scenario.deployments))], setup),
        ([("pool", key) for key in scenario.pools], setup),
        ([("line", n) for n in range(len(scenario.victory.scoring))], victory),
        ([("win", n) for n in range(len(scenario.victory.wins))], victory),
        ([("end",)], victory),
    ):
        for path in paths[:3]:
            page.refresh(path)
            found |= nameless(window)
    assert found == set()


def test_a_group_a_unit_and_a_hex_have_names(window: Window) -> None:
    scenario = window.desk.document.require_scenario()
    found: set[str] = set()
    arrivals = window.docks.panel("arrivals")
    for number in range(min(4, len(scenario.arrivals))):
        arrivals.choose(number)
        found |= nameless(window)
    keys = list(scenario.units)
    for hexes, units in (([0], []), ([0, 1, 2], []), ([], keys[:1]), ([], keys[:3])):
        window.desk.selection.set(hexes, units)
        found |= nameless(window)
    assert found == set()
