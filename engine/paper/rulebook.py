"""The rulebook: the paragraphs of a rules system in their order, with tables where they are cited, and the scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.paper import written
from engine.paper.kit_book import kit_chapters
from engine.paper.ledger import LedgerRow, shown_rows
from engine.paper.markup import parts_of, shown
from engine.paper.model import (
    Chapter,
    ListOfItems,
    PaperDocument,
    PaperEntry,
    Part,
    Span,
    TextPart,
    listed,
    prose,
)
from engine.paper.source import PaperSource
from engine.paper.sources import without_files
from engine.paper.tracks import turn_track
from engine.scenario.model import Scenario
from engine.scenario.victory_rules import victory_rules

SUBTITLE: Final = "Rules of play"
_HEADING: Final = re.compile(r"A heading[:.]?.*", re.DOTALL)


def rulebook(source: PaperSource) -> PaperDocument:
    """The rulebook of a rules system, with a chapter on the scenario where there is one."""
    scenario, system = source.scenario, source.system
    model = source.file
    chapters = kit_chapters(source, model) if model is not None else written_chapters(source)
    title = shown(system.title)
    lead: list[TextPart] = []
    if scenario is not None and scenario.name.lower() not in title.lower():
        lead.append(prose(f"With the scenario {shown(scenario.name)}", "lead"))
    about = model.about if model is not None else ""
    lead += [part for part in parts_of(about, "lead") if isinstance(part, TextPart)]
    found = [*chapters]
    if scenario is not None:
        found.append(scenario_chapter(scenario))
    found.append(credits_chapter(source))
    return PaperDocument(title, SUBTITLE, tuple(lead), tuple(found), True, source.board, scenario)


# -- systems with a ledger ----------------------------------------------------------------------------------------


def written_chapters(source: PaperSource) -> list[Chapter]:
    """The chapters of a system that is code, from its ledger in plain words, with its tables."""
    rows = [row for _, row in shown_rows(source.system.name) if _concerns(source, row.rule)]
    grouped: dict[str, list[LedgerRow]] = {}
    for row in rows:
        grouped.setdefault(_chapter_of(row.rule.removeprefix(f"{source.system.name}:")), []).append(row)
    aid = written.aid_of(source.system)
    charts: dict[str, list[Part]] = {}
    if aid.sequence:
        charts[aid.sequence_rule] = [sequence_list(aid.sequence)]
    unplaced: dict[str, list[Part]] = {}
    known = {row.rule for row in rows}
    for one in written.charts_of(source):
        where = charts if one.rule in known else unplaced
        where.setdefault(one.rule if one.rule in known else one.title, []).append(one.part)
    numbers = sorted(grouped, key=_order)
    found = [_written_chapter(number, grouped[number], aid.titles, charts) for number in numbers]
    left_over = {"Sequence of a bound": charts.pop("", []), **unplaced}
    entries = tuple(PaperEntry("", title, tuple(parts)) for title, parts in left_over.items() if parts)
    return [*found, Chapter("", "Tables and charts", entries)] if entries else found


def sequence_list(sequence: Sequence[tuple[str, str]]) -> ListOfItems:
    """The phases of a player turn as a numbered list."""
    return ListOfItems(tuple((Span(f"{name}.", bold=True), Span(f" {text}")) for name, text in sequence), numbered=True)


def _order(chapter: str) -> tuple[int, str, int]:
    """Numbered chapters first, then those of campaigns and events, each by number."""
    prefix, _, number = chapter.rpartition(":")
    return (bool(prefix), prefix, int(number) if number.isdecimal() else 0)


def _concerns(source: PaperSource, rule: str) -> bool:
    """Whether a paragraph belongs to the game: those of other campaigns do not."""
    prefix = rule.rpartition(":")[0]
    scenario = source.scenario
    if not prefix or scenario is None:
        return True
    return written.aid_of(source.system).concerns(source, prefix)


def _chapter_of(rule: str) -> str:
    prefix, _, number = rule.rpartition(":")
    if prefix.startswith("event"):
        return f"{prefix}:"
    return f"{prefix + ':' if prefix else ''}{number.partition('.')[0]}"


def _written_chapter(
    number: str, rows: Sequence[LedgerRow], titles: Mapping[str, str], charts: dict[str, list[Part]]
) -> Chapter:
    first = rows[0]
    plain = number.rpartition(":")[2]
    headed = first.rule.rpartition(":")[2] in (plain, f"{plain}.0")
    title = titles.get(number) or (first.title if headed else f"Chapter {number}")
    entries = [_entry(row, charts) for row in rows if not (headed and row is first and not _text(row))]
    return Chapter(plain if not number.endswith(":") else "", shown(title), tuple(entries))


def _entry(row: LedgerRow, charts: dict[str, list[Part]]) -> PaperEntry:
    parts: list[Part] = list(parts_of(_text(row)))
    parts += charts.pop(row.rule, ())
    return PaperEntry(row.rule.rpartition(":")[2], shown(row.title), tuple(parts))


def _text(row: LedgerRow) -> str:
    return "" if _HEADING.fullmatch(row.plain) else row.plain


# -- the scenario -------------------------------------------------------------------------------------------------


def scenario_chapter(scenario: Scenario) -> Chapter:
    """The battle: what it is about, sides, length, how it is won."""
    entries = []
    if scenario.description:
        entries.append(PaperEntry("", "The battle", tuple(parts_of(scenario.description))))
    entries.append(PaperEntry("", "Sides", (listed(*(shown(side.name) for side in scenario.sides.values())),)))
    entries.append(PaperEntry("", "Turns", (turn_track(scenario),)))
    entries.append(PaperEntry("", "Victory", tuple(victory_parts(scenario))))
    return Chapter("", f"The scenario: {shown(scenario.name)}", tuple(entries), fresh=True)


def victory_parts(scenario: Scenario) -> Iterator[Part]:
    """How the scenario is won."""
    for part in victory_rules(scenario):
        if part.heading:
            yield TextPart((Span(f"{part.heading}.", bold=True),))
            yield ListOfItems(tuple((Span(shown(sentence)),) for sentence in part.sentences))
        else:
            for sentence in part.sentences:
                yield prose(shown(sentence))


# -- credits ------------------------------------------------------------------------------------------------------


def credits_chapter(source: PaperSource) -> Chapter:
    """Where rules, map and order of battle come from, and what made the pages."""
    entries = []
    scenario, board = source.scenario, source.board
    origins = sorted(set(_origins(source)))
    if origins:
        entries.append(PaperEntry("", "Tables", (listed(*origins),)))
    for title, provenance in (
        ("Scenario", scenario.provenance if scenario is not None else ""),
        ("Map", board.provenance if board is not None else ""),
    ):
        text = without_files(provenance)
        if text:
            entries.append(PaperEntry("", title, tuple(parts_of(text))))
    entries.append(PaperEntry("", "", (prose("Set and printed with Hexwright.", "small"),)))
    return Chapter("", "Credits and sources", tuple(entries))


def _origins(source: PaperSource) -> Iterator[str]:
    model = source.file
    if model is not None:
        for name, table in model.tables.items():
            if table.source:
                yield shown(f"{table.title or name.replace('_', ' ')}: {table.source}")
        return
    tables = source.system.merged_tables(source.scenario.tables if source.scenario is not None else {})
    for name, table in tables.items():
        if table.get("provenance") == "reconstructed":
            yield f"{name.replace('_', ' ').capitalize()}: reconstructed, because the text leaves it out."
