"""Checks of what only the rules system can judge: its options, its unit values, its terrain, its set-up.

A system's package offers what it knows by names that docs/adding-a-system.md explains; what it does not offer
is not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from engine.board.palette import Layer
from engine.errors import HexwrightError
from engine.findings import Finding, Fix, Severity
from engine.formats import fitting
from engine.play import registry
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.subject import Subject, near, nearest


@check("RULE101", Severity.ERROR, "A rules system that does not exist")
def system_unknown(subject: Subject) -> Iterator[Found]:
    """The scenario names a rules system that this program does not have."""
    if subject.system is None:
        wanted = subject.scenario.system
        names = [*registry.SYSTEMS, *(registry.long_name(short) for short in registry.SYSTEMS)]
        yield Found(f"there is no rules system {wanted!r}", ("system",), hint=near(wanted, names))


@check("RULE102", Severity.ERROR, "An option that the rules do not have")
def options_unknown(subject: Subject) -> Iterator[Found]:
    """The scenario sets an option that its rules system does not offer, so it would change nothing."""
    options = subject.offers("OPTIONS")
    if options is None:
        return
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
    options = subject.offers("OPTIONS") or {}
    for name, value in subject.scenario.options.items():
        option = options.get(name)
        wanted = _wanted(option, value) if option is not None else ""
        if wanted:
            yield Found(
                f"the option {name} cannot be {value!r}; it is {wanted}",
                ("options", name),
                rule=str(getattr(option, "rule", "")),
                hint=str(getattr(option, "about", "")),
            )


def _wanted(option: Any, value: object) -> str:
    """What an option's value should be instead, or an empty text when it is good."""
    choices: Collection[object] = getattr(option, "choices", ()) or ()
    if choices:
        return "" if value in choices else "one of " + ", ".join(map(str, choices))
    kind = type(option.default)
    if isinstance(value, kind) and isinstance(value, bool) == (kind is bool):
        return ""
    return {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}.get(kind, "")


@check("RULE104", Severity.WARNING, "Terrain that the rules do not know")
def terrain_unknown(subject: Subject) -> Iterator[Found]:
    """The map is painted with a kind of terrain, feature, hexside or path that the rules system has no word
    for, so it has no effect in play. A palette's ``treat_as`` says what the rules should take it for."""
    known = {} if subject.offers("terrain_findings") else subject.offers("TERRAIN") or {}
    short = registry.short_name(subject.scenario.system) if subject.system is not None else ""
    for layer, counts in _painted(subject).items():
        if str(layer) not in known:
            continue
        for key, count in sorted(counts.items()):
            kind = subject.map.palette.get(layer, key)
            term = kind.term(short) if kind else key
            if term and term not in known[str(layer)]:
                places = "one place" if count == 1 else f"{count} places"
                yield Found(
                    f"the rules of {short} do not know {key} ({layer}), which the map has in {places}",
                    ("map",),
                    hint=f"treat it as one of: {', '.join(sorted(known[str(layer)]))}",
                    fix=Fix("Open the palette", "edit_palette", {"layer": str(layer), "kind": key}),
                )


def _painted(subject: Subject) -> dict[Layer, Counter[str]]:
    """How often each kind is painted, by layer."""
    board = subject.map
    return {
        Layer.TERRAIN: Counter(board.terrain[h] for h in subject.grid.hexes),
        Layer.FEATURE: Counter(kind for kinds in board.features.values() for kind in kinds),
        Layer.HEXSIDE: Counter(kind for kinds in board.hexsides.values() for kind in kinds),
        Layer.PATH: Counter(kind for kinds in board.paths.values() for kind in kinds),
    }


@check("RULE105", Severity.ERROR, "A scenario that the rules cannot play")
def rules_refuse(subject: Subject) -> Iterator[Found]:
    """The rules system cannot set this scenario up at all. Other findings usually say why in more detail."""
    if subject.system is None:
        return
    try:
        registry.rules_class(subject.scenario.system)(subject.scenario, None)
    except HexwrightError as error:
        yield Found(f"the rules cannot play this: {error}")


@check("RULE106", Severity.ERROR, "A table that the rules cannot use")
def tables_unfit(subject: Subject) -> Iterator[Found]:
    """The scenario lays a table over one that its rules system does not have, or one that lacks something, holds what
    the rules do not know, or has another shape than theirs."""
    yield from _unfit(subject, fitting.TABLES)


@check("RULE107", Severity.ERROR, "An exclusive rule that the rules cannot use")
def special_unfit(subject: Subject) -> Iterator[Found]:
    """The scenario's ``special`` names an exclusive rule that the system does not have, or says it in a way that the
    system cannot read: a side, hex or region that does not exist, text where a number belongs."""
    yield from _unfit(subject, fitting.SPECIAL)


@check("UNIT105", Severity.ERROR, "A type of unit that the rules do not have")
def unit_types(subject: Subject) -> Iterator[Found]:
    """A unit's ``type`` is none of those that the rules system knows how to move and fight."""
    types = subject.offers("UNIT_TYPES")
    for key, unit in subject.scenario.units.items() if types else ():
        if unit.type not in types:
            like = nearest(unit.type, types)
            yield Found(
                f"{unit.name} ({key}) is of type {unit.type!r}, which the rules do not have",
                ("units", key, "type"),
                unit=key,
                hint=near(unit.type, types),
                fix=Fix(f"Make it {like}", "set_type", {"unit": key, "value": like}) if like else None,
            )


@check("UNIT106", Severity.ERROR, "A unit with wrong or missing values")
def unit_values(subject: Subject) -> Iterator[Found]:
    """A unit lacks a value that the rules system needs on its counter, has one that the system does not know,
    or one that is out of range."""
    yield from _unfit(subject, fitting.VALUES)


def _unfit(subject: Subject, code: str) -> Iterator[Found]:
    """What does not fit the models of the rules system, of one kind."""
    for found in subject.misfits:
        if found.code == code:
            yield Found(found.message, found.path, unit=found.unit, rule=found.rule, hint=found.hint)


def own_findings(subject: Subject) -> Iterator[Finding]:
    """What the system's package finds itself, with lines and columns filled in."""
    scenario = subject.scenario
    arguments: dict[str, tuple[Any, ...]] = {
        "unit_findings": (scenario,),
        "setup_findings": (scenario,),
        "terrain_findings": (scenario,),
        "scenario_findings": (scenario,),
    }
    for hook, given in arguments.items():
        function = subject.offers(hook)
        for finding in function(*given) if function else ():
            place = finding.place
            yield replace(finding, place=subject.place(place.path, hex=place.hex, unit=place.unit))
