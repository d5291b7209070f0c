"""Names of hexsides in the exclusive rules of a scenario; see `engine.formats.fitting`."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, ValidationInfo

from engine.errors import HexwrightError
from engine.formats.documents import Text
from engine.formats.fitting import FEW, Setting, refuse
from engine.hexes.board.battlemap import hexes_of


def _hexside(value: str, info: ValidationInfo) -> str:
    board = info.context.board if isinstance(info.context, Setting) else None
    if board is not None:
        try:
            hexes_of(board).grid.parse_side(value)
        except HexwrightError as error:
            raise refuse(f"must name hexsides of the map: {error}") from None
    return value


HexsideName = Annotated[Text, AfterValidator(_hexside)]
"""A hexside of the map."""
HexsideNames = Annotated[list[HexsideName], FEW]
"""Hexsides of the map."""
