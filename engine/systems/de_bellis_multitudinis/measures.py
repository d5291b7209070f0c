"""The result of a move, as players, ghosts and examples receive it."""

from __future__ import annotations

from typing import Final

from engine.mechanics.acts import units_of
from engine.play import Action
from engine.play.model import Judgement
from engine.systems.de_bellis_multitudinis import (
    contact,
    deploying,
    flanks,
    halting,
    initiative,
    judging,
    manoeuvres,
    manoeuvring,
)
from engine.systems.de_bellis_multitudinis.acts import put_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import paces, spell

PLACED: Final = ("deploy", "ambush", flanks.VERB)
"""The actions that put elements down in a block."""


def measured(field: DbmField, state: DbmState, side: int, action: Action, verdict: Judgement) -> Judgement:
    """The judgement of an action among the moves of a side, with its measures; ``verdict`` has none."""
    keys = field.roster.keys
    if action.verb in PLACED:
        return _put_down(field, state, action, verdict)
    if action.verb in judging.VERBS:
        told = judging.judge(field, state, side, action)
        if told.way is None:
            return verdict
        measures = Judgement(
            verdict.legal,
            length=told.length,
            share=told.share,
            cost=told.cost,
            ends={keys[unit]: spell(place) for unit, place in (*told.ends.items(), *told.displaced.items())},
            contacts=tuple(contact.spelled(field, one) for one in told.contacts),
            reveals=tuple(field.keys(told.reveals)),
        )
        return measures.under(verdict.verdict)
    if action.verb in manoeuvres.VERBS:
        made = manoeuvring.judge(field, state, side, action)
        if made.found is None:
            return verdict
        ends = {keys[unit]: spell(place) for unit, place in made.found.ends.items()}
        length = paces(max(made.found.lengths.values(), default=0))
        return Judgement(verdict.legal, length=length, cost=made.cost, ends=ends).under(verdict.verdict)
    if action.verb == halting.VERB and all(state.at[unit] is not None for unit in units_of(action)):
        cost = initiative.price_of_halt(field, state, units_of(action))
        return Judgement(verdict.legal, cost=cost).under(verdict.verdict)
    return verdict


def _put_down(field: DbmField, state: DbmState, action: Action, verdict: Judgement) -> Judgement:
    """Where elements stand once they are put down, and what it costs those who arrive (7.2, 8.2)."""
    units, where, wide = put_of(action)
    if not wide or len({field.side(unit) for unit in units}) > 1:
        return verdict
    places = deploying.block(field, state, units, where, wide)
    cost = flanks.cost_of(field, state, places) if action.verb == flanks.VERB else None
    ends = {field.roster.keys[unit]: spell(place) for unit, place in places.items()}
    return Judgement(verdict.legal, cost=cost, ends=ends).under(verdict.verdict)
