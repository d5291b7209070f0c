"""Paint named regions: set-up areas, objectives, countries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QKeySequence, QPixmap
from PySide6.QtWidgets import QBoxLayout, QColorDialog, QComboBox, QHBoxLayout, QInputDialog, QToolButton

from editor.commands.change import Change
from editor.hexes.canvas.aim import Aim
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.tools.base import HexStroke
from editor.kinds import HEXES
from editor.look.name_field import NameField
from editor.stage.stage import Stage
from editor.tools.options import OptionRow, SizeRow, SymmetryRow, small_button
from engine.hexes.board.battlemap import Region
from engine.hexes.board.grid import NOWHERE
from engine.plural import counted

MOST_MARKED: Final = 4000
"""Hexes of a region whose border is marked while it is painted: it is looked for when the pointer comes to the map."""
COLOURS = ("#7a5c99", "#b0582f", "#2f7d5b", "#2c6fa8", "#a33b57", "#8a7a1f")


class RegionRow(OptionRow):
    """The region that is painted; regions are made, named, coloured and removed here."""

    settings = ("region",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        # A line of their own for the buttons: beside them a name of two words was cut off.
        self.line.setDirection(QBoxLayout.Direction.TopToBottom)
        self._listed: list[tuple[str, str, str]] | None = None
        """Key, name and colour of the regions that can be chosen."""
        self.region = QComboBox()
        self.region.setAccessibleName("Region")
        self.region.setMinimumWidth(90)
        self.region.setPlaceholderText("No regions yet: + makes one")
        self.region.activated.connect(lambda _i: self.chosen.set("region", self.region.currentData() or ""))
        self.line.addWidget(self.region)
        buttons = QHBoxLayout()
        self.line.addLayout(buttons)
        self._of_region: list[QToolButton] = []
        """Buttons for the region that is chosen."""
        for text, tip, slot in (
            ("+", "New region", self.new_region),
            ("✎", "Rename the region (F2)", self.rename_region),
            ("◐", "Colour of the region", self.recolour_region),
            ("⋯", "Hexes of the region by rule, such as all towns within 4 hexes of the coast", self.region_by_rule),
            ("–", "Remove the region", self.remove_region),
        ):
            button = small_button(text, tip)
            button.clicked.connect(lambda _checked=False, slot=slot: slot())
            buttons.addWidget(button)
            if slot != self.new_region:
                self._of_region.append(button)
        buttons.addStretch(1)
        renaming = QAction("Rename", self)
        renaming.setShortcut(QKeySequence(Qt.Key.Key_F2))
        renaming.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        renaming.triggered.connect(self.rename_region)
        self.addAction(renaming)
        heard = stage.only(stage, HEXES.key)
        heard.changed.connect(self._on_change)

    def _on_change(self, change: Change) -> None:
        if change.what in ("regions", "all", "map"):
            self.read()

    def read(self) -> None:
        regions = self.stage.document.board.regions
        listed = [(key, region.name or key, region.colour) for key, region in regions.items()]
        if listed != self._listed:
            # Most often it is the same, while one draws a region.
            self._listed = listed
            self.region.clear()
            for key, name, colour in listed:
                self.region.addItem(_dot(colour), name, key)
            if self.chosen.get("region") not in regions:
                self.chosen.set("region", next(iter(regions), ""))
        self.region.setCurrentIndex(self.region.findData(self.chosen.get("region")))
        self.region.setEnabled(bool(regions))
        for button in self._of_region:
            button.setEnabled(bool(regions))

    def _push(self, key: str, region: Region | None) -> None:
        self.stage.push(SetRegion(key, region))

    def new_region(self) -> None:
        """Ask for a name and make a region without hexes."""
        name, ok = QInputDialog.getText(self, "New region", "Name of the region:")
        if not ok or not name.strip():
            return
        regions = self.stage.document.board.regions
        key = free_key(name, set(regions))
        colour = COLOURS[len(regions) % len(COLOURS)]
        self._push(key, Region(key, name.strip(), frozenset(), colour))
        self.chosen.set("region", key)

    def _chosen(self) -> Region | None:
        return self.stage.document.battle_map.regions.get(str(self.chosen.get("region")))

    def rename_region(self) -> None:
        """Open a field for another name, in the place of the box."""
        region = self._chosen()
        if region is not None:
            field = NameField(self.region, self.region.rect(), region.name, partial(rename, self.stage, region.key))
            self.stage.leaving.connect(field.leave)

    def recolour_region(self) -> None:
        """Ask for another colour."""
        region = self._chosen()
        if region is None:
            return
        colour = QColorDialog.getColor(QColor(region.colour), self, "Colour of the region")
        if colour.isValid():
            self._push(region.key, replace(region, colour=colour.name()))

    def region_by_rule(self) -> None:
        """Ask for the rule that chooses the region's hexes."""
        self.stage.actions.get("map.region-rule").trigger()

    def remove_region(self) -> None:
        """Remove the region; undo brings it back."""
        region = self._chosen()
        if region is not None:
            self._push(region.key, None)


def rename(stage: Stage, key: str, name: str) -> None:
    """Give a region another name; its key stays."""
    region = stage.document.battle_map.regions.get(key)
    if region is not None:
        stage.push(SetRegion(key, replace(region, name=name)))


def free_key(name: str, taken: set[str]) -> str:
    """A key made from a name that is not taken yet."""
    base = "".join(char if char.isalnum() and char.isascii() else "-" for char in name.lower()).strip("-") or "region"
    key, number = base, 2
    while key in taken:
        key, number = f"{base}-{number}", number + 1
    return key


def _dot(colour: str) -> QIcon:
    pixmap = QPixmap(14, 14)
    pixmap.fill(QColor(colour))
    return QIcon(pixmap)


class RegionTool(HexStroke):
    """Adds hexes to the region chosen in the palette; a stroke that begins inside it takes hexes out.

    Ctrl+click picks the region under the pointer, F2 opens a field for its name.
    """

    key = "region"
    title = "Regions"
    shortcut = "G"
    group = 2
    layer = "regions"
    options = (SizeRow, RegionRow, SymmetryRow)
    hint = "Drag to add hexes to the region; start inside it to remove hexes; Ctrl+click picks a region; F2 renames it"

    _adding = True

    def bordered(self) -> frozenset[int]:
        """The chosen region: from afar nothing but its border tells which it is."""
        region = self.region
        return region.hexes if region is not None and len(region.hexes) <= MOST_MARKED else frozenset()

    def spread(self, h: int) -> list[int]:
        return self.grid.within(h, self.settings.size - 1)

    @property
    def region(self) -> Region | None:
        """The region that is painted."""
        return self.map.regions.get(str(self.settings.get("region")))

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """F2 renames the region in its middle; one without hexes in the middle of the view."""
        region = self.region
        if key != Qt.Key.Key_F2.value or shift or self.busy or region is None:
            return None
        return lambda: self._rename(region)

    def _rename(self, region: Region) -> None:
        canvas, count = self.stage.canvas, len(region.hexes)
        centres = [self.geometry.centre(h) for h in region.hexes]
        middle = QPointF(sum(x for x, _ in centres), sum(y for _, y in centres)) / max(1, count)
        if not count:
            middle = canvas.mapToScene(canvas.viewport().rect().center())
        self.ask_name(QRectF(middle, middle), region.name, partial(rename, self.stage, region.key))

    def _pick(self, h: int) -> None:
        """Choose a region that holds the hex: where several do, the next one with every click."""
        here = [key for key, region in self.map.regions.items() if h in region.hexes]
        if here:
            chosen = str(self.settings.get("region"))
            key = here[(here.index(chosen) + 1) % len(here)] if chosen in here else here[0]
            self.settings.set("region", key)
            self.say(f"Picked {self.map.regions[key].name or key}")

    def start(self, aim: Aim) -> None:
        if aim.control:
            self._pick(aim.hex)
            self.busy = False
            return
        region = self.region
        if region is None:
            self.say("Choose or make a region in the palette first")
            self.busy = False
            return
        self._adding = aim.hex == NOWHERE or aim.hex not in region.hexes
        super().start(aim)

    def paint(self, hexes: list[int]) -> None:
        region = self.region
        if region is not None:
            held = region.hexes.union(hexes) if self._adding else region.hexes.difference(hexes)
            self.push(SetRegion(region.key, replace(region, hexes=held, rule=""), self.stroke))
            self.say(f"{region.name or region.key}: {counted(len(held), 'hex', 'hexes')}")
