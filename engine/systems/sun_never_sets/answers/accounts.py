"""What a battle promises before its dice, throw by throw: superiority, every volley with its modifiers (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import knowledge
from engine.play import Action
from engine.play.answers import BattleAccount, DieModifier, Likelihood, Prospects, Strength, ThrowAccount
from engine.plural import counted
from engine.systems.sun_never_sets.answers import secrecy
from engine.systems.sun_never_sets.answers.forecast import forecast
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.gunnery import class_of
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import Round
from engine.systems.sun_never_sets.base.volleys import ROUNDS, Modifier, VolleyClass, first_volley, total
from engine.systems.sun_never_sets.battle import battle, broadsides, rounds
from engine.systems.sun_never_sets.battle.superiority import Superiority, superiority_modifiers
from engine.systems.sun_never_sets.position import fight
from engine.systems.sun_never_sets.position.acts import attack_of, fire_of
from engine.systems.sun_never_sets.position.battle_words import firers, outcome, weapons
from engine.systems.sun_never_sets.position.fight import Fighting

_DICE: Final = range(1, 7)


def announced(field: SnsField, state: SnsState, action: Action) -> Prospects | None:
    """What the battle promises that an action declares, adds to, fights or goes on with; see `Answers.announced`."""
    top = state.top
    if isinstance(top, rounds.Volleys) and action.verb == rounds.FIRE:
        return _volley(field, state, top, action)
    if isinstance(top, battle.BattleSegment) and action.verb == battle.ATTACK:
        target, origin, units = attack_of(action)
        if NOWHERE in (target, origin):
            return None
        mask = mask_of(units) or battle.ready(field, state, origin, top.side)
        return _whole(field, state, top.side, origin, target, mask & field.units_at(state, origin, top.side))
    if isinstance(top, battle.Mustering) and action.verb in top.verbs:
        left = top.units & ~(1 << unit_of(action)) if action.verb == "without" else top.units
        return _whole(field, state, top.side, top.origin, top.target, left)
    if isinstance(top, Superiority) and action.verb == "command":
        return _superiority(field, state, top, unit_of(action))
    return None


def _whole(field: SnsField, state: SnsState, side: int, origin: int, target: int, attackers: int) -> Prospects | None:
    """A battle that is about to be fought."""
    defenders = field.units_at(state, target, 1 - side) & ~state.extras.aboard
    if not defenders or not attackers & field.roster.combat:
        return None
    forces = (attackers, defenders) if side == 0 else (defenders, attackers)
    fought = battle.Battle(side, origin, target, forces, forces)
    if defenders & secrecy.hidden(field, state, side):
        return _unknown(field, state, fought)
    found = forecast(field, state, side, target, attackers, defenders)
    shares = (
        Likelihood("A", f"{field.side_name(side)} win", found.won, True),
        Likelihood("-", "a draw", found.drawn),
        Likelihood("D", f"{field.side_name(1 - side)} win", found.lost, False),
    )
    throws = (*superiority(field, state, fought), *volleys(field, state, fought, (0, 1)))
    strength = [field.strength(state, force) for force in (attackers, defenders)]
    account = replace(
        _account(field, state, fought),
        compared=f"{strength[0]} against {strength[1]} strength points",
        shares=tuple(share for share in shares if share.chance > 0),
        throws=throws,
    )
    share = min(max(0.5 + (found.won - found.lost) / 2, 0.0), 1.0)
    return Prospects(f"{found.won:.0%} to win", share, found.won, found.lost, *found.dead, account=account)


def _account(field: SnsField, state: SnsState, fought: Fighting) -> BattleAccount:
    """Who fights whom and where; the defenders as far as the attacker knows them."""
    side = fought.side
    seen = fought.forces[1 - side] & ~secrecy.hidden(field, state, side)
    return BattleAccount(
        kind="attack",
        rule=field.cite("8.1"),
        targets=(field.grid.name(fought.target),),
        attackers=_strengths(field, fought.forces[side]),
        defenders=_strengths(field, seen),
        terrain=(knowledge.ground_of(field, fought.target),),
    )


def _strengths(field: SnsField, mask: int) -> tuple[Strength, ...]:
    return tuple(Strength(field.roster.keys[u], field.roster.strength[u]) for u in bits(mask))


def _unknown(field: SnsField, state: SnsState, fought: Fighting) -> Prospects:
    """An attack on a force that is not known: the attacker's own volleys, and nothing that depends on the enemy."""
    account = _account(field, state, fought)
    more = Strength("", 0, "a force that is not known" if not account.defenders else "others that are unknown", "")
    side = fought.side
    account = replace(
        account,
        defenders=(*account.defenders, replace(more, rule=field.cite("5.6"))),
        throws=tuple(volleys(field, state, fought, (side,))),
        unknown=account.targets,
    )
    return Prospects("an unknown force", 0.5, 0.0, 0.0, 0.0, 0.0, account=account)


# -- throws -------------------------------------------------------------------------------------------------------


def superiority(
    field: SnsField, state: SnsState, fought: Fighting, commanders: tuple[int, int] = (NOWHERE, NOWHERE)
) -> Iterator[ThrowAccount]:
    """What each side adds to its throw for tactical superiority, and the chance that it wins it (8.21).

    ``commanders`` are those that are named already; else the best that may command.
    """
    adds = [superiority_modifiers(field, state, fought, side, commanders[side]) for side in range(2)]
    ahead = sum(a + total(adds[0]) > b + total(adds[1]) for a in _DICE for b in _DICE)
    behind = sum(a + total(adds[0]) < b + total(adds[1]) for a in _DICE for b in _DICE)
    for side, won in ((0, ahead), (1, behind)):
        chance = won / (ahead + behind)
        yield ThrowAccount(
            stage="tactical superiority",
            side=field.sides[side],
            rule=field.cite("8.21"),
            modifiers=_die_modifiers(field, adds[side]),
            shares=(
                Likelihood("first", "fires first in each round", chance, side == fought.side),
                Likelihood("second", "fires second", 1 - chance, side != fought.side),
            ),
        )


def volleys(field: SnsField, state: SnsState, fought: Fighting, sides: tuple[int, ...]) -> Iterator[ThrowAccount]:
    """The volleys of some sides round by round, all their units being there (8.4)."""
    for name in ROUNDS:
        for side in sides:
            force = fought.left(field, state, side)
            enemy = fought.left(field, state, 1 - side)
            found = field.gunnery.classes(state, name, force, fight.fanatics(field, state))
            for made, members in found.items():
                if not broadsides.exposed(field, name, made.weapon, enemy):
                    continue
                for units in _divided(field, name, made, members):
                    told = throw(field, state, fought, side, name, made, units)
                    if told is not None:
                        yield told


def _divided(field: SnsField, name: Round, made: VolleyClass, members: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The volleys in which the units of a class fire (8.43)."""
    rest, top = list(members), field.gunnery.charts[name].top(made.weapon)
    while rest:
        units = first_volley(rest, field.gunnery.strengths(made.weapon), top)
        rest = [u for u in rest if u not in units]
        yield units


def throw(
    field: SnsField,
    state: SnsState,
    fought: Fighting,
    side: int,
    name: Round,
    made: VolleyClass,
    units: tuple[int, ...],
    leader: int = NOWHERE,
) -> ThrowAccount | None:
    """One volley; None for units too weak for the lowest row (8.42)."""
    chart, factors = field.gunnery.charts[name], field.gunnery.points(units, made.weapon)
    row = chart.row(made.weapon, factors)
    if row is None:
        return None
    adds = rounds.modifiers(field, state, fought, side, name, made, leader, units)
    return ThrowAccount(
        stage=f"{name} round",
        side=field.sides[side],
        rule=field.cite("8.4"),
        who=firers(made.name, name),
        units=tuple(field.roster.keys[u] for u in units),
        strength=factors,
        row=f"the row of {row.factors} for {weapons(made.weapon, name)}",
        modifiers=_die_modifiers(field, adds),
        shares=tuple(
            Likelihood(code, outcome(code), chance, None if code == "0" else side == fought.side)
            for code, chance in chart.chances(row, total(adds)).items()
        ),
    )


def _die_modifiers(field: SnsField, modifiers: list[Modifier]) -> tuple[DieModifier, ...]:
    return tuple(DieModifier(m.value, m.why, field.cite(m.rule)) for m in modifiers if m.value)


# -- within a battle ----------------------------------------------------------------------------------------------


def _volley(field: SnsField, state: SnsState, top: rounds.Volleys, action: Action) -> Prospects | None:
    """The volley that is about to be fired, and nothing of what comes later."""
    code, chosen, leader = fire_of(action)
    made, fought = class_of(code), fight.fighting(state)
    members = chosen or top.classes(field, state).get(made, ())
    if not members:
        return None
    units = top.volley(field, state, members, made)
    told = throw(field, state, fought, top.side, top.round, made, units, leader)
    if told is None:
        return None
    hurt = sum(share.chance for share in told.shares if share.good is not None)
    killed = sum(field.tables.fire_results.results[share.result].dead * share.chance for share in told.shares)
    ours = top.side == fought.side
    account = replace(
        _account(field, state, fought), kind=told.stage, rule=told.rule, shares=told.shares, throws=(told,)
    )
    return Prospects(
        counted(told.strength, "factor"),
        hurt,
        hurt if ours else 0.0,
        0.0 if ours else hurt,
        0.0 if ours else killed,
        killed if ours else 0.0,
        account=account,
    )


def _superiority(field: SnsField, state: SnsState, top: Superiority, unit: int) -> Prospects:
    """The throw for superiority with a commander of the side that chooses."""
    fought, side = fight.fighting(state), top.chooser(field, state)
    first, second = top.commanders
    told = tuple(superiority(field, state, fought, (unit, second) if side == 0 else (first, unit)))
    chance = told[fought.side].shares[0].chance
    account = replace(
        _account(field, state, fought),
        kind="tactical superiority",
        rule=field.cite("8.21"),
        shares=told[fought.side].shares,
        throws=told,
    )
    return Prospects(f"{chance:.0%} to fire first", chance, chance, 1 - chance, 0.0, 0.0, account=account)
