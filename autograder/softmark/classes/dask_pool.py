"""Grades a batch on a Dask cluster: `--scheduler tls://host:8786 --certificates DIR`.

The autograder travels once to every worker, submissions travel as lines of JSON, answers come back as such. Dask moves
the jobs of a lost worker to another one; whatever comes back more than once is taken once. The journal stays here.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import logging
import queue
import re
import secrets
import socket
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from ..build import grader_bundle
from ..checks.errors import GraderFault
from ..content import framework
from ..content.course import Course
from ..content.yaml_places import shown
from ..grading import server
from ..grading.result import SIZE_LIMIT, Result
from ..grading.server import Done, GradingJob
from ..policy.version import known_runs
from ..render.say import say
from ..sandbox import clean_start
from .certificates import require_lock, security
from .pool import LOOK_UP

CONNECT_WITHIN = 5.0
MOST_BYTES = 8 * SIZE_LIMIT
"""Of one answer: the result, and how close every comparison was."""
NO_ANSWER = (OSError, asyncio.TimeoutError)
"""What asking for an answer may end with that says nothing about the job."""
COUNT_EVERY = 2.0
"""Seconds between two looks at how many workers there are; they may come and go."""


class DaskPool:
    """A pool (see pool.py) whose launchers are on other machines."""

    def __init__(
        self, url: str, course: Course, patience: float, *, place: str, certificates: Path | None = None
    ) -> None:
        """`place` is what one run at a time can hold: the next run there takes over what a killed one left behind."""
        self._certificates = certificates
        self.outstanding = 0
        self._url = url
        self._course = course
        self._patience = patience
        mark = hashlib.sha256(f"{socket.gethostname()} {place}".encode()).hexdigest()[:12]
        self._name = f"softmark-{mark}"
        self._run = secrets.token_hex(4)
        self._count = 0
        self._futures: dict[str, tuple[Any, GradingJob]] = {}
        self._ready: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stopping = False
        self._threads = (0.0, 0)
        self._client: Any = None

    def __enter__(self) -> DaskPool:
        self._client = _connect(self._url, self._certificates)
        try:
            self._register()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    @property
    def ahead(self) -> int:
        looked, threads = self._threads
        if time.monotonic() - looked > COUNT_EVERY:
            with contextlib.suppress(Exception):  # a scheduler that is gone is noticed where it matters
                threads = sum(self._client.nthreads().values())
            self._threads = (time.monotonic(), threads)
        return 2 * max(threads, 2)

    def hand_in(self, job: GradingJob) -> None:
        self.outstanding += 1
        self._submit(job)

    def _submit(self, job: GradingJob) -> None:
        self._count += 1
        key = f"{self._name}-{self._run}-{self._count}"
        try:
            future = self._client.submit(_task(self._name), job.to_line(), key=key, pure=False)
        except Exception:
            self._require_scheduler()
            raise
        self._futures[key] = (future, job)
        future.add_done_callback(lambda done: self._ready.put(done.key))

    def take(self) -> Done | None:
        while self.outstanding:
            try:
                key = self._ready.get(timeout=LOOK_UP)
            except queue.Empty:
                self._require_scheduler()
                continue
            done = self._received(key)
            if done is not None:
                self.outstanding -= 1
                return done
        return None

    def stop(self) -> None:
        """Hand out no more jobs. Those on their way to a worker are finished: at most twice as many as run at once."""

    def _received(self, key: str) -> Done | None:
        """What came of one future; None if there is nothing yet, and it will come."""
        if key not in self._futures:
            return None
        future, job = self._futures[key]
        try:
            answer = future.result(timeout=60)
        except Exception as problem:
            if future.cancelled():
                self._require_scheduler()
                del self._futures[key]
                self._submit(job)
                return None
            if future.status != "error" and isinstance(problem, NO_ANSWER):
                # It may be done and only the connection is lost, or it is made again elsewhere: ask once more.
                self._require_scheduler()
                future.add_done_callback(lambda done: self._ready.put(done.key))
                return None
            del self._futures[key]
            return Done(job.name, faulty=True, error=f"the cluster could not grade {job.name}: {shown(problem, 300)}")
        del self._futures[key]
        return validated(answer, job.name)

    def _require_scheduler(self) -> None:
        if self._client.status != "running":
            raise GraderFault(f"the scheduler at {shown(self._url)} is gone") from None

    def _register(self) -> None:
        """Every worker there is, or will be, gets the autograder and starts a launcher."""
        from cloudpickle import register_pickle_by_value  # type: ignore[import-untyped]

        from . import dask_host, grader_process

        for module in (dask_host, grader_process):
            register_pickle_by_value(module)
        # the host runs it with its own Python, in the folder that it unpacks the autograder into
        packages = framework.packages(self._course.rubric.framework)
        runs = known_runs(self._course)
        words = server.words(".", runs=runs.name if runs else None)
        command = clean_start.command(server.TARGET, words, preload=packages)[1:]
        plugin = dask_host.Host(self._name, _packed(self._course), command, self._patience)
        try:
            self._client.register_plugin(plugin, name=self._name)
        except Exception as problem:
            raise GraderFault(shown(problem, 600)) from None
        if not self._client.nthreads():
            say(f"the cluster at {shown(self._url)} has no workers yet: waiting for the first", file=sys.stderr)

    def _leave(self) -> None:
        with contextlib.suppress(Exception):
            self._client.cancel([future for future, _ in self._futures.values()])
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                self._client.unregister_worker_plugin(self._name)
        with contextlib.suppress(Exception):
            self._client.close(timeout=5)


def validated(answer: object, name: str) -> Done:
    """What a host says came of a job, if it is a grade of that very job; a fault of the cluster otherwise."""
    try:
        if not isinstance(answer, bytes) or len(answer) > MOST_BYTES:
            raise ValueError("no text, or too much of it")
        head, _, body = answer.partition(b"\n")
        fields = json.loads(head)
        if not isinstance(fields, dict) or fields.get("name") != name or not isinstance(fields.get("error", ""), str):
            raise ValueError("an answer to something else")
        if not fields.get("error"):
            Result.from_line(body)
        return Done.from_lines(fields, body.decode())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        return Done(name, faulty=True, error=f"the cluster's answer about {name} is not a grade: {shown(problem, 300)}")


def _connect(url: str, certificates: Path | None) -> Any:
    if not re.fullmatch(r"(tcp|tls)://[^\s/]+:\d{1,5}/?", url):
        raise GraderFault(f"{shown(url)} is not the address of a scheduler: expected one like tls://host:8786")
    require_lock(url, certificates)
    try:
        from distributed import Client
    except ImportError:
        raise GraderFault(
            "a cluster needs dask.distributed, which is not installed here: pip install 'softmark[class]'"
        ) from None
    logging.disable(logging.CRITICAL)  # what matters is said in our words; Dask tells its troubles in tracebacks
    try:
        make: Any = Client  # Dask does not say what its arguments are
        # what comes from there is bytes; nothing of it is unpickled here
        only = {"deserializers": ["dask", "msgpack", "error"], "security": security(certificates)}
        return make(url, timeout=CONNECT_WITHIN, set_as_default=False, **only)
    except Exception as problem:
        why = f" ({shown(problem, 120)})" if isinstance(problem, ValueError) else ""
        raise GraderFault(
            f"no scheduler answers at {shown(url)}{why}: is it running, and reachable from here?"
        ) from None


def _task(name: str) -> Callable[[bytes], bytes]:
    """What a worker runs for one job. It speaks of nothing here, so that a host needs no softmark to read it."""

    def grade(line: bytes) -> bytes:
        from distributed import get_worker

        host: Any = get_worker().plugins[name]
        answer: bytes = host.grade(line)
        return answer

    return grade


def _packed(course: Course) -> bytes:
    """What grades, as one zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(grader_bundle.of(course).items()):
            archive.writestr(name, data)
    return packed.getvalue()
