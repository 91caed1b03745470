"""Measures what one grade costs here: seconds, processor time, and the memory of all its processes together."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks.errors import GraderFault
from ..files.engine import ENGINE
from ..grading.intake.submission import digest

_EVERY_SECONDS = 0.1
_LONGEST_SECONDS = 1800.0


@dataclass(frozen=True)
class Measured:
    """One grade, and what came of it."""

    seconds: float
    cpu_seconds: float
    memory_mb: int
    """Most that all processes held at once, shared pages counted once; 0 where the system does not tell."""
    result: Mapping[str, Any]


def grade(root: Path, files: Mapping[str, str]) -> Measured:
    """Grade these files with the course at `root`, as `softmark grade` does, and watch."""
    with tempfile.TemporaryDirectory(prefix="softmark-measure-") as name:
        place = Path(name)
        submission = place / "submission"
        submission.mkdir()
        for file, text in files.items():
            (submission / file).parent.mkdir(parents=True, exist_ok=True)
            (submission / file).write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "softmark", "grade", str(submission), "--course", str(root)]
        command += ["--known-answer", digest(files)]
        before, began, most = _children_cpu(), time.monotonic(), 0
        with (place / "err").open("wb") as err:
            process = subprocess.Popen(
                [*command, "--out", str(place / "results")],
                env={**os.environ, "PYTHONPATH": str(ENGINE.parent)},
                stdout=subprocess.DEVNULL,
                stderr=err,
            )
            while process.poll() is None:
                most = max(most, _memory(process.pid))
                if time.monotonic() - began > _LONGEST_SECONDS:
                    process.kill()
                time.sleep(_EVERY_SECONDS)
        seconds, used = time.monotonic() - began, _children_cpu() - before
        try:
            result = json.loads((place / "results" / "result.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            said = (place / "err").read_text(encoding="utf-8", errors="replace").strip()
            raise GraderFault(f"the reference could not be graded: {said[-1000:]}") from None
    return Measured(round(seconds, 1), round(used, 1), most >> 20, result)


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
