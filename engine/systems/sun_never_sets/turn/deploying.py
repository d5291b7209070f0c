"""Set-up by the players: on own hexes of their area, never with the enemy (15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.mechanics.acts import unit_of
from engine.mechanics.hexes import deploying
from engine.mechanics.hexes.groups import Group
from engine.mechanics.procedure import Breach
from engine.play import Action
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import afloat


class OwnGround(deploying.Standing[SnsField, SnsState]):
    """Where a unit may be set up under these rules."""

    system: ClassVar[str] = "sns2"
    set_up_rule: ClassVar[str] = "15.1"

    def counted(self, field: SnsField, units: int) -> int:
        """Combat units; headquarters and supply units may join them (afghan:3.1)."""
        return (units & field.roster.combat).bit_count()

    def closed(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Ground that no land unit enters, and hexes closed to the side (6.34, asante:6.3)."""
        if 1 << unit & field.roster.afloat:
            if not afloat.may_lie(field, unit, h) or field.ground.closed[h]:
                rule = "28.1" if 1 << unit & field.roster.fleets else "27.1"
                yield (
                    rule,
                    f"{field.roster.names[unit]} cannot lie in {field.place(h)}: it needs a river or a coast",
                )
        elif field.ground.closed[h]:
            yield "6.34", f"no land unit can be in {field.place(h)}"
        if h in field.closed[field.roster.side[unit]]:
            yield "15.2", f"{field.place(h)} is closed to the {field.side_name(field.roster.side[unit])}"
        if field.kept_out.get(h, 0) >> unit & 1:
            rule = campaigns.of(field).kept_out_rule
            yield rule, f"{field.roster.names[unit]} may never enter {field.place(h)}"
        yield from campaigns.of(field).misplaced(field, state, unit, h)

    def misfits(self, field: SnsField, state: SnsState, group: Group, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit of a group may not be put into a hex, also under the paragraph of its campaign."""
        found = list(super().misfits(field, state, group, unit, h))
        yield from found
        if field.units_at(state, h, 1 - field.roster.side[unit]):
            yield "5.12", f"{field.place(h)} holds an enemy unit"
        british, native = campaigns.of(field).set_up_rules
        rule = native if group.side == field.native else british
        if found and rule:
            yield rule, f"{field.roster.names[unit]} is set up elsewhere"


@dataclass(frozen=True)
class Placing(OwnGround, deploying.Placing[SnsField, SnsState]):
    """A unit was chosen: where it stands (15.1)."""


@dataclass(frozen=True)
class SetUp(OwnGround, deploying.SetUp[SnsField, SnsState]):
    """The groups that the players set up (15.1)."""

    placing = Placing

    reveals: ClassVar[bool] = False

    def breaches(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        """Also under the paragraphs of the campaign that say who begins with what, and which side sets up first."""
        yield from super().breaches(field, state, action)
        if action.verb != "deploy" or unit_of(action) in self.units:
            return
        unit, group = unit_of(action), self.groups(field)[self.group]
        british, native = campaigns.of(field).set_up_rules
        if native:
            side = field.roster.side[unit]
            yield (native if side == field.native else british), f"{field.roster.names[unit]} is not set up now"
            if side != group.side:
                first = field.side_name(group.side)
                yield f"{native.partition(':')[0]}:3.0", f"the {first} set up before"

    def open(self, group: Group) -> bool:
        """Never: of the enemy a side sees which hexes he holds, but not who is in them (5.6)."""
        return False
