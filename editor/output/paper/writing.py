"""Documents and bundles as files: PDF, web page or Markdown, written whole or not at all, the same bytes each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter

from editor.output.apart import Tell, tell_nobody
from editor.output.exchange_pictures import png
from editor.output.export import need_application
from editor.output.paper.figures import figure_slab
from editor.output.paper.measures import DPI, MM
from editor.output.paper.pages import PaperPages
from editor.output.paper.pictures import PagePictures
from editor.output.pdf import pdf_pages
from engine.boards.palette import Kind
from engine.errors import HexwrightError
from engine.paper.html import page as html_page
from engine.paper.markdown import markdown
from engine.paper.model import CounterFigure, PaperDocument
from engine.writing import write_together

SIZES: Final = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
ENDINGS: Final = (".pdf", ".html", ".md")
FIGURE_WIDE: Final = 150 * MM
FIGURE_DPI: Final = 120


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A page of a PDF file."""

    paint: Callable[[QPainter], None]
    """Paints it; the painter's unit is a dot of 1/1200 inch, from the corner of the paper."""
    landscape: bool = False


def sheets_of(pages: PaperPages) -> list[PrintedSheet]:
    """The pages of a document."""
    return [PrintedSheet(_painting(pages, number)) for number in range(len(pages))]


def _painting(pages: PaperPages, number: int) -> Callable[[QPainter], None]:
    return lambda painter: pages.paint(painter, number)


def pdf_bytes(title: str, paper: str, sheets: Sequence[PrintedSheet], tell: Tell = tell_nobody) -> bytes:
    """A PDF document of some pages."""
    need_application()
    first = sheets[0].landscape if sheets else False
    layout = QPageLayout(QPageSize(SIZES[paper]), _turned(first), QMarginsF())
    layout.setMode(QPageLayout.Mode.FullPageMode)
    with pdf_pages(title, DPI, layout) as pages:
        for number, sheet in enumerate(sheets):
            tell(number / len(sheets))
            if number:
                pages.writer.setPageOrientation(_turned(sheet.landscape))
                pages.writer.newPage()
            pages.painter.resetTransform()
            pages.painter.setClipping(False)
            pages.painter.save()
            sheet.paint(pages.painter)
            pages.painter.restore()
    tell(1.0)
    return pages.data


def _turned(landscape: bool) -> QPageLayout.Orientation:
    return QPageLayout.Orientation.Landscape if landscape else QPageLayout.Orientation.Portrait


def document_bytes(documents: Sequence[PaperDocument], ending: str, paper: str = "a4", folder: str = "") -> bytes:
    """Documents, one after another, as a file with an ending.

    ``folder`` is where pictures on counters are looked up. Raises HexwrightError for another ending.
    """
    title = f"{documents[0].title}: {documents[0].subtitle.lower()}"
    if ending == ".pdf":
        sheets = [sheet for one in documents for sheet in sheets_of(PaperPages(one, paper, folder))]
        return pdf_bytes(title, paper, sheets)
    if ending == ".html":
        text = "\n".join(html_page(one, HtmlImages(one, folder)) for one in documents)
    elif ending == ".md":
        text = "\n".join(map(markdown, documents))
    else:
        raise HexwrightError(f"a document ends in {', '.join(ENDINGS)}, not {ending or 'nothing'!r}")
    return text.encode("utf-8", "replace")


def write_document(document: PaperDocument, path: Path, paper: str = "a4", folder: str = "") -> None:
    """Write a document in the form that the ending of a path says; see `document_bytes`. Raises HexwrightError where it
    cannot be written."""
    write_together({path: document_bytes([document], path.suffix.lower(), paper, folder)})


class HtmlImages:
    """The pictures of a web page; fulfils `engine.paper.html.PageImages`."""

    def __init__(self, document: PaperDocument, folder: str = "") -> None:
        self.pictures = PagePictures(document, folder)

    def sample(self, kind: Kind) -> bytes:
        """A sample of terrain."""
        return png(self.pictures.sample(kind))

    def figure(self, figure: CounterFigure) -> bytes:
        """A counter with its call-outs."""
        slab = figure_slab(figure, self.pictures)
        scale = FIGURE_DPI / DPI
        image = QImage(round(FIGURE_WIDE * scale), round(slab.height * scale), QImage.Format.Format_RGB32)
        image.fill(0xFFFFFDF8)
        painter = QPainter(image)
        painter.scale(scale, scale)
        slab.paint(painter, 0, 0, FIGURE_WIDE)
        painter.end()
        return png(image)
