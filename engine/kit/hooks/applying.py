"""The hooks of a rules file at their places in a game: each is called with the view of a moment and plain names."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from engine.findings import Finding
from engine.kit.bound.phases import BoundPhase
from engine.kit.hooks import running
from engine.kit.hooks.reading import HookFile
from engine.kit.hooks.running import HookFault, HookRunner
from engine.kit.hooks.view import HookView
from engine.kit.model.effects import EffectRule
from engine.kit.play.moments import ByItself
from engine.kit.play.state import KitState
from engine.kit.play.turning import turn_frame
from engine.mechanics.bits import bits
from engine.play import Step

Number = Any
TRIES: Final = 64
"""Attacks that are asked about, at most, to find whether a hook allows one that goes on from what is declared."""
_EFFECTS: Final[TypeAdapter[tuple[EffectRule, ...]]] = TypeAdapter(tuple[EffectRule, ...])
_OF_COMBAT: Final = frozenset({"attacker", "defender", "both"})


@dataclass(frozen=True, slots=True)
class HookLine:
    """A change that a hook made to a strength, as a line of the odds card."""

    says: str
    rule: tuple[str, ...] = ()
    when: tuple[Any, ...] = ()


class FieldHooks:
    """The hooks of a file, for the games of one scenario. Raises HookFault where they are not trusted."""

    def __init__(self, field: Any, file: HookFile) -> None:
        self.field = field
        self.runner = HookRunner(file)
        self.rule: str = field.cites("hooks")[0]
        self.fault: Finding | None = None
        """The fault of a hook: the game is over, and no hook is called any more."""
        self._within = threading.local()

    def has(self, name: str) -> bool:
        """Whether the file has a hook."""
        return self.runner.has(name)

    def _ask(self, name: str, state: KitState, default: Any, checked: Callable[[Any], Any], *arguments: Any) -> Any:
        """The answer of a hook; ``default`` if there is none, and while another hook runs: hooks see the game without
        hooks."""
        if not self.runner.has(name) or self.fault is not None or getattr(self._within, "busy", False):
            return default
        self._within.busy = True
        try:
            return self.runner.call(name, (HookView(self.field, state), *arguments), checked)
        except HookFault as error:
            self.fault = error.finding
            raise
        finally:
            self._within.busy = False

    def _key(self, unit: int) -> str:
        return str(self.field.roster.keys[unit])

    def _keys(self, units: Sequence[int]) -> list[str]:
        return [self._key(u) for u in units]

    def _hex(self, h: int) -> str:
        return str(self.field.grid.name(h))

    # -- movement and zones -----------------------------------------------------------------------------------

    def cost(self, state: KitState, unit: int, start: int, to: int, cost: Number) -> Number | None:
        """What a step costs; None where it may not be."""
        names = self._key(unit), self._hex(start), self._hex(to)
        return self._ask("cost", state, cost, running.number_or_none, *names, cost)

    def barred(self, state: KitState, unit: int, h: int) -> tuple[str, str] | None:
        """Why a unit may not enter a hex: the paragraph and the reason; None where it may."""
        found: tuple[str, str] | None = self._ask("may_enter", state, None, self._why, self._key(unit), self._hex(h))
        return found

    def exerts(self, state: KitState, unit: int, exerts: bool) -> bool:
        """Whether a unit exerts a zone of control."""
        at = self._hex(state.where[unit])
        return bool(self._ask("exerts", state, exerts, running.yes_or_no, self._key(unit), at, exerts))

    def supplied(self, state: KitState, unit: int, supplied: bool) -> bool:
        """Whether a unit is supplied."""
        return bool(self._ask("supplied", state, supplied, running.yes_or_no, self._key(unit), supplied))

    # -- combat -----------------------------------------------------------------------------------------------

    def strength(self, state: KitState, kind: str, unit: int, role: str, strength: Number) -> Number:
        """What a unit brings to a combat."""
        return self._ask("strength", state, strength, running.number, kind, self._key(unit), role, strength)

    def shifts(
        self, state: KitState, kind: str, units: Sequence[int], targets: Sequence[int]
    ) -> tuple[tuple[int, int, str], ...]:
        """The columns, and what is added to the die, of an attack, each with its caption."""
        hexes = [self._hex(h) for h in targets]
        found: tuple[tuple[int, int, str], ...] = self._ask(
            "shift", state, (), running.shifts, kind, self._keys(units), hexes
        )
        return found

    def refused(
        self, state: KitState, kind: str, units: Sequence[int], targets: Sequence[int]
    ) -> tuple[str, str] | None:
        """Why an attack may not be made: the paragraph and the reason; None where it may."""
        hexes = [self._hex(h) for h in sorted(targets)]
        found: tuple[str, str] | None = self._ask(
            "may_attack", state, None, self._why, kind, self._keys(sorted(units)), hexes
        )
        return found

    def some_attack(
        self, state: KitState, kind: str, units: Sequence[int], targets: Sequence[int], more: Sequence[int]
    ) -> bool:
        """Whether an attack of some units is allowed, alone or with some of those who could join them."""
        waiting = [tuple(sorted(units))]
        for number in range(TRIES):
            if number == len(waiting):
                return False
            tried = waiting[number]
            if tried and self.refused(state, kind, tried, targets) is None:
                return True
            last = max((more.index(u) for u in tried if u in more and u not in units), default=-1)
            waiting += [(*tried, u) for u in more[last + 1 :] if u not in tried]
        return False

    def _why(self, value: Any) -> tuple[str, str] | None:
        if value is None:
            return None
        if not isinstance(value, tuple) or len(value) != 2 or not all(isinstance(one, str) for one in value):
            raise ValueError("it must be None or (paragraph, reason)")
        number = value[0].removeprefix(f"{self.field.system}:")
        if number not in self.field.model.paragraphs:
            raise ValueError(f"the rules define no paragraph {number!r}")
        return number, value[1]

    # -- effects ----------------------------------------------------------------------------------------------

    def after_result(self, state: KitState, kind: int, name: str, code: str, attackers: int, defenders: int) -> int:
        """The effects of a hook behind those of a result, by the number of their list; less than 0 for none."""
        units = self._keys(list(bits(attackers))), self._keys(list(bits(defenders)))
        checked = lambda value: self._effects(value, _OF_COMBAT)  # noqa: E731
        return self._bound(state, kind, self._ask("after_result", state, "", checked, name, code, *units))

    def moment(self, state: KitState, name: str, *arguments: str) -> int:
        """The same for a hook that is called as something begins or ends."""
        text = self._ask(name, state, "", lambda value: self._effects(value, frozenset()), *arguments)
        return self._bound(state, -1, text)

    def points(self, state: KitState, side: str) -> tuple[tuple[Number, str], ...]:
        """The points that a side has, each with its reason."""
        found: tuple[tuple[Number, str], ...] = self._ask("points", state, (), running.points, side)
        return found

    def _bound(self, state: KitState, kind: int, text: str) -> int:
        if not text:
            return -1
        if (kind, text) not in state.hooked:
            state.hooked = (*state.hooked, (kind, text))
        return self.bind(kind, text)

    def bind(self, kind: int, text: str) -> int:
        """The number of the list of some effects, as a state keeps them; the same in every game and process."""
        combat = self.field.combat
        base = combat.kinds[kind].retreat_base if kind >= 0 else None
        number: int = combat.effects.hooked(f"{kind} {text}", lambda: _EFFECTS.validate_json(text), self.rule, base)
        return number

    def _effects(self, value: Any, roles: frozenset[str]) -> str:
        """Effects as text, in one spelling; empty for none. Raises ValueError."""
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise ValueError("it must be a list of effects, each a mapping")
        if not value:
            return ""
        try:
            text = json.dumps([dict(one) for one in value], sort_keys=True, default=str)
            effects = _EFFECTS.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise ValueError(f"{place}: {first['msg']}") from None
        except (TypeError, RecursionError) as error:
            raise ValueError(str(error)) from None
        for effect in effects:
            self._sound(effect, roles | {"active", "other", *self.field.roster.sides})
        return text

    def _sound(self, effect: EffectRule, roles: frozenset[str]) -> None:
        """Raise ValueError for an effect with an unknown name."""
        field, model = self.field, self.field.model
        if len(effect.verbs) != 1:
            raise ValueError("each effect does one thing")
        known: dict[str, Any] = {
            "status": field.statuses,
            "clear": field.statuses,
            "place": field.marker_kinds,
            "remove": field.marker_kinds,
            "weather": model.weather.kinds if model.weather is not None else (),
            "draw": tuple(model.events.keys()),
        }
        name = getattr(effect, effect.verb)
        if effect.verb in known and name not in known[effect.verb]:
            raise ValueError(f"there is no {effect.verb} {name!r}")
        if effect.role and effect.role not in roles:
            raise ValueError(f"the role {effect.role!r} is not there")
        for inner in (*effect.pass_, *effect.fail):
            self._sound(inner, roles | {"unit"})


class HooksAtMoments(ByItself):
    """The hooks that are called as turns and phases begin and end."""

    def __init__(self, hooks: FieldHooks, run: Callable[..., None]) -> None:
        """``run`` begins a list of effects."""
        self.hooks, self.run = hooks, run

    def _call(self, field: Any, state: KitState, name: str, *arguments: str) -> None:
        number = self.hooks.moment(state, name, *arguments)
        active, _ = turn_frame(state)
        self.run(state, number, max(active, 0))

    def game_turn_begins(self, field: Any, state: KitState, step: Step) -> None:
        self._call(field, state, "turn_begins")

    def phase_begins(self, field: Any, state: KitState, phase: BoundPhase, active: int, step: Step) -> None:
        side = field.roster.sides[active] if active >= 0 else ""
        self._call(field, state, "phase_begins", phase.name, side)

    def phase_ends(self, field: Any, state: KitState, phase: BoundPhase, step: Step) -> None:
        active, _ = turn_frame(state)
        side = field.roster.sides[active] if active >= 0 else ""
        self._call(field, state, "phase_ends", phase.name, side)
