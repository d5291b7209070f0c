"""Results of combat: step losses, elimination, and the choices they leave, such as retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import DEAD, HexState
from engine.mechanics.procedure import Asking
from engine.play import Action, Decision, Step

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)


def alive(state: HexState, mask: int) -> int:
    """Those of a mask that are on the map."""
    for unit in bits(mask):
        if state.where[unit] < 0:
            mask &= ~(1 << unit)
    return mask


def eliminate(field: HexField[Any, Any], state: HexState, unit: int, rule: str, step: Step) -> None:
    """Take a unit off the map for good."""
    name = field.grid.name(state.where[unit])
    field.put(state, unit, DEAD)
    state.steps[unit] = 0
    step.say("eliminated", field.cite(rule), unit=field.roster.keys[unit], at=name)


def reduce(field: HexField[Any, Any], state: HexState, unit: int, rule: str, step: Step, *, last: str = "") -> None:
    """A unit loses a step; ``last`` is the paragraph that eliminates it with its last one, else ``rule``."""
    state.steps[unit] -= 1
    step.say("loss", field.cite(rule), unit=field.roster.keys[unit], steps=state.steps[unit])
    if state.steps[unit] <= 0:
        eliminate(field, state, unit, last or rule, step)


def relocate(
    field: HexField[Any, Any], state: HexState, unit: int, h: int, kind: str, rule: str, step: Step, **more: Any
) -> None:
    """Move a unit to a hex otherwise than by movement, and say so by an event of a kind."""
    name = field.grid.name
    origin = name(state.where[unit])
    field.put(state, unit, h)
    data: dict[str, Any] = {"unit": field.roster.keys[unit], "from": origin, "to": name(h)}
    step.say(kind, field.cite(rule), **data, **more)


class ResultChoice(Asking[F, H]):
    """What a result asks of a side: it chooses among options, and a single one is taken by itself."""

    side: int
    units: int
    """The units concerned, as a mask."""
    decision_kind: str
    """The kind of the decision."""

    def decides(self) -> int:
        """The side whose choice it is: that of the units."""
        return self.side

    def options(self, field: F, state: H) -> list[Action]:
        """What there is to choose from: units first, then hexes."""
        raise NotImplementedError

    def is_open(self, field: F, state: H, options: list[Action]) -> bool:
        """Whether there is anything to decide."""
        return len(options) > 1

    def prompt(self, field: F, names: tuple[str, ...]) -> str:
        """What is asked of the units with these names."""
        raise NotImplementedError

    def asked(self, field: F, options: list[Action]) -> tuple[str, ...]:
        """The keys of the units that the choice is about."""
        return tuple(field.roster.keys[u] for u in bits(self.units))

    def decision(self, field: F, state: H) -> Decision | None:
        options = self.options(field, state)
        if not self.is_open(field, state, options):
            return None
        hexes = sorted({field.grid.name(action.args[-1]) for action in options if len(action.args) > 1})
        keys = self.asked(field, options)
        side = field.roster.sides[self.decides()]
        prompt = self.prompt(field, tuple(field.roster.called(key) for key in keys))
        return Decision(side, self.decision_kind, self.cite(self.rule), prompt, keys, tuple(hexes))

    def proceed(self, field: F, state: H, step: Step) -> None:
        options = self.options(field, state)
        if options:
            action = step.choose(options[0], lambda wish: self.verdict(field, state, wish))
            self.perform(field, state, action, step)
        else:
            state.pop()
            self.without(field, state, step)

    def without(self, field: F, state: H, step: Step) -> None:
        """What happens where there is no option."""

    def actions(self, field: F, state: H) -> Iterator[Action]:
        return iter(self.options(field, state))


class Losing(ResultChoice[F, H]):
    """A side says which of its units takes a loss."""

    decision_kind = "loss"


class Retreating(ResultChoice[F, H]):
    """The units of a side retreat one after the other, in the order and to the hexes that it likes."""

    decision_kind = "retreat"
    asks = "retreats come first: choose a unit and its hex"


class Displacing(ResultChoice[F, H]):
    """A unit makes room for another of its side that retreats, or is itself displaced."""

    decision_kind = "displacement"
    verbs = ("displace",)
    asks = "a displaced unit must move at once: choose the hex that it makes room in"

    def prompt(self, field: F, names: tuple[str, ...]) -> str:
        return f"Choose a hex for the displaced unit {names[0]}"

    def asked(self, field: F, options: list[Action]) -> tuple[str, ...]:
        return (field.roster.keys[options[0].args[0]],)


class Advancing(ResultChoice[F, H]):
    """Units of the attacker advance after combat into hexes that the enemy has left."""

    decision_kind = "advance"

    def asked(self, field: F, options: list[Action]) -> tuple[str, ...]:
        return tuple(sorted({field.roster.keys[action.args[0]] for action in options}))
