"""Revise units: their values, keys, places, turns and order, of any number of them, in one step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change, spots_of
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.scenario import Unit, revising
from engine.scenario.counters import CounterDesign
from engine.scenario.model import Scenario

FIELDS: Final = ("units", "setup", "arrivals", "deployments", "pools", "victory", "counters", "special")
"""The fields of a scenario that name units."""


class ReviseUnits(ScenarioEdit):
    """Changes, adds and strikes units, sets them up, lets them come on turns, puts them in order."""

    def __init__(
        self,
        text: str,
        units: Iterable[Unit] = (),
        *,
        renamed: Mapping[str, str] | None = None,
        gone: Iterable[str] = (),
        places: Mapping[str, str] | None = None,
        turns: Mapping[str, int] | None = None,
        entries: Mapping[str, tuple[str, ...]] | None = None,
        order: Sequence[str] | None = None,
        counters: CounterDesign | None = None,
        stroke: int = 0,
    ) -> None:
        """``renamed``: old key to new one, done first; everything else goes by new keys. ``units`` are new or in the
        place of those with the same keys. ``places``: key to the name of a hex, empty for none. ``turns``: key to a
        turn, 0 for none. ``entries``: key to the hexes or regions where it enters. ``order``: keys as they are to stand
        in the order of battle. ``counters``: their design from now on."""
        super().__init__(text, stroke)
        self.units = tuple(units)
        self.renamed = dict(renamed or {})
        self.gone = frozenset(gone)
        self.places = dict(places or {})
        self.turns = dict(turns or {})
        self.entries = dict(entries or {})
        self.order = order
        self.counters = counters

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        # As the map spells them; raises HexwrightError where there is no such place.
        self.places = {key: name and board.spell(board.parse(name)) for key, name in self.places.items()}
        made = revising.renamed(scenario, self.renamed) if self.renamed else scenario
        made = revising.struck(made, self.gone) if self.gone else made
        made = revising.changed(made, self.units) if self.units else made
        made = revising.arriving(made, self.turns) if self.turns else made
        made = revising.entering(made, self.entries) if self.entries else made
        made = revising.placed(made, self.places) if self.places else made
        made = revising.ordered(made, self.order) if self.order is not None else made
        made = made.with_(counters=self.counters) if self.counters is not None else made
        fields = {name: new for name in FIELDS if (new := getattr(made, name)) is not getattr(scenario, name)}
        keys = frozenset(
            [*self.renamed, *self.renamed.values(), *self.gone, *self.places, *self.turns, *self.entries]
            + [unit.key for unit in self.units]
        )
        names = (setup[key] for setup in (scenario.setup, made.setup) for key in keys if key in setup)
        return fields, Change("units", spots_of(board, names), keys=keys)

    def layers(self) -> frozenset[str]:
        """Counters on the map look different then; those that are not there are on no layer."""
        return frozenset({"units"}) if self.change.hexes else frozenset()

    def is_empty(self) -> bool:
        """Whether every unit is the same in all its values, in the same place and order."""
        units = self.new.get("units", {})
        old = self.old.get("units", {})
        same = list(units) == list(old) and all(
            unit == old[key] and dict(unit.values) == dict(old[key].values) for key, unit in units.items()
        )
        return same and all(self.old[name] == self.new[name] for name in self.new if name != "units")

    def validate(self) -> None:
        """Sides, hexes and turns exist, and a new key is free."""
        scenario = self.models.require_scenario()
        for key, new in self.renamed.items():
            if key not in scenario.units:
                raise HexwrightError(f"there is no unit {key!r} in this scenario")
            if new in scenario.units and new not in self.renamed:
                raise HexwrightError(f"there is already a unit with the key {new!r}")
        if len(set(self.renamed.values())) < len(self.renamed):
            raise HexwrightError("two units would have the same key")
        for unit in self.units:
            if unit.side not in scenario.sides:
                raise HexwrightError(f"there is no side {unit.side!r} in this scenario")
        units = self.new.get("units", scenario.units)
        for key in (*self.places, *self.turns):
            if key not in units:
                raise HexwrightError(f"there is no unit {key!r} in this scenario")
        for turn in self.turns.values():
            if turn and not 1 <= turn <= scenario.turns.count:
                raise HexwrightError(f"there is no turn {turn}: the game has {scenario.turns.count} turns")
