"""What a rules file and a scenario give together, bound once: all that never changes during play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.errors import HexwrightError
from engine.kit.bound.amounts import NumberChanges, bind_amount, bind_changes
from engine.kit.bound.arcs import FacingArcs
from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.conditions import AttackBinder, Binder
from engine.kit.bound.control import KitZones
from engine.kit.bound.costs import StepCosts
from engine.kit.bound.ground import NOTHING, KitGround
from engine.kit.bound.lasting import lasting
from engine.kit.bound.parts import parts_of_a_point
from engine.kit.bound.phases import TURN, BoundPhase, bind_phases, parts_of_turn, phases_of
from engine.kit.bound.roster import KitRoster
from engine.kit.bound.settings import bind_settings
from engine.kit.bound.stacking import StackLimits
from engine.kit.bound.subject import KitSubject, Number
from engine.kit.bound.words import exact, spelled
from engine.kit.hooks.applying import FieldHooks
from engine.kit.kitfile import KitFile
from engine.kit.model.changes import ChangeRule
from engine.kit.play.leading import Leading
from engine.kit.play.overrunning import Overrunning
from engine.kit.play.scores import KitScores
from engine.kit.play.state import KitState
from engine.kit.play.statuses import BoundStatus, bind_statuses, forget
from engine.kit.play.tables import row_ends
from engine.kit.play.turning import turn_frame
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.procedure import Breach
from engine.play import Action
from engine.play.options import settled
from engine.play.words import listed
from engine.plural import counted
from engine.scenario import Scenario


class KitField(HexField[KitRoster, KitState]):
    """A rules file bound to a scenario. Raises HexwrightError for what does not fit together."""

    lets_choose = True
    zones: KitZones

    def __init__(
        self, scenario: Scenario, file: KitFile, options: Mapping[str, Any], attacks: Mapping[str, AttackBinder]
    ) -> None:
        self.file, self.model = file, file.model
        self._cites: dict[tuple[str, str], Rules] = {}
        """By block and key the paragraphs that were asked for."""
        self.system = file.name
        victory = cites("victory", (self.model.victory, ""))
        super().__init__(scenario, KitRoster(scenario, file), settled(file.options, options), self.cite(victory[0]))
        self.scores: KitScores = KitScores(scenario, self.roster, self.cite(victory[0]))
        self.first_weather = ""
        """The weather at the beginning."""
        self.sight: Any = None
        """Lines of sight, where the file has any; set by the rules."""
        self.ground = KitGround(self.map, self.model.ground, file.term_of)
        self.all_statuses: tuple[BoundStatus, ...] = bind_statuses(self.model)
        self.statuses = {status.name: status.number for status in self.all_statuses}
        """The number of each status by its name."""
        self.marker_kinds = {name: number for number, name in enumerate(self.model.markers.keys())}
        """The number of each kind of marker by its name."""
        entries = [entry for _, entry in phases_of(self.model.sequence)]
        self._phase_numbers = {spelled(entries[number].name): number for number in reversed(range(len(entries)))}
        self.binder = Binder(self, attacks)
        if isinstance(file.hooks, str):
            raise HexwrightError(f"{file.hooks} [KIT148]")
        self.hooks = FieldHooks(self, file.hooks) if file.hooks is not None else None
        """The hooks of the file, where it has any."""
        self._classes: dict[str, int] = {}
        self.settings = bind_settings(self)
        ground = self.model.ground
        self.afloat = self.binder.mask(ground.afloat) if ground.afloat else 0
        """The units that may stand in water."""
        self.fights = frozenset({"attack", "defend", "exert", *(kind.name for kind in self.model.combat)})
        """What leaders who do not fight cannot do, in the words of ``cannot``."""
        self.quiet = self._leaders_who_do_not_fight()
        """Units that exert no zone, and neither attack nor defend: leaders."""
        self._bind_values()
        self.arcs = FacingArcs(self) if self.model.facing is not None else None
        """The facing of units, where the file has any."""
        self.yielding = self._leaders_who_make_room()
        """Leaders who make room where they are alone and an enemy comes in."""
        self.parts = parts_of_a_point(self.model, self.roster)
        self.costs = StepCosts(self)
        self.stacking = StackLimits(self)
        self.zones = KitZones(self)
        self.phases: tuple[BoundPhase, ...] = bind_phases(self)
        self.turn_phases = tuple(phase for phase in self.phases if phase.place == TURN)
        """The phases of a player turn."""
        self._bind_worth()
        self.objectives_alone = len(self.scores.stakes)
        """The number of stakes that come from victory lines; those behind them are places that the file asks about."""
        if self.asks_holders:
            self._watch_places()
        self.combat: Any = None
        """What the file says of combat (`engine.kit.combat`); set by the rules."""
        self.activities: tuple[tuple[Any, ...], ...] = ()
        """By phase what is done in it; set by the rules."""
        self.marches: tuple[Any, ...] = ()
        """By phase how units march in it; set by the rules."""
        self.by_itself: list[Any] = []
        """The blocks that do something as phases and turns begin and end."""
        self.hiding: Any = None
        """What the sides do not know of one another, where the file has secrecy; set by the rules."""
        self.asked: dict[tuple[int, int], Any] = {}
        """What is asked in each phase of each side, once it has been."""
        self.turn_parts = parts_of_turn(self.phases, self.model.sequence.order)
        self.reacting: Any = None
        """The windows for the other side (`engine.kit.combat.reacting`), where the file has any; set by the rules."""
        self.activating: Any = None
        """What may be activated, where the sides have no turns of their own; set by the rules."""
        self.activating_phase = next((phase for phase in self.phases if "activate" in phase.does), None)
        """The phase in which things are activated."""
        self.moving_phase = next((phase.number for phase in self.phases if "move" in phase.does), 0)
        """The number of the first phase in which units move."""
        arriving = [phase.number for phase in self.turn_phases if phase.arrives]
        self.landing_phase = arriving[0] if arriving else self.turn_phases[0].number
        if self.activating_phase is not None:
            self.landing_phase = self.activating_phase.number
        """The number of the phase at whose beginning reinforcements are put into hexes."""
        self.never_off_map = bool(self.model.movement and self.model.movement.off_map == "never")

    # -- words of the file ------------------------------------------------------------------------------------

    def class_mask(self, name: str) -> int:
        """The units of a class."""
        found = self._classes.get(name)
        if found is None:
            found = self._classes[name] = self.binder.mask(self.model.units.classes[name])
        return found

    def who_mask(self, name: str) -> int:
        """The units of an entry of BY UNIT: of a type, of a class, or all."""
        if name == "else":
            return self.roster.everybody
        found = self.roster.types.get(name)
        return self.class_mask(name) if found is None else found

    def phase_number(self, name: str) -> int:
        """The number of a phase by its name, however it is spelled; -1 for none."""
        return self._phase_numbers.get(spelled(name), -1)

    def direction_name(self, direction: int) -> str:
        """The name of a direction of this map, as units face it."""
        names = self.arcs.names if self.arcs is not None else self.grid.direction_names
        return str(names[direction % 6])

    def cites(self, block: str, key: str = "", *entries: Any) -> Rules:
        """The paragraphs of a key of a block, those of its entries first; without the name of the file."""
        if entries:
            return self._cited(block, key, entries)
        found = self._cites.get((block, key))
        if found is None:
            found = self._cites[block, key] = self._cited(block, key, ())
        return found

    def _cited(self, block: str, key: str, entries: tuple[Any, ...]) -> Rules:
        model = getattr(self.model, block, None)
        own = getattr(model, key, None) if key else None
        return cites(block, *((entry, "") for entry in (*entries, own)), (model, key))

    # -- values -----------------------------------------------------------------------------------------------

    def _bind_values(self) -> None:
        """The changes of values and of allowances that statuses and lack of supply bring."""
        self._value_changes: dict[str, list[tuple[int, NumberChanges]]] = {}
        # While they are bound, conditions see figures as they are printed.
        self.changing_values = True
        for status in self.all_statuses:
            for name, changes in status.source.changes.items():
                found = (status.number, bind_changes(self.binder, changes))
                self._value_changes.setdefault(name, []).append(found)
        supply = self.model.supply
        for name, how in (supply.without if supply else {}).items():
            self._value_changes.setdefault(name, []).append((-1, bind_changes(self.binder, _as_changes(how))))
        self.changing_values = bool(self._value_changes)
        self._deep = False
        movement = self.model.movement
        usual: Any = "movement" if "movement" in self.roster.figures else exact(0)
        given = movement.allowance.value if movement else exact(0)
        self._allowance = bind_amount(self.binder, usual if given == "movement" else given, usual)
        changes = movement.allowance.changes if movement else ()
        self._allowance_changes = bind_changes(self.binder, changes)
        self.lasting_allowances = "movement" not in self._value_changes and lasting(self, given, changes)
        """Whether the allowance of a unit is the same for a whole game turn, as long as it keeps its steps."""

    def changes_value(self, name: str) -> bool:
        """Whether statuses or lack of supply change a value."""
        return name in self._value_changes

    def value(self, state: KitState, unit: int, name: str) -> Number:
        """A value of a unit as it is now."""
        figure = self.roster.figure(unit, name, state.steps[unit])
        return self._with_changes(state, unit, name, figure) if name in self._value_changes else figure

    def _with_changes(self, state: KitState, unit: int, name: str, figure: Number) -> Number:
        if self._deep:
            return figure  # a change that asks for the value it changes sees what is printed
        self._deep = True
        try:
            for number, changes in self._value_changes[name]:
                mask = state.unsupplied if number < 0 else state.status[number]
                if mask >> unit & 1:
                    figure = changes(figure, KitSubject(self, state, -1, unit))
        finally:
            self._deep = False
        return figure

    def allowance(self, state: KitState, unit: int, phase: BoundPhase | None = None) -> Number:
        """The movement points of a unit now, in a phase."""
        subject = KitSubject(self, state, -1, unit)
        whole = self._allowance(subject)
        if self._allowance_changes:
            whole = self._allowance_changes(whole, subject)
        if "movement" in self._value_changes and "movement" not in self.roster.figures:
            whole = self._with_changes(state, unit, "movement", whole)
        return whole if phase is None else phase.share(whole)

    def allowance_lines(self, state: KitState, unit: int) -> list[Any]:
        """The changes of its allowance that apply to a unit now, as the file has them."""
        subject = KitSubject(self, state, -1, unit)
        return self._allowance_changes.with_lines(self._allowance(subject), subject)[1]

    def slowed_by(self, state: KitState, unit: int) -> Iterator[str]:
        """The paragraphs of statuses and of lack of supply that change the allowance of a unit now."""
        for number, _ in self._value_changes.get("movement", ()):
            if number < 0 and state.unsupplied >> unit & 1:
                yield from self.cites("supply", "without")
            elif number >= 0 and state.status[number] >> unit & 1:
                yield from self.all_statuses[number].rules

    # -- what is so -------------------------------------------------------------------------------------------

    def put(self, state: KitState, unit: int, h: int) -> None:
        # As the classes below do it, one after the other: nothing happens as often in a game.
        side = self.roster.side[unit]
        state.place(unit, h)
        state.zones[side] = None
        if h in self.scores.at:
            self.scores.entered(state, side, h)
        state.contacts = state.asking = state.ways_back = None
        state.goings = {}
        if not self.zones.kept:
            state.zones = [None, None]
        if h < 0:
            forget(self, state, unit)
            state.carrier.pop(unit, None)
        for carried, by in list(state.carrier.items()) if state.carrier else ():
            if by == unit:
                self.put(state, carried, h)
                if h == -1:
                    state.steps[carried] = 0

    def changed(self, state: KitState) -> None:
        """Something of units has changed besides where they are: what was worked out from it is not kept."""
        if not self.zones.steady:
            state.zones = [None, None]
        state.contacts = state.asking = state.ways_back = None
        state.goings = {}

    def zone(self, state: KitState, side: int) -> bytearray:
        """The zone of control of a side."""
        return self.zones.of(state, side)

    def felt(self, state: KitState, unit: int, purpose: str) -> bytearray:
        """The enemy zones as a unit feels them."""
        return self.zones.felt(state, unit, purpose)

    def unseen_by(self, state: KitState, unit: int) -> int:
        """The enemies of a unit whose place its side does not know, as a mask."""
        hiding = self.hiding
        return int(hiding.unseen(state, self.roster.side[unit])) if hiding is not None and hiding.places else 0

    def called(self, state: KitState, side: int, units: int) -> str:
        """Units of a mask as a side may read of them: those that it does not know have no name."""
        hidden = self.hiding.hidden(state, side) if self.hiding is not None else 0
        names = [self.roster.names[u] for u in bits(units & ~hidden)]
        if unknown := (units & hidden).bit_count():
            names.append("an unknown unit" if unknown == 1 else f"{counted(unknown, 'unit')} that are unknown")
        return listed(names)

    def fits(self, state: KitState, unit: int, h: int, coming: int = 0) -> bool:
        """Whether stacking lets a unit stand in a hex."""
        return self.stacking.fits(state, unit, h, coming)

    def passable(self, state: KitState, unit: int, a: int, b: int) -> bool:
        """Whether the ground lets a unit step from a hex to the next, whoever stands there."""
        steps = self.costs.steps(state, unit)
        for n, _ in steps[a]:
            if n == b:
                return True
        endings = steps.endings.get(a)
        return endings is not None and any(n == b for n, _ in endings)

    def open_to(self, state: KitState, unit: int, a: int) -> tuple[int, ...]:
        """The hexes next to one that the ground lets a unit step into, in the order of the directions."""
        steps = self.costs.steps(state, unit)
        row = steps[a]
        found = tuple([n for n, _ in row])
        if endings := steps.endings.get(a):
            found += tuple([n for n, _ in endings])
        return found

    def cannot(self, state: KitState, unit: int, what: str) -> bool:
        """Whether a status, or what it did, keeps a unit from doing something, in the words of ``cannot``."""
        if state.blocked and state.blocked.get(what, 0) >> unit & 1:
            return True
        if unit in state.carrier or (self.quiet >> unit & 1 and what in self.fights):
            return True
        if not any(state.status):
            return False
        return any(what in status.cannot and state.status[status.number] >> unit & 1 for status in self.all_statuses)

    def why_not(self, state: KitState, unit: int, what: str) -> list[tuple[str, str]]:
        """Why a unit cannot do something: the paragraph and the reason of each status."""
        found = []
        name = self.roster.names[unit]
        for status in self.all_statuses:
            if what in status.cannot and state.status[status.number] >> unit & 1:
                found += [(rule, f"{name} is {status.title.lower()}") for rule in status.rules]
        if state.blocked.get(what, 0) >> unit & 1:
            said = f"{name} cannot do that any more in this player turn"
            found += [(rule, said) for rule in self.combat.blocking(what)]
        if unit in state.carrier:
            found.append((self.cites("transport")[0], f"{name} is being carried"))
        if self.quiet >> unit & 1 and what in self.fights:
            found.append((self.cites("leaders", "", *self.model.leaders)[0], f"{name} is a leader and does not fight"))
        return found

    def by_night(self, state: KitState) -> bool:
        """Whether this is a night turn."""
        return state.turn in self.scenario.turns.night

    def markers_at(self, state: KitState, h: int) -> frozenset[str]:
        """The names of the markers in a hex."""
        if not state.markers:
            return NOTHING
        names = tuple(self.marker_kinds)
        return frozenset(names[kind] for kind, at, _ in state.markers if at == h)

    def events_in_force(self, state: KitState) -> frozenset[str]:
        """The names of the events that are in force."""
        return frozenset(self.model.events[table].rows[row].name for table, row, _ in state.events)

    def phase_name(self, state: KitState) -> str:
        """The name of the phase in progress; empty between phases."""
        number = turn_frame(state)[1]
        return self.phases[number].name if number >= 0 else ""

    def active_side(self, state: KitState) -> int:
        """The side whose player turn it is; -1 between turns."""
        return turn_frame(state)[0]

    def place_of(self, verb: str) -> str:
        """The paragraph that gives an action its time; empty for a verb that has none."""
        return next((found for each in self._every_activity() if (found := each.place_of(self, verb))), "")

    def faults_of(self, state: KitState, action: Action) -> Iterator[Breach]:
        """What an action breaks besides its time: as in the first phase in which it is done."""
        side = self.active_side(state)
        for phase, activities in zip(self.phases, self.activities, strict=True):
            for activity in activities:
                if activity.wants(self, action):
                    yield from activity.faults(self, state, max(side, 0), phase.number, action)
                    return

    def _every_activity(self) -> Iterator[Any]:
        return (activity for activities in self.activities for activity in activities)

    def holder_of(self, state: KitState, h: int) -> int:
        """The side that entered a hex last, as far as that is kept; -1 for no side."""
        return self.scores.holder(state, h)

    def looked_up(self, table: str, row: Number, column: str) -> Number:
        """The number in a table of a row and a column."""
        written = self.model.tables[table]
        index = [str(name) for name in written.columns].index(column)
        for key, cells in written.rows.items():
            least, most = row_ends(str(key))
            if least <= row <= most:
                return exact(cells[index])
        rows = sorted(written.rows.items(), key=lambda item: row_ends(str(item[0])))
        cells = rows[0][1] if row < row_ends(str(rows[0][0]))[0] else rows[-1][1]
        return exact(cells[index])

    @cached_property
    def blank_state(self) -> KitState:
        """A state with no unit on the map, at the first moment of the game."""
        return self.blank()

    def blank(self) -> KitState:
        """A state with no unit anywhere."""
        state = KitState(len(self.roster.units))
        state.status = [0] * len(self.all_statuses)
        state.holders = self.scores.begun
        state.weather = self.first_weather
        if self.arcs is not None:
            state.facing = [self.arcs.printed(unit) for unit in self.roster.units]
        return state

    @cached_property
    def overrunning(self) -> Overrunning | None:
        """How units overrun weaker enemies, where the file lets them."""
        block = self.model.movement
        return None if block is None or block.enemies == "closed" else Overrunning(self, block)

    @cached_property
    def leading(self) -> Leading:
        """What leaders lend."""
        return Leading(self)

    @property
    def asks_holders(self) -> bool:
        """Whether the file may ask who entered a place last."""
        supply = self.model.supply
        return bool(self.settings) or (supply is not None and any(source.side for source in supply.sources))

    def _watch_places(self) -> None:
        """Keep who entered the places that conditions and supply may ask about."""
        for setting in self.settings.values():
            if setting.kind == "hexes":
                self.scores.watch(sorted(setting.hexes(-1)))
        for source in self.model.supply.sources if self.model.supply else ():
            if source.feature is not None and source.side:
                self.scores.watch(sorted(h for h, kinds in self.ground.features.items() if source.feature in kinds))

    def _leaders_who_do_not_fight(self) -> int:
        mask = 0
        for entry in self.model.leaders:
            if not entry.fights:
                mask |= self.binder.mask(entry.who)
        return mask

    def _leaders_who_make_room(self) -> int:
        mask = 0
        for entry in self.model.leaders:
            if entry.alone != "stay":
                mask |= self.binder.mask(entry.who)
        return mask

    def _bind_worth(self) -> None:
        """What units count for in lines of victory: as the file says, else the attacker's strength of the first kind
        of combat."""
        worth, kinds = self.model.victory.worth, self.model.combat
        if worth is None and kinds:
            worth = kinds[0].strength.attacker
        if worth is None:
            return
        amount, state = bind_amount(self.binder, worth, kinds[0].strength.attacker if kinds else 0), self.blank()
        for u, most in enumerate(self.roster.steps):
            for steps in range(1, most + 1):
                state.steps[u] = steps
                self.roster.worths[u][steps] = amount(KitSubject(self, state, -1, u))


def _as_changes(how: Any) -> Sequence[ChangeRule]:
    """What lack of supply does to a value, as changes."""
    if isinstance(how, str):
        return (ChangeRule.model_validate({"halve": "up" if how == "half_up" else "down"}),)
    found: Sequence[ChangeRule] = how
    return found
