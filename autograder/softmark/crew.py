"""Many grades, one launcher a core: each collects the graders once, then grades whatever it is handed.

The parent only execs launchers and exchanges lines of JSON with them; it never forks a server itself and never sees
student code as anything but text. Nothing of one submission stays behind for the next: a worker is spawned fresh for
each, and the grader process that stays holds only trusted things.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import launcher
from .errors import GraderFault

MOST_FAILURES = 3
"""Launchers that may die before a crew gives up: one job that kills a grader must not kill them all."""


@dataclass(frozen=True)
class Job:
    """One submission to grade, as text."""

    name: str
    files: Mapping[str, str]
    skip: tuple[str, ...] = ()
    """Items that are not to be graded this time."""

    def line(self) -> str:
        return json.dumps({"name": self.name, "files": dict(self.files), "skip": list(self.skip)}) + "\n"


@dataclass(frozen=True)
class Done:
    """What came of a job."""

    name: str
    result: dict[str, Any] = field(default_factory=dict)
    margins: dict[str, list[float]] = field(default_factory=dict)
    """check → how close each comparison was, on either set of numbers"""
    cpu_seconds: float = 0.0
    error: str = ""
    """The grader's own fault, if it could not grade this at all."""


def default_size() -> int:
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def grade_all(course: Path, jobs: Iterable[Job], *, preload: list[str], size: int | None = None) -> Iterator[Done]:
    """Grade every job, in any order; results come as they are ready."""
    waiting: queue.Queue[Job | None] = queue.Queue()
    finished: queue.Queue[Done] = queue.Queue()
    count = 0
    for job in jobs:
        waiting.put(job)
        count += 1
    crew = [
        threading.Thread(target=_member, args=(course, preload, waiting, finished), daemon=True)
        for _ in range(min(size or default_size(), max(count, 1)))
    ]
    for _ in crew:
        waiting.put(None)
    for member in crew:
        member.start()
    for _ in range(count):
        yield finished.get()


def _member(course: Path, preload: list[str], waiting: queue.Queue[Job | None], finished: queue.Queue[Done]) -> None:
    """One launcher's foreman: hands out jobs, and starts another launcher if this one dies."""
    failures = 0
    job: Job | None = None
    while failures < MOST_FAILURES:
        try:
            with _launched(course, preload) as exchange:
                while (job := waiting.get()) is not None:
                    finished.put(exchange(job))
            return
        except GraderFault as fault:
            failures += 1
            if job is not None:
                finished.put(Done(job.name, error=str(fault)))
    while (job := waiting.get()) is not None:
        finished.put(Done(job.name, error="the grader's processes died too often; nothing more was graded"))


@contextmanager
def _launched(course: Path, preload: list[str]) -> Iterator[Callable[[Job], Done]]:
    command = launcher.command("softmark.entry:serve", [str(course)], preload=preload)
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=sys.stderr if os.environ.get("SOFTMARK_DEBUG") else subprocess.DEVNULL,
        env=launcher.environment(os.environ),
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None and process.stdout is not None
    source, sink = process.stdout, process.stdin

    def exchange(job: Job) -> Done:
        try:
            sink.write(job.line())
            sink.flush()
            line = source.readline()
        except OSError:
            line = ""
        if not line:
            raise GraderFault(f"the grader's process ended while it graded {job.name}")
        told = json.loads(line)
        return Done(
            told["name"], told.get("result", {}), told.get("margins", {}), told.get("cpu", 0.0), told.get("error", "")
        )

    try:
        yield exchange
    finally:
        try:
            sink.close()
            process.wait(timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
