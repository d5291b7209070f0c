"""Chapters 20 and 21: battles in the movement segment, by the moving side (attack from march, switch ``march_attack``)
and by its enemy (ambush, switch ``ambush``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from engine.errors import ActionError
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, unlisted
from engine.mechanics.hexes.verbs import ENTRY, HEX, UNITS, Verb
from engine.mechanics.procedure import Breach
from engine.play import Decision, Step
from engine.play.words import listed
from engine.plural import counted
from engine.systems.sun_never_sets.base import passage, sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import MovingForce, halted
from engine.systems.sun_never_sets.base.ground import HALF
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import battle, broadsides
from engine.systems.sun_never_sets.position import afloat
from engine.systems.sun_never_sets.position.fight import UNSETTLED, Interrupting
from engine.systems.sun_never_sets.position.rewording import Reworded, from_units

STORM, AMBUSH = "storm", "ambush"
FROM_THE_MARCH: Final = -1


def ends_march(state: SnsState) -> None:
    """The interruption on top is over, and so is the march below it (20.43, 21.5)."""
    state.pop()
    state.pop()


# -- attack from march ----------------------------------------------------------------------------------------------


def storm_price(field: SnsField) -> int:
    """What an attack from march costs in half points (20.2)."""
    return int(field.tables.movement_extras.storm * HALF)


def storm_breaches(
    field: SnsField, state: SnsState, side: int, at: int, target: int, mask: int, left: int
) -> Iterator[Breach]:
    """Every paragraph that an attack from march breaks; ``left`` are the half points that the force has."""
    name = field.place(target)
    if not field.on("march_attack"):
        yield "20.0", "attacks from march are not played in this scenario"
    elif target < 0 or not state.stacks.get(target, 0) & field.roster.of_side[1 - side]:
        yield "20.1", f"there is no enemy in {name}"
    elif target not in field.ground.open[at] or target in field.closed[side]:
        yield "20.1", f"{name} is not next to {field.place(at)}, or closed to attacks from it"
    else:
        if field.ground.fortress[target]:
            yield "20.5", f"the enemy in {name} is in a fortress"
        if not mask & field.roster.combat:
            yield from ((rule, "an attack needs a unit with combat strength") for rule in ("7.0", "20.1"))
        elif not broadsides.striking(field, state, side, at, target, mask) & field.roster.combat:
            yield battle.out_of_reach(field, state, at, target, mask)
        if left < storm_price(field):
            yield (
                "20.2",
                f"an attack from march costs {counted(storm_price(field) / HALF, 'point')}; {left / HALF:g} are left",
            )


@dataclass(frozen=True)
class Storm(Interrupting):
    """An attack from march: after a victory the march goes on, after anything else it is over (20.1, 20.43). It asks
    nothing."""

    rule = "20.1"
    stormed: ClassVar[bool] = True

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        if self.winner == self.side:
            state.pop()
        else:
            ends_march(state)


def storm(field: SnsField, state: SnsState, side: int, at: int, target: int, mask: int, step: Step) -> None:
    """The force on the march, which is on top, attacks, but for its civilians (26.2); it may attack again in its battle
    segment (20.7)."""
    state.push(Storm(side))
    fighters = broadsides.striking(field, state, side, at, target, mask & ~field.roster.civilians)
    battle.declare(field, state, side, at, target, fighters, step, interrupted=FROM_THE_MARCH)


# -- ambush -----------------------------------------------------------------------------------------------------------


def ambushers(field: SnsField, state: SnsState, side: int, h: int, mask: int) -> list[int]:
    """The hexes from which a side may ambush a force of its enemy that has entered a hex: they have it in their zones
    of control, and have sprung none in this turn (21.1, 21.3); none against who enters a fortress or has Honors of War
    (21.6), and none against political officers alone, for whom there are no zones (25.5)."""
    if field.ground.fortress[h] or not field.zones.of(state, side)[h]:
        return []
    if passage.honored(field, state, 1 - side, mask) or field.units_at(state, h, side):
        return []
    if passage.officers_alone(field, mask):
        return []
    if not mask & ~field.roster.headquarters and not field.lone_headquarters(state, h, 1 - side):
        return []
    return sorted(
        n
        for n in field.grid.ring1[h]
        if n != NOWHERE
        and h in field.ground.open[n]
        and h not in field.closed[side]
        and lurking(field, state, side, n, h)
    )


def lurking(field: SnsField, state: SnsState, side: int, n: int, h: int) -> int:
    """The units with combat strength of a hex that may ambush; 0 where none of them has a hex in its zone."""
    here = afloat.ashore(field, state, fresh(field, state, side, n))
    holds = any(h in field.zones.reached(state, side, u) for u in bits(here & ~field.roster.silent))
    return here & field.roster.combat if holds else 0


def fresh(field: SnsField, state: SnsState, side: int, n: int) -> int:
    """The units of a hex that have sprung no ambush in this turn; by option nobody once some of them have (21.3)."""
    here = field.units_at(state, n, side)
    sprung = here & state.extras.ambushed
    return 0 if sprung and field.options["ambushers"] == "hex" else here & ~sprung


def sprung_breaches(field: SnsField, state: SnsState, side: int, n: int, units: tuple[int, ...]) -> Iterator[Breach]:
    """That the force of a hex, or the units of it that are named, sprang an ambush in this turn (21.3)."""
    here = field.units_at(state, n, side) if n >= 0 else 0
    ready = fresh(field, state, side, n)
    if here & state.extras.ambushed and (mask_of(units) & here & ~ready if units else not ready & field.roster.combat):
        yield "21.3", f"the force in {field.place(n)} has sprung an ambush this turn"


def until_ambush(field: SnsField, state: SnsState, side: int, mask: int, way: tuple[int, ...]) -> tuple[int, ...]:
    """A way up to the first hex in which the enemy may ambush a force (21.1)."""
    if field.on("ambush"):
        for number, h in enumerate(way, 1):
            if ambushers(field, state, 1 - side, h, mask):
                return way[:number]
    return way


def enter(field: SnsField, state: SnsState, side: int, h: int, mask: int) -> None:
    """A force, whose march is on top, has entered a hex: its enemy may ambush it (21.1)."""
    if field.on("ambush") and ambushers(field, state, 1 - side, h, mask):
        state.push(Springing(1 - side, at=h))


@dataclass(frozen=True)
class Springing(Interrupting):
    """An enemy force on the march has entered a zone of control: force after force may attack it (21.1, 21.3)."""

    at: int = NOWHERE
    rule = "21.1"
    asks = "first choose the hex from which to ambush the force on the march, or let it pass"

    def prey(self, state: SnsState) -> int:
        """The units of the force on the march, which alone is attacked, that are still there (21.2)."""
        force = next(frame.units for frame in reversed(state.stack) if isinstance(frame, MovingForce))
        return mask_of(u for u in bits(force) if state.where[u] == self.at)

    def pursuers(self, field: SnsField, state: SnsState, winner: int, h: int) -> int:
        """In the Legion's edition the winner of an ambush may advance as after any battle, a marching force with those
        on the march alone (21.5)."""
        if not field.edition.advance_after_ambush:
            return 0
        return field.units_at(state, h, winner) if winner == self.side else self.prey(state)

    def origins(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes from which an ambush may come."""
        prey = self.prey(state)
        return ambushers(field, state, self.side, self.at, prey) if prey else []

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if self.winner != UNSETTLED or not self.origins(field, state):
            return None
        place = field.grid.name(self.at)
        prompt = f"An enemy force on the march has entered {field.place(self.at)}: ambush it, or let it pass"
        return Decision(field.sides[self.side], AMBUSH, field.cite("21.1"), prompt, (), (place,))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        if self.winner == self.side:
            ends_march(state)
        elif self.winner != UNSETTLED:
            state.replace(replace(self, winner=UNSETTLED))
        else:
            state.pop()

    def ambushes(self, field: SnsField, state: SnsState) -> Offers:
        """An ambush out of each hex from which one may come."""
        return ((n, ()) for n in self.origins(field, state))

    def bars_advance(self, field: SnsField, state: SnsState, *args: Any) -> Iterator[Breach]:
        """Why no unit advances."""
        yield "21.5", "neither side advances after an ambush"

    def bars(self, field: SnsField, state: SnsState, origin: int, units: tuple[int, ...]) -> Iterator[Breach]:
        """Every paragraph that an ambush breaks."""
        name = field.place(origin)
        here = field.units_at(state, origin, self.side) if origin >= 0 else 0
        sprung = list(sprung_breaches(field, state, self.side, origin, units))
        if sprung:
            yield from sprung
        elif sieges.besieged(field, state, origin, self.side):
            yield "21.6", f"the garrison of {name} is besieged"
        elif origin not in self.origins(field, state):
            yield "21.1", f"no force in {name} has {field.place(self.at)} in its zone of control"
        elif units and not mask_of(units) & field.roster.combat:
            yield "7.0", "an attack needs a unit with combat strength"
        yield from (("7.32", f"{field.roster.names[u]} is not in {name}") for u in units if not here >> u & 1)
        civilians = (u for u in units if field.roster.civilians >> u & 1)
        yield from (("26.2", f"{field.roster.names[u]} never attack") for u in civilians)
        landed = afloat.ashore(field, state, here)
        afloats = (u for u in units if here >> u & 1 and not landed >> u & 1)
        yield from (("27.56", f"{field.roster.names[u]} is afloat and cannot spring an ambush") for u in afloats)

    def spring(self, field: SnsField, state: SnsState, step: Step, origin: int, units: tuple[int, ...]) -> None:
        """The units of a hex attack the force on the march."""
        able = afloat.ashore(field, state, fresh(field, state, self.side, origin))
        fighters = mask_of(units) if units else able & (field.roster.combat | field.roster.headquarters)
        state.extras = replace(state.extras, ambushed=state.extras.ambushed | fighters)
        prey = self.prey(state)
        battle.declare(field, state, self.side, origin, self.at, fighters, step, interrupted=prey)

    deeds = (
        Deed(AMBUSH, spring, bars, ambushes),
        Deed("pass", halted),
        Deed("advance", halted, bars_advance, unlisted),
    )


def _by_the_only_force(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """An ambush that names no hex is one by the only force that may spring it; ActionError where several may.

    Where none may, the hex is that of a force next to the march, so that the refusal says why it may not.
    """
    said = from_units(field, state, words)
    if said and said[0].lower() != "with":
        return said
    top = state.top
    force = next((frame for frame in reversed(state.stack) if isinstance(frame, MovingForce)), None)
    able = top.origins(field, state) if isinstance(top, Springing) else []
    if not able and force is not None:
        at = next((state.where[u] for u in bits(force.units) if state.where[u] >= 0), NOWHERE)
        near = field.grid.ring1[at] if at >= 0 else ()
        able = [n for n in near if n != NOWHERE and field.units_at(state, n, 1 - force.side) & field.roster.combat][:1]
    if len(able) > 1:
        raise ActionError(
            f"forces in {listed(map(field.place, able))} may ambush: choose the hex that they ambush from"
        )
    return [*map(field.grid.name, able), *said]


def _from_where_it_is(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``S0403 from S0303`` as ``S0403``, if the force on the march is in the second hex."""
    force = next((frame for frame in reversed(state.stack) if isinstance(frame, MovingForce)), None)
    at = {state.where[u] for u in bits(force.units)} if force is not None else set()
    return words[:1] if len(words) == 2 and field.grid.find(words[1]) in at else words


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Reworded(STORM, HEX, reworded=_from_where_it_is),
    Reworded(
        AMBUSH,
        replace(ENTRY, title="HEX", after="from"),
        UNITS.behind("with").optional(),
        reworded=_by_the_only_force,
        form="ambush [from HEX] [with UNIT [UNIT ...]]",
    ),
)
