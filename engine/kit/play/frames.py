"""What every procedure by a rules file is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

from engine.kit.play.state import KitState
from engine.mechanics.procedure import NOT_ASKED, Breach, Procedure
from engine.play import Action


class KitFrame(Procedure[Any, KitState]):
    """A procedure by a rules file. Paragraphs are cited with the name of that file."""

    system: ClassVar[str] = "kit"

    def cited(self, field: Any, rule: str) -> str:
        cited: str = field.cite(rule)
        return cited

    def with_changes(self, **changes: Any) -> Self:
        """This frame with some fields changed. It is made without asking the class for its fields, which takes long."""
        twin = object.__new__(type(self))
        twin.__dict__.update({**self.__dict__, **changes})
        return twin

    def elsewhere(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        """What an action would break besides coming at the wrong time: what its own activity says of it."""
        place = field.place_of(action.verb)
        if place:
            yield place, NOT_ASKED
        yield from field.faults_of(state, action)


class GoingByItself(KitFrame):
    """A procedure that never asks for a decision."""

    def is_asking(self, field: Any, state: KitState) -> bool:
        return False
