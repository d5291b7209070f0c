"""The page of the set-up: the groups that the players set up, in order, areas to set up in freely, and pools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout

from editor.canvas.units_mime import MIME, unpack
from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.commands.hold_units import hold_units
from editor.commands.rename_pool import rename_pool
from editor.desk.desk import Desk
from editor.dialogs.forms import is_key, key_from, swatch
from editor.look.scrolled import Scrolled
from editor.panels.buttons import PanelButton
from editor.panels.fields import Fields, sides_of
from editor.panels.form_page import FormPage
from editor.panels.place_field import PlaceField
from editor.panels.rename import Index, NameDelegate
from editor.panels.units_field import UnitsField
from editor.plain import as_written
from engine.plural import counted
from engine.scenario import Deployment, Pool, Scenario

PATH: Final = Qt.ItemDataRole.UserRole
DICE: Final = {"": "all of them", "d2": "d2", "d3": "d3", "d4": "d4", "d6": "d6", "d8": "d8", "d10": "d10"}
Path = tuple[Any, ...]
"""What a row is: ``("group", 2)``, ``("pool", key)``, ``("free", side)``, or a heading."""


class GroupTree(QTreeWidget):
    """Groups and pools; units can be dropped on them."""

    dropped = Signal(list, object)
    """Unit keys, and the row they were dropped on."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setIndentation(12)
        self.setMinimumHeight(110)
        self.setAcceptDrops(True)
        self.setDragDropMode(QTreeWidget.DragDropMode.DropOnly)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take units."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Units may be dropped on a group or pool, or on the heading of the groups."""
        if self.itemAt(event.position().toPoint()) is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Units join what they are dropped on."""
        self.dropped.emit(unpack(event.mimeData()), self.itemAt(event.position().toPoint()))
        event.acceptProposedAction()


class SetupPage(FormPage):
    """Groups above, the fields of the chosen one below."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tree = GroupTree()
        self.tree.setAccessibleName("Set-up")
        self.tree.currentItemChanged.connect(lambda *_items: self._chosen())
        self.tree.dropped.connect(self._dropped)
        self.tree.setEditTriggers(GroupTree.EditTrigger.NoEditTriggers)
        self.tree.setItemDelegate(NameDelegate(self.tree, self._name_of, self._named))
        self.rename_action = QAction("Rename", self)
        self.rename_action.setShortcut(QKeySequence(Qt.Key.Key_F2))
        self.rename_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.rename_action.triggered.connect(self.rename)
        self.tree.addAction(self.rename_action)
        self.add_button, self.remove_button = PanelButton(), PanelButton()
        self.up_button, self.down_button = PanelButton(), PanelButton()
        self.add_menu = QMenu(self)
        self.add_menu.aboutToShow.connect(self._fill_menu)
        self.add_button.setMenu(self.add_menu)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout()
        row.setSpacing(2)
        for button, text, tip, slot in (
            (self.add_button, "Add", "Add a group, an area to set up in, or a pool", None),
            (self.remove_button, "Remove", "Remove the chosen group; its units are without a place then", self.remove),
            (self.up_button, "Earlier", "Set up before the group above", lambda: self.reorder(-1)),
            (self.down_button, "Later", "Set up after the group below", lambda: self.reorder(1)),
        ):
            button.setText(text)
            button.setToolTip(as_written(tip))
            if slot is not None:
                button.clicked.connect(slot)
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.tree, 3)
        layout.addLayout(row)
        layout.addWidget(Scrolled(self.holder), 4)
        desk.document_changed.connect(lambda _document: self.refresh())
        desk.changed.connect(self._changed)
        self.refresh()

    # -- showing ----------------------------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario | None:
        """The open scenario."""
        return self.desk.document.scenario

    @property
    def path(self) -> Path:
        """The chosen row."""
        item = self.tree.currentItem()
        return tuple(item.data(0, PATH)) if item is not None and item.data(0, PATH) else ()

    def _changed(self, change: Change) -> None:
        if not change.of_map or change.what in ("regions", "all", "map"):
            self.refresh()

    def refresh(self, path: Path | None = None) -> None:
        """Show the set-up again; ``path`` is the row that is to be chosen, else the one that was."""
        wanted = (self.path if path is None else path) or ("groups",)
        scenario = self.scenario
        with QSignalBlocker(self.tree):
            self.tree.clear()
            rows = self._fill(scenario) if scenario is not None else {}
            heading = {"group": "groups", "pool": "pools", "free": "frees"}.get(wanted[0], "groups")
            chosen = rows.get(wanted) or rows.get((heading,))
            if chosen is not None:
                self.tree.setCurrentItem(chosen)
        self._chosen()

    def _fill(self, scenario: Scenario) -> dict[Path, QTreeWidgetItem]:
        rows: dict[Path, QTreeWidgetItem] = {}

        def row(above: QTreeWidgetItem | None, text: str, path: Path, side: str = "") -> QTreeWidgetItem:
            item = QTreeWidgetItem([text])
            item.setToolTip(0, as_written(text))
            item.setData(0, PATH, path)
            if side in scenario.sides:
                item.setIcon(0, swatch(scenario.sides[side].colour, 14))
            if above is None:
                bold = item.font(0)
                bold.setBold(True)
                item.setFont(0, bold)
                self.tree.addTopLevelItem(item)
            else:
                above.addChild(item)
            if path:
                rows[path] = item
            else:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            return item

        top = row(None, "Set up by the players, in this order", ("groups",))
        for number, group in enumerate(scenario.deployments):
            row(top, f"{number + 1}. {group_title(scenario, group)}", ("group", number), group.side)
        if not scenario.deployments:
            row(top, "No order. Units start where they were placed.", ())
        free = row(None, "Areas to set up in freely", ("frees",))
        for key in scenario.setup_areas:
            name = scenario.sides[key].name if key in scenario.sides else key
            hexes = len({h for place in scenario.setup_areas[key] for h in scenario.map.area(place)})
            row(free, f"{name}: {counted(hexes, 'hex', 'hexes')}", ("free", key), key)
        if not scenario.setup_areas:
            row(free, "No areas. Press Add to create one for a side.", ())
        pools = row(None, "Pools", ("pools",))
        for key, pool in scenario.pools.items():
            row(pools, f"{key} ({len(pool.units)})", ("pool", key), pool.side)
        if not scenario.pools:
            row(pools, "No pools. Press Add to create one.", ())
        self.tree.expandAll()
        return rows

    # -- the form ---------------------------------------------------------------------------------------------

    def _chosen(self) -> None:
        path, scenario = self.path, self.scenario
        kind = path[0] if path else ""
        self.add_button.setEnabled(scenario is not None)
        self.remove_button.setEnabled(kind in ("group", "pool", "free"))
        count = len(scenario.deployments) if scenario is not None else 0
        self.up_button.setEnabled(kind == "group" and path[1] > 0)
        self.down_button.setEnabled(kind == "group" and path[1] < count - 1)
        if scenario is None or kind not in ("group", "pool", "free"):
            self._show_form(None, ())
            return
        sides = tuple(sides_of(self.desk).items())
        if kind == "group":
            group = scenario.deployments[path[1]]
            pool = scenario.pools.get(group.source)
            types = (
                tuple(sorted({scenario.units[key].type for key in pool.units if key in scenario.units})) if pool else ()
            )
            made: tuple[Any, ...] = (path, sides, tuple(scenario.pools), bool(group.source), types)
            if made != self._shown:
                self._show_form(self._group_form(scenario, group, types), made)
            shown = {name: getattr(group, name) for name in ("name", "side", "area", "units", "source", "draw", "by")}
            kinds = {f"kind {one}": group.kinds.get(one, 0) for one in types}
            self._show({**shown, **kinds, "most": group.most, "together": group.together})
        elif kind == "pool":
            made = (path, sides)
            if made != self._shown:
                self._show_form(self._pool_form(), made)
            pool = scenario.pools[path[1]]
            self._show({"side": pool.side, "units": pool.units, "draw": pool.draw, "back": pool.back})
        else:
            if self._shown != (path,):
                fields = Fields(self.desk)
                fields.place("area", "Area", "the hexes to set up in")
                fields.note(
                    "In games with the option set_up: free, this side may put the units that stand on the map "
                    "into any of these hexes before the first turn."
                )
                self._show_form(fields, (path,))
            self._show({"area": scenario.setup_areas[path[1]]})

    def _group_form(self, scenario: Scenario, group: Deployment, types: tuple[str, ...]) -> Fields:
        fields = Fields(self.desk)
        fields.text("name", "Name", hint="for example Garrison of Kabul")
        fields.choice("side", "Side", sides_of(self.desk))
        fields.place("area", "Area", "the hexes of the set-up area")
        if scenario.pools:
            pools = {"": "the units below", **{key: f"the pool {key}" for key in scenario.pools}}
            fields.choice("source", "Taken from", pools)
        if group.source:
            for one in types:
                fields.number(f"kind {one}", one.replace("_", " ").capitalize(), tip="How many of them; none for any")
        else:
            fields.own("units", "Units", UnitsField(self.desk, lambda: self._side_of(self.path)))
        fields.number("most", "Units per hex", tip="At most", none="any number")
        fields.choice("draw", "How many", DICE, "A die roll decides how many of the units take part")
        fields.choice(
            "by", "Chosen by", {"chance": "chance", "choice": "their owner"}, "Who draws if not all take part"
        )
        fields.tick("together", "All in one hex")
        fields.tick("hidden", "Hidden", "The enemy does not see their hexes until all groups are set up")
        return fields

    def _pool_form(self) -> Fields:
        fields = Fields(self.desk)
        fields.choice("side", "Side", sides_of(self.desk))
        fields.own("units", "Units", UnitsField(self.desk, lambda: self._side_of(self.path)))
        fields.choice("draw", "Drawn", {"chance": "by chance", "choice": "by their owner"})
        fields.choice("back", "Come back", {"": "none", "eliminated": "the eliminated"})
        return fields

    def _side_of(self, path: Path) -> str:
        scenario = self.desk.document.require_scenario()
        return scenario.deployments[path[1]].side if path[0] == "group" else scenario.pools[path[1]].side

    # -- changing ---------------------------------------------------------------------------------------------

    def _push(self, text: str, path: Path | None = None, stroke: int = 0, **changes: Any) -> None:
        if self.desk.push(EditScenario(text, stroke=stroke, **changes)) and path is not None:
            self.refresh(path)

    def _edited(self, name: str, value: Any, stroke: int) -> None:
        scenario, path = self.desk.document.require_scenario(), self.path
        if name == "units":
            self._assign(path, value)
            return
        changes: dict[str, Any]
        if path[0] == "group":
            groups = list(scenario.deployments)
            groups[path[1]] = _group_with(scenario, groups[path[1]], name, value)
            changes = {"deployments": tuple(groups)}
        elif path[0] == "pool":
            pool = replace(scenario.pools[path[1]], **{name: value})
            if name == "side":
                pool = replace(pool, units=_of_side(scenario, pool.units, value))
            changes = {"pools": {**scenario.pools, path[1]: pool}}
        else:
            changes = {"setup_areas": {**scenario.setup_areas, path[1]: value}}
        self._push("Edit set-up", stroke=stroke or self._stroke, **changes)

    def _assign(self, path: Path, units: tuple[str, ...]) -> None:
        """The units of a group or pool are these: those that are new to it leave wherever they were."""
        scenario = self.desk.document.require_scenario()
        self.desk.push(
            hold_units(scenario, groups={path[1]: units})
            if path[0] == "group"
            else hold_units(scenario, pools={path[1]: units})
        )

    def _dropped(self, units: list[str], item: QTreeWidgetItem | None) -> None:
        path = tuple(item.data(0, PATH) or ()) if item is not None else ()
        scenario = self.scenario
        if scenario is None or not units:
            return
        if path[:1] == ("groups",):
            self.add_group(scenario.units[units[0]].side if units[0] in scenario.units else "", choose=False)
            path = self.path
        if path[:1] in (("group",), ("pool",)):
            self.refresh(path)
            field = self.form.widgets.get("units") if self.form is not None else None
            if isinstance(field, UnitsField):
                field.join(units)

    def _fill_menu(self) -> None:
        self.add_menu.clear()
        scenario = self.desk.document.require_scenario()
        for text, slot, taken in (
            ("A group of {}", self.add_group, ()),
            ("An area for {} to set up in freely", self.add_area, scenario.setup_areas),
            ("A pool of {}", self.add_pool, ()),
        ):
            for key, side in scenario.sides.items():
                if key not in taken:
                    self.add_menu.addAction(text.format(side.name)).triggered.connect(partial(self._add, slot, key))
            self.add_menu.addSeparator()

    def _add(self, slot: Callable[[str], None], side: str, _on: bool = False) -> None:
        slot(side)

    def add_group(self, side: str, *, choose: bool = True) -> None:
        """Add a group of a side at the end; with ``choose`` its area can be painted at once."""
        groups = self.desk.document.require_scenario().deployments
        self._push("Add a group to set up", ("group", len(groups)), deployments=(*groups, Deployment(side, ())))
        if choose:
            self._await_area()

    def add_area(self, side: str) -> None:
        """Add an area in which a side may set up freely; it can be painted at once."""
        areas = self.desk.document.require_scenario().setup_areas
        self._push("Add a set-up area", ("free", side), setup_areas={**areas, side: ()})
        self._await_area()

    def add_pool(self, side: str) -> None:
        """Add a pool of a side."""
        pools = self.desk.document.require_scenario().pools
        key = key_from(f"{side} pool", pools)
        self._push("Add a pool", ("pool", key), pools={**pools, key: Pool(side, ())})

    def _await_area(self) -> None:
        field = self.form.widgets.get("area") if self.form is not None else None
        if isinstance(field, PlaceField):
            field.choose()

    def rename(self) -> None:
        """Open a field for the name of the chosen group or pool in its row."""
        item, kind = self.tree.currentItem(), self.path[:1]
        if item is not None and kind in (("group",), ("pool",)):
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.tree.editItem(item, 0)
        elif kind == ("free",):
            self.desk.status("The area has the name of its side: Scenario > Properties renames sides")

    def _name_of(self, index: Index) -> str:
        path, scenario = tuple(index.data(PATH) or ()), self.scenario
        if scenario is None or path[:1] not in (("group",), ("pool",)):
            return ""
        return scenario.deployments[path[1]].name if path[0] == "group" else str(path[1])

    def _named(self, index: Index, name: str) -> None:
        path, scenario = tuple(index.data(PATH) or ()) if index.isValid() else (), self.scenario
        if scenario is None or not path:
            return
        if path[0] == "group":
            groups = list(scenario.deployments)
            groups[path[1]] = replace(groups[path[1]], name=name)
            self._push("Rename a group", path, deployments=tuple(groups))
            return
        others = scenario.pools.keys() - {path[1]}
        key = name if is_key(name) and name not in others else key_from(name, others)
        if self.desk.push(rename_pool(scenario, self.desk.board, path[1], key)):
            self.refresh(("pool", key))

    def remove(self) -> None:
        """Remove the chosen group, area or pool."""
        scenario, path = self.desk.document.require_scenario(), self.path
        if path[0] == "group":
            groups = tuple(group for number, group in enumerate(scenario.deployments) if number != path[1])
            self._push("Remove a group", ("groups",), deployments=groups)
        elif path[0] == "pool":
            pools = {key: pool for key, pool in scenario.pools.items() if key != path[1]}
            self._push("Remove a pool", ("pools",), pools=pools)
        else:
            areas = {key: area for key, area in scenario.setup_areas.items() if key != path[1]}
            self._push("Remove a set-up area", ("frees",), setup_areas=areas)

    def reorder(self, by: int) -> None:
        """Let the chosen group be set up earlier or later."""
        path, groups = self.path, list(self.desk.document.require_scenario().deployments)
        group = groups.pop(path[1])
        groups.insert(path[1] + by, group)
        self._push("Change the order of the set-up", ("group", path[1] + by), deployments=tuple(groups))


def group_title(scenario: Scenario, group: Deployment) -> str:
    """A group in a few words: its name or side, and who belongs to it."""
    side = scenario.sides.get(group.side)
    name = group.name or (side.name if side is not None else group.side)
    if group.source:
        number = sum(group.kinds.values())
        return f"{name}: {number or group.draw or 'all'} of the pool {group.source}"
    return f"{name}: {counted(len(group.units), 'unit')}"


def _of_side(scenario: Scenario, units: tuple[str, ...], side: str) -> tuple[str, ...]:
    return tuple(key for key in units if key in scenario.units and scenario.units[key].side == side)


def _group_with(scenario: Scenario, group: Deployment, name: str, value: Any) -> Deployment:
    """A group with one field changed; units of another side leave it with its side."""
    if name.startswith("kind "):
        kinds = {**group.kinds, name.removeprefix("kind "): value}
        return replace(group, kinds={kind: number for kind, number in kinds.items() if number})
    if name == "side":
        return replace(group, side=value, units=_of_side(scenario, group.units, value))
    if name == "source":
        return replace(group, source=value, units=() if value else group.units, kinds={})
    return replace(group, **{name: value})
