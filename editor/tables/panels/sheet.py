"""What the pages of the Army panel share: asking the rules about the set-up, and building again when that changes."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.panels.links import rule_link
from editor.plain import Html
from engine.errors import HexwrightError
from engine.play import registry
from engine.scenario import Scenario


class SheetPage(QWidget):
    """A page that shows the answer of the rules to a question about the battle."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(8, 8, 8, 8)
        self.column.setSpacing(6)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario in front."""
        return self.desk.document.scenario

    def refresh(self) -> None:
        """Ask again, and show the answer."""

    def clear(self) -> None:
        """A map of another kind is in front: hold nothing of the battle that was shown."""

    def ask(self, key: str, *words: str) -> Any:
        """The answer to a question that the rules register; None where there is none (`trouble`)."""
        scenario = self.scenario
        if scenario is None:
            return None
        try:
            system = registry.system(scenario.system)
        except HexwrightError:
            return None
        question = next((one for one in system.questions if one.key == key), None)
        oracle = self.desk.controls.overlays.oracle
        return oracle.ask(question, {"words": list(words)}) if question is not None else None

    @property
    def trouble(self) -> str:
        """Why there is no answer."""
        if self.scenario is None:
            return "There are no armies yet: Scenario > New scenario makes one on this table."
        said = self.desk.controls.overlays.oracle.trouble
        return said or "These rules keep no such sheet."


def problems_of(problems: list[list[str]], good: str) -> Html:
    """What is wrong, a line each with its paragraph; what is said where nothing is."""
    if not problems:
        return escape(good)
    return "<br>".join(f"{escape(reason)} {rule_link(rule)}" for rule, reason in problems)
