"""Army lists as data: which troops an army may have, with its allies and its terrain (25)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from engine import data
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.documents import Text
from engine.formats.fitting import SHORT, fit, refuse
from engine.formats.reading import read_source
from engine.systems.de_bellis_multitudinis.counters import Troops, troops

FOLDER: Final = "lists"
"""The folder of the lists that ship, in that of the system's resources."""
Count = Annotated[int, Field(ge=0, le=999)]
_UPGRADE: Final = re.compile(r"(?P<most>0-\d{1,3})|(?P<word>all/0|all|any)|(?P<part>(\d{1,2})/(\d{1,2})-all)")
_NAME: Final = re.compile(r"[a-z0-9_]{1,60}")


def _as_texts(value: object) -> object:
    """A single text where texts are wanted becomes a list of one."""
    return [value] if isinstance(value, str) else value


Texts = Annotated[list[Text], BeforeValidator(_as_texts)]
"""Texts; a single one may stand for itself."""


def _is_upgrade(value: str) -> str:
    found = _UPGRADE.fullmatch(value)
    fits = found is not None and (not found["part"] or 0 < int(found[4]) < int(found[5]))
    if value and not fits:
        raise refuse("must be 0-X, all, all/0, any, or a part such as 1/2-all")
    return value


class ListPart(BaseModel):
    """A part of an army list."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class ListLine(ListPart):
    """A line of an army list: troops, or an upgrade of those of another line."""

    element: Troops = ""
    """Type and grade, such as ``Bd O``."""
    regular: bool = True
    least: Count = 0
    most: Count = 0
    compulsory: bool | None = None
    """Whether the elements have to be there; where it is left out, whether there is a least."""
    general: Literal["", "cinc", "sub", "ally"] = ""
    double: bool = False
    of: Text = ""
    """Of an upgrade: the line of which elements may become others."""
    to: Troops = ""
    """Of an upgrade: what they become."""
    upgrade: Annotated[Text, AfterValidator(_is_upgrade)] = ""
    """Of an upgrade: how many: ``0-X``, ``all``, ``all/0``, ``any``, ``1/2-all`` (25.1)."""

    @property
    def is_compulsory(self) -> bool:
        """Whether an army has to have these troops."""
        return self.least > 0 if self.compulsory is None else self.compulsory

    @property
    def troops(self) -> tuple[str, str]:
        """Type and grade; empty where the line says none."""
        return troops(self.to or self.element) or ("", "")


class AllyList(ListPart):
    """An allied contingent; its lines have the numbers of its own list (25.1)."""

    name: Text = ""
    foot_optional: bool = False
    """Whether it need not include compulsory foot (25.2)."""
    same_nation: bool = False
    """Whether its commander is of the army's own nation (25.3)."""
    least_size: Count = 0
    most_size: Count = 0
    """Elements that it has at most; 0 for no limit."""
    lines: Annotated[dict[str, ListLine], SHORT] = {}
    """Its lines; those of the army where there are none."""


class ListTerrain(ListPart):
    """The terrain of an army that defends (5)."""

    compulsory: Texts = []
    options: list[Texts] = []
    """Sets of which the defender chooses one (25.5)."""
    optional: Texts = []


class ArmyList(ListPart):
    """An army list."""

    name: Text
    list_number: Text = Field(default="", alias="list")
    """Its number in the books: ``2/33``."""
    nation: Text = ""
    from_year: Annotated[int, Field(ge=-9999, le=9999)] = Field(default=0, alias="from")
    to_year: Annotated[int, Field(ge=-9999, le=9999)] = Field(default=0, alias="to")
    leader: Text = ""
    aggression: Annotated[int, Field(ge=0, le=9)] = 0
    climate: Text = ""
    terrain: ListTerrain = ListTerrain()
    lines: Annotated[dict[str, ListLine], SHORT] = {}
    allies: Annotated[dict[str, AllyList], SHORT] = {}
    allows: Texts = []
    """What else the army may have: ``pf 0-24``."""
    notes: Text = ""
    provenance: Text = ""


def of_data(given: Mapping[str, Any]) -> ArmyList:
    """A list written into a scenario; raises HexwrightError where it does not fit."""
    return fit(ArmyList, given, "army list")


def folder() -> Path:
    """Where the lists lie that ship."""
    return data.resources() / "systems" / "de_bellis_multitudinis" / FOLDER


def names() -> list[str]:
    """The names of the lists that ship, sorted."""
    return sorted(path.stem for path in folder().glob("*.yaml"))


@cache
def shipped(name: str) -> ArmyList:
    """A list that ships, by the name of its file; raises HexwrightError where there is none."""
    path = folder() / f"{name}.yaml"
    if _NAME.fullmatch(name) is None or not path.is_file():
        raise HexwrightError(f"there is no army list {name!r}; there are {', '.join(names())}")
    source, findings = read_source(path)
    if findings or source.root is None:
        raise FileProblem(findings)
    return of_data(source.root.data)


# -- how many -----------------------------------------------------------------------------------------------------


def upgraded(text: str, chosen: int, *, allied: bool) -> tuple[int, int]:
    """The least and the most of a number of chosen elements that an upgrade may be applied to (25.1)."""
    found = _UPGRADE.fullmatch(text)
    if found is None:
        return 0, chosen
    if found["most"]:
        most = int(found["most"].partition("-")[2])
        return 0, min(chosen, most // 3 if allied else most)
    if found["part"]:
        return -(-chosen * int(found[4]) // int(found[5])), chosen
    return (chosen if found["word"] == "all" else 0), chosen


def is_all_or_none(text: str) -> bool:
    """Whether an upgrade is applied to all of the chosen elements or to none (25.1)."""
    return text == "all/0"
