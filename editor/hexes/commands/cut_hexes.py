"""Empty hexes that were taken up with Cut, to be set down elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import ref

from editor.commands.change import Change
from editor.commands.models import Models
from editor.hexes.commands.write_changes import WriteChanges
from engine.hexes.mapping.edit import Changes


class Cut:
    """Hexes that were cut: what the scenario says of them waits there, and goes along when they are set down.

    Only once, and only on the map that they come from. The commands note how far it has come, so that undo and redo
    of the cut and of the paste are known here too.
    """

    def __init__(self, models: Models, hexes: Iterable[int], anchor: int) -> None:
        """``anchor`` is the hex of the clip's anchor."""
        grid, scenario = models.battle_map.grid, models.scenario
        self._models = ref(models)
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

    def waits_in(self, models: Models) -> bool:
        """Whether what scenarios say of these hexes of these models goes along with the next paste."""
        here = self._models() is models and models.battle_map.grid.spec == self._spec
        return here and self.made and not self.set_down

    def waiting(self, models: Models) -> frozenset[str]:
        """The units that wait to be set down, where they still stand."""
        scenario = models.scenario
        if scenario is None or not self.waits_in(models):
            return frozenset()
        grid, setup = models.battle_map.grid, scenario.setup
        return frozenset(key for key in self.units if key in setup and grid.find(setup[key]) in self.hexes)


class CutHexes(WriteChanges):
    """Writes the emptied hexes. What the scenario says of them stays until they are set down: nothing of it is lost
    when that never happens."""

    def __init__(self, text: str, changes: Changes, cut: Cut) -> None:
        super().__init__(text, changes)
        self.cut = cut

    def is_empty(self) -> bool:
        # Bare ground may still have units on it, or be an objective, here or in another scenario.
        return False

    def apply(self) -> Change:
        self.cut.made = True
        return super().apply()

    def revert(self) -> Change:
        self.cut.made = False
        return super().revert()
