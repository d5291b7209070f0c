"""The clipboard for parts of maps: one for all windows and tabs of the program."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, Signal

from engine.mapping.clip import Clip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from editor.document.document import Document


class Cut:
    """Hexes that were cut: what the scenario says of them waits there, and goes along when they are set down.

    Only once, and only on the map that they come from. The commands note how far it has come, so that undo and redo
    of the cut and of the paste are known here too.
    """

    def __init__(self, document: Document, hexes: Iterable[int], anchor: int) -> None:
        """``anchor`` is the hex of the clip's anchor."""
        grid, scenario = document.battle_map.grid, document.scenario
        self._document = ref(document)
        self._spec = grid.spec
        self.hexes = frozenset(hexes)
        self.anchor = anchor
        setup = scenario.setup if scenario is not None else {}
        self.units = frozenset(key for key, name in setup.items() if grid.find(name) in self.hexes)
        """The units that stood there; others may come to stand there before it is set down."""
        self.made = False
        """Whether the hexes are emptied now."""
        self.set_down = False
        """Whether they have come to lie elsewhere."""

    def waits_in(self, document: Document) -> bool:
        """Whether what scenarios say of these hexes of the document goes along with the next paste."""
        here = self._document() is document and document.battle_map.grid.spec == self._spec
        return here and self.made and not self.set_down

    def waiting(self, document: Document) -> frozenset[str]:
        """The units that wait to be set down, where they still stand."""
        scenario = document.scenario
        if scenario is None or not self.waits_in(document):
            return frozenset()
        grid, setup = document.battle_map.grid, scenario.setup
        return frozenset(key for key in self.units if key in setup and grid.find(setup[key]) in self.hexes)


class Clipboard(QObject):
    """Holds what was copied or cut last."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._clip: Clip | None = None
        self._cut: Cut | None = None

    @property
    def clip(self) -> Clip | None:
        """What was copied last; None before anything was."""
        return self._clip

    @property
    def cut(self) -> Cut | None:
        """Where it was cut from; None when it was only copied."""
        return self._cut

    def set(self, clip: Clip | None, cut: Cut | None = None) -> None:
        """Hold this from now on."""
        self._clip, self._cut = clip, cut
        self.changed.emit()


@cache
def clipboard() -> Clipboard:
    """The program's clipboard."""
    return Clipboard()
