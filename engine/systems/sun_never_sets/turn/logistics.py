"""Chapter 12: the logistics segment. Supply units are issued, the rest forage, and who is not fed is demoralized."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each, unlisted
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.results import ResultChoice
from engine.mechanics.hexes.verbs import HEX, UNIT, WAY, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.plural import counted
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.effects import lift
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import Segment, SnsDoing, SnsFrame, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import total
from engine.systems.sun_never_sets.battle import intelligence
from engine.systems.sun_never_sets.march.assembling import muddles
from engine.systems.sun_never_sets.position import fates, supply
from engine.systems.sun_never_sets.position.rewording import Reworded, fed_by, lender

LOGISTICS: Final = "logistics"


def begin(field: SnsField, state: SnsState, side: int, fed: tuple[int, ...] = ()) -> None:
    """The logistics segment of a side begins (12.1); in the hexes of ``fed`` all are supplied (23.3)."""
    state.push(segment(field, state, side, fed))


def segment(field: SnsField, state: SnsState, side: int, fed: tuple[int, ...] = ()) -> LogisticsSegment:
    """The segment as it would begin now: whose supply is not automatic (12.1, 12.2)."""
    hungry = supply.hungry_hexes(field, state, side)
    return LogisticsSegment(side, tuple(one for one in hungry if one[0] not in fed))


@dataclass(frozen=True)
class LogisticsSegment(Segment):
    """Hex after hex is fed from supply units or forages, until none is left (12.1)."""

    side: int
    open: tuple[tuple[int, int], ...] = ()
    """The hexes that are not fed yet, and how many units of each are not."""
    issued: tuple[int, ...] = ()
    """The hexes in which a supply unit was used up, where no unit forages (12.231)."""
    foraged: tuple[int, ...] = ()
    """The hexes that have foraged, where no supply unit is used up (12.231)."""
    phase = LOGISTICS
    asks = "this is the logistics segment: issue a supply unit, or forage"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self.open or self.left_unfed(field, state):
            return None
        prompt = "Feed the units that no fortress feeds: issue a supply unit to a hex, or let it forage"
        hexes = tuple(field.grid.name(h) for h, _ in self.open)
        return Decision(field.sides[self.side], LOGISTICS, "sns2:12.1", prompt, (), hexes)

    def left_unfed(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes that nothing can feed any more: a supply unit was issued there, so that they do not forage, and
        none is left for them (12.231)."""
        return [h for h, _ in self.open if h in self.issued and not self.stores(field, state, h)]

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        hungry, number = self.left_unfed(field, state), dict(self.open)
        if not hungry:
            state.pop()
            return
        state.replace(replace(self, open=tuple(one for one in self.open if one[0] not in hungry)))
        for h in hungry:
            mask = supply.needy(field, state, h, self.side)
            due = supply.drawn(field, state, h, self.side, number[h])
            state.push(Hungry(self.side, mask, due, weighed=field.options["civilians_issued"] == "four"))

    def unfinished(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        if self.open:
            h, number = self.open[0]
            hungry = counted(number, "unit")
            yield "12.3", f"{field.place(h)}: {hungry} not fed: issue a supply unit, or forage"

    def forages(self, field: SnsField, state: SnsState) -> Offers:
        """The hexes that may forage."""
        return ((h, NOWHERE) for h, _ in self.open if not [*self._bars_forage(field, state, h)])

    def issues(self, field: SnsField, state: SnsState) -> Offers:
        """The supply units that may be used up, and for which hexes."""
        found = {(u, h) for h, _ in self.open for u in sorts_by_hex(field, state, self.stores(field, state, h))}
        return iter(sorted(found))

    def muddlings(self, field: SnsField, state: SnsState) -> Offers:
        """The hexes that may forage with what an event adds."""
        return each(h for h, _ in self.forages(field, state) if self.muddles(field, state))

    def muddles(self, field: SnsField, state: SnsState) -> bool:
        """Whether an event may still add to a forage die; there is none in simple forage (34.0)."""
        return not field.on("simple_forage") and muddles(field, state, self.side)

    def stores(self, field: SnsField, state: SnsState, h: int) -> list[int]:
        """The supply units that may still be used up for a hex (12.61, 12.231)."""
        return [u for u in supply.depots(field, state, h, self.side) if state.where[u] not in self.foraged]

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        return random.choice(list(self.actions(field, state)))

    def _bars_forage(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        if h in self.issued:
            yield "12.231", f"a supply unit was issued in {field.place(h)}, so units there cannot forage"

    def _fed(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Why no unit in a hex has to be fed, or to be fed any more."""
        where = field.place(h) if h >= 0 else "a hex that is not on the map"
        yield "12.3", f"no unit in {where} must be fed"
        if h in self.foraged:
            yield "12.34", f"{field.place(h)} has already foraged; each hex forages once"
        elif h >= 0 and field.units_at(state, h, self.side):
            line = supply.automatic(field, state, h, self.side)
            if not supply.needy(field, state, h, self.side):
                yield "12.21", f"no unit in {field.place(h)} needs supply"
            elif line is not None:
                rule = "12.24" if len(line.path) > 1 else "12.22"
                if sieges.besieged(field, state, h, self.side):
                    rule = "18.71"
                yield from ((one, f"{field.place(h)} is supplied by itself") for one in (rule, "12.2", "12.31"))

    def bars_forage(self, field: SnsField, state: SnsState, h: int, hq: int) -> Iterator[Breach]:
        """Every paragraph that foraging breaks; a headquarters may be named that helps."""
        if h not in dict(self.open):
            yield from self._fed(field, state, h)
            if h >= 0:
                yield from self._bars_forage(field, state, h)
            return
        yield from self._bars_forage(field, state, h)
        if hq >= 0 and not field.units_at(state, h, self.side) & field.roster.headquarters & 1 << hq:
            yield "12.33", f"{field.roster.names[hq]} is not a headquarters in {field.place(h)}"

    def bars_muddle(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Every paragraph that foraging with what an event adds breaks."""
        if h not in dict(self.open):
            yield from self._fed(field, state, h)
            return
        yield from self._bars_forage(field, state, h)
        if not self.muddles(field, state):
            yield "4.1", "no event modifies this die roll"

    def bars_issue(self, field: SnsField, state: SnsState, unit: int, *hexes: int) -> Iterator[Breach]:
        """Every paragraph that issuing a supply unit to some hexes, one after the other, breaks."""
        number, most = dict(self.open), field.tables.supply.units_a_supply_unit
        left = most
        for at, h in enumerate(hexes):
            if h not in number or h in hexes[:at]:
                yield from self._fed(field, state, h)
                if h in self.foraged:
                    yield "12.231", f"{field.place(h)} has foraged: no supply unit is used up for it"
                continue
            if left <= 0:
                yield "12.61", f"a supply unit feeds {counted(most, 'unit')}, so nothing is left for {field.place(h)}"
            left -= supply.drawn(field, state, h, self.side, number[h])
            yield from self._bars_issue(field, state, unit, h)

    def _bars_issue(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        name = field.roster.names[unit]
        if not 1 << unit & field.roster.supply & field.roster.of_side[self.side] or state.where[unit] < 0:
            yield "12.23", f"{name} is not a {field.side_name(self.side)} supply unit on the map"
        elif unit not in supply.depots(field, state, h, self.side):
            place = field.place(state.where[unit])
            yield "12.24", f"no line of supply leads from {field.place(h)} to {name} in {place}"
            if state.where[unit] in supply.lines(field, state, h, self.side, past_enemies=True):
                yield "9.5", f"enemies or their zones of control cut every line from {field.place(h)} to {place}"
            for n in (h, state.where[unit]):
                if sieges.besieged(field, state, n, self.side):
                    yield "18.22", f"{field.place(n)} is besieged: no line of supply leads into it or out of it"
            yield from _closed(field, state, h, self.side, state.where[unit])
        elif state.where[unit] in self.foraged:
            yield "12.231", f"{field.place(state.where[unit])} has foraged: no supply unit is used up there"

    def use_up(self, field: SnsField, state: SnsState, step: Step, unit: int, *hexes: int) -> None:
        """A supply unit is used up for some hexes."""
        at = state.where[unit]
        state.replace(replace(self, issued=tuple(sorted({*self.issued, at}))))
        state.push(Issuing(self.side, unit, at, field.tables.supply.units_a_supply_unit))
        fates.spend(field, state, unit, "12.63", step)
        for h in hexes:
            issue(field, state, h, step)

    def forage(self, field: SnsField, state: SnsState, step: Step, h: int, hq: int) -> None:
        """A hex forages."""
        self._forage(field, state, h, hq, 0, step)

    def muddle(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """A hex forages with what an event adds to the die."""
        lift(state, "muddling")
        self._forage(field, state, h, NOWHERE, 1, step)

    def _forage(self, field: SnsField, state: SnsState, h: int, leader: int, more: int, step: Step) -> None:
        """A hex forages: the die, how many units that feeds, and who goes hungry (12.3)."""
        if leader < 0:
            leader = supply.best_forager(field, state, field.units_at(state, h, self.side))
        number = dict(self.open)[h]
        left = tuple(one for one in self.open if one[0] != h)
        state.replace(replace(self, open=left, foraged=tuple(sorted({*self.foraged, h}))))
        line = supply.forage_line(field, state, h, self.side)
        modifier = total(supply.forage_modifiers(field, state, h, self.side, leader)) + more
        simple = field.on("simple_forage")
        die = 0 if simple else step.roll(state)
        fed = supply.fed(field, state, h, self.side, die, modifier)
        told = {"hex": field.grid.name(h), "line": line, "die": die, "modifier": modifier, "fed": min(fed, number)}
        rule = field.cite("34.0" if simple else "12.3")
        step.tell((field.sides[self.side],), "forage", rule, units=number, **told)
        if fed < number:
            state.push(Hungry(self.side, supply.needy(field, state, h, self.side), number - fed))

    feeding: ClassVar = (
        Deed("forage", forage, bars_forage, forages),
        Deed("issue", use_up, bars_issue, issues),
        Deed("muddle", muddle, bars_muddle, muddlings),
    )
    """How the units are fed."""
    deeds = (*feeding, Deed("end", halted, offers=unlisted), *intelligence.ASIDE)


def sorts_by_hex(field: SnsField, state: SnsState, units: list[int]) -> list[int]:
    """The first of each sort of like units in each hex."""
    found: list[int] = []
    for h in sorted({state.where[u] for u in units}):
        found += sorts(field, state, [u for u in units if state.where[u] == h])
    return sorted(found)


def issue(field: SnsField, state: SnsState, h: int, step: Step) -> None:
    """A hex is fed from the supply unit that is being issued, as far as it reaches; that frame is on top (12.61)."""
    frame = state.stack[-1]
    below = state.stack[-2]
    assert isinstance(frame, Issuing)
    assert isinstance(below, LogisticsSegment)
    number = supply.drawn(field, state, h, frame.side, dict(below.open)[h])
    fed = min(number, frame.left)
    left = tuple((at, number - fed if at == h else count) for at, count in below.open)
    state.stack[-2] = replace(below, open=tuple(one for one in left if one[1] > 0))
    state.replace(replace(frame, left=frame.left - fed))
    told = {"hex": field.grid.name(h), "fed": fed}
    step.tell((field.sides[frame.side],), "issued", field.cite("12.61"), **told)


def _closed(field: SnsField, state: SnsState, h: int, side: int, goal: int) -> Iterator[Breach]:
    """That a paragraph of the campaign closes a line of supply from a hex to another one (asante:6.5)."""
    for n in supply.closed_on(field, state, h, side, goal):
        yield campaigns.of(field).line_rule, f"a line of supply only enters {field.place(n)} by road"


@dataclass(frozen=True)
class Issuing(SnsDoing):
    """A supply unit has been used up: what is left of its twelve may feed other hexes with a line to it (12.61)."""

    side: int
    unit: int
    at: int
    """Where it stood."""
    left: int
    rule = "12.61"
    asks = "a supply unit is being issued: choose another hex for it to feed, or finish"

    def others(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes that it may still feed."""
        below = state.stack[state.stack.index(self) - 1]
        if not self.left or not isinstance(below, LogisticsSegment):
            return []
        return [h for h, _ in below.open if self.at in supply.lines(field, state, h, self.side)]

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        hexes = tuple(field.grid.name(h) for h in self.others(field, state))
        if not hexes:
            return None
        prompt = f"The supply unit can feed {counted(self.left, 'more unit')}: feed a hex, or finish"
        return Decision(field.sides[self.side], LOGISTICS, "sns2:12.61", prompt, (), hexes)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def feedable(self, field: SnsField, state: SnsState) -> Offers:
        """Those hexes, sorted."""
        return each(sorted(self.others(field, state)))

    def bars(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Why it does not feed a hex."""
        if h in self.others(field, state):
            return
        yield "12.24", f"no line of supply leads from {field.place(h)} to it, or all are fed"
        if h >= 0:
            yield from _closed(field, state, h, self.side, self.at)

    def feed(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """It feeds another hex."""
        issue(field, state, h, step)

    def done(self, field: SnsField, state: SnsState, step: Step) -> None:
        """It feeds no more."""
        state.replace(replace(self, left=0))

    deeds = (Deed("done", done), Deed("feed", feed, bars, feedable))


@dataclass(frozen=True)
class Hungry(SnsFrame, ResultChoice[SnsField, SnsState]):
    """A number of units of a hex are out of supply, their owner says which: the demoralized die, others are demoralized
    (12.4, 12.41)."""

    side: int
    units: int
    number: int
    weighed: bool = True
    """Whether civilians count as four of them, or as one (26.1)."""
    rule = "12.41"
    verbs = ("starve",)
    decision_kind = "hunger"
    asks = "units are out of supply: choose them"

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        if self.number <= 0:
            return []
        there = [u for u in bits(self.units) if state.where[u] >= 0]
        return [Action("starve", (u,)) for u in sorts(field, state, there)]

    def is_open(self, field: SnsField, state: SnsState, options: list[Action]) -> bool:
        hungry = mask_of(u for u in bits(self.units) if state.where[u] >= 0)
        return len(options) > 1 and self.number < (supply.load(field, hungry) if self.weighed else hungry.bit_count())

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        more = counted(self.number, "more unit is", "more units are")
        return f"{more} out of supply: choose them"

    def asked(self, field: SnsField, options: list[Action]) -> tuple[str, ...]:
        return ()

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        unit = unit_of(action)
        if not self.units >> unit & 1 or state.where[unit] < 0:
            yield "12.41", f"{field.roster.names[unit]} is not one of the units that are not fed"
            if 1 << unit & (field.roster.headquarters | field.roster.supply | field.roster.fleets):
                yield "12.21", f"{field.roster.names[unit]} needs no supply"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        unit = unit_of(action)
        left = self.number - (supply.weight(field, unit) if self.weighed else 1)
        state.replace(replace(self, units=self.units & ~(1 << unit), number=left))
        fates.demoralize(field, state, unit, "12.4", step)


def _in_its_hex(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """A supply unit that is issued without a hex feeds its own; the hexes may come first."""
    words = fed_by(words)
    unit = field.roster.number.get(words[0].lower(), NOWHERE) if len(words) == 1 else NOWHERE
    return [*words, field.grid.name(state.where[unit])] if unit >= 0 and state.where[unit] >= 0 else words


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Reworded("issue", UNIT, WAY.behind("to"), reworded=_in_its_hex),
    Verb("feed", HEX),
    Verb("forage", HEX, lender("12.33")),
    Verb("starve", UNIT),
)
