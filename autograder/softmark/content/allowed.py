"""What a value of the rubric may look like: types with a check behind them.

Only code that reads a file needs pydantic. It is slow to import, so nothing here imports it before a file is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Gt, Le, MultipleOf

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@dataclass(frozen=True)
class Like:
    """A text of which the whole is like a pattern; else a sentence says what it must be."""

    pattern: str
    says: str

    def check(self, value: str) -> str:
        if not re.fullmatch(self.pattern, value):
            raise ValueError(self.says)
        return value

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.check, handler(kind))


_NAME = "[A-Za-z_][A-Za-z0-9_]*"

Text = Annotated[str, Like(r"(?=.*\S).{1,200}", "must be one line of at most 200 characters")]
Sentences = Annotated[str, Like(r"(?s)(?=.*\S).{1,4000}", "must be a few sentences, of at most 4000 characters")]
Slug = Annotated[str, Like("[a-z0-9_-]{1,60}", "must be a name for files, of a-z, 0-9, - and _")]
Ident = Annotated[
    str, Like(r"(?=.{1,20}$)[A-Za-z0-9]+(\.[A-Za-z0-9]+)*", 'must be letters and digits with dots between, like "1.2"')
]
PythonFile = Annotated[
    str,
    Like(
        rf"({_NAME}/){{0,2}}(?!__init__){_NAME}\.py",
        "must be a Python file that can be imported, like part1.py or parts/stack.py",
    ),
]
FileBelow = Annotated[
    str, Like(r"(?:[^./\\:\n][^/\\:\n]*/)*[^./\\:\n][^/\\:\n]*", "must be a file below assignment/, like data/rows.csv")
]
Package = Annotated[str, Like(_NAME, "must be a package's own name, like numpy")]
ContractName = Annotated[str, Like(r"[^\W\d]\w*(\.[^\W\d]\w*)?", "must be a function, or a method as Class.method")]
DottedName = Annotated[
    str, Like(r"[^\W\d]\w*(\.[^\W\d]\w*)+", "must be a full dotted name like torch.softmax or Tensor.softmax")
]
Points = Annotated[float, Ge(0), Le(100_000), MultipleOf(0.01)]
Percent = Annotated[float, Ge(0), Le(100), MultipleOf(0.01)]
Few = Annotated[int, Ge(0), Le(100_000)]
Seconds = Annotated[float, Gt(0), Le(86_400)]
Hours = Annotated[float, Ge(0), Le(1000)]
Count = Annotated[int, Gt(0), Le(1_000_000)]
