"""Rules that can be said and that this program cannot enforce: they are refused at their place, never passed over."""

from __future__ import annotations

from engine.kit.checks.survey import Survey
from engine.kit.model.ground import Overruns


def check_unbuilt(survey: Survey) -> None:
    """Note every rule that cannot be enforced: KIT150."""
    movement, kinds = survey.model.movement, survey.model.combat
    if movement is None or not isinstance(movement.enemies, Overruns):
        return
    strength = kinds[0].strength if kinds else None
    if strength is None or strength.attacker is None or strength.defender is None:
        said = "overruns compare the strengths of the first kind of combat: it has none for both sides"
        survey.error("KIT150", said, ("movement", "enemies", "overrun"))
