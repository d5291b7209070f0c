"""The tables of a rules file, with a scenario's own laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, create_model

from engine.errors import HexwrightError
from engine.formats.fitting import fit
from engine.kit.laid import laid_over
from engine.kit.model.system_file import RulesTable, SystemFile


class KitTables(BaseModel):
    """All tables of a rules file, a field each."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def shipped(cls) -> dict[str, Any]:
        """The tables of the file as plain data."""
        return {name: field.default.model_dump(mode="python") for name, field in cls.model_fields.items()}

    @classmethod
    def merged(cls, own: Mapping[str, Any]) -> dict[str, Any]:
        """The tables of the file with a scenario's own laid over them, as plain data; raises HexwrightError for a table
        that the file does not have."""
        unknown = next((name for name in own if name not in cls.model_fields), None)
        if unknown is not None:
            raise HexwrightError(f"there is no table {unknown!r}; there are {', '.join(sorted(cls.model_fields))}")
        shipped = cls.shipped()
        marked = {name: {"provenance": "scenario", **table} for name, table in own.items()}
        return laid_over(shipped, marked)

    @classmethod
    def of(cls, own: Mapping[str, Any]) -> Self:
        """The tables with a scenario's own laid over them; raises HexwrightError where these do not fit."""
        return fit(cls, cls.merged(own), "tables") if own else cls()


def tables_model(model: SystemFile) -> type[KitTables]:
    """Returns the model of the tables of a file."""
    fields: dict[str, Any] = {name: (RulesTable, table) for name, table in model.tables.items()}
    return create_model(f"Tables_{model.name}", __base__=KitTables, **fields)
