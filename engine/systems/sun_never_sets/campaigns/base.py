"""What a campaign's own paragraphs may change: hooks that the chapters ask, answered for a campaign without any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState

Arriving = tuple[int, tuple[int, ...]]
"""A unit that comes, and the hexes where it may be placed."""


class Campaign:
    """The exclusive rules of a campaign (15.2)."""

    key: ClassVar[str] = ""
    once: ClassVar[tuple[str, ...]] = ()
    """What comes once a game by its paragraphs, by the key under which it is noted."""
    native_rule: ClassVar[str] = "13.53"
    """The paragraph on where Native units are placed."""
    works_rule: ClassVar[str] = "17.31"
    """The paragraph on who builds fieldworks."""
    empire_rule: ClassVar[str] = "13.3"
    """The paragraph on where British units are placed."""
    landing: ClassVar[tuple[str, str]] = ("6.5", "landed on an open coast this turn and does not march")
    """The paragraph on units that do not march in the turn in which they are placed, and why."""
    musters: ClassVar[bool] = False
    """Whether Native units are all drawn first, and then placed in any order."""
    control_rule: ClassVar[str] = "15.2"
    """The paragraph on units that may not stand with others."""
    heights_rule: ClassVar[str] = "8.6"
    """The paragraph on who fires up into mountains and passes at less than their modifier."""

    kept_out_rule: ClassVar[str] = "15.2"
    """The paragraph on hexes that units of a nation may never enter."""
    arriving_rule: ClassVar[str] = "13.12"
    """The paragraph on contingency reinforcements of the British."""
    friendly_rule: ClassVar[str] = ""
    """The paragraph on the pool of friendly Natives, if there is one."""
    factors_rule: ClassVar[str] = ""
    """The paragraph on how many replacement factors the British have, if there is one."""
    scheduled_rule: ClassVar[str] = "13.11"
    """The paragraph on scheduled reinforcements of the British."""
    set_up_rules: ClassVar[tuple[str, str]] = ("", "")
    """The paragraphs on the set-up of the British and of the Natives, if there are any."""
    line_rule: ClassVar[str] = "12.24"
    """The paragraph on hexes through which no line of supply runs."""
    elephants_rule: ClassVar[str] = "abyssinia:6.4"
    """The paragraph on elephants."""

    def fit(self, field: SnsField) -> None:
        """Raises HexwrightError where the scenario lacks what its options need of the campaign."""

    def native_area(self, field: SnsField, state: SnsState, unit: int = NOWHERE, placed: int = 0) -> list[int]:
        """Where a Native unit may be placed, enemies left aside (13.53): in own towns and fortresses, and with own
        headquarters. ``unit`` is NOWHERE for nobody in particular, ``placed`` who was placed just before."""
        ground, own = field.ground, field.roster.of_side[field.native]
        held = {h for h, mask in state.stacks.items() if mask & own and (ground.town[h] or ground.fortress[h])}
        return sorted({*held, *headquarters_hexes(field, state, field.native)})

    def empire_area(self, field: SnsField, state: SnsState, unit: int) -> list[int]:
        """Where a British unit may be placed, enemies left aside (13.3); NOWHERE stands for nobody in particular."""
        return field.communication_of(state, field.empire)

    def area_rules(self, supply: bool) -> list[str]:
        """The paragraphs on where British units are placed: of a historical campaign 4.23 and 4.6, and 4.5 for supply
        units."""
        known = self.landing[0].partition(":")[0] if ":" in self.landing[0] else ""
        return [f"{known}:{number}" for number in (*(["4.5"] if supply else []), "4.23", "4.6")] if known else []

    def home(self, field: SnsField, unit: int) -> tuple[int, ...]:
        """The country of a Native unit, where bandits appear (event1:native:44-45): what the scenario names as home, or
        all land."""
        land = (h for h in range(field.ground.size) if not field.ground.closed[h])
        return field.places.get("home") or tuple(land)

    def lands(self, field: SnsField, state: SnsState, h: int) -> bool:
        """Whether a British unit that is placed in a hex does not march this turn: in a campaign who lands while none
        of the lines of communication is held (asante:4.6, persia:4.6)."""
        lines = bool(field.special.campaign and field.communication[field.empire])
        return lines and not field.holds_communication(state, field.empire)

    def besieges(self, field: SnsField, side: int) -> bool:
        """Whether a side may lay sieges (18.1)."""
        return True

    def native_modifier(self, field: SnsField, state: SnsState) -> int:
        """A modifier of the Native table besides those of the points (13.52)."""
        return 0

    def native_rolled(self, field: SnsField, state: SnsState) -> None:
        """The Native table has been rolled on."""

    def arriving(self, field: SnsField, state: SnsState, side: int, step: Step) -> list[Arriving]:
        """Contingency reinforcements at the beginning of a side's reinforcement segment (13.12), and where they may be
        placed; nothing for where the chapter says."""
        return []

    def line_closed(self, field: SnsField, h: int, by_road: bool) -> bool:
        """Whether no line of supply runs through a hex (12.24)."""
        return False

    def works(self, field: SnsField, state: SnsState, side: int) -> list[int]:
        """The hexes where a side may build fieldworks in its movement segment by a paragraph of the campaign."""
        return []

    def strangers(self, field: SnsField, state: SnsState) -> int:
        """The units that may not be where they are at the end of a segment, and are eliminated."""
        return 0

    def last_turn(self, field: SnsField, state: SnsState) -> int:
        """The turn with whose end the game is over (15.3)."""
        return field.scenario.turns.count

    def may_extend(self, field: SnsField, state: SnsState) -> bool:
        """Whether the British are asked at the end of this turn if the game goes on."""
        return False

    def extend(self, field: SnsField, state: SnsState, step: Step) -> None:
        """They say that it does."""

    def built(self, state: SnsState) -> None:
        """Fieldworks have been built by that paragraph."""

    def opening(self, field: SnsField, state: SnsState, step: Step) -> None:
        """What comes before the set-up of a game."""

    def misplaced(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit may not be set up in a hex by a paragraph of the campaign."""
        return iter(())

    def occupied(self, field: SnsField, state: SnsState, step: Step) -> None:
        """Units may have come into hexes for which the campaign has paragraphs: in a march, and before each segment."""

    def by_atrocity(self, field: SnsField) -> bool:
        """Whether points for places are gained by atrocities there instead of by occupying them (asante:5.1, 5.2)."""
        return False

    def prison(self, field: SnsField, state: SnsState) -> int:
        """The hex in which hostages are held; NOWHERE in a campaign without them."""
        return NOWHERE

    def counts_as(self, field: SnsField, state: SnsState, h: int) -> int:
        """The hex in whose stead a hex of the victory conditions counts; itself, unless a paragraph swaps them."""
        return h


def headquarters_hexes(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes where a headquarters of a side stands."""
    mask = field.roster.headquarters & field.roster.of_side[side]
    return sorted({state.where[u] for u in bits(mask) if state.where[u] >= 0})
