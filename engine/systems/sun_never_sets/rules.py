"""The Sun Never Sets II bound to a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.mechanics.hexrules import HexRules
from engine.mechanics.knowledge import zoc
from engine.play import Outcome, Start, Step
from engine.scenario import Scenario
from engine.systems.sun_never_sets import notation, points, sequence
from engine.systems.sun_never_sets.deploying import SetUp
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState


class SnsRules(HexRules[SnsField, SnsState]):
    """The field and the chapters, bound together."""

    system: ClassVar[str] = "sns2"
    order_rules: ClassVar[tuple[str, ...]] = ("sns2:3.0", "sns2:3.1")

    verbs = notation.VERBS
    game_turn = sequence.GameTurn

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, SnsField(scenario, {**scenario.options, **(options or {})}))

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> SnsState:
        return SnsState(len(self.field.roster.units))

    def set_up(self) -> SetUp:
        return SetUp()

    def begin(self, state: SnsState, start: Start | None, step: Step) -> None:
        field = self.field
        state.points = field.ledger.opening()
        state.factors = field.opening_factors()
        for side, key in enumerate(field.sides):
            for h in field.hexes_of(tuple(field.special.fieldworks.get(key, ()))):
                state.fieldworks[h] = side
        super().begin(state, start, step)

    def outcome(self, state: SnsState) -> Outcome | None:
        return points.outcome(self.field, state) if state.ended else None

    # -- what one may know ------------------------------------------------------------------------------------

    def zoc(self, state: SnsState, side: str) -> dict[str, Any]:
        """The zone of control of a side (9.0)."""
        return zoc(self.field, state, side, "9.0")

    def status(self, state: SnsState) -> dict[str, Any]:
        """Turn, phase, and the points so far."""
        score = dict(zip(self.field.sides, map(float, state.points), strict=True))
        return {**super().status(state), "score": score}
