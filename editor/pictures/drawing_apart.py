"""The process that draws an SVG: from its input to a PNG on its output, within bounds of time and memory."""

from __future__ import annotations

import os
import sys
from typing import Final

MEMORY: Final = 2_000_000_000
"""Bytes that it may take."""


def main() -> int:
    """Draw; the status is 1 where there is nothing to draw. Arguments: pixels of the longer side, seconds."""
    pixels, seconds = map(int, sys.argv[1:])
    _bound(seconds)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    app = QGuiApplication(sys.argv[:1])
    renderer = QSvgRenderer(QByteArray(sys.stdin.buffer.read()))
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty():
        return 1
    image = QImage(size.scaled(QSize(pixels, pixels), Qt.AspectRatioMode.KeepAspectRatio), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(out, b"PNG").write(image)
    sys.stdout.buffer.write(out.data().data())
    del app
    return 0


def _bound(seconds: int) -> None:
    """Let the system end this process when it takes too much, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    sys.exit(main())
