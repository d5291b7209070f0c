"""The list of what a change of the map would take away, by layer, before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from engine.hexes.mapping.resize import Fallen

TITLES: Final = {
    "terrain": "Terrain",
    "elevation": "Elevation",
    "features": "Features",
    "hexsides": "Hexsides",
    "paths": "Roads",
    "names": "Place names",
    "regions": "Regions",
}
SHOWN: Final = 400
"""The most losses of one layer that are listed one by one."""


def by_layer(fallen: Iterable[Fallen]) -> dict[str, list[str]]:
    """What falls off, in words, by the title of its layer."""
    found: dict[str, list[str]] = {}
    for one in fallen:
        found.setdefault(TITLES.get(one.layer, one.layer), []).append(str(one))
    return found


class LossesList(QTreeWidget):
    """Titles with their number, to be opened for each single thing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setAccessibleName("What is lost")
        self.setMinimumHeight(110)
        self.count = 0

    def show_losses(self, losses: Mapping[str, list[str]]) -> None:
        """Show these losses and no others."""
        self.clear()
        self.count = sum(len(items) for items in losses.values())
        for title, items in losses.items():
            if not items:
                continue
            branch = QTreeWidgetItem([f"{title}: {len(items):,}"])
            branch.addChildren([QTreeWidgetItem([text]) for text in items[:SHOWN]])
            if len(items) > SHOWN:
                branch.addChild(QTreeWidgetItem([f"and {len(items) - SHOWN:,} more"]))
            self.addTopLevelItem(branch)
            branch.setExpanded(len(items) <= 12)
        if not self.count:
            self.addTopLevelItem(QTreeWidgetItem(["Nothing is lost."]))
