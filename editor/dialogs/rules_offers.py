"""The rules that a new scenario may be played by: open rules files, those of the project, and all that have a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from editor.dialogs.system_info import systems
from editor.dialogs.texts import sentence
from engine.formats import locate
from engine.formats.holding import held
from engine.kit.record import errors, system_of
from engine.scenario.system_name import SystemName

MOST: Final = 200
"""Files of a folder that are looked at."""


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """Rules that can be chosen."""

    title: str
    system: str
    """As the scenario names them; rules in a file bring their file along."""
    wrong: str = ""
    """Why no scenario can be played by them."""


def offers(open_files: Iterable[Path], near: Iterable[Path]) -> list[RulesOffer]:
    """Returns what can be chosen: rules files that are open, rules files of the projects of some files, then systems
    with a name: written in Python, of plug-ins, kept by the user, and shipped."""
    in_tabs = list(dict.fromkeys(path.resolve() for path in open_files))
    others = [path for path in dict.fromkeys(_of_projects(near)) if path not in in_tabs]
    found = [of_file(path, "open now") for path in in_tabs]
    found += [of_file(path) for path in others]
    return found + [RulesOffer(title, name) for name, title in systems().items()]


def of_file(path: Path, said: str = "") -> RulesOffer:
    """Returns the offer of a rules file; it says where the file is, or what is wrong with it."""
    system = SystemName(f"./{path.name}", str(path.resolve()))
    if not is_rules(path):
        return RulesOffer(path.name, system, f"{path.name} holds no rules.")
    wrong = errors(path)
    if wrong:
        where = f"Line {wrong[0].place.line}: " if wrong[0].place.line else ""
        why = f"{path.name} has errors. {where}{sentence(wrong[0].message)}"
        return RulesOffer(path.name, system, why)
    return RulesOffer(f"{system_of(str(path)).title} ({said or path.name})", system)


def is_rules(path: Path) -> bool:
    """Whether a file says of itself that it holds rules."""
    there = held(path)
    return there is not None and there.kind == "system"


def _of_projects(near: Iterable[Path]) -> Iterator[Path]:
    """The rules files beside some files, and those of their projects."""
    folders: dict[Path, None] = {}
    for file in near:
        project = locate.project_of(file)
        systems_folder = project / locate.FOLDERS["system"]
        kept = [one for one in _listed(systems_folder, "*") if one.is_dir()]
        folders |= dict.fromkeys((file.resolve().parent, project.resolve(), systems_folder.resolve(), *kept))
    for folder in folders:
        yield from (one.resolve() for one in _listed(folder, "*.y*ml") if is_rules(one))


def _listed(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))[:MOST]
    except OSError:
        return []
