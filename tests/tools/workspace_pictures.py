"""Pictures of each workspace and each page of the rules desk in each size of the window, light and dark, once and
twice as fine, to be looked at.

    python tests/tools/workspace_pictures.py OUT        all of them
    python tests/tools/workspace_pictures.py OUT 2      those that are twice as fine
    python tests/tools/workspace_pictures.py OUT 1 FILE the pages of one rules file

The scale is read once, so each is a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import camera

if TYPE_CHECKING:
    from editor.window.window import Window

SIZES: Final = {"1": ((1280, 800), (1600, 1000), (1920, 1080)), "2": ((1280, 800),)}
"""The sizes of the window in points, by the scale."""
HEXES: Final = ("scenarios/lundys_lane.yaml", "us-9")
TABLE: Final = ("scenarios/zama.yaml", "")
RULES: Final = "resources/systems/the_ridge/system.yaml"
PARTS: Final = 6
"""Pictures at most of one page, from its top."""


def states(window: Window, unit: str) -> Iterator[str]:
    """The window in each workspace with what people do there; each time it yields the name of the picture."""
    desk = window.desk
    scenario = desk.document.require_scenario()
    if unit:
        desk.selection.set([desk.document.battle_map.grid.parse(scenario.setup[unit])], unit)
    for key in ("draw", "army", "scenario", "rules", "exchange"):
        window.workspaces.switch(key)
        yield key
    desk.actions.get("play.start").trigger()
    camera.settle(window)
    yield "play"
    desk.preview.close()


def take(folder: Path, scale: str) -> None:
    """Take all pictures at one scale."""
    from bench import forgive

    from editor.window.app import make_window

    for file, unit in (HEXES, TABLE):
        window = make_window(str(camera.ROOT / file))
        window.show()
        dark = window.desk.actions.get("view.dark")
        for size in SIZES[scale]:
            window.resize(*size)
            camera.settle(window, 0.5)
            window.canvas.fit()
            for name in states(window, unit):
                for shade in ("light", "dark"):
                    if dark.isChecked() != (shade == "dark"):
                        dark.trigger()
                    camera.settle(window, 0.4)
                    fine = "" if scale == "1" else f"-x{scale}"
                    camera.take(window, folder / f"{Path(file).stem}-{size[0]}{fine}-{name}-{shade}.png")
        forgive(window)
        window.close()
    for size in SIZES[scale]:
        rules_desk(folder, scale, RULES, size)


def rules_desk(folder: Path, scale: str, file: str, size: tuple[int, int]) -> None:
    """Take every page of a rules file, as long as its form is."""
    from bench import forgive

    from editor.window.app import make_window

    window = make_window(str(camera.ROOT / file))
    window.show()
    window.resize(*size)
    camera.settle(window, 0.5)
    dark, view = window.desk.actions.get("view.dark"), window.rules.view
    for row in range(view.list.count()):
        view.list.setCurrentRow(row)
        name = str(view.list.item(row).text()).strip().lower().replace(" ", "_")
        bar = view.area.verticalScrollBar()
        for shade in ("light", "dark"):
            if dark.isChecked() != (shade == "dark"):
                dark.trigger()
            bar.setValue(0)
            camera.settle(window, 0.6)
            parts = min(PARTS, 1 + -(-bar.maximum() // max(1, bar.pageStep()))) if shade == "light" else 1
            for part in range(parts):
                bar.setValue(part * bar.pageStep())
                camera.settle(window, 0.1)
                whole = f"rules-{Path(file).parent.name}-{size[0]}-x{scale}-{row:02}-{name}-{part}-{shade}.png"
                camera.take(window, folder / whole)
    forgive(window)
    window.close()


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else camera.ROOT / "out" / "workspaces"
    if len(sys.argv) > 2:
        camera.begin()
        if len(sys.argv) > 3:
            rules_desk(out, sys.argv[2], sys.argv[3], SIZES[sys.argv[2]][0])
        else:
            take(out, sys.argv[2])
        # Threads of the checks may still be at work: nothing is to be saved.
        os._exit(0)
    for fine in SIZES:
        subprocess.run(
            [sys.executable, __file__, str(out), fine], env={**os.environ, "QT_SCALE_FACTOR": fine}, check=True
        )
