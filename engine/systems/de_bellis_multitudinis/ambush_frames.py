"""The decisions that a discovered ambush brings: to stop or to go on otherwise (9.2), and what becomes of ambushers who
were put where none may be (fair-play 7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final

from engine.mechanics.acts import units_of
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis import deploying, discovery, judging, moved
from engine.systems.de_bellis_multitudinis.acts import move_of, parts_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame
from engine.systems.de_bellis_multitudinis.notation import Part, PartKind
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, WIDTH, BasePlace, measured

STOP: Final = Action("stop")
_ENOUGH: Final = 99
"""Points that are never lacking: the move was paid for when it began."""
_STEP: Final = 20 * PACE
"""Grains between the places at the base edge that are tried."""
Carry = Callable[[Action, int], None]
"""Carries out a move at a price in points."""


def move(field: DbmField, state: DbmState, side: int, action: Action, step: Step, carry: Carry) -> None:
    """Carry out a legal move or march as far as it discovers nobody; then its owner decides, or it is over (9.2)."""
    units, parts = move_of(action)
    cost = judging.judge(field, state, side, action).cost
    found = discovery.on_the_way(field, state, side, units, parts)
    if found is None:
        carry(action, cost)
        return
    now = Action(action.verb, (units, found.parts))
    told = judging.judge(field, state, side, now)
    # The price is that of the whole move: stopping for ambushers costs nothing more (10.4).
    carry(now, cost)
    _discovered(field, state, side, units, found.seen, told, step, march=action.verb == "march")


def _discovered(
    field: DbmField,
    state: DbmState,
    side: int,
    units: tuple[int, ...],
    seen: tuple[int, ...],
    told: judging.MoveJudgement,
    step: Step,
    *,
    march: bool,
) -> None:
    discovery.reveal(field, state, seen, units, step)
    later = march and discovery.is_later_march(state, units)
    goes_on = discovery.may_go_on(field, state, units, seen, told.length)
    for unit in units:
        if discovery.has_ridden_far(field, state, unit, told.length):
            state.mark(unit, Flag.STOPPED | Flag.SHOT)
        elif later and not goes_on:
            state.mark(unit, Flag.STOPPED)
    if goes_on and told.share < 100:
        state.push(Adjusting(side, units, told.share, later))
    accuse(field, state, side, seen, step)


def accuse(field: DbmField, state: DbmState, side: int, seen: tuple[int, ...], step: Step) -> None:
    """Where discovered ambushers turn out to stand where no ambush may be, reveal all such, and let the opponent choose
    what becomes of them (fair-play 7.2)."""
    wrong = [unit for unit in seen if discovery.is_misplaced(field, state, unit)]
    if not wrong:
        return
    others = [unit for unit in discovery.hidden(field, state, 1 - side) if discovery.is_misplaced(field, state, unit)]
    discovery.reveal(field, state, others, (), step, rule="fair-play:7.2")
    everybody = tuple(sorted([*wrong, *others]))
    key = field.roster.sides[1 - side]
    step.say("misplaced", field.cite("fair-play:7.2"), side=key, units=field.listed(everybody))
    state.push(Misplaced(side, everybody))


@dataclass(frozen=True)
class Adjusting(DbmFrame):
    """Elements have discovered ambushers on their way: they stop, or go on otherwise with what is left (9.2)."""

    exhaustive: ClassVar[bool] = False

    units: tuple[int, ...] = ()
    share: int = 0
    """Hundredths of their move that they have used."""
    march: bool = False
    """Whether they go on with a march: in a later march they do, within 50 paces of loose skirmishers."""

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        names = field.name(self.units[0]) if len(self.units) == 1 else f"the group of {field.name(self.units[0])}"
        return self.asks(field, "adjusting", "9.2", f"Stop {names} here, or continue on another path", self.units)

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        going = [Action("go", (((int(PartKind.AHEAD), paces),),)) for paces in (20, 40, 80)]
        yield from [one for one in going if self.verdict(field, state, one)]
        yield STOP

    def sample(self, field: DbmField, state: DbmState, random: Random) -> Action:
        return random.choice(list(self.actions(field, state)))

    def _judged(self, field: DbmField, state: DbmState, parts: tuple[Part, ...]) -> judging.MoveJudgement:
        twin = state.copy()
        twin.pips = [_ENOUGH] * len(twin.pips)
        for unit in self.units:
            twin.unmark(unit, Flag.MOVED | Flag.MARCHED)
        return judging.judge(field, twin, self.side, Action("march" if self.march else "move", (self.units, parts)))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb == "go":
            told = self._judged(field, state, parts_of(action))
            yield from told.breaches
            if told.legal and told.share + self.share > 100:
                rule = "12.7" if len(self.units) > 1 else "12.1"
                yield rule, f"{self.share} hundredths of the move are used; this would take {told.share} more"
        elif action.verb != STOP.verb:
            yield "9.2", "first stop the elements that have discovered an ambush, or continue their move"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        if action.verb == STOP.verb:
            state.pop()
            return
        parts = parts_of(action)
        found = discovery.on_the_way(field, state, self.side, self.units, parts)
        told = self._judged(field, state, parts if found is None else found.parts)
        moved.put_down(field, state, self.units, told, step, march=self.march, cost=0, rule="9.2")
        state.pop()
        if found is not None:
            told = replace(told, share=told.share + self.share)
            _discovered(field, state, self.side, self.units, found.seen, told, step, march=self.march)


def not_adjusting(field: DbmField, state: DbmState, side: int) -> Iterator[Breach]:
    """What is wrong with `go` and `stop` when nobody has a move to adjust: those who discovered an ambush too late in
    their move have stopped already (9.2, 9.3)."""
    stopped = [unit for unit, _ in field.on_table(state, side) if state.has(unit, Flag.STOPPED)]
    ridden = [unit for unit in stopped if state.has(unit, Flag.SHOT)]
    if ridden:
        yield "9.3", f"{field.name(ridden[0])} discovered an ambush beyond its move on foot, and goes no further"
    late = [unit for unit in stopped if unit not in ridden]
    if late:
        yield "9.2", f"{field.name(late[0])} discovered an ambush in a later march, and goes no further"
    if not stopped:
        yield "9.2", "no move was stopped by the discovery of an ambush"


@dataclass(frozen=True)
class Misplaced(DbmFrame):
    """The opponent of those who put ambushers where none may be chooses: they stay, or come to their base edge
    (fair-play 7.2)."""

    units: tuple[int, ...] = ()

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        names = ", ".join(field.name(unit) for unit in self.units)
        return self.asks(field, "misplaced", "fair-play:7.2", f"Leave {names}, or have them replaced", self.units)

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        yield Action("leave", (self.units,))
        yield Action("replace", (self.units,))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb not in ("leave", "replace"):
            yield "fair-play:7.2", "first leave or replace the ambushers that were put in a wrong place"
        elif not set(units_of(action)) <= set(self.units):
            yield "fair-play:7.2", f"only {field.listed(self.units)} are in a wrong place"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        chosen = tuple(unit for unit in self.units if unit in units_of(action))
        left = tuple(unit for unit in self.units if unit not in chosen)
        if left:
            state.replace(replace(self, units=left))
        else:
            state.pop()
        if action.verb == "replace":
            for unit, at in at_base_edge(field, state, chosen).items():
                state.put(unit, at)
            owner = field.roster.sides[field.side(chosen[0])]
            units = field.listed(chosen)
            step.say("replaced", field.cite("fair-play:7.2"), side=owner, units=units)


def at_base_edge(field: DbmField, state: DbmState, units: tuple[int, ...]) -> dict[int, BasePlace]:
    """Places for a formation at its base edge, as near to the middle as there is room, its rear edge on the edge; where
    there is no room, they stay."""
    side = field.side(units[0])
    half = deploying.edge_length(field, field.edges[side]) // 2
    offsets = [sign * away for away in range(0, half - WIDTH // 2, _STEP) for sign in (1, -1)]
    for offset in offsets:
        places = _formed(field, state, units, offset)
        if not any(True for _ in deploying.place_breaches(field, state, places)):
            return places
    return {}


def _formed(field: DbmField, state: DbmState, units: tuple[int, ...], offset: int) -> dict[int, BasePlace]:
    """A formation turned to the enemy's base edge, with its middle so far right of the middle of its own base edge."""
    side = field.side(units[0])
    first = state.at[units[0]]
    assert first is not None
    facing = deploying.facing(field, side)
    local = {unit: _local(first, state.at[unit]) for unit in units}
    rear = min(ahead - field.depth(state, unit) for unit, (ahead, _) in local.items())
    rights = [right for _, right in local.values()]
    middle = (min(rights) + max(rights)) // 2
    edge = deploying.edge_middle(field, field.edges[side])
    return {
        unit: BasePlace(*edge.at(ahead - rear, right - middle + offset), facing)
        for unit, (ahead, right) in local.items()
    }


def _local(first: BasePlace, at: BasePlace | None) -> tuple[int, int]:
    """How far a place is ahead of another, and to its right, as that one faces."""
    assert at is not None
    return measured(first, at.point)
