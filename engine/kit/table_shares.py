"""How likely each result of a column is, and whom it hurts: of tables that may still be half written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal

from pydantic import TypeAdapter, ValidationError

from engine.kit.checks.about_tables import NOTHING, gain_of
from engine.kit.model.effects import ResultOrEffects
from engine.kit.wordlist import WordList, listed
from engine.mechanics.charts import ResultTable, RowKey
from engine.mechanics.dice import DiceThrow

Hurt = Literal["attacker", "both", "defender", "none", "unknown"]
ORDER: Final[tuple[Hurt, ...]] = ("attacker", "both", "none", "unknown", "defender")
"""From what is worst for the attacker to what is best for him."""
USUAL_DICE: Final = "1d6"


@dataclass(frozen=True, slots=True)
class ResultShare:
    """A result of a column, with its chance and with whom it hurts."""

    code: str
    chance: Fraction | float
    hurts: Hurt


def throw_of(dice: Any) -> DiceThrow | None:
    """The dice of a text; None where they cannot be thrown."""
    try:
        return DiceThrow.of(str(dice).strip().lower())
    except ValueError:
        return None


def row_chances(keys: Sequence[str], throw: DiceThrow) -> list[Fraction | None]:
    """The chance that a row is thrown, for each key; None for what is no key."""
    found: list[Fraction | None] = []
    for key in keys:
        try:
            covered = RowKey.of(key)
        except ValueError:
            found.append(None)
            continue
        found.append(sum((chance for total, chance in throw.chances.items() if total in covered), Fraction(0)))
    return found


def column_shares(
    keys: Sequence[str], rows: Sequence[Sequence[str]], width: int, throw: DiceThrow
) -> list[dict[str, Fraction]]:
    """For each of a number of columns, its cells with their chances; nothing where a row has no sound key."""
    padded = {key: [*row, *[""] * width][:width] for key, row in zip(keys, rows, strict=True)}
    try:
        table = ResultTable.of([""] * width, padded)
    except ValueError:
        return [{} for _ in range(width)]
    return [table.shares(number, throw) for number in range(width)] if table.rows else [{} for _ in range(width)]


def shares_of(cells: Mapping[str, Fraction | float], hurt: dict[str, Hurt]) -> list[ResultShare]:
    """The results of a column from the worst for the attacker to the best."""
    merged: dict[str, Fraction | float] = {}
    for code, chance in cells.items():
        name = "-" if code in NOTHING else code
        merged[name] = merged.get(name, Fraction(0)) + chance
    found = [ResultShare(code, chance, hurt.get(code, "unknown")) for code, chance in merged.items()]
    return sorted(found, key=lambda share: ORDER.index(share.hurts))


def hurt_by_code(words: WordList, kinds: Sequence[str] = ()) -> dict[str, Hurt]:
    """Whom each result of a rules file hurts. ``kinds`` are kinds of combat whose own results come first."""
    found: dict[str, Hurt] = dict.fromkeys(NOTHING, "none")
    blocks = [
        kind.get("results")
        for kind in listed(words.entry("combat"))
        if isinstance(kind, dict) and (not kinds or kind.get("name") in kinds)
    ]
    for block in (*blocks, words.entry("results")):
        for code, result in block.items() if isinstance(block, dict) else ():
            found.setdefault(str(code), whom_it_hurts(result))
    return found


def whom_it_hurts(result: Any) -> Hurt:
    """Whom a result hurts, by its effects as a file has them."""
    try:
        effects = _adapter().validate_python(result).do
    except ValidationError:
        return "unknown"
    if not effects:
        return "none"
    gain = gain_of(effects)
    if gain is None:
        return "unknown"
    return "defender" if gain > 0 else "attacker" if gain < 0 else "both"


@cache
def _adapter() -> TypeAdapter[Any]:
    return TypeAdapter(ResultOrEffects)
