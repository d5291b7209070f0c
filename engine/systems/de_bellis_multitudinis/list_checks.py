"""Checks of army lists by themselves: what is wrong with one before anybody is chosen from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.findings import Finding
from engine.systems.de_bellis_multitudinis.army_lists import ArmyList, ListLine
from engine.systems.de_bellis_multitudinis.findings import found

ListPath = tuple[str | int, ...]
"""Where in the file a list, or a part of one, stands."""


def list_faults(army: ArmyList, name: str, path: ListPath, *, inline: bool) -> Iterator[Finding]:
    """What is wrong with an army list; ``name`` is that of its side. A list of its own file is found where the scenario
    names it."""
    if not army.lines:
        yield found(
            "DBM146", f"{name}: the army list has no lines", "", path, hint="give it lines with a least and a most"
        )
    elif not any(line.least for line in army.lines.values()):
        hint = "give a `least` to what every such army has, at least to its general"
        lines = (*path, "lines") if inline else path
        yield found("DBM146", f"{name}: no line of the army list has a least", "", lines, hint=hint)
    yield from _line_faults(army.lines, army.lines, name, path, inline=inline)
    for key, ally in army.allies.items():
        within = (*path, "allies", key) if inline else path
        yield from _line_faults(ally.lines, ally.lines or army.lines, name, within, inline=inline)


def _line_faults(
    lines: Mapping[str, ListLine], among: Mapping[str, ListLine], name: str, path: ListPath, *, inline: bool
) -> Iterator[Finding]:
    for key, line in lines.items():
        where = (*path, "lines", key) if inline else path
        if line.most and line.least > line.most:
            message = f"{name}: line {key} has a least of {line.least} and a most of {line.most}"
            yield found("DBM145", message, "", where)
        base = among.get(line.of)
        if line.of and (base is None or base.of):
            message = f"{name}: {key} is an upgrade of {line.of}, which is not a line of troops in this list"
            yield found("DBM145", message, "", where)
