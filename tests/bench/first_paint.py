"""Starts the editor on a file, says so on standard output when the map has been painted, and ends.

With a second word it stays: draws the map at three zooms and draws on it, waits for the checks and the copy, and says
as JSON what opening took (seconds by the clock and, where that is less, of the processor) and how much memory there was
at the peak (megabytes).
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from editor.canvas.drawing.paper import SCALE
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.window.app import application, make_window, put_the_screen_first


def wait_for(done: Callable[[], bool], most: float) -> None:
    """Let the editor work until something is so, or so many seconds."""
    until = time.perf_counter() + most
    while time.perf_counter() < until and not done():
        QApplication.processEvents()
        time.sleep(0.001)


class FirstPaint(QObject):
    """Waits for the first paint event of a widget."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.tell)
        return False

    def tell(self) -> None:
        """The event has been dealt with: what can be seen is there."""
        print("painted", flush=True)
        if len(sys.argv) > 2:
            stay()
        QApplication.exit(0)


def stay() -> None:
    """Work on the map for a little."""
    # From the start of the process, Python's own start included.
    ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    clock = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    idle = min(clock, time.process_time())
    put_the_screen_first()
    document, layer = window.desk.document, window.canvas.map_scene.map_layer
    grid = document.battle_map.grid
    for zoom in (0.02, 0.12, 1.0):
        window.canvas.set_zoom(zoom)
        middle = grid.hex_at(*(part / SCALE for part in window.canvas.visible_rect.center().toTuple()))
        document.push(PaintTerrain(grid.within(middle, 20), "forest"))
        wait_for(lambda: not layer.busy, 60)
    wait_for(lambda: False, 12)
    # What the system counts as a process's greatest size begins with its parent's; this does not.
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    peak = int(status["VmHWM"].split()[0]) / 1024
    print(json.dumps({"clock": clock, "idle": idle, "peak": peak}), flush=True)
    # Nothing is to be asked about unsaved work.
    os._exit(0)


app = application()
window = make_window(sys.argv[1])
waiting = FirstPaint()
window.canvas.viewport().installEventFilter(waiting)
window.show()
sys.exit(app.exec())
