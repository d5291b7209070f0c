"""Paragraphs 6.1 and 6.11: a force is put together, its leader chosen, and the die thrown on the march table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets.base.counters import EMPIRE, NATIVE
from engine.systems.sun_never_sets.base.effects import lift
from engine.systems.sun_never_sets.base.event_tables import event_modifier
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import MarchRow
from engine.systems.sun_never_sets.base.volleys import Modifier, total
from engine.systems.sun_never_sets.march.marching import MOVEMENT, Attrition, OnMarch
from engine.systems.sun_never_sets.position import engineers, signals, supply
from engine.systems.sun_never_sets.position.reaching import slowest

_NOBODY: Final = ("6.1", "a force needs a unit before it rolls")
ANYBODY: Final = -1
"""A force of whoever is in the hex."""


def nearby(field: SnsField, state: SnsState, side: int, h: int, force: int) -> int:
    """The headquarters that are with a force that marches out of a hex: those in the hex, as 6.11 has it; by an option
    those in the force alone (6.1, 10.41), aboard of its boats too."""
    found = field.units_at(state, h, side) & field.roster.headquarters
    if force != ANYBODY and field.options["march_leaders"] == "force":
        found &= force | mask_of(unit for unit, carriers in state.extras.loads if carriers & force)
    return found


def leaders(field: SnsField, state: SnsState, side: int, h: int, force: int = ANYBODY) -> list[int]:
    """The headquarters that may lend their strategic value to the march of a force out of a hex (6.11): the commander
    in chief with it alone while his is unspent, else each with it that has not lent it in this segment, and those that
    signals join with the hex (31.0)."""
    chief = must_lead(field, state, side, h, force)
    if chief >= 0:
        return [chief]
    free = nearby(field, state, side, h, force)
    return sorts(field, state, bits((free | signals.lenders(field, state, side, h)) & ~state.led))


def must_lead(field: SnsField, state: SnsState, side: int, h: int, force: int = ANYBODY) -> int:
    """The commander in chief with a force in a hex while his value is unspent, who leads named or not (10.2); -1
    without one."""
    return field.leader(state, nearby(field, state, side, h, force) & ~state.led)


def muddles(field: SnsField, state: SnsState, side: int) -> bool:
    """Whether a side may still add 1 to a march or forage die (event 43, event 42)."""
    return side == field.empire and field.effect(state, "muddling") is not None


def leader_faults(
    field: SnsField, state: SnsState, side: int, h: int, leader: int, force: int = ANYBODY
) -> Iterator[Breach]:
    """Why a headquarters may not lend its strategic value to the march of a force out of a hex."""
    name, chief = field.roster.names[leader], must_lead(field, state, side, h, force)
    lenders = signals.lenders(field, state, side, h)
    if not (field.units_at(state, h, side) | lenders) & field.roster.headquarters & 1 << leader:
        yield "6.11", f"{name} is not a headquarters in that hex"
        yield "10.1", f"{name} can help only units in its own hex"
        if field.on("signals") and 1 << leader & field.roster.headquarters & field.roster.of_side[side]:
            yield from signals.breaches(field, state, side, leader)
    elif state.led >> leader & 1:
        yield "6.11", f"{name} has lent its strategic value in this segment"
        if field.on("signals"):
            yield "31.14", f"{name} has lent its strategic value in this segment"
    elif not (nearby(field, state, side, h, force) | lenders) >> leader & 1:
        stays = f"{name} does not march with the force; it lends its value only to units that it marches with"
        yield from ((rule, stays) for rule in ("6.1", "10.41"))
    elif leader != chief and chief >= 0:
        why = f"{field.roster.names[chief]}, the commander in chief, is present; his value must be used"
        yield from ((rule, why) for rule in ("6.11", "10.2", "10.41"))


class Throw(NamedTuple):
    """A die thrown on the march table."""

    die: int
    modifier: int
    row: MarchRow
    leader: int
    """Whose strategic value is in the modifier, or -1."""

    def event_data(self, field: SnsField, side: int, at: int) -> dict[str, Any]:
        """What both sides are told of it."""
        result = {"die": self.die, "modifier": self.modifier, "result": self.row.march, "attrition": self.row.attrition}
        return {"side": field.sides[side], "at": field.grid.name(at), **result}


@dataclass(frozen=True)
class Assembling(SnsDoing):
    """A force is put together out of the loose units of a hex, and its leader chosen; then it rolls (6.1)."""

    side: int
    at: int
    open: int
    """The units that may belong to it."""
    units: int
    leader: int = NOWHERE
    rule = "6.1"
    asks = "a march is being prepared: first add units, choose a leader, or roll the die"

    def asks_more(self, field: SnsField, state: SnsState) -> bool:
        """Whether there is a choice left before the die is thrown."""
        return bool(self._choice(field, state)) or muddles(field, state, self.side)

    def _choice(self, field: SnsField, state: SnsState) -> list[int]:
        """The leaders to choose among; none where the commander in chief leads by himself."""
        found = leaders(field, state, self.side, self.at, self.units)
        return [] if self.leader >= 0 or must_lead(field, state, self.side, self.at, self.units) >= 0 else found

    def decision(self, field: SnsField, state: SnsState) -> Decision:
        place = field.grid.name(self.at)
        prompt = f"Force in {field.place(self.at)}: add units, choose a leader, or roll to march"
        return Decision(field.sides[self.side], MOVEMENT, "sns2:6.1", prompt, (), (place,))

    def leading(self, field: SnsField, state: SnsState) -> Offers:
        """The leaders to choose among."""
        return each(self._choice(field, state) if self.units else ())

    def muddling(self, field: SnsField, state: SnsState) -> Offers:
        """An event that adds to the die."""
        return each([NOWHERE] if self.units and muddles(field, state, self.side) else ())

    def rollable(self, field: SnsField, state: SnsState) -> Offers:
        """The die, once there is a unit."""
        if self.units:
            yield ()

    def additions(self, field: SnsField, state: SnsState) -> Offers:
        """The units that may be added."""
        return each(sorts(field, state, bits(self.open & ~self.units)))

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        listed = list(self.actions(field, state))
        roll = Action("roll")
        return roll if roll in listed and random.random() < 0.3 else random.choice(listed)

    def bars_adding(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        """Why a unit is not added."""
        if not self.open >> unit & 1 or self.units >> unit & 1:
            yield "6.2", f"{field.roster.names[unit]} cannot be added to this force"

    def bars_leading(self, field: SnsField, state: SnsState, leader: int) -> Iterator[Breach]:
        """Why a headquarters does not lead."""
        if not self.units:
            yield _NOBODY
            return
        if self.leader >= 0:
            yield "6.11", "one headquarters lends its strategic value to a march"
        yield from leader_faults(field, state, self.side, self.at, leader, self.units)

    def bars_muddling(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Why nothing is added to the die."""
        if not self.units:
            yield _NOBODY
        elif not muddles(field, state, self.side):
            yield "4.1", "no event modifies this die roll"

    def bars_rolling(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        """Why the die is not thrown."""
        if not self.units:
            yield _NOBODY

    def add(self, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
        """A unit is added."""
        state.replace(replace(self, units=self.units | 1 << unit))

    def lead(self, field: SnsField, state: SnsState, step: Step, leader: int) -> None:
        """A headquarters lends its strategic value."""
        state.replace(replace(self, leader=leader))

    def muddle(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """The die is thrown with what an event adds to it."""
        lift(state, "muddling")
        self.roll(field, state, step, 1)

    def roll(self, field: SnsField, state: SnsState, step: Step, muddled: int = 0) -> None:
        """The die is thrown on the march table, and what it says follows (6.0); this frame is on top."""
        state.pop()
        chief = must_lead(field, state, self.side, self.at, self.units)
        leader = chief if chief >= 0 else self.leader
        table = field.tables.march
        die = step.roll(state)
        modifier = march_modifier(field, state, self.side, self.at, self.units, leader) + muddled
        if leader >= 0:
            state.led |= 1 << leader
        state.moved |= self.units
        row = table.rows[table.die.clip(die + modifier)]
        self.rolled(field, state, Throw(die, modifier, row, leader), step)

    def throw(self, field: SnsField, state: SnsState, step: Step) -> None:
        """The die is thrown at once, the choices being made; but a wish may still name a leader, or muddle through."""
        roll = step.choose(
            Action("roll"), lambda wish: wish.verb in ("led", "muddle", "roll") and self.verdict(field, state, wish)
        )
        self.perform(field, state, roll, step)
        if roll.verb == "led":
            replace(self, leader=unit_of(roll)).throw(field, state, step)

    def rolled(self, field: SnsField, state: SnsState, throw: Throw, step: Step) -> None:
        """What the die gives this force (6.0, 6.22)."""
        table, row = field.tables.march, throw.row
        engineers.set_out(field, state, self.side, self.at, self.units)
        allowance = slowest(field, state, self.units) * table.times[row.march]
        leader = field.roster.keys[throw.leader] if throw.leader >= 0 else ""
        units = field.keys_of(self.units)
        tell_owner(field, step, self.side, "force", "6.1", units=units, leader=leader, points=allowance)
        step.say("march", field.cite("6.0"), **throw.event_data(field, self.side, self.at))
        if table.times[row.march]:
            state.push(OnMarch(self.side, self.units, table.times[row.march], 0, self.at))
        if row.attrition:
            state.push(Attrition(self.side, self.units))

    deeds: ClassVar[tuple[Deed, ...]] = (
        Deed("led", lead, bars_leading, leading),
        Deed("muddle", muddle, bars_muddling, muddling),
        Deed("roll", roll, bars_rolling, rollable),
        Deed("with", add, bars_adding, additions),
    )


def march_modifiers(field: SnsField, state: SnsState, side: int, h: int, mask: int, leader: int) -> list[Modifier]:
    """Everything that modifies a march die, with its paragraph: leader, weather, and what events give (6.0)."""
    found = supply.weather_modifiers(field, state)
    if leader >= 0:
        found.insert(0, Modifier(field.strategic(state, leader), field.roster.units[leader].name, "6.11"))
    if side == field.native and field.effect(state, "queen_mother"):
        found.append(event_modifier(field.event_table, NATIVE, "queen_mother", "march"))
    outrage = field.effect(state, "golden_stool")
    if outrage and mask & mask_of(outrage.data):
        found.append(event_modifier(field.event_table, NATIVE, "golden_stool", "march"))
    if supply.with_modern_general(field, state, h):
        found.append(event_modifier(field.event_table, EMPIRE, "modern_general", "march"))
    return found


def march_modifier(field: SnsField, state: SnsState, side: int, h: int, mask: int, leader: int) -> int:
    """The sum of what modifies a march die (6.0)."""
    return total(march_modifiers(field, state, side, h, mask, leader))


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Verb("with", UNIT),
    Verb("led", UNIT.behind("by")),
    Verb("muddle", HEX.optional(NOWHERE)),
    Verb("roll"),
)
