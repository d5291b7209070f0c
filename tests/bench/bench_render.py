"""What it takes to draw a map of 200 x 200 into a picture at 72 pixels a hex, from side to side; and Tiled's own
tmxrasterizer on a map of that size, where it is installed (on Debian: apt-get install tiled)."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from functools import cache
from math import inf
from pathlib import Path

from harness import Took, Watch, bench, median
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPolygonF

from editor.output.strips import LARGE, helpers_for
from maps import folder, made, map_file

SIZE = 200
DPI = 97
"""A printed hex is 0.74 inches from side to side."""
WIDE, HIGH = 83, 72
"""Pixels of a hex."""
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="hexagonal" renderorder="right-down" width="{size}" height="{size}" tilewidth="{wide}"
 tileheight="{high}" infinite="0" hexsidelength="41" staggeraxis="x" staggerindex="even"
 nextlayerid="2" nextobjectid="1">
 <tileset firstgid="1" name="terrain" tilewidth="{wide}" tileheight="{high}" tilecount="{count}" columns="{count}">
  <image source="tiles.png" width="{across}" height="{high}"/>
 </tileset>
 <layer id="1" name="ground" width="{size}" height="{size}"><data encoding="csv">
{rows}
 </data></layer>
</map>
"""


ROOT = Path(__file__).resolve().parent.parent.parent


def timed(command: list[str]) -> Took:
    """What a program took with all the processes that it started.

    Nobody looks at its memory meanwhile: that takes three tenths of a processor, and a program that works on both
    processors of a small machine takes a quarter longer for it.
    """
    watch = Watch(children=True)
    subprocess.run(command, stdout=subprocess.DEVNULL, cwd=ROOT, check=True)
    return watch.took()


def peak_of(command: list[str]) -> float:
    """The memory of a program and of all the processes that it started at the peak, in megabytes."""
    peak = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT, start_new_session=True) as process:
        while process.poll() is None:
            peak = max(peak, memory_of(process.pid))
            time.sleep(0.03)
    if process.returncode:
        raise RuntimeError(f"{command[0]} ended with status {process.returncode}")
    return peak


def memory_of(session: int) -> float:
    """The megabytes that the processes of a session have in memory; of what several share each has its part."""
    kilobytes = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[3]) == session:
                rolled = (path.parent / "smaps_rollup").read_text()
                kilobytes += sum(map(int, re.findall(r"^Pss: +([0-9]+)", rolled, re.MULTILINE)))
        except (OSError, ValueError):
            continue
    return kilobytes / 1024


ROUNDS = 3
"""The two programs are measured in turns, so often: from one minute to the next a shared machine is another one."""


def ours() -> list[str]:
    """What draws our map."""
    program = [sys.executable, "-m", "editor.commandline.cli", "render", str(map_file(SIZE))]
    return [*program, "-o", str(folder() / "big.png"), "--dpi", str(DPI)]


@cache
def tiled() -> list[str]:
    """What draws the same ground by Tiled; nothing where that is not installed."""
    program = shutil.which("tmxrasterizer")
    return [program, str(tiled_map()), str(folder() / "tiled.png")] if program else []


@cache
def rounds() -> tuple[list[Took], list[Took]]:
    """What our program took in each round, and what Tiled's did, in turns."""
    own, other = [], []
    for _ in range(ROUNDS):
        own.append(timed(ours()))
        if tiled():
            other.append(timed(tiled()))
    return own, other


def theirs() -> Took:
    """What Tiled's program took."""
    if not tiled():
        raise RuntimeError("Tiled is not installed here")
    return median(rounds()[1])


@cache
def our_peak() -> float:
    """The memory of our program."""
    return peak_of(ours())


@cache
def their_peak() -> float:
    """The memory of Tiled's."""
    if not tiled():
        raise RuntimeError("Tiled is not installed here")
    return peak_of(tiled())


def tiled_map() -> Path:
    """The ground of our map as a map for Tiled, with a tile a terrain."""
    app = QGuiApplication.instance() or QGuiApplication([])
    assert app is not None
    board = made(SIZE)
    kinds = list(board.palette.terrain)
    image = QImage(WIDE * len(kinds), HIGH, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    for place, key in enumerate(kinds):
        painter.setBrush(QColor(board.palette.terrain[key].colour))
        corners = ((21, 0), (62, 0), (82, 36), (62, 71), (21, 71), (0, 36))
        painter.drawPolygon(QPolygonF([QPointF(place * WIDE + x, y) for x, y in corners]))
    painter.end()
    image.save(str(folder() / "tiles.png"))
    numbers = [str(kinds.index(key) + 1) for key in board.terrain]
    rows = ",\n".join(",".join(numbers[first : first + SIZE]) for first in range(0, len(numbers), SIZE))
    path = folder() / "ground.tmx"
    text = TMX.format(size=SIZE, wide=WIDE, high=HIGH, count=len(kinds), across=WIDE * len(kinds), rows=rows)
    path.write_text(text, encoding="utf-8")
    return path


@bench("render 200 x 200 at 72 px a hex, whole program", 7.5, "s")
def time_taken() -> Took:
    """On a machine with nothing else to do the helpers share the processor's time."""
    took = median(rounds()[0])
    return Took(took.clock, took.idle / max(1, helpers_for(LARGE)))


@bench("its memory at the peak, all processes", 1044, "MB")
def memory() -> float:
    return our_peak()


@bench("Tiled's tmxrasterizer on the same ground", inf, "s")
def tiled_time() -> Took:
    return theirs()


@bench("our time by the clock, as a share of Tiled's beside it", 0.7, "times")
def share() -> float:
    return median(rounds()[0]).clock / theirs().clock


@bench("its memory at the peak", inf, "MB")
def tiled_memory() -> float:
    return their_peak()


@bench("our memory as a share of Tiled's", 0.5, "times")
def share_of_memory() -> float:
    return our_peak() / their_peak()
