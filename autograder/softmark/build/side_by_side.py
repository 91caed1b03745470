"""Runs two halves of one long piece of work in two processes, where there are two cores.

What comes out is the same either way: each half is given what it needs, and neither waits for the other.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from ..checks.errors import GraderFault
from ..sandbox.layers import kernel, process

Here = TypeVar("Here")
Beside = TypeVar("Beside")


def both(
    here: Callable[[], Here], beside: Callable[[], Beside], what: str, *, long: bool = True
) -> tuple[Here, Beside]:
    """Run both and return what both return. `beside` may run in a child, so it must return plain data.

    `what`: its work, in words. What is not `long` is done in this process: a second one would cost more than it saves.
    """
    if not long or not _can_fork():
        return here(), beside()
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _answer(beside, writing)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as stream:
            mine, answer = here(), stream.read()
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code != 0:
        raise GraderFault(f"the grader's second process, {what}, ended before it was done (status {code})")
    done, made = pickle.loads(answer)  # our own child's: it has run nothing but what this process would have run
    if not done:
        raise GraderFault(made)
    return mine, made


def _can_fork() -> bool:
    """A child has the one thread that forked it, and waits for ever for a library's other ones (torch starts one when
    gradients first flow back). Elsewhere than on Linux, what torch builds on does not bear a fork at all."""
    return kernel.on_linux() and process.only_task() and cores() > 1


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if kernel.on_linux() else 1


def _answer(beside: Callable[[], Any], writing: int) -> NoReturn:
    """Run in the child; never return into what the parent was doing."""
    code = 1
    try:
        try:
            reply = (True, beside())
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
