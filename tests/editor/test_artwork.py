"""Pictures on counters: bounded in size, pixels, time and kind, from below the scenario's folder, and read behind the
window."""

from __future__ import annotations

import os
import struct
import sys
import threading
import zlib
from pathlib import Path

import pytest
from bench import forgive
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from editor.pictures import artwork
from editor.pictures.artwork import Gallery, gallery
from editor.window.app import make_window
from engine.formats import load
from engine.formats.artwork import refusal
from engine.umpire.checks import check_loaded

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">{}</svg>'
)
SQUARE = SVG.format('<rect width="40" height="20" fill="#ff0000"/>')


@pytest.fixture(autouse=True)
def _no_pictures_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.artwork.picture_folders", list)


@pytest.fixture
def seen() -> Gallery:
    """Pictures as somebody sees them who waits."""
    return Gallery()


def png(path: Path, colour: str = "#00ff00", size: int = 20) -> Path:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


def huge(path: Path, side: int) -> Path:
    """A PNG that says it is very large, and is short."""
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")]
    chunks = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    ]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
    return path


def test_a_picture_and_a_drawing_are_shown(seen: Gallery, tmp_path: Path) -> None:
    image = seen.picture(png(tmp_path / "a.png"), str(tmp_path))
    assert image is not None
    assert image.pixelColor(5, 5) == QColor("#00ff00")
    (tmp_path / "b.svg").write_text(SQUARE, encoding="utf-8")
    drawing = seen.picture(tmp_path / "b.svg", str(tmp_path))
    assert drawing is not None
    assert (drawing.width(), drawing.height()) == (700, 350)
    assert drawing.pixelColor(300, 100) == QColor("#ff0000")


def test_large_pictures_are_kept_small(seen: Gallery, tmp_path: Path) -> None:
    image = seen.picture(png(tmp_path / "a.png", size=2000), str(tmp_path))
    assert image is not None
    assert image.width() == artwork.ART_PIXELS


def test_too_many_pixels_are_not_decoded(seen: Gallery, tmp_path: Path) -> None:
    assert seen.picture(huge(tmp_path / "a.png", 60_000), str(tmp_path)) is None


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        (SVG.format('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'), "another file"),
        (SVG.format('<image href="other.png" width="9" height="9"/>'), "another file"),
        (SVG.format('<use xlink:href="other.svg#a"/>'), "another file"),
        (SVG.format('<rect style="fill: url(other.svg#a)"/>'), "another file"),
        (SVG.format("<style>@import 'other.css';</style>"), "another file"),
        ('<?xml-stylesheet href="other.css"?>' + SQUARE, "another file"),
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SQUARE, "entities"),
        (SVG.format('<g id="a"><use xlink:href="#a"/></g>'), "shows itself"),
        (SVG.format("<g>" * 300 + "</g>" * 300), "too deep"),
        (SVG.format("<script/>"), "script"),
        ("<svg", "not a picture"),
        ("<html/>", "not a picture"),
        ("hello", "not a picture"),
    ],
)
def test_drawings_that_lead_elsewhere_are_refused(drawing: str, reason: str, seen: Gallery, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(drawing, encoding="utf-8")
    assert reason in refusal(path, str(tmp_path))
    assert seen.picture(path, str(tmp_path)) is None


def test_drawings_that_repeat_themselves_without_end_are_refused(tmp_path: Path) -> None:
    groups = [f'<g id="g{n}">' + f'<use xlink:href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 9)]
    path = tmp_path / "bomb.svg"
    path.write_text(SVG.format('<rect id="g0" width="1" height="1"/>' + "".join(groups)), encoding="utf-8")
    assert "more than 50,000 parts" in refusal(path, str(tmp_path))


def test_a_drawing_that_takes_too_long_is_given_up(
    seen: Gallery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artwork, "SECONDS", 0)
    path = tmp_path / "a.svg"
    path.write_text(SQUARE, encoding="utf-8")
    assert seen.picture(path, str(tmp_path)) is None


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_pipes_devices_and_folders_are_not_read(seen: Gallery, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    for name in ("pipe.png", "folder.png", "zero.png"):
        assert refusal(tmp_path / name, str(tmp_path)) != ""
        assert seen.picture(tmp_path / name, str(tmp_path)) is None
    assert "a pipe or a device" in refusal(tmp_path / "pipe.png", str(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_pictures_stay_below_the_folder_also_through_links(seen: Gallery, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "art").mkdir(parents=True)
    outside = png(tmp_path / "outside.png")
    (home / "link.png").symlink_to(outside)
    for path in (outside, home / ".." / "outside.png", home / "link.png"):
        assert "outside the scenario's folder" in refusal(path, str(home))
        assert seen.picture(path, str(home)) is None
    assert seen.picture(png(home / "art" / "in.png"), str(home)) is not None
    assert (
        refusal(Path("//host/share/a.png"), str(home)) == "it is on another machine; copy it to the scenario's folder"
    )


def test_a_file_under_many_names_is_decoded_once(
    seen: Gallery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    png(tmp_path / "a.png")
    (tmp_path / "x").mkdir()
    names = ["a.png", "x/../a.png", *(f"{'x/../' * times}a.png" for times in range(2, 40))]
    decoded: list[int] = []
    real = artwork.decoded
    monkeypatch.setattr(artwork, "decoded", lambda data: decoded.append(1) or real(data))
    assert all(seen.picture(tmp_path / name, str(tmp_path)) is not None for name in names)
    assert decoded == [1]


def test_the_window_does_not_wait_for_pictures(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    png(tmp_path / "foot.png", "#ff00ff")
    path = tmp_path / "made.yaml"
    path.write_text(
        "format: hexwright-scenario 1\nbase: first_steps\nname: Made\ncounters: {artwork: {infantry: foot.png}}\n",
        encoding="utf-8",
    )
    where: list[str] = []
    real = artwork.decoded

    def noted(data: bytes) -> QImage | None:
        where.append("here" if threading.current_thread() is threading.main_thread() else "behind")
        return real(data)

    monkeypatch.setattr(artwork, "decoded", noted)
    window = make_window(str(path))
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: gallery.picture(tmp_path / "foot.png", str(tmp_path)) is not None)
    assert where == ["behind"]
    layer = window.desk.controls.units.layer
    qtbot.waitUntil(lambda: any("#ff00ff" in colours(kept[1].toImage()) for kept in layer._pictures.values()))


def colours(image: QImage) -> set[str]:
    """Some of the colours of a picture."""
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}


def test_the_umpire_says_why_and_where(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG.format('<use xlink:href="b.svg#a"/>'), encoding="utf-8")
    path = tmp_path / "made.yaml"
    path.write_text(
        "format: hexwright-scenario 1\nbase: first_steps\nname: Made\ncounters: {artwork: {infantry: a.svg}}\n",
        encoding="utf-8",
    )
    (found,) = [one for one in check_loaded(load(path)) if one.code == "UNIT126"]
    assert found.message.startswith(
        "the picture of the type infantry cannot be shown: the drawing refers to another file"
    )
    assert found.place.line == 4
