"""Frames: the procedures of a rulebook in progress, kept as plain data on the stack of a state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from engine.play.model import Action, Decision, Verdict
from engine.play.step import Step

F = TypeVar("F")
"""The field of a system: what its rules bind once for a scenario."""
S = TypeVar("S")
"""The state of a system."""

_FRAMES: dict[str, type[Frame[Any, Any]]] = {}


@dataclass(frozen=True)
class Frame(Generic[F, S]):
    """One procedure of a rulebook in progress. Frames are immutable; a step replaces the top one.

    A frame either waits for a decision or goes on by itself: when `decision` gives None, `proceed` is
    called until a frame that wants a decision is on top. Fields are ints, texts, bools, None, and tuples of these.

    ``field`` is what the rules of the frame's own system bound once for the scenario (`Rules.field`).
    """

    system: ClassVar[str] = ""
    """Short name of the rules system, first part of the frame's name in JSON."""
    exhaustive: ClassVar[bool] = True
    """Whether `actions` lists all that is legal, but for longer ways to the same end. Where it is False the list is
    a sample: `verdict` alone says what is legal."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _FRAMES[f"{cls.system}.{cls.__name__}"] = cls

    def decision(self, field: F, state: S) -> Decision | None:
        """Whose choice it is, or None when the procedure goes on by itself."""
        return None

    def is_asking(self, field: F, state: S) -> bool:
        """Whether there is a decision: frames that take long to say which answer this without saying it."""
        return self.decision(field, state) is not None

    def proceed(self, field: F, state: S, step: Step) -> None:
        """Go on without a decision: change the state and replace, push or pop frames."""
        raise RuntimeError(f"{type(self).__name__} waits for a decision")

    def actions(self, field: F, state: S) -> Iterator[Action]:
        """The legal actions, sorted; a sample of them where the frame is not `exhaustive`."""
        return iter(())

    def verdict(self, field: F, state: S, action: Action) -> Verdict:
        """Whether this action is legal now, and why not."""
        raise RuntimeError(f"{type(self).__name__} asks for no decision")

    def perform(self, field: F, state: S, action: Action, step: Step) -> None:
        """Carry out a legal action."""
        raise RuntimeError(f"{type(self).__name__} asks for no decision")

    def sample(self, field: F, state: S, random: Random) -> Action:
        """A random legal action, each with a chance; frames with many actions do better than listing them."""
        return random.choice(list(self.actions(field, state)))

    def to_json(self) -> dict[str, Any]:
        """The frame as plain data."""
        data: dict[str, Any] = {"frame": f"{self.system}.{type(self).__name__}"}
        for item in fields(self):
            data[item.name] = _plain(getattr(self, item.name))
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> Frame[Any, Any]:
        """A frame from plain data; KeyError when its kind is not known."""
        kind = _FRAMES[data["frame"]]
        return kind(**{item.name: _deep_tuple(data[item.name]) for item in fields(kind)})


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _deep_tuple(value: Any) -> Any:
    return tuple(_deep_tuple(item) for item in value) if isinstance(value, list) else value
