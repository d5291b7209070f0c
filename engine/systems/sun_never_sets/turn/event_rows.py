"""The rows of both event tables (chapter 4): what each does, by the key that events.yaml gives it.

Effects that last are laid under the row's key, and read where the rules ask for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.hexstate import POOL, WAITING
from engine.play import Step
from engine.systems.sun_never_sets.base import effects
from engine.systems.sun_never_sets.base.counters import FRIENDLY, HEADQUARTERS, HOSTILE, SUPPLY
from engine.systems.sun_never_sets.base.event_tables import EventRow, Needs, die_in
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import tell_owner
from engine.systems.sun_never_sets.base.state import SPENT, SnsState
from engine.systems.sun_never_sets.position import fates, natives

DWABEN: Final = "dwaben"
"""A nation that rows name."""
_INLAND: Final = "inland_towns_and_villages"


@dataclass(frozen=True, slots=True)
class Draw:
    """A row that was drawn, in the player turn of a side."""

    field: SnsField
    state: SnsState
    row: EventRow
    side: int
    step: Step

    @property
    def rule(self) -> str:
        """The paragraph of the row, without the system."""
        return self.row.rule

    def number(self, name: str) -> int:
        """A figure of the row."""
        return int(self.row.numbers[name])

    def roll(self) -> int:
        """One die."""
        return self.step.roll(self.state)

    def throw(self, name: str) -> int:
        """A figure of the row that is thrown for: ``2d6``."""
        return natives.thrown(self.state, str(self.row.numbers[name]), self.step)


Happens = Callable[[Draw], bool]
"""Carries out a row, up to the first choice of a side; returns whether there is one."""


# -- what must be so ------------------------------------------------------------------------------------------------


def met(field: SnsField, state: SnsState, side: int, needs: Needs) -> bool:
    """Whether a row may happen: leads in points, who is in play, places held, how near the enemy stands."""
    leads = [_leads(field, state, role, by) for role, by in needs.lead.items()]
    if not all(leads):
        return False
    if needs.in_play and chief(field, state, side, needs.in_play) < 0:
        return False
    if needs.either is not None and not any(met(field, state, side, one) for one in needs.either.one_by_one()):
        return False
    if needs.holds and len(_held(field, state, needs.holds.of)) < needs.holds.empire:
        return False
    return not needs.stands or any(
        field.distance(h, place) <= needs.stands.empire
        for place in field.places.get(needs.stands.of, ())
        for h in _occupied(field, state, field.empire)
    )


def _leads(field: SnsField, state: SnsState, role: str, by: int) -> bool:
    side = field.roles.index(role)
    return state.points[side] - state.points[1 - side] >= by


def chief(field: SnsField, state: SnsState, side: int, who: str) -> int:
    """The number of a headquarters of a side on the map, by its name or as ``commander``; -1 where it is not there."""
    for hq in bits(field.roster.headquarters & field.roster.of_side[side]):
        named = 1 << hq & field.roster.commanders if who == "commander" else field.roster.units[hq].name.lower() == who
        if named and state.where[hq] >= 0:
            return hq
    return -1


def _occupied(field: SnsField, state: SnsState, side: int) -> list[int]:
    return sorted(h for h, mask in state.stacks.items() if mask & field.roster.of_side[side])


def _held(field: SnsField, state: SnsState, what: str) -> list[int]:
    """The places of a kind that the British occupy."""
    if what != _INLAND:
        return [h for h in field.places.get(what, ()) if field.units_at(state, h, field.empire)]
    ground = field.ground
    return [
        h
        for h in _occupied(field, state, field.empire)
        if not ground.coastal[h] and ground.features[h] & {"town", "village", "kraal"}
    ]


# -- units ----------------------------------------------------------------------------------------------------------


def kind_of(field: SnsField, unit: int) -> str:
    """What the dice of a row call a unit: headquarters, supply or combat."""
    kind = field.roster.type[unit]
    return kind if kind in (HEADQUARTERS, SUPPLY) else "combat"


def throw_for(draw: Draw, units: Iterable[int]) -> None:
    """A die for each of some units, by the kind it is of: eliminated or demoralized (not in battle)."""
    field, state, step = draw.field, draw.state, draw.step
    for u in units:
        kind = kind_of(field, u)
        die = draw.roll()
        what = draw.row.die_does(kind, die)
        data = {"unit": field.roster.keys[u], "die": die, "does": what}
        tell_owner(field, step, field.roster.side[u], "thrown", draw.rule, **data)
        if what == "eliminated":
            fates.eliminate(field, state, u, draw.rule, step)
        elif what == "shaken":
            fates.demoralize(field, state, u, draw.rule, step)


def look(draw: Draw, side: int, h: int) -> None:
    """A side sees all enemy units of a hex, until they march away (5.6)."""
    field, state = draw.field, draw.state
    seen = field.units_at(state, h, 1 - side)
    state.known[side] |= seen
    data = {"at": field.grid.name(h), "units": field.keys_of(seen)}
    draw.step.tell((field.sides[side],), "seen", field.cite(draw.rule), **data)


def pooled(field: SnsField, state: SnsState, side: int, nation: str = "") -> list[int]:
    """The units of a side that lie in its pools and are drawn by chance; of a nation, or of all but the friendly
    tribes."""
    mask = field.chance if side == field.empire else field.roster.of_side[side] & ~field.roster.supply
    return [
        u
        for u in bits(mask)
        if state.where[u] == POOL
        and (field.roster.nation[u] == nation if nation else field.roster.nation[u] != FRIENDLY)
    ]


def by_chance(draw: Draw, units: list[int], number: int) -> list[int]:
    """A number of these units, by chance."""
    left = list(units)
    taken: list[int] = []
    while left and len(taken) < number:
        taken.append(left.pop(draw.step.roll(draw.state, len(left)) - 1 if len(left) > 1 else 0))
    return sorted(taken)


def spare_supply(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The supply units of a side that are not on the map and may come (12.64)."""
    mask = field.roster.supply & field.roster.of_side[side]
    return [
        u
        for u in bits(mask)
        if state.where[u] in (SPENT, POOL) or (state.where[u] == WAITING and u not in field.arrival_turn)
    ]


# -- the rows -------------------------------------------------------------------------------------------------------


def _lasting(draw: Draw) -> bool:
    """Rows that only last, and are read elsewhere."""
    assert draw.row.lasts is not None
    effects.lay(draw.state, draw.side, draw.row.key, draw.row.lasts)
    return False


def _announced(draw: Draw) -> bool:
    """Rows that the reinforcement segment of this player turn carries out."""
    effects.lay(draw.state, draw.side, draw.row.key, "player_turn")
    return False


def _chosen(draw: Draw) -> bool:
    """Rows that begin with a choice."""
    return True


def _evacuate(draw: Draw) -> bool:
    effects.lift(draw.state, "onward")
    return _lasting(draw)


def _onward(draw: Draw) -> bool:
    """In force it has no further effect; negated, it comes again with its factors."""
    if effects.found(draw.state, "onward") is None:
        effects.lift(draw.state, "evacuate")
        _lasting(draw)
        _factors(draw, draw.number("factors"))
    return False


def _factors(draw: Draw, number: int) -> None:
    """Replacement factors of any kind."""
    draw.state.factors[-1] += number
    draw.step.say("factors", draw.field.cite(draw.rule), side=draw.field.sides[draw.field.empire], gained=number)


def _rescue(draw: Draw) -> bool:
    """Units out of the pool are placed by their owner; what it lacks becomes factors."""
    number = draw.throw("units")
    taken = by_chance(draw, pooled(draw.field, draw.state, draw.field.empire), number)
    for u in taken:
        draw.state.where[u] = WAITING
    if number > len(taken):
        _factors(draw, number - len(taken))
    return bool(taken)


def _more_replacements(draw: Draw) -> bool:
    _factors(draw, draw.throw("factors"))
    return False


def _correspondents_points(draw: Draw) -> bool:
    field, state = draw.field, draw.state
    die, numbers = draw.roll(), draw.row.numbers
    if die_in(die, numbers["betrayed"]):
        return True
    points = draw.throw("points")
    if die_in(die, numbers["gain"]):
        field.ledger.gain(state, field.empire, points, field.cite(draw.rule), draw.row.title, draw.step)
    else:
        field.ledger.lose(state, field.empire, points, field.cite(draw.rule), draw.row.title, draw.step)
    return False


def _correspondents_factor(draw: Draw) -> bool:
    _lasting(draw)
    die = draw.roll()
    if die_in(die, draw.row.numbers["gain"]):
        _factors(draw, draw.number("factors"))
        return False
    return True


def _earthquake(draw: Draw) -> bool:
    die = draw.roll()
    happens = die_in(die, draw.row.numbers["happens"])
    draw.step.say("quake", draw.field.cite(draw.rule), die=die, happens=happens)
    if happens:
        draw.state.fieldworks = {}
        _lasting(draw)
    return False


def _fever(draw: Draw) -> bool:
    """A leader on the map, by chance."""
    leaders = draw.field.roster.headquarters & draw.field.roster.of_side[draw.side]
    (*taken,) = by_chance(draw, [hq for hq in bits(leaders) if draw.state.where[hq] >= 0], 1)
    if taken:
        assert draw.row.lasts is not None
        effects.lay(draw.state, draw.side, draw.row.key, draw.row.lasts, tuple(taken))
        key = draw.field.roster.keys[taken[0]]
        tell_owner(draw.field, draw.step, draw.side, "fever", draw.rule, unit=key)
    return False


def _levies_desert(draw: Draw) -> bool:
    """A die for each levy on the map."""
    field, state = draw.field, draw.state
    for u in [u for u in bits(field.roster.levies) if state.where[u] >= 0]:
        die = draw.roll()
        what = draw.row.die_does("levy", die)
        data = {"unit": field.roster.keys[u], "die": die, "does": what}
        tell_owner(field, draw.step, field.roster.side[u], "thrown", draw.rule, **data)
        if what == "removed":
            fates.remove(field, state, u, draw.rule, draw.step)
    return False


def _modern_general(draw: Draw) -> bool:
    assert draw.row.lasts is not None
    general = chief(draw.field, draw.state, draw.side, draw.row.needs.in_play)
    effects.lay(draw.state, draw.side, draw.row.key, draw.row.lasts, (general,))
    return True


def _golden_stool(draw: Draw) -> bool:
    """A die for each stack: odd demoralizes it, even lets it march better; the British gain points."""
    field, state = draw.field, draw.state
    outraged: list[int] = []
    for h in _occupied(field, state, draw.side):
        units = list(bits(field.units_at(state, h, draw.side)))
        die = draw.roll()
        shaken = die_in(die, str(draw.row.numbers["shaken"]))
        draw.step.say("stool", field.cite(draw.rule), at=field.grid.name(h), die=die, shaken=shaken)
        if shaken:
            for u in units:
                fates.demoralize(field, state, u, draw.rule, draw.step)
        else:
            outraged += units
    assert draw.row.lasts is not None
    effects.lay(state, draw.side, draw.row.key, draw.row.lasts, tuple(outraged))
    points = draw.number("points")
    field.ledger.gain(state, field.empire, points, field.cite(draw.rule), draw.row.title, draw.step)
    return False


def _remove_all(draw: Draw, units: Iterable[int]) -> None:
    for u in units:
        if draw.state.where[u] >= 0:
            fates.remove(draw.field, draw.state, u, draw.rule, draw.step)


def _king(draw: Draw) -> int:
    return chief(draw.field, draw.state, draw.side, "commander")


def _king_surrenders(draw: Draw) -> bool:
    """The king and all with him; the stool cannot be found afterwards."""
    king = _king(draw)
    if king >= 0:
        others = draw.field.units_at(draw.state, draw.state.where[king], draw.side) & ~(1 << king)
        fates.eliminate(draw.field, draw.state, king, draw.rule, draw.step)
        _remove_all(draw, bits(others))
    return False


def _dwaben_desert(draw: Draw) -> bool:
    _remove_all(draw, [u for u, nation in enumerate(draw.field.roster.nation) if nation == DWABEN])
    return False


def _king_deposed(draw: Draw) -> bool:
    king = _king(draw)
    if king >= 0:
        fates.eliminate(draw.field, draw.state, king, draw.rule, draw.step)
    return _dwaben_desert(draw)


def _unfriendly(draw: Draw) -> bool:
    """In Asante it strikes supply units and rabble foot everywhere (asante:6.4); else the Natives choose a hex."""
    field, state = draw.field, draw.state
    if field.special.campaign != "asante":
        return True
    for u in bits(field.roster.of_side[field.empire]):
        rabble = field.roster.type[u] == "infantry" and field.gunnery.morale[u] == "R"
        if state.where[u] >= 0 and (rabble or field.roster.type[u] == SUPPLY):
            die = draw.roll()
            data = {"unit": field.roster.keys[u], "die": die, "does": "eliminated" if die <= 2 else ""}
            tell_owner(field, draw.step, field.empire, "thrown", "asante:6.4", **data)
            if die <= 2:
                fates.eliminate(field, state, u, "asante:6.4", draw.step)
    return False


def _bandits(draw: Draw) -> bool:
    """A unit of the pool, by chance, waits for its hex."""
    taken = by_chance(draw, pooled(draw.field, draw.state, draw.side), draw.number("units"))
    for u in taken:
        draw.state.where[u] = WAITING
        data = {"unit": draw.field.roster.keys[u]}
        tell_owner(draw.field, draw.step, draw.side, "drawn", draw.rule, **data)
    return bool(taken)


def _great_game(draw: Draw) -> bool:
    """A die of Afghans that were eliminated comes back, or a die of British factors is gained."""
    field, state = draw.field, draw.state
    if die_in(draw.roll(), str(draw.row.numbers["natives"])):
        number = draw.throw("units")
        draw.step.say("natives", field.cite(draw.rule), result="reinforcements", units=number)
        state.push(natives.Gathering(field.native, number, fallen=True))
    else:
        _factors(draw, draw.throw("factors"))
    return False


def _native_result(draw: Draw) -> bool:
    """A result of the Native table at once."""
    natives.come(draw.field, draw.state, str(draw.row.numbers["result"]), draw.step)
    return False


def _afridis(draw: Draw) -> bool:
    """Of a die of units by chance the hostile Natives appear in India; Afghans stay in the pool."""
    field, state = draw.field, draw.state
    taken = by_chance(draw, pooled(field, state, draw.side), draw.throw("units"))
    for u in taken:
        tell_owner(field, draw.step, draw.side, "drawn", draw.rule, unit=field.roster.keys[u])
    raiders = [u for u in taken if field.roster.nation[u] == HOSTILE]
    if raiders:
        state.push(natives.Gathering(draw.side, 0, mask_of(raiders), country="india", country_rule=draw.rule))
    return False


ROWS: Final[Mapping[str, Happens]] = {
    "evacuate": _evacuate,
    "onward": _onward,
    "rescue": _rescue,
    "more_replacements": _more_replacements,
    "no_replacements": _announced,
    "correspondents_points": _correspondents_points,
    "native_attrition": _chosen,
    "intelligence": _chosen,
    "heroics": _lasting,
    "muddling": _lasting,
    "friendly_tribes": _chosen,
    "restless": _announced,
    "go_home": _announced,
    "mob": _chosen,
    "vision": _lasting,
    "spies": _chosen,
    "earthquake": _earthquake,
    "blundered": _lasting,
    "foul_weather": _lasting,
    "british_attrition": _chosen,
    "unfriendly": _unfriendly,
    "bandits": _bandits,
    "infighting": _lasting,
    "porters_desert": _lasting,
    "correspondents_factor": _correspondents_factor,
    "fever": _fever,
    "levies_desert": _levies_desert,
    "rain_empire": _lasting,
    "mud": _lasting,
    "giffords_scouts": _lasting,
    "modern_general": _modern_general,
    "golden_stool": _golden_stool,
    "king_surrenders": _king_surrenders,
    "dwaben_desert": _dwaben_desert,
    "rain_native": _lasting,
    "queen_mother": _lasting,
    "king_deposed": _king_deposed,
    "auspicious_day": _lasting,
    "event_ambush": _chosen,
    "floods": _lasting,
    "great_game": _great_game,
    "jihad": _native_result,
    "collapse": _native_result,
    "afridis": _afridis,
}
"""What happens on each row; rows of campaigns that are not played here have no entry, and are no event (4.2)."""
