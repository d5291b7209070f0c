"""`make bench`: measures every line of the design's table, prints it and writes it to docs/bench.md.

Words on the command line choose the lines that contain them; then nothing is written. Figures, never tests:
a slow machine is no defect. The exit status is 1 only when something could not be measured at all.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIRST = (
    *("bench_machine", "bench_editor", "bench_desk", "bench_large", "bench_render", "bench_engine", "bench_campaigns"),
    *("bench_peers", "bench_wesnoth", "bench_growth"),
)
"""What the design has numbers for; the rest follows."""
PAGE = ROOT / "docs" / "bench.md"


def machine() -> str:
    """Processor, cores, system and Python, in one line."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = (line.partition(":") for line in info.read_text(encoding="utf-8").splitlines())
        name = next((value.strip() for key, _, value in lines if key.strip() == "model name"), name)
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def place(name: str) -> tuple[int, str]:
    """Where a file's lines stand in the table."""
    return (FIRST.index(name) if name in FIRST else len(FIRST)), name


def main(words: list[str]) -> int:
    """Measure, print, and write when all was measured."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # A program that has run before has its bytecode, whatever this shell says of writing it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.path.insert(0, str(ROOT))
    for name in sorted((path.stem for path in HERE.glob("bench_*.py")), key=place):
        importlib.import_module(name)
    harness = importlib.import_module("harness")

    load = os.getloadavg()[1]
    wanted = [item for item in harness.BENCHES if not words or any(word in item.what for word in words)]
    width = max((len(item.what) for item in wanted), default=0)
    figures = []
    for item in wanted:
        figure = harness.take(item)
        what, limit, here, measured, clock, verdict = figure.row
        told = f"{what:<{width}}  {limit:>18}  {here:>10}  {measured:>12}  {clock:>12}  {verdict.strip('*')}"
        print(told, flush=True)
        figures.append(figure)
    if not words:
        write([figure.row for figure in figures], load, os.getloadavg()[1], harness.USUAL)
    return 1 if any(figure.error for figure in figures) else 0


def write(rows: list[tuple[str, ...]], before: float, after: float, usual: float) -> None:
    """Write docs/bench.md; the machine's load before and after tells how much the figures can be trusted."""
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    text = f"""# Measured

Written by `make bench` on {date.today().isoformat()}: {machine()}.
Medians of several rounds; whole processes count from their start, with the files in the system's cache. A frame is
a real mouse or wheel event and all that follows from it, the checks and copies in the background included: 95 of a
hundred keep within the figure, at the slowest of the zooms. *Measured* is what it takes on a machine that does nothing
else: the processor's time of the whole process, or the clock's where that is less. *By the clock* is with whatever
else the machine did at the time. Limits of time are for a machine that takes {usual:g} ms for the plain loop of the
first line; *here* they are for what the loop took just before and after each line. Whether a limit is held goes by
*measured* and *here*. Peers do the same work in the same run, in turns with ours, and the share is the median of all
turns. The machine's load was {before:.1f} when
it began and {after:.1f} at the end; with a load above {os.cpu_count()} even the processor's time is too long, because
what shares a core slows each other down.

| what | limit | here | measured | by the clock | |
|---|---|---|---|---|---|
{table}
"""
    PAGE.write_text(text, encoding="utf-8")
    print(f"written to {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
