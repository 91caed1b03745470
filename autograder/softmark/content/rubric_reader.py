"""Reads a rubric and tells what is wrong with it, each mistake with its line and column.

First all that cannot be read, then, where each value is right by itself, all that contradicts itself.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import contradictions, gone
from .contradictions import suggest
from .rubric import Part, Rubric
from .validated import Invalid, Wrong, keys, validated
from .yaml_places import Document, Mistake, RubricError, parse, read, shown


def load_rubric(path: str | Path) -> Rubric:
    """Read and check a rubric file; RubricError lists what is wrong with it."""
    return _checked(read(Path(path)))


def parse_rubric(text: str, file: str = "rubric.yaml") -> Rubric:
    """The same for text in memory; `file` is the name that errors show."""
    return _checked(parse(text, file))


def _checked(document: Document) -> Rubric:
    if not isinstance(document.data, dict):
        raise RubricError([document.mistake((), "must be a set of keys and values, starting with name:")])
    try:
        rubric = validated(Rubric, document.data)
    except Invalid as error:
        # of a list that is not empty, what is wrong with its entries has been said
        wrong = [each for each in error.wrong if not (each.kind == "too_short" and each.value)]
        raise RubricError(_told(each, document) for each in wrong) from None
    if found := [document.mistake(where, said) for where, said in contradictions.found(rubric)]:
        raise RubricError(found)
    return _without_off(rubric)


def _without_off(rubric: Rubric) -> Rubric:
    """The rubric without files all of whose tasks are off; the tasks of a file that is not listed are off."""
    items = [item if item.file in rubric.files else replace(item, mode="off") for item in rubric.all_items]
    own = {name: [item for item in items if item.file == name] for name in rubric.files}
    files = tuple(name for name, tasks in own.items() if not tasks or any(item.mode != "off" for item in tasks))
    parts = {name: title for name, title in rubric.parts.items() if name in files}
    return replace(rubric, all_items=tuple(items), files=files, parts=parts)


def _told(wrong: Wrong, document: Document) -> Mistake:
    if wrong.kind != "unexpected_keyword_argument":
        return document.mistake(wrong.where, _sentence(wrong))
    known = [key for model in Part.__subclasses__() for key in keys(model).values()]
    path = ".".join(part for part in wrong.where if isinstance(part, str))
    unknown = f"is not a key of the rubric{suggest(str(wrong.where[-1]), known)}"
    return document.mistake(wrong.where, gone.KEYS.get(path, unknown), at_key=True)


_SAYS = {
    "missing": "is missing",
    "value_error": "{message}, not {value}",
    **dict.fromkeys(("float_type", "float_parsing"), "must be a number, not {value}"),
    **dict.fromkeys(("int_type", "int_parsing"), "must be a whole number, not {value}"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "must be true or false, not {value}"),
    "greater_than_equal": "must be at least {ge:g}, not {value}",
    "greater_than": "must be more than {gt:g}, not {value}",
    "less_than_equal": "must be at most {le:g}, not {value}",
    "multiple_of": "{value} has more than two decimals",
    "literal_error": "must be {choices}, not {value}{meant}",
    "string_type": "must be text, not {value}",
    "tuple_type": "must be a list, not {value}",
    "too_short": "must list at least one",
    **dict.fromkeys(("dataclass_type", "mapping_type"), "must be a set of keys and values, not {value}"),
}
"""pydantic's word for a mistake → the sentence about it; pydantic's own for the others."""


def _sentence(wrong: Wrong) -> str:
    if wrong.value in (None, ""):
        return "has no value"
    choices = wrong.context.get("expected", "").replace("'", "")
    said = {"value": _written(wrong.value), "message": wrong.message, "choices": choices}
    said["meant"] = suggest(said["value"], re.findall(r"\w+", choices))
    return _SAYS.get(wrong.kind, "{message}").format(**{**wrong.context, **said})


def _written(value: Any) -> str:
    if isinstance(value, str):
        return shown(value)
    return "a list" if isinstance(value, list) else "a set of keys and values"
