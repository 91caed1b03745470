"""Limits how much a worker may use: memory, time, files, threads."""

from __future__ import annotations

import contextlib
import resource
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from softmark.sandbox.layers.kernel import Unavailable

MIB = 1024 * 1024
RESERVATIONS = 2048 * MIB
"""Address space for what is reserved and never used: about 72 MiB a thread."""


@dataclass(frozen=True)
class WorkerLimits:
    """What one worker may use. Wall-clock deadlines are kept by the grader, not here."""

    memory_mb: int = 1024
    """Memory that student code may add to what the worker starts with."""
    cpu_seconds: int = 300
    """CPU time of the whole worker, all threads together."""
    file_kb: int = 16 * 1024
    """Size of one file."""
    open_files: int = 64
    """Descriptors open at once."""
    threads: int = 128
    """Threads at once. Kept only where the worker has a user of its own, because the kernel counts by user,
    and over every container on the machine: a small number would let a neighbour use it up."""
    tmp_mb: int = 64
    """Everything in the worker's private folder together."""
    tmp_files: int = 2000
    """Files and folders in the worker's private folder."""


def apply(limits: WorkerLimits) -> None:
    """Set the limits of this process, for good: what the hard limit takes away cannot be had again.

    Memory is limited relative to what is mapped now: a process with torch in it maps far more than it uses. Data
    (private, writable memory) is what counts. Address space follows at a distance, because each thread reserves
    much that it never touches; it is there for shared memory, which is not data.
    """
    wanted = [
        ("core", resource.RLIMIT_CORE, 0),
        ("cpu", resource.RLIMIT_CPU, limits.cpu_seconds),
        ("file size", resource.RLIMIT_FSIZE, limits.file_kb * 1024),
        ("open files", resource.RLIMIT_NOFILE, limits.open_files),
    ]
    missing = []
    mapped = _mapped_now()
    if mapped is None:
        missing.append("memory")
    else:
        space, data = mapped
        wanted.append(("memory", resource.RLIMIT_DATA, data + limits.memory_mb * MIB))
        wanted.append(("memory", resource.RLIMIT_AS, space + limits.memory_mb * MIB + RESERVATIONS))
    for name, which, value in wanted:
        try:
            _set(which, value)
        except (OSError, ValueError):
            missing.append(name)
    prefer_for_oom(1000)  # when memory runs out, the kernel should take the worker and never the grader
    if missing:
        raise Unavailable(f"no limit on {', '.join(missing)} can be set here")


def _set(which: int, value: int) -> None:
    _, ceiling = resource.getrlimit(which)
    if ceiling != resource.RLIM_INFINITY:
        value = min(value, ceiling)
    # A second of CPU time between the two: the first ends the worker by a signal that tells why, the next by force.
    hard = value + 1 if which == resource.RLIMIT_CPU and value != ceiling else value
    resource.setrlimit(which, (value, hard))


def _mapped_now() -> tuple[int, int] | None:
    """Bytes of address space, and of data, that this process has mapped."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="utf-8").split()
    except OSError:
        return None
    return int(pages[0]) * resource.getpagesize(), int(pages[5]) * resource.getpagesize()


def apply_to_threads(limits: WorkerLimits) -> None:
    """After the change of user, and only after one: the kernel counts by user."""
    _set(resource.RLIMIT_NPROC, limits.threads)


class Exhausted(Exception):
    """Trusted code, given something of the student's to chew on, used up what it had for that."""


RING_AGAIN = 1.0
"""Seconds until an alarm that got lost is given again."""


@contextlib.contextmanager
def bounded(seconds: float, memory_mb: int) -> Iterator[None]:
    """For trusted code that works on what a student sent: so much time and memory, then `Exhausted` or MemoryError.

    A big array or a long loop must not take the grader with it. The clock is a signal, so it only runs in the main
    thread, and stops loops in Python; the memory limit stops what runs in C.
    """
    in_main = threading.current_thread() is threading.main_thread()
    over = Exhausted(f"{seconds:.3g} s were not enough")
    armed, rang = True, False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal rang
        # not on the way into or out of the block, where the limits would stay in place: it rings again
        if armed and (frame is None or frame.f_globals is not vars(contextlib)):
            rang = True
            raise over

    before = signal.signal(signal.SIGALRM, stop) if in_main else None
    try:
        with bounded_memory(memory_mb):
            try:
                if in_main:
                    # again and again: Python drops what is raised inside a finaliser or a callback of the collector
                    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), RING_AGAIN)
                yield
            except Exception as error:
                # what it interrupted may make another error of it, as Python's own parser does
                if rang and error is not over:
                    raise over from error
                raise
            finally:
                armed = False  # first: an alarm in the middle of tidying up would leave the limits in place
    finally:
        if in_main:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before or signal.SIG_DFL)


@contextlib.contextmanager
def bounded_memory(memory_mb: int) -> Iterator[None]:
    """The same without a clock: more memory than this on top of what there is now ends in a MemoryError."""
    mapped = _mapped_now()
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = soft if mapped is None else mapped[1] + memory_mb * MIB
    if soft != resource.RLIM_INFINITY:
        most = min(most, soft)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def prefer_for_oom(score: int) -> None:
    """How gladly the kernel ends this process when memory runs out (1000: first of all). Best effort."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(score), encoding="utf-8")
