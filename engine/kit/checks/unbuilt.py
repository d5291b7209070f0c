"""What section 2 of the format has and the rules do not enforce yet: it is refused at its place, never passed over.

Take a rule out when it is enforced.
"""

from __future__ import annotations

from engine.kit.checks.survey import Survey
from engine.kit.model.ground import Overruns


def check_unbuilt(survey: Survey) -> None:
    """Note every rule that is not enforced yet: KIT150."""
    movement = survey.model.movement
    if movement is not None and isinstance(movement.enemies, Overruns):
        survey.error("KIT150", "an overrun is not enforced yet", ("movement", "enemies", "overrun"))
