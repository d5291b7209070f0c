"""What the umpire knows and a designer asks at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.errors import HexwrightError
from engine.mechanics.hexstate import WAITING
from engine.systems.fire_and_movement import assault, moving, retreat, sequence
from engine.systems.fire_and_movement.ground import HALF

if TYPE_CHECKING:
    from engine.systems.fire_and_movement.rules import FmRules
    from engine.systems.fire_and_movement.state import FmState


def with_factors(rules: FmRules, state: FmState, units: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Units with their present attack and defense strengths and movement allowance."""
    for u, key in enumerate(rules.force.keys):
        steps = state.steps[u]
        units[key] |= {
            "strength": rules.force.attack(u, steps),
            "attack": rules.force.attack(u, steps),
            "defense": rules.force.defense(u, steps),
            "movement": rules.force.movement[u],
        }
    return units


def reach(rules: FmRules, state: FmState, unit: str) -> dict[str, Any]:
    """Where a unit could move (or enter) this turn: movement points and path by hex where it may stop."""
    u = rules.force.find(unit)
    name = rules.grid.name
    enemy = moving.zone(rules, state, 1 - rules.force.side[u])
    at = state.where[u]
    hexes: dict[str, Any] = {}
    if at >= 0:
        found = moving.reach_of(rules, state, u, at)
        for h in sorted(moving.endings(state, u, found)):
            path = [name(n) for n in found.path(h)]
            hexes[name(h)] = {"cost": found.cost[h] / HALF, "path": path, "stops": bool(enemy[h])}
    elif at == WAITING and rules.arrival_turn.get(u, 10**6) <= state.turn:
        for entry in rules.entries[u]:
            found = moving.entry_reach(rules, state, u, entry)
            for h in sorted(moving.endings(state, u, found)):
                cost = found.cost[h] / HALF
                if cost < hexes.get(name(h), {"cost": cost + 1})["cost"]:
                    path = [name(entry), *(name(n) for n in found.path(h))]
                    hexes[name(h)] = {"cost": cost, "path": path, "stops": bool(enemy[h])}
    return {
        "unit": rules.force.keys[u],
        "at": name(at) if at >= 0 else None,
        "allowance": rules.force.movement[u],
        "kind": moving.kind_of(rules, u),
        "rule": "fm:5.1",
        "hexes": hexes,
    }


def zoc(rules: FmRules, state: FmState, side: str) -> dict[str, Any]:
    """The hexes a side controls, and by which units."""
    player = rules.force.player(side)
    name = rules.grid.name
    hexes: dict[str, list[str]] = {}
    for u in rules.force.side_units[player]:
        if state.where[u] >= 0 and not rules.force.no_zoc >> u & 1:
            for h in rules.ground.near[state.where[u]]:
                if h not in rules.ground.no_zone_into:
                    hexes.setdefault(name(h), []).append(rules.force.keys[u])
    return {"side": side, "rule": "fm:6.0", "hexes": dict(sorted(hexes.items()))}


def retreats(rules: FmRules, state: FmState, unit: str, length: int) -> dict[str, Any]:
    """Where a unit could retreat to if it had to now (8.3); no paths means that it would be eliminated."""
    u = rules.force.find(unit)
    if state.where[u] < 0:
        raise HexwrightError(f"{unit} is not on the map")
    name = rules.grid.name
    found = retreat.retreats(rules, state, u, length, False)
    paths = [{"path": [name(h) for h in item.path], "short": item.short, "displaces": item.displaces} for item in found]
    hexes = sorted({str(name(item.path[-1])) for item in found})
    return {
        "unit": rules.force.keys[u],
        "rule": "fm:8.3",
        "length": length,
        "hexes": hexes,
        "paths": paths,
        "may_stay": retreat.may_stay(found),
    }


def odds(rules: FmRules, state: FmState, target: str, keys: list[str]) -> dict[str, Any]:
    """An attack on a hex by some units without support fire, as the board stands."""
    h = rules.grid.parse(target)
    attackers = tuple(sorted({rules.force.find(key) for key in keys}))
    if not attackers:
        raise HexwrightError("name the attacking units")
    for u in attackers:
        if state.where[u] < 0:
            raise HexwrightError(f"{rules.force.keys[u]} is not on the map")
    side = rules.force.side[attackers[0]]
    foe = assault.defender_of(rules, state, 1 - side, h)
    if foe < 0:
        raise HexwrightError(f"there is no enemy unit in {target}")
    found = assault.differential(rules, state, side, h, attackers)
    chances = rules.crt.distribution(found.column)
    return {
        "target": rules.grid.name(h),
        "defenders": [rules.force.keys[foe]],
        "attackers": [
            {"unit": rules.force.keys[u], "strength": rules.force.attack(u, state.steps[u])} for u in attackers
        ],
        "attack": found.attack,
        "defence": found.defense,
        "differential": found.value,
        "line": found.line,
        "lines": sorted(rules.ground.hex_lines(h)),
        "shifts": [{"columns": -1, "cause": "no armoured brigade", "rule": "fm:8.2.4"}] if found.shift else [],
        "odds": f"{found.value:+d}",
        "column": found.column + 1,
        "provenance": rules.crt.provenance,
        "results": {result: round(chance, 4) for result, chance in chances.items()},
        "retreats": retreats(rules, state, rules.force.keys[foe], 2)["hexes"],
        "illegal": [
            {"rule": f"fm:{rule}", "reason": reason}
            for rule, reason in sequence.attack_breaches(rules, state, side, h, attackers, False)
        ],
    }


def defects(rules: FmRules, state: FmState) -> list[str]:
    """What these rules never allow: stacks, land units at sea, support fire beyond the allotment."""
    found = []
    name = rules.grid.name
    for h, mask in state.stacks.items():
        if mask.bit_count() > 1:
            found.append(f"a stack at {name(h)}")
        if rules.ground.sea[h] and mask & ~rules.force.seaborne:
            found.append(f"units at sea in {name(h)}")
    for side in range(2):
        allotted = rules.support.allotted(state.turn)[side]
        if state.left[side] < 0 or state.left[side] + state.used[side].bit_count() != allotted:
            found.append(f"support fire of {rules.force.sides[side]} does not add up")
        fresh = state.copy()
        fresh.zones = [None, None]
        if state.zones[side] is not None and moving.zone(rules, fresh, side) != state.zones[side]:
            found.append(f"the zone of control of {rules.force.sides[side]} is stale")
    return found
