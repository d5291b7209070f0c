"""The Second Afghan War 1878-79: the exclusive paragraphs."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.hexstate import POOL
from engine.play import Step
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.counters import HOSTILE, NATIVE
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.campaigns.base import Arriving, Campaign

AFGHAN: Final = "afghan"
"""The nation of the Afghans; hostile Natives fight beside them."""
LOST: Final = "three_fortresses_lost"
"""What has happened once the Native die had its bonus (afghan:3.3)."""
EXTENDED: Final = "extended"
_FORTRESSES: Final = 3
_DRAWN_FROM: Final = 3
"""The turn from which British units are drawn each turn: January 1879 (afghan:4.22)."""


class Afghan(Campaign):
    """Kabul, Kandahar, the passes, and two frontiers."""

    key: ClassVar[str] = "afghan"
    once: ClassVar[tuple[str, ...]] = (LOST, EXTENDED)
    native_rule: ClassVar[str] = "afghan:3.25"
    factors_rule: ClassVar[str] = "afghan:4.5"
    empire_rule: ClassVar[str] = "afghan:4.23"
    control_rule: ClassVar[str] = "afghan:6.1"
    heights_rule: ClassVar[str] = "afghan:6.5"
    elephants_rule: ClassVar[str] = "afghan:6.6"
    friendly_rule: ClassVar[str] = "afghan:4.4"
    set_up_rules: ClassVar[tuple[str, str]] = ("afghan:4.1", "afghan:3.1")
    scheduled_rule: ClassVar[str] = "afghan:4.21"
    landing: ClassVar[tuple[str, str]] = ("afghan:4.23", "came over the map edge this turn and does not march")
    musters: ClassVar[bool] = True

    # -- Afghans and hostile Natives --------------------------------------------------------------------------

    def native_area(self, field: SnsField, state: SnsState, unit: int = NOWHERE, placed: int = 0) -> list[int]:
        """Regulars and trains in towns and fortresses of Afghanistan that Afghans hold, irregulars anywhere there and
        hostile Natives in Baluchistan and India out of enemy zones, one a hex unless a headquarters of their nation
        is there, headquarters one a hex (afghan:3.25)."""
        if unit < 0:
            return self._garrisons(field, state)
        roster, headquarters = field.roster, field.roster.headquarters
        home, zone = self.home(field, unit), field.zones.of(state, field.empire)
        own = roster.of_side[field.native]
        if 1 << unit & headquarters:
            freely = roster.nation[unit] == HOSTILE
            led = {state.where[u] for u in bits(own & headquarters)}
            return [h for h in home if h not in led and (freely or not zone[h])]
        if roster.nation[unit] != HOSTILE and not 1 << unit & roster.irregulars:
            return self._garrisons(field, state)
        led = {state.where[u] for u in bits(own & headquarters) if roster.nation[u] == roster.nation[unit]}
        taken = {state.where[u] for u in bits(placed)} - led
        return [h for h in home if not zone[h] and h not in taken]

    def home(self, field: SnsField, unit: int) -> tuple[int, ...]:
        """The countries in which a Native unit appears (afghan:3.25)."""
        if field.roster.nation[unit] == HOSTILE:
            return (*field.places.get("baluchistan", ()), *field.places.get("india", ()))
        return field.places.get("afghanistan", ())

    def _garrisons(self, field: SnsField, state: SnsState) -> list[int]:
        """The towns and fortresses of Afghanistan in which Afghans stand: towns out of enemy zones, fortresses that are
        not besieged."""
        roster, ground, zone = field.roster, field.ground, field.zones.of(state, field.empire)
        afghans = mask_of(u for u in bits(roster.of_side[field.native]) if roster.nation[u] == AFGHAN)
        country = frozenset(field.places.get("afghanistan", ()))
        held = (h for h, mask in state.stacks.items() if mask & afghans and h in country)
        return sorted(
            h
            for h in held
            if (ground.town[h] and not zone[h])
            or (ground.fortress[h] and not sieges.besieged(field, state, h, field.native))
        )

    def native_modifier(self, field: SnsField, state: SnsState) -> int:
        """+2, once, when the British occupy three fortresses of Afghanistan (afghan:3.3)."""
        return field.tables.native_reinforcement.modifiers.campaign[self.key].die if self._lost(field, state) else 0

    def native_rolled(self, field: SnsField, state: SnsState) -> None:
        if self._lost(field, state):
            state.happened = (*state.happened, LOST)

    def _lost(self, field: SnsField, state: SnsState) -> bool:
        british = field.roster.of_side[field.empire]
        held = sum(bool(state.stacks.get(h, 0) & british) for h in field.places.get("afghan_fortresses", ()))
        return LOST not in state.happened and held >= _FORTRESSES

    # -- British ----------------------------------------------------------------------------------------------

    def empire_area(self, field: SnsField, state: SnsState, unit: int) -> list[int]:
        """In fortresses of India that the British occupy, and by road and rail at the east and south edge; only where
        there are none of these elsewhere on the two edges (afghan:4.23). Reserves come to empty fortresses of India
        as well, but to none that is besieged (afghan:4.21, 4.6)."""
        return self._lines(field, state, unit >= 0 and unit in field.arrival_turn) or self._edges(field)

    def _lines(self, field: SnsField, state: SnsState, reserves: bool = False) -> list[int]:
        """The lines of communication without an enemy; of the fortresses those that the British hold, for reserves
        those that are not besieged."""
        fortress, roster = field.ground.fortress, field.roster
        own, enemy = roster.of_side[field.empire], roster.of_side[field.native]
        found = [h for h in field.communication[field.empire] if not state.stacks.get(h, 0) & enemy]
        if reserves:
            return [h for h in found if not sieges.besieged(field, state, h, field.empire)]
        return [h for h in found if not fortress[h] or state.stacks.get(h, 0) & own]

    def _edges(self, field: SnsField) -> list[int]:
        """The hexes of the east and the south edge of the map."""
        grid = field.grid
        places = {h: grid.offset(h) for h in range(grid.size) if h in grid and not field.ground.closed[h]}
        east = max(column for column, _ in places.values())
        south = max(row for _, row in places.values())
        return sorted(h for h, (column, row) in places.items() if column == east or row == south)

    def lands(self, field: SnsField, state: SnsState, h: int) -> bool:
        """Whether a unit that is placed in a hex does not march this turn: over the edge, for want of lines of
        communication (afghan:4.23)."""
        return not self._lines(field, state) and h in self._edges(field)

    def arriving(self, field: SnsField, state: SnsState, side: int, step: Step) -> list[Arriving]:
        """From January a die of units from the British pool, by chance (afghan:4.22)."""
        if side != field.empire or state.turn < _DRAWN_FROM:
            return []
        roster = field.roster
        pool = [u for u in bits(field.chance & ~roster.friendly) if state.where[u] == POOL]
        if not pool:
            return []
        number = min(step.roll(state), len(pool))
        step.say("reinforced", field.cite("afghan:4.22"), side=field.sides[side], units=number)
        drawn: list[Arriving] = []
        for _ in range(number):
            unit = pool.pop(step.roll(state, len(pool)) - 1 if len(pool) > 1 else 0)
            tell_owner(field, step, side, "drawn", "afghan:4.22", unit=roster.keys[unit])
            drawn.append((unit, ()))
        return drawn

    # -- control, length of the game ------------------------------------------------------------------------------

    def strangers(self, field: SnsField, state: SnsState) -> int:
        """The friendly Natives that stand with British or Indian units; headquarters may be with them, for units are
        raised and tribes appear where these stand (afghan:6.1, 25.31, event1:british:44-46)."""
        roster, found = field.roster, 0
        own, friends = roster.of_side[field.empire], roster.friendly
        for mask in state.stacks.values():
            if mask & friends and mask & own & ~friends & ~roster.headquarters:
                found |= mask & friends
        return found

    def last_turn(self, field: SnsField, state: SnsState) -> int:
        """May 1879, or the last turn of the extension when the British have said so (afghan:2.0, 6.10)."""
        turns = field.tables.campaign_turns.afghan
        if not field.special.extended:
            return field.scenario.turns.count
        if EXTENDED not in state.happened:
            return turns.count
        return turns.extended.until(str(field.options["extended_until"]))

    def may_extend(self, field: SnsField, state: SnsState) -> bool:
        """Whether the British are asked now if the game goes on: at the end of May 1879 (afghan:6.10)."""
        at_end = field.special.extended and state.turn == field.tables.campaign_turns.afghan.count
        return at_end and EXTENDED not in state.happened

    def extend(self, field: SnsField, state: SnsState, step: Step) -> None:
        """The British play on, and the Afghans gain points for it (afghan:6.10)."""
        state.happened = (*state.happened, EXTENDED)
        points, rule = field.points_of(NATIVE).special["extension"], field.cite("afghan:6.10")
        step.say("extended", rule, side=field.sides[field.empire], turn=self.last_turn(field, state))
        field.ledger.gain(state, field.native, points, rule, "the war goes on", step)
