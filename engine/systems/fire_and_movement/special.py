"""The exclusive rules that a battle of this system may have."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator

from engine.formats.documents import Text
from engine.formats.fitting import SHORT, PlaceNames, Setting, SideName, SpecialModel, refuse
from engine.formats.hints import clip

EDGES = ("N", "E", "S", "W")
SEA = "sea"

Few = Annotated[int, Field(ge=0, le=999)]


def _turn(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else value


def _allotted(value: Any) -> Any:
    """``8/9``: the first player's and the second's; one number is both's."""
    parts = [part.strip() for part in str(value).split("/")]
    if isinstance(value, bool) or len(parts) > 2 or not all(part.isascii() and part.isdecimal() for part in parts):
        raise refuse("must be a number of markers or two, such as 8/9")
    return int(parts[0]), int(parts[-1])


def _edge(value: str, info: ValidationInfo) -> str:
    board = info.context.board if isinstance(info.context, Setting) else None
    if board is not None and value not in board.regions and value.upper() not in EDGES:
        raise refuse(f"must be N, E, S, W or a region of the map, not {clip(value)}")
    return value


def _base(value: str, info: ValidationInfo) -> str:
    board = info.context.board if isinstance(info.context, Setting) else None
    if value and board is not None and value not in board.regions and value != SEA:
        raise refuse(f"must be sea or a region of the map, not {clip(value)}")
    return value


class MarkerModel(BaseModel):
    """Support fire markers of one kind (7.2, 8.1.1)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    strength: Few
    count: Few = 1
    kind: Text = "artillery"
    base: Annotated[Text, AfterValidator(_base)] = Field(default="", alias="from")
    """Where its range counts from: the sea, or a region; empty for anywhere on the map."""
    range: Few = 0


Pool = Annotated[list[MarkerModel], Field(max_length=100)]
Turn = Annotated[int, BeforeValidator(_turn), Field(ge=1)]
Allotment = Annotated[tuple[Few, Few], BeforeValidator(_allotted)]


class SupportModel(BaseModel):
    """The support fire of a scenario: the allotment by turn, and the pool of each side under its key (7.1)."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    allotment: Annotated[dict[Turn, Allotment], SHORT] = {}
    __pydantic_extra__: dict[str, Pool] = Field(init=False)

    def pool(self, side: str) -> list[MarkerModel]:
        """The markers of a side."""
        return (self.__pydantic_extra__ or {}).get(side, [])

    @model_validator(mode="before")
    @classmethod
    def _of_sides(cls, data: Any, info: ValidationInfo) -> Any:
        sides = info.context.sides if isinstance(info.context, Setting) else None
        if isinstance(data, dict) and sides is not None:
            unknown = [str(key) for key in data if key != "allotment" and key not in sides]
            if unknown:
                raise refuse(f"must have allotment and the sides {', '.join(sides)}, not {clip(unknown[0])}")
        return data


class Special(SpecialModel):
    """The exclusive rules of a scenario."""

    support_fire: SupportModel | None = Field(default=None, description="Support fire markers (7.1)")
    friendly_edge: Annotated[dict[SideName, Annotated[Text, AfterValidator(_edge)]], SHORT] | None = Field(
        default=None, description="By side the map edge or region that its units retreat towards (8.3)"
    )
    armour_shift: SideName | None = Field(
        default=None, description="The side whose attacks shift left without an armoured brigade (8.2.4)"
    )
    no_zoc_into: PlaceNames = Field(
        default=[], description="Hexes or regions that zones of control do not reach into (6.0)"
    )
