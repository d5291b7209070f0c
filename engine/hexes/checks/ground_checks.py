"""Checks of what a scenario asks of the ground of a hex map: water, roads, the map edge, land that is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.findings import Fix, Severity
from engine.hexes.board.grid import NOWHERE
from engine.hexes.checks.subject import HexSubject, hex_check
from engine.hexes.mapping.repaint import uses
from engine.play.words import listed
from engine.plural import counted
from engine.scenario import Deployment, Scoring, VictoryCondition
from engine.scenario.model import ENTER, POOL, WITHDRAW
from engine.umpire.checks.group_checks import area_of, called, candidates
from engine.umpire.checks.place_fixes import choose_entry
from engine.umpire.checks.registry import Found
from engine.umpire.checks.scenario_checks import entries_of
from engine.umpire.checks.subject import Path
from engine.umpire.checks.victory_checks import conditions_of, lines_of

_WET_HINT: Final = "move it to land, or repaint the terrain"


@hex_check("SETUP103", Severity.ERROR, "A unit is set up in an all-water hex")
def setup_in_water(subject: HexSubject) -> Iterator[Found]:
    """A unit starts in a hex that is all water, where no land unit may be; so does one that the start of an example or
    replay puts there. A system with ships says itself who may:
    which types of unit are afloat, or which values of a counter mark one that is."""
    for key, name in subject.scenario.setup.items():
        unit = subject.scenario.units.get(key)
        if unit is not None and not subject.is_afloat(unit) and subject.grid.find(name) in subject.wet:
            yield Found(
                f"{subject.unit_name(key)} is set up in {name}, which is all water",
                ("setup", key),
                hex=name,
                unit=key,
                hint=_WET_HINT,
                fix=Fix(f"Place {subject.unit_name(key)} elsewhere", "place_unit", {"unit": key}),
            )


@hex_check("SETUP104", Severity.ERROR, "Enemies in one hex")
def setup_with_enemies(subject: HexSubject) -> Iterator[Found]:
    """Units of different sides are set up in the same hex."""
    units = subject.scenario.units
    first_in: dict[int, str] = {}
    for key, name in subject.scenario.setup.items():
        h = subject.grid.find(name)
        if key not in units or h == NOWHERE:
            continue
        other = first_in.setdefault(h, key)
        if units[other].side != units[key].side:
            yield Found(
                f"{subject.unit_name(key)} and its enemy {subject.unit_name(other)} are both set up in {name}",
                ("setup", key),
                hex=name,
                unit=key,
                fix=Fix(f"Place {subject.unit_name(key)} elsewhere", "place_unit", {"unit": key}),
            )


@hex_check("REINF104", Severity.WARNING, "An entry hex inside the map")
def entries_inside(subject: HexSubject) -> Iterator[Found]:
    """Reinforcements come onto the map over its edge, and this entry hex does not lie on it."""
    for number, token, name in entries_of(subject, ENTER):
        h = subject.grid.find(name)
        if h != NOWHERE and not subject.on_edge(h):
            yield Found(
                f"the entry hex {name} is not on the edge of the map",
                ("reinforcements", number, "entry"),
                token,
                hex=name,
                fix=choose_entry(number, token),
            )


@hex_check("REINF105", Severity.ERROR, "An entry hex that is all water")
def entries_in_water(subject: HexSubject) -> Iterator[Found]:
    """Reinforcements would come onto the map in a hex, or a region, that is all water, and some of them may not be
    there."""
    units = subject.scenario.units
    for number, arrival in enumerate(subject.scenario.arrivals):
        ashore = [key for key in arrival.units if key in units and not subject.is_afloat(units[key])]
        for token, name in enumerate(arrival.entry if ashore and arrival.how not in (POOL, WITHDRAW) else ()):
            hexes = subject.hexes.area(name)
            if hexes and subject.wet.issuperset(hexes):
                region = name in subject.hexes.regions
                what = f"region {subject.region_name(name)}" if region else f"entry hex {name}"
                yield Found(
                    f"the {what} is all water, where {listed(map(subject.unit_name, ashore))} cannot be",
                    ("reinforcements", number, "entry"),
                    token,
                    hex="" if region else name,
                    fix=choose_entry(number, token),
                )


@hex_check("REINF106", Severity.INFO, "An entry hex without a road")
def entries_off_road(subject: HexSubject) -> Iterator[Found]:
    """No road or trail runs through the entry hex, so the column pays the cost of the ground for its first
    hex."""
    ways = [kind for kind in subject.hexes.palette.paths if kind in ("road", "trail")]
    for number, token, name in entries_of(subject, ENTER):
        h = subject.grid.find(name)
        if h != NOWHERE and not any(subject.hexes.on_path(h, kind) for kind in ways):
            yield Found(
                f"no road runs through the entry hex {name}",
                ("reinforcements", number, "entry"),
                token,
                hex=name,
            )


@hex_check("SETUP115", Severity.ERROR, "An area too small for its group", needs="units pools map")
def areas_too_small(subject: HexSubject) -> Iterator[Found]:
    """The area of a group has fewer places than the group has units, with at most ``most`` units per hex. Hexes
    that are all water are no places for units that are not afloat."""
    for number, group in enumerate(subject.scenario.deployments):
        units, hexes = candidates(subject, group), area_of(subject, group)
        ashore = not any(subject.is_afloat(unit) for unit in units)
        dry = hexes - subject.wet if ashore else hexes
        room = group.most * (1 if group.together else len(dry))
        count = _taken(group, len(units))
        if group.most and dry and count > room:
            where = "in one hex" if group.together else f"in {counted(len(dry), 'hex', 'hexes')}"
            message = f"{called(number, group)} has {counted(count, 'unit')} but room for only {room} {where}"
            yield Found(message, ("deployment", number, "area"), hint="widen the area, or raise `most`")


def _taken(group: Deployment, candidates: int) -> int:
    """How many units a group may have to set up at the most."""
    count = min(sum(group.kinds.values()), candidates) if group.kinds else candidates
    return min(count, int(group.draw[1:])) if group.draw else count


@hex_check("SETUP116", Severity.ERROR, "An area that is all water", needs="units pools map")
def areas_in_water(subject: HexSubject) -> Iterator[Found]:
    """All hexes of a group's area are water, and it has units that may not be there."""
    for number, group in enumerate(subject.scenario.deployments):
        hexes = area_of(subject, group)
        ashore = [unit.key for unit in candidates(subject, group) if not subject.is_afloat(unit)]
        if hexes and ashore and hexes <= subject.wet:
            message = (
                f"the area of {called(number, group)} is all water, where {subject.unit_name(ashore[0])} cannot be"
            )
            yield Found(message, ("deployment", number, "area"), hint="name an area with land in it")


@hex_check("REINF122", Severity.WARNING, "An entry hex that leads nowhere", needs="map")
def entries_cut_off(subject: HexSubject) -> Iterator[Found]:
    """The entry hex is closed in by water, rivers without a bridge or cliffs, so that no unit gets on from there."""
    for number, arrival in enumerate(subject.scenario.arrivals):
        for token, name in enumerate(arrival.entry if arrival.how == ENTER else ()):
            h = subject.grid.find(name)
            piece = subject.piece_of.get(h) if h != NOWHERE and name not in subject.hexes.regions else None
            ashore = any(
                key in subject.scenario.units and not subject.is_afloat(subject.scenario.units[key])
                for key in arrival.units
            )
            if piece is not None and ashore and len(subject.land[piece]) == 1 and len(subject.land) > 1:
                yield Found(
                    f"units cannot move on from the entry hex {name}",
                    ("reinforcements", number, "entry"),
                    token,
                    hex=name,
                    hint="bridge the river, or choose another hex at the edge",
                    fix=choose_entry(number, token),
                )


@hex_check("WIN103", Severity.WARNING, "An objective that no unit can reach", needs="setup reinforcements deployment")
def objectives_out_of_reach(subject: HexSubject) -> Iterator[Found]:
    """An objective, of a line or of a condition, is all water, or lies on a piece of land where no unit starts or
    arrives; of a region no hex is any better."""
    scenario = subject.scenario
    groups = [arrival.entry for arrival in scenario.arrivals] + [group.area for group in scenario.deployments]
    starts = [*scenario.setup.values(), *(name for names in groups for name in names)]
    peopled: set[int | None] = {subject.piece_of.get(h, -1) for name in starts for h in subject.hexes.area(name)}
    named: list[tuple[Path, Scoring | VictoryCondition]] = [*lines_of(subject), *conditions_of(subject)]
    for path, line in named:
        for token, name in enumerate(line.hexes):
            h = subject.grid.find(name)
            piece = subject.piece_of.get(h)
            if h != NOWHERE and piece not in peopled:
                yield Found(f"the objective {name} {_closed(piece)}", (*path, "hexes"), token, hex=name)
        region = subject.hexes.regions.get(line.region)
        pieces = {subject.piece_of.get(h) for h in region.hexes} if region is not None else set()
        if pieces and not pieces & peopled:
            why = _closed(next(iter(sorted(pieces, key=str))))
            yield Found(f"the objective {subject.region_name(line.region)} {why}", (*path, "region"))


def _closed(piece: int | None) -> str:
    """Why no unit can reach a piece of land; None is water."""
    return "is all water" if piece is None else "is cut off from every unit"


@hex_check("RULE104", Severity.INFO, "Terrain that the rules do not know")
def terrain_unknown(subject: HexSubject) -> Iterator[Found]:
    """The map is painted with a kind of terrain, feature, hexside or path that the rules system has no word
    for, so it has no effect in play. A palette's ``treat_as`` says what the rules should take it for."""
    system = subject.system
    if system is None:
        return
    for layer, counts in uses(subject.hexes).items():
        known = system.terrain.get(str(layer))
        for key, count in sorted(counts.items()) if known is not None else ():
            kind = subject.hexes.palette.get(layer, key)
            term = system.term(kind) if kind else key
            if known is not None and term and term not in known:
                places = "one place" if count == 1 else f"{count} places"
                yield Found(
                    f"{system.title} has no rules for {kind.name if kind else key}, which is in {places}",
                    ("map",),
                    hint=f"treat it as one of: {', '.join(sorted(known))}"
                    if known
                    else "give it a term of another layer, or leave it out",
                    fix=Fix("Open the palette", "edit_palette", {"layer": str(layer), "kind": key}),
                )
