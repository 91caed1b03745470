"""What a value of the rubric may look like: types with a check behind them.

Only code that reads a file needs pydantic. It is slow to import, so nothing here imports it before a file is read.
"""

from __future__ import annotations

import keyword
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Gt, Le

from .yaml_places import shown

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@dataclass(frozen=True)
class Checked:
    """A value that this function lets pass, or changes; its ValueError says what is wrong."""

    check: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.check, handler(kind))


class _Exact:
    """No text for a number, no number for a truth value; and a number is finite."""

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: Any = {**handler(kind), "strict": True}
        return {**schema, "allow_inf_nan": False} if kind is float else schema


EXACT = _Exact()


def _line_of_text(value: str) -> str:
    if not value.strip():
        raise ValueError("is empty")
    if "\n" in value or len(value) > 200:
        raise ValueError("must be one line of at most 200 characters")
    return value


def _sentences(value: str) -> str:
    if not value.strip() or len(value) > 4000:
        raise ValueError("must be a few sentences, of at most 4000 characters")
    return " ".join(value.split())


def _slug(value: str) -> str:
    if not value or len(value) > 60 or any(c not in "abcdefghijklmnopqrstuvwxyz0123456789-_" for c in value):
        raise ValueError("goes into file names: use a-z, 0-9, - and _ (at most 60)")
    return value


def _ident(value: str) -> str:
    if not value or len(value) > 20 or not all(part.isalnum() and part.isascii() for part in value.split(".")):
        raise ValueError('must be letters and digits with dots between, like "1.2"')
    return value


def _python_file(value: str) -> str:
    stem, dot, end = value.rpartition(".")
    *folders, name = steps = stem.split("/")
    if not (
        dot and end == "py" and stem.isascii() and all(s.isidentifier() and not keyword.iskeyword(s) for s in steps)
    ):
        raise ValueError(f"must be a Python file, like part1.py or parts/stack.py, not {shown(value)}")
    if len(folders) > _MOST_FOLDERS or name == "__init__":
        raise ValueError(
            f"must be a module at most {_MOST_FOLDERS} folders down, and no __init__.py, not {shown(value)}"
        )
    if taken := [folder for folder in folders if folder in _TAKEN_FOLDERS]:
        raise ValueError(f"must lie in another folder: {taken[0]} is no place for students' files")
    return value


_MOST_FOLDERS = 2
_TAKEN_FOLDERS = ("public_tests", "env", "venv", "node_modules", "__pycache__", "__MACOSX")
"""What the build writes, and what tools leave behind: nobody reads a submission there."""


def _file_below(value: str) -> str:
    for part in value.split("/"):
        if not part or part.startswith(".") or any(c in part for c in "\\:\n"):
            raise ValueError(f"must be a file below assignment/, like folder/file.csv, not {shown(value)}")
    return value


def _identifier(value: str) -> str:
    if not (value.isidentifier() and value.isascii()):
        raise ValueError(f"must be a package's own name, like numpy, not {shown(value)}")
    return value


def _contract_name(value: str) -> str:
    parts = value.split(".")
    if len(parts) > 2 or not all(part.isidentifier() for part in parts):
        raise ValueError(f"must be a function, or a method as Class.method, not {shown(value)}")
    return value


def _dotted_name(value: str) -> str:
    if "." not in value or not all(part.isidentifier() for part in value.split(".")):
        raise ValueError(f"must be a full dotted name like torch.softmax or Tensor.softmax, not {shown(value)}")
    return value


def _hundredths(value: float) -> float:
    if math.isfinite(value) and Fraction(repr(value)) * 100 % 1:
        raise ValueError(f"{shown(value)} has more than two decimals")
    return value


Text = Annotated[str, EXACT, Checked(_line_of_text)]
Sentences = Annotated[str, EXACT, Checked(_sentences)]
Slug = Annotated[str, EXACT, Checked(_slug)]
Ident = Annotated[str, EXACT, Checked(_ident)]
PythonFile = Annotated[str, EXACT, Checked(_python_file)]
FileBelow = Annotated[str, EXACT, Checked(_file_below)]
Package = Annotated[str, EXACT, Checked(_identifier)]
ContractName = Annotated[str, EXACT, Checked(_contract_name)]
DottedName = Annotated[str, EXACT, Checked(_dotted_name)]
Points = Annotated[float, EXACT, Ge(0), Le(100_000), Checked(_hundredths)]
Percent = Annotated[float, EXACT, Ge(0), Le(100), Checked(_hundredths)]
Few = Annotated[int, EXACT, Ge(0), Le(100_000)]
Seconds = Annotated[float, EXACT, Gt(0), Le(86_400)]
Hours = Annotated[float, EXACT, Ge(0), Le(1000)]
Count = Annotated[int, EXACT, Gt(0), Le(1_000_000)]
Yes = Annotated[bool, EXACT]
