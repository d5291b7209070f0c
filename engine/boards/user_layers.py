"""The designer's own layers: names and map furniture that are shown, locked and printed together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from engine.boards.board import Board
from engine.boards.furniture import Furniture
from engine.boards.look import UserLayer


class OnLayer(Protocol):
    """What may lie on a user layer: a name or a piece of furniture."""

    @property
    def layer(self) -> str:
        """The name of its layer; empty for none."""


Item = TypeVar("Item", bound=OnLayer)


@dataclass(frozen=True, slots=True)
class Layering:
    """The user layers of a map, and the names and furniture that may lie on them."""

    layers: tuple[UserLayer, ...]
    labels: tuple[Any, ...]
    furniture: tuple[Furniture, ...]

    def has(self, name: str) -> bool:
        """Whether there is a layer of this name."""
        return any(layer.name == name for layer in self.layers)

    def count(self, name: str) -> int:
        """How many names and pieces of furniture lie on a layer."""
        return sum(item.layer == name for item in (*self.labels, *self.furniture))

    def added(self, layer: UserLayer) -> Layering:
        """With one more layer."""
        return replace(self, layers=(*self.layers, layer))

    def changed(self, name: str, layer: UserLayer) -> Layering:
        """With ``layer`` in place of the one called ``name``; what lies on it stays on it."""
        made = replace(self, layers=tuple(layer if one.name == name else one for one in self.layers))
        return made._each(lambda item: layer.name if item.layer == name else item.layer)

    def regrouped(self, old: str, new: str) -> Layering:
        """With the layers of one group in another; a new name gives the group that name."""
        return replace(self, layers=tuple(replace(one, group=new) if one.group == old else one for one in self.layers))

    def without(self, name: str) -> Layering:
        """Without a layer; what lies on it lies on no layer afterwards."""
        made = replace(self, layers=tuple(one for one in self.layers if one.name != name))
        return made._each(lambda item: "" if item.layer == name else item.layer)

    def put(self, items: Collection[OnLayer], name: str) -> Layering:
        """With these names and pieces of furniture on a layer; an empty name takes them off theirs."""
        chosen = {id(item) for item in items}
        return self._each(lambda item: name if id(item) in chosen else item.layer)

    def _each(self, layer_of: Callable[[OnLayer], str]) -> Layering:
        return replace(self, labels=_on(self.labels, layer_of), furniture=_on(self.furniture, layer_of))


def _on(items: Sequence[Any], layer_of: Callable[[OnLayer], str]) -> tuple[Any, ...]:
    return tuple(item if item.layer == (name := layer_of(item)) else replace(item, layer=name) for item in items)


def layering(board: Board) -> Layering:
    """The user layers of a map and what may lie on them."""
    return Layering(board.look.layers, tuple(board.labels), board.look.furniture)


def unprinted(board: Board) -> frozenset[str]:
    """The layers that are only for the screen."""
    return frozenset(layer.name for layer in board.look.layers if not layer.printed)


def groups(board: Board) -> list[str]:
    """The groups that layers are in, in the order of the layers."""
    return list(dict.fromkeys(layer.group for layer in board.look.layers if layer.group))


def on_other_layers(items: Iterable[Item], hidden: Collection[str]) -> list[Item]:
    """Those that do not lie on a hidden layer; an empty name stands for what lies on no layer."""
    return [item for item in items if item.layer not in hidden]
