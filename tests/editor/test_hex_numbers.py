"""Hex numbers are the same whether they are drawn as glyphs or as text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.hex_numbers import Figures, Number, Numbers

WHOLE = QRectF(0, 0, 400, 100)


def pictured(numbers: list[Number], vector: bool, colour: str = "", grey: bool = False) -> QImage:
    """The numbers on green, at the size of a zoomed map."""
    image = QImage(800, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#80a080"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(2, 2)
    Numbers(numbers, Figures(0.25)).paint(painter, WHOLE, colour, grey, vector)
    painter.end()
    return image


def values(image: QImage) -> list[int]:
    """The green of every pixel."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return list(bytes(plain.constBits())[1::4])


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize("text", ["0102", "A17", "L2306", "12.34", "-7"])
def test_glyphs_and_text_look_alike(qtbot: QtBot, text: str, busy: bool) -> None:
    glyphs, letters = (values(pictured([(100.0, 50.0, text, busy)], vector)) for vector in (False, True))
    blank = values(pictured([], False))
    ink = sum(abs(a - b) for a, b in zip(letters, blank, strict=True))
    assert ink > 2000
    assert sum(abs(a - b) for a, b in zip(glyphs, letters, strict=True)) < 0.12 * ink


def test_busy_ground_gives_a_halo_to_its_own_numbers_only(qtbot: QtBot) -> None:
    calm, busy = pictured([(100.0, 50.0, "0102", False)], False), pictured([(100.0, 50.0, "0102", True)], False)
    assert max(values(calm)) <= 160 < 200 < max(values(busy))
    mixed = pictured([(100.0, 50.0, "0102", False), (300.0, 50.0, "0302", True)], False)
    assert max(values(mixed.copy(0, 0, 400, 200))) <= 160 < max(values(mixed.copy(400, 0, 400, 200)))


def test_letters_that_the_typeface_lacks_are_set_as_text(qtbot: QtBot) -> None:
    numbers: list[Number] = [(100.0, 50.0, "\u53171", True), (300.0, 50.0, "0302", True)]
    image = pictured(numbers, False)
    blank = values(pictured([], False))
    for half in (image.copy(0, 0, 400, 200), image.copy(400, 0, 400, 200)):
        assert values(half) != blank[: len(values(half))]
    assert values(image.copy(0, 0, 400, 200)) == values(pictured(numbers[:1], True).copy(0, 0, 400, 200))


def test_a_colour_of_ones_own_is_used(qtbot: QtBot) -> None:
    red = pictured([(100.0, 50.0, "0102", False)], False, "#c00000")
    assert min(values(red)) < 40
    assert any(red.pixelColor(x, y).red() > 150 for x in range(150, 250) for y in range(60, 110))
    assert min(values(pictured([(100.0, 50.0, "0102", False)], False, "#c00000", grey=True))) >= 0x20


def test_a_drawing_in_svg_has_its_numbers(qtbot: QtBot) -> None:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(QSize(400, 100))
    painter = QPainter(drawing)
    numbers = Numbers([(100.0, 50.0, "0102", True), (900.0, 50.0, "0902", False)], Figures(0.25))
    numbers.paint(painter, WHOLE, "", False, True)
    painter.end()
    text = bytes(data.data()).decode()
    assert "<text" not in text, "letters are outlines"
    assert text.count("<path") == 2, "a halo and the ink of one number: what cannot be seen is left out"
