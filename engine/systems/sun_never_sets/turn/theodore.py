"""The rows of event table 1 that are of Abyssinia alone: civil war, Theodore's moods, his guns (4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.mechanics.acts import place_of, unit_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.hexstate import POOL, WAITING
from engine.mechanics.hexes.results import ResultChoice
from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.systems.sun_never_sets.base import effects
from engine.systems.sun_never_sets.base.counters import EMPIRE, FRIENDLY, HOSTILE
from engine.systems.sun_never_sets.base.event_tables import row_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsFrame, tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import fates, siting
from engine.systems.sun_never_sets.turn.event_rows import Draw, Happens, by_chance, chief, pooled

_THEODORE: Final = "theodore"


def civil_war(draw: Draw) -> bool:
    """A die of friendly Natives leaves the pool by chance; the British say where they appear."""
    number = draw.throw("friendly")
    taken = by_chance(draw, pooled(draw.field, draw.state, draw.field.empire, FRIENDLY), number)
    for u in taken:
        draw.state.where[u] = WAITING
        tell_owner(draw.field, draw.step, draw.field.empire, "drawn", draw.rule, unit=draw.field.roster.keys[u])
    return bool(taken)


def risen_near(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes within three of a British headquarters without enemies or their zones (event1:british:54-56,
    abyssinia:4.4)."""
    roster, zone = field.roster, field.zones.of(state, field.native)
    within = int(row_of(field.event_table, EMPIRE, "civil_war").numbers["within"])
    leaders = [state.where[hq] for hq in bits(roster.headquarters & roster.of_side[side]) if state.where[hq] >= 0]
    return [
        h
        for h in range(field.ground.size)
        if not field.ground.closed[h]
        and not zone[h]
        and not state.stacks.get(h, 0) & roster.of_side[1 - side]
        and not field.kept_out.get(h, 0) & roster.friendly
        and any(field.distance(h, at) <= within for at in leaders)
    ]


def inspires(draw: Draw) -> bool:
    """An Abyssinian unit of the pool joins Theodore, who has better values this turn; nothing where he is not."""
    theodore = chief(draw.field, draw.state, draw.side, _THEODORE)
    if theodore >= 0:
        _mood(draw, theodore)
        draw.state.push(Joining(draw.side, theodore))
    return False


def goes_mad(draw: Draw) -> bool:
    """Theodore has no values this turn; where the inhabitants' treatment is played, his hex sees an atrocity."""
    field, state = draw.field, draw.state
    theodore = chief(field, state, draw.side, _THEODORE)
    if theodore < 0:
        return False
    _mood(draw, theodore)
    h = state.where[theodore]
    if field.on("conduct") and h not in state.atrocities:
        state.atrocities |= {h}
        draw.step.say("marker", field.cite(draw.rule), kind="atrocity", at=field.grid.name(h))
    return False


def _mood(draw: Draw, theodore: int) -> None:
    assert draw.row.lasts is not None
    values = (theodore, draw.number("tactical"), draw.number("strategic"))
    effects.lay(draw.state, draw.side, draw.row.key, draw.row.lasts, values)


def cannon_explode(draw: Draw) -> bool:
    """A die for each gun of the Abyssinians on the map."""
    field, state = draw.field, draw.state
    guns = field.roster.of_type("artillery") & field.roster.of_side[draw.side]
    for u in [u for u in bits(guns) if state.where[u] >= 0]:
        die = draw.roll()
        what = draw.row.die_does("artillery", die)
        data = {"unit": field.roster.keys[u], "die": die, "does": what}
        tell_owner(field, draw.step, draw.side, "thrown", draw.rule, **data)
        if what == "eliminated":
            fates.eliminate(field, state, u, draw.rule, draw.step)
    return False


@dataclass(frozen=True)
class Joining(SnsFrame, ResultChoice[SnsField, SnsState]):
    """An Abyssinian unit of the pool, of its owner's choice, joins Theodore (event1:native:51-52)."""

    side: int
    theodore: int
    rule = "event1:native:51-52"
    verbs = ("place",)
    decision_kind = "event"
    asks = "a unit must join Theodore first: choose it"

    def able(self, field: SnsField, state: SnsState) -> list[int]:
        """The Abyssinian units of the pool, but for supply units."""
        own = bits(field.roster.of_side[self.side] & ~field.roster.supply)
        return [u for u in own if state.where[u] == POOL and field.roster.nation[u] != HOSTILE]

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        place = state.where[self.theodore]
        return [Action("place", (u, place)) for u in sorts(field, state, self.able(field, state))]

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        return "A unit of the pool joins Theodore: choose it"

    def asked(self, field: SnsField, options: list[Action]) -> tuple[str, ...]:
        return ()

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        unit, h = place_of(action)
        name = field.roster.names[unit]
        if unit not in self.able(field, state):
            yield self.rule, f"{name} is not an Abyssinian unit in the pool"
        elif h not in (-1, state.where[self.theodore]):
            yield self.rule, f"{name} joins Theodore in {field.place(state.where[self.theodore])}"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        state.pop()
        siting.place(field, state, unit_of(action), state.where[self.theodore], step)


def contacts(draw: Draw) -> bool:
    """The British choose the stack that they see."""
    return True


ROWS: Final[Mapping[str, Happens]] = {
    "hostage_contacts": contacts,
    "civil_war": civil_war,
    "theodore_inspires": inspires,
    "theodore_mad": goes_mad,
    "cannon_explode": cannon_explode,
}
"""What happens on each of these rows."""
