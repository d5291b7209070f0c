"""Counters for print shops: each front and back as a picture of its own, with bleed, and a table of them; or sheets."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
from PIL import Image
from pydantic import Field

from engine import spreadsheets
from engine.errors import HexwrightError
from engine.exchange.archives import packed
from engine.exchange.choosing import ONLY, unchosen, unchosen_lost
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import MADE, ExportSource, Options, Pictures
from engine.formats.roster import cell, columns
from engine.plural import counted
from engine.scenario.model import Scenario

BLEED: Final = {"generic": 3.175, "gamecrafter": 3.175, "none": 0.0}
"""Millimetres of colour beyond the cut, by print shop: an eighth of an inch is usual."""
SAFE: Final = {"generic": 1.5, "gamecrafter": 3.175, "none": 0.0}
"""Millimetres within the cut that may be cut off when a blade slips: no text should be there."""
SIZES: Final = {"own": 0.0, "1/2": 12.7, "9/16": 14.2875, "5/8": 15.875, "3/4": 19.05}
"""Sides of counters that print shops cut, in inches, as millimetres; 0 for the scenario's own."""
SHEET: Final = 254.0
"""Millimetres of a sheet's side at most: 10 inches fit on any paper of a print shop."""
_HEAD: Final = 33
"""Bytes of a PNG up to the end of its header."""
_TOLD: Final = (b"pHYs", b"sRGB", b"iCCP", b"gAMA", b"cHRM")
"""Parts of a PNG that tell of dots and colours."""
_UNLIKE: Final = 48
"""How far a colour is from the ground's, of 255, to be something drawn."""


class CounterOptions(Options):
    """How counters are drawn."""

    shop: Literal["generic", "gamecrafter", "none"] = Field(
        "generic", description="bleed and safe zone: 3.175 mm and 1.5 mm, The Game Crafter's 3.175 mm twice, or none"
    )
    size: Literal["own", "1/2", "9/16", "5/8", "3/4"] = Field(
        "own", description="side of a counter in inches, or the scenario's own"
    )
    fit: bool = Field(False, description="draw faces within the safe zone, smaller")
    sheets: bool = Field(False, description="sheets of counters, front and back, beside single pictures")
    only: str = Field("", description=ONLY)
    dpi: int = Field(300, ge=72, le=1200, description="dots per inch")


def survey(source: ExportSource, options: CounterOptions) -> list[LostPart]:
    """What would be lost. Raises HexwrightError for a map without units."""
    lost = list(unchosen_lost(_scenario(source), options.only))
    return [loss("LOSS116", "the map, the set-up and the rules"), *lost]


def write(source: ExportSource, options: CounterOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """An archive of pictures with a table, which nanDECK and spreadsheets read."""
    return {".zip": _Shop(_scenario(source), options, pictures, source.folder).packed()}


@dataclass(slots=True)
class _Shop:
    """Counters while they are drawn."""

    scenario: Scenario
    options: CounterOptions
    pictures: Pictures
    folder: str
    cards: list[tuple[str, bytes]] = field(default_factory=list)
    """Each picture with its name: a front, then its back."""
    unsafe: list[str] = field(default_factory=list)
    """The pictures with something drawn beyond the safe zone."""

    @property
    def cut(self) -> float:
        """The side of a counter in millimetres."""
        return SIZES[self.options.size] or self.scenario.counters.size

    def pixels(self, millimetres: float) -> int:
        """Millimetres as pixels."""
        return round(millimetres * self.options.dpi / 25.4)

    def packed(self) -> bytes:
        """The archive."""
        table = spreadsheets.dumped(list(self._rows())).encode("utf-8", "replace")
        sheets = list(self._sheets()) if self.options.sheets else []
        first = [("README.txt", self._about().encode("utf-8", "replace")), ("counters.csv", table)]
        return packed([*first, *self.cards, *sheets], frozenset({"README.txt"}))

    def _rows(self) -> Iterator[list[object]]:
        scenario, options = self.scenario, self.options
        side, bleed, safe = (self.pixels(one) for one in (self.cut, BLEED[options.shop], SAFE[options.shop]))
        inset = safe if options.fit else 0
        values = [column for column in columns(scenario) if column.info is not None]
        heading = ("count", "name", "side", "type", "size", "formation", "front", "back", "safe")
        yield [*heading, *(column.label for column in values)]
        gone = unchosen(scenario, options.only)
        for number, unit in enumerate((one for one in scenario.units.values() if one.key not in gone), 1):
            files = {False: f"{number:04d}-front.png", True: f"{number:04d}-back.png"}
            is_safe = True
            for back, file in files.items():
                card = self.pictures.card(scenario, unit, side, bleed, back=back, folder=self.folder, inset=inset)
                self.cards.append((file, for_print(card, options.dpi)))
                if safe and not _is_safe(card, bleed, safe):
                    self.unsafe.append(file)
                    is_safe = False
            named = scenario.sides[unit.side].name
            row = [
                1,
                unit.name,
                named,
                unit.type,
                unit.size,
                unit.formation,
                *files.values(),
                "yes" if is_safe else "no",
            ]
            yield [*row, *(cell(scenario, unit, column) for column in values)]

    def _about(self) -> str:
        """What a print shop reads first."""
        options = self.options
        bleed, safe = BLEED[options.shop], SAFE[options.shop]
        lines = [
            f"{MADE}: counters of {self.scenario.name}.",
            f"Cut size {self.cut:g} mm, bleed {bleed:g} mm on each side, safe zone {safe:g} mm within the cut,"
            f" {options.dpi} dots per inch.",
            "Colours are sRGB; print shops convert them to their inks themselves.",
            "counters.csv has a row for each counter, with its pictures; nanDECK reads it with LINK=counters.csv.",
        ]
        if self.unsafe:
            lines.append(f"Text or lines leave the safe zone on {counted(len(self.unsafe), 'picture')}:")
            lines.append(" ".join(self.unsafe[:200]) + (" ..." if len(self.unsafe) > 200 else ""))
            lines.append("Export again with fit=true to draw faces within it, or with larger counters (size=3/4).")
        elif safe:
            lines.append("No text and no line leaves the safe zone.")
        return "\n".join(lines) + "\n"

    def _sheets(self) -> Iterator[tuple[str, bytes]]:
        """Sheets of fronts, and of backs in the order in which they lie when the sheet is turned over sideways."""
        whole = self.pixels(self.cut) + 2 * self.pixels(BLEED[self.options.shop])
        across = max(1, self.pixels(SHEET) // whole)
        fronts, backs = self.cards[::2], self.cards[1::2]
        for number, begin in enumerate(range(0, len(fronts), across * across), 1):
            for word, cards in (("front", fronts), ("back", backs)):
                part = cards[begin : begin + across * across]
                rows = -(-len(part) // across)
                sheet = Image.new("RGB", (whole * across, whole * rows), "#ffffff")
                for place, (_, card) in enumerate(part):
                    row, column = divmod(place, across)
                    column = across - 1 - column if word == "back" else column
                    with Image.open(io.BytesIO(card)) as picture:
                        sheet.paste(picture.convert("RGB"), (column * whole, row * whole))
                made = io.BytesIO()
                sheet.save(made, "PNG")
                yield f"sheet-{number:02d}-{word}.png", for_print(made.getvalue(), self.options.dpi)


def for_print(png: bytes, dpi: int) -> bytes:
    """A PNG that says how many dots an inch has, and that its colours are sRGB."""
    dots = round(dpi / 0.0254)
    made = [_chunk(b"sRGB", b"\0"), _chunk(b"pHYs", struct.pack(">IIB", dots, dots, 1))]
    head, place, rest = png[:_HEAD], _HEAD, list[bytes]()
    while place < len(png):
        (size,) = struct.unpack_from(">I", png, place)
        end = place + 12 + size
        if png[place + 4 : place + 8] not in _TOLD:
            rest.append(png[place:end])
        place = end
    return b"".join([head, *made, *rest])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _is_safe(card: bytes, bleed: int, safe: int) -> bool:
    """Whether nothing begins or ends between the cut and the safe zone: what runs out to the edge of the picture, as
    grounds and bands do, may be cut anywhere."""
    with Image.open(io.BytesIO(card)) as picture:
        pixels = np.asarray(picture.convert("RGB"), dtype=np.int16)
    # A pixel of the zone's inner edge may have the softened edge of what is drawn within it.
    edge = bleed + safe - 1
    high, wide = pixels.shape[:2]
    inner = slice(edge, high - edge), slice(edge, wide - edge)
    across = np.abs(pixels - _outermost(pixels, wide, 1)).max(axis=2) > _UNLIKE
    down = np.abs(pixels - _outermost(pixels, high, 0)).max(axis=2) > _UNLIKE
    rows, columns = np.arange(high), np.arange(wide)
    beside = np.minimum(columns, wide - 1 - columns)[None, :] < edge
    above = np.minimum(rows, high - 1 - rows)[:, None] < edge
    unlike = np.where(beside & above, across & down, np.where(beside, across, down))
    unlike[inner] = False
    return not unlike.any()


def _outermost(pixels: np.ndarray, size: int, axis: int) -> np.ndarray:
    """For each pixel the one at the nearer edge of the picture in its row or column."""
    first, last = np.take(pixels, [0], axis), np.take(pixels, [size - 1], axis)
    half = size // 2
    return np.concatenate([np.repeat(first, half, axis), np.repeat(last, size - half, axis)], axis)


def _scenario(source: ExportSource) -> Scenario:
    if source.scenario is None or not source.scenario.units:
        raise HexwrightError("counters belong to a scenario; this has no units")
    return source.scenario
