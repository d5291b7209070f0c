"""Chapter 6: the movement segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from engine.errors import ActionError, IllegalAction
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each
from engine.mechanics.hexes.verbs import ENTRY, HEX, TARGET, UNITS, Part, Verb, hex_name
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.play.parts import Parts, Word, WordKind
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.event_tables import rule_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import Segment
from engine.systems.sun_never_sets.base.ground import Means
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import intelligence, laying
from engine.systems.sun_never_sets.march import negotiating, rail_movement, sailing, transfers
from engine.systems.sun_never_sets.march.assembling import Assembling, leader_faults
from engine.systems.sun_never_sets.march.marching import MOVEMENT, may_withdraw
from engine.systems.sun_never_sets.position import engineers, railways
from engine.systems.sun_never_sets.position.organising import (
    Organising,
    column_number,
    columns,
    grouped,
    loose,
    misplaced_column,
    organised,
    to_organise,
)
from engine.systems.sun_never_sets.position.reaching import factor_of
from engine.systems.sun_never_sets.position.rewording import (
    Reworded,
    by_rail,
    from_units,
    from_where_they_stand,
    is_hex,
    lender,
)

_COLUMN: Final = -100
"""A force is named by its hex, or by this less the number of its column."""


def begin(field: SnsField, state: SnsState, side: int) -> None:
    """No unit has marched yet (6.11). After palace infighting only units with the commander in chief may (event 46)."""
    state.moved = state.dropped = state.led = 0
    state.extras = replace(state.extras, ambushed=0, gone=0, bridging=0, parleyed=0, safe=0, honored=0, shipped=0)
    railways.begin_segment(field, state, side)
    state.push(MovementSegment(side, 0, allowed(field, state, side)))


def allowed(field: SnsField, state: SnsState, side: int) -> int:
    """The units of a side that may march in the segment that begins (event 46)."""
    own = field.roster.of_side[side]
    if side == field.native and field.effect(state, "infighting"):
        chief = field.leader(state, own)
        return field.units_at(state, state.where[chief], side) if chief >= 0 and state.where[chief] >= 0 else 0
    return own


def force_of_column(number: int) -> int:
    """What a column is called in the actions of marches."""
    return _COLUMN - number


def members(field: SnsField, state: SnsState, side: int, force: int) -> int:
    """The units of a force that is named: all of a column, or all loose ones of a hex."""
    if force <= _COLUMN:
        return columns(field, state, side).get(_COLUMN - force, 0)
    return loose(field, state, force, side) if force >= 0 else 0


def _marching(segment: MovementSegment) -> bool:
    return segment.stage < 2


def _closing(segment: MovementSegment) -> bool:
    return segment.stage == 2


def _setting_out(row: Deed) -> Deed:
    """A row of what begins a march: from then on columns are organised no more until the marches are over (5.21)."""

    def do(segment: MovementSegment, field: SnsField, state: SnsState, step: Step, *args: Any) -> None:
        state.replace(replace(segment, stage=1, done=()))
        row.do(segment, field, state, step, *args)

    return replace(row, do=do)


@dataclass(frozen=True)
class MovementSegment(Segment):
    """The movement segment: columns are organised, forces march one after the other, columns are organised again."""

    side: int
    stage: int
    """0 at the beginning, 1 once a force has marched, 2 at the end."""
    allowed: int = 0
    """The units that may march at all."""
    done: tuple[int, ...] = ()
    """The hexes that were organised in this stage."""
    phase = MOVEMENT
    asks = "this is the movement segment: march with a force, organise a hex, or end it"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not any(mask & field.roster.of_side[self.side] for mask in state.stacks.values()):
            return None
        first = ("March with a force, organise columns", "March with another force", "Organise columns")[self.stage]
        last = "or end the marches" if self.stage == 1 else "or end the segment"
        prompt = ", ".join((first, *self._besides(field), last))
        return Decision(field.sides[self.side], MOVEMENT, "sns2:6.0" if self.stage < 2 else "sns2:5.21", prompt)

    def _besides(self, field: SnsField) -> list[str]:
        """What the switches of this scenario add to the segment for its side, in words."""
        empire = self.side == field.empire
        found = {
            "sail, embark and land units": self.stage < 2
            and bool(field.roster.of_side[self.side] & field.roster.afloat),
            "go by rail": field.on("railroads") and empire and self.stage < 2,
            "lay sieges": field.on("sieges") and self.stage == 2 and campaigns.of(field).besieges(field, self.side),
            "build fieldworks": field.on("engineers") and self.stage == 2,
            "lay railways": field.on("railroads") and empire and self.stage == 2,
            "negotiate": field.on("political") and empire,
        }
        return [words for words, played in found.items() if played]

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def ready(self, field: SnsField, state: SnsState, means: Means = "land") -> int:
        """The units that may still march, or be carried by other means."""
        gone = state.moved | state.dropped | state.landed | field.roster.afloat | state.extras.aboard
        units = bits(self.allowed & ~(gone | state.extras.raised))
        return mask_of(
            u
            for u in units
            if state.where[u] >= 0 and factor_of(field, state, u, means) > 0 and not self._shut_in(field, state, u)
        )

    def _shut_in(self, field: SnsField, state: SnsState, unit: int) -> bool:
        """Whether a unit stays in a besieged fortress, out of which it might attack from the march, or leave the map by
        sea (18.21, 13.41)."""
        at = state.where[unit]
        shut_in = sieges.sealed(field, state, self.side, at, 1 << unit)
        return shut_in and not field.on("march_attack") and not may_withdraw(field, state, self.side, at)

    def actions(self, field: SnsField, state: SnsState) -> Iterator[Action]:
        yield from sorted(super().actions(field, state))

    def _marches(self, field: SnsField, state: SnsState) -> Offers:
        return self._forces(field, state, self.ready(field, state), 0)

    def _trains(self, field: SnsField, state: SnsState) -> Offers:
        by_rail = rail_movement.entrained(field, state, self.side, self.ready(field, state, "rail"))
        return ((*args, NOWHERE) for args in self._forces(field, state, by_rail, ~by_rail))

    def _forces(self, field: SnsField, state: SnsState, ready: int, barred: int) -> Offers:
        """The forces that may march, or go by rail: columns without a barred unit, and hexes with loose units."""
        barred |= state.moved | ~self.allowed
        for number, mask in columns(field, state, self.side).items():
            if mask & ready and not mask & barred:
                yield force_of_column(number), (), NOWHERE
        for h in {state.where[u] for u in bits(ready) if not state.column[u]}:
            yield h, (), NOWHERE

    def _organisable(self, field: SnsField, state: SnsState) -> Offers:
        if self.stage != 1:
            yield from ((h, 0, ()) for h in to_organise(field, state, self.side, self.done))

    def _sieges(self, field: SnsField, state: SnsState) -> Offers:
        """The sieges that may be laid now: (fortress, besiegers' hex) (18.1)."""
        return iter(sieges.pairs(field, state, self.side) if campaigns.of(field).besieges(field, self.side) else ())

    def _workable(self, field: SnsField, state: SnsState) -> Offers:
        return each(self.works(field, state))

    def works(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes where fieldworks may be built now: by a paragraph of the campaign, and at the end of the segment by
        engineers and pioneers that stayed where they were (17.31)."""
        stayed = engineers.builders(field, state, self.side) if self.stage == 2 else []
        return sorted({*campaigns.of(field).works(field, state, self.side), *stayed})

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        listed = list(self.actions(field, state))
        if self.stage == 2 and random.random() < 0.5:
            return END
        return random.choice(listed)

    def _work_faults(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        if h not in self.works(field, state):
            yield campaigns.of(field).works_rule, f"no unit can build fieldworks in {field.place(h)} now"
            yield from engineers.work_breaches(field, state, self.side, h, closing=self.stage == 2)

    def _siege_faults(self, field: SnsField, state: SnsState, fortress: int, origin: int) -> Iterator[Breach]:
        if not campaigns.of(field).besieges(field, self.side):
            yield "asante:6.3", f"the {field.side_name(self.side)} cannot lay sieges"
        yield from sieges.breaches(field, state, self.side, fortress, origin)

    def _organise_faults(
        self, field: SnsField, state: SnsState, h: int, number: int, units: tuple[int, ...]
    ) -> Iterator[Breach]:
        here = field.units_at(state, h, self.side)
        if self.stage == 1:
            yield "5.21", "columns are organised at the beginning and the end of the segment, not between marches"
        if not here:
            yield "5.2", f"no {field.side_name(self.side)} unit is there"
        elif h in self.done:
            yield "5.21", f"{field.place(h)} has been organised already"
        strangers = [u for u in units if not here >> u & 1]
        if strangers:
            yield "5.2", f"{field.roster.names[strangers[0]]} is not in that hex"
        floating = [u for u in units if not grouped(field, state, h, self.side) >> u & 1 and u not in strangers]
        if floating:
            yield "27.47", f"{field.roster.names[floating[0]]} is afloat, and in no column"
        if bool(number) != bool(units):
            yield "5.5", "a column needs at least one unit: name the column and its units"
        if number and here:
            yield from misplaced_column(field, state, self.side, h, number)

    def _march_faults(
        self,
        field: SnsField,
        state: SnsState,
        force: int,
        units: tuple[int, ...],
        leader: int,
        means: Means = "land",
    ) -> Iterator[Breach]:
        if self.stage == 2:
            yield "3.1", "columns are organised at the end of the segment, so units cannot march"
        mask, ready = members(field, state, self.side, force), self.ready(field, state, means)
        names = field.roster.names
        if force <= _COLUMN and units:
            yield "5.3", "the units of a column move together"
        for u in units:
            if 1 << u & (field.roster.afloat | state.extras.aboard):
                yield from self._barred(field, state, u)
            elif force >= 0 and state.column[u] and state.where[u] == force:
                column = f"c{state.column[u]}"
                yield "5.3", f"march with {column}, then drop the units that stay behind"
            elif not mask:
                break
            elif not mask >> u & 1:
                yield "6.2", f"{names[u]} is not one of the loose units of that hex"
            elif not ready >> u & 1:
                yield from self._barred(field, state, u)
                if state.landed >> u & 1:
                    yield "6.5", f"{names[u]} was placed this turn"
                if transfers.spent(field, state, u):
                    yield "29.1", f"a transfer by sea is the whole movement of {names[u]}"
                if state.moved >> u & 1 and railways.on_line(field, state, state.where[u]):
                    yield "30.13", "a unit cannot march and move by rail in one turn"
        if not mask:
            yield "6.2", "there is no such force"
            return
        if (not units and not mask & ready) or (force <= _COLUMN and mask & (state.moved | ~self.allowed)):
            barred = mask & (state.moved | ~self.allowed) or mask
            yield from self._barred(field, state, next(bits(barred)))
        h = state.where[next(bits(mask))]
        if leader >= 0:
            force = mask if force <= _COLUMN else mask_of(units)
            yield from leader_faults(field, state, self.side, h, leader, force)

    def _rail_faults(
        self, field: SnsField, state: SnsState, force: int, units: tuple[int, ...], leader: int, goal: int
    ) -> Iterator[Breach]:
        yield from self._march_faults(field, state, force, units, leader, "rail")
        mask = mask_of(units) if units else members(field, state, self.side, force)
        if mask:
            h = state.where[next(bits(mask))]
            here = mask if units or force <= _COLUMN else mask & ~state.extras.gone or mask
            yield from rail_movement.breaches(field, state, self.side, h, here)
            if goal != NOWHERE and h >= 0:
                yield from rail_movement.goal_breaches(field, state, h, here, goal)

    def _barred(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        """Why a unit does not march."""
        yield self._bar(field, state, unit)
        if not self.allowed >> unit & 1:
            yield "4.1", "an event keeps it from marching"
        if not factor_of(field, state, unit) and factor_of(field, state, unit, "rail"):
            name = field.roster.names[unit]
            yield "11.31", f"{name} is demoralized, and half its movement factor leaves no point to march"

    def _bar(self, field: SnsField, state: SnsState, unit: int) -> Breach:
        """What keeps a unit from marching first of all."""
        name, bit = field.roster.names[unit], 1 << unit
        if state.dropped & bit:
            return "5.31", f"{name} was dropped on the way and cannot move farther"
        if state.moved & bit:
            return "6.2", f"{name} has already marched in this segment"
        if bit & field.roster.afloat:
            return "27.1", f"{name} is a boat or fleet: sail with it"
        if bit & state.extras.aboard:
            return "27.48", f"{name} is aboard: it must land first"
        if state.landed & bit:
            rule, why = campaigns.of(field).landing
            return rule, f"{name} {why}"
        if bit & field.roster.supply and field.effect(state, "porters_desert"):
            return rule_of(field.event_table, field.roles[self.side], "porters_desert"), f"{name} stays: porters desert"
        if state.extras.raised & bit:
            return "25.31", f"{name} has raised a unit this turn and cannot move"
        if self._shut_in(field, state, unit):
            return "18.21", f"{name} is in a besieged fortress and cannot leave it over land"
        if not self.allowed & bit:
            rule = rule_of(field.event_table, field.roles[self.side], "infighting")
            return rule, f"{name} cannot march: palace infighting"
        return "6.6", f"{name} has no movement"

    def _entrench(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        if h not in engineers.builders(field, state, self.side):
            campaigns.of(field).built(state)
        state.fieldworks[h] = self.side
        step.say("fieldworks", field.cite("17.32"), side=field.sides[self.side], at=field.grid.name(h))

    def _organise(
        self, field: SnsField, state: SnsState, step: Step, h: int, number: int, units: tuple[int, ...]
    ) -> None:
        state.replace(replace(self, done=(*self.done, h)))
        if number:
            left = columns(field, state, self.side).get(number, 0)
            organised(field, state, self.side, 0, left, step)
            organised(field, state, self.side, number, mask_of(units), step)
        else:
            state.push(Organising(self.side, h))

    def _march(
        self, field: SnsField, state: SnsState, step: Step, force: int, units: tuple[int, ...], leader: int
    ) -> None:
        h, mask, open_to = self._mustered(field, state, force, units, "land")
        self._assemble(field, state, step, Assembling(self.side, h, open_to, mask, leader), bool(units))

    def _go_by_rail(
        self, field: SnsField, state: SnsState, step: Step, force: int, units: tuple[int, ...], leader: int, goal: int
    ) -> None:
        h, mask, open_to = self._mustered(field, state, force, units, "rail")
        open_to = rail_movement.entrained(field, state, self.side, open_to)
        frame = rail_movement.Entraining(self.side, h, open_to, mask, leader, goal)
        self._assemble(field, state, step, frame, bool(units))

    def _mustered(
        self, field: SnsField, state: SnsState, force: int, units: tuple[int, ...], means: Means
    ) -> tuple[int, int, int]:
        """The hex of a force, the units of it that are named, and those that may belong to it."""
        whole = members(field, state, self.side, force)
        mask = whole if force <= _COLUMN else mask_of(units)
        open_to = whole & self.ready(field, state, means) if force >= 0 else whole
        return state.where[next(bits(whole))], mask, open_to

    def _assemble(self, field: SnsField, state: SnsState, step: Step, frame: Assembling, named: bool) -> None:
        """A force is put together, or rolls at once where all is said."""
        state.replace(replace(self, stage=1, done=()))
        state.push(frame)
        if frame.units and (named or frame.leader >= 0 or not frame.asks_more(field, state)):
            frame.throw(field, state, step)

    def _end(self, field: SnsField, state: SnsState, step: Step, *named: str) -> None:
        if self.stage < 2:
            state.replace(replace(self, stage=2, done=()))
        else:
            state.pop()

    def _besiege(self, field: SnsField, state: SnsState, step: Step, fortress: int, origin: int) -> None:
        sieges.lay(field, state, self.side, fortress, origin, step)

    deeds = (
        Deed("end", _end),
        *(
            row.when(_marching, "5.21", "no more marches are allowed this segment")
            for row in (
                Deed("march", _march, _march_faults, _marches),
                Deed(rail_movement.RAIL, _go_by_rail, _rail_faults, _trains),
                *map(_setting_out, (sailing.SAILING, transfers.TRANSFERRING)),
                *sailing.LOADING,
            )
        ),
        Deed("organise", _organise, _organise_faults, _organisable),
        Deed("entrench", _entrench, _work_faults, _workable),
        Deed(sieges.BESIEGE, _besiege, _siege_faults, _sieges).when(
            _closing, "18.1", "a siege is laid at the end of the segment, when the marches are over"
        ),
        *(
            row.when(
                _closing, "30.22", "railways are laid and repaired at the end of the segment, when the marches are over"
            )
            for row in laying.WORK
        ),
        negotiating.PARLEYING,
        *intelligence.FREELY,
    )


# -- actions ------------------------------------------------------------------------------------------------


def _force(field: SnsField, state: SnsState, word: str) -> int:
    number = column_number(word)
    if number:
        return force_of_column(number)
    h = field.grid.find(word)
    if h == NOWHERE:
        raise ActionError(f"{word!r} is neither a column nor a hex of this map{field.grid.suggest(word)}")
    return h


def _said(field: SnsField, force: int) -> str:
    return f"c{_COLUMN - force}" if force <= _COLUMN else field.grid.name(force)


FORCE: Final = Part[SnsField, SnsState, int](WordKind.PLACE, "FORCE", _force, _said)
"""A column, or the hex of loose units."""


def _by_builders(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``S0303 by br-e``, or ``by br-e`` alone, as ``S0303``; raises IllegalAction where those who are named build
    nothing."""
    words = ["by", *words] if words and words[0].lower() in field.roster.number else words
    at = next((number for number, word in enumerate(words) if word.lower() in ("by", "with")), len(words))
    units = [field.roster.number.get(word.lower(), NOWHERE) for word in words[at + 1 :]]
    if not units or NOWHERE in units:
        return words
    h = field.grid.find(words[0]) if at else max(NOWHERE, state.where[units[0]])
    if h == NOWHERE or h in campaigns.of(field).works(field, state, field.roster.side[units[0]]):
        return words[:at]
    for unit in units:
        found = [*engineers.work_breaches(field, state, field.roster.side[unit], h, among=1 << unit)]
        if found:
            (rule, reason), *also = found
            raise IllegalAction(field.cite(rule), reason, tuple(field.cite(one) for one, _ in also))
    return [hex_name(field.grid, h)]


class _ByForce(Reworded):
    """``rail c3``, ``march A1830 with br-bw br-rb by br-wolseley``: a column is no place."""

    def words(self, field: SnsField, args: tuple[object, ...]) -> Parts:
        parts = super().words(field, args)
        kinds = (Word(WordKind.NUMBER, text) if column_number(text) else Word(kind, text) for kind, text in parts.words)
        return Parts(parts.verb, tuple(kinds))


class _March(_ByForce):
    """A march; with hexes behind the force, ``march c3 to A1830``, it stands for the march and the way there."""

    def split_by_unit(self, field: SnsField, words: Sequence[str]) -> list[list[str]]:
        way = [word for word in words[1:] if is_hex(field, word)]
        return [[self.word, *(word for word in words if word not in way)], ["go", *way]] if way else []


_MARCHERS: Final = (FORCE, UNITS.behind("with").optional(), lender("6.11", "6.1"))
VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    _March("march", *_MARCHERS, reworded=from_units),
    _ByForce(rail_movement.RAIL, *_MARCHERS, HEX.behind("to").optional(NOWHERE), reworded=by_rail),
    Reworded("entrench", HEX, reworded=_by_builders, form="entrench HEX [by UNIT [UNIT ...]]"),
    *laying.VERBS,
    *negotiating.VERBS,
    Reworded(sieges.BESIEGE, TARGET, replace(ENTRY, title="HEX", after="from"), reworded=from_where_they_stand),
)
