"""The panels around the map. A new panel is one file here and one row in ``PANELS``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from editor.panels.palette_panel import PalettePanel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from editor.workbench import Workbench


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """A dock: ``area`` is ``left``, ``right`` or ``bottom``; panels of one area are tabbed in this order."""

    key: str
    title: str
    area: str
    factory: Callable[[Workbench], QWidget]
    visible: bool = True
    """Whether the dock is open the first time; the View menu opens it later."""
    tabbed: bool = True
    """False puts it below the panel before it, not behind it."""


PANELS: list[PanelSpec] = [
    PanelSpec("palette", "Palette", "left", PalettePanel),
]
