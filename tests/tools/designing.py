"""The designer's evening beyond the page of the first scenario: areas, reinforcements that wait, a trial, a print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from first_scenario import MILL, Newcomer
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from settling import settle
from user import KEYS, User

from editor.dialogs.print_sheets import PrintDialog
from editor.panels.place_field import PlaceField
from editor.panels.setup_page import SetupPage
from editor.panels.trials_panel import TrialsPanel

LEFT = Qt.MouseButton.LeftButton


class Choosing(User):
    """Choices of menus and boxes, which a counting hand counts as clicks."""

    qtbot: Any

    def entry(self, name: str) -> None:
        """Choose an entry of a menu."""
        keys = self.qtbot.keys
        super().entry(name)
        self.qtbot.keys, self.qtbot.clicks = keys, self.qtbot.clicks + 1

    def pick(self, words: str, item: str, within: QWidget | None = None) -> None:
        """Choose from a box."""
        keys = self.qtbot.keys
        super().pick(words, item, within)
        self.qtbot.keys, self.qtbot.clicks = keys, self.qtbot.clicks + 1


class EveningDesigner(Choosing, Newcomer):
    """Goes on where the page ends."""

    def area(self) -> None:
        """Blue may set up in the south."""
        self.press(KEYS.Key_F2, Qt.KeyboardModifier.ShiftModifier)
        page = self.window.findChild(SetupPage)
        assert page is not None
        self.pull_down(page.add_button, "An area for Blue to set up in freely")
        self.hand.drag("0514", "0914", "0915", "0515", steps=8)
        self.press(KEYS.Key_Escape)
        settle()
        assert self.window.desk.document.require_scenario().setup_areas["blue"]

    def waiting_reserve(self) -> None:
        """Two units come on turn 3, once Red holds the mill."""
        self.reserve()
        panel = self.window.docks.panel("arrivals")
        self.pick("Wait for", "hexes that it holds", panel)
        settle()
        field = next(one for one in panel.findChildren(PlaceField) if one.isVisible() and "held" in one.what)
        self.click(field.on_map)
        self.hand.click(MILL)
        self.press(KEYS.Key_Escape)
        settle()
        (group,) = self.window.desk.document.require_scenario().arrivals
        assert group.when is not None
        assert group.when.hexes == (MILL,)

    def first_turn(self) -> None:
        """A turn of the computer is looked at; then the set-up is back."""
        self.hand.canvas.setFocus()
        self.press(KEYS.Key_F5)
        settle()
        banner, preview = self.window.play.banner, self.window.desk.preview
        self.click(banner.turn)
        self.qtbot.waitUntil(lambda: not preview.busy and preview.played > 0, timeout=60_000)
        settle()
        if banner.skip.isEnabled():
            self.click(banner.skip)
        settle()
        self.click(banner.leave)
        settle()
        assert not preview.active

    def trial(self) -> None:
        """Four games are enough to see that it can be played."""
        self.choose("Play", "Run trial…")
        panel = self.window.docks.panel("trials")
        assert isinstance(panel, TrialsPanel)
        self.write("Games", "4", panel)
        self.push("Play", panel)
        self.qtbot.waitUntil(lambda: panel.pages.count() > 1, timeout=240_000)
        settle()

    def print_map(self, path: Path) -> None:
        """The sheets are written into a file."""

        def fill(dialog: PrintDialog) -> None:
            dialog.file.line.setText(str(path))

        self.answer(PrintDialog, lambda: self.choose("File", "Print sheets…"), fill, "Print to file")
        self.qtbot.waitUntil(path.is_file, timeout=60_000)
        settle()
