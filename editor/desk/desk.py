"""The desk: all that panels and menus are given."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow

from editor.controls.controls import Controls
from editor.document.document import Document
from editor.stage.stage import Stage
from editor.tools.manager import ToolManager


class Desk(Stage):
    """A stage with the controls that keep its canvas in step, and with the tools."""

    def __init__(self, document: Document, window: QMainWindow, *, blank: bool = False) -> None:
        super().__init__(document, window, blank=blank)
        self.controls = Controls(self)
        self.tools = ToolManager(self, self.controls)
        self.panes.target = self.tools
