"""Paint named regions: set-up areas, objectives, countries."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QBoxLayout, QColorDialog, QComboBox, QHBoxLayout, QInputDialog, QToolButton

from editor.commands.change import Change
from editor.hexes.canvas.aim import Aim
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.tools.base import HexStroke
from editor.kinds import HEXES
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
            ("✎", "Rename the region", self.rename_region),
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
        """Ask for another name."""
        region = self._chosen()
        if region is None:
            return
        name, ok = QInputDialog.getText(self, "Rename region", "Name of the region:", text=region.name)
        if ok and name.strip():
            self._push(region.key, replace(region, name=name.strip()))

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

    Ctrl+click picks the region under the pointer.
    """

    key = "region"
    title = "Regions"
    shortcut = "G"
    group = 2
    layer = "regions"
    options = (SizeRow, RegionRow, SymmetryRow)
    hint = "Drag to add hexes to the region; start inside it to remove hexes; Ctrl+click picks a region"

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
