"""What the menu of a hex offers beside its units: its name, and tools for what lies there."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from editor.desk.desk import Desk
from editor.look.mnemonics import bare
from engine.boards.palette import Layer


def add_place(desk: Desk, menu: QMenu, h: int) -> None:
    """Add the place name of a hex, its terrain and what lies on its hexsides to its menu."""
    board, tools = desk.document.battle_map, desk.tools
    label = next((label for label in board.labels if label.at == h), None)
    menu.addSeparator()
    title = "Change the place &name…" if label is not None else "Write a place &name…"
    menu.addAction(title, lambda: tools.write_name(label, h))
    kind = board.palette.terrain.get(board.terrain[h])
    if kind is not None:
        menu.addAction(f"&Paint with {bare(kind.name)}", lambda: tools.paint_with(Layer.TERRAIN, kind.key))
    sides = [board.grid.side(h, d) for d in range(6)]
    found = dict.fromkeys(key for side in sides for key in board.hexsides.get(side, ()))
    for key in found:
        edge = board.palette.hexsides.get(key)
        if edge is not None:
            menu.addAction(f"Draw with {bare(edge.name)}", partial(tools.paint_with, Layer.HEXSIDE, key))
