"""A Port over a sandboxed worker: deadlines, deaths, lies and fresh starts.

Every call has a deadline that is kept here, in the trusted process. A worker that hangs, dies or answers nonsense costs
the check that was running and is replaced; it never costs the grade. A function that ran out of time twice, or cost its
process in two checks, is not called again.
"""

from __future__ import annotations

import builtins
import contextlib
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from ...checks import chain as chains
from ...checks import errors
from ...checks.errors import Died, NotLoaded, StudentFailure, StudentRaised, TimedOut
from ...checks.request import Outcome, Request
from ...checks.values import HandleRef, NotPlain, is_array
from ...locating.shapes_seen import Seen
from ...locating.tracing import Watched
from ...sandbox import calls_seen, wire
from ...sandbox.patience import Patience
from ..allowance import Allowance, OutOfTime
from .callback_process import Answering
from .sent_files import Files
from .verdict_cache import AskedCall

NO_NAMES: frozenset[str] = frozenset()
_LINE = re.compile(r"([\w.]+) line ([0-9]{1,6})")
_PATH = re.compile(r"torch\.[\w.]{1,80}")
_KINDS: dict[str, type[StudentFailure]] = {
    cls.category: cls for cls in (errors.NotWritten, errors.NotLoaded, errors.BadAnswer, errors.WrongWeights)
}
TRIES = 2
MOST_DEATHS = 2 * TRIES
"""Two checks, each of which is tried twice because somebody else may have killed a worker."""
TOGETHER_SECONDS = 2.0
"""For all the questions of an item together: a right answer takes a twentieth of it."""
UNREADABLE = "your code sent an answer that cannot be read"
AFTER_A_STRAY = 1.0
"""Seconds for the true answer once one has come to a question that was not asked: it was forged, or is all there is."""
CHECK_BYTES = 16 << 20
"""Replies to all the questions of one check: they are held until it is judged. A right answer needs a hundredth."""


class WorkerProcess(Protocol):
    """What is needed of a spawned worker (see sandbox/client.py)."""

    @property
    def channel(self) -> socket.socket: ...
    @property
    def pid(self) -> int: ...
    def kill(self) -> Any: ...


class Remote:
    """One submission's worker, spawned when first needed and again whenever it is lost."""

    def __init__(
        self,
        spawn: Callable[[], WorkerProcess],
        files: Files,
        call_seconds: float = 5.0,
        load_seconds: float = 10.0,
        names: frozenset[str] = NO_NAMES,
        answering: Answering | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        self._spawn = spawn
        self._files = files
        self.call_seconds = call_seconds
        self._load_seconds = load_seconds
        self._names = names
        """What is carried, fully qualified: "attention.softmax", "block.LayerNorm.forward"."""
        self._answering = answering
        """Who answers for these names."""
        self._allowance = allowance or Allowance()
        self._worker: WorkerProcess | None = None
        self._tries = self._allowance.tries(names)
        self._deaths: Counter[str] = Counter()
        self._bad_files: dict[str, NotLoaded] = self._allowance.bad_files
        self._classes: dict[int, str] = {}
        self._fresh = True
        self._asked = 0
        """Questions so far. An answer says which one it is to, so a forged or late one never passes for the next."""
        self.cpu_seconds = 0.0
        """What the workers that have ended used."""
        self._room = CHECK_BYTES
        """Bytes that the replies of this check may still take."""
        self.failures: dict[str, StudentFailure] = {**self._bad_files}
        """Files that could not be imported."""
        self.watch = False
        """Whether to ask which library functions run; what the worker says about it is evidence, not proof."""
        self.seen: set[str] = set()
        self.followed: list[tuple[str, Watched]] | None = None
        """Calls with how their answers came about, by the worker's own account; None: it is not asked for one."""
        self.keep: list[int] = []
        """Steps of a followed call whose values are wanted too."""
        self.kept: dict[int, Any] = {}
        self.shapes: list[Seen] | None = None
        """Shapes of names in a call, by the worker's own account (question_lab.py); None: it is not asked for any."""

    def perform(self, request: Request) -> Outcome:
        """Ask the worker; raise a StudentFailure for whatever is not a proper answer."""
        return self.outcome(request.target, self.ask(self.question(request)))

    def question(self, request: Request) -> AskedCall:
        """The request as it goes over the wire."""
        packed = wire.pack([list(request.args), request.kwargs], as_they_lie=True)
        return AskedCall(request.op, request.target, self._real_name(request.target), packed)

    def ask(self, question: AskedCall) -> wire.Sealed:
        """The worker's reply as it comes; raise a StudentFailure if none does."""
        name = question.name
        if self._tries.late[name] >= TRIES:
            raise TimedOut(f"{name} ran out of time {TRIES} times and was not called again")
        if self._tries.died[name] >= MOST_DEATHS:
            raise Died(f"{name} ended the process that ran it again and again, and was not called any more")
        module = question.target.partition(".")[0]
        worker = self._ready()
        if module in self.failures and not self._stands_in(module):
            raise self.failures[module]
        head = {
            "do": "perform",
            **question.head,
            "fresh": self._fresh,
            "watch": self.watch,
            "follow": self.followed is not None,
            "keep": self.keep,
            "shapes": self.shapes is not None,
        }
        self._fresh = False
        seconds = self._allowance.for_a_call(self.call_seconds)
        try:
            reply = self._exchange(worker, head, question.packed, self._allowance.patience(worker.pid, seconds))
        except wire.DeadlinePassed:
            self.close()
            if self._allowance.over:
                raise OutOfTime from None
            if self.followed is None:  # being watched makes code slow
                self._tries.late[name] += 1
                self._allowance.ran_out()
            raise TimedOut(f"{name} did not finish within {seconds:g} s: is there an endless loop?") from None
        except Died:
            self._tries.died[name] += self.followed is None
            raise
        self._room -= len(reply.text) + len(reply.body)
        if self._room < 0:
            raise errors.BadAnswer("your code returned far more in one check than any right answer")
        if self.watch and isinstance(names := reply.head.get("seen"), list):
            self.seen.update(
                name for name in names[: calls_seen.MOST] if isinstance(name, str) and _PATH.fullmatch(name)
            )
        return reply

    def ask_together(self, checks: Sequence[Sequence[AskedCall]]) -> list[list[wire.Sealed]] | None:
        """All questions of several checks in one frame, and all replies in another.

        None if anything is out of the ordinary: no answer within a moment, a dead worker, nonsense. Nobody is blamed
        for that; every question can still be asked by itself.
        """
        asked = [(question, place == 0) for check in checks for place, question in enumerate(check)]
        packed = [question.packed for question, _ in asked]
        heads = [{**question.head, "fresh": fresh} for question, fresh in asked]
        head = {"do": "perform all", "heads": heads, "sizes": wire.sizes(packed)}
        try:
            worker = self._ready()
            soon = self._allowance.patience(worker.pid, min(self.call_seconds, TOGETHER_SECONDS))
            parts = self._exchange(worker, head, wire.bundle(packed), soon).parts()
        except (wire.WireError, StudentFailure):
            self.close()
            return None
        if len(parts) != len(asked):
            return None
        replies = iter(parts)
        return [[next(replies) for _ in check] for check in checks]

    def outcome(self, target: str, reply: wire.Sealed) -> Outcome:
        """What a reply says, or the failure that it tells of."""
        try:
            frame = self._opened(reply)
            outcome = self._outcome(frame)
        except NotLoaded:
            raise self._not_loaded(target) from None
        except Died:
            self._tries.died[self._real_name(target)] += self.followed is None
            raise
        self._note_followed(target, frame)
        if isinstance(outcome.value, HandleRef):
            self._classes[outcome.value.number] = target
        return outcome

    def _note_followed(self, target: str, frame: wire.Frame) -> None:
        if self.followed is not None and isinstance(frame.value, dict) and "watched" in frame.value:
            lines = {name: text.count("\n") + 1 for name, text in self._files.own.items()}
            with contextlib.suppress(ValueError):  # an account that cannot be true says nothing
                self.followed.append((self._real_name(target), Watched.from_json(frame.value["watched"], lines)))
            told = frame.value.get("kept")
            if isinstance(told, list) and len(told) == len(self.keep):
                self.kept = {number: part for number, part in zip(self.keep, told, strict=True) if is_array(part)}

    def begin(self, check: str = "") -> None:
        """Between checks: drop constructed objects and tapes. The worker is told with the next request."""
        self._classes.clear()
        self._fresh = True
        self._room = CHECK_BYTES
        if self._answering is not None:
            self._answering.forget()

    @property
    def calls_back(self) -> bool:
        """Whether some names are answered by the reference, while a check runs."""
        return bool(self._names)

    def close(self) -> str:
        """End the worker; how it ended, in words for staff."""
        if self._worker is None:
            return "not there"
        worker, self._worker = self._worker, None
        ended = worker.kill()
        worker.channel.close()
        self.cpu_seconds += getattr(ended, "cpu_seconds", 0.0)
        return str(getattr(ended, "says", "not known"))

    def _stands_in(self, module: str) -> bool:
        return any(name.startswith(f"{module}.") for name in self._names)

    def _real_name(self, target: str) -> str:
        """ "#3.embed" → "lm.TransformerLM.embed", for sentences and for counting."""
        head, _, method = target.partition(".")
        if not head.startswith("#"):
            return target
        cls = self._classes.get(int(head[1:]), "the module")
        return f"{cls}.{method or 'forward'}"

    def _not_loaded(self, target: str) -> NotLoaded:
        """In our own words: by now the worker may have seen hidden numbers, and its words could carry them out."""
        head, _, rest = target.partition(".")
        known = self.failures.get(head)
        if isinstance(known, NotLoaded):
            return known
        if head.startswith("#"):
            owner = self._classes.get(int(head[1:]), "module").rpartition(".")[2]
            return NotLoaded(f"your {owner} has no {rest}; has it been renamed or removed?")
        if f"{head}.py" not in {*self._files.own, *self._files.given}:
            return NotLoaded(f"your submission has no {head}.py")
        return NotLoaded(f"{head}.py does not define {rest}; has it been renamed or removed?")

    def _ready(self) -> WorkerProcess:
        """A worker with every importable file loaded, in task order."""
        while self._worker is None:
            if self._allowance.hopeless is not None:
                raise self._allowance.hopeless
            if self._allowance.over:
                raise OutOfTime
            self._worker = self._spawn()
            self._load(self._worker)
        return self._worker

    def _load(self, worker: WorkerProcess) -> None:
        own = list(self._files.own)
        try:
            head = {"do": "place", "files": {**self._files.given, **self._files.own}, "own": own}
            self._exchange(worker, head, None, self._allowance.patience(worker.pid, self._load_seconds))
        except (wire.WireError, StudentFailure):
            self.close()
            if not self._allowance.over and not self._first_death("place"):
                raise errors.GraderFault("the worker did not start") from None
            return
        # A file that was not handed in has its place filled, too, when a later task stands on it.
        absent = {name.partition(".")[0] for name in self._names}
        for module in sorted(absent - {Path(name).stem for name in own}):
            if not self._load_one(worker, module, skip=True):
                return
        # given files are imported by whoever needs them; only what graders call themselves is loaded from here
        before: list[str] = []
        for name in [*own, *self._files.called]:
            module = name.removesuffix(".py")
            left_out = module in self._bad_files
            if not self._load_one(worker, module):
                if left_out:  # nothing of this file ran: an earlier one broke the process
                    self._blame_earlier(module, before)
                return
            before.append(module)

    def _blame_earlier(self, module: str, before: list[str]) -> None:
        """A file that was imported without a word can still leave a process that does not answer any more."""
        guilty = next((earlier for earlier in reversed(before) if earlier not in self._bad_files), None)
        if guilty is None:
            mute = "your code ended the process that ran it, or made it mute, while it was imported"
            self._allowance.hopeless = Died(mute)
            return
        for blamed in (self._bad_files, self.failures):
            blamed.pop(module, None)
        self._allowance.acquit(module)
        self._give_up(guilty, f"after importing {guilty}.py the process that ran your code did not answer")

    def _give_up(self, module: str, why: str) -> None:
        """This file is left out from now on."""
        self._bad_files[module] = self.failures[module] = NotLoaded(why)
        self._allowance.blame(module, self._bad_files[module])

    def _load_one(self, worker: WorkerProcess, module: str, skip: bool = False) -> bool:
        """Import one file; False when the worker was lost over it (the next one skips that file)."""
        replace = sorted(name.partition(".")[2] for name in self._names if name.startswith(f"{module}."))
        head = {"do": "load", "name": module, "replace": replace, "skip": skip or module in self._bad_files}
        head["stub"] = self._files.stubs.get(module, "") if replace else ""
        seconds, began = self._allowance.for_an_import(self._load_seconds), time.monotonic()
        try:
            reply = self._exchange(worker, head, None, self._allowance.patience(worker.pid, seconds))
            self._outcome(self._opened(reply), load=True)
        except wire.DeadlinePassed:
            self.close()
            if self._allowance.over:
                raise OutOfTime from None
            self._give_up(
                module,
                f"{module}.py did not finish importing within {seconds:g} s: does it train, loop or wait "
                'at the top level? Put such code under `if __name__ == "__main__":`',
            )
            return False
        except Died as death:
            if not self._first_death(module):
                self._give_up(module, f"importing {module}.py ended the process: {death.text}")
            return False
        except StudentFailure as failure:
            self.failures.setdefault(module, failure)
        finally:
            self._allowance.imported(time.monotonic() - began)
        return True

    def _first_death(self, step: str) -> bool:
        """Somebody else may have killed a worker (the kernel, short of memory): nobody is blamed for one death."""
        self._deaths[step] += 1
        return self._deaths[step] == 1

    def _exchange(self, worker: WorkerProcess, head: dict[str, Any], value: Any, patience: Patience) -> wire.Sealed:
        """One question, any number of call-backs, one answer. What answers another question is nobody's answer."""
        self._asked += 1
        strays = 0
        try:
            wire.send(worker.channel, {**head, "n": self._asked}, value, patience.deadline)
            while True:
                frame = self._received(worker, patience)
                if frame.head.get("do") in ("forward", "backward"):
                    self._call_back(worker, frame, patience)
                elif frame.head.get("n") == self._asked:
                    return frame
                else:
                    strays += 1
                    patience.at_most(AFTER_A_STRAY)
        except wire.DeadlinePassed:
            if not strays:
                raise
            self.close()
            raise Died(UNREADABLE, staff=f"{strays} answers came to questions that were not asked") from None
        except wire.Closed:
            says = self.close()
            raise Died(
                "your code ended the process that ran it (a crash, an exit, or too much memory)",
                staff=f"the worker's end: {says}",
            ) from None
        except (wire.WireError, NotPlain) as error:
            self.close()
            raise Died(UNREADABLE, staff=str(error)) from None

    @staticmethod
    def _received(worker: WorkerProcess, patience: Patience) -> wire.Sealed:
        while True:
            try:
                return wire.receive_sealed(worker.channel, patience.deadline, wire.REPLY)
            except wire.DeadlinePassed:
                if not patience.longer():
                    raise

    def _call_back(self, worker: WorkerProcess, call: wire.Sealed, patience: Patience) -> None:
        """Pass it on, and the answer back; neither is read here."""
        if self._answering is None:
            answer = wire.sealed({"raise": "not available"})
        else:
            answer = self._answering.answer(call, self._names, patience)
        wire.send(worker.channel, answer.head, wire.Packed(answer.text, answer.body), patience.deadline)

    def _opened(self, reply: wire.Sealed) -> wire.Frame:
        try:
            return reply.open()
        except wire.WireError as error:
            self.close()
            raise Died(UNREADABLE, staff=str(error)) from None

    def _outcome(self, frame: wire.Frame, load: bool = False) -> Outcome:
        if isinstance(found := frame.head.get("failure"), dict):
            raise self._failure(found)
        if load:
            return Outcome()
        told = frame.value
        if frame.head.get("ok") is True and isinstance(told, dict) and "value" in told:
            changed, requires_grad = told.get("changed", []), told.get("requires_grad", False)
            by_input, by_name, printed = told.get("by_input", []), told.get("by_name", {}), told.get("printed", "")
            kinds = (changed, list), (requires_grad, bool), (by_input, list), (by_name, dict), (printed, str)
            if all(type(part) is kind for part, kind in kinds):
                named = tuple(str(name)[:80] for name in changed[:20])
                return Outcome(told["value"], named, requires_grad, tuple(by_input), by_name, printed[:4000])
        self.close()
        raise Died(UNREADABLE)

    def _failure(self, fields: Mapping[str, Any]) -> StudentFailure:
        """A failure as the worker tells it, with everything unexpected left out."""

        def text(key: str, cap: int) -> str:
            found = fields.get(key)
            return found[:cap] if isinstance(found, str) else ""

        line = text("line", 80)
        known = _LINE.fullmatch(line)
        lines = self._files.own.get(known.group(1), "").count("\n") + 1 if known else 0
        where = line if known and known.group(1) in self._files.own and 0 < int(known.group(2)) <= lines else None
        kind = text("kind", 40)
        if kind in _KINDS:
            return _KINDS[kind](text("text", 400), line=where, staff=text("staff", 4000))
        exception = text("exception", 60)
        cls = getattr(builtins, exception, None)
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            exception = "Exception"
        chain = chains.validate(fields.get("chain"), self._files.own)
        return StudentRaised(exception, text("message", 300), chain=chain, staff=text("staff", 4000))
