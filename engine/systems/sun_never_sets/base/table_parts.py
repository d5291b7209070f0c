"""What the models of this system's tables are made of."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from engine.formats.fitting import refuse


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value


Count = Annotated[int, BeforeValidator(_number), Field(ge=0, le=9999)]
Modifier = Annotated[int, Field(ge=-9, le=9)]


class TableEntry(BaseModel):
    """A part of a table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class DieRange(TableEntry):
    """The least and the most a modified die counts as."""

    least: Annotated[int, Field(ge=-9, le=20)]
    most: Annotated[int, Field(ge=-9, le=20)]

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.least > self.most:
            raise refuse(f"has a least die of {self.least}, above the most, {self.most}")
        return self

    def clip(self, value: int) -> int:
        """A modified die as the table reads it."""
        return min(max(value, self.least), self.most)

    def check_rows(self, rows: Collection[int]) -> None:
        """Raise the error of a validator where a modified die has no row."""
        if not set(range(self.least, self.most + 1)) <= set(rows):
            raise refuse(f"must have rows for {self.least} to {self.most} without a gap")
