"""The rubric as plain JSON: the build writes it once it is checked, and a grade reads it.

What checks a rubric takes longer to import than this to read, so a grade does without.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from ..checks.errors import GraderFault
from .rubric import Rubric

FILE = "rubric.json"


def written(rubric: Rubric) -> str:
    """What the file says."""
    return json.dumps(asdict(rubric), ensure_ascii=False, indent=1) + "\n"


def read(path: Path) -> Rubric:
    """What such a file says; GraderFault where it is missing or damaged."""
    try:
        made: Rubric = _made(Rubric, json.loads(path.read_bytes()))
    except FileNotFoundError:
        raise GraderFault(f"{path} is missing: run `make` in the repository of the course, which writes it") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise GraderFault(f"{path} cannot be read ({problem!r}): run `make`, which writes it anew") from None
    return made


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
