"""The palette: what can be painted, by layer, each swatch drawn by the map's own renderer."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QMenu, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from editor.canvas.slices import go_on
from editor.desk.desk import Desk
from editor.dialogs.asking import pop_up
from editor.hexes.drawing.swatches import swatch_pixmap
from editor.hexes.panels.favourites import favourites, toggle
from editor.kinds import HEXES
from editor.look.rebuilding import emptied
from editor.panels.flow import FlowLayout
from editor.panels.tool_options import ToolOptions
from editor.plain import PlainLabel
from engine.boards.palette import Kind, Layer, Palette
from engine.errors import NameNotKnown
from engine.play.registry import system
from engine.play.system import System

TITLES: Final = {
    Layer.TERRAIN: "Terrain",
    Layer.HEXSIDE: "Hexsides",
    Layer.PATH: "Roads and streams",
    Layer.FEATURE: "Features",
}
DIGITS: Final = "1234567890"
WIDE: Final = 66
HIGH: Final = 46
NAME: Final = 18
SLICE: Final = 0.008
"""Seconds in which pictures of swatches are drawn before other events have their turn."""
UNKNOWN: Final = 0.45
"""How strongly a kind is drawn that the rules of the scenario do not know."""
WAYS: Final = {
    Qt.Key.Key_Left.value: (-1, 0),
    Qt.Key.Key_Right.value: (1, 0),
    Qt.Key.Key_Up.value: (0, -1),
    Qt.Key.Key_Down.value: (0, 1),
}
"""Where arrow keys lead among swatches."""


class SwatchDrawing(QObject):
    """Draws pictures of swatches a few at a time, so that a palette is there at once when it comes into sight."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked: list[Swatch] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._work)

    def ask(self, swatch: Swatch) -> None:
        """Draw the picture of a swatch soon."""
        if swatch not in self._asked:
            self._asked.append(swatch)
            self._timer.start(0)

    def _work(self) -> None:
        if not go_on(self._step, SLICE):
            self._timer.stop()

    def _step(self) -> bool:
        if self._asked:
            swatch = self._asked.pop(0)
            # Another palette has come meanwhile, with swatches of its own.
            if isValid(swatch):
                swatch.draw()
        return bool(self._asked)


class Swatch(QAbstractButton):
    """A kind of the palette: its picture, its name, and the number key that chooses it.

    Tab comes to one swatch of a layer; arrow keys go on from there, Enter and Space choose.
    """

    walked = Signal(int)
    """An arrow key was pressed: its key."""

    def __init__(self, palette: Palette, kind: Kind, drawing: SwatchDrawing) -> None:
        """``drawing`` draws its picture; until then it has its plain colour."""
        super().__init__()
        self._drawing = drawing
        self._picture = QPixmap()
        self.kind = kind
        self.digit = ""
        self.known = True
        """Whether the rules of the open scenario know it."""
        self._palette = palette
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(kind.name)
        self._show_tip("")

    def sizeHint(self) -> QSize:
        return QSize(WIDE + 8, HIGH + NAME + 8)

    def set_digit(self, digit: str) -> None:
        """The number key that chooses this kind now; empty for none."""
        if digit != self.digit:
            self.digit = digit
            self.update()

    def set_known(self, system: System | None) -> None:
        """Mark it where the rules system of the scenario has no rules for it."""
        known = system is None or system.knows(self.kind)
        if known != self.known:
            self.known = known
            self._show_tip("" if known or system is None else f"{system.title} has no rules for it")
            self.update()

    def _show_tip(self, remark: str) -> None:
        lines = [f"<b>{escape(self.kind.name)}</b>", escape(self.kind.description), escape(remark)]
        self.setToolTip("<br>".join(line for line in lines if line))
        self.setAccessibleDescription(remark)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value):
            self.click()
        elif key in WAYS:
            self.walked.emit(key)
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self.palette().highlight().color()
        frame = self.rect().adjusted(1, 1, -1, -1)
        if self.isChecked() or self.underMouse():
            tint = QColor(accent)
            tint.setAlpha(46 if self.isChecked() else 22)
            painter.setBrush(tint)
            painter.setPen(accent if self.isChecked() else Qt.GlobalColor.transparent)
            painter.drawRoundedRect(frame, 6, 6)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(accent, 2))
            painter.drawRoundedRect(frame, 6, 6)
        painter.setOpacity(1.0 if self.known else UNKNOWN)
        self._paint_picture(painter)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.86)
        painter.setFont(font)
        painter.setPen(self.palette().windowText().color())
        name = QFontMetrics(font).elidedText(self.kind.name, Qt.TextElideMode.ElideRight, WIDE + 4)
        painter.drawText(2, HIGH + 4, WIDE + 4, NAME, Qt.AlignmentFlag.AlignCenter, name)
        painter.setOpacity(1.0)
        if not self.known:
            painter.setPen(QPen(self.palette().placeholderText().color(), 2))
            painter.drawLine(WIDE - 8, 10, WIDE, 18)
            painter.drawLine(WIDE - 8, 18, WIDE, 10)
        if self.digit:
            self._paint_digit(painter)

    def _paint_picture(self, painter: QPainter) -> None:
        if self._picture.isNull() or self._picture.devicePixelRatioF() != self.devicePixelRatioF():
            self._drawing.ask(self)
        if not self._picture.isNull():
            painter.drawPixmap(4, 4, self._picture)
            return
        painter.setPen(QPen(QColor(0, 0, 0, 70)))
        painter.setBrush(QColor(self.kind.colour))
        painter.drawRoundedRect(4, 4, WIDE, HIGH, 4, 4)

    def draw(self) -> None:
        """Draw the picture of the kind."""
        self._picture = swatch_pixmap(self._palette, self.kind, WIDE, HIGH, self.devicePixelRatioF())
        self.update()

    def _paint_digit(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 255, 255, 225))
        painter.drawRoundedRect(7, 7, 13, 14, 3, 3)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor("#3a4450"))
        painter.drawText(7, 7, 13, 14, Qt.AlignmentFlag.AlignCenter, self.digit)


class PalettePanel(QWidget):
    """The tool's options on top, then swatches by layer. Choosing a kind chooses the tool that paints it.

    The number keys choose among the kinds of the layer in use.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._palette: Palette | None = None
        self._known_for: tuple[str, Palette | None] = ("", None)
        """The rules system and the palette that the marks are for."""
        self._swatches: dict[Layer, dict[str, Swatch]] = {}
        self._heads: dict[Layer, QLabel] = {}
        """The heading over each layer's swatches."""
        self.favourites: dict[tuple[Layer, str], Swatch] = {}
        """The swatches at the top, by layer and key: the kinds that were made favourites."""
        self._drawing = SwatchDrawing(self)
        self.options = ToolOptions(desk)
        self._body = QWidget()
        self._list = QVBoxLayout(self._body)
        self._list.setContentsMargins(8, 4, 8, 8)
        self._list.setSpacing(4)
        self._scroll = scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.options)
        layout.addWidget(scroll, 1)
        scroll.setMinimumWidth(WIDE * 2 + 60)
        for i, digit in enumerate(DIGITS):
            shortcut = QShortcut(QKeySequence(digit), desk.window)
            shortcut.activated.connect(lambda i=i: self.choose_number(i))
        heard = desk.only(self, HEXES.key)
        heard.changed.connect(self._on_change)
        desk.settings.changed.connect(self._mark)
        desk.tools.changed.connect(self._mark)
        desk.tools.changed.connect(lambda _key: self._bring_into_view())
        heard.follow(self._on_document)

    def sizeHint(self) -> QSize:
        return QSize(3 * (WIDE + 12) + 40, 640)

    # -- building -----------------------------------------------------------------------------------------------

    def _on_document(self, _document: object = None) -> None:
        self._rebuild()

    def showEvent(self, event: QShowEvent) -> None:
        """It is looked at now."""
        super().showEvent(event)
        self._mark_known()

    def _rebuild(self) -> None:
        palette = self.desk.document.battle_map.palette
        if palette is self._palette:
            self._mark_known()
            return
        self._palette, self._known_for = palette, ("", None)
        emptied(self._list)
        self._swatches, self._heads = {}, {}
        self._list.addWidget(self._favourites_section(palette))
        for layer, title in TITLES.items():
            if palette.kinds.get(layer):
                self._heads[layer] = _heading(title)
                self._list.addWidget(self._heads[layer])
                self._list.addWidget(self._section(palette, layer))
        self._list.addStretch(1)
        self._mark()
        self._mark_known()

    def _mark_known(self) -> None:
        """Mark the kinds that the rules of the open scenario do not know, if the panel is visible."""
        if not self.isVisible():
            return
        scenario = self.desk.document.scenario
        name = scenario.system if scenario is not None else ""
        if (name, self._palette) == self._known_for:
            return
        self._known_for = name, self._palette
        try:
            rules = system(name) if name else None
        except NameNotKnown:
            rules = None
        of_layers = (swatch for swatches in self._swatches.values() for swatch in swatches.values())
        for swatch in (*of_layers, *self.favourites.values()):
            swatch.set_known(rules)

    def _favourites_section(self, palette: Palette) -> QWidget:
        """The favourites under their heading; nothing where there are none."""
        self._favourites_box = QWidget()
        column = QVBoxLayout(self._favourites_box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._fill_favourites(palette)
        return self._favourites_box

    def _fill_favourites(self, palette: Palette) -> None:
        column = self._favourites_box.layout()
        assert column is not None
        emptied(column)
        self.favourites = {}
        box = QWidget()
        flow = FlowLayout(box, 2)
        for layer, key in favourites(palette):
            swatch = self.favourites[layer, key] = self._swatch(palette, layer, key)
            swatch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            flow.addWidget(swatch)
        for widget in (_heading("Favourites"), box) if self.favourites else ():
            column.addWidget(widget)
            widget.show()
        self._favourites_box.setVisible(bool(self.favourites))

    def _swatch(self, palette: Palette, layer: Layer, key: str) -> Swatch:
        swatch = Swatch(palette, palette.kinds[layer][key], self._drawing)
        swatch.clicked.connect(lambda _checked: self._choose(layer, key))
        swatch.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        swatch.customContextMenuRequested.connect(lambda where: self._offer(swatch, layer, key, where))
        return swatch

    def _offer(self, swatch: Swatch, layer: Layer, key: str, where: QPoint) -> None:
        """The menu of a swatch."""
        menu = QMenu(self)
        text = "Remove from favourites" if (layer, key) in self.favourites else "Add to favourites"
        menu.addAction(text).triggered.connect(lambda _on=False: self.toggle_favourite(layer, key))
        pop_up(menu, swatch.mapToGlobal(where))

    def toggle_favourite(self, layer: Layer, key: str) -> None:
        """Make a kind a favourite, or no longer."""
        if self._palette is None:
            return
        toggle(layer, key)
        self._fill_favourites(self._palette)
        self._known_for = "", None
        self._mark()
        self._mark_known()

    def _section(self, palette: Palette, layer: Layer) -> QWidget:
        box = QWidget()
        flow = FlowLayout(box, 2)
        self._swatches[layer] = {}
        for key in palette.kinds[layer]:
            swatch = self._swatch(palette, layer, key)
            swatch.walked.connect(lambda way, layer=layer, key=key: self._walk(layer, key, way))
            self._swatches[layer][key] = swatch
            flow.addWidget(swatch)
        return box

    def _on_change(self, change: object) -> None:
        if self.desk.document.battle_map.palette is not self._palette:
            self._rebuild()
        else:
            self._mark_known()

    # -- choosing -----------------------------------------------------------------------------------------------

    @property
    def layer(self) -> Layer:
        """The layer whose kinds the number keys choose among: that of the tool in use."""
        tools = self.desk.tools
        used = tools.tool.layer
        return Layer(used) if used in set(Layer) else Layer.TERRAIN

    def swatch(self, layer: Layer, key: str) -> Swatch:
        """The swatch of a kind."""
        return self._swatches[layer][key]

    def choose_number(self, i: int) -> None:
        """Choose the kind of a number key."""
        keys = list(self._swatches.get(self.layer, {}))
        if i < len(keys):
            self._choose(self.layer, keys[i])

    def _walk(self, layer: Layer, key: str, way: int) -> None:
        """Go from a swatch to the nearest one that way."""
        here = self._swatches[layer][key].geometry().center()
        dx, dy = WAYS[way]
        found: list[tuple[int, Swatch]] = []
        for other in self._swatches[layer].values():
            gap = other.geometry().center() - here
            along, across = gap.x() * dx + gap.y() * dy, abs(gap.x() * dy) + abs(gap.y() * dx)
            if along > 0:
                found.append((along + 3 * across, other))
        if found:
            nearest = min(found, key=lambda one: one[0])[1]
            self._put_in_tab_order(layer, nearest)
            nearest.setFocus(Qt.FocusReason.TabFocusReason)
            self._scroll.ensureWidgetVisible(nearest)

    def _bring_into_view(self) -> None:
        """Scroll to the heading of the chosen tool's kinds, or as near as keeps the swatch in use visible.

        If that swatch is visible already, nothing moves.
        """
        layer = self.layer
        swatches = self._swatches.get(layer, {})
        if self.desk.tools.tool.layer != layer or not swatches:
            return
        self._body.adjustSize()
        chosen = swatches.get(self.desk.settings.kind(layer)) or next(iter(swatches.values()))
        bar, high = self._scroll.verticalScrollBar(), self._scroll.viewport().height()
        top = chosen.mapTo(self._body, QPoint(0, 0)).y()
        if not bar.value() <= top <= bar.value() + high - chosen.height():
            bar.setValue(max(self._heads[layer].y(), top + chosen.height() - high))

    def _put_in_tab_order(self, layer: Layer, chosen: Swatch) -> None:
        for swatch in self._swatches[layer].values():
            swatch.setFocusPolicy(Qt.FocusPolicy.TabFocus if swatch is chosen else Qt.FocusPolicy.NoFocus)

    def _choose(self, layer: Layer, key: str) -> None:
        self.desk.tools.paint_with(layer, key)
        self._mark()

    def _mark(self, _what: str = "") -> None:
        """Show which kinds are chosen, and which number keys choose what."""
        settings, active = self.desk.settings, self.layer
        for layer, swatches in self._swatches.items():
            chosen = swatches.get(settings.kind(layer)) or next(iter(swatches.values()))
            if not any(swatch.hasFocus() for swatch in swatches.values()):
                self._put_in_tab_order(layer, chosen)
            for i, (key, swatch) in enumerate(swatches.items()):
                swatch.setChecked(key == settings.kind(layer) and layer is active)
                swatch.set_digit(DIGITS[i] if layer is active and i < len(DIGITS) else "")
        for (layer, key), swatch in self.favourites.items():
            swatch.setChecked(key == settings.kind(layer) and layer is active)


def _heading(text: str) -> QLabel:
    label = PlainLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    label.setContentsMargins(2, 8, 0, 0)
    return label
