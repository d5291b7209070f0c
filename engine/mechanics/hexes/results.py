"""Results of combat: step losses, elimination, and the choices they leave, such as retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.mechanics.acts import end_of, names_a_place, unit_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import DEAD, HexState
from engine.mechanics.procedure import Asking, Breach
from engine.play import Action, Decision, Step

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)

FALL_BACK: Final = Action("fall back")
HOLD: Final = Action("hold")


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

    def ruled_by(self, field: F) -> str:
        """The paragraph of the decision, with its system."""
        return self.cite(self.rule)

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
        hexes = sorted({field.grid.name(end_of(action)) for action in options if names_a_place(action)})
        keys = self.asked(field, options)
        side = field.roster.sides[self.decides()]
        prompt = self.prompt(field, tuple(field.roster.called(key) for key in keys))
        return Decision(side, self.decision_kind, self.ruled_by(field), prompt, keys, tuple(hexes))

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

    def let_go(self, state: H, unit: int) -> None:
        """Go on without a unit that has done what is asked; this ends with the last one."""
        left: Any = {"units": self.units & ~(1 << unit)}
        if left["units"]:
            state.replace(replace(self, **left))
        else:
            state.pop()


class Losing(ResultChoice[F, H]):
    """A side says which of its units takes a loss."""

    decision_kind = "loss"
    verbs: tuple[str, ...] = ("lose",)
    outside = "is not in this combat"
    """The reason why a unit cannot be chosen."""

    def options(self, field: F, state: H) -> list[Action]:
        return [Action(self.verbs[0], (unit,)) for unit in bits(alive(state, self.units))]

    def asked(self, field: F, options: list[Action]) -> tuple[str, ...]:
        return tuple(field.roster.keys[unit_of(action)] for action in options)

    def faults(self, field: F, state: H, action: Action) -> Iterator[Breach]:
        if action not in self.options(field, state):
            yield self.rule, f"{field.roster.names[unit_of(action)]} {self.outside}"


class LosingSteps(Losing[F, H]):
    """Steps are lost, and a side says by which of its units each is."""

    count: int
    """Steps still to lose."""

    def lose(self, field: F, state: H, unit: int, step: Step) -> None:
        """A unit loses a step."""
        raise NotImplementedError

    def is_open(self, field: F, state: H, options: list[Action]) -> bool:
        left = sum(state.steps[unit_of(action)] for action in options)
        return len(options) > 1 and 0 < self.count < left

    def prompt(self, field: F, names: tuple[str, ...]) -> str:
        return f"Choose the unit that loses a step ({self.count} to lose)"

    def proceed(self, field: F, state: H, step: Step) -> None:
        state.pop()
        left = self.count
        for action in self.options(field, state):
            while left > 0 and state.where[unit_of(action)] >= 0:
                left -= 1
                step.forced.append(action)
                self.lose(field, state, unit_of(action), step)

    def perform(self, field: F, state: H, action: Action, step: Step) -> None:
        left: Any = {"count": self.count - 1}
        state.replace(replace(self, **left))
        self.lose(field, state, unit_of(action), step)


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
        return (field.roster.keys[unit_of(options[0])],)


class StandingInstead(Asking[F, H]):
    """A side that must go back may lose steps in place of that, and stand."""

    side: int
    units: int
    verbs = ("stand", "fall back", "retreat", "stay")
    asks = "first choose whether to fall back or to stand"

    def stand_rules(self, field: F) -> tuple[str, ...]:
        """The paragraphs by which it may stand."""
        return (self.rule,)

    def prompt(self, field: F, mask: int) -> str:
        """What is asked of the units of a mask."""
        raise NotImplementedError

    def retreats(self) -> Retreating[F, H]:
        """The retreat, where it does not stand."""
        raise NotImplementedError

    def stand(self, field: F, state: H, unit: int, step: Step) -> None:
        """Lose what it costs to stand; a unit has been named for it."""
        raise NotImplementedError

    def decision(self, field: F, state: H) -> Decision | None:
        mask = alive(state, self.units)
        if not mask:
            return None
        keys = tuple(field.roster.keys[u] for u in bits(mask))
        rule = self.cited(field, self.stand_rules(field)[0])
        return Decision(field.roster.sides[self.side], "stiff resistance", rule, self.prompt(field, mask), keys)

    def proceed(self, field: F, state: H, step: Step) -> None:
        state.pop()

    def actions(self, field: F, state: H) -> Iterator[Action]:
        yield FALL_BACK
        for unit in bits(alive(state, self.units)):
            yield Action("stand", (unit,))

    def faults(self, field: F, state: H, action: Action) -> Iterator[Breach]:
        retreats = self.retreats()
        if action.verb in retreats.verbs:
            yield from retreats.breaches(field, state, action)
        elif action.verb == "stand" and not alive(state, self.units) >> unit_of(action) & 1:
            said = f"{field.roster.names[unit_of(action)]} need not retreat"
            yield from ((rule, said) for rule in self.stand_rules(field))

    def perform(self, field: F, state: H, action: Action, step: Step) -> None:
        if action.verb == "stand":
            state.pop()
            rule = self.cited(field, self.stand_rules(field)[0])
            step.say("stand", rule, unit=field.roster.keys[unit_of(action)])
            self.stand(field, state, unit_of(action), step)
            return
        frame = self.retreats()
        state.replace(frame)
        if action != FALL_BACK:
            frame.perform(field, state, action, step)


class Advancing(ResultChoice[F, H]):
    """Units of the attacker advance after combat into hexes that the enemy has left."""

    decision_kind = "advance"
    verbs: tuple[str, ...] = ("advance", "hold")

    def must(self, field: F) -> bool:
        """Whether a unit must advance."""
        return False

    def is_open(self, field: F, state: H, options: list[Action]) -> bool:
        return len(options) > 1 if self.must(field) else bool(options)

    def prompt(self, field: F, names: tuple[str, ...]) -> str:
        return "One attacker must advance" if self.must(field) else "Advance, or hold"

    def actions(self, field: F, state: H) -> Iterator[Action]:
        yield from self.options(field, state)
        if not self.must(field):
            yield HOLD

    def perform(self, field: F, state: H, action: Action, step: Step) -> None:
        if action == HOLD:
            state.pop()
        else:
            self.advance(field, state, action, step)

    def advance(self, field: F, state: H, action: Action, step: Step) -> None:
        """Carry out an advance."""
        raise NotImplementedError

    def asked(self, field: F, options: list[Action]) -> tuple[str, ...]:
        return tuple(sorted({field.roster.keys[unit_of(action)] for action in options}))
