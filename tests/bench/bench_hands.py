"""What a hand does with units on the desk: choosing many of them at once."""

from __future__ import annotations

from desk import settle, window
from harness import Took, Watch, bench, late
from PySide6.QtWidgets import QApplication

from engine import data

CHOSEN = 30
ROUNDS = 10


@bench("thirty units chosen at once", 50)
def thirty() -> Took:
    """Until the map and the panels show it."""
    shown = window(200)
    if not shown.files.open_path(data.scenarios() / "asante.yaml"):
        raise RuntimeError("the scenario did not open")
    settle(shown)
    selection = shown.desk.selection
    scenario = shown.desk.document.scenario
    assert scenario is not None
    units, taken = list(scenario.units)[:CHOSEN], []
    for _ in range(ROUNDS):
        watch = Watch()
        selection.set(units=units)
        QApplication.processEvents()
        taken.append(watch.took())
        selection.clear()
        settle(shown)
    return late(taken)
