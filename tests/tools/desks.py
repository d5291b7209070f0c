"""Pictures of every desk, page and dialog at 1280 x 800, to be looked at: light and dark, once and twice
as fine. Each look is a process of its own, since the scale is read once.

    python tests/tools/desks.py OUT          all four
    python tests/tools/desks.py OUT dark 2   one of them
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import camera

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from editor.window.window import Window

SIZE = (1280, 800)
PAGES = ("setup", "victory", "options", "special", "tables", "variant")
UNIT = "us-9"
BROKEN = "L3710"
"""A hex of deep water: a unit that is put there is a problem to be shown."""
DIALOGS = (
    *("file.new-map", "file.new-scenario", "file.export", "file.print-sheets", "file.print-counters"),
    "file.export-to",
    *("edit.preferences", "edit.shortcuts", "edit.find", "help.commands"),
    *("map.properties", "map.resize", "map.join", "map.numbers", "map.palette", "map.replace-terrain", "map.slopes"),
    *(
        "map.region-rule",
        "map.go-to",
        "edit.select-rule",
        "map.add-box",
        "scenario.properties",
        "scenario.add-unit",
        "scenario.number-units",
    ),
    *("scenario.counter-designer",),
)
"""Actions that open a dialog; those that there are not are passed over."""


class Sitting:
    """A window that is photographed desk by desk."""

    def __init__(self, folder: Path) -> None:
        from editor.window.app import make_window

        self.folder = folder
        self.window: Window = make_window(None)
        self.window.resize(*SIZE)
        self.window.show()
        self.window.activateWindow()

    def take(self, name: str, shown: QWidget | None = None, wait: float = 0.5) -> None:
        """Take the window, or a part."""
        camera.settle(self.window, wait)
        camera.take(shown or self.window, self.folder / f"{name}.png")

    def panels(self) -> None:
        """Every panel in front, with a unit selected; every page of the scenario's."""

        desk, docks = self.window.desk, self.window.docks
        scenario = desk.document.require_scenario()
        desk.selection.set([desk.document.battle_map.grid.parse(scenario.setup[UNIT])], UNIT)
        self.take("map", wait=2)
        for key, dock in docks.by_key.items():
            if key in ("palette", "minimap", "scenario"):
                continue
            hidden = dock.isHidden()
            desk.actions.get(f"panel.{key}").trigger()
            self.take(f"panel-{key}")
            dock.setHidden(hidden)
        panel = self.window.docks.panel("scenario")
        assert panel is not None
        for key in PAGES:
            panel.show_page(key)
            self.take(f"page-{key}")

    def play(self) -> None:
        """Test turns: at the start, and after a turn."""
        desk = self.window.desk
        desk.actions.get("play.start").trigger()
        self.take("play", wait=1)
        desk.actions.get("play.turn").trigger()
        self.take("play-turn", wait=2)
        desk.preview.close()

    def problems(self) -> None:
        """A scenario with something wrong."""
        desk = self.window.desk
        desk.controls.armies.put([UNIT], desk.document.battle_map.grid.parse(BROKEN))
        desk.actions.get("panel.problems").trigger()
        self.take("problems", wait=3)
        desk.document.stack.undo()

    def dialogs(self) -> None:
        """Every dialog that a menu opens."""
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        known = {entry.key: entry for entry in self.window.desk.actions.entries}
        for key in DIALOGS:
            if key not in known:
                print(f"there is no {key}", file=sys.stderr)
                continue
            timer, seen = QTimer(), [0]

            def look(key: str = key, timer: QTimer = timer, seen: list[int] = seen) -> None:
                shown = QApplication.activeModalWidget() or QApplication.activePopupWidget()
                seen[0] += 1
                if shown is not None and seen[0] > 3:
                    timer.stop()
                    self.take(f"dialog-{key}", shown, wait=0.4)
                    shown.close()

            timer.timeout.connect(look)
            timer.start(60)
            known[key].action.trigger()
            for _ in range(20):
                QApplication.processEvents()
            timer.stop()

    def all(self) -> None:
        """Everything."""
        from bench import forgive

        window = self.window
        window.greeter.greet_if_empty()
        self.take("welcome", wait=3)
        window.tour.start()
        for number in (0, 3, 6, 11):
            window.tour.go(number)
            self.take(f"tour-{number + 1}")
        window.tour.leave()
        self.panels()
        self.problems()
        self.play()
        self.dialogs()
        window.menus.help.open("guide/first-scenario.md")
        self.take("guide", window.menus.help.guide)
        window.menus.help.guide.close()
        forgive(window)


def main(folder: Path, dark: bool) -> None:
    """One look."""
    camera.begin()
    sitting = Sitting(folder)
    action = sitting.window.desk.actions.get("view.dark")
    if action.isChecked() != dark:
        action.trigger()
    sitting.all()
    os._exit(0)


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else camera.ROOT / "out" / "desks"
    if len(sys.argv) > 3:
        main(out / f"{sys.argv[2]}-{sys.argv[3]}", sys.argv[2] == "dark")
    else:
        for shade in ("light", "dark"):
            for fine in ("1", "2"):
                subprocess.run(
                    [sys.executable, __file__, str(out), shade, fine],
                    env={**os.environ, "QT_SCALE_FACTOR": fine},
                    check=True,
                )
