"""The editor as it is measured: a window on a map of its own, and a hand that presses, drags, scrolls and zooms.

A frame is a real mouse or wheel event and all that Qt then does until nothing is left to do at once: the drawing,
a slice of the drawing still owed, the panels.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial
from typing import Final

from harness import Took, Watch, late, slowest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, qInstallMessageHandler
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from editor.window.app import application, make_window, put_the_screen_first
from editor.window.window import Window
from maps import folder, map_file

FRAMES: Final = 60
ZOOMS: Final = {"whole map": 0.0, "far": 0.12, "farther": 0.2, "middle": 0.35, "near": 1.0}
"""Zooms at which frames are measured; 0 fits the whole map into the window."""
TURNS: Final = ("swamp", "forest", "hill", "rough", "clear")
"""What is painted, one after the other: every step of every stroke changes something."""

LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier

Events = Callable[[Window], Iterable[Callable[[], None]]]


@cache
def window(size: int) -> Window:
    """The editor on a map of so many columns and rows."""
    folder()
    # The screenless platform complains about every window it is given; nothing else is dropped.
    qInstallMessageHandler(lambda _kind, _where, text: "propagateSizeHints" in text or print(text, file=sys.stderr))
    application()
    made = make_window(str(map_file(size)))
    made.resize(1440, 900)
    made.show()
    put_the_screen_first()
    settle(made)
    return made


def settle(shown: Window, most: float = 60) -> None:
    """Let the window draw all it still owes."""
    layer = shown.canvas.map_scene.map_layer
    until = time.perf_counter() + most
    while layer.busy and time.perf_counter() < until:
        QApplication.processEvents()
    for _ in range(5):
        QApplication.processEvents()


def dress(shown: Window, style: str = "organic", shading: bool = False) -> None:
    """Show the map in a style."""
    layer = shown.canvas.map_scene.map_layer
    layer.set_look(replace(layer.look, style=style, shading=shading))
    settle(shown)


def frames(shown: Window, events: Events, zooms: Iterable[float] = tuple(ZOOMS.values())) -> Took:
    """What 95 frames of a hundred keep within, at the slowest zoom."""
    found = []
    for zoom in zooms:
        shown.canvas.fit()
        if zoom:
            shown.canvas.set_zoom(zoom)
        settle(shown)
        taken = []
        for event in events(shown):
            watch = Watch()
            event()
            QApplication.processEvents()
            taken.append(watch.took())
        found.append(late(taken))
    return slowest(found)


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
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        NO_BUTTON,
        PLAIN,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def click(shown: Window, at: QPoint) -> None:
    """Press and release."""
    mouse(shown, QEvent.Type.MouseButtonPress, at)
    mouse(shown, QEvent.Type.MouseButtonRelease, at)


# -- what is done -------------------------------------------------------------------------------------------------


def painting(tool: str = "brush", **choices: object) -> Events:
    """Strokes of a tool right across the window, ten pixels a step, the brush at its largest; each paints something
    else than the one before."""

    def events(shown: Window) -> Iterable[Callable[[], None]]:
        tools = shown.desk.tools
        turn = shown.desk.document.stack.count() % len(TURNS)
        for name, value in {"size": 4, "terrain": TURNS[turn], **choices}.items():
            tools.settings.set(name, value)
        tools.choose(tool)
        mouse(shown, QEvent.Type.MouseButtonPress, QPoint(200, 300))
        for step in range(FRAMES):
            at = QPoint(200 + 10 * step, 300 + 20 * (step % 5))
            yield partial(mouse, shown, QEvent.Type.MouseMove, at)
        mouse(shown, QEvent.Type.MouseButtonRelease, QPoint(400, 300))

    return events


def scrolling(shown: Window) -> Iterable[Callable[[], None]]:
    """Forty pixels at a time, there and back, across what has not been drawn yet."""
    bar = shown.canvas.horizontalScrollBar()
    for step in range(FRAMES):
        move = 40 if step < FRAMES * 2 // 3 else -40
        yield lambda move=move: bar.setValue(bar.value() + move)


def zooming(shown: Window) -> Iterable[Callable[[], None]]:
    """Notches of the wheel, in and out again."""
    for step in range(FRAMES):
        notch = 1 if step % 12 < 6 else -1
        yield partial(turn_wheel, shown, notch)
