"""The palette editor: kinds of terrain, feature, hexside and path, their looks, and what the rules take them for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import FormDialog, ScrolledFields, is_key, key_from, note
from editor.dialogs.kind_form import KindForm
from editor.dialogs.palette_added import free_character
from editor.dialogs.palette_checks import ONE, kinds_trouble
from editor.dialogs.palette_looks import dressed, looks, same_as_shipped, shipped
from editor.document.palettes import home, on_disk
from editor.hexes.drawing.swatches import swatch_icon
from editor.plain import PlainLabel, as_written
from engine.boards.palette import Kind, Layer, Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.repaint import repainted, uses

TITLES: Final = {
    Layer.TERRAIN: "Terrain",
    Layer.FEATURE: "Features",
    Layer.HEXSIDE: "Hexsides",
    Layer.PATH: "Roads and streams",
}
NOTHING: Final = "nothing"


@dataclass(slots=True, eq=False)
class KindRow:
    """A kind being edited. ``origin`` is its key on the map; ``instead`` what replaces it once it is removed."""

    kind: Kind
    origin: str = ""
    instead: KindRow | None = None


class PaletteDialog(FormDialog):
    """Edits a copy of a map's palette; ``made`` is the map painted with it."""

    def __init__(self, battle_map: BattleMap, near: Path | None, parent: QWidget | None = None) -> None:
        """``near`` is the file of the map (or of the scenario that holds it), None when it has none yet."""
        super().__init__("Palette", parent, accept_text="Apply")
        self.old, self.near = battle_map, near
        self.made: BattleMap | None = None
        self._trouble = ""
        self._uses = uses(battle_map)
        self.rows: dict[Layer, list[KindRow]] = {
            layer: [KindRow(kind, key) for key, kind in kinds.items()]
            for layer, kinds in battle_map.palette.kinds.items()
        }
        self._removed: list[tuple[Layer, KindRow]] = []
        self._items: dict[int, KindRow] = {}
        self.body.addLayout(self._head())
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(self._list(), 1)
        self.form = KindForm()
        self.form.edited.connect(self._edited)
        row.addWidget(ScrolledFields(self.form), 1)
        self.body.addLayout(row, 1)
        self.resize(820, 560)
        self._fill_tree()
        self.select(Layer.TERRAIN, self.rows[Layer.TERRAIN][0].kind.key)
        self._changed()

    # -- building -----------------------------------------------------------------------------------------------

    def _head(self) -> QVBoxLayout:
        palette = self.old.palette
        outer = QVBoxLayout()
        line = QHBoxLayout()
        own = self._is_own(palette)
        fresh = f"{self.near.stem}-palette" if self.near is not None else key_from(self.old.name, (), "palette")
        self.title = QLineEdit(palette.name if own else f"{self.old.name or palette.name} palette")
        self.title.setAccessibleName("Name of the palette")
        self.file_key = QLineEdit(palette.key if own else key_from(fresh, ()))
        self.file_key.setAccessibleName("File of the palette")
        for text, field in (("&Name", self.title), ("&File", self.file_key)):
            label = PlainLabel(text)
            label.setBuddy(field)
            line.addWidget(label)
            line.addWidget(field, 1)
            field.textChanged.connect(self._changed)
        self.looks = QPushButton("&Look of…")
        self.looks.setToolTip("Take over colours and patterns of a palette that ships: standard, colour-blind safe")
        self.looks.setAutoDefault(False)
        menu = QMenu(self.looks)
        for look in looks(self.old.palette):
            menu.addAction(look.name).triggered.connect(lambda _checked=False, look=look: self.dress(look))
        self.looks.setMenu(menu)
        line.addWidget(self.looks)
        outer.addLayout(line)
        self.where = note("")
        outer.addWidget(self.where)
        return outer

    def _is_own(self, palette: Palette) -> bool:
        """Whether the palette is the project's, not one that ships."""
        if self.near is None or on_disk(palette.key, self.near) is None:
            return palette.key not in shipped()
        return home(palette.key, self.near).exists()

    def _list(self) -> QVBoxLayout:
        layout = QVBoxLayout()
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Kind", "On the map"])
        self.tree.setIconSize(QSize(30, 22))
        self.tree.setColumnWidth(0, 230)
        self.tree.setAccessibleName("Kinds of the palette")
        self.tree.currentItemChanged.connect(lambda *_: self._show_kind())
        layout.addWidget(self.tree, 1)
        line = QHBoxLayout()
        self.buttons_by_name: dict[str, QPushButton] = {}
        for name, text, slot in (
            ("add", "&Add", self.add),
            ("remove", "Re&move…", self.remove),
            ("up", "&Up", lambda: self._shift(-1)),
            ("down", "Do&wn", lambda: self._shift(1)),
        ):
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, slot=slot: slot())
            self.buttons_by_name[name] = button
            line.addWidget(button)
        layout.addLayout(line)
        return layout

    def dress(self, look: Palette) -> None:
        """Give every kind that a palette has too the look that it has there; names and rules stay."""
        layer, chosen = self.layer, self.row
        others = 0
        for rows in self.rows.values():
            for row in rows:
                row.kind = dressed(row.kind, look)
                others += row.kind.key not in look.kinds[row.kind.layer]
        self._fill_tree()
        self.select(layer, chosen.kind.key if chosen is not None else "")
        self._changed()
        if others and not self._trouble:
            kinds = "One kind is" if others == 1 else f"{others} kinds are"
            self._say(f"{kinds} not in the palette {look.name} and keep their look.")

    # -- the list -----------------------------------------------------------------------------------------------

    def _fill_tree(self) -> None:
        self.tree.clear()
        self._items.clear()
        palette = self.palette_made()
        for layer, title in TITLES.items():
            branch = QTreeWidgetItem([title])
            branch.setData(0, Qt.ItemDataRole.UserRole, str(layer))
            self.tree.addTopLevelItem(branch)
            for row in self.rows[layer]:
                item = QTreeWidgetItem([row.kind.name, self._count(layer, row)])
                item.setData(0, Qt.ItemDataRole.UserRole, str(layer))
                item.setIcon(0, swatch_icon(palette, row.kind, 30))
                branch.addChild(item)
                self._items[id(item)] = row
            branch.setExpanded(True)

    def _count(self, layer: Layer, row: KindRow) -> str:
        count = self._uses[layer][row.origin] if row.origin else 0
        return f"{count:,}" if count else ""

    @property
    def layer(self) -> Layer:
        """The layer that is chosen in the list."""
        item = self.tree.currentItem()
        return Layer(item.data(0, Qt.ItemDataRole.UserRole)) if item is not None else Layer.TERRAIN

    @property
    def row(self) -> KindRow | None:
        """The kind that is chosen in the list."""
        return self._items.get(id(self.tree.currentItem()))

    def select(self, layer: Layer, key: str) -> None:
        """Choose a kind in the list."""
        branch = self.tree.topLevelItem(list(TITLES).index(layer))
        place = next((i for i, row in enumerate(self.rows[layer]) if row.kind.key == key), 0)
        item = branch.child(place) if branch is not None and branch.childCount() else branch
        if item is not None:
            self.tree.setCurrentItem(item)

    def add(self) -> None:
        """Add a kind to the chosen layer, made after the chosen one."""
        layer, model = self.layer, self.row
        taken = [row.kind.key for row in self.rows[layer]]
        key = key_from(f"new {ONE[layer]}", taken, "kind")
        base = model.kind if model is not None else Kind(key, layer, key, "#b0a080")
        kind = replace(base, key=key, name=f"New {ONE[layer]}", key_char=self._free_char(layer), treat_as={})
        at = self.rows[layer].index(model) + 1 if model is not None else len(taken)
        self.rows[layer].insert(at, KindRow(replace(kind, description="")))
        self._fill_tree()
        self.select(layer, key)
        self.form.name.setFocus()
        self.form.name.selectAll()
        self._changed()

    def _free_char(self, layer: Layer) -> str:
        used = {row.kind.key_char for row in self.rows[Layer.TERRAIN]}
        return free_character(used) if layer is Layer.TERRAIN else ""

    def remove(self) -> None:
        """Remove the chosen kind; where it is on the map, something has to replace it."""
        layer, row = self.layer, self.row
        if row is None:
            return
        others = [other for other in self.rows[layer] if other is not row]
        if layer is Layer.TERRAIN and not others:
            self._say("A palette needs at least one terrain.")
            return
        # Earlier removals may lead here, so these places count as well.
        count = sum(self._uses[layer][one.origin] for one in self._leading_to(layer, row))
        if count:
            chosen = self._ask_replacement(layer, row, count, others)
            if chosen is None:
                return
            row.instead = next((other for other in others if other.kind.name == chosen), None)
        self.rows[layer].remove(row)
        self._removed.append((layer, row))
        self._fill_tree()
        self.select(layer, row.instead.kind.key if row.instead else "")
        self._changed()

    def _leading_to(self, layer: Layer, row: KindRow) -> Iterable[KindRow]:
        yield row
        for where, gone in self._removed:
            if where is layer and self._resolved(gone) is row:
                yield gone

    def _ask_replacement(self, layer: Layer, row: KindRow, count: int, others: list[KindRow]) -> str | None:
        names = [other.kind.name for other in others]
        if layer is not Layer.TERRAIN:
            names.insert(0, NOTHING)
        places = "one place" if count == 1 else f"{count:,} places"
        text, ok = QInputDialog.getItem(
            self,
            f"Remove {row.kind.name}",
            as_written(f"{row.kind.name} is on the map in {places}.\nPaint there instead:"),
            names,
            0,
            False,
        )
        return text if ok else None

    def _resolved(self, row: KindRow) -> KindRow | None:
        """The kind that stands in the end where a removed one was; None for nothing."""
        seen: KindRow | None = row
        while seen is not None and all(seen is not other for other in self.rows[seen.kind.layer]):
            seen = seen.instead
        return seen

    def _shift(self, step: int) -> None:
        layer, row = self.layer, self.row
        if row is None:
            return
        rows = self.rows[layer]
        at = rows.index(row)
        if 0 <= at + step < len(rows):
            rows[at], rows[at + step] = rows[at + step], rows[at]
            self._fill_tree()
            self.select(layer, row.kind.key)
            self._changed()

    # -- one kind -----------------------------------------------------------------------------------------------

    def _show_kind(self) -> None:
        row = self.row
        self.form.show_kind(row.kind if row is not None else None, self.layer)
        self._enable()
        self._draw_swatch()

    def _edited(self, named: bool) -> None:
        """Take over what the form says."""
        row = self.row
        if row is None:
            return
        row.kind = self.form.kind()
        if named and not row.origin:
            taken = [other.kind.key for other in self.rows[row.kind.layer] if other is not row]
            row.kind = replace(row.kind, key=key_from(row.kind.name, taken, "kind"))
        self.form.follow(row.kind)
        item = self.tree.currentItem()
        if item is not None:
            item.setText(0, row.kind.name)
        self._draw_swatch()
        self._changed()

    def _draw_swatch(self) -> None:
        row = self.row
        if row is None or not row.kind.key:
            self.form.draw_swatch(None)
            return
        palette = self.palette_made()
        self.form.draw_swatch(palette)
        item = self.tree.currentItem()
        if item is not None:
            item.setIcon(0, swatch_icon(palette, row.kind, 30))

    # -- the whole ----------------------------------------------------------------------------------------------

    def palette_made(self) -> Palette:
        """The palette as it stands."""
        kinds = {layer: {row.kind.key: row.kind for row in rows} for layer, rows in self.rows.items()}
        return Palette(self.file_key.text().strip(), self.title.text().strip(), kinds)

    def replacing(self) -> dict[tuple[Layer, str], str]:
        """What becomes of the kinds that the map is painted with."""
        found = {}
        rows = [(layer, row) for layer, rows in self.rows.items() for row in rows] + self._removed
        for layer, row in rows:
            there = self._resolved(row)
            if row.origin and (there is None or there.kind.key != row.origin):
                used = self._uses[layer][row.origin] or layer is not Layer.TERRAIN or there is not None
                if used:
                    found[layer, row.origin] = there.kind.key if there is not None else ""
        return found

    def problem(self) -> str:
        """Why this cannot be applied."""
        return self._trouble

    def _say(self, text: str) -> None:
        self.complaint.setText(text)

    def _changed(self, _value: object = None) -> None:
        kinds = {layer: [row.kind for row in rows] for layer, rows in self.rows.items()}
        self._trouble = self._file_trouble() or kinds_trouble(kinds)
        if self.near is None:
            self.where.setText("Kept beside the map, once that has a file.")
        elif not self._trouble:
            self.where.setText(f"It is saved in {home(self.file_key.text().strip(), self.near)} together with the map.")
        self._enable()
        self.check()

    def _enable(self) -> None:
        row, rows = self.row, self.rows[self.layer]
        self.buttons_by_name["remove"].setEnabled(row is not None)
        self.buttons_by_name["up"].setEnabled(row is not None and rows[0] is not row)
        self.buttons_by_name["down"].setEnabled(row is not None and rows[-1] is not row)

    def _file_trouble(self) -> str:
        key = self.file_key.text().strip()
        if not is_key(key):
            return "The file's name may contain only letters, digits, - and _."
        if not self.title.text().strip():
            return "The palette needs a name."
        same = key == self.old.palette.key
        if key in shipped() and not (same and self._is_own(self.old.palette)):
            return f"{key!r} is a palette that ships with Hexwright; give this one a name of its own."
        if self.near is not None and not same:
            if on_disk(key, self.near) is not None:
                return f"There is already a palette {key!r}."
            if home(key, self.near).exists():
                return f"There is another file {key}.yaml beside the map."
        return ""

    def accept(self) -> None:
        """Close with success, with the map painted again."""
        self._changed()
        if self._trouble:
            return
        palette = self.palette_made()
        same = replace(palette, key=self.old.palette.key, name=self.old.palette.name) == self.old.palette
        order = [list(kinds) for kinds in palette.kinds.values()]
        if same and order == [list(kinds) for kinds in self.old.palette.kinds.values()]:
            # Nothing but perhaps the proposed names: the map keeps the palette it has.
            self.made = self.old
        else:
            if not self._is_own(self.old.palette):
                # A map that only changes over to another palette that ships needs no file of its own.
                palette = same_as_shipped(palette) or palette
            try:
                self.made = repainted(self.old, palette, self.replacing())
            except HexwrightError as error:
                self._say(str(error))
                return
        super().accept()
