"""GeoTIFFs as other programs write them: kinds of numbers, packing, tiles, and the ways to say where they lie."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import HexwrightError
from engine.exchange import geotiffs
from engine.exchange.heights import opened
from engine.exchange.rows import recognised

SIDE = 20
HILLS = np.fromfunction(lambda row, column: 100 + 10 * column + row, (SIDE, SIDE))
"""Higher to the east and a little to the south, so that no turn or flip of it is itself."""
DEGREES: dict[int, tuple[str, tuple[float, ...]]] = {33550: ("d", (0.1, 0.1, 0.0)), 33922: ("d", (0, 0, 0, 8, 47, 0))}
LEAST = float(np.finfo(np.float32).min)
BOX = (8.0, 45.0, 10.0, 47.0)
_KINDS = {"H": 3, "I": 4, "d": 12, "s": 2}


def differences(block: np.ndarray, kind: np.dtype[Any], predictor: int) -> bytes:
    """A block as a predictor has it."""
    plain = block.astype(kind)
    if predictor == 2:
        words = plain.view(kind.newbyteorder("=").str.replace("i", "u").replace("f", "u")) if kind.isnative else None
        assert words is not None
        return np.diff(words, axis=1, prepend=words[:, :1] * 0).astype(words.dtype).tobytes()
    if predictor == 3:
        size = kind.itemsize
        parts = plain.astype(f">f{size}").view("u1").reshape(len(block), -1, size).transpose(0, 2, 1)
        rows = parts.reshape(len(block), -1)
        return np.diff(rows, axis=1, prepend=rows[:, :1] * 0).astype("u1").tobytes()
    return plain.tobytes()


def written(
    path: Path, values: np.ndarray, form: str = "<f4", *, packed: bool = False, predictor: int = 1, tile: int = 0,
    rows: int = SIDE, big: bool = False, tags: dict[int, tuple[str, Any]] | None = None,
) -> Path:  # fmt: skip
    """A TIFF of one band, written by the rules of the format alone."""
    kind, order = np.dtype(form), form[0] if form[0] in "<>" else "<"
    blocks = []
    for top in range(0, SIDE, tile or rows):
        for left in range(0, SIDE, tile or SIDE):
            block = values[top : top + (tile or rows), left : left + (tile or SIDE)]
            if tile:
                block = np.pad(block, ((0, tile - block.shape[0]), (0, tile - block.shape[1])))
            raw = differences(block, kind, predictor)
            blocks.append(zlib.compress(raw) if packed else raw)
    head = 16 if big else 8
    places = [head + sum(map(len, blocks[:number])) for number in range(len(blocks))]
    entries: dict[int, tuple[str, Any]] = {
        256: ("H", (SIDE,)), 257: ("H", (SIDE,)), 258: ("H", (8 * kind.itemsize,)), 259: ("H", (8 if packed else 1,)),
        262: ("H", (1,)), 277: ("H", (1,)), 317: ("H", (predictor,)), 339: ("H", ("uif".index(kind.kind) + 1,)),
        (324 if tile else 273): ("I", places), (325 if tile else 279): ("I", [len(block) for block in blocks]),
        **({322: ("H", (tile,)), 323: ("H", (tile,))} if tile else {278: ("H", (rows,))}),
        **(DEGREES if tags is None else tags),
    }  # fmt: skip
    start = head + sum(map(len, blocks))
    far = start + (8 if big else 2) + len(entries) * (20 if big else 12) + (8 if big else 4)
    listed, beyond = b"", b""
    for tag, (letter, given) in sorted(entries.items()):
        raw = given if letter == "s" else struct.pack(order + letter * len(given), *given)
        listed += struct.pack(order + ("HHQ" if big else "HHI"), tag, _KINDS[letter], len(given))
        if len(raw) <= (8 if big else 4):
            listed += raw.ljust(8 if big else 4, b"\0")
        else:
            listed += struct.pack(order + ("Q" if big else "I"), far + len(beyond))
            beyond += raw
    begin = (b"II" if order == "<" else b"MM") + (
        struct.pack(order + "HHHQ", 43, 8, 0, start) if big else struct.pack(order + "HI", 42, start)
    )
    count = struct.pack(order + ("Q" if big else "H"), len(entries))
    path.write_bytes(begin + b"".join(blocks) + count + listed + bytes(8 if big else 4) + beyond)
    return path


@pytest.mark.parametrize(
    "form", ["u1", "<u2", ">u2", "<i2", ">i2", "<u4", ">u4", "<i4", ">i4", "<f4", ">f4", "<f8", ">f8"]
)
@pytest.mark.parametrize("how", [{}, {"packed": True}, {"tile": 16}, {"packed": True, "rows": 3}, {"big": True}])
def test_every_kind_of_number_is_read(form: str, how: dict[str, Any], tmp_path: Path) -> None:
    values = HILLS / 2 if form == "u1" else HILLS
    path = written(tmp_path / "a.tif", values, form, **how)
    assert recognised(path).key == "heights"
    found = opened(path)
    assert found.degrees
    assert found.box == pytest.approx(BOX)
    assert np.array_equal(found.values, values.astype(form))


@pytest.mark.parametrize(("form", "predictor"), [("<i2", 2), ("<i4", 2), ("u1", 2), ("<f4", 3), (">f4", 3), ("<f8", 3)])
def test_differences_along_rows_are_summed(form: str, predictor: int, tmp_path: Path) -> None:
    values = HILLS / 2 if form == "u1" else HILLS
    path = written(tmp_path / "a.tif", values, form, packed=True, predictor=predictor, tile=16)
    assert np.array_equal(opened(path).values, values.astype(form))


def matrix(a: float, b: float, c: float, d: float, e: float, f: float) -> dict[int, tuple[str, Any]]:
    return {34264: ("d", (a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1))}


@pytest.mark.parametrize(
    ("values", "tags"),
    [
        (HILLS, matrix(0.1, 0, 8, 0, -0.1, 47)),
        (HILLS[::-1], matrix(0.1, 0, 8, 0, 0.1, 45)),
        (HILLS[:, ::-1], matrix(-0.1, 0, 10, 0, -0.1, 47)),
        (HILLS.T, matrix(0, 0.1, 8, -0.1, 0, 47)),
        (HILLS[::-1], {33550: ("d", (0.1, -0.1, 0)), 33922: ("d", (0, 0, 0, 8, 45, 0))}),
        (HILLS, {33550: ("d", (0.1, 0.1, 0)), 33922: ("d", (10, 20, 0, 9, 45, 0))}),
        (HILLS, {33922: ("d", (0, 0, 0, 8, 47, 0, 20, 0, 0, 10, 47, 0, 0, 20, 0, 8, 45, 0, 20, 20, 0, 10, 45, 0))}),
        (HILLS, {33550: ("d", (0.1, 0.1, 0)), 33922: ("d", (0, 0, 0, 8.05, 46.95, 0)),
                 34735: ("H", (1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 2))}),
    ],
)  # fmt: skip
def test_a_grid_lies_where_it_says_however_it_says_it(values: np.ndarray, tags: dict[int, Any], tmp_path: Path) -> None:
    found = opened(written(tmp_path / "a.tif", values, tags=tags))
    assert found.box == pytest.approx(BOX)
    assert np.array_equal(found.values, HILLS)


def test_a_world_file_says_where_a_plain_tiff_lies(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tif", HILLS, tags={})
    with pytest.raises(HexwrightError, match="without a place on the globe"):
        recognised(path)
    path.with_suffix(".tfw").write_text("0.1\n0\n0\n-0.1\n8.05\n46.95\n")
    assert recognised(path).key == "heights"
    assert opened(path).box == pytest.approx(BOX)


@pytest.mark.parametrize(
    ("keys", "crs"),
    [
        ((), ""),
        ((1024, 0, 1, 1, 3072, 0, 1, 32632), "EPSG:32632"),
        ((1024, 0, 1, 1, 3072, 0, 1, 32767), ""),
    ],
)
def test_metres_without_a_projection_are_taken_as_they_lie(keys: tuple[int, ...], crs: str, tmp_path: Path) -> None:
    tags: dict[int, tuple[str, Any]] = {33550: ("d", (1000, 1000, 0)), 33922: ("d", (0, 0, 0, 400000, 5200000, 0))}
    tags |= {34735: ("H", (1, 1, 0, len(keys) // 4, *keys))} if keys else {}
    found = opened(written(tmp_path / "a.tif", HILLS, tags=tags))
    assert (found.crs, found.west, found.across) == (crs, 400000, 1000)


@pytest.mark.parametrize(
    ("form", "empty", "said"),
    [
        ("<i2", -9999, b"-9999\0"), ("<f4", -9999.9, b"-9999.9\0"), ("<f4", LEAST, b"-3.40282347e+38\0"),
        ("<f4", LEAST, None), ("<i2", -32768, None), ("<f4", np.nan, b"nan\0"), ("<u2", 65535, b"65535\0"),
    ],
)  # fmt: skip
def test_places_without_a_height_have_none(form: str, empty: float, said: bytes | None, tmp_path: Path) -> None:
    values = HILLS.copy()
    values[10:] = empty
    tags = DEGREES | ({42113: ("s", said)} if said else {})
    found = opened(written(tmp_path / "a.tif", values, form, tags=tags)).values
    assert np.array_equal(np.isnan(found), np.arange(SIDE)[:, None].repeat(SIDE, 1) >= 10)


def test_feet_become_metres(tmp_path: Path) -> None:
    keys = (1, 1, 0, 2, 1024, 0, 1, 2, 4099, 0, 1, 9002)
    found = opened(written(tmp_path / "a.tif", HILLS, tags=DEGREES | {34735: ("H", keys)}))
    assert found.values == pytest.approx(HILLS * 0.3048)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"tags": matrix(0.1, 0.02, 8, 0.02, -0.1, 47)}, "north up"),
        ({"tags": DEGREES | {277: ("H", (3,))}}, "one band"),
        ({"tags": DEGREES | {259: ("H", (5,))}, "form": "<f8"}, "64 bits packed by LZW cannot be read"),
        ({"tags": DEGREES | {259: ("H", (50000,))}}, "packed by method 50000"),
        ({"tags": DEGREES | {279: ("I", (20,))}}, "broken or cut off"),
        ({"tags": {33550: ("d", (0.0, 0.0, 0.0)), 33922: ("d", (0, 0, 0, 8, 47, 0))}}, "no size"),
        ({"tags": {33922: ("d", (0, 0, 0, 8, 47, 0, 20, 0, 0, 10, 47, 0, 0, 20, 0, 8, 45, 0, 20, 20, 0, 13, 45, 0))}},
         "tie points"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_advice(how: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match=rf"a\.tif.*{why}"):
        opened(written(tmp_path / "a.tif", HILLS, **how))


def test_a_tiff_with_too_many_heights_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.tif", HILLS)
    monkeypatch.setattr(geotiffs, "MOST_CELLS", 399)
    with pytest.raises(HexwrightError, match="400 heights; 399 are allowed"):
        opened(path)


@pytest.mark.parametrize("cut", [2, 8, 100, 1500, 1620, 1700])
def test_a_tiff_that_is_cut_off_is_refused(cut: int, tmp_path: Path) -> None:
    path = written(tmp_path / "a.tif", HILLS)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(HexwrightError, match=r"a\.tif"):
        opened(path)


def test_a_stranger_cannot_fill_the_memory_with_tags(tmp_path: Path) -> None:
    """Hundreds of tags that share one long run of bytes are neither kept nor read twice."""
    long, times = geotiffs._MOST_STRIPS, 400
    place = 8 + 2 + 12 * times
    same = [struct.pack("<HHII", geotiffs._STRIPS, 12, long, place)] * (times // 2)
    others = [struct.pack("<HHII", 40_000 + number, 12, long, place) for number in range(times - len(same))]
    path = tmp_path / "hostile.tif"
    path.write_bytes(struct.pack("<2sHIH", b"II", 42, 8, times) + b"".join(same + others) + bytes(8 * long))
    tags = geotiffs._tags(path)
    assert set(tags) == {geotiffs._ORDER, geotiffs._STRIPS}
    with pytest.raises(HexwrightError, match="broken or cut off"):
        geotiffs.heights_of(path)
