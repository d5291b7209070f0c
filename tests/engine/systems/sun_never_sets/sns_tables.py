"""The shipped tables for tests, and how a volley and a terrain line are read out of them."""

from __future__ import annotations

from typing import Any, Final

from engine.mechanics.tables import shipped

TABLES: Final[Any] = shipped("sun_never_sets")
ROUNDS: Final = ("artillery_fire", "rifle_fire", "melee_fire")
SEVERITY: Final = ("0", "(1)", "1", "2", "3")
"""Results of a volley from the mildest to the worst."""
LINES: Final = [(name, line) for name in ROUNDS for line in TABLES[name]["lines"]]
CAMPAIGNS: Final = ("abyssinia", "asante", "persia", "afghan")


def rows_of(table: str, line: str) -> dict[int, list[Any]]:
    """The rows of a line of a fire table by factors, the smallest first."""
    rows = {int(factors): row for factors, row in TABLES[table]["lines"][line]["rows"].items()}
    return dict(sorted(rows.items()))


def result(table: str, line: str, factors: int, die: int) -> str:
    """What so many factors do with a modified die: the next lower row (8.42), the die held within the table."""
    rows = rows_of(table, line)
    row = rows[max(row for row in rows if row <= factors)]
    column = min(max(die, TABLES[table]["die"]["least"]), TABLES[table]["die"]["most"])
    reached = [name for name, least in zip(SEVERITY[1:], row, strict=True) if least != "-" and column >= least]
    return reached[-1] if reached else "0"


def severity(table: str, line: str, factors: int, die: int) -> int:
    return SEVERITY.index(result(table, line, factors, die))


def cost(terrain: str, role: str, layer: str = "hex") -> int:
    return int(TABLES["terrain_effects"][layer][terrain]["cost"][role])


def defence(terrain: str, layer: str = "hex") -> int:
    return int(TABLES["terrain_effects"][layer][terrain]["defence"])
