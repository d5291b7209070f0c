"""Pictures of the program without a screen: settings of their own, waiting until all is drawn, small files.

To be imported before anything of the editor: the environment is read once.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from editor.window.window import Window

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_private = tempfile.mkdtemp(prefix="hexwright-pictures-")
os.environ["HEXWRIGHT_STATE"] = str(Path(_private, "state"))
os.environ["HEXWRIGHT_SETTINGS"] = str(Path(_private, "settings.ini"))

ROOT: Final = Path(__file__).resolve().parent.parent.parent
COLOURS: Final = 256
"""A repository keeps every picture for ever: so many colours are enough, and a third of the bytes."""


def begin() -> None:
    """Start the application."""
    from PySide6.QtCore import qInstallMessageHandler

    from editor.window.app import application

    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "editor")]
    # The screenless platform complains about every window it is given; nothing else is dropped.
    qInstallMessageHandler(lambda _kind, _where, text: "plugin does not" in text or print(text, file=sys.stderr))
    application()


def hand() -> QtBot:
    """The hand of pytest-qt, without pytest."""
    from pytestqt.qt_compat import qt_api
    from pytestqt.qtbot import QtBot

    class Request:
        """What it asks of pytest: nothing here."""

        node = None

    qt_api.set_qt_api("pyside6")
    return QtBot(Request())


def settle(window: Window, seconds: float = 1.2) -> None:
    """Wait until all is drawn."""
    from PySide6.QtWidgets import QApplication

    until = time.monotonic() + seconds
    desk = window.desk
    while time.monotonic() < until or desk.canvas.map_scene.map_layer.busy or desk.preview.busy or window.welcome.busy:
        QApplication.processEvents()
        time.sleep(0.005)


def take(shown: QWidget, path: Path) -> None:
    """Write the picture of a widget into a file."""
    from PIL import Image

    path.parent.mkdir(parents=True, exist_ok=True)
    shown.grab().save(str(path))
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(path, flush=True)
