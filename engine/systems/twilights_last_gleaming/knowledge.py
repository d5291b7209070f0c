"""What the umpire knows and a designer asks at the table: reach, zones of control, sight, odds, retreats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import HexwrightError
from engine.mechanics.bits import bits
from engine.mechanics.hexes import knowledge
from engine.mechanics.hexes.hexstate import WAITING
from engine.mechanics.hexes.marching import HALF
from engine.play.answer_records import HexReach, OddsShift, ReasonAgainst, SightAnswer
from engine.play.words import listed
from engine.systems.twilights_last_gleaming import battle, contact, fire, moving
from engine.systems.twilights_last_gleaming.aftermath import retreat_options
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.prospects import expected
from engine.systems.twilights_last_gleaming.state import TlgState


@dataclass(frozen=True, slots=True)
class MoveReach:
    """Where a unit could move, and what prevents it where it cannot."""

    unit: str
    at: str | None
    allowance: float
    locked: bool
    """Whether it is in an enemy zone of control."""
    rule: str
    because: str
    """Why it cannot move, in words; empty if it can."""
    hexes: Mapping[str, HexReach]


@dataclass(frozen=True, slots=True)
class StepRetreats:
    """Where a unit could retreat to, and which of those hexes have a price."""

    unit: str
    rule: str
    hexes: Sequence[str]
    into_zone_of_control: Sequence[str]
    displacing: Sequence[str]


@dataclass(frozen=True, slots=True)
class AttackerRow:
    """A unit that attacks, its strength, and how it takes part."""

    unit: str
    strength: float
    how: str


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """An attack with every shift, the column, and the chance of each result."""

    targets: Sequence[str]
    defenders: Sequence[str]
    attackers: Sequence[AttackerRow]
    attack: float
    defence: float
    basic: str
    """The column before shifts."""
    shifts: Sequence[OddsShift]
    odds: str
    column: int
    """Its number, from 1."""
    provenance: str
    results: Mapping[str, float]
    expected: Mapping[str, float]
    """Steps that each side may expect to lose."""
    retreats: Mapping[str, Sequence[str]]
    """Where each defender could retreat to."""
    illegal: Sequence[ReasonAgainst]


def reach(field: TlgField, state: TlgState, unit: str) -> MoveReach:
    """Where a unit could move or enter, and what holds it up where it can go nowhere."""
    u = field.roster.find(unit)
    at = state.where[u]
    hexes = knowledge.reach(field, MARCH, state, u)
    rule, because = ("tlg2:4.6", "") if hexes else _held_up(field, state, u)
    return MoveReach(
        unit=field.roster.keys[u],
        at=field.grid.name(at) if at >= 0 else None,
        allowance=moving.allowance(field, state, u) / HALF,
        locked=at >= 0 and moving.in_enemy_zone(field, state, u),
        rule=rule,
        because=because,
        hexes=hexes,
    )


def _held_up(field: TlgField, state: TlgState, u: int) -> tuple[str, str]:
    """The paragraph that keeps a unit from going anywhere, and how."""
    at = state.where[u]
    if at == WAITING and u in field.arrival_turn:
        if field.arrival_turn[u] > state.turn:
            return "tlg2:5.2", f"arrives on {field.scenario.turns.said(field.arrival_turn[u])}"
        if why := field.waits_for(state, u):
            return "tlg2:5.1", why
        return "tlg2:5.3", "its entry hex is closed to it, or its place in the column costs too much"
    if at < 0:
        rule, why = moving.off_map(at)
        return f"tlg2:{rule}", why
    if moving.in_enemy_zone(field, state, u):
        return "tlg2:4.1", "is in an enemy zone of control"
    return "tlg2:4.9", "every hex next to it is closed to it"


def sight(field: TlgField, state: TlgState, a: str, b: str) -> SightAnswer:
    """The line of sight between two hexes: its state, why, the range, and the hexes and hexsides it crosses."""
    grid = field.ground.grid
    first, second = grid.parse(a), grid.parse(b)
    found = fire.sight(field, state, first, second)
    trace = field.lines.trace(first, second)
    return SightAnswer(
        from_=grid.name(first),
        to=grid.name(second),
        range=grid.distance(first, second),
        state=found.state,
        because=list(found.because),
        rule="tlg2:7.3" if found.state == fire.ATTENUATED else "tlg2:7.7",
        hexes=[grid.name(h) for h in trace.hexes],
        sides=[grid.side_name(side) for side in trace.sides],
        along=[grid.side_name(side) for side, _, _ in trace.along],
    )


def retreats(field: TlgField, state: TlgState, unit: str) -> StepRetreats:
    """Where a unit could retreat to if it had to now (6.12 to 6.14); no hexes means that it would be eliminated."""
    u = knowledge.on_map(field, state, unit)
    enemy = field.zones.of(state, 1 - field.roster.side[u])
    hexes = retreat_options(field, state, u, ())
    name = field.ground.grid.name
    return StepRetreats(
        unit=field.roster.keys[u],
        rule="tlg2:6.12",
        hexes=[name(h) for h in hexes],
        into_zone_of_control=[name(h) for h in hexes if enemy[h]],
        displacing=[name(h) for h in hexes if not moving.may_share(field, state, u, h)],
    )


def _how(field: TlgField, unit: int, guns: list[int]) -> str:
    """How a unit would take part in an attack; only artillery does from afar."""
    if unit not in guns:
        return "adjacent"
    return "bombards" if field.roster.gun[unit] else "out of contact"


def odds(field: TlgField, state: TlgState, target: str, keys: list[str]) -> AttackOdds:
    """An attack on a hex (or several, separated by commas) by some units, as the board stands.

    Strengths, each shift with its paragraph, the column, the chance of every result, losses to be expected in
    steps, where each defender could retreat to, and why the attack would not be legal.
    """
    grid = field.ground.grid
    targets = tuple(sorted({grid.parse(part) for part in target.split(",")}))
    attackers = knowledge.attackers(field, state, keys)
    defenders = [u for h in targets for u in bits(state.stacks.get(h, 0))]
    if not defenders:
        raise HexwrightError(f"there is no unit in {target}")
    side = field.roster.side[attackers[0]]
    found = battle.odds(field, state, targets, attackers)
    near, guns = battle.split(field, state, targets, attackers)
    chances = field.crt.distribution(found.column)
    names = field.roster.keys
    read = knowledge.in_store(field.crt, found.column)
    return AttackOdds(
        targets=[grid.name(h) for h in targets],
        defenders=[names[u] for u in defenders],
        attackers=[AttackerRow(names[u], value, _how(field, u, guns)) for u, value in sorted(found.strengths.items())],
        attack=found.attack,
        defence=found.defence,
        basic=found.basic,
        shifts=[OddsShift(shift.columns, shift.cause, f"tlg2:{shift.rule}") for shift in found.shifts],
        odds=field.crt.columns[found.column],
        column=read.column,
        provenance=read.provenance,
        results=read.results,
        expected=expected(state, chances, near, defenders),
        retreats={names[u]: [grid.name(h) for h in retreat_options(field, state, u, ())] for u in defenders},
        illegal=knowledge.illegal(field, battle.breaches(field, state, side, targets, attackers)),
    )


def misplaced(field: TlgField, state: TlgState) -> list[str]:
    """Units in rivers and stacks that no rule allows, in a sentence each (4.9, 4.16)."""
    found = []
    for h, mask in state.stacks.items():
        where, names = field.ground.grid.name(h), listed(field.roster.names[u] for u in bits(mask))
        if not field.ground.playable[h]:
            found.append(f"{names} would start in the river at {where} [tlg2:4.16]")
        count = mask.bit_count()
        if count > 2 or (count == 2 and not mask & field.roster.heavy):
            found.append(f"{names} would start stacked in {where} [tlg2:4.9]")
    return found


def defects(field: TlgField, state: TlgState) -> list[str]:
    """What these rules never allow: stacks, units in rivers, knowledge gone stale."""
    found = []
    name = field.ground.grid.name
    playable = field.ground.playable
    # Asked after every action: where no hex is in a river and none holds two units, that is seen fastest.
    if not all(map(playable.__getitem__, state.stacks)):
        found += [f"units in the river at {name(h)}" for h in state.stacks if not playable[h]]
    if sum(map(int.bit_count, state.stacks.values())) > len(state.stacks):
        for h, mask in state.stacks.items():
            if mask.bit_count() > 2 or (mask & (mask - 1) and not mask & field.roster.heavy):
                found.append(f"a stack at {name(h)}")
    found += knowledge.stale(field, state)
    if state.contacts is not None:
        side, net = state.contacts
        if contact.found_anew(field, state, side) != net:
            found.append("the contacts are stale")
    return found
