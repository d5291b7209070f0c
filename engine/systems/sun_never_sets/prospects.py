"""What a battle and a march promise, worked out line by line for people: rows, modifiers, shares of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.board.grid import NOWHERE
from engine.errors import HexwrightError
from engine.mechanics import knowledge
from engine.mechanics.bits import bits, mask_of
from engine.play.answers import Prospects
from engine.systems.sun_never_sets import aftermath, assembling, battle, fight, reaching
from engine.systems.sun_never_sets.battle_words import firers, outcome
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.forecast import forecast
from engine.systems.sun_never_sets.rounds import modifiers
from engine.systems.sun_never_sets.state import SnsState
from engine.systems.sun_never_sets.volleys import ROUNDS, Modifier, best_ground, first_volley, total

_DICE = range(1, 7)


def odds(field: SnsField, state: SnsState, target: str, keys: list[str]) -> dict[str, Any]:
    """An attack on a hex by some units of one hex: superiority, every volley of both sides, who is likely to win.

    Each line has its row, every modifier with its paragraph, and the share of each result in plain words.
    """
    h = field.grid.parse(target)
    attackers = knowledge.attackers(field, state, keys)
    side = field.roster.side[attackers[0]]
    defenders = field.units_at(state, h, 1 - side)
    if not defenders:
        raise HexwrightError(f"there is no enemy unit in {target}")
    mask, origin = mask_of(attackers), state.where[attackers[0]]
    forces = (mask, defenders) if side == 0 else (defenders, mask)
    fought = battle.Battle(side, origin, h, forces, forces)
    found = forecast(field, state, side, h, mask, defenders)
    ground = best_ground(fight.ground_effects(field, state, h, 1 - side))
    names = field.sides
    return {
        "target": field.grid.name(h),
        "from": field.grid.name(origin),
        "attackers": field.keys_of(mask),
        "defenders": field.keys_of(defenders),
        "strength": {names[player]: field.strength(state, forces[player]) for player in range(2)},
        "ground": _shown(field, ground) if ground else None,
        "superiority": _superiority(field, state, forces),
        "volleys": [
            line for name in ROUNDS for player in range(2) for line in _volleys(field, state, fought, name, player)
        ],
        "provenance": field.gunnery.charts["rifle"].provenance,
        "results": {
            "the attacker wins": round(found.won, 4),
            "a draw": round(found.drawn, 4),
            "the defender wins": round(found.lost, 4),
        },
        "expected": {
            "attacker_steps": round(found.dead[0], 4),
            "defender_steps": round(found.dead[1], 4),
            "attacker_demoralized": round(found.shaken[0], 4),
            "defender_demoralized": round(found.shaken[1], 4),
        },
        "retreats": sorted({field.grid.name(way[-1]) for way in aftermath.ways_back(field, state, 1 - side, h)}),
        "illegal": knowledge.illegal(field, battle.attack_breaches(field, state, side, h, origin, attackers)),
    }


def _shown(field: SnsField, modifier: Modifier) -> dict[str, Any]:
    return {"value": modifier.value, "why": modifier.why, "rule": field.cite(modifier.rule)}


def _superiority(field: SnsField, state: SnsState, forces: tuple[int, int]) -> dict[str, Any]:
    """What each commander adds, and the chance of either side to have superiority (8.21)."""
    adds = []
    for force in forces:
        leaders = force & field.roster.headquarters
        chief = field.leader(state, leaders)
        best = chief if chief >= 0 else max(bits(leaders), key=lambda hq: field.tactical(state, hq), default=NOWHERE)
        adds.append(
            (field.tactical(state, best), field.roster.units[best].name) if best >= 0 else (0, "no headquarters")
        )
    ahead = sum(a + adds[0][0] > b + adds[1][0] for a in _DICE for b in _DICE)
    behind = sum(a + adds[0][0] < b + adds[1][0] for a in _DICE for b in _DICE)
    chance = ahead / (ahead + behind)
    names = field.sides
    return {
        "modifiers": {
            names[side]: [{"value": value, "why": why, "rule": field.cite("8.21")}]
            for side, (value, why) in enumerate(adds)
        },
        "results": {names[0]: round(chance, 4), names[1]: round(1 - chance, 4)},
    }


def _volleys(field: SnsField, state: SnsState, fought: battle.Battle, name: Any, side: int) -> list[dict[str, Any]]:
    """The volleys of a side in a round, all its units being there (8.4)."""
    chart, found = field.gunnery.charts[name], []
    force = fought.left(field, state, side)
    for made, members in field.gunnery.classes(state, name, force, fight.fanatics(field, state)).items():
        rest = list(members)
        while rest:
            units = first_volley(rest, field.gunnery.strength, chart.top(made.weapon))
            rest = [u for u in rest if u not in units]
            factors = field.gunnery.points(units)
            row = chart.row(made.weapon, factors)
            if row is None:
                continue
            adds = modifiers(field, state, fought, side, name, made, NOWHERE)
            found.append(
                {
                    "round": name,
                    "side": field.sides[side],
                    "volley": made.name,
                    "who": firers(made.name, name),
                    "units": [field.roster.keys[u] for u in units],
                    "factors": factors,
                    "line": row.line,
                    "row": row.factors,
                    "modifiers": [_shown(field, modifier) for modifier in adds],
                    "results": {
                        outcome(code): round(share, 4) for code, share in chart.chances(row, total(adds)).items()
                    },
                }
            )
    return found


def prospects(field: SnsField, state: SnsState, target: str, places: Mapping[str, str]) -> Prospects | None:
    """What an attack on a hex promises by those of some units that may still attack, from the hex of most strength."""
    twin, units = field.standing(state, places)
    h = field.grid.parse(target)
    by_hex: dict[int, int] = {}
    for u in units:
        at = twin.where[u]
        if not state.fought >> u & 1 and at >= 0 and h in field.ground.open[at]:
            by_hex[at] = by_hex.get(at, 0) | 1 << u
    if not by_hex:
        return None
    mask = max(by_hex.values(), key=lambda mask: (field.strength(state, mask), mask))
    side = field.roster.side[next(bits(mask))]
    defenders = field.units_at(state, h, 1 - side)
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


def march(field: SnsField, state: SnsState, keys: list[str]) -> dict[str, Any]:
    """What the march table holds in store for a force (6.0): the die's modifiers with their paragraphs, the share of
    each result in plain words, and how far each lets the force go."""
    units = knowledge.attackers(field, state, keys)
    side, h = field.roster.side[units[0]], state.where[units[0]]
    leaders = assembling.leaders(field, state, side, h)
    leader = max(leaders, key=lambda hq: field.strategic(state, hq), default=NOWHERE)
    table, mask = field.tables.march, mask_of(units)
    adds = assembling.march_modifier(field, state, side, h, mask, leader)
    value = field.strategic(state, leader) if leader >= 0 else 0
    allowance = reaching.slowest(field, state, mask)
    shares: dict[str, float] = {}
    for die in _DICE:
        row = table.rows[table.die.clip(die + adds)]
        words = table.results[row.march] + (", and a unit is lost to attrition" if row.attrition else "")
        shares[words] = shares.get(words, 0.0) + 1 / 6
    shown = [Modifier(value, field.roster.units[leader].name, "6.11")] if leader >= 0 else []
    if field.weather(state):
        shown.append(Modifier(field.weather(state), "weather", "3.2"))
    if rest := adds - total(shown):
        shown.append(Modifier(rest, "events", "4.1"))
    return {
        "at": field.grid.name(h),
        "units": field.keys_of(mask),
        "rule": field.cite("6.0"),
        "modifiers": [_shown(field, modifier) for modifier in shown],
        "results": {words: round(share, 4) for words, share in shares.items()},
        "points": {name: allowance * times for name, times in table.times.items()},
        "provenance": table.provenance,
    }
