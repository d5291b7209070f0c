"""What marches and foraging promise before their dice: modifiers with their paragraphs, every die, shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import knowledge
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import March
from engine.systems.sun_never_sets.base.volleys import Modifier, total
from engine.systems.sun_never_sets.march import assembling
from engine.systems.sun_never_sets.position import supply
from engine.systems.sun_never_sets.position.reaching import slowest

COUNTRY = {
    "fortress": "a fortress",
    "town": "a town",
    "clear": "open country",
    "mountain": "mountain, jungle or marsh",
    "desert": "barren country",
}
"""The lines of the forage chart in words."""


@dataclass(frozen=True, slots=True)
class ModifierRow:
    """What is added to a die."""

    value: int
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class MarchDie:
    """What a die roll of a march gives."""

    die: int
    total: int
    result: March
    meaning: str
    attrition: bool
    """Whether a unit is lost to attrition."""
    points: float
    """The movement points of the force."""


@dataclass(frozen=True, slots=True)
class MarchChance:
    """A result of the march table with its chance."""

    result: March
    meaning: str
    """With the loss to attrition, if there is one."""
    attrition: bool
    points: float
    chance: float


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """A headquarters that may lead a march."""

    unit: str
    value: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class MarchAnswer:
    """What a march of a force of one hex promises before its die."""

    at: str
    units: Sequence[str]
    rule: str
    leader: str
    """The headquarters whose value counts; empty for none."""
    leaders: Sequence[LeaderRow]
    modifiers: Sequence[ModifierRow]
    dice: Sequence[MarchDie]
    results: Sequence[MarchChance]
    """In the order of the die."""
    provenance: str


@dataclass(frozen=True, slots=True)
class ForageDie:
    """What a die of foraging comes to: the units that are fed, and those that are not."""

    die: int
    total: int
    fed: int
    hungry: int


@dataclass(frozen=True, slots=True)
class ForageChance:
    """A number of units that are fed, with the chance of that."""

    fed: int
    hungry: int
    chance: float


@dataclass(frozen=True, slots=True)
class ForageAnswer:
    """What foraging promises in a hex."""

    at: str
    side: str
    rule: str
    units: Sequence[str]
    number: int
    """How many units have to be fed."""
    automatic: bool
    """Whether a line of supply feeds them."""
    line: str
    """The line of the table, and in words as ``country``."""
    country: str
    limits: Sequence[int]
    """The units that each die would feed without modifiers."""
    leader: str
    modifiers: Sequence[ModifierRow]
    dice: Sequence[ForageDie]
    results: Sequence[ForageChance]
    expected_hungry: float
    provenance: str


def march(field: SnsField, state: SnsState, keys: list[str], chosen: str | None = None) -> MarchAnswer:
    """What the march table holds in store for a force of one hex (6.0). ``chosen`` is the headquarters whose value
    counts, empty for none; None takes the best.

    Raises HexwrightError for units of several hexes or sides, and for a leader that may not lend its value.
    """
    units = knowledge.attackers(field, state, keys)
    side, h, mask = field.roster.side[units[0]], state.where[units[0]], mask_of(units)
    if any(field.roster.side[u] != side or state.where[u] != h for u in units):
        raise HexwrightError("the units of a force must be of one side and in one hex")
    may = assembling.leaders(field, state, side, h, mask)
    leader = _leader(field, state, side, h, mask, may, chosen)
    adds = assembling.march_modifiers(field, state, side, h, mask, leader)
    table, allowance = field.tables.march, slowest(field, state, mask)
    dice, results, chances = list[MarchDie](), dict[str, MarchDie](), dict[str, float]()
    for die in range(1, 7):
        row = table.rows[table.die.clip(die + total(adds))]
        meaning = table.results[row.march]
        words = meaning + (", and a unit is lost to attrition" if row.attrition else "")
        points = allowance * table.times[row.march]
        dice.append(MarchDie(die, die + total(adds), row.march, meaning, row.attrition, points))
        results.setdefault(words, dice[-1])
        chances[words] = chances.get(words, 0.0) + 1 / 6
    keys_of = field.roster.keys
    return MarchAnswer(
        at=field.grid.name(h),
        units=field.keys_of(mask),
        rule=field.cite("6.0"),
        leader=keys_of[leader] if leader >= 0 else "",
        leaders=[LeaderRow(keys_of[hq], field.strategic(state, hq), hq == leader) for hq in sorted(may)],
        modifiers=[shown(field, modifier) for modifier in adds],
        dice=dice,
        results=[
            MarchChance(first.result, words, first.attrition, first.points, round(chances[words], 4))
            for words, first in results.items()
        ],
        provenance=table.provenance,
    )


def _leader(field: SnsField, state: SnsState, side: int, h: int, mask: int, may: list[int], chosen: str | None) -> int:
    """The headquarters whose value counts: the one named, none for an empty name, else the best that may lend it."""
    if chosen is None:
        return max(may, key=lambda hq: field.strategic(state, hq), default=NOWHERE)
    if not chosen:
        # A commander in chief leads whether he is named or not (6.11).
        return assembling.must_lead(field, state, side, h, mask)
    leader = int(field.roster.find(chosen))
    for rule, why in assembling.leader_faults(field, state, side, h, leader, mask):
        raise HexwrightError(f"{why} ({field.cite(rule)})")
    return leader


def forage(field: SnsField, state: SnsState, place: str, keys: Sequence[str] = ()) -> ForageAnswer:
    """What the forage chart holds in store for units if they were in a hex (12.3); for those there if none are named.

    Raises HexwrightError for a hex without units when none are named, and for units of both sides.
    """
    h = field.grid.parse(place)
    mask = mask_of(field.roster.find(key) for key in keys) if keys else state.stacks.get(h, 0)
    sides = {field.roster.side[u] for u in bits(mask)}
    if len(sides) != 1:
        raise HexwrightError("name units of one side" if sides else f"no units are in {field.place(h)}: name units")
    (side,) = sides
    needy = mask & ~field.roster.of_type(*field.tables.supply.needs_none)
    number = supply.load(field, needy)
    leader = supply.best_forager(field, state, mask)
    adds = supply.forage_modifiers(field, state, h, side, leader)
    line = supply.forage_line(field, state, h, side)
    table = field.tables.simple_forage if field.on("simple_forage") else field.tables.forage
    dice, shares = list[ForageDie](), dict[int, float]()
    for die in range(1, 7):
        fed = min(supply.fed(field, state, h, side, die, total(adds)), number)
        dice.append(ForageDie(die, die + total(adds), fed, number - fed))
        shares[fed] = shares.get(fed, 0.0) + 1 / 6
    return ForageAnswer(
        at=field.grid.name(h),
        side=field.sides[side],
        rule=field.cite("12.3"),
        units=field.keys_of(needy),
        number=number,
        automatic=supply.automatic(field, state, h, side) is not None,
        line=line,
        country=COUNTRY.get(line, line),
        limits=[supply.fed(field, state, h, side, die, 0) for die in range(1, 7)],
        leader=field.roster.keys[leader] if leader >= 0 else "",
        modifiers=[shown(field, modifier) for modifier in adds],
        dice=dice,
        results=[ForageChance(fed, number - fed, round(share, 4)) for fed, share in sorted(shares.items())],
        expected_hungry=round(sum((number - fed) * share for fed, share in shares.items()), 4),
        provenance=table.provenance,
    )


def shown(field: SnsField, modifier: Modifier) -> ModifierRow:
    """A modifier with its full paragraph."""
    return ModifierRow(modifier.value, modifier.why, field.cite(modifier.rule))
