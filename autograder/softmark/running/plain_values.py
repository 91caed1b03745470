"""Turns what somebody's code returned into a plain value, where that code runs: what it gives is what checks compare.

Subclasses become Python's own types, arrays detached copies: no method of the student's is left in it. Other objects
stay where they are. Where the check asked for objects a number stands for each, elsewhere they are refused: an object
could pretend to be any value.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Any

from ..checks import single_values, values
from ..checks.numpy_if_there import THERE, np
from ..checks.values import HandleRef, NotPlain, Walker

_EXTENDED: dict[type, Callable[[Any], Any]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
}
"""Types that a class can extend → how the value is had of one, past the methods of that class."""


def plain(value: Any, keep: Callable[[Any], HandleRef] | None = None) -> Any:
    """A copy that shares nothing with what was returned.

    `keep` takes an object that is no value. Without it NotPlain is raised, here or, for arrays of a strange kind, by
    whoever encodes it.
    """
    return _Copier(keep).walk(value, 0)


class _Copier(Walker):
    def __init__(self, keep: Callable[[Any], HandleRef] | None) -> None:
        super().__init__()
        self._keep = keep

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
        return self._container(node, depth)

    def _container(self, node: Any, depth: int) -> Any:
        if isinstance(node, list | deque):
            return [self.walk(part, depth + 1) for part in node]
        if isinstance(node, tuple):
            return tuple(self.walk(part, depth + 1) for part in node)
        if isinstance(node, dict):
            return {self._key(key, depth + 1): self.walk(part, depth + 1) for key, part in node.items()}
        if isinstance(node, set | frozenset):
            made = {self._key(part, depth + 1) for part in node}
            return frozenset(made) if isinstance(node, frozenset) else made
        return self._single(node)

    def _key(self, node: Any, depth: int) -> Any:
        made = self.walk(node, depth)
        if isinstance(made, HandleRef):
            raise NotPlain(f"a set, or the keys of a dict, with an object of type {type(node).__name__[:60]}")
        return made

    def _single(self, node: Any) -> Any:
        if isinstance(node, Enum):  # also one that is a number: its name is what it says
            return self._kept(node)
        if THERE and isinstance(node, np.bool_ | np.integer | np.floating | np.complexfloating):
            return float(node) if isinstance(node, np.floating) else node.item()
        for own, value_of in _EXTENDED.items():
            if isinstance(node, own):
                return value_of(node)
        if values.is_device(node) or values.is_array(node):
            return node
        if (tree := single_values.tree_of(node)) is not None:
            return single_values.value_of(*tree)
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
