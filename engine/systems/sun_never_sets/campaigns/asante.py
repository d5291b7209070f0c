"""Asante 1873-74: the exclusive paragraphs."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import POOL
from engine.play import Step
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.campaigns.base import Arriving, Campaign, headquarters_hexes

IRREGULARS: Final = "kumasa_irregulars"
WORKS: Final = "asante_fieldworks"
_BUILDERS: Final = 5
"""The strength of the units that build the fieldworks (asante:6.6)."""
_CLOSED: Final = ("jungle", "marsh")


class Asante(Campaign):
    """Kumasa, jungle without roads, the coast."""

    key: ClassVar[str] = "asante"
    once: ClassVar[tuple[str, ...]] = (IRREGULARS, WORKS)
    native_rule: ClassVar[str] = "asante:3.25"
    factors_rule: ClassVar[str] = "asante:4.5"
    works_rule: ClassVar[str] = "asante:6.6"
    set_up_rules: ClassVar[tuple[str, str]] = ("asante:4.1", "asante:3.1")
    landing: ClassVar[tuple[str, str]] = ("asante:4.6", "landed on an open coast this turn and does not march")
    arriving_rule: ClassVar[str] = "asante:4.3"
    line_rule: ClassVar[str] = "asante:6.5"

    def native_area(self, field: SnsField, state: SnsState, unit: int = NOWHERE, placed: int = 0) -> list[int]:
        """In towns, or with an Asante headquarters, out of enemy zones, never in coastal towns (asante:3.25)."""
        ground, zone = field.ground, field.zones.of(state, field.empire)
        towns = [h for h in range(ground.size) if ground.town[h] and not ground.coastal[h]]
        hexes = {*towns, *headquarters_hexes(field, state, field.native)}
        return sorted(h for h in hexes if not zone[h] and not (ground.town[h] and ground.coastal[h]))

    def native_modifier(self, field: SnsField, state: SnsState) -> int:
        """-1 while the British hold Kumasa, or an atrocity was committed there (asante:3.23)."""
        own = field.roster.of_side[field.empire]
        lost = any(state.stacks.get(h, 0) & own or h in state.atrocities for h in field.places.get("kumasa", ()))
        return field.tables.native_reinforcement.modifiers.campaign[self.key].die if lost else 0

    def arriving(self, field: SnsField, state: SnsState, side: int, step: Step) -> list[Arriving]:
        """Two irregulars join British headquarters in the first segment with a British unit in Kumasa (asante:4.3)."""
        own = field.roster.of_side[field.empire]
        if side != field.empire or IRREGULARS in state.happened:
            return []
        if not any(state.stacks.get(h, 0) & own for h in field.places.get("kumasa", ())):
            return []
        state.happened = (*state.happened, IRREGULARS)
        area = tuple(headquarters_hexes(field, state, side))
        units = [u for u in bits(own & field.roster.levies) if state.where[u] == POOL]
        return [(u, area) for u in units] if area else []

    def by_atrocity(self, field: SnsField) -> bool:
        """By the optional paragraphs of the points, where atrocities are played (asante:5.1, 5.2)."""
        return field.on("conduct") and field.options["asante_points"] == "atrocity"

    def besieges(self, field: SnsField, side: int) -> bool:
        """The Asante never lay sieges (asante:6.3)."""
        return side != field.native

    def line_closed(self, field: SnsField, h: int, by_road: bool) -> bool:
        """No line of supply runs through jungle or marsh but by road (asante:6.5)."""
        return not by_road and field.ground.terrain[h] in _CLOSED

    def works(self, field: SnsField, state: SnsState, side: int) -> list[int]:
        """Once, the Asante build fieldworks where a unit of strength 5 stands (asante:6.6)."""
        if side != field.native or WORKS in state.happened:
            return []
        strength = field.roster.strength
        units = (u for u in field.roster.side_units[side] if strength[u] == _BUILDERS and state.where[u] >= 0)
        return sorted({state.where[u] for u in units} - set(state.fieldworks))

    def built(self, state: SnsState) -> None:
        state.happened = (*state.happened, WORKS)
