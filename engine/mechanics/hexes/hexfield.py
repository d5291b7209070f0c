"""What is bound once for a battle of units in hexes: the roster, the grid, arrivals, what is scored."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from engine.errors import HexwrightError
from engine.mechanics.hexes.groups import FREE, Landing, groups_of, landing_of
from engine.mechanics.hexes.hexboard import H, HexBoard, R
from engine.mechanics.hexes.hexstate import ABSENT, POOL, WAITING
from engine.mechanics.hexes.victory import Scorekeeper
from engine.play import Step
from engine.scenario import Scenario, VictoryCondition
from engine.scenario.model import ENTER, PLACE, WITHDRAW
from engine.scenario.model import POOL as TO_POOL
from engine.scenario.victory_words import condition_text


class HexField(HexBoard[R, H]):
    """What never changes during play. Frames and chapters are handed it; subclasses add what their system needs.

    ``victory_rule`` is the paragraph that leaves victory to the battle. Raises HexwrightError for names in the
    set-up or among the arrivals that lead nowhere.
    """

    arrives: ClassVar[tuple[str, ...]] = (ENTER,)
    """How reinforcements may come (`Arrival.how`)."""

    lets_choose: ClassVar[bool] = False
    """Whether owners choose hexes for reinforcements that are put straight into them (`deploying.Arriving`)."""

    def __init__(self, scenario: Scenario, roster: R, options: Mapping[str, Any], victory_rule: str) -> None:
        super().__init__(scenario, roster, options)
        self.scores = Scorekeeper(scenario, roster, victory_rule)
        self.arrival_turn: dict[int, int] = {}
        self.entries: dict[int, tuple[int, ...]] = {}
        """The entry hexes of each reinforcement, in the order of the scenario."""
        self.awaited: dict[int, VictoryCondition] = {}
        """What has to be so for a reinforcement to come, where there is such a condition."""
        self.withdrawals: dict[int, list[int]] = {}
        """By turn the units that leave the game when it begins."""
        self.pooling: dict[int, list[int]] = {}
        """By turn the units that go into a pool when it begins."""
        self.landings: tuple[Landing, ...] = ()
        """The reinforcements whose owner puts them straight into hexes."""
        for arrival in scenario.arrivals:
            if arrival.how == WITHDRAW:
                self.withdrawals.setdefault(arrival.turn, []).extend(roster.find(key) for key in arrival.units)
                continue
            if arrival.how == TO_POOL and self.lets_choose:
                unknown = [key for key in arrival.entry if key not in scenario.pools]
                if unknown:
                    raise HexwrightError(f"there is no pool {unknown[0]!r} to put reinforcements into")
                self.pooling.setdefault(arrival.turn, []).extend(roster.find(key) for key in arrival.units)
                continue
            if arrival.how == PLACE and self.lets_choose:
                self.landings += (landing_of(self, arrival),)
                continue
            if arrival.how not in self.arrives:
                raise HexwrightError(f"these rules know no reinforcements with how: {arrival.how}")
            hexes = self.hexes_of(arrival.entry)
            if not hexes:
                raise HexwrightError(
                    f"the reinforcements of {self.scenario.turns.said(arrival.turn)} have no entry hex"
                )
            for key in arrival.units:
                self.arrival_turn[roster.find(key)] = arrival.turn
                self.entries[roster.find(key)] = hexes
                if arrival.when is not None:
                    self.awaited[roster.find(key)] = arrival.when
        self.arriving = tuple(tuple(u for u in units if u in self.arrival_turn) for units in roster.side_units)
        """For each side its reinforcements."""
        self.pooled = tuple(roster.find(key) for pool in scenario.pools.values() for key in pool.units)
        """The units that lie in pools at the start."""
        self.groups = groups_of(self)
        """The groups that the players set up themselves, in order."""
        free = {u for group in self.groups for u in group.units} if self.options.get("set_up") == FREE else set()
        setup = {roster.find(key): self.grid.parse(name) for key, name in scenario.setup.items()}
        self.setup = {unit: h for unit, h in setup.items() if unit not in free}
        """Where units stand at the start, those left out that their owners set up."""

    def waits_for(self, state: H, unit: int) -> str:
        """The condition that keeps a reinforcement whose turn has come away, in words; empty when nothing does."""
        condition, side = self.awaited.get(unit), self.roster.side[unit]
        if condition is None or self.scores.holds(state, side, condition):
            return ""
        return (
            f"comes when {self.scenario.sides[self.roster.sides[side]].name} {condition_text(self.scenario, condition)}"
        )

    def withdraw(self, state: H, step: Step) -> None:
        """A turn begins: the units that are withdrawn in it leave the game, which is not a loss."""
        for unit in self.withdrawals.get(state.turn, ()):
            h = state.where[unit]
            if h >= 0 or h == WAITING:
                self.put(state, unit, ABSENT)
                where = {"at": self.grid.name(h)} if h >= 0 else {}
                step.say("withdraw", self.scores.rule, unit=self.roster.keys[unit], **where)

    def fill_pools(self, state: H, step: Step) -> None:
        """A turn begins: the units that are to go into a pool in it do so."""
        for unit in self.pooling.get(state.turn, ()):
            if state.where[unit] == WAITING:
                self.put(state, unit, POOL)
                step.say("pooled", self.scores.rule, unit=self.roster.keys[unit])

    def lands(self, state: H, side: int, number: int) -> bool:
        """Whether a landing is due in a player turn of a side: on its turn, and, but for those that are drawn from a
        pool, in later ones too."""
        landing = self.landings[number]
        if landing.group.side != side or landing.turn > state.turn or (landing.pooled and landing.turn < state.turn):
            return False
        return landing.when is None or self.scores.holds(state, side, landing.when)

    def has_landing(self, state: H, side: int) -> bool:
        """Whether any landing is due in a player turn of a side."""
        return any(self.lands(state, side, number) for number in range(len(self.landings)))

    def is_to_come(self, unit: int, setting_up: bool) -> bool:
        """Whether a unit that is off the map may still come: as a reinforcement, or, while the players are
        ``setting_up``, with a group."""
        return self._nowhere[setting_up][unit] == WAITING

    def nowhere(self, setting_up: bool) -> list[int]:
        """Where each unit is before a start has put any into a hex. Who has neither a place nor an arrival still to
        come is out of such a position, but not a loss."""
        return self._nowhere[setting_up].copy()

    @cached_property
    def _nowhere(self) -> tuple[list[int], list[int]]:
        landing = {unit for one in self.landings if not one.pooled for unit in one.group.units}
        later = landing.union(self.arrival_turn, *self.pooling.values())
        first = later.union(*(group.units for group in self.groups))
        every = range(len(self.roster.keys))
        return [WAITING if u in later else ABSENT for u in every], [WAITING if u in first else ABSENT for u in every]

    def put(self, state: H, unit: int, h: int) -> None:
        super().put(state, unit, h)
        self.scores.entered(state, self.roster.side[unit], h)
