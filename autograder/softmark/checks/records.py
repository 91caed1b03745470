"""What is left of an object that is nothing but named values, a dataclass or a named tuple: its fields.

They hold the fields and the name of the class, never the class: none of its methods is here, and none decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_OF_ARRAYS = frozenset(("shape", "dtype", "ndim", "size", "device", "T"))
"""Fields that are read with `.fields["shape"]` alone: a check that asks an array for them must not get them from an
object that only looks like one."""


class ObjectFields:
    """The fields of a dataclass. Two are equal if their classes have the same name and their fields are equal."""

    class_name: str
    fields: dict[str, Any]

    def __init__(self, class_name: str, fields: Mapping[str, Any]) -> None:
        vars(self).update(class_name=class_name, fields=dict(fields))

    def __getattr__(self, name: str) -> Any:
        if name in _OF_ARRAYS or name not in vars(self).get("fields", ()):
            raise AttributeError(f"a {vars(self).get('class_name', 'ObjectFields')} has no attribute {name!r}")
        return self.fields[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {self.class_name} that came as a value cannot be changed")

    def __eq__(self, other: object) -> bool:
        same_kind = isinstance(other, ObjectFields) and other.class_name == self.class_name
        return same_kind and isinstance(other, ObjectFields) and other.fields == self.fields

    def __hash__(self) -> int:
        return hash((self.class_name, *self.fields.items()))

    def __repr__(self) -> str:
        return f"{self.class_name}({', '.join(f'{name}={part!r}' for name, part in self.fields.items())})"


class NamedParts(tuple[Any, ...]):
    """A named tuple: a tuple whose places have names too."""

    class_name: str
    names: tuple[str, ...]

    def __new__(cls, class_name: str, names: Sequence[str], parts: Sequence[Any]) -> NamedParts:
        made = super().__new__(cls, parts)
        vars(made).update(class_name=class_name, names=tuple(names))
        return made

    @property
    def fields(self) -> dict[str, Any]:
        return dict(zip(self.names, self, strict=True))

    def __getattr__(self, name: str) -> Any:
        if name in _OF_ARRAYS or name not in vars(self).get("names", ()):
            raise AttributeError(f"a named tuple has no attribute {name!r}")
        return self[self.names.index(name)]

    def __repr__(self) -> str:
        return f"{self.class_name}({', '.join(f'{name}={part!r}' for name, part in self.fields.items())})"
