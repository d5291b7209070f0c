"""A map whose palette has more kinds than before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from editor.dialogs.forms import key_from
from editor.dialogs.palette_looks import shipped
from editor.document.palettes import home, on_disk
from engine.boards.palette import Kind, Layer
from engine.hexes.board.battlemap import BattleMap

CHARACTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-*=%&@^!?:;"
"""Characters that may stand for a terrain, in the order in which they are offered."""


def with_kinds(board: BattleMap, kinds: Sequence[Kind], folder: Path) -> BattleMap:
    """The map with these kinds in its palette as well, which becomes one of its own where it was one that ships.

    ``folder`` is where the map is kept: the palette's new name is free there. The map's other parts are shared.
    """
    palette = board.palette
    layers = {layer: dict(there) for layer, there in palette.kinds.items()}
    used = {kind.key_char for kind in palette.terrain.values()} | set(board.legend)
    for kind in kinds:
        if kind.layer is Layer.TERRAIN and (not kind.key_char or kind.key_char in used):
            kind = replace(kind, key_char=free_character(used))
        used.add(kind.key_char)
        layers[kind.layer][kind.key] = kind
    key, name = palette.key, palette.name
    if key in shipped():
        key, name = _free_key(f"{board.name} palette", folder), f"{board.name or palette.name} palette"
    return replace(board, palette=replace(palette, key=key, name=name, kinds=layers))


def free_character(used: set[str]) -> str:
    """A character that stands for no terrain yet, nor for a hex that is none; empty when there is none left."""
    return next((char for char in CHARACTERS if char not in used | {"x"}), "")


def _free_key(name: str, folder: Path) -> str:
    near, taken = folder / "map.yaml", set(shipped())
    while True:
        key = key_from(name, taken, "palette")
        if on_disk(key, near) is None and not home(key, near).exists():
            return key
        taken.add(key)
