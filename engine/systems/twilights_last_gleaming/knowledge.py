"""What the umpire knows and a designer asks at the table: reach, zones of control, sight, odds, retreats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.errors import HexwrightError
from engine.mechanics.bits import bits
from engine.mechanics.hexstate import DEAD, WAITING
from engine.systems.twilights_last_gleaming import battle, contact, entering, fire, moving
from engine.systems.twilights_last_gleaming.aftermath import agenda, retreat_options
from engine.systems.twilights_last_gleaming.ground import HALF

if TYPE_CHECKING:
    from engine.systems.twilights_last_gleaming.rules import TlgRules
    from engine.systems.twilights_last_gleaming.state import TlgState


def reach(rules: TlgRules, state: TlgState, unit: str) -> dict[str, Any]:
    """Where a unit could move (or enter) in a movement phase of its side this turn: movement points and path by hex.

    ``stops`` marks hexes in an enemy zone of control. What it did earlier in this phase does not count.
    """
    u = rules.force.find(unit)
    name = rules.ground.grid.name
    enemy = moving.zone(rules, state, 1 - rules.force.side[u])
    at = state.where[u]
    hexes: dict[str, Any] = {}
    if at >= 0:
        found = moving.reach_of(rules, state, u)
        for h in sorted(found.destinations()):
            hexes[name(h)] = {
                "cost": found.cost[h] / HALF,
                "path": [name(n) for n in found.path(h)],
                "stops": bool(enemy[h]),
            }
    elif at == WAITING and rules.arrival_turn.get(u, 10**6) <= state.turn:
        for entry in entering.entry_hexes(rules, state, u):
            found = entering.reach_from(rules, state, u, entry)
            for h in sorted(found.cost):
                cost = found.cost[h] / HALF
                # Two substitutes may lead to the same hex: the cheaper one is shown.
                if name(h) not in hexes or cost < hexes[name(h)]["cost"]:
                    path = [name(entry), *(name(n) for n in found.path(h))]
                    hexes[name(h)] = {"cost": cost, "path": path, "stops": bool(enemy[h])}
    rule, because = ("tlg2:4.6", "") if hexes else _held_up(rules, state, u)
    return {
        "unit": rules.force.keys[u],
        "at": name(at) if at >= 0 else None,
        "allowance": moving.allowance(rules, state, u) / HALF,
        "locked": at >= 0 and bool(enemy[at]),
        "rule": rule,
        "because": because,
        "hexes": hexes,
    }


def _held_up(rules: TlgRules, state: TlgState, u: int) -> tuple[str, str]:
    """The paragraph that keeps a unit from going anywhere, and how."""
    at = state.where[u]
    if at == WAITING and u in rules.arrival_turn:
        if rules.arrival_turn[u] > state.turn:
            return "tlg2:5.2", f"arrives in turn {rules.arrival_turn[u]}"
        return "tlg2:5.3", "its entry hex is closed to it, or its place in the column costs too much"
    if at < 0:
        return ("tlg2:2.6", "is eliminated") if at == DEAD else ("tlg2:5.1", "takes no part in this game")
    if moving.in_enemy_zone(rules, state, u):
        return "tlg2:4.1", "is in an enemy zone of control"
    return "tlg2:4.9", "every hex next to it is closed to it"


def zoc(rules: TlgRules, state: TlgState, side: str) -> dict[str, Any]:
    """The hexes a side controls, and by which units."""
    player = rules.force.player(side)
    name = rules.ground.grid.name
    hexes: dict[str, list[str]] = {}
    for u in rules.force.side_units[player]:
        if state.where[u] >= 0:
            for h in rules.ground.control[state.where[u]]:
                hexes.setdefault(name(h), []).append(rules.force.keys[u])
    return {"side": side, "rule": "tlg2:4.1", "hexes": dict(sorted(hexes.items()))}


def sight(rules: TlgRules, state: TlgState, a: str, b: str) -> dict[str, Any]:
    """The line of sight between two hexes: its state, why, the range, and the hexes and hexsides it crosses."""
    grid = rules.ground.grid
    first, second = grid.parse(a), grid.parse(b)
    found = fire.sight(rules, state, first, second)
    trace = rules.lines.trace(first, second)
    return {
        "from": grid.name(first),
        "to": grid.name(second),
        "range": grid.distance(first, second),
        "state": found.state,
        "because": list(found.because),
        "rule": "tlg2:7.3" if found.state == fire.ATTENUATED else "tlg2:7.7",
        "hexes": [grid.name(h) for h in trace.hexes],
        "sides": [grid.side_name(side) for side in trace.sides],
        "along": [grid.side_name(side) for side, _, _ in trace.along],
    }


def sights(rules: TlgRules, state: TlgState, a: str) -> dict[str, dict[str, Any]]:
    """The lines of sight from a hex to every other hex of the map: their state by hex name."""
    grid = rules.ground.grid
    found = rules.views.all_from(state, grid.parse(a))
    return {grid.name(h): {"state": how} for h, how in found.items()}


def retreats(rules: TlgRules, state: TlgState, unit: str) -> dict[str, Any]:
    """Where a unit could retreat to if it had to now (6.12 to 6.14); no hexes means that it would be eliminated."""
    u = rules.force.find(unit)
    if state.where[u] < 0:
        raise HexwrightError(f"{unit} is not on the map")
    enemy = moving.zone(rules, state, 1 - rules.force.side[u])
    hexes = retreat_options(rules, state, u, ())
    name = rules.ground.grid.name
    return {
        "unit": rules.force.keys[u],
        "rule": "tlg2:6.12",
        "hexes": [name(h) for h in hexes],
        "into_zone_of_control": [name(h) for h in hexes if enemy[h]],
        "displacing": [name(h) for h in hexes if not moving.may_share(rules, state, u, h)],
    }


def _how(rules: TlgRules, unit: int, guns: list[int]) -> str:
    """How a unit would take part in an attack; only artillery does from afar."""
    if unit not in guns:
        return "adjacent"
    return "bombards" if rules.force.gun[unit] else "out of contact"


def odds(rules: TlgRules, state: TlgState, target: str, keys: list[str]) -> dict[str, Any]:
    """An attack on a hex (or several, separated by commas) by some units, as the board stands.

    Strengths, each shift with its paragraph, the column, the chance of every result, losses to be expected in
    steps, where each defender could retreat to, and why the attack would not be legal.
    """
    grid = rules.ground.grid
    targets = tuple(sorted({grid.parse(part) for part in target.split(",")}))
    attackers = tuple(sorted({rules.force.find(key) for key in keys}))
    if not attackers:
        raise HexwrightError("name the attacking units")
    defenders = [u for h in targets for u in bits(state.stacks.get(h, 0))]
    if not defenders:
        raise HexwrightError(f"there is no unit in {target}")
    for u in attackers:
        if state.where[u] < 0:
            raise HexwrightError(f"{rules.force.keys[u]} is not on the map")
    side = rules.force.side[attackers[0]]
    found = battle.odds(rules, state, targets, attackers)
    near, guns = battle.split(rules, state, targets, attackers)
    chances = rules.crt.distribution(found.column)
    names = rules.force.keys
    return {
        "targets": [grid.name(h) for h in targets],
        "defenders": [names[u] for u in defenders],
        "attackers": [
            {"unit": names[u], "strength": value, "how": _how(rules, u, guns)}
            for u, value in sorted(found.strengths.items())
        ],
        "attack": found.attack,
        "defence": found.defence,
        "basic": found.basic,
        "shifts": [
            {"columns": shift.columns, "cause": shift.cause, "rule": f"tlg2:{shift.rule}"} for shift in found.shifts
        ],
        "odds": rules.crt.columns[found.column],
        "column": found.column + 1,
        "provenance": rules.crt.provenance,
        "results": {result: round(chance, 4) for result, chance in chances.items()},
        "expected": _expected(state, chances, near, defenders),
        "retreats": {names[u]: [grid.name(h) for h in retreat_options(rules, state, u, ())] for u in defenders},
        "illegal": [
            {"rule": f"tlg2:{rule}", "reason": reason}
            for rule, reason in battle.breaches(rules, state, side, targets, attackers)
        ],
    }


def _expected(state: TlgState, chances: dict[str, float], near: list[int], defenders: list[int]) -> dict[str, float]:
    """Steps that either side may expect to lose outright, and the chance that the defender must go back."""
    steps = {"A": sum(state.steps[u] for u in near), "D": sum(state.steps[u] for u in defenders)}
    lost = {"A": 0.0, "D": 0.0}
    back = {"A": 0.0, "D": 0.0}
    for result, chance in chances.items():
        for who, what, count in agenda(result):
            if what == "retreat":
                back[who] += chance
            else:
                lost[who] += chance * (steps[who] if what == "eliminate" else min(count, steps[who]))
    return {
        "attacker_steps": round(lost["A"], 4),
        "defender_steps": round(lost["D"], 4),
        "attacker_retreats": round(back["A"], 4) if near else 0.0,
        "defender_retreats": round(back["D"], 4),
    }


def misplaced(rules: TlgRules, state: TlgState) -> list[str]:
    """Units in rivers and stacks that no rule allows, in a sentence each (4.9, 4.16)."""
    found = []
    for h, mask in state.stacks.items():
        where, names = rules.ground.grid.name(h), " and ".join(rules.force.keys[u] for u in bits(mask))
        if not rules.ground.playable[h]:
            found.append(f"{names} would start in the river at {where} [tlg2:4.16]")
        count = mask.bit_count()
        if count > 2 or (count == 2 and not mask & rules.force.heavy):
            found.append(f"{names} would start stacked in {where} [tlg2:4.9]")
    return found


def defects(rules: TlgRules, state: TlgState) -> list[str]:
    """What these rules never allow: stacks, units in rivers, knowledge gone stale."""
    found = []
    name = rules.ground.grid.name
    for h, mask in state.stacks.items():
        if not rules.ground.playable[h]:
            found.append(f"units in the river at {name(h)}")
        count = mask.bit_count()
        if count > 2 or (count == 2 and not mask & rules.force.heavy):
            found.append(f"a stack at {name(h)}")
    fresh = state.copy()
    fresh.zones, fresh.contacts = [None, None], None
    for side in range(2):
        if state.zones[side] is not None and moving.zone(rules, fresh, side) != state.zones[side]:
            found.append(f"the zone of control of {rules.force.sides[side]} is stale")
    if state.contacts is not None:
        side, net = state.contacts
        if contact.contacts(rules, fresh, side) != net:
            found.append("the contacts are stale")
    return found
