"""One call into somebody's code as plain data: what is asked for (`Request`), and what came of it (`Outcome`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Request:
    """One thing to do. `target` is "attention.softmax", or "#3" / "#3.embed" for a constructed module."""

    op: str
    """call | observe | grad | weights | attribute"""
    target: str
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        return {"op": self.op, "target": self.target, "args": list(self.args), "kwargs": dict(self.kwargs)}


@dataclass(frozen=True)
class Outcome:
    """What came of a request, as plain data."""

    value: Any = None
    changed: tuple[str, ...] = ()
    """For `observe`: arguments that were changed in place: "argument 1", "argument mask"; weights; settings that hold
    for all code: "PyTorch's default dtype"."""
    requires_grad: bool = False
    by_input: tuple[Any, ...] = ()
    """For `grad`: the gradient of each floating-point input in order; None where none arrives."""
    by_name: dict[str, Any] = field(default_factory=dict)
    """For `grad` of a module: the gradient of each parameter."""
    printed: str = ""

    def plain(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "changed": list(self.changed),
            "requires_grad": self.requires_grad,
            "by_input": list(self.by_input),
            "by_name": dict(self.by_name),
            "printed": self.printed,
        }

    def to_json(self) -> dict[str, Any]:
        """The outcome as short as possible for the wire: most fields are mostly empty."""
        return {name: part for name, part in self.plain().items() if name == "value" or part not in EMPTY}


SETTING = "PyTorch's "
"""So begins the name of a setting in `changed`."""
EMPTY: tuple[Any, ...] = (False, "", [], {})
