"""Rules of a two-sided game of units in hexes: what does not depend on the system."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from engine.errors import HexwrightError
from engine.mechanics.bits import bits
from engine.mechanics.hexfield import HexField
from engine.mechanics.hexstate import ABSENT, DEAD, WAITING, HexState
from engine.mechanics.marching import Marching
from engine.mechanics.turns import GameTurn, phase_of
from engine.play import Outcome, Rules, Start, Step
from engine.scenario import Scenario

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)


class HexRules(Rules[H], Generic[F, H]):
    """Set-up and start, what one may know of any unit, and what is always wrong with a state."""

    game_turn: ClassVar[type[GameTurn[Any, Any]]]
    """The frame of a game turn."""
    march: ClassVar[Marching[Any, Any]]
    """How units march in the movement phase."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "game_turn" in cls.__dict__:
            cls.phases = tuple(cls.game_turn.player_turn.phases)

    def __init__(self, scenario: Scenario, field: F) -> None:
        super().__init__(scenario, field.options)
        self.field: F = field

    # -- the beginning ----------------------------------------------------------------------------------------

    @abstractmethod
    def blank(self) -> H:
        """A state with no unit anywhere."""

    def begin(self, state: H, start: Start | None, step: Step) -> None:
        """Push the frames of the beginning, or of ``start``."""
        if start is None:
            state.push(self.game_turn())
        else:
            self.game_turn.begin_in(self.field, state, *self.started(start), step)

    def load(self, data: dict[str, Any]) -> H:
        state = self.blank()
        state.load(data)
        return state

    def initial(self, start: Start | None, step: Step) -> H:
        state = self.blank()
        state.steps = list(self.field.roster.steps)
        state.holders = self.field.scores.holders()
        if not (start and start.only):
            for unit, h in self.field.setup.items():
                self.field.put(state, unit, h)
        if start is not None:
            state.turn = start.turn
            for key, how in start.units.items():
                self._begin_unit(state, self.field.roster.find(key), how)
            self._refuse_mixed_stacks(state)
            if wrong := self.misplaced(state):
                raise HexwrightError("; ".join(wrong))
            # Who has neither a place nor an arrival still to come is out of this position, but nobody's loss.
            for unit, h in enumerate(state.where):
                if h == WAITING and unit not in self.field.arrival_turn:
                    state.where[unit] = ABSENT
        self.begin(state, start, step)
        self.settle(state, step)
        return state

    def started(self, start: Start) -> tuple[int, str]:
        """The side and the phase of a start; HexwrightError when there is no such phase."""
        side = self.field.roster.player(start.side) if start.side else 0
        wanted = start.phase.strip().lower().replace("_", " ").removesuffix(" phase")
        phase = wanted or self.phases[0]
        if phase not in self.phases:
            raise HexwrightError(f"there is no phase {start.phase!r}; there are {', '.join(self.phases)}")
        return side, phase

    def _begin_unit(self, state: H, unit: int, how: Any) -> None:
        given = how if isinstance(how, Mapping) else {"at": how}
        unknown = [str(name) for name in given if name not in ("at", "steps", "dead")]
        if unknown:
            raise HexwrightError(
                f"a unit starts with at, steps and dead; {self.field.roster.keys[unit]} has {unknown[0]!r}"
            )
        if "at" not in given and not given.get("dead") and state.where[unit] >= 0:
            given = {**given, "at": self.field.grid.name(state.where[unit])}  # where the set-up has it
        at, steps = given.get("at"), given.get("steps", self.field.roster.steps[unit])
        if not isinstance(steps, int) or not 0 <= steps <= self.field.roster.steps[unit]:
            raise HexwrightError(
                f"{self.field.roster.keys[unit]} has {self.field.roster.steps[unit]} steps, not {steps}"
            )
        if given.get("dead") or steps == 0:
            self.field.put(state, unit, DEAD)
            state.steps[unit] = 0
            return
        self.field.put(state, unit, WAITING if at in (None, "", "off") else self.field.grid.parse(str(at)))
        state.steps[unit] = steps

    def _refuse_mixed_stacks(self, state: H) -> None:
        for h, mask in state.stacks.items():
            if all(mask & side for side in self.field.roster.of_side):
                names = " and ".join(self.field.roster.keys[u] for u in bits(mask))
                raise HexwrightError(f"{names} of both sides would start in {self.field.grid.name(h)}")

    def misplaced(self, state: H) -> list[str]:
        """What the rules do not let units begin as, in a position that was put together by hand."""
        return []

    # -- the game ---------------------------------------------------------------------------------------------

    def outcome(self, state: H) -> Outcome | None:
        return self.field.scores.outcome(state) if state.ended else None

    def phase(self, state: H) -> tuple[str, str]:
        side, phase = phase_of(state)
        return (self.field.roster.sides[side], phase) if phase else ("", "")

    # -- what one may know ------------------------------------------------------------------------------------

    def units(self, state: H) -> dict[str, dict[str, Any]]:
        """Every unit with its hex (or None) and steps, and whether it is dead or still to come."""
        found = {}
        for u, key in enumerate(self.field.roster.keys):
            h = state.where[u]
            found[key] = {
                "at": self.field.grid.name(h) if h >= 0 else None,
                "steps": state.steps[u],
                "strength": self.field.roster.worth(u, state.steps[u]),
                "side": self.field.roster.sides[self.field.roster.side[u]],
                "dead": h == DEAD,
                "waiting": h == WAITING,
            }
        return found

    def status(self, state: H) -> dict[str, Any]:
        """Turn, whether it is night, whose phase it is, and the points so far."""
        decision = self.decision(state)
        turns = self.scenario.turns
        return {
            "turn": state.turn,
            "label": turns.label(state.turn),
            "night": state.turn in turns.night,
            "side": decision.side if decision else "",
            "phase": decision.kind if decision else "",
            "score": dict(zip(self.field.roster.sides, self.field.scores.score(state), strict=True)),
        }

    def defects(self, state: H) -> list[str]:
        """What no hex game allows: units out of their stacks, both sides in a hex, steps that cannot be."""
        found = []
        name, keys = self.field.grid.name, self.field.roster.keys
        for h, mask in state.stacks.items():
            members = list(bits(mask))
            if h not in self.field.grid:
                found.append(f"units at {h}, which is no hex")
            elif len({self.field.roster.side[u] for u in members}) > 1:
                found.append(f"both sides at {name(h)}")
            if not members or any(state.where[u] != h for u in members):
                found.append(f"the stack at {h} does not match its units")
        for u, h in enumerate(state.where):
            if h >= 0 and not state.stacks.get(h, 0) >> u & 1:
                found.append(f"{keys[u]} is missing from its hex")
            if (h == DEAD) != (state.steps[u] == 0):
                found.append(f"{keys[u]} has {state.steps[u]} steps at {h}")
            if not 0 <= state.steps[u] <= self.field.roster.steps[u]:
                found.append(f"{keys[u]} has {state.steps[u]} steps")
        return found
