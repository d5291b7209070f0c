"""A blank map painted by a test, and what one asks of any hex game: where units are, what is legal, what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from engine.boards.palette import Palette
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.play import Game, Illegal, Start
from engine.scenario import Arrival, Scenario, Side, Turns, Unit, Victory


@cache
def palette() -> Palette:
    return load_palette("standard")


def field(
    *,
    terrain: Mapping[str, str] = {},
    features: Mapping[str, str] = {},
    hexsides: Mapping[str, str] = {},
    paths: Mapping[str, Iterable[str]] = {},
    road: str = "",
    high: str = "",
    columns: int = 12,
    rows: int = 12,
) -> BattleMap:
    """A clear map named X0101 to X1212; ``terrain`` kind to hexes, ``hexsides`` kind to sides (high hex > low hex),
    ``paths`` kind to chains of hexes; hexes of ``high`` lie at elevation 1."""
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
    chains = [("road", road), *((kind, chain) for kind, found in paths.items() for chain in found)]
    for kind, chain in chains:
        for a, b in pairwise(grid.parse(name) for name in chain.split()):
            side = grid.side_between(a, b)
            board.paths[side] = board.paths.get(side, frozenset()) | {kind}
    return board


def every_hex(columns: int = 12, rows: int = 12) -> str:
    """The names of all hexes of a field."""
    return " ".join(f"X{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1))


def places(playing: Game) -> dict[str, str | None]:
    """Where every unit is."""
    return {key: found["at"] for key, found in playing.rules.units(playing.state).items()}


def strengths(playing: Game) -> dict[str, int]:
    """How many steps every unit has left."""
    return {key: found["steps"] for key, found in playing.rules.units(playing.state).items()}


def movement_costs(playing: Game, unit_key: str) -> dict[str, float]:
    """Where a unit could move or enter now, with movement points."""
    return {name: found.cost for name, found in playing.rules.reach(playing.state, unit_key).hexes.items()}


def broken(playing: Game, action: str) -> set[str]:
    """The numbers of the paragraphs that an action would break now; empty when it is legal."""
    verdict = playing.verdict(action)
    return set() if verdict else {rule.partition(":")[2] for rule in verdict.rules}


def refused(playing: Game, action: str) -> list[tuple[str, str]]:
    """The paragraphs that an action would break now, each with its words; empty when it is legal."""
    verdict = playing.verdict(action)
    if not isinstance(verdict, Illegal):
        return []
    return [(rule.partition(":")[2], said) for rule, said in ((verdict.rule, verdict.reason), *verdict.also)]


def verbs(playing: Game, verb: str) -> list[str]:
    """The legal actions of a verb now, as text."""
    return [text for text in playing.legal_actions().texts() if text.split()[0] == verb]


def happened(game_or_events: Any, kind: str) -> list[dict[str, Any]]:
    """The events of a kind as plain data."""
    events = game_or_events.events if isinstance(game_or_events, Game) else game_or_events
    return [event.to_json() for event in events if event.kind == kind]


@dataclass(frozen=True)
class Fields:
    """What makes scenarios and games of a system on such maps, out of one-line descriptions of units."""

    system: str
    unit: Callable[[str], Unit]
    sides: Mapping[str, str]
    """Key to name of the sides, in the order in which they move."""

    def scenario(
        self,
        board: BattleMap,
        units: Iterable[str],
        setup: Mapping[str, str] = {},
        arrivals: Iterable[Arrival] = (),
        **more: Any,
    ) -> Scenario:
        found = [self.unit(text) for text in units]
        return Scenario(
            key="field",
            name="Field",
            system=self.system,
            map=board,
            turns=more.pop("turns", Turns(5)),
            sides={key: Side(key, name) for key, name in self.sides.items()},
            units={item.key: item for item in found},
            setup=dict(setup),
            arrivals=tuple(arrivals),
            victory=more.pop("victory", Victory()),
            **more,
        )

    def game(
        self,
        board: BattleMap,
        units: Mapping[str, str],
        *,
        phase: str = "movement",
        side: str = "",
        turn: int = 1,
        dice: Iterable[int] = (),
        steps: Mapping[str, int] = {},
        arrivals: Iterable[Arrival] = (),
        **more: Any,
    ) -> Game:
        """A game that stands at a phase, of the first side where none is named; ``units`` maps a description to the
        hex, or to "" for off the map."""
        setup = {text.split()[0]: name for text, name in units.items() if name}
        placed = {key: {"at": name, "steps": steps[key]} if key in steps else name for key, name in setup.items()}
        start = Start(turn, side or next(iter(self.sides)), phase, placed)
        return Game(self.scenario(board, units, setup, arrivals, **more), dice=dice, start=start)
