"""Templates of counters: read from files of their own or from scenarios, and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.errors import HexwrightError
from engine.findings import FileProblem, Severity
from engine.formats.checking import check
from engine.formats.documents import ColourRuleDoc, CounterTemplateDoc, ElementDoc, FacesDoc, FitDoc
from engine.formats.locate import NotFoundError, OutsideError, locate, shipped
from engine.formats.migrations import header
from engine.formats.reading import display_name
from engine.formats.source import DataPath, Section
from engine.formats.versions import open_document
from engine.formats.yamltext import listing, pair
from engine.scenario.elements import (
    EVERY_UNIT,
    FACES,
    FORMS,
    STEP_FORMS,
    SYMBOL_FORMS,
    USUAL_SIZE,
    ColourRule,
    CounterElement,
    CounterTemplate,
    UnitCondition,
)

FORMS_OF: Final[Mapping[str, Sequence[str]]] = {
    "symbol": (*SYMBOL_FORMS, "none"),
    "artwork": SYMBOL_FORMS,
    "shape": FORMS,
    "badge": FORMS,
    "steps": STEP_FORMS,
}
"""Kind of element to the forms that it can have."""


def shipped_templates() -> dict[str, CounterTemplate]:
    """The templates that ship, by name, in the order of their names."""
    paths = sorted(shipped("counters").glob("*.yaml"))
    return {path.stem: read_template(path, path.stem) for path in paths}


def load_template(ref: str, near: Path | None = None) -> CounterTemplate:
    """The template of a name such as ``nato``, or of a path. Raises HexwrightError where it cannot be found, and
    FileProblem where its file is not sound."""
    try:
        path = locate("counters", ref, near)
    except (NotFoundError, OutsideError) as error:
        hint = getattr(error, "hint", "")
        raise HexwrightError(f"{error}; {hint}" if hint else str(error)) from None
    return read_template(path, ref)


def read_template(path: Path, ref: str = "") -> CounterTemplate:
    """The template of a file. Raises FileProblem with every error."""
    opened = open_document(path, display_name(path), "counters")
    section = Section(opened.source, notes=opened.notes)
    doc = check(section, CounterTemplateDoc, opened.data) if opened.data is not None else None
    made = built(section, (), doc, ref or path.stem) if doc is not None else None
    errors = [finding for finding in opened.notes.findings if finding.severity is Severity.ERROR]
    if made is None or errors:
        raise FileProblem(errors)
    return made


def built(section: Section, path: DataPath, doc: FacesDoc, key: str = "") -> CounterTemplate:
    """The template of a document; what is wrong with its elements is noted in the section."""
    faces = {
        name: tuple(_element(section, (*path, name, n), one) for n, one in enumerate(getattr(doc, name)))
        for name in FACES
    }
    return CounterTemplate(key, doc.name or key, doc.size, rules=rules(doc.rules), **faces)


def _element(section: Section, path: DataPath, doc: ElementDoc) -> CounterElement:
    known = FORMS_OF.get(doc.kind, ())
    if doc.form and doc.form not in known:
        hint = section.suggest(doc.form, known) if known else "leave the form out"
        section.error("FILE020", f"a {doc.kind} has no form {doc.form!r}", (*path, "form"), hint=hint)
    left, top, width, height = doc.box
    if width <= 0 or height <= 0:
        section.error("FILE020", "the width and height of an element must be above 0", (*path, "box"))
    plain = doc.model_dump(exclude={"box", "when", "kind"})
    return CounterElement(doc.kind, left, top, width, height, when=_condition(doc.when), **plain)


def _condition(doc: FitDoc) -> UnitCondition:
    values = tuple((key, tuple(allowed)) for key, allowed in doc.values.items())
    lists = (tuple(listed) for listed in (doc.sides, doc.formations, doc.types, doc.sizes))
    sides, formations, types, sizes = lists
    return UnitCondition(sides, formations, types, sizes, doc.steps, tuple(doc.has), tuple(doc.lacks), values)


def rules(docs: Sequence[ColourRuleDoc]) -> tuple[ColourRule, ...]:
    """Rules of colours as their documents say."""
    return tuple(ColourRule(_condition(doc.when), doc.colour, doc.ink, doc.stripe) for doc in docs)


# -- writing -------------------------------------------------------------------------------------------------------


def dump_template(template: CounterTemplate) -> str:
    """The text of a template's file."""
    lines = ["format: " + header("counters"), *pair("name", template.name or template.key)]
    for name, value in faces_data(template).items():
        if name != "name":
            lines += [f"{name}:", *listing(value)] if isinstance(value, list) else pair(name, value)
    return "\n".join(lines) + "\n"


def faces_data(template: CounterTemplate) -> dict[str, Any]:
    """A template as plain data; what is usual is left out."""
    found: dict[str, Any] = {}
    if template.name and template.name != template.key:
        found["name"] = template.name
    if template.size != USUAL_SIZE:
        found["size"] = _short(template.size)
    for name in FACES:
        if template.face(name):
            found[name] = [_element_data(one) for one in template.face(name)]
    if template.rules:
        found["rules"] = rules_data(template.rules)
    return found


def rules_data(listed: Sequence[ColourRule]) -> list[dict[str, Any]]:
    """Rules of colours as plain data."""
    return [
        {"when": _condition_data(rule.when)}
        | {
            name: colour
            for name, colour in (("colour", rule.ground), ("ink", rule.ink), ("stripe", rule.stripe))
            if colour
        }
        for rule in listed
    ]


def _element_data(one: CounterElement) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": one.kind, "box": [_short(v) for v in (one.x, one.y, one.width, one.height)]}
    usual = CounterElement(one.kind, 0, 0, 1, 1)
    for name in ("show", "form", "letters", "lines", "bold", "align", "ink", "fill", "turn", "line"):
        value = getattr(one, name)
        if value != getattr(usual, name):
            found[name] = _short(value) if isinstance(value, float) else value
    if one.when != EVERY_UNIT:
        found["when"] = _condition_data(one.when)
    return found


def _condition_data(when: UnitCondition) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: list(getattr(when, name))
        for name in ("sides", "formations", "types", "sizes", "has", "lacks")
        if getattr(when, name)
    }
    if when.steps:
        found["steps"] = when.steps
    if when.values:
        found["values"] = {key: list(allowed) for key, allowed in when.values}
    return found


def _short(value: float) -> float | int:
    """A length in thousandths of a millimetre, without a fraction that is none."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded
