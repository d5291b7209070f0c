"""A position of play as a scenario of its own: who stands where, who is still to come, and how the score stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.boards.board import place_text
from engine.play import Game
from engine.scenario import Arrival, Scenario, Turns, Unit

REDUCED: Final = "reduced"
"""What values of a counter's other side begin with: ``reduced``, ``reduced_attack``."""


def as_scenario(game: Game, name: str = "") -> Scenario:
    """A scenario that begins where a game stands, at the beginning of the turn in progress.

    Units that are dead or have left are not in it; those that have lost steps are counters at their present strength;
    reinforcements, night and labels count from the new first turn; pools, and what the rules lay on the map, are as
    they are now. What cannot be said in a scenario is not carried: what was done already in this turn, and the markers
    used in it.
    """
    scenario, state = game.scenario, game.state
    units = game.rules.units(state)
    gone = state.turn - 1
    there = {key: how for key, how in units.items() if how.get("at")}
    arrivals = [_later(arrival, gone, units) for arrival in scenario.arrivals]
    coming = tuple(arrival for arrival in arrivals if arrival.units)
    otherwise = game.rules.beginning(state)
    pools = otherwise.pop("pools", {})
    kept = {
        *there,
        *(key for arrival in coming for key in arrival.units),
        *(u for p in pools.values() for u in p.units),
    }
    made = scenario.with_(
        name=name or f"{scenario.name}, turn {state.turn}",
        units={key: _as_it_is(unit, units[key]) for key, unit in scenario.units.items() if key in kept},
        setup={key: place_text(how["at"]) for key, how in there.items()},
        arrivals=coming,
        deployments=(),
        turns=_turns_left(scenario.turns, gone),
        pools=pools,
        **otherwise,
    )
    return _with_score(made, game)


def _later(arrival: Arrival, gone: int, units: dict[str, dict[str, Any]]) -> Arrival:
    waiting = tuple(key for key in arrival.units if units.get(key, {}).get("waiting"))
    return replace(arrival, turn=max(1, arrival.turn - gone), units=waiting)


def _turns_left(turns: Turns, gone: int) -> Turns:
    return replace(
        turns,
        count=max(1, turns.count - gone),
        night=frozenset(turn - gone for turn in turns.night if turn > gone),
        labels={turn - gone: label for turn, label in turns.labels.items() if turn > gone},
        marks={mark: frozenset(turn - gone for turn in marked if turn > gone) for mark, marked in turns.marks.items()},
    )


def _as_it_is(unit: Unit, how: dict[str, Any]) -> Unit:
    """A counter turned over shows what is on its other side."""
    values = dict(unit.values)
    other = {key: value for key, value in values.items() if key == REDUCED or key.startswith(f"{REDUCED}_")}
    if not other or how.get("steps") != 1:
        return unit
    for key, value in other.items():
        del values[key]
        values["strength" if key == REDUCED else key.removeprefix(f"{REDUCED}_")] = value
    return replace(unit, values=values)


def _with_score(made: Scenario, game: Game) -> Scenario:
    """The places that count are held by whoever holds them now, and what else was won is a handicap."""
    if not game.rules.tells("objectives"):
        return made
    held = game.rules.objectives(game.state)
    victory = replace(
        made.victory,
        scoring=tuple(
            replace(line, initial=holders.pop())
            if len(holders := {held.get(name, "") for name in line.hexes}) == 1 and line.kind == "hold"
            else line
            for line in made.victory.scoring
        ),
    )
    made = made.with_(victory=victory)
    before = game.rules.status(game.state).get("score") or {}
    fresh = Game(made, rules=None)
    begins = fresh.rules.status(fresh.state).get("score") or {}
    handicap = dict(victory.handicap)
    for side, points in before.items():
        missing = points - begins.get(side, 0)
        if missing:
            handicap[side] = handicap.get(side, 0) + missing
    return made.with_(victory=replace(victory, handicap=handicap))
