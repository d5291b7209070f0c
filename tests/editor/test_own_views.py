"""Each tab is drawn as it was left: map style, heights and overlays are its own, also at the next start."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import forgive
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN
from editor.window.app import make_window
from editor.window.window import Window
from editor.work.settings import settings
from engine import data


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A scenario and two maps that may be written to."""
    for folder in ("maps", "scenarios"):
        shutil.copytree(data.root() / folder, tmp_path / folder)
    return [tmp_path / "scenarios/lundys_lane.yaml", tmp_path / "maps/juno.yaml", tmp_path / "maps/thames.yaml"]


Start = Callable[..., Window]


@pytest.fixture
def start(qtbot: QtBot) -> Iterator[Start]:
    windows: list[Window] = []

    def begin(*paths: Path) -> Window:
        window = make_window(str(paths[0]))
        qtbot.addWidget(window, before_close_func=forgive)
        with qtbot.waitExposed(window):
            window.show()
        for path in paths[1:]:
            window.files.open_path(path)
        windows.append(window)
        return window

    yield begin
    for window in windows:
        forgive(window)


def look(window: Window) -> tuple[str, bool, bool]:
    shown = window.canvas.map_scene.map_layer.look
    return shown.style, shown.shading, shown.contours


def on(window: Window, key: str) -> bool:
    return window.desk.actions.get(key).isChecked()


def switch(window: Window, key: str) -> None:
    window.desk.actions.get(key).trigger()


def test_each_tab_keeps_its_style_and_new_ones_begin_with_the_last_used(start: Start, files: list[Path]) -> None:
    window = start(files[1])
    juno = window.desk.tabs.front
    switch(window, "view.style-plain")
    switch(window, "view.shading")
    window.files.open_path(files[2])
    assert look(window) == (PLAIN, True, True)
    switch(window, "view.style-grey")
    switch(window, "view.contours")
    assert look(window) == (GREY, True, False)
    window.desk.tabs.show(juno)
    assert look(window) == (PLAIN, True, True)
    assert on(window, "view.style-plain")
    assert not on(window, "view.style-grey")
    assert on(window, "view.contours")
    window.files.open_path(files[0])
    assert look(window) == (GREY, True, False), "what was chosen last, not what is in front"


def test_coming_back_to_a_tab_draws_nothing_again(start: Start, files: list[Path], qtbot: QtBot) -> None:
    window = start(files[1], files[2])
    thames, juno = window.desk.tabs.front, window.desk.tabs[0]
    switch(window, "view.style-grey")
    switch(window, "view.grid")
    layer = window.canvas.map_scene.map_layer
    layer.finish()
    atlas, drawn = layer.atlas, {key: image.cacheKey() for key, image in layer.tiles._images.items()}
    window.desk.tabs.show(juno)
    assert look(window)[0] == ORGANIC
    assert window.canvas.map_scene.map_layer.look.grid
    window.desk.tabs.show(thames)
    assert layer.atlas is atlas
    assert not layer.look.grid
    seen = [key for key in drawn if layer._is_seen(key)]
    assert seen
    assert not any(layer.tiles.wanting(key) for key in seen)
    assert {key: layer.tiles._images[key].cacheKey() for key in seen} == {key: drawn[key] for key in seen}


def test_each_file_has_its_look_and_overlays_at_the_next_start(start: Start, files: list[Path]) -> None:
    window = start(files[0], files[1], files[2])
    switch(window, "view.style-grey")
    lundy = window.desk.tabs[0]
    window.desk.tabs.show(lundy)
    switch(window, "overlay.zoc-first")
    switch(window, "overlay.problems")
    assert window.canvas.map_scene.overlays["zoc-first"].cells
    window.close()
    again = start(files[1], files[2], files[0])
    assert on(again, "overlay.zoc-first")
    assert not on(again, "overlay.problems")
    assert again.canvas.map_scene.overlays["zoc-first"].cells
    assert look(again)[0] == ORGANIC, "it was open in this style before another tab turned grey"
    again.desk.tabs.show(again.desk.tabs[1])
    assert look(again)[0] == GREY
    assert not on(again, "overlay.zoc-first")


def test_overlays_are_those_of_the_tab(start: Start, files: list[Path]) -> None:
    window = start(files[0], files[0].with_name("chippewa.yaml"))
    chippewa, lundy = window.desk.tabs.front, window.desk.tabs[0]
    assert not on(window, "overlay.zoc-second")
    window.desk.tabs.show(lundy)
    switch(window, "overlay.zoc-second")
    switch(window, "overlay.sight")
    shown = window.canvas.map_scene.overlays["zoc-second"]
    assert shown.cells
    window.desk.tabs.show(chippewa)
    assert not on(window, "overlay.zoc-second")
    assert not on(window, "overlay.sight")
    assert not window.canvas.map_scene.overlays["zoc-second"].cells
    assert on(window, "overlay.problems")
    window.desk.tabs.show(lundy)
    assert on(window, "overlay.zoc-second")
    assert on(window, "overlay.sight")
    assert shown.cells


def test_marks_of_problems_are_a_matter_of_taste(start: Start, files: list[Path]) -> None:
    window = start(files[0])
    switch(window, "overlay.problems")
    switch(window, "overlay.reach")
    window.files.open_path(files[1])
    assert not on(window, "overlay.problems"), "as in the tab where it was chosen last"
    assert not on(window, "overlay.reach"), "overlays over a position are not"


def test_a_document_that_gets_a_file_keeps_its_look(start: Start, files: list[Path], tmp_path: Path) -> None:
    window = start(files[1])
    switch(window, "view.style-plain")
    window.desk.document.save_as(tmp_path / "maps/copy.yaml")
    window.close()
    settings().setValue("view/style", GREY)
    assert look(start(tmp_path / "maps/copy.yaml"))[0] == PLAIN


def test_what_is_remembered_in_another_way_is_passed_over(start: Start, files: list[Path]) -> None:
    window = start(files[1])
    switch(window, "view.style-plain")
    window.close()
    store = settings()
    store.beginGroup("looks")
    (key,) = store.childKeys()
    for told in ("{", "[1]", '{"style": "baroque"}', '{"style": ["x"]}'):
        store.setValue(key, told)
        store.sync()
        assert look(start(files[1]))[0] in (ORGANIC, PLAIN)
