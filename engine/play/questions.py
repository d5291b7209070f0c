"""The questions that a rules system can be asked about a position, each a record: what it wants, what it answers, in
which words, and how the map shows the answer.

A system registers its questions in `System.questions`. The command line, examples of play and the editor find them
there; none of them knows a question of one system by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any, Final

from engine.play.display import Overlay
from engine.play.words import Names

_PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""What is plain data as it is: most of an answer is."""


class Takes(StrEnum):
    """What a word of a question may name."""

    UNIT = "unit"
    PLACE = "place"
    SIDE = "side"
    NUMBER = "number"
    WORD = "word"
    """Anything; the question itself says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Argument:
    """What a question is asked about."""

    name: str
    """Its name in what the question's function is given; it is left out there when it is optional and not given."""
    takes: Takes | tuple[Takes, ...]
    """What it may be; of several the first that fits."""
    label: str = ""
    """What help calls it; its name in capitals if empty."""
    many: bool = False
    """Whether it takes one or more words, as a list. Only the last argument that has no `after` may."""
    optional: bool = False
    after: str = ""
    """The word that stands before it, at the end of the question: ``by`` in ``march us-1 us-2 by us-hq``."""
    shape: str = ""
    """How help writes it, where its words are of several kinds: ``UNIT [EDGE]``; empty where the rest says it."""

    @property
    def kinds(self) -> tuple[Takes, ...]:
        """What it may be, in the order in which that is tried."""
        return (self.takes,) if isinstance(self.takes, Takes) else self.takes

    @property
    def form(self) -> str:
        """How help writes it: ``UNIT``, ``UNIT...``, ``[by HQ]``."""
        if self.shape:
            return self.shape
        said = (self.label or self.name.upper()) + ("..." if self.many else "")
        said = f"{self.after} {said}" if self.after else said
        return f"[{said}]" if self.optional else said


Answering = Callable[[Any, Any, str, Mapping[str, Any]], Any]
"""``(rules, state, side, arguments) -> answer``. ``side`` is who asks, empty for everybody: what it may not know has
been dealt again in the state. Raises HexwrightError for arguments that make no sense together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One thing that rules can be asked about a position."""

    key: str
    """What it is asked by: ``reach``. It may have several words."""
    about: str
    """What it answers, for help: a phrase without a full stop."""
    arguments: tuple[Argument, ...] = ()
    answer: Any
    """The type of the answer: a frozen record, a protocol for records of several systems, a list or a plain value."""
    function: Answering
    ordered: bool = False
    """Whether the order of a list in the answer counts where an example of play expects it."""
    tolerance: float = 1
    """How far a number of an example of play may be from the answer: 1 for lengths in paces and angles in degrees; 0
    for numbers that are counted, which only have to round to what is written."""
    own: str = ""
    """The argument that names the side whose own knowledge is asked for: the true position is asked, and no other side
    may ask. Empty where the answer depends on what the asking side may know."""
    unshown: tuple[str, ...] = ()
    """Fields of the answer that its text leaves out: outlines, for programs that draw them."""
    lines: Callable[[Any, Names], list[str]] | None = None
    """The answer as lines of text, if it is not shown field by field."""
    overlay: Overlay | None = None
    """How the map of the editor shows the answer; None if it does not."""

    @property
    def form(self) -> str:
        """Its arguments as help writes them."""
        return " ".join(argument.form for argument in self.arguments)

    @property
    def help(self) -> str:
        """Its arguments and what it answers: ``UNIT: where a unit can move, and at what cost``."""
        return f"{self.form}: {self.about}" if self.arguments else self.about

    @property
    def refusal(self) -> str:
        """What somebody is told who asks it in other words."""
        return f"the question is written: {self.key} {self.help}"


def plain_answer(answer: Any) -> Any:
    """An answer as plain data, for JSON and for comparing: records become mappings, tuples and sets become lists.

    A field becomes a key of its name; one that Python reserves has an underscore behind it, which its key has not.
    """
    if answer.__class__ in _PLAIN:
        return answer
    if is_dataclass(answer) and not isinstance(answer, type):
        return {field.name.rstrip("_"): plain_answer(getattr(answer, field.name)) for field in fields(answer)}
    if isinstance(answer, Mapping):
        return {str(key): plain_answer(value) for key, value in answer.items()}
    if isinstance(answer, set | frozenset):
        return sorted(map(plain_answer, answer))
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return [plain_answer(item) for item in answer]
    return answer
