"""Runs a command and says what it cost: seconds of the processor, of the whole process tree, and on the clock."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36


class Failed(Exception):
    """A command did not do what it was to do; the text says how it ended."""


@dataclass(frozen=True)
class Cost:
    cpu: float
    clock: float


def of(command: Sequence[str | Path], *, path: Sequence[Path], cwd: Path, codes: Sequence[int] = (0,)) -> Cost:
    """`path`: where it imports from. One thread, for everybody; another exit code than `codes` is an error."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # what a child leaves behind is counted, too
    before, began = _spent(), time.monotonic()
    running = subprocess.Popen(
        list(map(str, command)), env=environment(path), cwd=cwd, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
        start_new_session=True,
    )  # fmt: skip
    printed = running.communicate()[0]
    clock = time.monotonic() - began
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-running.pid, 0)  # what it left behind, and nobody else's children
    if running.returncode not in codes:
        said = (printed.strip().splitlines() or ["it said nothing"])[-1]
        raise Failed(f"`{' '.join(map(str, command))[:100]}` ended with code {running.returncode}: {said}")
    return Cost(_spent() - before, clock)


def python(*arguments: str | Path) -> list[str | Path]:
    return [sys.executable, *arguments]


def environment(path: Sequence[Path]) -> Mapping[str, str]:
    kept = {name: text for name, text in os.environ.items() if name in ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL")}
    return {**kept, "OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(map(str, path))}


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
