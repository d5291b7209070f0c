"""The map stays where it is: whatever panels do, each pixel of the map still in view shows the same point of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from bench import forgive
from hand import Hand
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot
from settling import settle
from sweeps import SWEEP

from editor.canvas.zoom_view import ZoomView
from editor.panels import PANELS
from editor.panels.in_dock import bring_up
from editor.window.app import make_window
from editor.window.docks import AREAS
from editor.window.window import Window
from engine import data

SIZES: Final = ((1024, 700), (1366, 768), (1600, 1000))


def opened(qtbot: QtBot, size: tuple[int, int] = SIZES[1], file: str = "scenarios/first_steps.yaml") -> Window:
    window = make_window(file)
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(*size)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    return window


class Sight:
    """What a view shows at each point of the window."""

    def __init__(self, view: ZoomView) -> None:
        viewport, window = view.viewport(), view.window()
        self.zoom = view.zoom
        self.seen = QRect(viewport.mapTo(window, QPoint()), viewport.size())
        self._view = view
        self._inverse = view.viewportTransform().inverted()[0]

    def at(self, place: QPoint) -> QPointF:
        """The point of the map at a point of the window."""
        return self._inverse.map(QPointF(place - self.seen.topLeft()))


def assert_still(before: Sight, view: ZoomView, within: float = 0.001) -> None:
    """Each pixel that was in view and still is shows the same point of the map, at the same zoom."""
    after = Sight(view)
    assert after.zoom == before.zoom
    both = before.seen & after.seen
    assert not both.isEmpty()
    for place in (both.topLeft(), both.bottomRight(), both.center(), both.topRight(), both.bottomLeft()):
        apart = (after.at(place) - before.at(place)) * after.zoom
        assert apart.manhattanLength() < within, f"{apart} pixels at {place}"


def moves(window: Window) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every way in which a panel takes room or gives it back."""
    docks: dict[str, QDockWidget] = window.docks.by_key
    for spec in PANELS:
        dock = docks[spec.key]
        yield f"{spec.key} is closed", dock.close
        yield f"{spec.key} is opened", dock.show
        yield f"{spec.key} comes to the front", dock.raise_
        yield f"{spec.key} is brought up", lambda key=spec.key: bring_up(window.docks.panel(key))
        for orientation in Qt.Orientation:
            for size in (420, 90):
                yield (
                    f"{spec.key} is made {size} pixels large",
                    lambda dock=dock, size=size, way=orientation: window.resizeDocks([dock], [size], way),
                )
    for key in ("palette", "problems", "battle", "log"):
        for area, where in AREAS.items():
            yield f"{key} goes {area}", lambda dock=docks[key], where=where: window.addDockWidget(where, dock)
        yield f"{key} floats", lambda dock=docks[key]: dock.setFloating(True)
        yield f"{key} floats no more", lambda dock=docks[key]: dock.setFloating(False)
    yield "the bars are closed", lambda: [bar.hide() for bar in (window.bars.main, window.bars.tools)]
    yield "the bars are opened", lambda: [bar.show() for bar in (window.bars.main, window.bars.tools)]
    yield "something is asked above the map", lambda: window.notice.say("The file was changed.", [("Reload", settle)])
    yield "it is answered", window.notice.clear
    yield "the status line is closed", window.statusBar().hide
    yield "the status line is opened", window.statusBar().show
    if not window.canvas.is_fitted:
        # A fitted map is fitted again in another arrangement, see test_workspaces.
        yield "everything is put back", window.workspaces.reset
        for key in ("draw", "army", "scenario", "play"):
            yield f"workspace {key}", lambda key=key: window.workspaces.switch(key)
    for on in (True, False):
        yield f"all panels are hidden: {on}", lambda on=on: window.desk.actions.get("view.hide-panels").setChecked(on)


SEEN: Final = [
    pytest.param(size, near, id=f"{size[0]}x{size[1]}-{'near' if near else 'fitted'}")
    for number, size in enumerate(SIZES)
    for near in (False, True)
    if SWEEP or near is bool(number % 2)
]
"""Sizes of the window, with the map fitted into it or seen from near; `make soak` has each size both ways."""


@pytest.mark.parametrize(("size", "near"), SEEN)
def test_panels_never_move_the_map(qtbot: QtBot, size: tuple[int, int], near: bool) -> None:
    window = opened(qtbot, size)
    view = window.canvas
    view.fit()
    if near:
        view.set_zoom(1.3, QPointF(40, 60))
    for what, move in moves(window):
        before = Sight(view)
        move()
        settle()
        try:
            assert_still(before, view)
        except AssertionError as error:
            raise AssertionError(f"{what}: {error}") from error


def test_two_views_stay_too_and_linked_ones_do_not_pull_each_other(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.panes.split(Qt.Orientation.Horizontal)
    settle()
    first, second = window.panes.views
    first.set_zoom(0.8)
    second.go(0.5, QPointF(600, 500))
    window.panes.link.scroll = window.panes.link.zoom = True
    window.panes.link.renew()
    for key in ("palette", "battle", "minimap", "problems"):
        for move in (window.docks[key].close, window.docks[key].show):
            before = [Sight(view) for view in window.panes.views]
            move()
            settle()
            for sight, view in zip(before, window.panes.views, strict=True):
                assert_still(sight, view)


def test_a_game_takes_panels_away_and_the_map_stays(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.workspaces.switch("draw")
    window.canvas.set_zoom(1.1)
    before = Sight(window.canvas)
    assert window.desk.controls.game.start({}, 1)
    settle()
    assert not window.docks["palette"].isVisible()
    assert_still(before, window.canvas)
    window.desk.preview.close()
    settle()
    assert window.docks["palette"].isVisible()
    assert_still(before, window.canvas)


def test_the_map_is_fitted_when_it_is_first_shown_and_not_again(qtbot: QtBot) -> None:
    window = opened(qtbot)
    view = window.canvas
    assert view.shows_all
    window.docks["palette"].close()
    settle()
    wide = view.zoom
    window.resize(1000, 640)
    settle()
    assert view.zoom == wide
    view.fit()
    assert view.shows_all
    assert view.zoom < wide


def test_a_wheel_right_after_a_panel_keeps_what_lies_under_the_pointer(qtbot: QtBot) -> None:
    window = opened(qtbot)
    view = window.canvas
    view.fit()
    for key in ("palette", "minimap", "battle", "inspector", "problems"):
        window.docks[key].close()
    settle()
    at = view.mapFromScene(view.map_scene.paper.center() * 0.7)
    point = view.mapToScene(at)
    view.set_zoom(view.zoom * 1.2, QPointF(at))
    assert (view.mapFromScene(point) - at).manhattanLength() <= 2


def test_a_stroke_goes_on_where_it_was_when_a_panel_opens_in_its_middle(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.canvas.fit()
    hand = Hand(qtbot, window.desk)
    window.desk.tools.choose("brush")
    grid = window.desk.document.battle_map.grid
    middle = grid.name(grid.at(grid.columns // 2, grid.rows // 2))
    before = window.canvas.viewport().mapTo(window, hand.spot(middle))
    hand.press(middle)
    window.docks["problems"].close()
    window.docks["palette"].close()
    settle()
    assert window.canvas.viewport().mapTo(window, hand.spot(middle)) == before
    hand.release(middle)


def test_the_place_is_there_again_when_the_file_is_opened_again(qtbot: QtBot) -> None:
    window = opened(qtbot)
    view = window.canvas
    view.go(0.9, QPointF(700, 400))
    stood = Sight(view)
    window.close()
    again = opened(qtbot)
    assert_still(stood, again.canvas, within=2)
    again.files.open_path(data.scenarios() / "lundys_lane.yaml")
    settle()
    assert again.canvas.shows_all, "another file begins with all of its map"


@pytest.mark.parametrize("told", ["nonsense", '{"zoom": "nan", "x": 1, "y": 2}', '{"zoom": -1, "x": 0, "y": 0}', "[1]"])
def test_a_place_that_makes_no_sense_is_passed_over(qtbot: QtBot, told: str) -> None:
    from editor.work import remembered
    from editor.work.settings import settings

    window = opened(qtbot)
    path = window.desk.document.path
    window.close()
    settings().setValue(remembered._place("place", path), told)
    assert opened(qtbot).canvas.shows_all


def test_the_first_view_of_a_game_is_the_action(qtbot: QtBot) -> None:
    window = opened(qtbot, file="scenarios/lundys_lane.yaml")
    view, scenario = window.canvas, window.desk.document.scenario
    assert scenario is not None
    assert view.shows_all
    before = view.zoom
    assert window.desk.controls.game.start({}, 1)
    settle()
    assert view.zoom > before
    grid, geometry = window.desk.document.battle_map.grid, view.map_scene.geometry
    for name in scenario.setup.values():
        assert view.visible_rect.contains(QPointF(*geometry.centre(grid.parse(name))))


def test_a_place_that_was_chosen_stays_when_a_game_begins(qtbot: QtBot) -> None:
    window = opened(qtbot, file="scenarios/lundys_lane.yaml")
    window.canvas.set_zoom(1.4)
    before = Sight(window.canvas)
    assert window.desk.controls.game.start({}, 1)
    settle()
    assert_still(before, window.canvas)


def test_the_whole_map_comes_back_after_a_game_unless_somebody_moved_it(qtbot: QtBot) -> None:
    window = opened(qtbot, file="scenarios/lundys_lane.yaml")
    for moved in (False, True):
        window.canvas.fit()
        assert window.desk.controls.game.start({}, 1)
        settle()
        assert not window.canvas.shows_all
        if moved:
            window.canvas.zoom_in()
        window.desk.preview.close()
        settle()
        assert window.canvas.shows_all is not moved
