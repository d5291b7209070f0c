"""Events that may help a side in one battle: it is asked whether this is the one (4.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.mechanics.deeds import Deed
from engine.play import Decision, Step
from engine.systems.sun_never_sets.base import event_tables
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import fight
from engine.systems.sun_never_sets.position.fight import Fighting


def lay_edge(state: SnsState, index: int, value: int) -> None:
    """The battle in progress, which is on top, has the help of an event."""
    battle = state.top
    assert isinstance(battle, Fighting)
    edges = tuple(value if number == index else old for number, old in enumerate(battle.edges))
    changed: Any = {"edges": edges}
    state.replace(replace(battle, **changed))


@dataclass(frozen=True)
class Helping(SnsDoing):
    """Whether a side uses an event in this battle: it does so once (event1:british:42, event1:native:26)."""

    side: int
    edge: int

    rule = "4.1"
    asks = "first choose whether to use the event in this battle or keep it"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        row = event_tables.row_of(field.event_table, field.roles[self.side], fight.EDGES[self.edge])
        prompt = f"{row.title}: use it in this battle, or keep it"
        return Decision(field.sides[self.side], "event", field.cite(row.rule), prompt)

    def _use(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
        key = fight.EDGES[self.edge]
        row = event_tables.row_of(field.event_table, field.roles[self.side], key)
        (value,) = row.numbers.values()
        fight.spend_effect(state, key)
        lay_edge(state, self.edge, value)
        step.say("helped", field.cite(row.rule), side=field.sides[self.side], title=row.title, value=value)

    deeds = (Deed("pass", halted), Deed("use", _use))
