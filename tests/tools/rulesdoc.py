"""docs/systems/<system>.md, made from the ledger, the examples of play, the options and the tables.

``python tests/tools/rulesdoc.py [SYSTEM ...]`` writes the pages again; a test compares them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from engine.formats import write_text
from engine.play import registry
from engine.play.registry import SYSTEMS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tests" / "examples"
NAMES = {"fm": "fire-and-movement", "sns2": "sun-never-sets", "ffl": "french-foreign-legion"}
"""Pages that are not called by the short name."""


def page_file(system: str) -> Path:
    """The page of a system (by its short name)."""
    return ROOT / "docs" / "systems" / f"{NAMES.get(system, system)}.md"


def page(system: str) -> str:
    """The text of the page of a system."""
    resources = ROOT / "resources" / "systems" / registry.system(system).folder
    rows = _load(resources / "ledger.yaml")["rows"]
    parts = [_head(system), _paragraphs(system, rows), _decisions(rows), _options(system)]
    if registry.system(system).edition_of:
        parts.append(_edition(system))
    else:
        parts.append(_tables(_load(resources / "tables.yaml")))
    return "\n".join(parts)


def _load(path: Path) -> Any:
    """A YAML file in which everything stays text, for `6.10` is not 6.1."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def _head(system: str) -> str:
    title = registry.system(system).title
    return f"""\
# {title} (`{system}`)

Every numbered paragraph of the rules text: what it asks in our words, and the examples of play that prove it
(`hexwright example FILE`; they lie in `tests/examples/{system}`). Nothing in definitions and advice can be broken.
A paragraph that is enforced and has no example here is proven by tests that carry its number (`@pytest.mark.rule`).

This page is made by `python tests/tools/rulesdoc.py {system}`; do not edit it by hand.
"""


def _edition(system: str) -> str:
    whole = registry.system(registry.system(system).edition_of)
    return f"""\
## Everything else

This is an edition of [{whole.title}]({page_file(whole.name).name}): paragraphs, events and tables that are not
named here are as they are there, and are cited as `{whole.name}:` with their number.
"""


def _examples(system: str) -> dict[str, list[Path]]:
    """Paragraph to the examples that prove it, by name."""
    found: dict[str, list[Path]] = {}
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        # Only its paragraph is asked: reading a thousand files whole would take half a minute.
        rule = re.search(r"^rule: *[\"']?([\w:.-]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        cited = rule[1] if rule else ""
        # A paragraph without its system is one of the scenario's, which is that of the folder.
        short = cited.partition(":")[0] if cited.partition(":")[0] in registry.SYSTEMS else path.parent.name
        if short == system:
            found.setdefault(cited.removeprefix(f"{short}:"), []).append(path)
    return found


def _paragraphs(system: str, rows: list[dict[str, str]]) -> str:
    examples = _examples(system)
    shared = _examples(registry.system(system).edition_of)
    lines = ["| paragraph | what we enforce | kind | examples of play |", "|---|---|---|---|"]
    for row in rows:
        number = row["rule"].removeprefix(f"{system}:")
        kind = row["kind"] + (", not yet" if "status" in row else "")
        same = row.get("same", "").rpartition(":")[2]
        found = [_link(path, number) for path in examples.get(number, ())]
        links = ", ".join(found + [_link(path, same) for path in shared.get(same, ())])
        lines.append(f"| {number} | {_cell(row['title'])} | {kind} | {links} |")
    return "\n".join(lines) + "\n"


def _link(path: Path, number: str) -> str:
    name = path.stem.removeprefix(f"{number}-")
    return f"[{name}](../../{path.relative_to(ROOT).as_posix()})"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _decisions(rows: list[dict[str, str]]) -> str:
    lines = ["## Points we decided", "", "Where the text is silent, lost or at odds with itself.", ""]
    played = [row for row in rows if row["kind"] in ("enforced", "table") and row.get("note")]
    lines += [f"- **{row['rule']}** {_cell(row['note'])}" for row in played]
    return "\n".join(lines) + "\n"


def _options(system: str) -> str:
    options = registry.system(system).options
    lines = [
        "## Options of a scenario",
        "",
        "Where the text leaves a choice, a scenario may make it: `options: {name: value}`.",
        "",
        "| option | choices, the default first | what it settles | paragraph |",
        "|---|---|---|---|",
    ]
    for name, option in options.items():
        others = [choice for choice in option.choices if choice != option.default]
        choices = ", ".join(f"`{_plain(choice)}`" for choice in (option.default, *others))
        lines.append(f"| `{name}` | {choices} | {_cell(option.about)} | {option.rule.partition(':')[2]} |")
    return "\n".join(lines) + "\n"


def _plain(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _tables(tables: dict[str, dict[str, Any]]) -> str:
    lines = [
        "## Tables",
        "",
        "*text*: as the rules state it; *sourced*: found elsewhere; *reconstructed*: lost, and built to what is known.",
        "A scenario may lay its own over any of them: `tables: {name: {...}}`.",
        "",
        "| table | provenance | from | built to |",
        "|---|---|---|---|",
    ]
    for name, table in tables.items():
        source, constraints = _cell(table.get("source", "")), _cell(table.get("constraints", ""))
        lines.append(f"| `{name}` | {table['provenance']} | {source} | {constraints} |")
    lines += [line for table in tables.values() if "rows" in table for line in _results(table)]
    return "\n".join(lines) + "\n"


def _results(table: dict[str, Any]) -> Iterator[str]:
    """A combat results table as it is played."""
    columns = table.get("columns")
    if not isinstance(columns, list):
        return
    yield from ("", f"| die | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}")
    for die, row in table["rows"].items():
        yield f"| {die} | {' | '.join(row)} |"
    yield from _ladder(table, len(columns))
    if "results" in table:
        yield ""
        yield "; ".join(f"`{code}`: {meaning}" for code, meaning in table["results"].items()) + "."


def _ladder(table: dict[str, Any], width: int) -> Iterator[str]:
    """Which column a differential takes on each line of terrain, where the table has such lines."""
    if "ladder" not in table:
        return
    yield from ("", f"| line | {' | '.join(str(n) for n in range(1, width + 1))} |", f"|---|{'---|' * width}")
    for line, offset in table["lines"].items():
        rungs = table["ladder"][int(offset) :]
        yield f"| {line} | {' | '.join([*rungs, *[''] * (width - len(rungs))])} |"


def main(systems: list[str]) -> None:
    """Write the pages of some systems, or of all."""
    for system in systems or sorted(SYSTEMS):
        write_text(page_file(system), page(system))


if __name__ == "__main__":
    main(sys.argv[1:])
