"""What happened and what can be done, in sentences: names in place of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine.play.parts import Parts, Word, WordKind
from engine.scenario import Scenario

Data = Mapping[str, Any]

MOST_NAMED: Final = 6
"""The most units that a sentence names; of more it tells how many there are."""
FIRST: Final = 2
"""Units that such a sentence names all the same."""


class Names:
    """Names of the units and sides of one scenario."""

    def __init__(self, scenario: Scenario, *, whole: bool = False) -> None:
        """With ``whole`` lists are never shortened, however many units they name."""
        self.scenario, self.whole = scenario, whole

    def unit(self, key: Any) -> str:
        """A unit as sentences call it; its key where there is no such unit."""
        unit = self.scenario.units.get(str(key))
        return unit.called if unit else str(key)

    def side(self, key: Any) -> str:
        """The name of a side as a heading, ``British``; its key where there is no such side."""
        side = self.scenario.sides.get(str(key))
        return side.name if side else str(key)

    def the_side(self, key: Any) -> str:
        """A side as sentences name it, ``the British``; its key where there is no such side."""
        side = self.scenario.sides.get(str(key))
        return side.called if side else str(key)

    def opened(self, sentence: str) -> str:
        """A sentence with a capital where it begins with the sentence name of a side."""
        names = tuple(side.sentence_name for side in self.scenario.sides.values() if side.sentence_name)
        return sentence[0].upper() + sentence[1:] if names and sentence.startswith(names) else sentence

    def place(self, name: Any) -> str:
        """A place on the map with its name, ``Kumasa (A1208)``; anything else stays as it is."""
        board = self.scenario.map
        spot = board.find(str(name))
        return str(name) if spot is None else board.spoken(spot)

    def way(self, data: Data) -> str:
        """Where what an event tells of went: ``from Kumasa (A1208) to A1209``."""
        return f"from {self.place(data['from'])} to {self.place(data['to'])}"

    def turn(self, number: int) -> str:
        """A turn as a heading: ``Turn 3``, with its label ``Turn 3 (8:00 pm)``."""
        said = self.scenario.turns.said(number)
        return said[0].upper() + said[1:]

    def word(self, word: Word) -> str:
        """A word of an action, with the names of what it stands for."""
        if word.kind is WordKind.UNIT:
            return self.unit(word.text)
        return self.place(word.text) if word.kind in (WordKind.PLACE, WordKind.TARGET) else word.text

    def units(self, keys: Any) -> str:
        """Several units: ``9th Infantry, 11th Infantry and Towson``; of very many the first ones and their number:
        ``29 units (Browne, Maude and 27 more)``."""
        found = [self.unit(key) for key in (keys if isinstance(keys, list | tuple) else [keys])]
        if self.whole or len(found) <= MOST_NAMED:
            return listed(found, "no units")
        return f"{len(found)} units ({', '.join(found[:FIRST])} and {len(found) - FIRST} more)"


Sentence = Callable[[Names, Data], str]
"""Says an event of one kind; raises KeyError for data that an event of its kind never lacks."""

Caption = Callable[[Names, Parts], str]
"""Says an action of one verb as people would: ``Browne to column c1``."""


def listed(words: Iterable[str], nothing: str = "") -> str:
    """``one, two and three``; ``nothing`` where there are none."""
    *most, last = list(words) or [nothing]
    return f"{', '.join(most)} and {last}" if most else last
