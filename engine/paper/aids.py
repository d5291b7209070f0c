"""Player aids: the charts, sequence, unit values and turn record that players keep beside the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.boards.kinds import kind_of
from engine.kit.model.system_file import SystemFile
from engine.paper import kit_charts, kit_more, written
from engine.paper.counters import figures_of
from engine.paper.kit_book import terrain_of
from engine.paper.kit_words import KitWords, heading, spoken
from engine.paper.markup import shown
from engine.paper.model import Chapter, PaperDocument, PaperEntry, Part
from engine.paper.rulebook import sequence_list
from engine.paper.source import PaperSource
from engine.paper.tracks import turn_track

SUBTITLE: Final = "Player aids"


def player_aids(source: PaperSource) -> PaperDocument:
    """The aids of a scenario, or of rules alone: then without a counter and a turn record."""
    scenario, system = source.scenario, source.system
    model = source.file
    chapters = list(_kit(source, model) if model is not None else _written(source))
    if scenario is not None:
        # Units on a table are bases, of which the system has a chart.
        figures = tuple(figures_of(scenario, system)) if kind_of(scenario.map).place == "hex" else ()
        if figures:
            chapters.insert(0, Chapter("", "Counters", (PaperEntry("", "", figures),)))
        chapters.append(Chapter("", "Turn record", (PaperEntry("", "", (turn_track(scenario),)),)))
    title = shown(scenario.name if scenario is not None else system.title)
    merged = tuple(chapter for chapter in chapters if any(entry.parts for entry in chapter.entries))
    return PaperDocument(title, SUBTITLE, (), merged, False, source.board, scenario)


def _kit(source: PaperSource, model: SystemFile) -> Iterator[Chapter]:
    words = KitWords(model)
    yield _chapter("Sequence of play", *kit_charts.sequence_parts(words))
    values: list[Part] = [kit_charts.values_chart(words)]
    statuses = kit_charts.statuses_chart(words)
    yield _chapter("Units", *values, *((statuses,) if statuses is not None else ()))
    if model.movement is not None:
        moving = kit_more.movement_list(words)
        yield _chapter("Terrain", terrain_of(source, words), *((moving,) if moving is not None else ()))
    for kind in model.combat:
        yield _chapter(words.combat(kind), *kit_charts.combat_parts(words, kind))
    for rule in model.rally:
        yield _chapter(heading(spoken(rule.name)), *kit_charts.rally_parts(words, rule))
    for title, _, parts in kit_more.other_parts(words):
        yield _chapter(title, *parts)
    read = {kind.table for kind in model.combat}
    others = [kit_charts.results_chart(words, name, None) for name in model.tables.entries if name not in read]
    if others:
        yield _chapter("Other tables", *others)


def _written(source: PaperSource) -> Iterator[Chapter]:
    aid = written.aid_of(source.system)
    if aid.sequence:
        yield _chapter("Sequence of play", sequence_list(aid.sequence))
    grouped: dict[str, list[Part]] = {}
    for one in written.charts_of(source):
        grouped.setdefault(one.title, []).append(one.part)
    for title, parts in grouped.items():
        yield _chapter(title, *parts)


def _chapter(title: str, *parts: Part) -> Chapter:
    return Chapter("", title, (PaperEntry("", "", tuple(parts)),))
