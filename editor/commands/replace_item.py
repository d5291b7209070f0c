"""One of several like things of a map is put in the place of another, added, or taken away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Self, TypeVar

from editor.commands.base import Command
from editor.commands.change import Change

T = TypeVar("T")


class ReplaceItem(Command, Generic[T]):
    """Put ``new`` in the place of ``old``; without ``old`` it is added, without ``new`` the old one is removed.

    Subclasses say where the things are kept, and what is drawn again.
    """

    def __init__(self, what: str, old: T | None, new: T | None, stroke: int = 0) -> None:
        verb = "Remove" if new is None else "Add" if old is None else "Change"
        super().__init__(f"{verb} {what}", stroke=stroke)
        self.old = old
        self.new = new
        self._place: int | None = None
        """Where a thing stood that was removed: there it comes back."""

    def items(self) -> Sequence[T]:
        """The things of the map, in their order."""
        raise NotImplementedError

    def put(self, items: list[T]) -> None:
        """Give the map other things."""
        raise NotImplementedError

    def change(self, before: T | None, after: T | None) -> Change:
        """What is drawn again."""
        raise NotImplementedError

    def is_empty(self) -> bool:
        return self.old == self.new

    def apply(self) -> Change:
        return self._swap(self.old, self.new)

    def revert(self) -> Change:
        return self._swap(self.new, self.old)

    def _swap(self, before: T | None, after: T | None) -> Change:
        items = list(self.items())
        if before is not None:
            place = items.index(before)
            del items[place]
        else:
            place = len(items) if self._place is None else self._place
        if after is not None:
            items.insert(place, after)
        else:
            self._place = place
        self.put(items)
        return self.change(before, after)

    def absorb(self, later: Self) -> bool:
        if later.old != self.new:
            return False
        self.new = later.new
        return True
