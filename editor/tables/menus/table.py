"""The Map menu of tables: the size and the ground of the table."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from editor.commands.replace_map import ReplaceMap
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.kinds import TABLES
from editor.tables.dialogs.table_size import TableSizeDialog
from editor.tables.menus.groups import GroupActions
from editor.tables.menus.papers import PaperActions
from editor.tables.playing.hands import TableHands
from engine.tables.table import table_of


class TableActions(QObject):
    """What is done to a whole table."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.hands = TableHands(desk)
        self.groups = GroupActions(desk)
        self.papers = PaperActions(desk)
        desk.actions.add(
            "map.table-size",
            "Table si&ze and ground…",
            self.resize,
            menu="Map",
            group=2,
            tip="Width and height of the table in paces, the kind of its bare ground, and where north is",
            kinds=(TABLES.key,),
        )

    def resize(self) -> None:
        """Ask for size, ground and north."""
        document = self.desk.document
        table = table_of(document.board)
        dialog = TableSizeDialog(table, self.desk.window)
        with asked(dialog) as accepted:
            if not accepted:
                return
            changed = replace(table.copy(), size=dialog.size_in_paces, ground=dialog.ground, north=dialog.north)
        if self.desk.push(ReplaceMap("Table size and ground", changed)):
            self.desk.canvas.fit()
