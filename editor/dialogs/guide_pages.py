"""The pages of the guide: where they are, their headings, which one is about what, and finding words in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import data

HOME: Final = "guide/index.md"
TUTORIAL: Final = "guide/first-scenario.md"
KEYS: Final = "keys"
"""The page on keys and mouse, which is made when it is asked for: keys are the user's."""

PANELS: Final[Mapping[str, str]] = {
    "palette": "guide/drawing.md",
    "minimap": "guide/desk.md#zoom-and-place",
    "battle": "guide/armies.md",
    "army": "guide/tables.md#armies-and-commands",
    "arrivals": "guide/index.md#units",
    "preview": "guide/playing.md",
    "ledger": "guide/index.md#rules",
    "exchange": "guide/exchange.md#the-exchange-workspace",
    "underlay": "guide/underlay.md",
    "tracing": "guide/tracing.md",
    "stamps": "guide/drawing.md#stamps",
    "inspector": "guide/inspector.md",
    "overlays": "guide/index.md",
    "layers": "guide/layers.md",
    "problems": "findings.md",
    "log": "guide/playing.md",
    "summary": "guide/playing.md#what-the-other-side-did",
    "board": "guide/playing.md#the-battle-board",
    "points": "guide/playing.md#points",
    "trials": "guide/trials.md",
    "scenario": "guide/scenario.md",
    "units": "guide/armies.md#the-unit-table",
}
"""By a panel's key, the page and heading that tell of it."""
RULES: Final = "guide/rules-desk.md#pages-and-forms"
"""What tells of the rules desk."""
TOOLS: Final[Mapping[str, str]] = {
    "select": "guide/drawing.md#select-move-copy",
    "stamp": "guide/drawing.md#stamps",
    "brush": "guide/drawing.md#terrain",
    "line": "guide/drawing.md#terrain",
    "shape": "guide/drawing.md#terrain",
    "fill": "guide/drawing.md#terrain",
    "elevation": "guide/looks.md#heights",
    "hexside": "guide/drawing.md#hexsides",
    "road": "guide/drawing.md#roads-and-bridges",
    "feature": "guide/drawing.md",
    "label": "guide/looks.md#place-names",
    "furniture": "guide/looks.md#legend-scale-bar-turn-track-boxes-compass",
    "region": "guide/regions.md",
    "eraser": "guide/drawing.md",
    "pick": "guide/drawing.md",
    "measure": "guide/drawing.md",
    "sight": "guide/index.md",
    "underlay": "guide/underlay.md#fit-the-grid-three-clicks",
    "table-select": "guide/tables.md#select-and-change",
    "area": "guide/tables.md#areas",
    "table-cut": "guide/tables.md#areas",
    "table-line": "guide/tables.md#roads-rivers-and-walls",
    "table-wall": "guide/tables.md#roads-rivers-and-walls",
    "table-label": "guide/tables.md#names",
    "stick": "guide/tables.md#measuring",
}
"""By a tool's key."""
DIALOGS: Final[Mapping[str, str]] = {
    "NewMapDialog": "guide/first-map.md#1-an-empty-map",
    "NewTableDialog": "guide/tables.md#a-new-table",
    "TableSizeDialog": "guide/tables.md#a-new-table",
    "HexNumbersDialog": "guide/reshaping.md#hex-numbers-ctrlaltn",
    "ResizeMapDialog": "guide/reshaping.md#resize-crop-extend-ctrlaltr",
    "JoinMapsDialog": "guide/reshaping.md#join-with-another-map-ctrlaltj",
    "PaletteDialog": "guide/palettes.md",
    "ChooseHexesDialog": "guide/inspector.md#selecting",
    "FurnitureDialog": "guide/looks.md#legend-scale-bar-turn-track-boxes-compass",
    "LabelDialog": "guide/looks.md#place-names",
    "SlopesDialog": "guide/drawing.md#hexsides",
    "TerrainMixDialog": "guide/drawing.md#terrain",
    "ReplaceTerrainDialog": "guide/drawing.md#terrain",
    "PrintDialog": "guide/printing.md#sheets-of-paper-hexes-at-true-size",
    "ExportDialog": "guide/printing.md#a-picture",
    "ExportWizard": "guide/exchange.md#export",
    "ImportWizard": "guide/exchange.md#import",
    "InstallPackDialog": "guide/exchange.md#give-what-you-made-to-others",
    "PacksDialog": "guide/exchange.md#give-what-you-made-to-others",
    "PluginsDialog": "guide/plugins.md#when-something-is-wrong",
    "ShortcutsDialog": "guide/keyboard.md",
    "KeptGamesDialog": "guide/playing.md",
    "PreferencesDialog": "guide/keyboard.md#larger-smaller",
    "EditUnitDialog": "guide/armies.md#one-unit-or-many",
    "NumberUnitsDialog": "guide/armies.md",
    "NewScenarioDialog": "guide/scenario.md",
    "ScenarioPropertiesDialog": "guide/scenario.md",
    "OpenProblemsDialog": "findings.md",
    "UnsavedDialog": "guide/desk.md#what-saving-asks",
    "RecoveryDialog": "guide/desk.md#what-saving-asks",
    "NewRulesDialog": "guide/rules-desk.md#new-rules",
}
"""By the name of a dialog's class."""

FORMATS: Final[Mapping[str, str]] = {
    "vmod": "guide/vassal.md",
    "vsav": "guide/vassal.md#saved-games",
    "tts": "guide/tabletop-simulator.md",
    "svg": "guide/svg.md",
    "layers": "guide/layer-pictures.md",
    "pdf": "guide/layer-pages.md",
    "counters": "guide/print-shops.md",
    "tmx": "guide/tiled.md",
    "tmj": "guide/tiled.md",
    "wxx": "guide/worldographer.md",
    "geojson": "guide/geography.md",
    "shp": "guide/geography.md",
    "kml": "guide/geography.md",
    "gpx": "guide/geography.md",
    "heights": "guide/heights.md",
    "csv": "guide/spreadsheets.md",
    "json": "guide/spreadsheets.md",
    "picture": "guide/pictures.md",
}
"""By the key of a format of the house."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page and the text under it."""

    page: str
    title: str
    text: str

    @property
    def address(self) -> str:
        """Page and heading, as links name them."""
        return f"{self.page}#{slug(self.title)}"


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A place that has the words that were sought."""

    address: str
    title: str
    excerpt: str


def slug(title: str) -> str:
    """What a link calls a heading: lower case, words joined by hyphens, nothing else."""
    return "-".join(re.sub(r"[^\w\s-]", "", title.lower()).split())


def pages() -> list[str]:
    """The pages in the order in which the first page lists them, itself at the head."""
    listed = re.findall(r"\]\(([\w./-]+\.md)\)", text_of(HOME))
    found = [_beside(HOME, link) for link in listed]
    return [HOME, *dict.fromkeys(page for page in found if page != HOME and file_of(page).is_file())]


def file_of(page: str) -> Path:
    """The file of a page."""
    return data.docs() / page


def text_of(page: str) -> str:
    """The Markdown of a page; FileNotFoundError where there is none."""
    return file_of(page).read_text(encoding="utf-8")


def title_of(page: str) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", text_of(page), re.MULTILINE)
    return plain(found[1]) if found else page


def headings(page: str) -> list[Heading]:
    """The parts of a page."""
    parts = re.split(r"^#{1,3} (.+)$", text_of(page), flags=re.MULTILINE)
    return [Heading(page, plain(title), plain(text)) for title, text in zip(parts[1::2], parts[2::2], strict=True)]


def plain(text: str) -> str:
    """Markdown as words alone."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[`*|]|^-+$|\|-+", " ", text, flags=re.MULTILINE).split())


def search(words: str) -> Iterator[FoundPlace]:
    """Places that have all of these words, those with the words in their heading first."""
    wanted = words.lower().split()
    if not wanted:
        return
    found = [part for page in pages() for part in headings(page)]
    fitting = [part for part in found if all(word in f"{part.title} {part.text}".lower() for word in wanted)]
    for part in sorted(fitting, key=lambda part: not all(word in part.title.lower() for word in wanted)):
        yield FoundPlace(part.address, part.title, _excerpt(part.text, wanted[0]))


def _excerpt(text: str, word: str, around: int = 60) -> str:
    at = text.lower().find(word)
    if at < 0:
        return text[: 2 * around]
    start = max(0, at - around)
    return ("…" if start else "") + text[start : at + around].strip() + "…"


def linked(page: str, link: str) -> str:
    """The address that a link on a page leads to; empty when it is no page of the guide."""
    target, _, anchor = link.partition("#")
    if not target:
        return f"{page}#{anchor}"
    address = _beside(page, target)
    if not address.endswith(".md") or not file_of(address).is_file():
        return ""
    return f"{address}#{anchor}" if anchor else address


def _beside(page: str, link: str) -> str:
    """A path as a page names it, from the folder of all pages."""
    parts: list[str] = page.split("/")[:-1]
    for part in link.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
