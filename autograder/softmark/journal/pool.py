"""Whoever grades, behind one interface: the launchers of this machine, or a Dask cluster.

Both are executors of concurrent.futures: a job goes in as a line of JSON, two lines come back. So one loop serves both,
and tests grade through the same one.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import queue
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..classes import certificates, dask_host, grader_bundle, grader_process
from ..classes.forked_launchers import Launchers
from ..classes.grader_process import CannotStart, Ended, GraderProcess
from ..content import framework
from ..content.course import Course
from ..grading.result import SIZE_LIMIT
from ..grading.server import Done, GradingJob, words
from ..policy.version import known_runs
from ..repairing import server
from ..sandbox import clean_start
from .problem import Problem

TRIES = 2
"""Launchers that may die of one job; a third would die of it, too."""
LOOK = 0.5


@dataclass(frozen=True)
class Pool:
    """Somebody who grades lines."""

    executor: Executor
    grade: Callable[[bytes], bytes]
    ahead: Callable[[], int]
    """Jobs to hand in before the first must be done: enough that nobody is idle, no more."""
    stop: list[bool]
    """Set to [True] by whoever wants nothing more handed in."""

    def each(self, jobs: Iterable[GradingJob]) -> Iterator[Done]:
        """Every job's grade as it is ready; jobs are asked for as they are needed."""
        waiting: dict[Future[bytes], GradingJob] = {}
        for job in jobs:
            waiting[self.executor.submit(self.grade, job.to_line())] = job
            while len(waiting) >= self.ahead():
                yield from _done(waiting)
        while waiting:
            yield from _done(waiting)


def _done(waiting: dict[Future[bytes], GradingJob]) -> Iterator[Done]:
    ready, _ = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
    for future in ready:
        yield _read(waiting.pop(future), future)


def _read(job: GradingJob, future: Future[bytes]) -> Done:
    """What came of a job, if it is a grade of that very job; a fault of whoever graded otherwise."""
    try:
        answer = future.result()
        head, _, body = answer.partition(b"\n")
        fields = json.loads(head)
        if len(answer) > 8 * SIZE_LIMIT or fields["name"] != job.name:
            raise ValueError("an answer to something else")
        return Done.from_lines(fields, body.rstrip(b"\n").decode())
    except (CannotStart, KeyboardInterrupt):
        raise
    except Exception as problem:  # a lost worker, a broken pickle, nonsense: the next batch tries this one again
        return Done(job.name, faulty=True, error=f"{type(problem).__name__}: {problem}"[:500])


@contextmanager
def local(course: Course, root: Path, size: int, patience: float) -> Iterator[Pool]:
    """The launchers of this machine, one a thread, forked from one process that has imported everything."""
    launchers = Launchers(root, words(root, None, known_runs(course)))
    idle: queue.SimpleQueue[GraderProcess] = queue.SimpleQueue()
    every: list[GraderProcess] = []

    def grade(line: bytes) -> bytes:
        said = ""
        for _ in range(TRIES):
            try:
                running = idle.get_nowait()
            except queue.Empty:
                running = launchers.start(patience)
                every.append(running)
            try:
                head, body = running.exchange(line)
            except Ended as problem:
                running.kill()
                said = f"the grader's process ended: {problem}"
                if problem.hung:
                    break
                continue
            idle.put(running)
            return json.dumps(head).encode() + b"\n" + body
        return json.dumps({"name": json.loads(line)["name"], "error": said}).encode() + b"\n"

    executor = ThreadPoolExecutor(size)
    try:
        yield Pool(executor, grade, lambda: 2 * size, [False])
    except CannotStart as problem:
        raise Problem(str(problem)) from None
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for running in every:
            with contextlib.suppress(Exception):
                running.kill()
        executor.shutdown()
        launchers.close()


@contextmanager
def cluster(course: Course, url: str, folder: Path, patience: float) -> Iterator[Pool]:
    """The workers of a Dask cluster. TLS on both sides or nothing: whoever reaches a scheduler runs code on it."""
    if not url.startswith("tls://"):
        raise Problem(f"{url}: a cluster is reached by tls:// alone, and with certificates")
    from cloudpickle import register_pickle_by_value  # type: ignore[import-untyped]
    from distributed import Client

    for module in (dask_host, grader_process):
        register_pickle_by_value(module)
    name = f"softmark-{os.getpid()}"
    runs = known_runs(course)
    command = clean_start.command(
        server.TARGET, words(".", runs=runs.name if runs else None), preload=framework.packages(course.rubric.framework)
    )[1:]
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # its troubles are told in our words
    try:
        make: Any = Client
        client = make(
            url,
            timeout=10,
            security=certificates.security(folder),
            set_as_default=False,
            deserializers=["dask", "msgpack", "error"],
        )
        client.register_plugin(dask_host.Host(name, _packed(course), command, patience), name=name)
    except Exception as problem:
        raise Problem(f"no cluster at {url}: {str(problem)[:300]}") from None
    try:
        threads = lambda: sum(client.nthreads().values())  # noqa: E731
        yield Pool(client.get_executor(pure=False), _task(name), lambda: 2 * max(2, threads()), [False])  # type: ignore[no-untyped-call]
    finally:
        with contextlib.suppress(Exception):
            client.unregister_worker_plugin(name)
        client.close(timeout=5)


def _task(name: str) -> Callable[[bytes], bytes]:
    """What a worker runs for one job. It speaks of nothing here, so that a host needs no softmark to read it."""

    def grade(line: bytes) -> bytes:
        from distributed import get_worker

        host: Any = get_worker().plugins[name]
        answer: bytes = host.grade(line)
        return answer

    grade.__module__ = "__main__"
    return grade


def _packed(course: Course) -> bytes:
    """What grades, as one zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(grader_bundle.of(course).items()):
            archive.writestr(name, data)
    return packed.getvalue()
