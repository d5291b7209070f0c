"""Battles for tests: a board, two forces on it, and what is asked of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sns_field import begun, campaign, country, unit

from engine.hexes.board.battlemap import BattleMap
from engine.mechanics.tables import shipped
from engine.play import Event, Game, Illegal
from engine.scenario import Unit

QUIET: Final = {
    "melee_fire": {
        "lines": {
            name: {"rows": {factors: ["-"] * 4 for factors in line["rows"]}}
            for name, line in shipped("sun_never_sets")["melee_fire"]["lines"].items()
        }
    }
}
"""Tables in which nobody is hurt in melee, so that a test is about the volleys before it."""
A, D = "S0505", "S0506"
"""Where the attacker and the defender stand in most tests."""
NAPIER: Final = unit("br-napier", type="headquarters", tactical=2, strategic=3, commander=True, movement=8)
BULLER: Final = unit("br-buller", type="headquarters", tactical=3, movement=8)
KOFI: Final = unit("na-kofi", type="headquarters", tactical=1, movement=8)


def foot(key: str, strength: int = 3, weapon: str = "R", morale: str = "L", **values: Any) -> Unit:
    return unit(key, strength=strength, weapon=weapon, morale=morale, **values)


def board(
    features: Mapping[str, str] | None = None,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
) -> BattleMap:
    made = country()
    for name, kind in (features or {}).items():
        made.features[made.grid.parse(name)] = (kind,)
    for name, kind in (terrain or {}).items():
        made.terrain[made.grid.parse(name)] = kind
    for (a, b), kind in (sides or {}).items():
        made.hexsides[made.grid.side_between(made.grid.parse(a), made.grid.parse(b))] = (kind,)
    return made


def fight(
    units: Iterable[Unit],
    places: Mapping[str, Any] | None = None,
    *,
    dice: Iterable[int] = (),
    on: BattleMap | None = None,
    options: Mapping[str, Any] | None = None,
    phase: str = "battle",
    side: str = "british",
    **more: Any,
) -> Game:
    """A game in the battle segment: the British in one hex, the Natives next to them, but where ``places`` has them."""
    units = list(units)
    where = {one.key: A if one.key.startswith("br-") else D for one in units}
    scenario = campaign(units, on, **{"tables": QUIET, **more})
    return begun(scenario, {**where, **(places or {})}, phase, side=side, dice=dice, options=options)


def actions(game: Game) -> set[str]:
    return set(game.legal_actions().texts())


def told(game: Game, kind: str) -> list[Event]:
    return [event for event in game.events if event.kind == kind]


def at(game: Game, key: str) -> str | None:
    found: str | None = game.rules.units(game.state)[key]["at"]
    return found


def steps(game: Game, key: str) -> int:
    return int(game.rules.units(game.state)[key]["steps"])


def refused(game: Game, action: str) -> tuple[str, ...]:
    """The paragraphs that refuse an action."""
    verdict = game.verdict(action)
    assert isinstance(verdict, Illegal), action
    return verdict.rules


def through(game: Game, *kinds: str) -> None:
    """Take the first choice of some kinds of decision, as long as it is they that are asked."""
    while game.decision is not None and game.decision.kind in kinds:
        game.apply(game.legal_actions().texts()[0])


def volleys(game: Game, side: str = "") -> list[dict[str, Any]]:
    return [event.data for event in told(game, "volley") if side in ("", event.data["side"])]
