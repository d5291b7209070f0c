"""Names of a rules file: taken ones, double ones, undefined ones and unused ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from engine.errors import HexwrightError
from engine.formats import locate
from engine.formats.hints import nearest
from engine.formats.palettes import load_palette
from engine.formats.source import DataPath
from engine.kit.bound.words import spelled
from engine.kit.checks.references import References
from engine.kit.checks.survey import Survey, inner_of, quoted, requirements_of
from engine.kit.model.conditions import Condition
from engine.play import registry

RESERVED: Final = frozenset(
    {
        *("own", "enemy", "active", "both", "any", "all", "none", "else", "not", "yes", "no", "true", "false"),
        *("end", "phase", "at", "with", "to"),
    }
)
OF_UNITS: Final = frozenset(
    {
        *("side", "name", "type", "size", "formation", "provenance", "steps", "facing", "at", "dead"),
    }
)
"""What values, flags and statuses may not be called."""
VERBS: Final = frozenset(
    {
        *("deploy", "at", "move", "enter", "go", "stop", "exit", "face", "load", "unload", "with", "also"),
        *("fight", "lose", "reduce", "fall", "stand", "retreat", "stay", "displace", "advance", "hold"),
        *("rally", "activate", "pass", "draw", "replace", "end", "supply", "weather", "events", "arrive"),
        *("recover", "reduce"),
    }
)
"""What kinds of combat may not be called: other verbs, and other words of a phase."""


def check_names(survey: Survey) -> None:
    """Find what is wrong with names: KIT103 to KIT109."""
    _system_name(survey)
    _meanings(survey)
    _twice(survey)
    _circles(survey)
    references = References(survey)
    references.look_up()
    _terms_of_no_palette(survey)
    if not references.broken:
        _never_used(survey, references)


def _system_name(survey: Survey) -> None:
    taken = {word.lower() for short, names in registry.TITLES.items() for word in (short, *names)}
    taken |= {word.lower() for one in registry.added_systems().values() for word in (one.name, one.title)}
    for key in ("name", "title"):
        said = str(getattr(survey.model, key))
        if said.lower() in taken:
            survey.error("KIT103", f"{quoted(said)} is the {key} of a rules system that the program has", (key,))


def names_of(survey: Survey) -> Iterator[tuple[DataPath, str, str]]:
    """Yields what the file defines: the data path, the name, and what it is a name of."""
    model = survey.model
    groups: list[tuple[str, Iterable[str], DataPath]] = [
        ("type", model.units.types, ("units", "types")),
        ("class", model.units.classes, ("units", "classes")),
        ("value", model.units.values, ("units", "values")),
        ("flag", model.units.flags, ("units", "flags")),
        ("status", model.units.statuses, ("units", "statuses")),
        ("condition", model.conditions.keys(), ("conditions",)),
        ("setting", model.settings.keys(), ("settings",)),
        ("option", model.options.keys(), ("options",)),
        ("marker", model.markers.keys(), ("markers",)),
        ("table of events", model.events.keys(), ("events",)),
        ("table", model.tables.keys(), ("tables",)),
    ]
    for what, names, path in groups:
        yield from (((*path, name), name, what) for name in names)
    for what in ("terrain", "features", "hexsides", "paths"):
        yield from ((("ground", what), name, what) for name in getattr(model.ground, what))
    yield from (((*path, "name"), phase.name, "phase") for path, phase in survey.phases)
    for what in ("combat", "reaction"):
        for number, entry in enumerate(getattr(model, what)):
            yield (what, number, "name"), entry.name, what


def _meanings(survey: Survey) -> None:
    for path, name, what in names_of(survey):
        taken = name in RESERVED or (what in ("value", "flag", "status") and name in OF_UNITS)
        taken = taken or (what == "value" and name in ("units", "steps"))
        # Actions are read without regard to capitals.
        taken = taken or (what == "combat" and name.lower() in VERBS)
        if taken:
            survey.error("KIT104", f"{quoted(name)} has a meaning of its own and cannot be a name", path, key=True)


_CALLED: Final = {"hexsides": "kind of hexside", "paths": "kind of path", "combat": "kind of combat"}
_SHARED: Final = (
    ("type", "class"),
    ("value", "flag"),
    ("terrain", "features", "marker"),
    ("hexsides", "paths"),
    ("combat",),
    ("reaction",),
)
"""Things that are named in the same places, so that no two of them may share a name."""


def _twice(survey: Survey) -> None:
    for kinds in _SHARED:
        seen = dict[str, str]()
        for path, name, what in names_of(survey):
            word = name.lower() if what == "combat" else name
            if what in kinds and word in seen:
                survey.error(
                    "KIT105",
                    f"{quoted(name)} is already the name of a {_CALLED.get(seen[word], seen[word])}",
                    path,
                    key=True,
                )
            elif what in kinds:
                seen[word] = what
    for phases in _lists_of_phases(survey):
        names = set[str]()
        for path, name in phases:
            if spelled(name) in names:
                survey.error("KIT105", f"there are two phases {quoted(name)}", path)
            names.add(spelled(name))


def _lists_of_phases(survey: Survey) -> Iterator[list[tuple[DataPath, str]]]:
    own = [((*path, "name"), phase.name) for path, phase in survey.phases]
    yield [one for one in own if "does" not in one[0]]
    yield [one for one in own if "does" in one[0]]


def _circles(survey: Survey) -> None:
    """Find named conditions that rest on themselves."""
    named = survey.model.conditions
    uses = {name: set(_used(condition)) & set(named.keys()) for name, condition in named.items()}
    for name in uses:
        reached, waiting = set[str](), [*uses[name]]
        while waiting:
            one = waiting.pop()
            if one not in reached:
                reached.add(one)
                waiting += uses[one]
        if name in reached:
            survey.error("KIT109", f"the condition {quoted(name)} refers to itself", ("conditions", name), key=True)


def _used(condition: Condition) -> Iterator[str]:
    waiting: list[tuple[DataPath, Condition]] = [((), condition)]
    while waiting:
        path, part = waiting.pop()
        for at, one in requirements_of(part, path):
            if one.kind == "is":
                yield one.value
            waiting += inner_of(at, one)


def in_a_circle(survey: Survey) -> bool:
    """Whether some named condition rests on itself."""
    return any(finding.code == "KIT109" for finding in survey.section.notes.findings)


_palette_words: dict[str, frozenset[str]] = {}


def _words_of(name: str) -> frozenset[str]:
    """The keys and terms of a palette that ships."""
    if name not in _palette_words:
        found = set[str]()
        with suppress(HexwrightError, AssertionError):
            palette: Any = load_palette(name)
            for layer in ("terrain", "features", "hexsides", "paths"):
                for key, kind in getattr(palette, layer, {}).items():
                    found |= {key, *kind.treat_as.values()}
        _palette_words[name] = frozenset(found)
    return _palette_words[name]


def _terms_of_no_palette(survey: Survey) -> None:
    ground = survey.model.ground
    known = {*ground.like.values()}
    wanted = {*ground.terrain, *ground.features, *ground.hexsides, *ground.paths}
    names = locate.names("palette", locate.shipped("palette"))
    # Palettes are read as long as there is a term that none before them has.
    for palette in sorted(names, key=lambda name: name != "standard"):
        if wanted <= known:
            return
        known |= _words_of(palette)
    for what in ("terrain", "features", "hexsides", "paths"):
        for name in getattr(ground, what):
            if name not in known:
                near = nearest(name, sorted(known))
                hint = f"name a kind of a palette under like, such as {{{near or 'KIND'}: {name}}}"
                survey.advise("KIT107", f"no palette that ships has {quoted(name)}", ("ground", what), hint=hint)


_COUNTED: Final = {"condition", "setting", "option", "class", "flag", "value", "marker", "table of events", "table"}


def _never_used(survey: Survey, references: References) -> None:
    for path, name, what in names_of(survey):
        if what in _COUNTED and (what, name) not in references.used:
            survey.advise("KIT108", f"the {what} {quoted(name)} is never used", path, key=True)
