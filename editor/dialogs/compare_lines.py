"""The lines of a game beside each other: how far each went, how the score stands, what either side has lost."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from editor.preview.lines import LineOfPlay
from editor.preview.position import Position, seen_again
from editor.preview.session import Preview
from engine.plural import counted
from engine.scenario import Scenario


def figures(scenario: Scenario, name: str, positions: list[Position]) -> dict[str, str]:
    """What is compared of a line, by heading: at its last position."""
    last = positions[-1]
    found = {"Line": name, "Actions": str(len(positions) - 1), "Turn": str(last.status.get("turn", ""))}
    score = last.status.get("score") or {}
    for key, side in scenario.sides.items():
        if key in score:
            found[f"{side.name}: points"] = f"{score[key]:g}"
        begun, now = positions[0].units, last.units
        mine = [unit for unit in scenario.units.values() if unit.side == key and "steps" in begun[unit.key]]
        mine = [unit for unit in mine if "steps" in now[unit.key]]
        lost = sum(int(begun[u.key].get("steps") or 0) - int(now[u.key].get("steps") or 0) for u in mine)
        fallen = sum(bool(now[unit.key].get("dead")) for unit in mine)
        found[f"{side.name}: lost"] = f"{counted(lost, 'step')}, {counted(fallen, 'unit')}"
    outcome = last.outcome
    winner = scenario.sides.get(outcome.winner) if outcome is not None else None
    found["Outcome"] = (
        "Still being played" if outcome is None else f"{winner.name} wins" if winner is not None else "A draw"
    )
    return found


def _ends(preview: Preview, line: LineOfPlay) -> list[Position]:
    """The positions of a line; the first and the last as whoever sits at the screen may know them, where people share
    it: another player may have sat there when they were played."""
    positions = list(line.positions)
    if preview.hot_seat:
        for number in {0, len(positions) - 1}:
            positions[number] = seen_again(positions[number], line.game, number, preview.eyes)
    return positions


class CompareLines(QDialog):
    """A table with a column for each line."""

    def __init__(self, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Compare lines")
        assert preview.game is not None
        scenario = preview.game.scenario
        present = LineOfPlay(preview.line, preview.game, preview.positions)
        lines = [figures(scenario, line.name, _ends(preview, line)) for line in (present, *reversed(preview.lines))]
        headings = [heading for heading in lines[0] if heading != "Line"]
        self.table = QTableWidget(len(headings), len(lines))
        self.table.setAccessibleName("The lines beside each other")
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setVerticalHeaderLabels(headings)
        self.table.setHorizontalHeaderLabels([line["Line"] for line in lines])
        for column, line in enumerate(lines):
            for row, heading in enumerate(headings):
                self.table.setItem(row, column, QTableWidgetItem(line[heading]))
        self.table.resizeColumnsToContents()
        self.table.horizontalHeader().setStretchLastSection(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(buttons)
        self.resize(640, 340)
