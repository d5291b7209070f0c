"""What it takes to draw a map of 200 x 200 into a picture at 72 pixels a hex, from side to side."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

from harness import Took, bench

from maps import folder, map_file

SIZE = 200
DPI = 97
"""A printed hex is 0.74 inches from side to side."""
MEASURE = """
import json, resource, subprocess, sys, time
begun = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
clock = time.perf_counter() - begun
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""


@cache
def rendered() -> tuple[float, float, float]:
    """Seconds by the clock, seconds of the processor, and the peak of memory in megabytes."""
    out = folder() / "big.png"
    command = [sys.executable, "-m", "editor.cli", "render", str(map_file(SIZE)), "-o", str(out), "--dpi", str(DPI)]
    root = Path(__file__).resolve().parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True, cwd=root
    )
    clock, processor, peak = map(float, done.stdout.strip("[]\n").split(","))
    return clock, processor, peak


@bench("render 200 x 200 at 72 px a hex, whole process", 7.5, "s")
def time_taken() -> Took:
    clock, processor, _ = rendered()
    return Took(clock, min(clock, processor))


@bench("its memory at the peak", 1044, "MB")
def memory() -> float:
    return rendered()[2]
