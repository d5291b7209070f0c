"""The palette of a table: kinds of area and of line to draw with, and the options of the tool in use."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QFrame, QScrollArea, QToolButton, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.kinds import TABLES
from editor.look.rebuilding import emptied
from editor.panels.flow import FlowLayout
from editor.panels.tool_options import ToolOptions
from editor.plain import PlainLabel, as_written
from editor.tables.drawing.swatches import swatch_image
from engine.boards.palette import Kind, Layer, Palette
from engine.tables.table import FORTIFICATIONS

TITLES = {Layer.AREA: "Areas", Layer.LINE: "Lines"}
WIDE, HIGH = 64, 40
"""Pixels of a swatch."""


class TablePalette(QWidget):
    """Offers the kinds of the palette; a click takes up a tool that draws them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._palette: Palette | None = None
        self.buttons: dict[tuple[Layer, str], QToolButton] = {}
        self.options = ToolOptions(desk)
        self._body = QWidget()
        self._list = QVBoxLayout(self._body)
        self._list.setContentsMargins(8, 4, 8, 8)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._body)
        scroll.setMinimumWidth(2 * WIDE + 60)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.options)
        layout.addWidget(scroll, 1)
        heard = desk.only(self, TABLES.key)
        heard.changed.connect(lambda _change: self._rebuild())
        heard.follow(lambda _document: self._rebuild())
        desk.settings.changed.connect(self._mark)
        desk.tools.changed.connect(self._mark)

    def sizeHint(self) -> QSize:
        return QSize(3 * (WIDE + 12) + 40, 640)

    def _rebuild(self) -> None:
        palette = self.desk.board.palette
        if palette is self._palette:
            return
        self._palette = palette
        emptied(self._list)
        self.buttons = {}
        for layer, title in TITLES.items():
            heading = PlainLabel(title)
            font = heading.font()
            font.setBold(True)
            heading.setFont(font)
            self._list.addWidget(heading)
            box = QWidget()
            flow = FlowLayout(box, 2)
            for key, kind in palette.kinds.get(layer, {}).items():
                flow.addWidget(self._button(layer, key, kind))
            self._list.addWidget(box)
        self._list.addStretch(1)
        self._mark()

    def _button(self, layer: Layer, key: str, kind: Kind) -> QToolButton:
        button = self.buttons[layer, key] = QToolButton()
        ratio, palette = self.devicePixelRatioF(), self.desk.board.palette
        picture = QPixmap.fromImage(swatch_image(palette, kind, round(WIDE * ratio), round(HIGH * ratio)))
        picture.setDevicePixelRatio(ratio)
        button.setIcon(QIcon(picture))
        button.setIconSize(QSize(WIDE, HIGH))
        button.setToolTip(as_written(f"{kind.name}. {kind.description}" if kind.description else kind.name))
        button.setAccessibleName(kind.name)
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._choose(layer, key))
        return button

    def _choose(self, layer: Layer, key: str) -> None:
        """Draw with a kind; a fortification has a tool of its own."""
        tools = self.desk.tools
        self.desk.settings.set(str(layer), key)
        tools.choose("table-wall" if key in FORTIFICATIONS else "area" if layer is Layer.AREA else "table-line")
        self._mark()

    def _mark(self, _what: str = "") -> None:
        """Show which kinds are chosen."""
        settings = self.desk.settings
        for (layer, key), button in self.buttons.items():
            button.setChecked(settings.kind(layer) == key)
