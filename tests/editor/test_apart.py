"""Drawing in another process: the same files, told of as it goes, ended at once when it is broken off."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from fields import scenario
from pdf_reading import page_sizes
from pytestqt.qtbot import QtBot
from settling import LONG

from editor.canvas.drawing.look import Look
from editor.hexes.drawing.areas import holds_hexes
from editor.output import export, strips
from editor.output.apart import UNKNOWN, draw_apart, tell_nobody
from editor.output.export import MapDrawing, Picture, render
from editor.output.sheet_writer import print_sheets
from editor.output.sheets import SheetSetup, plan
from editor.output.strips import painted_apart
from editor.pictures.png_writer import Stored
from engine import formats
from engine.errors import HexwrightError

Tell = Callable[[float], None]


# What is called in the other process has to be found there by its name.


def half_way(file: Path, tell: Tell) -> None:
    tell(0.5)
    file.write_text(str(os.getpid()))


def forever(file: Path, tell: Tell) -> None:
    tempfile.mkdtemp()
    file.write_text(str(os.getpid()))
    threading.Event().wait(LONG)


def fails(tell: Tell) -> None:
    raise HexwrightError("there is no ink")


def dies(tell: Tell) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_it_is_drawn_in_another_process_and_told_of(tmp_path: Path) -> None:
    told: list[float] = []
    draw_apart(half_way, (tmp_path / "pid",), told.append)
    assert int((tmp_path / "pid").read_text()) != os.getpid()
    assert told[0] == UNKNOWN
    assert 0.5 in told


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_breaking_off_ends_it_at_once_with_its_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, spare = tmp_path / "pid", tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spare))

    def stop(_part: float) -> None:
        if file.exists() and file.read_text():
            raise InterruptedError

    with pytest.raises(InterruptedError):
        draw_apart(forever, (file,), stop)
    assert gone(int(file.read_text()))
    assert not list(spare.iterdir())


def test_what_goes_wrong_there_is_said_here() -> None:
    with pytest.raises(HexwrightError, match="there is no ink"):
        draw_apart(fails, (), tell_nobody)


@pytest.mark.skipif(os.name != "posix", reason="kills with SIGKILL")
def test_a_process_that_is_killed_is_told_of() -> None:
    with pytest.raises(HexwrightError, match="was ended"):
        draw_apart(dies, (), tell_nobody)


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_drawings_made_apart_are_the_same(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(export, "APART", 1)
    made = scenario()
    drawing = MapDrawing(made.map, made, Look())
    assert drawing.large
    here, there = tmp_path / f"here.{ending}", tmp_path / f"there.{ending}"
    told: list[float] = []
    render(drawing, here)
    render(drawing, there, tell=told.append, apart=True)
    assert told[0] == UNKNOWN
    assert told[-1] == 1.0
    if ending == "svg":
        assert here.read_bytes() == there.read_bytes()
    else:
        # There are times and numbers of their own in a PDF.
        assert page_sizes(here) == page_sizes(there)
        assert abs(here.stat().st_size - there.stat().st_size) < 200
    assert sorted(path.name for path in tmp_path.iterdir()) == [here.name, there.name]


def test_sheets_made_apart_are_the_same(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "APART", 1)
    made = scenario()
    laid = plan(
        SheetSetup(hex_mm=40), Picture(MapDrawing(made.map, None, Look())).area, partial(holds_hexes, made.map.grid)
    )
    here, there = tmp_path / "here.pdf", tmp_path / "there.pdf"
    told: list[float] = []
    print_sheets(made.map, made, here, laid)
    print_sheets(made.map, made, there, laid, tell=told.append, apart=True)
    assert page_sizes(here) == page_sizes(there)
    assert len(set(told)) > 2, "told sheet by sheet"


def test_only_large_drawings_are_made_apart() -> None:
    board = formats.load_map("lundys_lane")
    whole = MapDrawing(board, None, Look())
    assert whole.large
    corner = Picture(whole).area
    corner.setWidth(corner.width() / 4)
    corner.setHeight(corner.height() / 4)
    assert not MapDrawing(board, None, Look(), corner).large


def slow_painter(folder: Path) -> Callable[[int], Stored]:
    """Paints the first two strips of a run; the third takes until no more are wanted."""

    def paint(number: int) -> Stored:
        (folder / str(number)).touch()
        if number % 20 >= 2:
            strips._task.stop.wait(LONG)
        return Stored(folder / str(number), 1, 4)

    return paint


def test_helpers_are_told_of_and_stop_when_it_is_broken_off(tmp_path: Path) -> None:
    told: list[float] = []

    def stop(part: float) -> None:
        told.append(part)
        if part > 0.02:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        list(painted_apart(40, 2, slow_painter, (tmp_path,), stop))
    assert told == sorted(told)
    assert 0 < told[-1] < 1
    assert 0 < len(list(tmp_path.iterdir())) <= 6, "the strips in hand, and no more"
