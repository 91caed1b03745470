"""The failures that can come of calling someone's code, each with words for two audiences.

`public()` may quote the student's own message and numbers; `safe()` never carries anything that a hidden check sent,
because names and messages can be used to smuggle hidden inputs out.
"""

from __future__ import annotations

from collections.abc import Sequence

from .chain import Link, in_words

GRADER = "grader"
"""The kind of what is no failure of a student's: the grader failed."""


class StudentFailure(Exception):
    """The student's code could not give an answer. Fails the check that asked, and only that one."""

    category = "error"

    def __init__(self, text: str, *, line: str | None = None, staff: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.line = line
        """Where in the student's file, as "attention.py line 12"."""
        self.staff = staff
        """Details for staff only: the full message, a traceback, what was printed."""

    def public(self) -> str:
        return self.text + (f" ({self.line})" if self.line else "")

    def safe(self) -> str:
        return self.public()


class StudentRaised(StudentFailure):
    """The student's code raised an exception."""

    category = "raised"

    def __init__(
        self, exception: str, message: str, *, chain: Sequence[Link] = (), staff: str = "", kinds: Sequence[str] = ()
    ) -> None:
        line = chain[0].place if chain else None
        says = f": {message}" if message else ""
        super().__init__(f"your code raised {exception}{says}", line=line, staff=staff)
        self.exception = exception
        """The nearest of Python's own classes."""
        self.kinds = tuple(kinds)
        """The student's own classes that it is of, as "bank.Overdrawn". For comparing; never shown."""
        self.message = message
        self.chain = tuple(chain)
        """Who called whom, the task's own line first; that one is `line`."""

    def public(self) -> str:
        return self.text + (f" ({in_words(self.chain)})" if self.chain else "")

    def safe(self) -> str:
        where = f" ({self.line})" if self.line else ""
        return f"your code raised {self.exception}{where}"


class NotWritten(StudentFailure):
    """The stub is still there."""

    category = "not written"

    def safe(self) -> str:
        return "not written yet"


class NotLoaded(StudentFailure):
    """The file could not be imported, or does not define the name."""

    category = "not loaded"


class TimedOut(StudentFailure):
    category = "too slow"


class OutOfTime(StudentFailure):
    """The time for the whole grade was over before this: neither right nor wrong."""

    category = "out of time"


class Died(StudentFailure):
    """The process that ran the student's code ended: a crash, an exit, too much memory."""

    category = "crashed"


class BadAnswer(StudentFailure):
    """The code returned something that is not plain data."""

    category = "type"

    def safe(self) -> str:
        return "your code returned something that is not a plain value"


class WrongWeights(StudentFailure):
    """The module's parameters are not the ones that the given constructor makes."""

    category = "weights"

    def safe(self) -> str:
        return "the parameters of your module are not those that the given constructor makes"


class NotAllowed(StudentFailure):
    """The student's code called what a rule of the task forbids."""

    category = "rule"

    def __init__(self, call: str, *, line: str | None = None, staff: str = "") -> None:
        """`call`: the entry of the rule, "torch.softmax", whatever it was called by."""
        super().__init__(f"{line or 'your code'} calls {call}", line=line, staff=staff)
        self.call = call

    def public(self) -> str:
        return self.text

    def safe(self) -> str:
        return "your code calls what this task may not"


class GraderFault(Exception):
    """Something on our side failed. Never a verdict on the student: the task is reported as not checked."""


class NoValue(GraderFault):
    """A check used something of the student's as a value that has none: whoever wrote the check reads what to write."""

    def __init__(self, text: str, returned: bool = False) -> None:
        super().__init__(text)
        self.returned = returned
        """Whether a call gave it, which may be why: a student's code can return an object in the place of an array."""


class GradingStopped(Exception):
    """Nothing more can be graded here, whatever a check makes of it: not a finding about one check."""
