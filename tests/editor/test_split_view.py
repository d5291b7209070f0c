"""Two views of one map: split by menu, each at its place; painting in one shows in the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import forgive
from hand import LEFT, Hand
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.view import MapView
from editor.document.document import Document
from editor.window.app import make_window
from editor.window.window import Window
from engine import data

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = make_window(str(data.scenarios() / "lundys_lane.yaml"))
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    forgive(made)


def split(window: Window, which: str = "across") -> tuple[MapView, MapView]:
    window.desk.actions.get(f"view.split-{which}").trigger()
    first, second = window.panes.views
    return first, second


def press(qtbot: QtBot, view: MapView) -> None:
    """Click where no hex is."""
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.MiddleButton, pos=QPoint(3, 3))


def middle(view: MapView) -> tuple[int, int]:
    centre = view.visible_rect.center()
    return round(centre.x() / 20), round(centre.y() / 20)


@pytest.mark.parametrize(("which", "across"), [("across", True), ("down", False)])
def test_both_show_the_same_place_at_first(window: Window, which: str, across: bool) -> None:
    window.canvas.set_zoom(0.6)
    window.canvas.centre_on(100)
    before = middle(window.canvas)
    first, second = split(window, which)
    assert middle(first) == middle(second) == before
    assert first.zoom == second.zoom
    assert abs(first.width() - second.width()) < 4
    assert abs(first.height() - second.height()) < 4
    assert (second.mapToGlobal(QPoint()).x() > first.mapToGlobal(QPoint()).x()) is across


def test_commands_go_to_the_view_that_is_clicked(window: Window, qtbot: QtBot) -> None:
    window.canvas.set_zoom(0.6)
    first, second = split(window)
    press(qtbot, second)
    assert window.canvas is second
    assert [pane.mark.on for pane in window.panes._panes] == [False, True]
    window.desk.actions.get("view.zoom-in").trigger()
    assert second.zoom > 0.6
    assert first.zoom == pytest.approx(0.6)
    h = window.desk.document.battle_map.grid.hexes[0]
    stood = middle(first)
    window.desk.go_to(h)
    assert middle(first) == stood
    assert second.visible_rect.contains(*second.map_scene.geometry.centre(h))
    assert f"{second.zoom * 100:.0f}" in window.status.zoom.text()
    window.desk.actions.get("view.other-view").trigger()
    assert window.canvas is first


def test_painting_in_one_shows_in_the_other(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    window.canvas.set_zoom(0.6)
    h = next(h for h in bench.document.battle_map.grid.hexes if bench.document.battle_map.terrain[h] == "clear")
    window.canvas.centre_on(h)
    first, second = split(window)
    press(qtbot, second)
    second.set_zoom(0.9)
    second.centre_on(h)
    layer = first.map_scene.map_layer
    layer.finish()
    before = colour_of(first, h)
    bench.tools.choose("brush")
    bench.tools.settings.set("terrain", "swamp")
    name = bench.document.battle_map.grid.name(h)
    hand = Hand(qtbot, bench)
    assert hand.canvas is second
    kept = len(layer.tiles._images)
    hand.click(name)
    hand.move((-5.0, -5.0))
    # A tool without a brush: what it would paint is shown under the pointer, in both views.
    bench.tools.choose("select")
    qtbot.waitUntil(lambda: not layer.busy)
    assert bench.document.battle_map.terrain[h] == "swamp"
    assert colour_of(first, h) != before
    scales = {key[0] for key in layer.tiles._images}
    assert scales >= {round(first.zoom, 6), round(second.zoom, 6)}
    assert len(layer.tiles._images) >= kept, "neither view's tiles are thrown away"
    bench.actions.get("edit.undo").trigger()
    qtbot.waitUntil(lambda: not layer.busy)
    assert colour_of(first, h) == before


def colour_of(view: MapView, h: int) -> str:
    x, y = view.map_scene.geometry.centre(h)
    spot = view.mapFromScene(x + 20, y + 20)
    return str(view.viewport().grab().toImage().pixelColor(spot).name())


def test_a_stroke_in_one_view_draws_only_what_changed_in_the_other(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = window.desk
    first, second = split(window)
    first.set_zoom(0.5)
    second.set_zoom(1.0)
    layer = first.map_scene.map_layer
    layer.finish()
    drawn: list[object] = []
    tiles = layer.tiles
    whole = tiles.drawing

    def count(key):  # type: ignore[no-untyped-def]
        drawn.append(key)
        return whole(key)

    monkeypatch.setattr(tiles, "drawing", count)
    bench.tools.choose("brush")
    bench.tools.settings.set("terrain", "swamp")
    hand = Hand(qtbot, bench)
    seen = first.visible_rect.center()
    hand.click((seen.x() / 64, seen.y() / 64))
    qtbot.waitUntil(lambda: not layer.busy)
    assert bench.document.dirty
    assert len(drawn) < 12, "changes are drawn into the tiles, in both zooms"


def test_closing_the_split_keeps_the_view_in_use(window: Window, qtbot: QtBot) -> None:
    first, second = split(window)
    press(qtbot, second)
    second.set_zoom(1.1)
    second.centre_on(window.desk.document.battle_map.grid.hexes[40])
    there = middle(second)
    qtbot.keyClick(second, Qt.Key.Key_D, CTRL | ALT)
    assert window.panes.views == [first]
    assert window.canvas is first
    assert first.zoom == pytest.approx(1.1)
    assert middle(first) == pytest.approx(there, abs=1)
    assert not window.desk.actions.get("view.unsplit").isEnabled()


def test_every_tab_has_its_own_split(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    first, second = split(window, "down")
    press(qtbot, second)
    second.set_zoom(1.2)
    fought = bench.tabs.front
    window.files.open_path(data.maps() / "lundys_lane.yaml")
    assert not window.panes.is_split
    assert first.map_scene.document is bench.document
    bench.tabs.show(fought)
    assert window.panes.is_split
    assert window.panes.orientation() == Qt.Orientation.Vertical
    assert window.canvas is window.panes.views[1]
    assert window.canvas.zoom == pytest.approx(1.2)


def test_both_views_show_the_game_and_take_its_clicks(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    scenario = bench.document.scenario
    assert scenario is not None
    window.desk.controls.game.start(dict.fromkeys(scenario.sides, "first"), 1)
    first, second = split(window)
    for view in (first, second):
        assert view.picking is not None
        assert window.desk.controls.units.layer.scene() is view.scene()
    unit = next(iter(window.desk.controls.units.layer.stacks.values()))[0]
    press(qtbot, second)
    second.set_zoom(0.8)
    second.centre_on(unit.hex)
    spot = second.mapFromScene(*second.map_scene.geometry.centre(unit.hex))
    qtbot.mouseClick(second.viewport(), LEFT, pos=spot)
    assert bench.selection.hex == unit.hex


def test_the_minimap_frames_both(window: Window, qtbot: QtBot) -> None:
    minimap = window.docks["minimap"].widget()
    window.canvas.set_zoom(1.0)
    first, second = split(window)
    press(qtbot, second)
    second.centre_on(window.desk.document.battle_map.grid.hexes[0])
    one = minimap.grab().toImage()
    first.centre_on(window.desk.document.battle_map.grid.hexes[-1])
    assert minimap.grab().toImage() != one


# -- linked views -----------------------------------------------------------------------------------------------


def wheel(view: MapView, notches: int, at: QPoint | None = None) -> None:
    spot = QPointF(at if at is not None else view.viewport().rect().center())
    turn = QWheelEvent(
        spot,
        QPointF(view.viewport().mapToGlobal(spot.toPoint())),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), turn)


def apart(first: MapView, second: MapView) -> tuple[float, float]:
    between = second.visible_rect.center() - first.visible_rect.center()
    return between.x(), between.y()


def drag_map(qtbot: QtBot, view: MapView, start: QPoint, end: QPoint) -> None:
    qtbot.mousePress(view.viewport(), Qt.MouseButton.MiddleButton, pos=start)
    qtbot.mouseMove(view.viewport(), end)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.MiddleButton, pos=end)


def two_places(window: Window) -> tuple[MapView, MapView]:
    """The left view near, the right one farther off at another place."""
    first, second = split(window)
    hexes = window.desk.document.battle_map.grid.hexes
    first.set_zoom(1.0)
    first.centre_on(hexes[len(hexes) // 2 - 70])
    second.set_zoom(0.5)
    second.centre_on(hexes[len(hexes) // 2 + 100])
    return first, second


@pytest.mark.parametrize("leads", [0, 1])
def test_views_scroll_together_and_keep_their_distance(window: Window, qtbot: QtBot, leads: int) -> None:
    views = two_places(window)
    before, there = apart(*views), views[1 - leads].visible_rect.center()
    drag_map(qtbot, views[leads], QPoint(200, 200), QPoint(140, 170))
    assert views[1 - leads].visible_rect.center() == there, "they are not linked yet"
    before = apart(*views)
    window.desk.actions.get("view.scroll-together").trigger()
    drag_map(qtbot, views[leads], QPoint(200, 200), QPoint(150, 180))
    moved = views[1 - leads].visible_rect.center() - there
    zoom = views[leads].zoom
    assert (moved.x(), moved.y()) == pytest.approx((50 / zoom, 20 / zoom), abs=2 / views[1 - leads].zoom)
    assert apart(*views) == pytest.approx(before, abs=3)
    assert (views[0].zoom, views[1].zoom) == (1.0, 0.5)


def test_views_zoom_together_and_keep_the_ratio(window: Window) -> None:
    first, second = two_places(window)
    window.desk.actions.get("view.zoom-together").trigger()
    there = middle(second)
    wheel(first, 2)
    assert first.zoom == pytest.approx(2**0.5)
    assert second.zoom == pytest.approx(2**0.5 / 2)
    assert middle(second) == pytest.approx(there, abs=1), "each zooms about its own middle"
    wheel(second, -4)
    assert first.zoom == pytest.approx(2**0.5 / 2)
    assert second.zoom == pytest.approx(2**0.5 / 4)


def test_a_view_that_cannot_follow_comes_back_to_its_place(window: Window, qtbot: QtBot) -> None:
    first, second = two_places(window)
    for what in ("scroll", "zoom"):
        window.desk.actions.get(f"view.{what}-together").trigger()
    before = apart(first, second)
    press(qtbot, first)
    for _ in range(3):
        window.desk.actions.get("view.fit").trigger()
        window.desk.actions.get("view.zoom-out").trigger()
    assert second.zoom > first.zoom / 2, "it is as far out as it may be"
    window.desk.actions.get("view.actual").trigger()
    assert second.zoom == pytest.approx(0.5)
    first.centerOn(first.map_scene.paper.bottomRight())
    first.centerOn(first.map_scene.paper.topLeft())
    press(qtbot, first)
    first.centre_on(window.desk.document.battle_map.grid.hexes[300])
    assert apart(first, second) == pytest.approx(before, abs=6)


def test_both_can_be_brought_to_the_same_place(window: Window, qtbot: QtBot) -> None:
    first, second = two_places(window)
    window.desk.actions.get("view.scroll-together").trigger()
    window.desk.actions.get("view.zoom-together").trigger()
    press(qtbot, second)
    window.desk.actions.get("view.same-place").trigger()
    assert first.zoom == second.zoom == 0.5
    assert apart(first, second) == pytest.approx((0, 0), abs=3)
    drag_map(qtbot, second, QPoint(200, 200), QPoint(90, 170))
    wheel(second, 3, QPoint(40, 50))
    assert first.zoom == second.zoom > 0.5
    assert apart(first, second) == pytest.approx((0, 0), abs=4)


def origin(view: MapView) -> QPoint:
    """Where in the window the map begins that a view shows."""
    return view.viewport().mapTo(view.window(), view.mapFromScene(QPointF()))


def test_another_width_moves_no_view_and_linked_ones_keep_their_distance(window: Window, qtbot: QtBot) -> None:
    first, second = two_places(window)
    window.desk.actions.get("view.scroll-together").trigger()
    drag_map(qtbot, first, QPoint(200, 200), QPoint(190, 190))
    stood = [origin(view) for view in (first, second)]
    window.panes.setSizes([300, 900])
    settle()
    assert [origin(view) for view in (first, second)] == stood
    before = apart(first, second)
    drag_map(qtbot, second, QPoint(100, 200), QPoint(90, 180))
    assert apart(first, second) == pytest.approx(before, abs=4)


def test_going_to_another_tab_moves_no_view(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    first, second = two_places(window)
    bench.actions.get("view.scroll-together").trigger()
    bench.actions.get("view.zoom-together").trigger()
    stood = [(view.zoom, origin(view)) for view in (first, second)]
    fought = bench.tabs.front
    window.files.open_path(data.maps() / "lundys_lane.yaml")
    wheel(window.canvas, 3)
    bench.tabs.show(fought)
    for view, (zoom, place) in zip(window.panes.views, stood, strict=True):
        assert view.zoom == zoom
        assert origin(view) == place


def test_links_are_switched_by_keys_and_remembered(window: Window, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for key in (Qt.Key.Key_G, Qt.Key.Key_Z):
        qtbot.keyClick(window, key, CTRL | ALT)
    assert (window.panes.link.scroll, window.panes.link.zoom) == (True, True)
    again = Window(Document.open(data.maps() / "thames.yaml"))
    qtbot.addWidget(again)
    assert (again.panes.link.scroll, again.panes.link.zoom) == (True, True)
    assert again.desk.actions.get("view.zoom-together").isChecked()
    offered = {offer.text for offer in again.menus.find.command_offers()}
    assert {"Link scrolling", "Link zoom"} <= offered
