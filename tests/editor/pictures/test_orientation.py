"""Pictures that the camera or scanner turned: stored as they are, and known to want turning."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageOps

from editor.pictures import pyramid
from editor.pictures.opening import examine
from editor.pictures.strips import strips

READ_IN_PARTS = 10_000
"""So few pixels are read whole here that a picture larger than that is read in strips, where its kind allows."""
COLOURS = {"red": (220, 40, 40), "green": (40, 180, 60), "blue": (40, 60, 220), "grey": (128, 128, 128)}


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_STATE", str(tmp_path / "state"))


def quarters(size: tuple[int, int] = (240, 160)) -> Image.Image:
    """A picture with a colour in each quarter."""
    wide, high = size
    made = Image.new("RGB", size, COLOURS["grey"])
    made.paste(COLOURS["red"], (0, 0, wide // 2, high // 2))
    made.paste(COLOURS["green"], (wide // 2, 0, wide, high // 2))
    made.paste(COLOURS["blue"], (0, high // 2, wide // 2, high))
    return made


def written(path: Path, orientation: int) -> Path:
    notes = Image.Exif()
    notes[0x112] = orientation
    quarters().save(path, exif=notes)
    return path


def colour_of(value: tuple[int, ...]) -> str:
    return min(COLOURS, key=lambda name: sum(abs(a - b) for a, b in zip(COLOURS[name], value, strict=True)))


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tif"])
def test_a_picture_is_put_upright(tmp_path: Path, name: str, orientation: int) -> None:
    path = written(tmp_path / name, orientation)
    with Image.open(path) as opened:
        upright = ImageOps.exif_transpose(opened).convert("RGB")
    found = pyramid.make(path)
    assert found.orientation == orientation
    assert (found.width, found.height) == (240, 160), "the pixels are as they are stored"
    assert found.upright_size == upright.size
    assert pyramid.ready(path) == found
    a, b, c, d, e, f = found.upright
    with Image.open(found.tile(0, 0, 0)) as stored:
        for x, y in ((20, 20), (220, 20), (20, 140), (220, 140)):
            there = round(a * x + c * y + e), round(b * x + d * y + f)
            assert colour_of(stored.getpixel((x, y))) == colour_of(upright.getpixel(there))  # type: ignore[arg-type]


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif"])
def test_read_in_parts_it_is_what_it_is_read_whole(tmp_path: Path, name: str, orientation: int) -> None:
    source = examine(written(tmp_path / name, orientation))
    for whole in (READ_IN_PARTS, 10 * source.width * source.height):
        made = Image.new("RGB", (source.width, source.height))
        top = 0
        for strip in strips(source, 64, whole):
            made.paste(strip, (0, top))
            top += strip.height
        corners = [colour_of(made.getpixel(at)) for at in ((20, 20), (220, 20), (20, 140))]  # type: ignore[arg-type]
        assert corners == ["red", "green", "blue"]


@pytest.mark.parametrize(
    "notes", [b"", b"Exif\0\0", b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0MM\0*\0\0\0\x08\xff\xff"]
)
def test_notes_that_make_no_sense_turn_nothing(tmp_path: Path, notes: bytes) -> None:
    path = tmp_path / "a.jpg"
    quarters().save(path, exif=notes)
    assert examine(path).orientation == 1


def test_an_orientation_that_does_not_exist_turns_nothing(tmp_path: Path) -> None:
    assert examine(written(tmp_path / "a.jpg", 77)).orientation == 1


def test_a_jpeg_with_more_pictures_behind_it_is_a_jpeg(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    quarters().save(path, format="MPO", save_all=True, append_images=[quarters((24, 16))])
    with Image.open(path) as opened:
        assert opened.format == "MPO", "as phones write them"
    source = examine(path)
    assert source.kind == "JPEG"
    assert sum(strip.height for strip in strips(source, 64, READ_IN_PARTS)) == 160
