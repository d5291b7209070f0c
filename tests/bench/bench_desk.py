"""What it is to work on a map of 200 x 200: opening it, strokes of every kind, scrolling, zooming, undo."""

from __future__ import annotations

import shutil

from desk import FRAMES, click, dress, frames, painting, scrolling, settle, window, zooming
from harness import Took, Watch, bench, late, median
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from editor.hexes.commands.paint_terrain import PaintTerrain
from maps import folder, map_file

SIZE = 200


@bench("open a 200 x 200 map", 0.4, "s")
def open_big_map() -> Took:
    """From the click on Open to the first paint of the map; the median of three files that are not open yet."""
    shown = window(SIZE)
    taken = []
    for number in range(3):
        path = folder() / f"other{number}.yaml"
        shutil.copy(map_file(SIZE), path)
        watch = Watch()
        if not shown.files.open_path(path):
            raise RuntimeError("the map did not open")
        QApplication.processEvents()
        shown.canvas.viewport().repaint()
        taken.append(watch.took())
        settle(shown)
    return median(taken)


def stroke(style: str, shading: bool = False, tool: str = "brush", **choices: object) -> Took:
    """Strokes on the map in a style."""
    shown = window(SIZE)
    dress(shown, style, shading)
    return frames(shown, painting(tool, **choices))


@bench("a step of a brush stroke, organic style, 200 x 200", 16)
def organic_stroke() -> Took:
    return stroke("organic")


@bench("the same with hill shading", 16)
def shaded_stroke() -> Took:
    return stroke("organic", shading=True)


@bench("the same in the plain style", 16)
def plain_stroke() -> Took:
    return stroke("plain")


@bench("the same in print grey", 16)
def grey_stroke() -> Took:
    return stroke("grey", shading=True)


@bench("a step of the elevation brush, shaded, 200 x 200", 16)
def elevation_stroke() -> Took:
    return stroke("organic", shading=True, tool="elevation", elevation_mode="raise")


@bench("a step of a region stroke, 200 x 200", 12)
def region_stroke() -> Took:
    return stroke("organic", tool="region", region="land0")


@bench("a step of a river drawn along hexsides, 200 x 200", 16)
def hexside_stroke() -> Took:
    return stroke("organic", tool="hexside", hexsides="river", hexside_mode="brush")


@bench("a step of a road drawn by hand, 200 x 200", 16)
def road_stroke() -> Took:
    return stroke("organic", tool="road", paths="road", road_mode="hand")


@bench("a fill of 40,000 hexes with one click", 100)
def fill() -> Took:
    """The click, and the first frame after it."""
    shown, taken = window(SIZE), []
    document = shown.desk.document
    dress(shown)
    document.push(PaintTerrain(document.battle_map.grid.hexes, "clear"))
    settle(shown)
    shown.desk.tools.choose("fill")
    shown.desk.settings.set("terrain", "forest")
    for _ in range(5):
        watch = Watch()
        click(shown, QPoint(500, 400))
        QApplication.processEvents()
        taken.append(watch.took())
        if document.battle_map.terrain[0] != "forest":
            raise RuntimeError("nothing was filled")
        document.stack.undo()
        settle(shown)
    document.stack.undo()
    return median(taken)


@bench("undo or redo of a fill of 40,000 hexes", 16)
def undo() -> Took:
    """With the first frame after it."""
    shown = window(SIZE)
    document = shown.desk.document
    dress(shown)
    document.push(PaintTerrain(document.battle_map.grid.hexes, "forest"))
    settle(shown)
    taken = []
    for number in range(20):
        watch = Watch()
        (document.stack.redo if number % 2 else document.stack.undo)()
        QApplication.processEvents()
        taken.append(watch.took())
        settle(shown)
    return late(taken)


@bench("a frame while 40,000 filled hexes are drawn", 16)
def after_fill() -> Took:
    """Frames from the one after the fill on."""
    shown = window(SIZE)
    document = shown.desk.document
    dress(shown)
    taken = []
    for _ in range(3):
        document.push(PaintTerrain(document.battle_map.grid.hexes, "forest"))
        QApplication.processEvents()
        for _ in range(FRAMES // 2):
            watch = Watch()
            QApplication.processEvents()
            taken.append(watch.took())
        document.stack.undo()
        settle(shown)
    return late(taken)


@bench("a scroll frame, 200 x 200", 16)
def scroll_frame() -> Took:
    shown = window(SIZE)
    dress(shown)
    return frames(shown, scrolling)


@bench("a zoom frame, 200 x 200", 16)
def zoom_frame() -> Took:
    shown = window(SIZE)
    dress(shown)
    return frames(shown, zooming)
