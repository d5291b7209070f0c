"""Player aids of the rules systems that are code: their charts, from the tables that the rules read."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from engine.paper.model import Part
from engine.paper.source import PaperSource
from engine.play.system import System

MODULES: Final = {
    "tlg2": "engine.paper.written.tlg2:AID",
    "fm": "engine.paper.written.fm:AID",
    "sns2": "engine.paper.written.sns:AID",
    "ffl": "engine.paper.written.sns:AID",
    "dbm": "engine.paper.written.dbm:AID",
}
"""Short name of a system to its aid; it is imported when it is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAid:
    """What a system that is code hands out."""

    charts: Callable[[PaperSource, Mapping[str, Any]], Iterator[AidPart]]
    """Its charts, from its tables as they hold in the scenario."""
    sequence: tuple[tuple[str, str], ...] = ()
    """The phases of a player turn, each with what is done in it."""
    sequence_rule: str = ""
    """The paragraph below which the sequence stands."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Number of a chapter to its title, where the ledger has no short one."""
    concerns: Callable[[PaperSource, str], bool] = lambda source, prefix: True
    """Whether paragraphs with a prefix, such as those of a campaign, belong to the scenario."""


@dataclass(frozen=True, slots=True)
class AidPart:
    """A chart with the paragraph that it belongs to and the title of its place among the aids."""

    rule: str
    title: str
    part: Part


NONE: Final = WrittenAid(charts=lambda source, tables: iter(()))


def aid_of(system: System) -> WrittenAid:
    """The aid of a system; one without charts for a system of a plug-in."""
    named = MODULES.get(system.name)
    if named is None:
        return NONE
    module, _, name = named.partition(":")
    found: WrittenAid = getattr(importlib.import_module(module), name)
    return found


def charts_of(source: PaperSource) -> list[AidPart]:
    """The charts of a system with the scenario's own figures."""
    own = source.scenario.tables if source.scenario is not None else {}
    return list(aid_of(source.system).charts(source, source.system.merged_tables(own)))


def origin(table: Mapping[str, Any]) -> str:
    """Where the figures of a table come from, in a word for players; empty for those of the text."""
    words = {
        "reconstructed": "Reconstructed, because the text leaves it out.",
        "scenario": "This scenario has figures of its own.",
        "sourced": "From public sources.",
    }
    return words.get(str(table.get("provenance", "")), "")


def spelled(key: str) -> str:
    """A key of a table as people read it."""
    return key.replace("_", " ")


def titled(key: str) -> str:
    """A key of a table as the head of a row."""
    text = spelled(key)
    return text[:1].upper() + text[1:]


def rows_by_dice(rows: Mapping[Any, Any], *, open_ends: bool = False) -> Iterator[tuple[str, Any]]:
    """The rows of a table, those that are alike one after another as one row with its dice: ``3 to 5``. With open ends
    the first die is that or less, the last that or more."""
    dice = list(rows)
    for _, alike in groupby(range(len(dice)), key=lambda place: rows[dice[place]]):
        places = list(alike)
        first, last = places[0], places[-1]
        said = str(dice[first]) if first == last else f"{dice[first]} to {dice[last]}"
        if open_ends and first == 0:
            said = f"{dice[last]} or less"
        elif open_ends and last == len(dice) - 1:
            said = f"{dice[first]} or more"
        yield said, rows[dice[first]]


def points(number: Any) -> str:
    """Movement points: ``½``, ``1½``, ``3``."""
    if isinstance(number, float) and number % 1 == 0.5:
        return f"{int(number) or ''}½"
    return f"{number:g}" if isinstance(number, int | float) else str(number)


def shift(columns: int) -> str:
    """Columns in favour of the defender."""
    return f"{columns} left" if columns else "–"
