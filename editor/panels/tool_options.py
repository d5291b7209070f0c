"""The options of the tool in use: size of the brush, what elevation does, what is erased, which region."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.commands.erase import ERASABLE
from editor.commands.set_elevation import TOP
from editor.commands.set_region import SetRegion
from editor.desk.desk import Desk
from editor.look.icons import icon
from editor.panels.drawing_options import DrawingOptions
from editor.stage.tool_settings import BIGGEST
from editor.tools.region import COLOURS
from engine.board.battlemap import Region

SIZED: Final = ("brush", "line", "shape", "elevation", "region", "eraser")
MODES: Final = {"raise": "Raise", "lower": "Lower", "set": "Set to"}


class ToolOptions(QWidget):
    """One row for each option that the tool in use has."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._settings = desk.settings
        self._listed: list[tuple[str, str, str]] | None = None
        """Key, name and colour of the regions that can be chosen."""
        self._title = QLabel()
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._icon = QLabel()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        self.size_row = self._make_size()
        self.elevation_row = self._make_elevation()
        self.erase_row = self._make_erase()
        self.region_row = self._make_region()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(head)
        for row in (self.size_row, self.elevation_row, self.erase_row, self.region_row):
            layout.addWidget(row)
        self.drawing = DrawingOptions(desk)
        layout.addWidget(self.drawing)
        desk.tools.changed.connect(self._show)
        self._settings.changed.connect(self._read)
        desk.document_changed.connect(self._on_document)
        desk.changed.connect(self._on_change)
        self._on_document()
        self._show()

    # -- rows ---------------------------------------------------------------------------------------------------

    def _make_size(self) -> QWidget:
        row, layout = _row("Size")
        self._sizes = QButtonGroup(self)
        for size in range(1, BIGGEST + 1):
            button = QToolButton()
            button.setIcon(icon(f"size_{size}"))
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(f"Brush {size}")
            button.setToolTip(f"Brush {size} (keys [ and ] make it smaller and larger)")
            self._sizes.addButton(button, size)
            layout.addWidget(button)
        layout.addStretch(1)
        self._sizes.idClicked.connect(lambda size: self._settings.set("size", size))
        return row

    def _make_elevation(self) -> QWidget:
        row, layout = _row("Ground")
        self.mode = QComboBox()
        self.mode.setAccessibleName("What is done to the ground")
        for key, title in MODES.items():
            self.mode.addItem(title, key)
        self.mode.activated.connect(lambda _i: self._settings.set("elevation_mode", self.mode.currentData()))
        self.level = QSpinBox()
        self.level.setAccessibleName("Level")
        self.level.setRange(0, TOP)
        self.level.setPrefix("level ")
        self.level.valueChanged.connect(lambda value: self._settings.set("level", value))
        layout.addWidget(self.mode, 1)
        layout.addWidget(self.level, 1)
        return row

    def _make_erase(self) -> QWidget:
        row = QWidget()
        layout = QGridLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(3)
        self.erased: dict[str, QCheckBox] = {}
        for i, layer in enumerate(ERASABLE):
            box = QCheckBox({"paths": "Roads"}.get(layer, layer.capitalize()))
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.toggled.connect(lambda _on: self._settings.set("erase", self._ticked()))
            self.erased[layer] = box
            layout.addWidget(box, i // 2, i % 2)
        return row

    def _ticked(self) -> frozenset[str]:
        return frozenset(layer for layer, box in self.erased.items() if box.isChecked())

    def _make_region(self) -> QWidget:
        row, layout = _row("")
        self.region = QComboBox()
        self.region.setAccessibleName("Region")
        self.region.setMinimumWidth(90)
        self.region.activated.connect(lambda _i: self._settings.set("region", self.region.currentData() or ""))
        layout.addWidget(self.region, 1)
        for text, tip, slot in (
            ("+", "New region", self.new_region),
            ("✎", "Rename the region", self.rename_region),
            ("◐", "Colour of the region", self.recolour_region),
            ("⋯", "Hexes of the region by rule, such as all towns within 4 hexes of the coast", self.region_by_rule),
            ("–", "Remove the region", self.remove_region),
        ):
            button = QToolButton()
            button.setText(text)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, slot=slot: slot())
            layout.addWidget(button)
        return row

    # -- what is shown ------------------------------------------------------------------------------------------

    def _show(self, _key: str = "") -> None:
        tools = self.desk.tools
        spec = next(spec for spec in tools.specs if spec.key == tools.current)
        self._title.setText(f"{spec.title}  ({spec.shortcut})" if spec.shortcut else spec.title)
        self._icon.setPixmap(icon(spec.icon).pixmap(18, 18))
        self.size_row.setVisible(spec.key in SIZED)
        self.elevation_row.setVisible(spec.key == "elevation")
        self.erase_row.setVisible(spec.key == "eraser")
        self.region_row.setVisible(spec.key == "region")
        self._read()

    def _read(self, _name: str = "") -> None:
        settings = self._settings
        self._sizes.button(settings.size).setChecked(True)
        self.mode.setCurrentIndex(self.mode.findData(settings.get("elevation_mode")))
        self.level.setValue(int(settings.get("level")))
        self.level.setEnabled(settings.get("elevation_mode") == "set")
        ticked = settings.get("erase")
        for layer, box in self.erased.items():
            box.blockSignals(True)
            box.setChecked(layer in ticked)
            box.blockSignals(False)
        self.region.setCurrentIndex(self.region.findData(settings.get("region")))

    # -- regions ------------------------------------------------------------------------------------------------

    def _on_document(self, _document: object = None) -> None:
        self._list_regions()

    def _on_change(self, change: object) -> None:
        if getattr(change, "what", "") in ("regions", "all", "map"):
            self._list_regions()

    def _list_regions(self) -> None:
        regions = self.desk.document.battle_map.regions
        listed = [(key, region.name or key, region.colour) for key, region in regions.items()]
        if listed == self._listed:
            # As most often while one draws a region.
            return
        self._listed = listed
        self.region.clear()
        for key, name, colour in listed:
            self.region.addItem(_dot(colour), name, key)
        if self._settings.get("region") not in regions:
            self._settings.set("region", next(iter(regions), ""))
        self.region.setCurrentIndex(self.region.findData(self._settings.get("region")))

    def _push(self, key: str, region: Region | None) -> None:
        self.desk.push(SetRegion(key, region))

    def new_region(self) -> None:
        """Ask for a name and make a region without hexes."""
        name, ok = QInputDialog.getText(self, "New region", "Name of the region:")
        if not ok or not name.strip():
            return
        regions = self.desk.document.battle_map.regions
        key = free_key(name, set(regions))
        colour = COLOURS[len(regions) % len(COLOURS)]
        self._push(key, Region(key, name.strip(), frozenset(), colour))
        self._settings.set("region", key)

    def _chosen(self) -> Region | None:
        return self.desk.document.battle_map.regions.get(str(self._settings.get("region")))

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
        self.desk.actions.get("map.region-rule").trigger()

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


def _row(title: str) -> tuple[QWidget, QHBoxLayout]:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    if title:
        layout.addWidget(QLabel(title))
    return row, layout


def _dot(colour: str) -> QIcon:
    pixmap = QPixmap(14, 14)
    pixmap.fill(QColor(colour))
    return QIcon(pixmap)
