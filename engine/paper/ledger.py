"""The paragraphs of a rules system: of its file, or of the ledger in its folder, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import yaml

from engine import data
from engine.errors import HexwrightError
from engine.play import registry

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A row of a ledger: the paragraph and what the program makes of it."""

    rule: str
    title: str
    kind: str
    where: str = ""
    note: str = ""
    plain: str = ""
    """What it asks of players, in plain words; empty if they are not written yet."""
    status: str = ""


def ledger(system: str) -> tuple[LedgerRow, ...]:
    """The ledger of a system, in the order of its file; empty when there is none that can be read."""
    try:
        known = registry.system(system)
    except HexwrightError:
        return ()
    texts = known.texts.items()
    return tuple(LedgerRow(rule, one.title, one.kind, plain=one.text) for rule, one in texts) or _kept(known.folder)


@cache
def _kept(folder: str) -> tuple[LedgerRow, ...]:
    """The ledger in the folder of a system."""
    try:
        path = data.resources() / "systems" / folder / "ledger.yaml"
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return ()
    rows = content.get("rows", content.get("ledger", [])) if isinstance(content, dict) else content
    return tuple(_row(item) for item in rows or () if isinstance(item, dict) and "rule" in item)


def _row(item: dict[str, Any]) -> LedgerRow:
    def text(key: str) -> str:
        value = item.get(key)
        if isinstance(value, list):
            return ", ".join(str(part) for part in value)
        return "" if value is None else str(value).strip()

    return LedgerRow(
        text("rule"), text("title"), text("kind"), text("where"), text("note"), text("plain"), text("status")
    )


def shown_rows(system: str) -> list[tuple[str, LedgerRow]]:
    """The rows that are shown for a system, by full paragraph. For an edition its own come first, then those of its
    system that it does not have under the same number."""
    own = [(full_rule(system, row.rule), row) for row in ledger(system)]
    try:
        whole = registry.system(system).edition_of
    except HexwrightError:
        return own
    taken = {rule.partition(":")[2] for rule, _ in own}
    others = [(full_rule(whole, row.rule), row) for row in ledger(whole)] if whole else []
    return own + [(rule, row) for rule, row in others if rule.partition(":")[2] not in taken]


def full_rule(system: str, rule: str) -> str:
    """A citation with its system's short name in front."""
    return registry.cited(rule, system)
