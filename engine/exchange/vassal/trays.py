"""Boxes for units that are not on the map at the beginning: a window of a module with a titled box for each group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.exchange.choosing import left_out
from engine.exchange.source import Box, ExportSource
from engine.exchange.vassal.options import VassalOptions
from engine.plural import counted
from engine.scenario.model import CHANCE, WITHDRAW, Scenario, Unit

ACROSS: Final = 3
"""Boxes side by side."""
IN_A_ROW: Final = 5
"""Counters side by side in a box."""
GAP: Final = 8
TITLE: Final = 30
"""Pixels of a box's title."""


@dataclass(frozen=True, slots=True)
class TrayGroup:
    """Units of a box."""

    title: str
    units: tuple[str, ...]
    drawn: str = ""
    """The key of the pool that they are drawn from at random; empty for units that lie open."""


class TrayPile(NamedTuple):
    """Units that are drawn at random, one upon the other."""

    pool: str
    x: int
    """The pixel of its middle."""
    y: int
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tray:
    """A window of boxes, laid out."""

    name: str
    width: int
    height: int
    boxes: tuple[Box, ...]
    places: tuple[tuple[str, int, int], ...]
    """Unit, and the pixel of its counter's middle."""
    piles: tuple[TrayPile, ...] = ()


def laid_out(name: str, groups: Iterable[TrayGroup], counter: int, *, piled: bool = False) -> Tray:
    """Boxes in rows, each as high as its counters need; ``counter`` is the side of a counter in pixels. With ``piled``
    units that are drawn at random lie in a pile."""
    pitch = counter + GAP
    width = IN_A_ROW * pitch + GAP
    boxes: list[Box] = []
    places: list[tuple[str, int, int]] = []
    piles: list[TrayPile] = []
    left, top, row_height = GAP, GAP, 0
    for number, group in enumerate(groups):
        if number and number % ACROSS == 0:
            left, top, row_height = GAP, top + row_height + GAP, 0
        is_pile = piled and bool(group.drawn)
        apart = () if is_pile else group.units
        height = TITLE + max(1, -(-len(apart) // IN_A_ROW)) * pitch + GAP
        boxes.append(Box(left, top, width, height, group.title))
        if is_pile:
            piles.append(TrayPile(group.drawn, left + width // 2, top + TITLE + counter // 2, group.units))
        for index, unit in enumerate(apart):
            row, column = divmod(index, IN_A_ROW)
            x, y = left + GAP + column * pitch, top + TITLE + row * pitch
            places.append((unit, x + counter // 2, y + counter // 2))
        left += width + GAP
        row_height = max(row_height, height)
    across = min(ACROSS, max(1, len(boxes)))
    return Tray(name, across * (width + GAP) + GAP, top + row_height + GAP, tuple(boxes), tuple(places), tuple(piles))


def trays(source: ExportSource, scenario: Scenario, options: VassalOptions) -> list[Tray]:
    """The windows that a scenario needs for units that are not set up: reinforcements, units off the map. Piles belong
    to a new game; the saved games of several scenarios have the units of pools lie open."""
    gone = left_out(scenario, hidden=options.hidden, only=options.only) | set(scenario.setup)
    arrivals, others = list(arriving(scenario, gone)), list(off_the_map(scenario, gone))
    found = [laid_out("Reinforcements", arrivals, options.counters)] if arrivals else []
    piled = len(source.scenarios) == 1
    return [*found, laid_out("Off the map", others, options.counters, piled=piled)] if others else found


def eliminated(scenarios: Sequence[Scenario], options: VassalOptions) -> Tray:
    """The window for eliminated units of all scenarios, with a box for each side."""
    names = dict.fromkeys(side.name for scenario in scenarios for side in scenario.sides.values())
    tray = laid_out("Eliminated", [TrayGroup(f"Eliminated: {name}", ()) for name in names], options.counters)
    units = max(len(scenario.units) for scenario in scenarios)
    room = max(1, -(-units // max(1, len(names)) // IN_A_ROW))
    more = (min(room, 12) - 1) * (options.counters + GAP)
    boxes = tuple(box._replace(height=box.height + more) for box in tray.boxes)
    return Tray("Eliminated", tray.width, tray.height + more, boxes, ())


def arriving(scenario: Scenario, gone: set[str]) -> Iterator[TrayGroup]:
    """A box for each group of reinforcements, by turn; a unit is in the first that it belongs to."""
    for group in sorted(scenario.arrivals, key=lambda group: group.turn):
        if group.how == WITHDRAW:
            continue
        units = [unit for unit in group.units if unit in scenario.units and unit not in gone]
        gone.update(units)
        if units:
            side = scenario.sides.get(group.side)
            name = f" {group.name}" if group.name else ""
            entry = f", at {' '.join(group.entry[:4])}" if group.entry else ""
            yield TrayGroup(
                f"{scenario.turns.label(group.turn)}: {side.name if side else group.side}{name}{entry}", tuple(units)
            )


def off_the_map(scenario: Scenario, gone: set[str]) -> Iterator[TrayGroup]:
    """A box for each group that is set up by its player, each pool, and each side's further units."""
    groups: list[tuple[str, Iterable[str], str]] = [
        (f"{group.name or 'Set up'}: in {' '.join(group.area[:6])}", group.units, "") for group in scenario.deployments
    ]
    for key, pool in scenario.pools.items():
        at_random = pool.draw == CHANCE
        groups.append((f"Pool {key}{', drawn at random' if at_random else ''}", pool.units, key if at_random else ""))
    for key, side in scenario.sides.items():
        own: list[Unit] = [unit for unit in scenario.units.values() if unit.side == key]
        areas = scenario.setup_areas.get(key, ())
        where = f"set up in {' '.join(areas[:6])}" if areas else "not placed"
        groups.append((f"{side.name}: {where}", [unit.key for unit in own], ""))
    for title, units, drawn in groups:
        chosen = [unit for unit in dict.fromkeys(units) if unit in scenario.units and unit not in gone]
        gone.update(chosen)
        if chosen:
            yield TrayGroup(f"{title} ({counted(len(chosen), 'unit')})", tuple(chosen), drawn)
