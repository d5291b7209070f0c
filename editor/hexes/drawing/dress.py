"""Map styles: the colours that a palette has in each of them, and how colours become the greys of a cheap print."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtGui import QBrush, QColor, QPen

from editor.canvas.drawing.greys import grey, lightness
from editor.canvas.drawing.look import GREY, ORGANIC
from editor.canvas.drawing.paint_list import Item
from engine.boards.palette import Kind, Layer, Palette

LIGHTEST: Final = 0.97
DARKEST: Final = 0.80
"""Between these lie the tones of terrain in grey: light enough for counters' and names' letters."""


def dressed(palette: Palette, style: str) -> Palette:
    """The palette that a map is drawn with in a style; the map's own for the organic one."""
    if style == ORGANIC:
        return palette
    kinds = {layer: dict(there) for layer, there in palette.kinds.items()}
    tones = _tones(palette) if style == GREY else {}
    for key, kind in palette.terrain.items():
        colour = tones.get(key, kind.colour)
        kinds[Layer.TERRAIN][key] = replace(kind, colour=colour, pattern="")
    if style == GREY:
        for layer in (Layer.FEATURE, Layer.HEXSIDE, Layer.PATH):
            kinds[layer] = {key: _printed(kind) for key, kind in kinds[layer].items()}
    return Palette(palette.key, palette.name, kinds)


def _tones(palette: Palette) -> dict[str, str]:
    """A grey for each terrain, in the order of how light they are; the base terrain is the lightest."""
    base = palette.base_terrain
    order = sorted(palette.terrain, key=lambda key: (key != base, -lightness(palette.terrain[key].colour)))
    step = (LIGHTEST - DARKEST) / max(1, len(order) - 1)
    return {key: QColor.fromRgbF(*[LIGHTEST - place * step] * 3).name() for place, key in enumerate(order)}


def _printed(kind: Kind) -> Kind:
    """Water is dark so that it is seen between the hatchings, a made road white so that it is not taken for water; the
    rest keeps its lightness."""
    if kind.layer is Layer.PATH and not kind.symbol:
        return replace(kind, colour="#ffffff", ink="#383838")
    return replace(kind, colour="#8a8a8a", ink="#303030") if kind.is_water else kind


def in_grey(item: Item) -> Item:
    """An item with its pen and brush in grey."""
    pen, brush = QPen(item.pen), QBrush(item.brush)
    pen.setColor(grey(pen.color()))
    brush.setColor(grey(brush.color()))
    return replace(item, pen=pen, brush=brush)
