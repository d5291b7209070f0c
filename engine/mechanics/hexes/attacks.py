"""Attacks built in steps: targets and attackers are added one by one, then the attack is fought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeVar

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import added_by, column_of
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.procedure import Asking, Breach
from engine.play import Action, Decision, Step
from engine.play.words import listed

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)
TWICE: Final = "it already takes part in this attack"
_FIGHTS: Final = 0.6
"""The share of random choices, while an attack is put together, that fight it as it is, where that is legal."""


class Declaring(Asking[F, H]):
    """An attack being put together."""

    side: int
    attackers: tuple[int, ...]
    decision_rule: str
    """The paragraph under which attacks are put together."""
    asks = "first complete the declared attack: add to it or fight"
    adds: Mapping[str, str] = {"with": "attackers"}
    """The verbs that add to an attack, each with the field that it adds to."""
    more = "attackers"
    """What may be added."""

    def wants(self, action: Action) -> bool:
        return action.verb == "fight" or action.verb in self.adds

    @property
    def against(self) -> tuple[int, ...]:
        """The hexes attacked, as this frame names them."""
        raise NotImplementedError

    def hexes_attacked(self, state: H) -> tuple[int, ...]:
        """The hexes attacked now."""
        return self.against

    def ruled_by(self, field: F) -> str:
        """The paragraph under which attacks are put together, with its system."""
        return self.cite(self.decision_rule)

    def is_asking(self, field: F, state: H) -> bool:
        return True

    def decision(self, field: F, state: H) -> Decision:
        against = self.hexes_attacked(state)
        hexes = tuple(field.grid.name(h) for h in against)
        units = tuple(field.roster.keys[u] for u in self.attackers)
        prompt = f"Attack {listed(field.place(h) for h in against)}: add {self.more}, then fight"
        return Decision(field.roster.sides[self.side], "attack", self.ruled_by(field), prompt, units, hexes)

    def perform(self, field: F, state: H, action: Action, step: Step) -> None:
        name = self.adds.get(action.verb)
        if name is None:
            state.pop()
            self.fight(field, state, action, step)
        else:
            added: Any = {name: tuple(sorted((*getattr(self, name), added_by(action))))}
            state.replace(replace(self, **added))

    def fight(self, field: F, state: H, action: Action, step: Step) -> None:
        """Begin the attack as it has been put together."""
        raise NotImplementedError


class Building(Declaring[F, H]):
    """An attack on one or several hexes, which may be fought in a column further left. An action adds to it as long as
    some legal attack holds all that is in it then."""

    targets: tuple[int, ...]
    adds = {"also": "targets", "with": "attackers"}
    more = "attackers or targets"
    twice: str
    """The paragraph by which no unit takes part twice."""

    @property
    def against(self) -> tuple[int, ...]:
        return self.targets

    # -- what the system says ---------------------------------------------------------------------------------

    def other_targets(self, field: F, state: H) -> list[int]:
        """What may be attacked and is no target yet."""
        raise NotImplementedError

    def other_attackers(self, field: F, state: H) -> list[int]:
        """The units that could attack a target, or support that, and do not take part yet."""
        raise NotImplementedError

    def fits(self, field: F, state: H, targets: tuple[int, ...], attackers: tuple[int, ...]) -> bool:
        """Whether some legal attack holds at least these."""
        raise NotImplementedError

    def judged(
        self,
        field: F,
        state: H,
        targets: tuple[int, ...],
        attackers: tuple[int, ...],
        lowered: int = NOWHERE,
        *,
        whole: bool = True,
    ) -> Iterator[Breach]:
        """Every paragraph that an attack breaks; ``whole`` is False for one still being put together."""
        raise NotImplementedError

    def lowers(self, field: F) -> bool:
        """Whether the attacker may choose a column further left."""
        return True

    def column(self, field: F, state: H) -> int:
        """The column of the attack as it is."""
        raise NotImplementedError

    def strike(self, field: F, state: H, lowered: int, step: Step) -> None:
        """Begin the attack as it has been put together, in the column that it is lowered to."""
        raise NotImplementedError

    def repeated(self, field: F) -> Iterator[Breach]:
        """What it breaks to add who takes part already."""
        yield self.twice, TWICE

    def at_column(self, column: int) -> Action:
        """To fight in a column further left."""
        return Action("fight", (column,))

    def lowered_to(self, action: Action) -> int:
        """The column that an action to fight names; NOWHERE for none."""
        return column_of(action, NOWHERE)

    # -- what follows -----------------------------------------------------------------------------------------

    def added(self, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The targets and the attackers with what an action adds."""
        added = added_by(action)
        if action.verb == "also":
            return tuple(sorted({*self.targets, added})), self.attackers
        return self.targets, tuple(sorted({*self.attackers, added}))

    def widening(self, field: F, state: H) -> list[Action]:
        """The actions that add a target, whether a legal attack holds it or not."""
        return [Action("also", (target,)) for target in self.other_targets(field, state)]

    def strengthening(self, field: F, state: H) -> list[Action]:
        """The actions that add an attacker, likewise."""
        return [Action("with", (unit,)) for unit in self.other_attackers(field, state)]

    def joining(self, field: F, state: H) -> Iterator[Action]:
        """The actions that add an attacker."""
        return (one for one in self.strengthening(field, state) if self.fits(field, state, *self.added(one)))

    def actions(self, field: F, state: H) -> Iterator[Action]:
        yield from (one for one in self.widening(field, state) if self.fits(field, state, *self.added(one)))
        if self.may_fight(field, state):
            yield Action("fight")
            for column in range(self.column(field, state)) if self.lowers(field) else ():
                yield self.at_column(column)
        yield from self.joining(field, state)

    def sample(self, field: F, state: H, random: Random) -> Action:
        if random.random() < _FIGHTS and self.may_fight(field, state):
            return self._random_fight(field, state, random)
        choices = self.choices(field, state)
        while choices:
            action = choices.pop(int(random.random() * len(choices)))
            if self.fits(field, state, *self.added(action)):
                return action
        return self._random_fight(field, state, random)

    def choices(self, field: F, state: H) -> list[Action]:
        """What might be added, in the order from which chance takes."""
        return [*self.widening(field, state), *self.strengthening(field, state)]

    def _random_fight(self, field: F, state: H, random: Random) -> Action:
        """To fight, in the column that there is or further left; to be called where that is legal."""
        if not self.lowers(field) or random.random() < 0.5:
            return Action("fight")
        columns = self.column(field, state)
        return self.at_column(random.randrange(columns)) if columns else Action("fight")

    def may_fight(self, field: F, state: H) -> bool:
        """Whether the attack is legal as it is."""
        return bool(self.attackers) and not any(self.judged(field, state, self.targets, self.attackers))

    def faults(self, field: F, state: H, action: Action) -> Iterator[Breach]:
        if action.verb == "fight":
            yield from self.judged(field, state, self.targets, self.attackers, self.lowered_to(action))
            return
        targets, attackers = self.added(action)
        if (targets, attackers) == (self.targets, self.attackers):
            yield from self.repeated(field)
        yield from self.judged(field, state, targets, attackers, whole=False)

    def fight(self, field: F, state: H, action: Action, step: Step) -> None:
        self.strike(field, state, self.lowered_to(action), step)
