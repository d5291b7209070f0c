"""`make pictures`: takes the pictures of docs/images, and of the guide's tutorial, again, without a screen."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import camera
from format_pages import formats_of_guide
from rules_pictures import rules_desk
from wizard_pages import wizards

SIZE = (1600, 1000)
GUIDE = camera.ROOT / "docs" / "guide" / "images"


def main(folder: Path) -> None:
    """The editor on Lundy's Lane: the set-up, what a unit can reach, what a battery sees, test turns."""
    from editor.window.app import make_window

    window = make_window(str(camera.ROOT / "scenarios" / "lundys_lane.yaml"))
    window.resize(*SIZE)
    window.show()
    bench = window.desk
    grid = bench.document.battle_map.grid
    assert bench.document.scenario is not None
    setup = bench.document.scenario.setup

    def take(name: str) -> None:
        camera.settle(window)
        camera.take(window, folder / f"{name}.png")

    def look_at(unit: str, zoom: float) -> None:
        h = grid.parse(setup[unit])
        bench.canvas.set_zoom(zoom)
        bench.canvas.centre_on(h)
        bench.selection.set([h], unit)

    camera.settle(window)
    take("editor")
    bench.actions.get("overlay.reach").setChecked(True)
    look_at("us-9", 0.6)
    take("reach")
    bench.actions.get("overlay.reach").setChecked(False)
    bench.actions.get("overlay.sight").setChecked(True)
    look_at("ac-hb", 0.5)
    take("sight")
    bench.actions.get("overlay.sight").setChecked(False)
    bench.selection.clear()
    for panel in ("preview", "log"):
        window.docks.front(panel)
    bench.actions.get("play.start").trigger()
    camera.settle(window)
    bench.actions.get("play.turn").trigger()
    camera.settle(window)
    take("test-turns")
    bench.preview.close()
    window.close()


def tour(folder: Path) -> None:
    """The tour at the order of battle."""
    from editor.window.app import make_window
    from editor.window.tour_stops import STOPS

    window = make_window(None)
    window.resize(*SIZE)
    window.show()
    window.tour.start()
    window.tour.go([stop.part for stop in STOPS].index("battle"))
    camera.settle(window)
    # Where the files lie on this machine is nobody's business.
    window.desk.status("")
    camera.take(window, folder / "tour.png")
    window.close()


def tutorial(folder: Path) -> None:
    """The scenario of docs/guide/first-scenario.md, made with the hand of its test."""
    from bench import forgive
    from first_scenario import Newcomer

    from editor.window.app import make_window

    window = make_window(None)
    window.resize(*SIZE)
    window.show()
    window.activateWindow()
    me = Newcomer(camera.hand(), window)
    for step, name in (
        (me.field, ""),
        (me.ground, "ground"),
        (me.units, "units"),
        (me.reserve, "reserve"),
        (me.victory, "victory"),
    ):
        step()
        if name:
            me.hand.move(me.off("0101", -1.5, -1.5))
            camera.settle(window)
            whole = name != "ground"
            camera.take(window if whole else window.canvas.viewport(), folder / f"first-scenario-{name}.png")
    for panel in ("problems", "battle"):
        window.docks.front(panel)
    window.canvas.fit()
    camera.settle(window)
    camera.take(window, folder / "first-scenario.png")
    me.play()
    camera.settle(window)
    camera.take(window, folder / "first-scenario-play.png")
    window.desk.preview.close()
    forgive(window)
    window.close()


if __name__ == "__main__":
    camera.begin()
    tutorial(GUIDE)
    tour(GUIDE)
    wizards(GUIDE)
    formats_of_guide(GUIDE)
    rules_desk(GUIDE)
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else camera.ROOT / "docs" / "images")
    # Threads of the checks may still be at work: nothing is to be saved.
    os._exit(0)
