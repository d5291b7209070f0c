"""What the staff has done beside marching: sieges, fieldworks and railways."""

from __future__ import annotations

from typing import Final

from engine.mechanics.acts import hex_of, path_of
from engine.play import Action
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.battle import laying
from engine.systems.sun_never_sets.staff.view import View

_ALWAYS: Final = (sieges.BESIEGE, laying.MEND, laying.LAY)
"""Works of units that stayed where they were, which cost nothing: a siege shuts a garrison in and cuts its supply, a
railway that is whole carries supply and forces."""


def done(view: View, actions: list[Action]) -> Action | None:
    """A siege, a railway as long as can be laid, or fieldworks where a place has to be held; None for nothing."""
    for verb in _ALWAYS:
        offered = [action for action in actions if action.verb == verb]
        if offered:
            return max(offered, key=lambda action: len(path_of(action)))
    fieldworks = [action for action in actions if action.verb == "entrench" and view.stake(hex_of(action)) > 0]
    return fieldworks[0] if fieldworks else None
