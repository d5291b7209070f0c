"""Set-up as decisions: each group in turn, its owner says which unit stands where (`deploy UNIT`, then `at HEX`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.mechanics.acts import hex_of, walk_of
from engine.mechanics.hexes.groups import Group
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import ABSENT, POOL, WAITING, HexState
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import ARRIVAL, SET_UP, Breach, Procedure
from engine.play import Action, Decision, Step
from engine.plural import counted

F = TypeVar("F", bound=HexField[Any, Any])
S = TypeVar("S", bound=HexState)


class Standing(Procedure[F, S], Generic[F, S]):
    """What set-up asks of a system: its paragraph, and where a unit may stand."""

    set_up_rule: ClassVar[str]
    """The paragraph on set-ups, without the system: ``2.8``."""

    def closed(self, field: F, state: S, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit may not be set up in a hex: terrain, stacking. Areas are looked after here."""
        raise NotImplementedError

    def groups(self, field: F) -> tuple[Group, ...]:
        """The groups that are looked after, by number."""
        return field.groups

    # -- groups -------------------------------------------------------------------------------------------------

    def unplaced(self, state: S, units: Iterable[int]) -> list[int]:
        """Those of some units that have no place yet."""
        return [u for u in units if state.where[u] in (WAITING, POOL)]

    def room(self, field: F, state: S, group: Group, unit: int) -> list[int]:
        """The hexes where a unit of a group may be put now."""
        return [h for h in group.area if not any(self.misfits(field, state, group, unit, h))]

    def has_room(self, field: F, state: S, group: Group, unit: int) -> bool:
        """Whether there is a hex where a unit of a group may be put now."""
        return any(not any(self.misfits(field, state, group, unit, h)) for h in group.area)

    def counted(self, field: F, units: int) -> int:
        """How many of a mask count towards the most that a group may have in a hex."""
        return units.bit_count()

    def misfits(self, field: F, state: S, group: Group, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit of a group may not be put into a hex."""
        rule, name = self.set_up_rule, field.roster.names[unit]
        if h not in group.area:
            yield rule, f"{field.place(h)} is not in the set-up area of {name}"
            return
        there = state.stacks.get(h, 0)
        if there & field.roster.of_side[1 - group.side]:
            yield rule, f"{field.place(h)} holds an enemy unit"
        if group.most and self.counted(field, there) >= group.most and self.counted(field, 1 << unit):
            yield rule, f"{field.place(h)} already holds {counted(group.most, 'unit')}, the limit for this group"
        if group.together:
            begun = {state.where[u] for u in group.units if state.where[u] >= 0}
            if begun and h not in begun:
                yield rule, f"all units of this group must be in one hex, {field.place(min(begun))}"
        yield from self.closed(field, state, unit, h)


@dataclass(frozen=True)
class SetUp(Standing[F, S], Generic[F, S]):
    """The set-up of the groups from ``group`` on. ``units`` are those of this group that are to be placed, or that its
    owner chooses from; ``left`` how many still are; -1 before the group has begun."""

    group: int = 0
    units: tuple[int, ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()
    """How many of each unit type are still to be chosen."""
    left: int = -1

    asked_for: ClassVar[str] = SET_UP
    """The kind of its decisions."""
    asks: ClassVar[str] = "Set up"
    placing: ClassVar[type[Placing[Any, Any]]]
    """The frame in which a unit that was chosen is given its hex."""
    reveals: ClassVar[bool] = True
    """Whether hidden groups are shown when all are set up; not where the rules hide units in play as well."""

    def candidates(self, field: F, state: S) -> list[int]:
        """The units that may be placed now and have a hex to go to."""
        if self.left <= 0:
            return []
        wanted = dict(self.kinds)
        group, types = self.groups(field)[self.group], field.roster.units
        units = self.unplaced(state, self.units)
        if wanted:
            units = [u for u in units if wanted.get(types[u].type, 0) > 0]
        return [u for u in sorts(field, state, units) if self.has_room(field, state, group, u)]

    def decision(self, field: F, state: S) -> Decision | None:
        if self.group >= len(self.groups(field)) or not (candidates := self.candidates(field, state)):
            return None
        group, names = self.groups(field)[self.group], field.grid.name
        what = group.name or "your units"
        number = f", {self.left} to go" if self.left > 1 else ""
        return Decision(
            field.roster.sides[group.side],
            self.asked_for,
            self.cited(field, self.set_up_rule),
            f"{self.asks} {what}: choose a unit and its hex{number}",
            tuple(field.roster.keys[u] for u in candidates),
            tuple(names(h) for h in group.area),
        )

    def proceed(self, field: F, state: S, step: Step) -> None:
        if self.group >= len(self.groups(field)):
            state.pop()
            if self.reveals:
                self._reveal(field, state, step)
        elif self.left < 0:
            state.replace(self._begun(field, state, step))
        else:
            self._leave_out(field, state, step)
            state.replace(type(self)(self.group + 1))

    def _reveal(self, field: F, state: S, step: Step) -> None:
        """All groups are set up: what was hidden is shown."""
        for player, side in enumerate(field.roster.sides):
            hidden = {u for group in self.groups(field) if group.hidden and group.side == player for u in group.units}
            units = [u for u in sorted(hidden) if state.where[u] >= 0]
            if units:
                places = {field.roster.keys[u]: field.grid.name(state.where[u]) for u in units}
                step.say("revealed", self.cited(field, self.set_up_rule), side=side, places=places)

    def _begun(self, field: F, state: S, step: Step) -> SetUp[F, S]:
        """The group begins: chance says how many units are taken, and which, where it has to."""
        group = self.groups(field)[self.group]
        units = self.unplaced(state, group.units)
        kinds = tuple(group.kinds.items())
        left = sum(group.kinds.values()) if kinds else len(units)
        if group.die:
            left = min(left, step.roll(state, group.die))
        if group.drawn and not group.choice:
            units, kinds = self._drawn(field, state, step, units, left), ()
        return replace(self, units=tuple(units), kinds=kinds, left=min(left, len(units)))

    def _drawn(self, field: F, state: S, step: Step, units: list[int], count: int) -> list[int]:
        """Units drawn by chance: a number of each kind, or of all."""
        group, types = self.groups(field)[self.group], field.roster.units
        chosen: list[int] = []
        for kind, number in group.kinds.items() if group.kinds else [("", count)]:
            pool = [u for u in units if not kind or types[u].type == kind]
            for _ in range(min(number, len(pool))):
                chosen.append(pool.pop(step.roll(state, len(pool)) - 1))
        return sorted(chosen)

    def _leave_out(self, field: F, state: S, step: Step) -> None:
        """Units of the group that find no place take no part."""
        if not self.groups(field)[self.group].drawn and self.left > 0:
            for unit in self.unplaced(state, self.units):
                field.put(state, unit, ABSENT)
                step.say("left_out", self.cited(field, self.set_up_rule), unit=field.roster.keys[unit])

    def actions(self, field: F, state: S) -> Iterator[Action]:
        for unit in self.candidates(field, state):
            yield Action("deploy", (unit,))

    def sample(self, field: F, state: S, random: Random) -> Action:
        unit = random.choice(self.candidates(field, state))
        return Action("deploy", (unit, random.choice(self.room(field, state, self.groups(field)[self.group], unit))))

    def breaches(self, field: F, state: S, action: Action) -> Iterator[Breach]:
        rule = self.set_up_rule
        if action.verb != "deploy":
            yield rule, "units are put onto the map first: deploy a unit"
            return
        unit, hexes = walk_of(action)
        group, name = self.groups(field)[self.group], field.roster.names[unit]
        if unit not in self.units:
            yield rule, f"{name} is not in the group being set up"
        elif state.where[unit] not in (WAITING, POOL):
            yield rule, f"{name} is set up already"
        elif self.kinds and dict(self.kinds).get(field.roster.units[unit].type, 0) <= 0:
            yield rule, f"no more units of type {field.roster.units[unit].type} belong to this group"
        elif hexes:
            yield from self.misfits(field, state, group, unit, hexes[0])
        elif not self.has_room(field, state, group, unit):
            yield rule, f"{name} cannot be placed in any hex of its set-up area"

    def perform(self, field: F, state: S, action: Action, step: Step) -> None:
        unit, hexes = walk_of(action)
        if hexes:
            self.place(field, state, unit, hexes[0], step)
        else:
            state.push(self.placing(unit))

    def open(self, group: Group) -> bool:
        """Whether all sides may know where the units of a group are set up."""
        return not group.hidden

    def place(self, field: F, state: S, unit: int, h: int, step: Step) -> None:
        """Put a unit of this group into its hex; this frame is on top."""
        field.put(state, unit, h)
        keys, kind = field.roster.keys, field.roster.units[unit].type
        kinds = tuple((one, number - (one == kind)) for one, number in self.kinds)
        state.replace(replace(self, left=self.left - 1, kinds=kinds))
        side = field.roster.sides[field.roster.side[unit]]
        to = () if self.open(self.groups(field)[self.group]) else (side,)
        rule = self.cited(field, self.set_up_rule)
        step.tell(to, "deploy", rule, side=side, unit=keys[unit], at=field.grid.name(h))


@dataclass(frozen=True)
class Arriving(SetUp[F, S], Generic[F, S]):
    """Reinforcements that are put straight into hexes: at the beginning of a player turn of their side its owner says
    who goes where. Who finds no place comes later; those from a pool are drawn by chance."""

    side: int = 0
    pooled: bool = False
    """Whether the group in hand comes out of a pool."""

    asked_for: ClassVar[str] = ARRIVAL
    asks: ClassVar[str] = "Bring on"
    reveals: ClassVar[bool] = False

    def groups(self, field: F) -> tuple[Group, ...]:
        return tuple(landing.group for landing in field.landings)

    def unplaced(self, state: S, units: Iterable[int]) -> list[int]:
        return [u for u in units if state.where[u] == (POOL if self.pooled else WAITING)]

    def proceed(self, field: F, state: S, step: Step) -> None:
        if self.group >= len(field.landings):
            state.pop()
        elif self.left < 0 and field.lands(state, self.side, self.group):
            frame = replace(self, pooled=field.landings[self.group].pooled)
            state.replace(frame._begun(field, state, step))
        else:
            state.replace(replace(self, group=self.group + 1, units=(), kinds=(), left=-1))


@dataclass(frozen=True)
class Placing(Standing[F, S], Generic[F, S]):
    """A unit was chosen: where it stands."""

    unit: int

    def _below(self, state: S) -> SetUp[F, S]:
        below = state.stack[-2]
        assert isinstance(below, SetUp)
        return below

    def _group(self, field: F, state: S) -> Group:
        below = self._below(state)
        return below.groups(field)[below.group]

    def decision(self, field: F, state: S) -> Decision:
        key = field.roster.keys[self.unit]
        group = self._group(field, state)
        # Where there is room would tell the enemy where others of a hidden group stand.
        hexes = group.area if group.hidden else self.room(field, state, group, self.unit)
        return Decision(
            field.roster.sides[field.roster.side[self.unit]],
            self._below(state).asked_for,
            self.cited(field, self.set_up_rule),
            f"Choose the hex of {field.roster.names[self.unit]}",
            (key,),
            tuple(field.grid.name(h) for h in hexes),
        )

    def actions(self, field: F, state: S) -> Iterator[Action]:
        for h in self.room(field, state, self._group(field, state), self.unit):
            yield Action("at", (h,))

    def breaches(self, field: F, state: S, action: Action) -> Iterator[Breach]:
        if action.verb != "at":
            yield self.set_up_rule, f"{field.roster.names[self.unit]} was chosen; give the hex where it is placed"
        else:
            yield from self.misfits(field, state, self._group(field, state), self.unit, hex_of(action))

    def perform(self, field: F, state: S, action: Action, step: Step) -> None:
        state.pop()
        below = state.top
        assert isinstance(below, SetUp)
        below.place(field, state, self.unit, hex_of(action), step)


def to_place(field: HexField[Any, Any], state: HexState) -> list[int]:
    """The units of the group in hand that have a hex to go to, like ones each by itself; first the one that a hex is
    asked for. None where nothing is set up."""
    asked = state.top if state.stack else None
    frame = state.stack[-2] if isinstance(asked, Placing) else asked
    if not isinstance(frame, SetUp):
        return []
    group, wanted = frame.groups(field)[frame.group], dict(frame.kinds)
    units = [u for u in frame.unplaced(state, frame.units) if frame.has_room(field, state, group, u)]
    if wanted:
        units = [u for u in units if wanted.get(field.roster.units[u].type, 0) > 0]
    return sorted(units, key=lambda u: u != asked.unit) if isinstance(asked, Placing) else units


def sorts(field: HexField[Any, Any], state: HexState, units: Iterable[int]) -> list[int]:
    """The first of each sort of like units: of one side, type and values, and of as many steps."""
    seen: dict[tuple[int, int], int] = {}
    like = field.roster.like
    for u in units:
        seen.setdefault((like[u], state.steps[u]), u)
    return sorted(seen.values())


VERBS: Final[tuple[Verb[HexField[Any, Any], HexState], ...]] = (
    Verb("deploy", UNIT, HEX.behind("at").optional()),
    Verb("at", HEX),
)
