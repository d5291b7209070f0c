"""The border of a set of hexes. What a change of the set does not touch is neither looked for nor painted again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.grid import NOWHERE

BLOCK: Final = 8 * SCALE
"""The border is drawn in blocks of this size, in scene units."""
NEAR: Final = 24.0
"""The pixels to a hex's circumradius from which the line is drawn with its pale edge."""
MARGIN: Final = 1.3 * SCALE
"""From the middle of a hex to beyond the line around it, in scene units."""

Block = tuple[int, int]


class Border(QGraphicsItem):
    """Shows the border of one set of hexes, behind the item that it belongs to."""

    def __init__(self, geometry: Geometry, pens: Callable[[QPainter], list[QPen]], parent: QGraphicsItem) -> None:
        """``pens`` tells the pens that draw it, the first one beneath the others."""
        super().__init__(parent)
        self.geometry, self._pens = geometry, pens
        self.sides: dict[int, list[int]] = {}
        """The hexes at the border, each with its hexsides that lie on it."""
        self._hexes: frozenset[int] = frozenset()
        self._members: dict[Block, set[int]] = {}
        self._paths: dict[Block, QPainterPath] = {}
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent)

    def show_hexes(self, hexes: Iterable[int]) -> None:
        """Show the border of these hexes. Hexes whose neighbours are as they were keep what is drawn of them."""
        now = frozenset(hexes)
        changed = now ^ self._hexes
        self._hexes = now
        if not changed:
            return
        grid = self.geometry.grid
        near = changed.union(*(grid.ring1[h] for h in changed))
        near -= {NOWHERE}
        blocks = {self._renew(h) for h in near}
        for block in blocks:
            self._paths.pop(block, None)
        self.update(self._around(changed))

    def _renew(self, h: int) -> Block:
        """Look for the border of one hex; returns the block that it is drawn in."""
        grid, block = self.geometry.grid, self._block(h)
        sides: list[int] = []
        if h in self._hexes:
            beyond = zip(grid.ring1[h], grid.sides[h], strict=True)
            sides = [side for other, side in beyond if other not in self._hexes]
        members = self._members.setdefault(block, set())
        if sides:
            self.sides[h] = sides
            members.add(h)
        else:
            self.sides.pop(h, None)
            members.discard(h)
        return block

    def _block(self, h: int) -> Block:
        x, y = self.geometry.centre(h)
        return int(x // BLOCK), int(y // BLOCK)

    def _around(self, hexes: Iterable[int]) -> QRectF:
        """The rectangle of the scene in which the border of these hexes and of their neighbours is drawn."""
        places = [self.geometry.centre(h) for h in hexes]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        rect = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        return rect.adjusted(-2 * MARGIN, -2 * MARGIN, 2 * MARGIN, 2 * MARGIN)

    # -- Qt's side ----------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The whole map and the line around it."""
        width, height = self.geometry.size
        return QRectF(-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the blocks that lie in the exposed part."""
        seen = option.exposedRect.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        # Whole numbers: a long border has hundreds of blocks, which are looked through in each frame.
        left, right = int(seen.left() // BLOCK), int(seen.right() // BLOCK)
        top, bottom = int(seen.top() // BLOCK), int(seen.bottom() // BLOCK)
        shown = [
            self._path(block)
            for block, members in self._members.items()
            if members and left <= block[0] <= right and top <= block[1] <= bottom
        ]
        pens = self._pens(painter)
        near = option.levelOfDetailFromTransform(painter.worldTransform()) * SCALE >= NEAR
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, near)
        if not near:
            # At this size round ends and soft edges are invisible, and they take most of the time.
            pens = pens[-1:]
            pens[0].setCapStyle(Qt.PenCapStyle.FlatCap)
        for pen in pens:
            for path in shown:
                painter.strokePath(path, pen)

    def _path(self, block: Block) -> QPainterPath:
        found = self._paths.get(block)
        if found is None:
            found = self._paths[block] = QPainterPath()
            for h in self._members[block]:
                for side in self.sides[h]:
                    a, b = self.geometry.grid.side_ends(side)
                    found.moveTo(*self.geometry.spot(*a))
                    found.lineTo(*self.geometry.spot(*b))
        return found
