"""A map drawn from nothing, as docs/guide/first-map.md tells it: every step with the mouse and the keys of a user.

The test goes through the steps and looks at what came of them; ``tests/tools/first_map.py`` takes the pictures.
"""

from __future__ import annotations

from answering import answer
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.edit_label import LabelDialog
from editor.hexes.dialogs.choose_hexes import ChooseHexesDialog
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.hexes.dialogs.slopes import SlopesDialog
from editor.hexes.tools.region import RegionRow
from editor.panels.tool_options import ToolOptions
from editor.window.window import Window
from engine.boards.palette import Layer

ALT = Qt.KeyboardModifier.AltModifier
NAME = "The Mouths of the Aller"


class Draughtsman:
    """Draws the map in a window, step by step."""

    def __init__(self, qtbot: QtBot, window: Window) -> None:
        self.qtbot = qtbot
        self.window = window
        self.desk = window.desk
        self.hand = Hand(qtbot, window.desk)

    # -- what a step is made of -----------------------------------------------------------------------------------

    def act(self, key: str) -> None:
        """Choose an entry of a menu."""
        self.desk.actions.get(key).trigger()

    def take(self, layer: Layer, kind: str, tool: str = "", **choices: object) -> None:
        """Choose a kind in the palette, a tool, and what stands above the palette."""
        self.desk.tools.paint_with(layer, kind)
        if tool:
            self.desk.tools.choose(tool)
        for name, value in choices.items():
            self.desk.settings.set(name, value)

    def name(self, at: str, text: str, size: str = "medium", style: str = "place", along: bool = False) -> None:
        """Write a place name."""

        def fill(dialog: LabelDialog) -> None:
            self.qtbot.keyClicks(dialog.text, text)
            dialog.size_of.setCurrentText(size.capitalize())
            dialog.style_of.setCurrentText(style.capitalize())
            dialog.along.setChecked(along)

        self.desk.tools.choose("label")
        answer(LabelDialog, fill, lambda: self.hand.click(at))

    def region(self, title: str) -> None:
        """Make a region."""

        def fill(dialog: QInputDialog) -> None:
            dialog.setTextValue(title)

        options = self.window.findChild(ToolOptions)
        assert options is not None
        answer(QInputDialog, fill, options.row(RegionRow).new_region)

    def corner(self, name: str, number: int) -> tuple[float, float]:
        """A corner of a hex on paper, by its number clockwise from the upper left one."""
        x, y = self.hand.grid.outline(self.hand.h(name))[number]
        return float(x), float(y)

    def off(self, name: str, right: float, down: float) -> tuple[float, float]:
        """A place beside the middle of a hex, in circumradii; also beyond the edge of the map."""
        x, y = self.hand.paper(name)
        return x + right, y + down

    def below(self, name: str) -> tuple[float, float]:
        """The lower edge of a hex on paper."""
        (ax, ay), (bx, by) = self.corner(name, 3), self.corner(name, 4)
        return (ax + bx) / 2, (ay + by) / 2

    # -- the steps ------------------------------------------------------------------------------------------------

    def sheet(self) -> None:
        """A new map of 24 by 16 hexes."""

        def fill(dialog: NewMapDialog) -> None:
            dialog.name.selectAll()
            self.qtbot.keyClicks(dialog.name, NAME)
            dialog.columns.setValue(24)
            dialog.rows.setValue(16)

        answer(NewMapDialog, fill, lambda: self.act("file.new-map"))
        self.hand.canvas.fit()
        settle()

    def sea(self) -> None:
        """The sea in the west with a lasso, an island, a beach."""
        self.take(Layer.TERRAIN, "water", "shape", shape="lasso")
        shore = ("0502", "0403", "0404", "0505", "0506", "0607", "0609", "0510", "0411", "0412", "0313", "0315")
        coast = [self.off(name, 0.4, 0.0) for name in shore]
        top, bottom = (
            (self.off("0101", -1.2, -1.2), self.off("0501", 0.6, -1.2)),
            (self.off("0416", 0.0, 1.6), self.off("0116", -1.2, 1.6)),
        )
        self.hand.drag(*top, *coast, *bottom, steps=3)
        self.take(Layer.TERRAIN, "clear", "brush", size=1)
        self.hand.drag("0205", "0206")
        self.take(Layer.TERRAIN, "beach", "brush", size=1)
        self.hand.drag("0411", "0513", "0415")

    def woods(self) -> None:
        """Woods by lasso with a mix, so that they have clearings; a marsh; rough ground."""
        self.take(Layer.TERRAIN, "forest", "shape", shape="lasso", mix=(("forest", 6), ("clear", 1)), mix_seed=11)
        self.hand.drag(self.off("0801", 0, -1.2), self.off("1301", 0, -1.2), "1402", "1304", "1005", "0904", "0802")
        self.hand.drag(
            "0814", "1013", "1212", "1413", "1514", self.off("1416", 0, 1.3), self.off("0916", 0, 1.3), "0815"
        )
        self.desk.settings.set("mix", ())
        self.desk.settings.set("shape", "disc")
        self.hand.drag("2213", "2212")
        self.take(Layer.TERRAIN, "swamp", "brush", size=1)
        self.hand.drag("0709", "0809", "0810")
        self.take(Layer.TERRAIN, "rough", "brush", size=1)
        self.hand.drag("2103", "2202")

    def heights(self) -> None:
        """Two hills, raised with the brush, and the slopes that come of them."""
        self.desk.tools.choose("elevation")
        settings = self.desk.settings
        settings.set("elevation_mode", "raise")
        settings.set("size", 3)
        self.hand.drag("1904", "2104", "2204")
        settings.set("size", 2)
        self.hand.drag("2003", "2204")
        settings.set("size", 1)
        self.hand.drag("2103", "2204")
        settings.set("size", 2)
        self.hand.drag("1814", "1813")
        settings.set("size", 1)
        self.hand.drag("1612", "1713", "2014", "1914")
        answer(SlopesDialog, lambda dialog: None, lambda: self.act("map.slopes"))

    def waters(self) -> None:
        """A river drawn freehand along hexsides, a tributary from vertex to vertex, a stream through hexes."""
        self.take(Layer.HEXSIDE, "river", hexside_mode="snap")
        along = ("2308", "2108", "1908", "1808", "1608", "1409", "1209", "1008", "0809", "0709")
        # Through the marsh to the shore, so that it runs into the sea and is broadest there.
        mouth = self.corner("0709", 4)
        self.hand.drag(self.off("2409", 1.3, 0.4), *(self.below(name) for name in along), mouth, steps=24)
        self.take(Layer.HEXSIDE, "creek", hexside_mode="path")
        self.hand.click(self.corner("1605", 4))
        self.hand.click(self.corner("1508", 2))
        self.qtbot.keyClick(self.hand.viewport, Qt.Key.Key_Escape)
        self.desk.settings.set("hexside_mode", "brush")
        self.take(Layer.PATH, "stream", "road", road_mode="hand")
        self.hand.drag("1414", "1312", "1211", "1209")
        assert self.window.desk.actions.get("map.widen").isChecked(), "as in all new maps"

    def places(self) -> None:
        """Towns, villages, a fort, a church."""
        for feature, names in {
            "town": ("0808", "1408"),
            "village": ("1004", "0613", "1912", "1006", "2008"),
            "fort": ("0707",),
            "church": ("1205",),
            "tower": ("0205",),
        }.items():
            self.take(Layer.FEATURE, feature)
            for name in names:
                self.hand.click(name)

    def roads(self) -> None:
        """A high road by hand, roads that seek their own way, a trail; bridges come of themselves."""
        self.take(Layer.PATH, "road", road_mode="hand")
        self.hand.drag("0707", "0808", "0908", "1107", "1207", "1308", "1408")
        self.hand.drag("1408", "1510", "1611", "1912", modifier=ALT)
        self.hand.drag("1912", "2413", modifier=ALT)
        self.hand.drag("2413", self.off("2413", 1.4, 0.6))
        self.hand.drag("1408", "2008", modifier=ALT)
        self.hand.drag("0808", "1006", "1004", modifier=ALT)
        self.hand.drag("0808", "0613", modifier=ALT)
        self.take(Layer.PATH, "trail")
        self.hand.drag("1006", "1205", "1606", "2008", modifier=ALT)

    def names(self) -> None:
        """Names of places, of waters and of country, then arranged."""
        self.name("0808", "Allermouth", "large")
        self.name("1408", "Kingsbridge", "large")
        for at, text in {
            "1004": "Netherby",
            "0613": "Coldharbour",
            "1912": "Thornby",
            "1006": "Ash",
            "2008": "Wray",
        }.items():
            self.name(at, text)
        self.name("0707", "Fort Ness", "small")
        self.name("0205", "The Calf", "small")
        self.name("0303", "Western Sea", "huge", "water")
        self.name("1709", "Aller", "large", "water", along=True)
        self.name("2104", "High Fell", "large", "region")
        self.name("1214", "Harwood", "large", "region")
        self.act("map.arrange-names")

    def country(self) -> None:
        """Two regions: one painted, one by a rule."""
        regions = {"landing": "Landing beaches", "garrison": "Garrison"}
        for key, title in regions.items():
            self.region(title)
            assert key in {one.split("-")[0] for one in self.hand.map.regions}
        self.desk.tools.choose("region")
        settings = self.desk.settings
        settings.set("region", next(iter(self.hand.map.regions)))
        self.hand.drag("0411", "0513", "0415")
        settings.set("region", list(self.hand.map.regions)[1])

        def fill(dialog: ChooseHexesDialog) -> None:
            dialog.text.selectAll()
            self.qtbot.keyClicks(dialog.text, "feature town|village; coast within 4")

        answer(ChooseHexesDialog, fill, lambda: self.act("map.region-rule"))

    def furniture(self) -> None:
        """Legend, scale bar and compass beside the map; light on the hills."""
        for kind in ("legend", "scale-bar", "compass"):
            self.act(f"map.add-{kind}")
        self.act("view.shading")
        self.desk.tools.choose("select")
        self.hand.canvas.fit()
