"""The rules systems of tests beside those that ship: two over hexes; cards and boxes, with an edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toy_cards import duel
from toy_march import march
from toy_race import race

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario import Scenario

SYSTEMS: Final = {"toy": "toy_race", "march": "toy_march", "cards": "toy_cards", "open": "toy_cards:OPEN"}
"""Short name to package, as the registry has them."""

SCENARIOS: Final[dict[str, Callable[[], Scenario]]] = {
    # On the palette that ships, so that a replay which holds the map whole can be read.
    "toy-race": lambda: race(map=BattleMap(Grid(GridSpec(8, 3)), load_palette("standard"), "Field")),
    "toy-march": march,
    "toy-cards": duel,
    "toy-cards-open": lambda: duel(system="open"),
}
