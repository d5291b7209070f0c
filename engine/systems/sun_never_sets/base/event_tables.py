"""Chapter 4: the historical event tables as models, and the row of a throw."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine import data
from engine.findings import FileProblem
from engine.formats.documents import Text
from engine.formats.fitting import fit
from engine.formats.reading import read_source
from engine.systems.sun_never_sets.base.volleys import Modifier

THROWS: Final = tuple(f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7))
"""Two dice as tens and ones, in order (4.1)."""
NARROW, FIRST = "narrow", "first"
"""The values of the option ``event_overlap``: whose are throws that two rows claim."""
NOTHING: Final = "none"
"""The key of rows in which nothing happens."""

Span = Literal["game_turn", "player_turn", "next_player_turn", "game"]
Who = Literal["empire", "native", "chance"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Holding(_Part):
    """Places that a side has to hold, by number, or next to which it has to stand, by distance."""

    empire: Annotated[int, Field(ge=0, le=99)] = 0
    native: Annotated[int, Field(ge=0, le=99)] = 0
    of: Text


class Needs(_Part):
    """What must be so for a row to happen."""

    lead: dict[str, int] = {}
    """The role that has to lead, and by how many points."""
    in_play: Text = ""
    """Who has to be on the map: a headquarters by name, or ``commander``."""
    holds: Holding | None = None
    stands: Holding | None = None
    either: Needs | None = None
    """Needs of which one is enough."""

    def one_by_one(self) -> list[Needs]:
        """Each of these needs alone."""
        return [Needs.model_validate({name: getattr(self, name)}) for name in sorted(self.model_fields_set)]


class EventRow(_Part):
    """A row of an event table; the head of events.yaml says what its fields are."""

    rows: str
    first: str | None = None
    rule: Text
    key: Text
    title: Text
    about: Text
    scope: Literal["all"] | list[Text]
    once: bool = False
    lasts: Span | None = None
    needs: Needs = Needs()
    picks: dict[str, Who] = {}
    numbers: dict[str, Any] = {}

    def throws(self, overlap: str) -> tuple[str, ...]:
        """The throws of the row; ``overlap`` is the value of the option ``event_overlap``."""
        return throws(self.first if overlap == FIRST and self.first is not None else self.rows)

    def happens_in(self, campaign: str) -> bool:
        """Whether it happens in a campaign; elsewhere it is no event (4.2)."""
        return self.scope == "all" or campaign in self.scope

    def die_does(self, kind: str, die: int) -> str:
        """What a die does to a unit that its row throws for: ``eliminated``, ``shaken``, ``removed`` or nothing.

        ``kind`` is the kind of unit as the row's ``dice`` name it.
        """
        given: dict[str, dict[str, str]] = self.numbers.get("dice", {})
        for what, dice in given.get(kind, {}).items():
            if die_in(die, dice):
                return what
        return ""


class EventTables(_Part):
    """Both tables, by role, and which campaign uses which."""

    campaigns: dict[str, int]
    tables: dict[int | str, dict[str, list[EventRow]]]

    def rows_of(self, table: int, role: str) -> list[EventRow]:
        """The rows of a role in a table."""
        found = self.tables.get(table, self.tables.get(str(table)))
        assert found is not None
        return found[role]

    @property
    def lasting(self) -> dict[str, Span]:
        """Every event by key, with how long its effect lasts at least in a position that begins with it: to the end of
        the game turn, for the player turn that it is about may be the other one."""
        rows = [row for roles in self.tables.values() for found in roles.values() for row in found]
        return {
            row.key: row.lasts if row.lasts in ("game", "next_player_turn") else "game_turn"
            for row in rows
            if row.key != NOTHING
        }

    def row(self, table: int, role: str, throw: str, overlap: str) -> EventRow | None:
        """The row of a throw; None where no row is printed for it."""
        return next((row for row in self.rows_of(table, role) if throw in row.throws(overlap)), None)


def row_of(table: int, role: str, key: str) -> EventRow:
    """The row of a table by which something happens; that of the other table where it has none of the name."""
    found = event_tables()
    for number in (table, *(other for other in (1, 2) if other != table)):
        if number in (1, 2):
            for row in found.rows_of(number, role):
                if row.key == key:
                    return row
    raise KeyError(key)


def rule_of(table: int, role: str, key: str) -> str:
    """The paragraph of a row, without the system."""
    return row_of(table, role, key).rule


def event_modifier(table: int, role: str, key: str, number: str) -> Modifier:
    """What an event adds to a die, with its title and paragraph; ``number`` is the name of the figure in its row."""
    row = row_of(table, role, key)
    return Modifier(row.numbers[number], row.title, row.rule)


def throws(text: str) -> tuple[str, ...]:
    """The throws of a text such as ``11-16 21-26`` or ``46-51``: a range counts dice.

    >>> throws("46-51 64")
    ('46', '51', '64')
    """
    found: list[str] = []
    for part in text.split():
        least, _, most = part.partition("-")
        found += THROWS[THROWS.index(least) : THROWS.index(most or least) + 1]
    return tuple(found)


def die_in(die: int, dice: str) -> bool:
    """Whether a die is one of those of a text: ``1-3``, ``5``, ``odd`` or ``even``."""
    if dice in ("odd", "even"):
        return die % 2 == (dice == "odd")
    least, _, most = dice.partition("-")
    return int(least) <= die <= int(most or least)


@cache
def event_tables() -> EventTables:
    """The event tables as they stand in resources."""
    source, findings = read_source(data.resources() / "systems" / "sun_never_sets" / "events.yaml")
    if findings or source.root is None:
        raise FileProblem(findings)
    return fit(EventTables, source.root.data, "events")
