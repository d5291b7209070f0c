"""Paragraph 8.2: who has tactical superiority in a battle, and what is added to the throws for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes.verbs import UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets.base import event_tables
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsFrame
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import Modifier, superior, total
from engine.systems.sun_never_sets.position import fight
from engine.systems.sun_never_sets.position.fight import Fighting, fighting

NOBODY: Final = -2
"""The commander of a side without headquarters."""
SCOUTS: Final = "giffords_scouts"


@dataclass(frozen=True)
class Superiority(SnsFrame):
    """Tactical superiority: each side names a commander and throws a die (8.21)."""

    commanders: tuple[int, int] = (NOWHERE, NOWHERE)

    rule = "8.21"
    verbs = ("command",)
    asks = "first choose the headquarters that commands this battle"

    def choices(self, field: SnsField, state: SnsState, side: int) -> list[int]:
        """The headquarters that may command: the commander in chief where he is present (8.21, 10.2)."""
        leaders = fighting(state).leaders(field, state, side)
        chief = field.leader(state, leaders)
        return [chief] if chief >= 0 else list(bits(leaders))

    def chooser(self, field: SnsField, state: SnsState) -> int:
        """The side that has to name its commander, the attacker first; -1 where both have."""
        first = fighting(state).side
        return next((side for side in (first, 1 - first) if self.commanders[side] == NOWHERE), -1)

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        side = self.chooser(field, state)
        if side < 0 or len(self.choices(field, state, side)) < 2:
            return None
        units = tuple(field.roster.keys[hq] for hq in self.choices(field, state, side))
        prompt = "Choose the headquarters that commands this battle"
        return Decision(field.sides[side], "superiority", "sns2:8.21", prompt, units)

    def actions(self, field: SnsField, state: SnsState) -> Iterator[Action]:
        for hq in self.choices(field, state, self.chooser(field, state)):
            yield Action("command", (hq,))

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        unit, side = unit_of(action), self.chooser(field, state)
        if unit not in self.choices(field, state, side):
            if fighting(state).leaders(field, state, side) >> unit & 1:
                yield "10.2", "the commander in chief commands where he is present"
            yield "8.21", f"{field.roster.names[unit]} is not a headquarters that may command this battle"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        self._named(field, state, unit_of(action))

    def _named(self, field: SnsField, state: SnsState, unit: int) -> None:
        side = self.chooser(field, state)
        first, second = self.commanders
        state.replace(Superiority((unit, second) if side == 0 else (first, unit)))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        side = self.chooser(field, state)
        if side >= 0:
            found = self.choices(field, state, side)
            if found:
                step.forced.append(Action("command", (found[0],)))
            self._named(field, state, found[0] if found else NOBODY)
            return
        winner = -1
        battle, named = fighting(state), self.commanders
        adds = [total(superiority_modifiers(field, state, battle, who, named[who])) for who in range(2)]
        while winner < 0:
            winner = self._thrown(field, state, adds, step)
        state.pop()
        below = state.top
        assert isinstance(below, Fighting)
        state.replace(replace(below, superior=winner))

    def _thrown(self, field: SnsField, state: SnsState, adds: list[int], step: Step) -> int:
        """Both throw, the attacker first; gives the side with the higher total, -1 for a tie."""
        attacker = fighting(state).side
        dice = {side: step.roll(state) for side in (attacker, 1 - attacker)}
        totals = [dice[side] + adds[side] for side in range(2)]
        winner = superior(*totals)
        keys = field.sides
        step.say(
            "superiority",
            field.cite("8.21"),
            dice={keys[side]: dice[side] for side in range(2)},
            totals={keys[side]: totals[side] for side in range(2)},
            commanders={keys[s]: field.roster.keys[c] for s, c in enumerate(self.commanders) if c >= 0},
            side=keys[winner] if winner >= 0 else "",
        )
        return winner


def superiority_modifiers(
    field: SnsField, state: SnsState, battle: Fighting, side: int, commander: int = NOWHERE
) -> list[Modifier]:
    """What is added to the throw of a side for superiority, with its paragraph (8.21; events 26 and 55-56).

    ``commander`` is who was named, `NOBODY` for nobody; NOWHERE takes the best of those who may command.
    """
    given, roster, found = field.tables.superiority.modifiers, field.roster, list[Modifier]()
    if commander == NOWHERE:
        leaders = battle.leaders(field, state, side)
        chief = field.leader(state, leaders)
        commander = (
            chief if chief >= 0 else max(bits(leaders), key=lambda hq: field.tactical(state, hq), default=NOBODY)
        )
    if commander >= 0:
        value = field.tactical(state, commander) * given["tactical_value"]
        found.append(Modifier(value, roster.units[commander].name, "8.21"))
    blundered = battle.edges[fight.EDGES.index(fight.BLUNDERED)]
    if side == field.native and blundered:
        row = event_tables.row_of(field.event_table, field.roles[side], fight.BLUNDERED)
        found.append(Modifier(blundered, row.title, row.rule))
    if side == field.empire and battle.forces[side] & roster.levies and field.effect(state, SCOUTS):
        row = event_tables.row_of(field.event_table, field.roles[side], SCOUTS)
        found.append(Modifier(given[SCOUTS], row.title, row.rule))
    return found


VERB: Final[Verb[SnsField, SnsState]] = Verb("command", UNIT)
