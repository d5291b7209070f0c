"""The legal actions of a moment, sorted by what a click on the map or a button means.

Only the text form of actions is read (words that are units, words that are hexes), so this serves any system.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.board.grid import NOWHERE
from engine.play import Game


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action: its text, the units it names, and the hexes."""

    text: str
    verb: str
    units: tuple[str, ...]
    hexes: tuple[int, ...]

    @property
    def goal(self) -> int:
        """The hex it leads to: the last one it names."""
        return self.hexes[-1] if self.hexes else NOWHERE


def read_choice(game: Game, text: str) -> Choice:
    """An action's text taken apart."""
    grid = game.scenario.map.grid
    units, hexes = [], []
    words = text.split()
    for word in words[1:]:
        if word in game.scenario.units:
            units.append(word)
        elif (h := grid.find(word)) != NOWHERE:
            hexes.append(h)
    return Choice(text, words[0], tuple(units), tuple(hexes))


@dataclass(slots=True)
class Choices:
    """All legal actions of a moment."""

    all: list[Choice] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game) -> Choices:
        """Those of a game's present decision."""
        if game.decision is None:
            return cls()
        return cls([read_choice(game, text) for text in game.legal_actions().texts()])

    def goals(self, unit: str) -> dict[int, Choice]:
        """Where a unit may go: hex to the action that takes it there."""
        found: dict[int, Choice] = {}
        for choice in self.all:
            if choice.units == (unit,) and choice.hexes:
                found.setdefault(choice.goal, choice)
        return found

    def targets(self) -> dict[int, Choice]:
        """Hexes that an action without a unit leads to: the target of an attack, or where an entering unit goes on to."""
        return {choice.goal: choice for choice in self.all if not choice.units and choice.hexes}

    def of_unit(self, unit: str) -> list[Choice]:
        """Actions that name a unit and no hex, such as joining an attack or taking a loss."""
        return [choice for choice in self.all if choice.units == (unit,) and not choice.hexes]

    def movers(self) -> set[str]:
        """The units that any action is about."""
        return {choice.units[0] for choice in self.all if choice.units}

    def entering(self, h: int) -> list[str]:
        """The units, each once, that have an action beginning in a hex: those that may enter there."""
        found = (choice.units[0] for choice in self.all if choice.units and choice.hexes[:1] == (h,))
        return list(dict.fromkeys(found))

    def buttons(self, most: int = 12) -> list[Choice]:
        """The actions worth a button: those that no map is needed for; all of them when they are few."""
        if len(self.all) <= most:
            return list(self.all)
        plain = [choice for choice in self.all if not (choice.units and choice.hexes)]
        return plain if len(plain) <= most else [choice for choice in plain if not choice.hexes][:most]
