"""Does one long piece of work after the other in two processes, where there are two cores.

What comes out is the same either way. Both are children of this process, which itself does nothing: where a library has
started a thread of its own (torch does when gradients first flow back), a process can have no more children.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, TypeVar

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
    context: Any = multiprocessing.get_context("fork")  # mypy knows no "fork" where there is none
    children = []
    for first in (0, 1):
        ours, theirs = context.Pipe(duplex=False)
        child = context.Process(target=_answer, args=(work, parts[first::2], theirs), daemon=True)
        child.start()
        theirs.close()
        children.append((child, ours))
    try:
        halves = [iter(_made(child, ours, what)) for child, ours in children]
    finally:
        for child, _ in children:
            child.kill()
            child.join()
    return [next(halves[place % 2]) for place in range(len(parts))]


def _answer(work: Callable[[Any], Any], parts: Sequence[Any], theirs: Connection) -> None:
    """In a child: every other part. Pickled here: torch teaches the connection to send tensors by handles that end with
    their process."""
    try:
        made: Any = [work(part) for part in parts]
    except GraderFault as fault:
        made = str(fault)
    theirs.send_bytes(pickle.dumps(made))


def _made(child: Any, ours: Connection, what: str) -> list[Any]:
    """What a child made; GraderFault where it could not."""
    try:
        made = pickle.loads(ours.recv_bytes())  # our own child's: it ran nothing but what this process would have run
    except EOFError:
        child.join()
        said = f"ended before it was done (status {child.exitcode})"
        raise GraderFault(f"a process of the grader's, which {what}, {said}") from None
    if isinstance(made, str):
        raise GraderFault(made)
    return list(made)


def _can_fork() -> bool:
    """A child has the one thread that forked it, and waits for ever for a library's other ones. Elsewhere than on
    Linux, what torch builds on does not bear a fork at all."""
    return kernel.on_linux() and process.tasks() == 1 and cores() > 1


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if kernel.on_linux() else 1
