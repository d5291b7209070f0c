"""Victory conditions in plain words: each line of points, each way to win, each condition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.plural import counted
from engine.scenario.model import GROUPS, Scenario, Scoring, VictoryCondition, Win

_LONG: Final = 6
"""The most hexes that are named one by one; of more their number is said."""


def turns_text(turns: Iterable[int]) -> str:
    """Turn numbers: ``turn 3``, ``turns 3, 5 to 8``."""
    numbers = sorted(turns)
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    said = ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in runs)
    return f"turn{'s' if len(numbers) > 1 else ''} {said}"


def side_name(scenario: Scenario, key: str, nobody: str = "whoever") -> str:
    """The name of a side; its key where there is no such side, ``nobody`` for an empty one."""
    side = scenario.sides.get(key)
    return side.name if side is not None else key or nobody


def side_said(scenario: Scenario, key: str, nobody: str = "whoever") -> str:
    """A side as sentences name it, ``the British``; its key where there is no such side, ``nobody`` for an empty
    one."""
    side = scenario.sides.get(key)
    return side.called if side is not None else key or nobody


def unit_name(scenario: Scenario, key: str) -> str:
    """The name of a unit; its key where there is no such unit."""
    unit = scenario.units.get(key)
    return unit.called if unit is not None else key or "no unit yet"


def spoken_place(scenario: Scenario, name: str) -> str:
    """A place with its name, ``Kumasa (A1208)``; as it is written where the map has no such place."""
    spot = scenario.map.find(name)
    return name if spot is None else scenario.map.spoken(spot)


def _named_by_points(scenario: Scenario, name: str) -> str:
    """A hex with the name that a line of points has for it alone; else with the name of its place."""
    lines = (line for line in scenario.victory.scoring if line.kind == "hold" and line.name and not line.region)
    titles = {line.hexes[0]: line.name for line in lines if len(line.hexes) == 1}
    spoken = spoken_place(scenario, name)
    return f"{titles[name]} ({name})" if spoken == name and name in titles else spoken


def place_text(scenario: Scenario, hexes: tuple[str, ...], region: str, nothing: str) -> str:
    """The place of a line or condition: hexes with the names of their places, a region by its name."""
    known = scenario.map.regions.get(region)
    parts = [known.name or region] if known is not None else [region] if region else []
    if len(hexes) <= _LONG:
        parts += [_named_by_points(scenario, name) for name in hexes]
    else:
        parts.append(f"{len(hexes)} hexes")
    return ", ".join(parts) or nothing


def line_text(scenario: Scenario, line: Scoring) -> str:
    """A line of points, such as ``3 points to whoever holds Johnson's Tavern (L2807)``."""
    points, who = counted(line.points, "point"), side_said(scenario, line.side)
    place = place_text(scenario, line.hexes, line.region, "no hex yet")
    where = f"{line.name} ({place})" if line.name and not place.startswith(line.name) else place
    if line.kind == "hold":
        several = len(line.hexes) > 1 or bool(line.region)
        when = f" at the end of {turns_text(line.turns)}" if line.turns else ""
        each = "for each hex " if several else ""
        return f"{points} {each}to {who} {'for holding' if line.side else 'holds'} {where}{when}"
    if line.kind == "exit":
        return f"{points} for each combat factor of {side_said(scenario, line.side, 'a side')} that leaves by {where}"
    if line.kind == "eliminated":
        return f"{points} to {side_said(scenario, line.side, 'either side')} for each combat factor the enemy has lost"
    if line.kind == "unit":
        return f"{points} to the enemy of {unit_name(scenario, line.unit)} when it is eliminated"
    whose = side_name(scenario, line.side, "a side")
    if line.kind == "occupied":
        return f"{points} for each hex of {where} in which {whose} has land units at the end"
    if line.kind == "reached":
        return f"{points} to {whose}, once, for the first land unit in {where}"
    if line.kind == "supplied":
        return f"{points} for each hex of {where} that {whose} could supply at the end"
    return f"{points}: {line.name or line.kind.replace('_', ' ')}"


def line_title(scenario: Scenario, line: Scoring) -> str:
    """A line of points in a few words, for lists: ``8: hold The churchyard``."""
    what = line.name or place_text(scenario, line.hexes, line.region, "no hex yet")
    said = {
        "hold": f"hold {what}",
        "exit": f"leave by {what}",
        "eliminated": line.name or "combat factors of the enemy eliminated",
        "unit": f"{line.name or unit_name(scenario, line.unit)} eliminated",
        "occupied": f"occupy {what} at the end",
        "reached": line.name or f"first to occupy {what}",
        "supplied": f"supply {what} at the end",
    }
    return f"{line.points:g}: {said.get(line.kind, line.name or line.kind.replace('_', ' '))}"


def condition_text(scenario: Scenario, condition: VictoryCondition) -> str:
    """A condition, such as ``holds L2208 and has lost nothing``, to follow the name of its side."""
    kind, number = condition.kind, f"{condition.count:g}"
    if kind in GROUPS:
        inner = [condition_text(scenario, part) for part in condition.of] or ["nothing yet"]
        if kind == "none":
            return f"it is not true that it {' or '.join(inner)}"
        joined = " and " if kind == "all" else " or "
        return joined.join(f"({text})" if part.of else text for text, part in zip(inner, condition.of, strict=False))
    if kind == "hold":
        place = place_text(scenario, condition.hexes, condition.region, "no hex yet")
        return f"holds {number} of {place}" if condition.count else f"holds {place}"
    if kind == "exit":
        place = place_text(scenario, condition.hexes, condition.region, "any exit")
        return f"has {number} combat factors off the map by {place}"
    if kind == "eliminated":
        return f"has eliminated {number} combat factors"
    if kind == "unit":
        return f"sees {unit_name(scenario, condition.unit)} eliminated"
    if kind == "lead":
        return f"leads by {counted(condition.count, 'point')}"
    if kind == "turn":
        return f"has played until turn {number}"
    return kind


def win_text(scenario: Scenario, win: Win) -> str:
    """A way to win: whose, when, and what has to be so."""
    when = "at once" if win.at_once else "at the end"
    said = condition_text(scenario, win.condition) or "no condition yet"
    return f"victory for {side_said(scenario, win.side, 'no side yet')} {when} when that side {said}"
