"""The help page of a module: what a player has to read, since a module does not know the rules. It has the charts of
the player aids, in the little HTML that VASSAL's viewer knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.boards.board import Board
from engine.boards.kinds import used_kinds
from engine.errors import HexwrightError, NameNotKnown
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import BattleMap
from engine.paper.aids import player_aids
from engine.paper.html import page as html_page
from engine.paper.model import (
    Chapter,
    CounterFigure,
    PaperDocument,
    PaperEntry,
    Part,
    RulesChart,
    TurnRecordTrack,
    heads,
    left,
    prose,
)
from engine.paper.rulebook import scenario_chapter
from engine.paper.source import source_of
from engine.paper.sources import without_files
from engine.play import registry
from engine.scenario.model import Scenario

NOTES: Final = "notes.html"
SEATS: Final = (
    "Choose your side when VASSAL asks for it, Solitaire to play all sides, or <observer> to watch. An observer sees "
    "what all players see, and moves nothing."
)
"""What the sides are that VASSAL offers."""
STYLE: Final = """
body { font-family: sans-serif; color: #1d1b18; background-color: #fffdf8; }
th { color: #ffffff; background-color: #33414d; padding: 2px 6px; }
td { padding: 2px 6px; }
"""
"""VASSAL's viewer knows the first version of CSS."""


def page(source: ExportSource) -> bytes:
    """The page: each scenario with its turns and victory, the charts of its rules, terrain, sources."""
    # VASSAL reads pages in the encoding of the system that it runs on.
    return html_page(document(source), style=STYLE).encode("ascii", "xmlcharrefreplace")


def title_of(system: str) -> str:
    """The title of a rules system; its short name where there is no such system."""
    try:
        return registry.system(system).title
    except NameNotKnown:
        return system


def edition_of(system: str) -> str:
    """The title of a rules system, with that of the system that it is an edition of."""
    title = title_of(system)
    try:
        first = registry.system(system).edition_of
    except NameNotKnown:
        return title
    return f"{title} (an edition of {title_of(first)})" if first else title


def _exported(source: ExportSource) -> str:
    """The scenarios that went out, or the map alone."""
    names = [f"“{scenario.name}” ({scenario.key})" for scenario in source.scenarios]
    if not names:
        return f"the map “{source.name}”"
    return f"the scenario {names[0]}" if len(names) == 1 else f"the scenarios {', '.join(names)}"


def document(source: ExportSource) -> PaperDocument:
    """What the page says, to be set as pictures too."""
    systems = dict.fromkeys(edition_of(scenario.system) for scenario in source.scenarios)
    lead = [prose(f"Rules: {title}. VASSAL does not enforce them.") for title in systems]
    if source.scenarios:
        lead.append(prose(SEATS))
    lead.append(prose(f"Hexwright exported this module from {_exported(source)}."))
    chapters: list[Chapter] = []
    for scenario in source.scenarios:
        # What several scenarios have in common stands there once.
        chapters += [one for one in _of_scenario(scenario) if one not in chapters]
    chapters.append(_of_map(source.board))
    return PaperDocument(source.name, "Notes", tuple(lead), tuple(chapters), False, source.board, source.scenario)


def _of_scenario(scenario: Scenario) -> Iterator[Chapter]:
    yield scenario_chapter(scenario)
    try:
        aids = player_aids(source_of(scenario))
    except HexwrightError:
        return
    for chapter in aids.chapters:
        # Counters are in the palette of pieces, and turns in the scenario's chapter.
        parts = [part for entry in chapter.entries for part in entry.parts]
        if not all(isinstance(part, CounterFigure | TurnRecordTrack) for part in parts):
            yield chapter
    sources = without_files(scenario.provenance)
    if sources:
        yield _chapter("Sources of the scenario", prose(sources))


def _of_map(board: Board) -> Chapter:
    used = used_kinds(board)
    rows = tuple(
        (left(kind.name, kind), left(kind.description))
        for layer, kinds in board.palette.kinds.items()
        for key, kind in kinds.items()
        if key in used.get(layer, ())
    )
    parts: list[Part] = []
    if board.scale and isinstance(board, BattleMap):
        parts.append(prose(f"{board.name}. A hex is {board.scale} across."))
    parts += [RulesChart("", heads("Kind", "What it is"), rows)] if rows else []
    sources = without_files(board.provenance)
    parts += [prose(f"Sources of the map: {sources}")] if sources else []
    return _chapter("The map", *parts)


def _chapter(title: str, *parts: Part) -> Chapter:
    return Chapter("", title, (PaperEntry("", "", parts),))
