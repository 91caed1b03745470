"""Grades with one launcher a core: each collects the graders once, then grades whatever it is handed.

The parent only has launchers started and exchanges lines of JSON with them; it never forks a server itself and sees
student code as nothing but text. A worker is spawned fresh for each submission. The grader process that stays runs
only trusted code; of earlier submissions it keeps which replies led to which verdict (grading/calls/verdict_cache.py),
and a later one gets such a verdict only for the very same replies.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol

from ..checks.errors import GraderFault
from ..content.course import Course
from ..content.rubric import RubricError
from ..grading.server import Done, GradingJob, words
from ..policy.version import known_runs
from .forked_launchers import Launchers
from .grader_process import CannotStart, Ended, GraderProcess

TRIES = 2
"""Launchers that may die of one job: the second time it is the job's grade that ends, not the launcher's luck. They
never add up: whoever hands in what ends a launcher must not end the class."""
LOOK_UP = 0.5
"""Seconds between two looks at whether anybody wants the pool to stop."""


class GraderPool(Protocol):
    """Somebody who grades: launchers on this machine, or the workers of a cluster."""

    @property
    def ahead(self) -> int:
        """Jobs to hand in before waiting for the first to be done: enough that nobody is idle, no more."""

    @property
    def outstanding(self) -> int:
        """Jobs handed in that have not come back."""

    def hand_in(self, job: GradingJob) -> None: ...

    def take(self) -> Done | None:
        """The next that is done; None once nothing is outstanding. GraderFault if nobody can grade any more."""

    def stop(self) -> None:
        """Begin nothing new: jobs that nobody has begun do not come back. Safe to call from a signal handler."""


def each(pool: GraderPool, jobs: Iterable[GradingJob]) -> Iterator[Done]:
    """Grade every job, in any order; results come as they are ready, and jobs are asked for as they are needed."""
    for job in jobs:
        pool.hand_in(job)
        while pool.outstanding >= pool.ahead and (done := pool.take()) is not None:
            yield done
    while (done := pool.take()) is not None:
        yield done


def default_size() -> int:
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def grade_all(
    course: Path,
    jobs: Iterable[GradingJob],
    *,
    size: int | None = None,
    traces: Path | None = None,
    known: bool = False,
) -> Iterator[Done]:
    """Grade every job on this machine. `known`: they are known answers, all of them."""
    with LocalPool(course, size, traces=traces, known=known) as pool:
        yield from each(pool, jobs)


def _runs(course: Path) -> Path | None:
    try:
        return known_runs(Course.at(course))
    except (RubricError, GraderFault, OSError, ValueError):
        return None  # what is wrong with the course is told by the grader that reads it


class LocalPool:
    """The launchers of this machine. They start when there is work for them."""

    def __init__(
        self,
        course: Path,
        size: int | None = None,
        patience: float | None = None,
        traces: Path | None = None,
        known: bool = False,
    ) -> None:
        """`traces`: a recording of what known mistakes do that fits the course; without one they are played through."""
        self.size = size or default_size()
        self.ahead = 2 * self.size
        self.outstanding = 0
        self._launchers = Launchers(course, words(course, traces, _runs(course), known=known))
        self._patience = patience
        self._waiting: queue.Queue[GradingJob | None] = queue.Queue()
        self._finished: queue.Queue[Done | GraderFault] = queue.Queue()
        self._members: list[threading.Thread] = []
        self._launched: set[GraderProcess] = set()
        self._stopping = False
        self._closed = False

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        self._drop()
        for _ in self._members:
            self._waiting.put(None)
        if self.outstanding:
            for running in list(self._launched):
                running.kill()
        for member in self._members:
            member.join()
        self._launchers.close()

    def hand_in(self, job: GradingJob) -> None:
        self.outstanding += 1
        self._waiting.put(job)
        if len(self._members) < min(self.size, self.outstanding):
            self._members.append(threading.Thread(target=self._work, daemon=True))
            self._members[-1].start()

    def take(self) -> Done | None:
        while True:
            if self._stopping:
                self._drop()
            if not self.outstanding:
                return None
            try:
                done = self._finished.get(timeout=LOOK_UP)
            except queue.Empty:
                continue
            self.outstanding -= 1
            if isinstance(done, GraderFault):
                raise done
            return done

    def stop(self) -> None:
        self._stopping = True

    def _drop(self) -> None:
        """Take back what nobody has begun."""
        while True:
            try:
                if self._waiting.get_nowait() is not None:
                    self.outstanding -= 1
            except queue.Empty:
                return

    def _work(self) -> None:
        """Drive one launcher: hand out jobs, and start another launcher if this one dies."""
        mine: GraderProcess | None = None
        while (job := self._waiting.get()) is not None:
            done: Done | GraderFault | None = None
            for attempt in range(TRIES):
                try:
                    mine = mine or self._start()
                    head, body = mine.exchange(job.to_line())
                    done = Done.from_lines(head, body.decode())
                    break
                except CannotStart as problem:
                    done = GraderFault(str(problem))
                    break
                except (OSError, ValueError, KeyError) as problem:  # no process to be had, or one that talks nonsense
                    done = GraderFault(f"the grader's process cannot be used: {problem}")
                    break
                except Ended as problem:
                    self._end(mine)
                    mine = None
                    if attempt + 1 == TRIES or problem.hung or self._closed:
                        error = f"the grader's process ended while it graded {job.name}: {problem}"
                        done = Done(job.name, faulty=True, error=error)
                        break
            assert done is not None
            self._finished.put(done)
        if mine is not None:
            mine.close()

    def _start(self) -> GraderProcess:
        running = self._launchers.start(self._patience)
        self._launched.add(running)
        if self._closed:
            running.kill()
        return running

    def _end(self, running: GraderProcess | None) -> None:
        if running is not None:
            self._launched.discard(running)
            running.kill()
