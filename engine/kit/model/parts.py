"""What all blocks of a rules file share: strict keys, captions, paragraphs, lists that may be a single entry."""

from __future__ import annotations

from collections.abc import ItemsView, KeysView, ValuesView
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from engine.formats.documents import Line, Text
from engine.kit.model.values import Name, Paragraphs

T = TypeVar("T")

COMMENTS: Final = ("about", "says", "rule", "rules")
"""The keys that every block and entry may have."""


class KitPart(BaseModel):
    """Any part of a rules file: strict about kinds of values and unknown keys, and never changed."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,
    )


class Block(KitPart):
    """A block or an entry of one."""

    about: Text = ""
    """A text for designers."""
    says: Line = ""
    """A caption for odds, refusals and the log."""
    rule: Paragraphs = ()
    """The paragraphs that this rests on."""
    rules: dict[str, Paragraphs] = {}
    """The paragraphs that single keys of this block rest on."""


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | float) or (
        isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)
    )


class Named(Block, Generic[T]):
    """Entries by their names, in the order of the file, beside what every block may say."""

    entries: dict[Name, T] = {}
    """What there is, by name."""

    @model_validator(mode="before")
    @classmethod
    def _apart_from_comments(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        said = {key: data[key] for key in ("about", "says", "rule") if key in data and _plain(data[key])}
        if isinstance(data.get("rules"), dict) and all(_plain(one) for one in data["rules"].values()):
            said["rules"] = data["rules"]
        return {**said, "entries": {key: value for key, value in data.items() if key not in said}}

    def __getitem__(self, name: str) -> T:
        return self.entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __len__(self) -> int:
        return len(self.entries)

    def __bool__(self) -> bool:
        return bool(self.entries)

    def get(self, name: str) -> T | None:
        """Returns the entry of a name, or None."""
        return self.entries.get(name)

    def keys(self) -> KeysView[str]:
        """Returns the names, in the order of the file."""
        return self.entries.keys()

    def values(self) -> ValuesView[T]:
        """Returns the entries, in the order of the file."""
        return self.entries.values()

    def items(self) -> ItemsView[str, T]:
        """Returns names and entries, in the order of the file."""
        return self.entries.items()


def listed(value: Any) -> Any:
    """A list as the tuple that models keep; a single entry stands for a list of one."""
    if isinstance(value, tuple):
        return value
    return tuple(value) if isinstance(value, list) else (value,)


if TYPE_CHECKING:
    Listed = tuple[T, ...]
    """Entries in their order."""
else:

    class Listed:
        """Entries in their order; one alone needs no list."""

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[tuple[item, ...], BeforeValidator(listed, json_schema_input_type=list[item] | item)]
