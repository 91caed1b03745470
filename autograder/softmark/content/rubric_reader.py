"""Reads a rubric and tells what is wrong with it, each mistake with its line and column.

First all that cannot be read, then, where each value is right by itself, all that contradicts itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import contradictions, gone
from .contradictions import suggest
from .rubric import Dates, Feedback, Isolation, Item, Late, Limits, Part, Rubric, RubricError, Rule
from .validated import Invalid, Wrong, keys, validated
from .yaml_places import Located, Where, parse, read, shown


def load_rubric(path: str | Path) -> Rubric:
    """Read and check a rubric file; RubricError lists what is wrong with it."""
    return _checked(read(Path(path)))


def parse_rubric(text: str, file: str = "rubric.yaml") -> Rubric:
    """The same for text in memory; `file` is the name that errors show."""
    return _checked(parse(text, file))


def _checked(found: Located) -> Rubric:
    if not isinstance(found.data, dict) and not found.problems:
        found.problem((), "must be a set of keys and values, starting with name:")
    rubric = _valid(found) if isinstance(found.data, dict) else None
    if rubric is not None and not found.problems:
        for where, said in contradictions.found(rubric):
            found.problem(where, said)
    if rubric is None or found.problems:
        raise RubricError(found.mistakes)
    return _without_off(rubric)


def _valid(found: Located) -> Rubric | None:
    try:
        return validated(Rubric, found.data)
    except Invalid as error:
        for wrong in error.wrong:
            _tell(wrong, found)
    return None


def _without_off(rubric: Rubric) -> Rubric:
    """The rubric without files all of whose tasks are off; the tasks of a file that is not listed are off."""
    items = [item if item.file in rubric.files else replace(item, mode="off") for item in rubric.all_items]
    own = {name: [item for item in items if item.file == name] for name in rubric.files}
    files = tuple(name for name, tasks in own.items() if not tasks or any(item.mode != "off" for item in tasks))
    parts = {name: title for name, title in rubric.parts.items() if name in files}
    return replace(rubric, all_items=tuple(items), files=files, parts=parts)


_MODELS: dict[str, type[Part]] = {
    "items": Item,
    "rules": Rule,
    "limits": Limits,
    "isolation": Isolation,
    "feedback": Feedback,
    "dates": Dates,
    "late": Late,
}


def _tell(wrong: Wrong, found: Located) -> None:
    where = wrong.where
    key = ".".join(part for part in where if isinstance(part, str))
    if wrong.kind == "unexpected_keyword_argument":
        model = _MODELS.get(str(where[0]), Rubric) if len(where) > 1 else Rubric
        unknown = f"is not a key of the rubric{suggest(str(where[-1]), keys(model).values())}"
        found.problem(where, gone.KEYS.get(key, unknown), at_key=True)
    elif wrong.kind == "missing" and (key != "term" or "salt" not in found.data):  # of a salt, more has been said
        found.problem(where, "is missing")
    elif wrong.kind == "too_short" and wrong.value:
        return  # it lists something, and what is wrong with that has been said
    elif wrong.kind != "missing":
        found.problem(where, _sentence(key, where, wrong, found))


_SAYS = {
    "value_error": "{message}",
    "string_type": "must be text, not {kind}",
    "float_type": "must be a number, not {kind} ({written})",
    "int_type": "must be a whole number, not {kind} ({written})",
    "int_from_float": "must be a whole number, not {kind} ({written})",
    "bool_type": "must be true or false, not {value}",
    "finite_number": "must be a finite number",
    "greater_than_equal": "must be at least {ge:g}, not {value}",
    "greater_than": "must be more than {gt:g}, not {value}",
    "less_than_equal": "must be at most {le:g}, not {value}",
    "tuple_type": "must be a list, not {kind}",
    "list_type": "must be a list, not {kind}",
    "too_short": "must list at least one",
    **dict.fromkeys(("dataclass_type", "dict_type", "mapping_type"), "must be a set of keys and values, not {kind}"),
}
"""pydantic's word for a mistake → the sentence about it."""


def _sentence(key: str, where: Where, wrong: Wrong, found: Located) -> str:
    value, written = wrong.value, shown(found.written.get(where, wrong.value))
    if value is None:
        return "has no value"
    if wrong.kind == "literal_error":
        choices = wrong.context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        close = f"must be {_any_of(choices)}, not {shown(value)}{suggest(str(value), choices)}"
        return gone.VALUES.get(f"{key}: {value}", close)
    if wrong.kind == "string_type" and isinstance(value, (int, float)):
        return f'{written} is read as {_kind_of(value)}, not as text: quote it, "{written}"'
    said = {"kind": _kind_of(value), "value": shown(value), "written": written, "message": wrong.message}
    return _SAYS.get(wrong.kind, "{message}").format(**{**wrong.context, **said})


def _kind_of(value: Any) -> str:
    kinds = {bool: "a truth value", int: "a number", float: "a number", str: "text", list: "a list"}
    return kinds.get(type(value), "a set of keys and values")


def _any_of(choices: Sequence[str]) -> str:
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last
