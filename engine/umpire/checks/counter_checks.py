"""Checks of how a scenario's counters are designed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.findings import Fix, Severity
from engine.formats.artwork import refusal
from engine.formats.fields import counter_fields
from engine.formats.locate import elsewhere
from engine.scenario import formations
from engine.scenario.faces import WORDS, fields_in
from engine.spelling import on_disk
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.subject import Subject, near


@check("UNIT124", Severity.WARNING, "A text of the counters that asks for a value no counter has", needs="units")
def texts_without_values(subject: Subject) -> Iterator[Found]:
    """The design of the counters names a value in braces that no unit has, nor could have under these rules: nothing
    is printed for it."""
    scenario = subject.scenario
    known = {info.key for info in counter_fields(scenario.system)} | set(WORDS)
    known |= {key for unit in scenario.units.values() for key in unit.values}
    for name, texts in (("front", scenario.counters.front), ("back", scenario.counters.back)):
        for number, text in enumerate(texts):
            for word in fields_in(text.show):
                if word not in known:
                    message = f"a text of the {name} asks for {{{word}}}, which no counter has"
                    yield Found(message, ("counters", name, number, "show"), hint=near(word, known))


@check("UNIT126", Severity.WARNING, "A picture for counters that is not there, or cannot be shown", needs="counters")
def pictures_gone(subject: Subject) -> Iterator[Found]:
    """The design of the counters names a picture for a unit or a type of unit, and there is no such file, or it cannot
    be shown: it is outside the scenario's folder and your picture folder, not a picture, too large, or a drawing that
    refers to another file or takes too long. Those counters show their symbol instead."""
    for key, name in subject.scenario.counters.artwork.items():
        if not subject.folder:
            continue
        file = on_disk(Path(subject.folder) / name) if not elsewhere(name) else None
        gone = file is None or not file.exists()
        reason = refusal(file, subject.folder) if file is not None and not gone else ""
        if gone or reason:
            unit = subject.scenario.units.get(key)
            whose = unit.name if unit is not None else f"the type {key}"
            yield Found(
                f"the picture of {whose} cannot be shown: {reason}"
                if reason
                else f"the picture of {whose} is not there: {name}",
                ("counters", "artwork", key),
                unit=key if unit is not None else "",
                hint="choose another picture"
                if reason
                else f"put the file back under {subject.folder}, or choose another",
                fix=Fix(f"Show the symbol of {whose} again", "remove_artwork", {"key": key}),
            )


@check("UNIT125", Severity.INFO, "Colours of a formation that nobody belongs to", needs="units")
def colours_of_nobody(subject: Subject) -> Iterator[Found]:
    """The design of the counters gives colours to a formation that no unit belongs to: it was renamed, or its units
    have gone."""
    scenario = subject.scenario
    there = {
        part
        for unit in scenario.units.values()
        if (own := formations.parts(unit.formation))
        for depth in range(1, len(own) + 1)
        for part in (own[:depth], own[depth - 1 : depth])
    }
    for number, look in enumerate(scenario.counters.formations):
        if formations.parts(look.formation) not in there:
            names = {formations.text(part) for part in there}
            message = f"no unit belongs to {look.formation!r}, which has colours"
            yield Found(message, ("counters", "formations", number, "formation"), hint=near(look.formation, names))
