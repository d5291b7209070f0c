"""Paragraph 13.5: the Native table, and what it brings: units from the pool, or desertions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.hexstate import POOL
from engine.mechanics.hexes.results import ResultChoice
from engine.mechanics.hexes.verbs import UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.plural import counted
from engine.scenario.model import CHANCE
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, SnsFrame
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import fates
from engine.systems.sun_never_sets.position.siting import Siting, open_hexes, site_breaches, trains_off_map

_LISTED: Final = 100
"""Hexes that are listed for a unit that may be placed nearly anywhere."""
UPRISING, REINFORCEMENTS, DESERTIONS, NONE = "uprising", "reinforcements", "desertions", "none"


def numbers(field: SnsField) -> dict[str, str]:
    """How many units each result brings in this scenario, as dice; nothing if no side rolls (13.52)."""
    own = {str(result): dice for result, dice in field.special.native_units.items()}
    return own or dict(field.tables.native_reinforcement.units.get(field.special.campaign, {}))


def thrown(state: SnsState, dice: str, step: Step) -> int:
    """A number of units: ``1d6``, ``2d6``, ``half 1d6`` (rounded up) or a plain number."""
    half, _, spec = dice.rpartition(" ")
    count, d, faces = spec.partition("d")
    number = sum(step.roll(state, int(faces)) for _ in range(int(count))) if d else int(spec)
    return -(-number // 2) if half else number


def modifier(field: SnsField, state: SnsState) -> int:
    """The modifiers of the Native table: by the lead in points, the greater of those that fit, and the campaign's own
    (13.52)."""
    table = field.tables.native_reinforcement.modifiers
    lead = state.points[field.native] - state.points[field.empire]
    found = max((one.die for one in table.native_lead if lead >= one.points), default=0)
    found += min((one.die for one in table.empire_lead if -lead >= one.points), default=0)
    return found + campaigns.of(field).native_modifier(field, state)


def roll(field: SnsField, state: SnsState, step: Step) -> None:
    """The Native player rolls, as he must each turn, or an event says the result (13.52, event 11-16)."""
    if not numbers(field):
        return
    table = field.tables.native_reinforcement
    if field.effect(state, "restless"):
        result = UPRISING
    elif field.effect(state, "go_home"):
        result = DESERTIONS
    else:
        more = modifier(field, state)
        column = [table.rows[table.die.clip(throw + more)] for throw in range(1, 7)]
        die, result = step.read(state, column, "of the Native table")
        campaigns.of(field).native_rolled(field, state)
        step.say("native_table", field.cite("13.52"), die=die, modifier=more, result=result)
    come(field, state, result, step)


def come(field: SnsField, state: SnsState, result: str, step: Step) -> None:
    """A result of the Native table comes about: the frame of its units is pushed."""
    spec = numbers(field).get(result, "")
    if not spec:
        return
    number = thrown(state, spec, step)
    step.say("natives", field.cite("13.52"), result=result, units=number)
    if result == DESERTIONS:
        state.push(Deserting(field.native, number))
    elif campaigns.of(field).musters:
        state.push(Gathering(field.native, number))
    else:
        state.push(Rising(field.native, number))


def pool(field: SnsField, state: SnsState) -> list[int]:
    """The Native units in the pool, supply units left aside (13.51)."""
    own = field.roster.of_side[field.native] & ~field.roster.supply
    return [u for u in bits(own) if state.where[u] == POOL]


def coming(number: int) -> str:
    """``1 Native unit comes``, ``3 Native units come``."""
    return counted(number, "Native unit comes", "Native units come")


@dataclass(frozen=True)
class Rising(SnsDoing):
    """A number of Native units come, one after the other: drawn from the pool, or supply units in their stead
    (13.51)."""

    side: int
    left: int
    rule = "13.51"
    asks = "Native units enter play: draw a unit, or place one that was drawn"

    def _by_chance(self, field: SnsField) -> bool:
        """Whether units are drawn from the pool, and not picked."""
        pools = field.scenario.pools.values()
        return any(one.draw == CHANCE for one in pools if one.side == field.sides[self.side])

    def _coming(self, field: SnsField, state: SnsState) -> bool:
        """Whether units are still to come, and there is a hex for them."""
        return self.left > 0 and bool(open_hexes(field, state, self.side))

    def _draws(self, field: SnsField, state: SnsState) -> Offers:
        if self._coming(field, state) and self._by_chance(field) and pool(field, state):
            yield ()

    def takable(self, field: SnsField, state: SnsState) -> list[int]:
        """Who may be picked from the pool, and the supply units that may come instead, one of each sort."""
        if not self._coming(field, state):
            return []
        picked = [] if self._by_chance(field) else pool(field, state)
        return sorts(field, state, sorted([*picked, *trains_off_map(field, state, self.side)]))

    def _takings(self, field: SnsField, state: SnsState) -> Offers:
        return ((u, NOWHERE) for u in self.takable(field, state))

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if len(list(self.actions(field, state))) < 2:
            return None
        prompt = f"{coming(self.left)}: draw one from the pool, or take a supply unit"
        return Decision(field.sides[self.side], "reinforcement", "sns2:13.51", prompt)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        found = list(self.actions(field, state))
        if found:
            self.perform(field, state, step.choose(found[0], lambda wish: self.verdict(field, state, wish)), step)
        else:
            state.pop()

    def _bars_draw(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        if not any(True for _ in self._draws(field, state)):
            yield "13.51", "there is no pool to draw from"

    def _bars_taking(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        if not any(like(field, state, one, unit) for one in self.takable(field, state)):
            yield "13.51", f"{field.roster.names[unit]} cannot be taken now"
        elif h >= 0 and h not in open_hexes(field, state, self.side):
            yield campaigns.of(field).native_rule, f"no Native unit comes in {field.place(h)}"

    def _draw(self, field: SnsField, state: SnsState, step: Step) -> None:
        there = pool(field, state)
        unit = there[step.roll(state, len(there)) - 1]
        step.tell((field.sides[self.side],), "drawn", field.cite("13.51"), unit=field.roster.keys[unit])
        self._take(field, state, step, unit, NOWHERE)

    def _take(self, field: SnsField, state: SnsState, step: Step, unit: int, h: int) -> None:
        state.replace(replace(self, left=self.left - 1))
        frame = Siting(self.side, unit)
        state.push(frame)
        if h >= 0:
            frame.put(field, state, step, h)

    deeds = (Deed("draw", _draw, _bars_draw, _draws), Deed("place", _take, _bars_taking, _takings))


@dataclass(frozen=True)
class Gathering(SnsDoing):
    """A number of Native units come: all are drawn first, or supply units are taken in their stead; then their owner
    places them in whatever order he likes, and who finds no hex goes back to the pool (afghan:3.22, 3.25)."""

    side: int
    left: int
    """How many are still to be drawn."""
    units: int = 0
    """Those drawn that are still to be placed."""
    touched: int = 0
    """Those placed so far."""
    country: str = ""
    """The place of the scenario that they are bound to; empty for what the campaign says."""
    country_rule: str = ""
    """The paragraph that binds them to it."""
    fallen: bool = False
    """Whether their owner chooses among the eliminated, and none are drawn (event1:british:64-66)."""
    rule = "13.51"
    asks = "Native units enter play: draw a unit, or place one that was drawn"

    def hexes(self, field: SnsField, state: SnsState, unit: int) -> list[int]:
        """Where a unit may be placed now."""
        found = open_hexes(field, state, self.side, unit=unit, placed=self.touched)
        bound = frozenset(field.places.get(self.country, ())) if self.country else frozenset(found)
        return [h for h in found if h in bound]

    def mine(self, field: SnsField, state: SnsState) -> int:
        """The units that may be placed now: those drawn, or supply units in their stead, or the eliminated."""
        if self.fallen:
            return state.extras.fallen & mask_of(pool(field, state)) & ~self.touched
        return mask_of(trains_off_map(field, state, self.side)) if self.left > 0 else self.units

    def drawable(self, field: SnsField, state: SnsState) -> list[int]:
        """The units of the pool that may still be drawn."""
        gone = self.units | self.touched
        return [u for u in pool(field, state) if not gone >> u & 1]

    def _draws(self, field: SnsField, state: SnsState) -> Offers:
        if self.left > 0 and not self.fallen and self.drawable(field, state):
            yield ()

    def takable(self, field: SnsField, state: SnsState) -> list[int]:
        """Who may be placed, one of each sort: of those drawn, of the eliminated, or of the supply units."""
        units = bits(self.mine(field, state)) if self.left > 0 or not self.fallen else ()
        return [u for u in sorts(field, state, units) if self.hexes(field, state, u)]

    def _takings(self, field: SnsField, state: SnsState) -> Offers:
        return ((u, NOWHERE) for u in self.takable(field, state))

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if len(list(self.actions(field, state))) < 2:
            return None
        prompt = "Place the Native units that enter play: choose one"
        if self.left > 0 and not self.fallen:
            prompt = f"{coming(self.left)}: draw one from the pool, or take a supply unit"
        return Decision(field.sides[self.side], "reinforcement", field.cite(self.rule), prompt)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        found = list(self.actions(field, state))
        if found:
            self.perform(field, state, step.choose(found[0], lambda wish: self.verdict(field, state, wish)), step)
        elif self.left > 0 and self.units:
            state.replace(replace(self, left=0))
        else:
            state.pop()

    def _bars_draw(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        if not any(True for _ in self._draws(field, state)):
            yield self.rule, "no more units are drawn"

    def _bars_taking(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        if not any(like(field, state, one, unit) for one in self.takable(field, state)):
            yield self.rule, f"{field.roster.names[unit]} cannot be taken now"
        elif not self.mine(field, state) >> unit & 1:
            yield self.rule, f"{field.roster.names[unit]} is not one of those that come"
        elif h >= 0:
            yield from self.barred(field, state, unit, h)

    def barred(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit is not placed in a hex: the country that an event binds it to, then what bars units always."""
        elsewhere = bool(self.country) and h not in field.places.get(self.country, ())
        if elsewhere:
            yield self.country_rule, f"{field.roster.names[unit]} is placed in {self.country.title()}"
        if not elsewhere or h not in open_hexes(field, state, self.side, unit=unit, placed=self.touched):
            yield from site_breaches(field, state, self.side, h, self.hexes(field, state, unit), unit)

    def _draw(self, field: SnsField, state: SnsState, step: Step) -> None:
        there = self.drawable(field, state)
        unit = there[step.roll(state, len(there)) - 1 if len(there) > 1 else 0]
        step.tell((field.sides[self.side],), "drawn", field.cite(self.rule), unit=field.roster.keys[unit])
        state.replace(replace(self, left=self.left - 1, units=self.units | 1 << unit))

    def _take(self, field: SnsField, state: SnsState, step: Step, unit: int, h: int) -> None:
        comes, bit = self.fallen or not self.units >> unit & 1, 1 << unit
        state.replace(replace(self, left=self.left - comes, units=self.units & ~bit, touched=self.touched | bit))
        frame = Gathered(self.side, unit)
        state.push(frame)
        if h >= 0:
            frame.put(field, state, step, h)

    deeds = (Deed("draw", _draw, _bars_draw, _draws), Deed("place", _take, _bars_taking, _takings))


@dataclass(frozen=True)
class Gathered(Siting):
    """Where one of them is placed; where there are too many hexes, only those near units are listed."""

    exhaustive: ClassVar[bool] = False

    def all_of_them(self, state: SnsState) -> Gathering:
        """Those that come, this unit still to be placed."""
        below = state.stack[-2]
        assert isinstance(below, Gathering)
        # The unit itself counts among those placed, and is nowhere yet.
        return replace(below, touched=below.touched & ~(1 << self.unit))

    def hexes(self, field: SnsField, state: SnsState) -> list[int]:
        return self.all_of_them(state).hexes(field, state, self.unit)

    def barred(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        return self.all_of_them(state).barred(field, state, self.unit, h)

    def listed(self, field: SnsField, state: SnsState) -> list[int]:
        found = self.hexes(field, state)
        near = {n for h in state.stacks for n in (h, *field.grid.ring1[h])}
        return found if len(found) <= _LISTED else ([h for h in found if h in near] or found)[:_LISTED]


def like(field: SnsField, state: SnsState, a: int, b: int) -> bool:
    """Whether two units are of one sort and lie in the same place."""
    return a == b or (state.where[a] == state.where[b] and len(sorts(field, state, (a, b))) == 1)


@dataclass(frozen=True)
class Deserting(SnsFrame, ResultChoice[SnsField, SnsState]):
    """A number of Native units leave the map for their pool, as their owner chooses (13.55)."""

    side: int
    left: int
    rule = "13.55"
    verbs = ("remove",)
    decision_kind = "desertion"
    asks = "Native units desert: choose which"

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        if self.left <= 0:
            return []
        own = field.roster.of_side[self.side]
        found: list[int] = []
        for _, mask in sorted(state.stacks.items()):
            found += sorts(field, state, bits(mask & own))
        return [Action("remove", (u,)) for u in sorted(found)]

    def is_open(self, field: SnsField, state: SnsState, options: list[Action]) -> bool:
        own = field.roster.of_side[self.side]
        return len(options) > 1 and self.left < sum((mask & own).bit_count() for mask in state.stacks.values())

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        more = counted(self.left, "more Native unit deserts", "more Native units desert")
        return f"{more}: say which"

    def asked(self, field: SnsField, options: list[Action]) -> tuple[str, ...]:
        return ()

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        unit = unit_of(action)
        if field.roster.side[unit] != self.side or state.where[unit] < 0:
            yield "13.55", f"{field.roster.names[unit]} is not a Native unit on the map"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        state.replace(replace(self, left=self.left - 1))
        fates.remove(field, state, unit_of(action), "13.55", step)


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (Verb("draw"), Verb("remove", UNIT))
