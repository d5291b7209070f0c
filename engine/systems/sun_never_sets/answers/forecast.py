"""What a battle promises: many of them fought in short, with dice of their own that are the same each time.

Owners lose and demoralize their weakest units, headquarters help the strongest volleys, and no side uses an event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.systems.sun_never_sets.base.counters import GOOD
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.gunnery import Gunnery
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import FireModifiers
from engine.systems.sun_never_sets.base.volleys import DEMORALIZED, RESULTS, ROUNDS, FireChart
from engine.systems.sun_never_sets.battle import broadsides
from engine.systems.sun_never_sets.position import fight, heights

BATTLES: Final = 40
"""The number of battles that are fought for a forecast."""
CLEAR: Final = 12
"""The number of battles with the same end after which a player in a hurry has no more fought."""
REMEMBERED: Final = 2000
"""The number of forecasts that are remembered, the latest: older ones are hardly ever asked for again, and in
a large campaign they would take more memory than all else."""
_FACES: Final = 6
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
    counts (27.53), and ground helps no unit (27.545)."""
    roster, gunnery = field.roster, field.gunnery
    fanatics = fight.fanatics(field, state)
    grounds = {} if against_boats else _grounds(field, state, units & ~roster.headquarters, target)
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
            grounds.get((roster.nation[u], roster.type[u]), 0),
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


def _grounds(field: SnsField, state: SnsState, units: int, target: int) -> dict[tuple[str, str], int]:
    """What a hex takes off the fire of units of one side that attack it (8.6), by their nation and type, for no more
    decides it (abyssinia:6.3, afghan:6.5)."""
    roster, found = field.roster, {}
    for u in bits(units) if target != NOWHERE else ():
        kind = (roster.nation[u], roster.type[u])
        if kind not in found:
            taken = heights.ground(field, state, target, 1 - roster.side[u], (u,))
            found[kind] = taken.value if taken is not None else 0
    return found


class Theatre:
    """Battles in short, on the tables of a scenario; what was fought before is remembered."""

    def __init__(self, gunnery: Gunnery, modifiers: FireModifiers, share: float) -> None:
        self._charts = gunnery.charts
        self._modifiers = modifiers
        self._share = share
        self._known: dict[tuple[Host, Host, int], Forecast] = {}
        self._lines: dict[tuple[int, str, int], _Line] = {}
        self._forces: dict[tuple[Host, bool], _Force] = {}

    def fought(self, attacker: Host, defender: Host, clear: int = BATTLES) -> Forecast:
        """The forecast for two forces; see `forecast`."""
        key = (attacker, defender, clear)
        found = self._known.pop(key, None)
        if found is None:
            found = self._fight(attacker, defender, clear)
            if len(self._known) >= REMEMBERED:
                del self._known[next(iter(self._known))]
        self._known[key] = found
        return found

    def _fight(self, attacker: Host, defender: Host, clear: int) -> Forecast:
        die = _die_of(Random(len(attacker.soldiers) * 1009 + len(defender.soldiers)))
        forces = (self._force(attacker, True), self._force(defender, False))
        won = lost = 0
        dead, shaken = [0, 0], [0, 0]
        n = 0
        while n < BATTLES and not (n == clear and n in (won, lost, n - won - lost)):
            n += 1
            for force in forces:
                force.fresh()
            first = self._superior(attacker.commander, defender.commander, die)
            for number in range(len(ROUNDS)):
                for player in (first, 1 - first):
                    self._fire(forces[player], forces[1 - player], number, die)
            beaten = [force.beaten(self._share) for force in forces]
            won += beaten[1] and not beaten[0]
            lost += beaten[0] and not beaten[1]
            for player, force in enumerate(forces):
                dead[player] += force.dead
                shaken[player] += force.shaken
        return Forecast(won / n, lost / n, (dead[0] / n, dead[1] / n), (shaken[0] / n, shaken[1] / n))

    def _force(self, given: Host, attacks: bool) -> _Force:
        """A force with the volleys that were worked out for it so far."""
        found = self._forces.get((given, attacks))
        if found is None:
            if len(self._forces) >= REMEMBERED:
                self._forces.clear()
            found = self._forces[given, attacks] = _Force(given)
        return found

    def _superior(self, first: int, second: int, die: Callable[[], int]) -> int:
        while True:
            a, b = first + die(), second + die()
            if a != b:
                return 0 if a > b else 1

    def _fire(self, force: _Force, enemy: _Force, number: int, die: Callable[[], int]) -> None:
        """A force fires in a round, until no enemy unit is left."""
        key = (number, force.alive, force.good)
        volleys = force.volleys.get(key)
        if volleys is None:
            volleys = force.volleys[key] = self._volleys(force, number)
        for add, line in volleys:
            if not enemy.alive:
                return
            kills, shakes = line[die() + add]
            if shakes or kills:
                enemy.hit(kills, shakes)

    def _volleys(self, force: _Force, number: int) -> list[tuple[int, _Line]]:
        """The volleys that a force as it is now fires in a round, the strongest first, each with what is added to its
        die: all of one weapon and class together, as often as the table has lines for them. Headquarters help the
        first."""
        name, chart = ROUNDS[number], self._charts[ROUNDS[number]]
        together: dict[tuple[str, str], int] = {}
        grounds: dict[tuple[str, str], int] = {}
        for i in bits(force.alive):
            soldier = force.soldiers[i]
            weapon = soldier.weapons[number]
            if weapon:
                key = (weapon, soldier.morale if force.good >> i & 1 else DEMORALIZED)
                together[key] = together.get(key, 0) + soldier.strength
                grounds[key] = max(grounds.get(key, soldier.ground), soldier.ground)
        found: list[tuple[int, _Line]] = []
        for (weapon, morale), factors in sorted(together.items(), key=lambda item: -item[1]):
            add = grounds[weapon, morale]
            add += self._modifiers.demoralized if morale == DEMORALIZED else self._modifiers.morale[morale][name]
            top = chart.top(weapon)
            for left in range(factors, 0, -top):
                helped = force.helpers[len(found)] if len(found) < len(force.helpers) else 0
                found.append((add + helped, self._line(number, weapon, min(left, top))))
        return found

    def _line(self, number: int, weapon: str, factors: int) -> _Line:
        key = (number, weapon, factors)
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = _Line(self._charts[ROUNDS[number]], weapon, factors)
        return found


class _Line(dict[int, tuple[int, int]]):
    """A line of a fire table: for each modified die the units that are eliminated, and demoralized; read as needed."""

    def __init__(self, chart: FireChart, weapon: str, factors: int) -> None:
        super().__init__()
        self._chart, self._row = chart, chart.row(weapon, factors)

    def __missing__(self, die: int) -> tuple[int, int]:
        result = RESULTS.index(self._chart.result(self._row, die)) if self._row is not None else 0
        found = self[die] = _KILLS[result], _SHAKES[result]
        return found


def _die_of(random: Random) -> Callable[[], int]:
    """Throws of a die, as ``random.randint(1, 6)`` makes them, without the checks of its arguments."""
    draw = random.getrandbits

    def die() -> int:
        found = draw(3)
        while found >= _FACES:
            found = draw(3)
        return found + 1

    return die


class _Force:
    """A force in the battles of a forecast: the weakest units go first. Its units are bits, the weakest the lowest."""

    __slots__ = (
        *("alive", "before", "dead", "good", "helpers", "lost", "number"),
        *("shaken", "soldiers", "strength", "units_lost", "volleys"),
    )

    def __init__(self, given: Host) -> None:
        self.soldiers = given.soldiers
        self.helpers = given.helpers
        self.strength = sum(soldier.strength for soldier in self.soldiers)
        self.number = len(self.soldiers)
        self.before = mask_of(i for i, soldier in enumerate(self.soldiers) if soldier.good)
        """Who was in good order when the battle began."""
        self.volleys: dict[tuple[int, int, int], list[tuple[int, _Line]]] = {}
        """Its volleys by round, who is left, and who is in good order."""
        self.fresh()

    def fresh(self) -> None:
        """It is as it was before the battle."""
        self.alive, self.good = (1 << self.number) - 1, self.before
        self.lost = self.units_lost = self.dead = self.shaken = 0

    def hit(self, kills: int, shakes: int) -> None:
        """A result: some units are eliminated, then some others demoralized."""
        for _ in range(kills):
            if self.alive:
                self._die(self.alive & ~self.good or self.alive)
        for _ in range(min(shakes, self.alive.bit_count())):
            at = self.good & -self.good
            if at:
                self.good ^= at
                self.shaken += 1
                self._gone(at)
            else:
                self._die(self.alive)

    def _die(self, units: int) -> None:
        """The weakest of some units is eliminated."""
        at = units & -units
        if self.good & at or not self.before & at:
            self._gone(at)
        else:
            self.shaken -= 1
        self.alive ^= at
        self.good &= ~at
        self.dead += 1

    def _gone(self, at: int) -> None:
        """A unit counts for the defeat."""
        self.lost += self.soldiers[at.bit_length() - 1].strength
        self.units_lost += 1

    def beaten(self, share: float) -> bool:
        """Whether it is defeated (8.71)."""
        whole, gone = (self.strength, self.lost) if self.strength else (self.number, self.units_lost)
        return bool(whole) and gone >= whole * share


_THEATRES: Final[WeakKeyDictionary[Gunnery, Theatre]] = WeakKeyDictionary()
"""What was forecast so far, for each scenario in memory."""
