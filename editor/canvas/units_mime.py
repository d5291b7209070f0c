"""Units on the move between panels and map: how they travel in a drag."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QByteArray, QMimeData, QPoint, Qt
from PySide6.QtGui import QDrag, QIcon
from PySide6.QtWidgets import QWidget

MIME: Final = "application/x-hexwright-unit"


def pack(units: Iterable[str]) -> QMimeData:
    """Unit keys as the data of a drag."""
    data = QMimeData()
    keys = list(units)
    data.setData(MIME, QByteArray("\n".join(keys).encode()))
    data.setText(" ".join(keys))
    return data


def unpack(data: QMimeData) -> list[str]:
    """The unit keys of a drag; empty when it carries none."""
    if not data.hasFormat(MIME):
        return []
    return bytes(data.data(MIME).data()).decode(errors="replace").split()


def drag_units(source: QWidget, units: list[str], icon: QIcon) -> None:
    """Drag units out of a widget, shown as an icon under the pointer, until they are dropped somewhere."""
    if not units:
        return
    drag = QDrag(source)
    drag.setMimeData(pack(units))
    drag.setPixmap(icon.pixmap(40, 40))
    drag.setHotSpot(drag.pixmap().rect().center() / drag.pixmap().devicePixelRatio())
    drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.DropAction.CopyAction)


def drag_away(source: QWidget, data: QMimeData, spot: QPoint) -> None:
    """Drag a widget's data, shown as its picture held at a spot of it, until they are dropped somewhere."""
    drag = QDrag(source)
    drag.setMimeData(data)
    drag.setPixmap(source.grab())
    drag.setHotSpot(spot)
    drag.exec(Qt.DropAction.MoveAction)
