"""Setting up at the map: several units are put into a hex in one go, the rest by the staff, whose choice is altered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.preview.position import Position, seen
from editor.preview.session import Preview
from editor.stage.stage import Stage
from engine.mechanics.procedure import ARRIVAL, SET_UP
from engine.play import Legal
from engine.plural import counted

STAFF: Final = "staff"
ALTER: Final = (
    "Staff has set up all but the last unit. To change its choice, click a unit on the map, then another hex; "
    "then set up the last unit."
)


class SettingUp(QObject):
    """What the person at the screen does while units are set up, or reinforcements put straight into hexes."""

    changed = Signal()
    """Other units are taken up."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._stage = stage
        self.taken: tuple[str, ...] = ()
        """The units off the map that go where a hex is clicked next."""
        self._known: tuple[Position, list[str]] | None = None
        """A position, and what may be put onto the map in it."""
        stage.game.moved.connect(lambda _number: self._moved())
        stage.game.closed.connect(lambda: self.take_up(()))
        stage.document_changed.connect(lambda _document: self.take_up(()))
        stage.game.stopped.connect(lambda _why, _findings: self._say_altering())
        self._asked_staff = False

    @property
    def preview(self) -> Preview:
        """The test game in front."""
        return self._stage.preview

    @property
    def units(self) -> list[str]:
        """The units of the current group that may be placed now, all of one kind. There are none at other times, or if
        the rules system does not list them."""
        preview = self.preview
        decision = preview.position.decision if preview.human_turn else None
        if decision is None or preview.game is None or decision.kind not in (SET_UP, ARRIVAL):
            return []
        if not preview.game.rules.tells("to_set_up"):
            return []
        if self._known is None or self._known[0] is not preview.position:
            twin = seen(preview.game, preview.eyes)
            self._known = (preview.position, twin.rules.to_set_up(twin.state))
        return self._known[1]

    @property
    def asked(self) -> str:
        """The unit that a hex is asked for now, chosen before or left as the only one of its sort; empty for none."""
        units = self.units
        return units[0] if units and all(choice.verb == "at" for choice in self.preview.choices()) else ""

    @property
    def named(self) -> bool:
        """Whether a hex is asked for a unit that the player has named."""
        game, asked = self.preview.game, self.asked
        return bool(asked) and game is not None and game.actions[-1:] == [f"deploy {asked}"]

    def take_up(self, units: Sequence[str]) -> None:
        """Take up these units; the hexes where the first of them may stand are lit."""
        if self.taken != tuple(units):
            self.taken = tuple(units)
            self.changed.emit()

    def room(self) -> list[str]:
        """The hexes that the first unit taken up may be put into."""
        preview = self.preview
        decision = preview.position.decision if preview.human_turn else None
        if not self.taken or decision is None or preview.game is None:
            return []
        twin = seen(preview.game, preview.eyes)
        action = "at" if self.asked else f"deploy {self.taken[0]} at"
        return [name for name in decision.hexes if isinstance(twin.verdict(f"{action} {name}"), Legal)]

    def take_last(self, name: str) -> bool:
        """Take up the only unit that is left to be set up, where nothing else is taken up and it may go into a hex;
        whether it is in hand for that hex."""
        if not self.taken and len(self.units) == 1:
            last = self.units[0]
            self.taken = (last,)
            if name not in self.room():
                self.taken = ()
        return bool(self.taken)

    def place(self, name: str) -> None:
        """Put the units taken up into a hex at one stroke; where one may not go there, the rest stay in hand."""
        wanted, left = self.taken, list(self.taken)
        if left and self.named and self.asked not in left:
            # One that was chosen before and is not among them is put down again.
            self.preview.undo()
        self.preview.act_together(self._placements(name, left))
        put, able = len(wanted) - len(left), self.units
        if put:
            self.take_up([unit for unit in left if unit in able])
        if put and not left:
            number = counted(put, "unit")
            self._stage.status(f"{number} set up; {counted(len(able), 'unit')} of this group left.")

    def _placements(self, name: str, left: list[str]) -> Iterator[str]:
        """The actions that put units into a hex, each asked for when those before it are done; who was put is no more
        among those left.

        Of units that are all alike one is as good as the other: the one that a hex is asked for goes first.
        """
        game, asked = self.preview.game, self.preview.position.decision
        while left and game is not None and asked is not None:
            now, twin = game.decision, seen(game, self.preview.eyes)
            if now is None or (now.side, now.kind) != (asked.side, asked.kind):
                return
            able, choices = twin.rules.to_set_up(twin.state), twin.choices()
            first = able[0] if able and all(choice.verb == "at" for choice in choices) else ""
            unit = first or left[0]
            if unit not in able:
                return
            yield f"at {name}" if first else f"deploy {unit} at {name}"
            left.remove(unit if unit in left else left[0])

    def by_staff(self) -> None:
        """Have the staff set up the rest of the person's units, all but the last one, so that it can be altered."""
        self.take_up(())
        self._asked_staff = True
        self.preview.stand_in(STAFF)

    def may_shift(self, unit: str) -> bool:
        """Whether a unit was set up by the person, and nothing but set-up of this side has followed."""
        return self._placed(unit) >= 0

    def shift(self, unit: str, name: str) -> bool:
        """Have a unit that was set up stand elsewhere, all that was set up after it as it was; whether it may."""
        number, game = self._placed(unit), self.preview.game
        if game is None or number < 0:
            return False
        verb, *_ = game.actions[number].split()
        action = f"at {name}" if verb == "at" else f"deploy {unit} at {name}"
        return self.preview.amend(number, [action, *game.actions[number + 1 :]])

    def _placed(self, unit: str) -> int:
        """The number of the action that put a unit onto the map, if all since are of its side's set-up; else -1."""
        preview, game = self.preview, self.preview.game
        decision = preview.position.decision if preview.human_turn else None
        if game is None or decision is None or decision.kind not in (SET_UP, ARRIVAL):
            return -1
        side, texts = game.scenario.units[unit].side, game.actions
        for number in range(len(texts) - 1, -1, -1):
            if texts[number].split()[0] not in ("deploy", "at") or preview.positions[number + 1].side != side:
                return -1
            if not preview.positions[number].units[unit].get("at"):
                return number if preview.positions[number + 1].units[unit].get("at") else -1
        return -1

    def _moved(self) -> None:
        """Another position is shown: what is no longer to be set up is put down."""
        if self.taken:
            able = set(self.units)
            self.take_up([unit for unit in self.taken if unit in able])

    def _say_altering(self) -> None:
        if not self._asked_staff:
            return
        self._asked_staff = False
        if self.named:
            # The last unit was named already: it is put down, so that a click on the map means any unit again.
            self.preview.undo()
        if self.units:
            self._stage.status(ALTER)
