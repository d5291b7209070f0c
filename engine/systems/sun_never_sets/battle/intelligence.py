"""Chapter 19: reconnaissance and screens, strategic intelligence, forces that are shown (switch ``intelligence``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each, of_side, unlisted
from engine.mechanics.hexes.verbs import ENTRY, HEX, UNIT, UNITS, Verb
from engine.mechanics.procedure import Breach
from engine.play import Decision, Step
from engine.plural import counted
from engine.systems.sun_never_sets.base.counters import RIDERS
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, reveal, tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position.rewording import Reworded, by_whom

SCOUT, SCREEN, SHOW, SPY = "scout", "screen", "show", "spy"
_OFF: Final = ("19.0", "intelligence is not played in this scenario")


def look(field: SnsField, state: SnsState, side: int, h: int, rule: str, step: Step) -> None:
    """A side examines all enemy units of a hex (19.1)."""
    seen = field.units_at(state, h, 1 - side)
    reveal(field, state, seen)
    tell_owner(field, step, side, "seen", rule, at=field.grid.name(h), units=field.keys_of(seen))


# -- reconnaissance -------------------------------------------------------------------------------------------------


def able(field: SnsField, state: SnsState, mask: int) -> int:
    """The units of a mask that may reconnoitre: good-order cavalry, camel corps and mounted infantry, and those that a
    campaign names, that have not done so this turn (19.2, 19.23, asante:6.7)."""
    return field.good(state, mask & field.roster.scouts & ~state.extras.scouted)


def scoutings(field: SnsField, state: SnsState, side: int, at: int, mask: int) -> Offers:
    """The reconnaissances that a force on the march may make: by one unit of a sort, or by all that can (19.21)."""
    units = able(field, state, mask) if field.on("intelligence") else 0
    if not units:
        return
    parties = {(u,) for u in field.gunnery.sorts(state, bits(units))} | {tuple(bits(units))}
    enemy = field.roster.of_side[1 - side]
    for h in sorted(n for n in field.ground.open[at] if state.stacks.get(n, 0) & enemy):
        yield from ((h, party) for party in sorted(parties))


def scout_breaches(
    field: SnsField, state: SnsState, side: int, at: int, mask: int, h: int, units: tuple[int, ...]
) -> Iterator[Breach]:
    """Every paragraph that a reconnaissance breaks."""
    if not field.on("intelligence"):
        yield _OFF
        return
    if h not in field.ground.open[at] or not state.stacks.get(h, 0) & field.roster.of_side[1 - side]:
        yield "19.21", f"there is no enemy in {field.place(h)}, or it is not next to the force"
    for u in units:
        name = field.roster.names[u]
        if not mask >> u & 1:
            yield "19.21", f"{name} is not in the force on the march"
        elif not field.roster.scouts >> u & 1:
            yield "19.2", f"{name} is neither cavalry, camel corps nor mounted infantry"
        elif state.extras.scouted >> u & 1:
            yield "19.23", f"{name} has made its reconnaissance this turn"
        elif not able(field, state, 1 << u):
            yield "19.2", f"{name} is demoralized"


def scout(field: SnsField, state: SnsState, side: int, step: Step, h: int, units: tuple[int, ...]) -> None:
    """A reconnaissance, which costs no points: the force in a hex is seen unless its cavalry screens it (19.21)."""
    state.extras = replace(state.extras, scouted=state.extras.scouted | mask_of(units))
    state.push(Screening(1 - side, h, field.gunnery.points(units)))


@dataclass(frozen=True)
class Screening(SnsDoing):
    """A force is reconnoitred: its owner may screen it with good-order cavalry, camel corps and mounted infantry of the
    hex, any number of times a turn (19.22, 19.23)."""

    side: int
    at: int
    against: int
    """The strength of those who reconnoitre."""
    rule = "19.22"
    asks = "first choose whether cavalry screens the force"

    def riders(self, field: SnsField, state: SnsState) -> int:
        """The units that may screen."""
        here = field.units_at(state, self.at, self.side)
        return field.good(state, here & field.roster.of_type(*RIDERS))

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self.riders(field, state):
            return None
        place = field.grid.name(self.at)
        points = counted(self.against, "strength point")
        prompt = f"{points} reconnoitre the force in {field.place(self.at)}: screen it, or show it"
        return Decision(field.sides[self.side], SCREEN, field.cite("19.22"), prompt, (), (place,))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        self._settle(field, state, 0, step)

    def parties(self, field: SnsField, state: SnsState) -> Offers:
        """Who may screen: one unit of each sort, or all."""
        units = self.riders(field, state)
        parties = {(u,) for u in field.gunnery.sorts(state, bits(units))} | {tuple(bits(units))}
        return each(sorted(parties))

    def bars_screen(self, field: SnsField, state: SnsState, units: tuple[int, ...]) -> Iterator[Breach]:
        """Why units do not screen the force."""
        for u in units:
            if not self.riders(field, state) >> u & 1:
                yield "19.22", f"{field.roster.names[u]} is not a good-order cavalry of that hex"

    def screen(self, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...] = ()) -> None:
        """Units screen the force, or nobody does."""
        self._settle(field, state, mask_of(units), step)

    def _settle(self, field: SnsField, state: SnsState, screen: int, step: Step) -> None:
        """The units that screen are shown; as strong as those who came, they keep the rest unseen (19.22)."""
        state.pop()
        scouting, name = 1 - self.side, field.grid.name(self.at)
        if screen:
            reveal(field, state, screen)
            step.say(SCREEN, field.cite("19.22"), at=name, units=field.keys_of(screen))
        seen = not screen or field.strength(state, screen) < self.against
        step.say(SCOUT, field.cite("19.21"), side=field.sides[scouting], at=name, seen=seen)
        if seen:
            look(field, state, scouting, self.at, "19.21", step)

    deeds = (Deed("pass", screen), Deed(SCREEN, screen, bars_screen, parties))


# -- strategic intelligence, and what is shown ----------------------------------------------------------------------


def spies(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The headquarters that may still try strategic intelligence in this turn (19.3)."""
    leaders = field.roster.headquarters & field.roster.of_side[side] & ~state.extras.spied
    return [hq for hq in bits(leaders) if state.where[hq] >= 0]


def stacks_of(field: SnsField, state: SnsState, side: int, mask: int) -> list[int]:
    """The hexes with units of a side that are in a mask."""
    return [h for h in sorted(state.stacks) if field.units_at(state, h, side) & mask]


def unshown(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes of a side with units that its enemy does not know (19.1)."""
    return stacks_of(field, state, side, ~state.known[1 - side])


def shows(field: SnsField, state: SnsState, side: int) -> Offers:
    """The hexes that a side may show."""
    if field.on("intelligence"):
        yield from each(unshown(field, state, side))


def spyings(field: SnsField, state: SnsState, side: int) -> Offers:
    """Who may spy; the hex that is spied on comes next."""
    if field.on("intelligence") and stacks_of(field, state, 1 - side, ~0):
        yield from ((hq, NOWHERE) for hq in spies(field, state, side))


def spying_value(field: SnsField, state: SnsState, unit: int) -> int:
    """What the die of a spy is held against: the strategic value of a headquarters, or a political officer's own figure
    (19.31, 25.4)."""
    officers = field.roster.political & ~field.roster.commanders if field.on("political") else 0
    return field.tables.intelligence.political_officer if officers >> unit & 1 else field.strategic(state, unit)


def show_breaches(field: SnsField, state: SnsState, side: int, h: int) -> Iterator[Breach]:
    """Every paragraph that showing a force breaks."""
    if not field.on("intelligence"):
        yield _OFF
    elif h not in unshown(field, state, side):
        yield "19.1", f"there is no unit to show in {field.place(h)}"


def spy_breaches(field: SnsField, state: SnsState, side: int, hq: int, h: int) -> Iterator[Breach]:
    """Every paragraph that spying breaks, on a hex or before one is named."""
    if not field.on("intelligence"):
        yield _OFF
        return
    if state.extras.spied >> hq & 1:
        yield "19.3", f"{field.roster.names[hq]} has tried strategic intelligence this turn"
    elif hq not in spies(field, state, side):
        yield "19.3", f"{field.roster.names[hq]} is not a {field.side_name(side)} headquarters on the map"
    if h != NOWHERE and h not in stacks_of(field, state, 1 - side, ~0):
        yield "19.31", f"there is no enemy in {field.place(h)}"


def show(field: SnsField, state: SnsState, side: int, step: Step, h: int) -> None:
    """A force is shown to the enemy (19.1)."""
    look(field, state, 1 - side, h, "19.1", step)


def spy(field: SnsField, state: SnsState, side: int, step: Step, hq: int, h: int) -> None:
    """A headquarters spies, on a hex or on one that its side names next (19.3)."""
    state.extras = replace(state.extras, spied=state.extras.spied | 1 << hq)
    frame = Spying(side, hq)
    state.push(frame)
    if h != NOWHERE:
        frame.spy(field, state, step, h)


FREELY: Final = (
    Deed(SHOW, of_side(show), of_side(show_breaches), of_side(shows)),
    Deed(SPY, of_side(spy), of_side(spy_breaches), of_side(spyings)),
)
"""What a side may do between the other actions of its segments (19.1, 19.3)."""
ASIDE: Final = tuple(replace(row, offers=unlisted) for row in FREELY)
"""The same in a segment whose side is asked something that has nothing to do with it: it may, and it is not listed."""


@dataclass(frozen=True)
class Spying(SnsDoing):
    """A headquarters tries strategic intelligence: its side says on which enemy hex (19.31)."""

    side: int
    unit: int
    rule = "19.31"
    asks = "first choose the enemy hex to spy on"

    def targets(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes that the enemy holds."""
        return stacks_of(field, state, 1 - self.side, ~0)

    def decision(self, field: SnsField, state: SnsState) -> Decision:
        hexes = tuple(field.grid.name(h) for h in self.targets(field, state))
        return Decision(field.sides[self.side], SPY, field.cite("19.31"), "Choose the hex to spy on", (), hexes)

    def offered(self, field: SnsField, state: SnsState) -> Offers:
        """Each of those hexes."""
        return each(self.targets(field, state))

    def bars(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Why a hex is not spied on."""
        if h not in self.targets(field, state):
            yield "19.31", f"there is no enemy in {field.place(h)}"

    def spy(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """Up to the strategic value the force is seen; a 6 lets the enemy see one of ours (19.31)."""
        state.pop()
        die, table = step.roll(state), field.tables.intelligence
        seen = die <= spying_value(field, state, self.unit)
        result = "betrayed" if die == table.betrayed else "seen" if seen else "none"
        told = {"unit": field.roster.keys[self.unit], "at": field.grid.name(h), "die": die, "result": result}
        tell_owner(field, step, self.side, SPY, "19.31", **told)
        if result == "seen":
            look(field, state, self.side, h, "19.31", step)
        elif result == "betrayed":
            state.push(Betrayed(1 - self.side))

    deeds = (Deed("at", spy, bars, offered),)


@dataclass(frozen=True)
class Betrayed(SnsDoing):
    """The enemy has learned of spies: he may examine one hex of the side that sent them (19.31)."""

    side: int
    rule = "19.31"
    asks = "counterintelligence comes first: choose a hex, or pass"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        hexes = tuple(field.grid.name(h) for h in stacks_of(field, state, 1 - self.side, ~0))
        if not hexes:
            return None
        prompt = "An enemy spy was caught: examine one enemy hex"
        return Decision(field.sides[self.side], SPY, field.cite("19.31"), prompt, (), hexes)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def offered(self, field: SnsField, state: SnsState) -> Offers:
        """The hexes that may be examined."""
        return each(stacks_of(field, state, 1 - self.side, ~0))

    def bars(self, field: SnsField, state: SnsState, h: int, *others: int) -> Iterator[Breach]:
        """Why a hex is not examined; picking it is as good as naming it."""
        if h not in stacks_of(field, state, 1 - self.side, ~0):
            yield "19.31", f"there is no enemy in {field.place(h)}"

    def examine(self, field: SnsField, state: SnsState, step: Step, h: int = NOWHERE, *others: int) -> None:
        """A hex is examined, or none."""
        state.pop()
        if h != NOWHERE:
            look(field, state, self.side, h, "19.31", step)

    deeds = (Deed("at", examine, bars, offered), Deed("pick", examine, bars, unlisted), Deed("pass", examine))


VERBS: Final = (
    Verb(SCOUT, ENTRY, UNITS.behind("with")),
    Verb(SCREEN, UNITS),
    Verb(SHOW, HEX),
    Reworded(SPY, UNIT, HEX.behind("on").optional(NOWHERE), reworded=by_whom),
)
