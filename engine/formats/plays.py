"""From the data of examples of play and replays to their specs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from engine.boards.kinds import kind_of
from engine.errors import NameNotKnown
from engine.formats import short_forms as short
from engine.formats.checking import check
from engine.formats.hints import clip
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.play_documents import ExampleDoc, FindingDoc, ReplayActionDoc, ReplayDoc, StartDoc, TriedDoc
from engine.formats.reading import as_written, display_name
from engine.formats.scenarios import Built, build_scenario
from engine.formats.source import DataPath, Section
from engine.formats.specs import (
    AnswerStep,
    ExampleSpec,
    FindingStep,
    ReplayAction,
    ReplayLine,
    ReplaySpec,
    ScriptStep,
    Tried,
)
from engine.formats.unit_ranges import singled
from engine.formats.versions import open_document, read_format
from engine.formats.write_scenario import digest, rules_digest
from engine.play.model import MEASURES, Start
from engine.play.registry import cited, system
from engine.scenario import Scenario


def build_example(section: Section, data: dict[str, Any]) -> tuple[ExampleSpec | None, Built]:
    """An example of play from the data of its file; all that is wrong is noted."""
    doc = check(section, ExampleDoc, data)
    built, ref = _scenario(section, data)
    if doc is None or built.scenario is None:
        return None, built
    names = _Names(section, built.scenario)
    spec = ExampleSpec(
        rule=cited(doc.rule, built.scenario.system),
        about=doc.about,
        scenario=built.scenario,
        start=names.start(doc.start) if doc.start else None,
        dice=doc.dice,
        results=doc.results,
        script=[step for number, item in enumerate(doc.script) for step in names.steps(number, item)],
        expect=doc.expect,
        final={unit: names.final(unit, value) for unit, value in singled(section, doc.final, ("final",)).items()},
        tried=names.tried((), doc),
        findings=names.findings(doc),
        read=section.notes.findings,
        decision=doc.decision,
        outcome=doc.outcome,
        options=doc.options,
        scenario_ref=ref,
        source=section.source,
    )
    return spec, built


def build_replay(section: Section, data: dict[str, Any]) -> tuple[ReplaySpec | None, Built]:
    """A replay from the data of its file; a scenario that has changed since is a warning."""
    doc = check(section, ReplayDoc, data)
    built, ref = _scenario(section, data)
    if doc is None or built.scenario is None:
        return None, built
    if doc.scenario_digest and doc.scenario_digest != digest(built.scenario):
        what = ", its map or its rules file has" if rules_digest(built.scenario.system) else " or its map has"
        message = f"the scenario{what} changed since this replay was written"
        section.warn("FILE023", message, ("scenario_digest",))
    names = _Names(section, built.scenario)
    for side in doc.players:
        names.side(side, ("players", side), key=True)
    spec = ReplaySpec(
        scenario=built.scenario,
        scenario_ref=ref,
        scenario_digest=doc.scenario_digest,
        seed=doc.seed,
        options=doc.options,
        start=names.start(doc.start) if doc.start else None,
        dice=doc.dice,
        results=doc.results,
        players=doc.players,
        actions=_actions(doc.actions),
        outcome=doc.outcome,
        final=doc.final,
        line=doc.line,
        lines=[
            ReplayLine(line.name, line.after, tuple(_actions(line.actions)), tuple(line.dice)) for line in doc.lines
        ],
        source=section.source,
    )
    for number, line in enumerate(doc.lines):
        if line.after > len(doc.actions):
            message = f"the line {clip(line.name)} leaves the game after action {line.after}; it has {len(doc.actions)}"
            section.error("FILE020", message, ("lines", number, "after"))
    return spec, built


def _actions(written: list[ReplayActionDoc]) -> list[ReplayAction]:
    return [
        ReplayAction(item.side, item.do, tuple(item.events) if item.events is not None else None, item.reason)
        for item in written
    ]


def _scenario(section: Section, data: dict[str, Any]) -> tuple[Built, str]:
    """The scenario of an example or replay, inline or from its own file, and how the file names it."""
    nothing = Built(section)
    if "scenario" not in data:
        return nothing, ""
    raw = data["scenario"]
    if isinstance(raw, dict):
        inline = section.sub("scenario")
        if "format" in raw and not read_format(inline, raw, "scenario"):
            return nothing, ""
        key = section.source.path.stem if section.source.path else "inline"
        return build_scenario(inline, raw, key), ""
    if raw is None or isinstance(raw, bool | list):
        section.error("FILE019", "'scenario' must be the name of a scenario, or a whole scenario", ("scenario",))
        return nothing, ""
    ref = raw if isinstance(raw, str) else as_written(raw)
    try:
        path = locate("scenario", ref, section.near)
    except NotFoundError as error:
        section.error("FILE021", str(error), ("scenario",), hint=error.hint)
        return nothing, ref
    except OutsideError as error:
        section.error("FILE022", str(error), ("scenario",))
        return nothing, ref
    return read_scenario(path, section), ref


def read_scenario(path: Path, section: Section) -> Built:
    """The scenario of a file that another file names; its findings join those of the other."""
    opened = open_document(path, display_name(path), "scenario")
    section.notes.extend(opened.notes.findings)
    there = Section(opened.source, notes=section.notes)
    if opened.data is None:
        return Built(there)
    return build_scenario(there, opened.data, path.stem)


class _Names:
    """Whether the names in an example or replay name something."""

    def __init__(self, section: Section, scenario: Scenario) -> None:
        self.section = section
        self.scenario = scenario

    def side(self, side: str, path: DataPath, *, key: bool = False) -> str:
        """The key of a side, in capitals or not; one that does not exist is noted."""
        if not side or side in self.scenario.sides:
            return side
        alike = [known for known in self.scenario.sides if known.casefold() == side.casefold()]
        if len(alike) == 1:
            return alike[0]
        hint = self.section.suggest(side, self.scenario.sides)
        self.section.error("SIDE001", f"there is no side {clip(side)}", path, key=key, hint=hint)
        return side

    def unit(self, unit: str, path: DataPath) -> None:
        """Note a unit that does not exist."""
        if unit not in self.scenario.units:
            hint = self.section.suggest(unit, self.scenario.units)
            message = f"there is no unit {clip(unit)}"
            self.section.error("UNIT003", message, path, key=True, hint=hint, unit=unit[:64])

    def hex(self, name: str, path: DataPath, unit: str) -> None:
        """Note a hex that does not exist."""
        if self.scenario.map.find(name) is None:
            hint = self.scenario.map.suggest(name).removeprefix("; ")
            message = f"there is no {kind_of(self.scenario.map).place} {clip(name)} on the map"
            self.section.error("SETUP002", message, path, hint=hint, hex=name[:40], unit=unit)

    def start(self, doc: StartDoc) -> Start:
        """Where to begin."""
        side = self.side(doc.side, ("start", "side"))
        placed = singled(self.section, doc.units, ("start", "units"))
        units = {unit: self._placed(("start", "units", unit), unit, value) for unit, value in placed.items()}
        return Start(doc.turn, side, doc.phase, units, doc.only, self._set(doc.set))

    def _set(self, values: dict[str, Any]) -> dict[str, Any]:
        """What the position holds beside its units, as the system's own model of it has it."""
        path: DataPath = ("start", "set")
        if not values:
            return {}
        try:
            known = system(self.scenario.system).start
        except NameNotKnown as error:
            self.section.error("FILE025", str(error), path)
            return {}
        if known is None:
            message = "nothing but units can be set at a start in these rules"
            self.section.error("FILE025", message, path, hint="leave `set` out")
            return {}
        checked = check(self.section.sub("start").sub("set"), known, values)
        return checked.model_dump(exclude_unset=True) if checked else {}

    def _placed(self, path: DataPath, unit: str, value: Any) -> Any:
        """A unit's place at the start: a hex name, or a mapping whose ``at`` is one, or nothing."""
        self.unit(unit, path)
        if isinstance(value, dict):
            value = _as_told(value)
            if isinstance(value.get("at"), str):
                self.hex(value["at"], (*path, "at"), unit)
            return value
        if value is None:
            return None
        if (at := short.spot(value)) is not None:
            self.hex(at, path, unit)
            return at
        if isinstance(value, bool | list):
            message = f"unit {unit} must be placed in a hex, or by a mapping with 'at'"
            self.section.error("FILE019", message, path, unit=unit)
            return None
        if self._is_dead(value):
            return {"dead": True}
        name = value if isinstance(value, str) else as_written(value)
        self.hex(name, path, unit)
        return name

    def _is_dead(self, value: Any) -> bool:
        """Whether a word in place of a hex says that a unit is eliminated."""
        return value in ("dead", "eliminated") and self.scenario.map.find(value) is None

    def final(self, unit: str, value: Any) -> Any:
        """What a unit must have come to: always a mapping; a hex alone means ``{at: hex}``."""
        path = ("final", unit)
        self.unit(unit, path)
        if isinstance(value, dict):
            return _as_told(value)
        if self._is_dead(value):
            return {"dead": True}
        if (at := short.spot(value)) is not None:
            return {"at": at}
        if isinstance(value, bool | list):
            message = f"the end of unit {unit} must be a mapping such as {{at: hex}}"
            self.section.error("FILE019", message, path, unit=unit)
            return {}
        return _as_told({"at": value})

    def steps(self, number: int, item: TriedDoc | dict[str, str]) -> list[Tried]:
        """An entry of the script: an action, or what is tried there."""
        path = ("script", self.section.index(("script",), number))
        return self.tried(path, item) if isinstance(item, TriedDoc) else [self.step(path, item)]

    def tried(self, path: DataPath, doc: TriedDoc | ExampleDoc) -> list[Tried]:
        """What is tried at a moment, under the keys ``illegal``, ``legal``, ``verdicts`` and ``answers`` of a part of
        the file."""
        steps: list[Tried] = [
            self.step(self.entry(path, kind, number), item, kind)
            for kind, items in (("illegal", doc.illegal), ("legal", doc.legal))
            for number, item in enumerate(items)
        ]
        steps += [self.verdict(self.entry(path, "verdicts", n), item) for n, item in enumerate(doc.verdicts)]
        answers = enumerate(doc.answers)
        return steps + [AnswerStep(one.ask, one.answer, self.entry(path, "answers", n)) for n, one in answers]

    def entry(self, path: DataPath, key: str, number: int) -> DataPath:
        """Where an entry of a list stands in the file."""
        return (*path, key, self.section.index((*path, key), number))

    def step(self, path: DataPath, item: dict[str, str], tried: str = "") -> ScriptStep:
        """The side and the action of one entry, played or ``tried``."""
        extra = ("rule", "about") if tried == "illegal" else ("about",)
        side, do = self.deed(path, item, extra, "may be " + " and ".join(extra))
        rule = cited(item["rule"], self.scenario.system) if "rule" in item and "rule" in extra else ""
        return ScriptStep(side, do, tried, (rule,) if rule else (), path)

    def deed(self, path: DataPath, item: dict[str, Any], extra: Sequence[str], may: str) -> tuple[str, str]:
        """The side and the action of an entry, which may have some ``extra`` keys; what else it has is noted."""
        sides = [key for key in item if key not in extra]
        texts = [key for key in sides if isinstance(item[key], str)]
        if sorted(texts) == ["do", "side"] and len(sides) == 2:  # as replays write it
            return self.side(item["side"], (*path, "side")), str(item["do"]).strip()
        if len(sides) == 1 and texts:
            return self.side(sides[0], (*path, sides[0]), key=True), str(item[sides[0]]).strip()
        message = f"an entry must be one side and its action, such as 'us: end phase'; beside it there {may}"
        self.section.error("FILE020", message, path)
        return "", ""

    def verdict(self, path: DataPath, item: dict[str, Any]) -> ScriptStep:
        """An action with what the rules must say of it."""
        side, do = self.deed(path, item, _OF_A_VERDICT, f"may be {', '.join(_OF_A_VERDICT)}")
        said = item.get("is", "legal")
        if said not in ("legal", "illegal"):
            message = f"a verdict is 'legal' or 'illegal', not {clip(str(said))}"
            self.section.error("FILE020", message, (*path, "is"))
        rules = item.get("rule", [])
        rules = [short.as_text(rule) for rule in (rules if isinstance(rules, list) else [rules])]
        if not all(isinstance(rule, str) for rule in rules):
            self.section.error("FILE020", "a paragraph is text, such as 'dbm:14.1', or a list of them", (*path, "rule"))
            rules = []
        elif rules and said == "legal":
            self.section.error("FILE020", "an action that is legal breaks no paragraph", (*path, "rule"))
        measures: dict[str, Any] = {name: item[name] for name in MEASURES if name in item}
        named = tuple(cited(rule, self.scenario.system) for rule in rules)
        return ScriptStep(side, do, str(said), named, path, measures)

    def findings(self, doc: ExampleDoc) -> list[FindingStep]:
        """What the checks have to find, and must not."""
        return [
            self.finding(self.entry((), kind, number), one, found=kind == "findings")
            for kind, items in (("findings", doc.findings), ("clean", doc.clean))
            for number, one in enumerate(items)
        ]

    def finding(self, path: DataPath, doc: FindingDoc, *, found: bool) -> FindingStep:
        """What the checks have to find, or must not: by its paragraph, or by its code."""
        if not (doc.rule or doc.code or doc.at):
            message = "a finding is named by its paragraph (rule), its code or what it is about (at)"
            self.section.error("FILE020", message, path)
        code, rule = (doc.rule, "") if _CODE.fullmatch(doc.rule) else (doc.code, doc.rule)
        return FindingStep(cited(rule, self.scenario.system), tuple(doc.at), code, found, path)


_CODE: Final = re.compile(r"[A-Z]{3,8}\d{3}")
"""The code of a check, where a paragraph could stand."""
_OF_A_VERDICT: Final = ("is", "rule", *MEASURES, "about")
"""What an entry of ``verdicts`` may have beside its side and action."""


def _as_told(value: dict[str, Any]) -> dict[str, Any]:
    """What is said of a unit in our words: ``at`` as text, for names of hexes may look like numbers, and ``dead``."""
    at = value.get("at")
    if (named := short.spot(at)) is not None:
        value = {**value, "at": named}
    if isinstance(at, int | float) and not isinstance(at, bool):
        value = {**value, "at": as_written(at)}
    if "eliminated" in value and "dead" not in value:
        value = {"dead" if name == "eliminated" else name: said for name, said in value.items()}
    return value
