"""Hex numbers are the same whether they are drawn as glyphs or as text."""

from __future__ import annotations

import pytest
from fields import battle_map
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.hexes.dialogs.hex_numbers import HexNumbersDialog
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.hex_numbers import CAP, Figures, Number, Numbers, numbers_of
from editor.hexes.drawing.map_painter import atlas_for
from editor.hexes.drawing.place_names import label_rect
from engine.hexes.board.battlemap import Label
from engine.hexes.board.numbering import Columns, Descending, Numbering, Slant

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


def lettered(label: Label | None) -> tuple[Atlas, dict[str, QRectF]]:
    """An atlas of a small map with a name on it, and what each number of its first chunk covers."""
    board = battle_map()
    board.labels[:] = [label] if label is not None else []
    atlas = atlas_for(board, Look())
    wide = Figures(board.look.numbers.size)
    cap = CAP * board.look.numbers.size * SCALE
    names: list[QRectF] = [label_rect(one, atlas.geometry) for one in board.labels]
    placed = numbers_of(board, atlas._rounded, board.grid.hexes, (), names)
    return atlas, {text: QRectF(x - wide.width(text) / 2, y - cap, wide.width(text), cap) for x, y, text, _ in placed}


@pytest.mark.parametrize("dy", [-0.65, -0.5, 0.0])
def test_no_number_runs_through_a_name(qtbot: QtBot, dy: float) -> None:
    board = battle_map()
    at = board.grid.parse("L0303")
    label = Label("Johnson's Tavern", at, "medium", dy=dy)
    _, usual = lettered(None)
    atlas, placed = lettered(label)
    name = label_rect(label, atlas.geometry)
    in_the_way = [text for text, rect in usual.items() if rect.intersects(name)]
    assert in_the_way
    assert [text for text, rect in placed.items() if rect.intersects(name)] == []
    moved = [text for text in usual if usual[text] != placed[text]]
    assert moved == in_the_way
    for text in moved:
        assert atlas.map.grid.hex_at(placed[text].center().x() / SCALE, placed[text].center().y() / SCALE) == (
            atlas.map.grid.parse(text)
        )


def test_numbers_come_back_when_a_name_goes(qtbot: QtBot) -> None:
    board = battle_map()
    board.labels[:] = []
    atlas = atlas_for(board, Look())

    def ends() -> list[Number]:
        return [number for part in atlas.numbers(0) for number in part._placed]

    before = ends()
    board.labels.append(Label("Johnson's Tavern at the cross-roads", board.grid.parse("L0301"), "medium", dy=-0.65))
    atlas.forget_labels()
    assert ends() != before
    board.labels.clear()
    atlas.forget_labels()
    assert ends() == before


def test_numbers_are_made_to_slant_and_to_descend(qtbot: QtBot) -> None:
    old = battle_map()
    dialog = HexNumbersDialog(old, None)
    qtbot.addWidget(dialog)
    for combo, value in ((dialog.rows_as, Columns.LETTERS), (dialog.slant, Slant.UP), (dialog.counts, Descending.ROWS)):
        combo.setCurrentIndex(combo.findData(str(value)))
    dialog.prefix.setText("")
    made = dialog.made
    assert made is not None
    assert dialog.problem() == ""
    assert made.grid.spec.numbering == Numbering(rows=Columns.LETTERS, slant=Slant.UP, descending=Descending.ROWS)
    assert [made.grid.centre(h) for h in made.grid.hexes] == [old.grid.centre(h) for h in old.grid.hexes]
    shown = dialog.preview.map
    assert shown is not None
    corner = {shown.grid.offset(h): shown.grid.name(h) for h in shown.grid.hexes}
    assert corner == {place: made.grid.name(made.grid.at(*place)) for place in corner}
    dialog.letters.setCurrentIndex(dialog.letters.findData(str(Columns.LETTERS)))
    assert dialog.problem() == "A separator is needed where both columns and rows are letters."
