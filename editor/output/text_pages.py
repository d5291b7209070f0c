"""Texts as pages to be printed: a PDF of A4 sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize

from editor.output.export import need_application
from editor.output.pdf import pdf_painter
from editor.plain import Html, PrintedText
from engine.writing import written_whole

DPI: Final = 300
MARGIN: Final = 18.0
"""Millimetres around the text."""


def print_text(path: Path, title: str, html: Html) -> None:
    """Write rich text to a PDF file, whole or not at all. Raises HexwrightError where the file cannot be written."""
    need_application()
    margins = QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
    unit = QPageLayout.Unit.Millimeter
    layout = QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, margins, unit)
    room = layout.paintRectPixels(DPI)
    with written_whole(path) as spare, pdf_painter(spare, title, DPI, layout) as (writer, painter):
        document = PrintedText()
        document.documentLayout().setPaintDevice(writer)
        document.setHtml(html)
        document.setPageSize(QSizeF(room.size()))
        for number in range(document.pageCount()):
            if number:
                writer.newPage()
            painter.save()
            painter.translate(0, -number * room.height())
            document.drawContents(painter)
            painter.restore()
