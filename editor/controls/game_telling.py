"""Messages about the test game: in the log, in the status bar, and at the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject

from editor.preview.pace import Pace
from editor.preview.seats import HUMAN
from editor.preview.session import Preview
from editor.stage.stage import Stage
from engine.findings import Finding
from engine.kit.citing import in_words
from engine.play import Decision
from engine.play.choices import Choice
from engine.play.words import listed
from engine.umpire.wording import Words, place_of


class GameTelling(QObject):
    """Tells the person at the screen of the test game in front."""

    def __init__(self, stage: Stage, pace: Pace) -> None:
        super().__init__(stage)
        self.stage = stage
        self.pace = pace
        self._logged: WeakKeyDictionary[Preview, int] = WeakKeyDictionary()
        """How many positions of each game the log has told of."""
        self._asks = False
        """Whether the note at the pointer says what is asked in the position shown."""
        self._turn_told = False
        """Whether the note says that the person at the screen must wait for another side."""
        self._line = ""
        """What the status bar says now."""
        self._told_here: str | None = None
        """The last text of the game in the status bar."""
        stage.game.moved.connect(lambda _number: self._asked_else())
        stage.game.moved.connect(lambda _number: self._put_right())
        stage.status_changed.connect(self._note_line)

    @property
    def preview(self) -> Preview:
        """The test game in front."""
        return self.stage.preview

    def begun(self) -> None:
        """A game has begun, was taken up from a file, or was gone back to: then the log has told of what was played."""
        title, played = self.stage.document.title, bool(self.preview.played)
        self._logged[self.preview] = len(self.preview.positions) if self.preview.told else 0
        said = f"Back in the game of {title}" if played else f"Game of {title}"
        self.stage.log.add(said, "good")
        self.stage.status(said)
        self.tell()

    def say_resting(self) -> None:
        """At the pointer, that what changes the scenario rests during play."""
        self.stage.canvas.say_here(
            f"Drawing tools are disabled while you play. <b>{escape(self.back)}</b> returns to the set-up."
        )

    @property
    def back(self) -> str:
        """The key that returns to the set-up."""
        action = self.stage.actions.find("play.close")
        return action.shortcut().toString() if action is not None else ""

    def say_whose_turn(self) -> None:
        """Say why the person at the screen does not act now."""
        if self.preview.game is not None:
            self.say(self.whose_turn())
            self._turn_told = True

    def whose_turn(self) -> str:
        """Whose choice is being made or shown, where it is not the person's at the screen; what to do about it."""
        preview = self.preview
        game, position = preview.game, preview.position
        assert game is not None
        side = position.decision.side if position.decision is not None else ""
        if preview.handing_over:
            return "First hand over the screen (see the banner)."
        if preview.looking:
            return "This is an earlier position. To play on from it, press Continue from here in the banner."
        if position.decision is None:
            return "The game is over. Leave, in the banner, returns to the set-up."
        if preview.seats.get(side) != HUMAN:
            name = Words(game.scenario).side(side)
            how = "Paused. Choose Play to continue." if self.pace.paused else "Pause halts it."
            return f"The computer plays {name} now. {how}"
        return "What the computer played is still being shown. Skip, in the banner, shows the latest."

    def say(self, text: str, rule: str = "", hint: str = "") -> None:
        """In the status bar and, where the eyes are, at the pointer; a ``hint`` says what can be done instead."""
        cited = in_words(rule)
        self._status(text + (f" [{cited}]" if rule else "") + (f" {hint}" if hint else ""), rule)
        below = f"<br><small>{escape(cited)}</small>" if rule else ""
        instead = f"<br><i>{escape(hint)}</i>" if hint else ""
        self.stage.canvas.say_here(escape(text) + below + instead)
        self._asks = bool(hint) and self.preview.active

    def say_several(self, meant: Sequence[Choice]) -> None:
        """Say that a click may mean several actions: which units can do the one thing, or what can be done."""
        game = self.preview.game
        if game is None:
            return
        words = Words(game.scenario)
        units = list(dict.fromkeys(key for choice in meant for key in choice.parts.units))
        alike = len({choice.verb for choice in meant}) == 1 and len(units) == len(meant)
        said = f"Which unit: {listed(words.unit(key) for key in units)}?" if alike else f"{len(meant)} actions fit."
        self.say(said, hint="Choose one by its button in the Play panel.")

    def _asked_else(self) -> None:
        """Another position is shown: a note at the pointer that says what was asked before is out of date. So is one
        about the turn of the computer once the person is asked."""
        if self._asks or (self._turn_told and self.preview.human_turn):
            self._asks = self._turn_told = False
            self.stage.canvas.hush()

    def _note_line(self, text: str) -> None:
        self._line = text

    def _status(self, text: str, rule: str = "") -> None:
        """Say something about the position shown in the status bar, with the paragraph that it cites."""
        self._told_here = text
        self.stage.status(text, rule)

    def _put_right(self) -> None:
        """Another position is shown: what the status bar said of the one before gives way to what happened last."""
        game = self.preview.game
        if game is None or self._line != self._told_here:
            return
        # What whoever watches may know of it.
        events = self.preview.position.events
        self._status(Words(game.scenario).event(events[-1]) if events else "")

    def instead(self) -> str:
        """What the person at the screen is asked now, or whose choice it is."""
        preview = self.preview
        decision = preview.position.decision if preview.active else None
        if preview.game is None:
            return ""
        if preview.human_turn and decision is not None:
            return f"Current decision: {decision.prompt}."
        return self.whose_turn()

    def say_thrown(self, promised: bool) -> None:
        """Say in the status bar what the dice of the last action said, or else what it did; at the pointer as well
        where a throw was ``promised``."""
        game, events = self.preview.game, self.preview.position.events
        words = Words(game.scenario) if game is not None else None
        # An action that ends a phase is followed by others of which the last is in force.
        plain = events[-1:] if events and events[0].kind in ("phase", "turn") else events[:1]
        thrown = [event for event in events if "die" in event.data] or plain
        said = ". ".join(words.event(event) for event in thrown) if words is not None else ""
        if said and promised:
            self.say(said, thrown[0].rule)
        else:
            self._status(said)

    def say_asked_again(self, before: Decision | None) -> None:
        """Where an answer without unit or place, such as a pass, led to the same question again and nothing was told of
        it, say what was done and who is asked now."""
        preview = self.preview
        game, position = preview.game, preview.position
        now = position.decision
        if game is None or before is None or now is None or now.prompt != before.prompt or position.parts is None:
            return
        if not (position.events or position.parts.units or position.parts.places):
            words = Words(game.scenario)
            done = f"{words.side(before.side)}: {words.action(position.parts)}."
            now_of = f", now of {words.side(now.side)}" if now.side != before.side else ""
            self.say(done, hint=f"The same decision again{now_of}.")

    def named(self, unit: str) -> str:
        """A unit by its name."""
        game = self.preview.game
        return Words(game.scenario).unit(unit) if game is not None else unit

    def refused(self, rule: str, reason: str) -> None:
        """Say under which paragraph an action is not legal, and what is asked instead."""
        said = f"Not allowed: {reason}"
        self.say(said, rule, self.instead())
        eyes = self.preview.eyes
        self.stage.log.add(said, "warning", rule, to=(eyes,) if eyes else ())

    def tell(self) -> None:
        """Write the events of positions into the log that are shown for the first time."""
        game = self.preview.game
        if game is None:
            return
        words, whole = Words(game.scenario), Words(game.scenario, whole=True)
        self.stage.log.read_by(self.preview.reader)
        first, shown = self._logged.get(self.preview, 0), self.preview.shown
        for number in range(first, shown + 1):
            position = self.preview.positions[number]
            before = self.preview.positions[number - 1] if number else None
            again = before is not None and (before.side, before.reason) == (position.side, position.reason)
            if position.reason and not again:
                text = f"{words.side(position.side)}: {position.reason}"
                self.stage.log.add(text, "aside", position=number)
            for event in position.happened:
                kind = "good" if event.kind in ("turn", "end") else "game"
                said, at = words.event(event), place_of(event)
                self.stage.log.add(said, kind, event.rule, at, number, event.to, whole.event(event))
        self._logged[self.preview] = max(first, shown + 1)

    def retold(self) -> None:
        """Somebody else may sit at the screen: what was said to the one before goes, and the new one is told what was
        meant for him alone since his last action."""
        preview, reader = self.preview, self.preview.reader
        if preview.game is None or not self.stage.log.read_by(reader):
            return
        words, said = Words(preview.game.scenario), list[str]()
        for position in reversed(preview.positions):
            said[:0] = [words.event(event) for event in position.events if event.to == (reader,)]
            if position.side == reader:
                break
        self.stage.status(f"Only you know: {'. '.join(said)}" if said else "")

    def forget_lines(self, left: int) -> None:
        """Positions were taken back: the log tells of them no more."""
        self._logged[self.preview] = min(self._logged.get(self.preview, 0), left)
        self.stage.log.cut(left)

    def stopped(self, reason: str, findings: list[Finding]) -> None:
        """The players have stopped: say why, and what was found to be wrong."""
        if findings:
            self.pace.pause()
        for finding in findings:
            self.stage.log.add(f"{finding.code}: {finding.message}", "error", finding.rule, finding.place.hex)
        if reason and self.preview.at_end:
            self.stage.status(reason)
