"""JSON Schemas of the files, for people who edit them in an editor that understands such schemas.

A first line such as ``# yaml-language-server: $schema=../resources/schemas/map.json`` tells the editor where
they are. They are made from the models: ``python -m engine.formats.schema`` writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from engine import data
from engine.formats.documents import OTHER_SCHEMA, FilePart, MapDoc, PaletteDoc, ScenarioDoc
from engine.formats.migrations import CURRENT, header
from engine.formats.play_documents import ExampleDoc, ReplayDoc
from engine.writing import folder_for_writing, write_text

DOCUMENTS: Final[dict[str, type[FilePart]]] = {
    "map": MapDoc,
    "palette": PaletteDoc,
    "scenario": ScenarioDoc,
    "example": ExampleDoc,
    "replay": ReplayDoc,
}
"""Kind of file to its model."""

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file (``map``, ``palette``, ``scenario``, ``example``, ``replay``)."""
    made: dict[str, Any] = _linked(DOCUMENTS[kind].model_json_schema())
    made["$schema"] = _DRAFT
    made["title"] = f"Hexwright {kind}, version {CURRENT[kind]}"
    # Inline maps and scenarios may leave the format out, so that it is not among the required keys.
    made["properties"]["format"] = {"const": header(kind), "description": "What kind of file this is, and its version."}
    if kind == "scenario":
        # A variant needs none of what its base has.
        made["anyOf"] = [{"required": made.pop("required")}, {"required": ["base"]}]
    return made


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
        for kind in DOCUMENTS:
            path = target / f"{kind}.json"
            write_text(path, text(kind))
            written.append(path)
    return written


if __name__ == "__main__":
    write_all()
