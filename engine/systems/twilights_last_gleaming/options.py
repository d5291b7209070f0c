"""What the text leaves open, and what a designer may set otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import HexwrightError


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules: its choices, the default first in standing, and the paragraph it reads differently."""

    default: str | bool
    choices: tuple[str | bool, ...]
    about: str
    rule: str


OPTIONS: Final[dict[str, Option]] = {
    "mandatory_attacks": Option(
        "strict",
        ("strict", "at_end"),
        "strict: an attack is refused when it leaves a unit that must fight without a partner; "
        "at_end: only what can still be met at the end of the phase is asked for",
        "tlg2:6.5",
    ),
    "odds_limit": Option(
        "after_shifts",
        ("after_shifts", "before_shifts"),
        "whether odds beyond 1:4 and 7:1 are cut off after the shifts or before them",
        "tlg2:6.16",
    ),
    "enfilade_counts_bombardment": Option(
        False,
        (False, True),
        "whether bombarding artillery counts among more than three attacking units",
        "tlg2:6.10",
    ),
    "multi_hex_combat": Option(
        "defenders",
        ("defenders", "any_side"),
        "whether a combat is multi-hex by its defended hexes alone, or by the attackers' hexes too",
        "tlg2:6.12",
    ),
}


def settled(given: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values; raises HexwrightError for one that does not exist or a value it cannot have."""
    chosen: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
    for name, value in given.items():
        option = OPTIONS.get(name)
        if option is None:
            raise HexwrightError(f"there is no option {name!r}; there are {', '.join(OPTIONS)}")
        if value not in option.choices:
            raise HexwrightError(
                f"option {name} is one of {', '.join(str(choice) for choice in option.choices)}, not {value!r}"
            )
        chosen[name] = value
    return chosen
