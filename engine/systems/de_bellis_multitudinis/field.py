"""All that this table and these armies give, worked out beforehand; never changes in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from engine.play.options import settled
from engine.scenario import Scenario
from engine.systems.de_bellis_multitudinis.options import OPTIONS
from engine.systems.de_bellis_multitudinis.roster import BattleCommand, DbmRoster, Form
from engine.systems.de_bellis_multitudinis.special import Special
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.tables import Tables
from engine.tables.ground import TableGround
from engine.tables.places import PACE, BasePlace, TablePoint, corners
from engine.tables.table import table_of

EDGES: Final = ("bottom", "top")
"""The base edges of the first and the second side, where the scenario names none."""
_HIDDEN: Final = int(Flag.HIDDEN)
_DISMOUNTED: Final = int(Flag.DISMOUNTED)
_HALVED: Final = int(Flag.HALVED)
"""Plain numbers: these are asked for so often that flags would take too long."""
FACINGS: Final = {"bottom": 0, "right": 2700, "top": 1800, "left": 900}
"""Where troops that come from a table edge face, in tenths of a degree."""


class DbmField:
    """The table, the elements and the tables of a scenario. Raises HexwrightError where no game can be made of it."""

    system: ClassVar[str] = "dbm"

    def __init__(self, scenario: Scenario, options: Mapping[str, Any]) -> None:
        self.scenario = scenario
        self.options = settled(OPTIONS, options)
        self.table = table_of(scenario.map)
        self.tables = Tables.of(scenario.tables)
        self.special = Special.of(scenario)
        self.roster = DbmRoster(scenario, self.tables, self.special)
        self.ground = TableGround(self.table)
        self.walls = self.table.drawn_walls
        self.courses = self.table.courses
        self.size = (self.table.size[0] * PACE, self.table.size[1] * PACE)
        """Width and height of the table in grains."""
        sides = self.roster.sides
        self.edges = tuple(self.special.edges.get(side, EDGES[number]) for number, side in enumerate(sides))
        """The base edge of each side."""
        self.deepest = max((form.depth for form in self.roster.forms), default=0)
        """The depth of the deepest base that there is, in grains."""
        self.matchups: dict[object, tuple[float, float]] = {}
        """How two forms stand against each other: players keep here what never changes."""
        self.invader = sides.index(self.special.invader) if self.special.invader else 0

    # -- elements ---------------------------------------------------------------------------------------------

    @property
    def units(self) -> range:
        """The numbers of all elements."""
        return range(len(self.roster.units))

    @property
    def commands(self) -> tuple[BattleCommand, ...]:
        """The commands of both sides."""
        return self.roster.commands

    def side(self, unit: int) -> int:
        """The side of an element."""
        return self.roster.side[unit]

    def command(self, unit: int) -> BattleCommand:
        """The command of an element."""
        return self.roster.commands[self.roster.command[unit]]

    def form(self, state: DbmState, unit: int) -> Form:
        """What an element is now: as it came, or dismounted."""
        if state.flags[unit] & _DISMOUNTED:
            forms = self.roster.halved if state.flags[unit] & _HALVED else self.roster.dismounted
            return forms[unit] or self.roster.forms[unit]
        return self.roster.forms[unit]

    def depth(self, state: DbmState, unit: int) -> int:
        """The depth of an element's base now, in grains."""
        return self.form(state, unit).depth

    def is_general(self, unit: int) -> bool:
        """Whether an element is the general of its command."""
        return self.command(unit).general == unit

    def is_impetuous(self, state: DbmState, unit: int) -> bool:
        """Whether an element advances by itself (15): what its counter says, else what its type and training say."""
        said = self.roster.values[unit].impetuous
        form = self.form(state, unit)
        return said if said is not None else not form.regular and form.kind in self.tables.spontaneous.types

    # -- on the table -----------------------------------------------------------------------------------------

    def on_table(self, state: DbmState, side: int | None = None) -> Iterator[tuple[int, BasePlace]]:
        """The elements on the table with their places, those in ambush too; of one side where it is given."""
        for unit, where in enumerate(state.at):
            if where is not None and (side is None or self.roster.side[unit] == side):
                yield unit, where

    def in_play(self, state: DbmState, side: int | None = None) -> Iterator[tuple[int, BasePlace]]:
        """The elements that stand on the table for all to see: ambushers that have not been discovered are left out."""
        for unit, where in self.on_table(state, side):
            if not state.flags[unit] & _HIDDEN:
                yield unit, where

    def corners(self, state: DbmState, unit: int) -> tuple[TablePoint, TablePoint, TablePoint, TablePoint]:
        """Front left, front right, rear right and rear left corner of an element on the table."""
        found = state.cache.get(("corners", unit))
        if found is None:
            where = state.at[unit]
            assert where is not None
            found = state.cache[("corners", unit)] = corners(where, self.depth(state, unit))
        shape: tuple[TablePoint, TablePoint, TablePoint, TablePoint] = found
        return shape

    # -- words ------------------------------------------------------------------------------------------------

    def cite(self, rule: str) -> str:
        """A paragraph with the system's name: ``12.7`` is ``dbm:12.7``."""
        return f"dbm:{rule}"

    def keys(self, units: Iterable[int]) -> list[str]:
        """The keys of some elements, for answers."""
        return [self.roster.keys[unit] for unit in units]

    def listed(self, units: Iterable[int]) -> str:
        """The keys of some elements as events give them: one text, with spaces."""
        return " ".join(self.keys(units))

    def name(self, unit: int) -> str:
        """The name of an element, for sentences."""
        return self.roster.names[unit]
