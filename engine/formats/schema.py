"""JSON Schemas of the files, for people who edit them in an editor that understands such schemas.

A first line such as ``# yaml-language-server: $schema=../resources/schemas/map.json`` tells the editor where
they are. They are made from the models: ``python -m engine.formats.schema`` writes them again.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from engine import data
from engine.boards.kinds import KINDS
from engine.formats.documents import (
    OTHER_SCHEMA,
    CounterTemplateDoc,
    FilePart,
    ScenarioDoc,
)
from engine.formats.migrations import CURRENT, header
from engine.formats.palette_documents import PaletteDoc, TablePaletteDoc
from engine.formats.play_documents import ExampleDoc, ReplayDoc
from engine.writing import folder_for_writing, write_text

DOCUMENTS: Final[dict[str, list[type[FilePart]]]] = {
    "palette": [PaletteDoc, TablePaletteDoc],
    "counters": [CounterTemplateDoc],
    "scenario": [ScenarioDoc],
    "example": [ExampleDoc],
    "replay": [ReplayDoc],
}
"""Kind of file to its models; each kind of map has its own (`BoardKind.document`)."""
FILES: Final = ("map", *DOCUMENTS, "system")
"""The kinds of file that have a schema."""

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


class WithoutDefaults(GenerateJsonSchema):
    """Leaves defaults out: those of rules files are in their normal form, not as files write them."""

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        """The schema of a value that may be left out."""
        return self.generate_inner(schema["schema"])


def documents(kind: str) -> list[type[BaseModel]]:
    """The models of a kind of file: one, or for ``map`` and ``palette`` one for each kind of map."""
    if kind == "system":
        return [importlib.import_module("engine.kit.model.system_file").SystemFile]
    if kind == "map":
        return [row.offers("document") for row in KINDS]
    return [*DOCUMENTS[kind]]


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file (``map``, ``palette``, ``counters``, ``scenario``, ``example``, ``replay``)."""
    made: dict[str, Any] = _linked(_whole(kind))
    made["$schema"] = _DRAFT
    made["title"] = f"Hexwright {kind}, version {CURRENT[kind]}"
    # Inline maps and scenarios may leave the format out, so that it is not among the required keys.
    made["properties"]["format"] = {"const": header(kind), "description": "What kind of file this is, and its version."}
    if kind == "scenario":
        # A variant needs none of what its base has.
        made["anyOf"] = [{"required": made.pop("required")}, {"required": ["base"]}]
    return made


def _whole(kind: str) -> dict[str, Any]:
    """The schema of a kind of file with links as they are noted; of maps that of the kind of map, and where there are
    several, any one of them."""
    maker = WithoutDefaults if kind == "system" else GenerateJsonSchema
    kinds = [document.model_json_schema(schema_generator=maker) for document in documents(kind)]
    if kind == "system":
        model = importlib.import_module("engine.kit.model.parts").KitPart
        importlib.import_module("engine.kit.model.describing").describe(kinds[0], model)
    if len(kinds) == 1:
        return kinds[0]
    definitions = {name: part for one in kinds for name, part in one.pop("$defs", {}).items()}
    return {"type": "object", "properties": {}, "oneOf": kinds, "$defs": definitions}


def _linked(part: Any) -> Any:
    """A schema whose links to the other schemas are real ones."""
    if isinstance(part, dict):
        return {"$ref" if key == OTHER_SCHEMA else key: _linked(value) for key, value in part.items()}
    return [_linked(item) for item in part] if isinstance(part, list) else part


def text(kind: str) -> str:
    """The text of a schema's file."""
    return json.dumps(schema(kind), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def write_all(folder: Path | None = None) -> list[Path]:
    """Write every schema to a folder (of the shipped resources, if none is given); gives the files."""
    target = folder or data.resources() / "schemas"
    written = []
    with folder_for_writing(target):
        for kind in FILES:
            path = target / f"{kind}.json"
            write_text(path, text(kind))
            written.append(path)
    return written


if __name__ == "__main__":
    write_all()
