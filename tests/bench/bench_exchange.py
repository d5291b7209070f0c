"""What it costs to take maps and scenarios to other programs and back, and to trace a scan."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
from harness import Took, bench, slowest, typical
from PIL import Image
from PySide6.QtWidgets import QApplication

from editor.output.exchange_pictures import DrawnPictures
from engine import formats
from engine.data import root
from engine.exchange.exporting import export, survey, writing_options
from engine.exchange.importing import import_file
from engine.exchange.rows import all_formats, format_of_ending
from engine.exchange.source import ExportSource, placed
from engine.exchange.tracing.scans import Scan
from engine.exchange.tracing.session import prepared
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.scenario.model import Scenario
from maps import folder, map_file

PIECES = 2000
TRACED = "chippewa"


@cache
def source(name: str) -> ExportSource:
    """A shipped scenario, or a map made by seed of so many columns and rows."""
    if name.isdecimal():
        return ExportSource(formats.load_map(map_file(int(name))))
    scenario = formats.load_scenario(name)
    return ExportSource(scenario.map, (scenario,))


def written(one: ExportSource, file: str) -> Path:
    """Export to a file in the bench's folder, as its ending says."""
    _ = QApplication.instance() or QApplication([])
    path = folder() / file
    row = format_of_ending(path)
    export(one, row, writing_options(row, {}), DrawnPictures(), path, force=True)
    return path


def read(path: Path) -> None:
    """Import a file."""
    import_file(path, format_of_ending(path), {}, "back")


def out(name: str, file: str, rounds: int = 3) -> Took:
    """Export a scenario."""
    return typical(lambda: written(source(name), file), rounds)


def back(name: str, file: str, rounds: int = 3) -> Took:
    """Import what was exported."""
    path = written(source(name), file)
    return typical(lambda: read(path), rounds)


@bench("Lundy's Lane to a VASSAL module", 8, "s")
def small_module() -> Took:
    """With pictures, charts and notes, to the file."""
    return out("lundys_lane", "small.vmod")


@bench("the Second Afghan War to a VASSAL module, 43 x 40 at 100 pixels", 20, "s")
def large_module() -> Took:
    """The same of the largest campaign."""
    return out("afghan", "large.vmod", 1)


@bench("memory at its peak by the command line meanwhile", 700, "MB")
def module_memory() -> float:
    """Of a process of its own; the peak that the system tells of a child may be that of its parent."""
    script = (
        "from editor.commandline.cli import main;"
        f"assert main(['export', 'scenarios/afghan.yaml', '-o', {str(folder() / 'peak.vmod')!r}, '--force']) == 0;"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=root(), capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1]) / 1024


@bench("the size of that module", 30, "MB")
def module_size() -> float:
    """As it lies on the disk."""
    return written(source("afghan"), "large.vmod").stat().st_size / 1e6


@bench("the map of Afghanistan to Tiled", 3, "s")
def tiled_out() -> Took:
    """A TMX file and its tiles."""
    return out("afghan", "afghan.tmx")


@bench("the same back", 1, "s")
def tiled_back() -> Took:
    """A map from the TMX file."""
    return back("afghan", "afghan.tmx")


@bench("a map of 200 x 200 to Tiled", 10, "s")
def tiled_large_out() -> Took:
    """The same of 40,000 hexes."""
    return out("200", "wide.tmx")


@bench("the same back, 200 x 200", 2, "s")
def tiled_large_back() -> Took:
    """The same of 40,000 hexes."""
    return back("200", "wide.tmx")


@cache
def crowded() -> ExportSource:
    """Lundy's Lane with 2,000 units."""
    one = source("lundys_lane")
    scenario, hexes = one.scenarios[0], [one.board.spell(h) for h in hexes_of(one.board).grid.hexes]
    units = list(scenario.units.values())
    many = {f"u{number}": replace(units[number % len(units)], key=f"u{number}") for number in range(PIECES)}
    setup = {key: hexes[number % len(hexes)] for number, key in enumerate(many)}
    full: Scenario = scenario.with_(units=many, setup=setup, arrivals=(), deployments=(), special={})
    return ExportSource(one.board, (full,))


@bench("a module with 2,000 pieces read", 5, "s")
def crowded_back() -> Took:
    """Units, their values and where they stand."""
    path = written(crowded(), "crowded.vmod")
    return typical(lambda: read(path), 3)


@bench("what an export would lose: the slowest of all shipped scenarios and formats", 0.3, "s")
def losses() -> Took:
    """Before anything is written."""
    found = []
    for path in sorted((root() / "scenarios").glob("*.yaml")):
        one = source(path.stem)
        for row in all_formats():
            if row.writer and "hexes" in row.boards and isinstance(one.board, BattleMap):
                found.append(typical(partial(survey, one, row, writing_options(row, {})), 1))
    return slowest(found)


@bench(f"terrain and roads of a scan of {TRACED.capitalize()} traced, 800 hexes", 1.6, "s")
def traced() -> Took:
    """From the picture to the proposals, when five hexes of each terrain and five roads have been drawn."""
    _ = QApplication.instance() or QApplication([])
    board = hexes_of(source(TRACED).board)
    place = placed(board, 60, furniture=False)
    png = DrawnPictures().board(ExportSource(board), place, style="organic", numbers=True, furniture=False)
    with Image.open(io.BytesIO(png)) as drawn:
        pixels = np.asarray(drawn.convert("RGB"))
    k = place.scale
    scan = Scan(pixels, (k, 0.0, 0.0, k, -k * place.left, -k * place.top))
    start, by = BattleMap(board.grid, board.palette), dict[str, list[int]]()
    for h in board.grid.hexes:
        by.setdefault(board.terrain[h], []).append(h)
    painted = {h: kind for kind, hexes in by.items() for h in hexes[:5]}
    for h, kind in painted.items():
        start.terrain[h] = kind
    start.paths.update(dict(list(board.paths.items())[:5]))

    def trace() -> None:
        tracing = prepared(scan, board.grid)
        tracing.taught |= painted
        tracing.terrain(start)
        tracing.lines(start, road=True)

    return typical(trace, 3)
