"""Replays: a game written down, and played again to see whether it is still the same game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import HexwrightError
from engine.formats import digest
from engine.formats.specs import ReplayAction, ReplayLine, ReplaySpec
from engine.play import Game, Illegal, State
from engine.play.words import Names


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay first departs from what was written down."""

    number: int
    """The action, counted from 1; 0 for the set-up, and one more than the last for the end of the game."""
    action: str
    what: str
    """``side``, ``action``, ``events``, ``outcome``, ``final`` or ``length``."""
    expected: Any
    """What the replay has, as plain data."""
    got: Any
    """What happened now."""
    message: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "number": self.number,
            "action": self.action,
            "what": self.what,
            "expected": self.expected,
            "got": self.got,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """How playing a replay again went; ``game`` is as far as it came."""

    game: Game
    difference: Difference | None = None

    @property
    def same(self) -> bool:
        """Whether it was the same game to the end."""
        return self.difference is None


def state_digest(state: State) -> str:
    """``sha256:...`` of a state; equal states have equal digests, on every machine."""
    text = json.dumps(state.to_json(), sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def record(game: Game, players: Mapping[str, str] | None = None, scenario_ref: str = "") -> ReplaySpec:
    """A game so far as a replay. ``players`` says who played which side, ``scenario_ref`` how a file should
    name the scenario (empty: the file holds it whole, with its map)."""
    outcome = game.outcome()
    scenario = game.scenario if scenario_ref else game.scenario.with_(map_ref="")
    options = {
        key: value
        for key, value in game.rules.options.items()
        if key not in game.scenario.options or game.scenario.options[key] != value
    }
    return ReplaySpec(
        scenario=scenario,
        scenario_ref=scenario_ref,
        scenario_digest=digest(scenario),
        seed=game.seed,
        options=options,
        start=game.start,
        dice=list(game.dice.forced),
        results=list(game.dice.results),
        players=dict(players or {}),
        actions=_actions(game),
        outcome=outcome.to_json() if outcome else None,
        final=state_digest(game.state),
    )


def with_lines(spec: ReplaySpec, name: str, others: Iterable[tuple[str, Game]]) -> ReplaySpec:
    """A replay with the name of its line of play, and with other lines of the same game by their names."""
    lines = []
    for other, game in others:
        actions = _actions(game)
        pairs = enumerate(zip(actions, spec.actions, strict=False))
        after = next((number for number, (own, main) in pairs if own != main), min(len(actions), len(spec.actions)))
        lines.append(ReplayLine(other, after, tuple(actions[after:]), game.dice.forced))
    return replace(spec, line=name, lines=lines)


def of_line(spec: ReplaySpec, line: ReplayLine) -> ReplaySpec:
    """One of the other lines of a replay, from the beginning of the game, as a replay of its own."""
    actions = [*spec.actions[: line.after], *line.actions]
    return replace(spec, actions=actions, dice=list(line.dice), outcome=None, final="", line=line.name, lines=[])


def _actions(game: Game) -> list[ReplayAction]:
    """Every action with its side and events, found by taking them back one by one on a copy."""
    twin = game.copy()
    taken = []
    while len(twin):
        events = twin.events.copy()
        action = twin.undo()
        decision = twin.decision
        happened = tuple(plain(event.to_json()) for event in events[len(twin.events) :])
        taken.append(ReplayAction(decision.side if decision else "", twin.text(action), happened))
    return taken[::-1]


def replay(spec: ReplaySpec, progress: Callable[[int], None] | None = None) -> ReplayResult:
    """Play a replay again, and then each of its other lines, up to the first difference.

    Raises HexwrightError when the scenario cannot be set up at all.
    """
    game = Game(spec.scenario, spec.seed, spec.options, dice=spec.dice, results=spec.results, start=spec.start)
    for number, written in enumerate(spec.actions, 1):
        difference = _take(game, number, written)
        if difference is not None:
            return ReplayResult(game, difference)
        if progress is not None:
            progress(number)
    difference = _compare_end(game, spec)
    for line in spec.lines if difference is None else ():
        found = replay(of_line(spec, line)).difference
        if found is not None:
            said = f"the line {line.name}: {found.message}"
            return ReplayResult(game, replace(found, number=0, message=said))
    return ReplayResult(game, difference)


def _take(game: Game, number: int, written: ReplayAction) -> Difference | None:
    """Apply one action of the replay; the difference, if there is one."""

    def differs(what: str, expected: Any, got: Any, message: str) -> Difference:
        return Difference(number, written.do, what, expected, got, f"action {number} ({written.do}): {message}")

    decision = game.decision
    if decision is None:
        return differs("length", written.do, None, "the game is over before it")
    if written.side and written.side != decision.side:
        said = f"it is the choice of {Names(game.scenario).side(decision.side)} now ({decision.kind}) [{decision.rule}]"
        return differs("side", written.side, decision.side, said)
    try:
        action = game.parse(written.do)
        verdict = game.verdict(action)
    except HexwrightError as error:
        return differs("action", written.do, str(error), str(error))
    if isinstance(verdict, Illegal):
        said = f"{verdict.reason} [{verdict.rule}]"
        return differs("action", written.do, said, f"it is illegal now: {said}")
    try:
        events = [plain(event.to_json()) for event in game.apply(action, trusted=True)]
    except ValueError as error:
        return differs("action", written.do, str(error), str(error))
    expected = None if written.events is None else [plain(event) for event in written.events]
    if expected is None or expected == events:
        return None
    at = next((i for i, pair in enumerate(zip(expected, events, strict=False)) if pair[0] != pair[1]), None)
    first = min(len(expected), len(events)) if at is None else at
    was = expected[first] if first < len(expected) else None
    now = events[first] if first < len(events) else None
    return differs("events", was, now, f"event {first + 1} was {_short(was)} and is {_short(now)}")


def _compare_end(game: Game, spec: ReplaySpec) -> Difference | None:
    number = len(spec.actions) + 1
    outcome = game.outcome()
    now = plain(outcome.to_json()) if outcome else None
    was = plain(spec.outcome) if spec.outcome else None
    if was is not None and was != now:
        return Difference(number, "", "outcome", was, now, f"the outcome was {_short(was)} and is {_short(now)}")
    last = state_digest(game.state)
    if spec.final and spec.final != last:
        message = "every event is the same, but the last state is not"
        return Difference(number, "", "final", spec.final, last, message)
    return None


def plain(data: Any) -> Any:
    """Data as JSON would give it back: tuples are lists, keys are texts, whole floats are equal to ints."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(item) for item in data]
    return data


def _short(data: Any) -> str:
    return "nothing" if data is None else json.dumps(data, ensure_ascii=False)
