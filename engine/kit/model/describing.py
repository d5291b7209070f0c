"""What the keys of rules files are for: the texts below the fields of their models, read when a schema asks for them.

Reading them as the models are made would make the first look at a rules file in a process slow.
"""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

from pydantic import BaseModel

from engine.kit.model.naming import name_of


def describe(schema: dict[str, Any], base: type[BaseModel]) -> dict[str, Any]:
    """The schema of a rules file with a name for each key, and a description where its field has a text; ``base`` is
    what its models are made from."""
    parts = {str(schema.get("title", "")): schema, **schema.get("$defs", {})}
    for model in _below(base):
        part = parts.get(re.sub(r"[^\w.-]", "_", model.__name__))
        if part is not None:
            _describe_keys(part.get("properties", {}), model)
    return schema


def _describe_keys(properties: dict[str, dict[str, Any]], model: type[BaseModel]) -> None:
    texts = texts_of(model)
    for name, field in model.model_fields.items():
        said = properties.get(field.alias or name)
        if said is not None and "$ref" not in said:
            said["title"] = name_of(model, field.alias or name)
        if said is not None and name in texts:
            said.setdefault("description", texts[name])


def _below(base: type[BaseModel]) -> list[type[BaseModel]]:
    found: list[type[BaseModel]] = []
    waiting = [base]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.append(one)
            waiting += one.__subclasses__()
    return found


def texts_of(model: type[BaseModel]) -> dict[str, str]:
    """Returns the texts below the fields of a model, and of those that it rests on."""
    found: dict[str, str] = {}
    for one in reversed(model.__mro__):
        module = inspect.getmodule(one)
        if module is not None and module.__name__.startswith(__package__ or ""):
            found |= _in_module(module.__name__, inspect.getsource(module)).get(one.__name__.partition("[")[0], {})
    return found


_known: dict[str, dict[str, dict[str, str]]] = {}


def _in_module(name: str, source: str) -> dict[str, dict[str, str]]:
    """For each class of a module the texts below its fields."""
    if name not in _known:
        classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
        _known[name] = {node.name: _below_fields(node) for node in classes}
    return _known[name]


def _below_fields(node: ast.ClassDef) -> dict[str, str]:
    found = {}
    for field, text in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            said = text.value
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                found[field.target.id] = inspect.cleandoc(said.value)
    return found
