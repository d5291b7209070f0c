"""Checks of how a scenario's counters are designed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.findings import Fix, Severity
from engine.formats.artwork import refusal
from engine.formats.fields import counter_fields, every_field
from engine.formats.locate import elsewhere
from engine.formats.source import DataPath
from engine.scenario import formations
from engine.scenario.counters import CounterDesign
from engine.scenario.elements import FACES, TEXT_KINDS, CounterElement
from engine.scenario.words import WORDS, fields_in
from engine.spelling import on_disk
from engine.umpire.checks.place_fixes import drop, put
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.subject import Subject, near, nearest


@check("UNIT124", Severity.WARNING, "A text of the counters that asks for a value no counter has", needs="units")
def texts_without_values(subject: Subject) -> Iterator[Found]:
    """The design of the counters names a value in braces that no unit has, nor could have under these rules: nothing
    is printed for it."""
    scenario = subject.scenario
    known = {info.key for info in counter_fields(scenario.system)} | set(WORDS)
    known |= {key for unit in scenario.units.values() for key in unit.values}
    for name, path, show in _texts(scenario.counters):
        for word in fields_in(show):
            if word not in (known if path[1] != "faces" else known | every_field()):
                message = f"a text of the {name} asks for {{{word}}}, which no counter has"
                yield Found(message, path, hint=near(word, known), fix=_other_value(path, show, word, known))


def _other_value(path: DataPath, show: str, word: str, known: set[str]) -> Fix:
    """The fix that asks for the value that is most like the wrong one, or for none; a text of nothing is removed."""
    like = nearest(word, known)
    if like:
        return put(f"Ask for {{{like}}}", path, show.replace(f"{{{word}}}", f"{{{like}}}"))
    left = show.replace(f"{{{word}}}", "").strip()
    return put("Leave the value out", path, left) if left else drop("Remove the text", path[:-1])


def _texts(design: CounterDesign) -> Iterator[tuple[str, DataPath, str]]:
    """Every text of a design that its file holds, with the face that it is on and its place."""
    for name, texts in (("front", design.front), ("back", design.back)):
        for number, text in enumerate(texts):
            yield name, ("counters", name, number, "show"), text.show
    template = design.template
    if template is None or design.template_ref:
        return
    for name in FACES:
        for number, one in enumerate(template.face(name)):
            if one.kind in TEXT_KINDS:
                yield name, ("counters", "faces", name, number, "show"), one.show


@check("UNIT128", Severity.WARNING, "A template of counters that shows nothing of the unit", needs="counters")
def templates_without_fields(subject: Subject) -> Iterator[Found]:
    """The front of the counters' template has no name, no symbol, no picture of the unit and no value: all counters of
    a side look alike."""
    template = subject.scenario.counters.template
    if template is None or not subject.scenario.units:
        return
    if not any(_of_the_unit(one) for one in template.front):
        what = f"the template {template.name}" if template.name else "the template"
        message = f"the front of {what} shows nothing of the unit: no name, no symbol, no value"
        own = ("counters", "template" if subject.scenario.counters.template_ref else "faces")
        fix = Fix("Add the name", "add_name")
        yield Found(message, own, hint="add a name or a value in the counter studio", fix=fix)


def _of_the_unit(element: CounterElement) -> bool:
    if element.kind in ("name", "symbol"):
        return True
    return bool(fields_in(element.show)) or (element.kind == "artwork" and not element.show)


@check("UNIT126", Severity.WARNING, "A picture for counters that is not there, or cannot be shown", needs="counters")
def pictures_gone(subject: Subject) -> Iterator[Found]:
    """The design of the counters names a picture for a unit or a type of unit, and there is no such file, or it cannot
    be shown: it is outside the scenario's folder and your picture folder, not a picture, too large, or a drawing that
    refers to another file or takes too long. Those counters show their symbol instead."""
    if not subject.folder:
        return
    yield from _pictures_of_elements(subject.scenario.counters, subject.folder)
    for key, name in subject.scenario.counters.artwork.items():
        gone, reason = _trouble(name, subject.folder)
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


def _trouble(name: str, folder: str) -> tuple[bool, str]:
    """Whether a picture is not there, and why it cannot be shown."""
    file = on_disk(Path(folder) / name) if not elsewhere(name) else None
    gone = file is None or not file.exists()
    return gone, refusal(file, folder) if file is not None and not gone else ""


def _pictures_of_elements(design: CounterDesign, folder: str) -> Iterator[Found]:
    """The pictures that elements of a template show for every unit."""
    template = design.template
    for face in FACES if template is not None else ():
        for number, one in enumerate(template.face(face) if template is not None else ()):
            if one.kind != "artwork" or not one.show or fields_in(one.show):
                continue
            gone, reason = _trouble(one.show, folder)
            if gone or reason:
                own = (
                    ("counters", "template") if design.template_ref else ("counters", "template", face, number, "show")
                )
                message = f"the picture {one.show} on the {face} of the counters " + (
                    f"cannot be shown: {reason}" if reason else "is not there"
                )
                yield Found(message, own, hint=f"put the file back under {folder}, or choose another")


@check("UNIT125", Severity.INFO, "Colours of a formation without units", needs="units")
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
            fix = Fix(f"Remove the colours of {look.formation}", "remove_colours", {"formation": look.formation})
            path = ("counters", "formations", number, "formation")
            yield Found(message, path, hint=near(look.formation, names), fix=fix)
