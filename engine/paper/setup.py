"""Set-up cards: for each side where its own units begin, what it sets up itself, and who arrives when.

A card says nothing of the other side, so that hidden set-ups and groups stay its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.boards.kinds import kind_of
from engine.paper.markup import shown
from engine.paper.model import (
    Chapter,
    ChartCell,
    PaperDocument,
    PaperEntry,
    Part,
    RulesChart,
    heads,
    left,
    listed,
    prose,
)
from engine.paper.tracks import area_name
from engine.plural import counted
from engine.scenario.model import POOL, WITHDRAW, Arrival, Deployment, Scenario, Unit
from engine.scenario.victory_words import place_text, spoken_place, unit_name

_NUMBER: Final = re.compile(r"\s+\d+$")


def setup_cards(scenario: Scenario) -> list[PaperDocument]:
    """A card for each side that has units."""
    sides = [key for key in scenario.sides if any(unit.side == key for unit in scenario.units.values())]
    return [setup_card(scenario, key) for key in sides]


def setup_card(scenario: Scenario, side: str) -> PaperDocument:
    """The card of a side."""
    entries = [
        PaperEntry("", "Set-up", tuple(_placed(scenario, side))),
        PaperEntry("", "You set up yourself", tuple(_deployed(scenario, side))),
        PaperEntry("", "Pools", tuple(_pools(scenario, side))),
        PaperEntry("", "Reinforcements", tuple(_arrivals(scenario, side))),
        PaperEntry("", "Replacements", tuple(_replacements(scenario, side))),
    ]
    chapter = Chapter("", shown(scenario.sides[side].name), tuple(one for one in entries if one.parts))
    return PaperDocument(
        shown(scenario.name),
        f"Set-up: {shown(scenario.sides[side].name)}",
        (),
        (chapter,),
        False,
        scenario.map,
        scenario,
    )


def _placed(scenario: Scenario, side: str) -> Iterator[Part]:
    held: dict[str, list[Unit]] = {}
    for key, at in scenario.setup.items():
        unit = scenario.units.get(key)
        if unit is not None and unit.side == side:
            held.setdefault(at, []).append(unit)
    if not held:
        return
    kind = kind_of(scenario.map)
    if kind.place != "hex":
        yield _commands(scenario, [unit for units in held.values() for unit in units])
        return
    rows = [_row(spoken_place(scenario, at), units) for at, units in sorted(held.items())]
    yield RulesChart("", heads("Hex", "Units"), tuple(rows))


def _commands(scenario: Scenario, units: Sequence[Unit]) -> RulesChart:
    """Units on a table by their commands: a map says where they are."""
    known = scenario.special.get("commands")
    names = known if isinstance(known, Mapping) else {}
    grouped: dict[str, list[Unit]] = {}
    for unit in units:
        grouped.setdefault(str(unit.values.get("command", "") or unit.formation), []).append(unit)
    rows = []
    for key, held in grouped.items():
        own = names.get(key)
        name = str(own["name"]) if isinstance(own, Mapping) and own.get("name") else key.replace("_", " ").capitalize()
        counts: dict[str, int] = {}
        for unit in held:
            stem = _NUMBER.sub("", unit.called)
            counts[stem] = counts.get(stem, 0) + 1
        said = "; ".join(f"{count} × {stem}" if count > 1 else stem for stem, count in counts.items())
        rows.append(
            (left(shown(name), strong=True), ChartCell(shown(said), left=True, units=tuple(unit.key for unit in held)))
        )
    return RulesChart("", heads("Command", "Units"), tuple(rows))


def _row(where: str, units: Sequence[Unit]) -> tuple[ChartCell, ...]:
    names = "; ".join(shown(unit.called) for unit in units)
    return left(shown(where), strong=True), ChartCell(names, left=True, units=tuple(unit.key for unit in units))


def _units(scenario: Scenario, keys: Sequence[str]) -> ChartCell:
    """Units of a group: their names, those of one name counted, and their counters."""
    names = dict.fromkeys((unit_name(scenario, key) for key in keys), 0)
    for key in keys:
        names[unit_name(scenario, key)] += 1
    said = "; ".join(f"{count} × {name}" if count > 1 else name for name, count in names.items())
    return ChartCell(shown(said), left=True, units=tuple(key for key in keys if key in scenario.units))


def _deployed(scenario: Scenario, side: str) -> Iterator[Part]:
    own = [group for group in scenario.deployments if group.side == side]
    rows = [_group(scenario, number, group) for number, group in enumerate(own, 1)]
    if rows:
        yield RulesChart("", heads("", "Group", "Where", "Units"), tuple(rows))
    if any(group.hidden for group in own):
        yield prose("Groups marked as hidden are set up unseen by the enemy.", "small")
    area = scenario.setup_areas.get(side, ())
    if area:
        yield prose(f"Your units without a place may be set up in {shown(place_text(scenario, area, '', 'no hex'))}.")


def _group(scenario: Scenario, number: int, group: Deployment) -> tuple[ChartCell, ...]:
    area = ", ".join(area_name(scenario, name) for name in group.area[:12])
    if len(group.area) > 12:
        area += f" and {len(group.area) - 12} more"
    if group.source:
        kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in group.kinds.items())
        how = "chosen from" if group.by == "choice" else "drawn from"
        drawn = f"{group.draw + ' of ' if group.draw else ''}{kinds or 'units'}, {how} the pool"
        units = left(shown(f"{drawn} {pool_name(group.source)}"))
    else:
        units = _units(scenario, group.units)
    extra = [
        f"at most {counted(group.most, 'unit')} in a hex" if group.most else "",
        "all in one hex" if group.together else "",
        "hidden" if group.hidden else "",
    ]
    behind = "; ".join(filter(None, extra))
    where = f"{area} ({behind})" if behind else area
    return (
        left(str(number)),
        left(shown(group.name[:1].upper() + group.name[1:]), strong=True),
        left(shown(where)),
        units,
    )


def pool_name(key: str) -> str:
    """A pool as people read it; pools have no other names."""
    return key.replace("_", " ").capitalize()


def _pools(scenario: Scenario, side: str) -> Iterator[Part]:
    rows = []
    for key, pool in scenario.pools.items():
        if pool.side == side:
            rows.append((left(shown(pool_name(key)), strong=True), _units(scenario, pool.units)))
    if rows:
        yield RulesChart("", heads("Pool", "Units"), tuple(rows))


def _arrivals(scenario: Scenario, side: str) -> Iterator[Part]:
    own = sorted((one for one in scenario.arrivals if one.side == side), key=lambda one: one.turn)
    if own:
        rows = tuple(_arrival(scenario, one) for one in own)
        yield RulesChart("", heads("Turn", "Where", "Units"), rows)


def _arrival(scenario: Scenario, arrival: Arrival) -> tuple[ChartCell, ...]:
    units = _units(scenario, arrival.units)
    if arrival.source:
        units = left(shown(f"{arrival.draw or 'all'} drawn from the pool {pool_name(arrival.source)}"))
    elif arrival.name:
        said = f"{arrival.name}: {units.text}" if units.text else arrival.name
        units = ChartCell(shown(said), left=True, units=units.units)
    places = ", ".join(area_name(scenario, name) for name in arrival.entry[:8])
    where = {WITHDRAW: "leave the game", POOL: "into the pool"}.get(arrival.how, places)
    turn = scenario.turns.label(arrival.turn)
    label = str(arrival.turn) if turn == f"Turn {arrival.turn}" else f"{arrival.turn} ({turn})"
    return left(shown(label), strong=True), left(shown(where)), units


def _replacements(scenario: Scenario, side: str) -> Iterator[Part]:
    found = []
    for nation, kinds in scenario.replacements.get(side, {}).items():
        factors_of = ", ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in kinds.items())
        of_whom = "" if nation == "all" else f"{nation.replace('_', ' ').capitalize()}: "
        found.append(shown(f"{of_whom}{factors_of if of_whom else factors_of.capitalize()}"))
    if found:
        yield listed(*found)
