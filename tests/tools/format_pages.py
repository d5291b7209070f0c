"""The picture of each format's page in the guide: `make pictures` takes them with the others."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

import camera
import numpy as np

if TYPE_CHECKING:
    from editor.dialogs.wizard.importing import ImportWizard
    from editor.window.window import Window

SIZE = (900, 600)
EXPORTED = {
    "vmod": "export-vassal",
    "tts": "export-tabletop",
    "svg": "export-svg",
    "layers": "export-layers",
    "pdf": "export-pdf",
    "counters": "export-counters",
    "tmx": "export-tiled",
    "csv": "export-table",
}
"""Formats whose options are shown, with their pictures."""
COAST = camera.ROOT / "tests" / "data" / "gotland.geojson"
PEAK, ACROSS = 1600.0, 32
"""The height of the made hill, and the cells of its grid from side to side."""
TRACED = "chippewa"
TAUGHT = 5
"""Hexes of each terrain that are painted on the scan."""


def settled(window: Window, until: Callable[[], object]) -> None:
    """Wait for something, then until all is drawn."""
    while not until():
        camera.settle(window, 0.1)
    camera.settle(window, 0.5)


def exported(folder: Path) -> None:
    """The options of each format that is written, on Lundy's Lane."""
    from bench import forgive

    from editor.dialogs.wizard.exporting import ExportWizard
    from editor.dialogs.wizard.frame import OPTIONS
    from editor.window.app import make_window

    window = make_window(str(camera.ROOT / "scenarios" / "lundys_lane.yaml"))
    window.show()
    with tempfile.TemporaryDirectory() as name, chdir(name):
        window.menus.exchange.export_to()
        wizard = window.menus.exchange.wizard
        assert isinstance(wizard, ExportWizard)
        wizard.resize(*SIZE)
        settled(window, lambda: not wizard._artist.busy)
        for key, picture in EXPORTED.items():
            wizard.choose(key)
            wizard.file.line.setText(f"lundys_lane{wizard.row.endings[0]}")
            drawn = wizard._drawn
            wizard.go(OPTIONS)
            settled(window, lambda drawn=drawn: wizard._drawn > drawn and not wizard._artist.busy)
            camera.take(wizard, folder / f"{picture}.png")
        wizard.reject()
    forgive(window)
    window.close()


def imported(folder: Path) -> None:
    """A map of Worldographer, a coast and a height grid, as they are imported."""
    from bench import forgive

    from editor.output.exchange_pictures import DrawnPictures
    from editor.window.app import make_window
    from engine import formats
    from engine.exchange.exporting import export, writing_options
    from engine.exchange.rows import format_named
    from engine.exchange.source import ExportSource

    window = make_window(None)
    window.show()
    with tempfile.TemporaryDirectory() as name, chdir(name):
        row, theirs = format_named("wxx"), Path("chippewa.wxx")
        source = ExportSource(formats.load_map(TRACED))
        export(source, row, writing_options(row, {}), DrawnPictures(), theirs)
        _strange(theirs)
        hill = Path("alps.asc")
        hill.write_text(_hill(), encoding="ascii")
        for path, picture, words in (
            (theirs, "import-worldographer", {}),
            (COAST, "import-geography", {"hex": "8"}),
            (hill, "import-heights", {"hex": "2", "step": "100", "slopes": "2"}),
        ):
            wizard = _opened(window, path)
            wizard.options.show_values(words)
            wizard.read()
            settled(window, lambda wizard=wizard: not wizard._why and not wizard._reader.busy)
            camera.take(wizard, folder / f"{picture}.png")
            wizard.reject()
            camera.settle(window, 0.2)
    forgive(window)
    window.close()


def _opened(window: Window, path: Path) -> ImportWizard:
    """The options of an import."""
    from editor.dialogs.wizard.frame import OPTIONS
    from editor.dialogs.wizard.importing import ImportWizard

    window.menus.exchange.take(path)
    wizard = window.menus.exchange.wizard
    assert isinstance(wizard, ImportWizard)
    wizard.resize(*SIZE)
    settled(window, lambda: wizard.found is not None and not wizard._reader.busy)
    wizard.go(OPTIONS)
    return wizard


def _strange(path: Path) -> None:
    """Take what Hexwright keeps for itself out of a map of Worldographer, as if it came from somebody else."""
    import gzip
    import re

    text = gzip.decompress(path.read_bytes()).decode("utf-16-be")
    text = re.sub(r"(?s)<information\b[^>]*Hexwright.*?</information>", "", text)
    path.write_bytes(gzip.compress(text.encode("utf-16-be")))


def _hill() -> str:
    """A made hill by a sea, as an ESRI ASCII grid."""
    head = f"ncols {ACROSS}\nnrows {ACROSS}\nxllcorner 8\nyllcorner 46\ncellsize 0.01\n"
    rows = (
        " ".join(f"{max(-20.0, PEAK - 95 * float(np.hypot(x - 18, 0.7 * (y - 13)))):.0f}" for x in range(ACROSS))
        for y in range(ACROSS)
    )
    return head + "\n".join(rows) + "\n"


def traced(folder: Path) -> None:
    """Proposals on a scan: a shipped map drawn in another style, with a few hexes painted."""
    from bench import forgive
    from PIL import Image

    from editor.hexes.commands.paint_terrain import PaintTerrain
    from editor.hexes.panels.tracing_panel import TracingPanel
    from editor.output.exchange_pictures import DrawnPictures
    from editor.window.app import make_window
    from engine import formats
    from engine.boards.look import MapLook
    from engine.boards.underlay import Underlay
    from engine.exchange.source import ExportSource, placed
    from engine.hexes.board.battlemap import BattleMap, hexes_of

    board = hexes_of(formats.load_map(TRACED))
    place = placed(board, 60, furniture=False)
    png = DrawnPictures().board(ExportSource(board), place, style="organic", numbers=True, furniture=False)
    with tempfile.TemporaryDirectory() as name:
        with Image.open(io.BytesIO(png)) as drawn:
            drawn.convert("RGB").save(Path(name, "scan.png"))
        start = BattleMap(board.grid, board.palette, "Scan")
        start.look = MapLook(underlays=(Underlay("scan.png", place.left, place.top, 1 / place.scale),))
        formats.save_map(start, Path(name, "scan.yaml"))
        window = make_window(str(Path(name, "scan.yaml")))
        window.resize(1300, 850)
        window.show()
        window.docks.front("tracing")
        panel = window.docks["tracing"].findChild(TracingPanel)
        assert panel is not None
        settled(window, lambda: not window.desk.controls.underlay.busy)
        panel.start()
        settled(window, lambda: panel.tracing)
        by: dict[str, list[int]] = {}
        for h in board.grid.hexes:
            by.setdefault(board.terrain[h], []).append(h)
        for kind, hexes in by.items():
            few = hexes[:: max(1, len(hexes) // TAUGHT)][:TAUGHT]
            if kind == start.terrain[0]:
                window.desk.selection.set(few)
                panel.teach()
            else:
                window.desk.push(PaintTerrain(few, kind))
        window.desk.selection.clear()
        settled(window, lambda: not panel.busy)
        window.desk.status("")
        camera.take(window, folder / "tracing.png")
        forgive(window)
        window.close()


def formats_of_guide(folder: Path) -> None:
    """All of them."""
    exported(folder)
    imported(folder)
    traced(folder)


if __name__ == "__main__":
    import os

    camera.begin()
    formats_of_guide(camera.ROOT / "docs" / "guide" / "images")
    os._exit(0)
