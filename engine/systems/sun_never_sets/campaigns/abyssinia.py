"""Abyssinia 1868: the exclusive paragraphs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar, Final

from engine.errors import HexwrightError
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import POOL
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.plural import in_series
from engine.systems.sun_never_sets.base import effects, fleets, sieges
from engine.systems.sun_never_sets.base.counters import HOSTILE
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import WITHDRAWN, SnsState
from engine.systems.sun_never_sets.campaigns.base import Campaign, headquarters_hexes

PRISON: Final = "hostages"
"""The effect that says in which hex the hostages are held, where a die has said so (abyssinia:6.6)."""
MAGDALA: Final = "magdala"
"""The place that is Magdala."""
_HELD: Final = {1: MAGDALA, 2: MAGDALA, 3: MAGDALA, 4: "debra_tabor", 5: "gondar", 6: "gondar"}
"""The die to the fortress in which the hostages are held (abyssinia:6.6)."""


def unplaced(places: Mapping[str, Collection[int]]) -> str:
    """Why a die cannot say where the hostages are held, in words; empty where it can (abyssinia:6.6)."""
    missing = [name for name in dict.fromkeys(_HELD.values()) if len(places.get(name, ())) != 1]
    if not missing:
        return ""
    names = in_series(missing, "or")
    return f"a die roll decides in which of three fortresses they are held, so no single hex is {names}"


class Abyssinia(Campaign):
    """Zula, the highlands, Magdala, and the hostages."""

    key: ClassVar[str] = "abyssinia"
    native_rule: ClassVar[str] = "abyssinia:3.23"
    factors_rule: ClassVar[str] = "abyssinia:4.5"
    empire_rule: ClassVar[str] = "abyssinia:4.6"
    kept_out_rule: ClassVar[str] = "abyssinia:6.2"
    control_rule: ClassVar[str] = "abyssinia:6.1"
    heights_rule: ClassVar[str] = "abyssinia:6.3"
    friendly_rule: ClassVar[str] = "abyssinia:4.4"
    set_up_rules: ClassVar[tuple[str, str]] = ("abyssinia:4.1", "abyssinia:3.1")
    landing: ClassVar[tuple[str, str]] = ("abyssinia:4.6", "landed on an open coast this turn and does not march")
    musters: ClassVar[bool] = True

    def fit(self, field: SnsField) -> None:
        missing = unplaced(field.places) if field.options["hostages"] == "die" else ""
        if missing:
            raise HexwrightError(f"the hostages have no place: {missing}")

    # -- set-up and arrivals -----------------------------------------------------------------------------------

    def misplaced(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Friendly tribes begin in a fortress or town without British units, by option in a town (abyssinia:4.11)."""
        roster = field.roster
        if not 1 << unit & roster.friendly:
            return
        if field.units_at(state, h, field.empire) & ~roster.friendly:
            yield "abyssinia:4.11", f"British units are in {field.place(h)}, so the tribes cannot begin there"
        elif field.options["tribes"] == "towns" and field.ground.fortress[h]:
            yield "abyssinia:4.11", f"{field.place(h)} is a fortress; by option the tribes begin in a town"

    def native_area(self, field: SnsField, state: SnsState, unit: int = -1, placed: int = 0) -> list[int]:
        """Abyssinians in towns, fortresses and with their headquarters, out of enemy zones, in a fortress unless it is
        besieged; headquarters anywhere; hostile Natives anywhere out of enemy zones, one a hex unless their
        headquarters is there (abyssinia:3.23).
        """
        roster, ground = field.roster, field.ground
        land = [h for h in range(ground.size) if not ground.closed[h]]
        if unit >= 0 and 1 << unit & roster.headquarters:
            return land
        zone = field.zones.of(state, field.empire)
        if unit >= 0 and roster.nation[unit] == HOSTILE:
            led = {h for h in headquarters_hexes(field, state, field.native) if self._hostile(field, state, h)}
            taken = {state.where[u] for u in bits(placed)} - led
            return [h for h in land if not zone[h] and h not in taken]
        chiefs = {h for h in headquarters_hexes(field, state, field.native) if not self._hostile(field, state, h)}
        home = field.places.get("abyssinia", ())
        return sorted(
            h
            for h in {*home, *chiefs}
            if not zone[h] or (ground.fortress[h] and not sieges.besieged(field, state, h, field.native))
        )

    def _hostile(self, field: SnsField, state: SnsState, h: int) -> bool:
        """Whether a headquarters of the hostile Natives is in a hex."""
        mask = field.units_at(state, h, field.native) & field.roster.headquarters
        return any(field.roster.nation[u] == HOSTILE for u in bits(mask))

    def empire_area(self, field: SnsField, state: SnsState, unit: int) -> list[int]:
        """In ports that the British occupy; if they occupy none, on the coast where their fleet lies, or anywhere on it
        where fleets are not played (abyssinia:4.23, 4.6)."""
        found = field.communication_of(state, field.empire)
        if not field.on("fleets") or field.holds_communication(state, field.empire):
            return found
        return [h for h in found if field.units_at(state, h, field.empire) & fleets.in_play(field, state, field.empire)]

    # -- hostages --------------------------------------------------------------------------------------------------

    def opening(self, field: SnsField, state: SnsState, step: Step) -> None:
        """By option a die says, before anybody sets up, where the hostages are, and both sides hear it
        (abyssinia:6.6)."""
        if field.options["hostages"] != "die":
            return
        die = step.roll(state)
        (h,) = field.places[_HELD[die]]
        effects.lay(state, field.empire, PRISON, "game", (h,))
        step.say("prison", field.cite("abyssinia:6.6"), die=die, at=field.grid.name(h))

    def prison(self, field: SnsField, state: SnsState) -> int:
        """The hex of the fortress in which the hostages are held: Magdala, or where the die said (abyssinia:6.5, 6.6);
        -1 in a scenario without them."""
        held = effects.found(state, PRISON)
        return held.data[0] if held is not None else next(iter(field.places.get(MAGDALA, ())), -1)

    def counts_as(self, field: SnsField, state: SnsState, h: int) -> int:
        """The fortress of the hostages has Magdala's points, and Magdala those of that fortress (abyssinia:6.61)."""
        prison, magdala = self.prison(field, state), next(iter(field.places.get(MAGDALA, ())), -1)
        return {prison: magdala, magdala: prison}.get(h, h)

    def occupied(self, field: SnsField, state: SnsState, step: Step) -> None:
        """A British unit where the hostages are held frees them; in a port they leave the map, and the British have
        the points for them (abyssinia:6.5)."""
        hostages = field.hostages
        if hostages < 0 or state.ended:
            return
        prison, key = self.prison(field, state), field.roster.keys[hostages]
        if state.where[hostages] == POOL and prison >= 0 and field.units_at(state, prison, field.empire):
            field.put(state, hostages, prison)
            step.say("freed", field.cite("abyssinia:6.5"), unit=key, at=field.grid.name(prison))
        port = state.where[hostages]
        if port >= 0 and port in field.places.get("ports", ()):
            field.put(state, hostages, WITHDRAWN)
            step.say("withdrawn", field.cite("abyssinia:6.5"), units=[key], at=field.grid.name(port))
            field.ledger.gain(
                state, field.empire, field.ransom, field.cite("abyssinia:6.5"), "the hostages rescued", step
            )

    # -- control -----------------------------------------------------------------------------------------------------

    def strangers(self, field: SnsField, state: SnsState) -> int:
        """The friendly Natives that stand with British or Indian units at the end of a segment; their headquarters may
        be with them, for tribes appear where these stand (abyssinia:6.1, event1:british:44-46)."""
        roster, found = field.roster, 0
        for mask in state.stacks.values():
            friends = mask & roster.friendly
            others = mask & roster.of_side[field.empire] & ~friends & ~roster.headquarters
            found |= friends if friends and others else 0
        return found
