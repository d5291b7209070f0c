"""The greedy player where the rules tell what an attack promises: it goes where the best attack is to be had."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.boards.board import Spot, place_text
from engine.play import Action, Game

_FAVOURABLE: Final = 0.5
"""An attack is worth making from this share on (`Prospects.share`)."""

_FRONT: Final = 6
"""More attackers than this never stand about one hex."""


class Field:
    """What the greedy player asks of a position."""

    def __init__(self, game: Game, side: str) -> None:
        self.game, self.rules, self.state = game, game.rules, game.state
        self.board = game.scenario.map
        units = self.rules.units(self.state)
        self.at = {key: self.board.find(place_text(how.get("at"))) for key, how in units.items()}
        """Where each unit is; None for off the map."""
        self.worth: dict[str, int] = {key: how.get("strength", how.get("steps", 1)) for key, how in units.items()}
        self.range = {key: unit.number("range") for key, unit in game.scenario.units.items()}
        self.order = {key: number for number, key in enumerate(units)}
        sides = game.scenario.units
        self.mine = [key for key, h in self.at.items() if h is not None and sides[key].side == side]
        self.foes = sorted({h for key, h in self.at.items() if h is not None and sides[key].side != side})

    def prize(self, h: Spot) -> int:
        """The combat factors that stand in a hex."""
        return sum(self.worth[key] for key, at in self.at.items() if at == h)

    def odds(self, target: Spot, units: Iterable[str], places: dict[str, Spot]) -> tuple[float, str]:
        """How well an attack stands, and the odds in words, with some units in other places than now."""
        name = self.board.spell
        found = self.rules.prospects(
            self.state, name(target), {key: name(places[key]) if key in places else "" for key in units}
        )
        return (found.share, found.odds) if found is not None else (0.0, "it must be attacked")

    def strikes(self, key: str, at: Spot, target: Spot) -> bool:
        """Whether a unit could take part from a hex in an attack on another, as far as distance goes."""
        return 1 <= self.board.distance(at, target) <= max(1, self.range[key])


class Marches(Field):
    """Moves for a whole movement phase: toward the attack with the best odds, then the next best, then nearer."""

    def __init__(self, game: Game, side: str, legal: Iterable[Action]) -> None:
        super().__init__(game, side)
        self.end = Action("end")
        self.ways: dict[str, dict[Spot, Action]] = {}
        """For each unit that may move, or enter, its destinations."""
        for action in legal:
            if action.verb in ("move", "enter"):
                parts = self.rules.parts(action)
                if action.verb == "enter" and parts.units[0] not in self.ways and self.rules.tells("reach"):
                    self.ways[parts.units[0]] = self._ways_in(parts.units[0])
                goals = self.ways.setdefault(parts.units[0], {})
                goals.setdefault(self.board.find(parts.goal), action)
        for key in self.mine:
            if key in self.ways:
                self.ways[key].setdefault(self.at[key], self.end)
        self.fixed = [key for key in self.mine if key not in self.ways]
        self.place = {key: self.at[key] for key in self.fixed}
        held = self.rules.objectives(self.state).items() if self.rules.tells("objectives") else ()
        self.goals = sorted({self.board.parse(name) for name, holder in held if holder != side}) or self.foes
        """Where units without a target go: objectives not ours, else the enemy."""

    def _ways_in(self, key: str) -> dict[Spot, Action]:
        """Where a unit may get that comes onto the map, by one action that tells its whole way."""
        hexes = self.rules.reach(self.state, key).hexes
        ways = {self.board.find(name): " ".join(answer.path) for name, answer in hexes.items()}
        return {h: self.rules.parse(f"enter {key} {way}", self.state) for h, way in ways.items()}

    def orders(self) -> list[tuple[Action, str]]:
        """The moves in order, each with its reason, and the end of the phase."""
        why: dict[str, str] = {}
        open_targets = set(self.foes)
        while best := max((self._offer(h) for h in sorted(open_targets)), default=None, key=lambda offer: offer[:2]):
            share, _, target, group, odds = best
            if share < _FAVOURABLE:
                break
            open_targets.discard(target)
            self.place |= group
            why |= dict.fromkeys(group, f"{odds} against {self.board.spell(target)}")
        for key in self.ways:
            if key not in self.place:
                self.place[key] = self._nearer(key)
                why[key] = "nearer"
        found = [(self.ways[key][h], why[key]) for key, h in self.place.items() if key in self.ways and h is not None]
        return [*(order for order in found if order[0] != self.end), (self.end, "all have moved")]

    def _offer(self, target: Spot) -> tuple[float, int, Spot, dict[str, Spot], str]:
        """The attack that all free units could make on a hex: (odds, prize, hex, places, odds in words)."""
        taken = set(self.place.values())
        group: dict[str, Spot] = {}
        for key in sorted(self.ways, key=lambda key: (-self.worth[key], self.order[key])):
            if key in self.place or len(group) >= _FRONT:
                continue
            spots = sorted(h for h in self.ways[key] if h not in taken and self._serves(key, h, target))
            if spots:
                group[key] = max(spots, key=lambda h: self._aim(key, h, target))
                taken.add(group[key])
        if not group:
            return 0.0, 0, target, {}, ""
        near = [key for key in self.fixed if self.strikes(key, self.at[key], target)]
        share, odds = self.odds(target, [*group, *near], group)
        return share, self.prize(target), target, group, odds

    def _serves(self, key: str, h: Spot, target: Spot) -> bool:
        """Whether a unit could attack from a hex that no other unit is in."""
        return self.strikes(key, h, target) and not self._held(key, h)

    def _aim(self, key: str, h: Spot, target: Spot) -> float:
        """How well a hex serves to attack from: guns stay as far off as half their range."""
        distance = self.board.distance(h, target)
        return distance if 2 * distance <= self.range[key] else -distance

    def _held(self, key: str, h: Spot) -> bool:
        """Whether another unit is in a hex."""
        return any(at == h and other != key for other, at in self.at.items())

    def _nearer(self, key: str) -> Spot | None:
        """The free hex nearest to the nearest goal and out of contact, if there is one."""
        taken = set(self.place.values())
        free = [h for h in self.ways[key] if h not in taken and not self._held(key, h)]
        return min(
            free,
            key=lambda h: (
                any(self.board.distance(h, foe) == 1 for foe in self.foes),
                min((self.board.distance(h, goal) for goal in self.goals), default=0),
                h,
            ),
            default=None,
        )


class Attacks(Field):
    """The choices of a combat phase: the best odds first, with all units that can attack, until odds are bad."""

    def __init__(self, game: Game, side: str, legal: list[Action]) -> None:
        super().__init__(game, side)
        self.legal = legal

    def choice(self) -> tuple[Action, str]:
        """The next action of the phase, or of an attack being put together, with its reason."""
        for verb, reason in (
            ("with", "with all that can attack"),
            ("fight", "at the best odds"),
            ("also", "must be met"),
        ):
            for action in self.legal:
                if action.verb == verb:
                    return action, reason
        ends = [((_FAVOURABLE, "no good odds"), action) for action in self.legal if action.verb == "end"]
        offers = [(self._odds_of(action), action) for action in self.legal if action.verb == "attack"]
        (_, reason), best = max([*offers, *ends], key=lambda offer: offer[0][0])
        return best, reason

    def _odds_of(self, action: Action) -> tuple[float, str]:
        """The odds against the hex that an attack begins with, for all near units that may still attack."""
        target = self.board.find(self.rules.parts(action).targets[0])
        return self.odds(target, [key for key in self.mine if self.strikes(key, self.at[key], target)], {})
