"""Hexes chosen by a rule, such as ``feature town|village; coast within 4``: for regions, and to select.

A rule is a row of conditions parted by ``;``, and a hex is chosen when all of them hold. A condition is
``[not] THING [KEY|KEY...] [within N]``:

====================== ========================================================================================
``terrain woods|swamp`` the hex is of one of these terrains
``feature town``        it holds one of these features
``hexside river``       one of its hexsides carries one of these kinds
``path road|trail``     one of these paths runs through it
``region allied``       it belongs to one of these regions
``elevation 2..4``      its level lies in this range; also ``2``, ``2..`` and ``..4``
``coast``               it is land beside a lake or the sea
``named``               a place name stands there
``edge``                it lies at the edge of the map
====================== ========================================================================================

``within N`` asks for such a hex at most N hexes away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

KEYED: Final = ("terrain", "feature", "hexside", "path", "region")
"""Things that are asked for by their keys."""
THINGS: Final = (*KEYED, "elevation", "coast", "named", "edge")
FARTHEST: Final = 99
_NO_LIMIT: Final = 10**6


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition; ``keys`` for what is asked for by key, ``low`` and ``high`` for elevation."""

    thing: str
    keys: tuple[str, ...] = ()
    low: int = -_NO_LIMIT
    high: int = _NO_LIMIT
    within: int = 0
    """The greatest distance, in hexes, to a hex that fits; 0 for the hex itself."""
    unless: bool = False
    """Hexes for which it holds are left out."""

    def __str__(self) -> str:
        words = [*(["not"] if self.unless else ()), self.thing]
        if self.keys:
            words.append("|".join(self.keys))
        if self.thing == "elevation":
            words.append(_range(self.low, self.high))
        if self.within:
            words.append(f"within {self.within}")
        return " ".join(words)


Rule = tuple[Condition, ...]


def wording(rule: Iterable[Condition]) -> str:
    """The text of a rule, which `parse` reads back."""
    return "; ".join(map(str, rule))


def parse(text: str) -> Rule:
    """Read a rule. Raises HexwrightError that says which condition cannot be read, and why."""
    rule = tuple(_condition(part) for part in text.split(";") if part.strip())
    if not rule:
        raise HexwrightError("a rule needs a condition, such as `terrain clear` or `coast within 4`")
    return rule


def _condition(text: str) -> Condition:
    words = text.split()
    unless = words[0] == "not"
    words = words[1:] if unless else words
    within = 0
    if len(words) >= 2 and words[-2] == "within":
        within = _number(words[-1], text)
        words = words[:-2]
    if not words or words[0] not in THINGS:
        thing = words[0] if words else ""
        near = get_close_matches(thing, THINGS, 1)
        hint = f"; did you mean {near[0]}?" if near else f": it begins with one of {', '.join(THINGS)}"
        raise HexwrightError(f"{text.strip()!r} is not a condition{hint}")
    thing, rest = words[0], words[1:]
    if thing == "elevation":
        low, high = _levels("".join(rest), text)
        return Condition(thing, (), low, high, within, unless)
    keys = tuple(key.strip() for key in " ".join(rest).split("|")) if thing in KEYED else ()
    if any(not key or " " in key for key in keys):
        raise HexwrightError(f"{text.strip()!r}: {thing} needs its keys, with | between several")
    if thing not in KEYED and rest:
        raise HexwrightError(f"{text.strip()!r}: nothing is expected after {thing} but `within`")
    return Condition(thing, keys, within=within, unless=unless)


def _number(word: str, text: str) -> int:
    if not re.fullmatch(r"\d{1,2}", word):
        raise HexwrightError(f"{text.strip()!r}: within needs a number of hexes from 0 to {FARTHEST}")
    return int(word)


def _levels(word: str, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(-?\d{1,3})?(\.\.)?(-?\d{1,3})?", word)
    if not word or word == ".." or found is None or (found[3] is not None and not found[2]):
        raise HexwrightError(f"{text.strip()!r}: elevation needs a level or a range, such as 2, 2..4 or 3..")
    low, high = (None if part is None else int(part) for part in (found[1], found[3]))
    if not found[2] and low is not None:
        return low, low
    return -_NO_LIMIT if low is None else low, _NO_LIMIT if high is None else high


def _range(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{'' if low <= -_NO_LIMIT else low}..{'' if high >= _NO_LIMIT else high}"


def unknown(battle_map: BattleMap, rule: Iterable[Condition]) -> list[str]:
    """The keys of a rule that neither the map's palette nor its regions have, as ``terrain wods``."""
    palette = battle_map.palette
    known = {
        "terrain": palette.terrain,
        "feature": palette.features,
        "hexside": palette.hexsides,
        "path": palette.paths,
        "region": battle_map.regions,
    }
    return [
        f"{condition.thing} {key}"
        for condition in rule
        for key in condition.keys
        if key not in known.get(condition.thing, ())
    ]


def choose(battle_map: BattleMap, rule: Iterable[Condition]) -> frozenset[int]:
    """The hexes for which every condition of a rule holds. Keys that the map does not have fit nowhere."""
    chosen = set(battle_map.grid.hexes)
    for condition in rule:
        fits = _fitting(battle_map, condition)
        near = _near(battle_map, fits, condition.within)
        chosen = chosen - near if condition.unless else chosen & near
    return frozenset(chosen)


def _near(battle_map: BattleMap, hexes: set[int], reach: int) -> set[int]:
    """All hexes at most this many hexes from one of these, themselves included."""
    ring1 = battle_map.grid.ring1
    reached, border = set(hexes), hexes
    for _ in range(reach):
        border = {n for h in border for n in ring1[h] if n != NOWHERE} - reached
        if not border:
            break
        reached |= border
    return reached


def _fitting(battle_map: BattleMap, condition: Condition) -> set[int]:
    return _FITTING[condition.thing](battle_map, condition)


def _of_terrain(battle_map: BattleMap, condition: Condition) -> set[int]:
    return {h for h in battle_map.grid.hexes if battle_map.terrain[h] in condition.keys}


def _with_feature(battle_map: BattleMap, condition: Condition) -> set[int]:
    return {h for h, held in battle_map.features.items() if not set(condition.keys).isdisjoint(held)}


def _at_hexside(battle_map: BattleMap, condition: Condition) -> set[int]:
    wanted = set(condition.keys)
    sides = (side for side, kinds in battle_map.hexsides.items() if not wanted.isdisjoint(kinds))
    return {h for side in sides for h in battle_map.grid.side_hexes(side) if h != NOWHERE}


def _on_path(battle_map: BattleMap, condition: Condition) -> set[int]:
    sides = (side for side, kinds in battle_map.paths.items() if not kinds.isdisjoint(condition.keys))
    return {h for side in sides for h in battle_map.grid.side_hexes(side) if h != NOWHERE}


def _in_region(battle_map: BattleMap, condition: Condition) -> set[int]:
    regions = (battle_map.regions.get(key) for key in condition.keys)
    return {h for region in regions if region is not None for h in region.hexes}


def _at_level(battle_map: BattleMap, condition: Condition) -> set[int]:
    return {h for h in battle_map.grid.hexes if condition.low <= battle_map.elevation[h] <= condition.high}


def _on_coast(battle_map: BattleMap, condition: Condition) -> set[int]:
    del condition
    lakes, terrain, ring1 = battle_map.palette.lakes, battle_map.terrain, battle_map.grid.ring1
    water = {h for h in battle_map.grid.hexes if terrain[h] in lakes}
    return {n for h in water for n in ring1[h] if n != NOWHERE} - water


def _named(battle_map: BattleMap, condition: Condition) -> set[int]:
    del condition
    return {label.at for label in battle_map.labels}


def _at_edge(battle_map: BattleMap, condition: Condition) -> set[int]:
    del condition
    return {h for h in battle_map.grid.hexes if NOWHERE in battle_map.grid.ring1[h]}


_FITTING: Final[dict[str, Callable[[BattleMap, Condition], set[int]]]] = {
    "terrain": _of_terrain,
    "feature": _with_feature,
    "hexside": _at_hexside,
    "path": _on_path,
    "region": _in_region,
    "elevation": _at_level,
    "coast": _on_coast,
    "named": _named,
    "edge": _at_edge,
}
