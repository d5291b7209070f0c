"""The guide in a window of its own: contents, search, back and forward, opened at the place that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, QUrl
from PySide6.QtGui import (
    QBrush,
    QDesktopServices,
    QFont,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs import guide_pages as guide
from editor.plain import as_written

ADDRESS: Final = Qt.ItemDataRole.UserRole
MARGIN: Final = 26.0
"""Pixels around the text of a page."""
SIZE: Final = QSize(980, 680)
PICTURE: Final = "\ufffc"
"""What stands for a picture in the text of a document."""
CONTENTS: Final = 250
"""Pixels of the list beside the text."""


class GuideWindow(QWidget):
    """Shows pages of the guide. ``made`` gives the Markdown of pages that are not files, by their names."""

    def __init__(self, made: dict[str, tuple[str, Callable[[], str]]], parent: QWidget | None) -> None:
        """``made``: name to title and Markdown."""
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("guide")
        self.setWindowTitle("Guide – Hexwright")
        self._made = made
        self._visited: list[str] = []
        self._at = -1
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search the guide")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._list())
        self.search.returnPressed.connect(self._first_hit)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setSpacing(1)
        self.list.setAccessibleName("Contents")
        self.list.itemClicked.connect(self._chosen)
        self.list.itemActivated.connect(self._chosen)
        self.page = GuidePage()
        self.page.anchorClicked.connect(self._follow)
        self.back = _button("◀", "Back", "Alt+Left", lambda: self._step(-1))
        self.forward = _button("▶", "Forward", "Alt+Right", lambda: self._step(1))
        self.home = _button("Contents", "The first page", "Alt+Home", lambda: self.open(guide.HOME))
        self._lay_out()
        for keys, slot in (("Ctrl+F", self._to_search), ("Esc", self.close)):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        self.resize(SIZE)
        self._list()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        for button in (self.back, self.forward, self.home):
            bar.addWidget(button)
        bar.addStretch(1)
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(bar)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(side)
        split.addWidget(self.page)
        split.setSizes([CONTENTS, SIZE.width() - CONTENTS])
        split.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(8, 8, 8, 8)
        whole.addWidget(split)

    # -- pages --------------------------------------------------------------------------------------------------

    @property
    def address(self) -> str:
        """The page and heading that are shown."""
        return self._visited[self._at] if self._visited else ""

    def open(self, address: str) -> None:
        """Show a page, at a heading where the address names one (``guide/drawing.md#stamps``), and bring it up."""
        if address != self.address:
            self._visited[self._at + 1 :] = [address]
            self._at += 1
        # Shown first: what a page looks like depends on its width.
        self.show()
        self._show()
        self.raise_()
        self.activateWindow()
        self.page.setFocus()

    def _step(self, step: int) -> None:
        if 0 <= self._at + step < len(self._visited):
            self._at += step
            self._show()

    def _show(self) -> None:
        name, _, anchor = self.address.partition("#")
        if name in self._made:
            self.page.show_page(name, self._made[name][1](), anchor)
        else:
            try:
                self.page.show_page(name, guide.text_of(name), anchor)
            except OSError as error:
                self.page.show_page(name, f"# This page is missing\n\n{error}", "")
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at < len(self._visited) - 1)
        for row in range(self.list.count()):
            if self.list.item(row).data(ADDRESS) == name:
                self.list.setCurrentRow(row)

    def _follow(self, url: QUrl) -> None:
        address = guide.linked(self.page.name, url.toString())
        if address:
            self.open(address)
        elif url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
        else:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(guide.file_of(self.page.name).parent / url.toString())))

    # -- contents and search ------------------------------------------------------------------------------------

    def _list(self) -> None:
        """All pages, or the places that have the words."""
        self.list.clear()
        words = self.search.text()
        if words.strip():
            rows = [(hit.address, f"{hit.title}\n{hit.excerpt}") for hit in guide.search(words)]
            if not rows:
                self.list.addItem("No page has all of these words.")
        else:
            rows = [(page, guide.title_of(page)) for page in guide.pages()]
            rows += [(name, title) for name, (title, _text) in self._made.items()]
        for address, text in rows:
            item = QListWidgetItem(text, self.list)
            item.setData(ADDRESS, address)

    def _chosen(self, item: QListWidgetItem) -> None:
        if item.data(ADDRESS):
            self.open(item.data(ADDRESS))

    def _first_hit(self) -> None:
        if self.list.count():
            self._chosen(self.list.item(0))

    def _to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()


class GuidePage(QTextBrowser):
    """A page of Markdown, with its pictures no wider than the window."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""
        self.setOpenLinks(False)
        self.setAccessibleName("The page")
        # With a bar at all times the width does not depend on what is shown.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text = ""
        self._wide = 0

    def show_page(self, name: str, text: str, anchor: str) -> None:
        """Show a page from its heading ``anchor`` on, or from its beginning."""
        self.name, self._text = name, text
        self._fill()
        place = self._heading(anchor) if anchor else None
        self.setTextCursor(QTextCursor(place if place is not None else self.document().begin()))
        self._go_to(place)

    def _go_to(self, block: QTextBlock | None) -> None:
        """Scroll to a block, or to the beginning."""
        top = self.document().documentLayout().blockBoundingRect(block).top() - MARGIN / 2 if block is not None else 0
        self.verticalScrollBar().setValue(round(top))

    def _fill(self) -> None:
        self._wide = self.viewport().width()
        document = self.document()
        document.setMarkdown(self._text)
        document.setDocumentMargin(MARGIN)
        line = QBrush(self.palette().mid().color())
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                _dress_table(frame, line, self.palette().alternateBase())
        block = document.begin()
        while block.isValid():
            _dress(block)
            block = block.next()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """A picture beside the page, made to fit."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        path = guide.file_of(self.name).parent / QUrl(name).toString()
        image = QImage(str(path))
        room = int(self.viewport().width() - 2 * MARGIN - 8)
        if image.width() > room > 0:
            ratio = self.devicePixelRatioF()
            image = image.scaledToWidth(
                min(image.width(), round(room * ratio)), Qt.TransformationMode.SmoothTransformation
            )
            image.setDevicePixelRatio(image.width() / room)
        return image

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pictures go with the width."""
        super().resizeEvent(event)
        if self._text and self.viewport().width() != self._wide:
            first = self.cursorForPosition(QPoint(1, round(MARGIN))).blockNumber()
            self._fill()
            self._go_to(self.document().findBlockByNumber(first) if first else None)

    def _heading(self, anchor: str) -> QTextBlock | None:
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and guide.slug(block.text()) == anchor:
                return block
            block = block.next()
        return None


def _button(text: str, tip: str, keys: str, slot: Callable[[], None]) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(as_written(f"{tip} ({keys})"))
    button.setAccessibleName(tip)
    button.setShortcut(QKeySequence(keys))
    button.clicked.connect(slot)
    return button


def _dress(block: QTextBlock) -> None:
    """Room between lines and around headings."""
    cursor, form = QTextCursor(block), QTextBlockFormat(block.blockFormat())
    level = form.headingLevel()
    if level:
        form.setTopMargin({1: 0.0, 2: 16.0}.get(level, 10.0))
        form.setBottomMargin(6.0)
    if PICTURE not in block.text():
        form.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.setBlockFormat(form)


def _dress_table(table: QTextTable, line: QBrush, head: QBrush) -> None:
    """Quiet lines, room in the cells, and the whole width for the text."""
    form = table.format()
    form.setBorder(1.0)
    form.setBorderBrush(line)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderCollapse(True)
    form.setCellPadding(5.0)
    form.setCellSpacing(0.0)
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100.0))
    table.setFormat(form)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        style = cell.format()
        style.setBackground(head)
        style.setFontWeight(QFont.Weight.Bold.value)
        cell.setFormat(style)
