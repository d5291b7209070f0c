"""Scans as scanners and other programs save them: GIF, BMP, TIFFs of decimals."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from editor.pictures.opening import ENDINGS, KINDS, examine
from editor.pictures.strips import strips


def shades(path: Path) -> list[int]:
    """The grey of the first row."""
    strip, *_ = strips(examine(path), 10)
    return list(strip.getchannel("R").crop((0, 0, strip.width, 1)).tobytes())


@pytest.mark.parametrize(("ending", "kind"), [("gif", "GIF"), ("bmp", "BMP")])
@pytest.mark.parametrize("mode", ["RGB", "L", "P", "1"])
def test_gif_and_bmp_scans_open(tmp_path: Path, ending: str, kind: str, mode: str) -> None:
    path = tmp_path / f"a.{ending}"
    picture = Image.new("L", (3, 2))
    picture.putdata([0, 255, 255, 0, 0, 0])
    picture.convert(mode).save(path)
    assert examine(path).kind == kind
    assert f"*.{ending}" in ENDINGS
    assert kind in KINDS
    assert shades(path) == [0, 255, 255]


@pytest.mark.parametrize(
    ("mode", "values", "seen"),
    [
        ("F", [0.0, 0.5, 1.0], [0, 127, 255]),
        ("F", [0.2, 0.5, 0.6], [51, 127, 153]),
        ("F", [-10.0, 495.0, 1000.0], [0, 127, 255]),
        ("F", [7.5, 7.5, 7.5], [0, 0, 0]),
        ("I", [-100, 0, 100], [0, 127, 255]),
        ("I", [0, 1_000_000, 2_000_000], [0, 127, 255]),
        ("I", [0, 32_768, 65_535], [0, 128, 255]),
    ],
)
def test_a_tiff_of_measured_values_is_not_black(
    tmp_path: Path, mode: str, values: list[float], seen: list[int]
) -> None:
    picture = Image.new(mode, (3, 40))
    picture.putdata(values * 40)
    path = tmp_path / "a.tif"
    picture.save(path)
    assert shades(path) == pytest.approx(seen, abs=1)
