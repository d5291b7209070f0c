"""Chapter 7 and 8.1: attacks in the battle segment, the steps of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import ActionError
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each, of_side
from engine.mechanics.hexes.turns import active_side
from engine.mechanics.hexes.verbs import ENTRY, TARGET, UNIT, UNITS, Verb
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets.base import cargo, event_tables
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import ENDING, Segment, SnsDoing, reveal
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import ROUNDS
from engine.systems.sun_never_sets.battle import (
    aftermath,
    broadsides,
    evasion,
    intelligence,
    laying,
    rounds,
    slipping,
    superiority,
    supplied,
)
from engine.systems.sun_never_sets.battle.helping import Helping, lay_edge
from engine.systems.sun_never_sets.battle.retreating import loosen
from engine.systems.sun_never_sets.position import engineers, fates, fight, organising
from engine.systems.sun_never_sets.position.acts import attack_of
from engine.systems.sun_never_sets.position.fight import Fighting
from engine.systems.sun_never_sets.position.rewording import Reworded, is_hex, without_commander

BATTLE: Final = "battle"
ATTACK: Final = "attack"


def begin(field: SnsField, state: SnsState, side: int) -> None:
    """Begin the segment of a side: no sapper attack has been made, no defenses are blown (17.22, 17.23)."""
    state.extras = replace(state.extras, sapped=0, blown=frozenset(), tried=frozenset())
    state.push(BattleSegment(side))


def ready(field: SnsField, state: SnsState, h: int, side: int) -> int:
    """The units of a side in a hex that have neither attacked nor advanced in this turn (7.33, 8.91); who is aboard
    does not fight (27.545), and civilians never attack (26.2)."""
    barred = state.fought | state.extras.aboard | field.roster.civilians
    return field.units_at(state, h, side) & ~barred


@dataclass(frozen=True)
class BattleSegment(Segment):
    """The battle segment: attacks are voluntary, one after the other (7.1)."""

    side: int
    aimed: tuple[int, ...] = ()
    """The hexes that have attacked, each followed by the hex they attacked (7.31)."""

    phase = BATTLE
    asks = "this is the battle segment: attack an adjacent hex, or end it"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        more = self.saps(field, state) or laying.cuttable(field, state, self.side)
        if not self.pairs(field, state) and not more:
            return None
        return Decision(field.sides[self.side], BATTLE, "sns2:7.1", "Attack an adjacent hex, or end the segment")

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        step.forced.append(END)
        state.pop()

    def pairs(self, field: SnsField, state: SnsState) -> list[tuple[int, int]]:
        """The (attacked hex, attacking hex) pairs there are (7.0, 7.31)."""
        enemy = field.roster.of_side[1 - self.side]
        found = []
        for origin in sorted(state.stacks):
            fresh = ready(field, state, origin, self.side)
            if fresh & field.roster.combat:
                found += [
                    (n, origin)
                    for n in field.grid.ring1[origin]
                    if state.stacks.get(n, 0) & enemy
                    and broadsides.striking(field, state, self.side, origin, n, fresh) & field.roster.combat
                    and n not in field.closed[self.side]
                    and self.target_of(field, origin) in (NOWHERE, n)
                ]
        return sorted(found)

    def target_of(self, field: SnsField, origin: int) -> int:
        """The hex that the units of a hex have attacked already, which others of them must attack too (7.31)."""
        if field.options["targets"] == "each_force":
            return NOWHERE
        return dict(zip(self.aimed[::2], self.aimed[1::2], strict=True)).get(origin, NOWHERE)

    def attacks(self, field: SnsField, state: SnsState) -> Offers:
        """The attacks there are, each with all that are ready."""
        return ((target, origin, ()) for target, origin in self.pairs(field, state))

    def sappings(self, field: SnsField, state: SnsState) -> Offers:
        """The sapper attacks there are."""
        return iter(self.saps(field, state))

    def saps(self, field: SnsField, state: SnsState) -> list[tuple[int, int]]:
        """The sapper attacks there are: (hex, engineer) (17.2)."""
        return engineers.saps(field, state, self.side, self.aimed[1::2])

    def bars_sap(self, field: SnsField, state: SnsState, target: int, unit: int) -> Iterator[Breach]:
        """Every paragraph that a sapper attack breaks."""
        return engineers.sap_breaches(field, state, self.side, target, unit, self.aimed[1::2])

    def bars_attack(
        self, field: SnsField, state: SnsState, target: int, origin: int, units: tuple[int, ...]
    ) -> Iterator[Breach]:
        """Every paragraph that an attack breaks."""
        yield from attack_breaches(field, state, self.side, target, origin, units)
        before = self.target_of(field, origin)
        if before not in (NOWHERE, target):
            yield "7.31", f"the units of {field.place(origin)} attack {field.place(before)} in this segment"

    def attack(
        self, field: SnsField, state: SnsState, step: Step, target: int, origin: int, units: tuple[int, ...]
    ) -> None:
        """An attack is declared, by the units that are named or by all that are not left out next."""
        state.replace(replace(self, aimed=(*self.aimed, origin, target)))
        fresh = ready(field, state, origin, self.side)
        mask = mask_of(units) or broadsides.striking(field, state, self.side, origin, target, fresh)
        if units:
            step.forced.append(Action("fight"))
            declare(field, state, self.side, origin, target, mask, step)
            offer_evasion(field, state)
        else:
            state.push(Mustering(self.side, origin, target, mask))

    deeds = (
        Deed(ATTACK, attack, bars_attack, attacks),
        laying.CUTTING,
        ENDING,
        Deed(engineers.SAP, of_side(engineers.sap), bars_sap, sappings),
        *intelligence.FREELY,
    )


def attack_breaches(
    field: SnsField, state: SnsState, side: int, target: int, origin: int, units: tuple[int, ...]
) -> Iterator[Breach]:
    """Every paragraph that an attack breaks; without ``units`` all that are ready attack."""
    if NOWHERE in (target, origin):
        yield "7.0", "an attack is made from a hex of the map on an adjacent hex; name both"
        return
    name = field.place
    if not state.stacks.get(target, 0) & field.roster.of_side[1 - side]:
        yield "7.0", f"there is no enemy in {name(target)}"
    near = field.grid.distance(origin, target) == 1
    fresh = ready(field, state, origin, side)
    able = broadsides.striking(field, state, side, origin, target, mask_of(units) or fresh) if near else 0
    if not near:
        yield "7.0", f"{name(target)} is not next to {name(origin)}"
    elif fresh and not able:
        yield out_of_reach(field, state, origin, target, mask_of(units) or fresh)
    if target in field.closed[side]:
        yield "asante:6.3", f"{name(target)} is closed to the {field.side_name(side)}"
    there = field.units_at(state, origin, side)
    if not there:
        yield "7.0", f"no unit of the attacker is in {name(origin)}"
        return
    for u in units:
        if not there >> u & 1:
            yield "7.32", f"{field.roster.names[u]} is not in {name(origin)}; forces of several hexes attack apart"
        elif field.roster.civilians >> u & 1:
            yield "26.2", f"{field.roster.names[u]} never attack"
        elif state.fought >> u & 1:
            yield "7.33", f"{field.roster.names[u]} has already attacked or advanced in this turn"
            yield "8.91", f"{field.roster.names[u]} has already attacked or advanced in this turn"
            if field.on("evasion"):
                yield "22.34", f"{field.roster.names[u]} cannot attack again, whether its enemy evaded or fought"
        elif state.extras.aboard >> u & 1:
            yield "27.545", f"{field.roster.names[u]} is aboard, and does not fight"
            if cargo.carriers(state, u) & field.roster.fleets:
                yield "28.21", f"{field.roster.names[u]} is aboard a fleet and cannot fire"
        elif near and able and not able >> u & 1:
            yield out_of_reach(field, state, origin, target, 1 << u)
    attackers = mask_of(units) if units else there & ~state.fought & ~state.extras.aboard
    if not attackers:
        spent = f"all units in {name(origin)} have already attacked or advanced in this turn"
        yield from ((rule, spent) for rule in ("7.33", "8.91"))
        if field.on("evasion"):
            yield "22.34", f"{spent}, whether their enemy evaded or fought"
    elif not attackers & (able or attackers) & field.roster.combat:
        yield "7.0", "an attack needs a unit with combat strength"
        if attackers & field.roster.civilians and not units:
            yield "26.2", "civilians never attack"


def out_of_reach(field: SnsField, state: SnsState, origin: int, target: int, mask: int) -> Breach:
    """Why units next to a hex may not attack it."""
    name = field.place
    alone = state.stacks.get(target, 0) & ~mask
    guns = alone and broadsides.needs_guns(field, state, target, alone)
    if guns and not broadsides.hitting(field, state, mask & ~field.roster.afloat, alone):
        if alone & field.roster.afloat & ~field.roster.fleets:
            return "27.53", f"only guns, rockets and machine guns attack the boats in {name(target)}"
        return "28.2", f"only artillery attacks the fleet in {name(target)}"
    if mask & field.roster.fleets:
        return "28.2", f"{name(target)} is not a coastal hex: a fleet does not attack it"
    if alone & field.roster.fleets and not alone & ~field.roster.fleets & ~field.roster.headquarters:
        return "28.2", f"a fleet in {name(target)} is attacked from the coast beside it, not from {name(origin)}"
    if mask & field.roster.boats or target in field.ground.open[origin]:
        return "27.51", f"no hexside that boats go along joins {name(origin)} and {name(target)}"
    return "7.0", f"{name(target)} is closed to attacks from {name(origin)}"


@dataclass(frozen=True)
class Mustering(SnsDoing):
    """An attack was declared: which units of the hex stay out of it (7.11)."""

    side: int
    origin: int
    target: int
    units: int

    rule = "7.11"
    asks = "an attack is being put together: leave units out of it, or fight it first"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self.spare(field, state):
            return None
        hexes = (field.grid.name(self.target),)
        prompt = f"Attack {field.place(self.target)} from {field.place(self.origin)}: leave units out, or fight"
        return Decision(field.sides[self.side], ATTACK, "sns2:7.11", prompt, (), hexes)

    def spare(self, field: SnsField, state: SnsState) -> list[int]:
        """The units that may still be left out: never the last with combat strength."""
        fighters = self.units & field.roster.combat
        return [u for u in bits(self.units) if fighters & ~(1 << u)]

    def omittable(self, field: SnsField, state: SnsState) -> Offers:
        """One of them of each sort."""
        return each(field.gunnery.sorts(state, self.spare(field, state)))

    def bars(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        """Why a unit is not left out."""
        if unit not in self.spare(field, state):
            name = field.roster.names[unit]
            if self.units >> unit & 1:
                yield "7.0", f"without {name} no unit with combat strength would attack"
            else:
                yield "7.11", f"{name} is not in the attack"

    def leave_out(self, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
        """A unit stays out of the battle."""
        state.replace(replace(self, units=self.units & ~(1 << unit)))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        step.forced.append(Action("fight"))
        self.fight(field, state, step)

    def fight(self, field: SnsField, state: SnsState, step: Step) -> None:
        """The battle begins."""
        state.pop()
        declare(field, state, self.side, self.origin, self.target, self.units, step)
        offer_evasion(field, state)

    deeds = (Deed("fight", fight), Deed("without", leave_out, bars, omittable))


def declare(
    field: SnsField,
    state: SnsState,
    side: int,
    origin: int,
    target: int,
    units: int,
    step: Step,
    superior_side: int = -1,
    interrupted: int = 0,
) -> None:
    """Some units of a hex attack another; all enemies there defend (7.2). Headquarters alone fall at once (10.54).

    ``interrupted`` are the units on the march that alone defend against an ambush (21.2), or -1 for an attack from the
    march: neither keeps anybody from attacking in the battle segment (20.7).
    """
    defenders = field.units_at(state, target, 1 - side) & ~state.extras.aboard
    if interrupted:
        defenders &= interrupted
    else:
        state.fought |= units
        state.struck |= defenders
    loosen(field, state, units)
    reveal(field, state, units | defenders)
    name = field.grid.name
    step.say(
        ATTACK,
        field.cite("7.0"),
        side=field.sides[side],
        attackers=field.keys_of(units),
        defenders=field.keys_of(defenders),
        target=name(target),
        **{"from": name(origin)},
    )
    forces = (units, defenders) if side == 0 else (defenders, units)
    good = (field.good(state, forces[0]), field.good(state, forces[1]))
    battle = Battle(side, origin, target, forces, good, superior_side)
    if field.lone_headquarters(state, target, 1 - side):
        fates.lone_headquarters(field, state, target, 1 - side, "10.54", step)
        if not state.ended:
            state.push(aftermath.BattleEnd(side, origin, target, forces, good, winner=side))
    else:
        state.push(battle)


def offer_evasion(field: SnsField, state: SnsState) -> None:
    """The defender of an attack in the battle segment may evade, boats first (22.1, 27.56)."""
    battle = state.top
    if not isinstance(battle, Battle):
        return
    if field.on("evasion"):
        state.push(evasion.Evading(1 - battle.side))
    if broadsides.attacked(field, battle.forces[1 - battle.side]):
        state.push(slipping.Slipping(1 - battle.side))


@dataclass(frozen=True)
class Battle(Fighting):
    """A battle: events that help, superiority, three rounds, then who has won (8.1)."""

    stage: int = 0

    rule = "8.1"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        stage, first = self.stage, len(fight.EDGES)
        state.replace(replace(self, stage=stage + 1))
        if stage < first:
            self._edge(field, state, fight.EDGES[stage], step)
        elif stage == first:
            if self.superior < 0:
                state.push(superiority.Superiority())
        elif stage - first <= len(ROUNDS):
            if all(self.left(field, state, side) for side in range(2)):
                supplied.open_round(field, state)
                state.push(rounds.Volleys(stage - first - 1, self.superior))
                supplied.ask(field, state, ROUNDS[stage - first - 1], self.superior)
        else:
            state.replace(
                aftermath.BattleEnd(self.side, self.origin, self.target, self.forces, self.good, self.superior)
            )

    def _edge(self, field: SnsField, state: SnsState, key: str, step: Step) -> None:
        """An event that may help a side in this battle: it is asked whether this is the one (event 42 and 26)."""
        effect = field.effect(state, key)
        if effect is None:
            return
        if key != fight.AUSPICIOUS:
            state.push(Helping(field.empire if key == fight.HEROICS else field.native, fight.EDGES.index(key)))
        elif self.side == field.native:
            die = step.roll(state)
            numbers = event_tables.row_of(field.event_table, field.roles[self.side], key).numbers
            value = numbers["even"] if die % 2 == 0 else numbers["odd"]
            rule = event_tables.rule_of(field.event_table, field.roles[self.side], key)
            step.say("omen", field.cite(rule), side=field.sides[self.side], die=die, melee=value)
            lay_edge(state, fight.EDGES.index(key), value)


def _from_the_only_hex(field: SnsField, state: SnsState, args: tuple[Any, ...]) -> Action:
    """An attack without ``from`` is made from the only hex from which it can be."""
    target, origin, units = args
    segment = state.top
    if origin == NOWHERE and isinstance(segment, BattleSegment):
        origins = [h for t, h in segment.pairs(field, state) if t == target]
        if len(origins) == 1:
            origin = origins[0]
    return Action(ATTACK, (target, origin, units))


FROM: Final = replace(ENTRY, title="HEX", after="from")
_ATTACK: Final = Verb[SnsField, SnsState](
    ATTACK, TARGET, FROM.optional(NOWHERE), UNITS.behind("with").optional(), made=_from_the_only_hex
)


def _spelled(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """Columns of an attack as their units, ``with all`` as all that may attack, and ``without br-2`` as all the others
    (5.4, 7.11); a last ``fight`` says nothing more. Who commands is no part of the attack."""
    words, _ = without_commander(words)
    words = words[:-1] if words[-1:] and words[-1].lower() == "fight" else words
    words = _target_first(field, state, words)
    spelled, roster = organising.spelled_out(field, state, words), field.roster
    everybody = [word.lower() for word in spelled[-2:]] in (["with", "all"], ["by", "all"])
    at = next((n for n, word in enumerate(spelled) if word.lower() == "without"), len(spelled) - 2 if everybody else 0)
    if not at:
        return spelled
    out = [] if everybody else [word.lower() for word in spelled[at + 1 :]]
    unknown = next((word for word in out if word not in roster.number), "")
    if unknown or not (out or everybody):
        nobody = f"there is no unit {unknown!r}{roster.near(unknown)}: " if unknown else ""
        raise ActionError(f"{nobody}choose the units that stay out of the battle")
    origin = attack_of(_ATTACK.read(field, state, spelled[:at])).origin
    units = bits(ready(field, state, origin, active_side(state))) if origin >= 0 else ()
    return [*spelled[:at], "with", *(roster.keys[u] for u in units if roster.keys[u].lower() not in out)]


def _target_first(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``from S0303 S0403`` as ``S0403 from S0303``: the hex of the side whose turn it is comes behind that of the
    enemy."""
    origin, target = (field.grid.find(word) if is_hex(field, word) else NOWHERE for word in [*words, "", ""][:2])
    side = active_side(state)
    if min(origin, target, side) < 0 or field.units_at(state, origin, 1 - side):
        return words
    turned = field.units_at(state, origin, side) and field.units_at(state, target, 1 - side)
    return [words[1], words[0], *words[2:]] if turned else words


class _Attack(Reworded):
    """An attack; with ``led by br-hq`` it stands for the attack and for naming who commands in the battle (8.21)."""

    def split_by_unit(self, field: SnsField, words: Sequence[str]) -> list[list[str]]:
        words, commander = without_commander(words)
        return [[self.word, *words], ["command", commander]] if commander else []


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    _Attack(ATTACK, *_ATTACK.parts, reworded=_spelled, made=_from_the_only_hex),
    Verb("without", UNIT),
    Verb("fight"),
    superiority.VERB,
    Verb("use"),
    Verb("pass"),
    *rounds.VERBS,
    *supplied.VERBS,
    *evasion.VERBS,
    *engineers.VERBS,
    *intelligence.VERBS,
)
