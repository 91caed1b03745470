"""Measures what one grade costs here, and says which of Gradescope's containers has room for it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..checks.errors import GraderFault
from ..content.rubric import Limits
from ..grading.intake.submission import digest

CONTAINERS = ((0.5, 0.75), (1.0, 1.5), (2.0, 3.0), (4.0, 6.0))
"""Gradescope's sizes: processors, GB. The first is its default."""
_EVERY_SECONDS = 0.1
_LONGEST_SECONDS = 1800.0


@dataclass(frozen=True)
class Measured:
    """One grade, and what came of it."""

    cpu_seconds: float
    memory_mb: int
    """Most that all processes held at once, shared pages counted once; 0 where the system does not tell."""
    text: str
    """The result as `Result.from_json` reads it."""


def grade(files: Mapping[str, str], zipped: Path) -> Measured:
    """Grade these files with an unpacked autograder zip, as the platform does, and watch."""
    with tempfile.TemporaryDirectory(prefix="softmark-measure-") as name:
        place = Path(name)
        for file, text in files.items():
            path = place / "submission" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "softmark", "grade", str(place / "submission"), "--course", str(zipped)]
        command += ["--known-answer", digest(files), "--out", str(place / "results")]
        with (place / "err").open("wb") as err:
            process = subprocess.Popen(
                command,
                cwd=place,
                env={**os.environ, "PYTHONPATH": str(zipped)},
                stdout=subprocess.DEVNULL,
                stderr=err,
            )
            cpu_seconds, memory = _watched(process)
        try:
            result = (place / "results" / "result.json").read_text(encoding="utf-8")
        except OSError:
            said = (place / "err").read_text(encoding="utf-8", errors="replace").strip()
            raise GraderFault(f"the reference could not be graded: {said[-1000:]}") from None
    return Measured(round(cpu_seconds, 1), memory >> 20, result)


def _watched(process: subprocess.Popen[bytes]) -> tuple[float, int]:
    """Processor seconds and memory of a process and everything below it, once it has ended."""
    most, began = 0, time.monotonic()
    while True:
        most = max(most, _memory(process.pid))
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            process.returncode = os.waitstatus_to_exitcode(status)
            return used.ru_utime + used.ru_stime, most
        if time.monotonic() - began > _LONGEST_SECONDS:
            process.kill()
        time.sleep(_EVERY_SECONDS)


def container(cost: Measured, limits: Limits) -> str:
    """The smallest of Gradescope's containers in which a grade ends in half of its time, and in which student code may
    take all of the memory that the rubric gives it."""
    needs = f"a grade takes {cost.cpu_seconds:g} s of processor time"
    if not cost.memory_mb:
        return f"{needs}; this system does not tell how much memory: build on Linux once to learn what it needs"
    needs += f" and {cost.memory_mb} MB, with {limits.memory_mb} MB more for student code"
    for cpus, gigabytes in CONTAINERS:
        seconds = cost.cpu_seconds / cpus
        if cost.memory_mb + limits.memory_mb < gigabytes * 1024 and seconds < limits.on_the_clock / 2:
            if cpus == CONTAINERS[0][0]:
                return f"{needs}: Gradescope's default container will do (about {seconds:.0f} s)"
            return f"{needs}: choose {cpus:g} CPU / {gigabytes:g} GB in Gradescope's settings (about {seconds:.0f} s)"
    return f"{needs}: none of Gradescope's containers has room for that: lower limits.memory_mb, or let checks do less"


def _memory(root: int) -> int:
    """Bytes held by a process and everything below it."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            # the name, in brackets, may hold anything; the parent is the second field behind it
            parents[int(entry.name)] = int((entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
    family, grown = {root}, True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in family} - family
        family, grown = family | more, bool(more)
    return sum(_share(pid) for pid in family)


def _share(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))
