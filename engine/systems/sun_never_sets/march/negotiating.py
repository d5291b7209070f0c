"""Paragraphs 25.1 to 25.24: political officers negotiate (switch ``political``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers, of_side
from engine.mechanics.hexes.verbs import TARGET, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.systems.sun_never_sets.base import effects, passage, sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import reveal
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import Modifier, total

PARLEY: Final = "parley"
NOBODY: Final = "nobody"
"""The result where there was no headquarters to negotiate with."""


def officers(field: SnsField, side: int) -> int:
    """The headquarters of a side that are capable of political operations: political officers and, by option, the
    commander in chief (25.1)."""
    chiefs = field.roster.commanders if field.options["commander_negotiates"] else 0
    return (field.roster.political | chiefs) & field.roster.of_side[side]


def offers(field: SnsField, state: SnsState, side: int, mask: int = ~0) -> Offers:
    """The negotiations that officers of a mask may begin now: with an enemy hex next to theirs."""
    if not field.on("political") or state.extras.parleyed:
        return
    for hq in bits(officers(field, side) & mask):
        if state.where[hq] >= 0:
            for h in field.grid.ring1[state.where[hq]]:
                if h != NOWHERE and not [*breaches(field, state, side, h, hq)]:
                    yield h, hq


def breaches(field: SnsField, state: SnsState, side: int, h: int, hq: int) -> Iterator[Breach]:
    """Every paragraph that negotiating breaks. Whether a headquarters is in a hex that is not wholly in sight is found
    out by asking."""
    name, who = field.place(h), field.roster.names[hq]
    if not field.on("political"):
        yield "25.0", "political officers are not played in this scenario"
        return
    if not officers(field, side) >> hq & 1 or state.where[hq] < 0:
        for rule in ("25.1", "25.2"):
            yield rule, f"{who} is not a {field.side_name(side)} political officer on the map"
        return
    if state.extras.parleyed:
        yield "25.22", "a side negotiates once per turn"
    enemies = field.units_at(state, h, 1 - side) if h >= 0 else 0
    if not enemies:
        yield "25.21", f"there is no enemy in {name}"
    elif not field.grid.adjacent(state.where[hq], h):
        yield "25.21", f"{who} is not next to {name}"
    elif not enemies & field.roster.headquarters and not enemies & ~state.known[side]:
        yield "25.21", f"no enemy headquarters is in {name}"


def modifiers(field: SnsField, state: SnsState, side: int, h: int) -> list[Modifier]:
    """What modifies the die of a negotiation: the points, a siege of that hex, an atrocity near it (25.21)."""
    given = field.tables.negotiations.modifiers
    ahead = state.points[side] - state.points[1 - side]
    found = []
    if ahead >= given.lead.points:
        found.append(Modifier(given.lead.die, "ahead in points", "25.21"))
    if -ahead >= given.behind.points:
        found.append(Modifier(given.behind.die, "behind in points", "25.21"))
    if sieges.besieged(field, state, h, 1 - side):
        found.append(Modifier(given.besieged, "besieged", "25.21"))
    if any(field.grid.distance(h, at) <= given.atrocity.within for at in state.atrocities):
        found.append(Modifier(given.atrocity.die, "atrocity", "25.21"))
    return found


def force_of(field: SnsField, state: SnsState, side: int, hq: int, marching: int) -> int:
    """The force of a headquarters: the one on the march with it, its column, or the loose units of its hex."""
    if marching >> hq & 1:
        return marching
    found = 0
    for unit in bits(field.units_at(state, state.where[hq], side)):
        if state.column[unit] == state.column[hq]:
            found |= 1 << unit
    return found


def parley(field: SnsField, state: SnsState, side: int, step: Step, h: int, hq: int, marching: int = 0) -> str:
    """An officer negotiates: the enemy headquarters show themselves, a die is thrown, and its result holds; gives the
    result (25.21, 25.23)."""
    state.extras = replace(state.extras, parleyed=1)
    told = {"unit": field.roster.keys[hq], "at": field.grid.name(h)}
    leaders = field.units_at(state, h, 1 - side) & field.roster.headquarters
    if not leaders:
        step.say(PARLEY, field.cite("25.21"), **told, die=0, modifier=0, result=NOBODY)
        return NOBODY
    reveal(field, state, leaders)
    table, more = field.tables.negotiations, total(modifiers(field, state, side, h))
    column = [table.rows[table.die.clip(throw + more)] for throw in range(1, 7)]
    die, result = step.read(state, column, "of the negotiations table")
    step.say(PARLEY, field.cite("25.21"), **told, die=die, modifier=more, result=result)
    force = force_of(field, state, side, hq, marching)
    extras = state.extras
    if result == "insult":
        state.moved |= force
    elif result == "safe_conduct":
        state.extras = replace(extras, safe=extras.safe | force)
    elif result == "honors":
        own = field.roster.of_side[side]
        state.extras = replace(extras, safe=extras.safe | own, honored=extras.honored | own)
    elif result == "honors_lasting":
        effects.lay(state, side, passage.honors_of(field.roles[side]), "next_player_turn")
    return result


PARLEYING: Final = Deed(PARLEY, of_side(parley), of_side(breaches), of_side(offers))
VERBS: Final = (Verb(PARLEY, TARGET, UNIT.behind("by")),)
