"""What The Sun Never Sets II binds once for a scenario: counters, ground, tables, points, the campaign's paragraphs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from engine.errors import HexwrightError
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import POOL
from engine.mechanics.hexes.points import Awarded, PointLedger
from engine.play import Outcome
from engine.play.options import settled
from engine.play.registry import short_name
from engine.scenario import Scenario
from engine.scenario.model import CHANCE, PLACE, Level, Pool
from engine.scenario.model import POOL as TO_POOL
from engine.systems.sun_never_sets.base import cargo, effects
from engine.systems.sun_never_sets.base.campaign_tables import SidePoints
from engine.systems.sun_never_sets.base.counters import (
    BOATS,
    CIVILIANS,
    EMPIRE,
    FLEET,
    GOOD,
    NATIVE,
    RAILWAYMEN,
    SnsRoster,
)
from engine.systems.sun_never_sets.base.editions import EDITIONS, STANDARD
from engine.systems.sun_never_sets.base.ground import Ground
from engine.systems.sun_never_sets.base.gunnery import Gunnery
from engine.systems.sun_never_sets.base.options import options_of
from engine.systems.sun_never_sets.base.special import EVENT_TABLES, Special
from engine.systems.sun_never_sets.base.state import Effect, SnsState
from engine.systems.sun_never_sets.base.tables import Tables
from engine.systems.sun_never_sets.base.waters import Waters
from engine.systems.sun_never_sets.base.zones import SnsZones

CHANGED: Final = ("theodore_inspires", "theodore_mad")
"""Events that give a headquarters other values; their data are the headquarters and both values."""

SWITCH_OF: Final = {
    CIVILIANS: "civilians",
    **dict.fromkeys(BOATS, "rivers"),
    FLEET: "fleets",
    RAILWAYMEN: "railroads",
}
"""The unit types that belong to an optional chapter, and its switch."""
_STAYING: Final = ("engineers", "sieges", "railroads")
"""The switches of chapters in which units act that stay in their hex for a whole movement segment."""


_OPEN_LINES: Final = ("", "afghan")
"""The campaigns whose lines of communication need no unit of the side in them."""


class SnsLedger(PointLedger):
    """Points of a campaign: while Evacuate is in force the British win a local victory at most, whatever their lead
    (event 11-12)."""

    def __init__(self, scenario: Scenario, empire: int) -> None:
        super().__init__(scenario, "sns2:16.1", "sns2:16.3")
        self._empire = self.sides[empire]

    def outcome(self, state: Awarded, rule: str = "") -> Outcome:
        """Who has won by the points so far, at which level."""
        found = super().outcome(state, rule)
        levels = sorted(self.scenario.victory.levels, key=lambda level: level.margin)
        assert isinstance(state, SnsState)
        if found.winner != self._empire or not levels or effects.found(state, "evacuate") is None:
            return found
        return replace(found, reason=f"{found.reason}; Evacuate", level=levels[0].name)


def _judged_by_the_text(scenario: Scenario, tables: Tables) -> Scenario:
    """A scenario with the levels of victory and the lead that ends the game as 16.1 and 16.3 have them, where it names
    none of its own."""
    victory, given = scenario.victory, tables.victory_levels
    levels = victory.levels or tuple(Level(level.name, level.margin) for level in given.levels if level.margin)
    return replace(scenario, victory=replace(victory, levels=levels, sudden=victory.sudden or given.automatic))


class SnsField(HexField[SnsRoster, SnsState]):
    """All that this map and these counters give, worked out beforehand. Raises HexwrightError."""

    system = "sns2"
    arrives: ClassVar[tuple[str, ...]] = (PLACE, TO_POOL)
    zones: SnsZones

    def __init__(self, scenario: Scenario, options: Mapping[str, Any]) -> None:
        self.tables = Tables.of(scenario.tables)
        scenario = _judged_by_the_text(scenario, self.tables)
        self.edition = EDITIONS.get(short_name(scenario.system), STANDARD)
        """What the edition has otherwise than the standard rules."""
        super().__init__(scenario, SnsRoster(scenario), settled(options_of(self.edition), options), "sns2:16.0")
        self.roles = tuple(side.role for side in scenario.sides.values())
        """``empire`` or ``native`` for each side (2.0)."""
        if sorted(self.roles) != [EMPIRE, NATIVE]:
            raise HexwrightError("the sides of a campaign need the roles empire and native, one each")
        self.empire, self.native = self.roles.index(EMPIRE), self.roles.index(NATIVE)
        self.special = Special.of(scenario)
        self.ground = Ground(self.map, self.tables)
        self.waters = Waters(self.ground, self.tables)
        """Where boats and fleets go (27.1, 28.1)."""
        self.gunnery = Gunnery(self.roster, self.tables)
        """What the units fire with (8.3 to 8.6)."""
        self.zones = SnsZones(self.roster, self.ground)
        self.ledger = SnsLedger(scenario, self.empire)
        """Victory points gained and lost in play (16.2)."""
        given = self.special.events
        self.event_table = EVENT_TABLES[self.special.campaign] if given is None else given
        """The historical event table in use: 1, 2, or 0 for none (4.0)."""
        self.losses = tuple(
            self.special.losses.get(key, self.points_of(self.roles[side]).now) for side, key in enumerate(self.sides)
        )
        """For each side what it gains for enemy units eliminated in battle (16.2)."""
        self.communication = tuple(self.hexes_of(tuple(self.special.communication.get(key, ()))) for key in self.sides)
        """For each side the hexes of its lines of communication (13.3)."""
        self.benched = self._bench()
        """Units that stay out because their chapter is not played."""
        self.closed = tuple(frozenset(self.hexes_of(tuple(self.special.closed.get(key, ())))) for key in self.sides)
        """For each side the hexes that it may neither enter nor attack (asante:6.3)."""
        self.hostages = self.roster.find(self.special.hostages) if self.special.hostages else -1
        """The unit of the hostages, -1 for none (abyssinia:6.5)."""
        self.kept_out = self._kept_out()
        """Hex to the units that may never enter it (abyssinia:6.2)."""
        self.places = {name: self.hexes_of(tuple(hexes)) for name, hexes in self.special.places.items()}
        """The places that the campaign's paragraphs name."""
        self.factor_keys = tuple(
            (self.roster.player(side), nation, kind)
            for side, nations in scenario.replacements.items()
            for nation, kinds in nations.items()
            for kind in kinds
        )
        """The kinds of replacement factors there are, (side, nation, unit type); one more is for any kind (13.21)."""
        self.stays = any(self.on(switch) for switch in _STAYING)
        """Whether it is kept who has left his hex in a movement segment."""
        self.recycled = frozenset(
            self.roster.find(key)
            for pool in scenario.pools.values()
            if pool.back == "eliminated"
            for key in self._coming_back(pool)
        )
        """Units that go into a pool when they are eliminated (13.51)."""
        self.pool_of = self._pools()
        """For each unit the pool in which it lies while it is in any; empty where that is none."""
        self.chance = mask_of(
            self.roster.find(key)
            for pool in scenario.pools.values()
            if pool.draw == CHANCE and scenario.sides[pool.side].role == EMPIRE
            for key in pool.units
        )
        """British units that are drawn by chance, friendly Natives among them; others of their pools are chosen."""

    def cite(self, rule: str) -> str:
        """A paragraph as the edition in play numbers it."""
        return self.edition.cite(rule)

    def _bench(self) -> int:
        """Leave out the units whose chapters are not played: civilians, boats, fleets, railroad engineers (26.0, 27.0,
        28.0, 30.0); gives them."""
        benched = self.roster.of_type(*(kind for kind, switch in SWITCH_OF.items() if not self.on(switch)))
        if benched:
            self.setup = {u: h for u, h in self.setup.items() if not benched >> u & 1}
            self.arrival_turn = {u: turn for u, turn in self.arrival_turn.items() if not benched >> u & 1}
            self.groups = tuple(
                replace(group, units=tuple(u for u in group.units if not benched >> u & 1)) for group in self.groups
            )
        return benched

    @property
    def late(self) -> bool:
        """Whether it is 1880 or later: fleets feel less of fire, and bring points (28.32)."""
        year = self.special.year or self.tables.campaign_turns.year(self.special.campaign)
        return year >= self.tables.points.fleet_shaken_again.since

    def on(self, switch: str) -> bool:
        """Whether the optional chapter of a switch is played."""
        return bool(self.options[switch])

    def _kept_out(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for nation, hexes in self.special.kept_out.items():
            mask = mask_of(u for u, own in enumerate(self.roster.nation) if own == nation)
            for h in self.hexes_of(tuple(hexes)):
                found[h] = found.get(h, 0) | mask
        return found

    @property
    def sides(self) -> tuple[str, ...]:
        """The keys of both sides."""
        return self.roster.sides

    def _coming_back(self, pool: Pool) -> list[str]:
        """The units that a pool takes when they are eliminated: all of the Natives, of the British its own
        (abyssinia:4.22)."""
        if self.roles[self.roster.player(pool.side)] == EMPIRE:
            return list(pool.units)
        return [key for key, unit in self.scenario.units.items() if unit.side == pool.side]

    def _pools(self) -> tuple[str, ...]:
        pools = self.scenario.pools
        own = {key: name for name, pool in pools.items() for key in pool.units}
        back = {key: name for name, pool in reversed([*pools.items()]) if pool.back for key in self._coming_back(pool)}
        return tuple(own.get(key) or back.get(key, "") for key in self.roster.keys)

    def points_of(self, role: str) -> SidePoints:
        """What the tables give a role of the campaign in play, or of Persia where there is none (16.2)."""
        return self.tables.points.of(self.special.campaign, role)

    @property
    def ransom(self) -> int:
        """The points for bringing the hostages to a port; 0 in a campaign that has none (abyssinia:6.5)."""
        return self.points_of(EMPIRE).special.get("hostages", 0)

    def opening_factors(self) -> list[int]:
        """The replacement factors that a game begins with, and none that are for any kind (13.2)."""
        given = self.scenario.replacements
        return [given[self.sides[side]][nation][kind] for side, nation, kind in self.factor_keys] + [0]

    # -- units ------------------------------------------------------------------------------------------------

    def put(self, state: SnsState, unit: int, h: int) -> None:
        """Put a unit into a hex or off the map. A fortress that changes hands changes zones (9.23); fieldworks are gone
        with the last who held them (17.33); a unit off the map is in no column; who is aboard comes along (27.47)."""
        old, side = state.where[unit], self.roster.side[unit]
        super().put(state, unit, h)
        if self.roster.afloat:
            for passenger in cargo.follow(state, unit, h):
                super().put(state, passenger, h)
                if h < 0:
                    cargo.unload(state, passenger)
        if old >= 0 and old != h and state.fieldworks.get(old) == side and not self.units_at(state, old, side):
            del state.fieldworks[old]
        if h < 0:
            state.column[unit] = 0
        if h == POOL:
            state.unaccounted |= 1 << unit
        if self.stays and old >= 0 and h != old:
            state.extras = replace(state.extras, gone=state.extras.gone | 1 << unit)
        if state.extras.sieges and old != h and not self.units_at(state, old, side):
            self._raise_sieges(state, old)
        for n in (old, h):
            if n >= 0 and self.ground.fortress[n]:
                state.zones = [None, None]

    def _raise_sieges(self, state: SnsState, left: int) -> None:
        """The last unit of a side has left a hex: sieges from there, or of what is there, are over (18.4, 18.41)."""
        kept = frozenset(pair for pair in state.extras.sieges if left not in pair)
        if kept != state.extras.sieges:
            state.extras = replace(state.extras, sieges=kept)
            state.zones = [None, None]

    def units_at(self, state: SnsState, h: int, side: int) -> int:
        """The mask of the units of a side in a hex."""
        return state.stacks.get(h, 0) & self.roster.of_side[side]

    def good(self, state: SnsState, mask: int) -> int:
        """Those of a mask that are in good order."""
        for unit in bits(mask):
            if state.steps[unit] != GOOD:
                mask &= ~(1 << unit)
        return mask

    def strength(self, state: SnsState, mask: int) -> int:
        """The combat strength points of a force."""
        return sum(self.roster.strength[u] for u in bits(mask))

    def keys_of(self, mask: int) -> list[str]:
        """The keys of the units of a mask."""
        return [self.roster.keys[u] for u in bits(mask)]

    def lone_headquarters(self, state: SnsState, h: int, side: int) -> bool:
        """Whether nothing but headquarters of a side is in a hex (10.54)."""
        mask = self.units_at(state, h, side)
        return bool(mask) and not mask & ~self.roster.headquarters

    def leader(self, state: SnsState, mask: int) -> int:
        """The commander in chief among some units, or -1 (10.2)."""
        return next(bits(mask & self.roster.commanders), -1)

    def tactical(self, state: SnsState, unit: int) -> int:
        """The tactical value of a headquarters, as events leave it (10.3)."""
        changed = self._changed(state, unit)
        if changed is not None:
            return changed[0]
        return self.roster.tactical[unit] if unit not in self.feverish(state) else 0

    def strategic(self, state: SnsState, unit: int) -> int:
        """The strategic value of a headquarters, as events leave it (10.4)."""
        changed = self._changed(state, unit)
        if changed is not None:
            return changed[1]
        return self.roster.strategic[unit] if unit not in self.feverish(state) else 0

    def _changed(self, state: SnsState, unit: int) -> tuple[int, int] | None:
        """The tactical and strategic value that an event gives a headquarters (event1:native:51-55)."""
        for key in CHANGED:
            effect = self.effect(state, key)
            if effect is not None and effect.data[:1] == (unit,):
                return effect.data[1], effect.data[2]
        return None

    def feverish(self, state: SnsState) -> tuple[int, ...]:
        """The headquarters whose values an event has taken away for the time being (event2:british:43-45)."""
        effect = self.effect(state, "fever")
        return effect.data if effect else ()

    # -- what lasts -------------------------------------------------------------------------------------------

    def effect(self, state: SnsState, key: str) -> Effect | None:
        """The effect of a key, while it lasts."""
        return effects.found(state, key)

    def weather(self, state: SnsState) -> int:
        """The modifier of march and forage dice: winter and monsoon turns, foul weather (3.2, event 31-33)."""
        march = self.tables.march.modifiers
        turns = self.scenario.turns
        marked = sum(march[name] for name in ("winter", "monsoon") if turns.marked(state.turn, name))
        return marked + (march["foul_weather"] if self.effect(state, "foul_weather") else 0)

    # -- ground -----------------------------------------------------------------------------------------------

    def walls(self, state: SnsState, h: int) -> bool:
        """Whether the walls of a fortress help who defends it: not after an earthquake or when its defenses are blown
        (event 25, 17.22)."""
        return self.effect(state, "earthquake") is None and h not in state.extras.blown

    def side_name(self, side: int) -> str:
        """What people call a side."""
        return self.scenario.sides[self.sides[side]].name

    def role_of(self, side: int, mask: int) -> str:
        """The role as which some units of a side march and forage: by an option friendly Natives who are among
        themselves do so as Natives (6.33, 12.3, 17.42)."""
        alone = bool(mask) and not mask & ~self.roster.friendly
        return NATIVE if alone and self.options["friendly_natives"] == NATIVE else self.roles[side]

    # -- lines of communication -------------------------------------------------------------------------------

    def holds_communication(self, state: SnsState, side: int) -> bool:
        """Whether a side occupies a hex of its lines of communication (asante:4.6, persia:4.6)."""
        return any(state.stacks.get(h, 0) & self.roster.of_side[side] for h in self.communication[side])

    def communication_of(self, state: SnsState, side: int) -> list[int]:
        """The lines of communication of a side now: their hexes without an enemy (13.3, 13.34, afghan:4.6). In other
        campaigns those that it occupies; if it occupies none, the coast without an enemy (asante:4.6, persia:4.6).
        """
        own, enemy = self.roster.of_side[side], self.roster.of_side[1 - side]
        if self.special.campaign in _OPEN_LINES:
            return [h for h in self.communication[side] if not state.stacks.get(h, 0) & enemy]
        if self.holds_communication(state, side) or not self.communication[side]:
            return [h for h in self.communication[side] if state.stacks.get(h, 0) & own]
        return [h for h in range(self.ground.size) if self.ground.coastal[h] and not state.stacks.get(h, 0) & enemy]
