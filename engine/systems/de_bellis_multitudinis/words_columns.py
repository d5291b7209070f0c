"""The sentences of columns, of mounting and of spontaneous advances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence


def _column(names: Names, data: Data) -> str:
    return f"{names.units(data['units'].split())} formed a column, its head {names.way(data)}"


def _expand(names: Names, data: Data) -> str:
    return f"{names.units(data['units'].split())} expanded from column"


def _dismount(names: Names, data: Data) -> str:
    with_holders = " with horse holders" if data.get("holders") else ""
    return f"{names.units(data['units'].split())} dismounted{with_holders}"


def _mount(names: Names, data: Data) -> str:
    return f"{names.units(data['units'].split())} mounted"


def _holders(names: Names, data: Data) -> str:
    return f"The horse holders of {names.unit(data['unit'])} were removed"


def _advance(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} advanced at {names.unit(data['aim'])} {names.way(data)}"


def _displaced(names: Names, data: Data) -> str:
    return f"{names.units(data['units'].split())} made room for {names.unit(data['by'])}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "column": _column,
    "expand": _expand,
    "dismount": _dismount,
    "mount": _mount,
    "holders": _holders,
    "advance": _advance,
    "displaced": _displaced,
}
"""Kind of event to its sentence."""
