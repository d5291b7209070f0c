"""Chapter 8.3 to 8.6: who fires in which round, in one volley with whom, on which row, with which modifiers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.systems.sun_never_sets.base.counters import GUNS
from engine.systems.sun_never_sets.base.tables import CODES, FireModifiers, FireResult, FireTable, Round

ROUNDS: Final[tuple[Round, ...]] = ("artillery", "rifle", "melee")
"""The rounds of a battle in their order (8.1)."""
MORALE_NAMES: Final[Mapping[str, str]] = {"V": "veteran", "L": "line", "R": "rabble", "F": "fanatic"}
DEMORALIZED: Final = "demoralized"

RESULTS: Final = ("0", *CODES)
"""Results of a volley, the mildest first (8.52, 8.53)."""
_FOOT: Final = frozenset({"infantry", "pioneer", "mounted_infantry", "camel_corps"})
_OTHERS: Final = frozenset({"engineer", "supply"})
"""Types that fight in melee alone: engineers and regular supply corps (8.31)."""
_NO_WEAPON: Final = "N"


class Firer(NamedTuple):
    """What a volley asks of a unit: ``kind`` is its type, ``melee`` its weapon in melee where that is another."""

    kind: str
    strength: int
    weapon: str
    morale: str
    demoralized: bool
    melee: str = ""


@dataclass(frozen=True, slots=True, order=True)
class VolleyClass:
    """Units that fire in one volley: of one weapon and class of morale, or demoralized and of one weapon (8.46)."""

    weapon: str
    """The letter of the weapon; in melee ``OT`` for all that carry firearms, ``sword`` for foot with swords or spears,
    ``C`` and ``sabre`` for the two kinds of cavalry."""
    morale: str
    """The letter of the class, or ``demoralized``."""

    @property
    def name(self) -> str:
        """``R-veteran``, ``OT-demoralized``."""
        return f"{self.weapon}-{MORALE_NAMES.get(self.morale, self.morale)}"


class Modifier(NamedTuple):
    """A modifier of a die: how much, why, under which paragraph (without the system)."""

    value: int
    why: str
    rule: str


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum that a die is modified by: positive and negative ones together (8.6)."""
    return sum(modifier.value for modifier in modifiers)


def weapon_in(name: Round, unit: Firer) -> str:
    """What a unit fires with in a round, as a class of volleys calls it; empty when it does not fire (8.31, 8.41)."""
    if unit.strength <= 0:
        return ""
    if name == "artillery":
        return unit.weapon if unit.kind in GUNS and unit.weapon != _NO_WEAPON else ""
    if name == "rifle":
        return unit.weapon if unit.kind in _FOOT and unit.weapon not in ("S", _NO_WEAPON) else ""
    weapon = unit.melee or unit.weapon
    if unit.kind == "cavalry":
        return "sabre" if weapon == "S" else "C"
    if unit.kind in _FOOT:
        return "sword" if weapon == "S" else "" if weapon == _NO_WEAPON else "OT"
    return "OT" if unit.kind in _OTHERS else ""


def volley_class(name: Round, unit: Firer) -> VolleyClass | None:
    """The class that a unit fires with in a round; None when it does not fire in it."""
    weapon = weapon_in(name, unit)
    if not weapon:
        return None
    return VolleyClass(weapon, DEMORALIZED if unit.demoralized else unit.morale)


def classes(name: Round, units: Mapping[int, Firer]) -> dict[VolleyClass, tuple[int, ...]]:
    """The volleys of a force in a round: each class with its units, classes in order of their names (8.4, 8.44)."""
    found: dict[VolleyClass, list[int]] = {}
    for number, unit in units.items():
        made = volley_class(name, unit)
        if made is not None:
            found.setdefault(made, []).append(number)
    return {key: tuple(sorted(found[key])) for key in sorted(found)}


# -- rows ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a results table: its line, its factors, and for each result from (1) on the least die that gives it."""

    line: str
    factors: int
    least: tuple[int, ...]


class FireChart:
    """A combat results table made ready: the row for a weapon and a number of factors, the result for a die."""

    def __init__(self, table: FireTable) -> None:
        self.die = table.die
        self.provenance = table.provenance
        self._rows: dict[str, tuple[list[int], list[Row]]] = {}
        for name, line in table.lines.items():
            rows = [Row(name, factors, tuple(least)) for factors, least in sorted(line.rows.items())]
            for weapon in line.weapons or _fighters(name):
                self._rows[weapon] = ([row.factors for row in rows], rows)

    def has(self, weapon: str) -> bool:
        """Whether there is a line for a weapon."""
        return weapon in self._rows

    def top(self, weapon: str) -> int:
        """The factors of the highest row of a weapon."""
        return self._rows[weapon][0][-1]

    def row(self, weapon: str, factors: int) -> Row | None:
        """The row that a number of factors of a weapon fire on: the next lower one; None below the lowest (8.42)."""
        limits, rows = self._rows[weapon]
        at = bisect_right(limits, factors) - 1
        return rows[at] if at >= 0 else None

    def result(self, row: Row, die: int) -> str:
        """The result of a row for a modified die, which is held within the table (8.6)."""
        return RESULTS[bisect_right(row.least, self.die.clip(die))]

    def column(self, row: Row, modifier: int) -> tuple[str, ...]:
        """The results of a row for the throws of a die from 1 on, with a modifier."""
        return tuple(self.result(row, die + modifier) for die in range(1, 7))

    def chances(self, row: Row, modifier: int) -> dict[str, float]:
        """Each result of a row with its chance, for one die and a modifier."""
        found: dict[str, float] = {}
        for result in self.column(row, modifier):
            found[result] = found.get(result, 0.0) + 1 / 6
        return found


def _fighters(line: str) -> tuple[str, ...]:
    """The weapons, as classes of volleys call them, that fight on a line of the melee table."""
    return ("C", "sabre") if line == "cavalry" else (line,)


def first_volley(units: Sequence[int], strength: Mapping[int, int], top: int) -> tuple[int, ...]:
    """The units of a class that fire in its next volley: whole units while they stay within the top row; what exceeds
    it fires in another one (8.43). A unit stronger than the top row fires alone.

    The strongest come first, so that a volley is as full as whole units make it.
    """
    taken: list[int] = []
    factors = 0
    for unit in sorted(units, key=lambda u: (-strength[u], u)):
        if not taken or factors + strength[unit] <= top:
            taken.append(unit)
            factors += strength[unit]
    return tuple(sorted(taken))


# -- modifiers ----------------------------------------------------------------------------------------------------


def morale_modifier(table: FireModifiers, name: Round, made: VolleyClass) -> Modifier:
    """What the morale of those who fire adds; demoralized units add nothing, whatever their class (8.6, 11.32)."""
    if made.morale == DEMORALIZED:
        return Modifier(table.demoralized, "demoralized", "11.32")
    return Modifier(table.morale[made.morale][name], f"{MORALE_NAMES[made.morale]} troops", "8.6")


def best_ground(effects: Mapping[str, int]) -> Modifier | None:
    """What the defender's hex takes off: of all that is in it the one that helps him most, never a sum (8.6).

    ``effects`` are modifiers by the names of what gives them; None where nothing helps.
    """
    name = min(effects, key=lambda key: (effects[key], key), default="")
    return Modifier(effects[name], name.replace("_", " "), "8.6") if name and effects[name] else None


# -- superiority, hits, defeat --------------------------------------------------------------------------------------


def superior(first: int, second: int) -> int:
    """Which of two totals has superiority: 0 or 1, -1 for a tie, which is rolled again (8.21)."""
    return -1 if first == second else 0 if first > second else 1


class Hits(NamedTuple):
    """Units still to be eliminated, then to be demoralized."""

    dead: int
    shaken: int

    @classmethod
    def of(cls, hit: FireResult) -> Hits:
        """What a result does."""
        return cls(hit.dead, hit.shaken)


def beaten(strength: int, lost: int, units: int, units_lost: int, share: float) -> bool:
    """Whether a force is defeated: at least ``share`` of its strength points lost by the battle (8.71).

    A force without strength is defeated at that share of its units.
    """
    whole, gone = (strength, lost) if strength else (units, units_lost)
    return bool(whole) and gone >= whole * share


def verdict(attackers_beaten: bool, defenders_beaten: bool) -> int:
    """The winner: 0 the attacker, 1 the defender, -1 if both or neither are defeated (8.72)."""
    return -1 if attackers_beaten == defenders_beaten else 1 if attackers_beaten else 0


# -- retreats -------------------------------------------------------------------------------------------------------


def retreats(
    origin: int, length: int, onward: Mapping[int, Sequence[int]], ends: Iterable[int], far: Mapping[int, int]
) -> Iterator[tuple[int, ...]]:
    """The ways of a retreat of ``length`` hexes: none doubles back, each ends that far from its origin (8.82).

    ``onward`` are the open neighbours of a hex, ``far`` the distances from the origin, ``ends`` the fortresses in which
    a retreat may end after its first hex (8.85).
    """
    stops = frozenset(ends)
    ways: list[tuple[int, ...]] = [()]
    for number in range(1, length + 1):
        longer = []
        for way in ways:
            for n in onward[way[-1] if way else origin]:
                if number == 1 and n in stops:
                    yield (n,)
                if far.get(n) == number:
                    longer.append((*way, n))
        ways = longer
    yield from ways
