"""What a battle promises: many of them fought in short, with dice of their own that are the same each time.

Owners lose and demoralize their weakest units, headquarters help the strongest volleys, nobody uses an event.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from engine.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.systems.sun_never_sets import broadsides, fight, heights
from engine.systems.sun_never_sets.counters import GOOD
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.gunnery import Gunnery
from engine.systems.sun_never_sets.state import SnsState
from engine.systems.sun_never_sets.tables import FireModifiers, Round
from engine.systems.sun_never_sets.volleys import DEMORALIZED, RESULTS, ROUNDS

BATTLES: Final = 40
"""So many battles are fought for a forecast."""
CLEAR: Final = 12
"""After so many battles that all end alike a player in a hurry has no more fought."""
_KILLS: Final = tuple(RESULTS.index(code) - 1 if code in ("1", "2", "3") else 0 for code in RESULTS)
_SHAKES: Final = tuple(0 if code == "0" else max(RESULTS.index(code) - 1, 1) for code in RESULTS)


class Soldier(NamedTuple):
    """A unit in a forecast: its strength, what it fires with round by round, its class, whether in good order."""

    strength: int
    weapons: tuple[str, str, str]
    morale: str
    good: bool
    ground: int = 0
    """What the hex that it attacks takes off its fire, or an attack from the march adds to it."""


class Host(NamedTuple):
    """A force in a forecast: its units, the weakest first, and the tactical values of its headquarters."""

    soldiers: tuple[Soldier, ...]
    commander: int
    """What the commander adds to the throw for superiority."""
    helpers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The shares of battles won and lost by the attacker, and what each side may expect to lose."""

    won: float
    lost: float
    dead: tuple[float, float]
    """Units eliminated, the attacker's first."""
    shaken: tuple[float, float]
    """Units demoralized that were not before."""

    @property
    def drawn(self) -> float:
        """The share of draws."""
        return max(1.0 - self.won - self.lost, 0.0)


def host(field: SnsField, state: SnsState, units: int, target: int = NOWHERE, *, against_boats: bool = False) -> Host:
    """A force as a forecast has it; ``target`` is the hex that it attacks. Against boats alone nothing but its guns
    counts (27.53), and ground helps nobody (27.545)."""
    roster, gunnery = field.roster, field.gunnery
    fanatics = fight.fanatics(field, state)
    soldiers = sorted(
        Soldier(
            roster.strength[u],
            (
                gunnery.weapons["artillery"][u],
                "" if against_boats else gunnery.weapons["rifle"][u],
                "" if against_boats else gunnery.weapons["melee"][u],
            ),
            "F" if fanatics >> u & 1 else gunnery.morale[u],
            state.steps[u] == GOOD,
            0 if against_boats else _ground(field, state, u, target),
        )
        for u in bits(units & ~roster.headquarters)
    )
    leaders = units & roster.headquarters
    values = sorted((field.tactical(state, hq) for hq in bits(leaders)), reverse=True)
    chief = field.leader(state, leaders)
    commander = field.tactical(state, chief) if chief >= 0 else max(values, default=0)
    return Host(tuple(soldiers), commander, tuple(value for value in values if value > 0))


def forecast(
    field: SnsField,
    state: SnsState,
    side: int,
    target: int,
    units: int,
    defenders: int,
    clear: int = BATTLES,
    *,
    stormed: bool = False,
) -> Forecast:
    """What an attack of some units of a side on others in a hex promises. After ``clear`` battles that all end alike no
    more are fought. Who is aboard takes no part (27.545); who is attacked from the march fires better (20.31)."""
    units, defenders = units & ~state.extras.aboard, defenders & ~state.extras.aboard
    theatre = _THEATRES.get(field.gunnery)
    if theatre is None:
        theatre = Theatre(field.gunnery, field.tables.fire_modifiers, field.tables.defeat.share)
        _THEATRES[field.gunnery] = theatre
    attacker = host(field, state, units, target, against_boats=broadsides.boats_alone(field, state, defenders))
    defender = host(field, state, defenders, against_boats=broadsides.boats_alone(field, state, units))
    if stormed:
        more = field.tables.fire_modifiers.stormed
        defender = defender._replace(soldiers=tuple(one._replace(ground=more) for one in defender.soldiers))
    return theatre.fought(attacker, defender, clear)


def _ground(field: SnsField, state: SnsState, unit: int, target: int) -> int:
    """What a hex takes off the fire of a unit that attacks it (8.6)."""
    found = heights.ground(field, state, target, 1 - field.roster.side[unit], (unit,)) if target != NOWHERE else None
    return found.value if found is not None else 0


class Theatre:
    """Battles in short, on the tables of a scenario; what was fought before is remembered."""

    def __init__(self, gunnery: Gunnery, modifiers: FireModifiers, share: float) -> None:
        self._charts = gunnery.charts
        self._modifiers = modifiers
        self._share = share
        self._known: dict[tuple[Host, Host, int], Forecast] = {}
        self._lines: dict[tuple[int, str, int, int], int] = {}

    def fought(self, attacker: Host, defender: Host, clear: int = BATTLES) -> Forecast:
        """The forecast for two forces; see `forecast`."""
        key = (attacker, defender, clear)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 20_000:
                self._known.clear()
            found = self._known[key] = self._fight(attacker, defender, clear)
        return found

    def _fight(self, attacker: Host, defender: Host, clear: int) -> Forecast:
        random = Random(len(attacker.soldiers) * 1009 + len(defender.soldiers))
        won = lost = 0
        dead, shaken = [0, 0], [0, 0]
        n = 0
        while n < BATTLES and not (n == clear and n in (won, lost, n - won - lost)):
            n += 1
            forces = [_Force(attacker), _Force(defender)]
            first = self._superior(attacker.commander, defender.commander, random)
            for number in range(len(ROUNDS)):
                for player in (first, 1 - first):
                    self._volleys(forces[player], forces[1 - player], number, random)
            beaten = [force.beaten(self._share) for force in forces]
            won += beaten[1] and not beaten[0]
            lost += beaten[0] and not beaten[1]
            for player, force in enumerate(forces):
                dead[player] += force.dead
                shaken[player] += force.shaken
        return Forecast(won / n, lost / n, (dead[0] / n, dead[1] / n), (shaken[0] / n, shaken[1] / n))

    def _superior(self, first: int, second: int, random: Random) -> int:
        while True:
            a, b = first + random.randint(1, 6), second + random.randint(1, 6)
            if a != b:
                return 0 if a > b else 1

    def _volleys(self, force: _Force, enemy: _Force, number: int, random: Random) -> None:
        volleys: dict[tuple[str, str], int] = {}
        grounds: dict[tuple[str, str], int] = {}
        for soldier, good in zip(force.soldiers, force.good, strict=True):
            weapon = soldier.weapons[number]
            if weapon:
                key = (weapon, soldier.morale if good else DEMORALIZED)
                volleys[key] = volleys.get(key, 0) + soldier.strength
                grounds[key] = max(grounds.get(key, soldier.ground), soldier.ground)
        helpers = list(force.helpers)
        for (weapon, morale), factors in sorted(volleys.items(), key=lambda item: -item[1]):
            name = ROUNDS[number]
            ground = grounds[weapon, morale]
            add = ground + (self._modifiers.demoralized if morale == DEMORALIZED else self._adds(morale, name))
            top = self._charts[name].top(weapon)
            while factors > 0 and enemy.soldiers:
                if helpers:
                    result = self._result(
                        number, weapon, min(factors, top), random.randint(1, 6) + add + helpers.pop(0)
                    )
                else:
                    result = self._result(number, weapon, min(factors, top), random.randint(1, 6) + add)
                enemy.hit(_KILLS[result], _SHAKES[result])
                factors -= top

    def _adds(self, morale: str, name: Round) -> int:
        return self._modifiers.morale[morale][name]

    def _result(self, number: int, weapon: str, factors: int, die: int) -> int:
        """The number of a result in `RESULTS`."""
        key = (number, weapon, factors, die)
        found = self._lines.get(key)
        if found is None:
            chart = self._charts[ROUNDS[number]]
            row = chart.row(weapon, factors)
            found = RESULTS.index(chart.result(row, die)) if row is not None else 0
            self._lines[key] = found
        return found


class _Force:
    """A force in one battle of a forecast: the weakest units go first."""

    __slots__ = ("before", "dead", "good", "helpers", "lost", "number", "shaken", "soldiers", "strength", "units_lost")

    def __init__(self, given: Host) -> None:
        self.soldiers = list(given.soldiers)
        self.good = [soldier.good for soldier in given.soldiers]
        self.before = list(self.good)
        """Whether each was in good order when the battle began."""
        self.helpers = given.helpers
        self.strength = sum(soldier.strength for soldier in self.soldiers)
        self.number = len(self.soldiers)
        self.lost = self.units_lost = self.dead = self.shaken = 0

    def hit(self, kills: int, shakes: int) -> None:
        """A result: so many are eliminated, then so many others demoralized."""
        for _ in range(min(kills, len(self.soldiers))):
            self._die(self.good.index(False) if False in self.good else 0)
        spared = 0
        for _ in range(min(shakes, len(self.soldiers))):
            at = next((i for i, good in enumerate(self.good) if good), -1)
            if at < 0:
                if spared >= len(self.soldiers):
                    return
                self._die(0)
                continue
            self.good[at] = False
            spared += 1
            self.shaken += 1
            self.lost += self.soldiers[at].strength
            self.units_lost += 1

    def _die(self, at: int) -> None:
        good, soldier = self.good.pop(at), self.soldiers.pop(at)
        before = self.before.pop(at)
        if good or not before:
            self.lost += soldier.strength
            self.units_lost += 1
        if not good and before:
            self.shaken -= 1
        self.dead += 1

    def beaten(self, share: float) -> bool:
        """Whether it is defeated (8.71)."""
        whole, gone = (self.strength, self.lost) if self.strength else (self.number, self.units_lost)
        return bool(whole) and gone >= whole * share


_THEATRES: Final[WeakKeyDictionary[Gunnery, Theatre]] = WeakKeyDictionary()
"""What was forecast so far, for each scenario in memory."""
