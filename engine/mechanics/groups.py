"""The groups that players set up themselves, by number: from the deployments and set-up areas of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import HexwrightError
from engine.mechanics.hexboard import HexBoard
from engine.play.options import Option
from engine.scenario import Deployment

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
    """Units a hex; 0 for any number."""
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
    roster, pools = board.roster, board.scenario.pools
    keys = given.units
    if given.source:
        pool = pools.get(given.source)
        if pool is None:
            raise HexwrightError(f"there is no pool {given.source!r} to set up from")
        keys = pool.units
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
