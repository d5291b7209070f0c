"""Checks of a map alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from engine.boards.palette import Layer
from engine.errors import HexwrightError
from engine.findings import Fix, Severity
from engine.hexes.board.grid import NOWHERE, Lattice
from engine.hexes.board.vertices import vertex_hexes
from engine.hexes.checks.subject import BUILT_UP, CROSSINGS, RIVERS, STREAMS, HexSubject, hex_check
from engine.hexes.mapping.choosing import choose, parse, unknown
from engine.hexes.mapping.repaint import uses
from engine.hexes.mapping.rivers import Rivers
from engine.pauses import with_pauses
from engine.play import registry
from engine.plural import counted
from engine.umpire.checks.registry import Found, Scope

_MANY: Final = 12
"""The most findings of one kind on a map; a further one says how many more there are."""


@hex_check("MAP101", Severity.WARNING, "A river stops in the middle of nowhere", Scope.MAP, needs="hexsides paths")
def rivers_that_stop(subject: HexSubject) -> Iterator[Found]:
    """A river runs along hexsides until it reaches the edge of the map, a water hex or another river or
    creek. One that ends elsewhere usually lacks a hexside, and units will walk around its end. Streams within hexes,
    and all rivers of a map on which they widen, may rise anywhere, but must get to water or to the edge, or be lost in
    sand, desert or marsh."""
    yield from _water_to_nowhere(subject)
    if subject.hexes.look.widen:
        return
    streams: Counter[Lattice] = Counter()
    for side in with_pauses({side for side, _ in subject.sides_of(STREAMS)}):
        streams.update(subject.grid.side_ends(side))
    for side, kind in subject.sides_of(RIVERS):
        ends = [end for end in subject.grid.side_ends(side) if streams[end] == 1 and not _may_end_at(subject, end)]
        if ends:
            name = subject.grid.side_name(side)
            alone = f"a {kind} at {name} begins and ends in the middle of the map"
            yield Found(
                alone if len(ends) == 2 else f"a {kind} ends at {name}, in the middle of the map",
                ("hexsides", kind),
                hex=name,
                hint="continue it to water, to another stream or to the edge of the map",
            )


def _water_to_nowhere(subject: HexSubject) -> Iterator[Found]:
    """Streams within hexes, where rivers widen also rivers, that reach neither water nor the edge."""
    board = subject.hexes
    streams = board.palette.streams
    if not board.look.widen and not any(not streams.isdisjoint(kinds) for kinds in board.paths.values()):
        return
    rivers = Rivers(board)
    for system in rivers.systems():
        sides = [~stretch for stretch in system if stretch < 0]
        if rivers.has_mouth(system) or not (sides or board.look.widen):
            continue
        hexes = {h for side in sides or system for h in subject.grid.side_hexes(side) if h != NOWHERE}
        name = subject.grid.name(min(hexes, key=lambda h: (board.elevation[h], h)))
        if sides:
            layer, kind = "paths", min(board.paths[sides[0]] & streams)
        else:
            water = subject.kinds(board.palette.hexsides, STREAMS)
            layer, kind = "hexsides", min(water.intersection(board.hexsides[system[0]]), default="river")
        yield Found(
            f"the {kind} at {name} reaches neither water nor the edge of the map",
            (layer, kind),
            hex=name,
            hint="continue it to a lake, the sea, a river or the edge of the map",
        )


def _may_end_at(subject: HexSubject, corner: Lattice) -> bool:
    """Whether a corner lies at water or on the edge of the map (or of a void): a river may end there."""
    around = vertex_hexes(subject.grid, corner)
    return len(around) < 3 or not subject.wet.isdisjoint(around)


@hex_check("MAP102", Severity.WARNING, "A road misses another by one hex", Scope.MAP, needs="paths")
def paths_with_a_gap(subject: HexSubject) -> Iterator[Found]:
    """Two ends of roads (trails, rails) that lie next to each other, or with one hex between them, were
    probably meant to meet: units would pay full cost for the gap. Ends on both banks of a river without a bridge stand
    where one was blown."""
    for kind in (key for key, one in subject.hexes.palette.paths.items() if not one.is_water):
        ends = _path_ends(subject, kind)
        every, told = set(ends), set[int]()
        for a in ends:
            near = [b for b in subject.grid.within(a, 2) if b in every and b != a and b not in told]
            apart = [
                b for b in near if not _joined_nearby(subject, kind, a, b) and not _at_broken_bridge(subject, a, b)
            ]
            if a in told or not apart:
                continue
            b = min(apart, key=lambda other: (subject.grid.distance(a, other), other))
            told |= {a, b}
            first, second = subject.grid.name(a), subject.grid.name(b)
            yield Found(
                f"the {kind} that ends in {first} just misses the one that ends in {second}",
                ("paths", kind),
                hex=first,
                hint=f"draw the {kind} from {first} to {second}, or end one of them further away",
                fix=Fix(f"Join {first} and {second}", "join_paths", {"kind": kind, "hexes": [first, second]}),
            )


def _path_ends(subject: HexSubject, kind: str) -> list[int]:
    """The hexes where a path of this kind ends: it leaves them on one side only."""
    exits = Counter(
        h
        for side, kinds in with_pauses(subject.hexes.paths.items())
        if kind in kinds
        for h in subject.grid.side_hexes(side)
    )
    return sorted(h for h, sides in exits.items() if sides == 1 and h != NOWHERE)


def _joined_nearby(subject: HexSubject, kind: str, a: int, b: int) -> bool:
    """Whether two ends are ends of one short path: a lane of one or two steps is no gap."""
    reached = {a}
    for _ in range(4):
        reached |= {subject.grid.ring1[h][direction] for h in reached for direction in subject.hexes.exits(h, kind)} - {
            NOWHERE
        }
    return b in reached


def _at_broken_bridge(subject: HexSubject, a: int, b: int) -> bool:
    """Whether two ends face each other over a river that has no bridge there."""
    kinds = subject.hexes.hexsides.get(subject.grid.side_between(a, b), {}) if subject.grid.adjacent(a, b) else {}
    return "river" in kinds and CROSSINGS.isdisjoint(kinds)


@hex_check("MAP103", Severity.WARNING, "A bridge or ford without water", Scope.MAP, needs="hexsides")
def crossings_without_water(subject: HexSubject) -> Iterator[Found]:
    """A bridge or ford lies on a hexside that carries no river or creek, so it crosses nothing."""
    streams = {side for side, _ in subject.sides_of(STREAMS)}
    for side, kind in subject.sides_of(CROSSINGS):
        if side not in streams:
            name = subject.grid.side_name(side)
            yield Found(
                f"the {kind} at {name} crosses no river or creek",
                ("hexsides", kind),
                hex=name,
                hint=f"draw the water under it, or remove the {kind}",
                fix=Fix(f"Remove the {kind}", "remove_hexside", {"kind": kind, "side": name}),
            )


@hex_check("MAP104", Severity.INFO, "A bridge without a road", Scope.MAP, needs="hexsides paths")
def bridges_without_road(subject: HexSubject) -> Iterator[Found]:
    """No road, trail or rail crosses the river at this bridge. Often the road is missing."""
    for side, kind in subject.sides_of(frozenset({"bridge"})):
        if side not in subject.roads:
            name = subject.grid.side_name(side)
            yield Found(f"no road crosses the {kind} at {name}", ("hexsides", kind), hex=name)


@hex_check("MAP105", Severity.INFO, "A road crosses a river without bridge or ford", Scope.MAP, needs="hexsides paths")
def roads_through_water(subject: HexSubject) -> Iterator[Found]:
    """A road crosses a river where there is neither bridge nor ford. What that means differs from system to
    system: say it on the map."""
    crossed = {side for side, _ in subject.sides_of(CROSSINGS)}
    for side, kind in subject.sides_of(RIVERS):
        if side in subject.roads and side not in crossed:
            name = subject.grid.side_name(side)
            road = min(subject.hexes.paths[side] - subject.hexes.palette.streams)
            yield Found(
                f"the {road} crosses the {kind} at {name} without bridge or ford",
                ("paths", road),
                hex=name,
                hint="add a bridge or a ford",
                fix=Fix("Add a bridge", "add_hexside", {"kind": "bridge", "side": name}),
            )


@hex_check("MAP106", Severity.WARNING, "A slope runs against the elevation", Scope.MAP)
def slopes_against_elevation(subject: HexSubject) -> Iterator[Found]:
    """The high side of a slope or cliff lies lower than its low side, by the elevations of the map. One of
    the two is wrong; lines of sight and combat would disagree."""
    grid, levels = subject.grid, subject.hexes.elevation
    for side in with_pauses(sorted(subject.hexes.hexsides)):
        for kind, high in subject.hexes.hexsides[side].items():
            a, b = grid.side_hexes(side)
            if high == NOWHERE or NOWHERE in (a, b):
                continue
            low = b if high == a else a
            if levels[high] < levels[low]:
                top, foot = grid.name(high), grid.name(low)
                yield Found(
                    f"the {kind} {top}>{foot} falls from level {levels[high]} to level {levels[low]}",
                    ("hexsides", kind),
                    hex=f"{top}/{foot}",
                    hint=f"turn the {kind} around, or correct the elevations",
                    fix=Fix(f"Turn the {kind} around", "turn_hexside", {"kind": kind, "side": f"{top}/{foot}"}),
                )


@hex_check("MAP107", Severity.INFO, "Land that cannot be reached", Scope.MAP, needs="terrain legend hexsides")
def land_cut_off(subject: HexSubject) -> Iterator[Found]:
    """A piece of land is cut off from the rest of the map by water, unbridged rivers or cliffs, and does not
    touch the edge of the map. No unit can walk there or leave it."""
    cut_off = [piece for piece in subject.land[1:] if not any(subject.on_edge(h) for h in piece)]
    for piece in cut_off[:_MANY]:
        first = subject.grid.name(min(piece))
        size = "one hex" if len(piece) == 1 else f"{len(piece)} hexes"
        yield Found(f"the land at {first} ({size}) is cut off from the rest of the map", ("terrain",), hex=first)
    if len(cut_off) > _MANY:
        yield Found(f"{len(cut_off) - _MANY} more pieces of land are cut off", ("terrain",))


@hex_check("MAP108", Severity.INFO, "A town without a name", Scope.MAP)
def towns_without_name(subject: HexSubject) -> Iterator[Found]:
    """No name stands at this village, town, city or fort, nor next to it. Players and the log speak of places
    by their names."""
    built_up = subject.kinds(subject.hexes.palette.features, BUILT_UP)
    named = {label.at for label in subject.hexes.labels}
    near_name = named | {n for h in named if h in subject.grid for n in subject.grid.neighbours[h]}
    for h in sorted(subject.hexes.features):
        kinds = [kind for kind in subject.hexes.features[h] if kind in built_up]
        if kinds and h not in near_name:
            name = subject.grid.name(h)
            fix = Fix(f"Name the {kinds[0]}", "name_place", {"hex": name})
            yield Found(f"the {kinds[0]} in {name} has no name", ("features", kinds[0]), hex=name, fix=fix)


@hex_check("MAP109", Severity.INFO, "A character of the legend that is not used", Scope.MAP, needs="terrain legend")
def legend_unused(subject: HexSubject) -> Iterator[Found]:
    """The legend explains a character that stands nowhere in the terrain block."""
    used = set(subject.hexes.terrain)
    for char, key in subject.hexes.legend.items():
        is_used = len(subject.grid) < subject.grid.size if key == "void" else key in used
        if not is_used:
            yield Found(
                f"{char!r} ({key}) of the legend is not used on the map",
                ("legend", char),
                fix=Fix(f"Remove {char!r} from the legend", "forget_character", {"char": char}),
            )


@hex_check("MAP110", Severity.WARNING, "An empty region", Scope.MAP)
def empty_regions(subject: HexSubject) -> Iterator[Found]:
    """A region holds no hex: set-up areas and victory conditions that name it mean nothing."""
    for key, region in subject.hexes.regions.items():
        if not region.hexes:
            fix = Fix("Remove the region", "remove_region", {"region": key})
            yield Found(f"the region {subject.region_name(key)} holds no hex", ("regions", key), fix=fix)


@hex_check("MAP111", Severity.WARNING, "Slopes that face each other on one hexside", Scope.MAP)
def slopes_face_to_face(subject: HexSubject) -> Iterator[Found]:
    """Two kinds with a high side lie on one hexside, and each has its high side where the other is low. Ground
    cannot rise both ways: one of them is turned around."""
    grid = subject.grid
    for side in with_pauses(sorted(subject.hexes.hexsides)):
        tops = {kind: high for kind, high in subject.hexes.hexsides[side].items() if high != NOWHERE}
        if len(set(tops.values())) > 1:
            first = next(iter(tops))
            second = next(kind for kind, high in tops.items() if high != tops[first])
            name = grid.side_name(side)
            yield Found(
                f"{first} and {second} at {name} have opposite high sides",
                ("hexsides", second),
                hex=name,
                hint="turn one of them around, or remove it",
                fix=Fix(f"Turn the {second} around", "turn_hexside", {"kind": second, "side": name}),
            )


@hex_check("MAP112", Severity.INFO, "A kind that no rules system knows", Scope.MAP_ALONE)
def kinds_nobody_knows(subject: HexSubject) -> Iterator[Found]:
    """A map without a scenario is painted with a kind that none of the rules systems has a word for, so it will
    have no effect in any game. Its palette can say what to treat it as, or that it is for the eye alone."""
    for layer, counts in uses(subject.hexes).items():
        for key in sorted(counts):
            kind = subject.hexes.palette.get(layer, key)
            if kind is not None and not any(system.knows(kind) for system in registry.systems_on("hexes")):
                places = "one place" if counts[key] == 1 else f"{counts[key]} places"
                fix = Fix("Open the palette", "edit_palette", {"layer": str(layer), "kind": key})
                # Where a terrain stands in its block of characters cannot be pointed at by a name.
                path = ("legend",) if layer is Layer.TERRAIN else (str(layer), key)
                yield Found(f"no rules system uses {kind.name}, which is on the map in {places}", path, fix=fix)


@hex_check("MAP120", Severity.INFO, "A region and its rule differ", Scope.MAP)
def regions_and_rules(subject: HexSubject) -> Iterator[Found]:
    """A region was chosen by a rule, and the map has changed since, so that other hexes fit now; or the rule names
    kinds that the map does not have. The quick fix chooses the region's hexes again."""
    for key, region in subject.hexes.regions.items():
        if not region.rule:
            continue
        path = ("regions", key, "rule")
        try:
            rule = parse(region.rule)
        except HexwrightError as error:
            yield Found(f"the rule of the region {subject.region_name(key)} cannot be read: {error}", path)
            continue
        missing = unknown(subject.hexes, rule)
        if missing:
            yield Found(
                f"the rule of the region {subject.region_name(key)} asks for {missing[0]}, "
                "which this map does not have",
                path,
            )
            continue
        fitting = choose(subject.hexes, rule)
        more, fewer = len(fitting - region.hexes), len(region.hexes - fitting)
        if more or fewer:
            wrong = [f"chooses {counted(more, 'hex', 'hexes')} outside it"] if more else []
            wrong += [f"leaves out {counted(fewer, 'hex', 'hexes')} within it"] if fewer else []
            message = f"the rule of the region {subject.region_name(key)} {' and '.join(wrong)}"
            fix = Fix("Update hexes", "choose_region", {"region": key})
            at = min(fitting ^ region.hexes)
            yield Found(message, path, hex=subject.grid.name(at), fix=fix)
