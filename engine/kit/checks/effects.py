"""Effects: what they do, how deep they are, and about whom."""

from __future__ import annotations

from typing import Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey, quoted
from engine.kit.model.changes import ACTS
from engine.kit.model.combat import RallyRule
from engine.kit.model.effects import VERBS, EffectRule

DEEPEST: Final = 3
"""Checks inside one another at most."""
_IN_ATTACKS: Final = ("attacker", "defender", "both")
_ELSEWHERE: Final = ("active", "other", "unit")
_SAYS_WHOM: Final = {"status": "of", "clear": "of", "points": "to"}
"""Verbs whose role stands under a key of its own."""


def check_effects(survey: Survey) -> None:
    """Find what is wrong with effects and changes: KIT125 and KIT145."""
    for path, change in survey.changes:
        if len(change.acts) != 1:
            what = f"does {len(change.acts)} things: {', '.join(change.acts)}" if change.acts else "does nothing"
            message = f"this change {what}; it must have exactly one of {', '.join(ACTS)}"
            survey.error("KIT125", message, path)
    for path, effect in survey.effects:
        if len(effect.verbs) != 1:
            message = f"an effect must have exactly one of {', '.join(VERBS)}"
            survey.error("FILE020", message, path)
        else:
            _role(survey, path, effect)
        if effect.check:
            _throw(survey, path, effect)
        inside = sum(1 for part in path if part in ("pass", "fail"))
        if effect.check and inside == DEEPEST:  # what is deeper still needs no finding of its own
            survey.error("KIT145", f"checks are nested more than {DEEPEST} deep here", path)

    for path, rally in survey.of(RallyRule):
        if rally.dice or rally.at_most is not None or rally.at_least is not None:
            _throw(survey, path, rally)


def _throw(survey: Survey, path: DataPath, part: EffectRule | RallyRule) -> None:
    """Find a throw without dice, or without the one number that it is compared with."""
    if part.dice is None:
        survey.error("FILE018", "the key 'dice' is missing", path)
    if part.at_most is None and part.at_least is None:
        survey.error("FILE018", "the key 'at_most' or 'at_least' is missing", path)
    if part.at_most is not None and part.at_least is not None:
        message = "use either 'at_least' or 'at_most': a die roll is compared with one number"
        survey.error("FILE020", message, (*path, "at_least"), key=True)


def _example(path: DataPath) -> str:
    """A role that an effect at a data path may name."""
    if any(part in ("pass", "fail", "none", "short") for part in path):
        return "unit"
    return "defender" if path[0] in ("combat", "results") else "active"


def _role(survey: Survey, path: DataPath, effect: EffectRule) -> None:
    role = effect.role
    if not role and effect.verb in _SAYS_WHOM:
        key = _SAYS_WHOM[effect.verb]
        message = f"{effect.verb} does not name its target; {key} must name a role, such as {_example(path)}"
        survey.error("KIT145", message, (*path, effect.verb), key=True)
        return
    if role:
        _allowed(survey, path, role, effect.verb)
    if effect.strength_of:
        _allowed(survey, path, effect.strength_of, "strength_of")


def _allowed(survey: Survey, path: DataPath, role: str, key: str) -> None:
    """Find a role that is not there, under a key of an effect."""
    attacks = path[0] in ("combat", "results")
    inside = any(part in ("pass", "fail", "none", "short") for part in path)
    allowed = [*(_IN_ATTACKS if attacks else _ELSEWHERE), *(("unit",) if attacks and inside else ())]
    others = _ELSEWHERE if attacks else _IN_ATTACKS
    if role in allowed or (not attacks and role not in others):
        return
    where = "in an attack" if attacks else "outside of attacks"
    message = f"there is no {quoted(role)} {where}; it can be {', '.join(allowed)}" + ("" if attacks else " or a side")
    survey.error("KIT145", message, (*path, key))
