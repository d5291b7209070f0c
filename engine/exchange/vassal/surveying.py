"""The losses of an export to a VASSAL module."""

from __future__ import annotations

from collections.abc import Iterator

from engine.boards.board import Board
from engine.exchange.choosing import unchosen_lost
from engine.exchange.hidden import kept_back
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import ExportSource, unprinted
from engine.exchange.vassal.notes import title_of
from engine.exchange.vassal.options import VassalOptions
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.numbering import Columns
from engine.plural import counted
from engine.scenario.model import CHANCE, Scenario


def survey(source: ExportSource, options: VassalOptions) -> list[LostPart]:
    """What would be lost."""
    board = source.board
    found = list(_of_map(board)) if isinstance(board, BattleMap) else list(_of_table(board))
    piles = len(source.scenarios) == 1
    for scenario in source.scenarios:
        if options.units:
            found += [
                *of_scenario(scenario, hidden=options.hidden, piles=piles),
                *unchosen_lost(scenario, options.only),
            ]
        elif scenario.units:
            found.append(loss("LOSS109", counted(len(scenario.units), "unit"), scenario.units, "units=true"))
    return list(dict.fromkeys(found))


def _of_map(board: BattleMap) -> Iterator[LostPart]:
    grid = board.grid
    if grid.void:
        yield loss("LOSS102", counted(len(grid.void), "void hex", "void hexes"), map(grid.name, sorted(grid.void)))
    names = grid.numbering
    if not names.straight:
        yield loss("LOSS103", "numbers that descend or slant", [grid.name(h) for h in grid.hexes])
    for part, (what, how) in enumerate((("columns", names.columns), ("rows", names.rows))):
        named = [grid.name(h) for h in grid.hexes if grid.spec.numbers(*grid.offset(h))[part] > 26]
        if how is Columns.LETTERS and named:
            yield loss("LOSS103", f"hex numbers of {what} beyond Z: {counted(len(named), 'hex', 'hexes')}", named)
    if "$" in grid.numbering.prefix:
        yield loss("LOSS103", "the prefix of the hex numbers, which has a $", [grid.name(h) for h in grid.hexes])
    if board.look.underlays:
        yield loss("LOSS110", "the underlay picture")
    yield from unprinted(board)


def _of_table(board: Board) -> Iterator[LostPart]:
    if board.look.underlays:
        yield loss("LOSS110", "the underlay picture")
    yield from unprinted(board)


def of_scenario(scenario: Scenario, *, hidden: bool, piles: bool = True) -> Iterator[LostPart]:
    """The parts of a scenario that a table without rules loses; with ``hidden`` secret groups are kept, with ``piles``
    it can draw units at random."""
    yield loss("LOSS101", f"the rules of {title_of(scenario.system)}")
    secret = [group for group in scenario.deployments if group.hidden]
    if secret and not hidden:
        units = [unit for group in secret for unit in group.units]
        yield loss("LOSS104", counted(len(secret), "hidden group"), units, "hidden=true")
    kept = sorted(kept_back(scenario))
    if kept and not hidden:
        yield loss("LOSS104", f"{counted(len(kept), 'unit')} in ambush or on a flank march", kept, "hidden=true")
    if scenario.victory.scoring or scenario.victory.wins:
        count = len(scenario.victory.scoring) + len(scenario.victory.wins)
        yield loss("LOSS105", counted(count, "victory condition"))
    if scenario.replacements:
        yield loss("LOSS106", f"the replacements of {counted(len(scenario.replacements), 'side')}")
    extra = [
        f"{counted(len(part), name)}"
        for part, name in (
            (scenario.special, "exclusive rule"),
            (scenario.tables, "table"),
            (scenario.options, "option"),
        )
        if part
    ]
    if extra:
        yield loss("LOSS107", ", ".join(extra))
    conditional = [group for group in scenario.arrivals if group.when is not None or group.draw or group.source]
    if conditional:
        yield loss(
            "LOSS108",
            counted(len(conditional), "group of reinforcements", "groups of reinforcements"),
            [u for group in conditional for u in group.units],
        )
    areas = len(scenario.deployments) + len(scenario.setup_areas)
    if areas:
        yield loss("LOSS114", counted(areas, "set-up area or group", "set-up areas and groups"))
    drawn = [pool for pool in scenario.pools.values() if pool.draw == CHANCE]
    if drawn and not piles:
        yield loss("LOSS115", f"how units are drawn at random from {counted(len(drawn), 'pool')}")
    back = [pool for pool in scenario.pools.values() if pool.back]
    if back:
        yield loss("LOSS115", f"which units come back to {counted(len(back), 'pool')}")
    if scenario.counters.artwork or scenario.counters.front or scenario.counters.back:
        yield loss("LOSS115", "the design of the counters, of which the module has the pictures")
