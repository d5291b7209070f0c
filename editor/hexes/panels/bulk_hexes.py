"""The selected hexes in the inspector: what they have in common, and fields that edit them all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from editor.commands.base import Command
from editor.commands.set_label import SetLabel
from editor.controls.moving_hexes import hexes_in_words
from editor.desk.desk import Desk
from editor.dialogs.forms import form, swatch
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_elevation import TOP, SetElevation
from editor.hexes.commands.set_feature import SetFeature
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.panels.bulk_edges import EdgeFields
from editor.kinds import HEXES
from editor.look.keeping_wheel import keep_wheel
from editor.look.numbers import WholeBox
from editor.look.rebuilding import taken_out
from editor.panels.bulk_parts import MIXED, CountsLabel, FlowBox, bind, button, show_counts, slim
from editor.plain import RichLabel, as_written
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.mapping.areas import Tally, tally

COUNTED: Final = 20_000
"""Hexsides and paths of more hexes are not counted ..."""
EDGES: Final = 250_000
"""... on maps with more of them than these, because the wait would be noticed."""
NAMES: Final = 6
"""The most names that are listed; the rest is counted."""


class BulkHexes(QWidget):
    """Fields for any number of hexes. Whatever is changed is one step of undo; a count narrows the selection."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.hexes: list[int] = []
        self.tally = Tally()
        self.features: dict[str, QCheckBox] = {}
        self.regions: dict[str, QCheckBox] = {}
        self._kinds: object = None
        self.title = RichLabel()
        self.title.linkActivated.connect(self.narrow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title)
        self.form = form()
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        self.form.setVerticalSpacing(6)
        layout.addLayout(self.form)
        self._add_ground()
        self._add_ticks()
        self.edges = EdgeFields(desk, self.form, self.narrow, self.push)
        self._add_names()
        # What a map had is not kept when it is closed.
        heard = desk.only(self, HEXES.key)
        heard.document_changed.connect(lambda _document: self._list_kinds())
        keep_wheel(self)

    # -- making it ----------------------------------------------------------------------------------------------

    def _add_ground(self) -> None:
        self.terrain = slim(QComboBox())
        self.terrain.activated.connect(lambda _i: self._paint())
        self.terrain_counts = CountsLabel(self.narrow)
        self.form.addRow("&Terrain", self.terrain)
        self.form.addRow("", self.terrain_counts)
        self.level = WholeBox()
        self.level.setRange(-1, TOP)
        self.level.setSpecialValueText(MIXED)
        self.level.setKeyboardTracking(False)
        self.level.valueChanged.connect(self._set_level)
        row = QHBoxLayout()
        row.addWidget(self.level, 1)
        self.steps = {
            -1: button("−1", "Lower all of them by a level", lambda: self._raise(-1)),
            1: button("+1", "Raise all of them by a level", lambda: self._raise(1)),
        }
        for step in self.steps.values():
            row.addWidget(step)
        self.level_counts = CountsLabel(self.narrow)
        self.form.addRow("&Elevation", row)
        bind(self.form, row, self.level)
        self.form.addRow("", self.level_counts)

    def _add_ticks(self) -> None:
        self.feature_box, self.region_box = FlowBox(), FlowBox()
        self.form.addRow("Features", self.feature_box)
        self.form.addRow("Regions", self.region_box)

    def _add_names(self) -> None:
        self.name = QLineEdit()
        self.name.setPlaceholderText("none")
        self.name.setToolTip("The name at this hex; the Label tool sets its size and place")
        self.name.editingFinished.connect(self._set_name)
        self.form.addRow("&Name", self.name)
        self.name_list = CountsLabel(self.narrow)
        self.form.addRow("Names", self.name_list)

    # -- showing ------------------------------------------------------------------------------------------------

    @property
    def board(self) -> BattleMap:
        """The open map."""
        return self.desk.document.battle_map

    def show_hexes(self, hexes: list[int]) -> None:
        """Show what is in these hexes now."""
        if hexes != self.hexes:
            # What was typed and not entered was meant for another hex.
            self.name.setModified(False)
        self.hexes = hexes
        crowded = len(self.board.hexsides) + len(self.board.paths) > EDGES
        there = set(hexes)
        self.tally = found = tally(self.board, there, COUNTED if crowded else len(hexes))
        self._list_kinds()
        several = len(hexes) > 1
        self.title.setVisible(several)
        units = self._units(there)
        more = f' · <a href="units:">{units:d} unit{"s" if units > 1 else ""}</a>' if units else ""
        self.title.setHtml(f"<h3>{len(hexes):,} hexes{more}</h3>")
        self._show_choice(found.terrain)
        self._show_level(found.elevation)
        names = {key: kind.name for key, kind in self.board.palette.terrain.items()}
        show_counts(self.terrain_counts, "terrain", dict(found.terrain.most_common()), names)
        levels = {str(level): found.elevation[level] for level in sorted(found.elevation, reverse=True)}
        show_counts(self.level_counts, "level", levels, {level: f"level {level}" for level in levels})
        for boxes, counts in ((self.features, found.features), (self.regions, found.regions)):
            self._show_ticks(boxes, counts)
        for box in (self.feature_box, self.region_box):
            box.fit()
        self.edges.show(hexes, found)
        self._show_names(found.labels)

    def _units(self, there: set[int]) -> int:
        scenario = self.desk.document.scenario
        return sum(self.board.grid.find(at) in there for at in scenario.setup.values()) if scenario else 0

    def _list_kinds(self) -> None:
        """Offer what the palette and the map have; again only where that has changed."""
        board = self.board
        kinds = (board.palette, [(key, region.name, region.colour) for key, region in board.regions.items()])
        if kinds == self._kinds:
            return
        self._kinds = kinds
        self.edges.offer(board.palette)
        with QSignalBlocker(self.terrain):
            self.terrain.clear()
            for key, kind in board.palette.terrain.items():
                self.terrain.addItem(swatch(kind.colour), kind.name, key)
        names = {key: (kind.name, kind.colour) for key, kind in board.palette.features.items()}
        self._make_ticks(self.feature_box, self.features, names, self._tick_feature)
        areas = {key: (region.name or key, region.colour) for key, region in board.regions.items()}
        self._make_ticks(self.region_box, self.regions, areas, self._tick_region)
        self.form.setRowVisible(self.region_box, bool(areas))

    def _make_ticks(
        self,
        box: FlowBox,
        ticks: dict[str, QCheckBox],
        names: Mapping[str, tuple[str, str]],
        slot: Callable[[str, bool], None],
    ) -> None:
        for old in ticks.values():
            taken_out(box.flow, old)
        ticks.clear()
        for key, (name, colour) in names.items():
            tick = QCheckBox(name)
            tick.setIcon(swatch(colour, 14))
            tick.setProperty("title", name)
            tick.clicked.connect(lambda _on, key=key: slot(key, not self._in_all(ticks, key)))
            ticks[key] = tick
            box.flow.addWidget(tick)

    def _in_all(self, ticks: Mapping[str, QCheckBox], key: str) -> bool:
        counts = self.tally.features if ticks is self.features else self.tally.regions
        return counts[key] == self.tally.hexes

    def _show_choice(self, counts: Counter[str]) -> None:
        with QSignalBlocker(self.terrain):
            if self.terrain.itemData(0) is None:
                self.terrain.removeItem(0)
            only = next(iter(counts)) if len(counts) == 1 else ""
            at = self.terrain.findData(only) if only else -1
            if at < 0:
                self.terrain.insertItem(0, only or f"{MIXED} ({len(counts)} kinds)", None)
                at = 0
            self.terrain.setCurrentIndex(at)

    def _show_level(self, counts: Counter[int]) -> None:
        with QSignalBlocker(self.level):
            self.level.setRange(-1 if len(counts) != 1 else 0, TOP)
            self.level.setSpecialValueText(MIXED if len(counts) != 1 else "")
            self.level.setValue(next(iter(counts)) if len(counts) == 1 else -1)
        for step, field in self.steps.items():
            field.setEnabled(any(0 <= level + step <= TOP for level in counts))

    def _show_ticks(self, boxes: Mapping[str, QCheckBox], counts: Counter[str]) -> None:
        for key, box in boxes.items():
            count = counts[key]
            every = count == self.tally.hexes
            state = Qt.CheckState.Checked if every and count else Qt.CheckState.PartiallyChecked
            with QSignalBlocker(box):
                box.setTristate(bool(count) and not every)
                box.setCheckState(state if count else Qt.CheckState.Unchecked)
            partly = f" ({count:,})" if count and not every else ""
            box.setText(str(box.property("title")) + partly)
            box.setToolTip(as_written(f"{box.property('title')}: in {count:,} of {self.tally.hexes:,} selected"))

    def _show_names(self, labels: list[Label]) -> None:
        one = len(self.hexes) == 1
        self.form.setRowVisible(self.name, one)
        self.form.setRowVisible(self.name_list, not one and bool(labels))
        if one and not self.name.isModified():
            self.name.setText(labels[0].text if labels else "")
        shown = [f'<a href="at:{label.at:d}">{escape(label.text)}</a>' for label in labels[:NAMES]] + (
            [f"and {len(labels) - NAMES} more"] if len(labels) > NAMES else []
        )
        self.name_list.show_html(", ".join(shown) if not one else "")

    # -- narrowing ----------------------------------------------------------------------------------------------

    def narrow(self, link: str) -> None:
        """Select only those of the hexes that a count stands for."""
        what, _, key = link.partition(":")
        if what == "units":
            action = self.desk.actions.find("edit.select-units")
            if action is not None:
                action.trigger()
            return
        board = self.board
        tests: dict[str, Callable[[int], bool]] = {
            "terrain": lambda h: board.terrain[h] == key,
            "level": lambda h: board.elevation[h] == int(key),
            "path": lambda h: board.on_path(h, key),
            "hexside": lambda h: any(key in board.hexsides.get(side, ()) for side in board.grid.sides[h]),
            "at": lambda h: h == int(key),
        }
        self.desk.selection.set([h for h in self.hexes if tests[what](h)])

    # -- editing ------------------------------------------------------------------------------------------------

    def push(self, command: Command) -> None:
        """Do a command; what stands against it goes to the status bar, and the fields show how it is."""
        if not self.desk.push(command):
            self.show_hexes(self.hexes)

    def _paint(self) -> None:
        key = self.terrain.currentData()
        if key is not None:
            self.push(PaintTerrain(self.hexes, str(key)))

    def _set_level(self, level: int) -> None:
        if level >= 0:
            self.push(SetElevation(dict.fromkeys(self.hexes, level)))

    def _raise(self, step: int) -> None:
        now = self.board.elevation
        kept = self.tally.elevation[TOP if step > 0 else 0]
        if self.desk.push(SetElevation({h: now[h] + step for h in self.hexes})):
            if kept:
                stay = "stays" if kept == 1 else "stay"
                self.desk.status(f"{hexes_in_words(kept)} {stay} at level {TOP if step > 0 else 0}")
        else:
            self.show_hexes(self.hexes)

    def _tick_feature(self, key: str, on: bool) -> None:
        self.push(SetFeature(self.hexes, key, on))

    def _tick_region(self, key: str, on: bool) -> None:
        region = self.board.regions.get(key)
        if region is not None:
            hexes = region.hexes.union(self.hexes) if on else region.hexes.difference(self.hexes)
            self.push(SetRegion(key, replace(region, hexes=hexes)))

    def _set_name(self) -> None:
        if len(self.hexes) != 1 or not self.name.isModified():
            return
        self.name.setModified(False)
        text, settings = self.name.text().strip(), self.desk.settings
        old = self.tally.labels[0] if self.tally.labels else None
        new = None
        if text:
            fresh = Label(
                text, self.hexes[0], str(settings.get("label_size")), str(settings.get("label_style")), dy=0.62
            )
            new = replace(old, text=text) if old is not None else fresh
        if old is not None or new is not None:
            self.push(SetLabel(old, new))
