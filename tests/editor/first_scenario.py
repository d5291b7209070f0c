"""The scenario of docs/guide/first-scenario.md, made as the page tells it, with the mouse and keys of a user.

The test looks at what came of it; ``make pictures`` takes the pictures after each step.
"""

from __future__ import annotations

import re
from pathlib import Path

from lundys_lane import Designer
from PySide6.QtCore import Qt
from settling import settle
from user import CTRL, KEYS

from editor.dialogs.edit_label import LabelDialog
from editor.dialogs.scenario_properties import ScenarioPropertiesDialog
from editor.panels.unit_picker import UnitPicker
from editor.panels.victory_page import VictoryPage
from engine.boards.palette import Layer

ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "first-scenario.md"
NAME = "The Mill"
MILL = "1211"


class Newcomer(Designer):
    """Goes through the page step by step."""

    def off(self, name: str, right: float, down: float) -> tuple[float, float]:
        """A place beside the middle of a hex, in circumradii; also beyond the edge of the map."""
        x, y = self.hand.paper(name)
        return x + right, y + down

    def field(self) -> None:
        """A template from the welcome page, and its name."""
        self.choose("Help", "Welcome page")
        self.push("New battle of 1812")
        self.window.activateWindow()
        settle()

        def fill(dialog: ScenarioPropertiesDialog) -> None:
            self.write("Name", NAME, dialog)

        self.answer(ScenarioPropertiesDialog, lambda: self.press(KEYS.Key_F4), fill, "Apply")
        self.choose("View", "Fit map in view")

    def ground(self) -> None:
        """Two woods, a river, a road, a village with its name."""
        self.press(KEYS.Key_F1, SHIFT)
        self.map_key("o")
        self.pick("Shape", "Lasso")
        self.take(Layer.TERRAIN, "forest")
        self.hand.drag(
            self.off("0901", 0, -1.2), self.off("1401", 0, -1.2), "1502", "1403", "1204", "1003", "0902", steps=3
        )
        self.hand.drag("1516", "1715", "1916", "2018", "1919", "1619", "1417", "1516", steps=3)
        self.take(Layer.HEXSIDE, "river")
        self.hand.drag(
            self.off("1301", 0.8, -1.4),
            "1204",
            "1207",
            self.off("1210", 0.6, 0),
            "1213",
            "1117",
            self.off("1120", 0.3, 1.4),
            steps=12,
        )
        self.take(Layer.PATH, "road")
        self.hand.drag(
            self.off("0110", -1.3, 0.5),
            "0110",
            "0510",
            MILL,
            "1310",
            "1811",
            "2410",
            self.off("2410", 1.3, 0.5),
            steps=8,
        )
        self.take(Layer.FEATURE, "village")
        self.hand.click(MILL)
        self.map_key("t")

        def fill(dialog: LabelDialog) -> None:
            self.write("Name", NAME, dialog)

        self.answer(LabelDialog, lambda: self.hand.click(MILL), fill, "OK")
        self.map_key("v")

    def units(self) -> None:
        """The table of the page, pasted into the unit table."""
        table = re.search(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        assert table is not None
        self.press(KEYS.Key_F2, SHIFT)
        self.press(KEYS.Key_T, CTRL | ALT)
        self.paste(table[1])
        settle()

    def reserve(self) -> None:
        """Two units come on turn 3."""
        self.press(KEYS.Key_4, ALT)
        panel = self.window.docks.panel("arrivals")
        assert panel is not None
        self.push("Add a group; its entry hex can be clicked on the map at once", panel)
        self.hand.click("2410")
        self.press(KEYS.Key_Escape)
        settle()
        self.pick("Side", "Red", panel)
        self.write("Name", "Red reserve", panel)
        self.write("Turn", "3", panel)
        self.push("Add units", panel)
        picker = next(one for one in panel.findChildren(UnitPicker) if one.isVisible())
        self.row(picker.tree, "All (2 units)")
        self.push("Add selected", picker)
        self.push("Done", picker)

    def victory(self) -> None:
        """Points for the mill and for losses; a tie is Red's."""
        self.choose("Scenario", "Victory…")
        page = self.window.findChild(VictoryPage)
        assert page is not None
        self.pull_down(page.add_button, "Points: hold hexes")
        self.hand.click(MILL)
        self.write("Points", "10", page)
        self.write("Name", NAME, page)
        self.pull_down(page.add_button, "Points: losses of the enemy")
        self.row(page.tree, "How the game ends")
        self.pick("A tie is won by", "Red", page)

    def play(self) -> None:
        """Test turns begin."""
        self.hand.canvas.setFocus()
        self.press(KEYS.Key_F5)
        settle()
