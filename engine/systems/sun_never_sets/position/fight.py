"""What a battle in progress is (chapter 8): its forces, its ground, what events add, what becomes of units in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from engine.mechanics.hexes.results import alive
from engine.play import Step
from engine.systems.sun_never_sets.base import effects
from engine.systems.sun_never_sets.base.event_tables import rule_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, SnsFrame
from engine.systems.sun_never_sets.base.ground import FORTRESS
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import Round
from engine.systems.sun_never_sets.base.volleys import Modifier
from engine.systems.sun_never_sets.position import fates

HEROICS, BLUNDERED, AUSPICIOUS = EDGES = ("heroics", "blundered", "auspicious_day")
"""Events that help a side in one battle: all its fires, its throw for superiority, its melee."""
CORRESPONDENTS: Final = "correspondents_factor"
_NO_EDGES: Final = (0, 0, 0)


@dataclass(frozen=True)
class Fighting(SnsFrame):
    """A battle: whose attack, from where, on which hex, by whom. Forces are masks by side."""

    side: int
    origin: int
    target: int
    forces: tuple[int, int]
    good: tuple[int, int]
    """Those that were in good order when it began (8.71)."""
    superior: int = -1
    """The side with tactical superiority; -1 before it is thrown for (8.2)."""
    edges: tuple[int, int, int] = _NO_EDGES
    """What each of `EDGES` adds in this battle."""

    def at(self, side: int) -> int:
        """The hex that the force of a side stands in."""
        return self.origin if side == self.side else self.target

    def left(self, field: SnsField, state: SnsState, side: int) -> int:
        """The units of a side that are still in the battle, its headquarters left out."""
        return alive(state, self.forces[side]) & ~field.roster.headquarters

    def leaders(self, field: SnsField, state: SnsState, side: int) -> int:
        """The headquarters of a side that command and help in the battle: those in the force that are left (8.21,
        10.31); by an option all that stand in its hex (10.1)."""
        found = alive(state, self.forces[side])
        if field.options["battle_leaders"] == "hex":
            found |= field.units_at(state, self.at(side), side) & ~state.extras.aboard
        return found & field.roster.headquarters


UNSETTLED: Final = -2
"""The winner of a battle in the movement segment is not known yet."""


@dataclass(frozen=True)
class Interrupting(SnsDoing):
    """What lies below a battle in the movement segment (20.0, 21.0): it is told who won, and no unit advances."""

    side: int
    """Who attacks."""
    winner: int = UNSETTLED
    """The side that won, -1 after a draw."""
    stormed: ClassVar[bool] = False
    """Whether the defender fires better (20.31)."""

    def pursuers(self, field: SnsField, state: SnsState, winner: int, h: int) -> int:
        """The units of the winner, in hex ``h``, that may advance: none, but by an edition (20.42, 21.5)."""
        return 0


def stormed(state: SnsState) -> bool:
    """Whether the battle in progress is an attack from march (20.31)."""
    at = next((n for n in reversed(range(len(state.stack))) if isinstance(state.stack[n], Fighting)), 0)
    below = state.stack[at - 1] if at else None
    return isinstance(below, Interrupting) and below.stormed


def fighting(state: SnsState) -> Fighting:
    """The battle in progress."""
    return next(frame for frame in reversed(state.stack) if isinstance(frame, Fighting))


def discharge(state: SnsState, unit: int) -> None:
    """A unit leaves the battle in progress without being a loss of it."""
    at = next(n for n in reversed(range(len(state.stack))) if isinstance(state.stack[n], Fighting))
    battle = state.stack[at]
    assert isinstance(battle, Fighting)
    forces = tuple(force & ~(1 << unit) for force in battle.forces)
    good = tuple(force & ~(1 << unit) for force in battle.good)
    changed: Any = {"forces": forces, "good": good}
    state.stack[at] = replace(battle, **changed)


def times(field: SnsField, state: SnsState) -> int:
    """How many times points of this battle count: those of British attacks twice while correspondents watch
    (event2:british:33)."""
    attack = next((frame for frame in reversed(state.stack) if isinstance(frame, Fighting)), None)
    side = attack.side if attack is not None else -1
    return 2 if side == field.empire and field.effect(state, CORRESPONDENTS) else 1


def kill(field: SnsField, state: SnsState, unit: int, rule: str, step: Step) -> None:
    """A unit is eliminated in battle; headquarters fall with the last other unit of their hex (8.61, 10.51)."""
    h, side = state.where[unit], field.roster.side[unit]
    fates.eliminate(field, state, unit, rule, step, battle=True, times=times(field, state))
    if not state.ended:
        fates.lone_headquarters(field, state, h, side, "10.51", step)


def shake(field: SnsField, state: SnsState, unit: int, rule: str, step: Step) -> None:
    """A unit is demoralized in battle, or eliminated where it was before (8.55, 11.4)."""
    h, side = state.where[unit], field.roster.side[unit]
    fates.demoralize(field, state, unit, rule, step, battle=True, times=times(field, state))
    if state.where[unit] != h and not state.ended:
        fates.lone_headquarters(field, state, h, side, "10.51", step)


def fanatics(field: SnsField, state: SnsState) -> int:
    """The units that count as fanatics whatever their class (event1:native:23, event2:asante:23)."""
    return field.roster.of_side[field.native] if field.effect(state, "vision") else 0


def ground_effects(field: SnsField, state: SnsState, h: int, defender: int) -> dict[str, int]:
    """What a hex gives its defender, by the names of what gives it (8.6); the walls of fortresses are worth nothing
    after an earthquake."""
    effects, ground = field.tables.terrain_effects, field.ground
    found = {ground.terrain[h]: effects.hex[ground.terrain[h]].defence}
    for name in ground.features[h]:
        if name in effects.feature:
            found[name] = effects.feature[name].defence
    if FORTRESS in found and not field.walls(state, h):
        found[FORTRESS] = (effects.blown if h in state.extras.blown else effects.earthquake)[FORTRESS]
    if state.fieldworks.get(h) == defender:
        found["fieldworks"] = effects.feature["fieldworks"].defence
    return found


def spend_effect(state: SnsState, key: str) -> None:
    """What an event gives once is used up."""
    effects.lift(state, key)


def edge_modifiers(battle: Fighting, field: SnsField, side: int, name: Round) -> list[Modifier]:
    """What events add to a volley: Dashing heroics to all British fires, an auspicious day to Native melee."""
    heroics, _, auspicious = battle.edges
    found = []
    if side == field.empire and heroics:
        found.append(Modifier(heroics, "dashing heroics", rule_of(field.event_table, field.roles[side], HEROICS)))
    if side == field.native and auspicious and name == "melee":
        found.append(Modifier(auspicious, "auspicious day", rule_of(field.event_table, field.roles[side], AUSPICIOUS)))
    return found
