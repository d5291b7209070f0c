"""A window as small as it can be, with the real canvas, tools and controls, for tests of panels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.fittings import Fittings, fit_out
from editor.canvas.panes import Panes
from editor.canvas.view import MapView
from editor.desk.workbench import Workbench
from editor.document.document import Document
from editor.tools.manager import ToolManager
from editor.window.window import Window


class Bench:
    """A workbench with a canvas in a window of its own."""

    def __init__(self, document: Document) -> None:
        self.workbench = Workbench(document)
        self.window = QMainWindow()
        self.workbench.window = self.window
        self.panes = self.workbench.panes = Panes(self.workbench)
        self.workbench.tools = ToolManager(self.workbench)
        self.panes.target = self.workbench.tools
        self.fittings: Fittings = fit_out(self.workbench)
        self.window.setCentralWidget(self.panes)
        self.window.resize(900, 700)
        self.said: list[str] = []
        self.workbench.status_changed.connect(self.said.append)

    @property
    def canvas(self) -> MapView:
        """The view that is worked in."""
        return self.panes.active

    @property
    def document(self) -> Document:
        """The open document."""
        return self.workbench.document


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
    made.workbench.preview.close()


def forgive(window: Window) -> None:
    """Let a window close without asking."""
    for tab in window.workbench.tabs:
        tab.document._saved = dict(tab.document._revision)
        tab.preview.close()
