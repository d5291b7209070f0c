"""Chapter 8.3 and 8.1.5: where a unit may retreat to, and who would be displaced."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.plural import counted
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.state import FmState

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Retreat:
    """A way back: the hexes in order, whether it falls short (and costs a step), whether it displaces a friend."""

    path: Path
    short: bool = False
    displaces: bool = False


def _next(field: FmField, state: FmState, unit: int, origin: int, path: Path, *, through: bool) -> Iterator[int]:
    """The hexes one further from the origin that a retreat may go on to; ``through`` friendly units or not."""
    side = field.roster.side[unit]
    enemy = field.zones.of(state, 1 - side)
    foes = field.roster.of_side[1 - side]
    at = path[-1] if path else origin
    for n in field.ground.open[at]:
        others = state.stacks.get(n, 0) & ~(1 << unit)
        if enemy[n] or others & foes or (others and not through):
            continue
        if field.distance(origin, n) == len(path) + 1:
            yield n


def walks(field: FmField, state: FmState, unit: int, length: int, *, through: bool) -> list[Path]:
    """Every path of a length that ends that many hexes from where the unit stands (8.3); ``through`` friends or not."""
    origin = state.where[unit]
    found: list[Path] = [()]
    for _ in range(length):
        found = [(*path, n) for path in found for n in _next(field, state, unit, origin, path, through=through)]
    return found


def _vacant(state: FmState, unit: int, h: int) -> bool:
    return not state.stacks.get(h, 0) & ~(1 << unit)


def retreats(field: FmField, state: FmState, unit: int, length: int, shelled: bool) -> list[Retreat]:
    """The ways a unit may retreat, sorted; none when it cannot leave its hex at all.

    As far as it can: by a path of vacant hexes, else through friends, else displacing a friend at its end. It may
    fall shorter instead of displacing (8.3, 8.3.1). ``shelled``: after a bombardment, away from the nearest enemy
    (8.1.5). A seaborne unit at sea has nowhere to go but the sea.
    """
    found: list[Retreat] = []
    if field.ground.sea[state.where[unit]]:
        return found
    for reached in range(length, 0, -1):
        short = reached < length
        plain = _unpushed(field, state, unit, reached)
        if plain:
            found += [Retreat(path, short) for path in _preferred(field, state, unit, plain, shelled)]
            break
        if not found and field.options["displacement"]:
            pushing = _pushing(field, state, unit, reached)
            found = [Retreat(path, short, displaces=True) for path in _preferred(field, state, unit, pushing, shelled)]
    return sorted(found, key=lambda retreat: retreat.path)


def can_retreat(field: FmField, state: FmState, unit: int, length: int) -> bool:
    """Whether there are any `retreats` of a unit."""
    at = state.where[unit]
    if field.ground.sea[at]:
        return False
    if field.options["displacement"]:
        # Wherever it goes through friends it could as well displace the first of them.
        return _gives_way(field, state, field.roster.side[unit], at, ())
    return any(_unpushed(field, state, unit, reached) for reached in range(1, length + 1))


def may_stay(allowed: list[Retreat]) -> bool:
    """Whether a unit may be reduced where it is: when it could move only by displacing, which is voluntary (8.3.1)."""
    return bool(allowed) and all(retreat.displaces for retreat in allowed)


def _unpushed(field: FmField, state: FmState, unit: int, length: int) -> list[Path]:
    """The paths that displace nobody: of vacant hexes, or, when there are none, through friends (8.3)."""
    clear = walks(field, state, unit, length, through=False)
    if clear:
        return clear
    return [path for path in walks(field, state, unit, length, through=True) if _vacant(state, unit, path[-1])]


def _pushing(field: FmField, state: FmState, unit: int, length: int) -> list[Path]:
    """The paths that end where a friend can be displaced; those through vacant hexes come first here too."""
    passing = walks(field, state, unit, length, through=True)
    pushing = [
        path for path in passing if may_be_displaced(field, state, path[-1], unit, closed_by(field, state, unit, path))
    ]
    clear = [path for path in pushing if all(_vacant(state, unit, h) for h in path[:-1])]
    return clear or pushing


def _preferred(field: FmField, state: FmState, unit: int, paths: list[Path], shelled: bool) -> list[Path]:
    """Those that end where a retreat should end, or all when none does (8.1.5, 8.3)."""
    origin = state.where[unit]
    if shelled:
        paths = _away(field, state, unit, origin, paths)
    ends = set(_nearer_edge(field, field.roster.side[unit], origin, sorted({path[-1] for path in paths})))
    return [path for path in paths if path[-1] in ends]


def _away(field: FmField, state: FmState, unit: int, origin: int, paths: list[Path]) -> list[Path]:
    """Farther from the closest enemy unit; with none on the map, toward the closest friend (8.1.5)."""
    side = field.roster.side[unit]
    foes = [state.where[u] for u in field.roster.side_units[1 - side] if state.where[u] >= 0]
    friends = [state.where[u] for u in field.roster.side_units[side] if state.where[u] >= 0 and u != unit]
    better: Callable[[int, int], bool]
    if foes:
        marks, better = foes, lambda new, old: new > old
    elif friends:
        marks, better = friends, lambda new, old: new < old
    else:
        return paths
    least = min(field.distance(origin, h) for h in marks)
    closest = [h for h in marks if field.distance(origin, h) == least]
    good = [path for path in paths if better(min(field.distance(path[-1], h) for h in closest), least)]
    return good or paths


# -- displacement (8.3.1) -------------------------------------------------------------------------------------


def closed_by(field: FmField, state: FmState, unit: int, path: Path) -> frozenset[int]:
    """The hexes closed to whoever a retreating unit displaces: the one it leaves, and those it comes through.

    It stands in them when it pushes, so that the two would change places; option ``displaced_into_path`` opens
    those behind the first.
    """
    origin = state.where[unit]
    return frozenset({origin} if field.options["displaced_into_path"] else {origin, *path[:-1]})


def displaced_to(field: FmField, state: FmState, h: int, by: int, seen: frozenset[int] | set[int]) -> list[int]:
    """Where the friendly unit in ``h`` could be displaced to: vacant hexes, else hexes of further friends (8.3.1).

    As in any retreat those nearer to its own edge come first. ``seen`` are hexes where this chain has been.
    """
    side = field.roster.side[by]
    enemy = field.zones.of(state, 1 - side)
    friends = state.stacks.get(h, 0) & field.roster.of_side[side] & ~(1 << by)
    if not friends:
        return []
    near = [n for n in field.ground.open[h] if not enemy[n] and n not in seen]
    vacant = sorted(n for n in near if n not in state.stacks)
    if vacant:
        return _nearer_edge(field, side, h, vacant)
    pushed, chain = next(bits(friends)), frozenset({*seen, h})
    return _nearer_edge(field, side, h, sorted(n for n in near if may_be_displaced(field, state, n, pushed, chain)))


def may_be_displaced(field: FmField, state: FmState, h: int, by: int, seen: Collection[int]) -> bool:
    """Whether the friendly unit in ``h`` could be displaced at all: some chain of friends ends at a vacant hex.

    However the chains wind, a hex is looked at once: what can be reached by one can be reached by a chain that does
    not come back to a hex.
    """
    side = field.roster.side[by]
    if not state.stacks.get(h, 0) & field.roster.of_side[side] & ~(1 << by):
        return False
    return _gives_way(field, state, side, h, seen)


def _gives_way(field: FmField, state: FmState, side: int, h: int, seen: Collection[int]) -> bool:
    """Whether some chain of friendly units, from next to a hex on, ends at a vacant hex."""
    own, enemy, stacks = field.roster.of_side[side], field.zones.of(state, 1 - side), state.stacks
    known, chain = {*seen, h}, [h]
    while chain:
        for n in field.ground.open[chain.pop()]:
            if n not in known and not enemy[n]:
                if n not in stacks:
                    return True
                known.add(n)
                if stacks[n] & own:
                    chain.append(n)
    return False


def _nearer_edge(field: FmField, side: int, h: int, hexes: list[int]) -> list[int]:
    """Those nearer to the own edge or supply source than ``h``, or all when none is."""
    edge = field.edge_distance[side]
    return [n for n in hexes if edge[n] < edge[h]] or hexes if edge else hexes


def stays_at_sea(field: FmField, state: FmState, unit: int) -> bool:
    """Whether a seaborne unit could only retreat into an all-sea hex, and is reduced where it is instead (8.3)."""
    at = state.where[unit]
    sea = field.ground.sea
    return bool(field.roster.seaborne >> unit & 1) and (sea[at] or any(sea[n] for n in field.ground.near[at]))


def path_breaches(
    field: FmField, state: FmState, unit: int, path: Path, length: int, shelled: bool, allowed: list[Retreat]
) -> Iterator[Breach]:
    """Why a unit may not retreat along a path. ``shelled``: after a bombardment."""
    if any(retreat.path == path for retreat in allowed):
        return
    name, grid = field.roster.names[unit], field.grid
    side = field.roster.side[unit]
    enemy = field.zones.of(state, 1 - side)
    at = state.where[unit]
    for h in path:
        if h == NOWHERE:
            yield "8.3", f"{name} cannot retreat off the map"
            return
        if grid.side_between(at, h) == NOWHERE:
            yield "8.3", f"{field.place(at)} and {field.place(h)} are not adjacent"
            return
        if h not in field.ground.open[at]:
            yield "8.3", f"{name} cannot retreat into {field.place(h)}: prohibited terrain or hexside"
        if state.stacks.get(h, 0) & field.roster.of_side[1 - side]:
            yield "8.3", f"{field.place(h)} is occupied by the enemy"
        if enemy[h]:
            yield "8.3", f"{field.place(h)} is in an enemy zone of control"
            yield "6.2", f"{name} cannot retreat into an enemy zone of control"
        at = h
    if not allowed:
        yield "8.3", f"{name} cannot retreat at all"
    elif field.distance(state.where[unit], at) != length and not any(retreat.short for retreat in allowed):
        yield "8.3", f"{name} must end its retreat {counted(length, 'hex', 'hexes')} away"
    elif not _vacant(state, unit, at):
        yield "8.3.1", f"no friendly unit in {field.place(at)} may be displaced now"
    else:
        yield "8.3", f"{name} has a better way to retreat: vacant hexes first, then nearer its own edge"
        if shelled:
            yield "8.1.5", f"{name} must retreat away from the nearest enemy if it can"
