"""Battles outside the battle segment and those that are shunned: attacks from the march (20.0), ambushes declared and
risked (21.0), evasion (22.0, 27.56)."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.mechanics.acts import hex_of
from engine.mechanics.bits import bits, mask_of
from engine.play import Action
from engine.systems.sun_never_sets.answers import secrecy
from engine.systems.sun_never_sets.answers.forecast import CLEAR, forecast
from engine.systems.sun_never_sets.battle import retreating
from engine.systems.sun_never_sets.battle.evasion import EVADE, STAND, Evading
from engine.systems.sun_never_sets.battle.slipping import Slipping, boats_in
from engine.systems.sun_never_sets.march import interruptions
from engine.systems.sun_never_sets.march.interruptions import AMBUSH, STORM, Springing
from engine.systems.sun_never_sets.march.marching import OnMarch
from engine.systems.sun_never_sets.position.fight import fighting
from engine.systems.sun_never_sets.staff.view import View

_STORMS: Final = 0.6
"""Points that an attack from the march has to promise, for a defeat ends the march."""
_AMBUSHES: Final = 0.2
"""Points that an ambush has to promise."""
_STOPS: Final = 0.4
"""What it is worth to end the march of an enemy force by a defeat."""
_GUESSES: Final = 3
"""The number of forces that are guessed for one that comes unseen."""
_LEAVES: Final = 0.3
"""What it costs to leave a hex to the enemy, besides what is at stake there."""


# -- attacks from the march -------------------------------------------------------------------------------------------


def storm(view: View, frame: OnMarch, actions: list[Action]) -> Action | None:
    """The attack from the march that promises most; None where none pays. No unit advances after it (20.42), and who
    wins marches on."""
    force = frame.force(view.state)
    best, most = None, _STORMS
    for action in actions:
        if action.verb == STORM:
            value = view.storm(force, hex_of(action))
            if value > most:
                best, most = action, value
    return best


# -- ambushes ---------------------------------------------------------------------------------------------------------


def risk(view: View, force: int, way: tuple[int, ...]) -> float:
    """What ambushes may cost a force on a way: each enemy force that has a hex of it in its zone of control springs one
    where that harms us (21.1, 21.3)."""
    field, state = view.field, view.state
    if not field.on(AMBUSH):
        return 0.0
    found: dict[int, float] = {}
    for h in way:
        for e in interruptions.ambushers(field, state, view.enemy, h, force):
            found[e] = max(found.get(e, 0.0), view.costs(force, h, e))
    return sum(found.values())


def ambush(view: View, actions: list[Action]) -> Action:
    """The ambush that promises most, if one does, of a force on the march that is what it may be for all we know."""
    top = view.state.top
    assert isinstance(top, Springing)
    fighters = view.field.roster.combat | view.field.roster.headquarters
    comes = _coming(view, top.prey(view.state))
    best, most = Action("pass"), _AMBUSHES
    for action in actions:
        if action.verb == AMBUSH:
            units = view.mine[hex_of(action)] & fighters & ~view.field.roster.afloat & ~view.state.extras.aboard
            value = sum(_sprung(view, units, prey, top.at) for prey in comes) / len(comes)
            if value > most:
                best, most = action, value
    return best


def _coming(view: View, prey: int) -> list[int]:
    """What a force on the march may be: the units of it that are known, and of those unseen on the map as many as an
    enemy hex or column holds in the mean."""
    field, state = view.field, view.state
    unseen = secrecy.hidden(field, state, view.side)
    known, hides = prey & ~unseen, prey & unseen
    if not hides:
        return [known]
    pool = list(bits(unseen & ~field.roster.afloat & ~state.extras.aboard))
    places = len({(state.where[u], state.column[u]) for u in pool}) or 1
    number = max(round(len(pool) / places), 1)
    return [known | mask_of(Random(n).sample(pool, min(number, len(pool)))) for n in range(_GUESSES)]


def _sprung(view: View, units: int, prey: int, h: int) -> float:
    """What an ambush of a force in a hex may bring."""
    field = view.field
    if not prey & ~field.roster.headquarters:
        return sum(view.worth(u) for u in bits(prey))
    found = forecast(field, view.state, view.side, h, units, prey, CLEAR)
    brings = (found.dead[1] + 0.3 * found.shaken[1]) * view.mean_worth(prey) + _STOPS * found.won
    return brings - (found.dead[0] + 0.3 * found.shaken[0]) * view.mean_worth(units) - found.lost


# -- evasion ----------------------------------------------------------------------------------------------------------


def evasion(view: View, actions: list[Action]) -> Action:
    """Away with all who can, where standing would cost more: units, the hex, and who cannot go."""
    field, state = view.field, view.state
    battle, top = fighting(state), state.top
    force = battle.forces[view.side]
    gone = boats_in(field, state, view.side) if isinstance(top, Slipping) else 0
    gone = top.able(field, state) if isinstance(top, Evading) else gone
    left = force & ~gone
    hex_lost = (0.6 * view.stake(battle.target) + _LEAVES) if not left & ~field.roster.headquarters else 0.0
    evades = _loss(view, left) + hex_lost + (_pursued(view, gone) if isinstance(top, Evading) else 0.0)
    away = Action(EVADE, ((),))
    return away if away in actions and evades < _loss(view, force) else Action(STAND)


def _loss(view: View, force: int) -> float:
    """What the attack that was declared may cost some of the units attacked, and bring."""
    field, state = view.field, view.state
    battle = fighting(state)
    if not force & ~field.roster.headquarters:
        return sum(view.worth(u) for u in bits(force))
    foe = battle.forces[view.enemy]
    found = forecast(field, state, view.enemy, battle.target, foe, force, CLEAR)
    costs = (found.dead[1] + 0.3 * found.shaken[1]) * view.mean_worth(force)
    costs += found.won * (0.6 * view.stake(battle.target) + _LEAVES)
    return costs - 0.8 * (found.dead[0] + 0.3 * found.shaken[0]) * view.mean_worth(foe)


def _pursued(view: View, gone: int) -> float:
    """What it costs units that evade to go past enemies and their zones, which demoralizes them (22.3)."""
    field, state = view.field, view.state
    ways = retreating.ways_back(field, state, view.side, fighting(state).target, gone)
    paid = min((sum(retreating.zone_strength(field, state, view.enemy, h) for h in way) for way in ways), default=1)
    return 0.3 * view.mean_worth(gone) * gone.bit_count() if paid else 0.0
