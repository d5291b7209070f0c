"""A second kind of map is a row: what is for one kind alone is not to be seen on the other, and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import forgive
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.hexes.canvas.keyboard import Keyboard
from editor.hexes.canvas.map_layer import MapLayer
from editor.hexes.canvas.overlays import OverlayItem
from editor.hexes.canvas.units import UnitsLayer
from editor.hexes.kind import WINDOW
from editor.hexes.tools.measure import Measure
from editor.kinds import HEXES, KINDS, kind_of
from editor.panels import PANELS
from editor.window.window import Window
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering


class Sand(BattleMap):
    """A board that is no map of hexes: a sand table, here drawn as hexes are."""


class SandLayer(MapLayer):
    """Draws a sand table."""


class Figures(UnitsLayer):
    """The figures on it."""


class SandOverlay(OverlayItem):
    """What is laid over it."""


class SandKeys(Keyboard):
    """The cursor on it."""


def hexes() -> Document:
    return Document.new_map(GridSpec(8, 6, numbering=Numbering()), formats.load_palette("standard"))


def sand() -> Document:
    spec = GridSpec(8, 6, numbering=Numbering())
    return Document(Sand(Grid(spec), formats.load_palette("standard"), "Sand"))


SAND_PARTS = replace(
    WINDOW,
    scene=replace(
        WINDOW.scene,
        layer=SandLayer,
        overlay=lambda made, style, z: SandOverlay(made.battle_map.grid, style, z),
    ),
    pieces=lambda document: Figures(document.battle_map.grid),
    cursor=SandKeys,
)


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window on a map of hexes, where a second kind of map is known and one tool works on both."""
    row = replace(
        HEXES,
        key="sand",
        board=f"{__name__}:Sand",
        layers={key: HEXES.layers[key] for key in ("units", "terrain", "underlay")},
        window=f"{__name__}:SAND_PARTS",
    )
    KINDS.append(row)
    monkeypatch.setattr(Measure, "kinds", ("hexes", "sand"))
    made = Window(hexes())
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    KINDS.remove(row)


def offered(window: Window) -> set[str]:
    return {entry.key for entry in window.desk.actions.entries if entry.action.isVisible()}


def test_a_board_has_the_kind_of_its_model(window: Window) -> None:
    assert kind_of(hexes()) is HEXES
    assert kind_of(sand()).key == "sand"

    class Cloud(BattleMap):
        """A board that no row is for."""

    with pytest.raises(KeyError, match="Cloud"):
        kind_of(Document(Cloud(Grid(GridSpec(3, 3, numbering=Numbering())), formats.load_palette("standard"))))


def test_each_kind_is_drawn_by_its_own(window: Window) -> None:
    tab = window.desk.tabs.open(sand())
    scene = window.canvas.map_scene
    assert isinstance(scene.map_layer, SandLayer)
    assert isinstance(scene.overlay("reach"), SandOverlay)
    assert isinstance(window.desk.controls.units.layer, Figures)
    assert isinstance(window.canvas.keys, SandKeys)
    window.desk.tabs.show(window.desk.tabs[0])
    assert type(window.canvas.map_scene.map_layer) is MapLayer
    assert type(window.canvas.keys) is Keyboard
    window.desk.tabs.close(tab)


def test_no_tool_panel_menu_or_layer_of_the_other_kind_offers_itself(window: Window) -> None:
    on_hexes = offered(window)
    assert {"tool.brush", "tool.measure", "map.resize", "edit.select-all", "layer.paths.lock"} <= on_hexes
    window.desk.tools.choose("brush")
    assert not window.docks["palette"].isHidden()
    window.desk.tabs.open(sand())
    on_sand = offered(window)
    assert {key for key in on_sand if key.startswith("tool.")} == {"tool.measure", "tool.furniture", "tool.underlay"}
    assert window.desk.tools.current == "measure"
    gone = {"map.resize", "map.slopes", "edit.select-all", "edit.cut", "layer.paths.lock", "view.grid", "panel.palette"}
    assert not gone & on_sand
    assert {"file.save", "edit.undo", "layer.terrain.lock", "panel.log"} <= on_sand
    for spec in PANELS:
        for_others_alone = bool(spec.kinds)
        assert window.docks[spec.key].toggleViewAction().isVisible() != for_others_alone, spec.key
        assert not (for_others_alone and not window.docks[spec.key].isHidden()), spec.key
    names = window.docks.panel("layers").table
    assert names.keys == ["units", "terrain", "underlay"]
    window.desk.tabs.show(window.desk.tabs[0])
    assert offered(window) == on_hexes
    assert not window.docks["palette"].isHidden()
    assert names.keys == list(HEXES.layers)


def test_a_hidden_menu_entry_has_no_key(window: Window, qtbot: QtBot) -> None:
    window.desk.tabs.open(sand())
    action = window.desk.actions.get("edit.select-all")
    heard: list[str] = []
    action.triggered.connect(lambda: heard.append("all"))
    window.activateWindow()
    window.canvas.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, "a", Qt.KeyboardModifier.ControlModifier)
    assert heard == []
    window.desk.tabs.show(window.desk.tabs[0])
    qtbot.keyClick(window, "a", Qt.KeyboardModifier.ControlModifier)
    assert heard == ["all"]
