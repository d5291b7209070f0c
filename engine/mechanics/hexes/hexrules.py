"""Rules of a two-sided game of units in hexes: what does not depend on the system."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.errors import HexwrightError
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes import concealment, handmade
from engine.mechanics.hexes.deploying import SetUp, to_place
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import ABSENT, DEAD, POOL, WAITING, HexState
from engine.mechanics.hexes.marching import Entering, Marching, Movement
from engine.mechanics.hexes.turns import GameTurn, phase_of
from engine.mechanics.hexes.verbs import Verbs
from engine.mechanics.procedure import SET_UP
from engine.play import Action, Judgement, Outcome, Rules, Start, Step
from engine.play.dice import Dice
from engine.play.parts import Parts
from engine.play.score_sheet import ScoreSheet
from engine.play.words import listed
from engine.plural import counted
from engine.scenario import Scenario

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)
_MEASURED: Final = frozenset({"unit", "to", "path", "cost"})
"""What an event of a move tells."""


class HexRules(Rules[H], Generic[F, H]):
    """Set-up and start, what one may know of any unit, and what is always wrong with a state."""

    verbs: Verbs[F, H]
    """The actions there are."""
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
        self.secrets = type(self).secrets or any(group.hidden for group in field.groups)

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

    @abstractmethod
    def set_up(self) -> SetUp[F, H]:
        """The frame in which the players set up their groups."""

    def load(self, data: dict[str, Any]) -> H:
        state = self.blank()
        state.load(data)
        return state

    def initial(self, start: Start | None, step: Step) -> H:
        field = self.field
        state = self.blank()
        state.steps = list(field.roster.steps)
        state.holders = field.scores.begun
        state.kept = field.scores.nothing_kept()
        setting_up = start is None or start.phase.strip().lower() in (SET_UP, "set up", "set_up")
        if start is not None:
            state.where = field.nowhere(setting_up)
        for unit in field.pooled:
            state.where[unit] = POOL
        if not (start and start.only):
            for unit, h in field.setup.items():
                field.put(state, unit, h)
        if start is not None:
            self._begin_at(state, start, setting_up)
        self.begin(state, None if setting_up else start, step)
        if setting_up and field.groups:
            state.push(self.set_up())
        self.settle(state, step)
        return state

    def _begin_at(self, state: H, start: Start, setting_up: bool) -> None:
        """Put the units of a start where it has them. Others are not looked at: there may be thousands of them, and as
        many starts with a unit alone."""
        state.turn = start.turn
        named = [(self.field.roster.find(key), how) for key, how in start.units.items()]
        for unit, how in named:
            self._begin_unit(state, unit, how)
        self._refuse_mixed_stacks(state)
        if wrong := self.misplaced(state):
            raise HexwrightError("; ".join(wrong))
        for unit, _ in named:
            if state.where[unit] == WAITING and not self.field.is_to_come(unit, setting_up):
                state.where[unit] = ABSENT

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
                f"a unit starts with at, steps and dead; {self.field.roster.names[unit]} has {unknown[0]!r}"
            )
        if "at" not in given and not given.get("dead") and state.where[unit] >= 0:
            given = {**given, "at": self.field.grid.name(state.where[unit])}  # where the set-up has it
        at, steps = given.get("at"), given.get("steps", self.field.roster.steps[unit])
        if not isinstance(steps, int) or not 0 <= steps <= self.field.roster.steps[unit]:
            raise HexwrightError(
                f"{self.field.roster.names[unit]} has {counted(self.field.roster.steps[unit], 'step')}, not {steps}"
            )
        if given.get("dead") or steps == 0:
            self.field.put(state, unit, DEAD)
            state.steps[unit] = 0
            return
        off = POOL if unit in self.field.pooled else WAITING
        self.field.put(state, unit, off if at in (None, "", "off") else self.field.grid.parse(str(at)))
        state.steps[unit] = steps

    def _refuse_mixed_stacks(self, state: H) -> None:
        for h, mask in state.stacks.items():
            if all(mask & side for side in self.field.roster.of_side):
                names = listed(self.field.roster.names[u] for u in bits(mask))
                raise HexwrightError(f"{names} of both sides would start in {self.field.place(h)}")

    def misplaced(self, state: H) -> list[str]:
        """What the rules do not let units begin as, in a position that was put together by hand."""
        return []

    # -- the game ---------------------------------------------------------------------------------------------

    def outcome(self, state: H) -> Outcome | None:
        return self.field.scores.outcome(state) if state.ended else None

    def tally(self, state: H) -> ScoreSheet | None:
        return self.field.scores.tally(state)

    def text(self, action: Action) -> str:
        return self.parts(action).text

    def parts(self, action: Action) -> Parts:
        return self.verbs.parts(self.field, action)

    def rewarded(self, state: H) -> Iterator[Action]:
        top = state.top if state.stack and not state.ended else None
        doors = self.field.scores.exits[top.side] if isinstance(top, Movement) else {}
        for action in top.march.exits(self.field, state, top.side) if isinstance(top, Movement) and doors else ():
            if doors[state.where[unit_of(action)]] > 0:
                yield action

    def judge(self, state: H, action: Action) -> Judgement:
        """A legal move is measured as well: its hexes, its movement points, where it ends. What dice decide is not."""
        judged = super().judge(state, action)
        if not judged.legal or not isinstance(state.top, Movement | Entering):
            return judged
        twin, step = state.copy(), Step(Dice(0))
        twin.top.perform(self.field, twin, action, step)
        moved = next((event.data for event in step.events if event.data.keys() >= _MEASURED), None)
        if moved is None or twin.draws != state.draws:
            return judged
        return replace(judged, length=len(moved["path"]), cost=moved["cost"], ends={moved["unit"]: moved["to"]})

    def units_of(self, action: Action) -> tuple[str, ...]:
        return self.verbs.units(self.field, action)

    def likely_actions(self, state: H, unit: str, place: str) -> Iterator[Action]:
        """An attack where an enemy stands; then what is done with a unit and a hex in this phase, and in any."""
        roster = self.field.roster
        foes = state.stacks.get(self.field.grid.find(place), 0) & ~roster.of_side[roster.side[roster.find(unit)]]
        return self.verbs.pointed(self.field, state, unit, place, bool(foes))

    def parse(self, text: str, state: H) -> Action:
        return self.verbs.read(self.field, state, text)

    def check(self, action: Action, state: H) -> None:
        handmade.check(self.verbs, self.field, state, action)

    def split_by_unit(self, text: str) -> list[str]:
        return self.verbs.split_by_unit(self.field, text)

    def phase(self, state: H) -> tuple[str, str]:
        side, phase = phase_of(state)
        return (self.field.roster.sides[side], phase) if phase else ("", "")

    # -- what one may know ------------------------------------------------------------------------------------

    def view(self, state: H, side: str) -> dict[str, Any]:
        data = super().view(state, side)
        concealment.veil(self.field, state, self.field.roster.player(side), data)
        return data

    def redeal(self, state: H, side: str, random: Random) -> H:
        return concealment.dealt(self.field, state, self.field.roster.player(side), random)

    def visible_text(self, action: Action, actor: str, side: str) -> str:
        """Where a unit of a hidden group is set up is its owner's secret."""
        roster = self.field.roster
        hidden = concealment.visible_text(self.field, action, roster.player(actor)) if actor != side else ""
        return hidden or super().visible_text(action, actor, side)

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

    def beginning(self, state: H) -> dict[str, Any]:
        """The pools hold whoever lies in them now."""
        now = self.pools(state)
        pools = {name: replace(pool, units=now[name]) for name, pool in self.scenario.pools.items()}
        return {"pools": {name: pool for name, pool in pools.items() if pool.units or pool.back}}

    def pools(self, state: H) -> dict[str, tuple[str, ...]]:
        """Who began in a pool and lies in it now; who came back to one lies in the first of his side that takes the
        eliminated in."""
        roster, pools = self.field.roster, self.scenario.pools
        lying = dict.fromkeys(roster.keys[u] for u, where in enumerate(state.where) if where == POOL)
        found = {name: [key for key in pool.units if key in lying] for name, pool in pools.items()}
        back = {pool.side: name for name, pool in reversed([*pools.items()]) if pool.back}
        for key in [key for key in lying if not any(key in pool.units for pool in pools.values())]:
            if name := back.get(self.scenario.units[key].side):
                found[name].append(key)
        return {name: tuple(units) for name, units in found.items()}

    def to_set_up(self, state: H) -> list[str]:
        """The units that may be put onto the map now; see `deploying.to_place`."""
        return [self.field.roster.keys[u] for u in to_place(self.field, state)]

    def objectives(self, state: H) -> dict[str, str]:
        sides, names = self.field.roster.sides, self.field.grid.name
        held = zip(self.field.scores.stakes, state.holders, strict=True)
        return {names(h): sides[holder] if holder >= 0 else "" for (h, _), holder in held}

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
        return self.field.defects(state)
