"""Whoever grades, behind one interface: the launchers of this machine, or a Dask cluster (cluster.py).

Both are executors of concurrent.futures: a job goes in as a line of JSON, two lines come back. So one loop serves both,
and tests grade through the same one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..checks.errors import GraderFault
from ..content.framework import preload
from ..files.problem import Problem
from ..grading.result import SIZE_LIMIT, Result
from ..grading.server import TARGET, Done, GradingJob, words
from ..sandbox import clean_start
from .launcher import CannotStart, Launchers

LOOK = 0.5
"""Seconds between two looks at whether anybody wants the pool to stop."""
A_GRADE = 900.0
"""Seconds that a launcher may take where nobody says: longer than any grade."""


@dataclass
class Pool:
    """Somebody who grades lines."""

    executor: Executor
    grade: Callable[[bytes], bytes]
    ahead: Callable[[], int]
    """Jobs to hand in before the first must be done: enough that nobody is idle, no more."""
    lost: Callable[[], str] = lambda: ""
    """Why nobody can grade any more; empty as long as somebody can."""
    stopped: bool = False

    def stop(self) -> None:
        """Hand in nothing more: what runs is finished. Safe to call from a signal handler."""
        self.stopped = True

    def each(self, jobs: Iterable[GradingJob]) -> Iterator[Done]:
        """Every job's grade as it is ready; jobs are asked for as they are needed."""
        waiting: dict[Future[bytes], GradingJob] = {}
        for job in jobs:
            if self.stopped:
                break
            waiting[self.executor.submit(self.grade, job.to_line())] = job
            while len(waiting) >= self.ahead() and not self.stopped:
                yield from self._ready(waiting)
        while waiting:
            yield from self._ready(waiting)

    def _ready(self, waiting: dict[Future[bytes], GradingJob]) -> Iterator[Done]:
        if self.stopped and isinstance(self.executor, ThreadPoolExecutor):
            for future in [future for future in waiting if future.cancel()]:
                del waiting[future]  # nobody has begun it
        found, _ = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
        if not found and (why := self.lost()):
            raise Problem(why)
        for future in found:
            yield self._read(waiting.pop(future), future)

    def _read(self, job: GradingJob, future: Future[bytes]) -> Done:
        """What came of a job, if it is a grade of that very job; a fault of whoever graded otherwise."""
        try:
            return _validated(future.result(), job.name)
        except CannotStart as problem:
            raise Problem(str(problem)) from None
        except Exception as problem:  # a lost worker, a broken pickle, nonsense: the next batch tries this one again
            if why := self.lost():
                raise Problem(why) from None
            return Done(job.name, faulty=True, error=f"{type(problem).__name__}: {problem}"[:500])


def _validated(answer: bytes, name: str) -> Done:
    head, _, body = answer.partition(b"\n")
    fields = json.loads(head)
    if len(answer) > 8 * SIZE_LIMIT or fields["name"] != name:
        raise ValueError("an answer to something else")
    done = Done.from_lines(fields, body.rstrip(b"\n").decode())
    if not done.error:
        Result.from_line(done.text.encode())
    return done


def default_size() -> int:
    """One launcher a core."""
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@contextmanager
def local(
    grader: Path,
    size: int | None = None,
    *,
    patience: float = A_GRADE,
    known: bool = False,
    engine: Path | None = None,
) -> Iterator[Pool]:
    """The launchers of this machine, one a thread, with the frozen grader in that folder. `known`: what is graded are
    known answers, all of them. `engine`: the folder that they import it from, where it is not this one."""
    asked = words(grader, known=known)
    command = clean_start.command(TARGET, asked, preload=preload(grader))
    given = {**os.environ, "PYTHONPATH": str(engine)} if engine else os.environ
    launchers = Launchers(command, clean_start.environment(given), str(Path.cwd()), patience)
    size = size or default_size()
    executor = ThreadPoolExecutor(size)
    try:
        yield Pool(executor, launchers.grade, lambda: 2 * size)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        launchers.close()
        executor.shutdown()


def grade_all(
    grader: Path,
    jobs: Iterable[GradingJob],
    *,
    size: int | None = None,
    known: bool = False,
    engine: Path | None = None,
) -> Iterator[Done]:
    """Grade every job on this machine."""
    try:
        with local(grader, size, known=known, engine=engine) as pool:
            yield from pool.each(jobs)
    except Problem as problem:
        raise GraderFault(str(problem)) from None
