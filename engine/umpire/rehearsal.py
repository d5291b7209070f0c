"""Test turns as a check: players play a scenario behind the scenes, and what jams or lies idle is reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from engine.errors import HexwrightError
from engine.findings import Finding, Fix, Place
from engine.pauses import pause
from engine.play import Event, Game
from engine.play.words import listed
from engine.players import seat
from engine.plural import counted
from engine.scenario import Scenario
from engine.umpire.checks.registry import CHECKS
from engine.umpire.testturns import LIMIT, steps

SHOW: Final = "show_turn"
"""The verb of the fix that leads to the turn."""
FIGHTERS: Final = ("attackers", "defenders")
"""What of an event's data names the units of a fight."""
MARCHES: Final = frozenset({"move", "enter"})
"""Kinds of events by which units go."""
WAY: Final = frozenset({"unit", "from", "to"})
"""What an event of another kind tells when a unit goes."""
MARCHED: Final = "march"
PEACE: Final = 3
"""The number of turns without a fight that is worth a finding."""


def rehearse(scenario: Scenario, turns: int | None = None, seed: int = 1, player: str = "staff") -> list[Finding]:
    """Play a number of turns (None for the whole game), and report what the umpire stopped, units that never could
    move, sides with nothing to do, turns on which nothing happened, reinforcements that could not come on.

    Raises HexwrightError when the scenario cannot be played at all.
    """
    game = Game(scenario, seed)
    watch = _Watch(game, seed, player)
    going = steps(game, seat([player], scenario.sides, seed), turns, LIMIT)
    while True:
        # Only what is asked before an action is still true of the position that it was chosen in.
        watch.before()
        try:
            taken = next(going)
        except StopIteration as end:
            found = [watch.of_umpire(finding) for finding in end.value.findings]
            return found + list(watch.findings())
        watch.after(taken.turn, taken.events)
        pause()


class _Watch:
    """What is noted while players play."""

    def __init__(self, game: Game, seed: int, player: str) -> None:
        self.game, self.seed, self.player = game, seed, player
        self.first = game.state.turn
        self.acting: dict[int, set[str]] = {}
        """For each turn the sides that could do more than go on."""
        self.present: dict[int, set[str]] = {}
        """For each turn the sides that had a unit on the map."""
        self.events: dict[int, set[str]] = {}
        self.fought = False
        self.moved: set[str] = set()
        """Units that have moved, or could."""
        self.stuck: dict[str, set[int]] = {}
        """For each other unit on the map the turns in which it could not."""
        self._asked: set[tuple[int, str]] = set()

    def before(self) -> None:
        """Note what the side that is asked could do."""
        game, decision = self.game, self.game.decision
        if decision is None:
            return
        turn, side = game.state.turn, decision.side
        acting = self.acting.setdefault(turn, set())
        if side not in acting and len(list(islice(game.legal_actions(), 2))) > 1:
            acting.add(side)
        if (turn, side) not in self._asked:
            self._asked.add((turn, side))
            units = game.rules.units(game.state)
            there = {game.scenario.units[key].side for key, how in units.items() if how.get("at")}
            self.present.setdefault(turn, set()).update(there)
            if game.rules.tells("reach"):
                self._note_reach(turn)

    def _note_reach(self, turn: int) -> None:
        """Who could move. A side that can do nothing is not asked: so its units are looked at when the other one is."""
        game = self.game
        for key, how in game.rules.units(game.state).items():
            if key not in game.scenario.units or not how.get("at") or key in self.moved:
                continue
            try:
                reach = game.rules.reach(game.state, key).hexes
            except HexwrightError:
                continue
            if reach:
                self.moved.add(key)
            else:
                self.stuck.setdefault(key, set()).add(turn)

    def after(self, turn: int, events: Iterable[Event]) -> None:
        """Note what has happened."""
        for event in events:
            self.events.setdefault(turn, set()).add(event.kind)
            if event.kind in MARCHES or event.data.keys() >= WAY:
                self.events[turn].add(MARCHED)
                self.moved.add(str(event.data.get("unit", "")))
            if any(part in event.data for part in FIGHTERS):
                self.fought = True
                self.events[turn].add("fight")

    # -- what came of it --------------------------------------------------------------------------------------

    @property
    def played(self) -> list[int]:
        """The turns that were played to their end."""
        over = self.game.decision is None
        last = self.game.scenario.turns.count if over else self.game.state.turn - 1
        return [turn for turn in sorted(self.acting) if turn <= last]

    def of_umpire(self, finding: Finding) -> Finding:
        """A finding of the umpire's with the turn in it."""
        turn = self.game.state.turn
        return replace(finding, message=f"on turn {turn} {finding.message}{self._shown}", fix=self._fix(turn))

    def findings(self) -> Iterable[Finding]:
        """What the notes come to."""
        units = self.game.rules.units(self.game.state)
        yield from self._rooted()
        yield from self._idle()
        yield from self._standstill()
        yield from self._late(units)
        played = self.played
        if len(played) >= PEACE and not self.fought:
            yield self._found("PLAY108", f"no combat in {counted(len(played), 'turn')}", played[-1])

    def _rooted(self) -> Iterable[Finding]:
        for key, noted in self.stuck.items():
            turns = noted.intersection(self.played)
            unit = self.game.scenario.units[key]
            if key not in self.moved and len(turns) > 1 and unit.values.get("movement") != 0:
                said = f"{unit.name} could not move in any of {len(turns)} turns"
                yield self._found("PLAY105", said, min(turns), unit=key)

    def _idle(self) -> Iterable[Finding]:
        for side, named in self.game.scenario.sides.items():
            idle = [turn for turn in self.played if side in self.present[turn] and side not in self.acting[turn]]
            if idle:
                yield self._found("PLAY106", f"{named.name} could only pass on {_listed(idle)}", idle[0])

    def _standstill(self) -> Iterable[Finding]:
        still = [t for t in self.played if not self.events.get(t, set()) & {MARCHED, "fight"}]
        if still:
            yield self._found("PLAY109", f"no movement or combat on {_listed(still)}", still[0])

    def _late(self, units: Mapping[str, Mapping[str, Any]]) -> Iterable[Finding]:
        scenario, played = self.game.scenario, self.played
        last = played[-1] if played else 0
        for arrival in scenario.arrivals:
            waiting = [key for key in arrival.units if units.get(key, {}).get("waiting")]
            if waiting and self.first <= arrival.turn < last:
                names = ", ".join(scenario.units[key].name for key in waiting)
                said = f"{names} should have arrived on turn {arrival.turn} but was still waiting on turn {last}"
                yield self._found("PLAY107", said, arrival.turn, unit=waiting[0])

    def _found(self, code: str, said: str, turn: int, unit: str = "") -> Finding:
        return Finding(code, CHECKS[code].severity, said + self._shown, Place(unit=unit), fix=self._fix(turn))

    @property
    def _shown(self) -> str:
        return f" ({self.player} plays all sides, seed {self.seed})"

    def _fix(self, turn: int) -> Fix:
        """Not a correction: it leads to the turn."""
        return Fix(f"Show turn {turn}", SHOW, {"turn": turn, "seed": self.seed, "player": self.player})


def _listed(turns: list[int]) -> str:
    """``turn 2``, ``turns 2 and 3``, ``turns 2, 3 and 4``."""
    return f"{'turn' if len(turns) == 1 else 'turns'} {listed(map(str, turns))}"
