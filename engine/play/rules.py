"""What a rules system is to the rest of the program: rules bound to one scenario."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from engine.errors import IllegalAction
from engine.findings import Finding
from engine.play.answers import Answers
from engine.play.model import Action, Decision, Illegal, Judgement, Outcome, Start, Verdict
from engine.play.parts import Parts, Word, WordKind
from engine.play.score_sheet import ScoreSheet
from engine.play.state import State
from engine.play.step import Step
from engine.scenario import Scenario

S = TypeVar("S", bound=State)


class Rules(Answers[S], ABC, Generic[S]):
    """The rules of one system bound to one scenario: all that never changes during play.

    Subclasses precompute in ``__init__`` what the board and the counters give; they raise
    HexwrightError when the scenario cannot be played at all (the umpire says so beforehand, kindly).
    """

    system: ClassVar[str]
    """The short name: ``tlg2``."""
    phases: ClassVar[tuple[str, ...]]
    """The phases of a player turn that a game can be started at."""
    moving_phase: ClassVar[str] = ""
    """The phase in which units move, for questions about where one could go; the first of ``phases`` when empty."""
    order_rules: ClassVar[tuple[str, ...]]
    """The paragraphs that say whose turn it is, the gravest first; what comes out of turn is refused under them."""

    cites: ClassVar[tuple[str, ...]] = ()
    """The systems whose paragraphs these rules cite, their own first; only their own when empty."""
    told_at_once: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that happen at once where they follow each other: examples may expect them in any order."""
    secrets: bool = False
    """Whether there is anything that a side may not know: always in a system, or in the scenario that is played."""
    field: Any
    """What is bound once for the scenario and handed to every frame."""

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        self.scenario = scenario
        self.options: dict[str, Any] = {**scenario.options, **(options or {})}

    # -- the game ---------------------------------------------------------------------------------------------

    @abstractmethod
    def initial(self, start: Start | None, step: Step) -> S:
        """The state at the first decision (of the game, or of ``start``)."""

    @abstractmethod
    def load(self, data: dict[str, Any]) -> S:
        """A state from its JSON."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def tally(self, state: S) -> ScoreSheet | None:
        """The score as it stands, line by line; None in a system that keeps none."""
        return None

    @abstractmethod
    def text(self, action: Action) -> str:
        """The action's one text form."""

    def parts(self, action: Action) -> Parts:
        """The action in words, each with what it stands for; where the rules do not say, its text names nothing."""
        return Parts(action.verb, (Word(WordKind.WORD, self.text(action)),))

    def units_of(self, action: Action) -> tuple[str, ...]:
        """The units that an action names, who acts first; systems with long lists say it without the other parts."""
        return self.parts(action).units

    def likely_actions(self, state: S, unit: str, place: str) -> Iterator[Action]:
        """Actions that a click on a place may mean for a unit, likeliest first, legal or not."""
        return iter(())

    @abstractmethod
    def parse(self, text: str, state: S) -> Action:
        """The action of a text; several spellings may give the same action. Raises ActionError."""

    def check(self, action: Action, state: S) -> None:
        """Raise ActionError for an action that no text gives, made by hand. Rules that cannot tell let all pass."""

    @abstractmethod
    def units(self, state: S) -> dict[str, dict[str, Any]]:
        """Where each unit is, and in what shape: ``{unit: {at: hex or None, steps: n, ...}}``.

        ``along`` is the hexside that a unit lies on, beside its hex; ``aboard`` the units that carry it.
        """

    @abstractmethod
    def defects(self, state: S) -> list[str]:
        """What is wrong with a state, for tests: an empty list always."""

    def stopped(self, state: S) -> Finding | None:
        """Why a game had to be ended before its time, as test turns report it; None where it was not."""
        return None

    def beginning(self, state: S) -> dict[str, Any]:
        """What a scenario that begins with this position says otherwise than this one, beside where units are: its
        fields by name."""
        return {}

    def pools(self, state: S) -> dict[str, tuple[str, ...]]:
        """The units that lie in each of the scenario's pools now, by its key."""
        return {}

    def view(self, state: S, side: str) -> dict[str, Any]:
        """The state as a side may see it; without hidden information, all of it."""
        return state.to_json()

    def redeal(self, state: S, side: str, random: Random) -> S:
        """A copy of the state in which all that a side may not know is dealt again, as it might be for all it knows.

        ``view(redeal(state)) == view(state)`` for that side, and so are the decision and, where the choice is its own,
        the legal actions. What is dealt depends on nothing but ``random`` and what the side may see.
        """
        return state.copy()

    def visible_text(self, action: Action, actor: str, side: str) -> str:
        """The text of an action by ``actor``, as ``side`` may see it."""
        return self.text(action)

    def phase(self, state: S) -> tuple[str, str]:
        """The side whose player turn it is, and its phase in progress as ``phases`` has it; empty where there is none.

        A system that tells of phases tells an event ``phase`` with ``side`` and ``phase`` when one begins.
        """
        return "", ""

    def status(self, state: S) -> dict[str, Any]:
        """Turn, phase, score: what a player wants in the corner of the screen."""
        return {"turn": state.turn}

    # -- the stack of frames ----------------------------------------------------------------------------------

    def decision(self, state: S) -> Decision | None:
        """Whose choice it is; None when the game is over."""
        return None if state.ended or not state.stack else state.top.decision(self.field, state)

    def actions(self, state: S) -> Iterator[Action]:
        """The legal actions, sorted."""
        return iter(()) if state.ended else state.top.actions(self.field, state)

    def rewarded(self, state: S) -> Iterator[Action]:
        """Legal actions that score at once and leave nothing else undone: planners take them first."""
        return iter(())

    def verdict(self, state: S, action: Action) -> Verdict:
        """Whether an action is legal now; after the end nothing is."""
        if state.ended or not state.stack:
            return Illegal(self.order_rules[0], "the game is over")
        return state.top.verdict(self.field, state, action)

    def judge(self, state: S, action: Action) -> Judgement:
        """The verdict on an action together with what it would come to, as far as these rules measure it.

        The verdict in it is that of `verdict`. Rules that measure nothing leave it as it is.
        """
        return Judgement.of(self.verdict(state, action))

    def sample(self, state: S, random: Random) -> Action:
        """A random legal action. Raises IllegalAction after the end."""
        if state.ended or not state.stack:
            raise IllegalAction(self.order_rules[0], "the game is over")
        return state.top.sample(self.field, state, random)

    def perform(self, state: S, action: Action, step: Step) -> None:
        """Carry out a legal action, and all that follows by itself up to the next decision."""
        state.top.perform(self.field, state, action, step)
        self.settle(state, step)

    def place_of(self, action: Action) -> str:
        """The paragraph that gives an action its time and its side, besides the order of play; empty for none."""
        return ""

    def default_action(self, state: S) -> Action | None:
        """The action that an example of play takes where it says nothing, such as letting an offer go; None where it
        must say what is done."""
        return None

    def split_by_unit(self, text: str) -> list[str]:
        """The texts of the actions that a text stands for if it names several units and an action takes one; none for
        other texts."""
        return []

    def expected(self, wanted: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """What an expected event of an example of play stands for, in the words of `Event`: as a rule for itself."""
        return [wanted]

    def reworded(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The data of an event in the other words by which an example of play may expect it: as a rule none."""
        return []

    def settle(self, state: S, step: Step) -> None:
        """Let procedures go on by themselves until one wants a decision or the game is over."""
        while not state.ended and state.stack and not state.stack[-1].is_asking(self.field, state):
            if step.watch is not None:
                step.watch(state)
            state.stack[-1].proceed(self.field, state, step)
