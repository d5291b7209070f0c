"""Twilight's Last Gleaming 2 bound to a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.mechanics.hexrules import HexRules
from engine.mechanics.knowledge import zoc
from engine.play import Action
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming import knowledge, notation, sequence
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState


class TlgRules(HexRules[TlgField, TlgState]):
    """The field and the chapters, bound together."""

    system: ClassVar[str] = "tlg2"
    game_turn = sequence.GameTurn
    march = MARCH
    order_rules: ClassVar[tuple[str, ...]] = ("tlg2:3.1", "tlg2:3.2")

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, TlgField(scenario, {**scenario.options, **(options or {})}))

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> TlgState:
        return TlgState(len(self.field.roster.units))

    def misplaced(self, state: TlgState) -> list[str]:
        return knowledge.misplaced(self.field, state)

    def text(self, action: Action) -> str:
        return notation.text_of(self.field, action)

    def parse(self, text: str, state: TlgState) -> Action:
        return notation.parse(self.field, state, text)

    # -- what one may know ------------------------------------------------------------------------------------

    def reach(self, state: TlgState, unit: str) -> dict[str, Any]:
        """Where a unit can move, with costs; see `knowledge.reach`."""
        return knowledge.reach(self.field, state, unit)

    def zoc(self, state: TlgState, side: str) -> dict[str, Any]:
        """The zone of control of a side (4.1)."""
        return zoc(self.field, state, side, "4.1")

    def sight(self, state: TlgState, a: str, b: str) -> dict[str, Any]:
        """The line of sight between two hexes; see `knowledge.sight`."""
        return knowledge.sight(self.field, state, a, b)

    def sights(self, state: TlgState, a: str) -> dict[str, dict[str, Any]]:
        """The lines of sight from a hex to every other; see `knowledge.sights`."""
        return knowledge.sights(self.field, state, a)

    def retreats(self, state: TlgState, unit: str) -> dict[str, Any]:
        """Where a unit could retreat to; see `knowledge.retreats`."""
        return knowledge.retreats(self.field, state, unit)

    def odds(self, state: TlgState, target: str, units: list[str]) -> dict[str, Any]:
        """The odds of an attack with every shift; see `knowledge.odds`."""
        return knowledge.odds(self.field, state, target, units)

    def defects(self, state: TlgState) -> list[str]:
        return [*super().defects(state), *knowledge.defects(self.field, state)]
