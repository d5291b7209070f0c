"""De Bellis Multitudinis bound to a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from engine.errors import HexwrightError
from engine.mechanics.procedure import END, SET_UP
from engine.play import Action, Outcome, Rules, Start, Step
from engine.play.answers import Prospects
from engine.play.model import Judgement
from engine.play.parts import Parts
from engine.scenario import Scenario
from engine.systems.de_bellis_multitudinis import (
    breaking,
    handmade,
    lining_up,
    measures,
    notation,
    prospects,
    secrecy,
    starting,
)
from engine.systems.de_bellis_multitudinis.acts import phase_of
from engine.systems.de_bellis_multitudinis.bound import STAGES, Bound
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.moves import Moves
from engine.systems.de_bellis_multitudinis.reading_actions import read_action
from engine.systems.de_bellis_multitudinis.setting_up import TableSetUp
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.writing_actions import parts_of
from engine.tables.places import BasePlace, as_degrees, paces, spell


class DbmRules(Rules[DbmState]):
    """The field and the chapters, bound together."""

    system: ClassVar[str] = "dbm"
    phases: ClassVar[tuple[str, ...]] = notation.PHASES
    moving_phase: ClassVar[str] = "moves"
    order_rules: ClassVar[tuple[str, ...]] = ("dbm:10.1",)
    told_at_once: ClassVar[frozenset[str]] = frozenset({"recoil", "pushed"})

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, options)
        self.field = DbmField(scenario, self.options)
        self.secrets = secrecy.has_secrets(self.field)

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> DbmState:
        """A state with no elements on the table."""
        return DbmState(len(self.field.roster.units), len(self.field.commands))

    def initial(self, start: Start | None, step: Step) -> DbmState:
        state = self.blank()
        state.weather = starting.weather_of(self.field.special.weather)
        if not (start and start.only):
            starting.set_up(self.field, state)
        phase = ""
        if start is not None:
            starting.begin(self.field, state, start)
            phase = self._phase(start.phase)
        side = self.field.roster.player(start.side) if start and start.side else 0
        stage = STAGES.index(phase) if phase in STAGES else 0
        state.push(Bound(side, stage))
        if start is None or phase == SET_UP:
            state.push(TableSetUp(side, asked=phase == SET_UP))
        self.settle(state, step)
        return state

    def _phase(self, given: str) -> str:
        """The phase that a start names; the first of a bound where it names none."""
        wanted = given.strip().lower().replace("_", "-").replace(" ", "-").removesuffix("-phase")
        if wanted and wanted not in self.phases:
            raise HexwrightError(f"there is no phase {given!r}; there are {', '.join(self.phases)}")
        return wanted

    def load(self, data: dict[str, Any]) -> DbmState:
        state = self.blank()
        state.load(data)
        return state

    def outcome(self, state: DbmState) -> Outcome | None:
        return breaking.outcome(self.field, state)

    def phase(self, state: DbmState) -> tuple[str, str]:
        sides = self.field.roster.sides
        for frame in reversed(state.stack):
            if isinstance(frame, TableSetUp):
                return sides[frame.side], SET_UP
            if isinstance(frame, Bound):
                return sides[frame.side], STAGES[max(frame.stage - 1, 0)]
        return "", ""

    def status(self, state: DbmState) -> dict[str, Any]:
        side, phase = self.phase(state)
        score = breaking.points(self.field, state)
        sides = self.field.roster.sides
        pips = {self.field.commands[n].key: pips for n, pips in enumerate(state.pips)}
        return {
            "turn": state.turn,
            "bound": state.bound,
            "side": side,
            "phase": phase,
            "pips": pips,
            "score": {sides[0]: score[0], sides[1]: score[1]},
        }

    # -- actions ----------------------------------------------------------------------------------------------

    def judge(self, state: DbmState, action: Action) -> Judgement:
        judged = super().judge(state, action)
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, Moves | TableSetUp):
            return measures.measured(self.field, state, frame.side, action, judged)
        return judged

    def text(self, action: Action) -> str:
        return self.parts(action).text

    def parts(self, action: Action) -> Parts:
        return parts_of(self.field, action)

    def check(self, action: Action, state: DbmState) -> None:
        handmade.check(self.field, action)

    def parse(self, text: str, state: DbmState) -> Action:
        action = read_action(self.field, text, partial(lining_up.parts_of, self.field, state))
        ends_this = phase_of(action) == self.phase(state)[1] if action.verb == END.verb else False
        return END if ends_this else action

    def reworded(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Forming and expanding a column are tactical moves, and may be expected as such."""
        return [{**event, "event": "move", "kind": "move"}] if event["event"] in ("column", "expand") else []

    # -- what is hidden ---------------------------------------------------------------------------------------

    def view(self, state: DbmState, side: str) -> dict[str, Any]:
        return secrecy.view(self.field, state, side)

    def redeal(self, state: DbmState, side: str, random: Random) -> DbmState:
        return secrecy.redeal(self.field, state, side, random)

    def visible_text(self, action: Action, actor: str, side: str) -> str:
        return secrecy.visible_text(self.text(action), action, actor, side)

    def announced(self, state: DbmState, action: Action) -> Prospects | None:
        return prospects.announced(self.field, state, action)

    # -- elements ---------------------------------------------------------------------------------------------

    def units(self, state: DbmState) -> dict[str, dict[str, Any]]:
        return {key: self._unit(state, unit) for unit, key in enumerate(self.field.roster.keys)}

    def _unit(self, state: DbmState, unit: int) -> dict[str, Any]:
        where = state.at[unit]
        lost = state.has(unit, Flag.LOST)
        return {
            "at": _numbers(where),
            "steps": 0 if lost else 1,
            "dead": lost,
            "dismounted": state.has(unit, Flag.DISMOUNTED),
            "mounts": "left" if state.has(unit, Flag.MOUNTS_LEFT) else "kept",
            "holders": _numbers(state.holders.get(unit)),
            "ambush": state.has(unit, Flag.HIDDEN),
            "marches": state.marches[unit],
            "command": self.field.command(unit).key,
        }

    def defects(self, state: DbmState) -> list[str]:
        found = []
        for unit, where in enumerate(state.at):
            name = self.field.name(unit)
            if where is None:
                continue
            if state.has(unit, Flag.LOST):
                found.append(f"{name} is lost and on the table")
            width, height = self.field.size
            if not all(
                -512 <= x <= width + 512 and -512 <= y <= height + 512 for x, y in self.field.corners(state, unit)
            ):
                found.append(f"{name} is off the table at {spell(where)}")
        return found


def _numbers(where: BasePlace | None) -> list[float] | None:
    """A place as numbers: whole paces, and the facing in degrees; None for nowhere."""
    return None if where is None else [paces(where.x), paces(where.y), as_degrees(where.facing)]
