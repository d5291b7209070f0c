"""Verbs: an action is declared once; ``Verb("move", UNIT, WAY)`` has its text, its parser and its parts.

Case, commas, a full stop and small words do not matter, and several spellings may give one action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import takewhile
from typing import Any, Final, Generic, Self, TypeVar

from engine.errors import ActionError, HexwrightError, IllegalAction
from engine.formats.documents import LONGEST_ACTION
from engine.hexes.board.grid import NOWHERE, Grid
from engine.mechanics.hexes import ways
from engine.mechanics.hexes.hexboard import HexBoard
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.hexes.ways import Legs
from engine.mechanics.procedure import END
from engine.play import Action
from engine.play.parts import Parts, Word, WordKind

_PLACED: Final = "at"
"""A small word that may stand between a unit and its hex, where it does not say something of its own."""
OFF_MAP: Final = NOWHERE
"""A hex number that would lie beyond the edge of the map, or the word ``off``."""

_LISTED: Final = 6
"""The most actions that a message lists for a text that may be short for several."""
_FEW: Final = 20
"""Words that a player adds to a listed action; for more of them, each listed one is not read again."""
_ALIKE: Final[Mapping[str, str]] = {"by": "with", "with": "by", "aboard": "on", "onto": "on"}
"""Small words that stand for others, in an action that has the other and not them."""
_FILLERS: Final = {"and", "to", "from", "via", "into", "-", "->"}

F = TypeVar("F", bound=HexBoard[Any, Any])
S = TypeVar("S", bound=HexState)
V = TypeVar("V")
_F = TypeVar("_F", bound=HexBoard[Any, Any], contravariant=True)
_S = TypeVar("_S", bound=HexState, contravariant=True)

Args = tuple[Any, ...]
"""The arguments of an action: for each of its parts what it takes up of them."""


class Number(Enum):
    """How many words a part takes up, and how its values lie in the arguments."""

    ONE = auto()
    """The first word is read; the value is one argument."""
    LAST = auto()
    """All words up to the next part, of which the last one counts: the end of a way."""
    WAY = auto()
    """All words, in order; their values are the rest of the arguments."""
    SET = auto()
    """All words; their values, each once and sorted, are one argument."""


@dataclass(frozen=True)
class Part(Generic[_F, _S, V]):
    """A part of an action: what its words stand for, how one is read, and how a value is written."""

    kind: WordKind
    title: str
    """What it is called where the form of the action is shown: ``UNIT``."""
    read: Callable[[_F, _S, str], V]
    """The value of a word; raises ActionError."""
    write: Callable[[_F, V], str]
    number: Number = Number.ONE
    after: str = ""
    """The small word before it. It may be left out in a text that can be understood without."""
    needed: bool = True
    absent: tuple[V, ...] = ()
    """The argument in place of a value that is not given."""
    fits: Callable[[_F, _S, str], bool] = lambda field, state, word: True
    """Whether a further word still belongs to this part, and not to the one behind it."""
    valid: Callable[[_F, int], bool] | None = None
    """Whether a number is one of its values; without it the words of a value are read again."""

    def behind(self, word: str) -> Self:
        """This part behind a small word, such as ``with``."""
        return replace(self, after=word)

    def optional(self, *absent: V) -> Self:
        """This part where it may be left out; ``absent`` stands for it in the arguments."""
        return replace(self, needed=False, absent=absent)

    def takes(self, field: _F, state: _S, taken: int, word: str) -> bool:
        """Whether it takes up another word."""
        return taken == 0 or (self.number is not Number.ONE and self.fits(field, state, word))

    def values(self, field: _F, state: _S, words: Sequence[str], form: str) -> Args:
        """What its words are as arguments; raises ActionError, which may say the ``form`` of the action."""
        if self.number is Number.WAY:
            return tuple(self.read(field, state, word) for word in words)
        if self.number is Number.SET:
            found: Args = tuple(sorted({self.read(field, state, word) for word in words}))
            return (found,)
        if not words:
            return self.absent
        return (self.read(field, state, words[-1 if self.number is Number.LAST else 0]),)

    def words(self, field: _F, args: Args) -> tuple[list[Word], Args]:
        """Its words in the text, and the arguments it leaves to the parts behind it."""
        values, rest = self.parted(args)
        said = [Word(self.kind, self.write(field, value)) for value in values]
        return ([Word(WordKind.WORD, self.after)] if said and self.after else []) + said, rest

    def parted(self, args: Args) -> tuple[Args, Args]:
        """Its values among arguments, and the arguments it leaves to the parts behind it."""
        if self.number is Number.WAY:
            return args, ()
        if self.number is Number.SET:
            return args[0], args[1:]
        return (() if args[:1] == self.absent else args[:1]), args[1:]

    @property
    def form(self) -> str:
        """How it is shown in the form of the action: ``[at HEX]``."""
        shown = f"{self.title} [{self.title} ...]" if self.number in (Number.WAY, Number.SET) else self.title
        shown = f"{self.after} {shown}" if self.after else shown
        return shown if self.needed else f"[{shown}]"


Made = Callable[[F, S, Args], Action]
"""The action of what was read: (field, state, arguments)."""


class Verb(Generic[_F, _S]):
    """An action of a system: a word and its parts.

    ``made`` completes what was read, for ways given in part; ``form`` is shown in place of the one that the parts give;
    ``also`` are other words it is read by.
    """

    def __init__(
        self,
        word: str,
        *parts: Part[_F, _S, Any],
        made: Made[_F, _S] | None = None,
        form: str = "",
        also: str = "",
    ) -> None:
        self.word = word
        self.parts = parts
        self.made = made
        self.form = form or " ".join([word, *(part.form for part in parts)])
        first, *self.further = word.split()
        self.readings = (first.lower(), *also.split())
        """The first words by which a text is known to be of this verb, in small letters."""

    def behind(self, words: Sequence[str]) -> list[str]:
        """The words behind the verb in a text that begins with it: ``S0403`` of ``fair play S0403``."""
        rest, further = list(words[1:]), self.further
        return rest[len(further) :] if [word.lower() for word in rest[: len(further)]] == further else rest

    def words(self, field: _F, args: Args) -> Parts:
        """An action of this verb in words."""
        words = [Word(WordKind.WORD, self.word)]
        for part in self.parts:
            said, args = part.words(field, args)
            words += said
        return Parts(self.word, tuple(words))

    def read(self, field: _F, state: _S, words: Sequence[str]) -> Action:
        """The action of the words behind the verb; raises ActionError."""
        sections = self._sections(field, state, words)
        if any(part.needed and not section for part, section in zip(self.parts, sections, strict=True)):
            raise ActionError(f"the action is written {self.form}")
        args: Args = ()
        for part, section in zip(self.parts, sections, strict=True):
            args += part.values(field, state, section, self.form)
        return self.made(field, state, args) if self.made else Action(self.word, args)

    def split_by_unit(self, field: _F, words: Sequence[str]) -> list[list[str]]:
        """The words of the actions that these words behind the verb stand for where they name several units and it
        takes one: ``lose a b`` is ``lose a`` and ``lose b``. Nothing where there are no such."""
        single = takewhile(lambda part: part.number is Number.ONE and not part.after, self.parts)
        at = next((number for number, part in enumerate(single) if part.kind is WordKind.UNIT), len(words))
        units = list(takewhile(lambda word: word.lower() in field.roster.number, words[at:]))
        rest = words[at + len(units) :]
        return [[self.word, *words[:at], unit, *rest] for unit in units] if len(units) > 1 else []

    def pointing(self, unit: str, hex_name: str, target: bool) -> list[str] | None:
        """The words behind the verb that say a unit and a hex, or a target; None when it takes no such two."""
        kinds = [part.kind for part in self.parts if part.kind is WordKind.UNIT or part.needed]
        if target:
            return [hex_name, unit] if kinds == [WordKind.TARGET, WordKind.UNIT] else None
        return [unit, hex_name] if kinds == [WordKind.UNIT, WordKind.PLACE] else None

    def _sections(self, field: _F, state: _S, words: Sequence[str]) -> list[list[str]]:
        """The words of each part; words behind the last one are left out."""
        sections: list[list[str]] = [[] for _ in self.parts]
        marks = {part.after: at for at, part in enumerate(self.parts) if part.after}
        at = 0
        for word in words:
            mark = word.lower() if word.lower() in marks else _ALIKE.get(word.lower(), "")
            if mark in marks:
                at = marks[mark]
                continue
            placed = word.lower() == _PLACED and word not in field.roster.number
            if placed and at < len(self.parts) and self.parts[at].kind is WordKind.UNIT:
                continue
            while at < len(self.parts) and not self.parts[at].takes(field, state, len(sections[at]), word):
                at += 1
            if at == len(self.parts):
                break
            sections[at].append(word)
        return sections


class Ending(Verb[_F, _S]):
    """The end of a phase: ``end phase``, or by its name: ``end combat``; with the name when another is in progress."""

    def __init__(self, phases: Sequence[str], now: Callable[[_S], str]) -> None:
        super().__init__(END.verb, form=f"end phase, or end and one of {', '.join(phases)}")
        self.phases, self.now = phases, now

    def words(self, field: _F, args: Args) -> Parts:
        """``end phase``, or ``end combat`` for a phase that was not in progress when it was named."""
        return Parts(END.verb, (Word(WordKind.WORD, END.verb), Word(WordKind.WORD, args[0] if args else "phase")))

    def read(self, field: _F, state: _S, words: Sequence[str]) -> Action:
        """The end of the phase in progress, or of the one that is named; raises ActionError."""
        named = " ".join(words).lower().replace("_", " ").removesuffix("phase").strip()
        if named in ("", "turn"):
            return END
        if named not in self.phases:
            raise ActionError(f"the action is written: {self.form}")
        return END if named == self.now(state) else Action(END.verb, (named,))


class Verbs(Generic[F, S]):
    """The verbs of a system."""

    def __init__(self, *verbs: Verb[F, S]) -> None:
        self._verbs = {verb.word: verb for verb in verbs}
        self._readings = {reading: verb for verb in verbs for reading in verb.readings}

    def __iter__(self) -> Iterator[Verb[F, S]]:
        """The verbs, in the order in which they are declared."""
        return iter(self._verbs.values())

    def named(self, word: str) -> Verb[F, S] | None:
        """The verb of a word; None for a word that is none."""
        return self._verbs.get(word)

    def parts(self, field: F, action: Action) -> Parts:
        """An action in words."""
        word, args = self.laid(action)
        return self._verbs[word].words(field, args)

    def units(self, field: F, action: Action) -> tuple[str, ...]:
        """The units that an action names, without putting the rest into words."""
        word, args = self.laid(action)
        found: list[str] = []
        for part in self._verbs[word].parts:
            values, args = part.parted(args)
            if part.kind is WordKind.UNIT:
                found += (part.write(field, value) for value in values)
        return tuple(found)

    def pointed(self, field: F, state: S, unit: str, hex_name: str, attacking: bool) -> Iterator[Action]:
        """What may be said of a unit and a hex: an attack first if ``attacking``; then what the unit does now first."""
        legal = state.top.actions(field, state)
        now = {self.laid(action)[0] for action in legal if unit in self.units(field, action)}
        verbs = sorted(self._verbs.values(), key=lambda verb: verb.word not in now)
        for target in (True, False) if attacking else (False,):
            for verb in verbs:
                if (words := verb.pointing(unit, hex_name, target)) is not None:
                    with suppress(ActionError):
                        yield verb.read(field, state, words)

    def split_by_unit(self, field: F, text: str) -> list[str]:
        """The texts of the actions that a text stands for, such as one which names several units where its verb takes
        one."""
        words = _split(text)
        verb = self._begun(words) if words else None
        return [" ".join(each) for each in verb.split_by_unit(field, verb.behind(words))] if verb is not None else []

    def _begun(self, words: list[str]) -> Verb[F, S] | None:
        """The verb that words begin with. ``fair_play`` stands for two words where no verb has that name."""
        if words[0].lower() not in self._readings:
            words[:1] = words[0].split("_")
        return self._readings.get(words[0].lower())

    def laid(self, action: Action) -> tuple[str, Args]:
        """The verb of an action and its arguments as the parts of the verb have them."""
        return action

    def read(self, field: F, state: S, text: str) -> Action:
        """The action of a text; raises ActionError."""
        if len(text) > LONGEST_ACTION:
            raise ActionError(f"an action has at most {LONGEST_ACTION:,} characters")
        words = _split(text)
        if not words:
            raise ActionError("an action cannot be empty")
        verb = self._begun(words)
        if verb is None:
            known = ", ".join(sorted(self._readings))
            raise ActionError(f"{words[0]!r} is not an action here; actions begin with {known}")
        said = verb.behind(words)
        try:
            return verb.read(field, state, said)
        except ActionError as problem:
            legal = self._completed(field, state, verb, said)
            if len(legal) == 1:
                return legal[0]
            if not legal:
                if (refused := self.refused(field, state, verb, said)) is not None:
                    raise refused from problem
                raise
            raise ActionError(f"{problem}; legal now: {self._listed(field, legal)}") from problem

    def refused(self, field: F, state: S, verb: Verb[F, S], said: Sequence[str]) -> IllegalAction | None:
        """Why words behind a verb that do not say enough are refused, whatever they may be short for; None where that
        cannot be said."""
        return None

    def _completed(self, field: F, state: S, verb: Verb[F, S], said: Sequence[str]) -> list[Action]:
        """The legal actions of a verb that these words behind it may be short for: those that have them in this order;
        where there is none, those that say no more than to add the words to what is listed."""
        if not state.stack or not state.top.is_asking(field, state):
            return []
        legal = [action for action in state.top.actions(field, state) if self.laid(action)[0] == verb.word]
        found = [action for action in legal if self.says(field, action, said)]
        if not found and len(said) <= _FEW:
            longer = dict.fromkeys(self._longer(field, state, verb, legal, said))
            found = [one for one in longer if self.says(field, one, said) and state.top.verdict(field, state, one)]
        return found

    def _longer(
        self, field: F, state: S, verb: Verb[F, S], legal: Sequence[Action], said: Sequence[str]
    ) -> Iterator[Action]:
        """What actions are with further words behind them: ``spy br-hq`` with ``S0403`` is ``spy br-hq on S0403``."""
        for action in legal:
            with suppress(HexwrightError):
                longer = verb.read(field, state, [*self._behind(field, action), *said])
                if longer != action:
                    yield longer

    def says(self, field: F, action: Action, said: Sequence[str]) -> bool:
        """Whether an action in words has these words in this order."""
        whole = iter([word.lower() for word in self._behind(field, action)])
        return all(word.lower() in whole for word in said)

    def _behind(self, field: F, action: Action) -> list[str]:
        """The words of an action behind its verb."""
        return [word.text for word in self.parts(field, action).words[1:]]

    def _listed(self, field: F, actions: Sequence[Action]) -> str:
        """Actions for a message: the first ones, and how many more there are."""
        texts = [self.parts(field, action).text for action in actions[:_LISTED]]
        more = len(actions) - len(texts)
        return ", ".join([*texts, f"{more} more"] if more else texts)


def _split(text: str) -> list[str]:
    """The words of a text that matter; the first always does."""
    split = [word for word in re.split(r"[\s,]+", text.strip().removesuffix(".")) if word]
    return split[:1] + [word for word in split[1:] if word.lower() not in _FILLERS]


# -- the parts of a hex game -------------------------------------------------------------------------------------


def hex_name(grid: Grid, h: int) -> str:
    """The word of a hex."""
    return "off" if h == OFF_MAP else grid.name(h)


def _unit(field: HexBoard[Any, Any], state: HexState, word: str) -> int:
    """The unit of a word; ActionError with the nearest key."""
    number: int | None = field.roster.number.get(word.lower())
    if number is None:
        raise ActionError(f"there is no unit {word!r}{field.roster.near(word)}")
    return number


def _hex(field: HexBoard[Any, Any], state: HexState, word: str) -> int:
    """The hex of a word, OFF_MAP for a number beyond the edge; ActionError for what is no hex number."""
    h = field.grid.find(word)
    if h == NOWHERE and not _is_hex(field, word):
        raise ActionError(f"{word!r} is not a hex number of this map{field.grid.suggest(word)}")
    return h


def _is_hex(field: HexBoard[Any, Any], word: str) -> bool:
    return word.lower() == "off" or field.grid.spec.numbering.parse(word) is not None


def _target(field: HexBoard[Any, Any], state: HexState, word: str) -> int:
    """The hex of a word, or of the unit it names."""
    number = field.roster.number.get(word.lower())
    if number is not None and state.where[number] >= 0:
        return int(state.where[number])
    return _hex(field, state, word)


def _is_target(field: HexBoard[Any, Any], state: HexState, word: str) -> bool:
    """Whether a word is a hex, or a unit that is not of the side whose choice it is."""
    number = field.roster.number.get(word.lower())
    if number is None:
        return _is_hex(field, word)
    decision = state.top.decision(field, state)
    return decision is None or field.roster.sides[field.roster.side[number]] != decision.side


def _key(field: HexBoard[Any, Any], unit: int) -> str:
    return str(field.roster.keys[unit])


def _place(field: HexBoard[Any, Any], h: int) -> str:
    return hex_name(field.grid, h)


HexPart = Part[HexBoard[Any, Any], HexState, int]


def _is_unit(field: HexBoard[Any, Any], unit: int) -> bool:
    return 0 <= unit < len(field.roster.keys)


def _is_place(field: HexBoard[Any, Any], h: int) -> bool:
    return h == OFF_MAP or 0 <= h < field.grid.size


UNIT: Final[HexPart] = Part(WordKind.UNIT, "UNIT", _unit, _key, valid=_is_unit)
UNITS: Final = replace(UNIT, number=Number.SET)
"""Units that act together, each named once."""
HEX: Final[HexPart] = Part(WordKind.PLACE, "HEX", _hex, _place, Number.LAST, valid=_is_place)
"""A hex; where a way to it is given, its end."""
ENTRY: Final = replace(HEX, title="ENTRY-HEX", number=Number.ONE)
WAY: Final = replace(HEX, number=Number.WAY)
"""Hexes one after the other."""
TARGET: Final[HexPart] = Part(WordKind.TARGET, "HEX", _target, _place, valid=_is_place)
"""A hex that is attacked; a unit of the enemy may be named for the hex it is in."""
TARGETS: Final = replace(TARGET, number=Number.SET, fits=_is_target)


# -- ways given in part ------------------------------------------------------------------------------------------


def on_the_way(verb: str, routed: Callable[[F, S, int, list[int]], Legs]) -> Made[F, S]:
    """Completes a unit and its way (which may begin where the unit stands): ``routed`` fills in what is left out."""

    def made(field: F, state: S, args: Args) -> Action:
        unit, *way = args
        start = state.where[unit]
        if start >= 0 and field.spelled_out(start, way):
            return Action(verb, (unit, *way[1:]))
        if len(way) > 1 and way[0] == start:
            del way[0]
        return ways.action(verb, unit, field.grid, start, routed(field, state, unit, way))

    return made


def from_its_entry(verb: str, routed: Callable[[F, S, int, int, list[int]], Legs]) -> Made[F, S]:
    """Completes a unit, its entry hex and its way from there: ``routed`` fills in what is left out."""

    def made(field: F, state: S, args: Args) -> Action:
        unit, entry, *way = args
        if way[:1] == [entry]:
            del way[0]
        return ways.action(verb, unit, field.grid, entry, routed(field, state, unit, entry, way), (entry,))

    return made
