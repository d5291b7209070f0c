"""Palettes as text. The text depends on the model alone: the same palette gives the same bytes."""

from __future__ import annotations

from typing import Any

from engine.boards.palette import Kind, Layer, Palette
from engine.formats.migrations import header
from engine.formats.yamltext import pair, table


def dump_palette(model: Palette) -> str:
    """The text of a palette file."""
    lines = ["format: " + header("palette"), *pair("name", model.name)]
    for layer in Layer:
        kinds = model.kinds.get(layer)
        if kinds:
            lines += table(str(layer), {key: _kind(kind) for key, kind in kinds.items()})
    return "\n".join(lines) + "\n"


def _kind(kind: Kind) -> dict[str, Any]:
    found: dict[str, Any] = {"name": kind.name}
    if kind.key_char:
        found["char"] = kind.key_char
    found["colour"] = kind.colour
    for name in ("ink", "pattern", "symbol"):
        value = getattr(kind, name)
        if value:
            found[name] = value
    if kind.layer in (Layer.HEXSIDE, Layer.PATH, Layer.LINE):
        found["width"] = kind.width
        if kind.source_width:
            found["source_width"] = kind.source_width
    if kind.directional:
        found["directional"] = True
    if kind.description:
        found["description"] = kind.description
    if kind.treat_as:
        found["treat_as"] = dict(kind.treat_as)
    return found
