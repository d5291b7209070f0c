"""What is said in the examples of play: the refusals word for word, all else as a digest for each example.

``python tests/tools/examples_told.py [SYSTEM ...]`` writes it anew into tests/examples_told, a file for each system;
``--show EXAMPLE`` prints what a digest is made of: run before and after a change, the two differ in what has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tools.signatures import digest, plain  # noqa: E402 -- found on the path that was just set

from engine.formats import load_example, write_text  # noqa: E402
from engine.umpire.examples import ExampleResult, run_example  # noqa: E402
from engine.umpire.wording import Words  # noqa: E402

EXAMPLES: Final = ROOT / "tests" / "examples"
FOLDER: Final = ROOT / "tests" / "examples_told"


def told(name: str, result: ExampleResult) -> list[str]:
    """The lines of an example: its name with a digest, and each refusal with all paragraphs that it names."""
    lines = [f"{name} {digest([*spoken(result)])}"]
    for step, verdict in result.refused.values():
        reasons = "; ".join(f"{why} [{rule}]" for rule, why in ((verdict.rule, verdict.reason), *verdict.also))
        lines.append(f"  {step.side}: {step.do}: {reasons}")
    return lines


def spoken(result: ExampleResult) -> Iterator[str]:
    """The events with their sentences, what is asked at the end, and how everybody and everything stands then."""
    game = result.game
    if game is None:
        return
    words = Words(result.spec.scenario)
    for event in result.events:
        yield plain((event.to_json(), words.event(event)))
    yield plain(game.decision) if game.decision is not None else plain(game.outcome())
    yield plain(game.rules.units(game.state))
    yield plain(game.rules.status(game.state))


def file_of(system: str) -> Path:
    """Where what is said in the examples of a system is kept."""
    return FOLDER / f"{system}.txt"


def main(words: list[str]) -> None:
    """Write the files of some systems anew, or show one example."""
    if words[:1] == ["--show"]:
        for name in words[1:]:
            print(*spoken(run_example(load_example(EXAMPLES / f"{name}.yaml"))), sep="\n")
        return
    for system in words or sorted(path.name for path in EXAMPLES.iterdir()):
        lines: list[str] = []
        for path in sorted((EXAMPLES / system).rglob("*.yaml")):
            lines += told(path.stem, run_example(load_example(path)))
        FOLDER.mkdir(exist_ok=True)
        write_text(file_of(system), "\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
