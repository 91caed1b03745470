"""A program in one sandboxed worker: what it replies to a check, whatever the code in there does.

Every call has a limit that is kept here, in the trusted process. A worker that hangs, dies or answers nonsense costs
the check that was asking and is replaced; it never costs the grade.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..checks import values
from ..checks.errors import (
    BadAnswer,
    Died,
    GraderFault,
    NotAllowed,
    NotLoaded,
    NotWritten,
    OutOfTime,
    StudentFailure,
    TimedOut,
)
from ..checks.module_names import module_of
from ..checks.request import Outcome as Reply
from ..checks.request import Request as Ask
from ..sandbox import wire
from ..sandbox.client import Worker
from ..sandbox.standing_in import CALL, TOO_MUCH
from . import reply_reader
from .charge import TWICE, Budget, Charge
from .object_names import ObjectNames
from .watching import Watching

CHECK_BYTES = 8 << 20
"""Replies to all the questions of one check: they are held until it is judged. A right answer needs a fiftieth."""
LENT_BYTES = 64 << 20
"""Calls of stand-ins in one check, with their answers. A right answer needs less than one megabyte."""
AGAIN = "it ran out of time, or ended the process, before, and was not called again"
PLACING = "the worker did not start"
SILENCED = "your code ended the process that ran it, or silenced it, while it was imported"
Spawn = Callable[[int], Worker]
"""Starts a worker in one of a few places; whoever was in that place is ended first."""


@dataclass(frozen=True)
class Files:
    """What is sent into a worker."""

    own: Mapping[str, str]
    """The files of the program: name → text, in task order."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Files of ours that they may import; not secret."""
    called: tuple[str, ...] = ()
    """Those of them that graders call directly."""
    stubs: Mapping[str, str] = field(default_factory=dict)
    """Module → the file as it is handed out, for one that cannot be imported and that others stand on."""
    rules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Task → what these files may not call while its checks ask."""


class Remote:
    """Its worker is started when it is first asked, and again whenever it was lost."""

    def __init__(
        self,
        spawn: Spawn,
        files: Files,
        budget: Budget,
        reference: Remote | None = None,
        names: frozenset[str] = frozenset(),
        place: int = 0,
    ) -> None:
        """`reference` stands in for functions of this program; for which ones, `names` says."""
        self.watching = Watching()
        self.unimported: dict[str, StudentFailure] = {}
        """Module → why it cannot be imported."""
        self.cpu_seconds = 0.0
        """What the workers that have ended used."""
        self._spawn, self._files, self._budget = spawn, files, budget
        self._reference, self._names, self._place = reference, names, place
        self._worker: Worker | None = None
        self._above: Remote | None = None
        self._objects = ObjectNames()
        self._check = self._task = ""
        self._stood_in = set[str]()
        self._asked = 0
        """Questions so far. An answer says which one it is to, so that a forged or late one never passes for it."""
        self._room, self._lent = CHECK_BYTES, LENT_BYTES
        self._fresh = True
        """The next question begins a check: the worker drops what the last one left."""
        self._died_in = ""
        """The check in which the worker ended last."""
        self._spent = False
        """Nothing more is answered in this check."""

    # --- what checks see -----------------------------------------------------------------------------------------

    @property
    def carries(self) -> bool:
        return self._reference is not None

    @property
    def stood_in(self) -> frozenset[str]:
        return frozenset(self._stood_in)

    def begin(self, check: str, task: str = "") -> None:
        self._check, self._task, self._fresh, self._room, self._lent = check, task, True, CHECK_BYTES, LENT_BYTES
        self._stood_in.clear()
        self._objects.begin_check()
        if self._names and self._reference is not None:
            self._reference.forget()

    def perform(self, ask: Ask) -> Reply:
        if self._budget.gives_up(self._asking):
            raise TimedOut(AGAIN)
        try:
            self._make_ready()
            self._raise_unimported(ask.target)
            return self._outcome(ask, self._performed(ask))
        except (TimedOut, Died) as failure:
            self.close()
            if self.watching.lose(self._check):
                raise Died(failure.text, staff=failure.staff) from None  # such a check is made once more
            if isinstance(failure, Died) and self._died_in != self._check:
                self._died_in = self._check  # such a check is made once more: somebody else may have killed the worker
            else:
                self._budget.lose(self._asking)
            self._budget.patience(self._check)  # where it was the time of the whole grade that ended, this says so
            raise

    @property
    def _asking(self) -> str:
        """The class of checks that asks, of this program: on top of right functions nothing may be wrong with it."""
        return " ".join([self._check.partition(".")[0], *sorted(self._names)])

    def on_top_of(self, names: frozenset[str]) -> Remote:
        """At most one stands beside the plain one."""
        if not names:
            return self
        if self._above is None or self._above._names != names:
            self._end_above()
            self._above = Remote(self._spawn, self._files, self._budget, self._reference, names, self._place + 1)
            self._above.watching = self.watching
        return self._above

    def close(self) -> None:
        """End its worker and that of whoever stands on top; what they used is counted."""
        self._end_above()
        if self._worker is not None:
            worker, self._worker = self._worker, None
            self.cpu_seconds += worker.kill().cpu_seconds

    def _end_above(self) -> None:
        if self._above is not None:
            self._above.close()
            self.cpu_seconds, self._above.cpu_seconds = self.cpu_seconds + self._above.cpu_seconds, 0.0

    # --- one call ------------------------------------------------------------------------------------------------

    def _performed(self, ask: Ask) -> wire.Sealed:
        head = {"do": "perform", "op": ask.op, "target": ask.target, "task": self._task, "fresh": self._fresh}
        self._fresh = False
        reply = self._exchange({**head, **self.watching.asked(self._check)}, [list(ask.args), ask.kwargs])
        self._room -= len(reply.text) + len(reply.body)
        if self._room < 0:
            raise BadAnswer("your code returned far more in one check than any right answer")
        self.watching.note_calls(self._check, reply)
        return reply

    def _outcome(self, ask: Ask, sealed: wire.Sealed) -> Reply:
        frame = reply_reader.opened(sealed)
        try:
            reply = reply_reader.outcome(frame, self._files.own)
        except NotLoaded:  # in our own words: the worker's could carry hidden numbers out
            raise self._objects.not_defined(ask.target, {*self._files.own, *self._files.given}) from None
        except NotAllowed as hit:
            known = hit.call in self._files.rules.get(self._task, ())  # nothing else is said in the worker's words
            raise hit if known else NotAllowed("what a rule forbids") from None
        except NotWritten as failure:
            why = self.unimported.get(self._objects.real_name(ask.target).partition(".")[0])
            if failure.line is None and why:  # the stub of a file that could not be imported said so
                raise why from None
            raise
        self.watching.note_steps(self._objects.real_name(ask.target), frame, self._files.own)
        self._objects.note(ask.target, reply)
        return reply

    def _raise_unimported(self, target: str) -> None:
        module = target.partition(".")[0]
        if module in self.unimported and not any(name.startswith(f"{module}.") for name in self._names):
            raise self.unimported[module]

    # --- getting a worker ready ------------------------------------------------------------------------------------

    def _make_ready(self) -> None:
        """With every file loaded that can be, in a worker that survives it."""
        tries = TWICE * (len(self._files.own) + 1)
        while self._worker is None:
            if not tries:
                raise Died(SILENCED)
            tries -= 1
            self._budget.patience(self._check)  # nobody is started when there is no time left
            self._worker = self._spawn(self._place)
            with suppress(TimedOut, Died):  # a file that hangs or crashes is left out next time
                self._place_files()
                self._load()

    def _place_files(self) -> None:
        own = self._files.own
        try:
            files = {**self._files.given, **own}
            self._exchange({"do": "place", "files": files, "own": list(own), "rules": dict(self._files.rules)})
        except (TimedOut, Died) as failure:
            self._lose(PLACING, failure)
            if self._budget.losses[PLACING] >= TWICE:
                raise GraderFault(PLACING) from None
            raise

    def _load(self) -> None:
        """In task order. A file that was not handed in has its place filled, too, when others stand on it."""
        own, loaded = [module_of(name) for name in self._files.own], list[str]()
        absent = sorted({name.partition(".")[0] for name in self._names} - set(own))
        self.unimported = {name: NotLoaded(f"your submission has no {name}.py") for name in absent}
        for module in [*absent, *own, *map(module_of, self._files.called)]:
            skip = module in absent or self._budget.gives_up(module)
            if skip and module in self._budget.why:
                self.unimported[module] = self._budget.why[module]
            try:
                self._import(module, skip)
            except (TimedOut, Died) as failure:
                if skip and loaded:  # a file that was imported without a word left a process that answers no more
                    self._budget.forgive(module)
                    module = loaded[-1]
                    self._budget.lose(module)
                self._lose(module, failure)
                raise
            loaded += [] if skip else [module]

    def _import(self, module: str, skip: bool) -> None:
        replaced = sorted(name.partition(".")[2] for name in self._names if name.startswith(f"{module}."))
        stub = self._files.stubs.get(module, "") if replaced else ""
        head = {"do": "load", "name": module, "replace": replaced, "skip": skip, "stub": stub}
        try:
            reply_reader.raise_failure(reply_reader.opened(self._exchange(head)), self._files.own)
        except (TimedOut, Died):
            raise
        except StudentFailure as failure:
            self.unimported.setdefault(module, failure)

    def _lose(self, module: str, failure: StudentFailure) -> None:
        self._budget.lose(module)
        self._budget.why[module] = _not_imported(module, failure)
        self.close()

    # --- one question, any number of calls of stand-ins, one answer ------------------------------------------------

    def _exchange(self, head: dict[str, Any], value: Any = None) -> wire.Sealed:
        assert self._worker is not None
        self._asked += 1
        channel = self._worker.channel
        charge = Charge(self._worker.pid, self._budget, self._patience)
        try:
            packed = value if isinstance(value, wire.Packed) else wire.pack(value, as_they_lie=True)
            wire.send(channel, {**head, "n": self._asked}, packed, charge.wait)
            while True:
                frame = wire.receive_sealed(channel, charge.wait, wire.REPLY)
                if frame.head.get("do") == CALL:
                    answer = self._stands_in(frame)
                    wire.send(channel, answer.head, answer, charge.wait)
                elif frame.head.get("n") == self._asked:
                    return frame
                elif type(frame.head.get("n")) is not int:
                    raise wire.WireError("an answer to no question")
        except wire.Closed:
            raise self._died() from None
        except (wire.WireError, values.NotPlain) as error:
            raise Died(reply_reader.UNREADABLE, staff=str(error)) from None
        finally:
            charge.stop()

    @property
    def _patience(self) -> float:
        return self.watching.patience(self._budget.patience(self._check), self._check)

    def _died(self) -> Died:
        ended = self._worker.kill().says if self._worker is not None else "not there"
        return Died(
            "your code ended the process that ran it (a crash, an exit, or too much memory)",
            staff=f"the worker's end: {ended}",
        )

    def _stands_in(self, call: wire.Sealed) -> wire.Sealed:
        """The answer to a call of a function that the reference stands in for. Neither is opened here."""
        target = call.head.get("target")
        if self._reference is None or not isinstance(target, str) or target not in self._names:
            return wire.sealed({"raise": "not available"})
        if self._lent < 0:
            return wire.sealed({"raise": TOO_MUCH})
        self._stood_in.add(target)
        answer = self._reference.answer(call)
        self._lent -= sum(map(len, (call.text, call.body, answer.text, answer.body)))
        return answer

    # --- as the one that stands in -----------------------------------------------------------------------------------

    def forget(self) -> None:
        """A new check begins in the program that it stands in for."""
        self._spent = False

    def answer(self, call: wire.Sealed) -> wire.Sealed:
        """To somebody else's call. Whoever calls may send anything, so what happens here is no fault: who asks for so
        much that this worker hangs, or dies twice, gets no answers any more in this check."""
        head = {key: call.head.get(key) for key in ("do", "target", "wanted")}
        for _ in range(0 if self._spent else TWICE):
            try:
                self._make_ready()
                return self._exchange(head, call)
            except Died:  # perhaps killed by somebody else
                self.close()
            except (TimedOut, OutOfTime):
                self.close()
                break
        self._spent = True
        return wire.sealed({"raise": TOO_MUCH})


def _not_imported(module: str, failure: StudentFailure) -> NotLoaded:
    """In words for its student."""
    if isinstance(failure, Died):
        return NotLoaded(f"importing {module}.py ended the process: {failure.text}")
    return NotLoaded(
        f"{module}.py did not finish importing: does it train, loop or wait at the top level? "
        'Put such code under `if __name__ == "__main__":`'
    )
