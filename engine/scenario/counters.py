"""How a scenario's counters look: what is printed where on front and back, symbols, colours of formations, artwork.

Without a design of its own a scenario has the usual counters: name, symbol, and the factors that its rules print.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.scenario.elements import USUAL_SIZE, ColourRule, CounterTemplate

PLACES: Final = ("top", "upper-left", "upper-right", "left", "right", "lower-left", "bottom", "lower-right")
"""Where a text may stand; the symbol or picture takes the middle."""
SYMBOLS: Final = ("nato", "letters", "none")
"""Boxes of military maps; the first letters of the type; nothing."""
STRIPES: Final = ("", "top", "bottom", "left", "right")
"""The edge along which a formation's colour runs; empty for none."""


@dataclass(frozen=True, slots=True)
class CounterText:
    """A text on a counter."""

    at: str
    """One of ``PLACES``."""
    show: str
    """What is printed; a value of the unit in braces: ``{attack}-{defense}``, ``{name}``, ``{formation}``."""
    height: float = 0.0
    """Of the letters, in hundredths of the counter's side; 0 for what is usual in that place."""
    bold: bool = True


@dataclass(frozen=True, slots=True)
class FormationLook:
    """Colours of a formation and of what is part of it; what is empty is as the side has it."""

    formation: str
    colour: str = ""
    ink: str = ""
    stripe: str = ""


@dataclass(frozen=True, slots=True)
class CounterDesign:
    """The look of all counters of a scenario."""

    size: float = USUAL_SIZE
    """Side of a printed counter, in millimetres."""
    symbols: str = "nato"
    front: tuple[CounterText, ...] = ()
    """The texts of the front; none for those that are usual under the rules."""
    back: tuple[CounterText, ...] = ()
    """The texts of the reduced side; none for those that are usual."""
    stripe: str = ""
    """Where a formation's stripe runs, one of ``STRIPES``."""
    formations: tuple[FormationLook, ...] = ()
    artwork: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Unit key or unit type to a picture that is shown instead of the symbol; paths are relative to the scenario."""
    template: CounterTemplate | None = None
    """Elements in their places; without them the texts above count."""
    template_ref: str = ""
    """How the file names its template; empty for one that the file holds itself."""
    rules: tuple[ColourRule, ...] = ()
    """Colours by side, formation, type and values; they come after those of the template."""


USUAL: Final = CounterDesign()
