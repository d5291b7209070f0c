"""Weather, events and markers: what comes and goes by itself or by effects, and how long it lasts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.kit.bound.citing import cites
from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.running import run
from engine.kit.play.frames import KitFrame
from engine.kit.play.moments import ByItself
from engine.kit.play.state import KitState
from engine.kit.play.tables import in_row
from engine.mechanics.dice import DiceThrow
from engine.play import Action, Step

PHASE_END, TURN_END, GAME_TURN_END = -1, -2, -3
"""Until the end of the phase, of the player turn, of the game turn."""
EVER: Final = 10**6
_WORDS: Final = {"end_of_phase": PHASE_END, "end_of_turn": TURN_END, "end_of_game_turn": GAME_TURN_END, "ever": EVER}


def until(lasts: Any, turn: int) -> int:
    """Until when something lasts that begins in a turn: one of the numbers above, or its last turn."""
    return _WORDS[lasts] if isinstance(lasts, str) else turn + int(lasts) - 1


class WeatherRule(ByItself):
    """The block ``weather``."""

    def __init__(self, field: Any) -> None:
        block = field.model.weather
        self.block = block
        self.rules = cites("weather", (block, ""))
        self.throw = DiceThrow.of(block.dice) if block.dice else None
        self.first = str(block.start or block.kinds[0])
        field.first_weather = self.first
        field.combat.handlers["weather"] = self._made

    def game_turn_begins(self, field: Any, state: KitState, step: Step) -> None:
        for kind, turns in self.block.turns.items():
            if state.turn in turns:
                self.becomes(field, state, kind, step)

    def phase_begins(self, field: Any, state: KitState, phase: BoundPhase, active: int, step: Step) -> None:
        if "weather" not in phase.does or self.throw is None:
            return
        total = self.throw.total(self.throw.throw(state, step))
        rows = self.block.table.get(state.weather, {})
        kind = next((kind for key, kind in rows.items() if in_row(key, total)), state.weather)
        self.becomes(field, state, kind, step, thrown=True)

    def becomes(self, field: Any, state: KitState, kind: str, step: Step, *, thrown: bool = False) -> None:
        """Set the weather. An event reports every change, and every throw even when the weather stays."""
        changed = kind != state.weather
        if changed:
            state.weather = kind
            field.changed(state)
        if changed or thrown:
            step.say("weather", field.cite(self.rules[0]), kind=kind)

    def _made(
        self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: tuple[int, ...], step: Step
    ) -> None:
        self.becomes(field, state, effect.name, step)


@dataclass(frozen=True)
class KitDrawing(KitFrame):
    """A side throws on a table of events, or draws from a deck. It has no choice: it is done by itself."""

    side: int
    table: int

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        state.pop()
        step.forced.append(Action("draw"))
        name = tuple(field.model.events.keys())[self.table]
        rule = next(block for block in field.by_itself if isinstance(block, EventsRule))
        rule.draw(field, state, name, self.side, step)


class EventsRule(ByItself):
    """The block ``events``: tables that are thrown on, and decks that are drawn from."""

    def __init__(self, field: Any) -> None:
        self.tables = dict(field.model.events.items())
        effects = field.combat.effects
        self.does: dict[tuple[str, int], int] = {}
        self.when: dict[tuple[str, int], Any] = {}
        for name, table in self.tables.items():
            for number, row in enumerate(table.rows):
                rule = cites("events", (row, ""), (table, ""))[0]
                self.does[name, number] = effects.bound(row.do, rule)
                self.when[name, number] = field.binder.bind(row.when)
        field.combat.handlers["draw"] = self._drawn

    def phase_begins(self, field: Any, state: KitState, phase: BoundPhase, active: int, step: Step) -> None:
        if "events" not in phase.does:
            return
        draws = [
            KitDrawing(side, number)
            for number, table in enumerate(self.tables.values())
            for side in ((0, 1) if table.by == "both" else (max(active, 0),))
        ]
        for frame in reversed(draws):
            state.push(frame)

    def draw(self, field: Any, state: KitState, name: str, side: int, step: Step) -> None:
        """Throw on a table, or draw from a deck, and carry out what comes."""
        table = self.tables[name]
        number = self._from_deck(state, name, step) if table.from_ == "deck" else self._thrown(state, table, step)
        if number < 0 or not self.when[name, number].ask(KitSubject(field, state, side)):
            return
        row = table.rows[number]
        rule = cites("events", (row, ""), (table, ""))[0]
        step.say("event", field.cite(rule), name=row.name, title=row.title or row.name.replace("_", " "))
        if row.lasts is not None:
            state.events = (*state.events, (name, number, until(row.lasts, state.turn)))
            field.changed(state)
        run(state, self.does[name, number], side)

    def _thrown(self, state: KitState, table: Any, step: Step) -> int:
        throw = DiceThrow.of(table.dice or "1d6")
        total = throw.total(throw.throw(state, step))
        return next((number for number, row in enumerate(table.rows) if in_row(row.on, total)), -1)

    def _from_deck(self, state: KitState, name: str, step: Step) -> int:
        cards = state.stored.get(name)
        if cards is None:
            rows = enumerate(self.tables[name].rows)
            cards = tuple(number for number, row in rows for _ in range(int(row.on)))
        if not cards:
            return -1
        drawn = step.roll(state, len(cards)) - 1 if len(cards) > 1 else 0
        state.stored[name] = (*cards[:drawn], *cards[drawn + 1 :])
        return cards[drawn]

    def _drawn(
        self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: tuple[int, ...], step: Step
    ) -> None:
        self.draw(field, state, effect.name, side, step)

    def phase_ends(self, field: Any, state: KitState, phase: BoundPhase, step: Step) -> None:
        _end_events(field, state, (PHASE_END,))

    def turn_ends(self, field: Any, state: KitState, side: int, step: Step) -> None:
        _end_events(field, state, (PHASE_END, TURN_END))

    def game_turn_ends(self, field: Any, state: KitState, step: Step) -> None:
        _end_events(field, state, (PHASE_END, TURN_END, GAME_TURN_END))


def _end_events(field: Any, state: KitState, over: tuple[int, ...]) -> None:
    """Events that are over now go; at the end of a game turn those whose last turn it is."""
    last = GAME_TURN_END in over
    kept = tuple(event for event in state.events if event[2] not in over and not (last and 0 <= event[2] <= state.turn))
    if kept != state.events:
        state.events = kept
        field.changed(state)


class MarkersRule(ByItself):
    """The block ``markers``."""

    def __init__(self, field: Any) -> None:
        self.kinds = tuple(field.marker_kinds)
        field.combat.handlers["place"] = self._placed
        field.combat.handlers["remove"] = self._removed

    def _rule(self, field: Any, kind: str) -> str:
        cited: str = field.cite(cites("markers", (field.model.markers[kind], ""), (field.model.markers, ""))[0])
        return cited

    def _hexes(self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: Any) -> tuple[int, ...]:
        at = effect.source.at or "target"
        if at in field.settings:
            return tuple(sorted(field.settings[at].hexes(side)))
        return tuple(hexes)

    def _placed(
        self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: tuple[int, ...], step: Step
    ) -> None:
        kind, marker = effect.name, field.model.markers[effect.name]
        number = field.marker_kinds[kind]
        lasts = effect.source.turns or marker.lasts
        for h in self._hexes(field, state, effect, side, unit, hexes):
            there = sum(one == number for one, _, _ in state.markers)
            if h >= 0 and (marker.most is None or there < marker.most):
                state.markers = (*state.markers, (number, h, until(lasts, state.turn)))
                step.say("marker", self._rule(field, kind), kind=kind, at=field.grid.name(h), on=True)
        field.changed(state)

    def _removed(
        self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: tuple[int, ...], step: Step
    ) -> None:
        number = field.marker_kinds[effect.name]
        places = self._hexes(field, state, effect, side, unit, hexes)
        self._take(field, state, lambda marker: marker[0] == number and marker[1] in places, step)

    def _take(self, field: Any, state: KitState, goes: Any, step: Step) -> None:
        gone = [marker for marker in state.markers if goes(marker)]
        if gone:
            state.markers = tuple(marker for marker in state.markers if not goes(marker))
            field.changed(state)
        for number, h, _ in gone:
            kind = self.kinds[number]
            step.say("marker", self._rule(field, kind), kind=kind, at=field.grid.name(h), on=False)

    def phase_ends(self, field: Any, state: KitState, phase: BoundPhase, step: Step) -> None:
        self._take(field, state, lambda marker: marker[2] == PHASE_END, step)

    def turn_ends(self, field: Any, state: KitState, side: int, step: Step) -> None:
        self._take(field, state, lambda marker: marker[2] in (PHASE_END, TURN_END), step)

    def game_turn_ends(self, field: Any, state: KitState, step: Step) -> None:
        turn = state.turn
        self._take(field, state, lambda marker: marker[2] <= turn and marker[2] != EVER, step)
