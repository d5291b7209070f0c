"""Chapter 4: the historical events of a player turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.errors import ActionError
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes.hexstate import WAITING
from engine.mechanics.hexes.verbs import HEX, UNIT, Args, Part, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.play.parts import WordKind
from engine.plural import in_series
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.counters import FRIENDLY
from engine.systems.sun_never_sets.base.event_tables import FIRST, NARROW, EventRow, event_tables
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import Segment, SnsDoing, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import battle
from engine.systems.sun_never_sets.position import siting
from engine.systems.sun_never_sets.turn import event_rows, theodore
from engine.systems.sun_never_sets.turn.event_rows import Draw, Happens

PICK, PASS = "pick", "pass"
WORDS: Final = ("supply", "friendly")
"""What may be picked that is neither a hex nor a unit."""
NO_EVENT: Final = "No event"
ROWS: Final[Mapping[str, Happens]] = {**event_rows.ROWS, **theodore.ROWS}
"""What happens on each row; rows that are not here are no event (4.2)."""


def begin(field: SnsField, state: SnsState, side: int) -> None:
    """Begin the segment of a side, which opens its player turn."""
    state.fought = state.struck = 0
    state.extras = replace(state.extras, scouted=0, spied=0)
    state.push(EventSegment(side))


@dataclass(frozen=True)
class EventSegment(Segment):
    """The events segment: two dice, and the row that they give (4.1)."""

    side: int
    phase = "events"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
        if not field.event_table:
            return
        dice = [step.roll(state), step.roll(state)]
        throw = f"{dice[0]}{dice[1]}"
        overlap = FIRST if field.options["event_overlap"] == FIRST else NARROW
        row = event_tables().row(field.event_table, field.roles[self.side], throw, overlap)
        happens = row is not None and happening(field, state, self.side, row)
        step.say(
            "event",
            field.cite(row.rule if row is not None else "4.1"),
            side=field.sides[self.side],
            row=throw,
            title=row.title if row is not None else NO_EVENT,
            dice=dice,
            happens=happens,
        )
        if row is not None and happens:
            _draw(field, state, self.side, row, step)


def happening(field: SnsField, state: SnsState, side: int, row: EventRow) -> bool:
    """Whether a row that was thrown happens: it is one of this campaign, it may come again, no other that has come bars
    it, and its needs are met (4.2, event2:asante:41-42)."""
    if row.key not in ROWS or not row.happens_in(field.special.campaign):
        return False
    if row.once and row.key in state.happened:
        return False
    rows = event_tables().rows_of(field.event_table, field.roles[side])
    if any(other.key in state.happened and other.numbers.get("bars") == row.key for other in rows):
        return False
    return event_rows.met(field, state, side, row.needs)


def _draw(field: SnsField, state: SnsState, side: int, row: EventRow, step: Step) -> None:
    if row.once:
        state.happened = (*state.happened, row.key)
    if ROWS[row.key](Draw(field, state, row, side, step)) and not state.ended:
        chooser = field.empire if CHOICES[row.key].who == "empire" else field.native
        rows = event_tables().rows_of(field.event_table, field.roles[side])
        frame = AnyHex if CHOICES[row.key].anywhere else Choosing
        state.push(frame(side, chooser, field.event_table, rows.index(row)))


# -- choices --------------------------------------------------------------------------------------------------------

Options = Callable[[SnsField, SnsState, int], list[int]]
"""The hexes that may be picked: (field, state, the side that chooses)."""


@dataclass(frozen=True, slots=True)
class EventChoice:
    """What a row lets a side choose."""

    who: str
    hexes: Options
    picked: Callable[[Draw, int], None]
    """Carries out the choice of a hex."""
    words: Callable[[SnsField, SnsState], list[str]] = lambda field, state: []
    """What it may bring instead of one thing."""
    anywhere: bool = False
    """Whether nearly any hex will do, so that only some are listed."""
    asks: str = "Choose the hex"
    """What the side is asked to do."""


def _enemy_hexes(field: SnsField, state: SnsState, side: int) -> list[int]:
    return sorted(h for h, mask in state.stacks.items() if mask & field.roster.of_side[1 - side])


def _fortresses(field: SnsField, state: SnsState, side: int) -> list[int]:
    return [h for h in _enemy_hexes(field, state, side) if field.ground.fortress[h]]


def _friendly_hexes(field: SnsField, state: SnsState, side: int) -> list[int]:
    roster = field.roster
    friends = [u for u, nation in enumerate(roster.nation) if nation == FRIENDLY and state.where[u] >= 0]
    return sorted({state.where[u] for u in friends})


def _leaders_hexes(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes of headquarters where land units can appear: not those of headquarters that a fleet has at sea."""
    if not event_rows.spare_supply(field, state, side) and not event_rows.pooled(field, state, side, "friendly"):
        return []
    leaders = field.roster.headquarters & field.roster.of_side[side]
    return sorted({h for h in (state.where[hq] for hq in bits(leaders)) if h >= 0 and not field.ground.closed[h]})


def _free_hexes(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes of the country of the unit that was drawn that hold no enemy (event1:native:44-45)."""
    home = campaigns.of(field).home(field, next(iter(_drawn(field, state, side)), NOWHERE))
    enemy = field.roster.of_side[1 - side]
    barred = field.closed[side] | field.kept_out.keys()
    return [h for h in home if not state.stacks.get(h, 0) & enemy and h not in barred]


def _throw(draw: Draw, h: int) -> None:
    side = 0 if draw.state.stacks.get(h, 0) & draw.field.roster.of_side[0] else 1
    _strike(draw, h)
    event_rows.throw_for(draw, bits(draw.field.units_at(draw.state, h, side)))


def _strike(draw: Draw, h: int) -> None:
    """Tell both sides which hex was chosen; what the dice do there only its owner is told (5.6)."""
    draw.step.say("struck", draw.field.cite(draw.rule), title=draw.row.title, at=draw.field.grid.name(h))


def _throw_for_friends(draw: Draw, h: int) -> None:
    _strike(draw, h)
    units = draw.field.units_at(draw.state, h, draw.field.empire)
    event_rows.throw_for(draw, [u for u in bits(units) if draw.field.roster.nation[u] == FRIENDLY])


def _empire_looks(draw: Draw, h: int) -> None:
    event_rows.look(draw, draw.field.empire, h)


def _native_looks(draw: Draw, h: int) -> None:
    event_rows.look(draw, draw.field.native, h)


def _mob(draw: Draw, h: int) -> None:
    draw.state.atrocities |= {h}
    draw.step.say("marker", draw.field.cite(draw.rule), kind="atrocity", at=draw.field.grid.name(h))
    units = draw.field.units_at(draw.state, h, draw.field.empire)
    leaders = units & draw.field.roster.headquarters
    event_rows.throw_for(draw, [*bits(units & ~leaders), *bits(leaders)])


def _place(draw: Draw, units: Sequence[int], h: int) -> None:
    field, state = draw.field, draw.state
    for u in units:
        siting.place(field, state, u, h, draw.step)
    side = field.sides[field.roster.side[units[0]]]
    number = len(units)
    draw.step.say("appeared", field.cite(draw.rule), side=side, number=number, at=field.grid.name(h))


def _friends(draw: Draw, h: int) -> None:
    """A supply unit; without one to come, friendly Natives by chance (event1:british:44-46)."""
    _appear(draw, h, _kinds(draw.field, draw.state)[0])


def _kinds(field: SnsField, state: SnsState) -> list[str]:
    found = []
    if event_rows.spare_supply(field, state, field.empire):
        found.append("supply")
    if event_rows.pooled(field, state, field.empire, FRIENDLY):
        found.append("friendly")
    return found


def _appear(draw: Draw, h: int, word: str) -> None:
    field, state = draw.field, draw.state
    if word == "supply":
        units = event_rows.spare_supply(field, state, field.empire)[: draw.number("supply")]
    else:
        pool = event_rows.pooled(field, state, field.empire, FRIENDLY)
        units = event_rows.by_chance(draw, pool, draw.number("friendly"))
    _place(draw, units, h)


def _drawn(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The units of a side that were drawn from its pool and wait for their hex."""
    units = [u for u in bits(field.roster.of_side[side]) if state.where[u] == WAITING and u not in field.arrival_turn]
    return [u for u in units if u in field.pooled or u in field.recycled]


def _waiting(draw: Draw, h: int) -> None:
    """The units that were drawn and wait for their hex come into it."""
    field, state = draw.field, draw.state
    side = field.empire if draw.row.key in ("rescue", "civil_war") else field.native
    drawn = _drawn(field, state, side)
    if drawn:
        _place(draw, drawn, h)


def _communication(field: SnsField, state: SnsState, side: int) -> list[int]:
    return siting.open_hexes(field, state, side)


def _ambushers(field: SnsField, state: SnsState, side: int) -> list[int]:
    return sorted({origin for _, origin in ambushes(field, state, side)})


def ambushes(field: SnsField, state: SnsState, side: int) -> list[tuple[int, int]]:
    """The (attacked hex, attacking hex) pairs of an ambush: neither of them clear (event2:asante:62-63)."""
    ground, roster = field.ground, field.roster
    return sorted(
        (n, h)
        for h, mask in state.stacks.items()
        if mask & roster.of_side[side] & roster.combat and ground.terrain[h] != "clear"
        for n in ground.open[h]
        if state.stacks.get(n, 0) & roster.of_side[1 - side]
        and ground.terrain[n] != "clear"
        and n not in field.closed[side]
    )


def _no_pick(draw: Draw, h: int) -> None:
    """An ambush is an attack and no pick of a hex."""


CHOICES: Final[Mapping[str, EventChoice]] = {
    "native_attrition": EventChoice("empire", _enemy_hexes, _throw),
    "british_attrition": EventChoice("native", _enemy_hexes, _throw),
    "intelligence": EventChoice("empire", _enemy_hexes, _empire_looks),
    "modern_general": EventChoice("empire", _enemy_hexes, _empire_looks),
    "spies": EventChoice("native", _enemy_hexes, _native_looks),
    "correspondents_points": EventChoice("native", _enemy_hexes, _native_looks),
    "correspondents_factor": EventChoice("native", _enemy_hexes, _native_looks),
    "mob": EventChoice("native", _fortresses, _mob),
    "unfriendly": EventChoice("native", _friendly_hexes, _throw_for_friends),
    "friendly_tribes": EventChoice("empire", _leaders_hexes, _friends, words=_kinds),
    "bandits": EventChoice("native", _free_hexes, _waiting, anywhere=True),
    "rescue": EventChoice("empire", _communication, _waiting),
    "hostage_contacts": EventChoice("empire", _enemy_hexes, _empire_looks),
    "civil_war": EventChoice("empire", theodore.risen_near, _waiting),
    "event_ambush": EventChoice("native", _ambushers, _no_pick, asks="Attack, or pass"),
}
"""What is chosen, by row, on the rows with a choice."""


_OTHERWISE: Final = "this event asks for another choice"


@dataclass(frozen=True)
class Choosing(SnsDoing):
    """A side chooses what an event leaves to it (4.0). ``number`` is the row's place in its table."""

    side: int
    chooser: int
    table: int
    number: int
    word: int = -1
    """Which of `WORDS` was picked; -1 for none."""

    rule = "4.0"
    asks = "an event is waiting for a choice: click a highlighted hex, or press a button"

    def row(self, field: SnsField) -> EventRow:
        """The row that was thrown."""
        return event_tables().rows_of(self.table, field.roles[self.side])[self.number]

    def choice(self, field: SnsField) -> EventChoice:
        """What it lets a side choose."""
        return CHOICES[self.row(field).key]

    def hexes(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes that may be picked."""
        return self.choice(field).hexes(field, state, self.chooser)

    def words(self, field: SnsField, state: SnsState) -> list[str]:
        """The words that are to be picked from first; none once that is done, and where there is no choice."""
        found = self.choice(field).words(field, state) if self.word < 0 else []
        return found if len(found) > 1 else []

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        row = self.row(field)
        if not self.hexes(field, state):
            return None
        if len(list(self.actions(field, state))) < 2:
            return None
        hexes = tuple(field.grid.name(h) for h in self.hexes(field, state))
        wanted = "Choose one" if self.words(field, state) else self.choice(field).asks
        prompt = f"{row.title}: {row.about} {wanted}"
        return Decision(field.sides[self.chooser], "event", field.cite(row.rule), prompt, (), hexes)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        options = list(self.actions(field, state)) if self.hexes(field, state) else []
        if options:
            pick = step.choose(options[0], lambda wish: self.verdict(field, state, wish))
            self.perform(field, state, pick, step)
        else:
            state.pop()

    def _ambush(self, field: SnsField) -> bool:
        """Whether it is the event by which one stack attacks."""
        return self.row(field).key == "event_ambush"

    def _attacks(self, field: SnsField, state: SnsState) -> Offers:
        pairs = ambushes(field, state, self.chooser) if self._ambush(field) else []
        return ((target, origin, ()) for target, origin in pairs)

    def _passing(self, field: SnsField, state: SnsState) -> Offers:
        if self._ambush(field):
            yield ()

    def _picks(self, field: SnsField, state: SnsState) -> Offers:
        if self._ambush(field):
            return
        if words := self.words(field, state):
            yield from ((NOWHERE, NOWHERE, WORDS.index(word)) for word in words)
        else:
            yield from ((h, NOWHERE, NOWHERE) for h in self.listed(field, state))

    def listed(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes that are listed."""
        return self.hexes(field, state)

    def _bars_passing(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        if not self._ambush(field):
            yield self.row(field).rule, _OTHERWISE

    def _bars_attack(
        self, field: SnsField, state: SnsState, target: int, origin: int, units: tuple[int, ...]
    ) -> Iterator[Breach]:
        rule = self.row(field).rule
        if not self._ambush(field):
            yield rule, _OTHERWISE
        elif (target, origin) not in ambushes(field, state, self.chooser):
            yield rule, "one stack next to a British force attacks it, and neither is in clear terrain"

    def _bars_pick(self, field: SnsField, state: SnsState, h: int, unit: int, word: int) -> Iterator[Breach]:
        rule = self.row(field).rule
        if self._ambush(field):
            yield rule, _OTHERWISE
        elif words := self.words(field, state):
            if word < 0 or WORDS[word] not in words:
                yield rule, f"choose one of {in_series(words)} first"
        elif h not in self.hexes(field, state):
            yield rule, "this hex cannot be chosen"

    def _attack(
        self, field: SnsField, state: SnsState, step: Step, target: int, origin: int, units: tuple[int, ...]
    ) -> None:
        state.pop()
        fighters = field.units_at(state, origin, self.chooser)
        battle.declare(field, state, self.chooser, origin, target, fighters, step, self.chooser)
        state.fought &= ~fighters

    def _pick(self, field: SnsField, state: SnsState, step: Step, h: int, unit: int, word: int) -> None:
        if word >= 0:
            state.replace(type(self)(self.side, self.chooser, self.table, self.number, word))
            return
        state.pop()
        draw = Draw(field, state, self.row(field), self.side, step)
        if self.word >= 0:
            _appear(draw, h, WORDS[self.word])
        else:
            self.choice(field).picked(draw, h)

    deeds = (
        Deed(battle.ATTACK, _attack, _bars_attack, _attacks),
        Deed(PASS, halted, _bars_passing, _passing),
        Deed(PICK, _pick, _bars_pick, _picks),
    )


@dataclass(frozen=True)
class AnyHex(Choosing):
    """A choice among more hexes than can be listed: only those near units are."""

    exhaustive: ClassVar[bool] = False

    def listed(self, field: SnsField, state: SnsState) -> list[int]:
        near = {n for h in state.stacks for n in (h, *field.grid.ring1[h])}
        free = self.hexes(field, state)
        return sorted([h for h in free if h in near][:_MOST] or free[:_MOST])


_MOST: Final = 100


# -- notation -------------------------------------------------------------------------------------------------------


WORD: Final[Part[SnsField, SnsState, int]] = Part(
    WordKind.WORD, "WORD", lambda field, state, word: WORDS.index(word.lower()), lambda field, index: WORDS[index]
)


class PickVerb(Verb[SnsField, SnsState]):
    """``pick HEX``, ``pick UNIT`` or ``pick WORD``."""

    def __init__(self) -> None:
        parts = (HEX.optional(NOWHERE), UNIT.optional(NOWHERE), WORD.optional(NOWHERE))
        super().__init__(PICK, *parts, form="pick and a hex, a unit or a word")

    def read(self, field: SnsField, state: SnsState, words: Sequence[str]) -> Action:
        """What one word picks; raises ActionError."""
        if len(words) != 1:
            raise ActionError(f"the action is written {self.form}")
        (word,) = words
        args: Args
        if word.lower() in WORDS:
            args = (NOWHERE, NOWHERE, WORD.read(field, state, word))
        elif word.lower() in field.roster.number:
            args = (NOWHERE, field.roster.number[word.lower()], NOWHERE)
        else:
            args = (HEX.read(field, state, word), NOWHERE, NOWHERE)
        return Action(PICK, args)


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (PickVerb(),)
