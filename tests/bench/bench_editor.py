"""What the editor is measured by: its start, opening a big map, and frames of painting, scrolling and zooming.

A frame is a real mouse or wheel event, and all that Qt then does until nothing is left to do at once: the drawing,
a slice of the drawing still owed, the panels. The figure is the 95th percentile of the frames at the slowest zoom.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from random import Random

from harness import bench
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, qInstallMessageHandler
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from editor.app import application, make_window
from editor.window import Window
from engine.board.battlemap import BattleMap
from engine.board.grid import Grid, GridSpec
from engine.formats import load_palette, save_map

SIZE = 200
FRAMES = 60
ZOOMS = {"whole map": 0.0, "far": 0.12, "middle": 0.35, "near": 1.0}
"""Zooms at which frames are measured; 0 fits the whole map into the window."""

LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier


@cache
def folder() -> Path:
    """A folder for big maps, and for what the editor remembers."""
    path = Path(tempfile.mkdtemp(prefix="hexwright-bench-"))
    os.environ["HEXWRIGHT_STATE"] = str(path / "state")
    os.environ["HEXWRIGHT_SETTINGS"] = str(path / "settings.ini")
    return path


@cache
def big_map() -> Path:
    """A file with a map of 200 x 200: woods, hills, villages, rivers, roads, all over it."""
    grid, random = Grid(GridSpec(SIZE, SIZE)), Random(SIZE)
    board = BattleMap(grid, load_palette("standard"), "Big")
    for kind, clumps in (("forest", 500), ("swamp", 60), ("hill", 150), ("water", 20)):
        for middle in random.sample(range(grid.size), clumps):
            for h in grid.within(middle, random.randrange(1, 4)):
                board.terrain[h] = kind
    for h in random.sample(range(grid.size), 600):
        board.features[h] = (random.choice(("building", "village", "church")),)
    for kind, walks, layer in (("river", 40, board.hexsides), ("road", 60, board.paths)):
        for h in random.sample(range(grid.size), walks):
            direction = random.randrange(6)
            for _ in range(60):
                direction = (direction + random.choice((0, 0, 1, 5))) % 6
                if (there := grid.neighbour(h, direction)) < 0:
                    break
                if layer is board.paths:
                    board.paths[grid.side(h, direction)] = frozenset({kind})
                else:
                    board.hexsides[grid.side(h, direction)] = {kind: -1}
                h = there
    path = folder() / "big.yaml"
    save_map(board, path)
    return path


def settle(window: Window) -> None:
    """Let the window draw all it still owes."""
    app = QApplication.instance()
    assert app is not None
    layer = window.canvas.map_scene.map_layer
    until = time.perf_counter() + 30
    while layer.busy and time.perf_counter() < until:
        app.processEvents()
    for _ in range(5):
        app.processEvents()


@cache
def window() -> Window:
    """The editor on the big map."""
    folder()
    # The screenless platform complains about every window it is given; nothing else is dropped.
    qInstallMessageHandler(lambda _kind, _where, text: "propagateSizeHints" in text or print(text, file=sys.stderr))
    application()
    made = make_window(str(big_map()))
    made.resize(1440, 900)
    made.show()
    settle(made)
    return made


def frames(prepare: Callable[[Window], None], events: Callable[[Window], Iterable[Callable[[], None]]]) -> float:
    """Seconds of the 95th percentile of frames, at the slowest zoom."""
    shown = window()
    slowest = 0.0
    for zoom in ZOOMS.values():
        shown.canvas.fit()
        if zoom:
            shown.canvas.set_zoom(zoom)
        settle(shown)
        prepare(shown)
        taken = []
        for event in events(shown):
            begun = time.perf_counter()
            event()
            QApplication.processEvents()
            taken.append(time.perf_counter() - begun)
        slowest = max(slowest, statistics.quantiles(taken, n=20)[-1])
    return slowest


def mouse(shown: Window, kind: QEvent.Type, at: QPoint) -> None:
    """Send a mouse event of the left button to the map."""
    viewport = shown.canvas.viewport()
    changed = NO_BUTTON if kind is QEvent.Type.MouseMove else LEFT
    held = NO_BUTTON if kind is QEvent.Type.MouseButtonRelease else LEFT
    where = QPointF(at)
    event = QMouseEvent(kind, where, QPointF(viewport.mapToGlobal(at)), changed, held, PLAIN)
    QApplication.sendEvent(viewport, event)


def turn_wheel(shown: Window, notches: int) -> None:
    """Turn the wheel over the middle of the map."""
    viewport = shown.canvas.viewport()
    at = viewport.rect().center()
    event = QWheelEvent(
        QPointF(at), QPointF(viewport.mapToGlobal(at)), QPoint(), QPoint(0, 120 * notches),
        NO_BUTTON, PLAIN, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, event)


@bench("editor start to first paint", 1.5, "s")
def start() -> float:
    """Lundy's Lane, from the start of the process; the median of five."""
    script = Path(__file__).with_name("first_paint.py")
    env = {**os.environ, "HEXWRIGHT_STATE": str(folder() / "s"), "HEXWRIGHT_SETTINGS": str(folder() / "s.ini")}
    taken = []
    for _ in range(5):
        begun = time.perf_counter()
        command = [sys.executable, str(script), "scenarios/lundys_lane.yaml"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            taken.append(time.perf_counter() - begun)
            said += process.communicate()[1]
        if not said.startswith("painted") or process.returncode:
            raise RuntimeError(f"the editor did not start, status {process.returncode}: {said}")
    return statistics.median(taken)


@bench("open a 200 x 200 map", 0.8, "s")
def open_big_map() -> float:
    """From the click on Open to the first paint of the map; the median of three."""
    shown = window()
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        if not shown.files.open_path(big_map()):
            raise RuntimeError("the map did not open")
        QApplication.processEvents()
        shown.canvas.viewport().repaint()
        taken.append(time.perf_counter() - begun)
        settle(shown)
    return statistics.median(taken)


@bench("one step of a paint stroke, 200 x 200", 16)
def stroke_step() -> float:
    """The brush at its largest, ten pixels a step."""

    def prepare(shown: Window) -> None:
        shown.workbench.tools.choose("brush")
        shown.workbench.tools.settings.set("size", 4)
        shown.workbench.tools.paint_with("terrain", "forest")
        mouse(shown, QEvent.Type.MouseButtonPress, QPoint(200, 300))

    def events(shown: Window) -> Iterable[Callable[[], None]]:
        for step in range(FRAMES):
            at = QPoint(200 + 10 * step, 300 + 20 * (step % 5))
            yield partial(mouse, shown, QEvent.Type.MouseMove, at)
        mouse(shown, QEvent.Type.MouseButtonRelease, QPoint(400, 300))

    return frames(prepare, events)


@bench("one scroll frame, 200 x 200", 16)
def scroll_frame() -> float:
    """Forty pixels at a time, there and back, across what has not been drawn yet."""

    def events(shown: Window) -> Iterable[Callable[[], None]]:
        bar = shown.canvas.horizontalScrollBar()
        for step in range(FRAMES):
            move = 40 if step < FRAMES * 2 // 3 else -40
            yield lambda move=move: bar.setValue(bar.value() + move)

    return frames(lambda shown: None, events)


@bench("one zoom frame, 200 x 200", 16)
def zoom_frame() -> float:
    """Notches of the wheel, in and out again."""

    def events(shown: Window) -> Iterable[Callable[[], None]]:
        for step in range(FRAMES):
            notch = 1 if step % 12 < 6 else -1
            yield partial(turn_wheel, shown, notch)

    return frames(lambda shown: None, events)
