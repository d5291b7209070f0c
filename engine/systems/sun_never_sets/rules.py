"""The Sun Never Sets II bound to a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final

from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.hexrules import HexRules
from engine.mechanics.hexes.hexstate import ABSENT, DEAD, WAITING
from engine.mechanics.hexes.knowledge import zoc
from engine.mechanics.procedure import END, Asking
from engine.play import Action, Event, Illegal, Outcome, Start, Step, Verdict
from engine.play.answer_records import SupplyAnswer, ZoneAnswer
from engine.play.answers import BattleBoard, Prospects, ThrowAccount
from engine.play.display import EventCard, Mark
from engine.play.score_sheet import ScoreSheet
from engine.scenario import Scenario
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.answers import (
    accounts,
    battle_board,
    cards,
    knowledge,
    prospects,
    secrecy,
    throws,
)
from engine.systems.sun_never_sets.answers.knowledge import MarchReach
from engine.systems.sun_never_sets.answers.prospects import BattleOdds
from engine.systems.sun_never_sets.base.editions import LEGION, STANDARD
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SPENT, SnsState
from engine.systems.sun_never_sets.battle import rounds
from engine.systems.sun_never_sets.march.marching import MOVEMENT
from engine.systems.sun_never_sets.position import (
    afloat,
    fates,
    markers,
    natives,
    opening,
    points,
    rewording,
)
from engine.systems.sun_never_sets.position import start as begun
from engine.systems.sun_never_sets.turn import logistics, sequence, timing
from engine.systems.sun_never_sets.turn.deploying import SetUp
from engine.systems.sun_never_sets.words import notation

_OF_COURSE: Final = (rounds.FIRE, "forage")
"""What is done by default."""
_PUTS: Final = ("deploy", "at", "place", "replace")
"""Verbs that put one unit after the other into hexes."""
_DRAW: Final = Action("draw")
_NOTHING_MORE: Final = tuple(map(Action, ("fight", "halt", "hold", "pass", "stand", "done")))
"""What it is called to go no farther and to do nothing more."""


class SnsRules(HexRules[SnsField, SnsState]):
    """The field and the chapters, bound together."""

    system: ClassVar[str] = "sns2"
    secrets = True
    moving_phase = "movement"
    order_rules: ClassVar[tuple[str, ...]] = ("sns2:3.0", "sns2:3.1")

    verbs = notation.VERBS
    game_turn = sequence.GameTurn

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, SnsField(scenario, {**scenario.options, **(options or {})}))
        campaigns.of(self.field).fit(self.field)

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> SnsState:
        return SnsState(len(self.field.roster.units))

    def set_up(self) -> SetUp:
        return SetUp()

    def begin(self, state: SnsState, start: Start | None, step: Step) -> None:
        field = self.field
        state.points = field.ledger.opening()
        state.factors = field.opening_factors()
        campaigns.of(field).opening(field, state, step)
        opening.lay_out(field, state)
        for unit in self._mix:
            if state.where[unit] in (WAITING, ABSENT):
                state.where[unit] = SPENT
        # A start has left out already whom it does not name.
        named = field.pooled if start is None else (*field.pooled, *map(field.roster.find, start.units))
        for unit in bits(field.benched if start is None else field.benched & mask_of(named)):
            if state.where[unit] < 0:
                state.where[unit] = ABSENT
        if start is not None and start.set:
            begun.apply(field, state, start)
        state.unaccounted |= mask_of(u for u in field.pooled if u != field.hostages)
        super().begin(state, start, step)

    @cached_property
    def _mix(self) -> tuple[int, ...]:
        """The supply units that the scenario puts nowhere, of sides that receive some each turn and have none in a
        pool: the counters they are taken from (12.64)."""
        field, roster = self.field, self.field.roster
        due = {*field.arrival_turn, *(unit for group in field.groups for unit in group.units)}
        found: list[int] = []
        for side, name in enumerate(field.sides):
            trains = roster.supply & roster.of_side[side]
            if field.special.supply_units.get(name, 0) and not trains & mask_of(field.pooled):
                found += (u for u in bits(trains) if u not in due)
        return tuple(found)

    def _begin_unit(self, state: SnsState, unit: int, how: Any) -> None:
        super()._begin_unit(state, unit, how)
        if state.where[unit] == DEAD:
            fates.bury(self.field, state, unit)

    def verdict(self, state: SnsState, action: Action) -> Verdict:
        """Whether an action is legal now; one that is not asked for gets everything else that it breaks too."""
        verdict = super().verdict(state, action)
        if isinstance(verdict, Illegal) and state.stack and not state.ended and not self._wanted(state, action):
            units = tuple(self.field.roster.number[key] for key in self.units_of(action))
            found = timing.breaches(self.field, state, action, units)
            more = tuple((self.field.cite(rule), reason) for rule, reason in found)
            return replace(verdict, also=verdict.also + more)
        return verdict

    def _wanted(self, state: SnsState, action: Action) -> bool:
        """Whether the procedure in progress asks for actions of this kind."""
        top = state.top
        return action == END or (isinstance(top, Asking) and top.wants(action))

    def default_action(self, state: SnsState) -> Action | None:
        """Units that may fire do, and forage, in any order, and Natives who come are drawn; else nothing more is done:
        an offer is let go, a segment ended, but for the marches, whose end a script says."""
        decision = self.decision(state)
        if decision is None:
            return None
        if decision.kind == rounds.FIRE or (decision.kind == logistics.LOGISTICS and not self.verdict(state, END)):
            return next((action for action in self.actions(state) if action.verb in _OF_COURSE), None)
        if isinstance(state.top, (natives.Rising, natives.Gathering)) and self.verdict(state, _DRAW):
            return _DRAW
        ends = () if decision.kind == MOVEMENT else (END,)
        return next((action for action in (*_NOTHING_MORE, *ends) if self.verdict(state, action)), None)

    def expected(self, wanted: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        return rewording.events(wanted)

    def reworded(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        return rewording.other_words(event)

    def outcome(self, state: SnsState) -> Outcome | None:
        return points.outcome(self.field, state) if state.ended else None

    # -- what one may know ------------------------------------------------------------------------------------

    def view(self, state: SnsState, side: str) -> dict[str, Any]:
        """The state as a side may see it; see `secrecy.view`."""
        return secrecy.view(self.field, state, side)

    def redeal(self, state: SnsState, side: str, random: Random) -> SnsState:
        """The state as it might be for all that a side knows; see `secrecy.redeal`."""
        return secrecy.redeal(self.field, state, side, random)

    def units(self, state: SnsState) -> dict[str, dict[str, Any]]:
        """Every unit as other games have it; a boat with the hexside that it lies ``along``, and who is ``aboard`` with
        the boats or fleet that carry it (27.11, 27.4)."""
        found = super().units(state)
        for key, more in afloat.berth_fields(self.field, state):
            found[key].update(more)
        return found

    def beginning(self, state: SnsState) -> dict[str, Any]:
        """Pools, replacement factors, and what lies on the map; see `opening.exclusive`."""
        field = self.field
        return {
            **super().beginning(state),
            "replacements": opening.factors(field, state),
            "special": opening.exclusive(field, state),
        }

    def visible_text(self, action: Action, actor: str, side: str) -> str:
        """What another side is told of an action: the verb and the hexes, but not those into which units are put one
        by one, which would tell how many are there (5.6)."""
        parts = self.parts(action)
        if actor == side:
            return parts.text
        return " ".join([parts.verb, *(() if parts.verb in _PUTS else parts.places)])

    def reach(self, state: SnsState, unit: str) -> MarchReach:
        """Where a unit can march; see `knowledge.reachable`."""
        return knowledge.reachable(self.field, state, unit)

    def supply(self, state: SnsState, side: str) -> SupplyAnswer:
        """How the units of a side would be fed now; see `knowledge.supplied`."""
        return knowledge.supplied(self.field, state, side)

    def battle(self, events: Sequence[Event]) -> BattleBoard | None:
        """The battle that events tell of last; see `battle_board.board`."""
        return battle_board.board(self.field, events)

    def promised(self, state: SnsState, action: Action) -> ThrowAccount | None:
        """What the die of a march, foraging or a rally promises; see `throws.promised`."""
        return throws.promised(self.field, state, action)

    def marks(self, state: SnsState) -> list[Mark]:
        """Fieldworks and atrocities; see `markers.marks`."""
        return markers.marks(self.field, state)

    def card(self, event: Event) -> EventCard | None:
        """The card of a historical event; see `cards.card`."""
        return cards.card(self.field, event)

    def lasting(self, state: SnsState) -> list[EventCard]:
        """The historical events in force; see `cards.lasting`."""
        return cards.lasting(self.field, state)

    def tally(self, state: SnsState) -> ScoreSheet:
        """The points so far line by line, and what the places would bring if the game ended now (16.2)."""
        return points.tally(self.field, state)

    def objectives(self, state: SnsState) -> dict[str, str]:
        """The hexes of the victory conditions, and who occupies each (14.1)."""
        return knowledge.objectives(self.field, state)

    def defects(self, state: SnsState) -> list[str]:
        return [*super().defects(state), *knowledge.defects(self.field, state)]

    def zoc(self, state: SnsState, side: str) -> ZoneAnswer:
        """The zone of control of a side (9.0)."""
        return zoc(self.field, state, side, "9.0")

    def status(self, state: SnsState) -> dict[str, Any]:
        """Turn, phase, and the points so far."""
        score = dict(zip(self.field.sides, map(float, state.points), strict=True))
        return {**super().status(state), "score": score}

    # -- what a battle promises --------------------------------------------------------------------------------

    def odds(self, state: SnsState, target: str, units: list[str]) -> BattleOdds:
        """An attack line by line, and who is likely to win it; see `prospects.odds`."""
        return prospects.odds(self.field, state, target, units)

    def prospects(self, state: SnsState, target: str, places: Mapping[str, str]) -> Prospects | None:
        return prospects.prospects(self.field, state, target, places)

    def announced(self, state: SnsState, action: Action) -> Prospects | None:
        """What a battle promises throw by throw; see `accounts.announced`."""
        return accounts.announced(self.field, state, action)


class LegionRules(SnsRules):
    """The edition of the French Foreign Legion: its own paragraphs where it has them, else the standard ones."""

    system: ClassVar[str] = LEGION.key
    cites: ClassVar[tuple[str, ...]] = (LEGION.key, STANDARD.key)
