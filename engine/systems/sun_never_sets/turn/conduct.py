"""Chapter 23: atrocities and fair play, before the logistics segment begins (switch ``conduct``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers, each, unlisted
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Decision, Step
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import points
from engine.systems.sun_never_sets.position.rewording import Reworded, in_their_hex
from engine.systems.sun_never_sets.turn import logistics

ATROCITY, FAIR_PLAY, DONE = "atrocity", "fair play", "done"
_PLACES: Final = frozenset({"fortress", "town", "kraal"})


def begin(field: SnsField, state: SnsState, side: int) -> None:
    """The logistics segment begins, with the conduct of the side where the switch is on (23.1, 23.4)."""
    if field.on("conduct"):
        state.push(Conduct(side))
    else:
        logistics.begin(field, state, side)


def inhabited(field: SnsField, h: int) -> bool:
    """Whether a hex is a fortress, town or kraal (23.1)."""
    return bool(field.ground.features[h] & _PLACES)


def _fed_at_once(row: Deed) -> Deed:
    """A row of the logistics segment that may come now: who feeds a hex is done with the inhabitants."""

    def faults(frame: Conduct, field: SnsField, state: SnsState, *args: Any) -> Iterator[Breach]:
        return row.faults(logistics.segment(field, state, frame.side, frame.fed), field, state, *args)

    def do(frame: Conduct, field: SnsField, state: SnsState, step: Step, *args: Any) -> None:
        frame.proceed(field, state, step)
        row.do(state.top, field, state, step, *args)

    return Deed(row.verb, do, faults, unlisted)


@dataclass(frozen=True)
class Conduct(SnsDoing):
    """How a side treats the inhabitants where it stands (23.0)."""

    side: int
    fed: tuple[int, ...] = ()
    """Hexes where it has committed an atrocity now: all there are fed this turn (23.3)."""
    tried: tuple[int, ...] = ()
    """Hexes where a headquarters has tried fair play now (23.4)."""
    rule = "23.0"
    asks = (
        "first choose how to treat the inhabitants: commit an atrocity, try fair play, or do neither and feed the units"
    )

    def atrocities(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes in which the side may commit an atrocity."""
        return [h for h in sorted(state.stacks) if not [*self._bars_atrocity(field, state, h)]]

    def _bars_atrocity(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        name = field.place(h)
        if h < 0 or not inhabited(field, h):
            yield "23.1", f"there is no fortress, town or kraal in {name}"
        elif not field.units_at(state, h, self.side) & field.roster.combat:
            yield "23.1", f"no {field.side_name(self.side)} unit with combat strength is in {name}"
        if h in state.atrocities:
            yield "23.22", f"an atrocity has already been committed in {name}; each hex has at most one"
        if self.side == field.empire and h in state.extras.fair_play:
            yield "23.43", f"{name} was treated with fair play"

    def fair_plays(self, field: SnsField, state: SnsState) -> list[tuple[int, int]]:
        """The (hex, headquarters) pairs that may try fair play."""
        leaders = field.roster.headquarters & field.roster.of_side[self.side]
        pairs = ((state.where[hq], hq) for hq in bits(leaders) if state.where[hq] >= 0)
        return sorted((h, hq) for h, hq in pairs if not [*self._bars_fair_play(field, state, h, hq)])

    def _bars_fair_play(self, field: SnsField, state: SnsState, h: int, hq: int) -> Iterator[Breach]:
        name = field.place(h)
        if self.side != field.empire:
            yield "23.4", f"only the {field.side_name(field.empire)} may practise fair play"
        if h < 0 or not inhabited(field, h):
            yield "23.4", f"there is no fortress, town or kraal in {name}"
        elif hq == NOWHERE or not field.units_at(state, h, self.side) & field.roster.headquarters & 1 << hq:
            yield "23.4", f"fair play in {name} takes a headquarters that is there"
        if h in self.tried:
            yield "23.4", f"a headquarters has tried fair play in {name} this turn"
        if h in state.extras.fair_play:
            yield "23.4", f"{name} has been won over by fair play"
        if h in state.atrocities:
            yield "23.43", f"an atrocity has been committed in {name}"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self.atrocities(field, state) and not self.fair_plays(field, state):
            return None
        prompt = "Commit an atrocity, try fair play, or finish and feed the units"
        return Decision(field.sides[self.side], "conduct", field.cite("23.0"), prompt)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
        logistics.begin(field, state, self.side, self.fed)

    def done(self, field: SnsField, state: SnsState, step: Step) -> None:
        """The units are fed next."""
        self.proceed(field, state, step)

    def committable(self, field: SnsField, state: SnsState) -> Offers:
        """An atrocity in each of those hexes."""
        return each(self.atrocities(field, state))

    def friendships(self, field: SnsField, state: SnsState) -> Offers:
        """The tries at fair play."""
        return iter(self.fair_plays(field, state))

    def _commit(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """The marker stays for the game and takes a fair play marker away (23.21, 23.42)."""
        state.replace(replace(self, fed=(*self.fed, h)))
        state.atrocities |= {h}
        state.extras = replace(state.extras, fair_play=state.extras.fair_play - {h})
        if self.side == field.native:
            state.extras = replace(state.extras, ravaged=state.extras.ravaged | {h})
        step.say("marker", field.cite("23.1"), at=field.grid.name(h), kind=ATROCITY)
        points.reached(field, state, step)

    def _befriend(self, field: SnsField, state: SnsState, step: Step, h: int, hq: int) -> None:
        """A die up to the strategic value of the headquarters wins the inhabitants over (23.4)."""
        state.replace(replace(self, tried=(*self.tried, h)))
        die = step.roll(state)
        won = die <= field.strategic(state, hq)
        told = {"unit": field.roster.keys[hq], "at": field.grid.name(h), "die": die, "won": won}
        tell_owner(field, step, self.side, "fair_play", "23.4", **told)
        if won:
            state.extras = replace(state.extras, fair_play=state.extras.fair_play | {h})
            step.say("marker", field.cite("23.4"), at=field.grid.name(h), kind=FAIR_PLAY)

    deeds = (
        Deed(ATROCITY, _commit, _bars_atrocity, committable),
        Deed(DONE, done),
        Deed(FAIR_PLAY, _befriend, _bars_fair_play, friendships),
        *map(_fed_at_once, logistics.LogisticsSegment.feeding),
    )


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Reworded(ATROCITY, HEX, reworded=in_their_hex),
    Verb(FAIR_PLAY, HEX, UNIT.behind("by")),
)
