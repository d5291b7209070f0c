"""The palette: what can be painted, by layer, each swatch drawn by the map's own renderer."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from editor.workbench import Workbench


class PalettePanel(QWidget):
    """Swatches of the palette's kinds."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self.workbench = workbench
