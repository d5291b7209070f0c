"""Documents of Qt have the same bytes, wherever and whenever they are printed: all that the program prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import tzset
from typing import Final

import pytest
from fields import battle_map, scenario
from PySide6.QtCore import QHashSeed
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from editor.canvas.drawing.furniture import drawn_area
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.typefaces import sans, serif
from editor.output.counter_sheets import CounterSheetSetup, plan_counters, print_counters
from editor.output.exchange_pictures import DrawnPictures
from editor.output.export import MapDrawing, render
from editor.output.paper.writing import PrintedSheet, pdf_bytes
from editor.output.same_bytes import dateless
from editor.output.sheet_writer import print_sheets
from editor.output.sheets import SheetSetup, plan
from editor.output.text_pages import print_text
from editor.panels.victory_text import victory_html
from editor.tables.printing.papers import print_bases
from engine.exchange.source import ExportSource
from engine.formats import load_scenario


@pytest.fixture(autouse=True)
def elsewhere(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock of this process is right again behind each test, and Qt mixes what it keeps."""
    monkeypatch.delenv("QT_HASH_SEED", raising=False)
    yield
    monkeypatch.undo()
    tzset()


def printed() -> bytes:
    """A page in several typefaces."""

    def paint(painter: QPainter) -> None:
        for number, font in enumerate((sans(300), serif(300), sans(300, bold=True), serif(300, bold=True))):
            painter.setFont(font)
            painter.drawText(900, 900 + 600 * number, "Bladensburg")

    return pdf_bytes("A page", "a4", [PrintedSheet(paint)])


def test_a_page_is_the_same_in_every_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = []
    for zone in ("UTC", "Asia/Tokyo", "America/St_Johns"):
        monkeypatch.setenv("TZ", zone)
        tzset()
        pages.append(printed())
    assert pages[0] == pages[1] == pages[2]
    assert b"D:20000101000000Z" in pages[0]


def test_a_page_is_the_same_in_every_process() -> None:
    """A process puts typefaces in an order that hangs on a number by chance."""
    pages = set()
    for _ in range(4):
        QHashSeed.resetRandomGlobalSeed()
        pages.add(printed())
    assert len(pages) == 1


def test_what_is_made_shorter_is_still_found_at_its_place() -> None:
    head = b"%PDF-1.4\n1 0 obj\n(D:20260102030405+09'00')(D:20260102030405-03'30')\nendobj\n"
    second = b"2 0 obj\nendobj\n"
    table = b"xref\n0 3\n0000000000 65535 f \n%010d 00000 n \n%010d 00000 n \ntrailer\nstartxref\n%d\n%%%%EOF\n"
    pdf = dateless(head + second + b"\n" + table % (9, len(head), len(head + second) + 1))
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), 1):
        assert pdf[int(place) :].startswith(b"%d 0 obj" % number)
    start = re.search(rb"startxref\n(\d+)", pdf)
    assert start is not None
    assert pdf[int(start[1]) :].startswith(b"xref\n")


# -- every document that is printed -----------------------------------------------------------------------------------


def of_layers(path: Path) -> None:
    """The layers of a map, for File > Export."""
    source = ExportSource(battle_map(), (scenario(),))
    data = DrawnPictures().layer_pages(source, "classic", furniture=False, units=True, stacked=False)
    path.write_bytes(data)


def of_sheets(path: Path) -> None:
    """A map on sheets to be glued, with the index of them."""
    board = battle_map()
    area = drawn_area(board)
    print_sheets(board, scenario(), path, plan(SheetSetup(), area, lambda part: part.intersects(area)))


TABLE: Final = "teaching_table"
PRINTED: Final[dict[str, Callable[[Path], object]]] = {
    "editor/output/counter_sheets.py": lambda path: print_counters(
        scenario(), path, plan_counters(scenario(), CounterSheetSetup(12.7))
    ),
    "editor/output/exchange_pictures.py": of_layers,
    "editor/output/export.py": lambda path: render(MapDrawing(battle_map(), scenario(), Look()), path),
    "editor/output/paper/writing.py": lambda path: path.write_bytes(printed()),
    "editor/output/sheet_writer.py": of_sheets,
    "editor/output/text_pages.py": lambda path: print_text(path, "Victory", victory_html(scenario())),
    "editor/tables/printing/papers.py": lambda path: print_bases(load_scenario(TABLE), path),
}
"""What writes a document, by the module that does."""
ROOT: Final = Path(__file__).resolve().parents[2]


def test_all_documents_are_made_at_one_place() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "editor").rglob("*.py")}
    assert {name for name, text in texts.items() if re.search(r"\b(QPdfWriter|QPrinter)\(", text)} == {
        "editor/output/pdf.py"
    }
    assert {name for name, text in texts.items() if "from editor.output.pdf import" in text} == set(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_is_the_same_whenever_and_wherever(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At another place on earth, and with what Qt keeps in another order."""
    path, made = tmp_path / "some.pdf", []
    for zone in ("Asia/Tokyo", "America/St_Johns"):
        monkeypatch.setenv("TZ", zone)
        tzset()
        QHashSeed.resetRandomGlobalSeed()
        PRINTED[name](path)
        made.append(path.read_bytes())
    assert made[0] == made[1]
    assert made[0].startswith(b"%PDF")
    assert set(re.findall(rb"\(D:[^)]*\)", made[0])) == {b"(D:20000101000000Z)"}
    assert set(re.findall(rb"uuid:([0-9a-f-]+)", made[0])) <= {b"00000000-0000-0000-0000-000000000000"}
