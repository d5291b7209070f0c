"""What a hand does with units on the desk: opening thousands, choosing many at once, pointing at what a card offers."""

from __future__ import annotations

from desk import settle, window
from harness import Took, Watch, bench, late, median
from PySide6.QtWidgets import QApplication

from editor.preview.seats import HUMAN
from engine import data
from engine.formats import load_scenario, save_scenario
from maps import army, folder

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


@bench("open a scenario of 4,000 units", 1, "s")
def open_army() -> Took:
    """From the click on Open to the first paint of the map; the median of three files that are not open yet."""
    shown, whole, taken = window(200), army(4000), []
    for number in range(3):
        path = folder() / f"army{number}.yaml"
        save_scenario(whole, path)
        watch = Watch()
        if not shown.files.open_path(path):
            raise RuntimeError("the scenario did not open")
        QApplication.processEvents()
        shown.canvas.viewport().repaint()
        taken.append(watch.took())
        settle(shown)
    return median(taken)


@bench("a hover on a battle card", 50)
def hover() -> Took:
    """Until the card shows what a choice behind it would come to."""
    shown = window(200)
    scenario = load_scenario("lundys_lane")
    path = folder() / "contact.yaml"
    save_scenario(scenario.with_(setup={"us-9": "L0602", "ac-1": "L0603"}, arrivals=()), path)
    if not shown.files.open_path(path):
        raise RuntimeError("the scenario did not open")
    settle(shown)
    game, card, taken = shown.desk.controls.game, shown.play.card, []
    if not game.start(dict.fromkeys(scenario.sides, HUMAN), 3):
        raise RuntimeError("the game did not begin")
    game.act("end phase")
    for name in ("L0603", "L0602"):
        game.clicked(scenario.map.grid.parse(name))
    settle(shown)
    lower = card.lowered.menu().actions()
    for number in range(2 * ROUNDS):
        watch = Watch()
        lower[number % len(lower)].hover()
        QApplication.processEvents()
        taken.append(watch.took())
    shown.desk.preview.close()
    return late(taken)
