"""Map > Add: new map furniture, put where there is room beside the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from PySide6.QtCore import QObject, QRectF
from PySide6.QtWidgets import QInputDialog

from editor.canvas.drawing.furniture import drawn_area, scene_rect
from editor.canvas.drawing.paper import SCALE
from editor.commands.set_furniture import SetFurniture
from editor.desk.desk import Desk
from editor.stage.submenus import FURNITURE_MENU
from editor.tools.furniture import FurnitureTool
from engine.boards.board import Board
from engine.boards.furniture import USUAL_SIZE, Furniture, FurnitureKind

TITLES: Final = {
    FurnitureKind.LEGEND: "Add &legend",
    FurnitureKind.SCALE_BAR: "Add &scale bar",
    FurnitureKind.TURN_TRACK: "Add &turn track",
    FurnitureKind.BOX: "Add &box…",
    FurnitureKind.COMPASS: "Add &compass",
    FurnitureKind.TITLE: "Add t&itle",
    FurnitureKind.SOURCES: "Add s&ources",
}
GAP: Final = 0.8
"""Between new furniture and what is there, in circumradii."""


class FurnitureActions(QObject):
    """Adds pieces; the tool arranges them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        for kind, title in TITLES.items():
            desk.actions.add(
                f"map.add-{kind}",
                title,
                self._adder(kind),
                menu=FURNITURE_MENU,
                tip="Put it beside the map; the furniture tool moves and sizes it",
            )

    def _adder(self, kind: FurnitureKind) -> Callable[[], None]:
        return lambda: self.add(kind)

    def add(self, kind: FurnitureKind) -> None:
        """Add a piece where there is room, and select it with the furniture tool."""
        title = ""
        if kind is FurnitureKind.BOX:
            words = ("Box", "Title of the box, such as Reinforcements:")
            title, ok = QInputDialog.getText(self.desk.window, *words)
            if not ok:
                return
        document = self.desk.document
        piece = placed(document.board, kind, title.strip())
        if not self.desk.push(SetFurniture(None, piece)):
            return
        tools = self.desk.tools
        tools.choose("furniture")
        if (shown := self.desk.actions.find("view.furniture")) is not None:
            shown.setChecked(True)
        canvas = self.desk.canvas
        rect = scene_rect(piece)
        if not canvas.visible_rect.contains(rect):
            canvas.ensureVisible(rect)
        cast(FurnitureTool, tools.tool).select(piece)


def placed(board: Board, kind: FurnitureKind, title: str = "") -> Furniture:
    """A new piece to the right of the map, below what stands there; a turn track below the map."""
    width, height = USUAL_SIZE[kind]
    grid = drawn_area(board, furniture=False)
    taken = [scene_rect(item) for item in board.look.furniture]
    below = kind is FurnitureKind.TURN_TRACK
    x = 0.0 if below else grid.right() / SCALE + GAP
    y = grid.bottom() / SCALE + GAP if below else 0.0
    while True:
        room = QRectF(x * SCALE, y * SCALE, width * SCALE, height * SCALE)
        in_way = next((rect for rect in taken if rect.intersects(room)), None)
        if in_way is None:
            return Furniture(kind, round(x, 3), round(y, 3), width, height, title)
        if below:
            x = in_way.right() / SCALE + GAP
        else:
            y = in_way.bottom() / SCALE + GAP
