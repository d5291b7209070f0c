"""Whether what happened is what an example of play expects: names in any spelling, numbers, lists, places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import isfinite
from typing import Any, Final

from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.formats.reading import as_written
from engine.formats.short_forms import no_effect, spot
from engine.play.registry import cited
from engine.scenario.ranges import BETWEEN, keys_of

_WORDS_OF_TRUTH: Final = {"yes": True, "true": True, "no": False, "false": False}
_ROUNDING: Final = 1e-6
_PLACES: Final = 2
"""A third may be written as 0.33, and not as 0.3."""
MOST_PAIRED: Final = 200
"""Lists of more values are compared in the order of their names only."""
COORDINATES: Final = 3
"""Numbers of a place that has a facing."""


LENGTHS: Final = ("length", "share")
"""Fields of events and judgements that are measured, where anything on the map is."""


@dataclass(frozen=True, slots=True)
class ValueComparison:
    """How values are compared on a map."""

    board: Board
    ordered: bool = True
    """Whether lists have to be in the expected order."""
    tolerance: float | None = None
    """How far a number may be from what is expected, 0 for one that rounds to what is written; None for exact ones."""
    systems: tuple[str, ...] = ()
    """The systems whose paragraphs a field ``rule`` may have, the scenario's own first; empty where it is compared as
    it is written."""
    lengths: float = 0
    """How far a field `LENGTHS` may be from what is expected, whatever the tolerance of other numbers."""

    def same(self, wanted: Any, got: Any) -> bool:
        """Whether a value is as expected. Places may be written in any way the map understands, words in capitals or
        not and with spaces or underscores, numbers as text; a list may be written as one text with spaces, as in the
        rest of our files.

        Yes and no may be words; of a mapping only what is named is compared, and of what is told by side the values
        alone may be given.
        """
        if (places := self._places(wanted, got)) is not None:
            return self.board.same(*places)
        if isinstance(got, Mapping) and not isinstance(wanted, Mapping):
            got = list(got.values())
        wanted, got = _singled(wanted), _singled(got)
        if isinstance(wanted, str) and isinstance(got, (list, tuple)):
            wanted = [wanted] if len(got) == 1 else wanted.split()
        elif isinstance(got, str) and isinstance(wanted, (list, tuple)):
            got = got.split()
        if isinstance(wanted, (list, tuple)) and isinstance(got, (list, tuple)):
            return len(wanted) == len(got) and (self._in_order(wanted, got) or self._in_any_order(wanted, got))
        if isinstance(wanted, Mapping) and isinstance(got, Mapping):
            return all(self.same_field(str(key), value, self._named(got, key)) for key, value in wanted.items())
        return self._same_value(wanted, got)

    def same_field(self, field: str, wanted: Any, got: Any) -> bool:
        """Whether a field of something is as expected; a paragraph may be written without its system, and null for what
        is empty."""
        if wanted is None and got == "":
            return True
        if field == "rule" and self.systems and isinstance(wanted, (str, int, float)) and wanted != "":
            return got in paragraphs_of(str(wanted), self.systems)
        if field in LENGTHS and self.lengths:
            return replace(self, tolerance=self.lengths).same(wanted, got)
        return self.same(wanted, got)

    def agrees(self, field: str, wanted: Any, got: Any) -> bool:
        """Whether a field of an event, a decision or an outcome is as expected: a path in its order, other lists in
        any."""
        if wanted is None:
            return got is None or got == ""
        return replace(self, ordered=field == "path").same_field(field, wanted, got)

    def _named(self, got: Mapping[str, Any], key: Any) -> Any:
        """What a mapping has under a key, which may be a place in another spelling."""
        if key in got:
            return got[key]
        return next((value for name, value in got.items() if self.board.same(str(name), str(key))), None)

    def _same_value(self, wanted: Any, got: Any) -> bool:
        if isinstance(got, bool):
            return (_WORDS_OF_TRUTH.get(wanted.casefold()) if isinstance(wanted, str) else wanted) is got
        if isinstance(wanted, bool):
            return False
        if isinstance(got, str) and isinstance(wanted, (str, int, float)):
            return _word(str(wanted)) == _word(got) or self.board.same(got, str(wanted))
        if isinstance(got, (int, float)) and isinstance(wanted, (str, int, float)):
            return self._same_number(wanted, got)
        return bool(wanted == got)

    def _same_number(self, wanted: str | int | float, got: int | float) -> bool:
        number = _number(wanted) if isinstance(wanted, str) else wanted
        if number is None:
            return False
        decimals = len((wanted if isinstance(wanted, str) else as_written(wanted)).partition(".")[2])
        if self.tolerance is None:
            return number == got or (_no_decimal_says(got) and abs(number - got) <= _rounded_to(decimals))
        allowed = self.tolerance or (0 if isinstance(got, int) else 0.5 * 10**-decimals)
        return abs(number - got) <= allowed + _ROUNDING

    @property
    def _inside(self) -> ValueComparison:
        """How the values of a list are compared: of an event, lists in lists are in order."""
        return replace(self, ordered=True) if self.tolerance is None else self

    def _in_order(self, wanted: Sequence[Any], got: Sequence[Any]) -> bool:
        """Whether two lists of one length agree one by one; names are sorted first where their order is nothing."""
        if not self.ordered:
            rank = _rank(self.board)
            wanted, got = sorted(wanted, key=rank), sorted(got, key=rank)
        inside = self._inside
        return all(inside.same(a, b) for a, b in zip(wanted, got, strict=True))

    def _in_any_order(self, wanted: Sequence[Any], got: Sequence[Any]) -> bool:
        """Whether every value of one list can be paired with one of the other, where their order is nothing."""
        if self.ordered or len(wanted) > MOST_PAIRED:
            return False
        inside = self._inside
        options = [[n for n, value in enumerate(got) if inside.same(one, value)] for one in wanted]
        taken: dict[int, int] = {}
        return all(_paired(number, options, taken, set()) for number in range(len(wanted)))

    def _places(self, wanted: Any, got: Any) -> tuple[str, str] | None:
        """The texts of two places of which one at least is given by its numbers; None for anything else.

        Two lists are places if they have three numbers: other lists of numbers are dice, for example.
        """
        first, second = spot(wanted), spot(got)
        if first is None and second is None:
            return None
        both = first is not None and second is not None
        first = wanted if first is None and isinstance(wanted, str) else first
        second = got if second is None and isinstance(got, str) else second
        if first is None or second is None or (both and len(got) != COORDINATES):
            return None
        return (second, first) if self.board.find(second) is not None else None


def _paired(number: int, options: Sequence[Iterable[int]], taken: dict[int, int], seen: set[int]) -> bool:
    """Find a partner for a value, if need be by giving another one to whoever has it."""
    for partner in options[number]:
        if partner in seen:
            continue
        seen.add(partner)
        if partner not in taken or _paired(taken[partner], options, taken, seen):
            taken[partner] = number
            return True
    return False


def paragraphs_of(rule: str, systems: Sequence[str]) -> frozenset[str]:
    """The paragraphs that may be meant by one: without its system, or with that of an edition, that of any text which
    the rules cite."""
    named = cited(rule, systems[0])
    if ":" not in named:  # a rules file that no folder of systems holds is known by its path alone
        named = f"{systems[0]}:{named}"
    first, _, number = named.partition(":")
    return frozenset({named, *(f"{system}:{number}" for system in systems if first == systems[0])})


def _singled(value: Any) -> Any:
    """A text with the keys of units in place of the ranges of keys in it."""
    if not isinstance(value, str) or BETWEEN not in value:
        return value
    try:
        return " ".join(chain.from_iterable(map(keys_of, value.split())))
    except HexwrightError:
        return value


def _word(text: str) -> str:
    """A word to compare: ``fair_play`` is ``fair play``, ``R line`` is ``R-line``, and ``•`` is ``-``."""
    return re.sub(r"(?<=\w)[_-](?=\w)", " ", str(no_effect(text)).casefold())


def _rank(board: Board) -> Callable[[Any], tuple[str, str]]:
    """What to sort names by so that one thing comes at one place, whichever way it is written."""

    def rank(name: Any) -> tuple[str, str]:
        found = board.find(str(name))
        return "" if found is None else board.spell(found), str(name).casefold()

    return rank


def _number(text: str) -> float | None:
    """The number that a text is, if it is one: a decimal, or a fraction such as ``2/3``."""
    try:
        return float(text if "/" not in text else Fraction(text))
    except (ValueError, ZeroDivisionError):
        return None


def _no_decimal_says(number: float) -> bool:
    """Whether a number has no decimal of a few places, as thirds and twelfths have not."""
    return isinstance(number, float) and isfinite(number) and abs(number - round(number, 4)) > _ROUNDING


def _rounded_to(decimals: int) -> float:
    """How far a number may be from a decimal of two places or more that it rounds to; from others nothing to speak
    of."""
    return (0.5 * 10**-decimals if decimals >= _PLACES else 0) + _ROUNDING
