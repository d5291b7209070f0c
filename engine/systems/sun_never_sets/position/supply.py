"""Paragraphs 12.2 and 12.24: who is supplied by himself, and lines of supply."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import fleets, sieges
from engine.systems.sun_never_sets.base.counters import EMPIRE, NATIVE
from engine.systems.sun_never_sets.base.event_tables import event_modifier, row_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.ground import FORTRESS
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import Modifier, total
from engine.systems.sun_never_sets.position import railways

ENEMY, SIEGE, ZONE = "enemy", "siege", "zone"
"""How an enemy cuts a line of supply: he stands in a hex of it, besieges it, or has it in his zone of control."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of supply from a hex to a source."""

    path: tuple[int, ...]
    """From the hex that is supplied to the source."""
    by_road: bool


def needy(field: SnsField, state: SnsState, h: int, side: int) -> int:
    """The units of a side in a hex that need supply: headquarters, supply units and fleets do not, nor does who is with
    a fleet (12.21)."""
    if fleets.feeds(field, state, h, side):
        return 0
    none = field.roster.of_type(*field.tables.supply.needs_none)
    return field.units_at(state, h, side) & ~none


def weight(field: SnsField, unit: int) -> int:
    """How many units a unit counts as for supply: civilians as four (12.3)."""
    return field.tables.forage.civilians if field.roster.type[unit] == "civilians" else 1


def load(field: SnsField, mask: int) -> int:
    """How many units a mask counts as for supply."""
    return sum(weight(field, u) for u in bits(mask))


def drawn(field: SnsField, state: SnsState, h: int, side: int, number: int) -> int:
    """How many units a hex counts as for a supply unit, where ``number`` of it, as it forages, are not fed: the same,
    for civilians are four for supply (12.3); by an option civilians are one, and four for forage alone (26.1)."""
    mask = needy(field, state, h, side)
    if field.options["civilians_issued"] == "four" or number != load(field, mask):
        return number
    return mask.bit_count()


def forager(field: SnsField, state: SnsState, h: int, side: int) -> str:
    """The role whose figures of the forage chart hold in a hex: its side's, by an option the Natives' where friendly
    Natives alone are to be fed (12.3)."""
    return field.role_of(side, needy(field, state, h, side))


def feeds(field: SnsField, state: SnsState, h: int, side: int, at: int) -> bool:
    """Whether a hex is a fortress of the side that supplies any number in hex ``at``: occupied, not besieged, without
    an atrocity marker, which an option lets stop its own hex alone (12.22, 23.3)."""
    held = field.ground.fortress[h] and field.units_at(state, h, side)
    if not held or sieges.besieged(field, state, h, side):
        return False
    return h not in state.atrocities or (h != at and bool(field.options["lines_to_atrocity"]))


def lines(
    field: SnsField, state: SnsState, h: int, side: int, *, past_enemies: bool = False, past_ground: bool = False
) -> dict[int, Line]:
    """Every hex that a line of supply reaches from a hex, the shortest line to each: two hexes long, four where all of
    it is by road; never into an enemy, into an enemy zone only where a friend stands (12.24), and into no besieged
    fortress and out of none (18.22).

    ``past_enemies`` tells the lines that there would be if no enemy cut them, ``past_ground`` those that there would be
    if no paragraph of the campaign closed ground to them.
    """
    table = field.tables.supply
    found = {h: Line((h,), False)}
    if sieges.besieged(field, state, h, side):
        return found
    ground, campaign = field.ground, campaigns.of(field)
    cut: dict[int, bool] = {}
    for length, roads in ((table.line, False), (table.line_by_road, True)):
        paths: dict[int, tuple[int, ...]] = {h: (h,)}
        edge = [h]
        for _ in range(length):
            onward: list[int] = []
            for at in edge:
                for n in ground.open[at]:
                    by_road = ground.by_road(at, n)
                    if n in paths or (roads and not by_road):
                        continue
                    if n not in cut:
                        cut[n] = not past_enemies and bool(cut_by(field, state, n, side))
                    if cut[n] or (not past_ground and campaign.line_closed(field, n, by_road)):
                        continue
                    paths[n] = (*paths[at], n)
                    onward.append(n)
            edge = onward
        for n, path in paths.items():
            if n not in found:
                found[n] = Line(path, roads)
    return found


def closed_on(field: SnsField, state: SnsState, h: int, side: int, goal: int) -> list[int]:
    """The hexes that a paragraph of the campaign closes to a line of supply from a hex to another one, enemies left out
    of account; none where it is not that paragraph alone which stops the line."""
    if goal in lines(field, state, h, side, past_enemies=True):
        return []
    found = lines(field, state, h, side, past_enemies=True, past_ground=True).get(goal)
    path = found.path if found is not None else ()
    campaign, by_road = campaigns.of(field), field.ground.by_road
    return [b for a, b in pairwise(path) if campaign.line_closed(field, b, by_road(a, b))]


def cut_by(field: SnsField, state: SnsState, h: int, side: int) -> str:
    """How the enemy stops lines of supply of a side in a hex: ``ENEMY`` by standing there, ``SIEGE`` by besieging it,
    ``ZONE`` by a zone of control where no friend stands; empty where he does not (12.24, 18.22)."""
    stack = state.stacks.get(h, 0)
    if stack & field.roster.of_side[1 - side]:
        return ENEMY
    if sieges.besieged(field, state, h, side):
        return SIEGE
    return ZONE if field.zones.of(state, 1 - side)[h] and not stack & field.roster.of_side[side] else ""


def automatic(field: SnsField, state: SnsState, h: int, side: int) -> Line | None:
    """The line to a fortress or working railway that supplies the units of a hex, perhaps their own hex; None without
    one (12.2). A
    besieged garrison has its own hex while the sea is open to it (18.71)."""
    if sieges.besieged(field, state, h, side) and fleets.serves(field, state, h, side):
        return Line((h,), False)
    rails = railways.feeding(field, state) if side == field.empire else frozenset()
    return next(
        (line for n, line in lines(field, state, h, side).items() if n in rails or feeds(field, state, n, side, h)),
        None,
    )


def depots(field: SnsField, state: SnsState, h: int, side: int) -> list[int]:
    """The supply units that a line of supply from a hex leads to, in good order or not (12.61, 12.62)."""
    reached = lines(field, state, h, side)
    return [u for u in bits(field.roster.supply & field.roster.of_side[side]) if state.where[u] in reached]


def hungry_hexes(field: SnsField, state: SnsState, side: int) -> list[tuple[int, int]]:
    """The hexes of a side whose units are not supplied by themselves, with what they count as (12.3)."""
    found = []
    for h, mask in sorted(state.stacks.items()):
        if mask & field.roster.of_side[side]:
            number = load(field, needy(field, state, h, side))
            if number and automatic(field, state, h, side) is None:
                found.append((h, number))
    return found


def forage_line(field: SnsField, state: SnsState, h: int, side: int) -> str:
    """The line of the forage chart that feeds a hex best (12.32); that of an atrocity where one was committed, that
    of a town for a besieged fortress."""
    effects = field.tables.terrain_effects
    if h in state.atrocities:
        return effects.atrocity["forage"]
    limits, role = field.tables.forage.lines, forager(field, state, h, side)
    found = field.ground.forage_lines(h)
    if sieges.besieged(field, state, h, side):
        found = [effects.feature[FORTRESS].besieged if line == FORTRESS else line for line in found]
    return max(found, key=lambda line: sum(limits[line].of(role)), default="desert")


def weather_modifiers(field: SnsField, state: SnsState) -> list[Modifier]:
    """What weather takes off march and forage dice: winter and monsoon turns, foul weather (3.2, event 31-33)."""
    given, turns = field.tables.march.modifiers, field.scenario.turns
    found = [Modifier(given[name], name, "3.2") for name in ("winter", "monsoon") if turns.marked(state.turn, name)]
    if field.effect(state, "foul_weather"):
        row = row_of(field.event_table, NATIVE, "foul_weather")
        found.append(Modifier(given["foul_weather"], row.title, row.rule))
    return found


def with_modern_general(field: SnsField, state: SnsState, h: int) -> bool:
    """Whether the headquarters of the event stands in a hex that helps all marches and forage there (event 61)."""
    general = field.effect(state, "modern_general")
    return general is not None and any(state.where[u] == h for u in general.data)


def forage_modifiers(field: SnsField, state: SnsState, h: int, side: int, leader: int = NOWHERE) -> list[Modifier]:
    """Everything that modifies a forage die, with its paragraph: a leader, weather, own fieldworks, events (12.3). A
    limit without a die is raised by a leader alone (34.0)."""
    helps = field.strategic(state, leader) if leader >= 0 else 0
    if field.on("simple_forage"):
        return [Modifier(helps, field.roster.units[leader].name, "34.0")] if helps else []
    found = weather_modifiers(field, state)
    if leader >= 0:
        found.insert(0, Modifier(helps, field.roster.units[leader].name, "12.33"))
    if state.fieldworks.get(h, -1) == side:
        found.append(Modifier(field.tables.forage.modifiers["fieldworks"], "fieldworks", "12.3"))
    if with_modern_general(field, state, h):
        found.append(event_modifier(field.event_table, EMPIRE, "modern_general", "forage"))
    if side == field.empire and h in state.extras.fair_play and (field.ground.town[h] or field.ground.fortress[h]):
        found.append(Modifier(field.tables.forage.modifiers["fair_play"], "fair play", "23.41"))
    return found


def best_forager(field: SnsField, state: SnsState, mask: int) -> int:
    """The headquarters of a mask that helps foraging most, or -1 (12.33)."""
    return max(bits(mask & field.roster.headquarters), key=lambda u: field.strategic(state, u), default=NOWHERE)


def fed(field: SnsField, state: SnsState, h: int, side: int, die: int, more: int) -> int:
    """How many units forage feeds in a hex on a die with a sum of modifiers (12.3); with the switch for simple forage
    the die does not matter (34.0)."""
    line, role = forage_line(field, state, h, side), forager(field, state, h, side)
    if field.on("simple_forage"):
        return field.tables.simple_forage.limit(line, role, more)
    return field.tables.forage.fed(line, role, die + more)


def outlook(field: SnsField, state: SnsState, h: int, side: int) -> list[int]:
    """How many units each die of 1 to 6 would feed in a hex, with its best headquarters (12.3)."""
    more = total(forage_modifiers(field, state, h, side, best_forager(field, state, field.units_at(state, h, side))))
    return [fed(field, state, h, side, die, more) for die in range(1, 7)]
