"""Answers call-backs in a child of the grader's, which can be ended at any moment, whatever it computes.

What a student sends may make the reference compute for minutes inside one call of a library, where no alarm of Python's
is heard, or take more memory than there is. So it runs in a process of its own with hard limits of CPU time and memory,
forked when the first call-back comes. The child is trusted code and nothing else; the worker's bytes go through the
grader unread. It has so much time for a check and so much for a grade; what is lost over it is the student's call.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NoReturn

from ...checks import values
from ...checks.values import NotPlain
from ...sandbox import wire
from ...sandbox.layers import kernel, limits, process
from ...sandbox.patience import Patience
from ...sandbox.processor_time import Meter
from .callbacks import Answers, Refused

CHECK_SECONDS, GRADE_SECONDS = 3, 20
"""CPU time. A check of a right answer takes some thousandths of a second, a whole grade less than one."""
MEMORY_MB = 256
"""On top of what the grader has: a right answer needs a few, a mask of 100,000 tokens far more."""
MOST_LOST = 3
"""Children that may be lost over one submission."""
RAISED = " in a given function"
"""Ends what is said of an exception that the reference raised itself."""
TOO_MUCH = "a given function was asked for more than any answer needs"


@dataclass(frozen=True)
class _Child:
    pid: int
    channel: socket.socket
    meter: Meter


class Answering:
    """The child of one grade: forked when first needed, and again for the next check after it was lost."""

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self._modules = modules
        self._child: _Child | None = None
        self._fresh = True
        self._spent = False
        """Nothing more is answered in this check."""
        self._lost = 0
        self.cpu_seconds = 0.0
        """What the children that have ended used."""

    def forget(self) -> None:
        """Begin a check: drop the tapes, and give it time again."""
        self._fresh, self._spent = True, False

    def answer(self, call: wire.Sealed, names: Collection[str], patience: Patience) -> wire.Sealed:
        """The reference's answer as it goes to the worker, or the sentence that is raised there."""
        if self._spent or self._lost >= MOST_LOST or self.cpu_seconds + 1 > GRADE_SECONDS:
            return wire.sealed({"raise": TOO_MUCH})
        child = self._child = self._child or self._fork()
        own, waited = Patience(child.meter, max(patience.left, 0.05), patience.latest), child.meter.waited
        head = {"call": call.head, "names": sorted(names), "fresh": self._fresh}
        try:
            wire.send(child.channel, head, wire.Packed(call.text, call.body), own.send_by)
            self._fresh = False
            reply = _received(child.channel, own)
        except wire.WireError:
            self.close()
            self._lost += 1
            self._spent = True
            reply = wire.sealed({"raise": TOO_MUCH})
        child.meter.look()
        patience.meter.excuse(child.meter.waited - waited)
        return reply

    def close(self) -> None:
        """End the child, whatever it is doing."""
        if self._child is None:
            return
        child, self._child = self._child, None
        child.channel.close()
        os.kill(child.pid, signal.SIGKILL)
        used = os.wait4(child.pid, 0)[2]
        self.cpu_seconds += used.ru_utime + used.ru_stime
        self._fresh = True

    def _fork(self) -> _Child:
        ours, theirs = socket.socketpair()
        left = int(GRADE_SECONDS - self.cpu_seconds)
        grader = os.getpid()
        pid = os.fork()
        if pid == 0:
            _be_the_child(theirs, self._modules, left, grader)
        theirs.close()
        return _Child(pid, ours, Meter(pid))


def _received(channel: socket.socket, patience: Patience) -> wire.Sealed:
    while True:
        try:
            return wire.receive_sealed(channel, patience.deadline)
        except wire.DeadlinePassed:
            if not patience.longer():
                raise


def _be_the_child(channel: socket.socket, modules: Mapping[str, ModuleType], seconds: int, grader: int) -> NoReturn:
    """Answer until the grader closes the channel or somebody's patience is over. Nothing here ever returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed at the grader, and the grader's business
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.freeze()
        with suppress(OSError, kernel.Unavailable):
            process.die_with(grader)
        process.close_from(3, keep=frozenset({channel.fileno()}))
        limits.prefer_for_oom(600)
        limits.keep_within(MEMORY_MB, seconds)
        torch = values.torch_module()
        if torch is not None:
            torch.set_num_threads(1)  # threads of the grader's are not here
        _serve(channel, Answers(modules), seconds)
    finally:
        os._exit(0)


def _serve(channel: socket.socket, answers: Answers, seconds: int) -> None:
    while True:
        call = wire.receive_sealed(channel)
        if call.head["fresh"]:
            answers.forget()
            limits.cpu_seconds_from_now(CHECK_SECONDS, seconds)
        wire.send(channel, *_answered(answers, call))


def _answered(answers: Answers, call: wire.Sealed) -> tuple[dict[str, Any], Any]:
    try:
        frame = wire.Frame(call.head["call"], call.open().value)
        return {"ok": True}, wire.pack(answers.to(frame, call.head["names"]))
    except Refused as refusal:
        return {"raise": str(refusal)}, None
    except MemoryError:
        return {"raise": TOO_MUCH}, None
    except (wire.WireError, NotPlain):
        return {"raise": "a given function was sent something that is no value"}, None
    except Exception as error:  # the reference, given nonsense by the student: their mistake, in their process
        return {"raise": f"{type(error).__name__}{RAISED}"}, None
