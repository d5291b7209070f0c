"""The elements of a scenario by number, and the commands that they form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.errors import HexwrightError
from engine.formats.fitting import fit
from engine.mechanics.roster import Roster
from engine.scenario import Scenario, Unit
from engine.systems.de_bellis_multitudinis.counters import UnitValues, troops
from engine.systems.de_bellis_multitudinis.special import CommandRule, Special
from engine.systems.de_bellis_multitudinis.tables import Tables, TypeRow
from engine.tables.places import PACE

IRREGULAR: Final = "irregular"
USUAL_DEPTH: Final = 40.0
"""Paces."""


@dataclass(frozen=True, slots=True)
class Form:
    """What an element is while it is mounted, or once it has dismounted."""

    kind: str
    """Its type: ``Kn``."""
    grade: str
    regular: bool
    depth: int
    """In grains; a double base is twice as deep."""
    row: TypeRow
    move: tuple[int, int, int]
    """Paces in good, rough and difficult going."""
    factor: tuple[int, int]
    """Against foot, against mounted."""
    double: bool = False
    rear: tuple[str, str] = ("", "")
    """Type and grade of the rear half of a double base; empty for a single base."""
    riding: bool = False
    """Whether it is infantry on its mounts (3.7)."""

    @property
    def mounted(self) -> bool:
        """Whether it counts as mounted in combat: infantry on its mounts does not."""
        return self.row.mounted

    @property
    def light(self) -> bool:
        """Whether it is of light troops."""
        return self.row.light

    @property
    def skirmisher(self) -> bool:
        """Whether it is a skirmisher."""
        return self.row.skirmisher

    @property
    def naval(self) -> bool:
        """Whether it is a ship or boat."""
        return self.row.naval

    @property
    def foot(self) -> bool:
        """Whether it fights on foot."""
        return not (self.row.mounted or self.row.naval)

    @property
    def baggage(self) -> bool:
        """Whether it is baggage."""
        return self.kind == "Bge"


@dataclass(frozen=True, slots=True)
class BattleCommand:
    """A command: a general and the elements under him."""

    key: str
    """Its key in the scenario; the side's key where the scenario names none."""
    name: str
    side: int
    general: int
    """The general's element; -1 where there is none."""
    rank: str
    """``cinc``, ``sub`` or ``ally``; empty without a general."""
    units: tuple[int, ...]
    after: str = ""
    behind: str = ""


class DbmRoster(Roster[UnitValues]):
    """The elements and what each is, worked out beforehand. Raises HexwrightError."""

    def __init__(self, scenario: Scenario, tables: Tables, special: Special) -> None:
        super().__init__(scenario, UnitValues)
        self.kinds = tuple(unit.type for unit in self.units)
        unknown = next((unit for unit in self.units if unit.type not in tables.types.rows), None)
        if unknown is not None:
            raise HexwrightError(f"{unknown.called} is of type {unknown.type!r}, which these rules do not know")
        self.forms = tuple(_form(tables, kind, value) for kind, value in zip(self.kinds, self.values, strict=True))
        """Each element as it comes."""
        self.dismounted = tuple(
            _dismounted(tables, kind, one) for kind, one in zip(self.kinds, self.values, strict=True)
        )
        """Each element once dismounted; None for those that cannot. A double base is one still (4.1)."""
        self.halved = tuple(None if form is None else _single(form) for form in self.dismounted)
        """Each element once it is dismounted and its other half is lost."""
        self.equivalents = tuple(
            _equivalents(tables, kind, one) for kind, one in zip(self.kinds, self.values, strict=True)
        )
        """Equivalents for the army, and for the command, in halves."""
        self.front_equivalents = tuple(
            _of_half(tables.types.rows[kind], one.grade, regular=one.regular)
            for kind, one in zip(self.kinds, self.values, strict=True)
        )
        """Those of the front half of a double base, which may be lost alone."""
        self.commands = _commands(self, special.commands)
        by_unit = {unit: number for number, command in enumerate(self.commands) for unit in command.units}
        self.command = tuple(by_unit[unit] for unit in range(len(self.units)))
        """The number of each element's command."""

    def count_steps(self) -> tuple[int, ...]:
        return (1,) * len(self.units)

    def worth(self, unit: int, steps: int) -> int:
        return self.equivalents[unit][0] * steps

    def find_command(self, key: str) -> int:
        """The number of a command; raises HexwrightError."""
        word = key.strip().lower()
        for number, command in enumerate(self.commands):
            if command.key.lower() == word:
                return number
        raise HexwrightError(f"there is no command {key!r}; there are {', '.join(one.key for one in self.commands)}")

    def commands_of(self, side: int) -> tuple[int, ...]:
        """The commands of a side, in the scenario's order."""
        return tuple(number for number, command in enumerate(self.commands) if command.side == side)


def base_depth(unit: Unit) -> float:
    """How deep the base of an element is, in paces, by the tables that ship; that of most foot where its type or values
    do not fit yet."""
    tables = Tables.of({})
    if unit.type not in tables.types.rows:
        return USUAL_DEPTH
    try:
        value = fit(UnitValues, unit.values, unit.key)
    except HexwrightError:
        return USUAL_DEPTH
    return _form(tables, unit.type, value).depth / PACE


def _form(tables: Tables, kind: str, value: UnitValues) -> Form:
    row = tables.types.rows[kind]
    depth = row.depths.get(value.grade, row.depth)
    move = row.moves.get(value.grade, row.move)
    if row.deep and (value.chariot or value.wedge):
        depth = row.deep
    if value.mounted_infantry:
        depth, move = 60, [200, 150, 100]
    rear = troops(value.rear) or ((kind, value.grade) if value.double else ("", ""))
    return Form(
        kind,
        value.grade,
        value.regular,
        depth * PACE * (2 if value.double else 1),
        row,
        (move[0], move[1], move[2]),
        _factor(row, value.grade),
        value.double,
        rear,
        value.mounted_infantry,
    )


def _factor(row: TypeRow, grade: str) -> tuple[int, int]:
    against_foot, against_mounted = row.factors.get(grade, row.factor)
    return against_foot, against_mounted


def _dismounted(tables: Tables, kind: str, value: UnitValues) -> Form | None:
    """What an element dismounts as: what its list says, or infantry without its mounts."""
    given = troops(value.dismounts)
    if given is None and not value.mounted_infantry:
        return None
    to_kind, grade = given or (kind, value.grade)
    row = tables.types.rows[to_kind]
    move = row.moves.get(grade, row.move)
    depth = row.depths.get(grade, row.depth)
    return Form(
        to_kind,
        grade,
        value.regular,
        depth * PACE * (2 if value.double else 1),
        row,
        (move[0], move[1], move[2]),
        _factor(row, grade),
        value.double,
        (to_kind, grade) if value.double else ("", ""),
    )


def _single(form: Form) -> Form:
    """One half of a double base."""
    return replace(form, depth=form.depth // 2, double=False, rear=("", "")) if form.double else form


def _equivalents(tables: Tables, kind: str, value: UnitValues) -> tuple[int, int]:
    """The equivalents of an element for its army and for its command, in halves; a double base counts as both of its
    halves."""
    army, command = _of_half(tables.types.rows[kind], value.grade, regular=value.regular)
    if value.double:
        rear, grade = troops(value.rear) or (kind, value.grade)
        more, also = _of_half(tables.types.rows[rear], grade, regular=value.regular)
        army, command = army + more, command + also
    return army, command


def _of_half(row: TypeRow, grade: str, *, regular: bool) -> tuple[int, int]:
    """The equivalents of one element, in halves."""
    usual = row.equivalents_by.get(grade, row.equivalents)
    army = row.equivalents_by.get(f"{'' if regular else IRREGULAR + ' '}{grade}", usual)
    command = row.equivalents_of_command
    return round(2 * army), round(2 * (army if command is None else command))


def _commands(roster: DbmRoster, named: Mapping[str, CommandRule]) -> tuple[BattleCommand, ...]:
    """The commands of a scenario: those that it names, and one for the elements of each side that are in none."""
    found: list[BattleCommand] = []
    for key, rule in named.items():
        units = [u for u, value in enumerate(roster.values) if value.command == key]
        general = roster.find(rule.general) if rule.general else -1
        if general >= 0 and general not in units:
            units.append(general)
        side = roster.sides.index(rule.side)
        foreign = next((u for u in units if roster.side[u] != side), None)
        if foreign is not None:
            raise HexwrightError(f"{roster.names[foreign]} is in the command {key}, which is of another side")
        rank = (roster.values[general].general or "sub") if general >= 0 else ""
        found.append(
            BattleCommand(key, rule.name or key, side, general, rank, tuple(sorted(units)), rule.after, rule.behind)
        )
    taken = {u for command in found for u in command.units}
    for side, key in enumerate(roster.sides):
        loose = tuple(u for u in range(len(roster.units)) if roster.side[u] == side and u not in taken)
        general = next((u for u in loose if roster.values[u].general), -1)
        if loose:
            rank = roster.values[general].general if general >= 0 else ""
            found.append(BattleCommand(key, roster.side_names[side], side, general, rank, loose))
    return tuple(found)
