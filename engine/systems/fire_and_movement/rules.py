"""Fire & Movement bound to a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Final

from engine.mechanics.hexes.hexrules import HexRules
from engine.mechanics.hexes.knowledge import zoc
from engine.mechanics.procedure import END
from engine.play import Action
from engine.play.answer_records import ZoneAnswer
from engine.play.answers import Prospects
from engine.scenario import Scenario
from engine.systems.fire_and_movement import knowledge, notation, prospects, secrecy, sequence
from engine.systems.fire_and_movement.deploying import SetUp
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.frames import PLACES
from engine.systems.fire_and_movement.moving import MARCH
from engine.systems.fire_and_movement.state import FmState

_NOT_DONE: Final = tuple(Action(verb) for verb in ("pass", "fall back", "hold"))
"""What a side does that makes no use of what is voluntary (8.2.1, 8.4, 8.5)."""


class FmRules(HexRules[FmField, FmState]):
    """The field and the chapters, bound together."""

    system: ClassVar[str] = "fm"
    order_rules: ClassVar[tuple[str, ...]] = ("fm:4.1",)
    secrets = True

    verbs = notation.VERBS
    game_turn = sequence.GameTurn
    march = MARCH

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, FmField(scenario, {**scenario.options, **(options or {})}))

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> FmState:
        return FmState(len(self.field.roster.units))

    def set_up(self) -> SetUp:
        return SetUp()

    def place_of(self, action: Action) -> str:
        return f"{self.system}:{PLACES[action.verb]}" if action.verb in PLACES else ""

    # -- what one may know ------------------------------------------------------------------------------------

    def view(self, state: FmState, side: str) -> dict[str, Any]:
        return secrecy.view(self.field, state, side, super().view(state, side))

    def redeal(self, state: FmState, side: str, random: Random) -> FmState:
        return secrecy.redeal(self.field, super().redeal(state, side, random), side, random)

    def visible_text(self, action: Action, actor: str, side: str) -> str:
        """The strength of a marker out of the hand is its owner's secret until both sides have placed (8.2.1)."""
        if action.verb == "support" and actor != side:
            return self.text(Action("support"))
        return super().visible_text(action, actor, side)

    def units(self, state: FmState) -> dict[str, dict[str, Any]]:
        return knowledge.with_factors(self.field, state, super().units(state))

    def status(self, state: FmState) -> dict[str, Any]:
        return {**super().status(state), "support": dict(zip(self.field.roster.sides, state.left, strict=True))}

    def default_action(self, state: FmState) -> Action | None:
        """What is voluntary is not done: no marker is placed, nobody stands or advances, nothing more is bombarded."""
        decision = self.decision(state)
        ends = (END,) if decision is not None and decision.kind == sequence.BOMBARDMENT else ()
        return next((action for action in (*_NOT_DONE, *ends) if self.verdict(state, action)), None)

    def reach(self, state: FmState, unit: str) -> knowledge.MotorReach:
        """Where a unit can move, with costs; see `knowledge.reach`."""
        return knowledge.reach(self.field, state, unit)

    def zoc(self, state: FmState, side: str) -> ZoneAnswer:
        """The zone of control of a side (6.0)."""
        return zoc(self.field, state, side, "6.0")

    def retreats(self, state: FmState, unit: str, length: int = 2) -> knowledge.WayRetreats:
        """Where a unit could retreat to; see `knowledge.retreats`."""
        return knowledge.retreats(self.field, state, unit, length)

    def odds(self, state: FmState, target: str, units: list[str]) -> knowledge.AssaultOdds:
        """The differential of an attack; see `knowledge.odds`."""
        return knowledge.odds(self.field, state, target, units)

    def prospects(self, state: FmState, target: str, places: Mapping[str, str]) -> Prospects | None:
        return prospects.prospects(self.field, state, target, places)

    def announced(self, state: FmState, action: Action) -> Prospects | None:
        return prospects.announced(self.field, state, action)

    def defects(self, state: FmState) -> list[str]:
        return [*super().defects(state), *knowledge.defects(self.field, state)]
