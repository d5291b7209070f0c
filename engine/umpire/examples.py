"""Examples of play: files that prove a paragraph. A script is played with given dice, and what happened compared."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from engine.boards.kinds import kind_of
from engine.errors import HexwrightError
from engine.findings import Place
from engine.formats.source import DataPath
from engine.formats.specs import AnswerStep, ExampleSpec, ScriptStep, Tried
from engine.play import Event, Game, Illegal
from engine.play.questions import plain_answer
from engine.play.state import State
from engine.play.words import Names
from engine.umpire.checks.named import not_as_named
from engine.umpire.checks.run import check_map, check_scenario
from engine.umpire.comparing import ValueComparison, paragraphs_of
from engine.umpire.query import answered
from engine.umpire.scripts import Script, judged
from engine.umpire.wording import event_line

_DRAW: Final = "draw"
"""The name for the winner of a game without a winner."""
_READINGS: Final = 64
"""The most readings of a script that are tried."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that was not as the example says."""

    message: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"file": self.place.file, "line": self.place.line, "column": self.place.column, "message": self.message}


class Refused(NamedTuple):
    """An action that was only tried, and why the rules forbid it."""

    step: ScriptStep
    verdict: Illegal


@dataclass(slots=True)
class ExampleResult:
    """How an example went; ``game`` is None when it could not be set up."""

    spec: ExampleSpec
    game: Game | None = None
    failures: list[Failure] = field(default_factory=list)
    refused: dict[DataPath, Refused] = field(default_factory=dict)
    """What was tried and refused as the example says, by where it stands in the file."""

    @property
    def passed(self) -> bool:
        """Whether everything was as the example says."""
        return not self.failures

    @property
    def events(self) -> list[Event]:
        """Everything that happened."""
        return [] if self.game is None else self.game.events


def run_example(spec: ExampleSpec) -> ExampleResult:
    """Play an example and compare; every failure is reported, except that a script stops at its first.

    Steps of the script may have two meanings (`scripts`), and the dice may leave out draws from equal things. The
    example passes if it holds in one reading. Otherwise the failures are those of the reading that came furthest.
    """
    best = _best_run(spec, throws_for_equals=True)
    if not best.result.passed and spec.dice:
        other = _best_run(spec, throws_for_equals=False)
        best = other if other.result.passed or other.taken > best.taken else best
    return best.result


def _best_run(spec: ExampleSpec, *, throws_for_equals: bool) -> _Run:
    """The reading of a script in which all of it holds, or that which came furthest."""
    waiting: list[tuple[bool, ...]] = [()]
    best: _Run | None = None
    for _ in range(_READINGS):
        run = _Run(spec, waiting.pop(), throws_for_equals=throws_for_equals)
        if run.result.passed:
            return run
        best = run if best is None or run.taken > best.taken else best
        waiting += run.other_readings
        if not waiting:
            break
    assert best is not None
    return best


class _Run:
    """One reading of an example, played and compared."""

    def __init__(self, spec: ExampleSpec, reading: tuple[bool, ...], *, throws_for_equals: bool) -> None:
        self.spec = spec
        self.throws_for_equals = throws_for_equals
        """Whether a draw from equal things uses one of the dice."""
        self.board = spec.scenario.map
        self.result = ExampleResult(spec)
        self.systems: tuple[str, ...] = (spec.scenario.system,)
        """The systems whose paragraphs the rules cite, their own first."""
        self.compared = ValueComparison(self.board, systems=self.systems, lengths=kind_of(self.board).tolerance)
        """How values are compared on this map, by the paragraphs of these rules."""
        self.taken = 0
        """Steps of the script that were taken."""
        self.other_readings: list[tuple[bool, ...]] = []
        self.found()
        game = self.start() if spec.compares or not spec.findings else None
        if game is not None and self.script(game, reading):
            self.end(game)

    def end(self, game: Game) -> None:
        """Compare the game as it stands, then after each step that the script leaves out. If it never matches, keep
        the failures of the moment with the fewest."""
        before = len(self.result.failures)
        self.compare(game)
        fewest, number = self.result.failures.copy(), len(game)
        while not before and self.result.failures and self.steps.let_go():
            self.result.failures.clear()
            self.compare(game)
            if len(self.result.failures) < len(fewest):
                fewest, number = self.result.failures.copy(), len(game)
        self.result.failures[:] = fewest
        while len(game) > number:
            game.undo()

    def compare(self, game: Game) -> None:
        self.expect(game)
        self.final(game)
        self.decision(game)
        self.outcome(game)
        for step in self.spec.tried:
            self.try_out(step)

    def fail(self, message: str, *path: str | int) -> None:
        self.result.failures.append(Failure(message, self.spec.source.place(path)))

    def found(self) -> None:
        """Compare what the checks find in the scenario."""
        spec, scenario = self.spec, self.spec.scenario
        if spec.findings:
            found = [*spec.read, *check_scenario(scenario), *check_map(scenario.map, played=True)]
            for step, said in not_as_named(spec, found):
                self.fail(said, *step.path)

    # -- playing ----------------------------------------------------------------------------------------------

    def start(self) -> Game | None:
        spec = self.spec
        try:
            game = Game(
                spec.scenario,
                options=spec.options,
                dice=spec.dice,
                results=spec.results,
                start=spec.start,
                throws_for_equals=self.throws_for_equals,
            )
        except ValueError as error:
            self.fail(f"this cannot be set up: {error}", "start")
            return None
        self.result.game = game
        self.systems = game.rules.cites or (game.rules.system,)
        self.compared = replace(self.compared, systems=self.systems)
        return game

    def script(self, game: Game, reading: tuple[bool, ...]) -> bool:
        """Play the script; False when it could not be played to its end."""
        script = self.steps = Script(game, reading)
        played = 0
        for step in self.spec.script:
            if isinstance(step, AnswerStep) or step.tried:
                self.try_out(step)
                continue
            played += 1
            try:
                problem = script.take(step)
            except ValueError as error:
                self.fail(f"{step.side}: {step.do}: {error}", *step.path)
                break
            if problem:
                self.fail(f"{step.side}: {step.do}: {problem}{_happened(game)}", *step.path)
                break
            self.taken += 1
        self.other_readings = script.other_readings()
        return self.taken == played

    def try_out(self, step: Tried) -> None:
        """Ask whether an action is legal now, or ask a question, and compare."""
        if isinstance(step, AnswerStep):
            said, asked = self.not_answered(step), step.ask
        else:
            said = self.not_refused(step) if step.tried == "illegal" else self.not_legal(step)
            asked = f"{step.side}: {step.do}"
        if said:
            self.fail(f"{asked}: {said}", *step.path)

    def not_answered(self, step: AnswerStep) -> str:
        """How an answer is not as expected; empty when it is."""
        said = self._answer_differs(self.steps.game, step)
        if said and any(not self._answer_differs(game, step) for game in self.steps.in_passing()):
            return ""
        return said

    def _answer_differs(self, game: Game, step: AnswerStep) -> str:
        """How an answer in a game is not as expected; empty when it is."""
        try:
            question, answer = answered(game, step.ask)
        except HexwrightError as error:
            return f"this cannot be asked: {error}"
        got = plain_answer(answer)
        compared = replace(self.compared, ordered=question.ordered, tolerance=question.tolerance)
        if compared.same(step.answer, got):
            return ""
        return f"expected {_short(step.answer)}, but it is {_short(_part(step.answer, got))}"

    def not_legal(self, step: ScriptStep) -> str:
        """How an action that must be legal is not; empty when it is."""
        said = judged(self.steps.game, step.side, step.do).problem
        game: Game | None = self.steps.game
        if said:
            game = next((one for one in self.steps.onward() if not judged(one, step.side, step.do).problem), None)
            if game is None and self.steps.was_done(step.do):
                return ""
            if game is None and len(parts := self.steps.in_parts(step)) > 1:
                return self._part_not_legal(step, parts)
        return self.not_measured(game, step) if game is not None else f"expected to be legal, but {said}"

    def not_measured(self, game: Game, step: ScriptStep) -> str:
        """How a measure of an action is not as expected; empty when all are."""
        if not step.measures:
            return ""
        got, wrong = game.judge(step.do, step.side).to_json(), list[str]()
        compared = replace(self.compared, ordered=False, tolerance=0)
        for name, wanted in step.measures.items():
            if not compared.same_field(name, wanted, got.get(name)):
                wrong.append(f"expected {name} {_short(wanted)}, but it is {_short(got.get(name))}")
        return "; ".join(wrong)

    def _part_not_legal(self, step: ScriptStep, parts: Sequence[str]) -> str:
        """How one of the actions that an action stands for is not legal once those before it are taken; empty when all
        are: a march and the way that it goes."""
        twin = self.steps.game.copy()
        for text in parts:
            said, action = judged(twin, step.side, text)
            if said or action is None:
                return f"expected to be legal, but {said}"
            twin.apply(action, trusted=True)
        return ""

    def _part_refused(self, step: ScriptStep, parts: Sequence[str]) -> Illegal | None:
        """Why one of the actions that an action stands for is refused under a paragraph that is meant, once those
        before it are taken, now or once what the script has left out is done; None where none is."""
        games = (self.steps.game, *self.steps.onward())
        return next((said for game in games if (said := self._refused_from(game, step, parts)) is not None), None)

    def _refused_from(self, game: Game, step: ScriptStep, parts: Sequence[str]) -> Illegal | None:
        """Why one of several actions is refused that are taken one after the other; None where none is."""
        twin, named = game.copy(), self._named(step)
        for text in parts:
            if twin.decision is None:
                return None
            verdict = twin.verdict(text, step.side)
            if not isinstance(verdict, Illegal):
                twin.apply(twin.parse(text), trusted=True)
            elif not named or not named.isdisjoint(verdict.rules):
                return verdict
        return None

    def _named(self, step: ScriptStep) -> frozenset[str]:
        """The paragraphs that a step means."""
        return frozenset[str]().union(*(paragraphs_of(rule, self.systems) for rule in step.rules))

    def not_refused(self, step: ScriptStep) -> str:
        """How an action that must be refused under a paragraph is not; empty when it is."""
        parts = self.steps.in_parts(step)
        if len(parts) > 1 and (part := self._part_refused(step, parts)) is not None:
            self.result.refused[step.path] = Refused(step, part)
            return ""
        return self._whole_not_refused(replace(step, do=parts[0]) if parts else step)

    def _whole_not_refused(self, step: ScriptStep) -> str:
        """How an action that must be refused is not, taken by itself; empty when it is."""
        game = self.steps.game
        wanted = f"expected to be refused{f' under {_either(step.rules)}' if step.rules else ''}, but"
        if game.decision is None:
            return f"{wanted} the game is over"
        try:
            verdict = game.verdict(step.do, step.side)
            if not isinstance(verdict, Illegal) and (direct := self.steps.taken_as_it_is(step)) is not None:
                verdict = direct
        except HexwrightError as error:
            return f"{wanted} it cannot even be read: {error}"
        if not isinstance(verdict, Illegal):
            return f"{wanted} it is legal"
        named = self._named(step)
        if step.rules and named.isdisjoint(verdict.rules) and not self.steps.refused_in_passing(step, named):
            reasons = "; ".join(f"{why} [{at}]" for at, why in [(verdict.rule, verdict.reason), *verdict.also])
            return f"{wanted} it is for: {reasons}"
        self.result.refused[step.path] = Refused(step, verdict)
        return self.not_measured(game, step)

    # -- comparing --------------------------------------------------------------------------------------------

    def expect(self, game: Game) -> None:
        """The expected events, in this order among those that happened; those that the rules tell at once in any."""
        begin, taken = 0, set[int]()
        at_once = game.rules.told_at_once
        events = [(number, one) for number, said in enumerate(self.spec.expect) for one in game.rules.expected(said)]
        happened = [[data, *game.rules.reworded(data)] for data in (event.to_json() for event in game.events)]
        for number, wanted in events:
            open_to = begin
            while open_to and game.events[open_to - 1].kind in at_once:
                open_to -= 1
            among = (i for i in range(open_to, len(happened)) if i not in taken)
            found = next((i for i in among if any(self.matches(wanted, got) for got in happened[i])), None)
            if found is None:
                after = f" after {event_line(game.events[begin - 1])}" if begin else ""
                said = f"expected {_short(wanted)}{after}{_misnamed(wanted, game.events)}"
                self.fail(said + _happened(game), "expect", number)
            else:
                taken.add(found)
                begin = max(begin, found + 1)

    def matches(self, wanted: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
        return all(self.compared.agrees(key, value, got.get(key)) for key, value in wanted.items())

    def final(self, game: Game) -> None:
        """What became of the units: as the game stands, or as a phase closed by itself since the last step."""
        found = self.not_final(game, game.state)
        if found and all(self.not_final(game, moment) for moment in self.steps.closings()):
            for message, *path in found:
                self.fail(message, "final", *path)

    def not_final(self, game: Game, state: State) -> list[tuple[str, ...]]:
        """What has not become of the units as expected, each with where it is expected."""
        units, found = game.rules.units(state), list[tuple[str, ...]]()
        for key, wanted in self.spec.final.items():
            unit = units.get(key)
            if unit is None:
                found.append((f"there is no unit {key!r}", key))
                continue
            for name, value in wanted.items():
                got = unit.get(name, False if name == "dead" else None)
                if name == "dead" and value is True and unit.get("at") is None and _eliminated(game, key):
                    continue
                if not self.compared.same(value, got):
                    said = f"expected {key} {name} {_short(value)}, but it is {_short(got)}"
                    found.append((said + ("" if name in unit else "; " + _fields(unit)), key, name))
        return found

    def decision(self, game: Game) -> None:
        wanted = self.spec.decision
        decision = game.decision
        if wanted is None:
            return
        if decision is None:
            self.fail("expected a decision, but the game is over", "decision")
            return
        for name, value in wanted.items():
            got = getattr(decision, name, None)
            if not self.compared.agrees(name, value, got):
                side = Names(game.scenario).side(decision.side)
                said = f"expected a decision with {name} {_short(value)}, but it is {_short(got)}"
                self.fail(f"{said} ({side}: {decision.prompt} [{decision.rule}])", "decision", name)

    def outcome(self, game: Game) -> None:
        wanted = self.spec.outcome
        outcome = game.outcome()
        if wanted is None:
            return
        if outcome is None:
            decision = game.decision
            asked = f"; {Names(game.scenario).side(decision.side)} is asked: {decision.prompt}" if decision else ""
            turn = f"turn {game.state.turn} of {game.scenario.turns.count}"
            self.fail(f"expected the game to be over with {_short(wanted)}, but it goes on in {turn}{asked}", "outcome")
            return
        got = outcome.to_json()
        for name, value in wanted.items():
            nobody = name == "winner" and not got.get(name) and str(value).casefold() == _DRAW
            if not nobody and not self.compared.agrees(name, value, got.get(name)):
                self.fail(f"expected {name} {_short(value)}, but it is {_short(got.get(name))}", "outcome", name)


def _eliminated(game: Game, unit: str) -> bool:
    """Whether a unit was eliminated, also one that may come back: one of a pool, or a supply unit, used up or not."""
    return any(event.kind in ("eliminated", "spent") and event.data.get("unit") == unit for event in game.events)


def _either(rules: tuple[str, ...]) -> str:
    return " or ".join(rules)


def _happened(game: Game) -> str:
    """The events as a list under a message, and what is asked now."""
    said = "".join(f"\n    {event_line(event)}" for event in game.events)
    decision = game.decision
    if decision is not None:
        side = Names(game.scenario).side(decision.side)
        said += f"\n  {side} is asked now ({decision.kind}): {decision.prompt} [{decision.rule}]"
    return f"; what happened:{said}" if game.events else f"; nothing happened{said}"


def _misnamed(wanted: Mapping[str, Any], events: list[Event]) -> str:
    """What may be wrong with the words of an expected event: a kind or fields that none of the events has."""
    kind = str(wanted.get("event", ""))
    alike = [event.to_json() for event in events if event.kind == kind]
    if not alike:
        near = difflib.get_close_matches(kind, sorted({event.kind for event in events}), 1)
        return f" (did you mean the event {near[0]!r}?)" if near else ""
    unknown = [name for name in wanted if not any(name in event for event in alike)]
    has = ", ".join(name for name in alike[0] if name != "event")
    return f" (no {kind} event has {' or '.join(map(repr, unknown))}; there are {has})" if unknown else ""


def _fields(unit: Mapping[str, Any]) -> str:
    return f"units have {', '.join(unit)}"


def _part(wanted: Any, got: Any) -> Any:
    """Of an answer only what is named where it is expected."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping) and not wanted.keys().isdisjoint(got):
        return {key: _part(value, got[key]) for key, value in wanted.items() if key in got}
    return got


def _short(data: Any) -> str:
    if isinstance(data, str):
        return data
    return "nothing" if data is None else json.dumps(data, ensure_ascii=False, default=str)
