"""The set-up of both sides, command by command (7, 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.mechanics.procedure import END, SET_UP, Breach
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis import ambush, deploying, deployment_maps
from engine.systems.de_bellis_multitudinis.acts import flank_of, put_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame, ending
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, WIDTH, BasePlace, spell

DONE: Final = Action("done")
"""The command that is being set up is complete; before any element of one, the side is."""
RULE: Final = "7.3"
"""The paragraph that speaks of the order of the set-up: the main rules about it are not among the texts."""
_TRIES: Final = 24
"""Places at which a block is tried."""
_BLOCK: Final = 8
"""Elements that a block of the sample has at most."""


@dataclass(frozen=True)
class TableSetUp(DbmFrame):
    """The set-up of both sides: they set up a command each by turns, and their baggage last (7.3).

    Commands have their numbers; the baggage of a side has the number after all commands, plus that of its side.
    """

    exhaustive = False

    command: int = -1
    """The command that is being set up; -1 before its first element."""
    over: tuple[int, ...] = ()
    """Commands that are set up."""
    asked: bool = False
    """Whether the side is asked though everything may be set up: where a start begins here."""

    # -- who sets up what -------------------------------------------------------------------------------------

    def _open(self, field: DbmField, state: DbmState, side: int) -> list[int]:
        """The commands of a side, its baggage last, that are not over and have somebody to be put down."""
        return [part for part in parts_of(field, side) if part not in self.over and pending(field, state, part)]

    def _busy(self, field: DbmField, state: DbmState) -> bool:
        return self.asked or self.command >= 0 or bool(self._open(field, state, self.side))

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        if not self._busy(field, state):
            return None
        what = f"Set up {part_name(field, self.command)}" if self.command >= 0 else "Set up a command"
        return self.asks(field, SET_UP, RULE, what)

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        if self._open(field, state, 1 - self.side):
            state.replace(replace(self, side=1 - self.side))
            return
        state.pop()
        for unit in field.units:
            if not state.has(unit, Flag.SET_UP | Flag.LOST) and not deploying.begins_aboard(field, unit):
                # Whoever has been left off the table comes like those who straggle (8.1).
                state.mark(unit, Flag.FLANKING)
        deployment_maps.exchange(field, state, step)

    # -- actions ----------------------------------------------------------------------------------------------

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb in ("deploy", "ambush"):
            yield from self._put_breaches(field, state, action)
        elif action.verb == "flank":
            yield from self._flank_breaches(field, flank_of(action).command)
        elif action.verb == END.verb:
            yield from ending(action, SET_UP, RULE)
        elif action.verb != DONE.verb:
            yield RULE, "the armies are set up first"

    def _turn_breaches(self, field: DbmField, part: int) -> Iterator[Breach]:
        """Whether a command may be set up now."""
        name = part_name(field, part)
        if part in self.over:
            yield RULE, f"{name} is set up already"
        elif self.command not in (-1, part):
            yield RULE, f"{part_name(field, self.command)} is set up first; say done when it is complete"

    def _put_breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        units, where, wide = put_of(action)
        foreign = next((unit for unit in units if field.side(unit) != self.side), None)
        if foreign is not None:
            yield RULE, f"{field.name(foreign)} is not of the side that sets up a command now"
            return
        parts = {part_of(field, unit) for unit in units}
        if len(parts) > 1:
            yield RULE, "elements of one command are set up at a time; baggage is no part of a command yet"
            return
        (part,) = parts
        yield from self._turn_breaches(field, part)
        if part >= len(field.commands):
            yield from self._baggage_breaches(field, state, action.verb)
        if not wide:
            yield "12.4", "at least one element must be in the front rank"
            return
        for unit in units:
            yield from _unit_breaches(field, state, unit)
        places = deploying.block(field, state, units, where, wide)
        yield from deploying.place_breaches(field, state, places)
        if action.verb == "ambush":
            yield from ambush.place_breaches(field, state, self.side, places)
        else:
            yield from deploying.zone_breaches(field, state, self.side, places)
            yield from _order_breaches(field, state, self.side, places)

    def _baggage_breaches(self, field: DbmField, state: DbmState, verb: str) -> Iterator[Breach]:
        waiting = [part for part in self._open(field, state, self.side) if part < len(field.commands)]
        if waiting:
            yield RULE, f"baggage is set up last; {part_name(field, waiting[0])} is set up before it"
        if verb == "ambush":
            yield "7.1", "baggage cannot be in ambush"

    def _flank_breaches(self, field: DbmField, command: int) -> Iterator[Breach]:
        if field.commands[command].side != self.side:
            yield RULE, f"{field.commands[command].name} is not of the side that sets up a command now"
        else:
            yield from self._turn_breaches(field, command)

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        if action.verb in ("deploy", "ambush"):
            self._put(field, state, action, step)
        elif action.verb == "flank":
            self._flank(field, state, action, step)
        elif action.verb == DONE.verb and self.command >= 0:
            self._turn_over(state, (*self.over, self.command))
        else:
            self._turn_over(state, (*self.over, *parts_of(field, self.side)))

    def _turn_over(self, state: DbmState, over: tuple[int, ...]) -> None:
        """The other side sets up a command next, or this one again where the other has nothing to set up."""
        state.replace(TableSetUp(1 - self.side, over=tuple(sorted({*over}))))

    def _put(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        units, where, wide = put_of(action)
        hidden = action.verb == "ambush"
        for unit, at in deploying.block(field, state, units, where, wide).items():
            state.put(unit, at)
            state.mark(unit, Flag.SET_UP)
            state.unmark(unit, Flag.FLANKING | Flag.HIDDEN)
            if hidden:
                state.mark(unit, Flag.HIDDEN)
        side = field.roster.sides[self.side]
        data = {"side": side, "units": field.listed(units), "at": spell(where), "wide": wide}
        if hidden:
            step.tell((side,), "deploy", field.cite("7.1"), **data, hidden=True)
        else:
            step.say("deploy", field.cite(RULE), **data)
        state.replace(replace(self, command=part_of(field, units[0]), asked=False))

    def _flank(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        command, way = flank_of(action)
        edge = deploying.flank_edge(field, self.side, way)
        deploying.send_off(field, state, command, edge)
        side = field.roster.sides[self.side]
        key = field.commands[command].key
        step.tell((side,), "flank", field.cite("8.1"), side=side, command=key, edge=edge)
        state.replace(replace(self, command=command, asked=False))

    # -- the sample -------------------------------------------------------------------------------------------

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        found = []
        for part in self._offered(field, state):
            units = _next_block(field, state, part)
            found += [one for one in self._spots(field, units, None) if self.verdict(field, state, one)]
        if not found:
            found = [one for one in self._singles(field, state) if self.verdict(field, state, one)][:1]
        yield from sorted(found or [DONE])

    def sample(self, field: DbmField, state: DbmState, random: Random) -> Action:
        offered = self._offered(field, state)
        if not offered:
            return DONE
        units = _next_block(field, state, random.choice(offered))
        for action in self._spots(field, units, random):
            if self.verdict(field, state, action):
                return action
        return next((one for one in self._singles(field, state) if self.verdict(field, state, one)), DONE)

    def _offered(self, field: DbmField, state: DbmState) -> list[int]:
        """The commands of which somebody may be put down now; baggage once nothing else is left."""
        waiting = self._open(field, state, self.side)
        if self.command >= 0:
            return [self.command] if self.command in waiting else []
        return [part for part in waiting if part < len(field.commands)] or waiting

    def _spots(self, field: DbmField, units: tuple[int, ...], random: Random | None) -> Iterator[Action]:
        """Places for a block: a choice of lanes and depths over the deployment zone, at random where that is given."""
        lanes = list(_lanes(field, self.side))
        if random is not None:
            picks = [random.choice(lanes) for _ in range(_TRIES)]
        else:
            picks = lanes[:: max(1, len(lanes) // _TRIES)]
        wide = max(1, (len(units) + 1) // 2)
        for number, at in enumerate(picks):
            yield Action("deploy", (units, tuple(at), wide if number % 2 else len(units)))

    def _singles(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        """Each single element that is still to be put down, at each of the lanes."""
        for part in self._offered(field, state):
            for unit in pending(field, state, part)[:1]:
                for at in _lanes(field, self.side, WIDTH // 2):
                    yield Action("deploy", ((unit,), tuple(at), 1))


# -- commands and their troops ------------------------------------------------------------------------------------


def part_of(field: DbmField, unit: int) -> int:
    """The number of the command that an element is set up with; that of its side's baggage for baggage (7.3)."""
    if field.roster.forms[unit].baggage:
        return len(field.commands) + field.side(unit)
    return field.roster.command[unit]


def parts_of(field: DbmField, side: int) -> list[int]:
    """The commands of a side in the order of the scenario, and its baggage."""
    return [*field.roster.commands_of(side), len(field.commands) + side]


def part_name(field: DbmField, part: int) -> str:
    """What sentences call a command, or the baggage of a side."""
    if part < len(field.commands):
        return f"the command of {field.commands[part].name}"
    return f"the baggage of {field.roster.side_names[part - len(field.commands)]}"


def pending(field: DbmField, state: DbmState, part: int) -> list[int]:
    """The elements of a command that are still to be put down; who is aboard comes with his ship where that can be set
    up (7.5)."""
    return [
        unit
        for unit in field.units
        if part_of(field, unit) == part
        and not state.has(unit, Flag.SET_UP | Flag.LOST | Flag.FLANKING)
        and not deploying.begins_aboard(field, unit)
    ]


def _unit_breaches(field: DbmField, state: DbmState, unit: int) -> Iterator[Breach]:
    ship = deploying.ship_of(field, unit)
    if ship is not None and deploying.begins_aboard(field, unit):
        yield "7.5", f"{field.name(unit)} begins aboard {field.name(ship)}"
    if state.has(unit, Flag.LOST):
        yield RULE, f"{field.name(unit)} is lost"


def _order_breaches(field: DbmField, state: DbmState, side: int, places: dict[int, BasePlace]) -> Iterator[Breach]:
    """What the order of commands would be once elements stand at places (7.4)."""
    twin = state.copy()
    for unit, at in places.items():
        twin.put(unit, at)
        twin.unmark(unit, Flag.HIDDEN)
    yield from deploying.order_breaches(field, twin, side)


def _next_block(field: DbmField, state: DbmState, part: int) -> tuple[int, ...]:
    """The next elements of a command that would stand together: of one type, up to a number."""
    waiting = pending(field, state, part)
    kinds = field.roster.kinds
    same: list[int] = []
    for unit in waiting:
        if kinds[unit] != kinds[waiting[0]] or len(same) == _BLOCK:
            break
        same.append(unit)
    return tuple(same)


def _lanes(field: DbmField, side: int, step: int = WIDTH) -> Iterator[BasePlace]:
    """Places all over the deployment zone of a side, facing the enemy, from the front to the rear."""
    area = deploying.zone(field, side)
    across, deep = (area.right - area.left, area.bottom - area.top)
    if field.edges[side] in ("left", "right"):
        across, deep = deep, across
    front = _front_left(field, side, area)
    rows: Sequence[int] = range(0, max(deep - 40 * PACE, 1), 200 * PACE if step == WIDTH else step)
    for back in rows:
        for right in range(WIDTH // 2, max(across, WIDTH), step):
            yield front.moved(-back, right)


def _front_left(field: DbmField, side: int, area: deploying.TableZone) -> BasePlace:
    """The front left corner of a deployment zone, with the facing of the side."""
    x, y = {
        "bottom": (area.left, area.top),
        "top": (area.right, area.bottom),
        "left": (area.right, area.top),
        "right": (area.left, area.bottom),
    }[field.edges[side]]
    return BasePlace(x, y, deploying.facing(field, side))
