"""Ranges of unit keys in files: read as the keys that they stand for, which are saved singly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from engine.errors import HexwrightError
from engine.formats.source import DataPath, Section
from engine.scenario.ranges import BETWEEN, keys_of

V = TypeVar("V")
MOST: Final = 20_000
"""Keys that the ranges of one list or mapping stand for at most."""


def singled(section: Section, entries: Mapping[str, V], path: DataPath) -> dict[str, V]:
    """The entries of a mapping by unit, each entry of a range for all of its keys.

    What is wrong with ranges is noted: one that is none (UNIT004), and a key that is in two of them, or in one and by
    itself (UNIT005). The first counts then.
    """
    if not any(BETWEEN in word for word in entries):
        return dict(entries)
    found: dict[str, V] = {}
    written: dict[str, str] = {}
    for word, entry in entries.items():
        if _too_many(section, len(found), path):
            break
        for key in _keys(section, word, path, key=True):
            if key in found:
                message = f"the unit {key} is in {word!r} and in {written[key]!r}"
                hint = "name each unit once"
                section.error("UNIT005", message, (*path, word), key=True, hint=hint, unit=key)
                break
            found[key], written[key] = entry, word
            if word != key:
                section.stand_in((*path, key), word)
    return found


def named(section: Section, words: Sequence[str], path: DataPath) -> list[str]:
    """The keys of a list of units, with those that its ranges stand for; a range that is none is noted (UNIT004)."""
    found: list[str] = []
    for token, word in enumerate(words):
        if len(found) > len(words) and _too_many(section, len(found), path):
            break
        found += _keys(section, word, path, token=token)
    return found


def _too_many(section: Section, count: int, path: DataPath) -> bool:
    """Whether ranges stand for more keys than any scenario has units, which is noted."""
    if count > MOST:
        section.error("UNIT004", f"the ranges stand for more than {MOST:,} units", path)
    return count > MOST


def _keys(section: Section, word: str, path: DataPath, *, key: bool = False, token: int | None = None) -> Sequence[str]:
    try:
        return keys_of(word)
    except HexwrightError as error:
        message, _, hint = str(error).partition("; ")
        section.error("UNIT004", message, (*path, word) if key else path, key=key, token=token, hint=hint)
        return ()


def singles(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a scenario with a single entry for each unit, as a variant lays its own over them. What is wrong with
    ranges is not looked at."""
    units = fields.get("units")
    if not isinstance(units, Mapping):
        return dict(fields)
    found: dict[str, Any] = {}
    for word, entry in units.items():
        try:
            keys: Sequence[str] = keys_of(str(word))
        except HexwrightError:
            keys = (str(word),)
        for key in keys:
            found.setdefault(key, entry)
    return {**fields, "units": found}
