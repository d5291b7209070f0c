"""What it is to work on a map of 700 x 700, which is 490,000 hexes: opening, memory, frames, saving."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from desk import dress, frames, painting, scrolling, window, zooming
from harness import Took, Watch, bench

from maps import folder, map_file

SIZE = 700
ZOOMS = (0.0, 0.03, 0.12, 0.35, 1.0)


@cache
def opened() -> dict[str, float]:
    """What a process of its own says of opening the map, painting it and drawing on it; see first_paint.py."""
    script = Path(__file__).with_name("first_paint.py")
    env = {**os.environ, "HEXWRIGHT_STATE": str(folder() / "l"), "HEXWRIGHT_SETTINGS": str(folder() / "l.ini")}
    command = [sys.executable, str(script), str(map_file(SIZE)), "stay"]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


@bench("editor start on a 700 x 700 map to its first paint", 4, "s")
def open_large_map() -> Took:
    """From the start of the process."""
    found = opened()
    return Took(found["clock"], found["idle"])


@bench("memory at its peak: 700 x 700 open, drawn at three zooms, drawn on, checked, copied", 700, "MB")
def memory() -> float:
    return opened()["peak"]


@bench("a scroll frame, 700 x 700", 16)
def scroll_frame() -> Took:
    shown = window(SIZE)
    dress(shown)
    return frames(shown, scrolling, ZOOMS)


@bench("a zoom frame, 700 x 700", 16)
def zoom_frame() -> Took:
    return frames(window(SIZE), zooming, ZOOMS)


@bench("a step of a brush stroke, 700 x 700", 25)
def brush_step() -> Took:
    return frames(window(SIZE), painting(), ZOOMS)


@bench("a step of a region stroke, 700 x 700", 25)
def region_step() -> Took:
    return frames(window(SIZE), painting("region", region="land0"), ZOOMS)


@bench("a 700 x 700 map saved", 3, "s")
def save() -> Took:
    """All that Save does."""
    document = window(SIZE).desk.document
    if not document.dirty:
        raise RuntimeError("there is nothing to save")
    watch = Watch()
    document.save()
    return watch.took()
