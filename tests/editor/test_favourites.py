"""Kinds that are used most stand at the top of the palette; a layer can be shown alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.hexes.panels.favourites import favourites, toggle
from editor.hexes.panels.palette_panel import PalettePanel
from editor.panels.layers_panel import NAME, SHOW, LayersPanel
from editor.work.settings import settings
from engine.boards.palette import Layer


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> PalettePanel:
    made = PalettePanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(360, 500)
    made.show()
    return made


def test_favourites_stand_at_the_top_and_choose_their_kind(qtbot: QtBot, bench: Bench, panel: PalettePanel) -> None:
    assert panel.favourites == {}
    panel.toggle_favourite(Layer.TERRAIN, "forest")
    panel.toggle_favourite(Layer.PATH, "road")
    assert list(panel.favourites) == [(Layer.TERRAIN, "forest"), (Layer.PATH, "road")]
    first = panel.favourites[Layer.PATH, "road"]
    assert first.isVisible()
    assert (
        first.mapToGlobal(first.rect().center()).y()
        < panel.swatch(Layer.TERRAIN, "clear").mapToGlobal(first.rect().center()).y()
    )
    first.click()
    assert bench.desk.tools.tool.key == "road"
    assert first.isChecked()
    assert panel.swatch(Layer.PATH, "road").isChecked()
    panel.favourites[Layer.TERRAIN, "forest"].click()
    assert bench.desk.settings.kind(Layer.TERRAIN) == "forest"
    assert not first.isChecked()


def test_they_are_kept_and_can_be_removed(qtbot: QtBot, bench: Bench, panel: PalettePanel) -> None:
    palette = bench.document.battle_map.palette
    assert toggle(Layer.TERRAIN, "forest")
    assert favourites(palette) == [(Layer.TERRAIN, "forest")]
    other = PalettePanel(bench.desk)
    qtbot.addWidget(other)
    assert list(other.favourites) == [(Layer.TERRAIN, "forest")]
    other.toggle_favourite(Layer.TERRAIN, "forest")
    assert other.favourites == {}
    assert favourites(palette) == []


def test_what_another_palette_has_or_nobody_knows_is_left_out(bench: Bench) -> None:
    settings().setValue("palette/favourites", ["terrain:lava", "nonsense", "moon:forest", "terrain:clear"])
    assert favourites(bench.document.battle_map.palette) == [(Layer.TERRAIN, "clear")]
    settings().setValue("palette/favourites", "terrain:forest")
    assert favourites(bench.document.battle_map.palette) == [(Layer.TERRAIN, "forest")]


@pytest.fixture
def layers(qtbot: QtBot, bench: Bench) -> LayersPanel:
    made = LayersPanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(360, 400)
    made.show()
    return made


def shown(panel: LayersPanel) -> set[str]:
    return {key for key in panel.table.keys if panel.control.state(key).shown and key != "underlay"}


def test_a_layer_is_shown_alone_and_all_come_back(qtbot: QtBot, layers: LayersPanel) -> None:
    table, control = layers.table, layers.control
    control.set_shown("regions", False)
    before = shown(layers)
    row = table.keys.index("terrain")
    table.setCurrentCell(row, NAME)
    qtbot.keyClick(table, Qt.Key.Key_O)
    assert shown(layers) == {"terrain"}
    item = table.item(row, NAME)
    assert item is not None
    assert item.text() == "Terrain (only this)"
    qtbot.keyClick(table, Qt.Key.Key_O)
    assert shown(layers) == before
    assert item.text() == "Terrain"


def test_alt_with_a_click_goes_from_one_to_another_and_back(qtbot: QtBot, layers: LayersPanel) -> None:
    table, before = layers.table, shown(layers)

    def click(key: str) -> None:
        index = table.model().index(table.keys.index(key), SHOW)
        place = table.visualRect(index).center()
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier, place)

    click("paths")
    assert shown(layers) == {"paths"}
    click("units")
    assert shown(layers) == {"units"}
    click("units")
    assert shown(layers) == before


def test_what_is_chosen_by_hand_meanwhile_stays(layers: LayersPanel) -> None:
    layers.control.show_alone("terrain")
    layers.control.set_shown("units", True)
    assert layers.control.alone == ""
    assert shown(layers) == {"terrain", "units"}
