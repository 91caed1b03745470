"""Watches NumPy: arrays that tell whoever looks on of every operation that is done with them.

A call gets its arrays as `FollowedArray`. NumPy asks such an array before each function and each operation on numbers,
and tells it of every view; what comes back is plain again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from ..checks import values
from ..checks.numpy_if_there import THERE, np

if TYPE_CHECKING:
    from numpy import ndarray as _Array
else:
    _Array = np.ndarray if THERE else object


class Onlooker(Protocol):
    def operation(self, name: str, given: Any, out: Any) -> None:
        """An operation made `out` of the arrays in `given`."""

    def written(self, name: str, given: Any, base: Any) -> None:
        """An operation is about to write into `base`."""

    def derived(self, out: Any, base: Any) -> None:
        """`out` is about to become a view or a copy of `base`."""


_onlookers: list[Onlooker] = []


def watched(onlooker: Onlooker, call: Callable[..., Any], given: Any, named: Any) -> Any:
    """Run a call with arrays that are followed. The answer holds them too."""
    _onlookers.append(onlooker)
    try:
        return call(*_with(given, _followed), **_with(named, _followed))
    finally:
        _onlookers.pop()


def is_numpy(given: Any) -> bool:
    """Whether a call is given arrays of NumPy, and none of torch."""
    arrays = [array for _, array in values.arrays_in(given)]
    return bool(arrays) and not any(map(values.is_tensor, arrays))


def plain(value: Any) -> Any:
    """The same with ordinary arrays."""
    return _with(value, _ordinary)


def _with(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {name: _with(part, change) for name, part in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_with(part, change) for part in value)
    return change(value)


def _followed(value: Any) -> Any:
    return value.view(FollowedArray) if THERE and type(value) is np.ndarray else value


def _ordinary(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, FollowedArray) else value


def _made(value: Any) -> Any:
    """What an operation made, to be followed; a single number becomes an array without axes."""
    return np.asarray(value).view(FollowedArray) if isinstance(value, np.ndarray | np.generic) else value


class FollowedArray(_Array):
    def __array_finalize__(self, obj: Any) -> None:
        if isinstance(obj, FollowedArray) and _onlookers:
            _onlookers[-1].derived(self, obj)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = (), **kwargs: Any) -> Any:
        run = getattr(ufunc, method)
        if not out:
            return _noted(ufunc.__name__, (inputs, kwargs), run(*plain(inputs), **plain(kwargs)))
        if _onlookers and isinstance(out[0], FollowedArray):
            _onlookers[-1].written(f"{ufunc.__name__}_", [out[0], *inputs], out[0])
        run(*plain(inputs), out=plain(out), **plain(kwargs))
        return out[0]

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _noted(func.__name__, (args, kwargs), func(*plain(args), **plain(kwargs)))

    def __setitem__(self, index: Any, value: Any) -> None:
        if _onlookers:
            _onlookers[-1].written("__setitem__", [self, index, value], self)
        self.view(np.ndarray)[plain(index)] = plain(value)

    def dot(self, other: Any, out: Any = None) -> Any:
        return np.dot(self, other)


def _noted(name: str, given: Any, result: Any) -> Any:
    if not _onlookers:
        return result
    followed = _with(result, _made)
    _onlookers[-1].operation(name, given, followed)
    return followed
