"""Chapter 8.3 to 8.6: the rounds of a battle, their volleys, and the hits that the owner of the units deals out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.errors import ActionError
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes import results
from engine.mechanics.hexes.results import alive
from engine.mechanics.hexes.verbs import UNIT, UNITS, Part, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.play.parts import WordKind
from engine.plural import counted
from engine.systems.sun_never_sets.base.counters import MACHINE_GUNS
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, SnsFrame
from engine.systems.sun_never_sets.base.gunnery import MORALES, WEAPONS, class_of, code_of
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import Round
from engine.systems.sun_never_sets.base.volleys import (
    MORALE_NAMES,
    RESULTS,
    ROUNDS,
    Hits,
    Modifier,
    VolleyClass,
    first_volley,
    morale_modifier,
    total,
)
from engine.systems.sun_never_sets.battle import broadsides, supplied
from engine.systems.sun_never_sets.position import fight, heights
from engine.systems.sun_never_sets.position.fight import Fighting, Interrupting, fighting
from engine.systems.sun_never_sets.position.rewording import lender

FIRE, CEASE = "fire", "cease"
TOGETHER, FREE = "together", "free"
"""Values of the option ``volleys``: like units fire together, or as their owner likes, or not at all (8.43, 8.45)."""
Classes = dict[VolleyClass, tuple[int, ...]]


def modifiers(
    field: SnsField,
    state: SnsState,
    battle: Fighting,
    side: int,
    name: Round,
    made: VolleyClass,
    leader: int,
    units: Sequence[int],
) -> list[Modifier]:
    """Everything that modifies the die of a volley of some units, with its paragraph (8.6); ``leader`` is NOWHERE for
    none."""
    found = [morale_modifier(field.tables.fire_modifiers, name, made)]
    if leader != NOWHERE:
        value = field.tactical(state, leader) * field.tables.fire_modifiers.tactical_value
        found.append(Modifier(value, field.roster.units[leader].name, "10.32"))
    if side == battle.side and broadsides.landed(field, state, battle.left(field, state, 1 - side)):
        ground = heights.ground(field, state, battle.target, 1 - side, units)
        if ground is not None:
            found.append(ground)
    if side != battle.side and fight.stormed(state):
        found.append(Modifier(field.tables.fire_modifiers.stormed, "attacked from the march", "20.31"))
    found += supplied.modifiers(field, state, side, name, len(units))
    return found + fight.edge_modifiers(battle, field, side, name)


def _no_evasion(state: SnsState, action: Action) -> Iterator[Breach]:
    """No unit evades an attack from march or an ambush (22.3)."""
    if action.verb == "evade" and any(isinstance(frame, Interrupting) for frame in state.stack):
        yield "22.3", "units cannot evade an attack from march or an ambush"


@dataclass(frozen=True)
class Volleys(SnsDoing):
    """A round: one side fires all its volleys, then the other does (8.3)."""

    number: int
    """Which of the `ROUNDS` it is."""
    side: int
    """The side that fires now."""
    last: bool = False
    """Whether the other side has fired."""
    fired: int = 0
    aided: int = 0
    """Headquarters that have added their value in this round (10.32)."""
    rattled: int = 0
    """Boats and fleets that have fired their machine guns (27.52)."""

    rule = "8.3"
    asks = "a round of a battle is being fired: fire a volley, or cease fire"

    def elsewhere(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        yield from _no_evasion(state, action)
        if action.verb == supplied.SPEND and not field.tables.fire_modifiers.supplied[self.round]:
            yield "32.2", f"no supply unit is spent for the {self.round} round"

    @property
    def round(self) -> Round:
        """The name of the round."""
        return ROUNDS[self.number]

    def classes(self, field: SnsField, state: SnsState) -> Classes:
        """The volleys that are still to be fired by this side, with the units that have not fired."""
        battle = fighting(state)
        enemy, left = battle.left(field, state, 1 - self.side), battle.left(field, state, self.side)
        found = field.gunnery.classes(
            state, self.round, left & ~self.fired, fight.fanatics(field, state), left & ~self.rattled
        )
        return {
            made: units for made, units in found.items() if broadsides.exposed(field, self.round, made.weapon, enemy)
        }

    def helpers(self, field: SnsField, state: SnsState) -> list[int]:
        """The headquarters that may still add their tactical value (10.32)."""
        leaders = fighting(state).leaders(field, state, self.side) & ~self.aided
        return [hq for hq in bits(leaders) if field.tactical(state, hq) > 0]

    def _fires(self, field: SnsField, state: SnsState) -> Offers:
        helpers = (NOWHERE, *self.helpers(field, state))
        return ((code, (), hq) for code in self.codes(field, state) for hq in helpers)

    def _ceasing(self, field: SnsField, state: SnsState) -> Offers:
        if field.options["volleys"] == FREE and self.codes(field, state):
            yield ()

    def codes(self, field: SnsField, state: SnsState) -> list[int]:
        """The numbers of the classes that are still to fire."""
        return sorted(code_of(made) for made in self.classes(field, state))

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if len(list(self.actions(field, state))) < 2:
            return None
        units = tuple(field.roster.keys[u] for members in self.classes(field, state).values() for u in members)
        prompt = f"{self.round.capitalize()} round: choose the next volley and its leader"
        return Decision(field.sides[self.side], FIRE, "sns2:8.43", prompt, tuple(sorted(units)))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        options = list(self.actions(field, state))
        if options:
            fire = step.choose(options[0], lambda wish: self.verdict(field, state, wish))
            self.perform(field, state, fire, step)
        elif self.last:
            state.pop()
        else:
            state.replace(Volleys(self.number, 1 - self.side, last=True))

    def _bars_ceasing(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        if field.options["volleys"] != FREE:
            yield "8.45", "every class that can fire in this round must fire"

    def _bars_fire(
        self, field: SnsField, state: SnsState, code: int, units: tuple[int, ...], leader: int
    ) -> Iterator[Breach]:
        made = class_of(code)
        members = self.classes(field, state).get(made)
        if members is None:
            yield "8.41", f"no {made.name} units have still to fire in the {self.round} round"
        elif units:
            yield from self._divided(field, state, members, made, units)
        if leader != NOWHERE:
            yield from self._leading(field, state, leader)

    def _divided(
        self, field: SnsField, state: SnsState, members: tuple[int, ...], made: VolleyClass, units: tuple[int, ...]
    ) -> Iterator[Breach]:
        for u in units:
            if u not in members:
                yield "8.43", f"{field.roster.names[u]} is not one of the {made.name} units that have still to fire"
        first = self.volley(field, state, members, made)
        # Whom a supply unit helps that does not reach for all of them, their owner says.
        chosen = len(units) == len(first) == supplied.left(state, self.side)
        apart = set(units) < set(members) and tuple(units) != first and not chosen
        if apart and field.options["volleys"] == TOGETHER:
            yield "8.45", f"all {made.name} units fire together"

    def _leading(self, field: SnsField, state: SnsState, leader: int) -> Iterator[Breach]:
        name = field.roster.names[leader]
        if not fighting(state).leaders(field, state, self.side) >> leader & 1:
            yield "10.32", f"{name} is not a headquarters of this force"
            yield "10.1", "headquarters serve the units of their own hex"
        elif self.aided >> leader & 1:
            yield "10.32", f"{name} has already helped a volley of this round"

    def volley(self, field: SnsField, state: SnsState, members: tuple[int, ...], made: VolleyClass) -> tuple[int, ...]:
        """Those of some units of a class that fire in its next volley: within the top row (8.43), and as many as spent
        supply units help (32.1)."""
        strength = field.gunnery.strengths(made.weapon)
        found = first_volley(members, strength, field.gunnery.charts[self.round].top(made.weapon))
        return supplied.helped(state, self.side, found, strength)

    def _cease(self, field: SnsField, state: SnsState, step: Step) -> None:
        left = fighting(state).left(field, state, self.side)
        state.replace(replace(self, fired=self.fired | left, rattled=self.rattled | left))

    def _fire(
        self, field: SnsField, state: SnsState, step: Step, code: int, chosen: tuple[int, ...], leader: int
    ) -> None:
        made = class_of(code)
        units = self.volley(field, state, chosen or self.classes(field, state)[made], made)
        aided = self.aided | (1 << leader if leader != NOWHERE else 0)
        rattling = mask_of(units) & field.gunnery.rapid if made.weapon == MACHINE_GUNS else 0
        fired, rattled = self.fired | mask_of(units) & ~rattling, self.rattled | rattling
        state.replace(replace(self, fired=fired, rattled=rattled, aided=aided))
        self._throw(field, state, made, units, leader, step)

    def _throw(
        self, field: SnsField, state: SnsState, made: VolleyClass, units: tuple[int, ...], leader: int, step: Step
    ) -> None:
        battle, chart = fighting(state), field.gunnery.charts[self.round]
        factors = field.gunnery.points(units, made.weapon)
        row = chart.row(made.weapon, factors)
        if row is None:
            return
        found = modifiers(field, state, battle, self.side, self.round, made, leader, units)
        supplied.used(state, self.side, len(units))
        column = chart.column(row, total(found))
        die, result = step.read(state, column, f"{made.name} at {counted(row.factors, 'factor')}", RESULTS)
        step.say(
            "volley",
            field.cite("8.4"),
            side=field.sides[self.side],
            round=self.round,
            volley=made.name,
            units=[field.roster.keys[u] for u in units],
            factors=factors,
            row=row.factors,
            die=die,
            modifiers=[{"value": m.value, "why": m.why, "rule": field.cite(m.rule)} for m in found],
            total=die + total(found),
            result=result,
        )
        hits = Hits.of(field.tables.fire_results.results[result])
        if any(hits):
            enemy = alive(state, battle.forces[1 - self.side])
            hit = broadsides.feels(field, broadsides.exposed(field, self.round, made.weapon, enemy), result)
            state.push(Hit(1 - self.side, hit, *hits, blow=(self.round, made.weapon, result)).checked(field, state))

    deeds = (Deed(FIRE, _fire, _bars_fire, _fires), Deed(CEASE, _cease, _bars_ceasing, _ceasing))


@dataclass(frozen=True)
class Hit(SnsFrame, results.Losing[SnsField, SnsState]):
    """A volley's result: its owner says which units are eliminated, then which others demoralized (8.52 to 8.56)."""

    side: int
    units: int
    dead: int
    shaken: int
    spared: int = 0
    """Units that this volley has demoralized: none is twice."""
    blow: broadsides.Blow | None = None
    """The volley that hit, which decides whom it can harm."""
    rule = "8.54"
    asks = "first take losses: choose the unit that is hit"

    def wants(self, action: Action) -> bool:
        """Losses first."""
        return action.verb == ("lose" if self.dead else "shake")

    @property
    def shaken_by(self) -> str:
        """The paragraph that demoralizes: 8.53 by a result that does no more, 8.52 behind eliminations."""
        return "8.52" if self.blow is not None and not self.blow[2].startswith("(") else "8.53"

    def candidates(self, field: SnsField, state: SnsState) -> list[int]:
        """The units that may be chosen: never headquarters (8.61)."""
        if not self.dead and not self.shaken:
            return []
        mask = alive(state, self.units) & ~field.roster.headquarters
        if self.dead:
            return list(bits(mask & ~field.roster.fleets))
        return list(bits(broadsides.soaks(field, state, mask & ~self.spared)))

    def checked(self, field: SnsField, state: SnsState) -> Hit:
        """This result once nobody is left whom it could eliminate: fleets never are (28.23)."""
        return self if not self.dead or self.candidates(field, state) else replace(self, dead=0)

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        verb = "lose" if self.dead else "shake"
        return [Action(verb, (u,)) for u in field.gunnery.sorts(state, self.candidates(field, state))]

    def is_open(self, field: SnsField, state: SnsState, options: list[Action]) -> bool:
        return len(options) > 1 and (self.dead or self.shaken) < len(self.candidates(field, state))

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        if self.dead:
            return f"Choose the unit that is eliminated ({self.dead} to lose, then {self.shaken} demoralized)"
        return f"Choose the unit that is demoralized ({self.shaken} to go); one that is already is eliminated"

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        unit = unit_of(action)
        if unit in self.candidates(field, state):
            return
        name, bit = field.roster.names[unit], 1 << unit
        if bit & field.roster.headquarters:
            if action.verb == "shake":
                yield "10.52", f"{name} is a headquarters, which is never demoralized"
            yield "8.61", f"{name} is a headquarters and cannot be a loss in combat"
            if action.verb == "lose":
                yield "10.51", f"{name} is eliminated only with all other units of its force"
        elif bit & self.spared:
            yield "8.52", f"{name} has been demoralized by this volley; another unit is"
        elif bit & alive(state, self.units) & field.roster.fleets:
            yield (
                "28.23",
                f"{name} is a fleet: it is never eliminated, and is demoralized again only after all other units",
            )
        else:
            yield from self._unharmed(field, state, unit)

    def _unharmed(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        """What keeps a unit from being hit by the volley at all."""
        name, bit = field.roster.names[unit], 1 << unit
        if field.roster.side[unit] != self.side:
            yield "8.54", f"{name} is not in the force that was hit"
            return
        battle = fighting(state)
        here = field.units_at(state, battle.at(self.side), self.side)
        if bit & state.extras.aboard:
            yield "27.543", f"{name} is aboard: a battle affects it only together with its boat"
        elif bit & alive(state, battle.forces[self.side] & field.roster.afloat) and self.blow is not None:
            yield from broadsides.proof_breaches(field, self.blow, unit)
        elif bit & here and self.side == battle.side:
            yield "7.11", f"{name} stays out of this attack"
        elif bit & here:
            yield "21.2", f"{name} is not in the force on the march, and only that force can be ambushed"
        else:
            yield "8.54", f"{name} is not in the force that was hit"

    def elsewhere(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        if action.verb == "shake":
            yield "8.52", "units are eliminated before others are demoralized"
        yield from _no_evasion(state, action)

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        unit = unit_of(action)
        if self.dead:
            state.replace(replace(self, dead=self.dead - 1))
            fight.kill(field, state, unit, "8.52", step)
            if state.stack and isinstance(state.stack[-1], Hit):
                state.replace(state.stack[-1].checked(field, state))
        else:
            state.replace(replace(self, shaken=self.shaken - 1, spared=self.spared | 1 << unit))
            fight.shake(field, state, unit, self.shaken_by, step)


# -- notation -----------------------------------------------------------------------------------------------------


def _class_read(field: SnsField, state: SnsState, word: str) -> int:
    weapon, _, morale = word.partition("-")
    names = {name: letter for letter, name in MORALE_NAMES.items()} | {letter.lower(): letter for letter in MORALES}
    found = {known.lower(): known for known in WEAPONS}.get(weapon.lower())
    letter = names.get(morale.lower())
    if letter is None or (found is None and weapon.lower() != "s"):
        raise ActionError(f"{word!r} is not a class of volleys; they are written R-veteran, OT-line, F-demoralized")
    if found is None:
        return _swords(field, state, letter)
    return code_of(VolleyClass(found, letter))


def _swords(field: SnsField, state: SnsState, morale: str) -> int:
    """``S-rabble``: foot with swords if there are any to fire, else cavalry with them."""
    code = code_of(VolleyClass("sword", morale))
    top = state.top
    if isinstance(top, Volleys) and code not in top.codes(field, state):
        return code_of(VolleyClass("sabre", morale))
    return code


CLASS: Final[Part[SnsField, SnsState, int]] = Part(
    WordKind.WORD, "CLASS", _class_read, lambda field, code: class_of(code).name
)
SOME: Final = replace(UNITS, fits=lambda field, state, word: word.lower() in field.roster.number)
"""Units, up to the first word that is none."""

VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Verb(FIRE, CLASS, SOME.behind("with").optional(), lender("10.32", "8.6")),
    Verb(CEASE),
    Verb("lose", UNIT),
    Verb("shake", UNIT),
)
