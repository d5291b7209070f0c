"""PDF documents, whatever is printed: all are made here, so that the same pages give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QPageLayout, QPainter, QPdfWriter

from editor.output.same_bytes import dateless, in_one_order


@dataclass(slots=True)
class PdfPages:
    """A PDF document that is being painted."""

    writer: QPdfWriter
    """Begins each new page."""
    painter: QPainter
    """Paints on the page that was begun last."""
    data: bytes = b""
    """The document, once all its pages are painted."""


@contextmanager
def pdf_pages(title: str, dpi: int, layout: QPageLayout) -> Iterator[PdfPages]:
    """A PDF document with pages of this layout and a number of dots to an inch; the first page is begun.

    Needs a QGuiApplication. When the block ends, ``data`` has the bytes.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    with in_one_order():
        writer = QPdfWriter(buffer)
        writer.setTitle(title)
        writer.setCreator("Hexwright")
        writer.setResolution(dpi)
        writer.setPageLayout(layout)
        pages = PdfPages(writer, QPainter(writer))
        try:
            yield pages
        finally:
            pages.painter.end()
    buffer.close()
    pages.data = dateless(bytes(data.data()))


@contextmanager
def pdf_painter(path: Path, title: str, dpi: int, layout: QPageLayout) -> Iterator[tuple[QPdfWriter, QPainter]]:
    """The same as a file, with what begins pages and what paints them. Raises OSError when not all of it could be
    written."""
    with pdf_pages(title, dpi, layout) as pages:
        yield pages.writer, pages.painter
    path.write_bytes(pages.data)
