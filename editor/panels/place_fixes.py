"""Quick fixes of scenarios that name a place in the file: another value is put there, or it is taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from typing import Any, Final

from editor.commands.base import Command
from editor.commands.edit_scenario import EditScenario
from editor.controls.pick import pick_hex
from editor.desk.desk import Desk
from editor.document.document import Document
from engine.boards.board import Spot
from engine.errors import HexwrightError
from engine.scenario.counters import CounterDesign
from engine.scenario.model import PLACE, Arrival, Deployment, Pool, Scenario, Win
from engine.umpire.checks.place_fixes import DROP, PUT, RENAME

Data = Mapping[str, Any]
Key = str | int
_GONE: Final = object()
"""Stands for an entry that is taken away."""
_NAMES: Final[dict[type, dict[Key, str]]] = {
    Scenario: {"reinforcements": "arrivals", "deployment": "deployments"},
    Arrival: {"from": "source"},
    Deployment: {"from": "source"},
    Win: {"when": "condition"},
    CounterDesign: {"faces": "template"},
}
"""The names of keys of the file in the model, where they differ."""


def _name(owner: object, key: Key) -> str:
    return _NAMES.get(type(owner), {}).get(key, str(key))


def _held(owner: Any, key: Key) -> Any:
    """What an owner has under a key. Raises KeyError or IndexError where it has nothing there."""
    if isinstance(owner, Mapping):
        return owner[key]
    if isinstance(owner, tuple):
        return owner[int(key)]
    if not hasattr(owner, _name(owner, key)):
        raise KeyError(key)
    return getattr(owner, _name(owner, key))


def _with(owner: Any, key: Key, new: Any) -> Any:
    """An owner with something else under a key, or without it."""
    if isinstance(owner, Mapping):
        return {name: new if name == key else held for name, held in owner.items() if name != key or new is not _GONE}
    if isinstance(owner, tuple):
        number = int(key)
        return (*owner[:number], *(() if new is _GONE else (new,)), *owner[number + 1 :])
    name = _name(owner, key)
    return replace(owner, **{name: _usual(owner, name) if new is _GONE else new})


def _usual(owner: Any, name: str) -> Any:
    """What a field is where the file does not say. Raises HexwrightError where it must say."""
    field = next(field for field in fields(owner) if field.name == name)
    if field.default_factory is not MISSING:
        return field.default_factory()
    if field.default is MISSING:
        raise HexwrightError(f"{name} must be there")
    return field.default


def _revised(owner: Any, path: Sequence[Key], change: Callable[[Any], Any]) -> Any:
    """An owner with ``change`` made to what it has at the end of a path."""
    held = _held(owner, path[0])
    return _with(owner, path[0], _revised(held, path[1:], change) if len(path) > 1 else change(held))


def _edit(document: Document, text: str, path: Sequence[Key], change: Callable[[Any], Any]) -> Command:
    scenario = document.require_scenario()
    name = _name(scenario, path[0])
    return EditScenario(text, **{name: getattr(_revised(scenario, path, change), name)})


def _put(document: Document, data: Data) -> Command:
    value = tuple(data["value"]) if isinstance(data["value"], list) else data["value"]
    return _edit(document, "Quick fix", data["path"], lambda _old: value)


def _drop(document: Document, data: Data) -> Command:
    return _edit(document, "Quick fix", data["path"], lambda _old: _GONE)


def _rename(document: Document, data: Data) -> Command:
    *path, old = data["path"]

    def renamed(held: Mapping[str, Any]) -> dict[str, Any]:
        if data["key"] in held:
            raise HexwrightError(f"{data['key']} is already there")
        return {data["key"] if name == old else name: value for name, value in held.items()}

    return _edit(document, "Quick fix", path, renamed)


def _add_name(document: Document, _data: Data) -> Command:
    """The front of the counters' template with the name of the unit. The scenario gets a template of its own, so that
    no file of templates changes with it."""
    # Imported here, because few documents need the studio.
    from editor.dialogs.studio.model import NEW

    design = document.require_scenario().counters
    template = design.template
    if template is None:
        raise HexwrightError("the counters have no template any more")
    name = NEW["name"].scaled(template.size / 15.9)
    made = replace(template, key="", front=(*template.front, name))
    return EditScenario("Add name to counters", counters=replace(design, template=made, template_ref=""))


def choose_entry(desk: Desk, data: Data) -> None:
    """Ask for a hex on the map, and have a group of reinforcements enter there."""
    number, token = int(data["number"]), data["token"]

    def enter(spot: Spot) -> None:
        document = desk.document
        arrivals = list(document.require_scenario().arrivals)
        group = arrivals[number]
        name = document.board.spell(spot)
        entry = (name,) if token is None else (*group.entry[:token], name, *group.entry[token + 1 :])
        arrivals[number] = replace(group, entry=tuple(dict.fromkeys(entry)))
        desk.push(EditScenario("Choose entry hex", arrivals=tuple(arrivals)))

    pick_hex(desk, "Click the hex where the reinforcements enter. Esc cancels.", enter)


def _add_pool(document: Document, data: Data) -> Command:
    """An empty pool of a side."""
    pools = document.require_scenario().pools
    return EditScenario("Add pool", pools={**pools, data["pool"]: Pool(data["side"], ())})


def _draw_arrival(document: Document, data: Data) -> Command:
    """A group of reinforcements that is drawn from its pool and put into hexes, and names no units."""
    return _edit(
        document, "Quick fix", ["reinforcements", data["number"]], lambda one: replace(one, units=(), how=PLACE)
    )


PLACE_COMMANDS: Final[dict[str, Callable[[Document, Data], Command]]] = {
    PUT: _put,
    DROP: _drop,
    RENAME: _rename,
    "add_name": _add_name,
    "add_pool": _add_pool,
    "draw_arrival": _draw_arrival,
}
"""By the verb of the fix."""
