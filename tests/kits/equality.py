"""Two sets of rules for one game, played side by side: what is legal, what happens and what comes of it must agree.

A scenario that ships is stripped of what the rules file leaves out, and written again with the values that the file
asks for. Both games then take the same random actions with the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from engine.play import Action, Event, Game, Rules
from engine.scenario import Scenario

_LONE: Final = ("retreat", "lose", "reduce", "displace", "advance", "end")
"""Choices that one of the rules may take by itself where there is only one."""
_UNITS: Final = ("unit", "attackers", "defenders", "target", "targets", "from", "to", "at", "steps", "cost", "path")
"""What events of both rules have in common."""


@dataclass(frozen=True, eq=False)
class Twins:
    """How one scenario is played by two sets of rules."""

    stripped: Callable[[Scenario], Scenario]
    """The scenario without what the file leaves out."""
    rewritten: Callable[[Scenario], Scenario]
    """The stripped scenario with the values that the file asks for."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Words of the hand-written actions that the file calls otherwise."""
    phases: Mapping[str, str] = field(default_factory=dict)
    """Phases of the hand-written rules that the file calls otherwise; an empty text for one that it does not have."""
    events: Mapping[str, str] = field(default_factory=dict)
    """The same for kinds of events."""


class Difference(AssertionError):
    """What two sets of rules do not agree in, with the moment."""


class SideBySide:
    """A game by both rules."""

    def __init__(self, scenario: Scenario, twins: Twins, hand: Rules[Any], kit: Rules[Any], seed: int) -> None:
        self.twins, self.seed = twins, seed
        self.hand = Game(twins.stripped(scenario), seed, rules=hand)
        self.kit = Game(twins.rewritten(twins.stripped(scenario)), seed, rules=kit)
        self.told: tuple[list[Event], list[Event]] = (list(self.hand.events), list(self.kit.events))
        self.actions: list[str] = []
        self._known: dict[bool, tuple[int, dict[str, Action]]] = {}

    def play(self, most: int = 5000) -> int:
        """Play to the end, or so many actions; how many were taken. Raises Difference."""
        random = Random(self.seed)
        for count in range(most):
            self._settle()
            self._compare()
            if self.hand.decision is None:
                return count
            text = random.choice(self._legal(self.hand))
            self.actions.append(text)
            self._apply(text)
        return most

    def _settle(self) -> None:
        """Take the choices that only one of the rules asks for, since there is but one."""
        for game, told in zip((self.hand, self.kit), self.told, strict=True):
            while game.decision is not None and (lone := self._lone(game)) is not None:
                told += game.apply(lone)

    def _apply(self, text: str) -> None:
        self.told[0].extend(self.hand.apply(self._options(self.hand)[text]))
        self.told[1].extend(self.kit.apply(self._options(self.kit)[text]))

    def _options(self, game: Game) -> dict[str, Action]:
        """The legal actions of a game by their words, listed once in a position: on large maps there are thousands."""
        known = self._known.get(game is self.kit)
        if known is None or known[0] != len(game):
            known = len(game), {self._word(game, action): action for action in game.legal_actions()}
            self._known[game is self.kit] = known
        return known[1]

    def _lone(self, game: Game) -> Action | None:
        """The only choice that a result leaves; None where there are several, or where it is of another sort."""
        found = self._options(game)
        if len(found) != 1:
            return None
        (action,) = found.values()
        return action if action.verb in _LONE else None

    def _word(self, game: Game, action: Action) -> str:
        text = game.rules.text(action)
        first, _, rest = text.partition(" ")
        if game is self.hand and first in self.twins.words:
            return f"{self.twins.words[first]} {rest}".strip()
        return text

    def _legal(self, game: Game) -> list[str]:
        return sorted(self._options(game))

    def _compare(self) -> None:
        hand, kit = self._phased(self.hand), self._phased(self.kit)
        told = [self._comparable(self.told[0], self.twins), self._comparable(self.told[1], None)]
        self._agree("what happened", *told)
        self.told[0].clear()
        self.told[1].clear()
        self._agree("the units", _units(self.hand), _units(self.kit))
        self._agree("the decision", hand, kit)
        if self.hand.decision is not None:
            self._agree("what is legal", self._legal(self.hand), self._legal(self.kit))

    def _phased(self, game: Game) -> tuple[str, str]:
        if game.decision is None:
            return "", ""
        kind = game.decision.kind
        return game.decision.side, self.twins.phases.get(kind, kind) if game is self.hand else kind

    def _comparable(self, events: Iterable[Event], twins: Twins | None) -> list[Any]:
        found = []
        for event in events:
            kind = twins.events.get(event.kind, event.kind) if twins is not None else event.kind
            if not kind:
                continue
            data = {name: event.data[name] for name in _UNITS if name in event.data and name != "path"}
            if kind == "phase":
                phase = str(event.data["phase"]).replace("_", " ")
                phase = twins.phases.get(phase, phase) if twins is not None else phase
                if not phase:
                    continue
                data = {"phase": phase, "side": event.data["side"]}
            elif kind == "result":
                data = {"die": event.data["die"], "result": event.data["result"]}
            elif kind == "attack":
                data = {name: event.data[name] for name in ("target", "attackers", "defenders")}
            elif kind == "end":
                data = {"winner": event.data["winner"]}
            found.append((kind, data))
        return found

    def _agree(self, what: str, hand: Any, kit: Any) -> None:
        if hand == kit:
            return
        if isinstance(hand, list) and isinstance(kit, list):
            only = [one for one in hand if one not in kit], [one for one in kit if one not in hand]
            said = f"by hand alone: {only[0][:12]}\nby the file alone: {only[1][:12]}\nboth: {hand[:6]} / {kit[:6]}"
        else:
            said = f"by hand: {hand}\nby the file: {kit}"
        last = "\n".join(self.actions[-8:])
        raise Difference(f"seed {self.seed}: {what} differ after {len(self.actions)} actions\n{said}\nlast:\n{last}")


def _units(game: Game) -> list[Any]:
    units = game.rules.units(game.state)
    return sorted((key, unit["at"], unit["steps"], unit["dead"]) for key, unit in units.items())


# -- Twilight's Last Gleaming 2 -----------------------------------------------------------------------------------


def _without(scenario: Scenario, gone: set[str]) -> Scenario:
    """A scenario without some units, and without special rules, options and tables."""
    return replace(
        scenario,
        units={key: unit for key, unit in scenario.units.items() if key not in gone},
        setup={key: h for key, h in scenario.setup.items() if key not in gone},
        arrivals=tuple(
            replace(arrival, units=left)
            for arrival in scenario.arrivals
            if (left := tuple(key for key in arrival.units if key not in gone))
        ),
        deployments=tuple(
            replace(group, units=tuple(key for key in group.units if key not in gone)) for group in scenario.deployments
        ),
        special={},
        options={},
        tables={},
    )


def without_guns(scenario: Scenario) -> Scenario:
    """A scenario of Twilight's Last Gleaming 2 without artillery, and without its exclusive rules."""
    gone = {key for key, unit in scenario.units.items() if unit.type == "artillery"}
    found = _without(scenario, gone)
    units = {
        key: replace(
            unit, values={name: value for name, value in unit.values.items() if name in ("strength", "reduced")}
        )
        for key, unit in found.units.items()
    }
    return replace(found, units=units)


def with_kit_values(scenario: Scenario) -> Scenario:
    """The same with the reduced strength as the rules file calls it."""
    names = {"reduced": "reduced_strength"}
    units = {
        key: replace(unit, values={names.get(name, name): value for name, value in unit.values.items()})
        for key, unit in scenario.units.items()
    }
    return replace(scenario, units=units)


TLG2: Final = Twins(without_guns, with_kit_values)


# -- Fire & Movement ---------------------------------------------------------------------------------------------


def without_sea(scenario: Scenario) -> Scenario:
    """A scenario of Fire & Movement without support fire and seaborne units."""
    gone = {key for key, unit in scenario.units.items() if unit.values.get("seaborne")}
    found = _without(scenario, gone)
    edges = scenario.special.get("friendly_edge")
    left = ("seaborne", "armoured_brigade")
    units = {
        key: replace(unit, values={name: value for name, value in unit.values.items() if name not in left})
        for key, unit in found.units.items()
    }
    return replace(found, units=units, special={"friendly_edge": edges} if edges else {})


def as_it_is(scenario: Scenario) -> Scenario:
    """The same: the rules file has the values of the counters under their names."""
    return scenario


FM: Final = Twins(
    without_sea,
    as_it_is,
    words={"reduce": "lose"},
    phases={"bombardment": ""},
    events={"differential": ""},
)
