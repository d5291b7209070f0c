"""A whole game to print: map at true size, counters or bases, player aids, rulebook and set-up cards, as one PDF or as
parts in an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from editor.canvas.drawing.faces import look_in
from editor.canvas.drawing.furniture import drawn_area, scene_rect
from editor.canvas.drawing.look import Look
from editor.kinds import kind_of_board, printing_of
from editor.output.apart import Tell, tell_nobody
from editor.output.counter_sheets import CounterSheetSetup, counter_painters, plan_counters
from editor.output.export import MapDrawing, Picture, need_application
from editor.output.paper.lines import plain_lines
from editor.output.paper.measures import MM, PageSize, head_font
from editor.output.paper.pages import PaperPages
from editor.output.paper.writing import PrintedSheet, pdf_bytes, sheets_of
from editor.output.sheet_writer import sheet_painters
from editor.output.sheets import PAPERS, SheetPlan, SheetSetup, fewest, plan
from engine.errors import HexwrightError
from engine.exchange.archives import packed
from engine.formats.holding import MADE_BY
from engine.paper.aids import player_aids
from engine.paper.model import PaperDocument
from engine.paper.rulebook import rulebook
from engine.paper.setup import setup_cards
from engine.paper.source import source_of
from engine.plural import counted
from engine.scenario.model import Scenario
from engine.writing import write_together

ENDINGS: Final = (".pdf", ".zip")
ROOM: Final = 3.2
"""Millimetres by which a hex is wider than the counters that lie in it."""
BASE: Final = 40.0
"""Millimetres of a base for figures of 15 mm."""


@dataclass(frozen=True, slots=True)
class BundleSetup:
    """What the user chooses."""

    paper: str = "a4"
    hex_mm: float = 0.0
    """From side to side of a hex, or the width of a base on a table; 0 for what the counters need."""
    flip: str = "long"
    """The edge over which the sheets of counters are turned."""


@dataclass(frozen=True, slots=True)
class BundlePart:
    """A part of the game: its name, what it is for, its pages."""

    name: str
    about: str
    sheets: Sequence[PrintedSheet]


def print_bundle(
    scenario: Scenario, path: Path, setup: BundleSetup, folder: str = "", *, tell: Tell = tell_nobody
) -> list[BundlePart]:
    """Write a scenario with all that it is played with into a PDF or an archive, whole or not at all; gives the parts.

    ``folder`` is where pictures on counters are looked up. Raises HexwrightError where it cannot be written.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise HexwrightError(f"a game is printed to a .pdf or .zip file, not {ending or 'nothing'!r}")
    need_application()
    parts = list(bundle_parts(scenario, setup, folder))
    count = sum(len(part.sheets) for part in parts)
    if ending == ".pdf":
        sheets = [sheet for part in parts for sheet in part.sheets]
        data = pdf_bytes(scenario.name, setup.paper, sheets, tell)
    else:
        done, entries = 0, [("README.txt", readme(scenario, setup, parts).encode("utf-8", "replace"))]
        for part in parts:
            share = _shares(tell, done, len(part.sheets), count)
            entries.append(
                (f"{part.name}.pdf", pdf_bytes(f"{scenario.name}: {part.name}", setup.paper, part.sheets, share))
            )
            done += len(part.sheets)
        data = packed(entries, frozenset({"README.txt", *(name for name, _ in entries)}))
    write_together({path: data}, partial(tell, 1.0))
    return parts


def _shares(tell: Tell, done: int, own: int, count: int) -> Tell:
    """Progress of a part as progress of the whole."""
    return lambda part: tell((done + part * own) / max(1, count))


def bundle_parts(scenario: Scenario, setup: BundleSetup, folder: str = "") -> Iterator[BundlePart]:
    """The parts in the order in which a player wants them."""
    source = source_of(scenario)

    def pages(document: PaperDocument) -> list[PrintedSheet]:
        return sheets_of(PaperPages(document, setup.paper, folder))

    yield BundlePart("rulebook", "the rules, with the scenario's victory", pages(rulebook(source)))
    yield BundlePart("player-aids", "charts and turn record, to lie beside the map", pages(player_aids(source)))
    names: set[str] = set()
    for card, side in zip(setup_cards(scenario), _sides(scenario), strict=True):
        name = _unused(f"setup-{_slug(scenario.sides[side].name)}", names)
        sheets = pages(card)
        if kind_of_board(scenario.map).key == "tables":
            sheets.append(PrintedSheet(_deployment(scenario, side, setup.paper, folder)))
        yield BundlePart(
            name, f"where the units of {scenario.sides[side].called} begin and arrive, for that player", sheets
        )
    laid = map_plan(scenario, setup)
    # Tracks and boxes show what the scenario says; its units are counters.
    bare = scenario.with_(setup={}, pools={})
    drawing = MapDrawing(scenario.map, bare, Look(regions=False), laid.area, folder=folder)
    painters = sheet_painters(Picture(drawing), laid)
    size = f"{counted(len(laid.sheets), 'sheet')} to cut and glue; the first page shows how they fit together"
    yield BundlePart("map", size, [PrintedSheet(paint, laid.setup.landscape) for paint in painters])
    if scenario.units:
        yield _to_cut_out(scenario, setup, folder)


def _to_cut_out(scenario: Scenario, setup: BundleSetup, folder: str) -> BundlePart:
    """The units: as counters, or as the bases of a table."""
    kind = kind_of_board(scenario.map)
    if kind.bases:
        wide = _true_size(scenario, setup)
        painters = kind.offers("bases")(scenario, setup.paper, wide, MM)
        return BundlePart("bases", f"bases, {wide:g} mm wide, to be cut out", [PrintedSheet(one) for one in painters])
    counters = plan_counters(scenario, CounterSheetSetup(scenario.counters.size, setup.paper, flip=setup.flip))
    about = f"counters of {counters.setup.size:g} mm, each front before its back"
    return BundlePart("counters", about, [PrintedSheet(one) for one in counter_painters(scenario, counters, folder)])


def _true_size(scenario: Scenario, setup: BundleSetup) -> float:
    """Millimetres from side to side of a hex, or of a base on a table."""
    hexes = kind_of_board(scenario.map).print_measure[1] == 1.0
    return setup.hex_mm or (round(scenario.counters.size + ROOM, 1) if hexes else BASE)


def _sides(scenario: Scenario) -> list[str]:
    return [key for key in scenario.sides if any(unit.side == key for unit in scenario.units.values())]


def map_plan(scenario: Scenario, setup: BundleSetup) -> SheetPlan:
    """How the map falls on sheets. Raises HexwrightError where it would take too many."""
    board = scenario.map
    _, wide, _ = kind_of_board(board).print_measure
    across = _true_size(scenario, setup) / wide
    area = drawn_area(board)
    holds, beside = printing_of(board, Look(regions=False)).holds, [scene_rect(item) for item in board.look.furniture]
    return plan(fewest(SheetSetup(setup.paper, hex_mm=across), area, holds, beside), area, holds, beside)


def _deployment(scenario: Scenario, side: str, paper: str, folder: str) -> Callable[[QPainter], None]:
    """A map of a table with the units of a side where they begin."""
    size = PageSize.of(paper)
    own = {key: at for key, at in scenario.setup.items() if key in scenario.units and scenario.units[key].side == side}
    shown = scenario.with_(setup=own)

    def paint(painter: QPainter) -> None:
        look, body = Look(numbers=False, regions=False), size.body
        printing = printing_of(scenario.map, look)
        area = drawn_area(scenario.map, furniture=False)
        title = f"{scenario.name}: deployment of {scenario.sides[side].called}"
        head = plain_lines(title, head_font(14), body.width())
        head.draw(painter, body.left(), body.top() - 6 * MM)
        room = body.adjusted(0, head.height, 0, 0)
        scale = min(room.width() / area.width(), room.height() / area.height())
        painter.save()
        painter.translate(QPointF(room.center().x() - area.width() * scale / 2, room.top()))
        painter.scale(scale, scale)
        painter.translate(-area.topLeft())
        painter.setClipRect(area)
        printing.paint(painter, area, scale / 3, look, QColor("#ffffff"))
        printing.paint_units(painter, shown, area, scale / 3, look_in(scenario, folder))
        painter.restore()

    return paint


def readme(scenario: Scenario, setup: BundleSetup, parts: Sequence[BundlePart]) -> str:
    """What a player reads first."""
    lines = [
        f"{MADE_BY}: a game to print.",
        "",
        scenario.name,
        "=" * min(60, max(3, len(scenario.name))),
        "",
        *(f"{part.name}.pdf: {part.about} ({counted(len(part.sheets), 'page')})" for part in parts),
        "",
        f'Print at 100 %, "actual size", on {PAPERS[setup.paper][0]} paper.',
        *(
            f"Print the counters on both sides of the paper, turned over its {setup.flip} edge."
            for part in parts
            if part.name == "counters"
        ),
        "A set-up card is for the player of its side alone.",
    ]
    return "\n".join(lines) + "\n"


def _slug(name: str) -> str:
    """A name of a side as part of the name of a file."""
    letters = "".join(letter.lower() if letter.isascii() and letter.isalnum() else "-" for letter in name[:40])
    return "-".join(filter(None, letters.split("-"))) or "side"


def _unused(name: str, names: set[str]) -> str:
    """A name that no other part has."""
    found, number = name, 2
    while found in names:
        found, number = f"{name}-{number}", number + 1
    names.add(found)
    return found
