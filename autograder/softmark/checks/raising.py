"""`raises`: a check that wants an exception.

with raises(ValueError):
    student.bank.withdraw(account, -5)
"""

from __future__ import annotations

import builtins
import re
from types import TracebackType
from typing import Any

from .compare import Mismatch
from .errors import StudentRaised
from .student import FunctionView


class raises:
    """`with raises(ValueError):` passes if the code under test raises that, or a subclass of it, and fails otherwise.

    With several, separated by commas, any of them passes. Name an exception class of the students' own through
    `student`: `raises(student.bank.Overdrawn)`. `says` is a regular expression that the message must contain. Code that
    is not written, takes too long or ends its process raises nothing.
    """

    def __init__(self, *wanted: type[BaseException] | FunctionView, says: str = "") -> None:
        if not wanted:
            raise TypeError("raises(…) needs the expected exception")
        self._wanted = wanted
        self._says = says
        self.message = ""
        """What the exception said, once it was raised."""

    def __enter__(self) -> raises:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        names = " or ".join(map(_name, self._wanted))
        if error is None:
            raise Mismatch("raised", *[f"your code raised nothing; it should raise {names}"] * 2)
        if not isinstance(error, StudentRaised):
            return False
        if not any(_is(error, wanted) for wanted in self._wanted):
            public = f"{error.public()}; it should raise {names}"
            raise Mismatch("raised", public, f"{error.safe()}; it should raise {names}") from None
        self.message = error.message
        if self._says and not re.search(self._says, error.message):
            sentence = f"your code raised {error.exception}, and its message does not say what it should"
            raise Mismatch("raised", f"{sentence}: {error.message!r}", sentence) from None
        return True


def _name(wanted: Any) -> str:
    return wanted.__name__ if isinstance(wanted, type) else str(wanted.target.rpartition(".")[2])


def _is(error: StudentRaised, wanted: Any) -> bool:
    if not isinstance(wanted, type):
        return wanted.target in error.kinds
    raised = getattr(builtins, error.exception, Exception)
    return isinstance(raised, type) and issubclass(raised, wanted)
