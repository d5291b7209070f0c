"""Pictures in JPEG format: the same picture as a PNG, ours to replace, bounded in size."""

from __future__ import annotations

from pathlib import Path

import pytest
from fields import scenario
from PySide6.QtGui import QColor, QImage

from editor.canvas.drawing.look import Look
from editor.commandline import cli
from editor.output.export import MapDrawing, render
from editor.output.jpeg import check_size
from engine.errors import HexwrightError
from engine.formats.holding import held

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_jpeg_shows_what_a_png_shows(tmp_path: Path) -> None:
    made = scenario()
    look = MapDrawing(made.map, made, Look())
    for name in ("a.png", "a.jpg", "b.jpeg"):
        render(look, tmp_path / name, 60)
    png, jpg = QImage(str(tmp_path / "a.png")), QImage(str(tmp_path / "a.jpg"))
    assert png.size() == jpg.size() == QImage(str(tmp_path / "b.jpeg")).size()
    assert round(jpg.dotsPerMeterX() * 0.0254) == 60
    spots = [(x, y) for x in range(5, png.width(), 23) for y in range(5, png.height(), 23)]
    far = [abs(QColor(png.pixel(*at)).lightness() - QColor(jpg.pixel(*at)).lightness()) for at in spots]
    assert sum(far) / len(far) < 6


def test_a_jpeg_of_ours_may_be_replaced_and_another_may_not(tmp_path: Path) -> None:
    out = tmp_path / "map.jpg"
    assert cli.main(["render", "first_steps", "-o", str(out), "--dpi", "30", "--no-units"]) == 0
    found = held(out)
    assert found is not None
    assert (found.kind, found.ours) == ("jpg", True)
    assert cli.main(["render", "first_steps", "-o", str(out), "--dpi", "30"]) == 0
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(out))
    assert cli.main(["render", "first_steps", "-o", str(out), "--dpi", "30"]) == 2


def test_what_is_too_large_for_a_jpeg_is_refused_in_words() -> None:
    check_size(10_000, 10_000)
    for size in ((70_000, 10), (20_000, 20_000)):
        with pytest.raises(HexwrightError, match="or write a PNG"):
            check_size(*size)
