"""What every unit fires with, bound once for a scenario, and the volleys of a force in a position (8.3 to 8.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.mechanics.bits import bits, mask_of
from engine.systems.sun_never_sets.base.counters import (
    ARTILLERY,
    BOATS,
    CIVILIANS,
    FLEET,
    GOOD,
    HEADQUARTERS,
    MACHINE_GUNS,
    SnsRoster,
    UnitValues,
)
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import Round, Tables
from engine.systems.sun_never_sets.base.volleys import (
    DEMORALIZED,
    MORALE_NAMES,
    ROUNDS,
    FireChart,
    Firer,
    VolleyClass,
    weapon_in,
)

WEAPONS: Final = ("A", "B", "F", "G", "H", "L", "M", "R", "OT", "sword", "C", "sabre")
"""The weapons of volleys, in the order of their numbers."""
MORALES: Final = (*MORALE_NAMES, DEMORALIZED)


def code_of(made: VolleyClass) -> int:
    """The number of a class of volleys, as actions have it."""
    return WEAPONS.index(made.weapon) * len(MORALES) + MORALES.index(made.morale)


def class_of(code: int) -> VolleyClass:
    """The class of volleys with a number."""
    weapon, morale = divmod(code, len(MORALES))
    return VolleyClass(WEAPONS[weapon], MORALES[morale])


_RABBLE: Final = "R"
"""The class of civilians (26.2)."""


def _firer(kind: str, printed: UnitValues) -> Firer:
    """A unit as volleys have it: headquarters never fire, boats and fleets fire as artillery (27.52)."""
    if kind == HEADQUARTERS:
        return Firer(kind, 0, printed.weapon, printed.morale, False)
    if kind in (*BOATS, FLEET):
        guns = printed.guns if printed.weapon != MACHINE_GUNS else 0
        return Firer(ARTILLERY, guns, printed.weapon, printed.morale, False)
    return Firer(kind, printed.strength, printed.weapon, printed.morale, False, printed.melee_weapon)


class Gunnery:
    """The weapons of the units, round by round, and the three results tables."""

    def __init__(self, roster: SnsRoster, tables: Tables) -> None:
        self.roster = roster
        self.charts: Mapping[Round, FireChart] = {
            "artillery": FireChart(tables.artillery_fire),
            "rifle": FireChart(tables.rifle_fire),
            "melee": FireChart(tables.melee_fire),
        }
        self.morale: tuple[str, ...] = tuple(
            _RABBLE if unit.type == CIVILIANS else printed.morale
            for unit, printed in zip(roster.units, roster.values, strict=True)
        )
        firers = tuple(_firer(unit.type, printed) for unit, printed in zip(roster.units, roster.values, strict=True))
        self.weapons: Mapping[Round, tuple[str, ...]] = {
            name: tuple(self._on_a_line(name, weapon_in(name, firer)) for firer in firers) for name in ROUNDS
        }
        """For each round what each unit fires with; empty where it does not fire."""
        guns = {u: roster.values[u].guns for u in bits(roster.afloat)}
        machine_guns = {u: roster.values[u].machine_guns for u in bits(roster.afloat)}
        rapid = mask_of(u for u, strength in machine_guns.items() if strength)
        self.rapid = rapid if self.charts["artillery"].has(MACHINE_GUNS) else 0
        """Boats and fleets with machine guns beside their guns (27.52)."""
        self.strength = {**dict(enumerate(roster.strength)), **guns}
        """What each unit fires with, the machine guns of boats and fleets left out."""
        self._rapid_strength = {**self.strength, **machine_guns}
        kinds: dict[tuple[object, ...], int] = {}
        self.kind = tuple(
            kinds.setdefault((unit.side, unit.type, unit.size, *sorted(map(str, unit.values.items()))), len(kinds))
            for unit in roster.units
        )
        """The sort of each unit: units of one side, type and values are one."""

    def _on_a_line(self, name: Round, weapon: str) -> str:
        """A weapon, or nothing where no line of the round's table has it: such a unit does not fire (8.42)."""
        return weapon if self.charts[name].has(weapon) else ""

    def classes(
        self, state: SnsState, name: Round, force: int, fanatics: int = 0, rattling: int = -1
    ) -> dict[VolleyClass, tuple[int, ...]]:
        """The volleys that the units of a mask fire in a round, with their units; ``fanatics`` count as such.

        ``rattling`` are the boats and fleets among them whose machine guns fire too, all if it is left out (27.52).
        """
        weapons, steps = self.weapons[name], state.steps
        found: dict[VolleyClass, list[int]] = {}
        for u in bits(force):
            weapon = weapons[u]
            if weapon:
                good = steps[u] == GOOD
                morale = DEMORALIZED if not good else "F" if fanatics >> u & 1 else self.morale[u]
                found.setdefault(VolleyClass(weapon, morale), []).append(u)
        for u in bits(self.rapid & (force if rattling < 0 else rattling)) if name == "artillery" else ():
            morale = self.morale[u] if steps[u] == GOOD else DEMORALIZED
            found.setdefault(VolleyClass(MACHINE_GUNS, morale), []).append(u)
        return {made: tuple(found[made]) for made in sorted(found)}

    def sorts(self, state: SnsState, units: Iterable[int]) -> list[int]:
        """The first of each sort of like units: of one sort, and in the same order."""
        seen: dict[tuple[int, int], int] = {}
        for u in units:
            seen.setdefault((self.kind[u], state.steps[u]), u)
        return sorted(seen.values())

    def strengths(self, weapon: str) -> Mapping[int, int]:
        """What each unit fires with in a volley of a weapon: boats and fleets with their machine guns or their guns."""
        return self._rapid_strength if weapon == MACHINE_GUNS else self.strength

    def points(self, units: Iterable[int], weapon: str = "") -> int:
        """The strength points of units, in a volley of a weapon."""
        strength = self.strengths(weapon)
        return sum(strength[u] for u in units)
