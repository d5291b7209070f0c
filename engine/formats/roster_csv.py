"""Units as CSV: the whole table of a scenario, and what changes where a table is taken over."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine import spreadsheets
from engine.errors import HexwrightError
from engine.formats import foreign
from engine.formats.hints import clip, nearest
from engine.formats.roster import (
    ENTRY,
    KEY,
    NAME,
    PLACE,
    TURN,
    Revision,
    TableProblem,
    Wrong,
    cell,
    columns,
    is_key,
    key_problem,
    revision,
)
from engine.plural import counted
from engine.scenario import Scenario

_ALSO_CALLED: Final = {
    "hex": PLACE,
    "turn": TURN,
    "entry": ENTRY,
    "stand in": PLACE,
    "enter on turn": TURN,
    "enter at": ENTRY,
}
"""What headings of tables made elsewhere, or by earlier versions, call columns of ours."""
MOST_ROWS: Final = 10_000


def dump_csv(scenario: Scenario) -> str:
    """All units of a scenario as CSV: a heading, then a line a unit, in the order of the scenario."""
    listed = columns(scenario)
    rows = ([cell(scenario, unit, column) for column in listed] for unit in scenario.units.values())
    return spreadsheets.dumped(itertools.chain([[column.label for column in listed]], rows))


def read_csv(scenario: Scenario, text: str) -> Revision:
    """What becomes of a scenario's units when a CSV text is taken over. Commas, semicolons or tabs part the cells.

    The first line names columns, by label or key, in any order; columns that are left out stay as they are. A row with
    the key of a unit changes it, one with another key or none is a new unit. Units that the text does not have stay.
    Raises TableProblem, whose rows are lines of the text; HexwrightError where it is no table at all.
    """
    return read_rows(scenario, spreadsheets.cells(text))


def read_rows(scenario: Scenario, lines: Sequence[Sequence[str]]) -> Revision:
    """What becomes of a scenario's units when a table is taken over whose first row names columns, as ``read_csv``
    tells it. Raises TableProblem, whose rows are those of the table, and HexwrightError."""
    if not lines:
        raise HexwrightError("the file is empty; its first line must name the columns")
    heading, *rows = lines
    if len(rows) > MOST_ROWS:
        raise HexwrightError(f"the file has {len(rows):,} rows; {MOST_ROWS:,} are allowed")
    keys = _headed(scenario, heading)
    wrong = [
        Wrong(number, "", f"has {counted(len(row), 'cell')}, more than the {counted(len(heading), 'column')}")
        for number, row in enumerate(rows)
        if any(text.strip() for text in row[len(heading) :])
    ]
    cells = [(n, dict(zip(keys, row, strict=False))) for n, row in enumerate(rows) if any(text.strip() for text in row)]
    found: dict[str, int] = {}
    for number, row_cells in cells:
        key = row_cells.get(KEY, "").strip()
        if key in found:
            wrong.append(Wrong(number, "Key", f"{clip(key)} is already in row {found[key] + 2}"))
        elif key:
            found[key] = number
        if key and key not in scenario.units and not is_key(key):
            wrong.append(Wrong(number, "Key", key_problem(key)))
    try:
        made = revision(scenario, [(row.get(KEY, "").strip(), _without_key(row)) for _, row in cells])
    except TableProblem as problem:
        wrong += [replace(one, row=cells[one.row][0]) for one in problem.wrong]
    if wrong:
        raise TableProblem(sorted(wrong, key=lambda one: one.row), first_row=2)
    return made


def _headed(scenario: Scenario, heading: Sequence[str]) -> list[str]:
    """The columns that a heading names."""
    listed = columns(scenario)
    names = {name.lower(): column.key for column in listed for name in (column.label, column.key)}
    names |= {also: key for also, key in _ALSO_CALLED.items() if key in names.values() and also not in names}
    keys, wrong = [], []
    for number, title in enumerate(heading):
        key = names.get(title.strip().lower())
        if key is None and title.strip():
            near = nearest(title.strip().lower(), names)
            hint = f"; did you mean {near!r}?" if near else ""
            labels = ", ".join(column.label for column in listed)
            wrong.append(f"column {number + 1}, {clip(title)}, is none of {labels}{hint}")
        elif key in keys:
            wrong.append(f"column {number + 1}, {clip(title)}, is there twice")
        keys.append(key or f"?{number}")
    if NAME not in keys and KEY not in keys and not wrong:
        wrong.append("there must be a column Key or Name")
    if wrong:
        raise HexwrightError(f"row 1: {'; '.join(wrong)}")
    return keys


def is_heading(scenario: Scenario, cells: Sequence[str]) -> bool:
    """Whether a row of a table names columns, as the first one of a CSV file does: two of them at least, units' names
    or keys among them, and hardly anything else, such as a heading that is spelt wrong."""
    listed = columns(scenario)
    names = {name.lower(): column.key for column in listed for name in (column.label, column.key)}
    keys = [names.get(cell.strip().lower(), "") for cell in cells if cell.strip()]
    known = [key for key in keys if key]
    return len(known) > 1 and 2 * len(known) > len(keys) and (NAME in known or KEY in known)


def _without_key(row: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in row.items() if key != KEY and not key.startswith("?")}


def read_file(scenario: Scenario, path: Path) -> Revision:
    """What becomes of units when a CSV file is taken over.

    Raises TableProblem with every cell that is wrong, or HexwrightError where it cannot be read or is another
    program's, such as a spreadsheet's own file.
    """
    try:
        text = spreadsheets.text_of(path)
    except HexwrightError:
        _refuse_foreign(path)
        raise
    _refuse_foreign(path)
    return read_csv(scenario, text)


def _refuse_foreign(path: Path) -> None:
    if not path.is_file():
        return
    try:
        with path.open("rb") as stream:
            other = foreign.recognised(stream.read(foreign.HEAD), path)
    except OSError:
        return
    if other is not None:
        raise HexwrightError(f"this is {other.what}, not a CSV file; {other.advice}")
