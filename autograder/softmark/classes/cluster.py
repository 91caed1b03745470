"""Grades on a Dask cluster: `--scheduler tls://host:8786 --certificates DIR`.

Whoever can talk to a scheduler can run programs on its workers, so nothing is spoken without TLS on both sides. The
autograder travels once to every worker, submissions travel as lines of JSON, answers come back as such. Dask moves the
jobs of a lost worker to another one.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..content import framework
from ..content.course import Course
from ..content.yaml_places import shown
from ..files.problem import Problem
from ..files.zips import below, write_zip
from ..grading.server import TARGET, words
from ..render.say import say
from ..sandbox import clean_start
from .pool import Pool

CERTIFICATE, KEY = "cluster.pem", "cluster.key"
CONNECT_WITHIN = 10


@contextmanager
def cluster(course: Course, url: str, certificates: Path | None, patience: float, out: Path) -> Iterator[Pool]:
    """The workers of a cluster, as long as somebody grades on it. Whoever grades into the same folder `out` again takes
    over what a killed batch has left there."""
    from distributed import Client

    security = _security(url, certificates)
    logging.disable(logging.CRITICAL)  # what matters is said in our words; Dask tells its troubles in tracebacks
    name = f"softmark-{hashlib.sha256(f'{socket.gethostname()} {out.resolve()}'.encode()).hexdigest()[:12]}"
    make: Any = Client  # Dask does not say what its arguments are
    try:
        # what comes from there is bytes; nothing of it is unpickled here
        only = ["dask", "msgpack", "error"]
        client = make(url, timeout=CONNECT_WITHIN, security=security, set_as_default=False, deserializers=only)
    except Exception as problem:
        raise Problem(
            f"no scheduler answers at {url}: is it running, with these certificates? ({_why(problem)})"
        ) from None
    try:
        client.register_plugin(_host(course, name, patience), name=name)
        if not client.nthreads():
            say(f"the cluster at {url} has no workers yet: waiting for the first", file=sys.stderr)
        gone = f"the scheduler at {url} is gone: run the same command again to go on"
        yield Pool(
            client.get_executor(pure=False),
            _task(name),
            lambda: 2 * max(2, sum(client.nthreads().values())) if client.status == "running" else 2,
            lambda: "" if client.status == "running" else gone,
        )
    except (OSError, RuntimeError) as problem:
        raise Problem(f"the cluster at {url} cannot grade: {_why(problem)}") from None
    finally:
        with contextlib.suppress(Exception):
            client.unregister_worker_plugin(name)
        with contextlib.suppress(Exception):
            client.close(timeout=5)
        logging.disable(logging.NOTSET)


def _why(problem: Exception) -> str:
    return shown(str(problem) or type(problem).__name__, 300)


def _security(url: str, folder: Path | None) -> Any:
    """Both sides show the one certificate of the cluster."""
    from distributed import Security

    if not url.startswith("tls://"):
        raise Problem(f"{shown(url)}: a cluster is reached by tls:// alone, as in tls://host:8786")
    if folder is None or not all((folder / name).is_file() for name in (CERTIFICATE, KEY)):
        raise Problem(
            f"{url} wants certificates: give a folder that holds {CERTIFICATE} and {KEY} (--certificates DIR)"
        )
    mine, key = str(folder / CERTIFICATE), str(folder / KEY)
    make: Any = Security
    return make(tls_ca_file=mine, tls_client_cert=mine, tls_client_key=key, require_encryption=True)


def _host(course: Course, name: str, patience: float) -> Any:
    """What every worker is given: the autograder, and how to start it."""
    from cloudpickle import register_pickle_by_value  # type: ignore[import-untyped]

    from . import host, launcher

    for module in (host, launcher):
        register_pickle_by_value(module)
    # the host runs it with its own Python, in the folder that it unpacks the autograder into
    command = clean_start.command(TARGET, words("."), preload=framework.packages(course.rubric.framework))[1:]
    packed = io.BytesIO()
    write_zip(packed, below(course.frozen_folder))
    return host.Host(name, packed.getvalue(), command, patience)


def _task(name: str) -> Callable[[bytes], bytes]:
    """What a worker runs for one job. It speaks of nothing here, so that a host needs no softmark to read it."""

    def grade(line: bytes) -> bytes:
        from distributed import get_worker

        host: Any = get_worker().plugins[name]
        answer: bytes = host.grade(line)
        return answer

    grade.__module__ = "__main__"
    return grade
