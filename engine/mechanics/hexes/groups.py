"""The groups that players set up themselves, by number: from the deployments and set-up areas of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import HexwrightError
from engine.mechanics.hexes.hexboard import HexBoard
from engine.play.options import Option
from engine.scenario import Arrival, Deployment, VictoryCondition
from engine.scenario.model import POOL

GIVEN: Final = "given"
FREE: Final = "free"


def set_up_option(rule: str) -> Option:
    """The option of every system whose games may begin with a set-up; ``rule`` is its paragraph on set-ups."""
    return Option(
        GIVEN,
        (GIVEN, FREE),
        "given: units begin where the scenario puts them, and only those it puts nowhere are set up by their owners; "
        "free: the owners set up every unit of a group or set-up area themselves",
        rule,
    )


@dataclass(frozen=True, slots=True)
class Group:
    """A group to be set up: whose, where, who."""

    side: int
    name: str
    area: tuple[int, ...]
    units: tuple[int, ...]
    """Its units; with ``kinds``, or a ``die``, those it is taken from."""
    kinds: Mapping[str, int]
    most: int
    """Units per hex; 0 for any number."""
    together: bool
    die: int
    """Sides of the die that says how many units are taken; 0 for all."""
    choice: bool
    """Whether the owner picks the units that are taken, and not chance."""
    hidden: bool = False
    """Whether the enemy does not see where they stand until all groups are set up."""

    @property
    def drawn(self) -> bool:
        """Whether only some of the units are taken."""
        return bool(self.kinds) or bool(self.die)


@dataclass(frozen=True, slots=True)
class Landing:
    """Reinforcements that their owner puts straight into hexes: a group with its turn."""

    turn: int
    group: Group
    pooled: bool
    """Whether they are drawn from a pool."""
    when: VictoryCondition | None


def landing_of(board: HexBoard[Any, Any], given: Arrival) -> Landing:
    """The landing of an arrival; those from a pool are drawn out of it and of what has been put into it since.

    Raises HexwrightError for pools, sides or hexes that the scenario does not have.
    """
    keys = given.units
    if given.source:
        others = (other for other in board.scenario.arrivals if other.how == POOL and given.source in other.entry)
        later = tuple(key for other in others for key in other.units)
        keys = (*_of_pool(board, given.source), *later)
    area, units = _area(board, given.entry), tuple(board.roster.find(key) for key in keys)
    die = int(given.draw.removeprefix("d") or 0)
    group = Group(board.roster.player(given.side), given.name, area, units, {}, 0, False, die, False)
    return Landing(given.turn, group, bool(given.source), given.when)


def _of_pool(board: HexBoard[Any, Any], key: str) -> tuple[str, ...]:
    pool = board.scenario.pools.get(key)
    if pool is None:
        raise HexwrightError(f"there is no pool {key!r} to draw from")
    return pool.units


def groups_of(board: HexBoard[Any, Any]) -> tuple[Group, ...]:
    """The groups in the order of the scenario; set-up areas count only where the owners set up freely.

    Raises HexwrightError for pools, sides or hexes that the scenario does not have.
    """
    scenario, roster = board.scenario, board.roster
    found = [_group(board, deployment) for deployment in scenario.deployments]
    if board.options.get("set_up") == FREE:
        named = {u for group in found for u in group.units}
        for side, area in scenario.setup_areas.items():
            own = [roster.find(key) for key in scenario.setup if scenario.units[key].side == side]
            units = tuple(u for u in own if u not in named)
            if units:
                hexes = _area(board, area)
                found.append(Group(roster.player(side), "", hexes, units, {}, 0, False, 0, False))
    return tuple(found)


def _group(board: HexBoard[Any, Any], given: Deployment) -> Group:
    roster = board.roster
    keys = given.units
    if given.source:
        keys = _of_pool(board, given.source)
    return Group(
        roster.player(given.side),
        given.name,
        _area(board, given.area),
        tuple(roster.find(key) for key in keys),
        dict(given.kinds),
        given.most,
        given.together,
        int(given.draw.removeprefix("d") or 0),
        given.by == "choice",
        given.hidden,
    )


def _area(board: HexBoard[Any, Any], names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(board.hexes_of(names))))
