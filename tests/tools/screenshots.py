"""`make pictures`: takes the pictures of docs/images anew, without a screen."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_private = tempfile.mkdtemp(prefix="hexwright-pictures-")
os.environ["HEXWRIGHT_STATE"] = str(Path(_private, "state"))
os.environ["HEXWRIGHT_SETTINGS"] = str(Path(_private, "settings.ini"))

ROOT = Path(__file__).resolve().parent.parent.parent


def main(folder: Path) -> None:
    """The editor on Lundy's Lane: the set-up, what a unit can reach, what a battery sees, test turns."""
    # Only now, when the environment is set: both read it once.
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from editor.window.app import application, make_window

    folder.mkdir(parents=True, exist_ok=True)
    # The screenless platform complains about every window it is given; nothing else is dropped.
    qInstallMessageHandler(lambda _kind, _where, text: "propagateSizeHints" in text or print(text, file=sys.stderr))
    application()
    window = make_window(str(ROOT / "scenarios" / "lundys_lane.yaml"))
    window.resize(1600, 1000)
    window.show()
    bench = window.desk
    grid = bench.document.battle_map.grid
    assert bench.document.scenario is not None
    setup = bench.document.scenario.setup

    def settle(seconds: float = 1.5) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until or bench.canvas.map_scene.map_layer.busy or bench.preview.busy:
            QApplication.processEvents()
            time.sleep(0.005)

    def take(name: str) -> None:
        settle()
        path = folder / f"{name}.png"
        window.grab().save(str(path))
        # A repository keeps every picture for ever: 256 colours are enough, and a third of the bytes.
        with Image.open(path) as picture:
            picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
        print(path)

    def look_at(unit: str, zoom: float) -> None:
        h = grid.parse(setup[unit])
        bench.canvas.set_zoom(zoom)
        bench.canvas.centre_on(h)
        bench.selection.set([h], unit)

    settle()
    take("editor")
    bench.actions.get("overlay.reach").setChecked(True)
    look_at("us-9", 0.6)
    take("reach")
    bench.actions.get("overlay.reach").setChecked(False)
    bench.actions.get("overlay.sight").setChecked(True)
    look_at("ac-hb", 0.5)
    take("sight")
    bench.actions.get("overlay.sight").setChecked(False)
    bench.selection.clear()
    for panel in ("preview", "log"):
        if panel in window.docks.by_key:
            window.docks[panel].raise_()
    bench.actions.get("play.start").trigger()
    settle()
    bench.actions.get("play.turn").trigger()
    settle()
    take("test-turns")
    bench.preview.close()
    window.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
