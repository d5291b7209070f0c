"""The designer's own layers: added, renamed, removed, and names and furniture put on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Final

from editor.commands.base import Command
from editor.commands.change import Change
from engine.boards.board import Board
from engine.boards.user_layers import Layering, OnLayer, layering
from engine.errors import HexwrightError

OWN: Final = "layer:"
"""How locks and the Layers panel begin the key of a layer of the designer's own."""


class SetLayers(Command):
    """Give a map the layers, names and furniture that ``make`` makes of those it has."""

    def __init__(self, text: str, make: Callable[[Layering], Layering]) -> None:
        super().__init__(text)
        self._make = make

    def prepare(self) -> None:
        self.old = layering(self.models.board)
        self.new = self._make(self.old)

    def is_empty(self) -> bool:
        return self.old == self.new

    def layers(self) -> frozenset[str]:
        """Layers of what moves to another one. A new name is no move."""
        found = set[str]()
        for kind, before, after in (
            ("labels", self.old.labels, self.new.labels),
            ("furniture", self.old.furniture, self.new.furniture),
        ):
            moved = [pair for pair in zip(before, after, strict=True) if pair[0].layer != pair[1].layer]
            if moved and self.old.layers == self.new.layers:
                found |= {kind, *layers_of(*chain.from_iterable(moved))}
        return frozenset(found)

    def validate(self) -> None:
        names = [layer.name for layer in self.new.layers]
        if not all(names):
            raise HexwrightError("a layer needs a name")
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise HexwrightError(f"the map already has a layer {twice}")

    def apply(self) -> Change:
        return self._write(self.new)

    def revert(self) -> Change:
        return self._write(self.old)

    def _write(self, wanted: Layering) -> Change:
        board = self.models.board
        put_labels(board, wanted)
        board.look = replace(board.look, layers=wanted.layers, furniture=wanted.furniture)
        return Change("map")


def put_labels(board: Board, wanted: Layering) -> None:
    """Write the names; each kind of map keeps them in a list of its own."""
    labels = board.labels
    assert isinstance(labels, list)
    labels[:] = wanted.labels


def layers_of(*items: OnLayer | None) -> set[str]:
    """The designer's own layers that names or pieces of furniture lie on, as locks name them."""
    return {own_layer(item.layer) for item in items if item is not None and item.layer}


def own_layer(name: str) -> str:
    """A layer of the designer's own as locks and the Layers panel name it; empty for none."""
    return OWN + name if name else ""
