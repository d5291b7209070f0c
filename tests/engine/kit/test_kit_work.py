"""What a look at a rules file does not do: it reads and imports no more than it needs. And a file at every limit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from at_limits import at_every_limit
from kit_files import HERE

from engine.formats import load, load_text
from engine.formats.reading import LARGEST_RULES
from engine.play import registry

LOOK = """
import sys
from engine.formats import load, load_text
from engine.formats.reading import LARGEST_RULES
from engine.kit.checks import about_names
load({!r})
print(sorted(name for name in sys.modules if name.startswith("engine.systems.")))
print(sorted(about_names._palette_words))
"""


def test_a_look_at_a_rules_file_imports_no_other_system_and_reads_one_palette() -> None:
    said = subprocess.run(
        [sys.executable, "-c", LOOK.format(str(HERE / "two_banks.yaml"))], capture_output=True, text=True, check=True
    )
    assert said.stdout.split("\n")[:2] == ["[]", "['standard']"]


def test_systems_have_the_names_by_which_they_are_looked_up() -> None:
    for short, (folder, title) in registry.TITLES.items():
        system = registry.system(short)
        assert (system.folder, system.title) == (folder, title)
        assert registry.written(title) == registry.written(folder) == short
    assert registry.TITLES.keys() == registry.SYSTEMS.keys()


def test_a_file_at_every_limit_is_read_and_one_more_is_refused(tmp_path: Path) -> None:
    text, file = at_every_limit(), tmp_path / "full.yaml"
    file.write_text(text, encoding="utf-8")
    assert [str(one) for one in load(file).findings if one.severity == "error"] == []
    for before, after in (
        ('"t0": "Type 0"', '"t0": "Type 0", "one_more": "Type"'),
        ('"f0": "Flag 0"', '"f0": "Flag 0", "one_more": "Flag"'),
        ('{"name": "p1"', '{"name": "one_more", "do": "k1"}, {"name": "p1"'),
        ('"c1": {', '"one_more": {"night": true}, "c1": {'),
        ('"R0": [', '"more": [{"lose": "attacker"}], "R0": ['),
        ('"4999": {', '"5000": {"text": "More."}, "4999": {'),
        ('{"turn": "1-5"}', '{"turn": "1-5"}, {"turn": "1-4"}'),
        ('{"when": {"is": "c1"}', '{"when": {"is": "c2"}, "columns": 1}, {"when": {"is": "c1"}'),
    ):
        assert before in text
        file.write_text(text.replace(before, after, 1), encoding="utf-8")
        assert "KIT151" in [one.code for one in load(file).findings], before


def test_a_file_that_is_too_large_is_refused_before_it_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("engine.formats.reading.yaml.parse", parse)
    for head in ("", "# Rules\n\n"):
        text = f"{head}format: hexwright-system 1\nname: big\nabout: {'x' * LARGEST_RULES}\n"
        assert [one.code for one in load_text(text, "rules.yaml").findings] == ["KIT151"]
