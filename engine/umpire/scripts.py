"""Scripts of examples of play: their steps taken one by one, and how a step is read that may mean two things.

What is the only choice is carried out by itself, and a script may spell it out or leave it out. So ``end phase`` right
after a phase that closed by itself may mean that phase, and then nothing is left to be done, or the one that has begun
since. It means the first where the step before was taken in it, for then its writer saw no other; and where only one
of the two can be. Elsewhere both are readings of the script. ``end bombardment`` always means what it says.

What a phase closes with, such as the organising that ends a movement segment, is left out by a script that goes on with
what comes after the phase; so is the ``halt`` of a force, or the word to ``fight`` or to ``roll``, by one that goes on
with something else. Where the rules have a `Rules.default_action`, that is done as well, as far as the player turn
goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

from engine.errors import HexwrightError
from engine.formats.specs import ScriptStep
from engine.mechanics.procedure import END, NOT_ASKED, SET_UP, Asking, Procedure
from engine.play import Action, Event, Filled, Game, Illegal, Verdict
from engine.play.frame import Frame
from engine.play.state import State
from engine.play.words import Names

_CONCLUDING: Final = ("fight", "roll", "halt", "stop")
"""What goes through with an attack or a march, and what ends the way of a force or of a unit just come that could go
on."""
_END: Final = "end phase"
_DONE: Final = "done"
_STOP: Final = "stop"
_ENTERING: Final = ("enter", "go")
"""What a unit does that comes onto the map, and may then be told to stop."""
_UNSAID: Final = 8
"""The most things in a row that are left out."""

Phase = tuple[str, str]
"""The side whose player turn it is, and its phase."""


class StepVerdict(NamedTuple):
    """What the rules say of a step: why it may not be taken (empty when it may), and what it was read as."""

    problem: str
    action: Action | None = None


def _decides(top: Frame[Any, Any]) -> bool:
    """Whether a procedure says what is legal: others only go on by themselves."""
    return not isinstance(top, Procedure) or type(top).breaches is not Procedure.breaches


def judged(game: Game, side: str, text: str) -> StepVerdict:
    """Whether a side may do this now."""
    decision = game.decision
    if decision is None:
        return StepVerdict("the game is over")
    try:
        action = game.parse(text)
        verdict = game.verdict(action)
    except HexwrightError as error:
        return StepVerdict(str(error))
    if decision.side != side:
        names = Names(game.scenario)
        asked = f"{names.the_side(decision.side)} ({decision.kind}, {decision.rule})"
        said = f"it is the choice of {asked}, not of {names.the_side(side)}"
        return StepVerdict(said, action)
    if isinstance(verdict, Illegal):
        said = f"this is illegal: {verdict.reason} [{', '.join(verdict.rules)}]"
        return StepVerdict(said, action)
    return StepVerdict("", action)


class Script:
    """Takes the steps of a script on a game.

    ``reading`` says for the first steps that may mean two things whether each ends the phase that is asked; every
    further one means the phase that closed by itself.
    """

    def __init__(self, game: Game, reading: Sequence[bool] = ()) -> None:
        self.game = game
        self.reading = reading
        self.read: list[bool] = []
        """How the steps that may mean two things were read."""
        self._forced: list[Action] = []
        """What was carried out by itself and has not been spelt out by the script yet."""
        self._before: list[Action] = []
        """What was so before the last step, where that answered what the step before it asks on the way: the steps of a
        chain of displacements are spelt out from either end."""
        self._closed: list[Phase] = []
        """The phases that closed by themselves and have not been spelt out yet."""
        self._stood: Phase = "", ""
        """The phase in which the last step was taken."""
        self._last = "", ""
        """The side and the verb of the last step."""
        self._wished: list[Action] = []
        """The choices that were carried out by themselves with another unit than the script names, which it may."""
        self._note(game.events, ())

    def other_readings(self) -> list[tuple[bool, ...]]:
        """The readings that depart from this one, each at a step of its own."""
        first = len(self.reading)
        return [(*self.read[:number], not self.read[number]) for number in range(first, len(self.read))]

    def take(self, step: ScriptStep) -> str:
        """Take a step, or find that it spells out what is done already; gives what is wrong.

        Raises ValueError when chance is forced to what cannot be.
        """
        one_by_one = self.game.rules.split_by_unit(step.do)
        if one_by_one and self._means(step.do, one_by_one[0]):
            return self._take_all(step, one_by_one)
        problem = self._take(step)
        if problem and self._taken_later(step, _UNSAID):
            return ""
        return self._take_all(step, one_by_one) if problem and one_by_one else problem

    def in_parts(self, step: ScriptStep) -> list[str]:
        """The texts of the actions that a step stands for, where it is no action as it is written: ``march br-1 to
        S0404`` is a march and the way there, ``lose na-1 na-2`` two losses."""
        texts = self.game.rules.split_by_unit(step.do)
        whole = not texts or not (self._means(step.do, texts[0]) or judged(self.game, step.side, step.do).problem)
        return [] if whole else texts

    def _take_all(self, step: ScriptStep, texts: Sequence[str]) -> str:
        """Take the steps that one step stands for, such as the loss of two units; gives what is wrong with the first
        that cannot be taken."""
        return next((wrong for text in texts if (wrong := self.take(replace(step, do=text)))), "")

    def _means(self, text: str, other: str) -> bool:
        """Whether a text is read as another, its further words left out."""
        try:
            return self.game.parse(text) == self.game.parse(other)
        except HexwrightError:
            return False

    def _taken_later(self, step: ScriptStep, number: int, *, first: bool = True) -> bool:
        """Whether a step is taken once at most ``number`` things have been done that a script may leave out, one of
        them the end of what a phase opens or closes with. That comes ``first``, or after the halt of a force or the
        word to fight. All of them are in the same player turn, but that such an end may lead into the next one."""
        whose = self.game.rules.phase(self.game.state)[0]
        left_out = [*(self.left_out() if first else []), *self._idle()]
        for action in dict.fromkeys([*left_out, *self._default_actions()]):
            kept = self._forced, self._before, self._closed, self._stood, self._wished
            self._apply(action)
            if not self._take(step):
                return True
            # What closes the last phase of a player turn leads into the next one, where more may be left out.
            there = self.game.rules.phase(self.game.state)[0] == whose or (action == END and action in left_out)
            goes_on = first and action.verb in _CONCLUDING
            if there and number > 1 and self._taken_later(step, number - 1, first=goes_on):
                return True
            self.game.undo()
            self._forced, self._before, self._closed, self._stood, self._wished = kept
        return False

    def _default_actions(self) -> list[Action]:
        action = self.game.rules.default_action(self.game.state)
        return [action] if action is not None else []

    def let_go(self) -> bool:
        """Go through with an attack that was named last, and do what is meant where nothing is said. End a phase that
        the last step has ended in part, or in which nothing else can be done; False where something has to be said."""
        found = self._concluding()[:1] or [action for action in self._default_actions() if action != END]
        if not found:
            found = [END] if self.ending else self._idle()
        for action in found:
            self._apply(action)
        return bool(found)

    def onward(self) -> list[Game]:
        """The games in which what a script may leave out has been done: at once, and one thing after another."""
        found = [self.after(action) for action in self.left_out()]
        for game in (self.game, *found):
            found = [*found, *self._in_silence(game)]
        return found

    def _in_silence(self, game: Game) -> list[Game]:
        """What becomes of a game where nothing is said, one thing after another, as far as the player turn goes."""
        found, whose = list[Game](), game.rules.phase(game.state)[0]
        for _ in range(_UNSAID):
            action = game.rules.default_action(game.state)
            if action is None:
                break
            game = game.copy()
            game.apply(action, trusted=True)
            found.append(game)
            if game.rules.phase(game.state)[0] != whose:
                break
        return found

    def _take(self, step: ScriptStep) -> str:
        """Take a step as it stands."""
        problem, action = judged(self.game, step.side, step.do)
        if self._spells_out_an_end(step, possible=not problem):
            return ""
        if action is None or problem:
            return "" if self._spells_out(step.do) or self._rounds_off(step) else problem
        self._last = step.side, action.verb
        self._apply(action)
        return ""

    def _apply(self, action: Action) -> None:
        self._stood = self.game.rules.phase(self.game.state)
        decision = self.game.decision
        on_the_way = decision is not None and decision.kind not in self.game.rules.phases
        self._before = [*self._before, *self._forced] if on_the_way else []
        self._wished = []
        events = self.game.apply(action, trusted=True)
        self._note(events, () if action.verb == END.verb else (self._stood,))

    def left_out(self) -> list[Action]:
        """What a script may leave out before its next step: the halt of a force on its way, the word to go through with
        an attack, and the end of what a phase opens or closes with, the latter after a step that has said to end it."""
        found = self._concluding()
        return [*found, END] if self._closing() else found

    def _concluding(self) -> list[Action]:
        """The word to go through with an attack, or the halt of a force, where it may be said now."""
        return [action for text in _CONCLUDING if (action := self._legal(text)) is not None]

    @property
    def ending(self) -> bool:
        """Whether the last step ended a phase that has still to be ended altogether."""
        number = len(self.game)
        if not number or self._legal(_END) != END or self.game.actions[-1] != self.game.text(END):
            return False
        return self._same_phase(self.game.state_at(number - 1), self.game.state)

    def _closing(self) -> bool:
        """Whether a phase is in progress whose last part may be ended, or begun, by a script that does not say so."""
        if self._legal(_END) != END:
            return False
        return self._ended_before() or self._same_phase(self.game.state, self.after(END).state)

    def _ended_before(self) -> bool:
        """Whether the phase in progress has been told to end already, so that its last part is in progress."""
        done, end = self.game.actions, self.game.text(END)
        for number in range(len(done) - 1, -1, -1):
            if not self._same_phase(self.game.state_at(number), self.game.state):
                return False
            if done[number] == end:
                return True
        return False

    def _idle(self) -> list[Action]:
        """The end of a phase, where that is all that can be done in it."""
        found = [*islice(self.game.legal_actions(), 2)]
        return found if found == [END] else []

    def _same_phase(self, one: State, other: State) -> bool:
        """Whether two moments are of one phase of one turn."""
        phase = self.game.rules.phase
        return phase(one) == phase(other) and one.turn == other.turn

    def _legal(self, text: str) -> Action | None:
        """The action of a text, if it is legal now."""
        try:
            action = self.game.parse(text)
            return action if self.game.decision is not None and self.game.verdict(action) else None
        except HexwrightError:
            return None

    def after(self, action: Action) -> Game:
        """A game in which this is done, too."""
        twin = self.game.copy()
        twin.apply(action, trusted=True)
        return twin

    def refused_in_passing(self, step: ScriptStep, meant: frozenset[str]) -> bool:
        """Whether an action is refused under one of some paragraphs by what had nothing to ask and went on by itself
        since the last step, such as a phase that has closed; or once what the script has left out is over."""
        moments = self.game.passed()
        for after in self.onward():
            moments += [*after.passed(), after.state]
        return any(self._refuses(moment, step, meant) for moment in moments)

    def taken_as_it_is(self, step: ScriptStep) -> Verdict | None:
        """What the rules say of a move from neighbour to neighbour that goes exactly by the hexes that it names; None
        for anything else. What is legal by a detour alone may be meant so."""
        rules, state = self.game.rules, self.game.state
        action = rules.parse(step.do, state)
        if action.verb != "move" or not isinstance(action, Filled):
            return None
        said = step.do.split()
        at = rules.units(state)[rules.text(action).split()[1]]["at"]
        direct = rules.parse(" ".join([*said[:2], at, *said[2:]]), state)
        return None if isinstance(direct, Filled) else self.game.verdict(direct, step.side)

    def in_passing(self) -> Iterator[Game]:
        """The game at each moment since the last step, or since the start, at which something went on by itself: what
        is asked before the only combat of a phase is fought is meant of the moment before."""
        for moment in self.game.passed():
            twin = self.game.copy()
            twin.state = moment
            yield twin

    def was_done(self, text: str) -> bool:
        """Whether an action is what went on by itself since the last step, or since the start: its only choice."""
        try:
            return self.game.parse(text) in self.game.forced
        except HexwrightError:
            return False

    def closings(self) -> list[State]:
        """The moments since the last step, or since the start, at which a phase closed by itself."""
        moments = [*self.game.passed(), self.game.state]
        phase = self.game.rules.phase
        return [one for one, after in pairwise(moments) if phase(one)[1] and phase(one) != phase(after)]

    def _refuses(self, state: State, step: ScriptStep, meant: frozenset[str]) -> bool:
        """Whether a procedure of a side refuses an action under one of some paragraphs: as one that it decides about,
        or for more than that it comes at another time."""
        rules = self.game.rules
        try:
            action = rules.parse(step.do, state)
            top = state.top if state.stack else None
            if top is None or not _decides(top):
                return False
            # Other procedures than those that ask for a few verbs may be of both sides.
            if isinstance(top, Asking) and list(self.game.scenario.sides).index(step.side) != getattr(top, "side", -1):
                return False
            verdict = rules.verdict(state, action)
        except HexwrightError:
            return False
        if not isinstance(verdict, Illegal):
            return False
        found = [(verdict.rule, verdict.reason), *verdict.also]
        asked = not isinstance(top, Asking) or top.wants(action)
        return any(rule in meant for rule, why in found if why != NOT_ASKED or asked)

    def _note(self, events: Sequence[Event], begun: Sequence[Phase]) -> None:
        """Remember what happened by itself since the last step; ``begun`` are phases in progress before it."""
        phases = [*begun, *((event.data["side"], event.data["phase"]) for event in events if event.kind == "phase")]
        in_progress = self.game.decision is not None and bool(self.game.rules.phase(self.game.state)[1])
        self._closed = phases[:-1] if in_progress else phases
        self._forced = [action for action in self.game.forced if action.verb != END.verb]

    def _spells_out_an_end(self, step: ScriptStep, *, possible: bool) -> bool:
        """Whether a step spells out the end of a phase that closed by itself; ``possible`` if it can be taken, too."""
        try:
            action = self.game.parse(step.do)
        except HexwrightError:
            return False
        if action.verb != END.verb:
            return False
        named = _named(self.game, step.do)
        meant = (n for n, (side, phase) in enumerate(self._closed) if side == step.side and named in ("", phase))
        number = next(meant, None)
        if number is None:
            return False
        if not named and possible and self._closed[number] != self._stood and self._ends_what_is_asked():
            return False
        del self._closed[: number + 1]
        return True

    def _ends_what_is_asked(self) -> bool:
        """How a bare ``end phase`` is read that may mean a phase that has closed or the one that is asked."""
        number = len(self.read)
        self.read.append(self.reading[number] if number < len(self.reading) else False)
        return self.read[-1]

    def _spells_out(self, text: str) -> bool:
        """Whether a step spells out a choice that was carried out by itself, being the only one. Where choices of one
        kind follow each other, such as the dice of routed units, the one that a script names first comes first."""
        for number, action in enumerate(self._forced):
            if _words(self.game.text(action)) == _words(text) or _parses_to(self.game, text, action):
                before = {forced.verb for forced in self._forced[:number]}
                if action.verb in before and self._spells_out_another(text):
                    return True
                del self._forced[number]
                return True
        return self._spells_out_another(text) or self._spells_out_before(text)

    def _spells_out_before(self, text: str) -> bool:
        """Whether a step spells out what was carried out by itself before the last step."""
        for number, action in enumerate(self._before):
            if _words(self.game.text(action)) == _words(text) or _parses_to(self.game, text, action):
                del self._before[number]
                return True
        return False

    def _rounds_off(self, step: ScriptStep) -> bool:
        """Whether a step says ``done`` of what was over by itself with the last step: all of a group is set up, all
        units of a hex are organised, nobody is left to feed. So does ``stop`` of a unit that has come to its
        last hex."""
        number, said = len(self.game), _words(step.do)
        if said == [_STOP]:
            return self._last in [(step.side, verb) for verb in _ENTERING]
        if said != [_DONE] or not number:
            return False
        before, now = self.game.rules.decision(self.game.state_at(number - 1)), self.game.decision
        if before is None or before.side != step.side:
            return False
        goes_on = now is not None and (now.side, now.kind, now.rule) == (before.side, before.kind, before.rule)
        over = now is None or not goes_on or not {*now.units} <= {*before.units}
        moments = [self.game.state_at(number - 1), *self.game.passed()]
        return over and (before.kind == SET_UP or any(self._could(moment, step.do) for moment in moments))

    def _could(self, state: State, text: str) -> bool:
        """Whether a text was legal at a moment."""
        try:
            return bool(self.game.rules.verdict(state, self.game.rules.parse(text, state)))
        except HexwrightError:
            return False

    def _spells_out_another(self, text: str) -> bool:
        """Whether a step names another unit of the same sort than the one that was taken by itself."""
        try:
            wished = [*self._wished, self.game.parse(text)]
        except HexwrightError:
            return False
        if not self._forced or not self.game.reapply(wished):
            return False
        self._wished = wished
        forced = [action for action in self.game.forced if action.verb != END.verb]
        self._forced = forced[forced.index(wished[-1]) + 1 :]
        return True


def _named(game: Game, text: str) -> str:
    """The phase that ``end combat`` names; empty for ``end phase``."""
    words = " ".join(_words(text)).replace("_", " ")
    return next((phase for phase in sorted(game.rules.phases, key=len, reverse=True) if phase in words), "")


def _words(text: str) -> list[str]:
    return text.lower().split()


def _parses_to(game: Game, text: str, action: Action) -> bool:
    try:
        return game.parse(text) == action
    except HexwrightError:
        return False
