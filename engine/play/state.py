"""The state of a game: plain data that copies fast and round-trips through JSON, with a stack of frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self

from engine.play.fields import Declared, plain
from engine.play.frame import Frame


class State:
    """What every system's state has. Subclasses declare the fields that they add; `copy`, `to_json` and `load` follow
    from the declarations, in their order, and may be extended."""

    __slots__ = ("draws", "ended", "results", "stack", "turn")

    declared: ClassVar[tuple[Declared, ...]] = (
        plain("turn"),
        plain("draws"),
        plain("results").unless(0),
        plain("ended"),
        Declared(
            "stack",
            lambda stack: [frame.to_json() for frame in stack],
            lambda raw: [Frame.from_json(item) for item in raw],
            list.copy,
        ),
    )
    """The fields: a class declares its own, and has those of its bases before them."""
    shared: ClassVar[tuple[str, ...]] = ("turn", "draws", "results", "ended")
    """The names of fields that copies share."""
    copied: ClassVar[tuple[tuple[str, Callable[[Any], Any]], ...]] = (("stack", list.copy),)
    """The names of fields of which a copy has its own, each with what makes it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        before = next(base.__dict__["declared"] for base in cls.__mro__[1:] if "declared" in base.__dict__)
        cls.declared = (*before, *cls.__dict__.get("declared", ()))
        cls.shared = tuple(one.name for one in cls.declared if one.copied is None)
        cls.copied = tuple((one.name, one.copied) for one in cls.declared if one.copied is not None)

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
        for name in self.shared:
            setattr(twin, name, getattr(self, name))
        for name, copied in self.copied:
            setattr(twin, name, copied(getattr(self, name)))
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
        data: dict[str, Any] = {}
        for one in self.declared:
            one.put(getattr(self, one.name), data)
        return data

    def load(self, data: dict[str, Any]) -> None:
        """Take over plain data made by `to_json`."""
        for one in self.declared:
            if not one.derived:
                setattr(self, one.name, one.take(data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]
