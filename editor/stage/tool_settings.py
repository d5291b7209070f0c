"""What the user has chosen for the tools: which one is in use, the kinds to paint, the size of the brush, and so on."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from engine.boards.palette import Layer, Palette

BIGGEST: Final = 4
"""The largest brush."""


class ToolSettings(QObject):
    """Named choices; ``changed`` tells which one is different now."""

    changed = Signal(str)
    picked = Signal(str, str)
    """A kind was picked up from the map to paint with: its layer and key."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._values: dict[str, Any] = {
            "tool": "select",
            "size": 1,
            "terrain": "",
            "features": "",
            "hexsides": "",
            "paths": "",
            "elevation_mode": "raise",
            "level": 1,
            "erase": frozenset({"features", "hexsides", "paths"}),
            "region": "",
            "select_mode": "rectangle",
            "choice_mode": "brush",
            "carry_regions": True,
            "carry_units": True,
            "shape": "rectangle",
            "mix": (),
            "mix_seed": 1,
            "symmetry": "",
            "symmetry_centre": -1,
            "hexside_mode": "suited",
            "road_mode": "hand",
            "label_size": "medium",
            "label_style": "place",
            "areas": "",
            "lines": "",
            "table_smooth": True,
            "table_width": 0,
            "wall_right": False,
        }

    @property
    def names(self) -> list[str]:
        """What can be chosen."""
        return list(self._values)

    def get(self, name: str) -> Any:
        """The value of a choice."""
        return self._values[name]

    def set(self, name: str, value: Any) -> None:
        """Choose a value, and tell who listens where it is another one."""
        if name == "size":
            value = max(1, min(BIGGEST, int(value)))
        if self._values[name] != value:
            self._values[name] = value
            self.changed.emit(name)

    @property
    def tool(self) -> str:
        """The key of the tool in use."""
        return str(self._values["tool"])

    @property
    def size(self) -> int:
        """Size of the brush, 1 to 4: hexes from the middle outwards."""
        return int(self._values["size"])

    @property
    def terrain(self) -> str:
        """The terrain to paint."""
        return str(self._values["terrain"])

    @property
    def feature(self) -> str:
        """The feature to place."""
        return str(self._values["features"])

    @property
    def hexside(self) -> str:
        """The hexside kind to draw."""
        return str(self._values["hexsides"])

    @property
    def path(self) -> str:
        """The path to lay."""
        return str(self._values["paths"])

    def kind(self, layer: Layer) -> str:
        """The chosen kind of a layer."""
        return str(self._values[str(layer)])

    def use_palette(self, palette: Palette) -> None:
        """Choose kinds that this palette has, keeping those it has already."""
        for layer in palette.kinds:
            known = list(palette.kinds[layer])
            if self._values[str(layer)] not in known and known:
                # The first ground is what an empty map is made of.
                first = known[1] if layer in (Layer.TERRAIN, Layer.AREA) and len(known) > 1 else known[0]
                self.set(str(layer), first)
