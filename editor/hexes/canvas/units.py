"""The units on the map: counters in their hexes, stacks fanned out with a count, entry hexes flagged by turn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from html import escape
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QDrag, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsSceneDragDropEvent,
    QGraphicsSceneHoverEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from editor.canvas.drawing.counters import (
    COUNT_AT,
    LARGE_PIXELS,
    SYMBOL_PIXELS,
    appearance,
    counter_pixmap,
    draw_count,
    draw_counter,
    draw_unknown,
)
from editor.canvas.drawing.paper import SCALE
from editor.canvas.drawing.stacks import COUNT, COUNTER, SHOWN, fan
from editor.canvas.group_markers import GroupMarker, draw_groups
from editor.canvas.markers import draw_markers, said_of_mark
from editor.canvas.overlay import Z_UNITS
from editor.canvas.pieces import Piece, describe
from editor.canvas.units_layer import UnitsOnMap
from editor.canvas.units_mime import MIME, pack, unpack
from editor.document.document import Document
from editor.hexes.canvas.pennants import paint_pennants
from editor.hexes.drawing.geometry import Geometry
from editor.pictures.artwork import gallery
from editor.plain import Html
from engine.hexes.board.grid import NOWHERE, Grid
from engine.play.display import Mark
from engine.scenario import Scenario

MARKERS: Final = QPointF(-0.42 * SCALE, 0.62 * SCALE)
"""Where the first marker of a hex lies from its centre: below its counters."""
BANK: Final = 0.4
"""How far from the centre of its hex a counter on a hexside lies, of the way to the centre of the next hex."""
KEEP: Final = 1500
"""Pictures of counters kept."""
KEEP_KNOWN: Final = 20_000
"""Counters of which it is kept what tells them from others."""


class UnitsLayer(UnitsOnMap):
    """Draws all units on a map of hexes, and lets them be picked up, moved and dropped."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._geometry = Geometry(grid)
        self.stacks: dict[int, list[Piece]] = {}
        self.entries: dict[int, list[tuple[int, QColor]]] = {}
        self.columns: Mapping[int, list[GroupMarker]] = {}
        self.marks: Mapping[int, list[Mark]] = {}
        self._played: Scenario | None = None
        """Whose markers they are."""
        self.selected: frozenset[str] = frozenset()
        self.lifted: frozenset[str] = frozenset()
        """Units being dragged: drawn pale in their hex."""
        self.waiting: frozenset[str] = frozenset()
        """Units whose hexes were cut and wait to be set down: drawn pale too."""
        self._pictures: dict[object, tuple[Piece, QPixmap]] = {}
        self._appearances: dict[object, tuple[Piece, Hashable]] = {}
        self._pressed: Piece | None = None
        self._over = NOWHERE
        self._ghost: QPointF | None = None
        """Where the carried unit is held, in the scene."""
        self.setAcceptDrops(True)
        self.setAcceptHoverEvents(True)
        self.setZValue(Z_UNITS)
        self.setAcceptedMouseButtons(Qt.MouseButton.LeftButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    # -- what is shown ----------------------------------------------------------------------------------------

    def renew(self, document: Document) -> None:
        self.prepareGeometryChange()
        self._geometry = Geometry(document.battle_map.grid)
        self.set_pieces(())
        self.set_columns({})
        self.set_marks({}, None)
        self.set_entries({})

    def set_pieces(self, pieces: Iterable[Piece]) -> None:
        """Show these units and no others."""
        stacks: dict[int, list[Piece]] = {}
        for piece in pieces:
            stacks.setdefault(piece.hex, []).append(piece)
        changed = [h for h in stacks.keys() | self.stacks.keys() if stacks.get(h) != self.stacks.get(h)]
        self.stacks = stacks
        for h in changed:
            self.update(self.hex_rect(h))

    def set_entries(self, entries: Mapping[int, list[tuple[int, QColor]]]) -> None:
        """Flag entry hexes: for each the turns and colours of those who enter there."""
        for h in self.entries.keys() | entries.keys():
            self.update(self.hex_rect(h))
        self.entries = dict(entries)

    def set_columns(self, columns: Mapping[int, list[GroupMarker]]) -> None:
        """Show these columns, by hex, and no others."""
        for h in self.columns.keys() | columns.keys():
            self.update(self.hex_rect(h))
        self.columns = dict(columns)

    def set_marks(self, marks: Mapping[int, list[Mark]], scenario: Scenario | None) -> None:
        """Show these markers of a game of a scenario, by hex, and no others."""
        for h in self.marks.keys() | marks.keys():
            self.update(self.hex_rect(h))
        self.marks, self._played = dict(marks), scenario

    def select(self, units: Iterable[str]) -> None:
        """Frame these units, and lay them on top of their stacks."""
        chosen = frozenset(units)
        changed = chosen ^ self.selected
        if changed:
            self.selected = chosen
            for h in {piece.hex for stack in self.stacks.values() for piece in stack if piece.unit.key in changed}:
                self.update(self.hex_rect(h))

    def lift(self, units: Iterable[str]) -> None:
        """Draw these units pale, while they are dragged."""
        self.lifted = frozenset(units)
        self.update()

    def set_waiting(self, units: Iterable[str]) -> None:
        """Draw these units pale, as their ground is cut."""
        waiting = frozenset(units)
        if waiting != self.waiting:
            self.waiting = waiting
            self.update()

    def find(self, unit: str | None) -> Piece | None:
        """A unit's piece, or None when it is not on the map."""
        return next((piece for stack in self.stacks.values() for piece in stack if piece.unit.key == unit), None)

    def standing_at(self, spot: int) -> list[Piece]:
        return list(self.stacks.get(spot, ()))

    # -- where things lie -------------------------------------------------------------------------------------

    def hex_rect(self, h: int) -> QRectF:
        """A hex and what its stack covers of its neighbours."""
        x, y = self._geometry.centre(h)
        return QRectF(x - SCALE * 1.3, y - SCALE * 1.3, SCALE * 2.6, SCALE * 2.6)

    def layout(self, h: int) -> list[tuple[Piece, QRectF]]:
        """The counters of a hex that are drawn, bottom first, each with its place."""
        return [laid for group in self._groups(h) for laid in self._laid(h, group)]

    def _groups(self, h: int) -> list[list[Piece]]:
        """The stacks of a hex: that in its middle, then those on its hexsides, each with who is aboard beneath."""
        found: dict[int, list[Piece]] = {NOWHERE: []}
        for piece in self.stacks.get(h, []):
            found.setdefault(piece.along, []).append(piece)
        for along, group in found.items():
            if along != NOWHERE:
                group.sort(key=lambda piece: not piece.aboard)
        return [group for group in found.values() if group]

    def _laid(self, h: int, group: list[Piece]) -> list[tuple[Piece, QRectF]]:
        """The counters of one stack of a hex, bottom first, each with its place."""
        if self.selected:
            group = sorted(group, key=lambda piece: piece.unit.key in self.selected)
        shown = group[-SHOWN:]
        return list(zip(shown, fan(*self._spot(h, group[0].along), len(shown)), strict=True))

    def _spot(self, h: int, along: int) -> tuple[float, float]:
        """Where a stack lies: in the middle of its hex, or on a hexside, a little towards its hex."""
        x, y = self._geometry.centre(h)
        if along == NOWHERE:
            return x, y
        across = next((n for n in self._geometry.grid.side_hexes(along) if n not in (h, NOWHERE)), h)
        ax, ay = self._geometry.centre(across)
        return x + (ax - x) * BANK, y + (ay - y) * BANK

    def piece_at(self, point: QPointF) -> Piece | None:
        """The topmost unit under a point of the scene."""
        grid = self._geometry.grid
        h = self.hex_at(point)
        near = (h, *(grid.neighbours[h] if h != NOWHERE else ()))
        for candidate in near:
            for piece, rect in reversed(self.layout(candidate)):
                if rect.contains(point):
                    return piece
        return None

    def stack_counted_at(self, point: QPointF) -> int | None:
        h, grid = self.hex_at(point), self._geometry.grid
        for near in (h, *(grid.neighbours[h] if h != NOWHERE else ())):
            for group in self._groups(near):
                if len(group) < 2 or any(piece.unknown for piece in group):
                    continue
                away = self._laid(near, group)[-1][1].topRight() + COUNT_AT - point
                if away.x() ** 2 + away.y() ** 2 <= (COUNT / 2) ** 2:
                    return near
        return None

    def hex_at(self, point: QPointF) -> int:
        """The hex under a point of the scene, or NOWHERE."""
        return self._geometry.grid.hex_at(point.x() / SCALE, point.y() / SCALE)

    # -- being moved ------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Pick the unit under the pointer; where there is none the press is the tool's."""
        piece = self.piece_at(event.scenePos())
        if piece is None or piece.unknown:
            event.ignore()
            return
        event.accept()
        if event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier):
            self.added.emit(piece.unit.key)
            return
        self._pressed = piece
        # One of several that are selected may be carried with the others; only its release picks it alone.
        if not self._held_together():
            self.picked.emit(piece.unit.key)

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Carry the picked unit along; beyond the map's window it goes on as a drag to the panels."""
        if self._pressed is None or self.fixed:
            return
        moved = event.screenPos() - event.buttonDownScreenPos(Qt.MouseButton.LeftButton)
        if not self.lifted and moved.manhattanLength() < QApplication.startDragDistance():
            return
        if not self.lifted:
            self.lift(self._held_together() or [self._pressed.unit.key])
        widget = event.widget()
        inside = widget is None or widget.rect().contains(widget.mapFromGlobal(event.screenPos()))
        self._carry(self.hex_at(event.scenePos()))
        self._hold(event.scenePos())
        if not inside and widget is not None:
            self._drag_out(widget, self._pressed)

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Let the carried unit go."""
        piece, lifted, together = self._pressed, self.lifted, self._held_together()
        self._let_go()
        h = self.hex_at(event.scenePos())
        if piece is None:
            return
        if not lifted:
            if together:
                self.picked.emit(piece.unit.key)
        elif h not in (NOWHERE, piece.hex):
            if together:
                self.moved.emit(together, piece.hex, h)
            else:
                self.dropped.emit([piece.unit.key], h)

    def _held_together(self) -> list[str]:
        """The selected units on the map when the pressed one is among several of them."""
        here = [piece.unit.key for stack in self.stacks.values() for piece in stack if piece.unit.key in self.selected]
        return here if self._pressed is not None and self._pressed.unit.key in here and len(here) > 1 else []

    def mouseDoubleClickEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Open the unit under the pointer."""
        piece = self.piece_at(event.scenePos())
        if piece is None or piece.unknown:
            event.ignore()
            return
        self._let_go()
        self.opened.emit(piece.unit.key)

    def _drag_out(self, widget: QWidget, piece: Piece) -> None:
        units = self._held_together() or [piece.unit.key]
        self._let_go()
        drag = QDrag(widget)
        drag.setMimeData(pack(units))
        drag.setPixmap(counter_pixmap(piece.unit, piece.side, 44, steps=piece.steps, look=piece.look))
        drag.setHotSpot(drag.pixmap().rect().center())
        drag.exec(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction)

    def cancel(self) -> None:
        """Put a carried unit back where it was."""
        self._let_go()

    def _hold(self, point: QPointF | None) -> None:
        """Draw the carried unit under the pointer, or no longer."""
        for spot in (self._ghost, point):
            if spot is not None:
                self.update(QRectF(spot.x() - COUNTER, spot.y() - COUNTER, 2 * COUNTER, 2 * COUNTER))
        self._ghost = point

    def _let_go(self) -> None:
        self._hold(None)
        self._pressed = None
        if self.lifted:
            self.lift(())
        self._carry(NOWHERE)

    def _carry(self, h: int) -> None:
        if h != self._over:
            self._over = h
            self.carried.emit(h if h != NOWHERE else None)

    def dragEnterEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Take units that are dragged in from a panel."""
        event.setAccepted(not self.fixed and event.mimeData().hasFormat(MIME))

    def dragMoveEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Show where they would stand."""
        h = self.hex_at(event.scenePos())
        event.setAccepted(h != NOWHERE)
        self._carry(h)

    def dragLeaveEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Units that were dragged here from outside are dragged away: remove the mark."""
        self._carry(NOWHERE)

    def dropEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Units dropped here from a panel."""
        self._carry(NOWHERE)
        h = self.hex_at(event.scenePos())
        units = unpack(event.mimeData())
        if units and h != NOWHERE:
            event.acceptProposedAction()
            self.dropped.emit(units, h)

    def hoverEnterEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """As for every move after."""
        self.hoverMoveEvent(event)

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Have the tooltip of the unit under the pointer ready."""
        piece = self.piece_at(event.scenePos())
        self.setToolTip(self._tip(piece) if piece is not None else "")

    def _tip(self, piece: Piece) -> Html:
        grid = self._geometry.grid
        stack = self.stacks.get(piece.hex, [])
        tip = describe(piece, grid.name(piece.hex))
        others = [escape(other.unit.called) for other in stack if other is not piece]
        tip += f"<hr>In the same hex: {', '.join(others)}" if others else ""
        scenario, marks = self._played, self.marks.get(piece.hex, ())
        lying = [escape(said_of_mark(mark, scenario)) for mark in marks] if scenario is not None else []
        loads = "<br>".join([*(escape(column.said()) for column in self.columns.get(piece.hex, ())), *lying])
        return tip + (f"<hr>{loads}" if loads else "")

    # -- Qt's side --------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The whole map and a little more."""
        width, height = self._geometry.size
        return QRectF(-SCALE, -SCALE, width + 2 * SCALE, height + 2 * SCALE)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the units of the exposed part."""
        transform = painter.worldTransform()
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(transform)
        seen: QRectF = option.exposedRect
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for h, flags in self.entries.items():
            if seen.intersects(self.hex_rect(h)):
                paint_pennants(painter, self._geometry.centre(h), flags, level)
        for h in sorted(self.stacks):
            if seen.intersects(self.hex_rect(h)):
                self._paint_stack(painter, h, level, transform)
        for h, marks in self.marks.items():
            if self._played is not None and level * COUNTER > 16 and seen.intersects(self.hex_rect(h)):
                x, y = self._geometry.centre(h)
                draw_markers(painter, QPointF(x, y) + MARKERS, marks, self._played, SCALE * 0.46)
        if self._ghost is not None and self._pressed is not None:
            held = QRectF(self._ghost.x() - COUNTER / 2, self._ghost.y() - COUNTER / 2, COUNTER, COUNTER)
            self._paint_picture(painter, self._pressed, held, level, transform, selected=True)

    def _paint_stack(self, painter: QPainter, h: int, level: float, transform: QTransform) -> None:
        for group in self._groups(h):
            laid = self._laid(h, group)
            for piece, rect in laid:
                self._paint_piece(painter, piece, rect, level, transform)
            known = not any(piece.unknown for piece in group)
            if len(group) > 1 and known and level * COUNTER > 16:
                top = laid[-1][1]
                draw_count(painter, top.topRight() + COUNT_AT, len(group), COUNT)
        if h in self.columns and level * COUNTER > 16:
            draw_groups(painter, self.layout(h)[0][1].topLeft(), self.columns[h], SCALE * 0.42)

    def _paint_piece(self, painter: QPainter, piece: Piece, rect: QRectF, level: float, transform: QTransform) -> None:
        pale = piece.unit.key in self.lifted or piece.unit.key in self.waiting
        painter.setOpacity(0.35 if pale else 1.0)
        self._paint_picture(painter, piece, rect, level, transform, selected=piece.unit.key in self.selected)
        painter.setOpacity(1.0)

    def _paint_picture(
        self,
        painter: QPainter,
        piece: Piece,
        rect: QRectF,
        level: float,
        transform: QTransform,
        *,
        selected: bool,
    ) -> None:
        """The counter as a picture of just the size it has on the screen; very large ones are drawn again."""
        device = painter.device()
        ratio = device.devicePixelRatio() if device else 1.0
        pixels = max(4, round(COUNTER * level * ratio))
        if piece.unknown:
            draw_unknown(painter, rect, piece.side)
            return
        if transform.isRotating() or pixels > 220:
            draw_counter(
                painter,
                rect,
                piece.unit,
                piece.side,
                look=piece.look,
                steps=piece.steps,
                selected=selected,
                spent=piece.spent,
            )
            return
        picture = self._picture(piece, pixels, ratio, selected)
        painter.save()
        corner = transform.map(rect.topLeft())
        painter.setWorldTransform(QTransform())
        painter.drawPixmap(
            QRectF(round(corner.x()), round(corner.y()), COUNTER * level, COUNTER * level),
            picture,
            QRectF(picture.rect()),
        )
        painter.restore()

    def _picture(self, piece: Piece, pixels: int, ratio: float, selected: bool) -> QPixmap:
        """What can be read goes by how large a counter is seen, not by how many pixels that takes here."""
        unit, side, look = piece.unit, piece.side, piece.look
        same = self._appearance(piece, pixels / ratio)
        key = same, piece.spent, selected, pixels, ratio, gallery.arrivals
        kept = self._pictures.get(key)
        if kept is not None:
            return kept[1]
        if len(self._pictures) >= KEEP:
            self._pictures.clear()
        picture = QPixmap(pixels, pixels)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        draw_counter(
            painter,
            QRectF(0.5, 0.5, pixels - 1, pixels - 1),
            unit,
            side,
            look=look,
            steps=piece.steps,
            selected=selected,
            spent=piece.spent,
            pixels=pixels / ratio,
        )
        painter.end()
        # Keeping the piece keeps the ids of its unit and design from being given to others.
        self._pictures[key] = (piece, picture)
        return picture

    def _appearance(self, piece: Piece, seen: float) -> Hashable:
        """What tells a counter from others at this size: of thousands of units seen from afar a few look different."""
        side, look = piece.side, piece.look
        detail = (seen >= SYMBOL_PIXELS) + (seen >= LARGE_PIXELS)
        key = id(piece.unit), side.colour, side.ink, piece.steps, id(look.design), look.folder, detail
        kept = self._appearances.get(key)
        if kept is None:
            if len(self._appearances) >= KEEP_KNOWN:
                self._appearances.clear()
            kept = self._appearances[key] = piece, appearance(piece.unit, side, look, piece.steps, seen)
        return kept[1]
