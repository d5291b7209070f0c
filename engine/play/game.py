"""A game in progress: the one object that players, scripts, tests and the editor's preview talk to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from engine.errors import IllegalAction
from engine.play.choices import Choices
from engine.play.dice import Dice
from engine.play.model import Action, Decision, Event, Illegal, Judgement, Outcome, Start, Verdict
from engine.play.registry import system
from engine.play.rules import Rules
from engine.play.score_sheet import ScoreSheet
from engine.play.state import State
from engine.play.step import Step
from engine.play.words import Names
from engine.scenario import Scenario


class LegalActions:
    """The legal actions of a moment: sorted and lazy.

    ``in`` asks the rules without listing; it accepts every legal action, also those that a listing
    leaves out because another one does the same (a longer way to the same hex).
    """

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    def __iter__(self) -> Iterator[Action]:
        return self._game.rules.actions(self._game.state)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and bool(self._game.verdict(action))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        """How many there are."""
        return len(self)

    def texts(self) -> list[str]:
        """Their text forms."""
        return [self._game.rules.text(action) for action in self]

    def sample(self, random: Random) -> Action:
        """One of them, at random, without listing all."""
        return self._game.rules.sample(self._game.state, random)


class Game:
    """A scenario being played.

    >>> game = Game(scenario, seed=7)                        # doctest: +SKIP
    >>> game.apply("move us-9 L2812 L2712")                  # doctest: +SKIP
    [Event(kind='move', ...)]
    """

    def __init__(
        self,
        scenario: Scenario,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        *,
        dice: Iterable[int] = (),
        results: Iterable[str] = (),
        start: Start | None = None,
        rules: Rules[Any] | None = None,
        throws_for_equals: bool = True,
    ) -> None:
        """``dice`` are forced throws, first draws first, ``results`` forced results of tables.

        ``rules`` may be shared by games of one scenario. ``throws_for_equals`` is whether a draw from equal things uses
        one of the ``dice``.
        """
        self.scenario = scenario
        self.rules: Rules[Any] = rules or system(scenario.system).rules(scenario, options)
        self.seed = seed
        self.dice = Dice(seed, dice, results, throws_for_equals=throws_for_equals)
        self.start = start
        step = Step(self.dice)
        self.state: State = self.rules.initial(start, step)
        self.events: list[Event] = step.events
        self.forced: list[Action] = step.forced
        self._history: list[tuple[Action, State, int, list[Action]]] = []
        self._told: dict[str, tuple[int, Event | None, list[Event]]] = {}
        """By side how many events it was told of, the last of them, and those that it may know."""

    # -- asking -----------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """Whose choice it is, of what kind, under which paragraph; None when the game is over."""
        return self.rules.decision(self.state)

    def legal_actions(self) -> LegalActions:
        """The legal actions of this moment."""
        return LegalActions(self)

    def choices(self) -> Choices:
        """The legal actions by the units, places and verbs that they name."""
        return Choices(self.rules, self.legal_actions())

    def verdict(self, action: Action | str, side: str = "") -> Verdict:
        """Legal, or Illegal with the paragraph and the reason. Raises ActionError for text without meaning.

        With ``side``, an action is illegal too when the choice is another side's.
        """
        place = ""
        try:
            read = self.parse(action)
            verdict, place = self.rules.verdict(self.state, read), self.rules.place_of(read)
        except IllegalAction as said:
            verdict = _refused(said)
        return self._in_turn(verdict, side, place)

    def judge(self, action: Action | str, side: str = "") -> Judgement:
        """What `verdict` says, together with what the action would come to: length, cost, where it ends.

        Raises ActionError for text without meaning.
        """
        place = ""
        try:
            read = self.parse(action)
            judged, place = self.rules.judge(self.state, read), self.rules.place_of(read)
        except IllegalAction as said:
            judged = Judgement.of(_refused(said))
        return judged.under(self._in_turn(judged.verdict, side, place))

    def _in_turn(self, verdict: Verdict, side: str, place: str) -> Verdict:
        """A verdict on an action of a side, which is illegal too when the choice is another side's; ``place`` is the
        paragraph that gives the action its time."""
        decision = self.decision
        if not side or decision is None or decision.side == side:
            return verdict
        names = Names(self.scenario)
        reason = (
            f"this decision ({decision.kind}) is for {names.the_side(decision.side)}, not for {names.the_side(side)}"
        )
        also = [*((rule, reason) for rule in self.rules.order_rules[1:]), (decision.rule, decision.prompt)]
        also += [(place, reason)] if place else []
        if isinstance(verdict, Illegal):
            also += [(verdict.rule, verdict.reason), *verdict.also]
        return Illegal(self.rules.order_rules[0], reason, tuple(also))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.rules.outcome(self.state)

    def tally(self) -> ScoreSheet | None:
        """The score as it stands, line by line and in words; None in a system that keeps none."""
        return self.rules.tally(self.state)

    def view(self, side: str) -> dict[str, Any]:
        """The state as a side may see it."""
        return self.rules.view(self.state, side)

    def events_for(self, side: str) -> list[Event]:
        """What happened, as far as a side may know."""
        # Before every choice of a staff this is asked: only what has come since the last time is gone through.
        count, last, told = self._told.get(side, (0, None, []))
        if count > len(self.events) or (count and self.events[count - 1] is not last):
            count, told = 0, []
        told += [event for event in self.events[count:] if not event.to or event.known_to(side)]
        self._told[side] = len(self.events), self.events[-1] if self.events else None, told
        return told.copy()

    def guess(self, side: str, random: Random) -> Game:
        """A game as this one might be for all that a side may know: what is hidden from it has been dealt again.

        It has dice of its own, no history, and can be played on without changing this one.
        """
        twin = self._shared()
        twin.state = self.rules.redeal(self.state, side, random)
        twin.events = self.events_for(side)
        twin.seed = random.getrandbits(48)
        twin.dice = Dice(twin.seed)
        twin.forced, twin._history = [], []
        return twin

    def parse(self, action: Action | str) -> Action:
        """The action of a text, or one that was made otherwise; raises ActionError for one that no text gives."""
        if isinstance(action, str):
            return self.rules.parse(action, self.state)
        self.rules.check(action, self.state)
        return action

    def text(self, action: Action) -> str:
        """The text of an action."""
        return self.rules.text(action)

    @property
    def actions(self) -> list[str]:
        """The actions so far, as text; with scenario, seed and forced dice they are the replay."""
        return [self.rules.text(action) for action, *_ in self._history]

    def __len__(self) -> int:
        """How many actions have been applied."""
        return len(self._history)

    # -- going on and back ------------------------------------------------------------------------------------

    def apply(self, action: Action | str, *, trusted: bool = False) -> list[Event]:
        """Carry out an action and all that follows by itself; gives the events.

        ``trusted`` skips the check for actions that come straight from `legal_actions`.
        Raises IllegalAction, and leaves the game as it was.
        """
        action = action if trusted and not isinstance(action, str) else self.parse(action)
        if not trusted:
            verdict = self.rules.verdict(self.state, action)
            if isinstance(verdict, Illegal):
                raise IllegalAction(verdict.rule, verdict.reason)
        state = self.state.copy()
        step = Step(self.dice)
        self.rules.perform(state, action, step)
        self._history.append((action, self.state, len(self.events), self.forced))
        self.state = state
        self.forced = step.forced
        self.events.extend(step.events)
        return step.events

    def state_at(self, number: int) -> State:
        """The state after this many actions, from 0 to `len`; not to be changed."""
        now = self.state
        return self._history[number][1] if number < len(self._history) else now

    def reapply(self, wishes: Iterable[Action]) -> bool:
        """Take the last action once more, with wishes for the choices that it carries out by itself (`Step.wishes`);
        whether all came true. Else the game is as it was. Where nothing has been done yet, it begins so."""
        if not self._history:
            return self._begun_again(wishes)
        action, before, *_ = self._history[-1]
        state, step = before.copy(), Step(self.dice)
        step.wishes = list(wishes)
        self.rules.perform(state, action, step)
        if step.wishes:
            return False
        self.undo()
        self._history.append((action, before, len(self.events), self.forced))
        self.state, self.forced = state, step.forced
        self.events.extend(step.events)
        return True

    def _begun_again(self, wishes: Iterable[Action]) -> bool:
        """Begin once more, with wishes for the choices that are carried out by themselves before anybody is asked."""
        step = Step(self.dice)
        step.wishes = list(wishes)
        state = self.rules.initial(self.start, step)
        if step.wishes:
            return False
        self.state, self.events, self.forced = state, step.events, step.forced
        return True

    def passed(self) -> list[State]:
        """The moments since the last action, or since the start, at which nothing was asked: before each procedure that
        went on by itself, a phase with nothing to do among them. Not to be changed."""
        moments: list[State] = []
        step = Step(self.dice, lambda state: moments.append(state.copy()))
        if self._history:
            action, before, *_ = self._history[-1]
            self.rules.perform(before.copy(), action, step)
        else:
            self.rules.initial(self.start, step)
        return moments

    def undo(self) -> Action:
        """Take back the last action; raises IndexError at the start."""
        action, state, events, forced = self._history.pop()
        self.state = state
        self.forced = forced
        del self.events[events:]
        return action

    def copy(self) -> Game:
        """An independent game at this moment, with its history."""
        twin = self._shared()
        twin.state = self.state.copy()
        twin.events = self.events.copy()
        twin._history = self._history.copy()
        return twin

    def _shared(self) -> Game:
        """Another game that has all in common with this one, to be given a state, events and history of its own."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._told = {}
        return twin

    # -- files ------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Seed, what is forced, and state: enough to go on elsewhere with the same scenario (history stays behind)."""
        forced = {"dice": list(self.dice.forced), "results": list(self.dice.results)}
        return {"seed": self.seed, **forced, "state": self.state.to_json()}

    @classmethod
    def from_json(cls, scenario: Scenario, data: dict[str, Any], rules: Rules[Any] | None = None) -> Game:
        """A game that goes on where `to_json` left it."""
        game = cls(scenario, data["seed"], dice=data["dice"], results=data["results"], rules=rules)
        game.state = game.rules.load(data["state"])
        game.events, game.forced = [], []
        return game


def _refused(said: IllegalAction) -> Illegal:
    """The verdict on an action whose text is refused as it is read."""
    return Illegal(said.rule, said.reason, tuple((rule, said.reason) for rule in said.also))
