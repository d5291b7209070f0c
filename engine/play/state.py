"""The state of a game: plain data that copies fast and round-trips through JSON, with a stack of frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from engine.play.model import Action, Decision, Verdict

if TYPE_CHECKING:
    from engine.play.rules import Step

_FRAMES: dict[str, type[Frame]] = {}


@dataclass(frozen=True)
class Frame:
    """One procedure of a rulebook in progress. Frames are immutable; a step replaces the top one.

    A frame either waits for a decision or goes on by itself: when `decision` gives None, `proceed` is
    called until a frame that wants a decision is on top. Fields are ints, texts, bools, None, and tuples of these.

    ``rules`` and ``state`` are those of the frame's own system; each subclass narrows them.
    """

    system: ClassVar[str] = ""
    """Short name of the rules system, first part of the frame's name in JSON."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _FRAMES[f"{cls.system}.{cls.__name__}"] = cls

    def decision(self, rules: Any, state: Any) -> Decision | None:
        """Whose choice it is, or None when the procedure goes on by itself."""
        return None

    def proceed(self, rules: Any, state: Any, step: Step) -> None:
        """Go on without a decision: change the state and replace, push or pop frames."""
        raise RuntimeError(f"{type(self).__name__} waits for a decision")

    def actions(self, rules: Any, state: Any) -> Iterator[Action]:
        """The legal actions, sorted."""
        return iter(())

    def verdict(self, rules: Any, state: Any, action: Action) -> Verdict:
        """Whether this action is legal now, and why not."""
        raise NotImplementedError

    def perform(self, rules: Any, state: Any, action: Action, step: Step) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def sample(self, rules: Any, state: Any, random: Random) -> Action:
        """A random legal action, each with a chance; frames with many actions do better than listing them."""
        return random.choice(list(self.actions(rules, state)))

    def to_json(self) -> dict[str, Any]:
        """The frame as plain data."""
        data: dict[str, Any] = {"frame": f"{self.system}.{type(self).__name__}"}
        for item in fields(self):
            data[item.name] = _plain(getattr(self, item.name))
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> Frame:
        """A frame from plain data; KeyError when its kind is not known."""
        kind = _FRAMES[data["frame"]]
        return kind(**{item.name: _deep_tuple(data[item.name]) for item in fields(kind)})


class State:
    """What every system's state has. Subclasses add fields and extend `copy`, `to_json` and `load`."""

    __slots__ = ("draws", "ended", "results", "stack", "turn")

    def __init__(self) -> None:
        self.turn = 1
        self.draws = 0
        self.results = 0
        """How many forced results of tables have been used; in JSON only where there are any."""
        self.ended = False
        self.stack: list[Frame] = []

    def copy(self) -> Self:
        """An independent copy; frames are shared, being immutable."""
        twin = type(self).__new__(type(self))
        twin.turn = self.turn
        twin.draws = self.draws
        twin.results = self.results
        twin.ended = self.ended
        twin.stack = self.stack.copy()
        return twin

    @property
    def top(self) -> Frame:
        """The frame in progress."""
        return self.stack[-1]

    def push(self, frame: Frame) -> None:
        """Begin a procedure inside the present one."""
        self.stack.append(frame)

    def pop(self) -> Frame:
        """End the procedure in progress."""
        return self.stack.pop()

    def replace(self, frame: Frame) -> None:
        """The procedure in progress moves on."""
        self.stack[-1] = frame

    def to_json(self) -> dict[str, Any]:
        """The whole state as plain data."""
        return {
            "turn": self.turn,
            "draws": self.draws,
            **({"results": self.results} if self.results else {}),
            "ended": self.ended,
            "stack": [frame.to_json() for frame in self.stack],
        }

    def load(self, data: dict[str, Any]) -> None:
        """Take over plain data made by `to_json`."""
        self.turn = data["turn"]
        self.draws = data["draws"]
        self.results = data.get("results", 0)
        self.ended = data["ended"]
        self.stack = [Frame.from_json(item) for item in data["stack"]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _deep_tuple(value: Any) -> Any:
    return tuple(_deep_tuple(item) for item in value) if isinstance(value, list) else value
