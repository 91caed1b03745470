"""Runs a command and says what it cost: processor time of the whole process tree, time on the clock, peak memory.

This process adopts whatever its children leave behind, so that the time of a worker whose parent is gone is counted
too. Memory is proportional: a page that five processes share counts a fifth for each. Reading it disturbs what is
measured, so memory and time are taken in different runs.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .machine import Load, Ticks, between

_PR_SET_CHILD_SUBREAPER = 36
_TICKS = os.sysconf("SC_CLK_TCK")
_KEPT = 4 << 20
"""Bytes of what a command printed: its end."""


class Failed(Exception):
    """A command did not do what it was to do; the text says how it ended."""


@dataclass(frozen=True)
class Used:
    cpu: float
    """Seconds of processor time, user and system, of the whole tree."""
    wall: float
    peak_mb: float | None
    """The most proportional memory of the whole tree; None where it was not sampled or cannot be read."""
    code: int
    output: str
    load: Load


def adopt_orphans() -> None:
    """Become the parent of every grandchild whose own parent ends."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def run(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    memory: bool = False,
    every: float = 0.05,
    codes: Sequence[int] | None = (0,),
    cgroup: Path | None = None,
    timeout: float = 600.0,
) -> Used:
    """Run to the end. Another exit code than `codes` is an error (None: any will do).

    `memory`: look at it, so `every` many seconds. Once a second hardly disturbs the time that is measured.
    """
    adopt_orphans()
    before_ticks, before, own = Ticks.now(), children_cpu(), time.process_time()
    with tempfile.TemporaryFile() as kept:
        began = time.monotonic()
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=kept,
            stderr=subprocess.STDOUT,
            env=None if env is None else dict(env),
            cwd=cwd,
            preexec_fn=None if cgroup is None else _entering(cgroup),
            start_new_session=True,
        )
        with _Sampler(process.pid, every if memory else None) as sampler:
            try:
                code = process.wait(timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                code = process.wait()
        wall = time.monotonic() - began
        _reap_orphans()
        cpu = children_cpu() - before
        kept.seek(max(0, kept.seek(0, os.SEEK_END) - _KEPT))
        output = kept.read().decode("utf-8", "replace")
    if codes is not None and code not in codes:
        last = (output.strip().splitlines() or ["it said nothing"])[-1]
        raise Failed(f"`{' '.join(map(str, command))[:120]}` ended with code {code}: {last}")
    load = between(before_ticks, Ticks.now(), cpu + time.process_time() - own)
    return Used(cpu, wall, sampler.peak_mb, code, output, load)


def _entering(cgroup: Path):
    def enter() -> None:
        (cgroup / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")

    return enter


def children_cpu() -> float:
    """Seconds that our children, and theirs, have used until they ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _reap_orphans() -> None:
    """Wait for what a finished command left running: its last processes need a moment to end."""
    until = time.monotonic() + 5.0
    while time.monotonic() < until:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            time.sleep(0.01)


# --- looking at a tree of processes that is still running ------------------------------------------------------------


def tree(root: int) -> list[int]:
    """`root` and everything below it."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):  # noqa: PTH208 (twenty times a second)
        if entry.isdecimal() and (fields := _stat(int(entry))) is not None:
            children.setdefault(int(fields[1]), []).append(int(entry))
    found, left = [], [root]
    while left:
        pid = left.pop()
        found.append(pid)
        left += children.get(pid, [])
    return found


def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat from the state on."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return text.rpartition(")")[2].split()


def cpu_of_tree(root: int) -> float:
    """Seconds that a running tree has used so far, with those of its members that have ended."""
    total = 0
    for pid in tree(root):
        if (fields := _stat(pid)) is not None:
            total += sum(int(part) for part in fields[11:15])
    return total / _TICKS


def pss_mb(pids: Sequence[int]) -> float | None:
    """Proportional memory of these processes; None if some of it cannot be read."""
    total = 0
    for pid in pids:
        try:
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
                    break
        except (FileNotFoundError, ProcessLookupError):
            continue
        except OSError:
            return None
    return total / 1024


class _Sampler:
    """Looks at the memory of a tree again and again while it runs."""

    def __init__(self, root: int, every: float | None) -> None:
        self.peak_mb: float | None = None
        self._root = root
        self._every = every
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True) if every else None

    def __enter__(self) -> _Sampler:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(self._every):
            found = pss_mb(tree(self._root))
            if found:
                self.peak_mb = max(self.peak_mb or 0.0, found)


# --- half a core ------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def limited_to(cores: float) -> Iterator[Path | None]:
    """A control group that gives its members so much of a core; None where the system does not let us make one."""
    period = 100_000
    quota = int(cores * period)
    for parent, setting, text in (
        (Path("/sys/fs/cgroup/cpu"), "cpu.cfs_quota_us", f"{quota}"),
        (Path("/sys/fs/cgroup"), "cpu.max", f"{quota} {period}"),
    ):
        place = parent / f"softmark-bench-{os.getpid()}"
        try:
            place.mkdir()
        except OSError:
            continue
        try:
            if not (place / setting).exists():
                raise OSError("an ordinary folder")
            (place / setting).write_text(text, encoding="ascii")
        except OSError:
            place.rmdir()
            continue
        try:
            yield place
        finally:
            _reap_orphans()
            with contextlib.suppress(OSError):
                place.rmdir()
        return
    yield None
