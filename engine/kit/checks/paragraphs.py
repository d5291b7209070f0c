"""Paragraphs that are cited, and those that nothing cites."""

from __future__ import annotations

from typing import Final

from engine.kit.checks.survey import Survey, quoted
from engine.kit.model.combat import CombatKind
from engine.kit.model.parts import Block

_BESIDE: Final[dict[type[Block], tuple[str, ...]]] = {CombatKind: ("facing", "sight")}
"""Other blocks that bind what a block says: ``rules`` names their paragraphs as it does for keys of its own (2.20)."""


def check_paragraphs(survey: Survey) -> None:
    """Find what is wrong with paragraphs: KIT130 and KIT131."""
    known, cited = survey.model.paragraphs, set[str]()
    for path, block in survey.of(Block):
        said = [((*path, "rule"), number) for number in block.rule]
        said += [((*path, "rules", key), number) for key, numbers in block.rules.items() for number in numbers]
        for at, number in said:
            cited.add(number)
            if number not in known:
                hint = survey.section.suggest(number, known)
                survey.error("KIT130", f"there is no paragraph {quoted(number)}", at, hint=hint)
        for key in block.rules:
            fields = type(block).model_fields
            others = _BESIDE.get(type(block), ())
            if key not in fields and key not in others and key not in {field.alias for field in fields.values()}:
                hint = survey.section.suggest(key, [*fields, *others])
                survey.error(
                    "KIT106", f"this block has no key {quoted(key)}", (*path, "rules", key), key=True, hint=hint
                )
    for number, paragraph in known.items():
        if paragraph.kind == "enforced" and number not in cited:
            message = f"no rule of the file cites the paragraph {quoted(number)}"
            hint = f'write rule: "{number}" where it is enforced, or give it another kind'
            survey.advise("KIT131", message, ("paragraphs", number), key=True, hint=hint)
