"""The pages of the rules desk: the blocks of a rules file that each page shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from editor.document.rules_document import RulesDocument
from engine.formats.source import DataPath

FILE: Final = "file"
"""The page with the text itself."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its key, its title, and the blocks on it by their paths."""

    key: str
    title: str
    blocks: tuple[DataPath, ...] = ()
    about: str = ""
    level: int = 0
    """1 for a page that belongs to the one before it."""


_BEFORE: Final = (
    Page(
        "overview",
        "Overview",
        ((), ("options",), ("settings",), ("conditions",)),
        "What the rules are called, what a scenario may choose, and conditions that have a name.",
    ),
    Page("units", "Units", (("units",),), "Types, classes, what counters print, steps and states."),
    Page("ground", "Ground", (("ground",),), "The words that these rules use for terrain."),
    Page("sequence", "Sequence", (("sequence",),), "The phases of a game turn, in their order."),
    Page("movement", "Movement", (("movement",),), "Allowances, and what each step costs."),
    Page("stacking", "Stacking and zones", (("stacking",), ("zones",)), "How many in a hex; zones of control."),
    Page("sight", "Sight and facing", (("sight",), ("facing",)), "Lines of sight and facing."),
    Page("combat", "Combat", (("combat",), ("reaction",)), "The kinds of combat, and fire on the way."),
)
_AFTER: Final = (
    Page("tables", "Tables", (("tables",),), "Tables of results, and of figures."),
    Page("results", "Results and retreat", (("results",), ("rally",)), "What each result does; rally."),
    Page("supply", "Supply and leaders", (("supply",), ("leaders",), ("transport",)), "Supply, leaders, transport."),
    Page(
        "weather",
        "Weather and events",
        (("weather",), ("events",), ("markers",), ("secrecy",)),
        "Weather, events, markers, and what a side does not know.",
    ),
    Page(
        "arrivals",
        "Arrivals and victory",
        (("arrivals",), ("replacements",), ("victory",)),
        "How units enter, what comes back, what units are worth.",
    ),
    Page("paragraphs", "Paragraphs", (("paragraphs",),), "The text of the rules, by numbered paragraphs."),
    Page(FILE, "File", (), "The text of the file itself."),
)


def pages_of(document: RulesDocument) -> list[Page]:
    """The pages of a rules file: one for each kind of combat among them."""
    kinds = document.data.get("combat")
    entries = kinds if isinstance(kinds, list) else [kinds] if isinstance(kinds, Mapping) else []
    own = [
        Page(f"combat {number}", _named(one, number), (("combat", number),), "One kind of combat.", 1)
        for number, one in enumerate(entries)
    ]
    return [*_BEFORE, *own, *_AFTER]


def _named(entry: object, number: int) -> str:
    name = entry.get("name") if isinstance(entry, Mapping) else None
    return str(name).replace("_", " ").capitalize() if name else f"Kind {number + 1}"


def page_for(document: RulesDocument, path: DataPath) -> Page:
    """The page on which a place of the rules stands; the page of the text if no other page has it."""
    pages = pages_of(document)
    fitting = [(len(block), page) for page in pages for block in page.blocks if path[: len(block)] == block and path]
    return max(fitting, key=lambda one: one[0])[1] if fitting else pages[-1]
