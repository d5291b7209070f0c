"""Plug-ins: packages beside Hexwright that add formats, rules systems, checks, tools and panels.

A plug-in is an installed package with entry points in the groups of `GROUPS`. The module that an entry point names
says for which version of the contract it is written: ``HEXWRIGHT_CONTRACT = 1``. What an entry point leads to is of the
class that the house itself uses: `engine.exchange.rows.Format`, `engine.play.system.System`,
`engine.umpire.checks.registry.Check`, `editor.tools.base.Tool` (a class) or `editor.panels.PanelSpec`; or a list of
them.

None of them can stop the program: one that cannot be imported, takes too long, or is written for another version of the
contract is named in Help > Plug-ins and switched off.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from threading import Thread
from typing import Any, Final

from engine.errors import HexwrightError

CONTRACT: Final = 1
"""The version of what plug-ins and the program expect of each other."""
STATED: Final = "HEXWRIGHT_CONTRACT"
"""The name in a plug-in's module that says for which version it is written."""
GROUPS: Final = {
    "formats": "hexwright.formats",
    "systems": "hexwright.systems",
    "tools": "hexwright.tools",
    "checks": "hexwright.checks",
    "panels": "hexwright.panels",
}
"""What a plug-in can add, with the group of entry points."""
LIMIT: Final = 1.0
"""Seconds that importing a plug-in may take."""
STATE: Final = Path(os.path.expanduser("~/.local/share/hexwright/plugins.json"))
"""Which plug-ins are switched off."""
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class PlugIn:
    """An installed package that adds something."""

    name: str
    version: str = ""
    author: str = ""
    adds: dict[str, list[metadata.EntryPoint]] = field(default_factory=dict)
    """Its entry points by what they add."""
    off: bool = False
    """Whether it is switched off, by the user or because of its trouble."""
    trouble: str = ""
    """Why it is not used; empty where nothing is wrong."""
    loaded: dict[str, list[Any]] = field(default_factory=dict)
    """What was imported, by what it adds."""

    @property
    def said(self) -> str:
        """What it adds, in words."""
        return "; ".join(f"{what}: {', '.join(entry.name for entry in these)}" for what, these in self.adds.items())


def plugins() -> list[PlugIn]:
    """The plug-ins that are installed, by name."""
    if _Noted.found is None:
        _Noted.found = _discovered()
    return _Noted.found


def things(what: str) -> list[tuple[PlugIn, Any]]:
    """What the plug-ins that are on add of a kind, each with its plug-in; imported when first asked for."""
    found = []
    for one in plugins():
        if what in one.adds and not one.off:
            found += [(one, thing) for thing in _loaded(one, what)]
    return found


def switch(name: str, *, on: bool) -> None:
    """Switch a plug-in on or off, and remember it. One that is switched on is tried again. Raises HexwrightError."""
    one = next((one for one in plugins() if one.name == name), None)
    if one is None:
        raise HexwrightError(f"there is no plug-in {name!r}")
    one.off, one.trouble = not on, ""
    if on:
        one.loaded.clear()
    _remember(one)


def blame(one: PlugIn, why: str, *, remember: bool = False) -> None:
    """Name what is wrong with a plug-in and switch it off; with ``remember`` also for the next starts."""
    if not one.trouble:
        _log.info("the plug-in %s is switched off: %s", one.name, why)
    one.off, one.trouble = True, why
    if remember:
        with suppress(HexwrightError):
            _remember(one)


def said(error: BaseException) -> str:
    """An error of a plug-in in one short line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__


class _Noted:
    """What is known of plug-ins in this process."""

    found: list[PlugIn] | None = None


def forget() -> None:
    """Look for plug-ins again the next time they are asked for."""
    _Noted.found = None


def _discovered() -> list[PlugIn]:
    groups = {group: what for what, group in GROUPS.items()}
    found: dict[str, PlugIn] = {}
    for group, what in groups.items():
        for entry in metadata.entry_points(group=group):
            name, version, author = _facts(entry)
            one = found.setdefault(name, PlugIn(name, version, author))
            one.adds.setdefault(what, []).append(entry)
    switched = _switched()
    for one in found.values():
        state = switched.get(one.name)
        if isinstance(state, Mapping):
            why = str(state.get("why", ""))
            # What was slow in one version need not be so in the next.
            one.off = not why or state.get("version") == one.version
            one.trouble = why if one.off else ""
    return sorted(found.values(), key=lambda one: one.name.lower())


def _facts(entry: metadata.EntryPoint) -> tuple[str, str, str]:
    """Name, version and author of the package that an entry point belongs to."""
    package = entry.dist
    try:
        about = package.metadata.json if package is not None else {}
    except Exception:  # what tells of a package may be missing or broken in any way
        about = {}
    name = about.get("name") or entry.value.partition(":")[0].partition(".")[0] or entry.name
    author = about.get("author") or str(about.get("author_email") or "").partition("<")[0].strip()
    return str(name), str(about.get("version") or ""), str(author)


def _loaded(one: PlugIn, what: str) -> list[Any]:
    """What a plug-in adds of a kind; nothing where something is wrong with it."""
    if what not in one.loaded:
        found: list[Any] = []
        for entry in one.adds[what]:
            thing = _imported(one, entry)
            if one.off:
                return []
            found += thing if isinstance(thing, list | tuple) else [thing]
        one.loaded[what] = found
    return one.loaded[what]


def _imported(one: PlugIn, entry: metadata.EntryPoint) -> Any:
    """What an entry point leads to; the plug-in is switched off where that fails or takes too long."""
    done: dict[str, Any] = {}

    def work() -> None:
        try:
            module = importlib.import_module(entry.module)
            done["contract"] = getattr(module, STATED, None)
            done["thing"] = entry.load() if entry.attr else module
        except BaseException as error:  # anything that a plug-in raises, even SystemExit
            done["error"] = error

    # A module that never ends being imported must not hold the program: it is left to itself.
    thread = Thread(target=work, daemon=True, name=f"plug-in {one.name}")
    thread.start()
    thread.join(LIMIT)
    if thread.is_alive():
        blame(one, f"importing {entry.value} takes longer than {LIMIT:g} s", remember=True)
    elif "error" in done:
        blame(one, f"{entry.value} cannot be imported ({said(done['error'])})")
    elif done["contract"] != CONTRACT:
        stated = "none" if done["contract"] is None else str(done["contract"])[:20]
        blame(one, f"it is written for version {stated} of the contract; this Hexwright has version {CONTRACT}")
    return done.get("thing")


def of_class(what: str, kind: type) -> Iterator[tuple[PlugIn, Any]]:
    """What plug-ins add of a kind, as far as it is of a class; a plug-in that adds something else is switched off."""
    for one, thing in things(what):
        if isinstance(thing, kind):
            yield one, thing
        else:
            blame(one, f"what it adds to {what} is not a {kind.__name__}")


def _switched() -> dict[str, Any]:
    try:
        found = json.loads(STATE.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    off = found.get("off") if isinstance(found, dict) else None
    return off if isinstance(off, dict) else {}


def _remember(one: PlugIn) -> None:
    off = _switched()
    off.pop(one.name, None)
    if one.off:
        off[one.name] = {"why": one.trouble, "version": one.version}
    # The game in motion asks here for rules systems, and knows no files: who writes is imported when something is kept.
    writing = importlib.import_module("engine.writing")
    with writing.folder_for_writing(STATE.parent):
        writing.write_together({STATE: (json.dumps({"off": off}, indent=1, sort_keys=True) + "\n").encode()})
