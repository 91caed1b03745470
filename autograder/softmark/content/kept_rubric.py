"""The rubric as the build has checked it. A grade reads this form and need not check it again: the library that does so
takes longer to import than the rubric to read.

It is bound to the bytes of rubric.yaml and to the code that reads it; where either is another, it counts for nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from ..files.atomic import write_atomically
from .rubric import Rubric
from .rubric_reader import load_rubric

FILE = "rubric.json"
"""Beside the rubric."""
_READ_BY = ("allowed.py", "dates.py", "rubric.py", "rubric_reader.py", "validated.py", "yaml_places.py")


def checked(path: Path) -> str:
    """What the build keeps: the rubric, and what it was read from."""
    return json.dumps({"of": _read_from(path), "says": asdict(load_rubric(path))}) + "\n"


def keep(path: Path, beside: Path) -> None:
    """For the grades of this repository; the zip has its own copy."""
    write_atomically(beside, checked(path))


def kept(path: Path, beside: Path) -> Rubric | None:
    """The rubric at `path` as it is kept in the file `beside`; None where there is none of these bytes."""
    try:
        found = json.loads(beside.read_bytes())
        if found["of"] == _read_from(path):
            made: Rubric = _made(Rubric, found["says"])
            return made
    except (OSError, ValueError, KeyError, TypeError):
        pass  # then it is read and checked as always
    return None


def _read_from(path: Path) -> str:
    code = [(Path(__file__).parent / name).read_bytes() for name in _READ_BY]
    return hashlib.sha256(b"\0".join([path.read_bytes(), *code])).hexdigest()


def _made(kind: Any, value: Any) -> Any:
    """What stood there before it became JSON, which knows no tuples and no dataclasses."""
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{each.name: _made(hints[each.name], value[each.name]) for each in fields(kind)})
    if get_origin(kind) is tuple:
        return tuple(_made(get_args(kind)[0], each) for each in value)
    if get_origin(kind) is Mapping:
        return {name: _made(get_args(kind)[1], each) for name, each in value.items()}
    return value


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)
