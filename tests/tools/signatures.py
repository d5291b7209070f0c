"""Signatures of games: a few letters and digits for all that the rules say in a stretch of a game, so that a test
notices when they say anything else. Sentences count by their facts alone (`tools.facts`): a correction of wording
changes no digest.

``python -m tests.tools.signatures [GAME ...]`` makes those of some playthroughs again, or of all, from the actions that
these record. ``--told GAME FIRST`` prints instead what the digests of the stretch from that action on are made of: run
before and after a change, the two differ in what has changed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.boards.board import place_text
from engine.errors import HexwrightError
from engine.formats import write_text
from engine.play import Action, Decision, Game, Illegal
from engine.play.answers import NotTold
from engine.play.questions import plain_answer
from engine.play.registry import system
from engine.umpire.query import answered, ask

from . import reckonings
from .facts import Exactly, digest, plain
from .goldens import golden_file, replayed, shipped

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "tests" / "signatures"
STRETCH: Final = 50
"""Actions that have one line of digests."""
FIRST: Final = 2
"""Moments of each kind that are all looked at closely."""
EVERY: Final = 25
"""Of the others one in so many; one in more of a long game."""
LISTED: Final = 150
"""Actions of a list that count."""
DRAWN: Final = 3
"""Actions that are drawn at a moment, as the random player draws them."""
SMALL: Final = 35
"""Units up to which a battle costs little to look at."""
EVERY_OF_SMALL: Final = 8
"""One moment in so many is looked at in such a battle, and each of these is put to the staff."""
LONG: Final = 75
"""For each so many lines of a game one more of the moments looked at is not put to the staff, which takes long."""
QUESTIONS_A_MOMENT: Final = 3
TOOL: Final = "-m tests.tools.signatures"
CHAPTERS: Final = ("asked", "listed", "happened", "refused", "promised", "answered", "seen", "planned", "weighed")
"""What is asked and under which paragraph; the legal actions; the events; under which paragraphs what is illegal is
refused, and with which numbers and places; what battles and throws promise; answers to questions; what a side may see;
what the staff does, and the numbers that it weighs."""


class Signature:
    """What the rules say in a game, heard at every decision by `look`."""

    def __init__(self, length: int) -> None:
        """``length`` says how long the game is, in lines of its playthrough."""
        self._every = max(EVERY, length // 25)
        self._staffed = 1 + length // LONG
        """Of so many moments one is put to the staff, and another asked about in its numbers."""
        self.stretches: list[dict[str, list[str]]] = []
        self._number = -1
        self._told = 0
        self._looks = 0
        self._kinds = Counter[tuple[str, ...]]()
        self._past: dict[str, dict[str, list[Action]]] = {}
        """Some of the actions that were legal at earlier moments, by kind of decision and verb."""

    def look(self, game: Game) -> None:
        """Hear what the rules say at this moment, and what has happened since the last."""
        self._number += 1
        if self._number % STRETCH == 0:
            self.stretches.append({chapter: [] for chapter in CHAPTERS})
        if self._number == 0 and len(game.scenario.units) <= SMALL:
            self._every, self._staffed = EVERY_OF_SMALL, 1
        for event in game.events[self._told :]:
            self._say("happened", event.to_json())
        self._told = len(game.events)
        decision = game.decision
        if decision is None:
            self._ended(game)
            return
        self._say("asked", decision)
        kind = (decision.kind, *(type(frame).__name__ for frame in game.state.stack))
        self._kinds[kind] += 1
        if self._kinds[kind] <= FIRST or self._number % self._every == 0:
            self._closely(game, decision)
        else:
            self._in_passing(game, decision.kind)

    def _say(self, chapter: str, *values: Any) -> None:
        self.stretches[-1][chapter].append(plain(values))

    def _ended(self, game: Game) -> None:
        self._say("asked", "the end", game.outcome())
        self._say("answered", game.tally())
        self._say("seen", game.rules.units(game.state), game.rules.status(game.state))

    def _closely(self, game: Game, decided: Decision) -> None:
        """One moment in all ways."""
        self._looks += 1
        listed = list(islice(game.legal_actions(), LISTED))
        self._say("listed", [Exactly(game.text(action)) for action in listed])
        drawn = Random(self._looks)
        self._say("listed", "drawn", [Exactly(game.text(game.legal_actions().sample(drawn))) for _ in range(DRAWN)])
        by_verb: dict[str, list[Action]] = {}
        for action in listed:
            by_verb.setdefault(action.verb, []).append(action)
        for actions in by_verb.values():
            for action in {0: actions[0], len(actions) // 2: actions[len(actions) // 2]}.values():
                self._promises(game, action)
        self._refusals(game, decided.kind, by_verb)
        past = self._past.setdefault(decided.kind, {})
        for verb, actions in by_verb.items():
            past[verb] = [*past.get(verb, ())[-2:], actions[self._looks % len(actions)]]
        self._say("seen", game.rules.status(game.state))
        side = list(game.scenario.sides)[self._looks % len(game.scenario.sides)]
        if self._looks % self._staffed == 0:
            chosen, why = reckonings.choice(game, decided.side)
            self._say("planned", Exactly(chosen), why)
        if self._looks % self._staffed == self._staffed // 2:
            for found in reckonings.numbers(game, side, self._looks // self._staffed):
                self._say("weighed", found)
        questions = list(self._questions(game, side, listed))
        for n in range(QUESTIONS_A_MOMENT):
            question, answer = questions[(self._looks * QUESTIONS_A_MOMENT + n) % len(questions)]
            try:
                self._say("answered", question, answer())
            except NotTold:
                continue
            except HexwrightError as error:
                self._say("answered", question, str(error))

    def _promises(self, game: Game, action: Action) -> None:
        for question in ("announced", "promised"):
            if game.rules.tells(question):
                self._say("promised", Exactly(game.text(action)), getattr(game.rules, question)(game.state, action))

    def _refusals(self, game: Game, kind: str, by_verb: dict[str, list[Action]]) -> None:
        """Actions of other moments, actions of this one with a part of another, and some that another side tries."""
        sides, own = list(game.scenario.sides), self._past.get(kind, {})
        others = [action for name, verbs in self._past.items() if name != kind for action in chain(*verbs.values())]
        tried = [others[(self._looks * 2 + n) % len(others)] for n in range(min(2, len(others)))]
        tried += [actions[self._looks % len(actions)] for actions in own.values()]
        for verb, actions in by_verb.items():
            parts = [*own.get(verb, ()), actions[-1], actions[len(actions) // 3]]
            tried += [mixed for part in parts for mixed in mixtures(actions[self._looks % len(actions)], part)][:5]
        for number, action in enumerate(dict.fromkeys(tried)):
            # Reading a text again fills in ways, which takes long: it is tried with some.
            self._refusal(game, action, sides[number % len(sides)] if number % 4 == 0 else "", read=number % 4 == 1)

    def _in_passing(self, game: Game, kind: str) -> None:
        """Actions of earlier moments, which cost little: one of the same kind, one with a part of another, and one of
        another kind."""
        own = self._past.get(kind, {})
        others = [action for name, verbs in self._past.items() if name != kind for action in chain(*verbs.values())]
        tried = [others[self._number % len(others)]] if others else []
        for actions in list(own.values())[self._number % len(own) :][:1] if own else ():
            action, other = actions[self._number % len(actions)], actions[-1]
            tried += [action, *islice(mixtures(action, other), 1)]
        for action in dict.fromkeys(tried):
            self._refusal(game, action)

    def _refusal(self, game: Game, action: Action, side: str = "", *, read: bool = False) -> None:
        """What is said of an action now, or of one of a side; ``read`` asks by its text."""
        try:
            text = game.text(action)
            verdict = game.verdict(text if read else action, side)
        except HexwrightError as error:
            self._say("refused", str(error))
            return
        said = (verdict.rule, verdict.reason, verdict.also) if isinstance(verdict, Illegal) else "legal"
        self._say("refused", Exactly(text), said)

    def _questions(self, game: Game, side: str, listed: list[Action]) -> Iterator[tuple[str, Callable[[], Any]]]:
        """The questions that may be asked at a moment, each with how its answer is got."""
        rules, state = game.rules, game.state
        there = {key: place_text(unit["at"]) for key, unit in rules.units(state).items() if unit["at"]}
        mine = [key for key in there if game.scenario.units[key].side == side] or [*there] or [*game.scenario.units]
        foes = [key for key in there if game.scenario.units[key].side != side] or mine
        unit, foe = mine[self._looks % len(mine)], foes[self._looks % len(foes)]
        places = [there.get(key, "") for key in (unit, foe)]
        friends = [key for key in mine if there.get(key) == places[0]][:8]
        action = listed[self._looks % len(listed)]
        yield "units", lambda: rules.units(state)
        yield "view", lambda: rules.view(state, side)
        yield "reach", lambda: ask(game, "reach", [unit])
        yield "odds", lambda: ask(game, "odds", [places[1], *friends])
        yield "tally", lambda: game.tally()
        yield "march", lambda: plain_answer(registered(game, "march", *friends))
        yield "columns", lambda: [plain_answer(registered(game, "columns", *one)) for one in ((side,), ())]
        yield "supply", lambda: ask(game, "supply", [side])
        yield "forage", lambda: plain_answer(registered(game, "forage", places[0]))
        yield "retreats", lambda: plain_answer(rules.retreats(state, unit))
        yield "zoc", lambda: ask(game, "zoc", [side])
        yield "meant", lambda: [Exactly(game.text(one)) for one in rules.likely_actions(state, unit, places[1])]
        yield "told", lambda: [Exactly(rules.visible_text(action, actor, side)) for actor in game.scenario.sides]
        yield "concealed", lambda: plain_answer(registered(game, "concealed", side))
        yield "score", lambda: ask(game, "score", [])
        yield "sight", lambda: ask(game, "los", places)
        yield "marks", lambda: rules.marks(state)
        yield "lasting", lambda: rules.lasting(state)
        yield "objectives", lambda: rules.objectives(state)
        yield "grouping", lambda: registered(game, "grouping")
        yield "to set up", lambda: rules.to_set_up(state)
        yield "fields of fire", lambda: plain_answer(rules.fields_of_fire(state, places[:1]))
        yield "beginning", lambda: rules.beginning(state)
        yield "rewarded", lambda: [Exactly(game.text(one)) for one in rules.rewarded(state)]
        yield "battle", lambda: rules.battle(game.events_for(side)[-80:])
        yield "cards", lambda: [rules.card(event) for event in game.events[-20:]]

    def lines(self) -> list[str]:
        """A line for each stretch: the number of its first action, and a digest for each chapter."""
        return [
            f"{number * STRETCH + 1}: " + " ".join(f"{chapter} {digest(said[chapter])}" for chapter in CHAPTERS)
            for number, said in enumerate(self.stretches)
        ]


def registered(game: Game, question: str, *words: str) -> Any:
    """The answer to a question that a system may register; raises NotTold where it does not."""
    if question not in {one.key for one in system(game.scenario.system).questions}:
        raise NotTold(question)
    return answered(game, question, words)[1]


def mixtures(action: Action, other: Action) -> Iterator[Action]:
    """The action with one part of another of the same verb."""
    for place, (mine, theirs) in enumerate(zip(action.args, other.args, strict=False)):
        if mine != theirs and type(mine) is type(theirs):
            yield Action(action.verb, (*action.args[:place], theirs, *action.args[place + 1 :]))


def differences(name: str, before: Sequence[str], now: Sequence[str]) -> str:
    """Where a signature begins to differ, and in what; empty where it does not."""
    if list(before) == list(now):
        return ""
    shorter = min(len(before), len(now))
    first = next((number for number in range(shorter) if before[number] != now[number]), shorter)
    what = "the number of actions"
    if first < shorter:
        pairs = zip(_chapters(before[first]), _chapters(now[first]), strict=True)
        what = ", ".join(chapter for (chapter, was), (_, is_) in pairs if was != is_)
    return (
        f"{name}: the rules say otherwise from action {first * STRETCH + 1} on: {what}\n"
        f"  to see it: python {TOOL} --told {name} {first * STRETCH + 1}, before and after\n"
        f"  if it is meant: make record ARGS={name}"
    )


def _chapters(line: str) -> list[tuple[str, str]]:
    words = line.split(": ")[1].split()
    return list(zip(words[::2], words[1::2], strict=True))


def file_of(name: str) -> Path:
    """Where the signature of a playthrough is."""
    return FOLDER / golden_file(name).parent.name / f"{name}.txt"


def signature_of(name: str) -> Signature:
    """The signature that a playthrough has today."""
    lines = golden_file(name).read_text(encoding="utf-8").splitlines()
    found = Signature(len(lines))
    replayed(name, lines, found.look)
    return found


def write(name: str) -> None:
    """Write the signature of a playthrough."""
    file_of(name).parent.mkdir(parents=True, exist_ok=True)
    write_text(file_of(name), "\n".join(signature_of(name).lines()) + "\n")


def main(words: list[str]) -> None:
    """Write the signatures of some playthroughs, or of all; or tell of one what it is made of."""
    if words[:1] == ["--told"]:
        told = signature_of(words[1]).stretches[int(words[2]) // STRETCH]
        print("\n".join(f"{chapter}: {text}" for chapter, said in told.items() for text in said))
        return
    for name in words or shipped():
        write(name)


if __name__ == "__main__":
    main(sys.argv[1:])
