"""Checks of what only the rules system can judge: its options, its unit values, its terrain, its set-up.

A system says what it knows in its record (`engine.play.system.System`); what it does not offer is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.boards.kinds import KINDS, kind_of
from engine.errors import HexwrightError
from engine.findings import Finding, Fix, Severity
from engine.formats import fitting
from engine.play import registry
from engine.play.options import Option
from engine.scenario.system_name import file_of
from engine.umpire.checks.place_fixes import RENAME, drop, put_nearest
from engine.umpire.checks.registry import Found, Scope, check
from engine.umpire.checks.subject import Subject, near, nearest

_MEANT: Final = re.compile(r"did you mean '?([^'?]+)'?\?")
"""The hint that names the key which is most like an unknown one."""


@check("RULE101", Severity.ERROR, "A rules system that does not exist")
def system_unknown(subject: Subject) -> Iterator[Found]:
    """The scenario names a rules system that this program does not have."""
    if subject.system is None and not _is_path(subject.scenario.system):
        wanted = subject.scenario.system
        names = [*registry.SYSTEMS, *(system.folder for system in registry.systems())]
        fix = put_nearest(("system",), wanted, names)
        yield Found(f"there is no rules system {wanted!r}", ("system",), hint=near(wanted, names), fix=fix)


@check("KIT102", Severity.ERROR, "Rules of a scenario that are not found")
def rules_not_found(subject: Subject) -> Iterator[Found]:
    """The scenario names rules that neither ship nor stand in a file beside it, in a folder `systems` or in the user's
    folder."""
    name = subject.scenario.system
    if subject.system is None and not file_of(name):
        kind = "file" if _is_path(name) else "system"
        hint = "write system: and the path of the rules file, seen from the scenario, such as ./rules.yaml"
        yield Found(f"no rules {kind} {name!r} is found", ("system",), hint=hint)


def _is_path(name: str) -> bool:
    """Whether the rules of a scenario are named by a path, and not by a name."""
    return "/" in name or name.endswith((".yaml", ".yml"))


@check("RULE108", Severity.ERROR, "Rules for another kind of map", bars_play=True)
def map_of_another_kind(subject: Subject) -> Iterator[Found]:
    """The rules system is played on maps of another kind than the scenario has."""
    if subject.system is not None and not subject.on_its_map:
        wanted = " or a ".join(row.title for row in KINDS if row.key in subject.system.boards) or "map of another kind"
        message = f"{subject.system.title} is played on a {wanted}; this is a {kind_of(subject.map).title}"
        yield Found(message, ("map",), hint="choose another map, or other rules")


@check("RULE102", Severity.ERROR, "An option that the rules do not have")
def options_unknown(subject: Subject) -> Iterator[Found]:
    """The scenario sets an option that its rules system does not offer, so it would change nothing."""
    if subject.system is None:
        return
    options = subject.system.options
    for name in subject.scenario.options:
        if name not in options:
            like = nearest(name, options)
            rename = Fix(f"Call it {like}", "rename_option", {"old": name, "new": like})
            yield Found(
                f"the rules have no option {name!r}",
                ("options", name),
                hint=near(name, options),
                fix=rename if like else Fix("Remove it", "remove_option", {"name": name}),
            )


@check("RULE103", Severity.ERROR, "A value that an option cannot have")
def option_values(subject: Subject) -> Iterator[Found]:
    """An option is set to a value that the rules do not know."""
    options = subject.system.options if subject.system else {}
    for name, value in subject.scenario.options.items():
        option = options.get(name)
        wanted = _wanted(option, value) if option is not None else ""
        if option is not None and wanted:
            yield Found(
                f"the option {name} cannot be {value!r}; it is {wanted}",
                ("options", name),
                rule=option.rule,
                hint=option.about,
                fix=Fix("Use the default", "remove_option", {"name": name}),
            )


def _wanted(option: Option, value: object) -> str:
    """What an option's value should be instead, or an empty text when it is good."""
    if option.choices:
        return "" if value in option.choices else "one of " + ", ".join(map(str, option.choices))
    kind = type(option.default)
    if isinstance(value, kind) and isinstance(value, bool) == (kind is bool):
        return ""
    return {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}.get(kind, "")


@check("RULE105", Severity.ERROR, "A scenario that the rules cannot play", Scope.BINDING)
def rules_refuse(subject: Subject) -> Iterator[Found]:
    """The rules system refuses this scenario, though no other check has found an error in it."""
    if subject.system is None:
        return
    try:
        registry.system(subject.scenario.system).rules(subject.scenario, None)
    except HexwrightError as error:
        yield Found(f"the rules cannot play this: {error}")


@check("RULE106", Severity.ERROR, "A table that the rules cannot use", bars_play=True)
def tables_unfit(subject: Subject) -> Iterator[Found]:
    """The scenario lays a table over one that its rules system does not have, or one that lacks something, holds what
    the rules do not know, or has another shape than theirs."""
    yield from _unfit(subject, fitting.TABLES)


@check("RULE107", Severity.ERROR, "An exclusive rule that the rules cannot use", bars_play=True)
def special_unfit(subject: Subject) -> Iterator[Found]:
    """The scenario's ``special`` names an exclusive rule that the system does not have, or says it in a way that the
    system cannot read: a side, hex or region that does not exist, text where a number belongs."""
    yield from _unfit(subject, fitting.SPECIAL)


@check("UNIT105", Severity.ERROR, "A type of unit that the rules do not have")
def unit_types(subject: Subject) -> Iterator[Found]:
    """A unit's ``type`` is none of those that the rules system knows how to move and fight."""
    types = subject.system.unit_types if subject.system else ()
    for key, unit in subject.scenario.units.items() if types else ():
        if unit.type not in types:
            like = nearest(unit.type, types)
            yield Found(
                f"{subject.unit_name(key)} is of type {unit.type!r}, which the rules do not have",
                ("units", key, "type"),
                unit=key,
                hint=near(unit.type, types),
                fix=Fix(f"Make it {like}", "set_type", {"unit": key, "value": like}) if like else None,
            )


@check("UNIT106", Severity.ERROR, "A unit with wrong or missing values", bars_play=True)
def unit_values(subject: Subject) -> Iterator[Found]:
    """A unit lacks a value that the rules system needs on its counter, has one that the system does not know,
    or one that is out of range."""
    yield from _unfit(subject, fitting.VALUES)


def _unfit(subject: Subject, code: str) -> Iterator[Found]:
    """What does not fit the models of the rules system, of one kind; not what could not even be read."""
    for found in subject.misfits:
        if found.code == code and found.path not in subject.misread:
            yield Found(
                found.message,
                found.path,
                key=found.key,
                unit=found.unit,
                rule=found.rule,
                hint=found.hint,
                fix=_without_key(subject, found) if found.key else None,
            )


def _without_key(subject: Subject, found: fitting.Misfit) -> Fix | None:
    """The fix of a key that the rules do not know: the one that its hint asks for, or none at all."""
    meant, word = _MEANT.fullmatch(found.hint), str(found.path[-1])
    unit = subject.scenario.units.get(found.unit)
    if unit is None:
        fix = drop("Remove it", found.path)
        return Fix(f"Change it to {meant[1]}", RENAME, {"path": list(found.path), "key": meant[1]}) if meant else fix
    if word not in unit.values:
        return None
    if meant and meant[1] not in unit.values:
        values = {word: None, meant[1]: unit.values[word]}
        return Fix(f"Change it to {meant[1]}", "set_values", {"unit": unit.key, "values": values})
    return Fix("Remove it", "set_values", {"unit": unit.key, "values": {word: None}})


def own_findings(subject: Subject) -> Iterator[Finding]:
    """What the system finds itself, with lines and columns filled in."""
    for check_own in subject.system.checks if subject.system and subject.on_its_map else ():
        for finding in check_own(subject.scenario):
            place = finding.place
            yield replace(finding, place=subject.place(place.path, hex=place.hex, unit=place.unit))
