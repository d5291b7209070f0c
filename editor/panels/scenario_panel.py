"""The scenario desk: a page each for set-up, victory, options, special rules and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.panels.buttons import PanelButton
from editor.panels.flow import FlowLayout
from editor.panels.in_dock import bring_up, empty_state
from editor.panels.options_page import OptionsPage
from editor.panels.setup_page import SetupPage
from editor.panels.special_page import SpecialPage
from editor.panels.tables_page import TablesPage
from editor.panels.variant_page import VariantPage
from editor.panels.victory_page import VictoryPage
from editor.plain import as_written

PAGES: Final[dict[str, tuple[str, str, Callable[[Desk], QWidget]]]] = {
    "setup": ("Set-up", "Groups that the players set up, areas, pools", SetupPage),
    "victory": ("Victory", "Who wins: points, ways to win outright, how the game ends", VictoryPage),
    "options": ("Options", "What the rules leave to the designer, as switches", OptionsPage),
    "special": ("Special rules", "The exclusive rules of this scenario", SpecialPage),
    "tables": ("Tables", "Tables of the rules, with this scenario's own figures laid over them", TablesPage),
    "variant": ("Variant", "Differences between this scenario and its base", VariantPage),
}
"""For each page its title, what it is for, and what makes it."""


def lead_to_scenario(desk: Desk, panel: Callable[[], ScenarioPanel]) -> None:
    """A menu entry for each page of the panel, which ``panel`` gives; they are grey where there is no scenario."""
    actions = [
        desk.actions.add(
            f"scenario.{key}-page",
            f"{title}…",
            lambda key=key: panel().show_page(key),
            menu="Scenario",
            group=2,
            tip=tip,
        )
        for key, (title, tip, _made) in PAGES.items()
    ]

    def follow() -> None:
        for action in actions:
            action.setEnabled(desk.document.scenario is not None)

    desk.document_changed.connect(lambda _document: follow())
    desk.changed.connect(lambda _change: follow())
    follow()


class ScenarioPanel(QWidget):
    """The pages, with a button each."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.buttons: dict[str, PanelButton] = {}
        self._pages: dict[str, QWidget] = {}
        """Those that have been looked at."""
        self.stack = QStackedWidget()
        bar = QWidget()
        row = FlowLayout(bar, 2)
        for key, (title, tip, _made) in PAGES.items():
            button = PanelButton()
            button.setText(title)
            button.setToolTip(as_written(tip))
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setAccessibleName(f"{title} page")
            button.clicked.connect(lambda _on=False, key=key: self._turn_to(key))
            self.buttons[key] = button
            row.addWidget(button)
        self.empty = empty_state("This map has no scenario yet.\nScenario > New scenario makes one.")
        self.stack.addWidget(self.empty)
        self.bar = bar
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 0)
        layout.setSpacing(2)
        layout.addWidget(bar)
        layout.addWidget(self.stack, 1)
        self._page = next(iter(PAGES))
        desk.document_changed.connect(lambda _document: self._follow())
        desk.changed.connect(lambda _change: self._follow())
        self._follow()

    def page(self, key: str) -> QWidget:
        """One of the pages; it is made when it is first asked for."""
        if key not in self._pages:
            _title, _tip, made = PAGES[key]
            self._pages[key] = made(self.desk)
            self.stack.addWidget(self._pages[key])
        return self._pages[key]

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
        for key, button in self.buttons.items():
            button.setChecked(key == self._page)
        self.stack.setCurrentWidget(self.page(self._page) if there else self.empty)
