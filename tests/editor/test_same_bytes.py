"""Documents of Qt have the same bytes, wherever and whenever they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import tzset

import pytest
from PySide6.QtCore import QHashSeed
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from editor.canvas.drawing.typefaces import sans, serif
from editor.output.paper.writing import PrintedSheet, pdf_bytes
from editor.output.same_bytes import dateless


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
