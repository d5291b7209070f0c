"""A position of a test game as the screen shows it: as all may see it, or as the one side that a person plays may."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from engine.boards.board import place_text
from engine.play import Decision, Event, Game, Outcome, registry
from engine.play.display import ConcealedAnswer, ConcealedForces, ConcealedHex
from engine.play.parts import Parts
from engine.play.state import State
from engine.umpire.testturns import Taken

NOBODY: Final = "?"
"""No side, and no key of one: what it may know all may know."""
OTHERS_CHOICE: Final = "The choice of the other side"
"""What is said to be asked, where a side may not know what the other is asked."""


@dataclass(frozen=True, slots=True)
class Position:
    """The game after some actions: what the map shows, and how it came about."""

    units: Mapping[str, Mapping[str, Any]]
    status: Mapping[str, Any]
    decision: Decision | None
    outcome: Outcome | None = None
    action: str = ""
    """The text of the action that led here, as far as whoever sees the position may know it."""
    parts: Parts | None = None
    """That action in words; None for the first position, and where not all of it may be known."""
    side: str = ""
    reason: str = ""
    events: list[Event] = field(default_factory=list)
    """What happened, as far as whoever sees the position may know of it."""
    happened: list[Event] = field(default_factory=list)
    """All that happened, for whoever may see the position later. It is never shown itself."""
    state: State | None = None
    """The state, which does not change any more: a game goes on with a copy. What is hidden is not in it."""
    joined: bool = False
    """Whether the person did it together with the action before it: one is taken back with the other."""
    concealed: Mapping[str, ConcealedHex] = field(default_factory=dict)
    """The hexes with units that whoever sees the position does not know, as `ConcealedAnswer` has them; where these
    units may be is not among ``units``."""


def position_of(game: Game, taken: Taken | None = None, eyes: str = "", *, shared: bool = False) -> Position:
    """The present position of a game, after an action that was just taken; ``eyes`` is the side that sees it.

    A side sees what `Game.view` gives it, the state having been dealt again where something is hidden; of the others'
    actions the `Rules.visible_text`; and not the thoughts behind them. Empty eyes see everything. Where the screen is
    ``shared`` by people of several sides, what is told of the action is what all of them may know (`told_again` adds
    what one of them may know).
    """
    rules, state = game.rules, _dealt(game, eyes)
    events = taken.events if taken else game.events
    ours = not eyes or taken is None or (taken.side == eyes and not shared)
    reader = eyes if taken is None or taken.side != eyes else next(key for key in game.scenario.sides if key != eyes)
    units, hexes = _shown(game, state, eyes)
    text = "" if taken is None else taken.text if ours else rules.visible_text(taken.action, taken.side, reader)
    return Position(
        units=units,
        status=rules.status(state),
        decision=_asked(game, state, eyes),
        outcome=rules.outcome(state),
        action=text,
        parts=rules.parts(taken.action) if taken is not None and text == taken.text else None,
        side=taken.side if taken else "",
        reason=taken.reason if taken and ours else "",
        events=known(events, NOBODY if shared else eyes),
        happened=list(events),
        state=state,
        concealed=hexes,
    )


def seen_again(position: Position, game: Game, number: int, eyes: str) -> Position:
    """A position after ``number`` actions of a game, as another side sees it; what is told of the action stays."""
    rules, truth = game.rules, game.state_at(number)
    state: State = rules.redeal(truth, eyes, Random(f"{game.seed}:{number}")) if eyes else truth
    units, hexes = _shown(game, state, eyes)
    decision = _asked(game, state, eyes)
    return replace(position, units=units, status=rules.status(state), decision=decision, state=state, concealed=hexes)


def told_again(position: Position, reader: str) -> Position:
    """A position with those events that the reader may know of: a side, all sides (empty), or `NOBODY`."""
    secret = any(event.to for event in position.happened)
    return replace(position, events=known(position.happened, reader)) if secret else position


def known(events: Iterable[Event], reader: str) -> list[Event]:
    """The events that a side may know of; all of them for an empty reader, each as a whole."""
    return [event for event in events if (event.known_to(reader) if reader else not event.is_veiled)]


def _asked(game: Game, state: State, eyes: str) -> Decision | None:
    """What is asked; of another side's choice, where rules keep secrets, whose it is and of what kind, and no more."""
    found = game.rules.decision(state)
    if found is None or not eyes or found.side == eyes or not game.rules.secrets:
        return found
    return replace(found, prompt=OTHERS_CHOICE, units=(), hexes=())


def _shown(game: Game, state: State, eyes: str) -> tuple[dict[str, dict[str, Any]], dict[str, ConcealedHex]]:
    """The units as a side knows them, and the hexes with units that it does not know."""
    rules = game.rules
    units = {key: {**how, "at": place_text(how.get("at")) or None} for key, how in rules.units(state).items()}
    hexes: dict[str, ConcealedHex] = {}
    for question, _ in registry.system(game.scenario.system).shown(ConcealedForces) if eyes else ():
        hidden: ConcealedAnswer = question.function(rules, state, eyes, {"side": eyes})
        units.update((key, {"at": None}) for key in hidden.units)
        hexes.update(hidden.hexes)
    return units, hexes


def seen(game: Game, eyes: str) -> Game:
    """The game as a side may know it, for questions about it; the game itself where eyes see everything."""
    return game.guess(eyes, _chance(game)) if eyes else game


def _dealt(game: Game, eyes: str) -> State:
    state: State = game.rules.redeal(game.state, eyes, _chance(game)) if eyes else game.state
    return state


def _chance(game: Game) -> Random:
    """The same in a position whenever it is asked for."""
    return Random(f"{game.seed}:{len(game)}")
