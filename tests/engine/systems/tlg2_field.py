"""A small field to prove paragraphs of TLG2 on: a blank map painted by the test, and units by one-line descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from engine.board.battlemap import BattleMap
from engine.board.grid import NOWHERE, Grid, GridSpec
from engine.board.numbering import Numbering
from engine.board.palette import Palette
from engine.formats import load_palette
from engine.play import Game, Start
from engine.scenario import Arrival, Scenario, Side, Turns, Unit, Victory


@cache
def palette() -> Palette:
    return load_palette("standard")


def field(
    *,
    terrain: Mapping[str, str] = {},
    features: Mapping[str, str] = {},
    hexsides: Mapping[str, str] = {},
    road: str = "",
    high: str = "",
    columns: int = 12,
    rows: int = 12,
) -> BattleMap:
    """A clear map named X0101 to X1212; ``terrain`` kind to hexes, ``hexsides`` kind to sides (high hex > low hex);
    hexes of ``high`` lie at elevation 1."""
    grid = Grid(GridSpec(columns, rows, numbering=Numbering(prefix="X")))
    board = BattleMap(grid, palette(), "Field")
    for kind, hexes in terrain.items():
        for name in hexes.split():
            board.terrain[grid.parse(name)] = kind
    for kind, hexes in features.items():
        for name in hexes.split():
            board.features[grid.parse(name)] = (*board.features.get(grid.parse(name), ()), kind)
    for kind, sides in hexsides.items():
        for name in sides.split():
            upper = grid.parse(name.partition(">")[0]) if ">" in name else NOWHERE
            board.hexsides.setdefault(grid.parse_side(name.replace(">", "/")), {})[kind] = upper
    for name in high.split():
        board.elevation[grid.parse(name)] = 1
    chain = [grid.parse(name) for name in road.split()]
    for a, b in pairwise(chain):
        board.paths[grid.side_between(a, b)] = frozenset({"road"})
    return board


def unit(text: str) -> Unit:
    """``us-9 infantry 8/4``, ``ac-gun artillery 3 range 6``, flags such as ``heavy_battery`` behind."""
    key, kind, factors, *rest = text.split()
    full, _, reduced = factors.partition("/")
    values: dict[str, Any] = {"strength": int(full)}
    if reduced:
        values["reduced"] = int(reduced)
    while rest:
        word = rest.pop(0)
        values[word] = int(rest.pop(0)) if word == "range" else True
    return Unit(key, key.partition("-")[0], key, kind, values=values)


def scenario(
    board: BattleMap,
    units: Iterable[str],
    setup: Mapping[str, str] = {},
    arrivals: Iterable[Arrival] = (),
    **more: Any,
) -> Scenario:
    found = [unit(text) for text in units]
    return Scenario(
        key="field",
        name="Field",
        system="tlg2",
        map=board,
        turns=more.pop("turns", Turns(5)),
        sides={"us": Side("us", "United States"), "ac": Side("ac", "Anglo-Canadian")},
        units={item.key: item for item in found},
        setup=dict(setup),
        arrivals=tuple(arrivals),
        victory=more.pop("victory", Victory()),
        **more,
    )


def game(
    board: BattleMap,
    units: Mapping[str, str],
    *,
    phase: str = "movement",
    side: str = "us",
    turn: int = 1,
    dice: Iterable[int] = (),
    steps: Mapping[str, int] = {},
    arrivals: Iterable[Arrival] = (),
    **more: Any,
) -> Game:
    """A game that stands at a phase; ``units`` maps a description to the hex, or to "" for off the map."""
    setup = {text.split()[0]: name for text, name in units.items() if name}
    placed = {key: {"at": name, "steps": steps[key]} if key in steps else name for key, name in setup.items()}
    return Game(
        scenario(board, units, setup, arrivals, **more), dice=dice, start=Start(turn, side, phase, placed)
    )


def always(result: str) -> dict[str, Any]:
    """Tables of a scenario in which every combat has one result, whatever the odds and the die."""
    return {"combat_results": {"rows": {die: [result] * 10 for die in range(1, 7)}}}


def places(playing: Game) -> dict[str, str | None]:
    """Where every unit is."""
    return {key: found["at"] for key, found in playing.rules.units(playing.state).items()}


def movement_costs(playing: Game, unit_key: str) -> dict[str, float]:
    """Where a unit could move or enter now, with movement points."""
    return {name: found["cost"] for name, found in playing.rules.reach(playing.state, unit_key)["hexes"].items()}


def broken(playing: Game, action: str) -> set[str]:
    """The numbers of the paragraphs that an action would break now; empty when it is legal."""
    verdict = playing.verdict(action)
    return set() if verdict else {rule.partition(":")[2] for rule in verdict.rules}


def verbs(playing: Game, verb: str) -> list[str]:
    """The legal actions of a verb now, as text."""
    return [text for text in playing.legal_actions().texts() if text.split()[0] == verb]


def happened(game_or_events: Any, kind: str) -> list[dict[str, Any]]:
    """The events of a kind as plain data."""
    events = game_or_events.events if isinstance(game_or_events, Game) else game_or_events
    return [event.to_json() for event in events if event.kind == kind]
