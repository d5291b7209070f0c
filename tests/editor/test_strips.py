"""Large pictures painted by several processes are the pictures that one process paints."""

from __future__ import annotations

import re
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot
from settling import LONG

from editor.canvas.drawing.look import Look
from editor.output import export
from editor.output.export import render_file
from editor.output.strips import LARGE, helpers_for, painted_apart
from editor.pictures.png_writer import Stored
from engine.errors import HexwrightError


def test_helpers_paint_what_one_process_paints(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def helpers(pixels: int) -> int:
        asked.append(pixels)
        return 2

    one, two = tmp_path / "one.png", tmp_path / "two.png"
    render_file("scenarios/lundys_lane.yaml", one, 130)
    monkeypatch.setattr(export, "helpers_for", helpers)
    render_file("scenarios/lundys_lane.yaml", two, 130)
    with Image.open(one) as first, Image.open(two) as second:
        assert asked == [first.width * first.height]
        assert first.height > export.STRIP, "there is more than one strip"
        assert first.tobytes() == second.tobytes()


def test_where_parts_of_the_picture_cannot_be_kept_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    board, _ = export.read_model("maps/first_steps.yaml")
    paint = export.strip_painter(export.MapDrawing(board, None, Look()), 96, 200, tmp_path / "gone" / "parts")
    said = f"parts of the picture could not be kept in {tmp_path / 'gone'}: No such file or directory; make room there"
    with pytest.raises(HexwrightError, match=re.escape(said)):
        paint(0)


def test_small_pictures_have_no_helpers() -> None:
    assert helpers_for(LARGE - 1) == 0
    assert 0 <= helpers_for(LARGE) <= 4


def uneven_painter(second: Event) -> Callable[[int], Stored]:
    """Paints strips of which the first takes until the second is painted."""

    def paint(number: int) -> Stored:
        if number == 0:
            second.wait(LONG)
        elif number == 1:
            second.set()
        return Stored(Path(str(number)), 1, 4)

    return paint


def test_who_is_done_paints_the_last_strips_of_another_and_all_come_in_order() -> None:
    found = list(painted_apart(4, 2, uneven_painter, (get_context("spawn").Event(),)))
    assert [strip.path.name for strip in found] == ["0", "1", "2", "3"]
