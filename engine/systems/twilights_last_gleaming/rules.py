"""Twilight's Last Gleaming 2 bound to a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from engine.mechanics.hexes.hexrules import HexRules
from engine.mechanics.hexes.knowledge import zoc
from engine.play import Action
from engine.play.answer_records import FieldOfFire, SightAnswer, SightState, ZoneAnswer
from engine.play.answers import Prospects
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming import knowledge, notation, prospects, sequence
from engine.systems.twilights_last_gleaming.deploying import SetUp
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.frames import ASKED
from engine.systems.twilights_last_gleaming.state import TlgState

if TYPE_CHECKING:
    from engine.systems.twilights_last_gleaming.views import Views


class TlgRules(HexRules[TlgField, TlgState]):
    """The field and the chapters, bound together."""

    system: ClassVar[str] = "tlg2"
    order_rules: ClassVar[tuple[str, ...]] = ("tlg2:3.1", "tlg2:3.2")

    verbs = notation.VERBS
    game_turn = sequence.GameTurn
    march = MARCH

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, TlgField(scenario, {**scenario.options, **(options or {})}))

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> TlgState:
        return TlgState(len(self.field.roster.units))

    def set_up(self) -> SetUp:
        return SetUp()

    def place_of(self, action: Action) -> str:
        return f"{self.system}:{ASKED[action.verb][0]}" if action.verb in ASKED else ""

    def misplaced(self, state: TlgState) -> list[str]:
        return knowledge.misplaced(self.field, state)

    # -- what one may know ------------------------------------------------------------------------------------

    def reach(self, state: TlgState, unit: str) -> knowledge.MoveReach:
        """Where a unit can move, with costs; see `knowledge.reach`."""
        return knowledge.reach(self.field, state, unit)

    def zoc(self, state: TlgState, side: str) -> ZoneAnswer:
        """The zone of control of a side (4.1)."""
        return zoc(self.field, state, side, "4.1")

    def sight(self, state: TlgState, a: str, b: str) -> SightAnswer:
        """The line of sight between two hexes; see `knowledge.sight`."""
        return knowledge.sight(self.field, state, a, b)

    @cached_property
    def _views(self) -> Views:
        # Imports shapely, which most of what is done with rules does not need.
        from engine.systems.twilights_last_gleaming.views import Views

        return Views(self.field)

    def sights(self, state: TlgState, a: str) -> dict[str, SightState]:
        """The states of the lines of sight from a hex to every other; see `views.Views`."""
        found = self._views.all_from(state, self.field.grid.parse(a))
        return {self.field.grid.name(h): SightState(how) for h, how in found.items()}

    def fields_of_fire(self, state: TlgState, hexes: list[str]) -> FieldOfFire:
        """What is seen from hexes, and what guns there could bombard; see `views.Views`."""
        return self._views.fields_of_fire(state, list(dict.fromkeys(self.field.grid.parse(name) for name in hexes)))

    def retreats(self, state: TlgState, unit: str) -> knowledge.StepRetreats:
        """Where a unit could retreat to; see `knowledge.retreats`."""
        return knowledge.retreats(self.field, state, unit)

    def odds(self, state: TlgState, target: str, units: list[str]) -> knowledge.AttackOdds:
        """The odds of an attack with every shift; see `knowledge.odds`."""
        return knowledge.odds(self.field, state, target, units)

    def prospects(self, state: TlgState, target: str, places: Mapping[str, str]) -> Prospects | None:
        return prospects.prospects(self.field, state, target, places)

    def announced(self, state: TlgState, action: Action) -> Prospects | None:
        return prospects.announced(self.field, state, action)

    def defects(self, state: TlgState) -> list[str]:
        return [*super().defects(state), *knowledge.defects(self.field, state)]
