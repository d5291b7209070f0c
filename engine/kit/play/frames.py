"""What every procedure by a rules file is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from engine.kit.play.state import KitState
from engine.mechanics.procedure import NOT_ASKED, Breach, Procedure
from engine.play import Action


class KitFrame(Procedure[Any, KitState]):
    """A procedure by a rules file. Paragraphs are cited with the name of that file."""

    system: ClassVar[str] = "kit"

    def cited(self, field: Any, rule: str) -> str:
        cited: str = field.cite(rule)
        return cited

    def elsewhere(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        """What an action would break besides coming at the wrong time: what its own activity says of it."""
        place = field.place_of(action.verb)
        if place:
            yield place, NOT_ASKED
        yield from field.faults_of(state, action)
