"""The pictures of export and import in the guide: `make pictures` takes them with the others."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

import camera

if TYPE_CHECKING:
    from editor.menus.exchange import ExchangeActions

SIZE = (900, 600)
_OWN = re.compile(r'(?s)<property name="hexwright\.[^"]*"(?:[^>]*/>|[^>]*>.*?</property>)')


def wizards(folder: Path) -> None:
    """The pages of both windows on Lundy's Lane, with a map of Tiled that calls its terrain otherwise."""
    from bench import forgive

    from editor.dialogs.wizard.exporting import ExportWizard
    from editor.dialogs.wizard.frame import LOSSES, OPTIONS
    from editor.dialogs.wizard.importing import ImportWizard
    from editor.window.app import make_window

    window = make_window(str(camera.ROOT / "scenarios" / "lundys_lane.yaml"))
    window.show()
    exchange = window.menus.exchange

    def settled(until: Callable[[], object]) -> None:
        while not until():
            camera.settle(window, 0.1)
        camera.settle(window, 0.5)

    with tempfile.TemporaryDirectory() as name, chdir(name):
        exchange.export_to()
        out = exchange.wizard
        assert isinstance(out, ExportWizard)
        out.resize(*SIZE)
        out.choose("vmod")
        out.file.line.setText("lundys_lane.vmod")
        settled(lambda: not out._artist.busy)
        camera.take(out, folder / "export-where.png")
        out.go(OPTIONS)
        settled(out.preview.lines.text)
        camera.take(out, folder / "export-options.png")
        out.go(LOSSES)
        camera.settle(window, 0.5)
        camera.take(out, folder / "export-losses.png")
        out.choose("tmx")
        theirs = Path("theirs.tmx")
        out.file.line.setText(str(theirs))
        out.go(LOSSES)
        out.forward()
        settled(lambda: not out.busy)
        out.reject()
        text = _OWN.sub("", theirs.read_text(encoding="utf-8"))
        theirs.write_text(text.replace('="clear"', '="heath 1"').replace('="forest"', '="trees"'), encoding="utf-8")
        exchange.take(theirs)
        back = exchange.wizard
        assert isinstance(back, ImportWizard)
        back.resize(*SIZE)
        settled(lambda: back.found)
        back.go(OPTIONS)
        camera.settle(window, 0.5)
        camera.take(back, folder / "import-matching.png")
        back.reject()
        _grid(exchange, folder, settled)
    forgive(window)
    window.close()


def _grid(exchange: ExchangeActions, folder: Path, settled: Callable[[Callable[[], object]], None]) -> None:
    """The grid over a drawn board, a little turned."""
    from editor.dialogs.wizard.frame import OPTIONS
    from editor.dialogs.wizard.importing import ImportWizard
    from editor.output.exchange_pictures import DrawnPictures
    from engine.exchange.source import ExportSource, placed

    board = exchange.desk.document.battle_map
    place = placed(board, 62, furniture=False)
    scan = Path("scan.png")
    scan.write_bytes(DrawnPictures().board(ExportSource(board), place, style="organic", numbers=False, furniture=False))
    exchange.take(scan)
    wizard = exchange.wizard
    assert isinstance(wizard, ImportWizard)
    wizard.resize(*SIZE)
    settled(lambda: wizard.found)
    wizard.go(OPTIONS)
    wizard.options.show_values({"hex": 62, "grid_turn": 3})
    settled(lambda: wizard.found is not None and wizard.found.laid is not None and wizard.found.laid.fit.turn == 3)
    camera.take(wizard, folder / "import-grid.png")
    wizard.reject()
