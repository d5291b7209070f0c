"""Charts of Twilight's Last Gleaming 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.boards.palette import Layer
from engine.paper.ground import GroundKind, every, kinds_for, kinds_on
from engine.paper.model import ChartCell, RulesChart, cell, heads, left
from engine.paper.source import PaperSource
from engine.paper.written import AidPart, WrittenAid, origin, points, shift, titled

ARMS: Final = ("infantry", "artillery", "cavalry")


def _charts(source: PaperSource, tables: Mapping[str, Any]) -> Iterator[AidPart]:
    yield AidPart("4.21", "Movement", _allowances(tables["movement_allowances"]))
    yield AidPart("4.22", "Terrain", _terrain(source, tables["entry_costs"], tables["combat_effects"]))
    yield AidPart("6.2", "Combat", _results(tables["combat_results"]))
    yield AidPart("6.9", "Combat", _shifts())
    yield AidPart("6.11", "Combat", meanings(tables["combat_results"]))


def _allowances(table: Mapping[str, Any]) -> RulesChart:
    rows = tuple(
        (left(titled(arm), strong=True), cell(str(table["day"][arm])), cell(str(table["night"][arm]))) for arm in ARMS
    )
    return RulesChart("Movement points", heads("Arm", "By day", "By night"), rows, ("Warbands are infantry.",))


def _terrain(source: PaperSource, costs: Mapping[str, Any], effects: Mapping[str, Any]) -> RulesChart:
    system, board = source.system, source.board
    term_of = system.term_of or (lambda kind: kind.key)
    kinds = kinds_on(board, term_of, system.terrain) if board is not None else kinds_for(term_of, system.terrain)
    rows = tuple(_row(one, costs, effects) for one in every(kinds))
    notes = (
        "Figures with a + are added to the cost of the hex. By road from hex to hex only the cost of the road counts, "
        "and that of a creek without a bridge.",
        "A shift over a hexside counts only when all attackers come through one, and that of a slope only uphill. "
        "Shifts are added together.",
        "A unit that has not moved may always move one hex, for all of its points.",
    )
    return RulesChart(
        "Terrain effects",
        heads("Terrain", "Infantry", "Artillery", "Cavalry", "Combat"),
        rows,
        notes,
        origin(effects),
        "Movement points",
    )


def _row(one: GroundKind, costs: Mapping[str, Any], effects: Mapping[str, Any]) -> tuple[ChartCell, ...]:
    layer, term = one.kind.layer, one.term
    if layer is Layer.TERRAIN:
        known = costs["hex"].get(term)
        paid = [points(known[arm]) for arm in ARMS] if known is not None else ["no"] * 3
        return (one.cell, *map(cell, paid), cell(shift(effects["hex"].get(term, 0))))
    if layer is Layer.FEATURE:
        return (one.cell, *[cell(points(costs["building"]))] * 3, cell(shift(effects["feature"].get(term, 0))))
    if layer is Layer.PATH:
        return (one.cell, *[cell(points(costs["road"]))] * 3, cell("–"))
    paid_over = {"creek": f"+{points(costs['creek'])}", "river": "no"}.get(term, "–")
    return (one.cell, *[cell(paid_over)] * 3, cell(shift(effects["hexside"].get(term, 0))))


def _results(table: Mapping[str, Any]) -> RulesChart:
    head = heads("Die", *table["columns"])
    rows = tuple(
        (ChartCell(str(die), strong=True), *(cell(str(one)) for one in row)) for die, row in table["rows"].items()
    )
    return RulesChart("Combat results", head, rows, (), origin(table), "Odds, attacker to defender")


def _shifts() -> RulesChart:
    rows = (
        (left("Terrain of the defender"), left("As the terrain effects chart says, to the left")),
        (
            left("Enfilade: from two opposite hexes, by three units with gaps between them, or by more than three"),
            left("1 column right"),
        ),
    )
    return RulesChart("Shifts of the odds", heads("When", "Effect"), rows)


def meanings(table: Mapping[str, Any]) -> RulesChart:
    """What the codes of a results table mean, in the order of the table."""
    rows = tuple((left(str(code), strong=True), left(sentence(text))) for code, text in table["results"].items())
    return RulesChart("What the results mean", heads("Result", "What happens"), rows)


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


AID: Final = WrittenAid(
    charts=_charts,
    sequence=(
        (
            "Movement",
            "Move any of your units, one after another. Bring reinforcements on. Units stop in enemy zones of control, "
            "and those that begin in one stay.",
        ),
        (
            "Combat",
            "Attack every enemy in your zones of control, with every unit of yours that is in one of the enemy's. "
            "Guns may bombard.",
        ),
    ),
    sequence_rule="3.2",
)
