"""The staff of The Sun Never Sets II: marches towards what counts, and an answer to each smaller decision."""

from __future__ import annotations

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.procedure import END
from engine.play import Action, Game
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.march.marching import MOVEMENT, OnMarch
from engine.systems.sun_never_sets.march.movement import MovementSegment
from engine.systems.sun_never_sets.march.rail_movement import OnRail
from engine.systems.sun_never_sets.march.sailing import Sailing
from engine.systems.sun_never_sets.rules import SnsRules
from engine.systems.sun_never_sets.staff import (
    builders,
    carriage,
    columns,
    flotilla,
    passengers,
    scouting,
    surprise,
    works,
)
from engine.systems.sun_never_sets.staff.answers import ANSWERS
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.view import View


class SnsStaff:
    """Plays one side, on a guess at what is hidden from it."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._country: Country | None = None
        self._goal = NOWHERE
        self._aims: dict[int, int] = {}
        """The goals that units have marched for so far."""
        self._gone = False
        """Whether the force on the march has gone where it was to go; it goes on if a unit was dropped there."""
        self._voyage: passengers.Shipment | None = None
        """The voyage for which units go aboard."""

    def choose(self, game: Game) -> Action:
        """The staff's choice; always legal."""
        decision = game.decision
        if decision is None:
            raise ValueError("the game is over")
        rules, state = game.rules, game.state
        if not isinstance(rules, SnsRules) or not isinstance(state, SnsState):
            raise TypeError("this staff knows one rules system only")
        if self._country is None or self._country.field is not rules.field:
            self._country = Country(rules.field)
        view = View(self._country, state, rules.field.sides.index(self.side))
        if decision.kind == MOVEMENT:
            return self._march(rules, view)
        actions = list(rules.actions(state))
        answer = ANSWERS.get(decision.kind)
        self.last_reason = decision.kind
        return answer(view, actions) if answer is not None else actions[0]

    def _march(self, rules: SnsRules, view: View) -> Action:
        top = view.state.top
        if isinstance(top, OnMarch):
            return self._on_march(rules, view, top)
        if isinstance(top, MovementSegment):
            return self._segment(rules, view, top)
        if isinstance(top, OnRail):
            self.last_reason = "by rail"
            engineers = not top.force(view.state) & ~builders.stays(view)
            plans = MarchPlans(view, self._aims)
            return builders.on_rail(view, top) if engineers else carriage.on_rail(view, plans, top)
        if isinstance(top, Sailing):
            self.last_reason = "boats have arrived"
            return flotilla.on_the_way(view, top)
        actions = list(rules.actions(view.state))
        return next((action for action in actions if action.verb in ("roll", "done")), actions[0])

    def _on_march(self, rules: SnsRules, view: View, top: OnMarch) -> Action:
        """What a force on the march does next: it drops who is to hold the place, attacks, goes on, or halts."""
        self.last_reason = "towards its goal"
        plans, actions = MarchPlans(view, self._aims), list(rules.actions(view.state))
        dropped = plans.dropped(top)
        if dropped is not None and rules.verdict(view.state, dropped):
            self.last_reason = "a unit holds the place"
            self._gone = False
            return dropped
        scouts = scouting.scout(view, actions)
        if scouts is not None:
            self.last_reason = "the units there are worth scouting"
            return scouts
        stormed = surprise.storm(view, top, actions)
        if stormed is not None:
            self.last_reason = "an attack from the march pays"
            self._gone = False
            return stormed
        action = Action("halt") if self._gone else plans.way(top, self._goal, actions)
        talk = scouting.parley(actions) if action.verb == "halt" else None
        self._gone = talk is None
        if talk is not None:
            self.last_reason = "talking costs nothing"
        return talk or action

    def _segment(self, rules: SnsRules, view: View, top: MovementSegment) -> Action:
        """What is done next in the movement segment: works, columns, journeys, marches, voyages, in this order."""
        plans = MarchPlans(view, self._aims)
        work = works.done(view, list(rules.actions(view.state)))
        if work is not None:
            self.last_reason = "work at the end of the segment"
            return work
        carried = passengers.next_step(view, top, self._voyage)
        if carried is not None:
            self.last_reason = "by boat"
            return carried
        spies = scouting.spy(view, top)
        if spies is not None:
            self.last_reason = "the units there are worth scouting"
            return spies
        column = columns.organise(view, plans, top)
        if column is not None:
            self.last_reason = "units that march together form a column"
            return column
        return self._moved(view, plans, top) if top.stage < 2 else self._ended()

    def _moved(self, view: View, plans: MarchPlans, top: MovementSegment) -> Action:
        """The next unit to move, and how; the end of the marches if there is none."""
        sent = builders.sent(view, top)
        if sent is not None:
            action, self._goal = sent
            self._gone = False
            self.last_reason = "railroad engineers go to the railhead"
            return action
        name = view.field.grid.name
        passage = carriage.carried(view, plans, top)
        voyage = passengers.planned(view, plans, top)
        if voyage is not None and (passage is None or voyage.journey.promises > passage.journey.promises):
            self._aims.update(dict.fromkeys(bits(voyage.units), voyage.journey.goal))
            self._voyage = voyage
            self.last_reason = f"{voyage.journey.promises:+.1f} aboard to {name(voyage.journey.end)}"
            step = passengers.next_step(view, top, voyage)
            if step is not None:
                return step
        if passage is not None:
            self._aims.update(dict.fromkeys(bits(passage.units), passage.journey.goal))
            self.last_reason = f"{passage.journey.promises:+.1f} carried to {name(passage.journey.end)}"
            return passage.order
        march = plans.next(top)
        if march is not None:
            self._goal, self._gone = march.goal, False
            self._aims.update(dict.fromkeys(bits(march.units), march.goal))
            self.last_reason = f"{march.promises:+.1f} towards {name(march.goal)}"
            return plans.order(march)
        sailed = flotilla.voyage(view, top)
        if sailed is not None:
            self.last_reason = "boats go where they can fire, or help"
            return sailed
        return self._ended()

    def _ended(self) -> Action:
        self.last_reason = "in position"
        return END
