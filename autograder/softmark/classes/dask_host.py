"""Runs launchers on a host of a Dask cluster: a plugin of the Dask worker starts them and hands them jobs.

This file and grader_process.py travel to the hosts by value, and the autograder zip with them: a host needs Python,
Dask and the packages of the assignment, but no softmark. Student code arrives as lines of JSON and goes on as such;
the Dask worker itself never sees more of it than text, and forks no server.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import io
import json
import os
import queue
import shutil
import socket
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from distributed import WorkerPlugin

from .grader_process import CannotStart, Ended, GraderProcess, started

TRIES = 2
PREFIX = "softmark-host-"
HELD = "held"


class Host(WorkerPlugin):
    """The launchers of one Dask worker: as many as it has threads, each started when it is first needed."""

    def __init__(self, name: str, packed: bytes, words: Sequence[str], patience: float) -> None:
        self.name = name
        self._packed = packed
        self._words = list(words)
        self._patience = patience
        self._folder = ""
        self._held: Any = None
        self._idle: Any = None

    async def setup(self, worker: Any) -> None:
        """Unpack and prove that grading works here; a host where it does not takes no part."""
        if not _is_locked(str(worker.address)):
            raise RuntimeError(f"{socket.gethostname()} listens at {worker.address}, which is not encrypted: use TLS")
        await asyncio.to_thread(self._begin)

    def _begin(self) -> None:
        _sweep()
        self._folder = tempfile.mkdtemp(prefix=PREFIX)  # readable by us alone: the reference is in it
        self._held = (Path(self._folder) / HELD).open("wb")
        fcntl.flock(self._held, fcntl.LOCK_EX)
        with zipfile.ZipFile(io.BytesIO(self._packed)) as archive:
            archive.extractall(self._folder)
        self._idle = queue.SimpleQueue()
        try:
            self._idle.put(self._start())
        except CannotStart as problem:
            self._end()
            raise RuntimeError(f"{socket.gethostname()} cannot grade: {problem}") from None

    async def teardown(self, worker: Any) -> None:
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        while self._idle is not None and not self._idle.empty():
            self._idle.get_nowait().close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._held.close()

    def _start(self) -> GraderProcess:
        environment = {**os.environ, "PYTHONPATH": self._folder, "PYTHONSAFEPATH": "1"}
        return started([sys.executable, *self._words], environment, folder=self._folder, patience=self._patience)

    def grade(self, line: bytes) -> bytes:
        """One job; the two lines of its answer. Called from the worker's threads, several at once."""
        said = ""
        for _ in range(TRIES):
            try:
                running = self._idle.get_nowait()
            except queue.Empty:
                running = self._start()
            try:
                head, body = running.exchange(line)
            except Ended as problem:
                running.kill()
                said = f"the grader's process ended on {socket.gethostname()}: {problem}"
                continue
            self._idle.put(running)
            answer: bytes = json.dumps(head).encode() + b"\n" + body
            return answer
        return json.dumps({"name": json.loads(line)["name"], "error": said}).encode() + b"\n"


def _is_locked(address: str) -> bool:
    """Whether a connection is encrypted, or stays on this machine."""
    host = urlsplit(address).hostname or ""
    return not address.startswith("tcp://") or host == "::1" or host.startswith("127.")


def _sweep() -> None:
    """Delete folders of workers that were killed: nobody holds them any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError), (folder / HELD).open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
