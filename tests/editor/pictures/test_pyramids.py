"""Scans become pyramids: every kind of file, strip by strip, in bounded memory; hostile files are refused."""

from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from editor.pictures import pyramid, strips
from editor.pictures.opening import LARGEST, PictureError, examine
from engine.errors import HexwrightError

STREAMED = 60_000
"""So few pixels are read whole in these tests that every picture has to be read in strips."""


def picture(mode: str = "RGB", size: tuple[int, int] = (700, 1300)) -> Image.Image:
    """A picture with something in every corner."""
    wide, high = size
    red = Image.linear_gradient("L").resize(size)
    green = Image.linear_gradient("L").rotate(90).resize(size)
    blue = Image.effect_noise((wide // 20, high // 20), 90).resize(size, Image.Resampling.BICUBIC)
    return Image.merge("RGB", (red, green, blue)).convert(mode)


def joined(path: Path, whole: int) -> Image.Image:
    """The picture put together again from its strips."""
    source = examine(path)
    found = Image.new("RGB", (source.width, source.height))
    top = 0
    for strip in strips.strips(source, 512, whole):
        found.paste(strip, (0, top))
        top += strip.height
    assert top == source.height
    return found


def apart(one: Image.Image, other: Image.Image) -> int:
    """The greatest difference between two pictures in any value."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema())  # type: ignore[misc]


SORTS = [
    ("a.png", "RGB", {}),
    ("a.png", "L", {}),
    ("a.png", "P", {}),
    ("a.png", "1", {}),
    ("a.png", "RGBA", {}),
    ("a.png", "LA", {}),
    ("a.png", "P", {"bits": 4}),
    ("a.tif", "RGB", {}),
    ("a.tif", "RGB", {"compression": "tiff_lzw"}),
    ("a.tif", "L", {"compression": "jpeg"}),
    ("a.tif", "RGB", {"compression": "tiff_adobe_deflate"}),
    ("a.tif", "1", {"compression": "group4"}),
    ("a.tif", "P", {"compression": "packbits"}),
    ("a.jpg", "RGB", {"quality": 95}),
    ("a.jpg", "L", {"quality": 95}),
    ("a.jpg", "CMYK", {"quality": 95}),
]


@pytest.mark.parametrize(("name", "mode", "how"), SORTS)
def test_strips_give_what_reading_whole_gives(tmp_path: Path, name: str, mode: str, how: dict[str, object]) -> None:
    made, path = picture(mode), tmp_path / name
    if how.get("bits") == 4:
        made = picture().quantize(16)
    if "compression" in how:
        how = {**how, "tiffinfo": {278: 64}}
    made.save(path, **how)
    streamed, whole = joined(path, STREAMED), joined(path, 10**9)
    assert apart(streamed, whole) <= (6 if name.endswith("jpg") or how.get("compression") == "jpeg" else 0)
    if mode == "RGB" and name != "a.jpg":
        assert apart(streamed, made) == 0


def test_every_filter_of_a_png_is_undone(tmp_path: Path) -> None:
    """Rows filtered all five ways, by hand, across the border of two strips."""
    high, wide = 1030, 64
    plain = picture("RGB", (wide, high)).tobytes()
    pitch, rows = wide * 3, bytearray()
    above = bytes(pitch)
    for y in range(high):
        line = plain[y * pitch : (y + 1) * pitch]
        kind = y % 5
        rows.append(kind)
        for x in range(pitch):
            a, b, c = line[x - 3] if x >= 3 else 0, above[x], above[x - 3] if x >= 3 else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            rows.append((line[x] - (0, a, b, (a + b) // 2, nearest)[kind]) % 256)
        above = line
    path = tmp_path / "filters.png"
    path.write_bytes(png(struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0), zlib.compress(bytes(rows))))
    assert joined(path, STREAMED).tobytes() == plain


@pytest.mark.parametrize("path", ["tiled.tif", "16.png", "16.tif"])
def test_tiles_and_sixteen_bits(tmp_path: Path, path: str) -> None:
    file = tmp_path / path
    if path == "tiled.tif":
        made = picture()
        made.save(file, compression="tiff_lzw", tile=(128, 128))
        assert apart(joined(file, 200_000), made) == 0
        return
    grey = picture("L").point(lambda value: value * 256, "I").convert("I;16")
    grey.save(file)
    assert apart(joined(file, STREAMED), picture("L").convert("RGB")) <= 255 // 8


def test_a_pyramid_holds_the_picture_at_every_size(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    made = picture(size=(1500, 1200))
    made.save(path)
    told: list[float] = []
    found = pyramid.make(path, told.append, STREAMED)
    assert (found.width, found.height, found.levels) == (1500, 1200, 3)
    assert [found.size(level) for level in range(3)] == [(1500, 1200), (750, 600), (375, 300)]
    assert told[0] == 0
    assert told[-1] == 1
    assert told == sorted(told)
    for level in range(3):
        wide, high = found.size(level)
        whole = Image.new("RGB", (wide, high))
        for row in range(-(-high // 512)):
            for column in range(-(-wide // 512)):
                with Image.open(found.tile(level, column, row)) as tile:
                    whole.paste(tile, (column * 512, row * 512))
        assert apart(whole, made.reduce(2**level)) < 60
    assert pyramid.ready(path) == found


def test_a_picture_that_changed_gets_another_pyramid(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    picture(size=(40, 30)).save(path)
    first = pyramid.make(path)
    picture(size=(60, 30)).save(path)
    os.utime(path, ns=(1, 1))
    assert pyramid.ready(path) is None
    second = pyramid.make(path)
    assert (second.width, second.folder == first.folder) == (60, False)


def test_breaking_off_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    picture().save(path)

    def stop(part: float) -> None:
        if part > 0:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        pyramid.make(path, stop, STREAMED)
    assert pyramid.ready(path) is None
    assert not list(pyramid.cache_folder().glob("*.part"))


def test_the_cache_keeps_the_latest(tmp_path: Path) -> None:
    for number in range(5):
        path = tmp_path / f"{number}.png"
        picture(size=(20, 20)).save(path)
        made = pyramid.make(path)
        os.utime(made.folder, (number, number))
    pyramid.tidy(most=3)
    left = [pyramid.ready(tmp_path / f"{number}.png") is not None for number in range(5)]
    assert left[:3] == [False] * 3
    assert len(list(pyramid.cache_folder().iterdir())) <= 3


# -- hostile files ------------------------------------------------------------------------------------------------


def png(head: bytes, data: bytes) -> bytes:
    """A PNG file of these parts."""
    chunks = [(b"IHDR", head), (b"IDAT", data), (b"IEND", b"")]
    body = b"".join(struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + body


def refused(path: Path, whole: int = strips.WHOLE) -> str:
    """The message with which a picture is refused."""
    with pytest.raises(PictureError) as caught:
        pyramid.make(path, whole=whole)
    assert isinstance(caught.value, HexwrightError)
    assert not list(pyramid.cache_folder().glob("*.part"))
    return str(caught.value)


@pytest.mark.parametrize("side", [40_000, 90_000, 2_000_000])
def test_a_bomb_is_refused_unread(tmp_path: Path, side: int) -> None:
    """A few kilobytes that claim gigapixels."""
    path = tmp_path / "bomb.png"
    path.write_bytes(png(struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0), zlib.compress(bytes(10**6))))
    assert f"{LARGEST // 10**6} million pixels" in refused(path)


def test_a_bomb_within_the_size_allowed_takes_no_more_than_a_strip(tmp_path: Path) -> None:
    """The stream unpacks to far more than the picture needs; the rest is never unpacked."""
    path = tmp_path / "bomb.png"
    path.write_bytes(png(struct.pack(">IIBBBBB", 100, 100, 8, 0, 0, 0, 0), zlib.compress(bytes(200_000_000), 1)))
    assert joined(path, 100).size == (100, 100)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.tif", "a.webp", "lzw.tif"])
@pytest.mark.parametrize("whole", [STREAMED, strips.WHOLE])
def test_a_file_that_breaks_off_is_refused(tmp_path: Path, name: str, whole: int) -> None:
    path = tmp_path / name
    picture(size=(900, 900)).save(path, **({"compression": "tiff_lzw"} if name == "lzw.tif" else {}))
    data = path.read_bytes()
    for part in (0.02, 0.5, 0.95):
        path.write_bytes(data[: int(len(data) * part)])
        assert path.name in refused(path, whole)


def test_garbage_in_the_middle_is_refused_or_read_but_never_a_traceback(tmp_path: Path) -> None:
    for name in ("a.png", "a.jpg", "a.tif", "a.webp"):
        path = tmp_path / name
        picture(size=(300, 300)).save(path)
        data = bytearray(path.read_bytes())
        for start in range(8, 120, 7):
            broken = bytearray(data)
            broken[start : start + 5] = b"\xff\x00\x80\x7f\xfe"
            path.write_bytes(broken)
            for whole in (STREAMED, strips.WHOLE):
                with suppress(PictureError):  # anything else comes through and fails the test
                    assert pyramid.make(path, whole=whole).width > 0


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("a.png", b"hello, I am no picture", "not a picture"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture"),
        ("a.png", b"", "not a picture"),
        ("a.gif", b"", "not a picture"),
        ("a.ico", b"\0\0\1\0", "not a picture"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, name: str, data: bytes, word: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert word in refused(path)


def test_no_file_a_folder_a_device_another_machine(tmp_path: Path) -> None:
    for path, word in (
        (tmp_path / "none.png", "No such file"),
        (tmp_path, "folder or a device"),
        (Path("/dev/zero"), "folder or a device"),
        (Path("//server/share/a.png"), "not a file of this machine"),
    ):
        with pytest.raises(PictureError, match=word):
            examine(path)


def test_large_pictures_that_can_only_be_read_whole_are_refused(tmp_path: Path) -> None:
    for name, how in (("a.webp", {}), ("a.jpg", {"progressive": True})):
        path = tmp_path / name
        picture(size=(300, 300)).save(path, **how)
        assert "save it as a plain PNG" in refused(path, STREAMED)


# -- memory -------------------------------------------------------------------------------------------------------

_MEASURE = """
import json, resource, sys
from pathlib import Path
from editor.pictures import pyramid
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
made = pyramid.make(Path(sys.argv[1]))
print(json.dumps([made.width, made.height, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024]))
"""


def test_a_large_scan_does_not_fill_the_memory(tmp_path: Path) -> None:
    """10,000 x 12,000 in colour are 360 MB; a strip of it is 15."""
    path = tmp_path / "large.png"
    row = b"\0" + bytes(range(200)) * 150
    packer = zlib.compressobj(1)
    packed = io.BytesIO()
    for _ in range(12):
        packed.write(packer.compress(row * 1000))
    packed.write(packer.flush())
    path.write_bytes(png(struct.pack(">IIBBBBB", 10_000, 12_000, 8, 2, 0, 0, 0), packed.getvalue()))
    found = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "HEXWRIGHT_STATE": str(tmp_path / "state")},
    )
    width, height, grown = json.loads(found.stdout)
    assert (width, height) == (10_000, 12_000)
    assert grown < 200
