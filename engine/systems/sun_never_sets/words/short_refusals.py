"""Why an action that is written in short is refused when no legal action has its words: ``besiege``, ``spy``,
``ambush``, ``sap by br-e``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product

from engine.errors import HexwrightError, IllegalAction
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexes.turns import active_side
from engine.mechanics.hexes.verbs import Args, Number, Part, Verb, Verbs
from engine.mechanics.procedure import Asking, Breach
from engine.play import Action, Illegal
from engine.play.parts import WordKind
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.march.interruptions import AMBUSH
from engine.systems.sun_never_sets.turn import timing

_MOST = 600
"""The most actions that are looked at for one that is written in short."""
_ELSEWHERE = (AMBUSH, "evade", "screen", "stand")
"""What the side does whose turn it is not."""


class SnsVerbs(Verbs[SnsField, SnsState]):
    """The verbs of this system. A short text that no legal action has is refused for what the nearest to a legal one of
    those that it may stand for breaks."""

    def refused(
        self, field: SnsField, state: SnsState, verb: Verb[SnsField, SnsState], said: Sequence[str]
    ) -> IllegalAction | None:
        """The paragraphs that bar every action that these words may be short for, those with the fewest breaches first;
        None where there is no such action."""
        if not state.stack or state.ended:
            return None
        meant = [
            one for one in islice(self._candidates(field, state, verb, said), _MOST) if self.says(field, one, said)
        ]
        found = [breaches for one in meant if (breaches := self._breaches(field, state, one))]
        if not found:
            return None
        fewest = min(len({rule for rule, _ in breaches}) for breaches in found)
        rules = dict[str, str]()
        for breaches in found:
            if len({rule for rule, _ in breaches}) == fewest:
                rules = {**dict(reversed(breaches)), **rules}
        (rule, reason), *also = rules.items()
        return IllegalAction(rule, reason, tuple(other for other, _ in also))

    def _breaches(self, field: SnsField, state: SnsState, action: Action) -> list[Breach]:
        """What an action breaks now, with what it would break in its own time."""
        verdict, top = state.top.verdict(field, state, action), state.top
        if not isinstance(verdict, Illegal):
            return []
        found = [(verdict.rule, verdict.reason), *verdict.also]
        if not (isinstance(top, Asking) and top.wants(action)):
            units = tuple(field.roster.number[key] for key in self.units(field, action))
            found += [(field.cite(rule), why) for rule, why in timing.breaches(field, state, action, units)]
        return found

    def _candidates(
        self, field: SnsField, state: SnsState, verb: Verb[SnsField, SnsState], said: Sequence[str]
    ) -> Iterator[Action]:
        """The actions of a verb that a unit may take in its hex and next to it, or on an enemy."""
        named = next((u for word in said if (u := field.roster.number.get(word.lower())) is not None), None)
        side = _whose(field, state, verb) if named is None else field.roster.side[named]
        seen = set[Action]()
        for unit in bits(field.roster.of_side[side]):
            if (at := state.where[unit]) < 0:
                continue
            for values in product(*(_values(field, state, part, unit, at) for part in verb.parts)):
                args: Args = tuple(value for one in values for value in one)
                with suppress(HexwrightError):
                    action = verb.made(field, state, args) if verb.made else Action(verb.word, args)
                    if action not in seen:
                        seen.add(action)
                        yield action


def _whose(field: SnsField, state: SnsState, verb: Verb[SnsField, SnsState]) -> int:
    """The side that an action of a verb is of."""
    decision = state.top.decision(field, state)
    if decision is not None and isinstance(state.top, Asking) and state.top.wants(Action(verb.word)):
        return field.sides.index(decision.side)
    active = max(active_side(state), 0)
    return 1 - active if verb.word in _ELSEWHERE else active


def _values(field: SnsField, state: SnsState, part: Part[SnsField, SnsState, int], unit: int, at: int) -> list[Args]:
    """The arguments that a part of an action of a unit may have."""
    if part.kind is WordKind.UNIT:
        found = [unit]
        if not part.needed:
            found = list(bits(field.units_at(state, at, field.roster.side[unit]) & field.roster.headquarters))
    elif part.kind in (WordKind.PLACE, WordKind.TARGET):
        enemies = {state.where[u] for u in bits(field.roster.of_side[1 - field.roster.side[unit]])}
        found = [*dict.fromkeys([at, *(h for h in field.grid.ring1[at] if h >= 0), *(h for h in enemies if h >= 0)])]
    else:
        found = []
    values: list[Args] = [((value,),) if part.number is Number.SET else (value,) for value in found]
    if part.needed:
        return values
    absent: dict[Number, Args] = {Number.WAY: (), Number.SET: ((),)}
    return [absent.get(part.number, part.absent or (NOWHERE,)), *values]
