"""The tree of the order of battle: sides, formations and their parts, units; rows that can be dragged within it, out of
it, and in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QFont, QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from editor.canvas.drawing.faces import USUAL_LOOK
from editor.canvas.pieces import figures_of, kind_of
from editor.canvas.units_mime import MIME, drag_units, pack, unpack
from editor.dialogs.forms import swatch
from editor.kinds import TokenLook, drawn_unit
from editor.panels.rename import NameDelegate
from editor.plain import as_written
from engine.plural import counted
from engine.scenario import Scenario, Unit, formations
from engine.scenario.formations import Parts
from engine.scenario.model import WITHDRAW
from engine.scenario.words import factors

NAME, STRENGTH, WHERE = range(3)
WHERE_SHARE: Final = 0.31
"""The column that says where a unit is takes no more of the width than this."""
KEY: Final = Qt.ItemDataRole.UserRole
GROUP: Final = Qt.ItemDataRole.UserRole + 1
ICON: Final = 26
UNSORTED: Final = -1

_SIDE_FLAGS: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class TreeGroup:
    """A row that holds others: a side, or a formation of it."""

    side: str
    names: Parts = ()

    @property
    def formation(self) -> str:
        """The formation as units have it; empty for the side itself."""
        return formations.text(self.names)


def whereabouts(scenario: Scenario) -> dict[str, str]:
    """Where each unit begins: its hex, its turn and entry, the group or the pool that it belongs to, or that it has no
    place yet."""
    places = dict(scenario.setup)
    regions = scenario.map.regions
    for arrival in scenario.arrivals:
        entry = [regions[one].name or one if one in regions else one for one in arrival.entry]
        when = ", ".join([f"turn {arrival.turn}", *([" ".join(entry)] if entry else [])])
        for unit in arrival.units if arrival.how != WITHDRAW else ():
            places.setdefault(unit, when)
    for number, group in enumerate(scenario.deployments, 1):
        for unit in group.units:
            places.setdefault(unit, f"set up: {group.name or f'group {number}'}")
    for key, pool in scenario.pools.items():
        for unit in pool.units:
            places.setdefault(unit, f"pool {key.replace('_', ' ')}")
    return {unit: places.get(unit, "not placed") for unit in scenario.units}


def strength_of(units: Sequence[Unit]) -> str:
    """The combat factors of units, all together; attack and defence apart where counters have both."""
    if any(unit.number("strength") for unit in units):
        return str(sum(unit.number("strength") for unit in units))
    attack = sum(unit.number("attack") for unit in units)
    defence = sum(unit.number("defence") or unit.number("defense") for unit in units)
    return f"{attack}-{defence}" if attack or defence else ""


class UnitRow(QTreeWidgetItem):
    """The row of a unit. Its counter is drawn when it becomes visible: of thousands of units a few are seen."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlags(self.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
        self._draw: Callable[[], QIcon] = QIcon
        self._icon: QIcon | None = None

    def drawn_by(self, draw: Callable[[], QIcon]) -> None:
        """Have the counter drawn again."""
        self._draw, self._icon = draw, None

    def data(self, column: int, role: int) -> Any:
        """What the row holds, and the counter before its name."""
        if column != NAME or role != Qt.ItemDataRole.DecorationRole:
            return super().data(column, role)
        if self._icon is None:
            self._icon = self._draw()
        return self._icon


class UnitTree(QTreeWidget):
    """A tree of units that can be dragged out and about, and takes units dropped on it."""

    dropped = Signal(list)
    """Units that come from elsewhere were let go here."""
    arranged = Signal(list, str, bool)
    """Units were dragged within the tree: keys with the groups they belong to now, the key of the unit they were put
    beside, or none, and whether behind it."""
    named = Signal(str, object, str)
    """A row has got another name: the key of the unit, or the `TreeGroup` of the formation, and the name."""
    unsorted = Signal()
    """The order of the file is wanted again: the tree is to be filled again."""

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[str, UnitRow] = {}
        """The row of each unit, by its key."""
        self.sorted_by, self.descending = UNSORTED, False
        self.look = USUAL_LOOK
        """How counters are drawn."""
        self.setHeaderLabels(["Unit", "Strength", "Where"])
        self.setIconSize(QSize(ICON, ICON))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.setExpandsOnDoubleClick(False)
        # A field opens when it is asked for (`rename`): two clicks open the form of a unit.
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setItemDelegateForColumn(NAME, NameDelegate(self, self._name_of, self._named))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(STRENGTH, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(WHERE, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionsClickable(True)
        header.setToolTip("Click to sort; click again to reverse the order, and a third time for the order of the file")
        header.sectionClicked.connect(self._sort_by)

    def sizeHintForColumn(self, column: int) -> int:
        """Long lists of entry hexes leave room for the names."""
        wanted = super().sizeHintForColumn(column)
        return min(wanted, int(self.viewport().width() * WHERE_SHARE)) if column == WHERE else wanted

    # -- filling ------------------------------------------------------------------------------------------------

    def fill(self, scenario: Scenario) -> None:
        """Show the units of a scenario; what was folded stays so."""
        folded = {group for item in self.rows() if (group := group_of(item)) and not item.isExpanded()}
        self.clear_units()
        bold = QFont(self.font())
        bold.setBold(True)
        places, armies = whereabouts(scenario), dict[str, list[Unit]]()
        for unit in scenario.units.values():
            armies.setdefault(unit.side, []).append(unit)
        for key, side in scenario.sides.items():
            found = formations.groups(armies.get(key, ()))
            rows: dict[Parts, QTreeWidgetItem] = {}
            for names, everyone in formations.everyone(found).items():
                title = names[-1] if names else side.name
                total = strength_of(everyone)
                row = QTreeWidgetItem([f"{title} ({len(everyone)})" + (f"  {total}" if total else "")])
                row.setData(NAME, GROUP, TreeGroup(key, names))
                count = counted(len(everyone), "unit")
                row.setToolTip(
                    NAME, as_written(f"{title}: {count}" + (f", combat factors {total} all together" if total else ""))
                )
                row.setFont(NAME, bold)
                if names:
                    rows[names[:-1]].addChild(row)
                else:
                    row.setIcon(NAME, swatch(side.colour, ICON))
                    row.setFlags(_SIDE_FLAGS)
                    self.addTopLevelItem(row)
                rows[names] = row
            for names, units in found.items():
                for unit in units:
                    self.units[unit.key] = UnitRow()
                    self.show_unit(scenario, unit, places)
                rows[names].insertChildren(0, [self.units[unit.key] for unit in units])
        # On tables no figures are printed on bases.
        self.setColumnHidden(STRENGTH, bool(self.units) and not any(row.text(STRENGTH) for row in self.units.values()))
        self._fold(folded)
        self._sort()

    def _fold(self, folded: set[TreeGroup]) -> None:
        """Open all groups but these. How wide columns have to be is asked once, not for each of them."""
        header = self.header()
        for column in (STRENGTH, WHERE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.expandAll()
        for row in self.rows():
            if (group := group_of(row)) is not None:
                if group in folded:
                    row.setExpanded(False)
                row.setFirstColumnSpanned(True)
        for column in (STRENGTH, WHERE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def clear_units(self) -> None:
        """Show nothing."""
        self.clear()
        self.units.clear()

    def show_unit(self, scenario: Scenario, unit: Unit, places: Mapping[str, str]) -> None:
        """Write a unit's row again; ``places`` is where each unit begins, see `whereabouts`."""
        item, look = self.units[unit.key], TokenLook(ICON, self.devicePixelRatioF(), None, self.look)
        shown, weak = factors(unit), factors(unit, 1)
        item.setData(NAME, KEY, unit.key)
        item.setText(NAME, unit.name)
        item.drawn_by(lambda: QIcon(drawn_unit(scenario, unit, look)))
        strength = shown.left + (f"/{weak.left}" if weak.reduced else "")
        ranged = "r" if unit.number("range") else ""
        item.setText(STRENGTH, strength + (f"  {ranged}{shown.right}" if shown.right else ""))
        printed = ", ".join(" ".join(part for part in one if part) for one in figures_of(unit))
        item.setToolTip(STRENGTH, as_written(printed))
        item.setTextAlignment(STRENGTH, _RIGHT)
        item.setText(WHERE, places[unit.key])
        item.setToolTip(WHERE, as_written(item.text(WHERE)))
        item.setToolTip(NAME, as_written(f"{unit.name}, {kind_of(unit)}"))

    def rows(self) -> Iterator[QTreeWidgetItem]:
        """All rows from the top down."""
        waiting = [row for i in reversed(range(self.topLevelItemCount())) if (row := self.topLevelItem(i)) is not None]
        while waiting:
            row = waiting.pop()
            yield row
            waiting.extend(reversed(children_of(row)))

    def search(self, words: Sequence[str], texts: dict[str, str]) -> None:
        """Hide the units whose text has not all these words, and groups that have none left; open the others."""
        for key, item in self.units.items():
            item.setHidden(not all(word in texts.get(key, "") for word in words))
        for row in reversed(list(self.rows())):
            if group_of(row) is not None:
                row.setHidden(bool(words) and all(child.isHidden() for child in children_of(row)))
                if words and not row.isHidden():
                    row.setExpanded(True)

    # -- names --------------------------------------------------------------------------------------------------

    def rename(self, row: QTreeWidgetItem) -> None:
        """Open a field for the name of a unit or a formation in its row."""
        group = group_of(row)
        if group is None or group.names:
            row.setFlags(row.flags() | Qt.ItemFlag.ItemIsEditable)
            self.scrollToItem(row)
            self.editItem(row, NAME)

    def _name_of(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """The name of a row, without the number of its units."""
        group = index.data(GROUP)
        return group.names[-1] if isinstance(group, TreeGroup) else str(index.data() or "")

    def _named(self, index: QModelIndex | QPersistentModelIndex, name: str) -> None:
        if index.isValid():
            self.named.emit(str(index.data(KEY) or ""), index.data(GROUP), name)

    # -- sorting ------------------------------------------------------------------------------------------------

    def _sort_by(self, column: int) -> None:
        """A click on a heading: this column, then the other way, then the order of the file."""
        if column != self.sorted_by:
            self.sorted_by, self.descending = column, False
        elif not self.descending:
            self.descending = True
        else:
            self.sorted_by, self.descending = UNSORTED, False
        header = self.header()
        header.setSortIndicatorShown(self.sorted_by != UNSORTED)
        if self.sorted_by != UNSORTED:
            down = Qt.SortOrder.DescendingOrder if self.descending else Qt.SortOrder.AscendingOrder
            header.setSortIndicator(column, down)
            self._sort()
        else:
            self.unsorted.emit()

    def _sort(self) -> None:
        """Sort the rows within each group: units, then formations."""
        if self.sorted_by == UNSORTED:
            return
        for row in [row for row in self.rows() if row.childCount()]:
            expanded = {id(child) for child in children_of(row) if child.isExpanded()}
            selected = {id(child) for child in children_of(row) if child.isSelected()}
            children = row.takeChildren()
            children.sort(key=lambda child: natural(child.text(self.sorted_by)), reverse=self.descending)
            children.sort(key=lambda child: group_of(child) is not None)
            row.addChildren(children)
            for child in children:
                child.setExpanded(id(child) in expanded)
                child.setSelected(id(child) in selected)
                child.setFirstColumnSpanned(group_of(child) is not None)

    def keys_in_order(self) -> list[str]:
        """The units as they are listed now."""
        return [str(key) for row in self.rows() if (key := row.data(NAME, KEY))]

    # -- dragging -----------------------------------------------------------------------------------------------

    def chosen(self) -> list[str]:
        """The keys of the selected units, and of those in selected formations, in the order of the tree."""
        picked = {id(item) for item in self.selectedItems()}
        found: list[str] = []

        def walk(row: QTreeWidgetItem, inside: bool) -> None:
            group = group_of(row)
            inside = inside or (id(row) in picked and not (group is not None and not group.names))
            if group is None and inside:
                found.append(str(row.data(NAME, KEY)))
            for child in children_of(row):
                walk(child, inside)

        for i in range(self.topLevelItemCount()):
            top = self.topLevelItem(i)
            if top is not None:
                walk(top, False)
        return found

    def chosen_groups(self) -> list[TreeGroup]:
        """The sides and formations among the selected rows."""
        return [group for item in self.selectedItems() if (group := group_of(item)) is not None]

    def mimeTypes(self) -> list[str]:
        """Units, and nothing else."""
        return [MIME]

    def mimeData(self, items: Sequence[QTreeWidgetItem]) -> QMimeData:
        """The units among the dragged rows."""
        return pack(key for item in items if (key := item.data(NAME, KEY)))

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the selected units out, under the picture of the first one's counter."""
        keys = self.chosen()
        drag_units(self, keys, self.units[keys[0]].icon(NAME) if keys else QIcon())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take units."""
        self._consider(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take units, and show where they would go."""
        super().dragMoveEvent(event)
        self._consider(event)

    def _consider(self, event: QDragMoveEvent) -> None:
        within = event.source() is self
        if event.mimeData().hasFormat(MIME) and (not within or self.itemAt(event.position().toPoint()) is not None):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Units from elsewhere are off the map now; those of the tree go to the row they are dropped on."""
        keys = unpack(event.mimeData())
        if event.source() is self:
            row = self.itemAt(event.position().toPoint())
            if row is not None:
                below = event.position().y() > self.visualItemRect(row).center().y()
                self.drop_on(row, keys, below=below)
        else:
            self.dropped.emit(keys)
        event.acceptProposedAction()

    def drop_on(self, row: QTreeWidgetItem, keys: Sequence[str], *, below: bool) -> None:
        """Units are let go on a row: they join its side and formation. On a unit, above or below its middle, they take
        their place before or after it. Formations that are dragged keep their names and parts."""
        target = group_of(row) or group_of(row.parent())
        if target is None:
            return
        beside = str(row.data(NAME, KEY) or "")
        carried = [group for group in self.chosen_groups() if group.names]
        self.arranged.emit([self._regrouped(key, target, carried) for key in keys if key in self.units], beside, below)

    def _regrouped(self, key: str, target: TreeGroup, carried: Sequence[TreeGroup]) -> tuple[str, TreeGroup]:
        """A unit's key and the group it belongs to after it was dropped on one."""
        own = group_of(self.units[key].parent()) or target
        held = [one for one in carried if one.side == own.side and own.names[: len(one.names)] == one.names]
        if not held:
            return key, target
        top = min(held, key=lambda one: len(one.names))
        return key, replace(target, names=(*target.names, *own.names[len(top.names) - 1 :]))


def group_of(row: QTreeWidgetItem | None) -> TreeGroup | None:
    """The side or formation that a row stands for; None for a unit."""
    group = row.data(NAME, GROUP) if row is not None else None
    return group if isinstance(group, TreeGroup) else None


def children_of(row: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """The rows directly beneath a row."""
    return [child for i in range(row.childCount()) if (child := row.child(i)) is not None]


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers in texts by their size: ``9th`` before ``10th``."""
    parts: list[tuple[int, int, str]] = []
    word, digits = "", ""
    for letter in [*text.lower(), ""]:
        if letter.isdigit():
            if word:
                parts.append((1, 0, word))
                word = ""
            digits += letter
        else:
            if digits:
                parts.append((0, int(digits), ""))
                digits = ""
            word += letter
    if word:
        parts.append((1, 0, word))
    return tuple(parts)
