"""Stands in for the pictures that the editor draws: small, and the same each time."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from engine.boards.palette import Palette
from engine.exchange.source import BoardPicture, Box, ExportSource
from engine.formats.holding import MADE_BY
from engine.paper.model import PaperDocument
from engine.scenario.model import Scenario, Unit


def plain(width: int, height: int, colour: str) -> bytes:
    """A PNG picture of one colour."""
    made = io.BytesIO()
    about = PngInfo()
    about.add_text("Software", MADE_BY)
    Image.new("RGB", (width, height), colour).save(made, "PNG", pnginfo=about)
    return made.getvalue()


class FlatPictures:
    """Pictures of one colour."""

    def board(self, source: ExportSource, place: BoardPicture, *, style: str, numbers: bool, furniture: bool) -> bytes:
        return plain(place.width, place.height, "#e6e4c1")

    def counter(self, scenario: Scenario, unit: Unit, pixels: int, *, back: bool, folder: str) -> bytes:
        return plain(pixels, pixels, scenario.sides[unit.side].ink if back else scenario.sides[unit.side].colour)

    def card(
        self, scenario: Scenario, unit: Unit, pixels: int, bleed: int, *, back: bool, folder: str, inset: int = 0
    ) -> bytes:
        return plain(pixels + 2 * bleed, pixels + 2 * bleed, scenario.sides[unit.side].colour)

    def layers(
        self, source: ExportSource, style: str, *, furniture: bool, units: bool, text: bool = False
    ) -> tuple[tuple[float, float, float, float], list[tuple[str, str, float]]]:
        drawn = '<svg><defs><g id="a"/></defs><g fill="url(#a)"><use xlink:href="#a"/></g></svg>'
        return (0.0, 0.0, 20.0, 10.0), [(title, drawn, 0.01) for title in ("Terrain", "Names & more")]

    def layer_pictures(
        self, source: ExportSource, style: str, pixels: float, *, furniture: bool, units: bool
    ) -> list[tuple[str, bytes]]:
        return [(title, plain(20, 10, "#ffffff")) for title in ("Terrain", "Names & more")]

    def layer_pages(self, source: ExportSource, style: str, *, furniture: bool, units: bool, stacked: bool) -> bytes:
        return b"%PDF-1.4 /Creator (\xfe\xff" + "Hexwright".encode("utf-16-be") + b")"

    def pages(self, document: PaperDocument, folder: str) -> list[tuple[str, bytes]]:
        return [(chapter.title, plain(8, 10, "#ffffff")) for chapter in document.chapters]

    def base(self, scenario: Scenario, unit: Unit, pixels: int) -> bytes:
        return plain(pixels, round(pixels / 2), scenario.sides[unit.side].colour)

    def two_sided(self, unit: Unit) -> bool:
        return bool(unit.values.get("reduced"))

    def sheet(self, width: int, height: int, boxes: Sequence[Box]) -> bytes:
        return plain(width, height, "#ffffff")

    def tiles(self, palette: Palette, kinds: Sequence[str], width: int, height: int, flat: bool, columns: int) -> bytes:
        return plain(width * columns, height * -(-len(kinds) // columns), "#88aa66")

    def levels(self, count: int, width: int, height: int, flat: bool, columns: int) -> bytes:
        return plain(width * columns, height * -(-count // columns), "#aa8866")
