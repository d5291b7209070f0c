"""The scenario desk: a page each for set-up, victory, options, special rules and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.panels.flow import FlowLayout
from editor.panels.in_dock import bring_up, empty_state
from editor.panels.setup_page import SetupPage
from editor.panels.victory_page import VictoryPage

PAGES: Final[dict[str, tuple[str, str, Callable[[Desk], QWidget]]]] = {
    "setup": ("Set-up", "Groups that the players set up, areas, pools", SetupPage),
    "victory": ("Victory", "Who wins: points, ways to win outright, how the game ends", VictoryPage),
}
"""For each page its title, what it is for, and what makes it."""


class ScenarioPanel(QWidget):
    """The pages, with a button each."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.buttons = QButtonGroup(self)
        self.pages: dict[str, QWidget] = {}
        self.stack = QStackedWidget()
        bar = QWidget()
        row = FlowLayout(bar, 2)
        for number, (key, (title, tip, made)) in enumerate(PAGES.items()):
            button = QToolButton()
            button.setText(title)
            button.setToolTip(tip)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setAccessibleName(f"{title} page")
            self.buttons.addButton(button, number)
            row.addWidget(button)
            self.pages[key] = made(desk)
            self.stack.addWidget(self.pages[key])
            desk.actions.add(
                f"scenario.{key}", f"{title}…", lambda key=key: self.show_page(key), menu="Scenario", group=2, tip=tip
            )
        self.empty = empty_state("This map has no scenario yet.\nScenario > New scenario makes one.")
        self.stack.addWidget(self.empty)
        self.bar = bar
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 0)
        layout.setSpacing(2)
        layout.addWidget(bar)
        layout.addWidget(self.stack, 1)
        self.buttons.idClicked.connect(lambda number: self._turn_to(tuple(PAGES)[number]))
        self._page = next(iter(PAGES))
        desk.document_changed.connect(lambda _document: self._follow())
        desk.changed.connect(lambda _change: self._follow())
        self._follow()

    def show_page(self, key: str) -> None:
        """Bring the panel to the front with this page."""
        bring_up(self)
        self._turn_to(key)

    def _turn_to(self, key: str) -> None:
        self._page = key
        self._follow()

    def _follow(self) -> None:
        """Show the page that was chosen, or that there is no scenario."""
        there = self.desk.document.scenario is not None
        self.bar.setEnabled(there)
        self.buttons.button(tuple(PAGES).index(self._page)).setChecked(True)
        self.stack.setCurrentWidget(self.pages[self._page] if there else self.empty)
        for key in PAGES:
            self.desk.actions.get(f"scenario.{key}").setEnabled(there)
