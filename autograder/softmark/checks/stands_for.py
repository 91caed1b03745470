"""The proxies that a check's fixtures give. Using one as a value raises an error that says why.

Python gives every object a truth value, an equality, and attributes that can be set. On a stand-in they say nothing
about the student's code: a check that used them would pass without checking anything. Here each of them raises, in the
grader's voice. Whoever writes such a check reads it when the assignment is built, because the reference is asked too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from .errors import NoValue

SUMS = ["add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow"]
BITS = ["lshift", "rshift", "and", "or", "xor"]
_AS_A_VALUE = {
    "be true or false": ["bool"],
    "be compared": ["eq", "ne", "lt", "le", "gt", "ge"],
    "be a key or a member of a set": ["hash"],
    "have a length": ["len"],
    "be iterated over": ["iter", "next", "reversed"],
    "be searched with `in`": ["contains"],
    "be indexed": ["getitem", "setitem", "delitem"],
    "be a number": ["int", "float", "complex", "index", "round", "neg", "pos", "abs", "invert"],
    "be an array": ["array"],
    "be entered with `with`": ["enter", "exit"],
    "be computed with": ["divmod", "rdivmod", *(side + name for name in SUMS + BITS for side in ("", "r", "i"))],
}
"""What somebody wanted to do → the methods behind it, without their underscores."""


class StandsFor:
    """Refuses everything that a subclass does not define."""

    _returned = False
    """Whether it is what a call gives. The others are there before anything of the student's has run."""

    def _stands_for(self) -> tuple[str, str]:
        """What this is, in words, and what to write instead of using it as a value."""
        raise NotImplementedError

    def __setattr__(self, name: str, value: object) -> None:
        self._refuse(f"take an attribute `{name}`", "call a class, and set it on the object that comes of it")

    def __delattr__(self, name: str) -> None:
        self._refuse(f"lose its attribute `{name}`", "call a method that does it")

    def __repr__(self) -> str:
        return f"<{self._stands_for()[0]}, which has no value in a check>"

    def _refuse(self, doing: str, instead: str = "") -> NoReturn:
        what, otherwise = self._stands_for()
        sentence = f"{what} cannot {doing} in a check: it has no value there; {instead or otherwise}"
        raise NoValue(sentence, self._returned)


def must_be_values(*parts: object, doing: str = "be compared") -> None:
    """Refuse a stand-in among what a check compares, or hands to a function. What a call gave is an answer, and as
    such right or wrong."""
    for part in parts:
        if isinstance(part, StandsFor) and not part._returned:
            part._refuse(doing)


def _refusing(doing: str) -> Callable[..., Any]:
    def refuse(self: StandsFor, *_: object, **__: object) -> NoReturn:
        self._refuse(doing)

    return refuse


for _doing, _names in _AS_A_VALUE.items():
    for _name in _names:
        setattr(StandsFor, f"__{_name}__", _refusing(_doing))
