"""Reads dataclasses from plain data with pydantic, which is imported when somebody does so and not before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Made = TypeVar("Made")


class Wrong(NamedTuple):
    """One thing that is wrong with plain data."""

    where: tuple[int | str, ...]
    kind: str
    """pydantic's word for it."""
    value: Any
    context: dict[str, Any]
    message: str


class Invalid(ValueError):
    """Plain data that does not fit."""

    def __init__(self, wrong: list[Wrong]) -> None:
        super().__init__("; ".join(f"{'.'.join(map(str, each.where))}: {each.message}" for each in wrong))
        self.wrong = wrong


_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def adapter(kind: type[Made]) -> TypeAdapter[Made]:
    from pydantic import TypeAdapter

    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def validated(kind: type[Made], data: Any) -> Made:
    """The object that the data describe; Invalid lists everything that is wrong with them."""
    return _tried(lambda: adapter(kind).validate_python(data))


def from_json(kind: type[Made], text: str | bytes, *, strict: bool = False) -> Made:
    """The same from JSON; strict: nothing is taken for what it is not."""
    return _tried(lambda: adapter(kind).validate_json(text, strict=strict))


def _tried(read: Callable[[], Made]) -> Made:
    from pydantic import ValidationError

    try:
        return read()
    except ValidationError as error:
        raise Invalid([_wrong(entry) for entry in error.errors(include_url=False)]) from None


def _wrong(entry: Any) -> Wrong:
    context = entry.get("ctx", {})
    return Wrong(tuple(entry["loc"]), entry["type"], entry["input"], context, str(context.get("error", entry["msg"])))


def keys(kind: type) -> dict[str, str]:
    """Field → how it is called in the file."""
    return {each.name: each.metadata.get("alias", each.name) for each in fields(kind)}
