"""What a value of the rubric may look like: types with a check behind them.

Only code that reads a file needs pydantic. It is slow to import, so nothing here imports it before a file is read.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Gt, Le

from .yaml_places import shown

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


class Held:
    """A value that passes each test; else the sentence beside the test that fails, in which {} is the value."""

    def __init__(self, *tests: tuple[Callable[[Any], object], str]) -> None:
        self._tests = tests

    def check(self, value: Any) -> Any:
        for fits, says in self._tests:
            if not fits(value):
                raise ValueError(says.format(shown(value)))
        return value

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.check, handler(kind))


class _Exact:
    """No text for a number, no number for a truth value; and a number is finite."""

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: Any = {**handler(kind), "strict": True}
        return {**schema, "allow_inf_nan": False} if kind is float else schema


EXACT = _Exact()
_TAKEN = {"public_tests", "env", "venv", "node_modules", "__pycache__", "__MACOSX"}
"""What the build writes, and what tools leave behind: nobody reads a submission there."""


def _identifiers(parts: Iterable[str]) -> bool:
    return all(part.isidentifier() for part in parts)


def _is_module(value: str) -> bool:
    steps = value.removesuffix(".py").split("/")
    return value.endswith(".py") and value.isascii() and _identifiers(steps) and not any(map(keyword.iskeyword, steps))


_LINE = Held(
    (str.strip, "is empty"),
    (lambda value: "\n" not in value and len(value) <= 200, "must be one line of at most 200 characters"),
)
_SENTENCES = Held((lambda value: 0 < len(value.strip()) <= 4000, "must be a few sentences, of at most 4000 characters"))
_SLUG = Held((re.compile(r"[a-z0-9_-]{1,60}").fullmatch, "goes into file names: use a-z, 0-9, - and _ (at most 60)"))
_IDENT = Held(
    (
        re.compile(r"(?=.{1,20}$)[A-Za-z0-9]+(\.[A-Za-z0-9]+)*").fullmatch,
        'must be letters and digits with dots between, like "1.2"',
    )
)
_MODULE = Held(
    (_is_module, "must be a Python file, like part1.py or parts/stack.py, not {}"),
    (
        lambda value: value.count("/") <= 2 and not value.endswith("__init__.py"),
        "must be a module at most 2 folders down, and no __init__.py, not {}",
    ),
    (
        lambda value: not _TAKEN.intersection(value.split("/")[:-1]),
        "must lie in another folder than {}: nobody reads students' files there",
    ),
)
_BELOW = Held(
    (
        re.compile(r"(?:[^./\\:\n][^/\\:\n]*/)*[^./\\:\n][^/\\:\n]*").fullmatch,
        "must be a file below assignment/, like folder/file.csv, not {}",
    )
)
_PACKAGE = Held(
    (
        lambda value: value.isidentifier() and value.isascii(),
        "must be a package's own name, like numpy, not {}",
    )
)
_CONTRACT = Held(
    (
        lambda value: value.count(".") < 2 and _identifiers(value.split(".")),
        "must be a function, or a method as Class.method, not {}",
    )
)
_DOTTED = Held(
    (
        lambda value: "." in value and _identifiers(value.split(".")),
        "must be a full dotted name like torch.softmax or Tensor.softmax, not {}",
    )
)
_TWO_DECIMALS = Held((lambda value: not Fraction(repr(value)) * 100 % 1, "{} has more than two decimals"))

Text = Annotated[str, EXACT, _LINE]
Sentences = Annotated[str, EXACT, _SENTENCES]
Slug = Annotated[str, EXACT, _SLUG]
Ident = Annotated[str, EXACT, _IDENT]
PythonFile = Annotated[str, EXACT, _MODULE]
FileBelow = Annotated[str, EXACT, _BELOW]
Package = Annotated[str, EXACT, _PACKAGE]
ContractName = Annotated[str, EXACT, _CONTRACT]
DottedName = Annotated[str, EXACT, _DOTTED]
Points = Annotated[float, EXACT, Ge(0), Le(100_000), _TWO_DECIMALS]
Percent = Annotated[float, EXACT, Ge(0), Le(100), _TWO_DECIMALS]
Few = Annotated[int, EXACT, Ge(0), Le(100_000)]
Seconds = Annotated[float, EXACT, Gt(0), Le(86_400)]
Hours = Annotated[float, EXACT, Ge(0), Le(1000)]
Count = Annotated[int, EXACT, Gt(0), Le(1_000_000)]
Yes = Annotated[bool, EXACT]
