"""Names on a table: click to write one, drag to move one, double-click to change it, F2 to rename it in its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeGuard

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtWidgets import QInputDialog

from editor.dialogs.forms import key_from
from editor.tables.canvas.aim import TableAim
from editor.tables.commands.edit_table import EditTable
from editor.tables.editing import moved, rekeyed
from editor.tables.things import LABELS, REGIONS, Thing, is_there, path_of
from editor.tables.tools.base import TableTool
from editor.tools.options import OneOf
from engine.tables.smooth import Point
from engine.tables.table import TableLabel

SIZES = {"small": "Small", "medium": "Medium", "large": "Large", "huge": "Huge"}
STYLES = {"place": "Place", "water": "Water", "region": "Region", "note": "Note"}


def rename_in_place(tool: TableTool, thing: Thing) -> None:
    """Open a field for the text of a name, the name of a region, or the key of an area or a line, where it is."""
    place = path_of(tool.table, thing).boundingRect()
    if thing.layer == LABELS:
        _rename_label(tool, thing, place)
    elif thing.layer == REGIONS:
        region = tool.table.regions[thing.key]

        def name(text: str) -> None:
            regions = {**tool.table.regions, thing.key: replace(region, name=text)}
            tool.push(EditTable("Rename region", regions=regions))

        tool.ask_name(_middle(place), region.name or thing.key, name)
    else:

        def rekey(text: str) -> None:
            key = key_from(text, (*tool.table.areas, *tool.table.lines))
            if tool.push(rekeyed(tool.table, thing, key)):
                tool.stage.selection.set([Thing(thing.layer, key)])

        tool.ask_name(_middle(place), thing.key, rekey)


def _middle(place: QRectF) -> QRectF:
    """The point in the middle of a place: a field over a large area is as small as any."""
    return QRectF(place.center(), QSizeF(1, 1))


def _rename_label(tool: TableTool, thing: Thing, place: QRectF) -> None:
    label = tool.table.labels[int(thing.key)]

    def take(text: str) -> None:
        labels = [replace(one, text=text) if one is label else one for one in tool.table.labels]
        tool.push(EditTable("Change name", labels=labels))

    tool.ask_name(place, label.text, take)


class TableLabelTool(TableTool):
    """Writes and moves names."""

    key = "table-label"
    title = "Name"
    shortcut = "T"
    group = 2
    options = (OneOf("Size", "label_size", SIZES), OneOf("Style", "label_style", STYLES))
    hint = "Click to write a name, drag a name to move it, double-click it to change it; F2 renames it"

    _over: Thing | None = None
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
        thing = self._over = self.name_at(aim)
        self.marks.show_marks(areas=path_of(self.table, thing) if thing is not None else None)

    def leave(self) -> None:
        super().leave()
        self._over = None

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """F2 opens a field for the name under the pointer, else for the selected one."""
        if key != Qt.Key.Key_F2.value or shift or self.busy:
            return super().key_action(key, shift)
        named = [thing for thing in (self._over, self.stage.selection.spot) if self._is_name(thing)]
        return (lambda: rename_in_place(self, named[0])) if named else None

    def _is_name(self, thing: object) -> TypeGuard[Thing]:
        return isinstance(thing, Thing) and thing.layer == LABELS and is_there(self.table, thing)

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
