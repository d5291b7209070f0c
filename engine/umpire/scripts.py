"""Scripts of examples of play: their steps taken one by one, and how a step is read that may mean two things.

What is the only choice is carried out by itself, and a script may spell it out or leave it out. So ``end phase`` right
after a phase that closed by itself may mean that phase, and then nothing is left to be done, or the one that has begun
since. It means the first where the step before was taken in it, for then its writer saw no other; and where only one
of the two can be. Elsewhere both are readings of the script. ``end bombardment`` always means what it says.

What a script does not say is not done: where the rules tell what that means (`Rules.unsaid`), such as halting a march,
letting an advance or an offer go or ending a segment, a step that can be taken only after that is taken then. And where
one of several like units is taken by itself, the script may name another of them: the step before is then taken again,
with that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.errors import HexwrightError
from engine.formats.specs import ScriptStep
from engine.mechanics.verbs import END
from engine.play import Action, Event, Game, Illegal
from engine.play.words import Names

_UNSAID: Final = 12
"""So many choices in a row are left unsaid at most."""
Phase = tuple[str, str]
"""The side whose player turn it is, and its phase."""


class Judgement(NamedTuple):
    """What the rules say of a step: why it may not be taken (empty when it may), and what it was read as."""

    problem: str
    action: Action | None = None


def judged(game: Game, side: str, text: str) -> Judgement:
    """Whether a side may do this now."""
    decision = game.decision
    if decision is None:
        return Judgement("the game is over")
    try:
        action = game.parse(text)
        verdict = game.verdict(action)
    except HexwrightError as error:
        return Judgement(str(error))
    if decision.side != side:
        names = Names(game.scenario)
        asked = f"{names.side(decision.side)} ({decision.kind}, {decision.rule})"
        said = f"it is the choice of {asked}, not of {names.side(side)}"
        return Judgement(said, action)
    if isinstance(verdict, Illegal):
        said = f"this is illegal: {verdict.reason} [{', '.join(verdict.rules)}]"
        return Judgement(said, action)
    return Judgement("", action)


def unsaid(game: Game, side: str, text: str) -> list[Action]:
    """What has to be let go, in the same player turn, before a side can do this; nothing when it cannot even then."""
    twin, found = game.copy(), list[Action]()
    whose = twin.rules.phase(twin.state)[0]
    for _ in range(_UNSAID):
        action = twin.rules.unsaid(twin.state)
        if action is None:
            return []
        found.append(action)
        events = twin.apply(action, trusted=True)
        if _closed_by_itself(twin, side, text, events):
            return found
        if twin.rules.phase(twin.state)[0] != whose:
            return []
        if not judged(twin, side, text).problem:
            return found
    return []


def _closed_by_itself(game: Game, side: str, text: str, events: Sequence[Event]) -> bool:
    """Whether a text names the end of a phase of a side that began and closed among some events."""
    named = _named(game, text) if text.lower().startswith(END.verb) else ""
    begun = [(event.data["side"], event.data["phase"]) for event in events if event.kind == "phase"]
    return bool(named) and (side, named) in begun[:-1]


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
        self._closed: list[Phase] = []
        """The phases that closed by themselves and have not been spelt out yet."""
        self._stood: Phase = "", ""
        """The phase in which the last step was taken."""
        self._last: Action | None = None
        self._wishes: list[Action] = []
        """The last action, and the choices after it that were carried out by themselves and spelt out."""
        self._note(game.events, ())

    def other_readings(self) -> list[tuple[bool, ...]]:
        """The readings that depart from this one, each at a step of its own."""
        first = len(self.reading)
        return [(*self.read[:number], not self.read[number]) for number in range(first, len(self.read))]

    def take(self, step: ScriptStep) -> str:
        """Take a step, or find that it spells out what is done already; gives what is wrong.

        Raises ValueError when chance is forced to what cannot be.
        """
        problem, action = judged(self.game, step.side, step.do)
        if self._spells_out_an_end(step, possible=not problem):
            return ""
        if action is None or problem:
            if self._spells_out(step.do) or (action is not None and self._names_another(action)):
                return ""
            declined = unsaid(self.game, step.side, step.do)
            for silent in declined:
                self._apply(silent)
            return self.take(step) if declined else problem
        self._apply(action)
        return ""

    def _apply(self, action: Action) -> None:
        self._stood = self.game.rules.phase(self.game.state)
        self._last, self._wishes = action, []
        self._carried_out(self.game.apply(action, trusted=True))

    def _carried_out(self, events: Sequence[Event]) -> None:
        ends = self._last is not None and self._last.verb == END.verb
        self._note(events, () if ends else (self._stood,))

    def _names_another(self, action: Action) -> bool:
        """Whether a step names another one of like units, one of which was taken by itself: then the last action is
        taken again with the unit that it names."""
        if self._last is None or not any(done.verb == action.verb for done in self._forced):
            return False
        wishes = [*self._wishes, action]
        for named in (wishes, self._wishes):
            self.game.undo()
            events = self.game.apply(self._last, trusted=True, wishes=named)
            if named is wishes and action in self.game.forced:
                self._carried_out(events)
                for wish in wishes:
                    if wish in self._forced:
                        self._forced.remove(wish)
                self._wishes = wishes
                return True
        return False

    def _note(self, events: Sequence[Event], begun: Sequence[Phase]) -> None:
        """Remember what happened by itself since the last step; ``begun`` are phases in progress before it."""
        phases = [*begun, *((event.data["side"], event.data["phase"]) for event in events if event.kind == "phase")]
        self._closed = phases[:-1] if self.game.decision else phases
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
        """Whether a step spells out a choice that was carried out by itself, being the only one."""
        for number, action in enumerate(self._forced):
            if _words(self.game.text(action)) == _words(text) or _parses_to(self.game, text, action):
                self._wishes.append(action)
                del self._forced[: number + 1]
                return True
        return False


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
