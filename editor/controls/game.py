"""The test game on the canvas: what a click means, which hexes are lit, what the log says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QPointF, Signal

from editor.controls.game_telling import GameTelling
from editor.controls.lighting import Lighting
from editor.controls.setting_up import SettingUp
from editor.controls.units import UnitsControl
from editor.kinds import parts_of
from editor.preview.pace import Pace
from editor.preview.seats import HUMAN
from editor.preview.session import Preview
from editor.stage.stage import Stage
from engine.boards.board import Spot
from engine.boards.kinds import layout
from engine.errors import HexwrightError
from engine.mechanics.procedure import SET_UP
from engine.play.answers import Prospects, ThrowAccount
from engine.play.choices import Choice
from engine.play.parts import Parts, WordKind
from engine.umpire.wording import Words

BUTTONS: Final = 12
"""More buttons than this are no help."""
MOST_OFFERS: Final = 30
"""With more actions than this, forecasts of each one are not shown."""
MANY: Final = 300
"""Of more actions than this only those without a unit have buttons; for the others one clicks a unit first."""


class GameControl(QObject):
    """Stands between the person at the map and the test game of the stage."""

    offering = Signal()
    """Other actions are worth a button now, in the same position."""

    def __init__(self, stage: Stage, units: UnitsControl) -> None:
        super().__init__(stage)
        self.stage, self._shown = stage, units
        self._units: WeakKeyDictionary[Preview, str] = WeakKeyDictionary()
        self._offered: list[Choice] = []
        """What the last click may have meant, where that was not one thing."""
        self.pace = Pace(stage.preview, self)
        self.telling = GameTelling(stage, self.pace)
        self._lights = Lighting(stage)
        preview = stage.game
        preview.moved.connect(lambda _number: self._forget())
        preview.started.connect(self._started)
        preview.closed.connect(self._closed)
        preview.cut.connect(self.telling.forget_lines)
        preview.moved.connect(lambda _number: self._show())
        preview.grown.connect(lambda _first: self.pace.go_on())
        preview.busy_changed.connect(lambda _busy: self._light())
        preview.seats_changed.connect(self.pace.reseated)
        preview.retold.connect(self.telling.retold)
        preview.refused.connect(self.telling.refused)
        preview.stopped.connect(self.telling.stopped)
        self.setting_up = SettingUp(stage)
        self.setting_up.changed.connect(self._light)
        stage.document_changed.connect(lambda _document: self._come_back())

    @property
    def preview(self) -> Preview:
        """The test game in front."""
        return self.stage.preview

    @property
    def unit(self) -> str | None:
        """The unit whose legal moves are lit."""
        return self._units.get(self.preview)

    @unit.setter
    def unit(self, unit: str | None) -> None:
        if unit is None:
            self._units.pop(self.preview, None)
        else:
            self._units[self.preview] = unit

    def _come_back(self) -> None:
        """Another tab is in front: show its game as it is now, and tell what was played meanwhile."""
        self.stage.panes.update_cursor()
        if self.preview.active:
            self._light()
            self.telling.tell()
        self.pace.follow(self.preview)

    def _show(self) -> None:
        """Another position is shown: light it, tell of it, and see what is due next."""
        self._light()
        self.telling.tell()
        self.pace.go_on()

    # -- beginning and ending ---------------------------------------------------------------------------------

    def start(self, seats: Mapping[str, str], seed: int) -> bool:
        """Begin a test game on a copy of the open scenario; says why where it cannot be."""
        _, scenario = self.stage.document.snapshot()
        if scenario is None:
            self.stage.status("Test turns need a scenario: Scenario > New scenario makes one.")
            return False
        try:
            self.preview.start(scenario, seats, seed)
        except HexwrightError as error:
            said = f"This scenario cannot be played yet: {error}"
            self.stage.status(said)
            self.stage.log.add(said, "error")
            return False
        return True

    def _started(self) -> None:
        self.unit = None
        self.stage.selection.clear()
        self.stage.canvas.picking = self.clicked
        self.stage.canvas.map_scene.dragged = self.dragged
        self.stage.panes.update_cursor()
        self.pace.started()
        self.telling.begun()

    def resume(self) -> None:
        """Go back to the game that was left, unless the map's hexes are others now."""
        left = self.preview.left
        if left is None:
            return
        if layout(left.game.scenario.map) != layout(self.stage.board):
            self.stage.status("The hexes have changed since these test turns. First undo the changes to the map.")
            return
        self.preview.resume()

    def _closed(self) -> None:
        self.unit = None
        self.stage.canvas.picking = self.stage.canvas.map_scene.dragged = None
        self.stage.panes.update_cursor()
        self._light()
        self.stage.log.add("Returned to the set-up; nothing in it has changed.", "good")
        back = " Play > Resume play continues the game." if self.preview.left is not None else ""
        self.stage.status("Returned to the set-up; nothing in it has changed." + back)

    # -- looking ----------------------------------------------------------------------------------------------

    def _light(self) -> None:
        """Light what can be clicked."""
        self._lights.show(self.chosen, self.setting_up.room())

    @property
    def chosen(self) -> str | None:
        """The unit whose legal moves are lit; where only one unit can act, and must, that one without being chosen."""
        if self.unit is not None or not self.preview.human_turn:
            return self.unit
        choices = self.preview.choices()
        return choices.units[0] if len(choices.units) == 1 and not choices.of() else None

    # -- a click on the map -----------------------------------------------------------------------------------

    def clicked(self, h: Spot | None) -> None:
        """A place was clicked: act, choose a unit, or say why not."""
        preview = self.preview
        game = preview.game
        if game is None or h is None:
            return
        here = self._units_at(h)
        if not preview.human_turn:
            self._select(here[-1] if here else None, h)
            self.telling.say_whose_turn()
            return
        name = game.scenario.map.spell(h)
        if self.setting_up.taken:
            self.setting_up.place(name)
            return
        if self.unit is not None and not here and self.setting_up.may_shift(self.unit):
            self._shift(h)
            return
        if not here and self.setting_up.take_last(name):
            self.setting_up.place(name)
            return
        placed = [] if self.setting_up.named else [key for key in here if self.setting_up.may_shift(key)]
        meant = [] if placed else self._choices_at(name, here)
        if len(meant) == 1 and not self._throws(meant[0]):
            self._act(meant[0])
            return
        if meant:
            self.offer(meant, h)
            return
        mine = [key for key in here if key in preview.choices().units]
        if not mine:
            mine = preview.choices().beginning(name, self.waiting())
        if mine:
            # Another click on a stack takes the next unit of it.
            following = mine.index(self.unit) + 1 if self.unit in mine else 0
            self._select(mine[following % len(mine)], h)
        elif placed:
            following = placed.index(self.unit) + 1 if self.unit in placed else 0
            self._select(placed[following % len(placed)], h)
        elif found := preview.unlisted(name):
            if len(found) == 1 and not self._throws(found[0]):
                self._act(found[0])
            else:
                self.offer(found, h)
        elif self.unit is not None and self.unit not in here:
            self._say_why_not(h)
        else:
            self._select(here[-1] if here else None, h)
            self._say_dead(name, here)

    def _say_dead(self, name: str, here: list[str]) -> None:
        """Say why a click did nothing: on a place that is no answer to what is asked, or on a unit that may not act."""
        decision = self.preview.position.decision
        own = [key for key in here if decision is not None and self._side(key) == decision.side]
        about = decision is not None and bool(decision.hexes or decision.units or self._asks_place())
        foes = len(here) > len(own)
        refusal = self.preview.refusal_here(name if about or foes else "", own if about else [])
        if refusal is not None:
            self.telling.refused(refusal.rule, refusal.reason)
        elif decision is not None and name in decision.hexes:
            self.telling.say(self.telling.instead())
        elif own or (decision is not None and (decision.hexes or (about and not decision.units))):
            who = f"{self.telling.named(own[-1])} cannot act now." if own else "Nothing can be done there now."
            self.telling.say(who, hint=self.telling.instead())

    def _asks_place(self) -> bool:
        """Whether a place alone is asked for, such as the hex of a unit that has just come."""
        choices = self.preview.choices()
        return not choices.units and any(choice.goal for choice in choices.of())

    def dragged(self, start: Spot, end: Spot) -> None:
        """The pointer was drawn from a place to another: the unit chosen there goes, as by a click on its goal."""
        if not self.preview.human_turn:
            self.telling.say_whose_turn()
        elif self.unit is not None and self.unit in self._units_at(start):
            if self.setting_up.may_shift(self.unit):
                self._shift(end)
            elif order := self._ordered(self.unit, end):
                self.act(order)
            else:
                self.clicked(end)
        elif not self._units_at(start):
            self.telling.say_resting()

    def _ordered(self, unit: str, end: Spot) -> str:
        """The action that a drag of a unit to a place means by itself, where its kind of map has such."""
        piece = self._shown.layer.find(unit)
        return parts_of(self.stage.document).order(unit, piece.spot, end) if piece is not None else ""

    def _shift(self, h: Spot) -> None:
        """Have the chosen unit, which was set up just now, stand in another hex."""
        game, unit = self.preview.game, self.unit
        if game is not None and unit is not None and self.setting_up.shift(unit, game.scenario.map.spell(h)):
            self._select(None, h)

    def _choices_at(self, name: str, here: list[str]) -> list[Choice]:
        """What a click on a hex may mean: the chosen unit goes there; a target; a unit there that joins."""
        choices = self.preview.choices()
        if self.unit is not None and (found := choices.at(name, self.unit)):
            return found
        if found := choices.at(name):
            return found + self._besides(found, name, here)
        joining = [choice for key in here for choice in choices.at("", key)]
        own = [choice for choice in joining if choice.parts.units == (self.unit,)]
        return own if len(own) == 1 else joining or self._by_anyone(name)

    def _by_anyone(self, name: str) -> list[Choice]:
        """What units that have not been chosen can do at a place that is lit because it is asked about."""
        decision, choices = self.preview.position.decision, self.preview.choices()
        lit = decision is not None and name in decision.hexes
        if len(choices) > MANY or not (lit or self.chosen):
            return []
        return [choice for unit in choices.units for choice in choices.at(name, unit)]

    def _besides(self, found: list[Choice], name: str, here: list[str]) -> list[Choice]:
        """What else can be done beside what a click means: by units of the hex, such as laying rails; against a hex
        that may be attacked, such as undermining its walls."""
        decision, choices = self.preview.position.decision, self.preview.choices()
        own = [key for key in here if decision is not None and self._side(key) == decision.side]
        if len(choices) > MANY or (decision is not None and decision.hexes):
            return []
        if not own and not any(choice.parts.targets and self._throws(choice) for choice in found):
            return []
        verbs = {choice.verb for choice in found}
        about = (choice for choice in choices if choice.verb not in verbs)
        return rarest_first(
            [choice for choice in about if name in choice.parts.places or set(own).intersection(choice.parts.units)]
        )

    def _side(self, unit: str) -> str:
        game = self.preview.game
        return game.scenario.units[unit].side if game is not None else ""

    def _throws(self, choice: Choice) -> bool:
        """Whether an action begins a battle, or throws for a march or the like: what it promises is shown first."""
        decision = self.preview.position.decision
        begun = decision is not None and bool(decision.hexes)
        if not begun and self.preview.announced(choice.action) is not None:
            return True
        return self.preview.promised(choice.action) is not None

    def _act(self, choice: Choice) -> None:
        if self.act(choice.text):
            going_on = self.unit is not None and any(goal for goal in self.preview.choices().about(self.unit))
            self._select(self.unit if going_on else None, self.stage.board.find(choice.goal))

    def offer(self, meant: list[Choice], h: Spot | None) -> None:
        """A click may mean several things: they are asked for by buttons."""
        self._select(self.unit, h)
        self._offered = meant
        self.offering.emit()
        if len(meant) == 1:
            self.stage.status("Read its forecast, then choose it with its button.")
        else:
            self.telling.say_several(meant)

    def buttons(self) -> list[Choice]:
        """The actions worth a button: what a click left open; else all when they are few, or those without a map.

        Units off the map have buttons of their own (`waiting`).
        """
        if self._offered:
            return self._offered
        choices = self.preview.choices()
        if len(choices) > MANY:
            return [choice for choice in choices.of() if not choice.goal][:BUTTONS]
        waiting = set(self.waiting())
        found = [
            choice
            for choice in choices
            if not waiting.intersection(choice.parts.units) and not choice.parts.named(WordKind.ODDS)
        ]
        if len(choices) > BUTTONS:
            found = [choice for choice in found if not (choice.parts.units and choice.goal)]
        if len(found) > BUTTONS:
            found = rarest_first([choice for choice in found if not choice.goal])[:BUTTONS]
        return found

    def battles(self) -> list[tuple[Choice, Prospects]]:
        """The actions that a battle may go on with now, each with what it promises, the likeliest first.

        Of actions that only begin one, those that the last click left open; of throws within one, all.
        """
        decision = self.preview.position.decision if self.preview.human_turn else None
        if decision is None:
            return []
        every = self.preview.choices()
        within = [choice for choice in every if not choice.goal] if len(every) <= MOST_OFFERS else []
        choices = self._offered or (every.of() if decision.hexes else within)
        if len(choices) > MOST_OFFERS:
            return []
        found = [(choice, self.preview.announced(choice.action)) for choice in choices]
        return [(choice, what) for choice, what in found if what is not None and what.account is not None]

    def throws(self) -> list[tuple[Choice, ThrowAccount]]:
        """The actions outside of battles that throw a die, each with what it promises: a march, foraging, a rally.

        Those that the last click left open; else those that need no place on the map, where the decision is about one
        place or about units alone.
        """
        if not self.preview.human_turn:
            return []
        decision, every = self.preview.position.decision, self.preview.choices()
        choices = self._offered
        if not choices and len(every) <= MOST_OFFERS:
            choices = [choice for choice in every if not choice.goal]
            about = decision is not None and bool(decision.hexes)
            if not about and any(choice.goal for choice in every):
                return []
        found = [(choice, self.preview.promised(choice.action)) for choice in choices[:MOST_OFFERS]]
        return [(choice, what) for choice, what in found if what is not None]

    def press(self, choice: Choice) -> None:
        """A button was pressed that does not tell what its action promises: where it throws, that is shown first."""
        if self.preview.human_turn and choice not in self._offered and self._throws(choice):
            self.offer([choice], None)
        else:
            self.act(choice.text)

    def plain(self) -> list[Choice]:
        """The few actions that name neither unit nor place and throw no die: the end of a phase, a pass."""
        if not self.preview.human_turn:
            return []
        found = [choice for choice in self.preview.choices().of() if len(choice.parts.words) <= 2 and not choice.goal]
        shown = [choice for choice, _ in self.throws()]
        return [choice for choice in found if choice not in shown and self.preview.announced(choice.action) is None][:3]

    def caption(self, choice: Choice) -> str:
        """An action for a button."""
        return self.called(choice.parts).replace("&", "&&")

    def called(self, parts: Parts) -> str:
        """What an action is called: with the names of its units, as a sentence begins."""
        game = self.preview.game
        assert game is not None
        return Words(game.scenario).action(parts)

    def act(self, text: str) -> bool:
        """Carry out an action given as text: a button, or a typed line. A unit that can be set up in one hex alone goes
        there without being asked. What a die said is said, and where it happened comes into view."""
        promised = any(choice.text == text for choice, _ in self.throws())
        before = self.preview.position.decision if self.preview.active else None
        done, preview = self.preview.act(text), self.preview
        if done:
            self.telling.say_thrown(promised)
            self.telling.say_asked_again(before)
            self._bring_into_view()
        decision = preview.position.decision if done and preview.human_turn else None
        if decision is not None and decision.kind == SET_UP and len(preview.choices()) == 1:
            [only] = preview.choices()
            if only.goal and not only.parts.units:
                preview.act(only.text)
        return done

    def _bring_into_view(self) -> None:
        """Where the last action leads, or what is asked next, when nothing of it is on the screen."""
        position, canvas = self.preview.position, self.stage.canvas
        parts, asked = position.parts, position.decision if self.preview.human_turn else None
        names = parts.places if parts is not None else ()
        if parts is not None and not names:
            names = tuple(str(position.units.get(key, {}).get("at") or "") for key in parts.units)
        find = self.stage.board.find
        hexes = [h for name in names if (h := find(name)) is not None]
        if not hexes and asked is not None and len(asked.hexes) == 1:
            hexes = [h for name in asked.hexes if (h := find(name)) is not None]
        seen = canvas.visible_rect
        if hexes and not any(seen.contains(QPointF(*canvas.map_scene.geometry.centre(h))) for h in hexes):
            canvas.centre_on(hexes[-1])

    def waiting(self) -> list[str]:
        """The units off the map that may act now: reinforcements that may enter, units that are to be set up."""
        if not self.preview.human_turn:
            return []
        units = self.preview.position.units
        return [key for key in self.preview.choices().units if key in units and not units[key].get("at")]

    def choose(self, unit: str) -> None:
        """Choose a unit and light where it may go; where it is only to be named, name it."""
        found = list(self.preview.choices().of(unit))
        if len(found) == 1 and not found[0].goal:
            self._act(found[0])
            return
        at = str(self.preview.position.units[unit].get("at") or "")
        self._select(unit, self.stage.board.find(at))

    def _select(self, unit: str | None, h: Spot | None) -> None:
        self.take([] if unit is None else [unit], [] if h is None else [h])

    def take(self, units: Sequence[str], spots: Sequence[Spot]) -> None:
        """Choose units that act together at these places; the moves of the first are lit."""
        self.unit = units[0] if units else None
        self._forget()
        self.stage.selection.set(spots, units)
        self._light()

    def _forget(self) -> None:
        """What a click left open is asked no more."""
        if self._offered:
            self._offered = []
            self.offering.emit()

    def _units_at(self, h: Spot) -> list[str]:
        return [piece.unit.key for piece in self._shown.layer.standing_at(h) if not piece.unknown]

    def _say_why_not(self, h: Spot) -> None:
        """The paragraph that keeps the chosen unit from doing what the click seems to ask for."""
        assert self.unit is not None
        refusal = self.preview.refusal(self.unit, self.stage.board.spell(h))
        if refusal is not None:
            self.telling.refused(refusal.rule, refusal.reason)
            return
        nothing = "No action is possible there. Click a highlighted hex or another unit."
        self.telling.say(nothing, hint=self.telling.instead())

    def take_back(self) -> bool:
        """Take back the last action of a person, with what the computer answered; whether there was one.

        If only the computer plays, its last action.
        """
        preview = self.preview
        people = [side for side, name in preview.seats.items() if name == HUMAN]
        number = preview.shown
        while number > 1 and people and preview.positions[number].side not in people:
            number -= 1
        if not preview.active or preview.shown == 0:
            return False
        if people and preview.positions[number].side not in people:
            self.telling.say("You have no earlier action to take back.")
            return False
        # What was done at one stroke is taken back as one.
        while preview.positions[number].joined:
            number -= 1
        preview.show(number)
        return preview.undo()


def rarest_first(choices: list[Choice]) -> list[Choice]:
    """Choices in the order of how many have the same verb: one of a kind is not lost behind many of another."""
    counts = Counter(choice.verb for choice in choices)
    return sorted(choices, key=lambda choice: counts[choice.verb])
