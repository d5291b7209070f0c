"""The options of modules of VASSAL."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.exchange.choosing import ONLY
from engine.exchange.gridoptions import GridOptions
from engine.exchange.source import Options


class VassalOptions(Options):
    """How a module is written."""

    pixels: int = Field(
        100, ge=60, le=200, description="pixels from side to side of a hex on the board, or for 100 paces"
    )
    counters: int = Field(
        75, ge=30, le=300, description="pixels of a counter's side; bases are as wide as on the board"
    )
    style: Literal["organic", "plain", "grey"] = Field("organic", description="map style of the board")
    numbers: bool = Field(True, description="print hex numbers on the board")
    furniture: bool = Field(True, description="draw legend, boxes and tracks beside the board")
    units: bool = Field(True, description="include units")
    only: str = Field("", description=ONLY)
    hidden: bool = Field(False, description="include units that are set up in secret")
    palette: Literal["formation", "type"] = Field("formation", description="how the counters of each side are sorted")


class PieceReading(Options):
    """How boards and pieces of a module are read."""

    board: str = Field("", description="name of the board to import, if the module has several")
    zone: str = Field("", description="name of the zone whose hex grid is taken, if the board has several")
    system: str = Field("", description="rules system of the scenario, such as tlg2, fm or sns2")
    sides: str = Field("", description="side of pieces, as NAME=SIDE with commas between")
    types: str = Field("", description="unit type of pieces, as NAME=TYPE with commas between")


class VassalReading(GridOptions, PieceReading):
    """How a module is read."""


class SaveReading(VassalReading):
    """How a saved game is read."""

    module: str = Field("", description="file of its module (default: the module beside it)")
