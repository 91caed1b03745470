"""Calls the student's code in a sandboxed worker: the Port that a check speaks to.

Every call has a deadline that is kept here, in the trusted process. A worker that hangs, dies or answers nonsense costs
the check that was running and is replaced; it never costs the grade. A function that ran out of time twice, or cost its
process in two checks, is not called again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...checks.errors import Died, NotLoaded, StudentFailure
from ...checks.request import Outcome, Request
from ...sandbox import wire
from ..allowance import Allowance
from . import reply_reader
from .call_limits import CallLimits
from .callback_process import Answering
from .claims import Claims
from .connection import Connection, WorkerProcess
from .loader import Loader
from .object_names import ObjectNames
from .replaced_names import ReplacedNames
from .sent_files import Files
from .verdict_cache import AskedCall

__all__ = ["Remote", "WorkerProcess"]


class Remote:
    """One submission's worker, spawned when first needed and again whenever it is lost.

    `names`: the functions that the reference stands in for; `answering` computes what they return.
    """

    def __init__(
        self,
        spawn: Callable[[], WorkerProcess],
        files: Files,
        call_seconds: float = 5.0,
        load_seconds: float = 10.0,
        names: frozenset[str] = frozenset(),
        answering: Answering | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        allowance = allowance or Allowance()
        self._replaced = ReplacedNames(names, answering)
        self._connection = Connection(spawn, self._replaced.answer)
        self._loader = Loader(self._connection, files, self._replaced, allowance, load_seconds)
        self._objects = ObjectNames()
        self._fresh = True
        """The next question begins a check: the worker drops what the last one left."""
        self.limits = CallLimits(allowance, self._replaced.names, call_seconds)
        self.claims = Claims()

    def perform(self, request: Request) -> Outcome:
        """Ask the worker; raise a StudentFailure for whatever is not a proper answer."""
        return self.outcome(request.target, self.ask(self.question(request)))

    def question(self, request: Request) -> AskedCall:
        """The request as it goes over the wire."""
        return AskedCall.of(request, self._objects)

    def ask(self, question: AskedCall) -> wire.Sealed:
        """The worker's reply as it comes; raise a StudentFailure if none does."""
        self.limits.refuse(question.name)
        self._loader.make_ready()
        module = question.target.partition(".")[0]
        if module in self.failures and not self._replaced.of(module):
            raise self.failures[module]
        head = {"do": "perform", **question.head, "fresh": self._fresh, **self.claims.asked()}
        self._fresh = False
        try:
            with self.limits.patience(question.name, self._connection.meter, self.claims.slow) as patience:
                reply = self._connection.exchange(head, question.packed, patience)
        except wire.DeadlinePassed:
            self.close()
            raise self.limits.late(question.name, patience, self.claims.slow) from None
        except Died:
            self.limits.died(question.name, self.claims.following)
            raise
        self.limits.take(reply)
        self.claims.note_library_calls(reply)
        return reply

    def ask_together(self, checks: Sequence[Sequence[AskedCall]]) -> list[list[wire.Sealed]] | None:
        """All questions of several checks in one frame, and all replies in another.

        None if anything is out of the ordinary: no answer within a moment, a dead worker, nonsense, a call-back that is
        refused. Nobody is blamed for that; every question can still be asked by itself.
        """
        asked = [(question, place == 0) for check in checks for place, question in enumerate(check)]
        questions = wire.Bundle([question.packed for question, _ in asked])
        heads = [{**question.head, "fresh": fresh} for question, fresh in asked]
        head = {"do": "perform all", "heads": heads, "sizes": questions.sizes, "look": self.claims.tape}
        self._replaced.begin_check()
        try:
            self._loader.make_ready()
            with self.limits.patience_together(self._connection.meter) as patience:
                reply = self._connection.exchange(head, questions, patience)
                parts = reply.parts()
        except (wire.WireError, StudentFailure):
            self.close()
            return None
        if self._replaced.refused:
            self.close()
        if self._replaced.refused or len(parts) != len(asked):
            return None
        self.claims.note_library_calls(reply)
        replies = iter(parts)
        return [[next(replies) for _ in check] for check in checks]

    def outcome(self, target: str, reply: wire.Sealed) -> Outcome:
        """What a reply says, or the failure that it reports."""
        own, name = self._loader.files.own, self._objects.real_name(target)
        try:
            frame = reply_reader.opened(reply)
            outcome = reply_reader.outcome(frame, own)
        except NotLoaded:
            raise self._not_loaded(target) from None
        except Died:
            self.close()
            self.limits.died(name, self.claims.following)
            raise
        self.claims.note(name, frame, own)
        self._objects.note(target, outcome)
        return outcome

    def begin(self, check: str = "") -> None:
        """Between checks: drop constructed objects and tapes. The worker hears of it with the next request."""
        self._fresh = True
        self._objects.begin_check()
        self.limits.begin_check()
        self._replaced.begin_check()

    def reload(self, files: Files) -> None:
        """Use other sources from now on, in the same process where there is one."""
        self.begin()
        self._loader.reload(files)

    def change(self, name: str, text: str) -> None:
        """Use another text of one file from now on; what other files have imported from it stays as it was."""
        self.begin()
        self._loader.change(name, text)

    def close(self) -> str:
        """End the worker; how it ended, in words for staff."""
        return self._connection.close()

    @property
    def calls_back(self) -> bool:
        """Whether some names are answered by the reference, while a check runs."""
        return bool(self._replaced)

    @property
    def cpu_seconds(self) -> float:
        """What the workers that have ended used."""
        return self._connection.cpu_seconds

    def has(self, file: str) -> bool:
        """Whether this file was handed in."""
        return file in self._loader.files.own

    @property
    def failures(self) -> dict[str, StudentFailure]:
        """Files that could not be imported, by module."""
        return self._loader.failures.by_module

    def _not_loaded(self, target: str) -> NotLoaded:
        """The failure in our own words: by now the worker may have seen hidden numbers, and its words could carry them
        out."""
        known = self.failures.get(target.partition(".")[0])
        return known if isinstance(known, NotLoaded) else self._objects.not_defined(target, self._loader.files)
