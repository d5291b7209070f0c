"""Counters for print shops: each front and back as a picture of its own, with bleed, and a table of them."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from engine import spreadsheets
from engine.errors import HexwrightError
from engine.exchange.archives import packed
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import MADE, ExportSource, Options, Pictures
from engine.formats.roster import cell, columns
from engine.scenario.model import Scenario

BLEED: Final = {"generic": 3.175, "gamecrafter": 3.175, "none": 0.0}
"""Millimetres of colour beyond the cut, by print shop: an eighth of an inch is usual."""


class CounterOptions(Options):
    """How counters are drawn."""

    shop: Literal["generic", "gamecrafter", "none"] = Field(
        "generic", description="bleed: 3.175 mm for print shops such as The Game Crafter, or none"
    )
    dpi: int = Field(300, ge=72, le=1200, description="dots per inch")


def survey(source: ExportSource, options: CounterOptions) -> list[LostPart]:
    """What would be lost. Raises HexwrightError for a map without units."""
    _scenario(source)
    return [loss("LOSS116", "the map, the set-up and the rules")]


def write(source: ExportSource, options: CounterOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """An archive of pictures with a table, which nanDECK and spreadsheets read."""
    scenario = _scenario(source)
    per_mm = options.dpi / 25.4
    side, bleed = round(scenario.counters.size * per_mm), round(BLEED[options.shop] * per_mm)
    values = [column for column in columns(scenario) if column.info is not None]
    heading = ("count", "name", "side", "type", "size", "formation", "front", "back")
    rows: list[list[object]] = [[*heading, *(column.label for column in values)]]
    entries: list[tuple[str, bytes]] = []
    for number, unit in enumerate(scenario.units.values(), 1):
        front, back = f"{number:04d}-front.png", f"{number:04d}-back.png"
        for file, is_back in ((front, False), (back, True)):
            card = pictures.card(scenario, unit, side, bleed, back=is_back, folder=source.folder)
            entries.append((file, card))
        named = scenario.sides[unit.side].name
        row = [1, unit.name, named, unit.type, unit.size, unit.formation, front, back]
        rows.append([*row, *(cell(scenario, unit, column) for column in values)])
    cut = f"Cut size {scenario.counters.size:g} mm, bleed {BLEED[options.shop]:g} mm on each side"
    about = f"{MADE}: counters of {scenario.name}.\n{cut}, {options.dpi} dots per inch, colours sRGB.\n"
    table = spreadsheets.dumped(rows).encode("utf-8", "replace")
    first = [("README.txt", about.encode("utf-8", "replace")), ("counters.csv", table)]
    return {".zip": packed([*first, *entries], frozenset({"README.txt"}))}


def _scenario(source: ExportSource) -> Scenario:
    if source.scenario is None or not source.scenario.units:
        raise HexwrightError("counters belong to a scenario; this has no units")
    return source.scenario
