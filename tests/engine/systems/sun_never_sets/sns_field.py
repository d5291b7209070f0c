"""A small campaign for tests: a board of open country, two sides, and whatever units a test wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.play import Action, Game, Illegal, Start
from engine.scenario import Level, Scenario, Side, Turns, Unit, Victory
from engine.systems.sun_never_sets.rules import SnsRules

LEVELS = (Level("local", 11), Level("campaign", 31), Level("imperial", 51))


def country(columns: int = 12, rows: int = 10) -> BattleMap:
    """Open country; a test draws on it what it needs."""
    grid = Grid(GridSpec(columns, rows, numbering=Numbering(prefix="S")))
    return BattleMap(grid, load_palette("campaign"), "Country")


def unit(key: str, **values: Any) -> Unit:
    """A unit whose key says its side: ``br-`` is British, all else Native."""
    kind = values.pop("type", "infantry")
    values = {"movement": 6, **values}
    if kind not in ("headquarters", "supply"):
        values = {"strength": 3, "weapon": "R", "morale": "L", **values}
    return Unit(key, "british" if key.startswith("br-") else "native", key, kind, values=values)


def campaign(units: Iterable[Unit], board: BattleMap | None = None, turns: int = 3, **more: Any) -> Scenario:
    """A campaign of these units, British first."""
    sides = {
        "british": Side("british", "British", role="empire"),
        "native": Side("native", "Natives", role="native"),
    }
    return Scenario(
        "test",
        "Test",
        "sns2",
        board or country(),
        **{
            "turns": Turns(turns),
            "sides": sides,
            "units": {one.key: one for one in units},
            "victory": Victory(levels=LEVELS, sudden=75),
            **more,
        },
    )


def begun(
    scenario: Scenario,
    places: Mapping[str, Any],
    phase: str = "movement",
    *,
    side: str = "british",
    dice: Iterable[int] = (),
    turn: int = 1,
    options: Mapping[str, Any] | None = None,
    given: Mapping[str, Any] | None = None,
) -> Game:
    """A game in a segment of a side, units standing where ``places`` has them; its start sets what is ``given``."""
    start = Start(turn, side, phase, dict(places), only=True, set=dict(given or {}))
    return Game(scenario, 1, dice=dice, start=start, rules=SnsRules(scenario, options))


def state_of(game: Game) -> Any:
    """The state of a game, for tests that look into it."""
    return game.state


def breaches(game: Game, action: Action | str) -> dict[str, str]:
    """Every paragraph that an action breaks, without its document, to the (last) reason; nothing for a legal one."""
    verdict = game.verdict(action)
    if not isinstance(verdict, Illegal):
        return {}
    found = ((verdict.rule, verdict.reason), *verdict.also)
    return {rule.removeprefix("sns2:"): reason for rule, reason in found}
