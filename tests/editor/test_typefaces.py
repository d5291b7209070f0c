"""The letters of maps are the program's own: whole, loaded, and of the same width on every machine."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QImage, QPainter, QRawFont

from editor.canvas.drawing import typefaces
from editor.canvas.drawing.counters import counter_font
from editor.canvas.drawing.lettering import STYLES, label_font
from editor.canvas.drawing.symbols import draw_symbol
from editor.canvas.drawing.typefaces import FILES, draw_letters, outline, sans
from editor.commandline import cli
from editor.hexes.drawing.hex_numbers import number_font
from engine import data
from engine.spelling import scripts_lacking

pytestmark = pytest.mark.usefixtures("qapp")

MIDDLE = Qt.AlignmentFlag.AlignVCenter

WRITING = {
    "Latin": "Lundy's Lane – Łódź, Győr, České Budějovice, Straße, Ålesund, Şişli, Čačak, “Hill 203”, ½ 12° N",
    "Cyrillic": "Прохоровка, Київ, Ђорђе, Щёлково",
    "Greek": "Θερμοπύλαι, Λάρισα, Άρτα",
}


NO_FONT = """\
format: hexwright-scenario 1
system: fm
map: {palette: standard, grid: {columns: 4, rows: 3}}
sides: {a: {}, b: {}}
units:
  x: {side: a, name: "9th \ue000", type: infantry}
"""


def test_our_typefaces_are_there() -> None:
    assert set(typefaces.load()) == {typefaces.SERIF, typefaces.SANS}
    folder = data.resources() / "fonts"
    assert {path.name for path in folder.glob("*.[ot]tf")} == set(typefaces.FILES)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2_000_000


def test_each_typeface_comes_with_its_licence() -> None:
    folder = data.resources() / "fonts"
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL-SourceSerif4.txt").read_text(encoding="utf-8")
    assert "Apache License" in (folder / "Apache-RobotoCondensed.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("writing", WRITING)
@pytest.mark.parametrize("name", typefaces.FILES)
def test_letters_of_these_tongues_are_all_there(name: str, writing: str) -> None:
    raw = QRawFont(str(data.resources() / "fonts" / name), 20.0)
    assert raw.isValid()
    assert [letter for letter in WRITING[writing] if not raw.supportsCharacter(ord(letter))] == []


def test_names_numbers_and_counters_are_set_in_them() -> None:
    for style in STYLES.values():
        info = QFontInfo(label_font("medium", style))
        assert (info.family(), info.italic(), info.bold()) == (typefaces.SERIF, style.italic, style.bold)
    assert QFontInfo(number_font(0.19)).family() == typefaces.SANS
    assert QFontInfo(counter_font(20, bold=True)).family() == typefaces.SANS


def test_a_word_is_as_wide_here_as_everywhere() -> None:
    widths = {
        "place": QFontMetricsF(label_font("medium", STYLES["place"])).horizontalAdvance("Queenston"),
        "water": QFontMetricsF(label_font("large", STYLES["water"])).horizontalAdvance("Chippawa Creek"),
        "number": QFontMetricsF(number_font(0.19)).horizontalAdvance("L2306"),
        "counter": QFontMetricsF(counter_font(40, bold=True)).horizontalAdvance("25th Inf"),
    }
    assert widths == pytest.approx({"place": 139.6, "water": 284.4, "number": 29.4, "counter": 125.3}, abs=0.3)


def test_letters_grow_evenly_with_their_size() -> None:
    sizes = (16, 160)
    narrow, wide = (QFontMetricsF(typefaces.serif(size)).horizontalAdvance("Far Western Farm") for size in sizes)
    assert wide == pytest.approx(narrow * 10, rel=0.005)


def test_letters_of_symbols_do_not_hang_on_the_painter() -> None:
    pictures = []
    for pixels in (9, 40):
        image = QImage(150, 100, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        font = QFont("monospace")
        font.setPixelSize(pixels)
        painter.setFont(font)
        draw_symbol(painter, QRectF(0, 0, 150, 100), "headquarters", QColor("black"), QColor("white"))
        painter.end()
        pictures.append(image)
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(
    "align",
    [Qt.AlignmentFlag.AlignCenter, MIDDLE | Qt.AlignmentFlag.AlignLeft, MIDDLE | Qt.AlignmentFlag.AlignRight, None],
)
def test_outlines_lie_where_letters_lie(align: Qt.AlignmentFlag | None) -> None:
    where = QRectF(20, 10, 150, 60) if align is not None else QPointF(31.5, 60)
    images = []
    for outlines in (False, True):
        image = QImage(200, 90, QImage.Format.Format_Grayscale8)
        image.fill(255)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(sans(40, bold=True))
        if outlines:
            painter.fillPath(outline(where, painter.font(), "H 12g", align or MIDDLE), painter.pen().brush())
        else:
            draw_letters(painter, where, "H 12g", align or MIDDLE)
        painter.end()
        images.append(bytes(image.constBits()))
    letters, lines = images
    ink = sum(255 - value for value in letters)
    assert sum(abs(a - b) for a, b in zip(letters, lines, strict=True)) < ink / 8


def test_letters_that_no_font_has_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "m.yaml"
    text = (
        "format: hexwright-map 1\npalette: standard\ngrid: {columns: 4, rows: 3}\nnames:\n- {text: '%s', at: '0101'}\n"
    )
    file.write_text(text % "Orl\u00e9ans A\ue000B", encoding="utf-8")
    assert cli.main(["render", str(file), "-o", str(tmp_path / "m.png"), "--dpi", "20"]) == 0
    said = capsys.readouterr()
    assert said.err == "no font here has U+E000: boxes are drawn in their place\n"
    file.write_text(text % "Orl\u00e9ans", encoding="utf-8")
    assert cli.main(["render", str(file), "-o", str(tmp_path / "m.png"), "--dpi", "20", "--force"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "command", [["render", "s.yaml", "-o", "m.pdf", "--sheets", "a4"], ["counters", "s.yaml", "-o", "c.pdf"]]
)
def test_letters_that_no_font_has_are_said_of_all_that_is_printed(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(NO_FONT, encoding="utf-8")
    assert cli.main(command) == 0
    assert capsys.readouterr().err == "no font here has U+E000: boxes are drawn in their place\n"


def test_the_shipped_fonts_have_the_letters_of_the_blocks_that_are_taken_as_theirs() -> None:
    """Of each block nearly all, in one typeface or the other; and of no other block any number of letters."""
    fonts = [QRawFont(str(data.resources() / "fonts" / name), 20) for name in FILES]
    letters = [n for n in range(0x20, 0x20000) if unicodedata.category(chr(n))[0] in "LM"]
    have = {n for n in letters if any(font.supportsCharacter(n) for font in fonts)}
    theirs = {n for n in letters if not scripts_lacking(chr(n))}
    assert len(theirs & have) > 0.9 * len(theirs)
    assert len(have - theirs) < 0.02 * len(have)


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        ("Orl\u00e9ans", ()),
        ("\u041c\u043e\u0441\u043a\u0432\u0430, \u0391\u03b8\u03ae\u03bd\u03b1, H\u00e0 N\u1ed9i", ()),
        ("Kabul \u0643\u0627\u0628\u0644", ("Arabic",)),
        ("\u5317\u4eac \u1019\u1031\u102c", ("Cjk", "Myanmar")),
        ("Hill 60 \u2605", ()),
    ],
)
def test_scripts_that_the_fonts_lack_are_named(name: str, scripts: tuple[str, ...]) -> None:
    assert scripts_lacking(name) == scripts
