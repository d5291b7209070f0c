"""`python tests/tools/first_map.py`: draws the map of docs/guide/first-map.md and takes its pictures."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_private = tempfile.mkdtemp(prefix="hexwright-first-map-")
os.environ["HEXWRIGHT_STATE"] = str(Path(_private, "state"))
os.environ["HEXWRIGHT_SETTINGS"] = str(Path(_private, "settings.ini"))

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "editor")]
STEPS = ("sheet", "sea", "woods", "heights", "waters", "places", "roads", "names", "country", "furniture")
SHOWN = ("sea", "woods", "heights", "waters", "roads", "names")
"""Steps after which a picture of the map alone is taken."""


def main(folder: Path) -> None:
    """Draw the map and take a picture after each step."""
    from drawn_map import Draughtsman
    from PIL import Image
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication
    from pytestqt.qt_compat import qt_api
    from pytestqt.qtbot import QtBot

    from editor.window.app import application, make_window
    from engine.formats import save_map

    class Request:
        """What pytest-qt's hand asks of pytest: nothing here."""

        node = None

    qt_api.set_qt_api("pyside6")
    folder.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(lambda _kind, _where, text: "propagateSizeHints" in text or print(text, file=sys.stderr))
    application()
    window = make_window(None)
    window.resize(1600, 1000)
    window.show()
    draughtsman = Draughtsman(QtBot(Request()), window)

    def take(name: str, whole: bool) -> None:
        draughtsman.hand.move(draughtsman.off("0101", -1.5, -1.5))
        until = time.monotonic() + 1.0
        while time.monotonic() < until or window.canvas.map_scene.map_layer.busy:
            QApplication.processEvents()
            time.sleep(0.005)
        path = folder / f"{name}.png"
        (window if whole else window.canvas.viewport()).grab().save(str(path))
        with Image.open(path) as picture:
            picture.convert("RGB").quantize(200, dither=Image.Dither.NONE).save(path, optimize=True)
        print(path)

    for step in STEPS:
        getattr(draughtsman, step)()
        if step in SHOWN:
            take(f"first-map-{step}", whole=False)
    take("first-map", whole=True)
    save_map(draughtsman.hand.map, folder / "first-map.yaml")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "guide" / "images")
    # Threads of the checks may still be at work: nothing is to be saved.
    os._exit(0)
