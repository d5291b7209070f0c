"""A rules file bound to a scenario: rules like those of any other system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.phases import BY_TURNS
from engine.kit.bound.words import spelled
from engine.kit.combat import knowledge as combat_knowledge
from engine.kit.combat import notation as combat_notation
from engine.kit.combat.book import combat_book
from engine.kit.combat.conditions import ATTACK_REQUIREMENTS
from engine.kit.combat.fighting import FightingActivity
from engine.kit.combat.knowledge import KitOddsAnswer, announced_by
from engine.kit.combat.reacting import Reactions
from engine.kit.combat.running import run
from engine.kit.guarding import GuardedRules
from engine.kit.hooks.applying import HooksAtMoments
from engine.kit.kitfile import KitFile
from engine.kit.play import notation, sequence
from engine.kit.play.activating import Activating
from engine.kit.play.answers import reach_answer, sight_answer, zone_answer
from engine.kit.play.carrying import CarryingActivity
from engine.kit.play.comings import ComingsAndGoings
from engine.kit.play.deploying import KitSetUp
from engine.kit.play.facing import FacingMarching
from engine.kit.play.field import KitField
from engine.kit.play.hiding import Hiding
from engine.kit.play.lasting import EventsRule, MarkersRule, WeatherRule
from engine.kit.play.measuring import measured
from engine.kit.play.moving import KitMarching
from engine.kit.play.phases import KitPhase, MovingActivity
from engine.kit.play.rallying import RallyActivity
from engine.kit.play.replacing import ReplacingActivity
from engine.kit.play.seeing import Seeing
from engine.kit.play.starting import lay_out
from engine.kit.play.state import KitState
from engine.kit.play.supply_lines import supply_answer
from engine.kit.play.supplying import SupplyRule
from engine.kit.play.turning import turn_frame
from engine.mechanics.bits import bits
from engine.mechanics.hexes.verbs import Verbs
from engine.play import Action, Judgement, Start, Step
from engine.play.answer_records import PlainReach, PlainRetreats, SightAnswer, SupplyAnswer, ZoneAnswer
from engine.play.answers import Prospects
from engine.scenario import Scenario


class KitRules(GuardedRules):
    """The rules of a file. `kit_rules` makes the class of one file."""

    file: ClassVar[KitFile]

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        field = KitField(scenario, self.file, {**scenario.options, **(options or {})}, ATTACK_REQUIREMENTS)
        super().__init__(scenario, field)
        marching = KitMarching if field.arcs is None else FacingMarching
        field.marches = tuple(marching(field, phase) for phase in field.phases)
        field.combat = combat_book(field)
        field.activities = tuple(tuple(self._doing(field, number)) for number in range(len(field.phases)))
        ComingsAndGoings(field)
        field.by_itself += self._by_itself(field)
        self._supply = next((block for block in field.by_itself if isinstance(block, SupplyRule)), None)
        self._judging = tuple(block for block in (self._supply,) if block is not None and block.always)
        """The blocks that judge supply after every action."""
        self.follows = bool(self._judging)
        field.scores.hooks = field.hooks if field.hooks is not None and field.hooks.has("points") else None
        if field.model.sequence.activation is not None and field.model.sequence.order != BY_TURNS:
            field.activating = Activating(field)
        if field.model.reaction:
            field.reacting = Reactions(field)
        if field.model.secrecy is not None and field.model.secrecy.hides != "none":
            field.hiding = Hiding(field)
        field.sight = Seeing(field) if field.model.sight is not None else None
        self.verbs = Verbs(*notation.verbs(field), *combat_notation.verbs(field))

    def _by_itself(self, field: KitField) -> Iterator[Any]:
        """The blocks that do something as phases and turns begin and end."""
        model = field.model
        if model.weather is not None:
            yield WeatherRule(field)
        if model.events:
            yield EventsRule(field)
        if model.markers:
            yield MarkersRule(field)
        if model.supply is not None:
            yield SupplyRule(field)
        if field.hooks is not None:
            yield HooksAtMoments(field.hooks, run)

    def _doing(self, field: KitField, number: int) -> Iterator[Any]:
        """What is done in a phase."""
        phase = field.phases[number]
        kinds = [kind.name for kind in field.model.combat]
        if "move" in phase.does or phase.arrives:
            yield MovingActivity(field.marches[number])
        if "move" in phase.does and field.model.transport:
            yield CarryingActivity(field, field.marches[number])
        if "replace" in phase.does and field.model.replacements is not None:
            yield ReplacingActivity(field)
        if "rally" in phase.does:
            yield RallyActivity(field)
        for word in phase.does:
            if word in kinds:
                yield FightingActivity(kinds.index(word))

    # -- the beginning ----------------------------------------------------------------------------------------

    def blank(self) -> KitState:
        return self.field.blank()

    def set_up(self) -> KitSetUp:
        return KitSetUp()

    def begin(self, state: KitState, start: Start | None, step: Step) -> None:
        if start is None:
            state.push(sequence.KitGameTurn())
            return
        side, phase = self.started(start)
        for block in self.field.by_itself:
            if isinstance(block, WeatherRule):
                block.game_turn_begins(self.field, state, step)
        lay_out(self.field, state, start.set)
        if wrong := self._crowded(state):
            raise HexwrightError("; ".join(wrong))
        sequence.begin_in(
            self.field, state, side, self.field.phase_number(phase), step, self._active(state, side, start)
        )

    def _active(self, state: KitState, side: int, start: Start) -> int:
        """What a start has activated; NOWHERE where it says nothing of it."""
        given = str(start.set.get("active") or "")
        if not given:
            return NOWHERE
        if self.field.activating is None:
            raise HexwrightError("nothing is activated in this system: its sides have turns of their own")
        thing: int = self.field.activating.parse(state, side, given)
        if not self.field.activating.members(state, side, thing):
            raise HexwrightError(f"{given} cannot be active at this start: it has no unit of this side on the map")
        return thing

    def started(self, start: Start) -> tuple[int, str]:
        side = self.field.roster.player(start.side) if start.side else 0
        wanted = spelled(start.phase).removesuffix(" phase")
        titles = [spelled(phase.title) for phase in self.field.phases]
        if wanted and wanted not in titles:
            raise HexwrightError(f"there is no phase {start.phase!r}; there are {', '.join(titles)}")
        first = self.field.activating.parts[0] if start.set.get("active") and self.field.activating else None
        return side, wanted or spelled((first or self.field.turn_phases[0]).title)

    def misplaced(self, state: KitState) -> list[str]:
        # Whom others carry is not counted: that is known once all has been laid out.
        return [] if self.field.model.transport else self._crowded(state)

    def _crowded(self, state: KitState) -> list[str]:
        field = self.field
        rule = field.cite(field.cites("stacking", "limit")[0])
        return [f"too many units would start in {field.place(h)} [{rule}]" for h in field.stacking.crowded(state)]

    # -- the game ---------------------------------------------------------------------------------------------

    def phase(self, state: KitState) -> tuple[str, str]:
        side, number = turn_frame(state)
        if side < 0 or number < 0:
            return "", ""
        return self.field.roster.sides[side], self.field.phases[number].title

    def place_of(self, action: Action) -> str:
        rule = self.field.place_of(action.verb)
        return self.field.cite(rule) if rule else ""

    def status(self, state: KitState) -> dict[str, Any]:
        found = super().status(state)
        return {**found, "weather": state.weather} if state.weather else found

    def units(self, state: KitState) -> dict[str, dict[str, Any]]:
        field, found = self.field, super().units(state)
        for u, key in enumerate(field.roster.keys):
            if any(state.status):
                found[key]["status"] = [s.name for s in field.all_statuses if state.status[s.number] >> u & 1]
            if state.facing:
                found[key]["facing"] = field.direction_name(state.facing[u])
            if u in state.carrier:
                found[key]["carried_by"] = field.roster.keys[state.carrier[u]]
            if field.model.supply is not None:
                found[key]["supplied"] = not state.unsupplied >> u & 1
        return found

    def objectives(self, state: KitState) -> dict[str, str]:
        stakes = super().objectives(state)
        own = {self.field.grid.name(h) for h, _ in self.field.scores.stakes[: self.field.objectives_alone]}
        return {name: holder for name, holder in stakes.items() if name in own}

    def judge(self, state: KitState, action: Action) -> Judgement:
        """A legal move is measured as well."""
        judged = super().judge(state, action)
        return measured(self.field, state, judged, action) if judged.legal else judged

    def initial(self, start: Start | None, step: Step) -> KitState:
        state: KitState = super().initial(start, step)
        if self.field.hiding is not None:
            step.events[:] = self.field.hiding.as_known(step.events, state, state)
        return state

    def perform(self, state: KitState, action: Action, step: Step) -> None:
        hiding = self.field.hiding
        if hiding is None:
            super().perform(state, action, step)
            return
        before = state.copy()
        super().perform(state, action, step)
        step.events[:] = hiding.as_known(step.events, before, state)

    def follow(self, state: KitState, step: Step) -> bool:
        before = state.unsupplied
        for block in self._judging:
            if not state.ended:
                block.judge(self.field, state, (0, 1), step)
        return state.unsupplied != before

    # -- what is hidden ---------------------------------------------------------------------------------------

    def view(self, state: KitState, side: str) -> dict[str, Any]:
        """The state as a side may see it."""
        data = super().view(state, side)
        if self.field.hiding is not None:
            self.field.hiding.veil(state, self.field.roster.player(side), data)
        return data

    def redeal(self, state: KitState, side: str, random: Random) -> KitState:
        """A copy of the state in which all that a side may not know is dealt otherwise."""
        dealt = super().redeal(state, side, random)
        if self.field.hiding is None:
            return dealt
        found: KitState = self.field.hiding.dealt(self, dealt, self.field.roster.player(side), random)
        return found

    def visible_text(self, action: Action, actor: str, side: str) -> str:
        """The text of an action as a side may know it."""
        text = super().visible_text(action, actor, side)
        if self.field.hiding is None or actor == side:
            return text
        return str(self.field.hiding.visible_text(action, text, frozenset(self.field.combat.by_name)))

    # -- what one may know ------------------------------------------------------------------------------------

    def reach(self, state: KitState, unit: str) -> PlainReach:
        """Where a unit can move, with costs."""
        return reach_answer(self.field, state, unit)

    def zoc(self, state: KitState, side: str) -> ZoneAnswer:
        """The zone of control of a side."""
        return zone_answer(self.field, state, side)

    def sight(self, state: KitState, a: str, b: str) -> SightAnswer:
        """The line of sight between two hexes."""
        return sight_answer(self.field, state, a, b)

    @classmethod
    def tells(cls, question: str) -> bool:
        """Whether this file has the block that a question is about."""
        told = super().tells(question)
        return told and (question not in ("supply", "sight") or getattr(cls.file.model, question) is not None)

    def supply(self, state: KitState, side: str) -> SupplyAnswer:
        """How the units of a side would be supplied now, by hex. Raises NotTold where the file has no supply."""
        rule = self._supply
        return super().supply(state, side) if rule is None else supply_answer(self.field, rule, state, side)

    def retreats(self, state: KitState, unit: str) -> PlainRetreats:
        """Where a unit could retreat to."""
        return combat_knowledge.retreats_answer(self.field, state, unit)

    def odds(self, state: KitState, target: str, units: list[str]) -> KitOddsAnswer:
        """How an attack would stand, change by change. Raises HexwrightError where it is not known who defends."""
        if self.field.hiding is not None and units:
            self._refuse_hidden(state, target, self.field.roster.find(units[0]))
        return combat_knowledge.odds_answer(self.field, state, target, units)

    def prospects(self, state: KitState, target: str, places: Mapping[str, str]) -> Prospects | None:
        if self.field.hiding is not None and places:
            try:
                self._refuse_hidden(state, target, self.field.roster.find(next(iter(places))))
            except HexwrightError:
                return None
        return combat_knowledge.prospects(self.field, state, target, places)

    def _refuse_hidden(self, state: KitState, target: str, attacker: int) -> None:
        field = self.field
        side = field.roster.side[attacker]
        h = (
            field.grid.find(target)
            if target.lower() not in field.roster.number
            else state.where[field.roster.find(target)]
        )
        if not field.hiding.knows(state, side, bits(state.stacks.get(h, 0) & field.roster.of_side[1 - side])):
            raise HexwrightError(f"{field.roster.side_names[side]} does not know what is in {field.place(h)}")

    def announced(self, state: KitState, action: Action) -> Prospects | None:
        side = turn_frame(state)[0]
        attack = announced_by(self.field, state, action) if self.field.hiding is not None and side >= 0 else None
        if attack is not None:
            foes = self.field.roster.of_side[1 - attack.side]
            there = sum(state.stacks.get(h, 0) for h in attack.targets) & foes
            if not self.field.hiding.knows(state, attack.side, bits(there)):
                return None
        return combat_knowledge.announced(self.field, state, action)

    def defects(self, state: KitState) -> list[str]:
        field = self.field
        found = super().defects(state)
        between = not state.stack or isinstance(state.stack[-1], KitPhase)
        if field.stacking.holds_always and between:
            found += [f"too many units in {field.place(h)}" for h in field.stacking.crowded(state)]
        found += [f"the zone of control of {field.roster.sides[each]} is stale" for each in field.zones.stale(state)]
        return found


def kit_rules(kit: KitFile) -> type[KitRules]:
    """The rules of a file, as a class of its own."""
    listed = sequence_of(kit.model)
    phases = tuple(phase.title for phase in listed)
    moving = next((phase.title for phase in listed if "move" in phase.do), phases[0])
    hides = kit.model.secrecy is not None and kit.model.secrecy.hides != "none"

    class FileRules(KitRules):
        """The rules of one file."""

        file = kit
        system = kit.name
        order_rules = (f"{kit.name}:{_order_rule(kit.model)}",)
        moving_phase = moving
        secrets = hides

    FileRules.phases = phases
    return FileRules


def sequence_of(model: Any) -> tuple[Any, ...]:
    """The phases in which a game may be begun: those of the player turns first, then all others and the parts."""
    sequence = model.sequence
    parts = sequence.activation.does if sequence.activation is not None and sequence.order != BY_TURNS else ()
    return (*sequence.phases, *parts, *sequence.before, *sequence.after)


def _order_rule(model: Any) -> str:
    """The paragraph that says whose turn it is."""
    rules = model.sequence.rule
    return str(rules[0]) if rules else "sequence"
