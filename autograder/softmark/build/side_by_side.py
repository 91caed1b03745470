"""Does one long piece of work after the other in two processes, where there are two cores.

What comes out is the same either way. Both are children of this process, which itself does nothing: where a library has
started a thread of its own (torch does when gradients first flow back), a process can have no more children.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any, NoReturn, TypeVar

from ..checks.errors import GraderFault
from ..sandbox.layers import kernel, process

Part = TypeVar("Part")
Made = TypeVar("Made")


def each(work: Callable[[Part], Made], parts: Sequence[Part], what: str, *, long: bool = True) -> list[Made]:
    """What `work` makes of each part, in order. It may run in a child, so that must be plain data.

    `what`: the work, in words. What is not `long` is done in this process: two more would cost more than they save.
    """
    if not long or len(parts) < 2 or not _can_fork():
        return [work(part) for part in parts]
    children = [_Child(work, parts[first::2]) for first in (0, 1)]
    try:
        halves = [iter(child.made(what)) for child in children]
    except BaseException:
        for child in children:
            child.end()
        raise
    return [next(halves[place % 2]) for place in range(len(parts))]


class _Child:
    """A process that does every other part."""

    def __init__(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        reading, writing = os.pipe()
        self._number = os.fork()
        if self._number == 0:
            os.close(reading)
            _answer(lambda: [work(part) for part in parts], writing)
        os.close(writing)
        self._stream: IO[bytes] = os.fdopen(reading, "rb")
        self._ended = False

    def made(self, what: str) -> list[Any]:
        """What it made; GraderFault where it could not."""
        with self._stream as stream:
            answer = stream.read()
        code = os.waitstatus_to_exitcode(os.waitpid(self._number, 0)[1])
        self._ended = True
        if code != 0:
            raise GraderFault(f"a process of the grader's, which {what}, ended before it was done (status {code})")
        done, made = pickle.loads(answer)  # our own child's: it has run nothing but what this process would have run
        if not done:
            raise GraderFault(made)
        return list(made)

    def end(self) -> None:
        if not self._ended:
            os.kill(self._number, signal.SIGKILL)
            os.waitpid(self._number, 0)
            self._stream.close()


def _can_fork() -> bool:
    """A child has the one thread that forked it, and waits for ever for a library's other ones. Elsewhere than on
    Linux, what torch builds on does not bear a fork at all."""
    return kernel.on_linux() and process.only_task() and cores() > 1


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if kernel.on_linux() else 1


def _answer(work: Callable[[], Any], writing: int) -> NoReturn:
    """Do it in the child; never return into what the parent was doing."""
    code = 1
    try:
        try:
            reply = (True, work())
        except GraderFault as fault:
            reply = (False, str(fault))
        with os.fdopen(writing, "wb") as out:
            out.write(pickle.dumps(reply))
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(code)
