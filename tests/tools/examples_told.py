"""What is said in the examples of play: a digest for each, and why each refusal was made.

``python tests/tools/examples_told.py [SYSTEM ...]`` writes it into tests/examples_told, a file for each system: the
paragraphs, places and numbers of each refusal, and a digest of the rest, without any wording. How the events and
prompts of a system read stands in tests/sentences/<system>.txt, one sentence of each pattern.
``--show EXAMPLE`` prints what a digest is made of: run before and after a change, the two differ in what has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tools.facts import digest, facts, plain  # noqa: E402 -- found on the path that was just set
from tools.patterns import first_of_each, pattern  # noqa: E402

from engine.formats import load_example, write_text  # noqa: E402
from engine.umpire.examples import ExampleResult, run_example  # noqa: E402
from engine.umpire.wording import Words  # noqa: E402

EXAMPLES: Final = ROOT / "tests" / "examples"
FOLDER: Final = ROOT / "tests" / "examples_told"
SENTENCES: Final = ROOT / "tests" / "sentences"


def told(name: str, result: ExampleResult) -> list[str]:
    """The lines of an example: its name with a digest, and each refusal by all paragraphs that it names."""
    lines = [f"{name} {digest([*spoken(result)])}"]
    for step, verdict in result.refused.values():
        broken = ((verdict.rule, verdict.reason), *verdict.also)
        reasons = "; ".join(" ".join([f"[{rule}]", *facts(why)]) for rule, why in broken)
        lines.append(f"  {step.side}: {step.do}: {reasons}")
    return lines


def spoken(result: ExampleResult) -> Iterator[str]:
    """The events, what is asked at the end, and how everybody and everything stands then, without wording."""
    game = result.game
    if game is None:
        return
    for event in result.events:
        yield plain(event.to_json())
    yield plain(game.decision) if game.decision is not None else plain(game.outcome())
    yield plain(game.rules.units(game.state))
    yield plain(game.rules.status(game.state))


def read(result: ExampleResult) -> Iterator[tuple[str, str]]:
    """The sentences of the events and of what is asked at the end, each behind its pattern."""
    scenario = result.spec.scenario
    words = Words(scenario)
    for event in result.events:
        text = f"event {event.kind}: {words.event(event)}"
        yield pattern(text, scenario), text
    decision = result.game.decision if result.game is not None else None
    if decision is not None:
        text = f"prompt {decision.kind}: {decision.prompt}"
        yield pattern(text, scenario), text


def file_of(system: str) -> Path:
    """Where what is said in the examples of a system is kept."""
    return FOLDER / f"{system}.txt"


def sentences_of(system: str) -> Path:
    """Where it stands how the events and prompts of a system read."""
    return SENTENCES / f"{system}.txt"


def paths(system: str) -> list[Path]:
    """The examples of a system."""
    return sorted((EXAMPLES / system).rglob("*.yaml"))


def systems() -> list[str]:
    """The systems that have examples."""
    return sorted(path.name for path in EXAMPLES.iterdir())


def write(system: str) -> None:
    """Write both files of a system."""
    lines: list[str] = []
    sentences: list[tuple[str, str]] = []
    for path in paths(system):
        result = run_example(load_example(path))
        lines += told(path.stem, result)
        sentences += read(result)
    for file, text in ((file_of(system), lines), (sentences_of(system), first_of_each(sentences))):
        file.parent.mkdir(exist_ok=True)
        write_text(file, "\n".join(text) + "\n")


def main(words: list[str]) -> None:
    """Write the files of some systems again, or show one example."""
    if words[:1] == ["--show"]:
        for name in words[1:]:
            print(*spoken(run_example(load_example(EXAMPLES / f"{name}.yaml"))), sep="\n")
        return
    if unknown := [word for word in words if word not in systems()]:
        raise SystemExit(f"not a system with examples: {' '.join(unknown)}")
    for system in words or systems():
        write(system)


if __name__ == "__main__":
    main(sys.argv[1:])
