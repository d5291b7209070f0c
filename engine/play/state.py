"""The state of a game: plain data that copies fast and round-trips through JSON, with a stack of frames."""

from __future__ import annotations

from typing import Any, Self

from engine.play.frame import Frame


class State:
    """What every system's state has. Subclasses add fields and extend `copy`, `to_json` and `load`."""

    __slots__ = ("draws", "ended", "results", "stack", "turn")

    def __init__(self) -> None:
        self.turn = 1
        self.draws = 0
        self.results = 0
        """How many forced results of tables have been used; in JSON only where there are any."""
        self.ended = False
        self.stack: list[Frame[Any, Any]] = []

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
    def top(self) -> Frame[Any, Any]:
        """The frame in progress."""
        return self.stack[-1]

    def push(self, frame: Frame[Any, Any]) -> None:
        """Begin a procedure inside the present one."""
        self.stack.append(frame)

    def pop(self) -> Frame[Any, Any]:
        """End the procedure in progress."""
        return self.stack.pop()

    def replace(self, frame: Frame[Any, Any]) -> None:
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
