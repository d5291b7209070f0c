"""Every example of play in tests/examples proves what it says, and docs/play.md tells of all that happens in them."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import pytest
from playdoc import listed, rows
from sweeps import SWEEP
from tools import examples_told
from tools.held import held
from tools.patterns import first_of_each

from engine.formats import load, plays
from engine.formats.scenarios import Built
from engine.formats.source import Section
from engine.formats.specs import ExampleSpec, ScriptStep
from engine.play import Rules, game, registry
from engine.scenario import Scenario
from engine.umpire.checks import bars_to_play
from engine.umpire.examples import run_example
from engine.umpire.wording import Words

FOLDER = Path(__file__).parent / "examples"
EXAMPLES = sorted(FOLDER.rglob("*.yaml"))


class ReadOnce:
    """The scenarios that examples name by their files are read once, and rules bound to them once for each choice of
    options: many examples name the same, and games may share their rules (`tests/contract`)."""

    def __init__(self) -> None:
        self._read = plays.read_scenario
        self._built: dict[Path, Built] = {}
        self._rules: dict[tuple[int, str], Rules[Any]] = {}

    def scenario(self, path: Path, section: Section) -> Built:
        """A scenario of a file; one with findings is read each time, so that they are noted."""
        if path in self._built:
            return self._built[path]
        before = len(section.notes.findings)
        built = self._read(path, section)
        if built.scenario is not None and len(section.notes.findings) == before:
            self._built[path] = built
        return built

    def rules(self, scenario: Scenario, options: Mapping[str, Any] | None) -> Rules[Any]:
        """The rules of a scenario with these options."""
        make = registry.system(scenario.system).rules
        if all(built.scenario is not scenario for built in self._built.values()):
            return make(scenario, options)
        key = id(scenario), json.dumps(options, sort_keys=True)
        if key not in self._rules:
            self._rules[key] = make(scenario, options)
        return self._rules[key]


@pytest.fixture(autouse=True, scope="module")
def _read_once() -> Iterator[None]:
    once = ReadOnce()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plays, "read_scenario", once.scenario)
        patch.setattr(game, "system", lambda name: SimpleNamespace(rules=once.rules))
        yield


@dataclass(frozen=True)
class Played:
    """What the tests ask of an example that was played."""

    failures: list[str]
    proves: bool
    events: list[tuple[str, list[str]]]
    """Kind and fields of everything that happened."""
    wordless: list[str]
    """Kinds of event for which the system has no sentence."""
    decision: str
    """The kind of decision that is left at the end."""
    told: list[str]
    """What is said in it, as `examples_told` keeps it."""
    read: list[tuple[str, str]]
    """Its sentences behind their patterns."""


CHECKED_EACH = 1 if SWEEP else 8
"""Of so many examples the umpire checks one, which takes longer than to play it; `make soak` checks all."""


@cache
def played(path: Path) -> Played:
    """An example, played once for all tests; the game itself is not kept. One that `hexwright example` refuses fails by
    the findings, if it is one that is checked."""
    loaded = load(path)
    if crc32(path.name.encode()) % CHECKED_EACH == 0 and (bars := bars_to_play(loaded)):
        return Played([str(finding) for finding in bars], False, [], [], "", [], [])
    spec = loaded.model
    assert isinstance(spec, ExampleSpec)
    result = run_example(spec)
    words = Words(spec.scenario)
    compared = spec.expect or spec.final or spec.tried or spec.decision or spec.outcome or spec.findings
    return Played(
        [str(failure) for failure in result.failures],
        bool(spec.about and (compared or any(not isinstance(step, ScriptStep) or step.tried for step in spec.script))),
        [(event.kind, [name for name in event.data if name != "rule"]) for event in result.events],
        [event.kind for event in result.events if not words.event(event)],
        result.game.decision.kind if result.game and result.game.decision else "",
        examples_told.told(path.stem, result),
        list(examples_told.read(result)),
    )


@cache
def kept(system: str) -> dict[str, list[str]]:
    """What was said in the examples of a system when that was last written down, by their names."""
    found: dict[str, list[str]] = {}
    for line in examples_told.file_of(system).read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            name = line.partition(" ")[0]
        found.setdefault(name, []).append(line)
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_example(path: Path) -> None:
    """It goes as it says, with the events and refusals of before; and one without anything to compare, which would pass
    whatever happens, is none."""
    result, system = played(path), path.relative_to(FOLDER).parts[0]
    assert not result.failures, "\n" + "\n".join(result.failures)
    assert result.proves
    how = f"make record ARGS=examples if meant; python tests/tools/examples_told.py --show {system}/{path.stem}"
    assert result.told == kept(system).get(path.stem), how


@pytest.mark.parametrize("system", sorted(path.name for path in FOLDER.iterdir()))
def test_nothing_is_kept_of_examples_that_are_gone(system: str) -> None:
    assert set(kept(system)) == {path.stem for path in EXAMPLES if path.relative_to(FOLDER).parts[0] == system}


@pytest.mark.parametrize("system", examples_told.systems())
def test_events_and_prompts_read_as_they_did(system: str) -> None:
    sentences = (one for path in examples_told.paths(system) for one in played(path).read)
    held("examples", examples_told.sentences_of(system), first_of_each(sentences))


@pytest.mark.parametrize("system", registry.whole())
def test_every_event_and_decision_is_told(system: str) -> None:
    told = {row[0].strip("`"): row[1].strip("`").split() for row in rows(system, "event")}
    results = [played(path) for path in EXAMPLES if path.is_relative_to(FOLDER / system)]
    seen: Counter[str] = Counter()
    fields: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        assert not result.wordless
        for kind, names in result.events:
            seen[kind] += 1
            fields[kind].update(names)
    assert set(told) == set(seen) == set(registry.system(system).sentences)
    for kind, names in told.items():
        assert {name.rstrip("?") for name in names} == set(fields[kind]), kind
        always = {name for name, count in fields[kind].items() if count == seen[kind]}
        assert {name for name in names if not name.endswith("?")} == always, kind
    assert {result.decision for result in results} - {""} <= listed(system, "Decisions")


def test_an_example_that_the_command_refuses_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "CHECKED_EACH", 1)
    text = (FOLDER / "fm" / "8.5-along-the-path.yaml").read_text("utf-8")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(text.replace("ge-1: X0505}", "ge-1: X0504}"), "utf-8")
    assert any("SETUP104" in line for line in played(wrong).failures)
