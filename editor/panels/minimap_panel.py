"""The minimap: map and furniture small, the units as dots, and a frame round what is in view; a click goes there."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.canvas.drawing.furniture import paint_furniture, setting_of
from editor.canvas.drawing.paper import SCALE
from editor.canvas.miniature import Miniature
from editor.canvas.pieces import Piece, pieces_of_position, pieces_of_setup
from editor.canvas.tiled_map import SceneGeometry
from editor.canvas.view import MapView
from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.document.document import Document
from editor.stage.submenus import WORKSPACE_MENU
from editor.work.settings import settings

MARGIN = 6.0
HIGH = 100
"""The least height of the map, in pixels, unless it is folded."""
FOLDED = "minimap/folded"
QWIDGETSIZE_MAX = (1 << 24) - 1
"""Qt's word for no limit."""
ACTIVE = QColor("#c62828")
OTHER = QColor("#5a6470")
LATER = 150
"""Milliseconds after which a change of the map is shown: while one draws, frames of the map come first."""


class MinimapPanel(QWidget):
    """Shows a small picture of the map, drawn when there is time and again a moment after the map changed; until it is
    there, the one of the map from afar that the canvas keeps anyway. A frame only copies it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._pieces: list[Piece] = []
        self._picture = QImage()
        """The map as small as it is shown."""
        self._of: tuple[object, ...] = ()
        """What the picture was made from, and how large."""
        self._key = 0
        """The state of what it was made from."""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER)
        self._later.timeout.connect(self.update)
        self._sharp = Miniature(self)
        self._sharp.drawn.connect(self.update)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumWidth(120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Minimap")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Click or drag to go there")
        self._furniture: tuple[object, QImage] | None = None
        """The furniture as it was drawn last, with what it was drawn for."""
        desk.panes.view_changed.connect(self.update)
        desk.controls.layers.changed.connect(self.update)
        preview = desk.game
        for signal in (preview.started, preview.closed):
            signal.connect(self._units_changed)
        preview.moved.connect(lambda _number: self._units_changed())
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        desk.actions.add(
            "view.fold-minimap",
            "Fold &minimap",
            self.fold,
            menu=WORKSPACE_MENU,
            group=3,
            tip="Hide the minimap to give its space to the panel above it",
            checkable=True,
            checked=bool(settings().value(FOLDED, False, bool)),
        )
        self.fold(bool(settings().value(FOLDED, False, bool)))
        self._watch(desk.document)

    def fold(self, folded: bool) -> None:
        """Leave only the title of the panel, or show the map again."""
        settings().setValue(FOLDED, folded)
        self.setMinimumHeight(0 if folded else HIGH)
        self.setMaximumHeight(0 if folded else QWIDGETSIZE_MAX)

    def sizeHint(self) -> QSize:
        """A comfortable size for a dock."""
        return QSize(240, 190)

    def _watch(self, document: Document) -> None:
        self._furniture = None
        self._units_changed()

    def _changed(self, change: Change) -> None:
        if change.what in ("all", "map", "furniture", "scenario"):
            self._furniture = None
        if change.of_map:
            self._sharp.begin()
        if change.of_map and change.what not in ("all", "map"):
            if not self._later.isActive():
                self._later.start()
        else:
            self._units_changed()

    def _units_changed(self) -> None:
        preview, scenario = self.desk.preview, self.desk.document.scenario
        if preview.game is not None:
            position = preview.position
            self._pieces = pieces_of_position(preview.game.scenario, position.units, concealed=position.concealed)
        else:
            self._pieces = pieces_of_setup(scenario) if scenario is not None else []
        self.update()

    # -- where things are -------------------------------------------------------------------------------------

    @property
    def _geometry(self) -> SceneGeometry:
        """Where places lie on the map in front."""
        return self.desk.canvas.map_scene.geometry

    @property
    def _paper(self) -> QRectF:
        """What the minimap shows, in scene units."""
        scene = self.desk.canvas.map_scene
        return QRectF(QPointF(0, 0), QSizeF(*self._geometry.size)).united(scene.furniture.rect)

    def _frame(self) -> tuple[QPointF, float]:
        """Where the corner of the map is drawn, and pixels a scene unit."""
        paper = self._paper
        room = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        scale = max(1e-6, min(room.width() / paper.width(), room.height() / paper.height()))
        corner = room.center() - paper.center() * scale
        # At the top of a panel that is higher than it needs, as it is while a game is played.
        corner.setY(room.top() - paper.top() * scale)
        return corner, scale

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw map, units and the frame of the view."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.palette().window())
        corner, scale = self._frame()
        wide, high = self._geometry.size
        frame = QRectF(corner.x(), corner.y(), wide * scale, high * scale)
        painter.drawImage(frame, self._small_map(frame, scale))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_furniture(painter, corner, scale)
        self._paint_units(painter, corner, scale)
        active = self.desk.canvas
        for view in self.desk.panes.views:
            if view is not active:
                self._paint_seen(painter, view, corner, scale)
        self._paint_seen(painter, active, corner, scale)
        painter.end()

    def _paint_seen(self, painter: QPainter, view: MapView, corner: QPointF, scale: float) -> None:
        """A frame round what a view shows; that of the view that is worked in is the strong one."""
        seen, paper, strong = view.visible_rect, self._paper, view is self.desk.canvas
        shown = QRectF(seen.topLeft() * scale, seen.bottomRight() * scale).translated(corner)
        whole = QRectF(paper.topLeft() * scale, paper.bottomRight() * scale).translated(corner)
        shown = shown.intersected(whole.adjusted(-2, -2, 2, 2))
        # Whole pixels, filled: soft edges would take as long as the map.
        box = shown.toAlignedRect()
        painter.fillRect(box, QColor(255, 255, 255, 40 if strong else 20))
        _border(painter, box.adjusted(-1, -1, 1, 1), 4 if strong else 3, QColor(255, 255, 255, 220 if strong else 150))
        _border(painter, box, 2 if strong else 1, ACTIVE if strong else OTHER)

    def _paint_furniture(self, painter: QPainter, corner: QPointF, scale: float) -> None:
        scene, document = self.desk.canvas.map_scene, self.desk.document
        rect = scene.furniture.rect
        if rect.isEmpty():
            return
        look, ratio = scene.map_layer.look, self.devicePixelRatioF()
        hidden = look.without(document.board)
        key = (scale, ratio, look.style, hidden, document.board.look.furniture)
        if self._furniture is None or self._furniture[0] != key:
            sharp = scale * ratio
            image = QImage(
                max(1, ceil(rect.width() * sharp)),
                max(1, ceil(rect.height() * sharp)),
                QImage.Format.Format_ARGB32_Premultiplied,
            )
            image.fill(Qt.GlobalColor.transparent)
            brush = QPainter(image)
            brush.scale(sharp, sharp)
            brush.translate(-rect.topLeft())
            paint_furniture(brush, setting_of(document.board, document.scenario, look), rect, sharp)
            brush.end()
            self._furniture = key, image
        painter.setOpacity(scene.furniture.opacity())
        image = self._furniture[1]
        painter.drawImage(QRectF(corner + rect.topLeft() * scale, image.size().toSizeF() / ratio), image)
        painter.setOpacity(1.0)

    def _small_map(self, frame: QRectF, scale: float) -> QImage:
        """The map as it fills the frame; while it changes, as it was a moment ago."""
        layer, ratio = self.desk.canvas.map_scene.map_layer, self.devicePixelRatioF()
        place, small = layer.from_afar()
        size = QSize(max(1, round(frame.width() * ratio)), max(1, round(frame.height() * ratio)))
        sharp = self._sharp.picture(layer, size)
        if sharp is not None:
            return sharp
        of = (layer.art, size)
        if self._of != of or (small.cacheKey() != self._key and not self._later.isActive()):
            self._of, self._key = of, small.cacheKey()
            self._picture = QImage(size, QImage.Format.Format_RGB32)
            self._picture.fill(layer.desk)
            painter = QPainter(self._picture)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.scale(size.width() / frame.width() * scale, size.height() / frame.height() * scale)
            painter.drawImage(place, small)
            painter.end()
        return self._picture

    def _paint_units(self, painter: QPainter, corner: QPointF, scale: float) -> None:
        size = max(3.0, min(9.0, 1.1 * SCALE * scale))
        for piece in self._pieces:
            x, y = self._geometry.centre(piece.spot)
            spot = corner + QPointF(x * scale, y * scale)
            colour = QColor(piece.side.colour)
            painter.setPen(QPen(colour.darker(220), 1))
            painter.setBrush(colour)
            painter.drawRect(QRectF(spot.x() - size / 2, spot.y() - size / 2, size, size))

    # -- going there ------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move the view by a quarter of it."""
        steps = {
            Qt.Key.Key_Left: (-0.25, 0),
            Qt.Key.Key_Right: (0.25, 0),
            Qt.Key.Key_Up: (0, -0.25),
            Qt.Key.Key_Down: (0, 0.25),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        view = self.desk.canvas.visible_rect
        self.desk.canvas.centerOn(view.center() + QPointF(step[0] * view.width(), step[1] * view.height()))

    def _go(self, position: QPointF) -> None:
        corner, scale = self._frame()
        self.desk.canvas.centerOn((position - corner) / scale)


def _border(painter: QPainter, box: QRect, width: int, colour: QColor) -> None:
    """Bars of a width in pixels along the edges of a box, within it."""
    left, top, wide, high = box.x(), box.y(), box.width(), box.height()
    for x, y, across, down in (
        (left, top, wide, width),
        (left, top + high - width, wide, width),
        (left, top + width, width, high - 2 * width),
        (left + wide - width, top + width, width, high - 2 * width),
    ):
        painter.fillRect(x, y, across, down, colour)
