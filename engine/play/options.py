"""Options of a rules system: what its text leaves open, and what a designer may set otherwise."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import HexwrightError


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its default and choices, what it does, and the paragraph it reads."""

    default: str | bool | int
    choices: tuple[str | bool | int, ...] = ()
    """The values it can have; any of the default's kind when there are none."""
    about: str = ""
    rule: str = ""


def settled(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values; raises HexwrightError for one that does not exist or a value it cannot have."""
    chosen: dict[str, Any] = {name: option.default for name, option in options.items()}
    for name, value in given.items():
        option = options.get(name)
        if option is None:
            near = difflib.get_close_matches(name, list(options), 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(options)}"
            raise HexwrightError(f"there is no option {name!r}; {hint}")
        if option.choices and value not in option.choices:
            raise HexwrightError(
                f"option {name} is one of {', '.join(str(choice) for choice in option.choices)}, not {value!r}"
            )
        chosen[name] = value
    return chosen
