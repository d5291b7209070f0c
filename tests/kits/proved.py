"""Examples of play of a shipped rules file: each paragraph has one, and each fails where its rule is taken out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from engine.formats import load_example
from engine.umpire.examples import run_example

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class ProvedGame:
    """A shipped rules file with its examples of play."""

    name: str

    @property
    def rules(self) -> Path:
        """The rules file."""
        return ROOT / "resources" / "systems" / self.name / "system.yaml"

    @property
    def examples(self) -> dict[str, Path]:
        """The examples by their names, which begin with the paragraph that they prove."""
        folder = ROOT / "tests" / "examples" / self.name
        return {path.stem: path for path in sorted(folder.glob("*.yaml"))}

    def assert_each_paragraph_has_an_example(self) -> None:
        """Every paragraph but definitions and advice has one, and each example says which paragraph it proves."""
        paragraphs = yaml.safe_load(self.rules.read_text(encoding="utf-8"))["paragraphs"]
        numbers = {example: example.partition("-")[0] for example in self.examples}
        enforced = {number for number, says in paragraphs.items() if says.get("kind") not in ("definition", "advice")}
        assert enforced <= set(numbers.values()) <= set(paragraphs)
        cited = {example: load_example(path).rule for example, path in self.examples.items()}
        assert cited == {example: f"{self.name}:{number}" for example, number in numbers.items()}

    def assert_fails_without(self, example: str, change: tuple[str, str], folder: Path) -> None:
        """An example holds by the rules file as it is, and fails with a text of the file replaced."""
        assert self._failures(folder, example, None) == []
        assert self._failures(folder, example, change)

    def _failures(self, folder: Path, example: str, change: tuple[str, str] | None) -> list[str]:
        rules = self.rules.read_text(encoding="utf-8")
        if change is not None:
            assert change[0] in rules, change[0]
            rules = rules.replace(*change)
        (folder / "without.yaml").write_text(rules, encoding="utf-8")
        text = self.examples[example].read_text(encoding="utf-8")
        path = folder / "example.yaml"
        path.write_text(text.replace(f"system: {self.name}\n", "system: ./without.yaml\n"), encoding="utf-8")
        return [failure.message for failure in run_example(load_example(path)).failures]
