"""What stands against a palette as it is being edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from editor.dialogs.forms import is_key
from engine.boards.palette import Kind, Layer
from engine.formats.palettes import VOID

ONE: Final = {
    Layer.TERRAIN: "terrain",
    Layer.FEATURE: "feature",
    Layer.HEXSIDE: "hexside",
    Layer.PATH: "path",
    Layer.AREA: "area",
    Layer.LINE: "line",
}
"""What one kind of a layer is called."""


def kinds_trouble(kinds: Mapping[Layer, Sequence[Kind]]) -> str:
    """What is wrong with names, keys or characters; an empty text when nothing is."""
    for layer, row in kinds.items():
        keys = [kind.key for kind in row]
        for kind in row:
            if not kind.name:
                return f"A {ONE[layer]} has no name."
            if not is_key(kind.key) or kind.key[0] in "-_":
                return f"The key of {kind.name} may contain only letters, digits, - and _."
            if keys.count(kind.key) > 1:
                return f"Two kinds of {ONE[layer]} have the key {kind.key!r}."
            if layer is Layer.TERRAIN and kind.key == VOID:
                return "'void' stands for no hex at all and cannot be a terrain."
    return _characters_trouble(kinds.get(Layer.TERRAIN, ()))


def _characters_trouble(terrain: Sequence[Kind]) -> str:
    used: dict[str, str] = {}
    for kind in terrain:
        char = kind.key_char
        if char and (not char.isprintable() or char == " "):
            return f"The character of {kind.name} cannot be printed."
        if char in used and char:
            return f"{char!r} stands for {used[char]} and for {kind.name}."
        used[char] = kind.name
    return ""
