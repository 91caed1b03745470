"""Turns what somebody's code returned into a plain value, where that code runs: what it gives is what checks compare.

Subclasses become Python's own types, dataclasses and named tuples their fields, arrays detached copies: no method of
the student's is left in it. Other objects stay where they are. Where the check asked for objects a number stands for
each, elsewhere they are refused: an object could pretend to be any value.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Any

from ..checks import single_values, values
from ..checks.numpy_if_there import THERE, np
from ..checks.records import NamedParts, ObjectFields
from ..checks.values import HandleRef, NotPlain, Rng, Walker

_EXTENDED: dict[type, Callable[[Any], Any]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda node: bytes.__getitem__(node, slice(None)),
    bytearray: lambda node: bytearray.__getitem__(node, slice(None)),
}
"""Types that a class can extend → how the value is had of one, past the methods of that class."""


def plain(value: Any, keep: Callable[[Any], HandleRef] | None = None, whole: bool = False) -> Any:
    """A copy that shares nothing with what was returned.

    `keep` takes an object that is no value (`whole`: also one that would come as its fields). Without it NotPlain is
    raised, here or, for arrays of a strange kind, by whoever encodes it.
    """
    return _Copier(keep, whole).walk(value, 0)


class _Copier(Walker):
    def __init__(self, keep: Callable[[Any], HandleRef] | None, whole: bool) -> None:
        super().__init__()
        self._keep = keep
        self._whole = whole

    def walk(self, node: Any, depth: int) -> Any:
        self._count(depth)
        if node is None or type(node) in (bool, int, float, str):
            return node
        if values.is_array(node):
            self._count_array()
        if values.is_tensor(node):
            return _own_copy(node)
        if values.is_numpy(node):
            return np.array(node, subok=False)
        if self._whole and (_has_fields(node) or isinstance(node, Enum)):
            return self._kept(node)
        if isinstance(node, Enum):  # also one that is a number: its name is what it says
            return ObjectFields(
                type(node).__name__[:60], {"name": node.name, "value": self.walk(node.value, depth + 1)}
            )
        return self._container(node, depth)

    def _container(self, node: Any, depth: int) -> Any:
        if isinstance(node, list | deque):
            return [self.walk(part, depth + 1) for part in node]
        if isinstance(node, tuple):
            parts = [self.walk(part, depth + 1) for part in node]
            names: Any = getattr(type(node), "_fields", ())
            return NamedParts(type(node).__name__[:60], names, parts) if _has_fields(node) else tuple(parts)
        if isinstance(node, dict):
            return {self._key(key, depth + 1): self.walk(part, depth + 1) for key, part in node.items()}
        if isinstance(node, set | frozenset):
            made = {self._key(part, depth + 1) for part in node}
            return frozenset(made) if isinstance(node, frozenset) else made
        if _has_fields(node):
            fields = {field.name: self.walk(getattr(node, field.name), depth + 1) for field in dataclasses.fields(node)}
            return ObjectFields(type(node).__name__[:60], fields)
        return self._single(node)

    def _key(self, node: Any, depth: int) -> Any:
        made = self.walk(node, depth)
        if isinstance(made, HandleRef):
            raise NotPlain(f"a set, or the keys of a dict, with an object of type {type(node).__name__[:60]}")
        return made

    def _single(self, node: Any) -> Any:
        if THERE and isinstance(node, np.bool_ | np.integer | np.floating | np.complexfloating):
            return float(node) if isinstance(node, np.floating) else node.item()
        for own, value_of in _EXTENDED.items():
            if isinstance(node, own):
                return value_of(node)
        if values.is_device(node) or values.is_array(node):
            return node
        if (tree := single_values.tree_of(node)) is not None:
            made = single_values.value_of(*tree)
            self._count_range(made)
            return made
        return self._kept(node)

    def _kept(self, node: Any) -> HandleRef:
        if self._keep is None:
            raise NotPlain(f"an object of type {type(node).__name__[:60]}")
        return self._keep(node)


def _own_copy(tensor: Any) -> Any:
    """A detached copy of torch's own class. A class of the student's could compute its numbers when they are read."""
    torch = values.torch_module()
    with torch._C.DisableTorchFunctionSubclass():
        if tensor.layout != torch.strided:
            return tensor  # which nobody can send
        copied = torch.Tensor.detach(tensor).clone()
    if type(copied) is not torch.Tensor or copied.is_nested:
        raise NotPlain("a nested tensor" if copied.is_nested else f"a tensor of type {type(tensor).__name__[:60]}")
    return copied


def _has_fields(node: Any) -> bool:
    """Whether it is of a class that somebody gave named fields."""
    if isinstance(node, tuple):
        return isinstance(names := getattr(type(node), "_fields", None), tuple) and len(names) == len(node)
    return dataclasses.is_dataclass(node) and not isinstance(node, type | Rng | HandleRef)
