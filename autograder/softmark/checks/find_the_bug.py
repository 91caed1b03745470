"""`examine` tells whether an input shows the error of a wrong function, by calling a right one and the wrong one with
it on the trusted side. What the student's code thinks of it does not matter."""

from __future__ import annotations

import functools
from typing import Any

from . import values
from .compare import Mismatch, Same
from .errors import BadAnswer, StudentRaised
from .student import Student

ALIKE = "both functions answer alike on your input: it does not show the error"


class Examine:
    """`examine("attention.softmax", "suspects.softmax", given)`: fails unless the two answer differently."""

    def __init__(self, examiner: Student) -> None:
        self._examiner = examiner

    def __call__(self, right: str, wrong: str, given: Any) -> None:
        arguments = given if isinstance(given, list | tuple) else (given,)
        if not values.arrays_in(list(arguments)):
            raise BadAnswer("your code returned no input: return the arguments for the function, as a tuple")
        try:
            expected = self._asked(right, arguments)
        except StudentRaised as error:
            sentence = "your input cannot be used: a right function raises an error on it"
            raise BadAnswer(sentence, staff=str(error)) from None
        try:
            got = self._asked(wrong, arguments)
        except StudentRaised:
            return  # where a right function answers, one that raises an error has shown its own
        try:
            Same()(got, expected)
        except Mismatch:
            return
        raise Mismatch("property", ALIKE, ALIKE)

    def _asked(self, target: str, arguments: Any) -> Any:
        function: Any = functools.reduce(getattr, target.split("."), self._examiner)
        return function(*values.copy(list(arguments)))
