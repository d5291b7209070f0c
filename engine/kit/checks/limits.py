"""The limits of a rules file."""

from __future__ import annotations

from typing import Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey
from engine.kit.model.conditions import Condition

LIMITS: Final = {
    "types": 200,
    "values and flags": 100,
    "phases": 100,
    "kinds of combat": 40,
    "named conditions": 400,
    "results": 2000,
    "tables": 200,
    "paragraphs": 5000,
}
MOST_CHANGES: Final = 400
MOST_REQUIREMENTS: Final = 100
MOST_COLUMNS: Final = 100
MOST_ROWS: Final = 120


def beyond_limits(survey: Survey) -> bool:
    """Whether a file has more than it may have: then nothing else is looked at."""
    model = survey.model
    counts: list[tuple[str, int, DataPath]] = [
        ("types", len(model.units.types), ("units", "types")),
        ("values and flags", len(model.units.values) + len(model.units.flags), ("units", "values")),
        ("phases", len(survey.phases), ("sequence", "phases")),
        ("kinds of combat", len(model.combat), ("combat",)),
        ("named conditions", len(model.conditions), ("conditions",)),
        ("results", len(model.results) + sum(len(kind.results) for kind in model.combat), ("results",)),
        ("tables", len(model.tables), ("tables",)),
        ("paragraphs", len(model.paragraphs), ("paragraphs",)),
    ]
    found = [
        (f"the file has {count:,} {what}; {LIMITS[what]:,} are allowed", path)
        for what, count, path in counts
        if count > LIMITS[what]
    ]
    for name, table in model.tables.items():
        if len(table.columns) > MOST_COLUMNS or len(table.rows) > MOST_ROWS:
            found.append((f"a table has at most {MOST_COLUMNS} columns and {MOST_ROWS} rows", ("tables", name)))
    lists: dict[DataPath, int] = {}
    for path, _ in survey.changes:
        if isinstance(path[-1], int):
            lists[path[:-1]] = lists.get(path[:-1], 0) + 1
    found += [
        (f"there are {count:,} changes in one list; {MOST_CHANGES} are allowed", path)
        for path, count in lists.items()
        if count > MOST_CHANGES
    ]
    found += [
        (f"a condition has {size:,} requirements; {MOST_REQUIREMENTS} are allowed", spot.path)
        for spot in survey.conditions
        if (size := _size(spot.value)) > MOST_REQUIREMENTS
    ]
    for message, path in found:
        survey.error("KIT151", message, path, key=True)
    return bool(found)


def _size(condition: Condition) -> int:
    """How many requirements a condition has, with those inside of it."""
    count, waiting = 0, [condition]
    while waiting:
        part = waiting.pop()
        count += len(part)
        for one in part:
            waiting += one.inner
    return count
