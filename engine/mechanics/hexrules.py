"""Rules of a two-sided game of units in hexes: what does not depend on the system."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

from engine.board.grid import NOWHERE
from engine.errors import HexwrightError
from engine.mechanics.bits import bits
from engine.mechanics.force import Force
from engine.mechanics.hexstate import ABSENT, DEAD, WAITING, HexState
from engine.mechanics.movement import Steps, reach
from engine.mechanics.victory import Scorekeeper
from engine.mechanics.ways import Legs, plain
from engine.play import Outcome, Rules, Start, Step
from engine.scenario import Scenario

H = TypeVar("H", bound=HexState)

_ENDLESS = 10**6


class HexRules(Rules[H]):
    """Set-up, arrivals, objectives and victory, ways over the map, and what is always wrong with a state."""

    victory_rule: ClassVar[str]
    """The paragraph that leaves victory to the battle."""

    def __init__(self, scenario: Scenario, force: Force[Any], options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, options)
        self.field = self
        self.force = force
        self.grid = scenario.map.grid
        self.distance = self.grid.distance
        self.scores = Scorekeeper(scenario, force, self.victory_rule)
        self.arrival_turn: dict[int, int] = {}
        self.entries: dict[int, tuple[int, ...]] = {}
        """The entry hexes of each reinforcement, in the order of the scenario."""
        for arrival in scenario.arrivals:
            hexes = tuple(h for name in arrival.entry for h in self._entry_area(name))
            if not hexes:
                raise HexwrightError(f"the reinforcements of turn {arrival.turn} have no entry hex")
            for key in arrival.units:
                self.arrival_turn[force.find(key)] = arrival.turn
                self.entries[force.find(key)] = hexes
        self.arriving = tuple(tuple(u for u in units if u in self.arrival_turn) for units in force.side_units)
        self.setup = {force.find(key): self.grid.parse(name) for key, name in scenario.setup.items()}

    def _entry_area(self, name: str) -> tuple[int, ...]:
        region = self.scenario.map.regions.get(name)
        return tuple(sorted(region.hexes)) if region else (self.grid.parse(name),)

    # -- the beginning ----------------------------------------------------------------------------------------

    @abstractmethod
    def blank(self) -> H:
        """A state with no unit anywhere."""

    @abstractmethod
    def begin(self, state: H, start: Start | None, step: Step) -> None:
        """Push the frames of the beginning, or of ``start``."""

    def load(self, data: dict[str, Any]) -> H:
        state = self.blank()
        state.load(data)
        return state

    def initial(self, start: Start | None, step: Step) -> H:
        state = self.blank()
        state.steps = list(self.force.steps)
        state.holders = self.scores.holders()
        if not (start and start.only):
            for unit, h in self.setup.items():
                self.put(state, unit, h)
        if start is not None:
            state.turn = start.turn
            for key, how in start.units.items():
                self._begin_unit(state, self.force.find(key), how)
            self._refuse_mixed_stacks(state)
            if wrong := self.misplaced(state):
                raise HexwrightError("; ".join(wrong))
            # Who has neither a place nor an arrival still to come is out of this position, but nobody's loss.
            for unit, h in enumerate(state.where):
                if h == WAITING and unit not in self.arrival_turn:
                    state.where[unit] = ABSENT
        self.begin(state, start, step)
        self.settle(state, step)
        return state

    def started(self, start: Start) -> tuple[int, str]:
        """The side and the phase of a start; HexwrightError when there is no such phase."""
        side = self.force.player(start.side) if start.side else 0
        wanted = start.phase.strip().lower().replace("_", " ").removesuffix(" phase")
        phase = wanted or self.phases[0]
        if phase not in self.phases:
            raise HexwrightError(f"there is no phase {start.phase!r}; there are {', '.join(self.phases)}")
        return side, phase

    def _begin_unit(self, state: H, unit: int, how: Any) -> None:
        given = how if isinstance(how, Mapping) else {"at": how}
        unknown = [str(name) for name in given if name not in ("at", "steps", "dead")]
        if unknown:
            raise HexwrightError(f"a unit starts with at, steps and dead; {self.force.keys[unit]} has {unknown[0]!r}")
        if "at" not in given and not given.get("dead") and state.where[unit] >= 0:
            given = {**given, "at": self.grid.name(state.where[unit])}  # where the set-up has it
        at, steps = given.get("at"), given.get("steps", self.force.steps[unit])
        if not isinstance(steps, int) or not 0 <= steps <= self.force.steps[unit]:
            raise HexwrightError(f"{self.force.keys[unit]} has {self.force.steps[unit]} steps, not {steps}")
        if given.get("dead") or steps == 0:
            self.put(state, unit, DEAD)
            state.steps[unit] = 0
            return
        self.put(state, unit, WAITING if at in (None, "", "off") else self.grid.parse(str(at)))
        state.steps[unit] = steps

    def _refuse_mixed_stacks(self, state: H) -> None:
        for h, mask in state.stacks.items():
            if all(mask & side for side in self.force.of_side):
                names = " and ".join(self.force.keys[u] for u in bits(mask))
                raise HexwrightError(f"{names} of both sides would start in {self.grid.name(h)}")

    def misplaced(self, state: H) -> list[str]:
        """What the rules do not let units begin as, in a position that was put together by hand."""
        return []

    # -- the game ---------------------------------------------------------------------------------------------

    def put(self, state: H, unit: int, h: int) -> None:
        """Move a unit to a hex or off the map, and let everything that depends on it know."""
        state.place(unit, h)
        side = self.force.side[unit]
        state.zones[side] = None
        self.scores.entered(state, side, h)

    def outcome(self, state: H) -> Outcome | None:
        return self.scores.outcome(state) if state.ended else None

    def whole_way(self, start: int, given: list[int], steps: Steps, legal: Callable[[], Legs | None]) -> Legs:
        """A way given by some of its hexes, made whole: as ``legal`` finds it, else by terrain alone.

        A hex twice in a row is no way, and is left for the rules to refuse.
        """
        if start < 0 or not given or NOWHERE in given:
            return plain(given)
        stands = any(a == b for a, b in pairwise([start, *given]))
        return (None if stands else legal()) or self.by_terrain(start, given, steps)

    def spelled_out(self, start: int, way: list[int]) -> bool:
        """Whether a way begins with ``start``, where its unit stands, and goes on from neighbour to neighbour."""
        return len(way) > 1 and way[0] == start and all(self.distance(a, b) == 1 for a, b in pairwise(way))

    def by_terrain(self, start: int, given: list[int], steps: Steps) -> Legs:
        """A way through given hexes: the cheapest over open ground where two are not adjacent."""
        legs = []
        at = start
        for h in given:
            found = reach(at, steps, _ENDLESS) if self.distance(at, h) > 1 else None
            legs.append(found.path(h) if found and h in found.cost else (h,))
            at = h
        return tuple(legs)

    # -- what one may know ------------------------------------------------------------------------------------

    def units(self, state: H) -> dict[str, dict[str, Any]]:
        """Every unit with its hex (or None) and steps, and whether it is dead or still to come."""
        found = {}
        for u, key in enumerate(self.force.keys):
            h = state.where[u]
            found[key] = {
                "at": self.grid.name(h) if h >= 0 else None,
                "steps": state.steps[u],
                "strength": self.force.worth(u, state.steps[u]),
                "side": self.force.sides[self.force.side[u]],
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
            "score": dict(zip(self.force.sides, self.scores.score(state), strict=True)),
        }

    def defects(self, state: H) -> list[str]:
        """What no hex game allows: units out of their stacks, both sides in a hex, steps that cannot be."""
        found = []
        name, keys = self.grid.name, self.force.keys
        for h, mask in state.stacks.items():
            members = list(bits(mask))
            if h not in self.grid:
                found.append(f"units at {h}, which is no hex")
            elif len({self.force.side[u] for u in members}) > 1:
                found.append(f"both sides at {name(h)}")
            if not members or any(state.where[u] != h for u in members):
                found.append(f"the stack at {h} does not match its units")
        for u, h in enumerate(state.where):
            if h >= 0 and not state.stacks.get(h, 0) >> u & 1:
                found.append(f"{keys[u]} is missing from its hex")
            if (h == DEAD) != (state.steps[u] == 0):
                found.append(f"{keys[u]} has {state.steps[u]} steps at {h}")
            if not 0 <= state.steps[u] <= self.force.steps[u]:
                found.append(f"{keys[u]} has {state.steps[u]} steps")
        return found
