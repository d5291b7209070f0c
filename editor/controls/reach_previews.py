"""What a question of the rules answers for the selected units in each hex that they can reach: foraging, for example.

Which question that is, and in which words it is shown, the rules system registers (`ReachOverlay`).
"""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from editor.canvas.overlay import Cell
from editor.controls.oracle import Oracle
from editor.plain import as_written
from editor.stage.stage import Stage
from editor.stage.submenus import OVERLAYS_MENU
from engine.boards.board import Spot
from engine.errors import NameNotKnown
from engine.play import registry
from engine.play.display import Grade, ReachOverlay
from engine.play.questions import Question

TINTS: Final = {
    Grade.GOOD: QColor(46, 160, 67, 95),
    Grade.FAIR: QColor(219, 140, 40, 100),
    Grade.POOR: QColor(179, 38, 30, 90),
}
"""The tints of hexes by how good the answer for them is."""
UNTITLED: Final = "Answers in reach of the selected unit"
"""What the switch is called while there is no question that it shows."""


class ReachPreview(QObject):
    """Owns the switch of the overlay in the View menu; it is there for rules that register such a question."""

    def __init__(self, stage: Stage, oracle: Oracle) -> None:
        super().__init__(stage)
        self.stage = stage
        self.oracle = oracle
        self._sentences: dict[Spot, str] = {}
        """The note for a hex, shown while the pointer is on it."""
        self.action = stage.actions.add(
            "overlay.in-reach", UNTITLED, lambda _on: self.refresh(), menu=OVERLAYS_MENU, checkable=True
        )
        oracle.outdated.connect(self.refresh)
        stage.selection.selection_changed.connect(self.refresh)
        stage.document_changed.connect(lambda _document: self.refresh())
        stage.panes.spot_hovered.connect(self._hover)
        self.refresh()

    def overlay(self) -> ReachOverlay | None:
        """How the rules of the scenario in front show the question; None if they have none."""
        found = self._question()
        return found[1] if found is not None else None

    def refresh(self) -> None:
        """Offer it where the rules have such a question, and draw it again while it is switched on."""
        found = self._question()
        self.action.setVisible(found is not None)
        self._sentences, cells = {}, dict[Spot, Cell]()
        if found is not None:
            self.action.setText(found[1].title)
            self.action.setToolTip(as_written(found[1].tip))
            self.action.setStatusTip(found[1].tip)
            for h, answer in self._answers(found[0]).items():
                grade, text = found[1].graded(answer)
                cells[h] = TINTS[grade], text
                self._sentences[h] = found[1].sentence(answer)
        self.stage.canvas.map_scene.overlay("in-reach").set_cells(cells)

    def of_hex(self, unit: str) -> str:
        """The answer for the units in a unit's own hex, in a sentence; empty where the rules have no such question."""
        found, units = self._question(), self._companions(unit)
        if found is None or not units:
            return ""
        answer = self.oracle.ask(found[0], {"place": self._places()[unit], "units": units})
        return found[1].sentence(answer) if answer is not None else ""

    def _question(self) -> tuple[Question, ReachOverlay] | None:
        scenario = self.stage.document.scenario
        try:
            return next(registry.system(scenario.system).shown(ReachOverlay), None) if scenario is not None else None
        except NameNotKnown:
            return None

    def _answers(self, question: Question) -> dict[Spot, Any]:
        """The answers for the units in the selected unit's hex: there, and wherever they can go."""
        unit = self.stage.selection.unit
        if not self.action.isChecked() or unit is None:
            return {}
        units = self._companions(unit)
        reach = self.oracle.reach(unit) if units else None
        if reach is None:
            return {}
        board, answers = self.stage.board, dict[Spot, Any]()
        for name in (self._places()[unit], *reach.hexes):
            answer, h = self.oracle.ask(question, {"place": name, "units": units}), board.find(name)
            if answer is not None and h is not None:
                answers[h] = answer
        return answers

    def _places(self) -> dict[str, str]:
        """Where each unit is, as far as the screen may show it."""
        preview, scenario = self.stage.preview, self.stage.document.require_scenario()
        if preview.active:
            return {key: str(how.get("at") or "") for key, how in preview.position.units.items()}
        return dict(scenario.setup)

    def _companions(self, unit: str) -> list[str]:
        """The units of its side in its hex, as far as the screen may show them; none of a unit that is no more."""
        scenario = self.stage.document.scenario
        if scenario is None or unit not in scenario.units:
            return []
        places = self._places()
        here = places.get(unit, "")
        own = [key for key, other in scenario.units.items() if other.side == scenario.units[unit].side]
        return [key for key in own if places.get(key) == here] if here else []

    def _hover(self, spot: Spot | None) -> None:
        if spot in self._sentences:
            self.stage.status(self._sentences[spot])
