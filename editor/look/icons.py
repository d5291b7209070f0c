"""The editor's icons: SVG files on a field of 24 x 24, recoloured to the ink of the desktop when they are loaded."""

from __future__ import annotations

import logging
from functools import cache
from typing import Final
from xml.etree import ElementTree

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor.look import style
from engine import data

log = logging.getLogger(__name__)

ON_DARK: Final = {"#3a4450": "#cdd4db", "#2f6fb2": "#79b0ea"}
"""What stands for the ink and the blue of the files on a dark desktop, where they would not be seen."""
FADED: Final = {False: "#a9b0b7", True: "#6a727a"}
"""The one colour of an icon that cannot be used, on a light and on a dark desktop."""
FADED_FILL: Final = "0.43"
"""How strongly its areas are filled; letters keep their strength."""
SIZES: Final = (16, 18, 20, 22, 24, 32, 36, 40, 44, 48, 64)
"""The sizes that are drawn, in dots of the screen: those of menus and bars as they are, and twice as fine."""
PAINTS: Final = ("stroke", "fill", "color")
SVG: Final = "http://www.w3.org/2000/svg"

_names: Final[dict[int, str]] = {}
"""The names of the icons that were made, by what Qt knows them by."""


def icon(name: str) -> QIcon:
    """The icon of a file in ``resources/icons``, in the ink of the desktop; an empty one where there is no file."""
    return _drawn(name, style.is_dark())


def redressed(old: QIcon) -> QIcon | None:
    """An icon of ours in the ink of the desktop as it is now; None for one that is not ours."""
    name = _names.get(old.cacheKey())
    return icon(name) if name is not None else None


@cache
def _drawn(name: str, dark: bool) -> QIcon:
    found, path = QIcon(), data.resources() / "icons" / f"{name}.svg"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        log.warning("there is no icon %s: %s", name, error.strerror)
        return found
    for off, mode in ((False, QIcon.Mode.Normal), (True, QIcon.Mode.Disabled)):
        renderer = QSvgRenderer(recoloured(text, dark, off))
        for size in SIZES:
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter)
            painter.end()
            found.addPixmap(pixmap, mode)
    _names[found.cacheKey()] = name
    return found


def recoloured(text: str, dark: bool, off: bool) -> bytes:
    """An icon's file in the ink of a light or dark desktop, or faded as what cannot be used is."""
    ElementTree.register_namespace("", SVG)
    tree = ElementTree.fromstring(text)
    for element in tree.iter():
        for paint in PAINTS:
            colour = element.get(paint, "")
            if colour.startswith("#"):
                element.set(paint, FADED[dark] if off else ON_DARK.get(colour, colour) if dark else colour)
        if off and element.get("fill", "").startswith("#"):
            element.set("fill-opacity", FADED_FILL)
    return ElementTree.tostring(tree)
