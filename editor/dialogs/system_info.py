"""What a rules system says of itself, read for forms: types of unit, values of a counter, options."""

from __future__ import annotations

from typing import Final

from engine.errors import HexwrightError
from engine.formats import locate
from engine.formats.fields import FieldInfo
from engine.play import registry
from engine.play.options import Option
from engine.play.system import System
from engine.scenario.model import SCORED

GENERIC_TYPES: Final = ("infantry", "cavalry", "artillery", "headquarters", "supply")


def title(system: str) -> str:
    """The name of a rules system for people; its own name where it cannot be loaded."""
    try:
        return registry.system(system).title
    except (HexwrightError, ImportError, AttributeError):
        return system


def systems() -> dict[str, str]:
    """Name to title of every rules system: those written in Python, of plug-ins too, then rules files that ship or
    that the user keeps and that have no errors."""
    found = {short: title(short) for short in (*registry.SYSTEMS, *registry.added_systems())}
    for name in locate.names("system", locate.shipped("system")):
        made = None if name in found else _known(name)
        if made is not None:
            found[name] = made.title
    return found


def _known(name: str) -> System | None:
    try:
        return registry.system(name)
    except (HexwrightError, ImportError):
        return None


def unit_types(system: str) -> tuple[str, ...]:
    """The types of unit a system knows; some usual ones for a system that does not say."""
    known = _known(system)
    return (known.unit_types if known else ()) or GENERIC_TYPES


def scoring_kinds(system: str) -> tuple[str, ...]:
    """The kinds of victory line that a system counts; the usual ones for a system that does not say."""
    known = _known(system)
    return (known.scoring if known else ()) or SCORED


def option_fields(system: str) -> list[FieldInfo]:
    """The choices the rules leave to the designer; empty where there are none."""
    known = _known(system)
    return [_option(key, option) for key, option in known.options.items()] if known else []


def _option(key: str, option: Option) -> FieldInfo:
    yes_or_no = isinstance(option.default, bool)
    kind = "bool" if yes_or_no else "choice" if option.choices else "int" if isinstance(option.default, int) else "text"
    return FieldInfo(
        key,
        kind,
        key.replace("_", " ").capitalize(),
        option.about,
        option.default,
        choices=() if yes_or_no else tuple(str(choice) for choice in option.choices),
        rules=(option.rule,) if option.rule else (),
    )
