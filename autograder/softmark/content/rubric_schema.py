"""The rubric's keys as a JSON schema, from the model and the texts below its fields: for editors."""

from __future__ import annotations

import ast
import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from . import rubric
from .rubric import Rubric
from .validated import adapter, keys

FILE = "rubric.schema.json"


def text() -> str:
    """The schema as it is shipped."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def schema() -> dict[str, Any]:
    made = adapter(Rubric).json_schema(by_alias=True)
    for name, part in (("Rubric", made), *made["$defs"].items()):
        _describe(name, part)
    made.pop("description", None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": "A rubric"}


def _describe(name: str, part: dict[str, Any]) -> None:
    part.pop("title", None)
    for key, field in part.get("properties", {}).items():
        field.pop("title", None)
        piece = field.get("$ref", "").rpartition("/")[2]
        if said := said_of(name).get(key) or (about(piece) if piece else ""):
            field["description"] = said


@cache
def said_of(model: str) -> dict[str, str]:
    """Key → the text below it."""
    tree = ast.parse(Path(rubric.__file__).read_text(encoding="utf-8"))
    [node] = [each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == model]
    found = {}
    for field, said in pairwise(node.body):
        match field, said:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                found[_in_the_file(model, name)] = " ".join(words.split())
    return found


def about(model: str) -> str:
    """What a piece of the rubric is about."""
    return " ".join((getattr(rubric, model).__doc__ or "").split())


def _in_the_file(model: str, name: str) -> str:
    return keys(getattr(rubric, model))[name]
