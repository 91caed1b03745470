"""Cleans a worker's surroundings: its session, descriptors, environment, and what it finds on the import path."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import sys
import tempfile
from collections.abc import Sequence

from softmark.sandbox.layers import kernel

THREADS_ONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Set before any import: otherwise numerical libraries leave a second thread behind, and forking is not safe."""

CHANNEL = 3
REPORT = 4


def die_with(parent: int) -> None:
    """Be killed when the parent ends. Changing user resets this, so a worker asks for it twice."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:  # it ended before the kernel knew of our wish
        os._exit(1)


def keep_only(channel: int, report: int) -> tuple[int, int]:
    """Close every descriptor but two; standard input, output and error lead nowhere. Returns the new numbers."""
    null = os.open(os.devnull, os.O_RDWR)
    # First out of the way, so that no copy lands on a number that is still needed.
    null, channel, report = (fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, 16) for each in (null, channel, report))
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.dup2(channel, CHANNEL, inheritable=False)
    os.dup2(report, REPORT, inheritable=False)
    close_from(REPORT + 1)
    return CHANNEL, REPORT


def close_from(lowest: int, keep: frozenset[int] = frozenset()) -> None:
    """Close all descriptors from `lowest` up. The list comes from the system: counting up to the limit is slow."""
    for name in os.listdir("/proc/self/fd" if kernel.on_linux() else "/dev/fd"):  # noqa: PTH208  (numbers, not files)
        if int(name) >= lowest and int(name) not in keep:
            with contextlib.suppress(OSError):  # the one that listed the folder is closed already
                os.close(int(name))


def scrub(folder: str, import_path: Sequence[str]) -> None:
    """Leave only a few harmless variables, arguments and import folders."""
    os.environ.clear()
    os.environ.update({"LANG": "C.UTF-8", "HOME": folder, "TMPDIR": folder, "CUDA_VISIBLE_DEVICES": "", **THREADS_ONE})
    # without these some libraries ask the password file for a name
    os.environ.update({"USER": "student", "LOGNAME": "student"})
    sys.argv = ["softmark-worker"]
    sys.orig_argv = ["softmark-worker"]
    sys.path[:] = import_path
    sys.dont_write_bytecode = True
    tempfile.tempdir = None  # the folder that the server found first is not the worker's


def tasks() -> int:
    """How many threads this process has, Python's and everybody else's counted."""
    try:
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208  (thread numbers, not files)
    except OSError:
        import threading

        return threading.active_count()
