"""The side of pieces that no mark and no tab gives to one: by words of a side in their names, by words that only pieces
of one side have, and by the colour of their counters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from engine.exchange.matches import NEAR, Ours, colour_distance
from engine.spelling import folded

COLOURED: Final = "coloured as "
"""What the table calls pieces that have the colour of a side, before the side's name."""
_SHORTEST: Final = 4
"""Letters of a word that may be the beginning of another one, such as ``brit``."""
_COMMON: Final = frozenset(
    {
        *("the", "of", "and", "side", "sides", "player", "players", "army", "armies", "force", "forces", "unit"),
        *("units", "counter", "counters", "piece", "pieces", "marker", "markers", "division", "brigade", "regiment"),
        *("battalion", "company", "corps", "front", "back", "reduced", "basic", "png", "gif", "jpg", "jpeg", "svg"),
    }
)
"""Words that say nothing of a side, though all that have them may be of one."""
_HUES: Final = {
    "red": "#c03028",
    "blue": "#3058b8",
    "green": "#3c8c46",
    "yellow": "#e8d040",
    "grey": "#909090",
    "gray": "#909090",
    "brown": "#8a5a34",
    "orange": "#e88830",
    "purple": "#80409c",
    "black": "#202020",
    "white": "#f4f4f4",
}
"""Sides that are called by their colour."""


class Signs(NamedTuple):
    """What a piece shows of its side."""

    around: tuple[str, ...]
    """The tabs around it, the side that its window belongs to, and its window."""
    texts: tuple[str, ...]
    """Its prototypes, formation, name and picture: the surest first."""
    picture: str
    """The name of its picture, or empty."""


class FoundSide(NamedTuple):
    """The side of a piece, how it was found, and what the matching table calls pieces of this kind."""

    key: str
    by: str
    called: str


class SideSigns:
    """What the pieces whose side is known teach of the others. ``colour_of`` gives the colour of a picture, or an empty
    text."""

    def __init__(
        self,
        sides: Sequence[Ours],
        known: Iterable[tuple[Signs, str]],
        colour_of: Callable[[str], str],
        common: set[str],
    ) -> None:
        self.sides = {side.key: side for side in sides}
        self._common = _COMMON | common
        self._words = self._of_sides(sides)
        self._colour_of = cache(colour_of)
        self._known = list(known)
        self._learned = self._only_theirs()
        self._colours: dict[str, list[str]] | None = None

    def side(self, signs: Signs, said: Mapping[str, str]) -> FoundSide:
        """The side of a piece; ``said`` is the user's choice, by word. Without a key where nothing tells it."""
        words = list(dict.fromkeys(word for text in signs.texts for word in words_of(text)))
        chosen = next((word for word in words if word in said), "")
        if chosen:
            return FoundSide(said[chosen], "you", chosen)
        found = self.named(signs)
        if found is not None:
            return found
        alike = {self._learned[word] for word in words if word in self._learned}
        if len(alike) == 1:
            (key,) = alike
            word = next(word for word in words if word in self._learned)
            return FoundSide(key, "name", word)
        key = self._by_colour(signs.picture)
        called = COLOURED + self.sides[key].name if key else ""
        if folded(called) in said:
            return FoundSide(said[folded(called)], "you", called)
        return FoundSide(key, "colour" if key else "", called)

    def named(self, signs: Signs) -> FoundSide | None:
        """The side whose words a piece has in the first of its texts that has any; None where no text says one."""
        return next(filter(None, map(self._named_in, (*signs.around, *signs.texts))), None)

    def _named_in(self, text: str) -> FoundSide | None:
        """The one side that a text has a word of; None where it has none, or words of several."""
        hits = {key: word for word in words_of(text) for key, own in self._words.items() if _alike(word, own)}
        if len(hits) != 1:
            return None
        ((key, word),) = hits.items()
        return FoundSide(key, "name", word)

    def _of_sides(self, sides: Sequence[Ours]) -> dict[str, set[str]]:
        """The words of each side that no other one has."""
        every = {side.key: {*words_of(side.name), *words_of(side.key)} - self._common for side in sides}
        count = Counter(word for words in every.values() for word in words)
        return {key: {word for word in words if count[word] == 1} for key, words in every.items()}

    def _only_theirs(self) -> dict[str, str]:
        """The words that at least two pieces have, all of one side; none where the pieces of one side alone are
        known."""
        found: dict[str, Counter[str]] = {}
        for signs, key in self._known:
            for word in {word for text in signs.texts for word in words_of(text)} - self._common:
                found.setdefault(word, Counter())[key] += 1
        if len({key for _, key in self._known}) < 2:
            return {}
        return {word: next(iter(counts)) for word, counts in found.items() if len(counts) == 1 and counts.total() > 1}

    def _by_colour(self, picture: str) -> str:
        """The side whose counters have nearly the same colour, where no other side has."""
        colour = self._colour_of(picture) if picture else ""
        if not colour:
            return ""
        if self._colours is None:
            self._colours = self._of_counters()
        near = {
            key: min(colour_distance(one, colour) for one in shades) for key, shades in self._colours.items() if shades
        }
        if not near:
            return ""
        best, *others = sorted(near, key=near.__getitem__)
        clear = all(near[other] > max(NEAR / 2, 2 * near[best]) for other in others)
        return best if near[best] < NEAR and clear else ""

    def _of_counters(self) -> dict[str, list[str]]:
        """The commonest colours of each side's counters, or the colour that it is called by."""
        found: dict[str, Counter[str]] = {key: Counter() for key in self.sides}
        for signs, key in self._known:
            colour = self._colour_of(signs.picture) if signs.picture else ""
            if colour:
                found[key][colour] += 1
        return {
            key: [colour for colour, _ in counts.most_common(4)]
            or [_HUES[word] for word in sorted(self._words[key]) if word in _HUES]
            for key, counts in found.items()
        }


def words_of(text: str) -> Iterator[str]:
    """The words of a name as they are compared: ``BritishInf_3.png`` is british, inf, png."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return (folded(word) for word in re.findall(r"[^\W\d_]+", apart))


def _alike(word: str, own: Iterable[str]) -> bool:
    """Whether a word is one of a side's, the beginning of one, or another form of it: german, germany, germaninf."""
    return any(
        word == one
        or (len(word) >= _SHORTEST and one.startswith(word))
        or (len(one) >= _SHORTEST and word.startswith(one) and len(word) - len(one) <= _SHORTEST)
        or _shared(word, one) > max(_SHORTEST, min(len(word), len(one)) - 2)
        for one in own
    )


def _shared(one: str, other: str) -> int:
    """How many letters two words have in common at their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
