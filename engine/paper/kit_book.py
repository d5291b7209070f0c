"""The chapters of a rulebook that a rules file makes: paragraphs in their order, charts where they are cited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kit.model.parts import Block
from engine.kit.model.system_file import Paragraph, SystemFile
from engine.paper import kit_charts, kit_more
from engine.paper.ground import kinds_for, kinds_on
from engine.paper.kit_ground import terrain_chart
from engine.paper.kit_words import KitWords, heading, spoken
from engine.paper.markup import parts_of, shown
from engine.paper.model import Chapter, PaperEntry, Part, RulesChart
from engine.paper.source import PaperSource

TITLES: Final = {
    "units": "Units",
    "sequence": "Sequence of play",
    "ground": "Ground",
    "movement": "Movement",
    "stacking": "Stacking",
    "zones": "Zones of control",
    "facing": "Facing",
    "sight": "Sight",
    "reaction": "Reaction",
    "rally": "Rally",
    "supply": "Supply",
    "leaders": "Leaders",
    "transport": "Transport",
    "weather": "Weather",
    "events": "Events",
    "markers": "Markers",
    "secrecy": "Secrecy",
    "arrivals": "Reinforcements",
    "replacements": "Replacements",
    "victory": "Victory",
}
"""Block of a rules file to the title of a chapter that is about it."""
OTHER: Final = "Tables and charts"


def kit_chapters(source: PaperSource, model: SystemFile) -> list[Chapter]:
    """The chapters of a rules file."""
    return _KitBook(source, model).chapters()


def terrain_of(source: PaperSource, words: KitWords) -> RulesChart:
    """The terrain effects chart: of what lies on the map, else of the rules' own words."""
    system, board = source.system, source.board
    term_of = system.term_of or (lambda kind: kind.term(system.name))
    kinds = kinds_on(board, term_of, system.terrain) if board is not None else kinds_for(term_of, system.terrain)
    return terrain_chart(words, kinds)


class _KitBook:
    """The book while it is put together: charts wait for the paragraph that they belong to."""

    def __init__(self, source: PaperSource, model: SystemFile) -> None:
        self.source, self.model = source, model
        self.words = KitWords(model)
        self.waiting: dict[str, list[Part]] = {}
        self.left: list[tuple[str, list[Part]]] = []
        self._lay_out()

    def chapters(self) -> list[Chapter]:
        """Every chapter."""
        grouped: dict[str, list[tuple[str, Paragraph]]] = {}
        for number, paragraph in self.model.paragraphs.items():
            grouped.setdefault(_chapter_of(number), []).append((number, paragraph))
        found = [self._chapter(number, held) for number, held in grouped.items()]
        if self.left:
            found.append(Chapter("", OTHER, tuple(PaperEntry("", title, tuple(parts)) for title, parts in self.left)))
        return found

    def _chapter(self, number: str, held: list[tuple[str, Paragraph]]) -> Chapter:
        own = next((one for key, one in held if key == number), None)
        headed = own is not None and not own.text and len(held) > 1
        title = own.title if own is not None and headed else self._title(number, held)
        entries = [self._entry(key, one) for key, one in held if not (headed and key == number)]
        return Chapter(number, shown(title), tuple(entries))

    def _entry(self, number: str, paragraph: Paragraph) -> PaperEntry:
        parts: list[Part] = list(parts_of(paragraph.text))
        parts += parts_of(paragraph.about, "why")
        parts += self.waiting.get(number, ())
        return PaperEntry(number, shown(paragraph.title), tuple(parts))

    def _title(self, number: str, held: list[tuple[str, Paragraph]]) -> str:
        """The title of a chapter without a heading of its own: of the block that rests on its first paragraphs."""
        keys = {key for key, _ in held}
        for name, title in self._blocks():
            if name in keys:
                return title
        return held[0][1].title or f"Chapter {number}"

    def _blocks(self) -> Iterator[tuple[str, str]]:
        """The first paragraph of each block with its title; combat kinds by their names."""
        for kind in self.model.combat:
            for rule in kind.rule[:1]:
                yield rule, self.model.paragraphs[rule].title if rule in self.model.paragraphs else heading(kind.name)
        for name, title in TITLES.items():
            block = getattr(self.model, name)
            for one in block if isinstance(block, tuple) else (block,):
                for rule in getattr(one, "rule", ())[:1]:
                    yield rule, title

    # -- where charts belong ------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        model, words = self.model, self.words
        self._put(model.units, "values", "Unit values", [kit_charts.values_chart(words)])
        statuses = kit_charts.statuses_chart(words)
        if statuses is not None:
            first = next(iter(model.units.statuses.values()))
            self._put(first, "", "States of units", [statuses])
        self._put(model.sequence, "phases", "Sequence of play", list(kit_charts.sequence_parts(words)))
        if model.movement is not None:
            self._put(model.movement, "costs", "Terrain effects", [terrain_of(self.source, words)])
        for kind in model.combat:
            parts: list[Part] = list(kit_charts.how_resolved(words, kind))
            self._put(kind, "", "", parts)
            if kind.table and kind.table in model.tables:
                results = self._results_paragraph(kind)
                self._at(results, kind.table, [kit_charts.results_chart(words, kind.table, kind)])
            shifts, meaning = kit_charts.shifts_chart(words, kind), kit_charts.meaning_chart(words, kind)
            for chart in (shifts, meaning):
                if chart is not None:
                    self._at(self._results_paragraph(kind), chart.title, [chart])
        for rule in model.rally:
            self._put(rule, "", heading(spoken(rule.name)), list(kit_charts.rally_parts(words, rule)))
        for title, block, parts in kit_more.other_parts(words):
            if isinstance(block, Block):
                self._put(block, "", title, parts)
        read = {kind.table for kind in model.combat}
        for name in model.tables.entries:
            if name not in read:
                chart = kit_charts.results_chart(words, name, None)
                self._put(model.tables[name], "", chart.title, [chart])

    def _results_paragraph(self, kind: Any) -> str:
        """The paragraph that a combat's table stands below: its own, else the first of kind table in its chapter."""
        own = kind.rules.get("table", ())[:1]
        first = kind.rule[0] if kind.rule else ""
        if own:
            return str(own[0])
        same = (
            number
            for number, one in self.model.paragraphs.items()
            if one.kind == "table" and _chapter_of(number) == _chapter_of(first)
        )
        return next(same, first)

    def _put(self, block: Block, key: str, title: str, parts: list[Part]) -> None:
        rule = (block.rules.get(key) or block.rule or ("",))[0]
        self._at(rule, title, parts)

    def _at(self, rule: str, title: str, parts: list[Part]) -> None:
        if rule in self.model.paragraphs:
            self.waiting.setdefault(rule, []).extend(parts)
        elif parts:
            self.left.append((title, parts))


def _chapter_of(number: str) -> str:
    return number.partition(".")[0].partition("-")[0]
