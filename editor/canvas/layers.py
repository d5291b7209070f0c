"""What lies over what on the canvas: overlays (400), units (500) and what lies above them (600) name their own."""

from __future__ import annotations

from typing import Final

UNDERLAY: Final = -10.0
MAP: Final = 0.0
SELECTION: Final = 550.0
PREVIEW: Final = 700.0
CURSOR: Final = 720.0
