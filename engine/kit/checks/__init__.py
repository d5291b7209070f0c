"""What the umpire looks for in rules files: the codes KIT101 to KIT151.

What depends on others is looked for only where those are sound: a name that is not defined gives one finding.
"""

from __future__ import annotations

from engine.findings import Severity
from engine.kit.checks.about_names import check_names
from engine.kit.checks.about_tables import check_tables
from engine.kit.checks.amounts import check_amounts
from engine.kit.checks.conditions import check_conditions
from engine.kit.checks.effects import check_effects
from engine.kit.checks.fighting import check_fighting
from engine.kit.checks.hooks import check_hooks
from engine.kit.checks.limits import beyond_limits
from engine.kit.checks.paragraphs import check_paragraphs
from engine.kit.checks.play import check_play
from engine.kit.checks.settings import check_settings
from engine.kit.checks.survey import Survey
from engine.kit.checks.unbuilt import check_unbuilt
from engine.kit.laid import LaidSection
from engine.kit.model.system_file import SystemFile


def checked(section: LaidSection, model: SystemFile) -> None:
    """Note everything that is wrong with a rules file that has the right shape."""
    survey = Survey(section, model)
    if beyond_limits(survey):
        return
    check_names(survey)
    check_settings(survey)
    check_paragraphs(survey)
    check_effects(survey)
    check_amounts(survey)
    sound = not any(finding.severity is Severity.ERROR for finding in section.notes.findings)
    check_conditions(survey)
    check_tables(survey, sound=sound)
    if sound:
        check_play(survey)
        check_fighting(survey)
    check_unbuilt(survey)
    check_hooks(survey)


__all__ = ["checked"]
