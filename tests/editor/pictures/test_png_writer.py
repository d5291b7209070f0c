"""Pictures written in strips are the pictures that were given."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PIL import Image

from editor.pictures.png_writer import PngWriter, pack, store


@pytest.mark.parametrize("width", [1, 5, 64])
def test_strips_make_the_picture(tmp_path: Path, width: int) -> None:
    path, pitch, height = tmp_path / "a.png", (3 * width + 3) // 4 * 4, 23
    pixels = Random(width).randbytes(pitch * height)
    with PngWriter(path, width, height, 11811) as writer:
        for top in range(0, height, 7):
            writer.add(pixels[top * pitch : min(height, top + 7) * pitch], pitch)
    with Image.open(path) as image:
        image.load()
        assert image.size == (width, height)
        assert image.mode == "RGB"
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert image.tobytes() == b"".join(pixels[y * pitch : y * pitch + 3 * width] for y in range(height))


def test_too_few_and_too_many_rows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="2 rows of 3"), PngWriter(tmp_path / "a.png", 4, 3, 1) as writer:
        writer.add(bytes(24), 12)
    with pytest.raises(ValueError, match="more rows"), PngWriter(tmp_path / "a.png", 4, 1, 1) as writer:
        writer.add(bytes(24), 12)


def test_rows_that_were_packed_elsewhere_make_the_picture(tmp_path: Path) -> None:
    path, rows = tmp_path / "a.png", Random(1).randbytes(3 * 4 * 9)
    parts = [pack(rows[top * 12 : (top + 3) * 12], 12, 4) for top in (0, 3, 6)]
    stored = [store(parts[:2], tmp_path / "one"), store(parts[2:], tmp_path / "two")]
    with PngWriter(path, 4, 9, 1) as writer:
        for part in stored:
            writer.add_stored(part)
    with Image.open(path) as image:
        assert image.tobytes() == rows
    assert list(tmp_path.iterdir()) == [path], "the files of the parts are gone"
