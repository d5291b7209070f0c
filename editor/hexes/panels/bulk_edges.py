"""The inspector's fields for the hexsides and paths of the selected hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QToolButton, QWidget

from editor.commands.base import Command
from editor.desk.desk import Desk
from editor.dialogs.forms import swatch
from editor.hexes.commands.erase import Erase
from editor.hexes.commands.set_hexside import SetHexside
from editor.hexes.commands.set_path import SetPath
from editor.hexes.commands.write_changes import WriteChanges
from editor.panels.bulk_parts import CountsLabel, bind, button, show_counts, slim
from editor.plain import PlainLabel
from engine.boards.palette import Palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.areas import Tally, sides_around, sides_within
from engine.hexes.mapping.edit import Changes

ANY: Final = "All kinds"
SLANTS: Final = {"in": "high within", "out": "high outside"}
"""Which hex is the high one of a slope around the selection."""


class EdgeFields:
    """Set and clear kinds of hexside around and within the selection; take paths up."""

    def __init__(
        self,
        desk: Desk,
        form: QFormLayout,
        narrow: Callable[[str], object],
        push: Callable[[Command], None],
    ) -> None:
        """Adds its rows to a form; ``narrow`` selects what a count stands for, ``push`` does a command."""
        self.desk, self.push = desk, push
        self.hexes: list[int] = []
        self.kind = slim(QComboBox())
        self.kind.currentIndexChanged.connect(lambda _i: self._show_slant())
        self.slant = slim(QComboBox())
        for key, text in SLANTS.items():
            self.slant.addItem(text, key)
        self.slant.setAccessibleName("High side")
        self.slant.setToolTip("Which hex of a hexside around the selection is the high one")
        row = QHBoxLayout()
        row.addWidget(self.kind, 1)
        row.addWidget(self.slant)
        form.addRow("Hex&sides", row)
        bind(form, row, self.kind)
        self.buttons: dict[str, QToolButton] = {}
        for where, text, tip in (
            ("around", "Around", "between the selected hexes and the others"),
            ("within", "Within", "between two of the selected hexes"),
        ):
            line = QHBoxLayout()
            line.addWidget(PlainLabel(text), 1)
            for verb in ("set", "clear"):
                field = button(verb, f"{verb.capitalize()} the kind on the hexsides {tip}", self._doer(where, verb))
                field.setAccessibleName(f"{verb.capitalize()} {where}")
                self.buttons[f"{verb} {where}"] = field
                line.addWidget(field)
            form.addRow("", line)
        self.edge_counts = CountsLabel(narrow)
        form.addRow("", self.edge_counts)
        self.path = slim(QComboBox())
        self.clear_paths = button("clear", "Erase what touches the selected hexes", self._clear)
        paths = QHBoxLayout()
        paths.addWidget(self.path, 1)
        paths.addWidget(self.clear_paths)
        self.path_row = QWidget()
        paths.setContentsMargins(0, 0, 0, 0)
        self.path_row.setLayout(paths)
        form.addRow("&Paths", self.path_row)
        bind(form, self.path_row, self.path)
        self.path_counts = CountsLabel(narrow)
        form.addRow("", self.path_counts)

    def offer(self, palette: Palette) -> None:
        """Offer the kinds of this palette."""
        for box, kinds in ((self.kind, palette.hexsides), (self.path, palette.paths)):
            with QSignalBlocker(box):
                box.clear()
                for key, kind in kinds.items():
                    box.addItem(swatch(kind.colour), kind.name, key)
                box.addItem(ANY, "")
        self._show_slant()

    @property
    def board(self) -> BattleMap:
        """The open map."""
        return self.desk.document.battle_map

    def show(self, hexes: list[int], found: Tally) -> None:
        """Show what is on the hexsides of the selected hexes."""
        self.hexes = hexes
        board = self.board
        names = {key: kind.name for key, kind in board.palette.paths.items()}
        show_counts(self.path_counts, "path", dict(found.paths.most_common()), names, least=1)
        self.path_row.setEnabled(bool(found.paths) or not found.counted)
        known = board.palette.hexsides
        lines = []
        for key in known.keys() | found.around.keys() | found.within.keys():
            around, within = found.around[key], found.within[key]
            if around or within:
                told = [f"{around:,} around"] * bool(around) + [f"{within:,} within"] * bool(within)
                name = escape(known[key].name if key in known else key)
                lines.append(f'<a href="hexside:{escape(key)}">{name}</a>: {", ".join(told)}')
        if not found.counted:
            lines = ["Not counted: too many hexes."]
        self.edge_counts.show_html("<br>".join(sorted(lines)))
        self._show_slant()

    def _show_slant(self) -> None:
        kind = self.board.palette.hexsides.get(self.kind.currentData() or "")
        several = len(self.hexes) > 1
        self.slant.setVisible(kind is not None and kind.directional)
        self.buttons["set around"].setEnabled(kind is not None)
        self.buttons["set within"].setEnabled(kind is not None and several)
        self.buttons["clear within"].setEnabled(several)

    def _doer(self, where: str, verb: str) -> Callable[[], None]:
        return (lambda: self._draw(where)) if verb == "set" else (lambda: self._erase(where))

    def _draw(self, where: str) -> None:
        """Draw the kind on the hexsides around or within."""
        key = str(self.kind.currentData() or "")
        kind = self.board.palette.hexsides[key]
        around = sides_around(self.board.grid, self.hexes)
        sides: Iterable[int] = around if where == "around" else sides_within(self.board.grid, self.hexes)
        if not kind.directional:
            highs: dict[int, int | None] = dict.fromkeys(sides, NOWHERE)
        elif where == "around":
            highs = {side: self._high(side, h) for side, h in around.items()}
        else:
            highs = self._uphill(sides)
            if not highs:
                self.desk.status(f"No {kind.name} was drawn: all the ground inside has the same level")
                return
        self.push(SetHexside(highs, key))

    def _erase(self, where: str) -> None:
        """Erase the kind, or all kinds, from the hexsides around or within."""
        key = str(self.kind.currentData() or "")
        sides = self._holding(where, key)
        if key:
            self.push(SetHexside(dict.fromkeys(sides), key))
        else:
            erased: dict[int, dict[str, int]] = {side: {} for side in sides}
            self.push(WriteChanges(f"Clear hexsides {where}", Changes(hexsides=erased)))

    def _holding(self, where: str, key: str) -> list[int]:
        """The hexsides around or within that carry a kind, or any kind."""
        there, found = set(self.hexes), []
        for side, kinds in self.board.hexsides.items():
            ends = there.intersection(self.board.grid.side_hexes(side))
            if len(ends) == (1 if where == "around" else 2) and (not key or key in kinds):
                found.append(side)
        return found

    def _high(self, side: int, inner: int) -> int:
        """The high hex of a hexside around the selection."""
        if self.slant.currentData() == "in":
            return inner
        a, b = self.board.grid.side_hexes(side)
        return b if a == inner else a

    def _uphill(self, sides: Iterable[int]) -> dict[int, int | None]:
        """The higher hex of each hexside whose hexes are not level."""
        found: dict[int, int | None] = {}
        for side in sides:
            a, b = self.board.grid.side_hexes(side)
            rise = self.board.elevation[b] - self.board.elevation[a]
            if rise:
                found[side] = b if rise > 0 else a
        return found

    def _clear(self) -> None:
        key = str(self.path.currentData() or "")
        if not key:
            self.push(Erase(self.hexes, {"paths"}))
            return
        board = self.board
        sides = {side for h in self.hexes for side in board.grid.sides[h] if key in board.paths.get(side, ())}
        self.push(SetPath(sides, key, present=False))
