"""Names on a table: click to write one, drag to move one, double-click to change it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QInputDialog

from editor.tables.canvas.aim import TableAim
from editor.tables.commands.edit_table import EditTable
from editor.tables.editing import moved
from editor.tables.things import LABELS, Thing, path_of
from editor.tables.tools.base import TableTool
from editor.tools.options import OneOf
from engine.tables.smooth import Point
from engine.tables.table import TableLabel

SIZES = {"small": "Small", "medium": "Medium", "large": "Large", "huge": "Huge"}
STYLES = {"place": "Place", "water": "Water", "region": "Region", "note": "Note"}


class TableLabelTool(TableTool):
    """Writes and moves names."""

    key = "table-label"
    title = "Name"
    shortcut = "T"
    group = 2
    options = (OneOf("Size", "label_size", SIZES), OneOf("Style", "label_style", STYLES))
    hint = "Click to write a name, drag a name to move it, double-click it to change it"

    _held: Thing | None = None
    _from: TableAim | None = None
    _moved = False

    def name_at(self, aim: TableAim) -> Thing | None:
        """The name under the pointer."""
        table = self.table
        shown = (n for n, label in enumerate(table.labels) if label.layer not in self.hidden_layers)
        things = (Thing(LABELS, str(number)) for number in reversed(list(shown)))
        return next((thing for thing in things if path_of(table, thing).contains(aim.scene)), None)

    def hover(self, aim: TableAim) -> None:
        thing = self.name_at(aim)
        self.marks.show_marks(areas=path_of(self.table, thing) if thing is not None else None)

    def start(self, aim: TableAim) -> None:
        self._held, self._from, self._moved = self.name_at(aim), aim, False

    def move(self, aim: TableAim) -> None:
        if self._held is None or self._from is None:
            return
        (ax, ay), (bx, by) = self._from.point, aim.point
        if max(abs(bx - ax), abs(by - ay)) >= 1:
            self._moved = True
            self.push(moved(self.table, self._held, bx - ax, by - ay, self.stroke))
            self._from = aim

    def finish(self, aim: TableAim) -> None:
        if self._held is None and aim.on_map:
            self.write(self.on_table(aim))
        elif self._held is not None and not self._moved:
            self.stage.selection.set([self._held])
        self.hover(aim)

    def double_click(self, aim: TableAim) -> None:
        thing = self.name_at(aim)
        if thing is not None:
            self.rewrite(int(thing.key))

    def write(self, at: Point) -> None:
        """Ask for a name and write it at a point in paces."""
        text, ok = QInputDialog.getText(self.stage.window, "Name", "Name on the table:")
        if ok and text.strip():
            size, style = str(self.settings.get("label_size")), str(self.settings.get("label_style"))
            label = TableLabel(text.strip(), at, size, style)
            self.push(EditTable("Write name", labels=[*self.table.labels, label]))

    def rewrite(self, number: int) -> None:
        """Ask for another text of a name; an empty one removes it."""
        labels = list(self.table.labels)
        text, ok = QInputDialog.getText(self.stage.window, "Name", "Name on the table:", text=labels[number].text)
        if not ok:
            return
        if text.strip():
            labels[number] = replace(labels[number], text=text.strip())
        else:
            del labels[number]
        self.push(EditTable("Change name" if text.strip() else "Remove name", labels=labels))
