"""The hooks of a rules file: whether they are there, sound as text, and trusted. Nothing of them is run here."""

from __future__ import annotations

from pathlib import Path

from engine.findings import Place
from engine.formats.reading import display_name
from engine.kit.checks.survey import Survey
from engine.kit.hooks.reading import HooksUnsound, read_hooks
from engine.kit.hooks.trust import HINT, REASON, is_trusted


def check_hooks(survey: Survey) -> None:
    """Note hooks that are missing, wrong or not trusted: KIT148. What was found is kept in the section."""
    ref, section = survey.model.hooks, survey.section
    if ref is None:
        return
    near = next((source.path for source in section.sources if _says(source.root)), None)
    if near is None:
        survey.error("KIT148", "hooks need a rules file that is kept as a file", ("hooks",))
        return
    try:
        section.hooks = read_hooks(Path(near), ref)
    except HooksUnsound as error:
        at = Place(display_name(error.path), max(error.line, 1), 1) if error.path else section.place(("hooks",))
        section.error("KIT148", str(error), at)
        return
    if not is_trusted(section.hooks.digest):
        survey.error("KIT148", REASON.format(section.hooks.shown), ("hooks",), hint=HINT)


def _says(root: object) -> bool:
    """Whether a file says ``hooks`` itself."""
    return "hooks" in (getattr(root, "members", None) or ())
