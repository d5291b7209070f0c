"""What a battle promises, line by line: rows, modifiers, shares of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import HexwrightError
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import knowledge
from engine.play.answer_records import ReasonAgainst
from engine.play.answers import Prospects, ThrowAccount
from engine.systems.sun_never_sets.answers import accounts
from engine.systems.sun_never_sets.answers.campaigning import ModifierRow, shown
from engine.systems.sun_never_sets.answers.forecast import forecast
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import best_ground
from engine.systems.sun_never_sets.battle import battle, broadsides, retreating
from engine.systems.sun_never_sets.position import fight


@dataclass(frozen=True, slots=True)
class SuperiorityOdds:
    """What each side adds, and its chance to have superiority; by side."""

    modifiers: Mapping[str, Sequence[ModifierRow]]
    results: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class VolleyOdds:
    """A volley before its die."""

    round: str
    side: str
    who: str
    units: Sequence[str]
    factors: float
    row: str
    """The row of the table."""
    modifiers: Sequence[ModifierRow]
    results: Mapping[str, float]
    """The chance of each result, in words."""


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """A battle line by line, and who is likely to win it."""

    target: str
    from_: str
    attackers: Sequence[str]
    defenders: Sequence[str]
    strength: Mapping[str, float]
    ground: ModifierRow | None
    superiority: SuperiorityOdds
    volleys: Sequence[VolleyOdds]
    provenance: str
    results: Mapping[str, float]
    expected: Mapping[str, float]
    """Steps lost and units demoralized, on average."""
    retreats: Sequence[str]
    illegal: Sequence[ReasonAgainst]


def odds(field: SnsField, state: SnsState, target: str, keys: list[str]) -> BattleOdds:
    """An attack on a hex by some units of one hex: superiority, every volley of both sides, who is likely to win.

    Each line has its row, every modifier with its paragraph, and the share of each result in plain words.
    """
    h = field.grid.parse(target)
    attackers = knowledge.attackers(field, state, keys)
    side = field.roster.side[attackers[0]]
    defenders = field.units_at(state, h, 1 - side) & ~state.extras.aboard
    if not defenders:
        raise HexwrightError(f"there is no enemy unit in {target}")
    mask, origin = mask_of(attackers), state.where[attackers[0]]
    forces = (mask, defenders) if side == 0 else (defenders, mask)
    fought = battle.Battle(side, origin, h, forces, forces)
    found = forecast(field, state, side, h, mask, defenders)
    ground = best_ground(fight.ground_effects(field, state, h, 1 - side))
    names = field.sides
    return BattleOdds(
        target=field.grid.name(h),
        from_=field.grid.name(origin),
        attackers=field.keys_of(mask),
        defenders=field.keys_of(defenders),
        strength={names[player]: field.strength(state, forces[player]) for player in range(2)},
        ground=shown(field, ground) if ground else None,
        superiority=_superiority(field, state, fought),
        volleys=[_volley(throw) for throw in accounts.volleys(field, state, fought, (0, 1))],
        provenance=field.gunnery.charts["rifle"].provenance,
        results={
            "the attacker wins": round(found.won, 4),
            "a draw": round(found.drawn, 4),
            "the defender wins": round(found.lost, 4),
        },
        expected={
            "attacker_steps": round(found.dead[0], 4),
            "defender_steps": round(found.dead[1], 4),
            "attacker_demoralized": round(found.shaken[0], 4),
            "defender_demoralized": round(found.shaken[1], 4),
        },
        retreats=sorted({field.grid.name(way[-1]) for way in retreating.ways_back(field, state, 1 - side, h)}),
        illegal=knowledge.illegal(field, battle.attack_breaches(field, state, side, h, origin, attackers)),
    )


def _superiority(field: SnsField, state: SnsState, fought: battle.Battle) -> SuperiorityOdds:
    """What each side adds, and the chance of either to have superiority (8.21)."""
    told = [*accounts.superiority(field, state, fought)]
    return SuperiorityOdds(
        modifiers={throw.side: _adds(throw) for throw in told},
        results={throw.side: round(throw.shares[0].chance, 4) for throw in told},
    )


def _adds(throw: ThrowAccount) -> list[ModifierRow]:
    return [ModifierRow(int(one.amount), one.cause, one.rule) for one in throw.modifiers]


def _volley(throw: ThrowAccount) -> VolleyOdds:
    return VolleyOdds(
        round=throw.stage.removesuffix(" round"),
        side=throw.side,
        who=throw.who,
        units=throw.units,
        factors=throw.strength,
        row=throw.row,
        modifiers=_adds(throw),
        results={share.meaning: round(share.chance, 4) for share in throw.shares},
    )


def prospects(field: SnsField, state: SnsState, target: str, places: Mapping[str, str]) -> Prospects | None:
    """What an attack on a hex promises by those of some units that may still attack, from the hex of most strength."""
    twin, units = field.standing(state, places)
    h = field.grid.parse(target)
    by_hex: dict[int, int] = {}
    for u in units:
        at = twin.where[u]
        if state.fought >> u & 1 or at < 0 or field.distance(at, h) != 1:
            continue
        if broadsides.striking(field, twin, field.roster.side[u], at, h, 1 << u):
            by_hex[at] = by_hex.get(at, 0) | 1 << u
    if not by_hex:
        return None
    mask = max(by_hex.values(), key=lambda mask: (field.strength(state, mask), mask))
    side = field.roster.side[next(bits(mask))]
    defenders = field.units_at(state, h, 1 - side) & ~state.extras.aboard
    if not defenders or not mask & field.roster.combat:
        return None
    found = forecast(field, twin, side, h, mask, defenders)
    return Prospects(
        f"{found.won:.0%} to win",
        min(max(0.5 + (found.won - found.lost) / 2, 0.0), 1.0),
        found.won,
        found.lost,
        found.dead[0],
        found.dead[1],
    )
