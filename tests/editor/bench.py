"""A window as small as it can be, with the real canvas, tools and controls, for tests of panels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.view import MapView
from editor.document.document import Document
from editor.window.app import make_window
from editor.window.assembly import assemble
from editor.window.window import Window


class Bench:
    """A desk in a window with nothing but its canvas."""

    def __init__(self, document: Document) -> None:
        self.window = QMainWindow()
        self.desk, self.menus = assemble(document, self.window)
        self.panes = self.desk.panes
        self.window.setCentralWidget(self.panes)
        self.window.resize(900, 700)
        self.said: list[str] = []
        self.desk.status_changed.connect(self.said.append)

    @property
    def canvas(self) -> MapView:
        """The view that is worked in."""
        return self.panes.active

    @property
    def document(self) -> Document:
        """The open document."""
        return self.desk.document


@contextmanager
def at_bench(qtbot: QtBot, document: Document) -> Iterator[Bench]:
    """A bench that is shown, with the whole map on its canvas; its test game is given up at the end."""
    made = Bench(document)
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    settle()
    made.canvas.fit()
    yield made
    made.desk.preview.close()
    made.menus.close()


@contextmanager
def one_window(file: Path | None = None) -> Iterator[Window]:
    """A whole window, shown, for all tests of a file: making one takes half a second."""
    made = make_window(str(file) if file else None)
    made.show()
    settle()
    yield made
    forgive(made)
    made.close()
    made.deleteLater()


def forgive(window: Window) -> None:
    """Let a window close without asking."""
    for tab in window.desk.tabs:
        tab.document._saved = dict(tab.document._revision)
        tab.preview.close()
