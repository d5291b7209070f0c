"""The dialog that prints a rulebook, player aids or set-up cards, with the pages as they will be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from editor.dialogs.forms import FormDialog, form
from editor.dialogs.picture_parts import FileField, beside_preview
from editor.dialogs.texts import sentence
from editor.output.paper.pages import PaperPages
from editor.output.sheets import PAPERS
from editor.plain import PlainLabel
from engine.errors import HexwrightError
from engine.paper.model import PaperDocument
from engine.plural import counted

ENDINGS: Final = (".pdf", ".html", ".md")
KINDS: Final = "PDF to print (*.pdf);;Web page (*.html);;Markdown text (*.md)"


class PaperPreview(QWidget):
    """A page as it will be printed."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[tuple[PaperPages, int]] = []
        """Each page, with the document that it is of."""
        self.number = 0
        self.setMinimumSize(QSize(300, 400))
        self.setAccessibleName("The pages as they will be printed")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the paper and what is on it."""
        if self.number >= len(self.pages):
            return
        pages, number = self.pages[self.number]
        wide, high = pages.size.width, pages.size.height
        scale = min((self.width() - 8) / wide, (self.height() - 8) / high)
        painter = QPainter(self)
        painter.translate((self.width() - wide * scale) / 2, (self.height() - high * scale) / 2)
        painter.scale(scale, scale)
        painter.fillRect(QRectF(0, 0, wide, high), Qt.GlobalColor.white)
        painter.setClipRect(QRectF(0, 0, wide, high))
        pages.paint(painter, number)
        painter.end()


class PrintPaperDialog(FormDialog):
    """Asks for paper and file; `paper` and ``file.path`` are the answer."""

    def __init__(
        self,
        title: str,
        documents: Sequence[PaperDocument],
        paper: str,
        file: Path,
        folder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, parent, accept_text="&Print to file")
        self.documents, self.folder = documents, folder
        self._why = ""
        self.papers = QComboBox()
        for key, (name, _, _) in PAPERS.items():
            self.papers.addItem(name, key)
        self.papers.setCurrentIndex(max(0, self.papers.findData(paper)))
        several = len(documents) > 1
        self.file = FileField(file, KINDS.partition(";;")[0] if several else KINDS, self.check)
        self.endings = ENDINGS[:1] if several else ENDINGS
        self.facts = PlainLabel()
        self.facts.setWordWrap(True)
        self.page = QComboBox()
        self.page.setAccessibleName("The page shown")
        self.preview = PaperPreview()
        self._lay_out()
        self.papers.currentIndexChanged.connect(lambda _index: self._set_pages())
        self.page.currentIndexChanged.connect(self._show_page)
        self.resize(860, 620)
        self._set_pages()

    @property
    def paper(self) -> str:
        """The paper that was chosen."""
        return str(self.papers.currentData())

    def problem(self) -> str:
        """Why nothing can be printed like this."""
        return self._why or self.file.problem(self.endings)

    def _set_pages(self) -> None:
        """Lay the pages out again, and show them."""
        self.preview.pages, self._why = [], ""
        try:
            for document in self.documents:
                pages = PaperPages(document, self.paper, self.folder)
                self.preview.pages += [(pages, number) for number in range(len(pages))]
        except HexwrightError as error:
            self._why = f"{sentence(str(error))}."
        count = len(self.preview.pages)
        self.facts.setText(f"{counted(count, 'page')} of {PAPERS[self.paper][0]}")
        if self.page.count() != count:
            self.page.clear()
            self.page.addItems([f"Page {number} of {count}" for number in range(1, count + 1)])
        self.preview.update()
        self.check()

    def _show_page(self, number: int) -> None:
        self.preview.number = max(0, number)
        self.preview.update()

    def _lay_out(self) -> None:
        layout = form()
        layout.addRow("Pa&per", self.papers)
        layout.addRow("&File", self.file)
        self.body.addLayout(beside_preview(layout, self.facts, self.page, self.preview), 1)
