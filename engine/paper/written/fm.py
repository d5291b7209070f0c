"""Charts of Fire & Movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.boards.palette import Layer
from engine.paper.ground import GroundKind, every, kinds_for, kinds_on
from engine.paper.model import ChartCell, RulesChart, cell, heads, left
from engine.paper.source import PaperSource
from engine.paper.written import AidPart, WrittenAid, origin, points, titled
from engine.paper.written.tlg2 import meanings

LINES: Final = {
    "beach_assault": "Beach assault",
    "beach_assault_in_zone": "Beach assault in an enemy zone",
    "river": "Over a river",
    "bridge": "Over a bridge",
}
"""Lines of the results table with names that say more than their keys."""


def _charts(source: PaperSource, tables: Mapping[str, Any]) -> Iterator[AidPart]:
    effects, results = tables["terrain_effects"], tables["combat_results"]
    yield AidPart("5.4", "Terrain", _terrain(source, effects))
    yield AidPart("8.2", "Combat", _results(results))
    yield AidPart("8.2", "Combat", _changes(source))
    yield AidPart("8.2", "Combat", meanings(results))


def _terrain(source: PaperSource, table: Mapping[str, Any]) -> RulesChart:
    system, board = source.system, source.board
    term_of = system.term_of or (lambda kind: kind.key)
    kinds = kinds_on(board, term_of, system.terrain) if board is not None else kinds_for(term_of, system.terrain)
    rows = tuple(_row(one, table) for one in every(kinds))
    notes = (
        "Figures with a + are added to the cost of the hex. By road or trail from hex to hex only its own cost counts.",
        "Line: that of the combat results table for attacks on the hex; of several the lowest in the table counts.",
    )
    return RulesChart(
        "Terrain effects",
        heads("Terrain", "Leg", "Mobile", "Combat line"),
        rows,
        notes,
        origin(table),
        "Movement points",
    )


def _row(one: GroundKind, table: Mapping[str, Any]) -> tuple[ChartCell, ...]:
    layer, term = one.kind.layer, one.term
    if layer is Layer.TERRAIN:
        known = table["hex"].get(term)
        if known is None:
            return one.cell, cell("no"), cell("no"), cell("–")
        return one.cell, cell(points(known["leg"])), cell(points(known["mobile"])), cell(titled(known["line"]))
    if layer is Layer.PATH:
        cost = cell(points(table[term]) if term in table else "–")
        return one.cell, cost, cost, cell("–")
    known = table["plus" if layer is Layer.FEATURE else "hexside"].get(term)
    if known is None:
        return one.cell, cell("–"), cell("–"), cell(LINES.get(term, titled(term)) if term == "bridge" else "–")
    plus = cell(f"+{points(known['cost'])}")
    return one.cell, plus, plus, cell(LINES.get(known["line"], titled(known["line"])))


def _results(table: Mapping[str, Any]) -> RulesChart:
    """The lines of terrain, each with its differentials, above the results by the die."""
    count, ladder = len(table["columns"]), list(table["ladder"])
    by_offset: dict[int, list[str]] = {}
    for line, offset in table["lines"].items():
        by_offset.setdefault(offset, []).append(LINES.get(line, titled(line)))
    rows: list[tuple[ChartCell, ...]] = []
    for offset, names in sorted(by_offset.items()):
        rungs = [_rung(ladder, place - offset) for place in range(count)]
        rows.append((left(", ".join(names), strong=True), *(cell(rung) for rung in rungs)))
    for die, row in table["rows"].items():
        rows.append((left(f"Die {die}", strong=True), *(cell(str(one)) for one in row)))
    head = heads("Defender's terrain", *("" for _ in range(count)))
    return RulesChart(
        "Combat results",
        head,
        tuple(rows),
        (),
        origin(table),
        "Attack less defence, by terrain; below it the results by the die",
    )


def _changes(source: PaperSource) -> RulesChart:
    """What changes strengths and columns beside the ground."""
    rows = [
        (left("Defender in a fortification"), left("Defence doubled; each marker of the attacker counts half")),
        (left("Support fire"), left("The markers' strength is added to the attack or to the defence")),
        (left("Stiff resistance"), left("One unit loses a step; no unit retreats, and the enemy does not advance")),
    ]
    special = source.scenario.special if source.scenario is not None else {}
    side = source.scenario.sides.get(str(special.get("armour_shift", ""))) if source.scenario is not None else None
    if side is not None:
        rows.insert(1, (left(f"Attack of {side.called} without an armoured brigade"), left("1 column left")))
    return RulesChart("Shifts and strengths", heads("When", "Effect"), tuple(rows))


def _rung(ladder: list[str], place: int) -> str:
    return ladder[place].replace(" ", ", ").replace("-", "−") if 0 <= place < len(ladder) else ""


AID: Final = WrittenAid(
    charts=_charts,
    sequence=(
        ("Movement", "Move any of your units; mobile units may wait. Bring reinforcements on."),
        ("Bombardment", "Fire support markers alone at enemy hexes, at most two at a hex."),
        (
            "Combat",
            "Attack enemy hexes next to your units, one at a time; mobile units may wait, and no unit has to attack.",
        ),
        ("Mobile movement", "Move mobile units that have not moved."),
        ("Mobile combat", "Attack with mobile units that have not attacked."),
    ),
    sequence_rule="4.0",
)
